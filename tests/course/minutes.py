"""How long a chapter takes: `python -m tests.course.minutes notebooks/01_....ipynb ...`.

The model was fitted to readings of whole chapters by people who tried every cell.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

WORDS_A_MINUTE = 75  # of plain sentences, which need more words for the same thought
LINE, FORMULA, GUESS, EXPLORER = 0.2, 0.35, 1.5, 4.0  # minutes

BLOCK = re.compile(r"```.*?```", re.DOTALL)
FORMULAS = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
REST = re.compile(r"^## A rest\b|^\*\*A good place to rest\.\*\*", re.MULTILINE)
OWN = re.compile(r"^\*(\d+) minutes\.\*$", re.MULTILINE)  # what a step says, writing included


@dataclass
class Part:
    """A section, or the exercises."""

    title: str
    sitting: int
    minutes: float = 0.0  # by the model
    own_minutes: list[int] = field(default_factory=list)  # by itself

    @property
    def taken(self) -> float:
        return float(sum(self.own_minutes)) if self.own_minutes else self.minutes


def parts(notebook: NotebookNode) -> list[Part]:
    sections = [Part("", 0)]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            sections[-1].minutes += of_code(cell.source)
            continue
        for piece in re.split(r"^(?=## )|(?=\*\*A good place to rest)", cell.source, flags=re.M):
            sitting = sections[-1].sitting + bool(REST.search(piece))
            if piece.startswith("## ") or sitting != sections[-1].sitting:
                sections.append(Part(piece.splitlines()[0].strip("#* "), sitting))
            sections[-1].minutes += of_text(piece)
            sections[-1].own_minutes += map(int, OWN.findall(piece))
    return sections


def of_text(text: str) -> float:
    text, formulas = FORMULAS.subn(" ", BLOCK.sub("", text))
    return len(re.findall(r"[A-Za-z']+", text)) / WORDS_A_MINUTE + FORMULA * formulas


def of_code(source: str) -> float:
    lines = sum(bool(line.strip()) for line in source.splitlines())
    guess = GUESS * source.startswith("guess = ...")
    return LINE * lines + guess + EXPLORER * ("minigrad.explore" in source)


def before_exercises(notebook: NotebookNode) -> Iterator[Part]:
    for part in parts(notebook):
        if part.title == "Exercises":
            return
        yield part


def sittings(notebook: NotebookNode) -> list[float]:
    """The minutes of the text before the exercises, rest by rest."""
    all_parts = list(before_exercises(notebook))
    last = max(part.sitting for part in all_parts)
    return [sum(p.taken for p in all_parts if p.sitting == sitting) for sitting in range(last + 1)]


def main(arguments: Sequence[str]) -> None:
    for path in arguments:
        notebook = nbformat.read(path, as_version=4)
        for part in parts(notebook):
            own = f", {sum(part.own_minutes)} by itself" if part.own_minutes else ""
            print(f"  {part.minutes:5.1f}{own}  {part.title}")
        print(Path(path).name, *(f"{minutes:.0f}" for minutes in sittings(notebook)))


if __name__ == "__main__":
    main(sys.argv[1:])
