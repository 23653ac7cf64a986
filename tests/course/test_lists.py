"""Tests that no running text begins like a list item, because the page would show it as one."""

import re
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest

from tests.course.cells import NOTEBOOKS

NUMBER = re.compile(r" {0,3}(\d+)[.)] ")
BULLET = re.compile(r" {0,3}[-+*] ")
FENCE = re.compile(r" *(```|\$\$)")


def accidental_list_items(text: str) -> Iterator[str]:
    """Return lines that begin like a list item but aren't part of an intended list.

    An intended list follows an empty line, and its numbers run from 1 to at least 2.
    """
    last, before, inside, listed = 0, "", False, False
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if FENCE.match(line):
            inside = not inside
        number, bullet = NUMBER.match(line), BULLET.match(line)
        if inside or not (number or bullet):
            listed = listed and (not line.strip() or line.startswith(" ") or bool(before.strip()))
            last = last if listed else 0
            before = line
            continue
        if before.strip() and not listed:
            yield line
        elif number:
            follows = any((n := NUMBER.match(later)) and n[1] == "2" for later in lines[at:])
            if int(number[1]) != last + 1 or (number[1] == "1" and not follows):
                yield line
            last = int(number[1])
        listed, before = True, line


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_no_line_of_running_text_becomes_a_list_item(path: Path) -> None:
    cells = nbformat.read(path, as_version=4).cells
    faults = [
        f"{cell.id}: {line[:60]}"
        for cell in cells
        if cell.cell_type == "markdown"
        for line in accidental_list_items(cell.source)
    ]
    assert faults == []
