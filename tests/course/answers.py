"""Answers that learners might give in each chapter and the feedback they should get.

Each `chapter_N/answers.py` has two tables: `ANSWERS`, by exercise, and `GUESSES`, by prediction.
Below them is the code that verifies the takeaways of its exercises (`keeps.py`).
"""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from minigrad.course.chapters import folder


@dataclass(frozen=True)
class Answers:
    """Source code that can replace an exercise's stub. The solution is in the notebook."""

    right: list[str]  # other correct answers
    wrong: list[tuple[str, str]]  # a mistake, and part of the hint it should get
    tried: list[str] = field(default_factory=list)  # answers that count as not tried, like the stub


@dataclass(frozen=True)
class Guesses:
    """Expressions that may replace the dots in `guess = ...`."""

    truth: str  # as shown in the stored output
    right: list[str]
    wrong: list[tuple[str, str]]  # a guess and part of the feedback it should get
    other: list[str] = field(default_factory=list)  # wrong guesses that just get the reason
    unclear: list[str] = field(default_factory=list)  # guesses that match no listed answer


class Table(dict[str, Any]):
    """A table with an entry for every prediction or every exercise in a chapter."""

    def __init__(self, place: str, entries: Mapping[str, Any]) -> None:
        super().__init__(entries)
        self.place = place

    def __missing__(self, name: str) -> Any:
        pytest.fail(
            f"{self.place} has no {name!r}, and the notebook has. Add it in the notebook's order: "
            "minigrad/course/README.md shows how.",
            pytrace=False,
        )

    def require(self, names: Sequence[str]) -> None:
        """Fail unless the table has exactly the given names, in the notebook's order."""
        for name in names:
            self[name]
        for name in self:
            if name not in names:
                pytest.fail(f"{self.place} has {name!r}, but the notebook doesn't.", pytrace=False)
        for here, there in zip(self, names, strict=True):
            if here != there:
                pytest.fail(
                    f"{self.place} isn't in the notebook's order: {there!r} comes before {here!r} "
                    "in the notebook.",
                    pytrace=False,
                )


def answers_of(chapter: str) -> Table:
    return _table(chapter, "ANSWERS")


def guesses_of(chapter: str) -> Table:
    return _table(chapter, "GUESSES")


def _table(chapter: str, name: str) -> Table:
    module = importlib.import_module(f"tests.course.{folder(chapter)}.answers")
    return Table(f"tests/course/{folder(chapter)}/answers.py: {name}", getattr(module, name))
