"""The selection of questions, and of the numbers in them, for papers A and B."""

import itertools
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from minigrad.course.chapters import in_order

from .answering import DrawnQuestion, shuffled, with_numbers
from .question import ERROR, KINDS, PROGRAM_KINDS, Line, Question
from .questions import QUESTIONS

MINUTES = 45
READING = 5  # how many of these minutes are for reading the first page and checking the answers
TWICE = ("why", "line")  # kinds that may contribute a second question, to fill up the time
TRIES = 100
Pair = tuple[DrawnQuestion, DrawnQuestion]


def chapters() -> list[str]:
    """Return the chapters that have questions."""
    return sorted({question.chapter for question in QUESTIONS}, key=in_order)


def exam(seed: int, among: Iterable[str] = ()) -> list[DrawnQuestion]:
    """Return the questions of paper A: 45 minutes on the given chapters, or on all by default.

    The same seed gives the same exam. Each kind contributes one question, and each chapter that has
    no question yet contributes one program. The remaining time is filled with more programs, and
    with more questions whose answer is a sentence or a line.
    """
    return [a for a, _ in papers(seed, among)]


def other_exam(seed: int, among: Iterable[str] = ()) -> list[DrawnQuestion]:
    """Return paper B, which has the same questions with different numbers.

    Within each chapter, the order is reversed, except that the long question stays at the end.
    """
    return sorted((b for _, b in reversed(papers(seed, among))), key=_place)


def papers(seed: int, among: Iterable[str] = ()) -> list[Pair]:
    """Return an exam as pairs: each question for paper A together with its version for paper B."""
    chosen = sorted(set(among) or chapters(), key=in_order)
    chance = random.Random(seed)
    asked = selected([q for q in QUESTIONS if q.chapter in chosen], chance)
    pairs = [_pair(question, chance) for question in asked]
    while not (errors_vary(a for a, _ in pairs) and errors_vary(b for _, b in pairs)):
        pairs = [
            _pair(question, chance) if "an error?" in question.asks else pair
            for question, pair in zip(asked, pairs, strict=True)
        ]
    return sorted(pairs, key=lambda pair: _place(pair[0]))


def _place(asked: DrawnQuestion) -> tuple[Any, bool]:
    return in_order(asked.chapter), asked.kind == "by hand"


def selected(available: list[Question | Line], chance: random.Random) -> list[Question | Line]:
    """Choose one question of each kind, a program for each other chapter, and then more of both.

    Of a kind, a question about a new chapter is preferred.

    If students have to write a line, no other task prints that line. No idea is tested twice.
    """
    of_kind = {
        kind: chance.sample(about, len(about))
        for kind in KINDS
        if (about := [question for question in available if question.kind == kind])
    }
    programs = [question for kind in PROGRAM_KINDS for question in of_kind.pop(kind, [])]
    chance.shuffle(programs)
    about_each = [
        [question for question in programs if question.chapter == chapter]
        for chapter in sorted({question.chapter for question in programs}, key=in_order)
    ]
    chosen: list[Question | Line] = []
    for questions in of_kind.values():
        fitting = _fitting(questions, chosen)
        chosen += sorted(fitting, key=lambda question: question.chapter in _covered(chosen))[:1]
    for questions in about_each:
        if questions[0].chapter not in _covered(chosen):
            chosen += _fitting(questions, chosen)[:1]
    for kind in TWICE:
        chosen += _fitting(of_kind.get(kind, []), chosen)[:1]
    more = [question for each in itertools.zip_longest(*about_each) for question in each]
    more += [question for kind in TWICE for question in of_kind.get(kind, [])]
    for question in filter(None, more):
        chosen += _fitting([question], chosen)
    return list(_within(MINUTES - READING, chosen))


def _covered(chosen: list[Question | Line]) -> set[str]:
    return {question.chapter for question in chosen}


def _fitting(
    questions: list[Question | Line], chosen: list[Question | Line]
) -> list[Question | Line]:
    """Return questions with new ideas that neither reveal a line nor ask for a revealed line."""
    return [
        question
        for question in questions
        if question not in chosen
        and not any(
            set(question.ideas) & set(c.ideas) or gives_away(question, c) or gives_away(c, question)
            for c in chosen
        )
    ]


def gives_away(question: Question | Line, line: Question | Line) -> bool:
    """Return whether one question prints a line that students have to write in another question."""
    return isinstance(line, Line) and any(
        _bare(right) in _bare(question.code) for right in line.right
    )


def _bare(code: str) -> str:
    """Return code without spaces, with inputs and numbers replaced by the same symbol."""
    code = re.sub(r"^return |^\w+ = ", "", code)
    return re.sub(r"\s", "", re.sub(r"\{\w+\}|\b\d+(\.\d+)?\b|\bx\b", "#", code))


def _within(minutes: float, questions: list[Question | Line]) -> Iterator[Question | Line]:
    for question in questions:
        minutes -= KINDS[question.kind].minutes
        if minutes < 0:
            return
        yield question


def _pair(question: Question | Line, chance: random.Random) -> Pair:
    """Return one variant with two sets of numbers, so that the answers differ if they can."""
    variant = chance.choice(question.variants)
    first = drawn(question, variant, chance)
    in_words = first.choices or first.kind in TWICE or first.answer == ERROR
    other = None
    for _ in range(TRIES):
        second = drawn(question, variant, chance)
        if _printed(second) != _printed(first):
            other = second
            if in_words or second.answer != first.answer:
                break
    if other is None:
        raise ValueError(f"all draws of numbers print the same question:\n{question.code}")
    first = shuffled(first, chance)
    other = shuffled(other, chance)
    while first.choices and right_place(first) == right_place(other):
        other = shuffled(other, chance)
    return first, other


def right_place(asked: DrawnQuestion) -> int:
    """Return the place of the right choice."""
    return asked.choices.index(asked.answer)


def _printed(asked: DrawnQuestion) -> tuple[str, str, str]:
    return asked.code, asked.asks, asked.figure


def errors_vary(asked: Iterable[DrawnQuestion]) -> bool:
    """Return whether questions about an error include some that raise one and some that don't."""
    raised = [each.answer == ERROR for each in asked if "an error?" in each.asks]
    return len(raised) < 2 or len(set(raised)) == 2


def drawn(
    question: Question | Line, variant: dict[str, Sequence[Any]], chance: random.Random
) -> DrawnQuestion:
    draws = {**variant, **question.draws}
    for _ in range(TRIES):
        values = {name: chance.choice(among) for name, among in draws.items()}
        if all_distinct(values) and has_distinct_answers(asked := with_numbers(question, values)):
            return asked
    raise ValueError(f"two answers are the same for all draws of numbers:\n{question.code}")


def all_distinct(values: dict[str, Any]) -> bool:
    """Return whether all drawn numbers differ, so that an answer reveals the number it uses."""
    numbers = [value for value in values.values() if isinstance(value, int | float)]
    return len(set(numbers)) == len(numbers)


def has_distinct_answers(asked: DrawnQuestion) -> bool:
    """Return whether all answers differ, so that each wrong answer reveals a particular belief."""
    given = [asked.answer, *(believed for believed, _ in asked.wrong)]
    return all(one != other for one, other in itertools.combinations(given, 2))
