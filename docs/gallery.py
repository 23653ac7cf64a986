"""The explorers page: each explorer's question, and the section of the chapter that uses it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import nbformat

from minigrad.course.chapters import chapter_id
from minigrad.teaching.live import title

from .explorers import place
from .pages import jupyter_slug

# The question that each explorer can answer, by the cell that shows the explorer.
QUESTIONS = {
    "start-52": "How small should a nudge be to give a good slope?",
    "graphs-49": "How does a gradient get back through a program?",
    "graphs-43": "In what order do the nodes of a graph run backward?",
    "shapes-18": "Which shapes can you add, and what does the sum contain?",
    "vjp-22": "What does `backward(v)` do with `v`?",
    "tracking-43": "Where does a gradient stop, and what does the graph keep in memory?",
    "accumulation-30": "Where in the loop can `zero_grad()` be, and what if it's left out?",
    "sgd-15": "At what learning rate do the steps begin to lead away from the bottom?",
    "sgd-67": "What does each line of the loop do, and what do momentum and a batch change?",
    "sgd-51": "How many hidden units do these points need?",
    "build-142": "Which node can run next if each node has to wait for all its shares?",
    "own-13": "Which nudge gives the smallest error, from one side and from both sides?",
    "digits-21": "What does a linear model look for in a picture of a digit?",
    "deep-40": "How do values and gradients grow or fade, layer by layer?",
    "deep-57": "At what weight scales does a residual connection help?",
    "curve-38": "Where does a Newton step from here lead?",
    "writes-82": "Where does each letter look, and which scores does one letter's loss change?",
    "torch-22": "What does PyTorch's own engine do, step by step?",
}
INTRODUCTION = """\
# All explorers

These figures are interactive: drag the rings with arrows, move the sliders, and press the buttons.
Each figure answers a question from a chapter. If you don't understand a figure, read the section
that it links to.
"""


@dataclass(frozen=True)
class Shown:
    """An explorer in a chapter: its cell, its stored output, and the section that it's in."""

    file: str
    cell: str
    data: dict[str, str]
    section: str
    title: str

    @property
    def name(self) -> str:
        return f"{Path(self.file).stem}-{self.cell}"


def explorers(path: Path) -> Iterator[Shown]:
    notebook = nbformat.read(path, as_version=4)
    section = ""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            lines = cell.source.splitlines()
            titles = [line.lstrip("# ") for line in lines if line.startswith(("# ", "## "))]
            section = titles[-1] if titles else section
        elif shown := title(cell):
            yield Shown(path.name, cell.id, cell.outputs[-1].data, section, shown)


def gallery(folder: Path) -> str:
    """Return the page as Markdown, with data from the chapters."""
    parts = [INTRODUCTION]
    for path in sorted(folder.glob("[0-9]*.ipynb")):
        for one in explorers(path):
            link = f"{one.file}#{jupyter_slug(one.section)}"
            parts.append(
                f"## {one.title}\n\n"
                f"**{QUESTIONS[one.cell]}** Chapter {chapter_id(path.name)}: "
                f"[{one.section}](<{link}>)\n\n"
                f'<div class="explorers">\n{place(one.name, one.data)}\n</div>\n'
            )
    return "\n".join(parts)
