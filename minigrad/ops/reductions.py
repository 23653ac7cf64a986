"""Reductions other than sums and means: products, running sums, variances, counts, and more."""

from __future__ import annotations

import math
from typing import overload

import numpy as np

from ..api.entry import public, raw
from ..api.types import Dtype, IntOrInts, Ints, Number
from ..engine.dtypes import bool_, int64, uint8
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error, not_implemented, warn
from .axes import _flip, _transpose, _unsqueeze
from .dims import dim_index, dim_indices
from .piecewise import chosen
from .reducing import in_dtype, reduction
from .shape import ordered
from .sums import _mean, count_of, with_dims

# Products


def _prod_rule(g, x, out, dims, keepdim):
    if not x.shape:
        return g
    if dims is None:
        if not isinstance(x, Tensor) and zeros_in(x) > 1:  # 0 even if an element is infinite
            return np.zeros_like(x)
        return _prod_rule(g, x.reshape(-1), out, (0,), keepdim=True).reshape(x.shape)
    g, out = (with_dims(v, x.shape, dims, keepdim) for v in (g, out))
    if not zeros_in(x):
        return g * (out / x)
    (dim,), last = dims, len(x.shape) - 1
    return g * _transpose(_prod(others(x, dim), (last + 1,)), dim, last)


@overload
def prod(input: Tensor, *, dtype: Dtype | None = None) -> Tensor: ...
@overload
def prod(
    input: Tensor, dim: int, keepdim: bool = False, *, dtype: Dtype | None = None
) -> Tensor: ...
@public()
@reduction("Prod", x=_prod_rule)
def prod(x, dims, keepdim=False):
    """Π x over all dims, or over one;   ∂/∂xᵢ = Π of the others"""
    return np.multiply.reduce(x, axis=dims, dtype=x.dtype, keepdims=keepdim)


_prod = raw(prod)


def zeros_in(x) -> int:
    """Return how many of the elements are 0."""
    return np.count_nonzero((x._value if isinstance(x, Tensor) else x) == 0)


def others(x, dim):
    """Replace each slice along dim by a matrix whose row i is the slice with xᵢ replaced by 1."""
    last = x.ndim - 1
    return chosen(np.eye(x.shape[dim], dtype=bool), 1.0, _unsqueeze(_transpose(x, dim, last), last))


# Running sums


def _sum_from_here(g, dim):
    return _flip(_cumsum(_flip(g, (dim,)), dim), (dim,)) if g.shape else g


@unary("CumsumBackward0", x=lambda g, dim: _sum_from_here(g, dim))
def _cumsum(x, dim):
    if not x.ndim:
        return x[()]
    if x.size and x.dtype.kind == "b":
        raise not_implemented("cumsum_out_cpu", x.dtype)
    # In float64, so that each sum is rounded only once.
    wide = np.dtype(np.float64) if x.dtype.kind == "f" else x.dtype
    sums = np.add.accumulate(np.ascontiguousarray(x), dim, wide)
    return sums.astype(x.dtype, copy=False) + x.dtype.type(0)


@public()
def cumsum(input: Tensor, dim: int, *, dtype: Dtype | None = None) -> Tensor:
    """Return the running sum of the elements along dim."""
    return in_dtype(_cumsum, input, dtype, dim_index(dim, input._value.ndim))


# Variance and standard deviation


def _variance_arguments(x, dim=None, unbiased=None, keepdim=False, *, correction=None):
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if not x._dtype.is_floating_point:
        raise error("std_dtype")
    correction = unbiased is not False if correction is None else correction
    dims = dim_indices(dim, x._value.ndim)
    return x, dims, keepdim, count_of(x._value.shape, dims) - correction


def _centered(x, dims):
    """Return x minus its mean along dims."""
    return x - _mean(x, dims, keepdim=True)


def _variance(name, x, dims, keepdim, degrees):
    if degrees <= 0 or not x.size:
        warn("degrees_of_freedom", name)
    exact = x.astype(np.float64)
    # As in PyTorch, the mean is exact unless there is a single result.
    centered = exact - _mean(x if count_of(x.shape, dims) == x.size else exact, dims, keepdim=True)
    squares = np.add.reduce(centered * centered, axis=dims, keepdims=keepdim)
    return ordered(squares / np.float64(max(degrees, 0)))


