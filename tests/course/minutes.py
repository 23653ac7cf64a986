"""`python -m tests.course.minutes notebooks/01_....ipynb ...`: estimate how long chapters take.

The model is fitted to the times of a quick reader who tried every cell but unfolded nothing. Words
count at an ordinary reading speed, so plain sentences aren't penalized for having more words. Code,
formulas, guesses, and explorers take extra time. A quick reader also skips the sections that begin
with "*You can skip this section". A thorough reader takes half as long again for each part, because
they change cells and guess again, and they read every section and all folded text. Chapters print
both times, rounded to five minutes.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from nbformat import NotebookNode

WORDS_A_MINUTE = 125
LINE, FORMULA, GUESS, EXPLORER = 0.08, 0.28, 1.0, 3.0  # minutes

# Readers who worked as carefully as they could were given 50% more time at revision 9274cdc.
THOROUGH = 1.5

# The contents of the chapters at revision 9274cdc: words outside folds, lines of code, formulas,
# guesses, and explorers, followed by the minutes, from the middle of the reader's range.
READ = {
    "0 to the rest": ((624, 40, 5, 2, 0), 11),
    "0 after it": ((685, 18, 0, 1, 1), 10),
    "1": ((1435, 93, 8, 3, 1), 26.5),
    "1b": ((967, 48, 6, 3, 1), 23),
    "2": ((1336, 82, 23, 4, 1), 30),
    "3": ((1167, 83, 6, 5, 1), 24.5),
    "4": ((996, 100, 0, 4, 2), 26),
}

BLOCK = re.compile(r"```.*?```", re.DOTALL)
FORMULAS = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
REST = re.compile(r"^## A rest\b|^\*\*A good place to rest\.\*\*", re.MULTILINE)
OWN = re.compile(r"^\*(\d+) minutes\.\*$", re.MULTILINE)  # the time stated for a step
FOLD = re.compile(r"<details>.*?</details>", re.DOTALL)
SKIPPED = re.compile(r"^## .*\n\n\*You can skip this section\b")


@dataclass
class Part:
    """A part of a chapter: one section or all of the exercises."""

    title: str
    sitting: int
    is_skipped: bool = False  # whether a quick reader skips it
    minutes: float = 0.0  # minutes according to the model
    folded_minutes: float = 0.0
    own_minutes: list[int] = field(default_factory=list)  # minutes printed for this part only

    @property
    def quick(self) -> float:
        if self.is_skipped:
            return 0.0
        return float(sum(self.own_minutes)) if self.own_minutes else self.minutes

    @property
    def thorough(self) -> float:
        minutes = float(sum(self.own_minutes)) if self.own_minutes else self.minutes
        return THOROUGH * (minutes + self.folded_minutes)


def parts(notebook: NotebookNode) -> list[Part]:
    sections = [Part("", 0)]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            sections[-1].minutes += of_code(cell.source)
            continue
        for piece in re.split(r"^(?=## )|(?=\*\*A good place to rest)", cell.source, flags=re.M):
            sitting = sections[-1].sitting + bool(REST.search(piece))
            if piece.startswith("## ") or sitting != sections[-1].sitting:
                title = piece.splitlines()[0].strip("#* ")
                sections.append(Part(title, sitting, is_skipped=bool(SKIPPED.match(piece))))
            sections[-1].minutes += of_text(FOLD.sub("", piece))
            sections[-1].folded_minutes += sum(map(of_text, FOLD.findall(piece)))
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


def sittings(notebook: NotebookNode) -> tuple[list[float], list[float]]:
    """Return each sitting's minutes, without the exercises, for a quick and a thorough reader."""
    all_parts = list(before_exercises(notebook))
    numbers = range(max(part.sitting for part in all_parts) + 1)
    groups = [[part for part in all_parts if part.sitting == number] for number in numbers]
    quick = [sum(part.quick for part in group) for group in groups]
    return quick, [sum(part.thorough for part in group) for group in groups]


def main(arguments: Sequence[str]) -> None:
    for path in arguments:
        notebook = nbformat.read(path, as_version=4)
        for part in parts(notebook):
            print(f"  {part.quick:5.1f} {part.thorough:5.1f}  {part.title}")
        for name, minutes in zip(("quick", "thorough"), sittings(notebook), strict=True):
            print(Path(path).name, name, " + ".join(f"{m:.0f}" for m in minutes))


if __name__ == "__main__":
    main(sys.argv[1:])
