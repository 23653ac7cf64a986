"""Tests that factors, paths, and losses in every configuration match NumPy's, in float64."""

import html
import json
import re
from math import inf, nan, sqrt

import numpy as np
import pytest

import minigrad as mg
from minigrad.draw.tens import tens
from minigrad.explore.descent import STEPS_OF_ONE, descent, learning_rate
from minigrad.explore.valley import MOMENTA, SHARES, STEPS, Valley, _rings
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.test_front import frames_in_page, needs_node, run

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
        said_lr, share, _, said_factor, steps, w, loss = numbers(
            frame.sentence.replace("2/curvature", "2").replace("w − 3", "w")
        )
        assert (said_lr, steps) == (lr, STEPS_OF_ONE)
        assert share == pytest.approx(lr / 0.25, rel=0.01)
        assert said_factor == pytest.approx(factor, abs=0.0051)
        assert w == pytest.approx(3 - 2 * factor**STEPS_OF_ONE, rel=1e-3, abs=6e-4)
        assert loss == pytest.approx(16 * factor ** (2 * STEPS_OF_ONE), rel=0.01, abs=1e-9)
        assert ("gets closer" in frame.sentence) == (1e-6 < abs(factor) < 1 - 1e-6)
        assert ("farther" in frame.sentence) == (abs(factor) > 1 + 1e-6)


@pytest.mark.parametrize(("x", "y"), [(2.0, 6.0), (-0.5, 4.0), (1.0, -2.0)])
def test_the_sentence_describes_the_path_that_the_factor_gives(x: float, y: float) -> None:
    """A step multiplies w - y/x by 1 - 2x² lr, whose sign and size say what the path does."""
    explorer = learning_rate(x, y)
    seen = set()
    for lr, frame in zip(explorer.controls[0].values, explorer.frames.values(), strict=True):
        factor = np.array([1 - 2 * x * x * lr])
        path = 1 - y / x  # the distance of the start from the bottom
        after = path * factor ** np.arange(4)
        if np.allclose(after[1:], 0, atol=1e-5):
            expected = "is at the bottom after a single step"
        elif np.allclose(after[2:], after[:2], rtol=1e-5):
            expected = "jumps back and forth forever"
        else:
            stays = after[0] * after[1] > 0
            expected = "stays on its side and " if stays else "changes sides and "
            expected += "gets closer" if abs(after[3]) < abs(after[0]) else "gets farther away"
        assert f"So the path {expected}. " in frame.sentence, lr
        seen.add(expected)
    assert len(seen) == 5


def test_learning_rates_range_from_too_slow_to_beyond_the_limit(one) -> None:
    rates = list(one.controls[0].values)
    assert rates == sorted(set(rates))
    assert len(rates) >= 20
    assert min(rates) < 0.01 / 8
    assert {1 / 8, 2 / 8} <= set(rates)
    assert max(rates) > 2 / 8


def test_a_different_valley_has_its_own_limit(one) -> None:
    explorer = check(lambda: learning_rate(x=0.5, y=-4.0))
    assert 2 / 0.5 in explorer.controls[0].values


def by_hand(
    lr: float, momentum: float, start: tuple[float, float] = (0.0, 0.0)
) -> tuple[float, float, float]:
    """Return the loss after all steps, the lowest loss, and the spectral radius of a step."""
    rows = np.stack([np.array(XS), np.ones(len(XS))], axis=1)
    y = np.float32(YS).astype(float)
    at, velocity = np.array(start), np.zeros(2)
    for _ in range(STEPS):
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


def test_the_sentence_describes_learning_rate_momentum_and_start(two) -> None:
    for at, frame in two.frames.items():
        lr, momentum, _, w, b = two.values(at)
        loss, least, radius = by_hand(lr, momentum, (w, b))
        sentence = frame.sentence.replace("2/curvature", "2")
        said = numbers(sentence)
        assert said[0] == pytest.approx(lr, rel=0.006)
        assert said[1] == pytest.approx(SHARES[at[0]], rel=0.006)
        assert said[3] == momentum
        moved = (w, b) != (0, 0)
        assert moved == ("from w" in sentence)
        if moved:
            step = two.controls[3].values[1] - two.controls[3].values[0]
            assert said[4:6] == pytest.approx([w, b], abs=step / 2)
        if abs(radius - 1) > 2e-6:
            said_factor = said[6 if moved else 4]
            assert said_factor == pytest.approx(radius, abs=0.00051 if radius > 0.01 else 0.02)
            assert ("gets closer" in sentence) == (radius < 1)
        assert said[-4] == STEPS
        assert said[-3] == pytest.approx(loss, rel=6e-4)
        assert said[-2] == pytest.approx(loss - least, rel=6e-3, abs=1e-12)
        assert said[-1] == pytest.approx(least, rel=6e-4)


@pytest.mark.parametrize(
    ("share", "momentum", "swings"), [(0.3, 0.0, False), (0.7, 0.0, True), (0.3, 0.9, True)]
)
def test_oscillation_is_reported(two, share: float, momentum: float, swings: bool) -> None:
    """Without momentum, a step crosses the valley if the rate is more than half of the limit."""
    i = min(range(len(SHARES)), key=lambda k: abs(SHARES[k] - share))
    lr, *_ = two.values((i, 0, 0, 0, 0))
    frame = two.frame(lr, momentum, False, 0.0, 0.0)
    assert ("swings" in frame.sentence) == swings


def test_the_controls_can_reach_divergence_but_do_not_start_there(two) -> None:
    start = two.frames[tuple(control.start for control in two.controls)].sentence
    assert "gets closer" in start
    assert "from w" not in start
    last = [len(control.values) - 1 for control in two.controls]
    for momentum in (0, last[1]):  # one rate is too high for any momentum
        frame = next(two.frames[at] for at in two.positions if at[:2] == (last[0], momentum))
        assert "farther" in frame.sentence


