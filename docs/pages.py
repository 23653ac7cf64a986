"""Notebooks, converted to pages that Sphinx reads."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from minigrad.teaching.live import VIEW

from .chapter_pictures import opening
from .explorers import links_to_all, put_places
from .notebook_links import page_links, where_it_runs
from .page_instructions import rewrite_for_page
from .predictions import put_forms
from .running.cell_lists import exercise_of
from .running.cell_lists import put_places as put_running

SVG = "image/svg+xml"
OF_A_READER = re.compile(
    r"check\(|(?s:.*)progress\(\)$"
)  # cells whose output belongs to one reader
# A figure's own style, which pages already contain.
OWN_STYLE = re.compile(r'(<div class="mg-drawing">)<style>.*?</style>', re.DOTALL)
TITLE = re.compile(r"^# (.+)\n")
# In chapter 0, a heading for each part, and a row for each chapter: number, title and file,
# a quick and a thorough reader's minutes, and question.
PART = re.compile(r"^### (.+)$")
ROW = re.compile(r"^\| *(\d+[a-z]?) *\| *\[(.+?)\]\((.+?)\) *\| *(.+?) *\| *(.+?) *\| *(.+?) *\|$")

START = "0. Start here"  # its title; it has no row in the table of chapters, which is on this page

# Text that pages add to a cell, because it's about something that only the site has.
ADDED = {
    "graphs-44": "Drag `x`, or type a formula of your own, in the same figure on the "
    "[first page](index.ipynb).",
    "sgd-52": "To train such a network live, on points that you place yourself, go to the "
    "[playground](playground.md).",
}


@dataclass(frozen=True)
class Chapter:
    number: str
    title: str
    file: str
    quick: str
    thorough: str
    question: str
    part: str

    @property
    def name(self) -> str:
        return f"{self.number}. {self.title}"


def jupyter_slug(title: str) -> str:
    """Return a heading's anchor in Jupyter's format, so that links in the notebooks work."""
    return title.replace(" ", "-")


def chapters(start: NotebookNode) -> list[Chapter]:
    """Return the chapters, with their parts, that the tables in `00_start_here.ipynb` list."""
    part, listed = "", []
    for cell in start.cells:
        for line in cell.source.splitlines() if cell.cell_type == "markdown" else ():
            if heading := PART.match(line):
                part = heading[1]
            elif row := ROW.match(line):
                listed.append(Chapter(*[*row.groups(), part]))
    if not listed:
        raise ValueError("00_start_here.ipynb has no table of chapters")
    return listed


def filled(template: str, marks: Mapping[str, str]) -> str:
    """Return a handwritten page in which computed content has replaced the placeholders."""
    text = Path(__file__).with_name(template).read_text(encoding="utf-8")
    for mark, computed in marks.items():
        assert f"{mark}\n" in text
        text = text.replace(f"{mark}\n", computed)
    return text


def lines(texts: Iterable[str]) -> str:
    return "".join(f"{text}\n" for text in texts)


def page(notebook: NotebookNode, file: str, static: Path) -> NotebookNode:
    """Return a page with its picture and links under its title, forms, explorers, and alt text."""
    copy = nbformat.from_dict(notebook)
    first = copy.cells[0]
    if not TITLE.match(first.source):
        raise ValueError(f"{file} doesn't begin with a title")
    top = f"{opening(Path(file).stem)}{page_links(file)}{links_to_all(copy)}"
    first.source = TITLE.sub(lambda title: f"{title[0]}\n{top}\n", first.source)
    put_running(copy, Path(file).stem)
    for number, cell in enumerate(copy.cells):
        if cell.cell_type == "markdown":
            cell.source = rewrite_for_page(cell.source)
            if added := ADDED.get(cell.id):
                cell.source += f"\n\n{added}"
        if cell.cell_type == "code" and exercise_of(cell):
            task = next(c for c in reversed(copy.cells[:number]) if c.cell_type == "markdown")
            place = f'<div id="exercise-{exercise_of(cell)}"></div>'
            task.source += f"\n\n{place}{where_it_runs(file)}"
        if cell.cell_type == "code" and OF_A_READER.match(cell.source):
            cell.metadata["tags"] = [*cell.metadata.get("tags", []), "remove-output"]
        for output in cell.get("outputs", []):
            if html := output.get("data", {}).get("text/html"):
                output.data["text/html"] = OWN_STYLE.sub(r"\1", html)
            if SVG in output.get("data", {}) and VIEW not in output.data:
                alternative = " ".join(output.data["text/plain"].split())
                cell.metadata["mystnb"] = {"image": {"alt": alternative}}
    put_forms(copy, file)
    put_places(copy, Path(file).stem, static)
    return copy
