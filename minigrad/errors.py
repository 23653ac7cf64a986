"""Sentences of PyTorch's that several places raise, each with a line on how to mend it."""

import sys
import warnings

import numpy as np

CANT_CALL_NUMPY = (
    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead."
)
_KINDS = {"bool": "Bool", "int32": "Int", "int64": "Long", "float32": "Float", "float64": "Double"}


def broadcast_error(a: tuple, b: tuple) -> RuntimeError:
    """Two shapes that do not broadcast."""
    width = max(len(a), len(b))
    padded_a, padded_b = ((1,) * (width - len(s)) + tuple(s) for s in (a, b))
    for i in reversed(range(width)):
        if padded_a[i] != padded_b[i] and 1 not in (padded_a[i], padded_b[i]):
            break
    return RuntimeError(
        f"The size of tensor a ({padded_a[i]}) must match the size of tensor b ({padded_b[i]}) "
        f"at non-singleton dimension {i}\nThe shapes are {list(a)} and {list(b)}: dimensions must "
        "be equal, or 1, counted from the right."
    )


def not_implemented(kernel: str, dtype: np.dtype) -> NotImplementedError:
    """An operation that does not compute in this dtype."""
    return NotImplementedError(
        f"\"{kernel}\" not implemented for '{_KINDS[dtype.name]}'\n"
        "Convert the tensor first, with .float() or .long()."
    )


def no_bool(array, kernel: str):
    """The array, unless it is one of truth values."""
    if array.dtype.kind == "b":
        raise not_implemented(kernel, array.dtype)
    return array


def floating(array, kernel: str):
    """The array, if it is one of floating point numbers."""
    if array.dtype.kind != "f":
        raise not_implemented(kernel, array.dtype)
    return array


def warn(message: str) -> None:
    """A UserWarning that points at the line outside this package that led to it."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(__package__):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, UserWarning, stacklevel=level)
