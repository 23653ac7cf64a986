"""`python -m tests.course.seed_studies [CHAPTER]`: compute means and spreads over five seeds.

Chapters that compare networks print the results in a table. Here, each row of such a table is a
study: an expression that trains one network from `seed`, with the chapter's own functions. Without
arguments, all studies run. Their results go to `seed_studies.json`, from which the rows in the
chapters are copied.
"""

import json
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import minigrad as mg
from tests.course.solved import solved

RECORDED = Path(__file__).with_suffix(".json")
SEEDS = range(1, 6)


@dataclass(frozen=True)
class Study:
    """One row of a table: the network that's trained, and the expression for its result."""

    label: str  # the first cells of the row, as Markdown
    expression: str
    digits: int = 0  # decimal places
    apart: float = 4.0  # how far the mean on another processor may be from the recorded one
    again: int = 5  # how many seeds are trained again when the tests run

    def results(self, names: dict[str, Any], count: int = len(SEEDS)) -> list[float]:
        known = {**names, **HELPERS}
        return [float(eval(self.expression, {**known, "seed": seed})) for seed in SEEDS[:count]]


def _right(make: str, train: str) -> str:
    return f"(mg.manual_seed(seed), m := {make}, {train}, right(m))[-1]"


_PLAIN, _SCALED = "network(20)", "scaled(network(20))"
_BLOCKS, _NORMS = "residual(Block)", "residual(NormBlock)"


_UNTRAINED = "(mg.manual_seed(seed), Writer().double())[1]"


def _trained(make: str) -> str:
    return f"(mg.manual_seed(seed), w := {make}.double(), fit(w, range(600)))[1]"


def _loss(make: str) -> str:
    """Return the code for the validation loss of a training run in chapter 10b."""
    return f"loss_of({_trained(make)}, validation_x, validation_y).item()"


def one_head(writer: Any) -> Any:
    """Return chapter 10b's network with one head of size 32 instead of four of size 8."""
    attention = writer.block.attention

    def heads(h: Any) -> Any:
        return h.reshape(len(h), 1, -1, 32)

    def weights(h: Any) -> Any:
        q, k = heads(attention.query(h)), heads(attention.key(h))
        future = mg.ones(h.shape[1], h.shape[1]).triu(1) == 1
        scores = (q @ k.transpose(2, 3) / 32**0.5).masked_fill(future, -float("inf"))
        return scores.softmax(dim=3)

    attention.heads, attention.weights = heads, weights
    return writer


def no_places(writer: Any) -> Any:
    """Return chapter 10b's network without positional information."""
    with mg.no_grad():
        writer.places.zero_()
    writer.places.requires_grad_(False)
    return writer


def undivided(writer: Any) -> Any:
    """Return chapter 10b's network with scores that aren't divided by the square root of 8."""
    attention = writer.block.attention

    def weights(h: Any) -> Any:
        q, k = attention.heads(attention.query(h)), attention.heads(attention.key(h))
        future = mg.ones(h.shape[1], h.shape[1]).triu(1) == 1
        return (q @ k.transpose(2, 3)).masked_fill(future, -float("inf")).softmax(dim=3)

    attention.weights = weights
    return writer


def only_itself(writer: Any) -> Any:
    """Return chapter 10b's network with a mask that leaves each letter only itself."""
    attention = writer.block.attention
    # A letter's only weight is then 1, so it gets its own value.
    attention.forward = lambda h: attention.out(attention.value(h))
    return writer


def weight_before(writer: Any, x: Any, y: Any) -> float:
    """Return the mean weight that letters give the previous one, in the head where it's highest."""
    with mg.no_grad():
        weights = writer.block.attention.weights(writer.block.first(writer.vectors(x)))
    real = (y >= 0)[:, 1:]
    before = weights.diagonal(-1, 2, 3)  # names, heads, letters
    return max(before[:, head][real].mean().item() for head in range(weights.shape[1]))


HELPERS = {
    "one_head": one_head,
    "no_places": no_places,
    "undivided": undivided,
    "only_itself": only_itself,
    "weight_before": weight_before,
}


STUDIES = {
    "09_why_deep_networks_train": (
        Study("one hidden layer, 0.005", _right("network(1)", "fit(m, 0.005)")),
        Study("one hidden layer, 0.05", _right("network(1)", "fit(m, 0.05)")),
        Study("one hidden layer, 0.15", _right("network(1)", "fit(m, 0.15)")),
        Study("twenty, as `Linear` makes them, 0.005", _right(_PLAIN, "fit(m, 0.005)")),
        Study("the same, 0.2", _right(_PLAIN, "fit(m, 0.2)")),
        Study("twenty, scaled, 0.005", _right(_SCALED, "fit(m, 0.005)")),
        Study("the same, 0.05", _right(_SCALED, "fit(m, 0.05)"), apart=40.0),
        Study("ten blocks, 0.005", _right(_BLOCKS, "fit(m, 0.005)")),
        Study("the same, 0.05", _right(_BLOCKS, "fit(m, 0.05)"), apart=40.0),  # it explodes
        Study("ten blocks with `LayerNorm`, 0.005", _right(_NORMS, "fit(m, 0.005)")),
        Study("the same, 0.05", _right(_NORMS, "fit(m, 0.05)")),
    ),
    "10b_a_network_that_writes": (
        Study(
            "without attention", _loss("Writer(looks_back=False)"), digits=3, apart=0.02, again=1
        ),
        Study("with attention", _loss("Writer()"), digits=3, apart=0.02, again=1),
        Study(
            "one head instead of four", _loss("one_head(Writer())"), digits=3, apart=0.02, again=1
        ),
        Study("without places", _loss("no_places(Writer())"), digits=3, apart=0.03, again=1),
        Study("without the division", _loss("undivided(Writer())"), digits=3, apart=0.02, again=1),
        Study(
            "each letter looks only at itself",
            _loss("only_itself(Writer())"),
            digits=3,
            apart=0.02,
            again=1,
        ),
        Study(
            "to the letter right before",
            f"weight_before({_trained('Writer()')}, validation_x, validation_y)",
            digits=2,
            apart=0.1,
            again=1,
        ),
        Study(
            "the same, before the training",
            f"weight_before({_UNTRAINED}, validation_x, validation_y)",
            digits=2,
            apart=0.05,
            again=1,
        ),
    ),
}


@cache
def recorded(chapter: str) -> list[list[float]]:
    """Return the results of each study in a chapter, by seed."""
    results: list[list[float]] = json.loads(RECORDED.read_text(encoding="utf-8"))[chapter]
    return results


def rows(chapter: str) -> Iterator[str]:
    """Return the rows of the chapter's table, each with a label, mean, and standard deviation."""
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
