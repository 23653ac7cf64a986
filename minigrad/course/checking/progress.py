"""Progress in the exercises, kept in a small file in the learner's working copy.

A notebook that runs elsewhere, in `make refresh` or a test, neither shows nor changes it.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from minigrad.course.working_copy import MANIFEST, write_whole

FILE = ".progress.json"


def note(chapter: str, name: str, exercises: Sequence[str], right: bool) -> str:
    """Record a solved exercise. Return the chapter's line, or nothing outside a working copy."""
    folder = Path.cwd()  # where Jupyter starts the kernel of a notebook
    if not is_working_copy(folder):
        return ""
    done = read(folder)
    if right and name not in done.get(chapter, []):
        done[chapter] = [*done.get(chapter, []), name]
        _write(folder, done)
    return line(chapter, exercises, done)


def is_working_copy(folder: Path) -> bool:
    return (folder / MANIFEST).exists()


def line(chapter: str, exercises: Sequence[str], done: dict[str, list[str]]) -> str:
    finished = [name for name in exercises if name in done.get(chapter, [])]
    remaining = [name for name in exercises if name not in finished]
    title = f"Chapter {chapter}" if chapter != "0" else "Start page"
    return f"{title}: {len(finished)} of {len(exercises)} exercises done" + (
        f"; open: {', '.join(remaining)}." if remaining else "."
    )


def read(folder: Path) -> dict[str, list[str]]:
    """Return the solved exercises by chapter. A missing or damaged file counts as empty."""
    try:
        stored = json.loads((folder / FILE).read_text(encoding="utf-8"))
        return {chapter: [str(name) for name in names] for chapter, names in stored.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def forget(folder: Path, chapters: Sequence[str] | None = None) -> None:
    """Delete all progress, or the progress in some chapters."""
    left = {} if chapters is None else read(folder)
    left = {chapter: names for chapter, names in left.items() if chapter not in (chapters or ())}
    if left:
        _write(folder, left)
    else:
        (folder / FILE).unlink(missing_ok=True)


def _write(folder: Path, done: dict[str, list[str]]) -> None:
    with suppress(OSError):  # an answer counts even if the folder isn't writable
        write_whole(folder / FILE, json.dumps(done, indent=1).encode())
