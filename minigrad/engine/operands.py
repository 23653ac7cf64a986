"""What an operation does with its operands first: numbers become tensors, dtypes meet."""

import numpy as np

from . import dtypes
from .tensor import Tensor, wrap


def constant(number, like: Tensor):
    """A Python number as a tensor of the dtype that it has beside `like`."""
    dtype = like._dtype
    if type(number) is not float and (type(number) is not int or dtype.kind == 0):
        return _unusual(number, like)
    if dtype.kind < 2 and type(number) is float:
        dtype = dtypes.get_default_dtype()
    as_array = type(like._value) is np.ndarray
    found = dtype.constants[as_array].get(number)
    return _constant(number, dtype, as_array) if found is None else found


def _unusual(number, like: Tensor):
    """A truth value, a NumPy number, a number beside a bool tensor; or nothing known."""
    if isinstance(number, np.generic):
        return constant(number.item(), like)
    if not isinstance(number, (int, float)):
        return NotImplemented
    dtype = dtypes.promote(like._dtype, dtypes.of_number(number))
    return _constant(number, dtype, isinstance(like._value, np.ndarray))


def _constant(number, dtype, as_array: bool) -> Tensor:
    """A new constant, which is remembered."""
    dtype = dtypes.int64 if dtype is dtypes.int32 and abs(number) >= 2**31 else dtype
    value = np.array(number).astype(dtype.numpy)  # what is too large for an integer wraps around
    tensor = wrap(value if as_array else value[()], dtype)
    tensor._changes = None  # also when first met in inference mode
    known = dtype.constants[as_array]
    if number and len(known) < 1000:  # not zero: a dict mixes up 0.0 and -0.0
        known[number] = tensor
    return tensor


def common_dtype(x: Tensor, y: Tensor):
    """The dtype in which x and y meet."""
    return dtypes.result_dtype(x._dtype, x._value.ndim, y._dtype, y._value.ndim)


def as_tensors(x, y) -> tuple:
    """Two tensors, or a tensor and a number, as they are, and the dtype in which they meet."""
    x = x if isinstance(x, Tensor) else constant(x, y)
    y = y if isinstance(y, Tensor) else constant(y, x)
    return x, y, common_dtype(x, y)


def promote(x: Tensor, y: Tensor, to_float: bool = False):
    """The values of x and y in the dtype in which an operation on the two computes."""
    dtype = common_dtype(x, y)
    if to_float and not dtype.is_floating_point:
        dtype = dtypes.get_default_dtype()
    wanted = dtype.numpy
    return x._value.astype(wanted, copy=False), y._value.astype(wanted, copy=False), dtype
