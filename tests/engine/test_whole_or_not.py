"""Tests that a backward pass takes linear time and happens completely or not at all."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import minigrad as mg
from tests.interrupting import interrupted

PIECES = 1_000
WAYS: dict[str, Callable[[mg.Tensor], Sequence[mg.Tensor]]] = {
    "iterated": list,
    "unbound": lambda x: x.unbind(),
    "split": lambda x: x.split(1),
}


def allocated_elements(
    n: int,
    cut: Callable[[mg.Tensor], Sequence[mg.Tensor]],
    create_graph: bool,
    patch: pytest.MonkeyPatch,
) -> int:
    """Return how many array elements a backward pass through a sum of n pieces allocates."""
    x = mg.ones(n, requires_grad=True)
    total = mg.stack(list(cut(x * 1))).sum()
    made: list[int] = []

    def noted(make: Callable[..., Any]) -> Callable[..., Any]:
        def noting(*arguments: Any, **options: Any) -> Any:
            made.append((array := make(*arguments, **options)).size)
            return array

        return noting

    with patch.context() as patched:
        for name in ("zeros", "zeros_like", "empty", "empty_like", "full"):
            patched.setattr(np, name, noted(getattr(np, name)))
        (slope,) = mg.autograd.grad(total, x, create_graph=create_graph)
    assert slope.tolist() == [1.0] * n
    return sum(made)


@pytest.mark.parametrize("create_graph", [False, True], ids=["first order", "recorded"])
@pytest.mark.parametrize("cut", WAYS.values(), ids=WAYS)
def test_the_work_of_a_backward_pass_is_linear_in_its_pieces(
    cut, create_graph: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    allocated_elements(
        2, cut, create_graph, monkeypatch
    )  # warm up, so that one-time allocations don't count
    few = allocated_elements(PIECES // 8, cut, create_graph, monkeypatch)
    many = allocated_elements(PIECES, cut, create_graph, monkeypatch)
    assert many <= max(9 * few, 3 * PIECES)  # quadratic work would be 64 times as much


@pytest.mark.parametrize("had_grad", [False, True], ids=["first", "added"])
def test_an_interrupt_leaves_all_gradients_from_before_or_all_from_after_the_pass(
    had_grad: bool,
) -> None:
    leaves = [mg.ones(2, requires_grad=True) for _ in range(4)]

    def run(at: int) -> tuple[set, int]:
        """Return the leaves' gradients after a pass interrupted at a line, and the line count."""
        mg.set_grad_enabled(True)  # an interrupt in the mode's own code may have left recording off
        for leaf in leaves:
            leaf.grad = mg.ones(2) if had_grad else None
        total = mg.stack(leaves).sum()
        try:
            with interrupted(at) as count:
                total.backward()
        except KeyboardInterrupt:
            pass
        return {None if leaf.grad is None else float(leaf.grad[0]) for leaf in leaves}, count[0]

    (after,), lines = run(0)
    before = 1.0 if had_grad else None
    assert lines > 100
    for at in range(1, lines + 1):
        outcome, _ = run(at)
        assert outcome in ({before}, {after}), f"interrupted before line {at} of {lines}"
