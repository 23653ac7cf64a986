"""A page for the lecturer of each chapter; `python -m docs.lecture_pages` writes them all.

Objectives, slides with their minutes, and votes come from the lectures. The wrong answers come from
`tests/course/chapter_N/answers.py`, each with the check's reply.
"""

import contextlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

from minigrad.teaching.assets import ROOT
from minigrad.teaching.editions.reading import Exercise
from minigrad.teaching.slides.lecture import Choice, Lecture, Slide, lectures
from minigrad.teaching.slides.minutes import clock
from tests.course.answers import Answers, answers_of
from tests.course.cells import chapters, verdict_on

FOLDER = ROOT / "build" / "lectures"
MOST = 6  # wrong answers shown per exercise
COUNTED = re.compile(r"(?<=KeyError: )\d+\b")  # clock time since the session's start
SHARES = (
    "We have no vote counts yet. Please record yours here and send them to us. For now, the "
    "choices are in the same order as on the slide."
)


def page(chapter: str, hours: list[Lecture], exercises: list[Exercise]) -> str:
    lines = [f"# {hours[0].chapter}. {hours[0].slides[0].title}: for the lecturer", ""]
    for number, hour in enumerate(hours, 1):
        title = f"Lecture {number}" if len(hours) > 1 else "The lecture"
        lines += [f"## {title}", "", *_objectives(hour), *_minutes(hour), *_votes(hour)]
    if exercises:
        lines += ["## Wrong answers, and what to say", ""]
        lines += ["You'll see these answers in the exercises. `check` replies to them.", ""]
        answers = answers_of(hours[0].chapter)
        for exercise in exercises:
            lines += _wrong(chapter, exercise, answers[exercise.name])
    return "\n".join(lines).rstrip() + "\n"


def _objectives(hour: Lecture) -> list[str]:
    """Return the content of the slide whose role is "objectives"."""
    slide = next(slide for slide in hour.slides if "objectives" in slide.roles)
    return ["After this lecture, students can:", "", *(part.markdown for part in slide.parts), ""]


def _minutes(hour: Lecture) -> Iterator[str]:
    yield f"### {len(hour.slides)} slides, {clock(hour.slides[-1].ends)} minutes"
    yield ""
    yield " ".join(running_late(hour))
    yield ""
    yield "| slide | its message | ends at | |"
    yield "|---|---|---|---|"
    for number, slide in enumerate(hour.slides, 1):
        yield f"| {number} | {_cell(slide.title)} | {clock(slide.ends)} | {_kind(slide)} |"
    yield ""


def running_late(hour: Lecture) -> Iterator[str]:
    which, saved = _saved(hour, "optional")
    asked, later = _saved(hour, "questions", "answers")
    if which:
        yield f"If you're running late, you can skip these slides: {which}. That saves {saved}."
    late = "still" if which else "running"
    yield f"If you're {late} late, let students take *Test yourself* home."
    yield f"Without slides {asked}, you save {'another ' if which else ''}{later}, and the answers"
    yield "are at the end of the handout."


def _saved(hour: Lecture, *roles: str) -> tuple[str, str]:
    """Return the numbers and the total minutes of the slides with one of the given roles."""
    having = [(n, s) for n, s in enumerate(hour.slides, 1) if {*roles} & {*s.roles}]
    minutes = sum(slide.seconds for _, slide in having) / 60
    return ", ".join(str(number) for number, _ in having), clock(minutes)


def _kind(slide: Slide) -> str:
    kinds = {
        "vote": any(part.choices for part in slide.parts),
        "explorer": any(part.explorer for part in slide.parts),
        "can be skipped": "optional" in slide.roles,
    }
    return ", ".join(kind for kind, there in kinds.items() if there)


def _votes(hour: Lecture) -> Iterator[str]:
    yield "### Votes"
    yield ""
    yield SHARES
    yield ""
    for number, slide in enumerate(hour.slides, 1):
        for choices in (part.choices for part in slide.parts if part.choices):
            yield f"**Slide {number}: {slide.title}**"
            yield ""
            yield "| | choice | students who choose this ... | share |"
            yield "|---|---|---|---|"
            for letter, choice in zip("ABCDE", choices, strict=False):
                sign = f"**{letter}, right**" if choice.right else letter
                yield f"| {sign} | {_cell(choice.text)} | {_cell(_about(choice))} | |"
            yield ""


def _about(choice: Choice) -> str:
    """Return the end of the sentence "Students who choose this ..."."""
    if choice.right:
        return f"are right: {choice.belief}"
    if choice.belief.startswith("that "):
        return f"believe {choice.belief.rstrip('.')}."
    return f"should hear: {choice.belief}"


def _wrong(chapter: str, exercise: Exercise, answers: Answers) -> Iterator[str]:
    yield f"### `{exercise.name}`"
    yield ""
    yield "| they write | `check` replies |"
    yield "|---|---|"
    kept: dict[str, str] = {}  # each reply, and the first answer that gets it
    for source, _ in answers.wrong:
        if len(kept) == MOST:
            break
        with contextlib.redirect_stdout(io.StringIO()):  # discards the answer's output
            verdict = verdict_on(chapter, exercise, source)
        reply = " ".join(part for part in (verdict.says, verdict.code) if part)
        kept.setdefault(COUNTED.sub("…", reply), source)
    for reply, source in kept.items():
        yield f"| {_code(changed_lines(exercise, source))} | {_cell(reply)} |"
    yield ""


def changed_lines(exercise: Exercise, source: str) -> list[str]:
    """Return the lines that an answer adds to its solution or, if none, those that it lacks."""
    right, given = _lines(exercise.solution), _lines(source)
    added = [line for line in given if line not in (*right, "pass")]
    return added or [f"(without) {line}" for line in right if line not in given] or given


def _lines(source: str) -> list[str]:
    return [line.strip() for line in source.splitlines() if line.strip()]


def _code(lines: list[str]) -> str:
    return "<br>".join(f"`` {line} ``".replace("|", r"\|") for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def write_pages(folder: Path = FOLDER) -> list[Path]:
    by_chapter: dict[str, list[Lecture]] = {}
    for lecture in lectures():
        by_chapter.setdefault(lecture.notebook.stem, []).append(lecture)
    folder.mkdir(parents=True, exist_ok=True)
    exercises = chapters()
    written = []
    for chapter, hours in by_chapter.items():
        written.append(folder / f"{chapter}.md")
        text = page(chapter, hours, exercises.get(chapter, []))
        written[-1].write_text(text, encoding="utf-8")
    return written


if __name__ == "__main__":
    print(f"Wrote {len(write_pages())} pages to {FOLDER}")
