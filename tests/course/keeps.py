"""Code that verifies the takeaways of exercises, and what it needs."""

from collections.abc import Callable
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.autograd import grad
from minigrad.course.chapters import load

Holds = Callable[[], bool]
A, V = mg.tensor([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]]), mg.tensor([2.0, 5.0])  # a matrix and v
KEPT: dict[tuple[str, str, str], Holds] = {}


def verifies(chapter: str, exercise: str, words: str) -> Callable[[Holds], Holds]:
    """Register code that verifies a takeaway in which these words come in this order."""

    def register(holds: Holds) -> Holds:
        KEPT[chapter, exercise, words] = holds
        return holds

    return register


def leaf(*values: float) -> Any:
    return mg.tensor([float(value) for value in values], requires_grad=True)


def same(a: Any, b: Any) -> bool:
    return np.allclose(*(t.detach().numpy() if isinstance(t, mg.Tensor) else t for t in (a, b)))


def slope(f: Callable[[Any], Any], x: Any) -> Any:
    return grad(f(x).sum(), x)[0]


def fails(f: Callable[[], Any]) -> bool:
    try:
        f()
    except RuntimeError:
        return True
    return False


def accepts(chapter: str, exercise: str, *answer: Any) -> bool:
    """Return whether the exercise's own judge accepts an answer."""
    return load(chapter).exercises[exercise].judge(*answer) is None
