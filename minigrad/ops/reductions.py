"""Operations that make one number of many."""

import math
from typing import NamedTuple

import numpy as np

from ..dims import dim_index, dim_indices
from ..dtypes import as_dtype, bool_, int64
from ..record import unary
from ..tensor import Tensor, wrap
from .comparison import eq
from .elementwise import maximum, minimum
from .shape import cast, filled


@unary("SumBackward0", lambda g, _, shape: filled(g, shape))
def _sum_all(x, shape):
    """Σ x"""
    return np.add.reduce(x, axis=None)


@unary("SumBackward1", lambda g, _, shape, dims, keepdim: over(g, shape, dims, keepdim))
def _sum_some(x, shape, dims, keepdim):
    """Σ x over some dims"""
    return np.add.reduce(x, axis=dims, keepdims=keepdim)


def sum(x, dim=None, keepdim=False, *, dtype=None):
    """Σ x, over all dims or those given;   ∂/∂xᵢ = 1"""
    if dtype is not None:
        x = cast(x, as_dtype(dtype))
    elif not x._dtype.is_floating_point:
        x = cast(x, int64)
    shape = x._value.shape
    if dim is None and not keepdim:
        return _sum_all(x, shape)
    return _sum_some(x, shape, dim_indices(dim, len(shape)), keepdim)


@unary("MeanBackward0", lambda g, _, shape, n: filled(g / n, shape))
def _mean_all(x, shape, n):
    """Σ x / n"""
    return np.add.reduce(x, axis=None) / n


@unary("MeanBackward1", lambda g, _, shape, dims, keepdim, n: over(g / n, shape, dims, keepdim))
def _mean_some(x, shape, dims, keepdim, n):
    """Σ x / n over some dims"""
    return np.add.reduce(x, axis=dims, keepdims=keepdim) / n


def mean(x, dim=None, keepdim=False, *, dtype=None):
    """Σ x / n, over all dims or those given;   ∂/∂xᵢ = 1/n"""
    if dtype is not None:
        x = cast(x, as_dtype(dtype))
    needs_float("mean", x)
    shape = x._value.shape
    if dim is None and not keepdim:
        return _mean_all(x, shape, x._value.size)
    dims = dim_indices(dim, len(shape))
    n = math.prod(shape[d] for d in dims)
    return _mean_some(x, shape, dims, keepdim, n)


def needs_float(name: str, x) -> None:
    if not x._dtype.is_floating_point:
        raise RuntimeError(
            f"{name}(): could not infer output dtype. Input dtype must be either a floating point "
            f"or complex dtype. Got: {x._dtype.legacy_name}\nConvert it with .float() first."
        )


def over(g, shape, dims, keepdim):
    """g, from which `dims` of `shape` were reduced, repeated along them"""
    return filled(kept(g, shape, dims, keepdim), shape)


def kept(g, shape, dims, keepdim):
    """g with the dims that a reduction dropped put back at size 1"""
    if keepdim:
        return g
    return g.reshape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


# Extremes: max() and amax share the gradient among ties, max(dim) gives it to the one it names


@unary("MaxBackward1", lambda g, x, out: g * shares(eq(x, out), g))
def _max_all(x):
    """the largest x"""
    return x.max()


@unary("MinBackward1", lambda g, x, out: g * shares(eq(x, out), g))
def _min_all(x):
    """the smallest x"""
    return x.min()


@unary("AmaxBackward0", lambda g, x, out, dims, keepdim: among(g, x, out, dims, keepdim))
def _amax(x, dims, keepdim):
    """the largest x along some dims"""
    return x.max(dims, keepdims=keepdim)


@unary("AminBackward0", lambda g, x, out, dims, keepdim: among(g, x, out, dims, keepdim))
def _amin(x, dims, keepdim):
    """the smallest x along some dims"""
    return x.min(dims, keepdims=keepdim)


def among(g, x, out, dims, keepdim):
    """g, shared evenly by the elements that equal the extreme of their slice"""
    hits = eq(x, kept(out, x.shape, dims, keepdim))
    return kept(g, x.shape, dims, keepdim) * shares(hits, g, dims)


