"""Tests that vector-Jacobian products for every v match a Jacobian worked out by hand."""

import re
from fractions import Fraction
from math import inf, nan
from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.explore.vector_jacobian import WEIGHTS, vector_jacobian
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers


def f(x):
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


def scalar(x):
    return f(x).prod()


POINT = [1.0, 2.0, 3.0]
MAPS = {
    "f": (f, [[2, 1, 0], [0, 1, 6]]),
    "L": (scalar, [[22, 13, 12]]),  # (y1, y0) = (11, 2) times the rows of f
}


@pytest.fixture(scope="module", params=MAPS)
def shown(request):
    map_, rows = MAPS[request.param]
    return check(lambda: vector_jacobian(map_, POINT)), rows


def test_every_product_for_every_map_is_exact(shown) -> None:
    explorer, rows = shown
    for at, frame in explorer.frames.items():
        v = explorer.values(at)
        expected = [sum(w * row[k] for w, row in zip(v, rows, strict=True)) for k in range(3)]
        said = numbers(frame.sentence)
        assert said[: len(v)] == v
        assert said[-3:] == expected
        assert "≈" not in frame.sentence
        assert [row for row in rows if str(row) in frame.sentence] == rows


@pytest.mark.parametrize("map_", [f, mg.sin, mg.exp, lambda x: x / 3, lambda x: 1e5 / (x + 2)])
def test_an_equation_that_is_printed_is_exactly_true(map_) -> None:
    explorer = vector_jacobian(map_, [1.0, 2.0] if map_ is not f else POINT)
    signs = []
    for frame in explorer.frames.values():
        equation = frame.sentence.replace("−", "-").rstrip(".")
        ((sign, result),) = re.findall(r" ([=≈]) \[([^=≈]*)\]$", equation)
        mix = equation.partition("vᵀJ = ")[2].partition(f" {sign} [")[0]
        terms = re.findall(r"(-|\+|^) ?(\S+) × \[(.*?)\]", mix)
        assert len(terms) == 2
        total = [Fraction(0)] * len(result.split(", "))
        for minus, weight, row in terms:
            factor = Fraction(weight) * (-1 if minus == "-" else 1)
            total = [t + factor * Fraction(e) for t, e in zip(total, row.split(", "), strict=True)]
        exact = total == [Fraction(entry) for entry in result.split(", ")]
        assert exact == (sign == "="), frame.sentence
        signs.append(sign)
        drawn = [re.sub(r"<[^>]*>", "", piece) for piece in frame.pieces]
        assert f"vᵀJ {sign}" in drawn
    assert "=" in signs
    assert ("≈" in signs) == (map_ is not f)


def test_only_the_backward_of_a_scalar_uses_v_by_default() -> None:
    for map_, expected in ((f, []), (scalar, [(WEIGHTS.index(1.0),)])):
        frames = vector_jacobian(map_, POINT).frames
        assert [at for at, frame in frames.items() if "by default" in frame.sentence] == expected


def test_the_explorer_opens_at_the_first_row_and_not_where_a_slope_is_zero() -> None:
    explorer = vector_jacobian(f, POINT)
    assert [c.values[c.start] for c in explorer.controls] == [1, 0]
    with_1 = {
        v[1]: frame.sentence
        for at, frame in explorer.frames.items()
        if (v := explorer.values(at))[0] == 1
    }
    assert [w for w, sentence in with_1.items() if numbers(sentence)[-2] == 0] == [-1]


def test_the_tip_of_v_is_a_handle(shown) -> None:
    explorer, _ = shown
    (grip,) = explorer.grips
    assert list(grip.moves) == [control.name for control in explorer.controls]
    for at in explorer.positions:
        v = explorer.values(at)
        x, y = grip.at(*v)
        assert (x - 118) / 46 == pytest.approx(v[0])
        assert (160 - y) / 46 == pytest.approx(v[1] if len(v) == 2 else 0)


def test_bar_heights_match_the_numbers() -> None:
    explorer = vector_jacobian(f, POINT)
    for at, frame in explorer.frames.items():
        parts = [part for piece in frame.pieces for part in ElementTree.fromstring(piece).iter()]
        bars = [p for p in parts if p.tag == "rect" and p.get("width") == "40"]
        heights = [
            float(bar.attrib["height"]) * (1 if float(bar.attrib["y"]) < 158 else -1)
            for bar in bars
        ]
        v0, v1 = explorer.values(at)
        expected = [80 / 12 * n for n in (2 * v0, v0 + v1, 6 * v1)]
        assert heights == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("m", [1, 2])
@pytest.mark.slow
def test_every_size_is_drawn(m: int, n: int) -> None:
    check(lambda: vector_jacobian(lambda x: mg.ones(m, n) @ x * -1234.5, [1.0] * n))


@pytest.mark.parametrize("factor", [-1234.5, 1e-9, -1e30, 9999.9])
@pytest.mark.slow
def test_no_two_labels_overlap(shown, factor: float) -> None:
    check_no_overlap(shown[0])
    for n in range(1, 7):
        check_no_overlap(vector_jacobian(lambda x: mg.ones(2, len(x)) @ x * factor, [1.0] * n))


@pytest.mark.parametrize("number", [nan, inf, -inf, 0.0, 1e30, 1e-30])
@pytest.mark.slow
def test_extreme_numbers_are_drawn(number: float) -> None:
    check(lambda: vector_jacobian(lambda x: x**2, [number, 1.0]))


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: vector_jacobian(f, []), ValueError, "1 to 6 inputs, not 0"),
        (lambda: vector_jacobian(f, [1.0] * 7), ValueError, "1 to 6 inputs, not 7"),
        (lambda: vector_jacobian(mg.sin, [1.0] * 3), ValueError, r"two outputs, not shape \[3\]"),
        (lambda: vector_jacobian(lambda x: x.reshape(1, 2), [1.0] * 2), ValueError, r"\[1, 2\]"),
        (lambda: vector_jacobian(lambda x: 1.0, [1.0]), TypeError, "not float"),
        (lambda: vector_jacobian(lambda x: x.detach(), [1.0]), ValueError, "doesn't depend"),
    ],
)
def test_undrawable_input_is_reported(make, error, words: str) -> None:
    with pytest.raises(error, match=words):
        make()
