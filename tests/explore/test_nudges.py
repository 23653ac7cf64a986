"""Tests that nudges of every size match difference quotients."""

import re
from math import log10
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.nudges import STEPS, WAYS, nudges, rounding
from tests.explore.checks import check
from tests.explore.numbers import numbers


@pytest.fixture(scope="module")
def cube():
    return check(nudges, "f")


def quotient(way: str, h: float) -> float:
    """Return NumPy's difference quotient for x³ at 2, in the precision of the method."""
    kind = np.float32 if "7 digits" in way else np.float64
    x, h = kind(2), kind(h)
    if "one" in way:
        return float(((x + h) ** 3 - x**3) / h)
    return float(((x + h) ** 3 - (x - h) ** 3) / (2 * h))


def test_every_sentence_states_the_quotient_that_numpy_computes(cube) -> None:
    for (i, j), frame in cube.frames.items():
        said = numbers(frame.sentence.split(", the ", 1)[1])
        expected = quotient(WAYS[i], STEPS[j])
        last_digit = (2e-6 if "7 digits" in WAYS[i] else 4e-15) / STEPS[j]
        assert said[0] == pytest.approx(expected, rel=1e-9, abs=last_digit)
        assert said[1] == 12
        assert said[2] == pytest.approx(abs(said[0] - 12), rel=0.06, abs=1e-10)


def test_the_best_nudge_balances_rounding_and_curvature(cube) -> None:
    """It is near the square root of the precision for one side and its cube root for both sides."""
    best = {}
    for i, way in enumerate(WAYS):
        errors = [numbers(cube.frames[i, j].sentence)[-1] for j in range(len(STEPS))]
        best[way] = log10(STEPS[errors.index(min(errors))])
    assert best["one side, 7 digits"] == pytest.approx(log10(1.2e-7) / 2, abs=1)
    assert best["one side, 16 digits"] == pytest.approx(log10(2.2e-16) / 2, abs=1)
    assert best["both sides, 16 digits"] == pytest.approx(log10(2.2e-16) / 3, abs=1)


def test_only_the_errors_of_nudges_already_tried_are_drawn(cube) -> None:
    for i in range(len(WAYS)):
        for j in range(len(STEPS)):
            pieces = map(ElementTree.fromstring, cube.frames[i, j].pieces)
            drawn = [p.attrib["d"] for p in pieces if p.get("stroke-linecap") == "round"]
            assert len(re.findall("h0", "".join(drawn))) == j + 1


@pytest.mark.parametrize(("i", "j", "same"), [(0, 0, 0), (0, 6, 3), (1, 27, 14)])
def test_digits_that_cancel_are_faint(cube, i: int, j: int, same: int) -> None:
    """For example, f(2.001) = 8.012006 and f(2) = 8.000000 share the digits 8.0."""
    pieces = list(map(ElementTree.fromstring, cube.frames[i, j].pieces))
    digits = [[part.text or "" for part in piece] for piece in pieces if len(piece) == 2]
    upper, lower = (parts for parts in digits if parts[1])
    assert upper[0] == lower[0]
    assert len(upper[0]) == same
    assert upper[1][:1] != lower[1][:1]


def test_digits_are_faint_in_both_results_if_they_cancel_after_a_borrow() -> None:
    """f(5 + h) is just above 125, and f(5 - h) is just below, so only the first digit is equal."""
    explorer = nudges(lambda x: x * x * x, at=5.0)
    pieces = map(ElementTree.fromstring, explorer.frames[2, 27].pieces)
    assert [[part.text for part in piece] for piece in pieces if len(piece) == 2] == [
        ["125.00000000000", "23"],
        ["124.99999999999", "77"],
    ]


def test_the_two_results_have_the_names_of_their_nudges(cube) -> None:
    for (i, j), frame in cube.frames.items():
        text = re.sub("<[^>]*>", "|", "".join(frame.pieces))
        lower = "f(x) =" if "one" in WAYS[i] else "f(x − h) ="
        assert "|f(x + h) =|" in text
        assert f"|{lower}|" in text
        cancels = quotient(WAYS[i], STEPS[j]) == 0
        assert ("all digits cancel" in text) == cancels


@pytest.mark.parametrize("way", WAYS)
def test_the_rounding_wedge_starts_at_half_a_unit_in_the_last_place(way: str) -> None:
    """A rounded value is off by at most half the distance to its neighbor."""
    kind = np.float32 if "7 digits" in way else np.float64
    _, height = rounding(way, mg.tensor(8.0))
    assert height == pytest.approx(log10(np.spacing(kind(8.0)) / 2), abs=1e-6)


@pytest.mark.parametrize("f", [mg.sin, lambda x: x * 1e6, lambda x: 1 / x])
def test_other_functions_are_drawn(f) -> None:
    check(lambda: nudges(f, at=0.5), "f")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: nudges(at=float("nan")), "at must be finite"),
        (lambda: nudges(lambda x: 3.0), "one tracked number"),
        (lambda: nudges(lambda x: mg.stack([x, x])), "one tracked number"),
    ],
)
def test_undrawable_input_is_reported(make, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()
