"""The points in a course, read from nbgrader's database."""

import re
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .lms_filenames import skipped
from .submissions import SECRET, UNREADABLE, readable


@dataclass(frozen=True)
class Mark:
    """An exercise in one submission: its points and, unless it earned full credit, the feedback."""

    assignment: str
    exercise: str
    student: str
    points: float
    of: float
    said: str = ""


@dataclass(frozen=True)
class Unmarked:
    """A submission that has no points, and what the lecturer can do about it."""

    assignment: str
    student: str
    files: tuple[str, ...]
    what_to_do: str


TORN = (
    "This notebook can't be read. Ask the learner to send it again. If "
    "submissions are collected through a platform, save the new file as "
    "`{}`, run `nbgrader zip_collect {chapter} --force`, and regenerate "
    "this page."
)
UNMARKED = "The notebook hasn't been graded yet. Run `nbgrader autograde {chapter}`."
ANEW = (
    "The notebook changed after it was graded. Run "
    "`nbgrader autograde {chapter} --student={who} --force`."
)
NOT_TAKEN = (
    "There's no notebook for this chapter, or there's more than one. Put a copy of the right one "
    "at `{}`, and run `nbgrader zip_collect {chapter} --force`."
)
NOT_THEIRS = ("timestamp.txt", SECRET)


def as_comment(said: str) -> str:
    """Escape text for nbgrader's gradebook, whose pages read a comment as Markdown.

    >>> print(as_comment("<b>[1](2)"))
    \\<b>[1]\\(2)
    """
    return re.sub(r"\\|<|(?<=\])\(", r"\\\g<0>", said)


def from_comment(comment: str) -> str:
    """Return the original text of a comment.

    >>> from_comment(as_comment(r"x < 1, \\<b>[1](2)"))
    'x < 1, \\\\<b>[1](2)'
    """
    return re.sub(r"\\([\\<(])", r"\1", comment)


def read(course: Path) -> list[Mark]:
    from nbgrader.api import Gradebook
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import PyFileConfigLoader

    with chdir(course):
        settings = PyFileConfigLoader("nbgrader_config.py").load_config()
        url = NbGraderAPI(config=settings).coursedir.db_url
        with Gradebook(url) as gradebook:
            return list(_marks(gradebook))


def unmarked(course: Path, marks: Iterable[Mark]) -> list[Unmarked]:
    """Return submissions that have no points, or only the 0 that an unreadable file was given."""
    marks = list(marks)
    has_points = {(mark.assignment, mark.student) for mark in marks if mark.points}
    marked = {(mark.assignment, mark.student) for mark in marks}
    lost = []
    for folder in sorted((course / "submitted").glob("*/*")):
        chapter, who = folder.name, folder.parent.name
        if (chapter, who) in has_points:
            continue
        why = UNMARKED
        if not readable(folder / f"{chapter}.ipynb"):
            why = TORN
        elif (chapter, who) in marked:
            if not _was_unreadable(course / "autograded" / who / chapter / f"{chapter}.ipynb"):
                continue
            why = ANEW
        why = why.format(_archive(chapter, who), chapter=chapter, who=who)
        lost.append(Unmarked(chapter, who, _files(folder), why))
    for folder in sorted((course / "downloaded").glob("*/extracted")):
        chapter = folder.parent.name
        for who, files in skipped(folder, chapter).items():
            name = "NAME" if who in files else who  # for a file in a folder without an owner
            why = NOT_TAKEN.format(_archive(chapter, name), chapter=chapter)
            lost.append(Unmarked(chapter, "" if who in files else who, tuple(files), why))
    return lost


def _archive(chapter: str, name: str) -> str:
    return f"downloaded/{chapter}/archive/{name}_{chapter}.ipynb"


def _was_unreadable(marked: Path) -> bool:
    """Return whether a notebook got a 0 for being unreadable, even if it's been replaced since."""
    return marked.exists() and UNREADABLE in marked.read_text(encoding="utf-8")


def _files(folder: Path) -> tuple[str, ...]:
    found = (path for path in folder.iterdir() if path.name not in NOT_THEIRS)
    return tuple(sorted(path.name for path in found if path.stat().st_size))


def _marks(gradebook: Any) -> Iterator[Mark]:
    for assignment in gradebook.assignments:
        for submission in assignment.submissions:
            for notebook in submission.notebooks:
                said = {c.name: from_comment(c.auto_comment or "") for c in notebook.comments}
                for grade in notebook.grades:
                    if grade.auto_score is None and grade.manual_score is None:
                        continue  # collected, but not graded yet
                    exercise = grade.name.removesuffix("-check")
                    yield Mark(
                        assignment.name,
                        exercise,
                        submission.student.id,
                        grade.score,
                        grade.max_score,
                        said.get(exercise, ""),
                    )
