"""Indexing with x[...], and assignment to x[...]."""

from __future__ import annotations

import itertools
import math
from typing import overload

import numpy as np

from ..api.entry import in_place, method, operator, public
from ..api.types import Number
from ..engine.broadcasting import is_expandable_to
from ..engine.casting import cast
from ..engine.dtypes import bool_, holding, uint8
from ..engine.memory.inplace import check_inplace, check_memory, inplace
from ..engine.memory.versions import watched
from ..engine.memory.views import view
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error, warn
from .axes import alias as alias_of
from .axes import unsqueeze
from .dims import dim_index
from .joining import placed
from .piecewise import filled
from .shape import copied, expand, ordered, view_as_shape, zeros_of


def _basic(name: str):
    """Define an operation that indexes with ints and slices. `name`: its node's name in PyTorch."""
    return view(name, x=lambda g, x_shape, i: placed(g, x_shape, i))(lambda x, i: x[i])


_select, _slice = _basic("SelectBackward0"), _basic("SliceBackward0")


@unary("IndexBackward0", x=lambda g, x_shape, index: put_sum(g, index, x_shape), index=None)
def picked(x, index):
    """Return the elements of x selected by index tensors or a mask."""
    return ordered(x[index])


@unary("IndexPutBackward0", x=lambda g, index: picked(g, index))
def put_sum(x, index, shape):
    """Return zeros of the given shape, with x added at the indices.

    If an index appears more than once, all of the corresponding elements of x are added at that
    position.
    """
    result = np.zeros(shape, x.dtype)
    rows = index[0] if len(index) == 1 else None
    if rows is not None and rows.dtype.kind == "i" and len(shape) > 1 and 0 < x.size < 2**24:
        _add_rows(result, rows, x)
    else:
        np.add.at(result, index, x)
    return result


def _add_rows(result, rows, x):
    """Add x's rows in order, one element at a time, because NumPy has no fast loop over rows."""
    width = math.prod(result.shape[1:])
    rows = np.where(rows < 0, rows + len(result), rows).reshape(-1, 1)
    places = rows * width + np.arange(width)
    numbers = np.broadcast_to(x, (*x.shape[: -len(result.shape[1:])], *result.shape[1:]))
    np.add.at(result.reshape(-1), places.reshape(-1), numbers.reshape(-1))


@operation(
    "IndexPutBackward0",
    x=lambda g, index: _put(g, zeros_of(picked(g, index)), index),
    v=lambda g, index: picked(g, index),
    index=None,
)
def _put(x, v, index):
    """Return a copy of x with v at the indices."""
    result = np.array(x)
    result[index] = v
    return result


@operator("__getitem__")
def getitem(x, index):
    """x[index]: a view for ints and slices, a copy for index tensors and masks"""
    x, rest = located(x, index)
    if rest is None:
        return x
    return watched(
        picked(x, _within(_index_tensors(rest, x._value.shape), rest, x)), *_tensors(index)
    )


@public()
def select(input: Tensor, dim: int, index: int) -> Tensor:
    """Return a view of x at one index along dim, with that dim removed."""
    shape = input._value.shape
    if not shape:
        raise error("select_scalar")
    dim = dim_index(dim, len(shape))
    if not -shape[dim] <= index < shape[dim]:
        raise error("select_index", index, shape, dim)
    return _select(input, (*(slice(None),) * dim, int(index), ...))


@operator("__setitem__")
def setitem(x, index, value):
    """x[index] = value, in place"""
    is_number = not isinstance(value, Tensor)
    if is_number:
        if not isinstance(value, int | float | np.integer):
            raise error("put_type", value, x)
        value = wrap(np.asarray(holding(x._dtype, value), x._dtype.numpy)[()], x._dtype)
    if index is False:
        return
    part, rest = (unsqueeze(x, 0), None) if index is True else located(x, index, alias=False)
    if rest is not None:
        value = _stripped(value) if value._value.shape[:1] == (1,) else value
        _assign(part, rest, value, _tensors(index))
    elif value._value.ndim == 0 and (part._value.ndim or (is_number and part is not x)):
        _fill_with(part, value)
    else:
        shape = part._value.shape
        value = value if value._value.shape == shape else _stripped(value)
        _copy(part, value if value._value.shape == shape else expand(value, shape))


