"""Decks: a lecture's slides as a reveal.js page, made by nbconvert."""

import re
from datetime import date
from html import escape
from pathlib import Path
from textwrap import dedent
from typing import Any

import nbformat
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from minigrad.course.checking.verdict import prose
from minigrad.teaching.credits import AUTHOR, CREDIT, LICENSE, LICENSE_URL
from minigrad.teaching.editions.predictions import ANSWER
from minigrad.teaching.live import VIEW

from .fences import EXAMPLE
from .lecture import LETTERS, SVG, Code, Lecture, Part, Slide, chapter
from .minutes import between, clock
from .pictures import drawing, frame, frames

LONG = 300  # characters of a message
FOLDER = Path(__file__).parent
ASSETS = "assets"  # next to the decks
INDENT = re.compile(rf"^ {{{len('your guess   ')}}}", re.MULTILINE)  # of an answer's further lines


def deck(lecture: Lecture, author: str = "", day: str = "") -> str:
    """Return the page of a deck, which loads its files from an `assets` folder next to the page."""
    from nbconvert import SlidesExporter  # because the import is slow

    exporter = SlidesExporter(
        extra_template_basedirs=[str(FOLDER / "template")],
        template_name="deck",
        exclude_anchor_links=True,
        require_js_url=f"{ASSETS}/requirejs/require.js",
        mathjax_url=f"{ASSETS}/mathjax/MathJax.js?config=TeX-AMS_SVG-full",
        widget_renderer_url=f"{ASSETS}/@jupyter-widgets/html-manager/dist/embed-amd.js",
        reveal_url_prefix=f"{ASSETS}/reveal.js",
        reveal_theme="../../../deck",  # the deck's own, next to the packages
    )
    metadata = {
        **chapter(lecture.notebook).metadata,
        **({"widgets": lecture.widgets} if lecture.widgets else {}),
        "title": title(lecture),
        "author": ", ".join(filter(None, (author, AUTHOR))),
        "license": f"{LICENSE}, {LICENSE_URL}",
    }
    shown = new_notebook(cells=cells(lecture, author, day), metadata=nbformat.from_dict(metadata))
    page, _ = exporter.from_notebook_node(shown)
    return page


def title(lecture: Lecture) -> str:
    return f"{lecture.chapter}. {lecture.slides[0].title}{_hour(lecture)}"


def series(lecture: Lecture) -> str:
    return f"chapter {lecture.chapter}{_hour(lecture)}"


def _hour(lecture: Lecture) -> str:
    """Return ", part 2" if a lecture is the second on its chapter, or "" if it's the first."""
    hour = re.search(r"_(\d)$", lecture.name)
    return f", part {hour[1]}" if hour else ""


def cells(lecture: Lecture, author: str = "", day: str = "") -> list[NotebookNode]:
    """Return the cells for nbconvert: the text, code, and notes of each slide in turn."""
    deck_cells = []
    for number, slide in enumerate(lecture.slides, 1):
        name = f"slide-{number:02}"
        head = f"## {slide.title}"
        if number == 1:
            head = f'<p class="series">minigrad · {series(lecture)}</p>\n\n# {slide.title}'
        head += f'\n\n<i data-roles="{" ".join(slide.roles)}" hidden></i>' if slide.roles else ""
        deck_cells.append(_text(name, head, "slide"))
        # Notes come before the fragments. Inside one of them, they would belong only to it.
        deck_cells.append(_text(f"{name}-notes", notes(slide), "notes"))
        for place, part in enumerate(slide.parts, 1):
            deck_cells += _part(part, f"{name}-{place}", alone=len(slide.parts) == 1)
        if number == 1:
            deck_cells.append(_text(f"{name}-by", _by(lecture, author, day), "-"))
    return deck_cells


def _by(lecture: Lecture, author: str, day: str) -> str:
    day = day or f"{date.today():%B} {date.today().day}, {date.today().year}"
    said = " · ".join(escape(each) for each in (author, day) if each)
    source = f"<code>notebooks/{lecture.notebook.name}</code>"
    return f'<p class="by">{said}<br>{source}<br>minigrad · {escape(CREDIT)}</p>'


