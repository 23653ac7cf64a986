"""Tests that `formulas.py` contains every formula in chapters and slides and that each is true."""

import pytest

from minigrad.course import chapters
from minigrad.teaching.slides.lecture import lectures
from tests.course.cells import parametrize_chapters
from tests.course.formulas import FORMULAS, formulas, holds
from tests.course.solved import read

CHAPTERS = chapters.NOTEBOOKS


def prose(chapter: str) -> list[str]:
    return [cell.source for cell in read(chapter).cells if cell.cell_type == "markdown"]


def slides(chapter: str) -> list[str]:
    hours = [hour for hour in lectures(chapter) if hour.notebook.stem == chapter]
    return [part.markdown for hour in hours for slide in hour.slides for part in slide.parts]


@parametrize_chapters(CHAPTERS)
def test_every_formula_in_a_chapter_is_verified(chapter: str) -> None:
    written = set(formulas([*prose(chapter), *slides(chapter)]))
    computed = {formula for of, formula, _ in FORMULAS if of == chapter.partition("_")[0]}
    assert written == computed, (
        f"not in formulas.py: {written - computed}; no longer in the text: {computed - written}"
    )


@pytest.mark.parametrize(
    ("formula", "expression"),
    [(formula, expression) for _, formula, expression in FORMULAS],
    ids=[f"{chapter}-{formula[:30]}" for chapter, formula, _ in FORMULAS],
)
def test_a_formula_is_true(formula: str, expression: str) -> None:
    assert holds(expression), formula
