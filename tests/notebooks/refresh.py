"""Run notebooks and store their outputs in normal form (`make refresh`)."""

import sys
from collections.abc import Sequence
from pathlib import Path

import nbformat

from tests.notebooks.comparison import exact_differences
from tests.notebooks.normal_form import text
from tests.notebooks.recording import NOTEBOOKS, deviations
from tests.notebooks.running import run

SHOWN = 60  # lines of a notebook's diff to print


def refresh(path: Path) -> str:
    """Store the outputs of a fresh run; return what changed. If the run fails, store nothing."""
    before = path.read_text(encoding="utf-8")
    fresh = run(nbformat.reads(before, as_version=4), path.parent)
    changes = exact_differences(before, fresh)
    if changes:
        path.write_text(text(fresh), encoding="utf-8", newline="\n")
    return changes


def main(arguments: Sequence[str]) -> int:
    if differing := deviations():
        print(
            "Notebooks are recorded as in tests/notebooks/recorded_with.txt. This machine differs:",
            *differing,
        )
        return 1
    for path in [Path(argument) for argument in arguments] or NOTEBOOKS:
        changes = refresh(path)
        print(f"{path.name}: {'stored again' if changes else 'unchanged'}")
        lines = changes.splitlines()
        print(*lines[:SHOWN], sep="\n", end="\n" if lines else "")
        if len(lines) > SHOWN:
            print(f"... and {len(lines) - SHOWN} more lines; `git diff` shows them")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
