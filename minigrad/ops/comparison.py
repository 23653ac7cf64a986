"""Comparisons and logic: their results are bool tensors, which no gradient passes."""

import functools

import numpy as np

from ..dtypes import bool_
from ..errors import broadcast_error
from ..operands import constant, promote
from ..tensor import Tensor, wrap


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
        except ValueError as error:
            raise broadcast_error(x_value.shape, y_value.shape) from error

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
