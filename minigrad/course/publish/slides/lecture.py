"""Which cells of a chapter are its lecture, and what of them stands on a slide.

A lecture is a selection, made in the notebook by the cells' `slideshow` metadata:

- `slide_type`: `slide` begins a slide, `-` continues it, `fragment` does so with the next key;
  `skip` keeps a cell out of slides and notes.
- `show`: of a text, the heading of the part that is shown as it stands, or `all`; of a code cell,
  `input` or `output` for one of the two.
- `text`: the slide's own line in place of the cell's text, where speech needs another.

Of a text, a slide shows the first sentence after the last heading. All that the learner reads, up
to the next slide, becomes the speaker's notes; exercises and their solutions do not.
"""

import re
from dataclasses import dataclass, field

from nbformat import NotebookNode

from minigrad.course.laying_out import EXPLORER as WIDGET

SHOWN = ("slide", "-", "fragment")
HEADING = re.compile(r"^#{1,3} +(.+?) *$", re.MULTILINE)
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
FOLDED = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
LINK = re.compile(r"\[([^\]\n]*)\]\((?:[\w./-]+\.ipynb)?(?:#[^)\s]*)?\)")
SENTENCE = re.compile(r".+?[.?!]+[*_)\"”]*(?=\s|$)", re.DOTALL)


@dataclass
class Part:
    """A cell's share of a slide: Markdown of its text, or input and output of its code."""

    cell: NotebookNode
    markdown: str = ""
    show: str = "both"
    fragment: bool = False

    @property
    def explorer(self) -> bool:
        return any(WIDGET in output.get("data", {}) for output in self.cell.get("outputs", []))


@dataclass
class Slide:
    title: str
    opening: bool = False  # the title slide
    parts: list[Part] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def lecture(notebook: NotebookNode) -> list[Slide]:
    slides: list[Slide] = []
    heading = ""
    for cell in notebook.cells:
        how = cell.metadata.get("slideshow", {})
        kind = how.get("slide_type", "notes")
        if kind == "skip":
            continue
        text = LINK.sub(r"\1", cell.source)  # they lead to places that a deck does not have
        blocks = _blocks(heading, text) if cell.cell_type == "markdown" else []
        if kind == "slide":
            if len(blocks) > 1:  # what stands before a heading belongs to what came before
                _note(slides, *blocks.pop(0))
            opening = bool(blocks) and cell.source.startswith("# ")
            slides.append(Slide(_chosen(cell, blocks, heading)[0], opening))
        elif kind in SHOWN and not slides:
            raise ValueError(f"{cell.id}: {kind!r} comes before the first slide")
        for block in blocks:
            _note(slides, *block)
        if kind in SHOWN:
            markdown = _markdown(cell, blocks, heading) if blocks else how.get("text", "")
            show = "both" if blocks else how.get("show", "both")
            slides[-1].parts.append(Part(cell, markdown, show, kind == "fragment"))
        heading = blocks[-1][0] if blocks else heading
    return slides


def _blocks(heading: str, text: str) -> list[tuple[str, str]]:
    """The text by its headings; what stands before the first belongs to the heading above."""
    hidden = FENCED.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), text)
    headings = list(HEADING.finditer(hidden))
    starts = [0, *(match.end() for match in headings)]
    ends = [*(match.start() for match in headings), len(text)]
    names = [heading, *(match[1] for match in headings)]
    return [(name, text[i:j].strip()) for name, i, j in zip(names, starts, ends, strict=True)]


def _chosen(cell: NotebookNode, blocks: list[tuple[str, str]], heading: str) -> tuple[str, str]:
    """The block that `show` names, or the last."""
    wanted = cell.metadata.slideshow.get("show", "all")
    if not blocks:
        return heading, ""
    if wanted == "all":
        return blocks[-1]
    for block in blocks:
        if block[0] == wanted:
            return block
    raise ValueError(f"{cell.id}: there is no heading {wanted!r} to show")


def _markdown(cell: NotebookNode, blocks: list[tuple[str, str]], heading: str) -> str:
    how = cell.metadata.slideshow
    if "text" in how:
        return how["text"]
    body = FOLDED.sub("", _chosen(cell, blocks, heading)[1]).strip()
    sentence = SENTENCE.match(body)
    return body if "show" in how or sentence is None else sentence[0]


def _note(slides: list[Slide], heading: str, body: str) -> None:
    """Append to the notes of the last slide what the learner reads, answers unfolded."""
    if not slides or heading.startswith("Exercise"):
        return
    body = FOLDED.sub(lambda f: "" if f[1] == "Solution" else f"**{f[1]}.**\n{f[2]}", body).strip()
    if body:
        slides[-1].notes.append(body)
