"""Tests that every number a lecturer says is in the chapter, on a slide, or computed here.

Whole numbers up to 20 are skipped, because they usually count things in the classroom.
"""

from collections.abc import Iterator
from pathlib import Path

import nbformat
import numpy as np
import pytest

from minigrad.course.chapters import chapter_id
from minigrad.teaching.slides.script import read
from tests.teaching.test_expected import CELLS, LECTURES, numbers, seen_on, text_of

NOTEBOOKS = {chapter_id(path.name): path for path in Path("notebooks").resolve().glob("*.ipynb")}

# Parts of the notes, verbatim, each with an expression that verifies it.
CLAIMS = [
    ("e to the 100 is too large for float32", "float(np.finfo(np.float32).max) < np.exp(100.0)"),
]


def unsupported_numbers(lecture: str, chapter: str) -> Iterator[str]:
    slides = read(lecture)
    shown = [text for slide in slides for text in seen_on(slide, CELLS)]
    known = numbers(" ".join([chapter, *shown]))
    for text in (note.text for slide in slides for note in slide.notes if note.kind == "Say"):
        left = text
        for piece, _ in CLAIMS:
            left = left.replace(piece, "")
        for number in numbers(left):
            if (number % 1 or abs(number) > 20) and not {number, -number} & known:
                yield f"{number:g} in {text}"


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_numbers_a_lecturer_says_are_in_the_chapter_or_computed(path: Path) -> None:
    notebook = NOTEBOOKS[path.stem.split("_")[1]]
    cells = nbformat.read(notebook, as_version=4).cells
    chapter = " ".join(map(text_of, cells))
    assert list(unsupported_numbers(path.read_text(encoding="utf-8"), chapter)) == []


@pytest.mark.parametrize(("piece", "expression"), CLAIMS, ids=lambda value: value[:30])
def test_every_claim_in_the_notes_is_true(piece: str, expression: str) -> None:
    assert any(piece in path.read_text(encoding="utf-8") for path in LECTURES), piece
    assert eval(expression, {"np": np})


def test_an_unsupported_number_is_detected() -> None:
    lecture = "# A\n## B\nIt is 291.\nNote:\nSay: Of 300 it's 281, not 291, in 3 tries, or 0.5.\n"
    assert {problem[:4] for problem in unsupported_numbers(lecture, "300")} == {"281 ", "0.5 "}
