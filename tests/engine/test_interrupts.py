"""Tests that Ctrl-C at any line, or another thread, leaves nothing half done."""
# mypy: disable-error-code="union-attr, attr-defined"

import itertools
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

import minigrad as mg
from minigrad.autograd import accumulate
from minigrad.engine.modes import GRAD, recording
from tests.interrupting import interrupted as interrupted_at


def is_interrupted(number: int, use: Callable[[], object]) -> bool:
    """Call `use` and interrupt it before the given line, counting executed lines."""
    try:
        with interrupted_at(number + 1):  # lines are counted from 1
            use()
    except KeyboardInterrupt:
        return True
    return False


def interrupted(make: Callable[[], Any], use: Callable[[Any], object]) -> Iterator[Any]:
    """Yield new results of `make`, each after `use` was interrupted at a different line."""
    for number in itertools.count():
        made = make()
        if not is_interrupted(number, partial(use, made)):
            return
        yield made
        recording.mode = GRAD  # an interrupted block may leave recording off, see below


class LeafAndView:
    """A leaf, a tensor computed from it, and a view of that tensor."""

    def __init__(self) -> None:
        self.leaf = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
        self.factor = mg.tensor([2.0, 5.0], requires_grad=True)
        self.base = self.leaf * 1
        self.view = self.base[1:]

    def state(self) -> tuple:
        """Return the values and the gradients that flow through the base and through the view."""
        gradients = []
        for tensor in (self.base, self.view):
            self.leaf.grad = self.factor.grad = None
            tensor.sum().backward(retain_graph=True)
            grads: tuple[Any, ...] = (self.leaf.grad, self.factor.grad)
            gradients.append([None if grad is None else grad.tolist() for grad in grads])
        return self.base.tolist(), self.view.tolist(), *gradients


def assigned(shown: LeafAndView) -> None:
    shown.base[1:] = shown.factor * 3


CHANGES: dict[str, Callable[[LeafAndView], object]] = {
    "a view times a tensor": lambda shown: shown.view.mul_(shown.factor),
    "an assignment": assigned,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_an_interrupted_change_happens_completely_or_not_at_all(change) -> None:
    untouched, changed = LeafAndView(), LeafAndView()
    change(changed)
    whole = [untouched.state(), changed.state()]
    states = [shown.state() for shown in interrupted(LeafAndView, change)]
    assert len(states) > 50
    assert [state for state in states if state not in whole] == []


def block(mode: type) -> Callable[[object], None]:
    def use(_made: object) -> None:
        with mode():
            pass

    return use


@pytest.mark.parametrize("mode", [mg.no_grad, mg.inference_mode])
def test_an_interrupted_block_leaves_recording_on(mode: type) -> None:
    """The exception is an interrupt before `__exit__`'s first line, when none of our code runs."""
    on = [mg.is_grad_enabled() for _ in interrupted(lambda: None, block(mode))]
    assert on.count(True) >= 5
    assert on.count(False) == 1


@pytest.mark.parametrize("had_grad", [False, True], ids=["first", "added"])
def test_two_threads_that_share_a_leaf_lose_no_gradient(monkeypatch, had_grad: bool) -> None:
    x = mg.tensor([1.0], requires_grad=True)
    x.grad = mg.tensor([100.0]) if had_grad else None
    other = threading.Thread(target=lambda: (x * 10).sum().backward())
    step = "counting_calls" if had_grad else "first_gradient"
    original = getattr(accumulate, step)

    def meanwhile(*arguments: Any) -> Any:
        """Give the other thread enough time to finish its pass, unless something blocks it."""
        monkeypatch.setattr(accumulate, step, original)
        result = original(*arguments)
        other.start()
        other.join(timeout=0.5)
        return result

    monkeypatch.setattr(accumulate, step, meanwhile)
    (x * 3).sum().backward()
    other.join()
    assert x.grad.tolist() == [113.0 if had_grad else 13.0]