def _stripped(value):
    """Drop the value's leading dims of size 1, which an assignment ignores."""
    return view_as_shape(value, tuple(itertools.dropwhile((1).__eq__, value._value.shape)))


def _assign(part, index, value, tensors) -> None:
    """Write the value at the positions selected by index tensors or masks."""
    arrays = tuple(filter(_kind_of, index))
    by_mask = [a.dtype for a in arrays] == [bool] and value._value.size == 1
    check_inplace(part, value)
    bytes_ = [t for t in tensors if t._dtype is uint8]
    if by_mask and bytes_:
        raise error("mask_dtype", bytes_[0])
    if by_mask:
        check_memory(part, (), ("index_put_", "masked_fill_"))
    else:
        check_memory(part, (value, *arrays), ("index_put_",), alone=True)
    places = _index_tensors(index, part._value.shape)
    shape, wanted = value._value.shape, part._value[_firsts(index)].shape
    if not is_expandable_to(shape, wanted):
        raise error("put_shape", shape, wanted)
    if value._dtype is not part._dtype:
        if not by_mask:
            raise error("put_dtype", part, value)
        value = cast(value, part._dtype)
    _put_in(part, value, _within(places, index, part), tensors)


def located(x, index, alias: bool = True) -> tuple:
    """Apply an index's ints, slices, and Nones to x. Return the view and the rest of the index.

    The rest contains the index tensors and masks, and a slice for each remaining dim. Without index
    tensors or masks, the rest is None.
    """
    if isinstance(index, list | str) and len(index) < 32 and any(map(_is_index, index)):
        warn("list_as_index")
        index = tuple(index)
    items = index if isinstance(index, tuple) else (index,)
    if _INT.issuperset(map(type, items)) and len(items) > 1 and not x.requires_grad:
        try:  # in one step, because no graph shows the steps, as in N[i, j] += 1
            return _select(x, (*items, ...)), None
        except IndexError:
            pass  # the steps below say which index is wrong
    skipped = x._value.ndim - sum(map(_dims_of, items))
    if skipped < 0 and type(index) not in (int, slice):
        raise error("too_deep_an_index", x._value.ndim)
    rest: list = []
    dim, whole = 0, True
    for place, item in enumerate(map(_as_item, items)):
        shape, before = x._value.shape, (slice(None),) * dim
        size = shape[dim] if dim < len(shape) else 0
        if isinstance(item, int) and not isinstance(item, bool):
            if item == 0 and not shape:
                raise error("index_of_0d")
            if not -size <= item < size:
                raise error("index_error", item, place, size)
            x, whole = _select(x, (*before, item, ...)), False
            continue
        taken = skipped if item is Ellipsis else item.ndim if _kind_of(item) == "b" else 1
        if isinstance(item, slice):
            if not shape:
                raise error("slice_of_0d")
            if item.step == 0:
                raise error("slice_step_zero")
            if item.step is not None and item.step < 0:
                raise error("slice_step")
            # A single slice makes a view even if it selects everything, except in an assignment.
            if (alias and type(index) is slice) or not _takes_all(item, size):
                x, whole = _slice(x, (*before, item)), False
        elif item is None or isinstance(item, bool):  # a new dim, of size 1, or 0 for False
            x, whole = unsqueeze(x, dim), False
            item = item if item is None else np.zeros(int(item), np.int64)
        rest += [slice(None)] * taken if _kind_of(item) is None else [item]
        dim += taken
    if any(map(_kind_of, rest)):
        return x, tuple(rest)
    return alias_of(x) if whole and alias else x, None


_INT = {int}


def _takes_all(item: slice, n: int) -> bool:
    """Return whether a slice selects all n elements. As in PyTorch, a start of -n doesn't count."""
    stop = n if item.stop is None else item.stop
    return item.start in (None, 0) and stop >= n and item.step in (None, 1)


