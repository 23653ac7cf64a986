"""Operations that join several tensors into one or split a tensor into several."""

from __future__ import annotations

import functools
import itertools
from typing import Any

import numpy as np

from ..api.entry import public, unchecked
from ..api.kinds import is_tensors
from ..api.types import Ints, Tensors
from ..engine.dtypes import wider
from ..engine.graph import Op
from ..engine.memory.views import views_of
from ..engine.modes import GRAD, recording
from ..engine.operation import record
from ..engine.tensor import Tensor, memory, tracked, wrap
from ..engine.unary import unary
from ..engine.unbroadcast import with_unbroadcast
from ..messages.errors import error, warn_once
from .axes import unsqueeze
from .dims import dim_index
from .shape import expand, view_as_shape


@unary("PlacedBackward0", x=lambda g, index: g[index])
def placed(x, shape, index):
    """Return zeros of the given shape, with x at a basic index (ints and slices)."""
    result = np.zeros(shape, x.dtype)
    result[index] = x
    return result


@public(method=False)
def stack(tensors: Tensors, dim: int = 0) -> Tensor:
    """Stack tensors of the same shape along a new dim."""
    tensors = checked_list(tensors, "stack")
    first = tensors[0]._value.shape
    dim = dim_index(dim, len(first) + 1)
    for i, tensor in enumerate(tensors):
        if tensor._value.shape != first:
            raise error("stack_sizes", first, tensor, i)
    index = (*(slice(None),) * dim, None)
    layers = [x._value[index] for x in tensors]  # `np.stack` takes three times as long
    return _joined(STACK, layers, tensors, dim, lambda: _layers(dim, len(tensors)))


@public(method=False)
def cat(tensors: Tensors, dim: int = 0) -> Tensor:
    """Concatenate tensors along dim."""
    tensors = checked_list(tensors, "cat")
    shapes = [x._value.shape for x in tensors]
    if () in shapes:
        raise error("cat_scalar", shapes.index(()))
    # PyTorch joins an empty vector with tensors that have any number of dims.
    first = next((shape for shape in shapes if shape != (0,)), (0,))
    dim = 0 if first == (0,) else dim_index(dim, len(first))
    for i, shape in enumerate(shapes):
        if shape in (first, (0,)):
            continue
        if len(shape) != len(first):
            raise error("cat_dims", len(first), len(shape))
        for d, (n, m) in enumerate(zip(first, shape, strict=True)):
            if d != dim and n != m:
                raise error("cat_sizes", dim, n, m, i)

    def places():
        return _slices(dim, [0 if shape == (0,) else shape[dim] for shape in shapes])

    arrays = [x._value for x in tensors if x._value.shape != (0,)]
    return _joined(CAT, arrays or [np.zeros(0)], tensors, dim, places)


@public(method=False)
def hstack(tensors: Tensors) -> Tensor:
    """Join tensors side by side: vectors end to end, and all other tensors along dim 1."""
    rows = [x if x._value.ndim else view_as_shape(x, (1,)) for x in checked_list(tensors, "hstack")]
    return cat(rows, 0 if rows[0]._value.ndim == 1 else 1)


@public(method=False)
def vstack(tensors: Tensors) -> Tensor:
    """Join tensors one below the other. A vector counts as a row."""
    tensors = checked_list(tensors, "vstack")
    rows = [x if x._value.ndim else view_as_shape(x, (1, 1)) for x in tensors]
    return cat([unsqueeze(x, 0) if x._value.ndim == 1 else x for x in rows])


def checked_list(tensors, function: str) -> list:
    """Return the tensors as a list; raise if there are none."""
    if not tensors:
        raise error("cat_nothing" if function == "cat" else "join_nothing", function)
    return list(tensors)


def _joined(op, arrays, tensors, dim, places):
    """Join the arrays of the tensors that have elements, and record an `op` node for all of them.

    `places`: a function that returns each tensor's position in the result.
    """
    dtypes = {x._dtype for x in tensors}
    dtype = functools.reduce(wider, dtypes)
    array = np.concatenate(arrays, dim)
    out = wrap(array.astype(dtype.numpy, "C", copy=False), dtype)
    if recording.mode is GRAD and any(map(tracked, tensors)):
        mixed = len(arrays) < len(tensors) or len(dtypes) > 1
        op = with_unbroadcast(op) if mixed else op
        record(op, tensors, [x._value for x in tensors], (places(),), out)
    return out


def _joined_rule(g, saved):
    """Return the parts of g that belong to the joined tensors."""
    return [g[place] for place in saved[-1]]


CAT = Op("CatBackward0", joint=_joined_rule)
STACK = Op("StackBackward0", joint=_joined_rule)


