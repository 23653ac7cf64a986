"""Indexing, x[...], and its assignment."""

import numpy as np

from ..errors import broadcasts, error, refuse_if, warn
from ..inplace import check_inplace, check_memory, inplace
from ..record import operation, unary
from ..tensor import Tensor, wrap
from ..views import view
from .axes import alias as alias_of
from .axes import unsqueeze
from .joining import placed
from .kinks import filled
from .shape import cast, copied, expand, expanded, nothing, reshape


@view("SelectBackward0", lambda g, _, index, shape: placed(g, shape, index))
def _select(x, index, shape):
    """x at one place of one dim"""
    return x[index]


@view("SliceBackward0", lambda g, _, index, shape: placed(g, shape, index))
def _slice(x, index, shape):
    """part of x along one dim"""
    return x[index]


@unary("IndexBackward0", lambda g, _, index, shape: put_sum(g, index, shape), frees=True)
def _gather(x, index, shape):
    """the elements of x that tensors of indices, or a mask, name"""
    return np.asarray(x[index], order="C")[()]


@unary("IndexPutBackward0", lambda g, _, index, shape: _gather(g, index, shape))
def put_sum(g, index, shape):
    """zeros of `shape` with g added at the indices: an index named twice gets both"""
    result = np.zeros(shape, g.dtype)
    np.add.at(result, index, g)
    return result


@operation(
    "IndexPutBackward0",
    lambda g, _x, _v, index: _put(g, nothing(_gather(g, index, tuple(g.shape))), index),
    lambda g, _x, _v, index: _gather(g, index, tuple(g.shape)),
    fits=True,
    frees=True,
)
def _put(x, v, index):
    """x with v at the indices"""
    result = np.array(x)
    result[index] = v
    return result


@operation(
    "IndexPutBackward0",
    lambda g, _x, _v, _index: g,
    lambda g, _x, _v, index: _gather(g, index, tuple(g.shape)),
    fits=True,
    frees=True,
)
def _add(x, v, index):
    """x with v added at the indices, for an index named twice both times"""
    result = np.array(x)
    np.add.at(result, index, v)
    return result


def getitem(x, index):
    """x[index]: a view for ints and slices, a copy for tensors of indices and masks"""
    basic, rest = split(x, index)
    x = apply_basic(x, basic, alias=rest is None, lone=isinstance(index, slice))
    return x if rest is None else _gather(x, rest, x._value.shape)


def setitem(x, index, value):
    """x[index] = value, in place"""
    if index is False:
        return
    try:
        basic, rest = ([None], None) if index is True else split(x, index)
    except IndexError as wrong:
        items = index if isinstance(index, tuple) else (index,)
        tensors = any(isinstance(i, list) or getattr(i, "ndim", 0) for i in items)
        if tensors and not str(wrong).startswith(("only", "too many")):
            # PyTorch looks at tensors of indices after that.
            parts = any(item is None or isinstance(item, int | slice) for item in items)
            check_inplace(alias_of(x) if parts else x)
        raise
    part = apply_basic(x, basic, alias=False)
    is_number = not isinstance(value, Tensor)
    if is_number:
        value = wrap(np.asarray(value, part._dtype.numpy)[()], part._dtype)
    if rest is not None:
        _assign(part, rest, _stripped(value), put_)
    elif value._value.ndim == 0 and (part._value.ndim or (is_number and part is not x)):
        fill_(part, value)
    elif value._value.shape == part._value.shape:
        copy_(part, value)
    else:
        value = _stripped(value)
        copy_(part, expand(value, expanded(value, part._value.shape)))


def _stripped(value):
    """The value without the dims of size 1 in front, which an assignment ignores."""
    shape = value._value.shape
    ones = next((i for i, n in enumerate(shape) if n != 1), len(shape))
    return reshape(value, shape[ones:]) if ones else value


def index_put_(x, indices, values: Tensor, accumulate: bool = False):
    """x[indices] = values, or += values, in place"""
    check_inplace(x, values)
    refuse_if(len(indices) > x._value.ndim, "too_many_indices", x._value.ndim, len(indices))
    basic, rest = split(x, tuple(indices))
    _assign(apply_basic(x, basic, alias=False), rest, values, add_ if accumulate else put_)
    return x


def _assign(part, index, value, put) -> None:
    """Put the value where tensors of indices, or a mask, say."""
    arrays = tuple(item for item in index if isinstance(item, np.ndarray))
    by_mask = put is put_ and [a.dtype for a in arrays] == [bool] and value._value.size == 1
    check_inplace(part, value)
    if by_mask:
        check_memory(part, (), ("index_put_", "masked_fill_"))
    else:
        check_memory(part, (value, *arrays), ("index_put_",), alone=True)
    shape, wanted = value._value.shape, part._value[index].shape
    refuse_if(not broadcasts(shape, wanted), "put_shape", shape, wanted)
    if value._dtype is not part._dtype:
        refuse_if(not by_mask, "put_dtype", part, value)
        value = cast(value, part._dtype)
    put(part, value, index)


