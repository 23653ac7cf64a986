"""Accumulation: sums counted by hand, and the swing of a run that never zeroes as a cosine."""

import re
from math import acos, cos, inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.explore.accumulation import CALLS, STEPS, backward_calls, two_runs
from tests.explore.apart import check_texts_apart
from tests.explore.checks import check
from tests.explore.numbers import numbers


@pytest.fixture(scope="module")
def calls():
    return check(backward_calls)


@pytest.fixture(scope="module")
def runs():
    return check(two_runs)


def added(way: int, count: int) -> int:
    """Gradients since the last zeroing: never, before calls 1, 5, 9 ..., before each."""
    return (count, (count - 1) % 4 + 1, 1)[way] if count else 0


def test_each_call_adds_its_gradient(calls) -> None:
    for (way, count), frame in calls.frames.items():
        if not count:
            assert "w.grad = None" in frame.sentence
            continue
        found = numbers(frame.sentence)
        assert found[:2] == [count, 3 * added(way, count)]
        assert found[-1] == 3


def test_there_is_a_block_for_each_gradient_in_the_sum(calls) -> None:
    for (way, count), frame in calls.frames.items():
        assert sum(piece.count('width="44"') for piece in frame.pieces) == added(way, count)


def test_the_ring_stands_at_what_grad_holds(calls) -> None:
    for (way, count), frame in calls.frames.items():
        rings = [ElementTree.fromstring(p) for p in frame.pieces if 'r="7"' in p]
        assert len(rings) == (count > 0)
        for ring in rings:
            assert float(ring.attrib["cx"]) == pytest.approx(420 + 400 * count / CALLS, abs=0.06)
            height = 200 * 3 * added(way, count) / 62
            assert float(ring.attrib["cy"]) == pytest.approx(260 - height, abs=0.06)


@pytest.mark.parametrize("lr", [0.02, 0.005, 0.1])
def test_both_runs_follow_their_closed_forms(lr: float) -> None:
    """Zeroed, the error shrinks by 1 - 2 lr; never zeroed, it swings: cos((t + 1/2) a)."""
    angle = acos(1 - lr)
    explorer = two_runs(lr)
    for (step,), frame in explorer.frames.items():
        errors = [-cos((t + 0.5) * angle) / cos(angle / 2) for t in range(step + 1)]
        left = -((1 - 2 * lr) ** step)
        told, w1, loss1, true, held, ahead, w0, loss0, grad = numbers(frame.sentence)
        assert told == step
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


def test_the_two_runs_open_at_the_start_and_not_on_the_answer(runs) -> None:
    (step,) = runs.controls
    assert step.values[step.start] == 0
    lowest = min(range(12), key=lambda t: numbers(runs.frames[t,].sentence)[2])
    assert lowest == 7
    assert (lowest,) not in runs.stills


def test_the_runs_are_told_apart_by_more_than_color(runs) -> None:
    frame = runs.frames[16,]
    lines = [
        ElementTree.fromstring(p) for p in frame.pieces if 'stroke-width="2.5"' in p and " d=" in p
    ]
    dashes = {p.get("stroke-dasharray") for p in lines if p.tag == "path"}
    assert dashes == {None, "6 3"}
    shapes = [ElementTree.fromstring(p).tag for p in frame.pieces if 'stroke-width="1.5"' in p]
    assert shapes.count("circle") == shapes.count("path") == 3


def test_no_text_covers_another(calls, runs) -> None:
    check_texts_apart(calls)
    check_texts_apart(runs)


def test_a_rate_that_diverges_is_drawn() -> None:
    check(lambda: two_runs(1.2))
    check(lambda: two_runs(1e20))


@pytest.mark.parametrize("lr", [nan, inf, 0.0, -0.1])
def test_a_learning_rate_is_a_positive_number(lr: float) -> None:
    with pytest.raises(ValueError, match=re.escape(f"positive number, not {lr:g}")):
        two_runs(lr)
