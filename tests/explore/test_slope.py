"""Tests that sentences about tangent and secant agree with a float32 computation."""

from math import nan

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.axes import Axes
from minigrad.explore.slope import STEPS, magnified, slope
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.panels import Panel


@pytest.fixture(scope="module")
def square():
    return check(slope)


def test_every_sentence_states_the_slopes_that_numpy_computes_in_float32(square) -> None:
    places, steps = (control.values for control in square.controls)
    for (i, j), frame in square.frames.items():
        x, h = np.float32(places[i]), np.float32(steps[j])
        secant = float(((x + h) ** 2 - x**2) / h)
        tangent = float(2 * x)
        expected = [places[i], tangent, steps[j], secant, abs(secant - tangent)]
        said = numbers(frame.sentence)
        assert said[:4] == pytest.approx(expected[:4], rel=1e-5, abs=1e-12)
        assert said[4] == pytest.approx(expected[4], rel=0.06, abs=1e-9)


def test_the_panel_of_f_shows_its_curve_and_the_point(square) -> None:
    places = square.controls[0].values
    for (i, _), frame in list(square.frames.items())[::7]:
        f = Panel(frame, "f(x) vs. x")
        assert f.marks(7) == [pytest.approx((places[i], places[i] ** 2), abs=0.03)]
        for at, y in f.line("value-line"):
            assert y == pytest.approx(at**2, abs=0.08)


def test_the_explorer_starts_at_the_largest_step_and_can_reach_the_failure(square) -> None:
    assert numbers(square.at().sentence) == [1, 2, 1, 3, 1]
    assert numbers(square.at(h=STEPS[-1]).sentence)[3] == 0
    assert all(len(control.values) >= 20 for control in square.controls)


def test_the_magnifier_shows_float32_values() -> None:
    """At 3, with h = 1e-6, the curve of x² has steps, and every height is a float32 number."""
    x, f = 3.0, lambda x: x**2
    near = magnified(f, [x])[x][STEPS.index(1e-6)]
    shares = np.linspace(-0.5, 1.5, len(near))
    expected = (np.float32(x) + np.float32(shares * 1e-6)) ** 2
    assert near == pytest.approx(expected.astype(float).tolist(), abs=1e-12)
    assert len(set(near)) < 10 < len(near)
    assert magnified(lambda x: x**2 if x > 0 else x, [x])[x][0] == pytest.approx(
        ((3 + shares) ** 2).tolist(), rel=1e-6
    )


def test_a_different_function_has_its_own_slopes() -> None:
    explorer = check(lambda: slope(mg.sin, at=0.0, low=-3.0, high=3.0))
    for (i, _), frame in explorer.frames.items():
        x = explorer.controls[0].values[i]
        assert numbers(frame.sentence)[1] == pytest.approx(np.cos(x), rel=1e-5, abs=1e-6)


@pytest.mark.parametrize(
    "f",
    [lambda x: 1 / x, lambda x: x.detach()],
    ids=["pole", "untracked"],
)
@pytest.mark.slow
def test_functions_that_are_not_finite_or_not_tracked_are_drawn(f) -> None:
    check(lambda: slope(f))


@pytest.mark.parametrize("f", [mg.log, lambda x: 1 / x, lambda x: -1.23456e30 * x**3])
def test_no_two_labels_overlap(f) -> None:
    check_no_overlap(slope(f))


def test_an_undefined_slope_is_not_compared() -> None:
    explorer = slope(mg.log)
    assert explorer.at(x=-2.0).sentence == (
        "At x = −2, f(x) = nan and the tangent has slope −0.5. With h = 1, the secant has slope "
        "nan, so there is nothing to compare."
    )


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: slope(lambda x: x * nan), ValueError, "isn't finite anywhere"),
        (lambda: slope(lambda x: 3.0), TypeError, "not float"),
        (lambda: slope(lambda x: mg.stack([x, x])), ValueError, r"one number, not shape \[2\]"),
        (lambda: slope(low=1.0, high=1.0), ValueError, "low must be less"),
        (lambda: slope(low=nan), ValueError, "low must be less"),
    ],
)
def test_undrawable_input_is_reported(make, error, words: str) -> None:
    with pytest.raises(error, match=words):
        make()


def test_a_path_is_clipped_at_the_edge_and_broken_where_it_is_not_finite() -> None:
    axes = Axes(0, 0, 100, 100, (0, 10), (0, 10))
    path = axes.path([(1, 1), (2, 8), (4, 16), (5, 5), (6, nan), (7, 7), (8, 8)], "line")
    # up to the edge at (2.5, 10), back in at (4.545, 10), and starting over after the gap
    assert 'd="M10 90l10-70l5-20M45.5 0l4.5 50M70 30l10-10"' in path


def test_the_sentence_says_why_a_step_that_float32_loses_raises_nothing() -> None:
    explorer = slope(at=1.0)
    why = "so it's off by 2, because with seven digits, x + h is x itself."
    assert explorer.at(h=STEPS[-1]).sentence.endswith(why)
    assert "digits" not in explorer.at(h=1e-2).sentence
    assert "digits" not in explorer.at(x=0.0, h=STEPS[-1]).sentence


def test_the_sentence_says_when_more_of_the_error_is_rounding_than_the_step() -> None:
    """At 3, the secant of x² is off by h. Numbers near 9 are 9.5e-7 apart, so 1e-4 is too small."""
    explorer = slope(at=3.0, low=-5.0, high=5.0)
    assert explorer.at(h=1e-4).sentence.endswith(", mostly because of rounding to seven digits.")
    assert "rounding" not in explorer.at(h=1e-2).sentence
