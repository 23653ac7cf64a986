"""The files that pages need in order to run their cells, written below `_static/running`."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.course.learner_copy import GUESS

from . import editor_modules, pack

PAGE = Path(__file__).parent / "page"
CHECK = re.compile(r'check\("([^"]+)"')


def write_cell_lists(static: Path, notebooks: list[Path]) -> None:
    folder = static / "running"
    shutil.copytree(PAGE, folder)
    editor_modules.write(folder / "codemirror")
    pack.write(folder)
    (folder / "chapters").mkdir()
    for path in notebooks:
        if cells := listed(nbformat.read(path, as_version=4)):
            text = json.dumps({"file": path.name, "cells": cells})
            (folder / "chapters" / f"{path.stem}.json").write_text(text, encoding="utf-8")


def listed(notebook: NotebookNode) -> list[dict[str, Any]]:
    """Return a chapter's code cells in the order in which the page runs them."""
    return [
        {"id": cell.id, "source": cell.source}
        | ({"fails": True} if "raises-exception" in cell.metadata.get("tags", []) else {})
        | ({"guess": True} if GUESS.search(cell.source) else {})
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


def put_places(notebook: NotebookNode, stem: str) -> None:
    """Name each code cell on the page, and put hidden instructions for running cells at the top."""
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for cell in code:
        # Tags become CSS classes.
        tags = [f"cell-{cell.id}"]
        if exercise := exercise_of(cell):
            tags.append(f"checks-{exercise}")
        cell.metadata["tags"] = [*cell.metadata.get("tags", []), *tags]
    if code:
        first = notebook.cells[0]
        place = f'<div class="run-place" data-chapter="{stem}" hidden>{HOW}{BUTTONS}</div>'
        first.source = re.sub(
            r'(<p class="doors if-reads">.*</p>)', lambda m: f"{m[1]}{place}", first.source
        )


def exercise_of(cell: NotebookNode) -> str:
    """Return the name of the exercise that a cell checks, which can also serve as a CSS class."""
    check = CHECK.match(cell.source)
    return check[1].replace(" ", "-") if check else ""


HOW = (
    "<p>You can run and change all code on this page. Press <strong>Run</strong> or "
    "<strong>Shift + Enter</strong>. The first run fetches Python, "
    '<span class="run-source">about 29 MB</span>. Everything stays in your browser.</p>'
)
# It reserves the space for the buttons that replace it (see `tools.js`).
BUTTONS = '<div class="run-all"><button disabled>Run all cells</button></div>'
