"""Previous and next are named as in the table of contents: by chapter."""

from pathlib import Path
from typing import Any

import nbformat

from .build import NOTEBOOKS
from .pages import chapters


def name_neighbors(
    _app: Any, _page: str, _template: str, context: dict[str, Any], _tree: Any
) -> None:
    start = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", as_version=4)
    names = {f"{Path(chapter.file).stem}.html": chapter.name for chapter in chapters(start)}
    for side in ("prev", "next"):
        neighbor = context.get(side)
        if neighbor and (name := names.get(neighbor["link"].rpartition("/")[2])):
            neighbor["title"] = name


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", name_neighbors)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
