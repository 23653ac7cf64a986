"""Largest, smallest, and middle elements, and sorting.

`max()`, `median()`, and `amax` divide the gradient evenly among ties. `max(dim)` and `median(dim)`
give the whole gradient to the element whose index they return.
"""

from __future__ import annotations

from typing import overload

import numpy as np

from ..api.entry import public
from ..api.types import IntOrInts, OneInt, ValuesAndIndices
from ..engine.dtypes import int64
from ..engine.layout import relaid
from ..engine.memory.versions import watched
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from .comparison import eq
from .dims import dim_index, dim_indices
from .gathering import scattered
from .piecewise import _maximum, _minimum, chosen
from .shape import ordered
from .sums import with_dims


def _hits(x, out):
    """Return a mask of the elements that equal the extreme or, if it's NaN, that are NaN."""
    x, out = (v._value if isinstance(v, Tensor) else v for v in (x, out))
    return (x == out) | ((x != x) & (out != out))


def _among_all(g, x, out):
    """Divide g evenly among the elements that equal the extreme."""
    hits = _hits(x, out)
    return chosen(hits, g / int(np.count_nonzero(hits)), 0.0)


def _among(g, x, out, dims, keepdim):
    """Divide g evenly among the elements that equal the extreme of their slice."""
    hits = eq.raw(x, with_dims(out, x.shape, dims, keepdim))
    return with_dims(g, x.shape, dims, keepdim) * shares(hits, g, dims)


_max_all = unary("MaxBackward1", x=_among_all)(lambda x: x.max())
_min_all = unary("MinBackward1", x=_among_all)(lambda x: x.min())
_amax = unary("AmaxBackward0", x=_among)(
    lambda x, dims, keepdim: ordered(x.max(dims, keepdims=keepdim))
)
_amin = unary("AminBackward0", x=_among)(
    lambda x, dims, keepdim: ordered(x.min(dims, keepdims=keepdim))
)


def shares(hits, g, dims=None):
    """Return 1/k at each of the k hits in a slice, and 0 elsewhere.

    The values are constants: they are computed outside the graph.
    """
    hits = hits._value if isinstance(hits, Tensor) else hits
    dtype = g._dtype.numpy if isinstance(g, Tensor) else g.dtype
    result = (hits / np.add.reduce(hits, axis=dims, keepdims=True)).astype(dtype)
    return wrap(result, g._dtype) if isinstance(g, Tensor) else result


@public()
def amax(input: Tensor, dim: IntOrInts | None = (), keepdim: bool = False) -> Tensor:
    """Return the largest element along dim. The gradient is divided evenly among ties."""
    return _amax(input, _nonempty_dims("amax", input, dim), keepdim)


@public()
def amin(input: Tensor, dim: IntOrInts | None = (), keepdim: bool = False) -> Tensor:
    """Return the smallest element along dim. The gradient is divided evenly among ties."""
    return _amin(input, _nonempty_dims("amin", input, dim), keepdim)


def _nonempty_dims(name, x, dim):
    if dim in (None, (), []) and x._value.size == 0:
        raise error("no_reduction_dim", name)
    for d in dim if isinstance(dim, tuple | list) else [] if dim is None else [dim]:
        _nonempty_dim(name, x, d, named=d)
    return dim_indices(dim, x._value.ndim)


def _nonempty_dim(name, x, dim, named=None) -> int:
    """Return the dim's index; raise if the dim is empty. `named`: the dim's name in the error."""
    dim = dim_index(dim, x._value.ndim)
    if x._value.ndim and x._value.shape[dim] == 0:
        raise error("empty_reduction_dim", name, dim if named is None else named)
    return dim


# Extremes along one dim, with their indices


def _picking(name: str, number: int = 0):
    """Define an operation that returns the elements at indices `at` along dim, and `at` itself."""
    result = type(name.lower(), (ValuesAndIndices,), {"__module__": "minigrad.return_types"})

    def rule(g, x_shape, at, dim, keepdim):
        """Return a tensor with g at the indices and 0 elsewhere."""
        return scattered(with_dims(g, x_shape, (dim,), keepdim), at, dim, x_shape)

    @unary(f"{name}Backward{number}", x=rule, at=None)
    def values(x, at, dim, keepdim):
        elements = np.take_along_axis(x, at, dim) if x.ndim else x[()]
        return elements if keepdim or not x.ndim else elements.squeeze(dim)[()]

    def pick(x, at, dim, keepdim=True):
        indices = wrap(at if keepdim or not x._value.ndim else at.squeeze(dim)[()], int64)
        return result(watched(values(x, at, dim, keepdim), indices), indices)

    return pick


_max_along, _min_along, _sorted, _topk = map(_picking, ("Max", "Min", "Sort", "Topk"))


@overload
def max(input: Tensor) -> Tensor: ...
@overload
def max(input: Tensor, dim: int, keepdim: bool = False) -> ValuesAndIndices: ...
@overload
def max(input: Tensor, other: Tensor) -> Tensor: ...
@public()
def max(input, dim=None, keepdim=False):
    """Return the largest element or, along dim, the largest elements and their indices."""
    if isinstance(dim, Tensor):
        return _maximum(input, dim)
    dim = _dim_of_extreme("max", input, dim)
    if dim is None:
        return _max_all(input)
    return _max_along(input, np.argmax(input._value, dim, keepdims=True), dim, keepdim)


