"""Tests that no layer calls a method that a higher layer attaches to one of its classes.

Operations attach their methods to tensors from above. An import doesn't show that, so this test
runs programs, and looks at who calls these methods. A gradient is an array or a tensor, so the
engine may use what both have, such as `+` and `sum`.
"""

import functools
import sys
from collections.abc import Callable

import numpy as np
import pytest

import minigrad as mg
from minigrad.engine.graph import Node

from .test_imports import LAYERS, layer

HEIGHT = {name: -i for i, name in enumerate(LAYERS)}


def second_order() -> None:
    x = mg.randn(2, 3, requires_grad=True)
    w = mg.randn(3, requires_grad=True)
    y = (x * w).sum(0).tanh() @ w
    (g,) = mg.autograd.grad(y, x, create_graph=True)
    for _ in range(2):
        (g**2).sum().backward(retain_graph=True, create_graph=True)


def promoted() -> None:
    x = mg.randn(2, 3, requires_grad=True)
    y = (x * mg.randn(3, dtype=mg.float64, requires_grad=True)).sum()
    (g,) = mg.autograd.grad(y, x, create_graph=True)
    (g**2).sum().backward(create_graph=True)


def in_place() -> None:
    x = mg.randn(2, 3, requires_grad=True)
    h = x.T + 1
    h[0] *= 2
    h.t().add_(1)
    h[:, 1].mul_(h[:, 0].clone())
    (h * h).sum().backward(create_graph=True)


def hooks() -> None:
    x = mg.ones(3, requires_grad=True)
    x.register_hook(lambda g: g[:1].expand(3))
    y = x.exp()
    y.retain_grad()
    with mg.autograd.detect_anomaly(check_nan=False):
        y.cumsum(0).max().backward()
    repr(y.grad_fn.next_functions)


@pytest.mark.filterwarnings("ignore:Using backward")
@pytest.mark.filterwarnings("ignore:Anomaly Detection")
@pytest.mark.parametrize("program", [second_order, promoted, in_place, hooks])
def test_no_layer_calls_a_method_attached_from_above(
    program: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    upward = set()

    def watched(name: str, method: Callable) -> Callable:
        @functools.wraps(method)
        def call(*args, **kwargs):
            caller = sys._getframe(1).f_globals.get("__name__", "")
            ours = caller.startswith("minigrad.")
            if ours and HEIGHT[layer(caller)] < HEIGHT[layer(method.__module__)]:
                upward.add(f"{caller} calls {name} of {method.__module__}")
            return method(*args, **kwargs)

        return call

    for cls in (*mg.Tensor.__mro__[:-1], *Node.__mro__[:-1]):
        for name, value in list(vars(cls).items()):
            of_property = isinstance(value, property)
            method = value.fget if of_property else value
            home = getattr(method, "__module__", None) or ""
            if hasattr(np.ndarray, name):
                continue
            if callable(method) and home.startswith("minigrad.") and layer(home) != "engine":
                made = watched(name, method)
                monkeypatch.setattr(cls, name, property(made) if of_property else made)
    program()
    assert upward == set()
