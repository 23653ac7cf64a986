"""Tests that tables over five seeds contain the results of the chapters' own functions."""

import re
import statistics

import pytest

from tests.course.seed_studies import STUDIES, recorded, rows
from tests.course.solved import read, solved

TABLE = re.compile(r"^\|[^\n]*\| spread \|\n\|[-|]+\|\n((?:\|.*\n?)+)", re.MULTILINE)
ROW = re.compile(r"^\| [^|]+ \| [\d.]+ \| [\d.]+ \|$", re.MULTILINE)


@pytest.mark.parametrize("chapter", STUDIES)
def test_a_chapters_table_shows_the_recorded_means_and_spreads(chapter: str) -> None:
    text = "\n\n".join(c.source for c in read(chapter).cells if c.cell_type == "markdown")
    assert ROW.findall("".join(TABLE.findall(text))) == list(rows(chapter))


@pytest.mark.weekly
@pytest.mark.parametrize(
    ("chapter", "number"), [(c, k) for c, all_ in STUDIES.items() for k in range(len(all_))]
)
def test_retraining_gives_roughly_the_recorded_mean(chapter: str, number: int) -> None:
    study, before = STUDIES[chapter][number], recorded(chapter)[number]
    now = study.results(solved(chapter).names, study.again)
    assert abs(statistics.mean(now) - statistics.mean(before[: study.again])) <= study.apart, now
