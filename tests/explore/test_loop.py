"""Tests that the path, the gradients, and the page's own computation match NumPy's, in float64."""

import html
import json
import re
from math import inf, nan
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.loop import HEADING, STEPS, rings, training_loop
from minigrad.explore.valley import least_squares
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.panels import Panel
from tests.explore.test_front import frames_in_page, needs_node, run

XS = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5]
YS = [-0.23, -0.15, -0.09, 2.28, 2.46, 3.3, 5.2, 6.42]


@pytest.fixture(scope="module")
def loop():
    return check(lambda: training_loop(XS, mg.tensor(YS)))


def by_hand(
    orders: list[list[int]],
    steps: int,
    lr: float,
    momentum: float,
    w: float,
    b: float,
    x: float,
    y: float,
    size: int,
) -> tuple[np.ndarray, np.ndarray, float, float]:
    """Return the weights after some steps, their gradient, their loss, and the radius of a step.

    An epoch takes the points in one of the `orders`, and leaves out what doesn't fill a batch.
    """
    taken = [
        sorted(order[start : start + size])
        for order in orders
        for start in range(0, len(order) - size + 1, size)
    ]
    rows = np.stack([np.array([*np.float32(XS[:-1]), x]), np.ones(len(XS))], axis=1)
    targets = np.array([*np.float32(YS[:-1]).astype(float), y])
    at, velocity = np.array([w, b]), np.zeros(2)
    for batch in taken[:steps]:
        X = rows[batch]
        velocity = momentum * velocity + 2 / size * X.T @ (X @ at - targets[batch])
        at = at - lr * velocity
    batch = taken[steps]
    error = rows[batch] @ at - targets[batch]
    H = 2 / len(targets) * rows.T @ rows
    step = np.block([[np.eye(2) - lr * H, -lr * momentum * np.eye(2)], [H, momentum * np.eye(2)]])
    radius = float(max(abs(np.linalg.eigvals(step))))
    return at, 2 / size * rows[batch].T @ error, float(np.mean(error**2)), radius


def rates(loop) -> list[float]:
    return list(next(control.values for control in loop.controls if control.name == "lr"))


def close(expected: float) -> object:
    return pytest.approx(expected, rel=6e-3, abs=1e-9)


