"""Conversion of each gradient to its input's shape and dtype.

An operation may repeat its inputs (broadcasting) or convert them (promotion). In the backward pass,
both are undone here and nowhere else. For example, if x has shape (3,) and y has shape (2, 3), then
x + y uses each number of x twice, once for each row of y. The rule for x returns a gradient for
each use, and x gets their sum:

    [[1, 2, 3],
     [4, 5, 6]]      the gradient of x + y, of shape (2, 3), which the rule passes on
     ---------
     [5, 7, 9]       the gradient of x, of shape (3,): sum_to(..., (3,))
"""

import functools
import math
from copy import copy

import numpy as np

from .broadcasting import is_expandable_to
from .casting import cast
from .checks import misshapen
from .graph import Op
from .tensor import Tensor


def sum_to(g, shape):
    """Undo broadcasting by summing g over every dim along which `shape` was repeated.

    >>> sum_to(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (3,))
    array([5., 7., 9.])
    """
    if g.shape == shape:
        return g
    product = None if isinstance(g, Tensor) else _times_ones(g, shape)
    if product is not None:
        return product
    if not is_expandable_to(shape, g.shape):
        raise ValueError(f"a sum of shape {shape} can't be made of shape {tuple(g.shape)}")
    extra = len(g.shape) - len(shape)
    repeated = [i for i, n in enumerate(shape, extra) if n == 1 and g.shape[i] != 1]
    dims = (*range(extra), *repeated)
    if isinstance(g, Tensor):
        summed = g.sum(dims, keepdim=True) if shape else g.sum()
        return summed.reshape(shape) if extra and shape else summed
    return np.add.reduce(g, dims).reshape(shape)[()]


def unbroadcast(g, form: tuple | None, op: Op, i: int):
    """Convert a gradient to its input's shape and dtype, undoing broadcasting and promotion.

    The rule for input i of `op` returned the gradient.
    """
    if g is None or form is None:
        return g
    shape, dtype = form
    if g.shape != shape:
        try:
            g = sum_to(g, shape)
        except ValueError:
            raise misshapen(op, i, g, shape) from None
    return cast(g, dtype)


@functools.cache
def with_unbroadcast(op: Op) -> Op:
    """Wrap an operation so that its rules undo broadcasting and promotion.

    The last value saved by each of its nodes has a form for each input: the pair (shape, dtype)
    to which the input's gradient is converted, or None if the input has no gradient.
    """

    def one(i: int, rule):
        @functools.wraps(rule)
        def unbroadcast_rule(g, saved):
            d = rule(g, saved)
            form = saved[-1][i]
            return d if form is None else unbroadcast(d, form, op, i)

        return unbroadcast_rule

    def joint(g, saved):  # some of these rules unpack what was saved, so they don't get the forms
        pairs = zip(op.joint(g, saved[:-1]), saved[-1], strict=True)
        return [unbroadcast(d, form, op, i) for i, (d, form) in enumerate(pairs)]

    variant = copy(op)
    variant.has_forms = True
    variant.rules = tuple(one(i, rule) for i, rule in enumerate(op.rules))
    variant.joint = None if op.joint is None else joint
    return variant


def _times_ones(g: np.ndarray, shape: tuple) -> np.ndarray | None:
    """Return the sum as a product with ones, which is faster, or None if it isn't one."""
    if len(g.shape) > 2 and shape == g.shape[-1:]:
        g = g.reshape(math.prod(g.shape[:-1]), *shape)  # NumPy can't infer -1 if g is empty
    if len(g.shape) != 2:
        return None
    m, n = g.shape
    if shape in ((n,), (1, n)):
        row = _ones(m, g.dtype).dot(g)
        # This isn't a view, so `.grad` can store it without copying.
        return row if len(shape) == 1 else row.reshape(shape)
    return g.dot(_ones(n, g.dtype)).reshape(shape) if shape == (m, 1) else None


def row_sums(x: np.ndarray, dims: tuple) -> np.ndarray:
    """Return the sums over dims, which are kept with size 1."""
    if dims == (x.ndim - 1,) and x.dtype.kind == "f":  # a product with ones is faster than a sum
        ones = _ones((x.shape[-1], 1), x.dtype)
        return x.dot(ones) if x.ndim == 2 else x @ ones
    return np.add.reduce(x, axis=dims, keepdims=True)


@functools.lru_cache(64)
def _ones(shape: int | tuple, dtype: np.dtype) -> np.ndarray:
    return np.ones(shape, dtype)
