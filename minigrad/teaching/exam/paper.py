"""Exam papers A and B, each with a key that explains the belief behind each wrong answer."""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .answering import DrawnQuestion, written
from .page import markdown, write
from .selection import MINUTES, READING, exam, other_exam
from .style import HEADER, KEY, LARGE, NAME_LINE, STYLE

MARKING = (
    "A right answer needs a reason only if the task asks for one. Then each reason is worth one "
    "point. If a task asks for several answers or for an explanation, each part has its own points."
    " Otherwise, the whole task is one part. A part worth one point is right or wrong. In a part "
    "worth two or more points, a slip with the right reason next to it gets half of the part, "
    "rounded down. A slip is a wrong sign, or a mistake in a calculation. In code, it's also a "
    "small omission, which needs no reason. A mistake that carries over to another part costs "
    "points only once. A wrong letter isn't a slip, and the task gets 0 points."
)
RULES = (
    "You have {minutes} minutes, with paper and pencil and no computer. Each task says how many "
    "points it's worth, and about how many minutes it takes. These minutes leave you time to "
    "read this page and to check your answers. If there are choices, circle one letter. Give "
    "numbers exactly or rounded to two decimal places. You may leave powers and fractions as they "
    "are. Write your working. It can earn you half of the points. {marking}{names}"
)
IMPORTED = " In all programs, {names}."
NAMES = {"mg": "minigrad", "F": "minigrad.nn.functional", "np": "numpy"}
RUBRIC = (
    f"{MARKING}\n\n"
    "A listed wrong answer next to the right formula is a slip. Otherwise it's a misconception, "
    "and gets 0 points. In a task with several parts, it still "
    "gets the points of its right numbers. Another complete explanation gets all points.\n\n"
    "The listed wrong answers also show you what to teach again. Accept numbers in any "
    "form (0.25, 1/4, 2⁻²), exact or rounded to two decimal places, a tensor instead of a list, "
    "a formula instead of a sentence, code that does the same, and any name for an error."
)


def make(file: Path, seed: int, chapters: Iterable[str] = (), *, large: bool = False) -> Path:
    """Write papers A and B, each with its answer key next to it."""
    chapters = list(chapters)
    _paper(file, f"{seed} A", exam(seed, chapters), large)
    _paper(file_b(file), f"{seed} B", other_exam(seed, chapters), large)
    return file


def file_b(file: Path) -> Path:
    return file.with_name(f"{file.stem}_b{file.suffix}")


def key_of(file: Path) -> Path:
    return file.with_name(f"{file.stem}_key{file.suffix}")


def _paper(file: Path, name: str, asked: list[DrawnQuestion], large: bool) -> None:
    about = ", ".join(sorted({question.chapter for question in asked}, key=_chapter))
    number = f"<p>Exam {name}, chapters {about}.</p>"
    rules = markdown(RULES.format(minutes=minutes(asked), marking=MARKING, names=imports(asked)))
    header = HEADER.format(title=f"exam {name}", name=NAME_LINE)
    style = STYLE + header + (LARGE if large else "")
    body = _for_the_name() + _for_points(asked) + rules + _columns(_questions(asked))
    write(file, f"minigrad: exam {name}", body, style)
    body = number + markdown(RUBRIC) + _columns(_answers(asked))
    header = HEADER.format(title=f"key to exam {name}", name="")
    write(key_of(file), f"minigrad: key to exam {name}", body, STYLE + header + KEY)


def _chapter(name: str) -> tuple[int, str]:
    return int(re.sub(r"\D", "", name)), name