def test_the_panel_of_b_over_w_marks_both_weights_and_the_best_ones(loop) -> None:
    for at, frame in list(loop.frames.items())[::5]:
        tick, *setting = loop.values(at)
        orders = loop.program.data["orders"]
        weights, *_ = by_hand(orders, tick // 4 + (tick % 4 == 3), *setting)
        panel = Panel(frame, HEADING)
        *_, x, y, _ = setting
        best = np.polyfit([*XS[:-1], x], [*YS[:-1], y], 1)
        assert panel.diamonds() in ([], [pytest.approx(best, abs=0.05)])
        assert panel.marks(6) in ([], [pytest.approx(weights, abs=0.05)])


def test_each_sentence_says_what_the_line_of_code_computes(loop) -> None:
    for at, frame in loop.frames.items():
        tick, *setting = loop.values(at)
        t, part = divmod(tick, 4)
        orders = loop.program.data["orders"]
        weights, gradient, loss, radius = by_hand(orders, t + (part == 3), *setting)
        some = "the 8 points" if (size := setting[-1]) == 8 else f"{size} of the 8 points"
        plain = frame.sentence.replace(some, "the points").replace(" in 25 steps", "")
        assert (f" Each step takes {size} other points." in plain) == (size < 8)
        plain = re.sub(r" \d other points", "", plain)
        adds = f" Each step adds {setting[1]:g} of the one before."
        assert (adds in plain) == (setting[1] > 0)
        plain = plain.replace(adds, "")
        step, lr, *said = numbers(plain)
        assert step == t
        assert lr == pytest.approx(setting[0])
        assert (some in frame.sentence) == (part == 0)
        if part == 1:
            assert not said  # both .grad are empty
        elif part == 2:
            assert said == [close(gradient[0]), close(gradient[1])]
        else:
            expected = [*weights, loss] if part == 0 else weights
            assert said == [close(number) for number in expected]
        if abs(radius - 1) > 2e-6 and size == 8:
            assert ("gets closer" in frame.sentence) == (radius < 1)
            assert ("hardly" in frame.sentence) == (0.6 < radius**25 < 1)
            assert bool(re.search("throw", frame.sentence)) == (radius > 1)


def test_an_epoch_takes_each_point_once(loop) -> None:
    for order in loop.program.data["orders"]:
        assert sorted(order) == list(range(len(XS)))
    assert loop.controls[-1].values == [1, 2, 4, 8]
    assert check(lambda: training_loop(XS[:3], YS[:3])).controls[-1].values == [1, 2, 3]


def test_only_what_a_line_changes_is_bold(loop) -> None:
    """After zero_grad() there's no gradient, and only step() moves the weights."""
    seen = [changed(loop.at(step=step)) for step in range(4)]
    assert [[bold for bold, _ in texts].index("700") for texts in seen] == [0, 1, 2, 3]
    loss, emptied, gradient, weights = zip(*(texts for texts in seen), strict=True)
    assert {text for _, text in loss} == {"11.3"}
    assert [text for _, text in emptied] == ["", "w None, b None", "", ""]
    assert [text for _, text in gradient] == ["", "", *["w −13.6, b −4.8"] * 2]
    assert [text for _, text in weights] == [*["w 0, b 0"] * 3, "w 0.817, b 0.288"]


def changed(frame) -> list[tuple[str, str]]:
    """Return the weight of the font and the text next to each line of code."""
    code = [ElementTree.fromstring(piece) for piece in frame.pieces if "mg-program" in piece]
    beside = [part[0] for part in code if part.tag == "g"]
    return [(text.attrib["font-weight"], text.text or "") for text in beside]


@needs_node
def test_the_handle_of_lr_is_in_front_of_the_first_step(loop) -> None:
    """It's on the line along which the step gets longer, wherever the start is."""
    moves = [i for i, control in enumerate(loop.controls) if control.name == "lr"]
    *plane, w0, w1, b0, b1 = loop.program.data["plane"]  # left, top, width, height
    for setting in ({}, {"w": loop.controls[3].values[30], "lr": rates(loop)[-1]}):
        at = list(loop.position(setting))
        (frame,) = frames_in_page(loop, [at])
        grip = f"movedGrip({json.dumps({'moves': moves})}, {frame['moved'][0]})"
        handle = run("places.js", f"pointOf({grip}, {at}, [])")
        tip, start = (
            np.array([plane[0] + plane[2] * (w - w0) / (w1 - w0),
                      plane[1] + plane[3] * (b1 - b) / (b1 - b0)])
            for w, b in reversed(frame["points"][:2])
        )  # fmt: skip
        way = (tip - start) / np.linalg.norm(tip - start)
        assert handle == pytest.approx(tip + 12 * way, abs=0.01)
        sizes = [control.size for control in loop.controls]
        beside = (np.array(handle) + 30 * way[::-1] * [1, -1]).tolist()  # at right angles
        assert run("places.js", f"nearest({grip}, {beside}, {at}, {sizes})")["at"] == at


@pytest.mark.parametrize(
    ("share", "momentum", "swings"), [(0.3, 0.0, False), (0.7, 0.0, True), (0.3, 0.9, True)]
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
            weights, _, loss, _ = by_hand(loop.program.data["orders"], t, *setting)
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


def test_the_rings_have_constant_loss() -> None:
    least, best, hessian = least_squares(mg.tensor(XS), mg.tensor(YS))
    for ring, level in zip(
        rings(hessian, best, 10.0), (0.02, 0.1, 0.4, 1.0, 2.0, 4.0), strict=True
    ):
        for w, b in ring:
            loss = np.mean([(w * x + b - y) ** 2 for x, y in zip(XS, YS, strict=True)])
            assert loss == pytest.approx(least + 10 * level, rel=1e-5)


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