@needs_node
def test_the_page_and_the_optimizer_agree(two) -> None:
    """From many starting points, points and losses agree to 1e-6, and sentences are identical."""
    positions = [list(at) for at in two.positions]
    for at, in_page in zip(positions, frames_in_page(two, positions), strict=True):
        lr, momentum, _, *start = two.values(tuple(at))
        w, b = (mg.tensor(part, dtype=mg.float64, requires_grad=True) for part in start)
        x, y = (mg.tensor(each, dtype=mg.float32).double() for each in (XS, YS))
        optimizer = mg.optim.SGD([w, b], lr=lr, momentum=momentum)
        for point, (_, above) in zip(in_page["points"], in_page["losses"], strict=True):
            loss = mg.nn.functional.mse_loss(w * x + b, y)
            assert point == pytest.approx([w.item(), b.item()], rel=1e-6, abs=1e-6)
            least = by_hand(0.0, 0.0)[1]
            assert 10**above == pytest.approx(loss.item() - least, rel=1e-6, abs=1e-9)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        frame = two.frames[tuple(at)]
        assert in_page["sentence"] == frame.sentence
        assert set(phrases_in(*in_page["pieces"])) >= set(phrases_in(*frame.pieces))


@needs_node
def test_the_page_and_python_draw_the_same_figure(two) -> None:
    """The page and Python draw the same labels and mark the same start and configuration."""
    positions = [list(at) for at in two.positions]
    for at, in_page in zip(positions, frames_in_page(two, positions), strict=True):
        here, there = (
            ["".join(re.sub(r"<[^>]*>", "", piece) for piece in pieces)]
            for pieces in (two.frames[tuple(at)].pieces, in_page["pieces"])
        )
        assert [html.unescape(text) for text in here] == [html.unescape(text) for text in there]
        discs = [
            [float(part) for part in re.findall(r'c[xy]="([-\d.]+)"', piece)]
            for pieces in (two.frames[tuple(at)].pieces, in_page["pieces"])
            for piece in pieces[-3:-1]
        ]
        assert discs[0] == pytest.approx(discs[2], abs=0.11)
        assert discs[1] == pytest.approx(discs[3], abs=0.11)
        assert in_page["trace"][:2] == pytest.approx(discs[1], abs=0.11)


@needs_node
@pytest.mark.parametrize(
    "text", ["1.12e+07", "1e-05 and 2.5e-05", "-1.0e-07", "1e+00, 1e+01", "h2e-5"]
)
def test_the_page_formats_powers_of_ten_like_python(text: str) -> None:
    assert run("programs/drawing.js", f"tens({json.dumps(text)})") == tens(text)


@needs_node
@pytest.mark.parametrize("value", [0.0, 1.5, -0.25, 3e-5, 0.0001234, 123456.0, 2.5e10, 1e100, inf])
@pytest.mark.parametrize("digits", [3, 4])
def test_the_page_formats_numbers_like_python(value: float, digits: int) -> None:
    literal = "Infinity" if value == inf else repr(value)
    written = run("programs/drawing.js programs/descent.js", f"general({literal}, {digits})")
    assert written == f"{value:.{digits}g}"


def test_contour_lines_have_constant_loss(two) -> None:
    valley = Valley(mg.tensor(XS), mg.tensor(YS))
    for ring, level in zip(
        _rings(valley.hessian, valley.best, 10.0), (0.02, 0.1, 0.4, 1.0, 2.0, 4.0), strict=True
    ):
        for w, b in ring:
            loss = np.mean([(w * x + b - y) ** 2 for x, y in zip(XS, YS, strict=True)])
            assert loss == pytest.approx(valley.least + 10 * level, rel=1e-5)


def test_the_names_of_the_sliders_are_not_clipped(one, two) -> None:
    from matplotlib.textpath import TextPath  # DejaVu Sans, which is wider than the page's own font

    def width(text: str) -> float:
        return TextPath((0, 0), text, size=100).get_extents().width

    for explorer in (one, two):
        for slider in explorer.widget.children[:-1]:
            room = float(slider.style.description_width.removesuffix("ch"))
            assert width(slider.description) < (room - 0.5) * width("0" * 50) / 50


def test_the_initial_learning_rate_is_far_from_the_answer(one) -> None:
    (control,) = one.controls
    assert control.values[control.start] < 0.03 < 0.22
    assert 0.22 in control.values
    assert "lr = 0.22" not in one.text


def test_no_two_labels_overlap(one, two) -> None:
    check_no_overlap(one)
    check_no_overlap(two)
    check_no_overlap(learning_rate(x=0.01, y=1e6))


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_points_of_any_size_are_drawn(scale: float) -> None:
    check_no_overlap(check(lambda: descent([x * scale for x in XS], [y * scale for y in YS])))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: descent([1.0, nan], [1.0, 2.0]), "nan or inf"),
        (lambda: descent([1.0, 2.0], [1.0, inf]), "nan or inf"),
        (lambda: descent([1.0, 2.0], [1.0]), r"\[2\] and \[1\]"),
        (lambda: descent([1.0], [1.0]), "at least 2"),
        (lambda: descent([2.0, 2.0], [1.0, 3.0]), "all values in x are the same"),
        (lambda: learning_rate(x=0.0), "x can't be 0"),
        (lambda: learning_rate(y=nan), "must be finite"),
    ],
)
def test_undrawable_input_is_reported(make, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()


def test_points_on_a_line_through_the_start_are_drawn() -> None:
    check(lambda: descent([1.0, 2.0], [0.0, 0.0]))
    assert sqrt(MOMENTA[-1]) < 1