@overload
def min(input: Tensor) -> Tensor: ...
@overload
def min(input: Tensor, dim: int, keepdim: bool = False) -> ValuesAndIndices: ...
@overload
def min(input: Tensor, other: Tensor) -> Tensor: ...
@public()
def min(input, dim=None, keepdim=False):
    """Return the smallest element or, along dim, the smallest elements and their indices."""
    if isinstance(dim, Tensor):
        return _minimum(input, dim)
    dim = _dim_of_extreme("min", input, dim)
    if dim is None:
        return _min_all(input)
    return _min_along(input, np.argmin(input._value, dim, keepdims=True), dim, keepdim)


def _dim_of_extreme(name, x, dim) -> int | None:
    """Return the dim's index, or None for all dims; raise if there are no elements."""
    if dim is not None:
        return _nonempty_dim(name, x, dim)
    if x._value.size == 0:
        raise error("no_reduction_dim", name)
    return None


@public()
def argmax(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return the index of the largest element (the first one if there are ties)."""
    return _index_of("argmax", np.argmax, input, dim, keepdim)


@public()
def argmin(input: Tensor, dim: int | None = None, keepdim: bool = False) -> Tensor:
    """Return the index of the smallest element (the first one if there are ties)."""
    return _index_of("argmin", np.argmin, input, dim, keepdim)


def _index_of(name, find, x, dim, keepdim):
    if x._dtype.kind == 0:
        raise error("bool_input", name)
    if dim is None and x._value.size == 0:
        raise error("no_index_of_extreme", name)
    dim = None if dim is None else _nonempty_dim(name, x, dim)
    return wrap(np.asarray(find(x._value, axis=dim, keepdims=keepdim), np.int64)[()], int64)


@unary("MedianBackward0", x=_among_all)
def _median_all(x):
    if not x.size:
        return np.asarray(np.nan).astype(x.dtype)[()]
    if x.dtype.kind == "b":
        raise not_implemented("median_cpu", x.dtype)
    flat = x.reshape(-1)
    return flat[_middle(flat, 0)[0]]


_median_along = _picking("Median", 1)


@overload
def median(input: Tensor) -> Tensor: ...
@overload
def median(input: Tensor, dim: int, keepdim: bool = False) -> ValuesAndIndices: ...
@public()
def median(input, dim=None, keepdim=False):
    """Return the median or, along dim, the medians and their indices.

    If there are two middle elements, return the lower one.
    """
    if dim is None:
        return _median_all(input)
    dim = _nonempty_dim("median", input, dim)
    if input._value.dtype.kind == "b":
        raise not_implemented("median_out", input._value.dtype)
    return _median_along(input, _middle(input._value, dim), dim, keepdim)


def _middle(array, dim):
    """Return the index of the median or of the first NaN along dim, and keep dim with size 1."""
    if not array.ndim:
        return np.int64(0)
    missing = array != array
    middle = np.argsort(array, dim, kind="stable").take([(array.shape[dim] - 1) // 2], dim)
    return np.where(missing.any(dim, keepdims=True), missing.argmax(dim, keepdims=True), middle)


# Order


@overload
def sort(
    input: Tensor, *, stable: bool | None, dim: int = -1, descending: bool = False
) -> ValuesAndIndices: ...
@overload
def sort(input: Tensor, dim: int = -1, descending: bool = False) -> ValuesAndIndices: ...
@public()
def sort(input, dim=-1, descending=False, *, stable=False):
    """Sort the elements along dim; return the values and their indices."""
    at, dim = _order(input, dim, descending)
    return _sorted(input, relaid(at, input._value), dim)


@overload
def argsort(input: Tensor, *, stable: bool, dim: int = -1, descending: bool = False) -> Tensor: ...
@overload
def argsort(input: Tensor, dim: int = -1, descending: bool = False) -> Tensor: ...
@public()
def argsort(input, dim=-1, descending=False, *, stable=False):
    """Return the indices that sort the elements along dim."""
    return wrap(relaid(_order(input, dim, descending)[0], input._value), int64)


@public()
def topk(
    input: Tensor, k: OneInt, dim: int = -1, largest: bool = True, sorted: bool = True
) -> ValuesAndIndices:
    """Return the k largest (or smallest) elements along dim, and their indices."""
    at, dim = _order(input, dim, largest)
    if not 0 <= k <= (input._value.shape[dim] if input._value.ndim else 1):
        raise error("large_k")
    if input._dtype.kind == 0:
        raise error("topk_bool")
    return _topk(input, at[(slice(None),) * dim + (slice(k),)] if input._value.ndim else at, dim)


def _order(x, dim, descending) -> tuple:
    """Return the indices of a stable sort along dim. NaN counts as the largest."""
    value, dim = x._value, dim_index(dim, x._value.ndim)
    if value.ndim == 0:
        return np.int64(0), dim
    if not descending:
        return np.argsort(value, dim, kind="stable"), dim
    backwards = np.argsort(np.flip(value, dim), dim, kind="stable")
    return value.shape[dim] - 1 - np.flip(backwards, dim), dim
