"""The learners' chapters, kept in a git repository that the learners' servers pull from."""

import os
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote, urlencode

from minigrad.course.lab import START_PAGE
from minigrad.course.working_copy import CURRENT, WorkingCopy

from .trust import BRANCH, folder_of

# The committer to use if git has none configured. Only machines read these commits.
AUTHOR = {
    f"GIT_{role}_{part}": value
    for role in ("AUTHOR", "COMMITTER")
    for part, value in (("NAME", "minigrad"), ("EMAIL", "minigrad@localhost"))
}


def hand_out(notebooks: Path, repository: str) -> dict[str, str]:
    """Push all changes to the repository, which is created if it's missing; return a summary."""
    if "://" not in repository and "@" not in repository and not Path(repository).exists():
        _git(Path(), "init", "--quiet", "--bare", f"--initial-branch={BRANCH}", repository)
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        _git(Path(), "clone", "--quiet", repository, str(clone))
        _git(clone, "checkout", "--quiet", "-B", BRANCH)
        report = WorkingCopy(notebooks, clone).update()
        _git(clone, "add", "--all")
        if _git(clone, "status", "--porcelain"):
            changed = [chapter for chapter, status in report.items() if status != CURRENT]
            _git(clone, "commit", "--quiet", "--message", f"Chapters: {', '.join(changed)}")
            _git(clone, "push", "--quiet", "origin", BRANCH)
    return report


def link(address: str, repository: str, page: str = START_PAGE) -> str:
    """Return a link that logs learners in, pulls the chapters, and opens JupyterLab."""
    folder = folder_of(repository)
    asked = {
        "repo": repository,
        "branch": BRANCH,
        "targetpath": folder,
        "urlpath": f"lab/tree/{folder}/{page}",
    }
    return f"{address.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(asked, quote_via=quote)}"


def _git(folder: Path, *words: str) -> str:
    env = {**AUTHOR, **os.environ}
    done = subprocess.run(
        ["git", *words], cwd=folder, env=env, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout
