"""Progress in the exercises, stored as empty files in the learner's working copy.

An exercise counts as done if the file `.progress/CHAPTER/EXERCISE` exists. Several open notebooks
each create their own files, so no notebook can overwrite another one's progress. A notebook that
runs elsewhere, such as in `make refresh` or a test, neither shows nor changes the progress.
"""

import json
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from minigrad.course.working_copy import MANIFEST, explained

MARKS = ".progress"
OLD_FILE = ".progress.json"  # the file where earlier versions kept all progress


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
    done = {chapter: set(names) for chapter, names in _read_old(folder).items()}
    with suppress(OSError):  # no folder means no progress
        for mark in (folder / MARKS).glob("*/*"):
            done.setdefault(mark.parent.name, set()).add(mark.name)
    return {chapter: sorted(names) for chapter, names in sorted(done.items())}


def forget(folder: Path) -> None:
    """Delete the progress in all chapters; raise `CopyError` if that fails."""
    for path in (folder / OLD_FILE, folder / MARKS):
        with explained(path, "deleted"), suppress(FileNotFoundError):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def _mark(folder: Path, chapter: str, name: str) -> None:
    mark = folder / MARKS / chapter / name
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def _read_old(folder: Path) -> dict[str, list[str]]:
    """Return progress stored by an earlier version; none if the file is missing or damaged."""
    try:
        stored = json.loads((folder / OLD_FILE).read_text(encoding="utf-8"))
        return {chapter: [str(name) for name in names] for chapter, names in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return {}
