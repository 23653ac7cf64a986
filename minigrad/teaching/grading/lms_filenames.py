"""Learners' names, extracted from the filenames that a learning platform gives submissions.

Platforms and browsers change filenames by adding a folder for each learner, a number, or " (1)".
"""

import re
from pathlib import Path

MOODLE = re.compile(r"(.+)_assignsubmission_file_?")


def learner(file: Path, below: Path, notebook: str) -> str | None:
    """Return the learner named by the folder or by the start of the filename, or None.

    >>> below = Path("all")
    >>> learner(below / "ada_01_graphs.ipynb", below, "01_graphs")
    'ada'
    >>> learner(below / "Ben_17_assignsubmission_file" / "01_graphs (1).ipynb", below, "01_graphs")
    'Ben_17'
    """
    before, named, _ = file.name.partition(notebook)
    if not named or file.suffix != ".ipynb":
        return None
    name = before.strip("_- ")
    if by_platform := MOODLE.match(f"{name}_"):
        name = by_platform[1]
    else:
        name = _platforms(file, below) or name or folder(file, below, notebook) or ""
    return None if name.startswith(".") else name or None


def folder(file: Path, below: Path, notebook: str) -> str | None:
    """Return the learner whose folder a file is in, unless the folder has the notebook's name."""
    if name := _platforms(file, below):
        return name
    names = reversed(file.relative_to(below).parts[:-1])
    return next((name for name in names if not name.startswith(notebook)), None)


def _platforms(file: Path, below: Path) -> str | None:
    found = map(MOODLE.fullmatch, file.relative_to(below).parts[:-1])
    return next((name[1] for name in found if name), None)


def chosen(below: Path, notebook: str) -> dict[Path, str]:
    """Return one notebook per learner, skipping learners with several equally good candidates.

    A file that a lecturer has put next to the folders is preferred, and after that a file with its
    original name.
    """
    by_learner: dict[str, list[Path]] = {}
    for file in sorted(path for path in below.rglob("*") if path.is_file()):
        if who := learner(file, below, notebook):
            by_learner.setdefault(who, []).append(file)
    chosen = {}
    for who, files in by_learner.items():
        ranks = [(f.parent == below, f.stem.endswith(notebook)) for f in files]
        if ranks.count(max(ranks)) == 1:
            chosen[files[ranks.index(max(ranks))]] = who
    return chosen


def skipped(below: Path, notebook: str) -> dict[str, list[str]]:
    """Return the files of learners without a usable notebook, keyed by learner or by filename."""
    marked = chosen(below, notebook)
    others: dict[str, list[str]] = {}
    for file in sorted(path for path in below.rglob("*") if path.is_file()):
        parts = file.relative_to(below).parts
        if file not in marked and not any(part.startswith((".", "__MACOSX")) for part in parts):
            who = learner(file, below, notebook) or folder(file, below, notebook) or file.name
            others.setdefault(who, []).append(file.name)
    return {who: files for who, files in others.items() if who not in marked.values()}


def restore_name(folder: Path, notebook: str) -> str | None:
    """Restore the original name of the chapter's only notebook; return the name that it had."""
    named = [path for path in folder.iterdir() if learner(path, folder.parent, notebook)]
    if len(named) != 1 or named[0].stem == notebook:
        return None
    named[0].rename(folder / f"{notebook}.ipynb")
    return named[0].name
