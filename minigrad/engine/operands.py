"""Preparation of operands: numbers become constants, and dtypes are promoted."""

import numpy as np

from . import dtypes
from .tensor import Tensor, wrap


def as_constant(number, like: Tensor, to_float: bool = False):
    """Wrap a Python number as a constant tensor, with the dtype it has when used with `like`."""
    number = number.item() if isinstance(number, np.generic) else number
    if not isinstance(number, (int, float)):
        return NotImplemented
    dtype = like._dtype
    kind = dtypes.of_number(number)
    if kind.kind > dtype.kind:
        dtype = kind
    if to_float and not dtype.is_floating_point:  # it must not wrap around
        dtype = dtypes.get_default_dtype()
    is_array = type(like._value) is np.ndarray
    return wrap((dtype.array_constants if is_array else dtype.scalar_constants)[number], dtype)


def common_dtype(x: Tensor, y: Tensor):
    """Return the common dtype of x and y after promotion."""
    return dtypes.result_dtype(x._dtype, x._value.ndim, y._dtype, y._value.ndim)


def as_tensors(x, y) -> tuple:
    """Return both operands as tensors in their original dtypes, and their common dtype."""
    x = x if isinstance(x, Tensor) else as_constant(x, y)
    y = y if isinstance(y, Tensor) else as_constant(y, x)
    return x, y, common_dtype(x, y)


def promote(x: Tensor, y: Tensor, to_float: bool = False):
    """Return the values of x and y, converted to the operation's dtype, and that dtype."""
    dtype = common_dtype(x, y)
    if to_float and not dtype.is_floating_point:
        dtype = dtypes.get_default_dtype()
    numpy_dtype = dtype.numpy
    x_value = x._value.astype(numpy_dtype, copy=False)
    return x_value, y._value.astype(numpy_dtype, copy=False), dtype
