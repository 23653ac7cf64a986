"""The start page: what the course is, one explorer to try, the chapters, and what else there is."""

from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook

from minigrad.course.learner_copy import is_explorer

from .explorers import put_places
from .launch_links import doors
from .pages import Chapter, chapters, filled, lines

ANNOUNCES = "01_computational_graphs.ipynb"  # its first explorer stands on the start page
ARCHIVE = "minigrad-notebooks.zip"  # what the repository holds, for a reader without git
FETCH = f"""\
<a href="{ARCHIVE}" download>Download everything</a>. That's the archive that the text below
mentions. Unpack it, and open a terminal in its folder.

"""


def start_page(folder: Path, decks: Path, static: Path, *, archived: bool) -> NotebookNode:
    start = nbformat.read(folder / "00_start_here.ipynb", as_version=4)
    announced = nbformat.read(folder / ANNOUNCES, as_version=4)
    cells = (cell for cell in announced.cells if cell.cell_type == "code")
    explorer = next(cell for cell in cells if is_explorer(cell))
    explorer.metadata = nbformat.from_dict({"tags": ["remove-input"]})
    listed = chapters(start)
    marks = {
        "CONTENTS": lines(f"{c.name} <{Path(c.file).stem}>" for c in listed),
        "CHAPTERS": lines(_card(chapter, decks) for chapter in listed),
        "FETCH": FETCH if archived else "",
    }
    before, after = filled("index.md", marks).split("EXPLORER\n")
    parts = [new_markdown_cell(before), explorer, new_markdown_cell(after)]
    page = new_notebook(cells=parts, metadata=announced.metadata)
    put_places(page, Path(ANNOUNCES).stem, static)
    return page


def _card(chapter: Chapter, decks: Path) -> str:
    title = f"**[{chapter.name}]({chapter.file})**"
    about = f"{chapter.question} *{chapter.minutes} minutes.*"
    return f":::{{container}} card\n{title}\n\n{about}\n\n{doors(chapter.file, decks)}\n:::\n"
