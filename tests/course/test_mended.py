"""Tests that the reply changes once the reader fixes a cell that has a deliberate mistake."""

import pytest

from minigrad.course.chapter_5 import compare


@pytest.mark.parametrize("guess", [..., 1.99, 0])
def test_a_fixed_column_has_no_64_pairs(guess: object) -> None:
    verdict = compare("x in a column", guess, 1.99)
    assert verdict.says.startswith("You've fixed the mistake in this cell")
    assert verdict.beside["this cell"] == "1.99"


def test_an_unfixed_cell_gets_the_reply_about_its_mistake() -> None:
    assert "64 pairs" in compare("x in a column", 0, 0.0).says
