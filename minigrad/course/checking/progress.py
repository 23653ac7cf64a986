"""Progress in the exercises, stored as empty files in the learner's working copy.

An exercise counts as done if the file `.progress/CHAPTER/EXERCISE` exists. Several open notebooks
each create their own files, so no notebook can overwrite another one's progress. A notebook that
runs elsewhere, such as in `make refresh` or a test, neither shows nor changes the progress.
"""

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from minigrad.course.working_copy import MANIFEST, explained

MARKS = ".progress"


def _start_folder() -> Path:
    try:
        return Path.cwd()
    except OSError:  # it was deleted, so it isn't a working copy anymore
        return Path()


# Jupyter starts the kernel in the notebook's folder, which an answer may change later.
FOLDER = _start_folder()


def note(chapter: str, name: str, exercises: Sequence[str], right: bool) -> str:
    """Record a solved exercise; return the chapter's progress line, or "" in other folders."""
    if not is_working_copy(FOLDER):
        return ""
    done = read(FOLDER)
    if not right or name in done.get(chapter, []):
        return line(chapter, exercises, done)
    done[chapter] = [*done.get(chapter, []), name]
    try:
        _mark(FOLDER, chapter, name)
    except OSError as error:  # the answer still counts, but the next check won't know about it
        why = f"{FOLDER / MARKS} can't be written: {error.strerror or error}."
        return f"{line(chapter, exercises, done)}\nThis wasn't saved, because {why}"
    return line(chapter, exercises, done)


def is_working_copy(folder: Path) -> bool:
    return (folder / MANIFEST).exists()


def line(chapter: str, exercises: Sequence[str], done: dict[str, list[str]]) -> str:
    finished = [name for name in exercises if name in done.get(chapter, [])]
    remaining = [name for name in exercises if name not in finished]
    return f"Chapter {chapter}: {len(finished)} of {len(exercises)} exercises done" + (
        f"; remaining: {', '.join(remaining)}." if remaining else "."
    )


def read(folder: Path) -> dict[str, list[str]]:
    """Return the names of the solved exercises, by chapter."""
    done: dict[str, list[str]] = {}
    with suppress(OSError):  # no folder means no progress
        for mark in (folder / MARKS).glob("*/*"):
            done.setdefault(mark.parent.name, []).append(mark.name)
    return {chapter: sorted(names) for chapter, names in sorted(done.items())}


def forget(folder: Path) -> None:
    """Delete the progress in all chapters; raise `CopyError` if that fails."""
    with explained(folder / MARKS, "deleted"), suppress(FileNotFoundError):
        shutil.rmtree(folder / MARKS)


def _mark(folder: Path, chapter: str, name: str) -> None:
    mark = folder / MARKS / chapter / name
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()
