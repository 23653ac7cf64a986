"""How long a chapter takes: `python -m tests.course.minutes notebooks/01_....ipynb ...`.

The model fits the times of a quick reader who tried every cell. It's a tenth slower than the slower
ends of the ranges in READ taken together, and within two fifths of each one. Words count at an
ordinary reading speed, so a plain sentence isn't punished for having more of them. Code, formulas,
guesses, and explorers take time on top. Chapters print these minutes, rounded to five.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

WORDS_A_MINUTE = 100
LINE, FORMULA, GUESS, EXPLORER = 0.1, 0.35, 1.2, 3.0  # minutes

# What was read, at revision 9274cdc: words, lines of code, formulas, guesses, and explorers. Then
# the minutes, at the slower end of the reader's range.
READ = {
    "0 to the rest": ((711, 40, 5, 2, 0), 11),
    "0 after it": ((773, 18, 0, 1, 1), 10),
    "1": ((1565, 93, 8, 3, 1), 30),
    "1b": ((1008, 48, 6, 3, 1), 28),
    "2": ((1454, 82, 23, 4, 1), 38),
    "3": ((1279, 83, 6, 5, 1), 28),
    "4": ((1129, 100, 0, 4, 2), 28),
}

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


def of_counts(words: int, lines: int, formulas: int, guesses: int, explorers: int) -> float:
    minutes = words / WORDS_A_MINUTE + LINE * lines + FORMULA * formulas
    return minutes + GUESS * guesses + EXPLORER * explorers


def of_text(text: str) -> float:
    text, formulas = FORMULAS.subn(" ", BLOCK.sub("", text))
    return of_counts(len(re.findall(r"[A-Za-z']+", text)), 0, formulas, 0, 0)


def of_code(source: str) -> float:
    lines = sum(bool(line.strip()) for line in source.splitlines())
    guesses, explorers = source.startswith("guess = ..."), "minigrad.explore" in source
    return of_counts(0, lines, 0, guesses, explorers)


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
