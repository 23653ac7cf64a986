"""Tests that sizes in deep networks match the chain rule, computed in NumPy."""

from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.depth import ACTIVATIONS, DEPTHS, SCALES, depth, spread_of
from minigrad.explore.explorer import Explorer
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.panels import Panel

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
    """Return the weights, the input, and the gradient at the end, in the order they're drawn."""
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
    """Return every position with its activation, connection, scale, and depth."""
    values = [(at, explorer.values(at)) for at in explorer.positions]
    is_plain = explorer.controls[1].name == "scale"
    return [(at, [v[0], "plain", *v[1:]] if is_plain else [*v, 20]) for at, v in values]


@pytest.mark.parametrize("kind", ["plain", "residual"])
def test_every_sentence_states_the_sizes_given_by_the_chain_rule(kind: str, request) -> None:
    explorer = request.getfixturevalue(kind)
    for at, (activation, connection, scale, layers) in settings(explorer):
        values, gradients = by_the_chain_rule(activation, connection, scale, layers)
        sentence = explorer.frames[at].sentence
        words = [activation if at[0] else "no activation"]
        words += [f"{connection} connections"] * (kind == "residual")
        assert sentence.startswith(f"With {', '.join(words)}, scale")
        each = gradients[0] ** (1 / layers)
        expected = [scale, layers, 1, values[-1], 1, gradients[0], each]
        assert numbers(sentence) == pytest.approx(expected, rel=0.051)


def test_each_panel_shows_the_sizes_that_its_title_names(plain) -> None:
    inside = 0
    for at, setting in settings(plain):
        for title, sizes in zip(("values", "gradients"), by_the_chain_rule(*setting), strict=True):
            if not all(-6 < np.log10(s) < 4 for s in sizes):
                continue
            line = Panel(plain.frames[at], title, np.log10).line(f"{title[:-1]}-line")
            expected = list(enumerate(np.log10(sizes)))
            assert sorted(line) == [pytest.approx(point, abs=0.03) for point in expected]
            inside += 1
    assert inside > 100


def test_without_activation_each_layer_multiplies_by_the_scale_times_the_square_root_of_100(
    plain,
) -> None:
    for scale in SCALES:
        each = numbers(plain.at(activation="none", scale=scale).sentence)[-1]
        assert each == pytest.approx(scale * 10, rel=0.03)


def test_relu_preserves_the_size_if_the_scale_is_the_square_root_of_2_over_100(plain) -> None:
    each = [numbers(plain.at(scale=scale).sentence)[-1] for scale in SCALES]
    assert SCALES[min(range(len(each)), key=lambda j: abs(each[j] - 1))] == 0.14


def test_a_residual_connection_keeps_the_gradient(residual) -> None:
    """A layer adds its contribution, so the squared sizes add up, and nothing can vanish."""
    for scale in SCALES:
        told = residual.at(activation="none", connection="residual", scale=scale)
        each = numbers(told.sentence)[-1]
        assert each == pytest.approx((1 + 100 * scale**2) ** 0.5, rel=0.03)
    for name, scale in product(ACTIVATIONS, SCALES):
        told = residual.at(activation=name, connection="residual", scale=scale)
        assert numbers(told.sentence)[-1] >= 1


def test_histograms_show_the_fraction_of_values_in_each_bin(plain) -> None:
    numbers_of = mg.tensor([0.0, 0.0, 1.0, -1.0, 0.1, 0.01], dtype=mg.float64)
    shares = np.zeros(8)
    shares[[3, 6]] = 1, 2  # 0.1 and 1, relative to the root mean square, 0.58; 0.01 is too small
    assert list(spread_of(numbers_of) * 6) == list(shares)


def test_the_explorer_opens_with_shrinking_sizes(plain, residual) -> None:
    assert plain.at() == plain.at(activation="relu", scale=0.1, depth=20)
    assert residual.at() == residual.at(activation="tanh", connection="plain", scale=0.03)
