"""Safe reading of a submission from a folder that the learner can still change at any time.

Files are read with the lecturer's permissions, so anything that might not be the learner's own is
left out, such as links and other users' files. A submission's time is the time of its last change,
which the system records and only root can set.
"""

import os
import re
import secrets
import stat
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import nbformat

# Identifies the feedback; without it, no feedback would be released.
SECRET = "submission_secret.txt"
UNREADABLE = "**The submission couldn't be read. This is the original notebook.**"
SAFELY = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


def take(folder: Path, to: Path, most: int) -> list[str]:
    """Copy a submission's files, up to `most` bytes; return the names of the files left out."""
    to.mkdir()
    left_out = []
    where = os.open(folder, SAFELY | os.O_DIRECTORY)
    try:
        owner = os.fstat(where).st_uid
        for name in sorted(os.listdir(where)):
            content = _read(name, where, owner, most)
            if content is None:
                left_out.append(name)
            else:
                most -= len(content)
                (to / name).write_bytes(content)
    finally:
        os.close(where)
    secret = to / SECRET
    if not secret.exists() or not re.fullmatch(rb"[0-9a-f]{32,256}", secret.read_bytes()):
        secret.write_text(secrets.token_hex(64))
    return left_out


def _read(name: str, where: int, owner: int, most: int) -> bytes | None:
    """Read a regular file, if it belongs to the owner and isn't too long."""
    try:
        file = os.open(name, SAFELY, dir_fd=where)
    except OSError:
        return None
    is_now = os.fstat(file)
    if not stat.S_ISREG(is_now.st_mode) or is_now.st_uid != owner or is_now.st_size > most:
        os.close(file)
        return None
    with os.fdopen(file, "rb") as opened:
        content = opened.read(most + 1)
    return content if len(content) <= most else None


def changed(folder: Path) -> datetime:
    """Return the time of a submission's last change, in UTC without a time zone, for nbgrader."""
    last = folder.lstat().st_ctime
    for path in folder.iterdir():
        with suppress(FileNotFoundError):
            last = max(last, path.lstat().st_ctime)
    return datetime.fromtimestamp(last, UTC).replace(tzinfo=None)


def owner(folder: Path) -> str | None:
    """Return the account name of a folder's owner, or None if it isn't a folder or has no owner."""
    import pwd

    try:
        is_now = folder.lstat()
        return pwd.getpwuid(is_now.st_uid).pw_name if stat.S_ISDIR(is_now.st_mode) else None
    except (OSError, KeyError):
        return None


def readable(file: Path) -> bool:
    """Return whether a file is a valid notebook in any version of the format."""
    try:
        cells = nbformat.read(file, 4).cells
        return all(isinstance(c.source, str) and isinstance(c.metadata, dict) for c in cells)
    except Exception:  # nbformat raises many kinds of errors for files that aren't notebooks
        return False
