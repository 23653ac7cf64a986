"""The learner's own copy of the notebooks, created once and updated only if no work is lost.

A manifest next to the copies records which edition of each chapter was copied. Once a cell or its
metadata has been edited, the chapter counts as the learner's own. Outputs don't count as a change,
neither in the copy nor in the repository, but a copy that was run is still kept when an update
replaces it.
"""

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from minigrad.course.learner_copy import learners_copy

MANIFEST = ".laid_out.json"
KEPT = "earlier"
# Metadata that editors write while a notebook is only read and run
OF_CELLS = {"ExecuteTime", "collapsed", "execution", "jupyter", "scrolled", "trusted"}
OF_NOTEBOOKS = {"kernelspec", "language_info", "widgets"}

# The states of a chapter that `status` and `update` report
NEW = "copied"
CURRENT = "current"
RENEWED = "updated"
YOURS = "yours"
NEWER = "newer upstream"


class CopyError(Exception):
    """Raised if the working copy can't be read or written. The text is one or two sentences."""


class ChangedError(Exception):
    """Raised if a copy was saved while a fresh one was being prepared."""


@dataclass(frozen=True)
class Edition:
    """One version of a chapter, as digests."""

    cells: str  # what a reader can edit in the repository's notebook
    copy: str  # the copy that was made of it


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _cells(content: bytes) -> bytes:
    """Return what a reader can edit, or the whole file if it isn't a notebook."""
    try:
        notebook = json.loads(content)
        cells = [
            (c["cell_type"], _source(c), c.get("attachments"), _without(c["metadata"], OF_CELLS))
            for c in notebook["cells"]
        ]
        metadata = _without(notebook["metadata"], OF_NOTEBOOKS)
        return json.dumps([cells, metadata], sort_keys=True).encode()
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return content


def _without(metadata: dict, keys: set[str]) -> dict:
    return {key: value for key, value in metadata.items() if key not in keys}


def _source(cell: dict) -> str:
    """Return a cell's source with the repository's line endings, because editors change them."""
    return "".join(cell["source"]).replace("\r\n", "\n").replace("\r", "\n")


