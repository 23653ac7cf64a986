"""Helpers for chapter 6's cells: data, initial weights, and the name of a raised error."""

from collections.abc import Callable
from typing import Any

import numpy as np

import minigrad as mg


def eighty_points() -> tuple[np.ndarray, np.ndarray]:
    """Return chapter 5's points, with shape (80, 2), and their labels, a column of 0s and 1s."""
    mg.manual_seed(1)
    points = (mg.rand(80, 2) * 2 - 1).numpy()
    labels = points[:, :1] * points[:, 1:] > 0
    return points.astype(float), labels.astype(float)


def first_weights(tensor: Any) -> list:
    """Return random weights and zero biases for eight hidden units, as tracked tensors."""
    mg.manual_seed(0)
    W, v = (0.5 * mg.randn(2, 8)).numpy(), (0.5 * mg.randn(8, 1)).numpy()
    return [tensor(start, requires_grad=True) for start in (W, np.zeros(8), v, 0.0)]


def error_of(function: Callable[[], Any]) -> str:
    """Return the name of the error that calling the function raises."""
    try:
        function()
    except Exception as error:
        return type(error).__name__
    return "no error"
