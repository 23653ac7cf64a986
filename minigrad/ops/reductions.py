"""Operations that make one number of many."""

import math

import numpy as np

from ..dims import dim_index, dim_indices
from ..dtypes import as_dtype, bool_, int64
from ..errors import error, refuse_if, warn
from ..record import unary
from ..tensor import Tensor, wrap
from .axes import _transpose
from .cumulative import others, zeros_in
from .kinks import where
from .shape import cast, filled, repeated, uncast

ALL = object()  # no dim is named: PyTorch tells this from dim=None


@unary("SumBackward0", lambda g, _, shape: repeated(g, shape))
def _sum_all(x, shape):
    """Σ x"""
    return np.add.reduce(x, axis=None, dtype=x.dtype)


def _sum_rule(g, _x, shape, dims, keepdim):
    return repeated(kept(g, shape, dims, keepdim), shape)


@unary("SumBackward1", _sum_rule)
def _sum_some(x, shape, dims, keepdim):
    """Σ x over some dims"""
    return np.add.reduce(x, axis=dims, dtype=x.dtype, keepdims=keepdim)


def sum(x, dim=ALL, keepdim: bool = False, *, dtype=None):
    """Σ x, over all dims or those given;   ∂/∂xᵢ = 1"""
    if dtype is not None:
        if x.requires_grad and not as_dtype(dtype).is_floating_point:
            raise error("sum_integer_result", dtype)
        return uncast(_summed(cast(x, as_dtype(dtype)), dim, keepdim), x)
    return _summed(x if x._dtype.is_floating_point else cast(x, int64), dim, keepdim)


def _summed(x, dim, keepdim):
    shape = x._value.shape
    if dim is ALL:
        return _sum_all(x, shape)
    return _sum_some(x, shape, dim_indices(dim, len(shape)), keepdim)


@unary("MeanBackward0", lambda g, _, shape, n: filled(g / n, shape))
def _mean_all(x, shape, n):
    """Σ x / n"""
    return np.add.reduce(x, axis=None) / n


def _mean_rule(g, _x, shape, dims, keepdim, n):
    return filled(kept(g / n, shape, dims, keepdim), shape)


@unary("MeanBackward1", _mean_rule)
def _mean_some(x, shape, dims, keepdim, n):
    """Σ x / n over some dims"""
    return np.add.reduce(x, axis=dims, keepdims=keepdim) / x.dtype.type(n)


def mean(x, dim=ALL, keepdim: bool = False, *, dtype=None):
    """Σ x / n, over all dims or those given;   ∂/∂xᵢ = 1/n"""
    if dtype is not None:
        refuse_if(as_dtype(dtype).kind != 2, "mean_dtype", "Optional dtype", dtype)
        return uncast(mean(cast(x, as_dtype(dtype)), dim, keepdim), x)
    if not x._dtype.is_floating_point:
        raise error("mean_dtype", "Input dtype", x._dtype)
    shape = x._value.shape
    if dim is ALL:
        return _mean_all(x, shape, x._value.size)
    dims = dim_indices(dim, len(shape))
    return _mean_some(x, shape, dims, keepdim, math.prod(shape[d] for d in dims))


def kept(g, shape, dims, keepdim):
    """g with the dims that a reduction dropped put back at size 1"""
    if keepdim:
        return g
    return g.reshape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


# Spread


def _centered(x, dims):
    """x minus its mean along dims"""
    n = math.prod(x.shape[d] for d in dims)
    return x - _mean_some(x, tuple(x.shape), dims, True, n)


