"""Tests that the boundary at each step matches the same networks trained in NumPy."""

import json
import re
from itertools import pairwise
from math import inf, nan

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.boundary import GIVEN, boundary
from minigrad.explore.training import LR, MOMENTUM, SEED, STEPS, UNITS
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.test_front import frames_in_page, needs_node, run

NONE: dict[int, list[float]] = {}


def quadrants(n: int = 60):
    stream = np.random.default_rng(3)
    points = stream.uniform(-1, 1, (n, 2))
    return points, (points[:, 0] * points[:, 1] > 0).astype(int)


@pytest.fixture(scope="module")
def explorer():
    return check(lambda: boundary(*quadrants()))


def by_hand(units: int, moved: dict[int, list[float]] = NONE) -> dict[int, tuple[float, int]]:
    """Return the loss and the number correct at each step, using gradients derived by hand."""
    points, labels = quadrants()
    center, spread = points.mean(0), points.std(0) + 1e-6
    for k, place in moved.items():
        points[k] = place
    p = (points - center) * 0.5 / spread.mean()
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


def shown(explorer, name: str, units: int, step: int):
    picture, control = explorer.frame.__self__, explorer.controls[0]
    first = control.sets[control.values.index(name)]
    x, y = (places[first[axis]] for places, axis in zip(picture.places, "xy", strict=True))
    return explorer.frame(name, units, step, first["point"], x, y)


def said_of(frame) -> str:
    """Return what is said of the network, without the verdict."""
    return frame.sentence.rpartition("\n")[2]


def test_the_smallest_network_that_gets_every_point_right_is_marked_right(explorer) -> None:
    picture = explorer.frame.__self__
    for name, fewest in zip(explorer.controls[0].values, picture.fewest, strict=True):
        for units in UNITS:
            for step in STEPS:
                sentence = shown(explorer, name, units, step).sentence
                *_, right, n = numbers(sentence)
                assert sentence.startswith("✓") == (right == n and units == fewest)
                wrong = (right == n and units != fewest) or (step == STEPS[-1] and right < n)
                assert sentence.startswith("✗") == wrong
                assert right < n or units >= fewest
                if sentence.startswith("✓"):
                    tried, failed = numbers(sentence)[0], numbers(sentence.partition("\n")[0])[1:]
                    assert (tried, failed) == (fewest, [each for each in UNITS if each < fewest])


@pytest.mark.parametrize("units", UNITS)
def test_each_network_trains_as_if_it_were_trained_separately(explorer, units: int) -> None:
    seen = by_hand(units)
    for step in STEPS:
        loss, right = seen[step]
        frame = shown(explorer, GIVEN, units, step)
        said_units, at, said_loss, points, of = numbers(said_of(frame))
        assert (said_units, at, of) == (units, step, 60)
        assert said_loss == pytest.approx(loss, abs=0.0006)
        assert points == right
        edges = sum(piece.count("h0") for piece in frame.pieces) - 1  # for the legend
        assert edges == 60 - points


def test_steps_are_evenly_spaced_and_the_explorer_opens_at_the_start_of_training(explorer) -> None:
    assert len({later - step for step, later in pairwise(STEPS)}) == 1
    assert explorer.at() == shown(explorer, GIVEN, 1, 0)


def test_several_units_solve_a_problem_that_one_cannot(explorer) -> None:
    last = [said_of(shown(explorer, GIVEN, units, STEPS[-1])) for units in UNITS]
    one, *_, eight = (numbers(sentence)[3] for sentence in last)
    assert one < 50 < eight


def test_one_dataset_needs_only_a_line_and_the_others_need_more(explorer) -> None:
    _, clouds, *others = explorer.controls[0].values
    right = {
        name: [numbers(said_of(shown(explorer, name, units, STEPS[-1])))[3] for units in UNITS]
        for name in (clouds, *others)
    }
    assert min(right[clouds]) >= 57
    for name in others:
        assert right[name][0] < 54 < max(right[name])


