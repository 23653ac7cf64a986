"""The start page: what the course is, a formula to try, the chapters, and everything else."""

import itertools
from collections.abc import Iterable
from html import escape
from pathlib import Path

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook

from minigrad.teaching.live import is_explorer

from .chapter_pictures import picture
from .explorers import SVG, still
from .pages import Chapter, chapters, filled, lines

# Without scripts, the page shows the still of this chapter's first explorer.
ANNOUNCES = "01_computational_graphs.ipynb"
STILL = "formula.svg"
ARCHIVE = "minigrad-notebooks.zip"  # the repository, for readers without git
FETCH = f"""\
<a href="{ARCHIVE}" download>Download everything</a>. This is the archive that the instructions
below mention.

"""


def start_page(folder: Path, static: Path, *, archived: bool) -> NotebookNode:
    start = nbformat.read(folder / "00_start_here.ipynb", as_version=4)
    parts = parts_of(chapters(start))
    marks = {
        "CONTENTS": lines(_contents(name, part) for name, part in parts),
        "CHAPTERS": lines(_cards(name, part) for name, part in parts),
        "FETCH": FETCH if archived else "",
        "FORMULA": filled("formula.md", {"STILL": _still(folder, static)}),
    }
    page = new_markdown_cell(filled("index.md", marks))
    return new_notebook(cells=[page])


def _still(folder: Path, static: Path) -> str:
    """Write the figure that readers without JavaScript see; return the figure's markup."""
    announced = nbformat.read(folder / ANNOUNCES, as_version=4)
    cells = (cell for cell in announced.cells if cell.cell_type == "code")
    explorer = next(cell for cell in cells if is_explorer(cell))
    data = next(output.data for output in explorer.outputs if SVG in output.get("data", {}))
    (static / STILL).write_text(still(data[SVG]), encoding="utf-8")
    alternative = escape(" ".join(data["text/plain"].split()), quote=True)
    return f'<img class="still" src="_static/{STILL}" alt="{alternative}">'


def parts_of(listed: Iterable[Chapter]) -> list[tuple[str, list[Chapter]]]:
    grouped = itertools.groupby(listed, key=lambda chapter: chapter.part)
    return [(name, list(part)) for name, part in grouped]


def _contents(name: str, part: list[Chapter]) -> str:
    pages = lines(f"{chapter.name} <{Path(chapter.file).stem}>" for chapter in part)
    return f"```{{toctree}}\n:hidden:\n:caption: {name}\n\n{pages}```\n"


def _cards(name: str, part: list[Chapter]) -> str:
    cards = lines(map(_card, part))
    return f"### {name}\n\n::::{{container}} cards\n{cards}::::\n"


def _total(sittings: str) -> int:
    return sum(map(int, sittings.split("+")))


def _card(chapter: Chapter) -> str:
    title = f"**[{chapter.name}]({chapter.file})**"
    about = f"{chapter.question} *{_total(chapter.quick)} to {_total(chapter.thorough)} minutes.*"
    drawn = f'<div class="picture">{picture(Path(chapter.file).stem)}</div>'
    return ":::{container} card\n" + "\n\n".join((drawn, title, about)) + "\n:::\n"
