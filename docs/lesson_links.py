"""Links from public names to the chapters that use the names and the sections that teach them."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import nbformat
from nbformat import NotebookNode

from minigrad.course.chapters import chapter_id

from .names import meant, own_names, used

HEADING = re.compile(r"^(#+) (.+)$", re.MULTILINE)
BLOCK = re.compile(r"^(```|\$\$).*?^\1", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
# A code term in the glossary, and where it's explained.
TERM = re.compile(r"^\*\*`(.+?)`\*\*.* \[(.+?)\]\((\S+?)\.ipynb#(\S+?)\)$", re.MULTILINE)


@dataclass(frozen=True)
class Place:
    """A section of a chapter."""

    stem: str
    title: str
    anchor: str

    @property
    def address(self) -> str:
        """Return a section's address, relative to the start page."""
        anchor = self.anchor
        if '"' in anchor:  # a quote would end the attribute; Sphinx's own id has only letters
            anchor = re.sub(r"[^a-z0-9]+", "-", anchor.lower()).strip("-")
        return f"{self.stem}.html#{quote(anchor)}"


def read(folder: Path) -> dict[str, NotebookNode]:
    """Return the chapters in order, followed by the glossary, keyed by name."""
    return {path.stem: nbformat.read(path, as_version=4) for path in sorted(folder.glob("*.ipynb"))}


def sources(notebook: NotebookNode) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def own(books: dict[str, NotebookNode]) -> dict[str, frozenset[str]]:
    """Return the names that each notebook defines itself, which aren't ours."""
    return {stem: own_names(sources(book)) for stem, book in books.items()}


def mentions(text: str, own: Collection[str], known: Collection[str]) -> Iterator[str]:
    """Yield the public names that appear as code in a text."""
    for code in INLINE.findall(BLOCK.sub("", text)):
        if name := meant(code, own, known):
            yield name


def taught(folder: Path, known: Collection[str]) -> dict[str, Place]:
    """Return the section that teaches each name.

    The section is the one that the glossary links to or, if there is none, the first section whose
    programs use the name, or else the first section whose text contains the name.
    """
    books = read(folder)
    whose = own(books)
    in_text: dict[str, Place] = {}
    in_code: dict[str, Place] = {}
    for stem, book in books.items():
        for cell, place in sections(stem, book):
            is_text = cell.cell_type == "markdown"
            places, namers = (in_text, mentions) if is_text else (in_code, used)
            for name in namers(cell.source, whose[stem], known):
                places.setdefault(name, place)
    in_glossary: dict[str, Place] = {}
    for cell in books["glossary"].cells:
        for term, title, file, anchor in TERM.findall(cell.source):
            if explained := meant(term, whose["glossary"], known):
                in_glossary[explained] = Place(file, title, anchor)
    return in_text | in_code | in_glossary


def sections(stem: str, book: NotebookNode) -> Iterator[tuple[NotebookNode, Place]]:
    """Yield each cell, along with the section that contains the end of the cell."""
    place = Place(stem, stem, "")
    for cell in book.cells:
        text = BLOCK.sub("", cell.source) if cell.cell_type == "markdown" else ""
        for level, heading in HEADING.findall(text):
            plain = heading.replace("`", "")
            title = plain if len(level) == 1 else f"{chapter_id(stem)}. {plain}".lstrip(". ")
            place = Place(stem, title, plain.replace(" ", "-"))
        yield cell, place
