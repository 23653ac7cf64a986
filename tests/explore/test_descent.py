"""Descent: factors, paths and losses of every setting, computed by NumPy in float64."""

from math import inf, nan, sqrt

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.axes import Axes
from minigrad.explore.descent import (
    MOMENTA,
    SHARES_OF_TWO,
    STEPS_OF_ONE,
    STEPS_OF_TWO,
    descent,
    learning_rate,
    shown,
    steps_of_two,
)
from tests.explore.apart import check_texts_apart
from tests.explore.checks import check
from tests.explore.numbers import numbers

XS = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
YS = [-0.23, -0.15, -0.09, 2.28, 2.46, 3.3, 5.2, 6.42]


@pytest.fixture(scope="module")
def one():
    return check(learning_rate)


@pytest.fixture(scope="module")
def two():
    return check(lambda: descent(XS, mg.tensor(YS)))


def test_each_learning_rate_multiplies_the_error_by_its_factor(one) -> None:
    for lr, frame in zip(one.controls[0].values, one.frames.values(), strict=True):
        factor = 1 - 8 * lr
        told, share, _, says, steps, w, loss = numbers(
            frame.sentence.replace("2/curvature", "2").replace("w − 3", "w")
        )
        assert (told, steps) == (lr, STEPS_OF_ONE)
        assert share == pytest.approx(lr / 0.25, rel=0.01)
        assert says == pytest.approx(factor, abs=0.0051)
        assert w == pytest.approx(3 - 2 * factor**STEPS_OF_ONE, rel=1e-3, abs=6e-4)
        assert loss == pytest.approx(16 * factor ** (2 * STEPS_OF_ONE), rel=0.01, abs=1e-9)
        assert ("comes nearer" in frame.sentence) == (1e-6 < abs(factor) < 1 - 1e-6)
        assert ("farther" in frame.sentence) == (abs(factor) > 1 + 1e-6)


def test_learning_rates_reach_from_crawling_past_the_limit(one) -> None:
    rates = list(one.controls[0].values)
    assert rates == sorted(set(rates))
    assert len(rates) >= 20
    assert min(rates) < 0.01 / 8
    assert {1 / 8, 2 / 8} <= set(rates)
    assert max(rates) > 2 / 8


def test_another_valley(one) -> None:
    explorer = check(lambda: learning_rate(x=0.5, y=-4.0))
    assert 2 / 0.5 in explorer.controls[0].values


def by_hand(lr: float, momentum: float) -> tuple[float, float, float]:
    """The loss after all steps, the least, and the spectral radius of a step."""
    rows = np.stack([np.array(XS), np.ones(len(XS))], axis=1)
    y = np.array(YS)
    at, velocity = np.zeros(2), np.zeros(2)
    for _ in range(STEPS_OF_TWO):
        velocity = momentum * velocity + 2 / len(y) * rows.T @ (rows @ at - y)
        at = at - lr * velocity
    best = np.linalg.solve(rows.T @ rows, rows.T @ y)
    H = 2 / len(y) * rows.T @ rows
    step = np.block([[np.eye(2) - lr * H, -lr * momentum * np.eye(2)], [H, momentum * np.eye(2)]])
    return (
        float(np.mean((rows @ at - y) ** 2)),
        float(np.mean((rows @ best - y) ** 2)),
        float(max(abs(np.linalg.eigvals(step)))),
    )


def test_every_setting_of_learning_rate_and_momentum(two) -> None:
    for (i, j), frame in two.frames.items():
        lr, momentum = two.controls[0].values[i], two.controls[1].values[j]
        loss, least, radius = by_hand(lr, momentum)
        told = frame.sentence.replace("2/curvature", "2")
        found = numbers(told)
        assert found[0] == pytest.approx(lr, rel=0.006)
        assert found[1] == SHARES_OF_TWO[i]
        assert found[3] == momentum
        if abs(radius - 1) > 2e-6:
            assert found[4] == pytest.approx(radius, abs=0.00051 if radius > 0.01 else 0.02)
            assert ("comes nearer" in told) == (radius < 1)
        assert found[-3] == STEPS_OF_TWO
        assert found[-2] == pytest.approx(loss, rel=2e-3)
        assert found[-1] == pytest.approx(least, rel=1e-3)


