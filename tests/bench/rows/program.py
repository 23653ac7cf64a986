"""What every row consists of: one computation, written for each peer."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Program(NamedTuple):
    """A workload set up for one peer."""

    step: Callable[[], Any]  # what is timed; returns the loss, or what a forward pass gives
    results: Callable[[], list]  # what else must be equal: the gradients, the trained parameters


def normal(rng: np.random.Generator, *shape: int, scale: float = 1.0) -> np.ndarray:
    """Normally distributed float32 numbers."""
    return (scale * rng.standard_normal(shape)).astype(np.float32)


def descending(loss_and_gradients: Callable, parameters: list, lr: float) -> Program:
    """Steps downhill on a function that gives the loss and its gradients, as HIPS autograd does."""

    def step():
        loss, gradients = loss_and_gradients(parameters)
        for parameter, gradient in zip(parameters, gradients, strict=True):
            parameter -= lr * gradient
        return loss

    return Program(step, lambda: parameters)
