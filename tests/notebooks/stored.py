"""Checks that every stored notebook is complete, clean, and accessible."""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import nbformat
from nbformat import NotebookNode

from minigrad.draw.in_page import themed
from minigrad.draw.svg import DRAWING
from tests.notebooks.normal_form import CELL_METADATA, NOTEBOOK_METADATA, mask, text

FORMS = {"image/svg+xml", "text/html", "text/plain"}
MACHINE = re.compile(r"/(?:home|root|tmp|Users|private|var)/|[A-Z]:\\\\?Users|\x1b\[|ipykernel_\d")
FETCHES = re.compile(
    r"""<script|<iframe|@import|<(?!a\b)[^>]*\b(?:src|href)\s*=\s*["']?(?:https?:)?//|url\(["']?https?:""",
    re.IGNORECASE,
)


def problems(stored: str) -> list[str]:
    notebook = nbformat.reads(stored, as_version=nbformat.NO_CONVERT)
    checks = (_file(stored, notebook), _cells(notebook), _outputs(notebook), _figures(notebook))
    return [problem for check in checks for problem in check]


def _file(stored: str, notebook: NotebookNode) -> Iterator[str]:
    nbformat.validate(notebook)
    if stored != text(notebook):
        yield "not in the form that `make refresh` writes"
    found, right = notebook.metadata, NOTEBOOK_METADATA
    if wrong := sorted(key for key in {*found, *right} if found.get(key) != right.get(key)):
        yield f"notebook metadata {wrong}"


def _cells(notebook: NotebookNode) -> Iterator[str]:
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    for count, cell in enumerate(code, 1):
        if cell.execution_count != count:
            yield f"{cell.id}: code cell {count} has the execution count {cell.execution_count}"
        if not cell.source.strip():
            yield f"{cell.id}: empty"
    for cell in notebook.cells:
        if noise := sorted(set(cell.metadata) - set(CELL_METADATA)):
            yield f"{cell.id}: metadata {noise}"
        if skipping := [tag for tag in cell.metadata.get("tags", []) if tag.startswith("nbval")]:
            yield f"{cell.id}: {skipping} would exclude its output from the comparison"
        if cell.cell_type == "code" and re.search(r"^\s*#\s*(NBVAL|PYTEST)_", cell.source, re.M):
            yield f"{cell.id}: a comment excludes its output from the comparison"


def _outputs(notebook: NotebookNode) -> Iterator[str]:
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        raised = any(output.output_type == "error" for output in cell.outputs)
        if raised != ("raises-exception" in cell.metadata.get("tags", [])):
            yield f"{cell.id}: " + (
                "an unexpected error" if raised else "tagged, but raises no error"
            )
        for output in cell.outputs:
            if output.get("name") == "stderr":
                yield f"{cell.id}: a line on stderr: {output.text[:200]!r}"
            if others := sorted(set(output.get("data", {})) - FORMS):
                yield f"{cell.id}: {others} can't be compared, but SVG, HTML, and text can"
    for place, value in _strings(notebook):
        if match := MACHINE.search(value):
            yield f"{place}: {match[0]!r} is specific to one machine"
        if value != mask(value):
            yield f"{place}: a memory address"
        if match := FETCHES.search(value):
            yield f"{place}: {match[0]!r} would fetch something or run code"


def _figures(notebook: NotebookNode) -> Iterator[str]:
    """Check that every drawing has a text alternative and unique ids."""
    meanings: dict[str, set[str]] = defaultdict(set)
    referred: set[str] = set()
    for place, value in _strings(notebook):
        for image in re.findall(r"<img\b[^>]*>", value):
            if not re.search(r"\balt=[\"'][^\"']", image):
                yield f"{place}: an image without a text alternative"
        for svg in DRAWING.findall(value):
            try:
                root = ElementTree.fromstring(svg)
            except ElementTree.ParseError as error:
                yield f"{place}: a drawing that is not well-formed XML: {error}"
                continue
            if root.get("role") != "img" or not _name(root):
                yield f'{place}: a drawing without role="img" and a title or aria-label'
            for element in root.iter():
                if "id" in element.attrib:
                    # It's the same figure whether its colors are fixed or come from the page.
                    meaning = themed(ElementTree.tostring(element, "unicode").strip())
                    meanings[element.attrib["id"]].add(meaning)
            referred |= set(re.findall(r"(?:url\(|href=[\"'])#([^\"')]+)", svg))
            referred |= set(root.get("aria-labelledby", "").split())
    for name in sorted(referred):
        if len(meanings[name]) != 1:
            yield f"the id {name!r} is referenced but has {len(meanings[name])} definitions"
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if data.keys() - {"text/plain"} and re.fullmatch(r"<.*>|", data.get("text/plain", "")):
                yield (
                    f"{cell.id}: the text alternative of {sorted(data)} doesn't describe what's "
                    "shown"
                )


def _name(svg: ElementTree.Element) -> str:
    title = next((child for child in svg if child.tag.rpartition("}")[2] == "title"), None)
    return (svg.get("aria-label") or ("" if title is None else title.text) or "").strip()


def _strings(notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """Yield all text in outputs, along with where it's stored."""
    for cell in notebook.cells:
        yield from _strings_in(cell.get("outputs", []), cell.id)


def _strings_in(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings_in(item, f"{place}/{key}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from _strings_in(item, f"{place}/{i}")
