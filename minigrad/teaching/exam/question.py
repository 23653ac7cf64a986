"""Questions of the exam: a program, what is asked about it, and what a student could believe."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ERROR = "an error"  # the answer where the program raises


@dataclass(frozen=True)
class Question:
    """A question. All texts but the first are templates: `{a}` is the value drawn for `a`.

    `answer` is evaluated where the program has run, `holds` comes to it another way; `shape(2, 3)`
    is a shape, ERROR what a program gives that raises. `wrong` has what a typical learner would
    write, as an expression, and the belief behind it; None where the belief says nothing about
    what was drawn. `because` explains every draw, or is a table: the first that holds for what was
    drawn explains it. Numbers with which two beliefs, or a belief and the program, come to the same
    are drawn again.
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
    """Return the line that makes it, or two for a list, because the paper's columns are narrow."""
    begin = f"{name} = mg.tensor("
    gap = f",\n{' ' * len(begin)}" if value.startswith("[") else ", "
    return f"{begin}{value}{gap}requires_grad=True)\n"


SMALL = range(2, 8)
OTHER = range(3, 10)
