"""Conversion of each gradient to its input's shape and dtype.

An operation may repeat its inputs (broadcasting) or convert them (promotion). In the backward pass,
`with_unbroadcast` undoes both, so that rules needn't. For example, if x has shape (3,) and y has
shape (2, 3), then x + y uses each number of x twice, once for each row of y. The rule for x returns
a gradient for each use, and x gets their sum:

    [[1, 2, 3],
     [4, 5, 6]]      the gradient of x + y, of shape (2, 3), which the rule passes on
     ---------
     [5, 7, 9]       the gradient of x, of shape (3,): sum_to(..., (3,))
"""

import functools
from copy import copy

import numpy as np

from .broadcasting import is_expandable_to
from .casting import cast
from .checks import misshapen
from .graph import Op
from .ones import times_ones
from .tensor import Tensor


def sum_to(g, shape):
    """Undo broadcasting by summing g over every dim along which `shape` was repeated.

    >>> sum_to(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), (3,))
    array([5., 7., 9.])
    """
    if g.shape == shape:
        return g
    # A shortcut, which you can skip at first
    product = None if isinstance(g, Tensor) else times_ones(g, shape)
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
