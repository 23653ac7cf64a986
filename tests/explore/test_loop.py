"""Tests that the path, the gradients, and the page's own computation match NumPy's, in float64."""

import html
import re
from math import inf, nan
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.loop import HEADING, STEPS, training_loop
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.panels import Panel
from tests.explore.test_front import frames_in_page, needs_node

XS = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
YS = [-0.23, -0.15, -0.09, 2.28, 2.46, 3.3, 5.2, 6.42]


@pytest.fixture(scope="module")
def loop():
    return check(lambda: training_loop(XS, mg.tensor(YS)))


def by_hand(steps: int, lr: float, momentum: float) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Return the weights after some steps, their gradient, their loss, and the radius of a step."""
    X = np.stack([np.float32(XS), np.ones(len(XS))], axis=1)
    targets = np.float32(YS).astype(float)
    H = 2 / len(targets) * X.T @ X
    at, velocity = np.zeros(2), np.zeros(2)
    for _ in range(steps):
        velocity = momentum * velocity + 2 / len(targets) * X.T @ (X @ at - targets)
        at = at - lr * velocity
    error = X @ at - targets
    step = np.block([[np.eye(2) - lr * H, -lr * momentum * np.eye(2)], [H, momentum * np.eye(2)]])
    radius = float(max(abs(np.linalg.eigvals(step))))
    return at, 2 / len(targets) * X.T @ error, float(np.mean(error**2)), radius


def rates(loop) -> list[float]:
    return list(next(control.values for control in loop.controls if control.name == "lr"))


def close(expected: float) -> object:
    return pytest.approx(expected, rel=6e-3, abs=1e-9)


def test_the_panel_of_b_over_w_marks_both_weights_and_the_best_ones(loop) -> None:
    best = np.polyfit(XS, YS, 1)
    for at, frame in list(loop.frames.items())[::5]:
        tick, *setting = loop.values(at)
        weights, *_ = by_hand(tick // 4 + (tick % 4 == 3), *setting)
        panel = Panel(frame, HEADING)
        assert panel.diamonds() == [pytest.approx(best, abs=0.05)]
        assert panel.marks(6) in ([], [pytest.approx(weights, abs=0.05)])


def test_each_sentence_says_what_the_line_of_code_computes(loop) -> None:
    for at, frame in loop.frames.items():
        tick, lr, momentum = loop.values(at)
        t, part = divmod(tick, 4)
        weights, gradient, loss, radius = by_hand(t + (part == 3), lr, momentum)
        *head, plain = frame.sentence.splitlines()
        told, _, end = re.sub(" in 25 steps", "", plain).partition(". With momentum")
        step, rate, *said = numbers(told)
        expected = [[*weights, loss], [], gradient, weights][part]
        if part == 3 and momentum and t:
            expected = [momentum, *expected]
        assert step == t
        assert rate == pytest.approx(lr)
        assert said == [close(number) for number in expected]
        if abs(radius - 1) > 2e-6:
            assert bool(head) == (radius > 1)
            if not head and part % 2 == 0:
                assert ("hardly" in plain) == (radius**25 > 0.6)
                assert numbers(end) == [momentum] * bool(momentum)


def test_the_handle_of_lr_is_where_the_first_step_leads(loop) -> None:
    *plane, w0, w1, b0, b1 = loop.program.data["plane"]  # left, top, width, height
    left, across, top, down = loop.grips[0].grid
    for i, lr in enumerate(rates(loop)):
        (w, b), *_ = by_hand(1, lr, 0)
        tip = [
            plane[0] + plane[2] * (w - w0) / (w1 - w0),
            plane[1] + plane[3] * (b1 - b) / (b1 - b0),
        ]
        assert [left + i * across, top + i * down] == pytest.approx(tip, abs=0.01)


@pytest.mark.parametrize(
    ("share", "momentum", "swings"), [(0.3, 0.0, False), (0.7, 0.0, True), (0.3, 0.5, True)]
)
def test_oscillation_is_reported(loop, share: float, momentum: float, swings: bool) -> None:
    """Without momentum, a step crosses the valley if the rate is more than half of the limit."""
    lr = min(rates(loop), key=lambda lr: abs(lr - share * 0.195))  # the limit
    frame = loop.at(step=0, lr=lr, momentum=momentum)
    assert ("swings" in frame.sentence) == swings


@needs_node
def test_the_page_and_the_optimizer_agree(loop) -> None:
    """In many settings, points and losses agree to 1e-6, and the sentences are identical."""
    positions = [list(at) for at in loop.positions]
    for at, in_page in zip(positions, frames_in_page(loop, positions), strict=True):
        _, *setting = loop.values(tuple(at))
        for t in (0, 1, 7, STEPS):
            weights, _, loss, _ = by_hand(t, *setting)
            assert in_page["points"][t] == pytest.approx(list(weights), rel=1e-6, abs=1e-6)
            assert in_page["losses"][t] == pytest.approx(loss, rel=1e-6, abs=1e-9)
        frame = loop.frames[tuple(at)]
        assert in_page["sentence"] == frame.sentence
        assert in_page["brief"] == frame.brief
        assert set(phrases_in(*in_page["pieces"])) >= set(phrases_in(*frame.pieces))


@needs_node
def test_the_page_and_python_draw_the_same_figure(loop) -> None:
    """The page and Python draw the same labels, and mark the same points."""
    positions = [list(at) for at in loop.positions]
    for at, in_page in zip(positions, frames_in_page(loop, positions), strict=True):
        both = loop.frames[tuple(at)].pieces, in_page["pieces"]
        assert len(both[0]) == len(both[1])
        texts = [html.unescape(re.sub(r"<[^>]*>", "", "".join(pieces))) for pieces in both]
        assert texts[0] == texts[1]
        discs = [
            [float(part) for part in re.findall(r'c[xy]="([-\d.]+)"', "".join(pieces))]
            for pieces in both
        ]
        assert discs[0] == pytest.approx(discs[1], abs=0.11)


def test_the_first_rate_that_leads_away_is_marked_right_and_higher_ones_wrong(loop) -> None:
    """Without momentum, the limit is 2/curvature, here 0.195."""
    X = np.stack([XS, np.ones(len(XS))], axis=1)
    limit = 2 / np.linalg.eigvalsh(2 / len(XS) * X.T @ X)[1]
    beyond = [lr for lr in rates(loop) if lr > limit * (1 + 1e-6)]
    first, *later = (loop.at(step=0, lr=lr).sentence[0] for lr in beyond)
    assert (first, set(later)) == ("✓", {"✗"})
    below = [lr for lr in rates(loop) if lr not in beyond]
    assert not any(loop.at(step=0, lr=lr).sentence[0] in "✓✗" for lr in below)


def test_the_arrow_ends_where_a_plain_step_leads_at_every_step(loop) -> None:
    """So it shrinks with the gradient, down to a dot."""
    *plane, w0, w1, b0, b1 = loop.program.data["plane"]  # left, top, width, height
    for t in range(STEPS):
        frame = loop.at(step=4 * t + 2)
        (thick,) = (piece for piece in frame.pieces if '|arrow"' in piece)
        *_, head = ElementTree.fromstring(thick).iter()
        tip = [float(head.get(f"c{axis}", 0)) for axis in "xy"]
        if head.tag == "path":
            tip = [float(part) for part in re.findall(r"[\d.]+", head.attrib["d"])[:2]]
        after = numbers(loop.at(step=4 * t + 3).sentence)[2:4]
        expected = [
            plane[0] + plane[2] * (after[0] - w0) / (w1 - w0),
            plane[1] + plane[3] * (b1 - after[1]) / (b1 - b0),
        ]
        assert tip == pytest.approx(expected, abs=0.6), t


def test_it_opens_on_a_path_that_gets_closer_and_can_be_made_to_diverge(loop) -> None:
    assert "gets closer" in loop.at(step=0).sentence
    assert "throws the path out" in loop.at(step=0, lr=rates(loop)[-1]).sentence


def test_no_two_labels_overlap(loop) -> None:
    check_no_overlap(loop)


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_points_of_any_size_are_drawn(scale: float) -> None:
    check_no_overlap(check(lambda: training_loop([x * scale for x in XS], [y * scale for y in YS])))


def test_points_on_a_line_through_the_start_are_drawn() -> None:
    check(lambda: training_loop([1.0, 2.0, 3.0], [0.0, 0.0, 0.0]))


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [
        ([1.0, nan, 2.0], [1.0, 2.0, 3.0], "nan or inf"),
        ([1.0, 2.0, 3.0], [1.0, inf, 3.0], "nan or inf"),
        ([1.0, 2.0, 3.0], [1.0], r"\[3\] and \[1\]"),
        ([1.0, 2.0], [1.0, 2.0], "at least 3"),
        ([2.0, 2.0, 3.0], [1.0, 3.0, 4.0], "values in x are the same"),
    ],
)
def test_undrawable_input_is_reported(x, y, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        training_loop(x, y)