def _variance(x, dims, keepdim, degrees):
    """Σ (x - mean)² / (n - correction)"""
    total = np.add.reduce(x, axis=dims, keepdims=True)
    centered = x - total / x.dtype.type(x.size // max(total.size, 1))
    squares = np.add.reduce(centered * centered, axis=dims, keepdims=keepdim)
    return squares / x.dtype.type(max(degrees, 0))


def _var_rule(g, x, dims, keepdim, degrees):
    scale = 2 / degrees if degrees else math.inf
    return kept(g, x.shape, dims, keepdim) * scale * _centered(x, dims)


_var = unary("VarBackward0", _var_rule)(_variance)


def _std_rule(g, x, out, dims, keepdim, degrees):
    slope = where(out == 0, 0.0, g / (out * degrees))
    return kept(slope, x.shape, dims, keepdim) * _centered(x, dims)


@unary("StdBackward0", _std_rule)
def _std(x, dims, keepdim, degrees):
    """√(Σ (x - mean)² / (n - correction))"""
    return np.sqrt(_variance(x, dims, keepdim, degrees))


def var(x, dim=None, unbiased=None, keepdim: bool = False, *, correction=None):
    """Σ (x - mean)² / (n - correction), correction 1;   ∂/∂xᵢ = 2 (xᵢ - mean) / (n - correction)"""
    return _spread("var", _var, x, dim, unbiased, keepdim, correction)


def std(x, dim=None, unbiased=None, keepdim: bool = False, *, correction=None):
    """√var;   ∂/∂xᵢ = (xᵢ - mean) / ((n - correction) std)"""
    return _spread("std", _std, x, dim, unbiased, keepdim, correction)


def _spread(name, operation, x, dim, unbiased, keepdim, correction):
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    refuse_if(not x._dtype.is_floating_point, "std_dtype")
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    shape = x._value.shape
    dims = dim_indices(dim, len(shape))
    degrees = math.prod(shape[d] for d in dims) - correction
    if degrees <= 0:
        warn("degrees_of_freedom", name)
    return operation(x, dims, keepdim, degrees)


# Products


def _prod_rule(g, x, out):
    if not x.shape:
        return g
    if not isinstance(x, Tensor) and zeros_in(x) > 1:  # also beside infinity
        return np.zeros_like(x)
    return g * _others(x.reshape(-1), out, 0).reshape(x.shape)


@unary("ProdBackward0", _prod_rule)
def _prod_all(x):
    """Π x"""
    return np.multiply.reduce(x, axis=None, dtype=x.dtype)


def _prod_some_rule(g, x, out, dim, keepdim):
    g, out = (kept(v, x.shape, (dim,), keepdim) for v in (g, out))
    return g * _others(x, out, dim)


@unary("ProdBackward1", _prod_some_rule)
def _prod_some(x, dim, keepdim):
    """Π x along one dim"""
    return np.multiply.reduce(x, axis=dim if x.ndim else None, dtype=x.dtype, keepdims=keepdim)


def _others(x, out, dim):
    """For each element the product of the others along dim, also where some are 0."""
    if not x.shape:
        return 1
    if not zeros_in(x):
        return out / x
    return _transpose(_prod_some(others(x, dim), x.ndim, False), dim, x.ndim - 1)


def prod(x, dim: int | None = None, keepdim: bool = False, *, dtype=None):
    """Π x, over all dims or one;   ∂/∂xᵢ = Π of the others"""
    if dtype is not None:
        return uncast(prod(cast(x, as_dtype(dtype)), dim, keepdim), x)
    if not x._dtype.is_floating_point:
        x = cast(x, int64)
    return _prod_all(x) if dim is None else _prod_some(x, dim_index(dim, x._value.ndim), keepdim)


# Truth


def all(x, dim=None, keepdim: bool = False):
    """whether every x is true"""
    return _asked(np.all, bool_, x, () if dim == [] else dim, keepdim)


def any(x, dim=None, keepdim: bool = False):
    """whether some x is true"""
    return _asked(np.any, bool_, x, () if dim == [] else dim, keepdim)


def count_nonzero(x, *dim):
    """how many x are not 0"""
    return _asked(np.count_nonzero, int64, x, dim[0] if len(dim) == 1 else dim, False)


def _asked(question, dtype, x, dim, keepdim):
    # Of no dims, `all` and `any` ask about each element, where others ask about all.
    dims = () if dim == () and dtype is bool_ else dim_indices(dim, x._value.ndim)
    answer = question(x._value, axis=dims, keepdims=keepdim)
    return wrap(np.asarray(answer, dtype.numpy)[()], dtype)
