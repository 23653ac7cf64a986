"""Derivatives as operations, each of which is a single node in PyTorch's graph of a gradient."""

import numpy as np

from ..engine.operation import operation
from ..engine.tensor import Tensor

ONE = np.float32(1)  # next to an array, NumPy handles its own numbers twice as fast as Python's


def slope_of(name: str, first, second):
    """Return the rule g · f'(at, *constants), as a function of g, `at`, and the constants of f.

    `first` and `second` are f' and f'', as functions of `at` (either x or `out` = f(x)) and of the
    constants. The rule is also an operation, so a gradient can be differentiated again.
    """

    @operation(
        f"{name}BackwardBackward0",
        g=lambda h, at, constants: h * first(at, *constants),
        at=lambda h, g, at, constants: h * (g * second(at, *constants)),
    )
    def recorded(g, at, constants):
        return g * first(at, *constants)

    def slope(g, at, *constants):
        if isinstance(g, Tensor):
            return recorded(g, at, constants)
        return g * first(at, *constants)

    return slope
