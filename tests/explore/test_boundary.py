"""The boundary over the steps: losses and right answers as NumPy trains the same networks."""

from itertools import pairwise
from math import inf, nan

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.boundary import LR, MOMENTUM, SEED, STEPS, UNITS, boundary
from tests.explore.apart import check_texts_apart
from tests.explore.checks import check
from tests.explore.numbers import numbers


def quadrants(n: int = 60):
    stream = np.random.default_rng(3)
    points = stream.uniform(-1, 1, (n, 2))
    return points, (points[:, 0] * points[:, 1] > 0).astype(int)


@pytest.fixture(scope="module")
def explorer():
    return check(lambda: boundary(*quadrants()))


def by_hand(units: int) -> dict[int, tuple[float, int]]:
    """Loss and right answers at each step, with gradients derived on paper."""
    points, labels = quadrants()
    p = (points - points.mean(0)) * 0.5 / (points.std(0) + 1e-6).mean()
    generator = mg.Generator().manual_seed(SEED)
    W = 0.5 * mg.randn(2, 8, generator=generator).numpy().astype(float)[:, :units]
    v = 0.5 * mg.randn(8, generator=generator).numpy().astype(float)[:units]
    weights = [W, np.zeros(units), v, np.zeros(1)]
    velocity = [np.zeros_like(w) for w in weights]
    seen = {}
    for step in range(STEPS[-1] + 1):
        W, c, v, d = weights
        h = np.tanh(p @ W + c)
        z = h @ v + d
        loss = np.mean(np.logaddexp(0, z) - labels * z)
        seen[step] = float(loss), int(np.sum((z > 0) == labels))
        dz = (1 / (1 + np.exp(-z)) - labels) / len(labels)
        dh = np.outer(dz, v) * (1 - h**2)
        grads = [p.T @ dh, dh.sum(0), h.T @ dz, dz.sum(keepdims=True)]
        velocity = [MOMENTUM * u + g for u, g in zip(velocity, grads, strict=True)]
        weights = [w - LR * u for w, u in zip(weights, velocity, strict=True)]
    return seen


@pytest.mark.parametrize("units", UNITS)
def test_each_network_trains_as_it_would_alone(explorer, units: int) -> None:
    seen = by_hand(units)
    for k, step in enumerate(STEPS):
        loss, right = seen[step]
        frame = explorer.frames[UNITS.index(units), k]
        told, at, says, points, of = numbers(frame.sentence)
        assert (told, at, of) == (units, step, 60)
        assert says == pytest.approx(loss, abs=0.003)
        assert abs(points - right) <= 1
        rings = sum(piece.count("a8 8 0 1 0 16 0") for piece in frame.pieces) - 1  # the key's
        assert rings == 60 - points


def test_steps_are_evenly_spaced_and_the_training_opens_at_its_beginning(explorer) -> None:
    assert len({later - step for step, later in pairwise(STEPS)}) == 1
    assert [control.values[control.start] for control in explorer.controls] == [1, 0]


def test_more_units_do_what_one_cannot(explorer) -> None:
    last = len(STEPS) - 1
    one, *_, eight = (numbers(explorer.frames[k, last].sentence)[3] for k in range(len(UNITS)))
    assert one < 50 < eight


def test_the_lines_random_numbers_are_left_alone() -> None:
    mg.manual_seed(7)
    expected = mg.randn(3).tolist()
    mg.manual_seed(7)
    boundary(*quadrants(10))
    assert mg.randn(3).tolist() == expected


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_points_of_any_size_are_drawn(scale: float) -> None:
    points, labels = quadrants(20)
    check_texts_apart(check(lambda: boundary(points * scale, labels)))


def test_points_in_one_place_and_of_one_kind_are_drawn() -> None:
    check(lambda: boundary([[1.0, 1.0]] * 4, [1, 1, 1, 1]))
    check(lambda: boundary(mg.zeros(3, 2), mg.zeros(3)))


@pytest.mark.parametrize(
    ("points", "labels", "words"),
    [
        ([[1.0, nan], [0.0, 0.0]], [0, 1], "nan or inf"),
        ([[1.0, inf], [0.0, 0.0]], [0, 1], "nan or inf"),
        ([[1.0, 2.0], [0.0, 0.0]], [0, 2], "0 or 1"),
        ([[1.0, 2.0], [0.0, 0.0]], [0, nan], "0 or 1"),
        ([[1.0, 2.0, 3.0]], [0], r"\(N, 2\)"),
        ([[1.0, 2.0]], [0], "2 to 500 points"),
        (np.zeros((501, 2)), np.zeros(501), "not 501"),
        ([[1.0, 2.0], [0.0, 0.0]], [[0], [1]], r"labels \(N,\)"),
    ],
)
def test_what_cannot_be_drawn_is_said(points, labels, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        boundary(points, labels)
