"""Vector-Jacobian products: every angle against sine, cosine and a Jacobian worked out by hand."""

from math import cos, inf, nan, pi, radians, sin, sqrt
from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.explore.vector_jacobian import ANGLES, direction, vector_jacobian
from tests.explore.apart import check_texts_apart
from tests.explore.checks import check
from tests.explore.numbers import numbers

SVG = "{http://www.w3.org/2000/svg}"


def f(x):
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


def g(x):
    return mg.stack([x[0] ** 2, x[0] * x[1], 3 * x[1]])


def scalar(x):
    return f(x).prod()


MAPS = {
    "f": (f, [1.0, 2.0, 3.0]),
    "g": (g, [1.0, 2.0]),
    "L": (scalar, [1.0, 2.0, 3.0]),
}
JACOBIANS = {
    "f": [[2, 1, 0], [0, 1, 6]],
    "g": [[2, 0], [2, 1], [0, 3]],
    "L": [[22, 13, 12]],  # (y1, y0) = (11, 2) times the rows of f
}


@pytest.fixture(scope="module")
def three():
    return check(lambda: vector_jacobian(MAPS))


def test_every_product_of_every_map(three) -> None:
    for (i, j), frame in three.frames.items():
        rows = JACOBIANS[list(MAPS)[i]]
        a = radians(ANGLES[j])
        v = {
            1: [cos(a)],
            2: [cos(a), sin(a)],
            3: [(1 + 2 * cos(a - turn)) / 3 for turn in (0, 2 * pi / 3, 4 * pi / 3)],
        }[len(rows)]
        expected = [
            sum(w * row[k] for w, row in zip(v, rows, strict=True)) for k in range(len(rows[0]))
        ]
        found = numbers(frame.sentence)
        assert found[: len(v)] == pytest.approx(v, abs=0.006)
        assert found[-len(expected) :] == pytest.approx(expected, abs=0.006)
        told = [row for row in rows if str(row) in frame.sentence]
        assert told == rows


def test_only_the_backward_of_a_scalar_takes_v_by_itself(three) -> None:
    alone = [at for at, frame in three.frames.items() if "by itself" in frame.sentence]
    assert alone == [(2, 0)]


def test_one_map_has_one_slider() -> None:
    explorer = check(lambda: vector_jacobian(f, [1.0, 2.0, 3.0]))
    assert [control.name for control in explorer.controls] == ["angle of v"]
    assert len(ANGLES) >= 20
    gone = [
        ANGLES[j]
        for (j,), frame in explorer.frames.items()
        if "[0.00," in frame.sentence.split("=")[-1]
    ]
    assert gone == [90, 270]


@pytest.mark.parametrize("angle", ANGLES)
def test_v_keeps_its_length(angle: int) -> None:
    for m in (2, 3):
        assert sqrt(sum(part**2 for part in direction(angle, m))) == pytest.approx(1, abs=1e-5)
    assert sum(direction(angle, 3)) == pytest.approx(1, abs=1e-5)


def test_in_three_dimensions_v_meets_every_axis() -> None:
    assert [direction(angle, 3) for angle in (0, 120, 240)] == [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_the_bars_are_as_high_as_the_numbers() -> None:
    explorer = vector_jacobian(f, [1.0, 2.0, 3.0])
    for (j,), frame in explorer.frames.items():
        pieces = [ElementTree.fromstring(piece) for piece in frame.pieces]
        bars = [p for p in pieces if p.tag == "rect" and p.get("width") == "40"]
        heights = [
            float(bar.attrib["height"]) * (1 if float(bar.attrib["y"]) < 170 else -1)
            for bar in bars
        ]
        a = radians(ANGLES[j])
        expected = [84 / 6 * n for n in (2 * cos(a), cos(a) + sin(a), 6 * sin(a))]
        assert heights == pytest.approx(expected, abs=0.06)


@pytest.mark.parametrize("n", range(1, 7))
@pytest.mark.parametrize("m", range(1, 4))
def test_every_size_is_drawn(m: int, n: int) -> None:
    check(lambda: vector_jacobian(lambda x: mg.ones(m, n) @ x * -1234.5, [1.0] * n))


@pytest.mark.parametrize("factor", [-1234.5, 1e-9, -1e30, 9999.9])
def test_no_text_covers_another(three, factor: float) -> None:
    check_texts_apart(three)
    for n in range(1, 7):
        check_texts_apart(vector_jacobian(lambda x: mg.ones(3, len(x)) @ x * factor, [1.0] * n))


@pytest.mark.parametrize("number", [nan, inf, -inf, 0.0, 1e30, 1e-30])
def test_unfriendly_numbers_are_drawn(number: float) -> None:
    check(lambda: vector_jacobian(lambda x: x**2, [number, 1.0]))


def test_names_are_escaped_and_clipped() -> None:
    names = ["<script>alert(1)</script>", "name " * 100]
    explorer = check(lambda: vector_jacobian(dict.fromkeys(names, MAPS["f"])))
    assert "<script>" not in explorer.still
    assert max(map(len, explorer.controls[0].labels)) <= 40


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: vector_jacobian(f), ValueError, "1 to 6 inputs, not 0"),
        (lambda: vector_jacobian(f, [1.0] * 7), ValueError, "1 to 6 inputs, not 7"),
        (
            lambda: vector_jacobian(lambda x: x, [1.0] * 4),
            ValueError,
            r"1 to 3 outputs, not shape \[4\]",
        ),
        (lambda: vector_jacobian(lambda x: x.reshape(1, 2), [1.0] * 2), ValueError, r"\[1, 2\]"),
        (lambda: vector_jacobian(lambda x: 1.0, [1.0]), TypeError, "returned float"),
        (lambda: vector_jacobian(lambda x: x.detach(), [1.0]), ValueError, "does not depend"),
    ],
)
def test_what_cannot_be_drawn_is_said(make, error, words: str) -> None:
    with pytest.raises(error, match=words):
        make()
