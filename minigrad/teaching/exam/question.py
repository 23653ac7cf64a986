"""What a question of the exam is: a program, what is asked of it, and what could be believed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

ERROR = "an error"  # the answer where the program raises


@dataclass(frozen=True)
class Question:
    """All texts but the first are templates: `{a}` stands for the value that was drawn for `a`.

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
    """The line that makes it; a list takes two, as a column of the paper is narrow."""
    begin = f"{name} = mg.tensor("
    gap = f",\n{' ' * len(begin)}" if value.startswith("[") else ", "
    return f"{begin}{value}{gap}requires_grad=True)\n"


SMALL = range(2, 8)
OTHER = range(3, 10)