def _is_index(item) -> bool:
    """Return whether a list that contains this item would index several dims."""
    several = (Tensor, list, tuple, slice, range, str, np.ndarray)
    return item is None or item is Ellipsis or isinstance(item, several)


def _as_item(item):
    if isinstance(item, int) or item is None or item is Ellipsis:
        return item
    if isinstance(item, slice):
        return slice(*(_bound(b) for b in (item.start, item.stop, item.step)))
    if isinstance(item, Tensor):
        value = item._value
        if item._dtype is uint8 and not value.ndim:
            return bool(value)
        if value.ndim or value.dtype.kind == "f":
            return _as_mask(np.asarray(value))
        return value.item()
    if isinstance(item, list | tuple | range) or np.ndim(item):
        return _as_mask(np.asarray(item)) if len(item) else np.zeros(0, np.int64)
    if isinstance(item, str):
        raise error("index_text")
    if not hasattr(type(item), "__index__"):
        raise error("index_type", item)
    return item.__index__()


def _as_mask(array):
    """Return an index array that holds bytes as a mask, and any other as it is."""
    if array.dtype != np.uint8:
        return array
    warn("byte_mask")
    return array.astype(bool)


def _bound(bound):
    if not (bound is None or hasattr(type(bound), "__index__")):
        raise error("slice_type")
    return None if bound is None else bound.__index__()


def _tensors(index) -> list:
    """Return the tensors and masks among an index's items."""
    items = index if isinstance(index, tuple | list) else [index]
    return [item for item in items if isinstance(item, Tensor) and item._value.ndim]


def _dims_of(item) -> int:
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    return item._value.ndim if isinstance(item, Tensor) and item._dtype in (bool_, uint8) else 1


def _kind_of(item) -> str | None:
    """Return 'i' for an index tensor, 'b' for a mask, 'f' for a float, or else None."""
    return item.dtype.kind if isinstance(item, np.ndarray) else None


def _index_tensors(index: tuple, shape: tuple) -> list:
    """Return (position in the index, indices, dim size) for each index tensor.

    The tensors are checked here, but their indices may be out of range.
    """
    triples = []
    dim = which = 0
    for item in filter(_kind_of, index):
        if item.dtype.kind == "f" or (item.dtype.itemsize < 4 and item.dtype != bool):
            raise error("index_tensor_dtype", item)
    for item in index:
        if _kind_of(item) == "b":
            for i, n in enumerate(item.shape):
                if n != shape[dim + i]:
                    raise error("mask_shape", item, i, shape, dim + i)
            dim, which = dim + item.ndim, which + item.ndim
            continue
        if _kind_of(item) == "i":
            if item.size and not shape[dim]:
                raise error("index_into_empty")
            triples.append((which, item, shape[dim]))
            which += 1
        dim += 1
    return triples


def _firsts(index: tuple) -> tuple:
    """Return an index of the same shape with only zeros, which is always in range."""
    return tuple(0 * i if _kind_of(i) == "i" else i for i in index)


def _within(places: list, index: tuple, x) -> tuple:
    """Return the index after a range check. As in PyTorch, there's no check if x is empty."""
    if not x._value.size:
        return _firsts(index)
    for which, indices, size in places:
        wrong = indices[(indices < -size) | (indices >= size)]
        if wrong.size:
            raise error("index_error", wrong[0], which, size)
    return index


_fill_with = inplace(filled, shares="all")
_fill_number = inplace(filled, ())  # also works for expanded tensors


@overload
def fill_(self: Tensor, value: Tensor) -> Tensor: ...
@overload
def fill_(self: Tensor, value: Number) -> Tensor: ...
@method()
def fill_(self, value):
    """Set every element to the value, in place."""
    return (_fill_with if isinstance(value, Tensor) else _fill_number)(self, value)


_copy = inplace(copied)
copy_ = in_place(copied, name="copy_", like=copied, has_old=True)
_put_in = inplace(lambda x, v, i, tensors: watched(_put(x, v, i), *tensors), (), "all")