def notes(slide: Slide) -> str:
    """Return the lecturer's notes for a slide: what to say, ask, and expect, and when it ends."""
    paragraphs = [f"**{note.kind}:** {note.text}" for note in slide.notes]
    for part in slide.parts:
        for letter, choice in zip(LETTERS, part.choices, strict=False):
            right = ", which is right" if choice.right else ""
            belief = choice.belief
            if belief.startswith("that "):
                belief = f"You may think {belief.rstrip('.')}."
            paragraphs.append(f"**{letter}**{right}: {belief}")
    spent = between(slide.ends - slide.seconds / 60, slide.ends)
    optional = " May be left out." if "optional" in slide.roles else ""
    paragraphs.append(f"**Ends at {clock(slide.ends)}** ({spent} for this slide).{optional}")
    return "\n\n".join(paragraphs)


def _part(part: Part, name: str, *, alone: bool) -> list[NotebookNode]:
    kind = "fragment" if part.later else "-"
    if part.choices:
        return [_text(name, _vote(part), kind)]
    if part.markdown:
        return [_text(name, part.markdown.replace(f"```{EXAMPLE}\n", "```python\n"), kind)]
    cell = new_code_cell(id=name, metadata={"slideshow": {"slide_type": kind}})
    cell.metadata["input"] = part.code is not None
    if part.code:
        cell.source = _code(part.code)
        first = part.code.lines[0]
        cell.metadata["marks"] = " ".join(str(line - first + 1) for line in part.code.marks)
        cell.metadata["by_line"] = part.code.by_line
    cell.outputs = [_output(output, part, alone=alone) for output in part.outputs]
    return [cell]


def _code(code: Code) -> str:
    """Return the lines as a slide shows them, with an ellipsis if their function goes on."""
    source = dedent(code.source)  # lines from inside a function also fit
    removed = len(code.source) - len(code.source.lstrip()) if source != code.source else 0
    following = [line for line in code.whole.splitlines()[code.lines[1] :] if line.strip()]
    indent = len(following[0]) - len(following[0].lstrip()) - removed if following else 0
    return f"{source}\n{' ' * indent}# …" if indent > 0 else source


def _vote(part: Part) -> str:
    """Return the choices as a lettered list, followed by the reason.

    The next key press shows the reason and marks the right choice.
    """
    rows = "".join(
        f"<li{' data-right' if choice.right else ''}><span>{prose(choice.text)}</span></li>"
        for choice in part.choices
    )
    right = next(choice for choice in part.choices if choice.right)
    return f'<ol class="vote">{rows}</ol>\n<p class="reason fragment">{prose(right.belief)}</p>'


def _text(name: str, markdown: str, kind: str) -> NotebookNode:
    return new_markdown_cell(markdown, id=name, metadata={"slideshow": {"slide_type": kind}})


def _output(output: NotebookNode, part: Part, *, alone: bool) -> NotebookNode:
    data: dict[str, Any] = output.get("data", {})
    # Only the message, because the slide shows the line that raised it.
    if output.output_type == "error":
        said = f"{output.ename}: {output.evalue}"
        return nbformat.from_dict({**output, "traceback": [_first(said)]})
    if answer := ANSWER.search(data.get("text/plain", "")):
        return new_output("display_data", {"text/plain": INDENT.sub("", answer[1])})
    if part.still:
        return _html(f'<figure class="drawing frame">{frame(data[SVG], part.still)}</figure>')
    if part.explorer:
        stills = "".join(f"<div>{frame}</div>" for frame in frames(data[SVG]))
        if VIEW not in data:  # the chapter hasn't run
            return _html(f'<figure class="still">{stills}</figure>')
        return new_output("display_data", {VIEW: data[VIEW]}, metadata={"still": stills})
    if SVG in data:
        return _html(drawing(data[SVG], grow=part.grow, alone=alone))
    return output


def _first(said: str) -> str:
    """Return a long message's first sentence, because a slide has no room for the rest."""
    return said if len(said) < LONG else re.split(r"(?<=\.)\s", said)[0] + " …"


def _html(html: str) -> NotebookNode:
    return new_output("display_data", {"text/html": html})
