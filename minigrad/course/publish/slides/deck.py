"""A deck: a lecture's slides as a page of reveal.js, made by nbconvert."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell, new_notebook, new_output

from minigrad.course.laying_out import EXPLORER as WIDGET
from minigrad.course.numbering import chapter_id

from .lecture import Part, Slide, lecture
from .pictures import drawing, frames

FOLDER = Path(__file__).parent
ASSETS = "assets"  # beside the decks
SVG = "image/svg+xml"
COLUMNS, CODE, OUTPUT = 66, 79, 82  # of usual type, and of the smallest
# A learner compares a guess with what happens; the lecture hall guesses aloud.
COMPARISON = re.compile(r"^compare\([^,]+, guess, (.+)\)$", re.MULTILINE)
ANSWER = re.compile(
    r"your guess</div><div[^>]*>[^<]*</div></div><div><div>[^<]*</div><div[^>]*>(.*?)</div>"
)


def deck(notebook: Path) -> str:
    """The page, which loads what it needs from `assets` beside it."""
    from nbconvert import SlidesExporter  # it is slow to import

    read = nbformat.read(notebook, as_version=4)
    exporter = SlidesExporter(
        extra_template_basedirs=[str(FOLDER / "template")],
        template_name="deck",
        exclude_anchor_links=True,
        require_js_url=f"{ASSETS}/requirejs/require.js",
        mathjax_url=f"{ASSETS}/mathjax/MathJax.js?config=TeX-AMS_SVG-full",
        widget_renderer_url=f"{ASSETS}/@jupyter-widgets/html-manager/dist/embed-amd.js",
        reveal_url_prefix=f"{ASSETS}/reveal.js",
        reveal_theme="../../../deck",  # the deck's own, beside the packages
    )
    shown = new_notebook(cells=cells(lecture(read), notebook), metadata=read.metadata)
    shown.metadata["title"] = title(notebook)
    page, _ = exporter.from_notebook_node(shown)
    return page


def title(notebook: Path) -> str:
    """The notebook's first heading, and the number of its chapter."""
    heading = nbformat.read(notebook, as_version=4).cells[0].source.splitlines()[0]
    return f"{chapter_id(notebook.name)}. {heading.removeprefix('# ')}"


def cells(slides: list[Slide], notebook: Path) -> list[NotebookNode]:
    """The cells that nbconvert makes the deck from: a slide's text, code and notes in turn."""
    deck_cells = []
    for number, slide in enumerate(slides, 1):
        head = f"# {slide.title}" if slide.opening else f"## {slide.title}"
        if slide.opening:
            head = f'<p class="series">minigrad · chapter {chapter_id(notebook.name)}</p>\n\n{head}'
        deck_cells.append(_text(f"slide-{number:02}", head, "slide"))
        if slide.notes:  # before the fragments: in one of them, they would be its notes alone
            deck_cells.append(_text(f"slide-{number:02}-notes", "\n\n".join(slide.notes), "notes"))
        for place, part in enumerate(slide.parts, 1):
            deck_cells += _part(part, f"slide-{number:02}-{place}")
    return deck_cells


def _part(part: Part, name: str) -> list[NotebookNode]:
    kind = "fragment" if part.fragment else "-"
    part_cells = [_text(name, part.markdown, kind)] if part.markdown else []
    if part.cell.cell_type == "code":
        cell = part.cell.copy()
        cell.metadata = nbformat.from_dict(
            {"slideshow": {"slide_type": "-" if part_cells else kind}}
        )
        cell.source = COMPARISON.sub(r"\1", cell.source).replace("\n\n\n", "\n\n")
        shown = part.show in ("both", "input") and not part.explorer
        cell.metadata["input"] = shown
        cell.metadata["later"] = shown  # first the question, then the answer
        cell.outputs = [] if part.show == "input" else [_output(out) for out in cell.outputs]
        cell.metadata["tags"] = ["long"] if _long(cell, shown) else []
        part_cells.append(cell)
    return part_cells


def _long(cell: NotebookNode, shown: bool) -> bool:
    """Whether a line needs the smaller type; longer output is wrapped, longer code refused."""
    source = max(map(len, cell.source.splitlines())) if shown else 0
    if source > CODE:
        raise ValueError(f"{cell.id}: a line of {source} characters; a slide holds {CODE}")
    texts = [
        out.get("text", "") or out.get("data", {}).get("text/plain", "") for out in cell.outputs
    ]
    lines = [len(line) for text in texts for line in text.splitlines()]
    return source > COLUMNS or any(COLUMNS < length <= OUTPUT for length in lines)


def _text(name: str, markdown: str, kind: str) -> NotebookNode:
    return new_markdown_cell(markdown, id=name, metadata={"slideshow": {"slide_type": kind}})


def _output(output: NotebookNode) -> NotebookNode:
    data: dict[str, Any] = output.get("data", {})
    if output.output_type == "error":  # the sentence; the slide shows the line that raised it
        sentence = f"{output.ename}: {output.evalue}"
        return nbformat.from_dict({**output, "traceback": [sentence]})
    if answer := ANSWER.search("".join(data.get("text/html", ""))):
        return new_output("display_data", {"text/plain": unescape(answer[1])})
    if WIDGET in data:
        stills = "".join(f"<div>{frame}</div>" for frame in frames(data[SVG]))
        live = {WIDGET: data[WIDGET]}
        return new_output("display_data", live, metadata={"still": stills})
    if SVG in data:
        figure = f'<figure class="drawing">{drawing(data[SVG])}</figure>'
        return new_output("display_data", {"text/html": figure})
    return output
