"""Tests that the factor, the path, and the loss at each learning rate match the formula."""

import html
import json
import re
from math import inf, nan

import numpy as np
import pytest

from minigrad.draw.tens import tens
from minigrad.explore.descent import STEPS, learning_rate, path
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, figure_of, phrases_in
from tests.explore.numbers import numbers
from tests.explore.panels import Panel
from tests.explore.test_front import frames_in_page, needs_node, run


@pytest.fixture(scope="module")
def one():
    return check(learning_rate)


def rates(explorer) -> list[float]:
    return list(explorer.controls[0].values)


def test_each_learning_rate_multiplies_the_error_by_its_factor(one) -> None:
    for lr in rates(one):
        for t, start in ((0, 1.0), (3, 1.0), (STEPS, 1.0), (5, 4.04)):
            factor = 1 - 8 * lr
            said = one.at(lr=lr, step=t, start=start).sentence.rpartition("\n")[2]
            step, said_lr, w, loss, said_factor = numbers(said.replace("w − 3", "w"))
            assert (step, said_lr) == (t, lr)
            assert said_factor == pytest.approx(factor, abs=0.0051)
            assert w == pytest.approx(3 + (start - 3) * factor**t, rel=1e-3, abs=6e-4)
            expected = 4 * (start - 3) ** 2 * factor ** (2 * t)
            if "below" in said:  # the axis
                assert expected < loss == 1e-6
            else:
                assert loss == pytest.approx(expected, rel=0.01, abs=1e-9)
            assert ("gets closer" in said) == (1e-6 < abs(factor) < 1 - 1e-6)
            assert ("farther" in said) == (abs(factor) > 1 + 1e-6)


def test_one_panel_shows_the_loss_over_w_and_the_other_over_the_steps(one) -> None:
    for lr in rates(one):
        frame = one.at(lr=lr)
        for w, loss in Panel(frame, "loss vs. w").line("line"):
            assert loss == pytest.approx((2 * w - 6) ** 2, abs=0.6)
        panel = Panel(frame, "loss over the steps", np.log10)
        for squared, line in (((1 - 8 * lr) ** 2, "value-line"), (0.76**2, "text")):
            for step, power in panel.line(line):
                if -5.9 < power < 3.9:  # inside, not where the line leaves the panel
                    expected = np.log10(16 * squared ** round(step))
                    assert power == pytest.approx(expected, abs=0.06)


def test_a_ball_that_has_left_the_valley_is_named_at_its_edge(one) -> None:
    valley = one.frame.__self__.valley
    for at, frame in one.frames.items():
        lr, step, start = one.values(at)
        w = path(lr, 2.0, 6.0, start)[step][0]
        names = re.findall(r">w = (−?[\d.]+)<", "".join(frame.pieces))
        assert bool(names) == (not valley.holds(w, (2 * w - 6) ** 2))
        assert numbers(" ".join(names)) == [pytest.approx(w, rel=1e-3)] * len(names)


def test_only_the_mirrored_rate_has_the_same_losses(one) -> None:
    """A step at 0.03 multiplies the distance by 0.76, and one at 0.22 by −0.76."""
    said = {lr: one.at(lr=lr).sentence for lr in rates(one)}
    assert [lr for lr in said if said[lr].startswith("✓")] == [0.22]
    assert [lr for lr in said if said[lr][0] not in "✓✗"] == [0.03]
    assert said[0.125].startswith("✗ At 0.125, the losses fall faster.")
    assert said[0.01].startswith("✗ At 0.01, the losses fall more slowly.")
    assert said[0.25].startswith("✗ At 0.25, the losses stay.")
    assert said[0.28].startswith("✗ At 0.28, the losses grow.")


def test_the_handle_is_where_the_path_starts(one) -> None:
    (grip,) = figure_of(one)._grips
    left, across, *_ = grip["grid"]
    for k, start in enumerate(one.controls[2].values):
        (ring,) = (
            p for p in one.at(start=start).pieces if p.startswith("<circle") and ' r="5"' in p
        )
        x, y = (float(part) for part in re.findall(r' c[xy]="([-\d.]+)"', ring))
        assert (left + across * k, grip["heights"][k]) == pytest.approx((x, y), abs=0.1)


@needs_node
@pytest.mark.parametrize(("x", "y"), [(2.0, 6.0), (-0.5, 4.0), (1.0, -2.0)])
def test_the_page_and_the_optimizer_agree(x: float, y: float) -> None:
    explorer = learning_rate(x, y)
    positions = [list(at) for at in explorer.positions]
    for at, in_page in zip(positions, frames_in_page(explorer, positions), strict=True):
        frame = explorer.frames[tuple(at)]
        lr, _, start = explorer.values(tuple(at))
        assert np.allclose(in_page["states"], path(lr, x, y, start), rtol=1e-9, atol=1e-12)
        assert in_page["sentence"] == frame.sentence
        assert in_page["brief"] == frame.brief
        assert set(phrases_in(*in_page["pieces"])) >= set(phrases_in(*frame.pieces))
        both = frame.pieces, in_page["pieces"]
        texts = [html.unescape(re.sub(r"<[^>]*>", "", "".join(pieces))) for pieces in both]
        assert texts[0] == texts[1]


@pytest.mark.parametrize(("x", "y"), [(2.0, 6.0), (-0.5, 4.0), (1.0, -2.0)])
def test_the_sentence_describes_the_path_that_the_factor_gives(x: float, y: float) -> None:
    """A step multiplies w - y/x by 1 - 2x² lr, whose sign and size say what the path does."""
    explorer = learning_rate(x, y)
    seen = set()
    for lr in rates(explorer):
        factor = np.array([1 - 2 * x * x * lr])
        after = (1 - y / x) * factor ** np.arange(4)  # the distance of the start from the bottom
        if np.allclose(after[1:], 0, atol=1e-5):
            expected = "is at the bottom after a single step"
        elif np.allclose(after[2:], after[:2], rtol=1e-5):
            expected = "jumps back and forth forever"
        else:
            stays = after[0] * after[1] > 0
            expected = "stays on its side and " if stays else "changes sides and "
            expected += "gets closer" if abs(after[3]) < abs(after[0]) else "gets farther away"
        assert explorer.at(lr=lr).sentence.endswith(f"so the path {expected}."), lr
        seen.add(expected)
    assert len(seen) == 5


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
@pytest.mark.parametrize(
    "value",
    [0.0, 1.5, -0.25, 30.25, -0.09375, 10.15, 3e-5, 0.0001234, 123456.0, 2.5e10, 1e100, inf],
)
@pytest.mark.parametrize("digits", [3, 4])
def test_the_page_formats_numbers_like_python(value: float, digits: int) -> None:
    literal = "Infinity" if value == inf else repr(value)
    written = run("programs/drawing.js", f"general({literal}, {digits})")
    assert written == f"{value:.{digits}g}"


def test_it_opens_at_the_rate_that_it_asks_about(one) -> None:
    control = one.controls[0]
    assert control.values[control.start] == 0.03
    assert "has the losses of 0.03" in one.question
    assert "0.22" not in one.text


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
