"""The choice of questions and of their numbers, and the answers, found by running the programs."""

import itertools
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from minigrad.course.numbering import in_order

from .question import ERROR, Question
from .questions import QUESTIONS

IN_AN_EXAM = 20
TRIES = 100


@dataclass(frozen=True)
class DrawnQuestion:
    """A question with its numbers, its answer, and the same answer from the formula."""

    chapter: str
    code: str
    asks: str
    answer: Any
    again: Any
    also: str
    because: str
    wrong: tuple[tuple[Any, str], ...]  # the result of each belief, and the belief


def chapters() -> list[str]:
    """Return the chapters that have questions."""
    return sorted({question.chapter for question in QUESTIONS}, key=in_order)


def exam(seed: int, among: Iterable[str] = ()) -> list[DrawnQuestion]:
    """Return twenty questions about these chapters, or all if there are fewer.

    The same seed gives the same exam. Each chapter contributes one question, then each a second
    one, starting with the first chapter, until there are twenty.
    """
    chance = random.Random(seed)
    rounds: list[list[Question]] = []
    for chapter in sorted(set(among) or chapters(), key=in_order):
        about = [question for question in QUESTIONS if question.chapter == chapter]
        rounds.append(chance.sample(about, len(about)))
    longest = max(map(len, rounds))
    in_turn = [about[k] for k in range(longest) for about in rounds if k < len(about)]
    while True:
        asked = [drawn(question, chance) for question in in_turn[:IN_AN_EXAM]]
        if mixed(asked):
            return sorted(asked, key=lambda each: in_order(each.chapter))


def mixed(asked: Iterable[DrawnQuestion]) -> bool:
    """Return whether "an error" or "no error" would be a plausible wrong answer somewhere."""
    raised = [each.answer == ERROR for each in asked if "an error?" in each.asks]
    return len(raised) < 2 or len(set(raised)) == 2


def drawn(question: Question, chance: random.Random) -> DrawnQuestion:
    for _ in range(TRIES):
        asked = with_numbers(
            question, {name: chance.choice(among) for name, among in question.draws.items()}
        )
        if tells(asked):
            return asked
    raise ValueError(f"two beliefs, or one and the program, always agree:\n{question.code}")


def tells(asked: DrawnQuestion) -> bool:
    """Return whether an answer reveals a particular belief."""
    given = [asked.answer, *(believed for believed, _ in asked.wrong)]
    return all(one != other for one, other in itertools.combinations(given, 2))


def with_numbers(question: Question, values: dict[str, Any]) -> DrawnQuestion:
    import numpy as np

    import minigrad as mg

    def filled(template: str) -> str:
        for name, value in values.items():
            template = template.replace(f"{{{name}}}", str(value))
        return template

    names: dict[str, Any] = {"mg": mg, "F": mg.nn.functional, "np": np}
    names |= {"ERROR": ERROR, "shape": lambda *sizes: mg.Size(sizes)}

    def value(template: str) -> Any:
        return as_written(eval(filled(template), names))

    try:
        exec(filled(question.code), names)
    except RuntimeError:
        answer = ERROR
    else:
        answer = value(question.answer)
    because = {"True": question.because} if isinstance(question.because, str) else question.because
    beliefs = [(value(believed), filled(why)) for believed, why in question.wrong.items()]
    return DrawnQuestion(
        question.chapter,
        filled(question.code),
        filled(question.asks),
        answer,
        value(question.holds),
        filled(question.also),
        next(filled(why) for holds, why in because.items() if value(holds)),
        tuple((believed, why) for believed, why in beliefs if believed is not None),
    )


def as_written(value: Any) -> Any:
    """Write numbers with at most five digits.

    Lists, shapes, and tuples count as several answers."""
    import minigrad as mg

    if isinstance(value, mg.Tensor):
        return as_written(value.tolist())
    if isinstance(value, mg.Size):
        return str(tuple(value))
    if isinstance(value, list | tuple):
        return type(value)(map(as_written, value))
    return float(f"{value:.5g}") if isinstance(value, float) else value