def minutes(asked: Sequence[DrawnQuestion]) -> int:
    """Return the minutes needed to read and answer all questions, rounded up to a multiple of 5."""
    tasks = sum(question.about.minutes for question in asked)
    return int(-(-tasks * MINUTES // (MINUTES - READING) // 5) * 5)


def points(asked: Sequence[DrawnQuestion]) -> int:
    return sum(question.about.points for question in asked)


def imports(asked: list[DrawnQuestion]) -> str:
    """Return a sentence that lists the names that the programs use without importing them."""
    code = "".join(question.code for question in asked)
    used = [f"`{n}` is `{of}`" for n, of in NAMES.items() if re.search(rf"\b{n}\.", code)]
    return IMPORTED.format(names=", ".join(used)) if used else ""


def _for_the_name() -> str:
    return (
        '<p class="name">Name <span></span> Student number <span class="short"></span> '
        'Date <span class="short"></span></p>'
    )


def _for_points(asked: list[DrawnQuestion]) -> str:
    """Return a table with space for the points of each task."""
    numbers = "".join(f"<td>{n}</td>" for n in range(1, len(asked) + 1))
    most = "".join(f"<td>{question.about.points}</td>" for question in asked)
    empty = "<td></td>" * len(asked)
    return (
        f'<table class="points"><tr><th>task</th>{numbers}<th>sum</th></tr>'
        f"<tr><th>out of</th>{most}<th>{points(asked)}</th></tr>"
        f"<tr><th>points</th>{empty}<th></th></tr></table>"
    )


def _columns(articles: Iterable[str]) -> str:
    return f'<div class="exam">{"".join(articles)}</div>'


def _questions(asked: list[DrawnQuestion]) -> Iterator[str]:
    for number, question in enumerate(asked, 1):
        room = f'<div style="height: {question.about.room}mm"></div>'
        yield _article(number, question, _task(question) + _choices(question) + room)


def _task(question: DrawnQuestion) -> str:
    reason = f" Choose one, and {question.reason}." if question.reason else ""
    return markdown(question.asks + reason)


def _choices(question: DrawnQuestion) -> str:
    listed = "".join(f"<li>{html.escape(written(choice))}</li>" for choice in question.choices)
    return f'<ol class="choices">{listed}</ol>' if listed else ""


def _answers(asked: list[DrawnQuestion]) -> Iterator[str]:
    for number, question in enumerate(asked, 1):
        answer = html.escape(written(question.answer))
        if question.kind == "line":
            right = f"<b><code>{answer}</code></b>"
        else:
            right = f"<b>{letter(question, question.answer)}{answer}</b>"
        if question.also:
            right += f", or {question.also}"
        where = f"(chapter {question.chapter})"
        because = markdown(question.because)
        below = f"<p>{right} {where}</p>{because}{_marks(question)}{_wrong(question)}"
        yield _article(number, question, _task(question) + below)


def letter(question: DrawnQuestion, choice: object) -> str:
    """Return a choice's letter and a colon, or nothing if the question has no choices."""
    if choice not in question.choices:
        return ""
    return f"{'ABCDE'[question.choices.index(choice)]}: "


def _marks(question: DrawnQuestion) -> str:
    if not question.marks:
        return ""
    rows = "".join(
        f"<li>{points_for(worth)}: {_inline(mark)}</li>" for mark, worth in question.marks.items()
    )
    return f'<ul class="marks">{rows}</ul>'


def points_for(worth: int) -> str:
    return "1 point" if worth == 1 else f"{worth} points"


def _wrong(question: DrawnQuestion) -> str:
    return f"<p>Wrong answers:</p><ul>{''.join(_beliefs(question))}</ul>" if question.wrong else ""


def _beliefs(question: DrawnQuestion) -> Iterator[str]:
    for believed, belief in question.wrong:
        shown = html.escape(written(believed))
        if question.kind == "line":
            shown = f"<code>{shown}</code>"
        follows = "." if belief.endswith(".") else ":"  # a whole sentence, or only the belief
        yield f"<li>{letter(question, believed)}{shown}{follows} {_inline(belief)}</li>"


def _article(number: int, question: DrawnQuestion, below: str) -> str:
    about = question.about
    worth = f"{about.minutes:g} min · ___ of {about.points}"
    title = f"<h3>{number}.<span>{worth}</span></h3>"
    code = f"<pre>{html.escape(question.code.rstrip())}</pre>" if question.code else ""
    return f"<article>{title}{code}{question.figure}{below}</article>\n"


def _inline(text: str) -> str:
    return markdown(text).strip().removeprefix("<p>").removesuffix("</p>")
