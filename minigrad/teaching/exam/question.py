"""Exam questions: a program, a question about it, and what a student might believe."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ERROR = "an error"  # the answer if the program raises


@dataclass(frozen=True)
class Question:
    """A question. All texts but the first are templates, where `{a}` is the value drawn for `a`.

    `answer` is evaluated after the program has run; `holds` computes it in another way. `shape(2,
    3)` is a shape, and ERROR is the answer for a program that raises. `wrong` has what a typical
    learner would write, as an expression, and the belief behind it. The expression is None if the
    belief says nothing about the numbers that were drawn. `because` explains every draw, or is a
    table in which the first true condition gives the explanation. Numbers are drawn again if two
    beliefs, or a belief and the program, would give the same answer.
    """

    chapter: str
    draws: dict[str, Sequence[Any]]
    code: str
    asks: str
    answer: str
    holds: str
    because: str | dict[str, str]
    wrong: dict[str, str]
    also: str = ""  # another way to write the answer, in HTML


def leaf(name: str = "x", value: str = "{a}.0") -> str:
    """Return the line that creates a leaf, or two for a list, because the columns are narrow."""
    begin = f"{name} = mg.tensor("
    gap = f",\n{' ' * len(begin)}" if value.startswith("[") else ", "
    return f"{begin}{value}{gap}requires_grad=True)\n"


SMALL = range(2, 8)
OTHER = range(3, 10)
