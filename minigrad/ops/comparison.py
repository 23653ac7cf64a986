"""Comparisons and logic: their results are bool tensors, which no gradient passes."""

import functools

import numpy as np

from ..engine.define import operation, unary
from ..engine.dtypes import bool_, from_numpy_dtype
from ..engine.operands import constant, promote
from ..engine.tensor import Tensor, wrap
from ..messages.errors import broadcast_error, common_shape, error, not_implemented
from .shape import zeros_of


def _pairwise(name: str, compute, doc: str, result=None):
    """Define an operation without a gradient on two tensors, or a tensor and a number.

    `result`: its dtype; None for the one in which the two meet, which then must be no float.
    """

    def apply(x, y):
        if not isinstance(x, Tensor) and not isinstance(y, Tensor):
            return compute(x, y)
        x = x if isinstance(x, Tensor) else constant(x, y)
        y = y if isinstance(y, Tensor) else constant(y, x)
        if x is NotImplemented or y is NotImplemented:
            return NotImplemented
        x_value, y_value, dtype = promote(x, y)
        if result is None and dtype.is_floating_point:
            raise not_implemented(f"{name}_cpu", dtype.numpy)
        try:
            return wrap(compute(x_value, y_value), result or dtype)
        except ValueError:
            raise broadcast_error(x_value.shape, y_value.shape) from None

    apply.__name__, apply.__doc__ = name, doc
    return apply


eq = _pairwise("eq", np.equal, "x = y", bool_)
ne = _pairwise("ne", np.not_equal, "x ≠ y", bool_)
lt = _pairwise("lt", np.less, "x < y", bool_)
le = _pairwise("le", np.less_equal, "x ≤ y", bool_)
gt = _pairwise("gt", np.greater, "x > y", bool_)
ge = _pairwise("ge", np.greater_equal, "x ≥ y", bool_)


def equals(x, y):
    """x = y, also beside a NumPy array"""
    is_array = isinstance(y, np.ndarray) and y.dtype.kind in "biuf"
    return eq(x, wrap(y, from_numpy_dtype(y.dtype)) if is_array else y)


logical_and = _pairwise("logical_and", np.logical_and, "x and y", bool_)
logical_or = _pairwise("logical_or", np.logical_or, "x or y", bool_)
logical_xor = _pairwise("logical_xor", np.logical_xor, "either x or y", bool_)
# Bit by bit: for truth values the same as logic
bitwise_and = _pairwise("bitwise_and", np.bitwise_and, "x & y")
bitwise_or = _pairwise("bitwise_or", np.bitwise_or, "x | y")
bitwise_xor = _pairwise("bitwise_xor", np.bitwise_xor, "x ^ y")


def _predicate(name: str, ask, doc: str):
    """Define an elementwise question about one tensor."""

    def apply(x):
        return wrap(ask(x._value), bool_) if isinstance(x, Tensor) else ask(x)

    apply.__name__, apply.__doc__ = name, doc
    return apply


logical_not = _predicate("logical_not", np.logical_not, "not x")
isnan = _predicate("isnan", np.isnan, "whether x is NaN")
isinf = _predicate("isinf", np.isinf, "whether x is infinite")
isfinite = _predicate("isfinite", np.isfinite, "whether x is neither infinite nor NaN")


def answered(name: str, comparison):
    """The in-place form of a comparison writes 1 for true and 0 for false; its gradient is 0."""

    def answer(x, y):
        return comparison(x, y).astype(x.dtype)

    with_tensor = operation(f"{name}Backward1", *[zeros_of] * 2, fits=True)(answer)
    with_number = unary(f"{name}Backward0", zeros_of)(answer)

    @functools.wraps(comparison)
    def apply(x, y):
        return (with_tensor if isinstance(y, Tensor) else with_number)(x, y)

    return apply


def bitwise_not(x):
    """~x"""
    if x._dtype.is_floating_point:
        raise error("invert_dtype")
    return wrap(np.invert(x._value), x._dtype)


# Nearly equal, and equal as a whole


def isclose(x, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    """whether |x - y| ≤ atol + rtol·|y|"""
    if x._dtype is not other._dtype:
        raise error("equal_dtype", x, other)
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise error("negative_tolerance", name, tolerance)
    a, b = x._value, other._value
    if common_shape(a.shape, b.shape) is None:
        raise broadcast_error(a.shape, b.shape)
    return wrap(np.isclose(a, b, rtol, atol, equal_nan), bool_)


def allclose(x, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    """whether all of x and y are close"""
    return bool(isclose(x, other, rtol, atol, equal_nan)._value.all())


def equal(x, other: Tensor):
    """whether x and y have the same shape and the same elements"""
    return np.array_equal(x._value, other._value)
