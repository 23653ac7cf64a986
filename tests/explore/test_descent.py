"""Tests that the factor, the path, and the loss at each learning rate match the formula."""

import json
from math import inf, nan

import numpy as np
import pytest

from minigrad.draw.tens import tens
from minigrad.explore.descent import STEPS_OF_ONE, learning_rate
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers
from tests.explore.panels import Panel
from tests.explore.test_front import needs_node, run


@pytest.fixture(scope="module")
def one():
    return check(learning_rate)


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


def test_one_panel_shows_the_loss_over_w_and_the_other_over_the_steps(one) -> None:
    for lr, frame in zip(one.controls[0].values, one.frames.values(), strict=True):
        for w, loss in Panel(frame, "loss vs. w").line("line"):
            assert loss == pytest.approx((2 * w - 6) ** 2, abs=0.5)
        factor = (1 - 8 * lr) ** 2
        over_steps = Panel(frame, "loss over the steps", np.log10).line("value-line")
        for step, power in over_steps:
            if -5.9 < power < 3.9:  # inside, not where the line leaves the panel
                assert power == pytest.approx(np.log10(16 * factor ** round(step)), abs=0.05)


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
    written = run("programs/drawing.js", f"general({literal}, {digits})")
    assert written == f"{value:.{digits}g}"


def test_the_names_of_the_sliders_are_not_clipped(one) -> None:
    from matplotlib.textpath import TextPath  # DejaVu Sans, which is wider than the page's own font

    def width(text: str) -> float:
        return TextPath((0, 0), text, size=100).get_extents().width

    for slider in one.widget.children[:-1]:
        room = float(slider.style.description_width.removesuffix("ch"))
        assert width(slider.description) < (room - 0.5) * width("0" * 50) / 50


def test_the_initial_learning_rate_is_far_from_the_answer(one) -> None:
    (control,) = one.controls
    assert control.values[control.start] < 0.03 < 0.22
    assert 0.22 in control.values
    assert "lr = 0.22" not in one.text


def test_no_two_labels_overlap(one) -> None:
    check_no_overlap(one)
    check_no_overlap(learning_rate(x=0.01, y=1e6))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: learning_rate(x=0.0), "x can't be 0"),
        (lambda: learning_rate(y=nan), "must be finite"),
    ],
)
def test_undrawable_input_is_reported(make, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()
