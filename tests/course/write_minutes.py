"""`python -m tests.course.write_minutes`: update the printed minutes.

Chapters print both times under their titles. The tables on the start page and in the README also
list both, and `TEACHING.md` lists the quick time.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import nbformat

from minigrad.course.chapters import chapter_id
from minigrad.teaching.assets import ROOT
from tests.course.minutes import sittings

TIME = re.compile(
    r"^\*\*Time:\*\* (?P<quick>[\d +]+) minutes if you're quick, (?P<thorough>[\d +]+) if you're "
    r"thorough(?:, with a break at each plus)?\. The exercises take another (?P<exercises>\d+)"
    r"(?:, ideally on another day)?\.",
    re.MULTILINE,
)
SKIP = re.compile(r"^\*\*In a hurry\?\*\* Skip (.*)$", re.MULTILINE)


def rounded(minutes: float) -> int:
    return max(5, 5 * round(minutes / 5))


def with_minutes(text: str, quick: Sequence[int], thorough: Sequence[int]) -> str:
    """Return a chapter's text with the given minutes in its Time line."""

    def line(found: re.Match[str]) -> str:
        times = found[0].replace(found["quick"], _printed(quick), 1)
        before, words, after = times.partition(" minutes if you're quick, ")
        return before + words + after.replace(found["thorough"], _printed(thorough), 1)

    return TIME.sub(line, text)


def _printed(minutes: Sequence[int]) -> str:
    return " + ".join(map(str, minutes))


def _rewrite(path: Path, pattern: str, *minutes: str) -> None:
    """Write the minutes into one row of a table; leave the rest of the file unchanged."""
    row = re.compile(pattern + r" [\d +]+ \|" * len(minutes))
    text = path.read_text(encoding="utf-8")
    changed, count = row.subn(lambda m: m[1] + "".join(f" {each} |" for each in minutes), text)
    if count > 1:
        raise ValueError(f"{path.name} has {count} rows like {pattern}")
    path.write_text(changed, encoding="utf-8")


def main() -> None:
    folder = ROOT / "notebooks"
    for path in sorted(folder.glob("[0-9]*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        quick, thorough = ([rounded(m) for m in group] for group in sittings(notebook))
        text = path.read_text(encoding="utf-8")
        for cell in notebook.cells:
            if cell.cell_type == "markdown" and (line := TIME.search(cell.source)):
                text = text.replace(line[0], with_minutes(line[0], quick, thorough))
        path.write_text(text, encoding="utf-8")
        linked = rf"(\| {chapter_id(path.stem)} \| \[[^|]*\]\([\w/]*{path.stem}\.ipynb\) \|)"
        for page in (folder / "00_start_here.ipynb", ROOT / "README.md"):
            _rewrite(page, linked, _printed(quick), _printed(thorough))
        named = rf"(?m)^(\| {chapter_id(path.stem)} [^|`]*\| [\d +]+ \|)"
        _rewrite(folder / "TEACHING.md", named, _printed(quick))


if __name__ == "__main__":
    main()
