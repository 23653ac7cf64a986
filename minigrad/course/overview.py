"""The learner's progress across all chapters."""

from pathlib import Path

from minigrad.course.chapters import NOTEBOOKS, chapter_id, load
from minigrad.course.checking import progress as kept
from minigrad.course.checking.chapter import Chapter
from minigrad.course.checking.verdict import Verdict
from minigrad.course.working_copy import CopyError

NOWHERE = (
    "No progress is saved here. Run `make lab` to open your working copy, which shows a line "
    "for each chapter."
)


def chapters() -> dict[str, Chapter]:
    """Return the chapters that have exercises, keyed by id."""
    offered = [load(chapter_id(notebook)) for notebook in NOTEBOOKS]
    return {chapter.number: chapter for chapter in offered if chapter.exercises}


def lines(folder: Path) -> list[str]:
    done = kept.read(folder)
    return [kept.line(n, list(chapter.exercises), done) for n, chapter in chapters().items()]


def progress() -> Verdict:
    """Return a line for each chapter that lists its solved and remaining exercises."""
    folder = kept.FOLDER
    return Verdict("", "\n".join(lines(folder)) if kept.is_working_copy(folder) else NOWHERE)


def forget_progress() -> Verdict:
    """Delete the record of solved exercises, but leave the notebooks unchanged."""
    folder = kept.FOLDER
    if not kept.is_working_copy(folder):
        return Verdict("", NOWHERE)
    try:
        kept.forget(folder)
    except CopyError as problem:
        return Verdict("", str(problem))
    return progress()
