"""Sizes in deep networks, compared with the chain rule in NumPy."""

import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.depth import ACTIVATIONS, DEPTHS, SCALES, depth, spread_of
from minigrad.explore.explorer import Explorer
from tests.explore.checks import check
from tests.explore.numbers import numbers

# Each activation, with its slope as a function of its output.
CLOSED = {
    "none": (lambda z: z, np.ones_like),
    "tanh": (np.tanh, lambda y: 1 - y**2),
    "relu": (lambda z: np.maximum(z, 0), lambda y: np.sign(y)),
    "sigmoid": (lambda z: 1 / (1 + np.exp(-z)), lambda y: y * (1 - y)),
}


@pytest.fixture(scope="module")
def plain() -> Explorer:
    return check(depth)


@pytest.fixture(scope="module")
def residual() -> Explorer:
    return check(lambda: depth(residual=True))


@cache
def drawn() -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    """Return the weights, the input, and the gradient at the end, in the order of the draws."""
    draw = mg.Generator().manual_seed(0)
    shapes = [(100, 100)] * max(DEPTHS) + [(16, 100)] * 2
    *weights, x, g = (mg.randn(*s, dtype=mg.float64, generator=draw).numpy() for s in shapes)
    return weights, x / size(x), g / size(g)


def size(a: np.ndarray) -> float:
    return float(np.sqrt(np.mean(a * a)))


@cache
def by_the_chain_rule(
    activation: str, connection: str, scale: float, layers: int
) -> tuple[list[float], list[float]]:
    bend, slope = CLOSED[activation]
    weights, h, g = drawn()
    skip = 1.0 if connection == "residual" else 0.0
    values, gradients, bent = [size(h)], [size(g)], []
    for w in weights[:layers]:
        bent.append(bend(h @ (scale * w)))
        h = skip * h + bent[-1]
        values.append(size(h))
    for w, y in zip(weights[:layers][::-1], bent[::-1], strict=True):
        g = skip * g + (g * slope(y)) @ (scale * w).T
        gradients.append(size(g))
    return values, gradients[::-1]


def settings(explorer: Explorer) -> list[tuple[tuple[int, ...], list[Any]]]:
    """Return every position, with its activation, connection, scale, and depth."""
    values = [(at, explorer.values(at)) for at in explorer.positions]
    return [(at, v if len(v) == 4 else [v[0], "plain", *v[1:]]) for at, v in values]


@pytest.mark.parametrize("kind", ["plain", "residual"])
def test_every_sentence_has_the_sizes_of_the_chain_rule(kind: str, request) -> None:
    explorer = request.getfixturevalue(kind)
    for at, (activation, connection, scale, layers) in settings(explorer):
        values, gradients = by_the_chain_rule(activation, connection, scale, layers)
        sentence = explorer.frames[at].sentence
        words = [activation if at[0] else "no activation", *([connection] * (len(at) == 4))]
        assert sentence.startswith(", ".join(words) + ", scale")
        each = gradients[0] ** (1 / layers)
        expected = [scale, layers, 1, values[-1], 1, gradients[0], each]
        assert numbers(sentence) == pytest.approx(expected, rel=0.051)


def test_the_lines_are_those_sizes_layer_by_layer(plain) -> None:
    """A line inside the axes has a height for each layer: 226 pixels for 22 powers of ten."""
    for at, setting in settings(plain):
        values, gradients = by_the_chain_rule(*setting)
        for role, sizes in (("value-line", values), ("gradient-line", gradients)):
            if not all(-12 < np.log10(s) < 10 for s in sizes):
                continue
            heights = [y for _, y in corners(plain.frames[at].pieces, role)]
            heights = heights[:: -1 if role == "gradient-line" else 1]
            expected = 66 + 226 * (10 - np.log10(sizes)) / 22
            assert heights == pytest.approx(list(expected), abs=0.11)


def corners(pieces, role: str) -> list[tuple[float, float]]:
    [line] = [p for p in pieces if p.startswith("<path") and role in p and 'fill="none"' in p]
    steps = re.findall(r"(-?[\d.]+)[ ]?(-?[\d.]+)", ElementTree.fromstring(line).attrib["d"])
    return [tuple(p) for p in np.cumsum(np.array(steps, float), axis=0)]


def test_without_activation_each_layer_multiplies_by_the_scale_times_the_root_of_100(plain) -> None:
    for j, scale in enumerate(SCALES):
        each = numbers(plain.frames[0, j, 2].sentence)[-1]
        assert each == pytest.approx(scale * 10, rel=0.03)


def test_relu_keeps_the_size_at_the_root_of_2_over_100(plain) -> None:
    each = [numbers(plain.frames[2, j, 2].sentence)[-1] for j in range(len(SCALES))]
    assert SCALES[min(range(len(each)), key=lambda j: abs(each[j] - 1))] == 0.14


def test_a_residual_connection_keeps_the_gradient(residual) -> None:
    """A layer's contribution is added, so squared sizes add up, and nothing can vanish."""
    for j, scale in enumerate(SCALES):
        each = numbers(residual.frames[0, 1, j, 2].sentence)[-1]
        assert each == pytest.approx((1 + 100 * scale**2) ** 0.5, rel=0.03)
    for i in range(len(ACTIVATIONS)):
        for j in range(len(SCALES)):
            assert numbers(residual.frames[i, 1, j, 2].sentence)[-1] >= 1


def test_the_grip_is_the_gradient_of_the_first_layer(plain) -> None:
    [grip] = plain.grips
    for at, (activation, connection, scale, layers) in settings(plain):
        _, gradients = by_the_chain_rule(activation, connection, scale, layers)
        place = grip.at(*plain.values(at))
        if -12 < np.log10(gradients[0]) < 10:
            y = 66 + 226 * (10 - np.log10(gradients[0])) / 22
            assert place == pytest.approx((66 + 296 * 1.6 / 22.2, y))


def test_a_gradient_below_the_axes_keeps_its_grip_near_their_edge_with_its_size(plain) -> None:
    [grip] = plain.grips
    for at, setting in settings(plain):
        _, gradients = by_the_chain_rule(*setting)
        texts = "".join(plain.frames[at].pieces[-1:])
        if np.log10(gradients[0]) >= -12:
            assert not texts
            continue
        assert grip.at(*plain.values(at))[1] == 66 + 226 - 24
        [shown] = re.findall(r">([^<>]+)</text>", texts)
        assert numbers(shown) == [pytest.approx(gradients[0], rel=0.051)]


def test_histograms_have_the_share_of_numbers_in_each_power_of_ten(plain) -> None:
    numbers_of = mg.tensor([0.0, 0.0, 1.0, -1.0, 0.1, 0.01], dtype=mg.float64)
    assert list(spread_of(numbers_of) * 6) == [0, 1, 0, 2]


def test_the_explorer_opens_on_steady_values_and_a_vanishing_gradient(plain, residual) -> None:
    start = [c.values[c.start] for c in plain.controls]
    assert start == ["none", 0.1, 20]
    start = [c.values[c.start] for c in residual.controls]
    assert start == ["none", "plain", 0.03, 20]
