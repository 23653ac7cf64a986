"""Tests that the picture shows vᵀJ, with a Jacobian that's worked out by hand."""

import re
from itertools import product as each_of
from math import inf, nan
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.vector_jacobian import START, WEIGHTS, vector_jacobian
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.panels import Panel

X, Y = [1.0, 2.0, 3.0], (2.0, 11.0)
J = np.array([[2.0, 1.0, 0.0], [0.0, 1.0, 6.0]])
INPUTS, OUTPUTS = "inputs → x₀ ↑ x₁", "outputs → y₀ ↑ y₁"
ALL_V = list(each_of(WEIGHTS, repeat=2))


def f(x):
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


@pytest.fixture(scope="module")
def explorer():
    return check(lambda: vector_jacobian(f, X, formula=["x₀ · x₁", "x₁ + x₂²"]))


def shown(explorer, v0: float, v1: float):
    return explorer.at({"v₀": v0, "v₁": v1})


def named(frame, *phrases: str) -> list[ElementTree.Element]:
    """Return the pieces that the sentence links to one of these phrases."""
    drawn = [ElementTree.fromstring(piece) for piece in frame.pieces if piece]
    return [e for e in drawn if set(phrases) & set(e.get("data-gradient", "").split("|"))]


def tip_of(arrow: ElementTree.Element) -> tuple[float, float]:
    """Return where an arrow ends. One that is too short for a head is a disk."""
    if arrow.tag == "circle":
        return float(arrow.attrib["cx"]), float(arrow.attrib["cy"])
    x, y = [float(n) for n in re.findall(r"-?[\d.]+", arrow[-1].attrib["d"])][:2]
    return x, y


@pytest.mark.parametrize("v", ALL_V)
def test_the_arrows_of_v_and_of_the_product_are_as_long_as_the_sentence_says(explorer, v) -> None:
    frame = shown(explorer, *v)
    *_, sentence = frame.sentence.splitlines()
    assert numbers(sentence) == [*v, v[0], *J[0], abs(v[1]), *J[1], *(np.array(v) @ J)]
    assert (" − " in sentence) == (v[1] < 0)
    (of_v,) = named(frame, sentence.partition(", so")[0])
    of_product = next(e for e in named(frame, "vᵀJ") if e.tag != "rect")
    to, back = Panel(frame, OUTPUTS).at(tip_of(of_v)), Panel(frame, INPUTS).at(tip_of(of_product))
    assert np.subtract(to, Y) == pytest.approx(v, abs=0.02)
    assert np.subtract(back, X[:2]) == pytest.approx((np.array(v) @ J)[:2], abs=0.02)


def test_the_handle_is_at_the_tip_of_v(explorer) -> None:
    (grip,) = explorer.grips
    left, across, top, down = grip.grid
    for i, j in each_of(range(len(WEIGHTS)), repeat=2):
        frame = shown(explorer, WEIGHTS[i], WEIGHTS[j])
        (arrow,) = named(frame, frame.sentence.splitlines()[-1].partition(", so")[0])
        assert tip_of(arrow) == pytest.approx((left + i * across, top + j * down), abs=0.1)


@pytest.mark.parametrize("v", ALL_V)
def test_a_verdict_says_whether_v_answers_the_question(explorer, v) -> None:
    """With x₀ = 1, the slope along x₁ is v₀ + v₁. If v is zero, that isn't an answer."""
    frame = shown(explorer, *v)
    expected = "✓" if v[0] and not sum(v) else "✗"
    expected = "" if v == START else expected  # nothing was chosen
    assert "".join(re.findall("[✓✗]", frame.sentence)) == expected
    assert sum("mg-badge" in piece for piece in frame.pieces) == len(expected)
    if expected and any(v):
        assert numbers(frame.sentence.splitlines()[0]) == [v[0], 1, abs(v[1]), 1, sum(v)]


def test_the_weighed_rows_are_tip_to_tail(explorer) -> None:
    for v in ALL_V:
        frame = shown(explorer, *v)
        thin = [e for e in map(ElementTree.fromstring, filter(None, frame.pieces)) if e.tag == "g"]
        rows = [e for e in thin if len(e) == 2 and e[0].get("stroke-width") == "2"]
        seen = [np.subtract(Panel(frame, INPUTS).at(tip_of(e)), X[:2]) for e in rows[-2:]]
        ends = np.cumsum([v[0] * J[0, :2], v[1] * J[1, :2]], axis=0)
        assert np.array(seen) == pytest.approx(ends, abs=0.02)


def test_two_inputs_are_drawn_and_no_two_labels_overlap(explorer) -> None:
    check_no_overlap(explorer)
    check_no_overlap(check(lambda: vector_jacobian(lambda x: x**2, [1.0, -2.0])))


@pytest.mark.parametrize("factor", [nan, inf, 0.0, 1e-8, 1e6])
def test_any_numbers_are_drawn(factor: float) -> None:
    check(lambda: vector_jacobian(lambda x: factor * x, [0.0, 100.0]))


@pytest.mark.parametrize(
    ("function", "x", "error", "words"),
    [
        (lambda x: x.sum(), [1.0, 2.0], ValueError, r"not shape \[\]"),
        (lambda x: x, [1.0, 2.0, 3.0], ValueError, r"not shape \[3\]"),
        (lambda x: x, [1.0, nan], ValueError, "must be finite"),
        (lambda x: x, [1.0], ValueError, "two or three inputs, not 1"),
        (lambda x: x.detach(), [1.0, 2.0], ValueError, "doesn't depend on its input"),
        (lambda x: 3.0, [1.0, 2.0], TypeError, "must return a tensor, not float"),
    ],
)
def test_undrawable_functions_are_reported(function, x, error, words: str) -> None:
    with pytest.raises(error, match=words):
        vector_jacobian(function, x)
