"""Means and spreads over five seeds: `python -m tests.course.seed_studies [CHAPTER]`.

A chapter that compares networks prints them in a table. Each row is a study here: an expression
that trains one network from `seed`, with the chapter's own functions. Without arguments, all
studies run and are written to `seed_studies.json`, from which the chapters' rows are made.
"""

import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.course.solved import solved

RECORDED = Path(__file__).with_suffix(".json")
SEEDS = range(1, 6)


@dataclass(frozen=True)
class Study:
    """A row of a table: what was trained, and the expression that says how it came out."""

    label: str  # the row's first cells, as Markdown
    expression: str
    digits: int = 0  # behind the point
    apart: float = 4.0  # how far another processor's mean may be from the recorded one

    def results(self, names: dict[str, Any]) -> list[float]:
        return [float(eval(self.expression, {**names, "seed": seed})) for seed in SEEDS]


def _right(make: str, train: str) -> str:
    return f"(mg.manual_seed(seed), m := {make}, {train}, right(m))[-1]"


_PLAIN, _SCALED = "network(20)", "scaled(network(20))"
_BLOCKS, _NORMS = "residual(Block)", "residual(NormBlock)"
_ADAM = "run(m, mg.optim.Adam(m.parameters(), lr=0.001))"


def _loss(make: str) -> str:
    """The validation loss of chapter 10b's training."""
    train = f"(mg.manual_seed(seed), w := {make}.double(), fit(w, range(600)))[1]"
    return f"loss_of({train}, validation_x, validation_y).item()"


STUDIES = {
    "09_why_deep_networks_train": (
        Study("one hidden layer, 0.005", _right("network(1)", "fit(m, 0.005)")),
        Study("one hidden layer, 0.05", _right("network(1)", "fit(m, 0.05)")),
        Study("twenty, as `Linear` makes them, 0.005", _right(_PLAIN, "fit(m, 0.005)")),
        Study("the same, 0.2", _right(_PLAIN, "fit(m, 0.2)")),
        Study("the same, Adam, 0.001", _right(_PLAIN, _ADAM), apart=25.0),
        Study("twenty, scaled, 0.005", _right(_SCALED, "fit(m, 0.005)")),
        Study("the same, 0.05", _right(_SCALED, "fit(m, 0.05)"), apart=40.0),
        Study("ten blocks, 0.005", _right(_BLOCKS, "fit(m, 0.005)")),
        Study("the same, 0.05", _right(_BLOCKS, "fit(m, 0.05)")),
        Study("ten blocks with `LayerNorm`, 0.005", _right(_NORMS, "fit(m, 0.005)")),
        Study("the same, 0.05", _right(_NORMS, "fit(m, 0.05)")),
    ),
    "10b_a_network_that_writes": (
        Study("without attention", _loss("Writer(looks_back=False)"), digits=3, apart=0.02),
        Study("with attention", _loss("Writer()"), digits=3, apart=0.02),
    ),
}


@cache
def recorded(chapter: str) -> list[list[float]]:
    """Return the results of each study of a chapter, seed by seed."""
    results: list[list[float]] = json.loads(RECORDED.read_text(encoding="utf-8"))[chapter]
    return results


def rows(chapter: str) -> Iterator[str]:
    """The rows of the chapter's table: the label, the mean, and the standard deviation."""
    for study, results in zip(STUDIES[chapter], recorded(chapter), strict=True):
        mean, spread = statistics.mean(results), statistics.stdev(results)
        yield f"| {study.label} | {mean:.{study.digits}f} | {spread:.{study.digits}f} |"


def main(chapters: Sequence[str]) -> None:
    written = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    for chapter in chapters or STUDIES:
        names = solved(chapter).names
        written[chapter] = [study.results(names) for study in STUDIES[chapter]]
    lines = [
        f'  "{chapter}": [\n'
        + ",\n".join(f"    {results}" for results in written[chapter])
        + "\n  ]"
        for chapter in STUDIES
    ]
    RECORDED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    recorded.cache_clear()
    for chapter in chapters or STUDIES:
        print(*rows(chapter), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
