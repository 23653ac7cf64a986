"""The exam: what is asked has one answer, found by running and by the formula."""

import html
from pathlib import Path

import pytest

from minigrad.course.__main__ import main
from minigrad.course.editions.exam import exam
from minigrad.course.editions.exam_questions import QUESTIONS

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_each_answer_is_the_one_of_the_formula(seed: int) -> None:
    for asked in exam(seed):
        assert asked.answer == asked.again, asked.code
        assert "{" not in asked.code + asked.asks + asked.because


def test_it_has_twenty_questions_from_all_chapters_that_teach() -> None:
    chapters = [asked.chapter for asked in exam(0)]
    assert len(chapters) == len(QUESTIONS) == 20
    assert set(chapters) == {"1b", *map(str, range(12))}
    assert chapters[:4] == ["0", "1", "1", "1b"]


def test_another_seed_draws_other_numbers_and_the_same_one_the_same() -> None:
    assert exam(3) == exam(3)
    assert [a.code for a in exam(3)] != [a.code for a in exam(4)]


def test_the_exam_gives_no_answer_away_and_its_key_has_all(tmp_path: Path) -> None:
    assert main(["exam", str(tmp_path / "exam.html"), "--seed", "5"]) == 0
    page = (tmp_path / "exam.html").read_text(encoding="utf-8")
    key = (tmp_path / "exam_key.html").read_text(encoding="utf-8")
    for asked in exam(5):
        assert html.escape(asked.code.rstrip()) in page
        assert f"<b>{html.escape(str(asked.answer))}</b>" in key
        assert asked.because[:20] not in page
    assert page.count("<article>") == key.count("<article>") == 20
    for fetching in ("<script", "<link", "src=", "@import", "url(http"):
        assert fetching not in page + key