@public()
def unbind(input: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    """Return the slices of x along dim as a tuple of views."""
    shape = input._value.shape
    dim = dim_index(dim, len(shape))
    if not shape:
        raise error("no_dims", 0)
    return _pieces(UNBIND, input, _layers(dim, shape[dim]))


@unchecked(function=True)
def split(
    tensor: Tensor, split_size_or_sections: int | Ints | Tensor, dim: int = 0
) -> tuple[Tensor, ...]:
    """Split x along dim into a tuple of views, of equal length or of the given lengths."""
    x, shape = tensor, tensor._value.shape
    size: Any = split_size_or_sections
    if isinstance(size, Tensor) and size._value.size == 1:
        size = int(size)
    if not isinstance(size, int):
        return _split_with_sizes(x, size, dim)
    if not shape:
        raise error("split_scalar", "split")
    dim = dim_index(dim, len(shape))
    n = shape[dim]
    if size < 0:
        raise error("split_negative", size)
    if size == 0 and n:
        raise error("split_zero", n)
    starts = range(0, n, size) if n else [0]
    return _pieces(SPLIT, x, _slices(dim, [min(size, n - start) for start in starts]))


@public(name="split_with_sizes", method=False)
def _split_with_sizes(input: Tensor, split_sizes: Ints, dim: int = 0) -> tuple[Tensor, ...]:
    """Split x into pieces of the given lengths."""
    x, sizes, shape, named = input, split_sizes, input._value.shape, dim
    if not shape:
        raise error("split_scalar", "split")
    dim = dim_index(dim, len(shape))
    n = shape[dim]
    if any(size < 0 for size in sizes):
        raise error("negative_split", sizes)
    if sum(sizes) != n:
        raise error("split_sum", n, named, sizes)
    return _pieces(SPLIT_WITH_SIZES, x, _slices(dim, sizes))


@public()
def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """Split x along dim into at most `chunks` views of equal length (the last may be shorter)."""
    if not input._value.ndim:
        raise error("split_scalar", "chunk")
    if chunks <= 0:
        raise error("chunk_count", chunks)
    n = input._value.shape[dim_index(dim, input._value.ndim)]
    return split(input, -(-n // chunks), dim) if n else split(input, [0] * chunks, dim)


def _layers(dim: int, n: int) -> list:
    return [(*(slice(None),) * dim, i, ...) for i in range(n)]


def _slices(dim: int, lengths) -> list:
    before, ends = (slice(None),) * dim, itertools.accumulate(lengths)
    return [(*before, slice(e - n, e)) for e, n in zip(ends, lengths, strict=True)]


def _pieces(op, x, indices) -> tuple:
    array = memory(x)
    return views_of(op, x, [array[index] for index in indices], (indices, array.shape))


def _pieces_rule(joining, g, saved):
    """Join the pieces' gradients, with zeros for the pieces that received none."""
    _, indices, shape = saved
    parts, places = list(g.values()), [indices[i] for i in g]
    arrays = [part._value if isinstance(part, Tensor) else part for part in parts]
    result = np.zeros(shape, arrays[0].dtype)
    for place, array in zip(places, arrays, strict=True):
        result[place] = array
    if not isinstance(parts[0], Tensor):
        return (result,)
    out = wrap(result, parts[0]._dtype)
    record(joining, parts, arrays, (places,), out)
    return (out,)


UNBIND = Op("UnbindBackward0", joint=lambda g, saved: _pieces_rule(STACK, g, saved))
SPLIT = Op("SplitBackward0", joint=lambda g, saved: _pieces_rule(CAT, g, saved))
SPLIT_WITH_SIZES = Op("SplitWithSizesBackward0", joint=SPLIT.joint)


def meshgrid(*tensors: Any, indexing: str | None = None) -> tuple[Tensor, ...]:
    """Repeat each vector's elements to form a grid of all combinations."""
    if len(tensors) == 1 and isinstance(tensors[0], list | tuple):
        tensors = tuple(tensors[0])
    is_tensors(tensors)  # raises if an argument isn't a tensor
    tensors = tuple(checked_list(tensors, "meshgrid"))
    if indexing is None:
        warn_once("meshgrid_indexing")
    if indexing not in (None, "ij", "xy"):
        raise error("meshgrid_order", indexing)
    if any(x._dtype is not tensors[0]._dtype for x in tensors):
        raise error("meshgrid_dtypes")
    for x in tensors:
        if x._value.ndim > 1:
            raise error("meshgrid_dims", x)
    dims = list(range(len(tensors)))
    if indexing == "xy":
        dims[:2] = reversed(dims[:2])
    shape = [tensors[d]._value.size for d in dims]

    def grid(x, dim):
        return expand(view_as_shape(x, [-1 if d == dim else 1 for d in range(len(dims))]), shape)

    return tuple(map(grid, tensors, dims))
