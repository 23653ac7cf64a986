"""`python -m tests.tools.teaching` writes `notebooks/teaching/`: the lecturer's page of a chapter.

Objectives, slides by the minute and votes come from the lectures; the wrong answers from
`tests/course/answers`, each with what the check says to it. Nothing there is written by hand.
"""

import contextlib
import importlib
import io
import re
from collections.abc import Iterator
from pathlib import Path

from minigrad.course.editions.reading import Exercise
from minigrad.course.publish.slides.lecture import NOTEBOOKS, Lecture, Slide, lectures
from minigrad.course.publish.slides.minutes import clock, seconds
from tests.course.answers import Answers
from tests.course.cells import chapters, judged

FOLDER = NOTEBOOKS / "teaching"
MOST = 6  # wrong answers of an exercise
COUNTED = re.compile(r"(?<=KeyError: )\d+\b")  # by a clock, from the session's start
SHARES = (
    "Nobody has counted yet: write your shares here, and tell us. Until then the order is that of "
    "the slide, and says nothing."
)


def page(chapter: str, hours: list[Lecture], exercises: list[Exercise]) -> str:
    lines = [f"# {hours[0].chapter}. {hours[0].slides[0].title}: for the lecturer", ""]
    lines += [f"[The chapter](../{chapter}.ipynb) · [Teaching](../TEACHING.md)", ""]
    for number, hour in enumerate(hours, 1):
        title = f"Lecture {number}" if len(hours) > 1 else "The lecture"
        lines += [f"## {title}", "", *_objectives(hour), *_minutes(hour), *_votes(hour)]
    if exercises:
        lines += ["## Wrong answers, and what to say", ""]
        lines += ["What you will hear in the exercises. The reply is the one of `check`.", ""]
        answers = importlib.import_module(f"tests.course.answers.chapter_{hours[0].chapter}")
        for exercise in exercises:
            lines += _wrong(chapter, exercise, answers.ANSWERS[exercise.name])
    return "\n".join(lines).rstrip() + "\n"


def _objectives(hour: Lecture) -> list[str]:
    """What is on the slide of that role."""
    slide = next(slide for slide in hour.slides if "objectives" in slide.roles)
    return ["Afterwards they can:", "", *(part.markdown for part in slide.parts), ""]


def _minutes(hour: Lecture) -> Iterator[str]:
    yield f"### {len(hour.slides)} slides, {clock(hour.slides[-1].ends)} minutes"
    yield ""
    which, saved = _saved(hour, "optional")
    asked, later = _saved(hour, "questions", "answers")
    yield (
        f"When you are late, leave out {which}: that saves {saved}. When you are later still, let "
        f"them take *Test yourself* home: without {asked} you save {later} more, and the answers "
        "stand at the end of the handout."
    )
    yield ""
    yield "| slide | it says | ends at | |"
    yield "|---|---|---|---|"
    for number, slide in enumerate(hour.slides, 1):
        yield f"| {number} | {_cell(slide.title)} | {clock(slide.ends)} | {_kind(slide)} |"
    yield ""


def _saved(hour: Lecture, *roles: str) -> tuple[str, str]:
    """The numbers of the slides that have one of these roles, and their minutes."""
    having = [(n, s) for n, s in enumerate(hour.slides, 1) if {*roles} & {*s.roles}]
    minutes = sum(seconds(slide.notes) for _, slide in having) / 60
    return ", ".join(str(number) for number, _ in having), clock(minutes)


def _kind(slide: Slide) -> str:
    kinds = {
        "vote": any(part.choices for part in slide.parts),
        "explorer": any(part.explorer for part in slide.parts),
        "may be left out": "optional" in slide.roles,
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
            yield "| | choice | about it | share |"
            yield "|---|---|---|---|"
            for letter, choice in zip("ABCDE", choices, strict=False):
                sign = f"**{letter}, right**" if choice.right else letter
                yield f"| {sign} | {_cell(choice.text)} | {_cell(choice.belief)} | |"
            yield ""


def _wrong(chapter: str, exercise: Exercise, answers: Answers) -> Iterator[str]:
    yield f"### `{exercise.name}`"
    yield ""
    yield "| they write | what is said |"
    yield "|---|---|"
    said: set[str] = set()
    for source, _ in answers.wrong:
        with contextlib.redirect_stdout(io.StringIO()):  # what the answer prints
            verdict = judged(chapter, exercise, source)
        reply = " ".join(part for part in (verdict.says, verdict.code) if part)
        reply = COUNTED.sub("…", reply)
        if reply not in said and len(said) < MOST:
            yield f"| {changed(exercise, source)} | {_cell(reply)} |"
            said.add(reply)
    yield ""


def changed(exercise: Exercise, source: str) -> str:
    """The lines of an answer that its solution does not have, or what it has fewer."""
    right = [line.strip() for line in exercise.solution.splitlines()]
    lines = [line.strip() for line in source.strip().splitlines()]
    fresh = [line for line in lines if line not in right and line]
    missing = [line for line in right if line not in lines and line]
    shown = fresh[:3] or [f"(without) {line}" for line in missing[:1]] or ["(in another order)"]
    return "<br>".join(f"`` {line} ``".replace("|", r"\|") for line in shown)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")


def pages() -> dict[Path, str]:
    by_chapter: dict[str, list[Lecture]] = {}
    for lecture in lectures():
        by_chapter.setdefault(lecture.notebook.stem, []).append(lecture)
    exercises = chapters()
    return {
        FOLDER / f"{chapter}.md": page(chapter, hours, exercises.get(chapter, []))
        for chapter, hours in by_chapter.items()
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    written = pages()
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
    for path in set(FOLDER.glob("*.md")) - set(written):
        path.unlink()
    print(f"{len(written)} pages in {FOLDER.name}/")


if __name__ == "__main__":
    main()
