"""The eight dtypes, and the rules for promotion between them.

Promotion follows PyTorch. The higher kind wins (bool < integer < floating point). Within a kind, a
tensor with dimensions takes priority over a 0-d tensor, which takes priority over a Python number.
"""

import math
from typing import Any

import numpy as np

from ..messages.errors import error


class Constants(dict):
    """Python numbers in a dtype, as NumPy scalars or as 0-d arrays. Each is converted once."""

    def __init__(self, numpy: np.dtype, is_array: bool) -> None:
        self._numpy, self._is_array = numpy, is_array

    def __missing__(self, number):
        value = wrapped(number, self._numpy)
        value = value if self._is_array else value[()]
        # But not zero, because a dict can't tell 0.0 from -0.0.
        if number and len(self) < 1000:
            self[number] = value
        return value


def wrapped(number, dtype: np.dtype) -> np.ndarray:
    """Return the number as an array. If it's too large for an integer dtype, it wraps around."""
    return np.array(number).astype(dtype)


class dtype:
    """The type of a tensor's elements, such as ``minigrad.float32``."""

    def __init__(self, name: str, kind: int, legacy_name: str, c_name: str) -> None:
        self.name, self.numpy = name, np.dtype(name)
        self.one, self.itemsize = self.numpy.type(1), self.numpy.itemsize
        self.kind, self.is_floating_point = kind, kind == 2  # 0 bool, 1 integer, 2 floating point
        self.legacy_name, self.c_name = legacy_name, c_name  # the names in error messages
        # Numbers in the form that NumPy computes with fastest, next to a scalar or next to an array
        self.scalar_constants = Constants(self.numpy, is_array=False)
        self.array_constants = Constants(self.numpy, is_array=True)

    is_complex = False

    def __repr__(self) -> str:
        return f"minigrad.{self.name}"

    def __reduce__(self) -> str:
        return self.name


bool_ = dtype("bool", 0, "Bool", "bool")
uint8 = dtype("uint8", 1, "Byte", "unsigned char")
int8 = dtype("int8", 1, "Char", "signed char")
int16 = dtype("int16", 1, "Short", "short int")
int32 = dtype("int32", 1, "Int", "int")
int64 = dtype("int64", 1, "Long", "long int")
float32 = dtype("float32", 2, "Float", "float")
float64 = dtype("float64", 2, "Double", "double")

# Ordered by kind, and within a kind from least to most precise: see `wider`.
ALL = [bool_, uint8, int8, int16, int32, int64, float32, float64]
INDICES = (int32, int64)  # dtypes of indices for `gather` and its kind
_FROM_NUMPY = {d.numpy: d for d in ALL}
_FROM_TYPE_NAME: dict[Any, dtype] = {
    f"{library}.{d.legacy_name}Tensor": d for d in ALL for library in ("minigrad", "torch")
}
_FROM_PYTHON = {bool: bool_, int: int64, float: float64}


class _Default:
    dtype = float32


def get_default_dtype() -> dtype:
    """Return the dtype of new floating-point tensors: ``float32`` unless you changed it."""
    return _Default.dtype


def set_default_dtype(d: dtype) -> None:
    """Set the dtype of new floating-point tensors to ``d``, either ``float32`` or ``float64``."""
    if not isinstance(d, dtype):
        raise error("default_no_dtype", d)
    if not d.is_floating_point:
        raise error("default_integer")
    _Default.dtype = d


def is_dtype(d) -> bool:
    """Return whether d is a minigrad dtype or Python's ``bool``, ``int``, or ``float``."""
    return isinstance(d, dtype) or (isinstance(d, type) and d in _FROM_PYTHON)


def as_dtype(d) -> Any:
    """Convert Python's ``bool``, ``int``, or ``float`` to a dtype. Leave dtypes and None alone."""
    if d is not None and not is_dtype(d):
        raise error("not_a_dtype", d)
    return _FROM_PYTHON.get(d, d)


def of_type(kind) -> Any:
    """Return the dtype of a type such as `FloatTensor` or its name. Leave other values alone."""
    if isinstance(kind, str):
        return _FROM_TYPE_NAME.get(kind, kind)
    found = getattr(kind, "dtype", None) if isinstance(kind, type) else None
    return found if isinstance(found, dtype) else kind


def from_numpy_dtype(d: np.dtype) -> dtype:
    """Return the dtype that corresponds to a NumPy dtype."""
    try:
        return _FROM_NUMPY[d]
    except KeyError:
        raise error("numpy_dtype", d) from None


def of_number(number) -> dtype:
    """Return the dtype of a tensor created from the given Python number."""
    if isinstance(number, bool):
        return bool_
    return int64 if isinstance(number, int) else _Default.dtype


def holding(dtype: dtype, number):
    """Return the number; raise if it's out of the dtype's range (as 1e300 is for float32).

    A negative integer above -256 isn't out of range for uint8: it wraps around.
    """
    if dtype.kind == 1 or (dtype.kind and isinstance(number, float) and math.isfinite(number)):
        limits = (np.iinfo if dtype.kind == 1 else np.finfo)(dtype.numpy)
        wraps = dtype is uint8 and isinstance(number, int)
        within = (-limits.max if wraps else limits.min) <= number <= limits.max
        if not within:
            is_named = dtype.is_floating_point or dtype is int32
            raise error("number_overflow", dtype.c_name if is_named else f"{dtype.name}_t")
        if wraps:
            return number % 256
    return number


def wider(a: dtype, b: dtype) -> dtype:
    """Return the smallest dtype that can hold the values of both dtypes."""
    if (a is uint8 and b is int8) or (a is int8 and b is uint8):
        return int16
    return max(a, b, key=ALL.index)


def result_dtype(x_dtype: dtype, x_ndim: int, y_dtype: dtype, y_ndim: int) -> dtype:
    """Return the dtype in which an operation on two tensors is computed."""
    if x_dtype.kind == y_dtype.kind and (x_ndim == 0) != (y_ndim == 0):
        return x_dtype if y_ndim == 0 else y_dtype
    return wider(x_dtype, y_dtype)
