"""Operations that select or change elements using index tensors and masks."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from ..api.entry import in_place, public
from ..api.types import Number
from ..engine.broadcasting import broadcast_error, common_shape
from ..engine.dtypes import INDICES, bool_, holding, int64
from ..engine.memory.versions import watched
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error
from .dims import dim_index
from .piecewise import where_false, where_true
from .shape import ordered


def _grid(index, dim, ndim):
    """Return a full index: the given index along dim, and every position along the other dims."""
    if not index.size:
        return (index,) * ndim
    places = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    places[dim] = index
    return tuple(places)


@unary(
    "GatherBackward0",
    # Needs x, though it doesn't use it, because PyTorch checks x for changes.
    x=lambda g, x, x_shape, index, dim: _scatter_sum(g, index, dim, x_shape),
    index=None,
)
def _gather(x, index, dim):
    places = _grid(np.atleast_1d(index), dim, x.ndim or 1)
    return ordered(np.atleast_1d(x)[places].reshape(index.shape))


@unary("ScatterAddBackward0", x=lambda g, index, dim: _gather(g, index, dim))
def _scatter_sum(x, index, dim, shape):
    """Return zeros of the given shape, with x added at the indices."""
    result, places, part = _parts(np.zeros(shape, x.dtype), x, index, dim)
    np.add.at(result, places, part)
    return result.reshape(shape)[()]


@public()
def gather(input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
    """out[i][j] = x[index[i][j]][j] for dim 0, and likewise along the other dims"""
    dim, places = _checked_index("gather", input, dim, index)
    return watched(_gather(input, places, dim), index)


def _parts(x, y, index, dim):
    """Return a copy of x, the positions to change, and the new values, all at least 1-d."""
    index, result = np.atleast_1d(index), np.array(x, order="C", ndmin=1)
    part = np.atleast_1d(y)[tuple(slice(n) for n in index.shape)] if index.size else 0
    return result, _grid(index, dim, result.ndim), part


def _put_along(x, y, index, dim):
    """Return a copy of x with y at the indices."""
    result, places, part = _parts(x, y, index, dim)
    result[places] = part
    return result.reshape(x.shape)[()]


@unary("ScatterBackward0", x=lambda g, index, dim: _gather(g, index, dim))
def scattered(x, index, dim, shape):
    """Return zeros of the given shape, with x written at the indices."""
    return _put_along(np.zeros(shape, x.dtype), x, index, dim)


@unary("ScatterBackward1", x=lambda g, index, dim: _fill_along(g, 0, index, dim), index=None)
def _fill_along(x, value, index, dim):
    return _put_along(x, np.full(index.shape, value, x.dtype), index, dim)


@public()
def scatter(input: Tensor, dim: int, index: Tensor, value: Number) -> Tensor:
    """Write a number into x: for dim 0, out[index[i][j]][j] = value, and likewise for others."""
    dim, places = _checked_index("scatter", input, dim, index)
    return watched(_fill_along(input, holding(input._dtype, value), places, dim), index)


scatter_ = in_place(scatter, shares="nothing")


def _checked_index(name, x, dim, index) -> tuple:
    """Check dim and the indices. Return dim counted from the front, and the indices as an array."""
    dim, shape, places = dim_index(dim, x._value.ndim), x._value.shape or (1,), index._value
    if places.size and index._dtype not in INDICES:
        raise error("gather_index_dtype", name)
    if not places.size:
        return dim, np.zeros(places.shape, np.int64)
    sizes = places.shape or (1,)
    if len(sizes) != len(shape):
        raise error("index_dims", "self" if name == "scatter" else "input")
    large = [d for d, n in enumerate(sizes) if d != dim and n > shape[d]]
    if large and name == "gather":
        raise error("index_sizes", large[0], places, shape, dim)
    if large:
        raise error("scatter_sizes", places, shape, dim)
    wrong = places[(places < 0) | (places >= shape[dim])]
    if wrong.size:
        raise error("index_range", wrong, dim, shape[dim])
    return dim, np.asarray(places)


def check_range(index, x, dim: int) -> None:
    """Raise if an index is out of range along dim. PyTorch's wording depends on the dim."""
    n = x._value.shape[dim] if x._value.ndim else 1
    wrong = index[(index < 0) | (index >= n)]
    if index.size and not n and x._value.ndim > 1:
        raise error("select_from_nothing")
    name = "select_range" if dim == 1 or (x._value.ndim > 1 and not x._value.size) else "select"
    if wrong.size:
        raise error(name, wrong, dim, n)


# Masks


def _filled(x, value, mask):
    return ordered(np.where(mask, np.asarray(value, x.dtype), x))


_filled_by = operation("MaskedFillBackward0", x=lambda g, mask: where_false(g, mask), mask=None)(
    _filled
)
_filled_with = operation(
    "MaskedFillBackward1",
    x=lambda g, mask: where_false(g, mask),
    value=lambda g, mask: where_true(g, mask),
    mask=None,
)(_filled)


@overload
def masked_fill(input: Tensor, mask: Tensor, value: Tensor) -> Tensor: ...
@overload
def masked_fill(input: Tensor, mask: Tensor, value: Number) -> Tensor: ...
@public()
def masked_fill(input, mask, value):
    """Return a copy of x, filled with the value where the mask is true."""
    by_tensor = isinstance(value, Tensor)
    if common_shape(mask._value.shape, input._value.shape) is None:
        raise broadcast_error(mask._value.shape, input._value.shape)
    if by_tensor and value._value.ndim:
        raise error("fill_tensor", value)
    if mask._dtype is not bool_:
        raise error("mask_dtype", mask)
    if not by_tensor:
        return watched(_filled_by(input, holding(input._dtype, value), mask._value), mask)
    return watched(_filled_with(input, value, mask._value), mask)


masked_fill_ = in_place(masked_fill, warns=("masked_fill_",), shares="all")


@overload
def nonzero(input: Tensor) -> Tensor: ...
@overload
def nonzero(input: Tensor, *, as_tuple: bool) -> Any: ...
@public()
def nonzero(input, *, as_tuple=False):
    """Return the indices of the nonzero elements, either as rows or as one tensor per dim."""
    if as_tuple:
        return tuple(wrap(i, int64) for i in np.nonzero(np.atleast_1d(input._value)))
    return wrap(np.argwhere(input._value), int64)
