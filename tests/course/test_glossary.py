"""The glossary: every term links to where it is explained, and is not used in prose before that."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote

import nbformat
import pytest

from tests.course.cells import NOTEBOOKS

ENTRY = re.compile(r"\*\*(.+?)\*\*(?: \((.+?)\))?: (.+) \[(.+?)\]\((\S+?\.ipynb)#(\S+)\)")
HEADING = re.compile(r"^#+ (.+)$")
LINK = re.compile(r"\[[^\]]*\]\([^)]*\)")
CODE = re.compile(r"`[^`]*`")
BLOCK = re.compile(r"^(```|\$\$).*?^\1", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Term:
    name: str
    forms: tuple[str, ...]
    chapter: str
    anchor: str

    @property
    def first(self) -> str:
        return self.name.strip("`")

    def is_in(self, paragraph: str) -> bool:
        """As a word of its own; a name of code in code, a word outside of it."""
        if self.name.startswith("`"):
            return any(re.search(rf"\b{self.first}\b", code) for code in CODE.findall(paragraph))
        words = "|".join(re.escape(form) for form in (self.first, *self.forms))
        found = re.search(rf"(?<![\w-])({words})s?(?!\w)", CODE.sub("", paragraph), re.IGNORECASE)
        return found is not None


@dataclass(frozen=True)
class Paragraph:
    chapter: str
    anchor: str
    cell: str
    text: str


def terms() -> list[Term]:
    notebook = nbformat.read(NOTEBOOKS / "glossary.ipynb", as_version=4)
    entries = notebook.cells[1].source.split("\n\n")
    found = [ENTRY.fullmatch(entry) for entry in entries]
    assert all(found), [e for e, f in zip(entries, found, strict=True) if not f]
    return [
        Term(f[1], tuple(f[2].split(", ")) if f[2] else (), f[5], unquote(f[6])) for f in found if f
    ]


def prose() -> Iterator[Paragraph]:
    """The text of the chapters in reading order. What a chapter announces is no use of a term:
    headings, what it promises and needs, tables, the titles of links."""
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        anchor = ""
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type != "markdown":
                continue
            for text in BLOCK.sub("", cell.source).split("\n\n"):
                heading = HEADING.match(text)
                if heading:
                    anchor = heading[1].replace("`", "").replace(" ", "-")
                elif not text.startswith(("|", "**Afterwards", "**You need**")):
                    yield Paragraph(path.name, anchor, cell.id, LINK.sub("", text))


TERMS = terms()
PROSE = list(prose())


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.first)
def test_a_term_is_first_used_where_it_is_explained(term: Term) -> None:
    first = next((p for p in PROSE if term.is_in(p.text)), None)
    assert first, "no chapter uses it"
    assert (first.chapter, first.anchor) == (term.chapter, term.anchor), first.text
    emphasized = [*re.findall(r"\*([^*]+)\*", first.text), *CODE.findall(first.text)]
    assert any(term.is_in(e) for e in emphasized), f"not in italics in {first.cell}: {first.text}"


def test_terms_are_in_alphabetical_order_and_once() -> None:
    names = [term.first.lower() for term in TERMS]
    assert names == sorted(set(names))


def test_a_term_is_found_in_its_forms_and_as_a_word_of_its_own() -> None:
    leaf = next(term for term in TERMS if term.first == "leaf")
    assert leaf.is_in("Two leaves.")
    assert leaf.is_in("A *leaf*, no more")
    assert not leaf.is_in("a leaflet, `leaf`")
    code = Term("`retain_graph`", (), "", "")
    assert code.is_in("Pass `retain_graph=True`.")
    assert not code.is_in("retain_graph")
    gradient = Term("gradient", (), "", "")
    assert gradient.is_in("Gradients add up")
    assert not gradient.is_in("a non-gradient")


def test_the_start_page_links_the_glossary() -> None:
    start = nbformat.read(NOTEBOOKS / "00_start_here.ipynb", as_version=4)
    assert any("(glossary.ipynb)" in cell.source for cell in start.cells)
