"""Classes for exam questions: their texts, typical wrong answers, and time in minutes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

ERROR = "an error"  # the answer if the program raises


@dataclass(frozen=True)
class Question:
    """A question whose texts are templates, in which `{a}` stands for the value drawn for `a`.

    `answer` is an expression that is evaluated after the program has run, and `holds` is an
    expression that computes the same answer in another way. In both, `shape(2, 3)` is a shape, and
    ERROR is the answer if the program raises. `wrong` maps expressions for typical wrong answers to
    the beliefs behind them. An expression is None if the belief says nothing about the numbers that
    were drawn. `because` is an explanation, or a mapping from conditions to explanations, in which
    the first true condition wins. Numbers are drawn again if two beliefs, or a belief and the
    program, would give the same answer.

    `variants` are draws that change what a question asks for, and not only its numbers. Papers A
    and B get the same variant, so that both of them ask the same kind of question. The values of a
    variant may contain other draws.

    Some kinds of questions need more than that. `before` is code that runs first and isn't printed.
    `figure` gives the HTML of a drawing above the question. With `choose`, students choose between
    the right and wrong answers, and `reason` says what else they have to write: one or more
    `reasons`, at one point each. `marks` maps the parts of a longer answer to their points. If
    students explain a result, they see the result of the program (`{result}`) and another result
    that they might expect (`{expected}`).

    Two questions that share one of their `ideas` aren't on the same paper.
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
    kind: str = "program"
    before: str = ""
    figure: str = ""
    choose: bool = False
    reason: str = ""
    reasons: int = 1
    marks: dict[str, int] = field(default_factory=dict)
    ideas: tuple[str, ...] = ()
    variants: tuple[dict[str, Sequence[Any]], ...] = ({},)


@dataclass(frozen=True)
class Line:
    """A program with a gap, `____`, in which students write an expression or a line of code.

    `holds` is true after the program has run with a correct line, and false after it has run with a
    wrong line. The key shows the first entry of `right`, but the other entries are also accepted.
    `before` is code that runs first.
    """

    chapter: str
    draws: dict[str, Sequence[Any]]
    code: str
    asks: str
    holds: str
    because: str
    right: tuple[str, ...]
    wrong: dict[str, str]
    before: str = ""
    kind: str = "line"
    ideas: tuple[str, ...] = ()
    variants: tuple[dict[str, Sequence[Any]], ...] = ({},)


@dataclass(frozen=True)
class Kind:
    """A kind of question, with the minutes and points for each of its questions."""

    title: str  # for lecturers only, because a title on the paper would be a hint
    # The mean of three trials on paper, rounded to half a minute. By hand is an estimate.
    minutes: float
    points: int
    room: int  # the height of the space for the answer, in mm


KINDS = {
    "program": Kind("Program", 1, 2, 14),
    "longer": Kind("Longer program", 1.5, 3, 18),
    "order": Kind("Backward order", 1.5, 2, 4),
    "momentum": Kind("Momentum", 2.5, 4, 26),
    "curve": Kind("Diagnose a curve", 1.5, 3, 16),
    "splits": Kind("Validation data", 1.5, 3, 16),
    "modes": Kind("Modes", 1, 2, 4),
    "leak": Kind("Memory", 1.5, 3, 14),
    "attention": Kind("Attention", 2.5, 4, 24),
    "patient": Kind("What went wrong?", 2, 3, 14),
    "by hand": Kind("By hand", 10, 10, 80),
    "line": Kind("One line of code", 2, 3, 14),
    "why": Kind("Explain why", 2.5, 3, 20),
}
PROGRAM_KINDS = ("program", "longer")


def leaf(name: str = "x", value: str = "{a}.0") -> str:
    """Return the line that creates a leaf, or two lines for a list, since columns are narrow."""
    begin = f"{name} = mg.tensor("
    gap = f",\n{' ' * len(begin)}" if value.startswith("[") else ", "
    return f"{begin}{value}{gap}requires_grad=True)\n"


def either(name: str, *values: Any) -> tuple[dict[str, Sequence[Any]], ...]:
    """Return one variant for each of the given values."""
    return tuple({name: (value,)} for value in values)


SMALL = range(2, 8)
OTHER = range(3, 10)
ODD = (3, 5, 7, 9)  # for programs whose answer is even, and so isn't one of their numbers
