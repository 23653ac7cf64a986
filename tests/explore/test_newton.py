"""Tests that the sentence at every position agrees with the formulas for Newton steps."""

import re
from math import isfinite

import pytest

import minigrad as mg
from minigrad.explore.newton import newton_steps
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.panels import Panel


@pytest.fixture(scope="module")
def wells():
    return check(newton_steps)


def path(x: float, steps: int) -> tuple[float, float, float]:
    """Return x, slope, and curvature of x⁴ - 2x² after the given number of Newton steps."""
    for _ in range(steps):
        x -= (4 * x**3 - 4 * x) / (12 * x**2 - 4)
    return x, 4 * x**3 - 4 * x, 12 * x**2 - 4


def test_every_sentence_agrees_with_the_formulas(wells) -> None:
    starts, steps = (control.values for control in wells.controls)
    for (i, j), frame in wells.frames.items():
        x, slope, curvature = path(starts[i], steps[j])
        values = numbers(frame.sentence)[1 if j else 0 :]
        assert values[:3] == pytest.approx([x, slope, curvature], rel=0.05, abs=2e-9)
        if abs(slope) > 1e-9:
            assert values[3] == pytest.approx(x - slope / curvature, rel=0.05, abs=2e-9)
            assert "stays here" not in frame.sentence
            assert ("upward" in frame.sentence) == ("bottom" in frame.sentence) == (curvature > 0)


def test_one_panel_shows_the_curve_and_the_other_its_slope(wells) -> None:
    starts, steps = (control.values for control in wells.controls)
    for (i, j), frame in list(wells.frames.items())[::9]:
        x, slope, curvature = path(starts[i], steps[j])
        curve, its_slope = (Panel(frame, title) for title in ("the curve", "its slope"))
        for at, y in curve.line("value-line"):
            assert y == pytest.approx(at**4 - 2 * at**2, abs=0.05)
        for at, y in its_slope.line("value-line"):
            assert y == pytest.approx(4 * at**3 - 4 * at, abs=0.1)
        if abs(x) < 1.5:
            assert curve.marks(7) == [pytest.approx((x, x**4 - 2 * x**2), abs=0.02)]
            assert its_slope.marks(7) == [pytest.approx((x, slope), abs=0.05)]
        turn = x - slope / curvature
        if abs(turn) < 1.5:
            lowest = x**4 - 2 * x**2 + slope * (turn - x) / 2
            for vertex in curve.diamonds():
                assert vertex == pytest.approx((turn, lowest), abs=0.02)
            assert its_slope.diamonds() == [pytest.approx((turn, 0.0), abs=0.05)]
        [way] = re.findall(r">from ([^<]+)<", "".join(frame.pieces))
        assert numbers(way) == pytest.approx([x, turn], rel=0.05, abs=2e-9)
        for at, y in its_slope.line("gradient-line"):
            assert y == pytest.approx(slope + curvature * (at - x), abs=0.2)


def test_a_step_from_where_the_slope_is_0_stays_there() -> None:
    explorer = newton_steps(lambda x: (x - 3) ** 2, 0.0, 6.0)
    starts = explorer.controls[0].values
    for start in starts:
        before, after = (explorer.at(start=start, steps=k).sentence for k in (0, 1))
        assert ("stays here" in before) == (start == 3)
        assert after.endswith("Because the slope is 0, the next step stays here.")


def test_the_explorer_starts_with_a_parabola_that_opens_upward(wells) -> None:
    start = tuple(control.start for control in wells.controls)
    assert start == (0, 0)
    assert "upward" in wells.frames[start].sentence


def test_no_two_labels_overlap(wells) -> None:
    check_no_overlap(wells)


def test_newtons_method_solves_a_parabola_in_one_step_from_anywhere() -> None:
    explorer = check(lambda: newton_steps(lambda x: 4 * (x - 3) ** 2, 0.0, 6.0))
    for (_, steps), frame in explorer.frames.items():
        values = numbers(frame.sentence)
        assert values[1 if steps else 0 :][2] == 8
        assert values[1] == 3 if steps else values[0] == 3 or values[-1] == 3


@pytest.mark.parametrize("f", [lambda x: x**3, lambda x: x.log()])
@pytest.mark.slow
def test_other_curves_are_drawn(f) -> None:
    beyond = "from −[12][0-9]"  # for the logarithm, whose sentence says that it diverged
    explorer = check(lambda: newton_steps(f), unmentioned=beyond)
    assert all(
        isfinite(n) or "has diverged" in f.sentence
        for f in explorer.frames.values()
        for n in numbers(f.sentence)
    )


def test_without_curvature_there_is_no_next_step() -> None:
    line = newton_steps(lambda x: 2 * x)
    assert all("no next step" in frame.sentence for frame in line.frames.values())


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: newton_steps(low=1.0, high=1.0), "low must be less than high"),
        (lambda: newton_steps(lambda x: 3.0), "one tracked number"),
        (lambda: newton_steps(lambda x: mg.stack([x, x])), "one tracked number"),
        (lambda: newton_steps(lambda x: (x - 9).sqrt()), "isn't finite"),
    ],
)
def test_undrawable_input_is_reported(make, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()