def _var_rule(g, x, dims, keepdim, degrees):
    scale = 2 / degrees if degrees else math.inf
    return with_dims(g, x.shape, dims, keepdim) * scale * _centered(x, dims)


@unary("VarBackward0", x=_var_rule)
def _var(x, dims, keepdim, degrees):
    return _variance("var", x, dims, keepdim, degrees).astype(x.dtype)


@overload
def var(
    input: Tensor, dim: IntOrInts | None, unbiased: bool = True, keepdim: bool = False
) -> Tensor: ...
@overload
def var(
    input: Tensor,
    dim: IntOrInts | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
) -> Tensor: ...
@overload
def var(input: Tensor, unbiased: bool = True) -> Tensor: ...
@public()  # type: ignore[misc]
def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """Σ (x - mean)² / (n - correction), where correction is 1 by default

    The derivative is ∂/∂xᵢ = 2 (xᵢ - mean) / (n - correction).
    """
    return _var(*_variance_arguments(input, dim, unbiased, keepdim, correction=correction))


def _std_rule(g, x, out, dims, keepdim, degrees):
    slope = chosen(out == 0, 0.0, g / (out * degrees))
    return with_dims(slope, x.shape, dims, keepdim) * _centered(x, dims)


@unary("StdBackward0", x=_std_rule)
def _std(x, dims, keepdim, degrees):
    return np.sqrt(_variance("std", x, dims, keepdim, degrees)).astype(x.dtype)


@overload
def std(
    input: Tensor, dim: IntOrInts | None, unbiased: bool = True, keepdim: bool = False
) -> Tensor: ...
@overload
def std(
    input: Tensor,
    dim: IntOrInts | None = None,
    *,
    correction: Number | None = None,
    keepdim: bool = False,
) -> Tensor: ...
@overload
def std(input: Tensor, unbiased: bool = True) -> Tensor: ...
@public()  # type: ignore[misc]
def std(input, dim=None, unbiased=True, keepdim=False, *, correction=None):
    """√var;   ∂/∂xᵢ = (xᵢ - mean) / ((n - correction) std)"""
    return _std(*_variance_arguments(input, dim, unbiased, keepdim, correction=correction))


# all and any


@overload
def all(input: Tensor) -> Tensor: ...
@overload
def all(input: Tensor, dim: Ints | None = None, keepdim: bool = False) -> Tensor: ...
@overload
def all(input: Tensor, dim: int, keepdim: bool = False) -> Tensor: ...
@public()
def all(input, dim=None, keepdim=False):
    """Return whether every element is true."""
    return _tested(np.all, _truth(input), input, () if dim == [] else dim, keepdim)


@overload
def any(input: Tensor) -> Tensor: ...
@overload
def any(input: Tensor, dim: Ints | None = None, keepdim: bool = False) -> Tensor: ...
@overload
def any(input: Tensor, dim: int, keepdim: bool = False) -> Tensor: ...
@public()
def any(input, dim=None, keepdim=False):
    """Return whether at least one element is true."""
    return _tested(np.any, _truth(input), input, () if dim == [] else dim, keepdim)


@overload
def count_nonzero(input: Tensor, dim: int | None = None) -> Tensor: ...
@overload
def count_nonzero(input: Tensor, dim: Ints) -> Tensor: ...
@public()
def count_nonzero(input, dim=None):
    """Return how many elements aren't 0."""
    return _tested(np.count_nonzero, int64, input, dim, keepdim=False)


def _truth(x):
    return uint8 if x._dtype is uint8 else bool_  # as in PyTorch


def _tested(question, dtype, x, dim, keepdim):
    # If `dim` is empty, `all` and `any` test each element by itself; other reductions reduce all
    # dims.
    dims = () if dim == () and dtype is not int64 else dim_indices(dim, x._value.ndim)
    answer = question(x._value, axis=dims, keepdims=keepdim)
    return wrap(np.asarray(answer, dtype.numpy, order="C")[()], dtype)
