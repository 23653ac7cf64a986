"""Tests that the picture shows vᵀJ, with a Jacobian that's worked out by hand."""

import html
import re
from itertools import product as each_of
from math import hypot, inf, nan
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.vector_jacobian import WEIGHTS, product, vector_jacobian
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.panels import Panel
from tests.explore.test_front import frames_in_page, needs_node

X = [1.0, 2.0, 3.0]
CORNERS = list(each_of((0.0, 1.25, 2.0), (1.0, 2.0, 2.75), (2.0, 3.0), (-2.0, 1.0), (-0.5, 1.5)))


def f(x):
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


def jacobian(x0: float, x1: float, x2: float) -> np.ndarray:
    return np.array([[x1, x0, 0.0], [0.0, 1.0, 2 * x2]])


@pytest.fixture(scope="module")
def explorer():
    return check(lambda: vector_jacobian(f, X))


def shown(explorer, *setting: float):
    return explorer.at(dict(zip(("x₀", "x₁", "x₂", "v₀", "v₁"), setting, strict=True)))


@pytest.mark.parametrize("setting", CORNERS)
def test_the_sentence_is_an_equation_that_holds(explorer, setting) -> None:
    *x, v0, v1 = setting
    J, v = jacobian(*x), np.array([v0, v1])
    said = numbers(shown(explorer, *setting).sentence)
    expected = [*x, *v, v0, *J[0], abs(v1), *J[1], *(v @ J)]
    assert said == pytest.approx(expected, abs=5e-4)
    assert (" − " in shown(explorer, *setting).sentence) == (v1 < 0)


@pytest.mark.parametrize("setting", CORNERS)
def test_the_panel_of_the_inputs_marks_x(explorer, setting) -> None:
    frame = shown(explorer, *setting)
    (place,) = Panel(frame, "inputs: x₁ vs. x₀").marks(6)
    assert place == pytest.approx(setting[:2], abs=0.01)


def paths(piece: str) -> list[list[float]]:
    """Return the numbers in the paths of a piece: starts, and steps from there."""
    found = [path.attrib["d"] for path in ElementTree.fromstring(piece).iter("path")]
    return [[float(n) for n in re.findall(r"-?\d+\.?\d*", d)] for d in found]


def rulers(explorer, setting) -> list[str]:
    return [piece for piece in shown(explorer, *setting).pieces if 'opacity="0.55"' in piece]


@pytest.mark.parametrize("setting", CORNERS)
def test_the_lines_are_at_right_angles_to_v_and_to_its_product(explorer, setting) -> None:
    *x, v0, v1 = setting
    pulled = (np.array([v0, v1]) @ jacobian(*x))[:2]
    for piece, across in zip(rulers(explorer, setting), ((v0, v1), pulled), strict=True):
        for _, _, dx, dy in paths(piece):
            if hypot(dx, dy) < 30:
                continue  # a corner of the plane, where rounding counts
            cosine = (dx * across[0] - dy * across[1]) / hypot(dx, dy) / hypot(*across)
            assert cosine == pytest.approx(0, abs=0.01)


def test_a_ruler_pulled_back_is_finer_by_the_length_of_the_product(explorer) -> None:
    """The distance of its lines is inversely proportional to the length of v and of vᵀJ."""
    setting = (*X, 1.0, 0.0)
    gaps = []
    for piece, across in zip(rulers(explorer, setting), ((1.0, 0.0), (2.0, 1.0)), strict=True):
        sides = sorted(
            (x * across[0] - y * across[1]) / hypot(*across) for x, y, _, _ in paths(piece)
        )
        gaps.append(float(np.median(np.diff(sides))))
    outputs = float(explorer.program.data["outputs"][5])  # half the width of its plane
    in_units = gaps[0] * 2 * outputs / 160, gaps[1] * 3 / 160
    assert in_units[0] / in_units[1] == pytest.approx(hypot(2, 1), rel=0.02)


def test_nudges_of_the_input_make_an_ellipse_of_the_outputs(explorer) -> None:
    """The ellipse reaches as far as the rows of the Jacobian are long."""
    pieces = shown(explorer, *X, 1.0, 0.0).pieces
    curves = [paths(piece)[0] for piece in pieces if piece.startswith("<path") and len(piece) > 250]
    circle, ellipse = (np.cumsum(np.array(curve).reshape(-1, 2), axis=0) for curve in curves)
    assert np.ptp(circle, axis=0) * 3 / 160 == pytest.approx([1, 1], abs=0.01)
    outputs = 2 * float(explorer.program.data["outputs"][5])
    reach = [hypot(2, 1), hypot(0, 1)]
    assert np.ptp(ellipse, axis=0) * outputs / 160 == pytest.approx(reach, rel=0.02)


def test_rows_are_stronger_for_larger_weights(explorer) -> None:
    def strengths(v0: float, v1: float) -> list[float]:
        pieces = "".join(shown(explorer, *X, v0, v1).pieces)
        return [float(each) for each in re.findall(r'fill-opacity="([\d.]+)"', pieces)][:2]

    for v0, v1 in each_of(WEIGHTS, repeat=2):
        first, second = strengths(v0, v1)
        assert (first > second, first == second) == (abs(v0) > abs(v1), abs(v0) == abs(v1))


@needs_node
def test_the_page_and_python_draw_the_same_figure(explorer) -> None:
    positions = [list(at) for at in explorer.positions]
    for at, in_page in zip(positions, frames_in_page(explorer, positions), strict=True):
        frame = explorer.frames[tuple(at)]
        both = frame.pieces, in_page["pieces"]
        assert in_page["sentence"] == frame.sentence
        assert len(both[0]) == len(both[1])
        texts = [html.unescape(re.sub(r"(<[^>]*>)+", "|", "".join(pieces))) for pieces in both]
        assert texts[0] == texts[1]
        assert set(phrases_in(*both[1])) == set(phrases_in(*both[0]))
        for mine, other in zip(*both, strict=True):  # arrows and dots, to a tenth of a pixel
            if 'stroke-width="3.5"' in mine or "<circle" in mine:
                numerals = [
                    [float(n) for n in re.findall(r"-?\d+\.\d+", one)] for one in (mine, other)
                ]
                if len(numerals[0]) == len(numerals[1]):
                    assert numerals[0] == pytest.approx(numerals[1], abs=0.11)


def test_it_opens_on_the_first_row(explorer) -> None:
    assert [c.values[c.start] for c in explorer.controls] == [*X, 1.0, 0.0]


def test_the_product_is_the_engines() -> None:
    assert product(f, X, [10.0, 1.0]) == [20.0, 11.0, 6.0]


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
