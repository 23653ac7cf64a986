"""Tests that links between notebooks and pages lead to existing files and headings."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import nbformat
import pytest

from minigrad.course.chapters import chapter_id

ROOT = Path(__file__).resolve().parents[2]
PAGES = [
    *sorted((ROOT / "notebooks").glob("*.ipynb")),
    *sorted((ROOT / "notebooks").glob("*.md")),
    *sorted(ROOT.glob("*.md")),
    *sorted(
        path for folder in ("minigrad", "tests") for path in (ROOT / folder).rglob("[A-Z]*.md")
    ),
]
LINK = re.compile(r"(?<!!)\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)")
TO_CHAPTER = re.compile(r"\[(?:[Cc]hapter )?([^\]]+)\]\((?:[^()\s]*/)?(\d+b?_\w+\.ipynb)")
HEADING = re.compile(r"^#{1,6} (.+?)\s*$", re.MULTILINE)
PATH = re.compile(r"`((?:minigrad|tests|notebooks|\.ci|\.github)/[\w./]*[\w/])`")


def text(page: Path) -> str:
    if page.suffix != ".ipynb":
        return page.read_text(encoding="utf-8")
    cells = nbformat.read(page, as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def anchors(page: Path) -> set[str]:
    """Return the anchors of a notebook, as Jupyter creates them, or of a page, as its host does."""
    headings = HEADING.findall(re.sub(r"```.*?```", "", text(page), flags=re.DOTALL))
    if page.suffix == ".ipynb":
        return {re.sub(r"[`*]", "", heading).replace(" ", "-") for heading in headings}
    plain = (re.sub(r"[^\w\- ]", "", heading).strip().lower() for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}


def broken(page: Path) -> Iterator[str]:
    source = text(page)
    for link in LINK.findall(_without_code(source)):
        if re.match(r"\w+:|//", link):
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / unquote(file)).resolve() if file else page
        if not target.exists():
            yield f"{page.name}: {link} leads to no file"
        elif anchor and unquote(anchor) not in anchors(target):
            yield f"{page.name}: {link} leads to no heading in {target.name}"
    for path in PATH.findall(source) if page.parent.name != "notebooks" else []:
        named_after = re.search(r"NN_|_N\b|_N_|NAME", path)  # a placeholder for a number or a name
        if not named_after and not (ROOT / path).exists():
            yield f"{page.name}: `{path}` doesn't exist"


def _without_code(source: str) -> str:
    """Return the source without code blocks. Inline code stays, because it may be a link title."""
    return re.sub(r"```.*?```|^(?: {4}|\t).*$", "", source, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_has_a_target(page: Path) -> None:
    assert not list(broken(page))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_link_to_a_chapter_begins_with_its_number_or_is_its_title(page: Path) -> None:
    for called, notebook in TO_CHAPTER.findall(text(page)):
        title = text(ROOT / "notebooks" / notebook).splitlines()[0].casefold()
        number = re.match(r"\d\w*", called)
        assert number[0] == chapter_id(notebook) if number else called.casefold() in title
