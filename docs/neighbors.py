"""Previous and next links, which name chapters as the table of contents does."""

import posixpath
from functools import cache
from pathlib import Path
from typing import Any

import nbformat

from .build import NOTEBOOKS
from .pages import START, chapters


def name_neighbors(
    _app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    for side in ("prev", "next"):
        if neighbor := context.get(side):
            address = posixpath.normpath(posixpath.join(posixpath.dirname(page), neighbor["link"]))
            neighbor["title"] = _names().get(address, neighbor["title"])


@cache
def _names() -> dict[str, str]:
    """Return the names of the chapters, keyed by page address."""
    start = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", as_version=4)
    names = {f"{Path(chapter.file).stem}.html": chapter.name for chapter in chapters(start)}
    return {"00_start_here.html": START, **names}


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", name_neighbors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