def shares(hits, g, dims=None):
    """1/k at each of the k hits of a slice, 0 elsewhere; a constant, so an array will do"""
    hits = hits._value if isinstance(hits, Tensor) else hits
    dtype = g._dtype.numpy if isinstance(g, Tensor) else g.dtype
    result = (hits / np.add.reduce(hits, axis=dims, keepdims=True)).astype(dtype)
    return wrap(result, g._dtype) if isinstance(g, Tensor) else result


def amax(x, dim=(), keepdim=False):
    """the largest x along dim;   ties share the gradient evenly"""
    return _amax(x, dim_indices(dim, x._value.ndim), keepdim)


def amin(x, dim=(), keepdim=False):
    """the smallest x along dim;   ties share the gradient evenly"""
    return _amin(x, dim_indices(dim, x._value.ndim), keepdim)


@unary("MaxBackward0", lambda g, _, *constants: put_along(g, *constants), frees=True)
def _max_along(x, at, dim, keepdim, shape):
    """the largest x along one dim"""
    return take_along(x, at, dim, keepdim, shape)


@unary("MinBackward0", lambda g, _, *constants: put_along(g, *constants), frees=True)
def _min_along(x, at, dim, keepdim, shape):
    """the smallest x along one dim"""
    return take_along(x, at, dim, keepdim, shape)


@unary("TakeAlongBackward0", lambda g, _, *constants: put_along(g, *constants))
def take_along(x, at, dim, keepdim, shape):
    """the elements of x that `at` names along dim"""
    values = np.take_along_axis(x, at, dim)
    return values if keepdim else values.squeeze(dim)[()]


@unary("PutAlongBackward0", lambda g, _, *constants: take_along(g, *constants))
def put_along(x, at, dim, keepdim, shape):
    """zeros of `shape` with x where `at` names along dim"""
    result = np.zeros(shape, x.dtype)
    np.put_along_axis(result, at, x if keepdim else np.expand_dims(x, dim), dim)
    return result


def max(x, dim=None, keepdim=False):
    """the largest x, or the largest along dim with its indices"""
    if isinstance(dim, Tensor):
        return maximum(x, dim)
    return _max_all(x) if dim is None else _extreme(_Max, _max_along, np.argmax, x, dim, keepdim)


def min(x, dim=None, keepdim=False):
    """the smallest x, or the smallest along dim with its indices"""
    if isinstance(dim, Tensor):
        return minimum(x, dim)
    return _min_all(x) if dim is None else _extreme(_Min, _min_along, np.argmin, x, dim, keepdim)


def _extreme(result, operation, find, x, dim, keepdim):
    shape = x._value.shape
    dim = dim_index(dim, len(shape))
    at = find(x._value, axis=dim, keepdims=True)
    indices = at if keepdim else at.squeeze(dim)[()]
    return result(operation(x, at, dim, keepdim, shape), wrap(indices, int64))


class _Extreme(NamedTuple):
    values: Tensor
    indices: Tensor

    def __repr__(self) -> str:
        name = f"minigrad.return_types.{type(self).__name__}"
        return f"{name}(\nvalues={self.values},\nindices={self.indices})"


_Max = type("max", (_Extreme,), {})
_Min = type("min", (_Extreme,), {})


def argmax(x, dim=None, keepdim=False):
    """the index of the largest x, the first at a tie"""
    return _index_of(np.argmax, x, dim, keepdim)


def argmin(x, dim=None, keepdim=False):
    """the index of the smallest x, the first at a tie"""
    return _index_of(np.argmin, x, dim, keepdim)


def _index_of(find, x, dim, keepdim):
    if dim is not None:
        dim = dim_index(dim, x._value.ndim)
    return wrap(np.asarray(find(x._value, axis=dim, keepdims=keepdim), np.int64)[()], int64)


def all(x, dim=None, keepdim=False):
    """whether every x is true"""
    dims = None if dim is None else dim_indices(dim, x._value.ndim)
    return wrap(np.all(x._value, axis=dims, keepdims=keepdim), bool_)


def any(x, dim=None, keepdim=False):
    """whether some x is true"""
    dims = None if dim is None else dim_indices(dim, x._value.ndim)
    return wrap(np.any(x._value, axis=dims, keepdims=keepdim), bool_)