def test_the_controls_reach_the_failure_and_start_short_of_it(two) -> None:
    rate, momentum = two.controls
    assert len(rate.values) >= 20
    assert len(momentum.values) >= 20
    start = two.frames[rate.start, momentum.start].sentence
    assert "comes nearer" in start
    assert "farther" in two.frames[len(rate.values) - 1, 0].sentence


@pytest.mark.parametrize("momentum", [MOMENTA[0], MOMENTA[10], MOMENTA[18]])
def test_the_steps_are_those_of_the_optimizer(momentum: float) -> None:
    x, y = mg.tensor(XS), mg.tensor(YS)
    paths, losses = steps_of_two(x, y, [0.05], [momentum])
    w, b = mg.zeros(1, requires_grad=True), mg.zeros(1, requires_grad=True)
    optimizer = mg.optim.SGD([w, b], lr=0.05, momentum=momentum)
    for step in range(STEPS_OF_TWO + 1):
        loss = mg.nn.functional.mse_loss(w * x + b, y)
        assert paths[step, 0, 0].tolist() == pytest.approx([w.item(), b.item()], abs=1e-5)
        assert float(losses[step, 0, 0]) == pytest.approx(loss.item(), rel=1e-5)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def test_the_lines_of_equal_loss_are_that(two) -> None:
    from minigrad.explore.descent import _contours, _least_squares, _points

    xs, ys = _points(XS, YS)
    least, best, hessian = _least_squares(xs, ys)
    for ring, level in zip(
        _contours(hessian, best, 10.0), (0.02, 0.1, 0.4, 1.0, 2.0, 4.0), strict=True
    ):
        for w, b in ring:
            loss = np.mean([(w * x + b - y) ** 2 for x, y in zip(XS, YS, strict=True)])
            assert loss == pytest.approx(least + 10 * level, rel=1e-5)


def test_a_path_ends_with_the_step_that_leaves_for_good() -> None:
    axes = Axes(0, 0, 10, 10, (0, 10), (0, 10))
    path = [(1.0, 1.0), (20.0, 1.0), (2.0, 2.0), (30.0, 2.0), (40.0, 3.0)]
    assert shown(axes, path) == path[:4]


def test_the_names_of_the_sliders_are_not_clipped(one, two) -> None:
    from matplotlib.textpath import TextPath  # DejaVu Sans, wider than a page's own letters

    def width(text: str) -> float:
        return TextPath((0, 0), text, size=100).get_extents().width

    for explorer in (one, two):
        for slider in explorer.widget.children[:-1]:
            room = float(slider.style.description_width.removesuffix("ch"))
            assert width(slider.description) < (room - 0.5) * width("0" * 50) / 50


def test_the_learning_rate_opens_far_from_what_is_asked_for(one) -> None:
    (control,) = one.controls
    assert control.values[control.start] < 0.03 < 0.22
    assert 0.22 in control.values
    assert "lr = 0.22" not in one.text


def test_no_text_covers_another(one, two) -> None:
    check_texts_apart(one)
    check_texts_apart(two)
    check_texts_apart(learning_rate(x=0.01, y=1e6))


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_points_of_any_size_are_drawn(scale: float) -> None:
    check_texts_apart(check(lambda: descent([x * scale for x in XS], [y * scale for y in YS])))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: descent([1.0, nan], [1.0, 2.0]), "nan or inf"),
        (lambda: descent([1.0, 2.0], [1.0, inf]), "nan or inf"),
        (lambda: descent([1.0, 2.0], [1.0]), r"\[2\] and \[1\]"),
        (lambda: descent([1.0], [1.0]), "at least two"),
        (lambda: descent([2.0, 2.0], [1.0, 3.0]), "all x are the same"),
        (lambda: learning_rate(x=0.0), "x not 0"),
        (lambda: learning_rate(y=nan), "must be finite"),
    ],
)
def test_what_cannot_be_drawn_is_said(make, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


def test_points_on_a_line_through_the_start() -> None:
    check(lambda: descent([1.0, 2.0], [0.0, 0.0]))
    assert sqrt(MOMENTA[-1]) < 1
