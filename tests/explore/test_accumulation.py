"""Tests for accumulation: sums worked out by hand, and an unzeroed run that follows a cosine."""

import re
from itertools import takewhile
from math import acos, cos, inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.explore.accumulation import CALLS, STEPS, backward_calls, two_runs
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers


@pytest.fixture(scope="module")
def calls():
    return check(backward_calls)


@pytest.fixture(scope="module")
def runs():
    return check(two_runs)


def added(calls: tuple[str, ...]) -> int:
    """Return the number of backward calls since the last zeroing."""
    return sum(
        call == "backward()" for call in takewhile(lambda c: c != "zero_grad()", calls[::-1])
    )


@pytest.mark.slow
def test_every_order_of_calls_is_included(calls) -> None:
    (control,) = calls.controls
    assert len(control.values) == 2 ** (CALLS + 1) - 1 == len(set(control.values))
    assert control.start == 0 == len(control.values[0])


def test_each_backward_adds_its_gradient_and_zeroing_starts_a_new_sum(calls) -> None:
    for (i,), frame in calls.frames.items():
        calls_made = calls.controls[0].values[i]
        said = numbers(frame.sentence)
        assert said[0] == len(calls_made)
        if not added(calls_made):
            assert "w.grad = None" in frame.sentence
            continue
        assert said[1] == 3 * added(calls_made)
        assert said[-1] == 3


def test_the_sentence_explains_the_value_by_the_calls(calls) -> None:
    for (i,), frame in calls.frames.items():
        calls_made = calls.controls[0].values[i]
        shares = added(calls_made)
        if not calls_made:
            expected = "because no gradient has arrived yet."
        elif not shares:
            expected = f"{calls_made[-1]}, w.grad = None. The next backward() begins a new sum."
        elif shares == 1:
            expected = f"{calls_made[-1]}, w.grad = 3, which is the true gradient."
        else:
            expected = (
                f"{calls_made[-1]}, w.grad = {3 * shares}, because {shares} gradients of 3 were "
                "added up. The true gradient is 3."
            )
        assert frame.sentence.endswith(expected)


def test_each_gradient_in_the_sum_has_a_block(calls) -> None:
    for (i,), frame in calls.frames.items():
        blocks = sum(piece.count('width="44"') for piece in frame.pieces)
        assert blocks == added(calls.controls[0].values[i])


def test_each_call_marks_the_value_of_grad_with_a_hollow_mark_for_none(calls) -> None:
    for (i,), frame in calls.frames.items():
        calls_made = calls.controls[0].values[i]
        marks = [ElementTree.fromstring(p) for p in frame.pieces if "<circle" in p]
        assert len(marks) == len(calls_made)
        for k, group in enumerate(marks, 1):
            circle = next(group.iter("circle"))
            value = 3 * added(calls_made[:k]) or -3  # None is drawn below 0, never at 0
            height = 200 * (3 + value) / (3 + 3 * CALLS + 1)
            assert float(circle.attrib["cx"]) == pytest.approx(340 + 306 * k / CALLS, abs=0.06)
            assert float(circle.attrib["cy"]) == pytest.approx(260 - height, abs=0.06)
            assert ("var(--mg-card" in circle.attrib["fill"]) == (not added(calls_made[:k]))


def test_the_buttons_make_and_undo_calls_until_the_figure_is_full(calls) -> None:
    values = calls.controls[0].values
    backward, zero, undo = calls.actions
    for (i,) in calls.positions:
        for action, call in ((backward, "backward()"), (zero, "zero_grad()")):
            to = action.to((i,))
            if len(values[i]) == CALLS:
                assert to == "The figure has room for only 9 calls. Press Undo or Reset."
            else:
                assert values[to[0]] == (*values[i], call)
        if i:
            assert values[undo.to((i,))[0]] == values[i][:-1]
    assert undo.to((0,)) == "There's nothing to undo yet, because you haven't made a call."


@pytest.mark.parametrize("lr", [0.02, 0.005, 0.1])
def test_both_runs_follow_their_closed_forms(lr: float) -> None:
    """With zeroing, a step multiplies the error by 1 - 2 lr. Without it, the error is a cosine."""
    angle = acos(1 - lr)
    explorer = two_runs(lr)
    for (step,), frame in explorer.frames.items():
        errors = [-cos((t + 0.5) * angle) / cos(angle / 2) for t in range(step + 1)]
        left = -((1 - 2 * lr) ** step)
        said_step, w1, loss1, true, held, ahead, w0, loss0, grad = numbers(frame.sentence)
        assert said_step == step
        assert [w1, w0] == pytest.approx([1 + errors[-1], 1 + left], abs=0.0052)
        assert [loss1, loss0] == pytest.approx([errors[-1] ** 2, left**2], rel=0.01, abs=2e-4)
        assert [true, grad] == pytest.approx([2 * errors[-1], 2 * left], abs=0.0052)
        assert held == pytest.approx(2 * sum(errors), abs=0.0055)
        assert ahead == pytest.approx(-lr * 2 * sum(errors), abs=0.00055)


def test_the_run_falls_and_climbs_again(runs) -> None:
    losses = [numbers(runs.frames[step,].sentence)[2] for step in range(STEPS + 1)]
    assert min(losses[:10]) < 0.01
    assert max(losses[10:20]) > 0.9
    assert min(losses[20:28]) < 0.01


def test_the_two_runs_open_at_the_start_rather_than_on_the_answer(runs) -> None:
    (step,) = runs.controls
    assert step.values[step.start] == 0
    lowest = min(range(12), key=lambda t: numbers(runs.frames[t,].sentence)[2])
    assert lowest == 7
    assert (lowest,) not in runs.stills


@pytest.mark.parametrize("step", [0, 4, 7, 16])
def test_two_arrows_show_where_the_true_gradient_and_grad_would_move_the_weight(
    runs, step: int
) -> None:
    """Arrows start at the weight, point against the gradient, and are as long as the gradient."""
    said = numbers(runs.frames[step,].sentence)
    w, gradients = said[1], (said[3], said[4])
    tips = [
        [float(number) for number in re.findall(r"[\d.]+", path.attrib["d"])[:2]]
        for piece in runs.frames[step,].pieces[-4:]
        for path in list(ElementTree.fromstring(piece))[2:]
    ]
    assert len(tips) == 2
    for (x, _), gradient in zip(tips, gradients, strict=True):
        left, across = 52, 218 / 2.5
        assert x == pytest.approx(left + (w + 0.25) * across - 9 * gradient, abs=0.6)


def test_the_runs_differ_by_more_than_color(runs) -> None:
    frame = runs.frames[16,]
    lines = [
        ElementTree.fromstring(p) for p in frame.pieces if 'stroke-width="2.5"' in p and " d=" in p
    ]
    dashes = {p.get("stroke-dasharray") for p in lines if p.tag == "path"}
    assert dashes == {None, "6 3"}
    shapes = [ElementTree.fromstring(p).tag for p in frame.pieces if 'stroke-width="1.5"' in p]
    assert shapes.count("circle") == shapes.count("path") == 3


def test_no_two_labels_overlap(calls, runs) -> None:
    check_no_overlap(calls)
    check_no_overlap(runs)


def test_a_learning_rate_that_diverges_is_drawn() -> None:
    check(lambda: two_runs(1.2))
    check(lambda: two_runs(1e20))


@pytest.mark.parametrize("lr", [nan, inf, 0.0, -0.1])
def test_a_learning_rate_must_be_positive(lr: float) -> None:
    with pytest.raises(ValueError, match=re.escape(f"positive number, not {lr:g}")):
        two_runs(lr)
