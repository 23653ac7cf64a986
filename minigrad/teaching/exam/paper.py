"""The exam on paper, and its key, with the right answers and the belief behind each wrong one."""

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from minigrad.teaching.editions.sheet import head, key_of, markdown, name_line, write

from .drawing import IN_AN_EXAM, DrawnQuestion, exam

ROOM = 17  # mm
MINUTES = 45  # for twenty questions
STYLE = """
.exam { columns: 2; column-fill: auto; column-gap: 9mm; column-rule: 1px solid #ccc; }
.exam article { margin-bottom: 1.2em; } .exam pre { font-size: 8.6pt; }
.exam p { margin: 0.4em 0; } .exam ul { margin: 0; padding-left: 1.2em; font-size: 0.93em; }
"""
SMALL = """
.exam { font-size: 9.5pt; line-height: 1.25; } .exam article { margin-bottom: 0.8em; }
.exam pre { font-size: 8pt; line-height: 1.25; padding: 3px 6px; margin: 3px 0; }
.exam p { margin: 0.3em 0; }
"""
RULES = (
    "You have {minutes} minutes, with paper and pencil and no computer. A right answer is worth "
    "two points. Give numbers exactly, or rounded to two digits. Write a line that says why, "
    "because a slip after the right reason still earns one point. In all programs, {names}."
)
NAMES = {"mg": "minigrad", "F": "minigrad.nn.functional", "np": "numpy"}
RUBRIC = (
    "Give 2 points for a right answer, with or without a reason. Give 1 point for a slip, that is, "
    "if the student's line gives the reason printed here, but a sign, a sum, or one of several "
    "numbers went wrong. Otherwise give 0. The answers listed below each question aren't slips but "
    "beliefs. They get 0 points, and they show you what to teach again. Accept numbers in any form "
    "(0.25, 1/4, 2⁻²), exact or rounded to two digits, a tensor instead of a list, and any name "
    "for an error."
)


def make(file: Path, seed: int, chapters: Iterable[str] = ()) -> Path:
    """Write the exam, and its key next to it."""
    asked = exam(seed, chapters)
    about = ", ".join(dict.fromkeys(question.chapter for question in asked))
    number = f"<p>Exam {seed}, chapters {about}.</p>"
    rules = markdown(RULES.format(minutes=minutes(asked), names=_names(asked)))
    paper = name_line(len(asked)) + number + rules + _columns(_questions(asked))
    write(file, "minigrad: exam", paper, STYLE)
    key = number + markdown(RUBRIC) + _columns(_answers(asked))
    write(key_of(file), "minigrad: key to the exam", key, STYLE + SMALL)
    return file


def minutes(asked: list[DrawnQuestion]) -> int:
    """Return the minutes in proportion to the questions, rounded up to a multiple of five."""
    return -(-MINUTES * len(asked) // IN_AN_EXAM // 5) * 5


def _names(asked: list[DrawnQuestion]) -> str:
    """Return the names that the programs don't import."""
    code = "".join(question.code for question in asked)
    return ", ".join(f"`{n}` is `{of}`" for n, of in NAMES.items() if re.search(rf"\b{n}\.", code))


def _columns(articles: Iterable[str]) -> str:
    return f'<div class="exam">{"".join(articles)}</div>'


def _questions(asked: list[DrawnQuestion]) -> Iterator[str]:
    for number, question in enumerate(asked, 1):
        room = f'<div style="height: {ROOM}mm"></div>'
        yield _article(number, question, markdown(question.asks) + room)


def _answers(asked: list[DrawnQuestion]) -> Iterator[str]:
    for number, question in enumerate(asked, 1):
        right = f"<b>{written(question.answer)}</b>"
        if question.also:
            right += f", or {question.also}"
        wrong = "".join(
            f"<li>{written(believed)}: {_inline(belief)}</li>"
            for believed, belief in question.wrong
        )
        where = f"(chapter {question.chapter})"
        because = markdown(question.because)
        told = f"{markdown(question.asks)}<p>{right} {where}</p>{because}<ul>{wrong}</ul>"
        yield _article(number, question, told)


def _article(number: int, question: DrawnQuestion, below: str) -> str:
    code = f"<pre>{html.escape(question.code.rstrip())}</pre>"
    return f"<article>{head(str(number))}{code}{below}</article>\n"


def written(value: Any) -> str:
    """Write a number as on paper: 7 for 7.0, 0.00001 for 1e-05."""
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, tuple):
        return ", ".join(map(written, value))
    if isinstance(value, float):
        return np.format_float_positional(value, trim="-")
    return html.escape(str(value))


def _inline(text: str) -> str:
    return markdown(text).strip().removeprefix("<p>").removesuffix("</p>")
