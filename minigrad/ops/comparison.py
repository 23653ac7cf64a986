"""Comparisons and logic. The results are bool tensors, so no gradient flows through them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Protocol, overload

import numpy as np

from ..api.entry import Elementwise, of_one_tensor, operator, public
from ..api.types import Number
from ..engine.broadcasting import broadcast_error, common_shape, require_broadcast
from ..engine.dtypes import bool_, from_numpy_dtype
from ..engine.operands import as_constant, promote
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, not_implemented


def _pairwise(compute, result=None):
    """Define an operation without gradients for two tensors, or for a tensor and a number.

    `compute`: the operation on arrays. `result`: the dtype of the result, or None for the operands'
    common dtype, which must then be a bool or integer dtype.
    """

    @functools.wraps(compute)
    def apply(x, y):
        if not isinstance(x, Tensor) and not isinstance(y, Tensor):
            return compute(x, y)
        x = x if isinstance(x, Tensor) else as_constant(x, y)
        y = y if isinstance(y, Tensor) else as_constant(y, x)
        if x is NotImplemented or y is NotImplemented:
            return NotImplemented
        x_value, y_value, dtype = promote(x, y)
        if result is None and dtype.is_floating_point:
            raise not_implemented(f"{compute.__name__}_cpu", dtype.numpy)
        try:
            return wrap(compute(x_value, y_value), result or dtype)
        except ValueError:
            require_broadcast(x_value.shape, y_value.shape)
            raise  # the operation itself failed

    return apply


class Comparison(Protocol):
    """A comparison of a tensor with a tensor or number, available as a function and as a method."""

    raw: Callable[..., Any]  # without checks, for rules; also takes arrays

    @overload
    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...
    @overload
    def __call__(self, input: Tensor, other: Number) -> Tensor: ...
    def __call__(self, input, other): ...


def comparison(compute) -> Comparison:
    """Define a comparison, given the function that computes it on arrays."""
    return public(like=Comparison.__call__)(_pairwise(compute, bool_))


class Logic(Protocol):
    """A logical operation on two tensors, available as a function and as a method."""

    raw: Callable[..., Any]

    def __call__(self, input: Tensor, other: Tensor) -> Tensor: ...


def logic(compute) -> Logic:
    """Define a logical operation, given the function that computes it on arrays."""
    return public(like=Logic.__call__)(_pairwise(compute, bool_))


def question(ask) -> Elementwise:
    """Define an elementwise predicate, given the function that computes it on arrays."""

    @functools.wraps(ask)
    def apply(x):
        return wrap(ask(x._value), bool_) if isinstance(x, Tensor) else ask(x)

    return of_one_tensor()(apply)


@comparison
def eq(x, y):
    """x = y"""
    return np.equal(x, y)


@operator("__ne__")
@comparison
def ne(x, y):
    """x ≠ y"""
    return np.not_equal(x, y)


@operator("__lt__")
@comparison
def lt(x, y):
    """x < y"""
    return np.less(x, y)


@operator("__le__")
@comparison
def le(x, y):
    """x ≤ y"""
    return np.less_equal(x, y)


@operator("__gt__")
@comparison
def gt(x, y):
    """x > y"""
    return np.greater(x, y)


@operator("__ge__")
@comparison
def ge(x, y):
    """x ≥ y"""
    return np.greater_equal(x, y)


@operator("__eq__")
def _equals(x, y):
    """x = y, including when y is a NumPy array"""
    is_array = isinstance(y, np.ndarray) and y.dtype.kind in "biuf"
    return eq.raw(x, wrap(y, from_numpy_dtype(y.dtype)) if is_array else y)


# Logic


@logic
def logical_and(x, y):
    """x and y"""
    return np.logical_and(x, y)


@logic
def logical_or(x, y):
    """x or y"""
    return np.logical_or(x, y)


@logic
def logical_xor(x, y):
    """either x or y"""
    return np.logical_xor(x, y)


@question
def logical_not(x):
    """not x"""
    return np.logical_not(x)


@question
def isnan(x):
    """Return whether x is NaN, element by element."""
    return np.isnan(x)


@question
def isinf(x):
    """Return whether x is infinite, element by element."""
    return np.isinf(x)


@question
def isfinite(x):
    """Return whether x is neither infinite nor NaN, element by element."""
    return np.isfinite(x)


# Bitwise operations, which are the same as logic for truth values


@operator("__and__", "__rand__", "__iand__")
@_pairwise
def bitwise_and(x, y):
    """x & y"""
    return np.bitwise_and(x, y)


@operator("__or__", "__ror__", "__ior__")
@_pairwise
def bitwise_or(x, y):
    """x | y"""
    return np.bitwise_or(x, y)


@operator("__xor__", "__rxor__", "__ixor__")
@_pairwise
def bitwise_xor(x, y):
    """x ^ y"""
    return np.bitwise_xor(x, y)


@operator("__invert__")
def bitwise_not(x):
    """~x"""
    if x._dtype.is_floating_point:
        raise error("invert_dtype")
    return wrap(np.invert(x._value), x._dtype)


# Approximate equality, and equality of whole tensors


@public()
def isclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> Tensor:
    """|x - y| ≤ atol + rtol·|y|, element by element"""
    if input._dtype is not other._dtype:
        raise error("equal_dtype", input, other)
    for name, tolerance in (("rtol", rtol), ("atol", atol)):
        if tolerance < 0:
            raise error("negative_tolerance", name, tolerance)
    a, b = input._value, other._value
    if common_shape(a.shape, b.shape) is None:
        raise broadcast_error(a.shape, b.shape)
    return wrap(np.isclose(a, b, rtol, atol, equal_nan), bool_)


@public()
def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Return whether all corresponding elements of x and y are close."""
    return bool(isclose(input, other, rtol, atol, equal_nan)._value.all())


@public()
def equal(input: Tensor, other: Tensor) -> bool:
    """Return whether x and y have the same shape and the same elements."""
    return np.array_equal(input._value, other._value)
