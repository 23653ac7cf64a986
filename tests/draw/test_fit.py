"""Tests for the text alternative of a fitted line: its equation and the farthest point."""

import minigrad as mg
from minigrad.draw.fit import fitted_line


def test_the_line_states_its_equation_and_the_farthest_point() -> None:
    x, y = mg.tensor([0.0, 1.0, 2.0]), mg.tensor([1.0, 3.5, 5.0])
    text = fitted_line(x, y, mg.tensor([2.0]), mg.tensor([1.0])).text
    assert "3 points and the line y = 2.00 x + 1.00" in text
    assert "0.50 from the line" in text


def test_a_negative_intercept_has_a_minus_sign() -> None:
    x, y = mg.tensor([0.0, 1.0]), mg.tensor([-1.0, 1.0])
    assert "y = 2.00 x − 1.00" in fitted_line(x, y, mg.tensor([2.0]), mg.tensor([-1.0])).text