class WorkingCopy:
    def __init__(self, upstream: Path, folder: Path) -> None:
        self.upstream = upstream
        self.folder = folder

    def chapters(self) -> list[str]:
        return sorted(notebook.name for notebook in self.upstream.glob("*.ipynb"))

    def status(self, chapter: str) -> str:
        """Return what `update` would do to a chapter, or why `update` would leave it alone."""
        return self._status(chapter, self._read(chapter))

    def _read(self, chapter: str) -> bytes | None:
        """Return the copy's content, or None if there is no copy."""
        self.require_place(chapter)
        copy = self.folder / chapter
        with explained(copy, "read"):
            return _content(copy)

    def _status(self, chapter: str, mine: bytes | None) -> str:
        if mine is None:
            return NEW
        with explained(self.upstream / chapter, "read"):
            theirs = _digest(_cells((self.upstream / chapter).read_bytes()))
        known = self._laid_out().get(chapter)  # None if the manifest was lost
        newer = known is None or known.cells != theirs
        cells = _digest(_cells(mine))
        if cells == theirs or (known and cells == known.cells):
            return RENEWED if newer else CURRENT
        return NEWER if newer else YOURS

    def update(self) -> dict[str, str]:
        """Create missing chapters, update those the learner hasn't changed, and report the rest."""
        return {chapter: self._update(chapter) for chapter in self.chapters()}

    def _update(self, chapter: str) -> str:
        while True:
            mine = self._read(chapter)
            status = self._status(chapter, mine)
            if status not in (NEW, RENEWED):
                return status
            with suppress(ChangedError):
                kept = self._lay_out(chapter, mine)
                return f"{status}; yours is now {self.name(kept)}" if kept else status

    def reset(self, chapter: str) -> Path | None:
        """Make a fresh copy of a chapter; return the path of the learner's old copy, if any."""
        while True:
            with suppress(ChangedError):
                return self._lay_out(chapter, self._read(chapter))

    def name(self, path: Path) -> str:
        """Return the path of a file in the working copy as the learner knows it."""
        return path.relative_to(self.folder).as_posix()

    def require_place(self, chapter: str) -> None:
        """Raise `CopyError` if something other than a file is where the chapter belongs."""
        copy = self.folder / chapter
        for path in (self.folder, copy):
            if path.is_symlink() and not path.exists():
                raise CopyError(
                    f"{path} is a link to {os.readlink(path)}, which doesn't exist. Restore it, "
                    "or remove the link."
                )
        if self.folder.exists() and not self.folder.is_dir():
            raise CopyError(
                f"{self.folder} isn't a folder, but the chapters belong in a folder with this "
                "name. Rename it."
            )
        if copy.exists() and not copy.is_file():
            raise CopyError(f"{copy} isn't a file, but a chapter belongs there. Rename it.")

    def _lay_out(self, chapter: str, replaced: bytes | None) -> Path | None:
        """Write a fresh copy; return where the replaced one is kept, if it has anything to keep.

        Raise `ChangedError` if the copy's content isn't the given one anymore.
        """
        copy = self.folder / chapter

        def look_again() -> None:
            if _content(copy) != replaced:
                raise ChangedError

        with explained(copy):
            self.folder.mkdir(parents=True, exist_ok=True)
            theirs = (self.upstream / chapter).read_bytes()
            fresh, laid_out = learners_copy(theirs), self._laid_out()
            edition = Edition(_digest(_cells(theirs)), _digest(fresh))
            as_made = {edition.copy, laid_out.get(chapter, edition).copy}
            kept = None
            if replaced is not None and _digest(replaced) not in as_made:
                with explained(self.folder / KEPT):
                    kept = self._keep(copy, replaced)
            try:
                write_whole(copy, fresh, look_again)
            except (ChangedError, OSError):  # nothing was replaced
                if kept:
                    kept.unlink()
                raise
            editions = sorted((laid_out | {chapter: edition}).items())
            manifest = json.dumps({name: vars(edition) for name, edition in editions}, indent=1)
            write_whole(self.folder / MANIFEST, manifest.encode())
        return kept

    def _keep(self, copy: Path, content: bytes) -> Path:
        """Write the replaced content to a new file, so that no kept copy replaces another one."""
        (self.folder / KEPT).mkdir(exist_ok=True)
        number = 1
        while True:
            kept = self.folder / KEPT / f"{copy.stem}_{number}.ipynb"
            try:
                with kept.open("xb") as file:
                    file.write(content)
                return kept
            except FileExistsError:
                number += 1
            except BaseException:
                kept.unlink(missing_ok=True)
                raise

    def _laid_out(self) -> dict[str, Edition]:
        try:
            manifest = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
            return {name: Edition(of["cells"], of["copy"]) for name, of in manifest.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return {}


@contextmanager
def explained(path: Path, action: str = "written") -> Iterator[None]:
    """Turn an operating system error into a `CopyError` that names the path."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            problem = f"The disk is full, so {path} wasn't saved. Free some space, and try again."
        else:
            problem = f"{path} can't be {action}: {error.strerror or error}."
        raise CopyError(f"{problem} Your own work hasn't changed.") from error


def _content(copy: Path) -> bytes | None:
    return copy.read_bytes() if copy.exists() else None


def write_whole(path: Path, content: bytes, look: Callable[[], None] = lambda: None) -> None:
    """Replace a file in one step, so that an interruption can't leave a partly written file.

    Call `look` right before that step. If it raises an error, the file isn't replaced.
    """
    path = Path(os.path.realpath(path))  # a link stays a link
    # A unique name, because another start may be copying the same file.
    half_written = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        half_written.write_bytes(content)
        look()
        os.replace(half_written, path)
    except OSError as failed:  # name the reader's file instead of the temporary one
        raise OSError(failed.errno, failed.strerror or str(failed), str(path)) from failed
    finally:
        half_written.unlink(missing_ok=True)
