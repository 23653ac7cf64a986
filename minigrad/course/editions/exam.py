"""An exam of twenty questions: numbers drawn by a seed, answers found by running the programs."""

import html
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from minigrad.course.numbering import in_order

from .exam_questions import QUESTIONS, Question
from .sheet import head, key_of, markdown, name_line, write

ROOM = 22  # mm
RUBRIC = (
    "An answer is right or it is not; for a wrong one with the right reason, give half. Rubric of "
    "the exercises, as the checks mark them: not tried 0, tried and not right yet half, right all. "
    "A learner who explains why the check refuses an answer has understood it: give what you see."
)


@dataclass(frozen=True)
class Asked:
    """A question with its numbers, its answer, and the same answer by the formula."""

    chapter: str
    code: str
    asks: str
    answer: Any
    again: Any
    because: str


def exam(seed: int) -> list[Asked]:
    """The same seed gives the same exam."""
    chance = random.Random(seed)
    drawn = [_drawn(question, chance) for question in QUESTIONS]
    return sorted(drawn, key=lambda asked: in_order(asked.chapter))


def _drawn(question: Question, chance: random.Random) -> Asked:
    import minigrad as mg

    values = {name: chance.choice(list(among)) for name, among in question.draws.items()}

    def filled(text: str) -> str:
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text

    names: dict[str, Any] = {"mg": mg}
    exec(filled(question.code), names)
    return Asked(
        question.chapter,
        filled(question.code),
        filled(question.asks),
        eval(filled(question.answer), names),
        eval(filled(question.holds), names),
        filled(question.because),
    )


def make(file: Path, seed: int) -> Path:
    """Write the exam, and beside it its key."""
    asked = exam(seed)
    note = f"<p>Exam {seed}. In all programs: <code>import minigrad as mg</code>.</p>"
    write(file, "minigrad: exam", name_line(len(asked)) + note + "".join(_questions(asked)))
    key = note + f"<p>{RUBRIC}</p>" + "".join(_answers(asked))
    write(key_of(file), "minigrad: key to the exam", key)
    return file


def _questions(asked: list[Asked]) -> Iterator[str]:
    for number, question in enumerate(asked, 1):
        code = f"<pre>{html.escape(question.code.rstrip())}</pre>"
        room = f'<div style="height: {ROOM}mm"></div>'
        yield f"<article>{head(str(number))}{code}{markdown(question.asks)}{room}</article>\n"


def _answers(asked: list[Asked]) -> Iterator[str]:
    for number, question in enumerate(asked, 1):
        answer = f"<p><b>{html.escape(str(question.answer))}</b> (chapter {question.chapter})</p>"
        yield f"<article>{head(str(number))}{answer}{markdown(question.because)}</article>\n"
