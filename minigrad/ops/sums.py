"""Sums and means.

Without `dim`, `keepdim`, and `dtype` (see `reducing.py`), this would be all of `x.sum()`:

    @unary("SumBackward0", x=lambda g, x_shape: repeated(g, x_shape))
    def sum(x):
        return np.add.reduce(x, None)

Each element adds as much to a sum as any other, so each gets the gradient of the sum.
With `dim`, there's a sum for each row, and each element gets the gradient of its own row.
"""

from __future__ import annotations

import math
from typing import overload

import numpy as np

from ..api.entry import public, raw
from ..api.types import Dtype, IntOrInts
from ..engine.dtypes import as_dtype
from ..engine.tensor import Tensor
from ..messages.errors import error
from .reducing import reduction
from .shape import _expand, repeating_strides


def repeated(g, shape):
    """Broadcast g to `shape` without copying it: an element's repetitions share its memory."""
    if isinstance(g, Tensor):
        return _expand(g, shape)
    if not g.ndim:
        # As np.broadcast_to(g, shape), but in half the time
        return np.ndarray(shape, g.dtype, np.array(g), strides=(0,) * len(shape))
    g = np.ascontiguousarray(g)
    return np.ndarray(shape, g.dtype, g, strides=repeating_strides(g, shape))


def with_dims(g, shape, dims, keepdim):
    """Restore the dims that a reduction dropped from g, each with size 1."""
    if keepdim or dims is None:
        return g
    return g.reshape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


def _sum_rule(g, x_shape, dims, keepdim):
    return repeated(with_dims(g, x_shape, dims, keepdim), x_shape)


@overload
def sum(input: Tensor, *, dtype: Dtype | None = None) -> Tensor: ...
@overload
def sum(
    input: Tensor, dim: IntOrInts | None, keepdim: bool = False, *, dtype: Dtype | None = None
) -> Tensor: ...
@public()
@reduction("Sum", x=_sum_rule)
def sum(x, dims, keepdim):
    """Σ x over all dims, or over the given ones;   ∂/∂xᵢ = 1"""
    return np.add.reduce(x, axis=dims, dtype=x.dtype, keepdims=keepdim)


_sum = raw(sum)


def count_of(shape, dims) -> int:
    """Return how many elements are combined into each element of the result."""
    return math.prod(shape if dims is None else [shape[d] for d in dims])


def _mean_rule(g, x_shape, dims, keepdim):
    share = with_dims(g / count_of(x_shape, dims), x_shape, dims, keepdim)
    if isinstance(share, Tensor):
        return _expand(share, x_shape)
    shares = np.empty(x_shape, share.dtype)  # not repeated: in PyTorch, too, a hook may change it
    shares[...] = share
    return shares


def _no_whole_numbers(x, dtype) -> None:
    name, used = ("Input", x._dtype) if dtype is None else ("Optional", as_dtype(dtype))
    if not used.is_floating_point:
        raise error("mean_dtype", name, used)


@overload
def mean(input: Tensor, *, dtype: Dtype | None = None) -> Tensor: ...
@overload
def mean(
    input: Tensor, dim: IntOrInts | None, keepdim: bool = False, *, dtype: Dtype | None = None
) -> Tensor: ...
@public()
@reduction("Mean", x=_mean_rule, check=_no_whole_numbers)
def mean(x, dims, keepdim):
    """Σ x / n over all dims, or over the given ones;   ∂/∂xᵢ = 1/n"""
    if dims is None:
        return np.add.reduce(x, None) / x.size
    return np.add.reduce(x, axis=dims, keepdims=keepdim) / count_of(x.shape, dims)


_mean = raw(mean)
