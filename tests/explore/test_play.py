"""Tests that Play shows every state in order, as the sentences say, and then stops."""

import re
from collections.abc import Callable

import pytest

from minigrad.explore.accumulation import zeroing
from minigrad.explore.boundary import boundary
from minigrad.explore.explorer import Explorer
from minigrad.explore.newton import newton_steps
from minigrad.explore.nudges import nudges
from minigrad.explore.shapes import shapes
from minigrad.explore.slope import slope
from tests.explore.numbers import numbers
from tests.explore.test_boundary import quadrants
from tests.explore.test_graph import used_twice
from tests.explore.test_templates import made as templates


def states(explorer: Explorer) -> list[str]:
    """Return the sentences in the order in which Play shows them, with all else as at the start."""
    (played,) = [control for control in explorer.controls if control.play]
    said = (explorer.at({played.name: value}).sentence for value in played.values)
    return [sentence.rpartition("\n")[2] for sentence in said]  # without verdicts


def read_after(words: str, sentence: str) -> float:
    """Return the first number after the given words."""
    return numbers(sentence.partition(words)[2])[0]


# Which number a sentence says, and what it is in the k-th state
COUNTS: dict[str, tuple[Callable[[], Explorer], str, Callable[[int], float]]] = {
    "slope": (slope, "With h = ", lambda k: (1, 0.5, 0.2)[k % 3] * 10.0 ** -(k // 3)),
    "nudges": (nudges, "and h = ", lambda k: (1, 0.3)[k % 2] * 10.0 ** -(k // 2)),
    "boundary": (lambda: boundary(*quadrants()), "after ", lambda k: 10 * k),
    "templates": (templates, "After ", lambda k: k),
}


@pytest.mark.parametrize("name", COUNTS)
def test_play_counts_up_or_shrinks_the_step(name: str) -> None:
    make, words, expected = COUNTS[name]
    said = [read_after(words, sentence) for sentence in states(make())]
    assert len(said) > 2
    assert said == pytest.approx([expected(k) for k in range(len(said))], rel=1e-6)


def test_play_takes_one_newton_step_at_a_time() -> None:
    first, *later = states(newton_steps())
    assert first.startswith("At x = ")
    assert [int(sentence.split()[1]) for sentence in later] == [1, 2, 3, 4]
    here = [read_after("x = ", sentence) for sentence in (first, *later)]
    leads_to = [numbers(sentence)[-1] for sentence in (first, *later)]
    assert leads_to[:-1] == pytest.approx(here[1:], rel=1e-3)


def test_play_goes_from_two_shapes_to_their_gradients() -> None:
    written, lined_up, compared, repeated, backward = states(shapes(((4, 1), (3,))))
    assert "[4, 1], has 4 numbers" in written
    assert "dimension 0 has 4 over none and dimension 1 has 1 over 3" in lined_up
    assert "4 meets none, so the second is repeated 4 times" in compared
    assert "1 meets 3, so the first is repeated 3 times" in compared
    assert "shape [4, 3], so it has 12 numbers" in repeated
    assert "first is used 3 times and each number in the second is used 4 times" in repeated
    assert "first.grad = g.sum(1, keepdim=True) has shape [4, 1], with 3 in each" in backward
    assert "second.grad = g.sum(0) has shape [3], with 4 in each" in backward


def test_play_runs_a_graph_forward_and_then_backward() -> None:
    """With x = 2, a = x * x, b = a + 1, and z = a * b, the order is fixed."""
    before, *forward_and_backward = states(used_twice())
    assert before.startswith("Before the first of 3 operations")
    forward, (begins, *backward) = forward_and_backward[:3], forward_and_backward[3:]
    assert [numbers(sentence)[-1] for sentence in forward] == [4, 5, 20]
    assert begins == "Backward begins: z receives 1."
    arrived = [("z", 1), ("b", 4), ("a", 9), ("x", 36)]
    for k, (sentence, (name, gradient)) in enumerate(zip(backward, arrived, strict=True), 1):
        assert sentence.startswith(f"Backward {k} of 4: ")
        assert re.search(
            rf"\b{name} (has {gradient} and|receives (18 \+ 18 = )?{gradient},)", sentence
        )


def test_play_runs_a_training_loop_call_by_call() -> None:
    start, *calls = states(zeroing())
    assert start.startswith("Before the first step")
    expected = [f"Step {t}, {call}:" for t in range(14) for call in ("backward()", "step()")]
    assert [sentence.partition(":")[0] + ":" for sentence in calls] == expected