@needs_node
def test_the_page_and_python_draw_the_same_figure(explorer) -> None:
    """Sentences, labels, and misclassified points are the same, and all outputs agree to 1e-6."""
    picture = explorer.frame.__self__
    positions = [list(at) for at in explorer.positions]
    for at, there in zip(positions, frames_in_page(explorer, positions), strict=True):
        frame = explorer.frames[tuple(at)]
        assert there["sentence"] == frame.sentence
        assert there["brief"] == frame.brief
        assert phrases_in(*there["pieces"]) == phrases_in(*frame.pieces)
        here = [re.sub(r"<[^>]*>", "", piece) for piece in frame.pieces]
        assert [re.sub(r"<[^>]*>", "", piece) for piece in there["pieces"]] == here
        _, units, _, *moved, x, y = explorer.values(tuple(at))
        points, run_of = picture.trained(at[0], units, *moved, (x, y))
        answers = run_of.answers(at[2], points.scale, picture.nodes)
        assert np.abs(np.array(there["answers"]) - answers).max() < 1e-6 * abs(answers).max()
        layers = [piece for piece in there["pieces"] if "fill-opacity" in piece]
        here = [piece for piece in frame.pieces if "fill-opacity" in piece]
        for in_page, drawn_here in zip(layers, here, strict=True):
            assert areas(in_page) == pytest.approx(areas(drawn_here), rel=0.01, abs=20)
        edges = [sum(p.count("h0") for p in f) for f in (there["pieces"], frame.pieces)]
        assert edges[0] == edges[1] == len(there["wrong"]) + 1


def areas(shading: str) -> list[float]:
    """Return the area of each layer, in square pixels. A hole is outlined the other way around."""
    return [
        abs(sum(area(points_of(outline)) for outline in d.split("z")[:-1]))
        for d in re.findall(r'd="([^"]*)"', shading)
    ]


def points_of(outline: str) -> np.ndarray:
    """Return the corners, after a move to the first, in absolute or relative steps."""
    moves = np.array(
        [
            [float(part) for part in re.findall(r"-?[\d.]+", corner)]
            for corner in re.split("[MLl]", outline)[1:]
        ]
    )
    return moves.cumsum(0) if "l" in outline else moves


def area(corners: np.ndarray) -> float:
    x, y = corners.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.parametrize(("k", "at"), [(0, [80, 0]), (7, [40, 40])])
def test_a_moved_point_trains_the_network_again(explorer, k: int, at: list[int]) -> None:
    x, y = (places[i] for places, i in zip(explorer.frame.__self__.places, at, strict=True))
    seen = by_hand(2, {k: [x, y]})
    for step in STEPS:
        frame = explorer.frame(GIVEN, 2, step, k, x, y)
        *_, said_loss, points, _ = numbers(frame.brief)
        assert said_loss == pytest.approx(seen[step][0], abs=0.0006)
        assert points == seen[step][1]
        assert "dotted line" in frame.sentence
        all_right = points == 60
        assert (frame.sentence[0] in "✓✗") == (all_right or step == STEPS[-1])


@needs_node
def test_a_network_that_solves_moved_points_is_judged_the_same_on_the_page(explorer) -> None:
    x, y = explorer.frame.__self__.homes[0][0]
    at = [0, len(UNITS) - 1, len(STEPS) - 1, 0, x + 1, y]
    here = explorer.frame(*explorer.values(tuple(at)))
    assert here.sentence.startswith("✓ 8 units")
    (there,) = frames_in_page(explorer, [at])
    assert there["sentence"] == here.sentence


@needs_node
def test_a_press_on_a_point_gives_it_the_handle(explorer) -> None:
    start = explorer.position({})
    (frame,) = frames_in_page(explorer, [list(start)])
    for k in (3, 40):
        taken = frame["picks"][k]
        x, y = (part + 0.5 for part in taken["place"])
        arguments = f"{json.dumps(frame['picks'])}, {[x, y]}, [0, 0], 16"
        to = run("places.js", f"pickedAt({arguments})")
        (there,) = frames_in_page(explorer, [to])
        assert there["picked"] == k
        assert there["sentence"] == frame["sentence"]  # it hasn't moved
        (left, across, top, down), (dx, dy) = explorer.grips[0].grid, there["moved"][0]
        at = [left + across * to[4] + dx, top + down * to[5] + dy]
        assert at == pytest.approx(taken["place"])
    assert run("places.js", f"pickedAt({json.dumps(frame['picks'])}, [0, 0], [0, 5], 16)") is None


def test_the_global_random_state_is_not_used() -> None:
    mg.manual_seed(7)
    expected = mg.randn(3).tolist()
    mg.manual_seed(7)
    boundary(*quadrants(10))
    assert mg.randn(3).tolist() == expected


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_points_of_any_size_are_drawn(scale: float) -> None:
    points, labels = quadrants(20)
    check_no_overlap(check(lambda: boundary(points * scale, labels)))


def test_identical_points_of_one_class_are_drawn() -> None:
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
def test_undrawable_input_is_reported(points, labels, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        boundary(points, labels)
