"""Comparisons and logic: their results are bool tensors, which no gradient passes."""

import functools

import numpy as np

from ..dtypes import bool_
from ..errors import broadcast_error, not_implemented
from ..operands import constant, promote
from ..record import operation, unary
from ..tensor import Tensor, wrap
from .shape import nothing


def comparison(forward):
    """Define an operation on two tensors, or a tensor and a number, whose result is bool."""

    @functools.wraps(forward)
    def apply(x, y):
        if not isinstance(y, Tensor):
            if not isinstance(x, Tensor):
                return forward(x, y)
            y = constant(y, x)
        elif not isinstance(x, Tensor):
            x = constant(x, y)
        if x is NotImplemented or y is NotImplemented:
            return NotImplemented
        x_value, y_value, _ = promote(x, y)
        try:
            return wrap(forward(x_value, y_value), bool_)
        except ValueError:
            raise broadcast_error(x_value.shape, y_value.shape) from None

    return apply


@comparison
def eq(x, y):
    """x = y"""
    return np.equal(x, y)


@comparison
def ne(x, y):
    """x ≠ y"""
    return np.not_equal(x, y)


@comparison
def lt(x, y):
    """x < y"""
    return np.less(x, y)


@comparison
def le(x, y):
    """x ≤ y"""
    return np.less_equal(x, y)


@comparison
def gt(x, y):
    """x > y"""
    return np.greater(x, y)


@comparison
def ge(x, y):
    """x ≥ y"""
    return np.greater_equal(x, y)


@comparison
def logical_and(x, y):
    """x and y"""
    return np.logical_and(x, y)


@comparison
def logical_or(x, y):
    """x or y"""
    return np.logical_or(x, y)


@comparison
def logical_xor(x, y):
    """either x or y"""
    return np.logical_xor(x, y)


def answered(name: str, comparison):
    """The in-place form of a comparison writes 1 for true and 0 for false; its gradient is 0."""

    @operation(f"{name}Backward1", *[lambda g, *_: nothing(g)] * 2, fits=True)
    def with_tensor(x, y):
        return comparison(x, y).astype(x.dtype)

    @unary(f"{name}Backward0", lambda g, _x, _n: nothing(g))
    def with_number(x, n):
        return comparison(x, n).astype(x.dtype)

    @functools.wraps(comparison)
    def apply(x, y):
        with_other = with_tensor if isinstance(y, Tensor) else with_number
        try:
            return with_other(x, y)
        except ValueError:
            raise broadcast_error(x._value.shape, y._value.shape) from None

    return apply


def predicate(forward):
    """Define an elementwise question about one tensor."""

    @functools.wraps(forward)
    def apply(x):
        return wrap(forward(x._value), bool_) if isinstance(x, Tensor) else forward(x)

    return apply


@predicate
def logical_not(x):
    """not x"""
    return np.logical_not(x)


@predicate
def isnan(x):
    """whether x is NaN"""
    return np.isnan(x)


@predicate
def isinf(x):
    """whether x is infinite"""
    return np.isinf(x)


@predicate
def isfinite(x):
    """whether x is neither infinite nor NaN"""
    return np.isfinite(x)


# Bit by bit: for truth values the same as logic


def bitwise(forward):
    """Define an operation on the bits of integers, or on truth values."""

    @functools.wraps(forward)
    def apply(x, y):
        y = y if isinstance(y, Tensor) else constant(y, x)
        if y is NotImplemented:
            return y
        x_value, y_value, dtype = promote(x, y)
        if dtype.is_floating_point:
            raise not_implemented(f"{forward.__name__}_cpu", dtype.numpy)
        try:
            return wrap(forward(x_value, y_value), dtype)
        except ValueError:
            raise broadcast_error(x_value.shape, y_value.shape) from None

    return apply


@bitwise
def bitwise_and(x, y):
    """x & y"""
    return np.bitwise_and(x, y)


@bitwise
def bitwise_or(x, y):
    """x | y"""
    return np.bitwise_or(x, y)


@bitwise
def bitwise_xor(x, y):
    """x ^ y"""
    return np.bitwise_xor(x, y)


def bitwise_not(x):
    """~x"""
    if x._dtype.is_floating_point:
        raise TypeError(
            "~ (operator.invert) is only implemented on integer and Boolean-type tensors\n"
            "Compare first, as in ~(x > 0)."
        )
    return wrap(np.invert(x._value), x._dtype)


# Nearly equal, and equal as a whole


def isclose(x, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    """whether |x - y| ≤ atol + rtol·|y|"""
    if x._dtype is not other._dtype:
        raise RuntimeError(
            f"{x._dtype.legacy_name} did not match {other._dtype.legacy_name}\n"
            "Convert one of them, as in y.to(x.dtype)."
        )
    a, b = x._value, other._value
    try:
        return wrap(np.isclose(a, b, rtol, atol, equal_nan), bool_)
    except ValueError:
        raise broadcast_error(a.shape, b.shape) from None


def allclose(x, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False):
    """whether all of x and y are close"""
    return bool(isclose(x, other, rtol, atol, equal_nan)._value.all())


def equal(x, other: Tensor):
    """whether x and y have the same shape and the same elements"""
    return np.array_equal(x._value, other._value)
