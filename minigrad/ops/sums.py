"""Sums and means, and what they share with other reductions: `dim`, `keepdim`, and `dtype`.

Without these arguments, this would be all of `x.sum()`:

    @unary("SumBackward0", x=lambda g, x_shape: repeated(g, x_shape))
    def sum(x):
        return np.add.reduce(x, None)

Each element adds as much to a sum as any other, so each gets the same gradient, that of the sum.
With `dim`, there's a sum for each row, and each element gets the gradient of its own row.
"""

from __future__ import annotations

import functools
import inspect
import math
from typing import Any, overload

import numpy as np

from ..api.entry import public, raw
from ..api.types import Dtype, IntOrInts
from ..engine.casting import cast
from ..engine.dtypes import as_dtype, int64
from ..engine.graph import make_node
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor, edge
from ..engine.unary import unary
from ..engine.unbroadcast import with_unbroadcast
from ..messages.errors import error
from .dims import dim_indices
from .shape import _expand, ordered, repeating_strides


class _All:
    """A marker that means "no dim was passed". For dim=None, PyTorch uses a different node name."""

    def __repr__(self) -> str:
        return "None"


ALL = _All()


def reduction(name: str, x, check=None) -> Any:
    """Define a reduction, given its rule for x.

    As in PyTorch, there are two operations, one for calls without `dim` and one for calls with it.
    `check(x, dtype)` is called if x isn't floating-point or if a dtype was requested.
    """

    def decorate(forward):
        of_all = unary(f"{name}Backward0", x=x)(forward)
        along = unary(f"{name}Backward1", x=x)(
            lambda x, dims, keepdim: ordered(forward(x, dims, keepdim))
        )

        def apply(input, dim=ALL, keepdim=False, *, dtype=None):
            if not isinstance(input, Tensor):  # an array, in a rule
                return forward(input, None if dim is ALL else dim, keepdim)
            operation, dims = of_all, None
            if dim is not ALL:
                operation, dims = along, dim_indices(dim, input._value.ndim)
            if dtype is None and input._dtype.is_floating_point:
                return operation(input, dims, keepdim)
            if check is not None:
                check(input, dtype)
            return in_dtype(operation, input, dtype, dims, keepdim)

        signature = inspect.signature(apply)
        functools.update_wrapper(apply, forward)
        apply.__signature__ = signature  # type: ignore[attr-defined]
        return apply

    return decorate


def with_dims(g, shape, dims, keepdim):
    """Restore the dims that a reduction dropped from g, each with size 1."""
    if keepdim or dims is None:
        return g
    return g.reshape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


def repeated(g, shape):
    """Broadcast g to `shape` without copying it: an element's repetitions share its memory."""
    if isinstance(g, Tensor):
        return _expand(g, shape)
    if not g.ndim:
        return np.ndarray(shape, g.dtype, np.array(g), strides=(0,) * len(shape))
    g = np.ascontiguousarray(g)
    return np.ndarray(shape, g.dtype, g, strides=repeating_strides(g, shape))


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


def in_dtype(operation, x, dtype, *constants):
    """Apply the operation in the given dtype or, by default, in int64 if x isn't floating-point.

    PyTorch records that as one operation. So the backward pass then converts the gradient to the
    dtype of x.
    """
    if dtype is None and x._dtype.is_floating_point:
        return operation(x, *constants)
    chosen = as_dtype(dtype) or int64
    recorded = recording.mode is GRAD and x.requires_grad
    if recorded and not chosen.is_floating_point:
        raise error("integer_result", chosen)
    out = operation(cast(x, chosen), *constants)
    if (node := out._node) is not None:
        saved = (*node.saved, ((x._value.shape, x._dtype),))
        out._node = make_node(with_unbroadcast(node.op), (edge(x),), saved, node.stamps)
    return out
