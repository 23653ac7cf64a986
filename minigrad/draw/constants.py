"""Recovery of constants that no node saved, such as the 2 in x + 2.

Such a constant can be computed from the operation's result and its other input.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
Known: TypeAlias = Array | None

MOST = 16  # elements; for larger tensors, only the shape is shown
DIGITS = 5  # digits that have to be certain

FORWARD: dict[str, Callable[[Array, Array], Array]] = {
    "AddBackward0": np.add,
    "SubBackward0": np.subtract,
    "MulBackward0": np.multiply,
    "DivBackward0": np.divide,
}
# How to compute the first or the second input from the result and the other input.
SOLVED: dict[str, tuple[Callable[[Array, Array], Array], ...]] = {
    "AddBackward0": (np.subtract, np.subtract),
    "SubBackward0": (np.add, lambda out, x: x - out),
    "MulBackward0": (np.divide, np.divide),
    "DivBackward0": (np.multiply, lambda out, x: x / out),
}


def known(value: Any) -> Known:
    """Return the value of a tensor or array, or None if it has changed or is large."""
    try:
        if getattr(value, "_version", 0):
            return None
    except RuntimeError:  # created in inference mode, where changes aren't counted
        return None
    value = value.detach() if hasattr(value, "detach") else value
    value = value.numpy() if hasattr(value, "numpy") else value
    if not isinstance(value, np.ndarray | np.generic) or value.size > MOST:
        return None
    return np.asarray(value, np.float64)


def result(operation: str, inputs: list[Known]) -> Known:
    """Return the result of an arithmetic operation, or None if it can't be computed."""
    x, y = inputs if len(inputs) == 2 else (None, None)
    if operation not in FORWARD or x is None or y is None:
        return None
    with np.errstate(all="ignore"):
        return np.asarray(FORWARD[operation](x, y))


def constant(operation: str, position: int, out: Known, other: Known) -> Known:
    """Compute the constant operand at `position`, or return None if too few digits are certain.

    A 0, as in 0 + loss, has no digits, so it has to be certain to five decimals.
    """
    if operation not in SOLVED or out is None or other is None:
        return None
    with np.errstate(all="ignore"):
        solutions = np.ravel(SOLVED[operation][position](out, other))
    if not solutions.size or not np.isfinite(solutions).all():
        return None
    first = float(f"{solutions[0]:.{DIGITS + 1}g}")
    unsure = float(np.finfo(np.float32).eps)
    if operation in ("AddBackward0", "SubBackward0"):  # here a large number can hide a small one
        unsure *= max(np.abs(out).max(), np.abs(other).max())
    else:
        unsure *= abs(first)
    if np.abs(solutions - first).max() > unsure + 10.0**-DIGITS * abs(first):
        return None
    return np.asarray(first, np.float32) if unsure <= 10.0**-DIGITS * (abs(first) or 1) else None
