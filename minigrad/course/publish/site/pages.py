"""The notebooks as Sphinx takes them, and the start page, which is made of them."""

import re
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from minigrad.course.laying_out import EXPLORER as WIDGET

from . import addresses
from .predictions import put_forms

SVG = "image/svg+xml"
TITLE = re.compile(r"^# (.+)\n")
# A row of the start page's table: number, title and file, minutes, question.
ROW = re.compile(
    r"^\| *(\d+[a-z]?) *\| *\[(.+?)\]\((.+?)\) *\| *(.+?) *\| *(.+?) *\|$", re.MULTILINE
)
ANNOUNCES = "01_computational_graphs.ipynb"  # its first explorer stands on the start page


@dataclass(frozen=True)
class Chapter:
    number: str
    title: str
    file: str
    minutes: str
    question: str


def jupyter_slug(title: str) -> str:
    """The anchor of a heading as Jupyter makes it, so that the notebooks' links hold."""
    return title.replace(" ", "-")


def chapters(start: NotebookNode) -> list[Chapter]:
    """What the table of `00_start_here.ipynb` says."""
    rows = [ROW.findall(cell.source) for cell in start.cells if cell.cell_type == "markdown"]
    listed = [Chapter(*row) for table in rows for row in table]
    if not listed:
        raise ValueError("00_start_here.ipynb has no table of chapters")
    return listed


def doors(file: str, decks: Path) -> str:
    """Links that open a notebook elsewhere, as Markdown; a deck is named where it was built."""
    stem = file.removesuffix(".ipynb")
    links = [
        f'<a href="{addresses.binder(file)}">Open in Binder</a>',
        f'<a href="{addresses.colab(file)}">Open in Colab</a>',
        f'<a href="notebooks/{file}" download>Notebook</a>',
    ]
    for name, file_name in {"Slides": f"{stem}.html", "Handout": f"{stem}.pdf"}.items():
        if (decks / file_name).is_file():
            links.append(f'<a href="slides/{file_name}">{name}</a>')
    return f'<p class="doors">{" ".join(links)}</p>'


def where_it_runs(file: str) -> str:
    """A page checks nothing: where the cells of an exercise do run."""
    return (
        '<p class="where">This page runs no code. Try it in '
        f'<a href="{addresses.binder(file)}">Binder</a>, in '
        f'<a href="{addresses.colab(file)}">Colab</a>, or in JupyterLab on your machine: '
        f'<a href="{addresses.REPOSITORY}#start">how to start</a>.</p>'
    )


def page(notebook: NotebookNode, file: str, decks: Path) -> NotebookNode:
    """Links under the title; pictures with the text that says what they show."""
    copy = nbformat.from_dict(notebook)
    first = copy.cells[0]
    if not TITLE.match(first.source):
        raise ValueError(f"{file} does not begin with a title")
    first.source = TITLE.sub(lambda title: f"{title[0]}\n{doors(file, decks)}\n", first.source)
    for number, cell in enumerate(copy.cells):
        if cell.cell_type == "code" and cell.source.startswith("check("):
            task = next(c for c in reversed(copy.cells[:number]) if c.cell_type == "markdown")
            task.source += f"\n\n{where_it_runs(file)}"
        for output in cell.get("outputs", []):
            if SVG in output.get("data", {}) and WIDGET not in output.data:
                alternative = " ".join(output.data["text/plain"].split())
                cell.metadata["mystnb"] = {"image": {"alt": alternative}}
    put_forms(copy, file)
    return copy


def start_page(folder: Path, decks: Path) -> NotebookNode:
    """What the course is, one explorer to try, the chapters, and what else there is."""
    start = nbformat.read(folder / "00_start_here.ipynb", as_version=4)
    announced = nbformat.read(folder / ANNOUNCES, as_version=4)
    explorer = next(
        cell
        for cell in announced.cells
        if any(WIDGET in output.get("data", {}) for output in cell.get("outputs", []))
    )
    explorer.metadata = nbformat.from_dict({"tags": ["remove-input"]})
    notes = [*folder.glob("*.ipynb"), *folder.glob("*.md")]
    others = [path for path in notes if not path.name[0].isdigit()]
    others.sort(key=lambda path: path.name.lower())
    template = Path(__file__).with_name("index.md").read_text(encoding="utf-8")
    for mark, lines in {
        "CONTENTS": [
            f"{chapter.number}. {chapter.title} <{Path(chapter.file).stem}>"
            for chapter in chapters(start)
        ],
        "CHAPTERS": [_card(chapter, decks) for chapter in chapters(start)],
        "LOOK_UP": [*(f"- [](./{path.name})" for path in others), *_lectures(decks)],
        "OTHERS": [path.stem for path in others],
    }.items():
        template = template.replace(f"{mark}\n", "\n".join(lines) + "\n")
    before, after = template.split("EXPLORER\n")
    text = nbformat.v4.new_markdown_cell
    cells = [text(before), explorer, text(after)]
    return nbformat.v4.new_notebook(cells=cells, metadata=announced.metadata)


def _card(chapter: Chapter, decks: Path) -> str:
    title = f"**[{chapter.number}. {chapter.title}]({chapter.file})**"
    about = f"{chapter.question} *{chapter.minutes} minutes.*"
    return f":::{{container}} card\n{title}\n\n{about}\n\n{doors(chapter.file, decks)}\n:::\n"


def _lectures(decks: Path) -> list[str]:
    """The list of decks, and the archive for a lecturer's memory stick, if they were built."""
    lines = ['- <a href="slides/index.html">Slides</a> for a lecture on each chapter']
    lines += [
        f'- <a href="slides/{path.name}" download>All slides as one archive</a>, for a room'
        " without network"
        for path in sorted(decks.glob("*.zip"))
    ]
    return lines if (decks / "index.html").is_file() else []
