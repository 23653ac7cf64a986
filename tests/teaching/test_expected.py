"""Tests that numbers in a lecture's *Expect* notes come from the slide or from a claim here.

A number that isn't small may come from another slide of the lecture. Words in quotation marks are a
student's wrong answer, so their numbers can be anything.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from minigrad.teaching.slides.script import Cell, Slide, read
from tests.course.solved import read as notebook
from tests.course.test_claims import CHAPTERS

LECTURES = sorted(Path("notebooks/lectures").resolve().glob("*.md"))
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:,\d{3})*(?:\.\d+)?(?!\w)")
QUOTED = re.compile(r'"[^"]*"|\b(?:chapter|line) \d+')  # references are left out as well

# Parts of the notes, verbatim, each with an expression that verifies it.
CLAIMS = [
    ("Minus 6: the errors are added without the squares", "sum(0 - y for y in (5, 1)) == -6"),
    ("12 and 20 is the usual slip: the mean divides by two", "(2 * 2 * 3, 2 * 2 * 5) == (12, 20)"),
    ("32 again, or 11 for", "10 + 1 == 11"),
    ("that is 75 plus 30, a step of 1", "75 + 30 * 1 == 105"),
    ("one has the 1 and the others have 0", "[1, 0, 0].count(0) == 2"),
    ("0, 2, and 4: that's along the slope", "[m + s / 6 for m, s in MEANS] == [0, 2, 4]"),
    ("Against it: 2, 2, and 2", "[m - s / 6 for m, s in MEANS] == [2, 2, 2]"),
    (
        '"2 and 4", or "0 and 4"',
        "([1 * 2 + 0, 0 + 1 * 4], [0 * 2, 1 * 4]) == ([2, 4], [0, 4])",
    ),
    ("It would be 0: the sum was emptied", "3 * 0 == 0"),
    (
        "0.3, ten times the rate: there the factor is −1.4",
        "(0.03 * 10, 1 - 0.3 * 8) == (0.3, -1.4)",
    ),
    ("there the factor is 0, and one step arrives", "1 - 0.125 * 8 == 0"),
    ("−8, half of the previous velocity", "-16 / 2 == -8"),
    ("32 or less: the single bias", "2 * 8 + 8 + 8 == 32"),
    ("It is between 0.001 and 0.0001", "0.0001 < (1e-7) ** 0.5 < 0.001"),
    ("0 and −1; none is above 0", "[v - 1000 for v in (1000, 999)] == [0, -1]"),
    (
        "The squares are 9 and 16, their mean over four is 6.25, and its square root is 2.5",
        "(3**2, 4**2, (9 + 16) / 4, 6.25**0.5) == (9, 16, 6.25, 2.5)",
    ),
    ("More than a thousand is the answer for weights of 2", "1000 < 2**10 < 1100"),
    ("a score of 0 a few minutes ago: it got 9 percent", "round(1 / (E + E**2 + 1), 2) == 0.09"),
    # about a confident "no" when "yes" is correct
    ("the slope that moves weights, and there it's almost 0", "2 * (1 - P) ** 2 * P < 1e-4"),
]
E, P = 2.718281828, 1 / (1 + 2.718281828**10)
MEANS = ((1, -6), (2, 0), (3, 6))  # the three predictions in chapter 1b, and their slopes


def numbers(text: str) -> set[float]:
    text = text.replace("−", "-").replace("minus ", "-")
    return {float(number.replace(",", "")) for number in NUMBER.findall(text)}


def cells() -> dict[str, str]:
    """Return the text and output of each cell in the course, by cell id."""
    all_cells = [cell for chapter in CHAPTERS for cell in notebook(chapter).cells]
    return {cell.id: text_of(cell) for cell in all_cells}


def text_of(cell: Any) -> str:
    """Return the source of a cell and the text of its outputs."""
    return f"{cell.source} {_shown(cell.get('outputs', []))}"


def _shown(outputs: list[dict[str, Any]]) -> str:
    shown = str([o.get("text") or o.get("data") or o.get("evalue", "") for o in outputs])
    return re.sub(r"<(style|title).*?</\1>|<[^>]*>", " ", shown)


def seen_on(slide: Slide, shown: dict[str, str]) -> Iterator[str]:
    """Yield what the audience sees: the title, and each block with its cell's output."""
    yield slide.title
    for block in slide.blocks:
        if isinstance(block, Cell):
            yield f"{shown.get(block.name, '')} {block.figure}"
        else:
            yield repr(block)


def numbers_on(slide: Slide, shown: dict[str, str]) -> set[float]:
    """Return the numbers on a slide and in its notes, except for *Expect*."""
    said = [note.text for note in slide.notes if note.kind != "Expect"]
    found = numbers(" ".join([*seen_on(slide, shown), *said]))
    return found | {abs(number) for number in found}


def unsupported_numbers(lecture: str, shown: dict[str, str]) -> Iterator[str]:
    slides = read(lecture)
    elsewhere = {n for slide in slides for n in numbers_on(slide, shown) if n % 1 or n > 20}
    for slide in slides:
        known = numbers_on(slide, shown) | elsewhere
        for text in (note.text for note in slide.notes if note.kind == "Expect"):
            left = QUOTED.sub("", text)
            for piece, _ in CLAIMS:
                left = left.replace(piece, "")
            for number in numbers(left) - known:
                yield f"{number:g} in {text}"


@pytest.mark.parametrize("path", LECTURES, ids=lambda path: path.stem)
def test_numbers_a_lecturer_expects_are_on_the_slide_or_computed(path: Path) -> None:
    assert list(unsupported_numbers(path.read_text(encoding="utf-8"), CELLS)) == []


@pytest.mark.parametrize(("piece", "expression"), CLAIMS, ids=lambda value: value[:30])
def test_every_expectation_in_the_notes_is_true(piece: str, expression: str) -> None:
    assert any(piece in path.read_text(encoding="utf-8") for path in LECTURES), piece
    assert eval(expression)


def test_an_unsupported_number_is_detected() -> None:
    lecture = """# A
## B
It is 17.
Note:
Ask: Which?
Wait: 10 s
Expect: "8 and 9", but 17 is right, and 7 is wrong.
"""
    assert [problem[:4] for problem in unsupported_numbers(lecture, {})] == ["7 in"]


CELLS = cells()