def apply_basic(x, items: list, alias: bool = True, lone: bool = False):
    """x after ints, slices and None, one view for each; `lone`: also where a slice takes all."""
    dim = 0
    whole = True
    for item in items:
        shape = x._value.shape
        before = (slice(None),) * dim
        if item is None:
            x, dim, whole = unsqueeze(x, dim), dim + 1, False
        elif isinstance(item, slice):
            if lone or not _takes_all(item, shape[dim]):
                x, whole, lone = _slice(x, (*before, item), shape), False, False
            dim += 1
        else:
            x, whole = _select(x, (*before, item, ...), shape), False
    return alias_of(x) if whole and alias else x


def _takes_all(item: slice, n: int) -> bool:
    """As PyTorch sees it: -n counts as another start than 0."""
    stop = n if item.stop is None else item.stop
    return item.start in (None, 0) and stop >= n and item.step in (None, 1)


def split(x, index) -> tuple:
    """The index as ints, slices and None, one for each dim; and the part with tensors, if any."""
    if isinstance(index, list | str) and len(index) < 32 and any(map(_is_index, index)):
        warn("list_as_index")
        index = tuple(index)
    items = list(index) if isinstance(index, tuple) else [index]
    items = [_as_item(item) for item in items]
    consumed = sum(_dims_of(item) for item in items)
    shape = x._value.shape
    if consumed > len(shape):
        refuse_if(not shape, "index_of_0d")
        raise error("too_deep_an_index", len(shape))
    dots = next((i for i, item in enumerate(items) if item is Ellipsis), len(items))
    fill = [slice(None)] * (len(shape) - consumed)
    items = items[:dots] + fill + [i for i in items[dots:] if i is not Ellipsis]
    basic: list = []
    rest: list = []
    dim = 0
    for item in items:
        if isinstance(item, bool):  # a new dim, of size 1 or, for False, 0
            basic.append(None)
            rest.append(np.zeros(int(item), np.int64))
            continue
        if isinstance(item, np.ndarray):
            _check_array(item, shape, dim)
            basic += [slice(None)] * item.ndim if item.dtype == bool else [slice(None)]
            rest.append(item)
            dim += _dims_of(item)
            continue
        if isinstance(item, int):
            if not -shape[dim] <= item < shape[dim]:
                raise error("index_error", item, dim, shape[dim])
        elif isinstance(item, slice) and item.step is not None and item.step <= 0:
            raise error("slice_step")
        basic.append(item)
        if not isinstance(item, int):
            rest.append(slice(None))
        dim += item is not None
    has_array = any(isinstance(item, np.ndarray) for item in rest)
    return basic, tuple(rest) if has_array else None


def _is_index(item) -> bool:
    """Whether a list with this in it stands for an index of several dims."""
    several = (Tensor, list, tuple, slice, range, str, np.ndarray)
    return item is None or item is Ellipsis or isinstance(item, several)


def _as_item(item):
    if item is None or item is Ellipsis or isinstance(item, bool):
        return item
    if isinstance(item, slice):
        return slice(*(_bound(b) for b in (item.start, item.stop, item.step)))
    if isinstance(item, Tensor):
        refuse_if(item._dtype.is_floating_point, "index_tensor_dtype", item)
        if item._value.ndim == 0:
            return item._value.item()
        return np.asarray(item._value)
    if isinstance(item, list | tuple | range | np.ndarray):
        return np.asarray(item) if len(item) else np.zeros(0, np.int64)
    if hasattr(item, "__index__"):
        return item.__index__()
    if isinstance(item, str):
        raise error("index_text")
    raise error("index_type", item)


def _bound(bound):
    if bound is None or hasattr(bound, "__index__"):
        return None if bound is None else bound.__index__()
    raise error("slice_type")


def _dims_of(item) -> int:
    if item is None or item is Ellipsis or isinstance(item, bool):
        return 0
    return item.ndim if isinstance(item, np.ndarray) and item.dtype == bool else 1


def _check_array(item: np.ndarray, shape: tuple, dim: int) -> None:
    if item.dtype == bool:
        for i, n in enumerate(item.shape):
            refuse_if(n != shape[dim + i], "mask_shape", item, i, shape, dim + i)
        return
    wrong = item[(item < -shape[dim]) | (item >= shape[dim])]
    if wrong.size:
        refuse_if(not shape[dim], "index_into_empty")
        raise error("index_error", wrong.flat[0], dim, shape[dim])


fill_ = inplace(filled, shares="all")
copy_ = inplace(copied)
put_ = inplace(_put, (), "all")
add_ = inplace(_add, (), "all")
