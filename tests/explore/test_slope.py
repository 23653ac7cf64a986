"""Tangent and secant: what the slider tells is what float32 gives, at every position."""

import re
from itertools import pairwise
from math import nan
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.axes import Axes, ticks
from minigrad.explore.slope import slope
from tests.explore.apart import check_texts_apart
from tests.explore.checks import check
from tests.explore.numbers import numbers


@pytest.fixture(scope="module")
def square():
    return check(slope)


def test_every_sentence_has_the_slopes_that_numpy_finds_in_float32(square) -> None:
    places, steps = (control.values for control in square.controls)
    for (i, j), frame in square.frames.items():
        x, h = np.float32(places[i]), np.float32(steps[j])
        secant = float(((x + h) ** 2 - x**2) / h)
        tangent = float(2 * x)
        expected = [places[i], steps[j], secant, tangent, abs(secant - tangent)]
        found = numbers(frame.sentence)
        assert found[:4] == pytest.approx(expected[:4], rel=1e-5, abs=1e-12)
        assert found[4] == pytest.approx(expected[4], rel=0.06, abs=1e-9)


def test_it_starts_at_the_largest_step_and_reaches_the_failure(square) -> None:
    start = tuple(control.start for control in square.controls)
    assert numbers(square.frames[start].sentence) == [1, 1, 3, 2, 1]
    assert numbers(square.frames[start[0], -1 % 23].sentence)[2] == 0
    assert all(len(control.values) >= 20 for control in square.controls)


def test_the_errors_that_are_drawn_are_those_of_the_steps_taken(square) -> None:
    """Position j shows j + 1 of them, the last one marked: nothing of what is still to come."""
    at = square.controls[0].start
    places: list[set[tuple[float, ...]]] = []
    for j in range(len(square.controls[1].values)):
        pieces = map(ElementTree.fromstring, square.frames[at, j].pieces)
        drawn = [p.attrib["d"] for p in pieces if p.get("stroke-linecap") == "round"]
        places.append(set().union(*map(dots, drawn)))
    assert [len(there) for there in places] == list(range(1, len(places) + 1))
    assert all(before < after for before, after in pairwise(places))


def dots(path: str) -> set[tuple[float, ...]]:
    """The places of the discs of a path of relative moves, rounded to tenths."""
    x = y = 0.0
    found: set[tuple[float, ...]] = set()
    for move in re.findall(r"[Mm]([^h]*)h0", path):
        dx, dy = map(float, re.findall(r"-?[\d.]+", move))
        x, y = x + dx, y + dy
        found.add((round(x, 1), round(y, 1)))
    return found


def test_the_point_lies_on_the_curve_and_the_tangent_goes_through_it(square) -> None:
    for (i, j), frame in square.frames.items():
        if j:
            continue
        x = square.controls[0].values[i]
        mark = next(ElementTree.fromstring(p) for p in frame.pieces if 'r="7"' in p)
        left = 72 + 308 * (x + 2) / 4
        top = 62 + 200 * (1 - (x * x + 0.32) / 4.64)
        assert float(mark.attrib["cx"]) == pytest.approx(left, abs=0.06)
        assert float(mark.attrib["cy"]) == pytest.approx(top, abs=0.06)


def test_another_function() -> None:
    explorer = check(lambda: slope(mg.sin, at=0.0, low=-3.0, high=3.0))
    for (i, _), frame in explorer.frames.items():
        x = explorer.controls[0].values[i]
        assert numbers(frame.sentence)[3] == pytest.approx(np.cos(x), rel=1e-5, abs=1e-6)


@pytest.mark.parametrize(
    "f",
    [mg.log, lambda x: 1 / x, lambda x: x.sqrt(), lambda x: x * 0 + 1e30, lambda x: x.detach()],
    ids=["log", "pole", "root", "large", "untracked"],
)
def test_functions_that_are_not_finite_or_not_tracked_are_drawn(f) -> None:
    check(lambda: slope(f))


@pytest.mark.parametrize("f", [mg.log, lambda x: 1 / x, lambda x: -1.23456e30 * x**3])
def test_no_text_covers_another(f) -> None:
    check_texts_apart(slope(f))


def test_where_there_is_no_number_nothing_is_compared() -> None:
    explorer = slope(mg.log)
    assert explorer.frames[0, 0].sentence == (
        "x = −2, h = 1: f(x) = nan, the secant has slope nan, the tangent −0.5: nothing to compare."
    )


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: slope(lambda x: x * nan), ValueError, "not a finite number anywhere"),
        (lambda: slope(lambda x: 3.0), TypeError, "returned float"),
        (lambda: slope(lambda x: mg.stack([x, x])), ValueError, r"one number .* not \[2\]"),
        (lambda: slope(low=1.0, high=1.0), ValueError, "low must be less"),
        (lambda: slope(low=nan), ValueError, "low must be less"),
    ],
)
def test_what_cannot_be_drawn_is_said(make, error, words: str) -> None:
    with pytest.raises(error, match=words):
        make()


def test_two_makings_are_the_same(square) -> None:
    assert slope().frames == square.frames


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 4, [0, 1, 2, 3, 4]), (-2, 8, [-2, 0, 2, 4, 6, 8]), (0.1, 0.26, [0.1, 0.15, 0.2, 0.25])],
)
def test_ticks_are_round(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


def test_a_path_is_cut_at_the_edge_and_broken_where_it_is_not_finite() -> None:
    axes = Axes(0, 0, 100, 100, (0, 10), (0, 10))
    path = axes.path([(1, 1), (2, 8), (4, 16), (5, 5), (6, nan), (7, 7), (8, 8)], "line")
    # up to the edge at (2.5, 10), in again at (4.545, 10), and anew after the gap
    assert 'd="M10 90l10-70l5-20M45.5 0l4.5 50M70 30l10-10"' in path


def test_a_point_outside_the_axes_is_not_marked() -> None:
    axes = Axes(0, 0, 100, 100, (0, 10), (0, 10))
    assert "circle" in axes.mark((5, 5), "line")
    assert axes.mark((5, 11), "line") == ""
    assert axes.mark((nan, 5), "line") == ""


def test_dots_are_where_the_points_are_each_once() -> None:
    axes = Axes(0, 0, 100, 100, (0, 10), (0, 10))
    dots = axes.dots([(5, 5), (5, 5), (5, 11), (nan, 1), (6, 6.5)], "line", 2)
    assert 'd="M50 50h0m10-15h0"' in dots
    assert axes.dots([(5, 11)], "line", 2) == ""
