"""The code that all rows share: a workload and the parts of its programs."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np


class Program(NamedTuple):
    """A workload set up for one library."""

    step: Callable[[], Any]  # the timed code; returns the loss
    results: Callable[[], list]  # other results that must agree: gradients, trained parameters


def normal(rng: np.random.Generator, *shape: int, scale: float = 1.0) -> np.ndarray:
    """Return normally distributed float32 numbers."""
    return (scale * rng.standard_normal(shape)).astype(np.float32)
