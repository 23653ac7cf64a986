"""A backward pass is linear in what it passes, and an interrupt finds it done or not begun."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import minigrad as mg

PIECES = 8_000
WAYS: dict[str, Callable[[mg.Tensor], list]] = {
    "iterated": list,
    "unbound": lambda x: x.unbind(),
    "split": lambda x: x.split(1),
}


def seconds(n: int, cut: Callable[[mg.Tensor], list], create_graph: bool) -> float:
    """Of a backward pass through a sum of n pieces."""
    x = mg.ones(n, requires_grad=True)
    total = mg.stack(list(cut(x * 1))).sum()
    start = time.process_time()
    (slope,) = mg.autograd.grad(total, x, create_graph=create_graph)
    assert slope.tolist() == [1.0] * n
    return time.process_time() - start


@pytest.mark.parametrize("create_graph", [False, True], ids=["first order", "recorded"])
@pytest.mark.parametrize("cut", WAYS.values(), ids=WAYS)
def test_a_backward_pass_takes_as_long_as_it_has_pieces(cut, create_graph: bool) -> None:
    few = min(seconds(PIECES // 8, cut, create_graph) for _ in range(3))
    many = min(seconds(PIECES, cut, create_graph) for _ in range(3))
    assert many < 24 * few  # the square of the pieces would take 64 times as long


LEAVES = 300


@contextmanager
def interrupted_after(delay: float) -> Iterator[None]:
    """Ctrl-C, some seconds of computing time from now."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, delay)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that count computing time")
@pytest.mark.parametrize("had_grad", [False, True], ids=["first", "added"])
def test_an_interrupt_leaves_every_grad_before_or_after_the_pass(had_grad: bool) -> None:
    leaves = [mg.ones(1000, requires_grad=True) for _ in range(LEAVES)]

    def run(delay: float) -> set:
        """What the leaves have after a pass that was interrupted, or not."""
        for leaf in leaves:
            leaf.grad = mg.ones(1000) if had_grad else None
        total = mg.stack(leaves).sum()
        try:
            with interrupted_after(delay):
                total.backward()
        except KeyboardInterrupt:
            pass
        return {None if leaf.grad is None else float(leaf.grad[0]) for leaf in leaves}

    start = time.process_time()
    (after,) = run(10.0)
    longest = time.process_time() - start
    before = 1.0 if had_grad else None
    outcomes = [run(longest * (i + 1) / 150) for i in range(150)]
    assert [outcome for outcome in outcomes if outcome not in ({before}, {after})] == []
