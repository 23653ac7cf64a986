"""The learner's own copy of the notebooks, created once and updated only if no work is lost.

A manifest next to the copies records which edition of each chapter was copied. Once a cell has been
added, removed, or edited, the chapter counts as the learner's own. Running cells doesn't count as a
change.
"""

import errno
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from minigrad.course.learner_copy import learners_copy

MANIFEST = ".laid_out.json"
KEPT = "earlier"

# The states of a chapter that `status` and `update` report
NEW = "copied"
CURRENT = "current"
RENEWED = "updated"
YOURS = "yours"
NEWER = "newer upstream"


class CopyError(Exception):
    """Raised if the working copy can't be read or written. The text is one or two sentences."""


@dataclass(frozen=True)
class Edition:
    """One version of a notebook, identified by its bytes and by the sources of its cells."""

    file: str
    cells: str

    @classmethod
    def of(cls, notebook: Path) -> "Edition":
        """Return the edition of a notebook, either the repository's own or a learner's copy."""
        content = notebook.read_bytes()
        return cls(_digest(content), _digest(_cells(content)))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _cells(content: bytes) -> bytes:
    """Return the kind and source of every cell, or the whole file if it isn't a notebook."""
    try:
        cells = json.loads(content)["cells"]
        return json.dumps([(c["cell_type"], _source(c)) for c in cells]).encode()
    except (ValueError, KeyError, TypeError):
        return content


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
        copy = self.folder / chapter
        self.require_place(chapter)
        if not copy.exists():
            return NEW
        with explained(copy, "read"):
            mine, theirs = Edition.of(copy), Edition.of(self.upstream / chapter)
        known = self._laid_out().get(chapter)  # None if the manifest was lost
        newer = known is None or known.file != theirs.file
        if mine.cells == theirs.cells or (known and mine.cells == known.cells):
            return RENEWED if newer else CURRENT
        return NEWER if newer else YOURS

    def update(self) -> dict[str, str]:
        """Create missing chapters, update those the learner hasn't changed, and report the rest."""
        report = {chapter: self.status(chapter) for chapter in self.chapters()}
        for chapter, status in report.items():
            if status in (NEW, RENEWED):
                self._lay_out(chapter)
        return report

    def reset(self, chapter: str) -> Path | None:
        """Make a fresh copy of a chapter; return the path of the learner's old copy, if any."""
        copy = self.folder / chapter
        self.require_place(chapter)
        backup = None
        if copy.exists() and self.status(chapter) in (YOURS, NEWER):
            backup = self._free_name(copy)
            with explained(backup):
                backup.parent.mkdir(exist_ok=True)
                write_whole(backup, copy.read_bytes())
        self._lay_out(chapter)
        return backup

    def untouched(self) -> list[Path]:
        """Return the copies that are identical to fresh copies of this repository's notebooks."""
        copies = [(self.folder / chapter, self._content(chapter)) for chapter in self.chapters()]
        return [copy for copy, ours in copies if copy.exists() and copy.read_bytes() == ours]

    def _content(self, chapter: str) -> bytes:
        return learners_copy((self.upstream / chapter).read_bytes())

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

    def _lay_out(self, chapter: str) -> None:
        with explained(self.folder / chapter):
            self._write(chapter)

    def _write(self, chapter: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / chapter, self._content(chapter))
        laid_out = self._laid_out() | {chapter: Edition.of(self.upstream / chapter)}
        manifest = {name: vars(edition) for name, edition in sorted(laid_out.items())}
        write_whole(self.folder / MANIFEST, json.dumps(manifest, indent=1).encode())

    def _laid_out(self) -> dict[str, Edition]:
        try:
            manifest = json.loads((self.folder / MANIFEST).read_text(encoding="utf-8"))
            return {name: Edition(**edition) for name, edition in manifest.items()}
        except (OSError, ValueError, TypeError, AttributeError):
            return {}

    def _free_name(self, copy: Path) -> Path:
        taken = 1
        while (path := self.folder / KEPT / f"{copy.stem}_{taken}.ipynb").exists():
            taken += 1
        return path


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


def write_whole(path: Path, content: bytes) -> None:
    """Replace a file in one step, so that an interruption can't leave a partly written file."""
    path = Path(os.path.realpath(path))  # a link stays a link
    # A unique name, because another start may be copying the same file.
    half_written = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        half_written.write_bytes(content)
        os.replace(half_written, path)
    finally:
        half_written.unlink(missing_ok=True)
