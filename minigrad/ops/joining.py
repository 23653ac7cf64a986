"""Several tensors into one, and one into several."""

import functools

import numpy as np

from ..dims import dim_index
from ..dtypes import promote
from ..errors import error, warn
from ..graph import Op
from ..record import record, unary
from ..tensor import Tensor, memory, wrap
from ..views import views_of
from .shape import expand, view_as_shape


def placed(g, shape, index):
    """zeros of `shape` with g at a basic index (ints and slices)"""
    return _placed(g, tuple(shape), index)


@unary("PlacedBackward0", lambda g, _, shape, index: taken(g, index))
def _placed(x, shape, index):
    """zeros of `shape` with x at `index`"""
    result = np.zeros(shape, x.dtype)
    result[index] = x
    return result


@unary("TakenBackward0", lambda g, _, index, before: placed(g, before, index))
def _taken(x, index, before):
    """x at a basic index"""
    return x[index]


def taken(x, index):
    """x at a basic index (ints and slices)"""
    return _taken(x, index, tuple(x.shape))


def stack(tensors, dim: int = 0):
    """tensors of one shape along a new dim"""
    tensors = checked_list(tensors, "stack")
    first = tensors[0]._value.shape
    for i, tensor in enumerate(tensors):
        if tensor._value.shape != first:
            raise RuntimeError(
                f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 "
                f"and {list(tensor._value.shape)} at entry {i}"
            )
    return joined(STACK, np.stack, tensors, dim_index(dim, len(first) + 1))


def cat(tensors, dim: int = 0):
    """tensors one after the other along dim"""
    tensors = checked_list(tensors, "cat")
    for i, x in enumerate(tensors):
        if not x._value.ndim:
            raise RuntimeError(
                f"zero-dimensional tensor (at position {i}) cannot be concatenated\n"
                "Use stack() for those."
            )
    first = next((s for s in (x._value.shape for x in tensors) if s != (0,)), (0,))
    dim = 0 if first == (0,) else dim_index(dim, len(first))
    for i, tensor in enumerate(tensors):
        shape = tensor._value.shape
        if shape == (0,):
            continue
        if len(shape) != len(first):
            raise RuntimeError(
                f"Tensors must have same number of dimensions: got {len(first)} and {len(shape)}"
            )
        for d, (n, m) in enumerate(zip(first, shape, strict=True)):
            if d != dim and n != m:
                raise RuntimeError(
                    f"Sizes of tensors must match except in dimension {dim}. "
                    f"Expected size {n} but got size {m} for tensor number {i} in the list."
                )
    return joined(CAT, np.concatenate, tensors, dim)


def checked_list(tensors, function: str) -> list:
    """The tensors of a non-empty list."""
    if isinstance(tensors, Tensor) or not isinstance(tensors, list | tuple):
        raise TypeError(
            f"{function}(): argument 'tensors' (position 1) must be tuple of Tensors, "
            f"not {type(tensors).__name__}"
        )
    for i, tensor in enumerate(tensors):
        if not isinstance(tensor, Tensor):
            raise TypeError(
                f"expected Tensor as element {i} in argument 0, but got {type(tensor).__name__}"
            )
    if not tensors and function == "cat":
        raise ValueError("torch.cat(): expected a non-empty list of Tensors\nGive at least one.")
    if not tensors:
        raise RuntimeError(f"{function} expects a non-empty TensorList\nGive at least one tensor.")
    return list(tensors)


def joined(op, join, tensors, dim):
    """The value of `join`, recorded under `op`."""
    dtype = functools.reduce(promote, (x._dtype for x in tensors))
    arrays = [x._value for x in tensors if op is STACK or x._value.shape != (0,)]
    value = join(arrays or [np.zeros(0)], dim).astype(dtype.numpy, copy=False)
    out = wrap(value, dtype)
    lengths = None
    if op is CAT:  # an empty vector goes with tensors of every number of dims
        lengths = tuple(0 if s == (0,) else s[dim] for s in (x._value.shape for x in tensors))
    n = len(tensors)
    values = [x._value for x in tensors]
    record(op, [[False] * (n + 1)] * n, False, tensors, values, (dim, lengths, n), out, fits=True)
    return out


def _cat_rule(g, *saved):
    """Each tensor gets its part of g."""
    dim, lengths, _ = saved[-3:]
    before = (slice(None),) * dim
    ends = np.cumsum(lengths).tolist()
    return [taken(g, (*before, slice(e - n, e))) for e, n in zip(ends, lengths, strict=True)]


def _stack_rule(g, *saved):
    """Each tensor gets its layer of g."""
    dim, _, n = saved[-3:]
    return [taken(g, (*(slice(None),) * dim, i)) for i in range(n)]


CAT = Op("CatBackward0", joint=_cat_rule)
STACK = Op("StackBackward0", joint=_stack_rule)


def unbind(x, dim: int = 0):
    """the layers of x along dim, as a tuple of views"""
    shape = x._value.shape
    dim_index(dim, len(shape))
    if not shape:
        raise error("no_dims", 0)
    before = (slice(None),) * dim_index(dim, len(shape))
    indices = [(*before, i, ...) for i in range(shape[len(before)])]
    return _pieces(UNBIND, x, indices)


def split(x, split_size_or_sections, dim: int = 0):
    """x in pieces of one length, or of those given, along dim: a tuple of views"""
    size, shape, named = split_size_or_sections, x._value.shape, dim
    if not shape:
        raise RuntimeError("split expects at least a 1-dimensional tensor")
    dim = dim_index(dim, len(shape))
    n = shape[dim]
    if isinstance(size, list | tuple):
        if sum(size) != n or any(length < 0 for length in size):
            raise RuntimeError(
                f"split_with_sizes expects split_sizes to sum exactly to {n} (input tensor's size "
                f"at dimension {named}), but got split_sizes={list(size)}"
            )
        return _pieces(SPLIT_WITH_SIZES, x, _slices(dim, size))
    if size < 0:
        raise RuntimeError(f"split expects split_size be non-negative, but got split_size={size}")
    if size == 0 and n:
        raise RuntimeError(
            "split_size can only be 0 if dimension size is 0, but got dimension size of "
            f"{n}\nGive the length of a piece."
        )
    starts = range(0, n, size) if n else [0]
    return _pieces(SPLIT, x, _slices(dim, [min(size, n - start) for start in starts]))


def chunk(x, chunks: int, dim: int = 0):
    """x in at most that many pieces of one length along dim: a tuple of views"""
    if not x._value.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    n = x._value.shape[dim_index(dim, x._value.ndim)]
    return split(x, -(-n // chunks), dim) if n else split(x, [0] * chunks, dim)


def _slices(dim: int, lengths) -> list:
    before, ends = (slice(None),) * dim, np.cumsum(lengths).tolist()
    return [(*before, slice(e - n, e)) for e, n in zip(ends, lengths, strict=True)]


def _pieces(op, x, indices) -> tuple:
    array = memory(x)
    return views_of(op, x, [array[index] for index in indices], (indices, array.shape))


def _pieces_rule(g, _x, indices, shape):
    """The pieces' gradients, each in its place; zeros where none arrived."""
    if isinstance(next(iter(g.values())), Tensor):
        return (functools.reduce(Tensor.__add__, (placed(g[i], shape, indices[i]) for i in g)),)
    result = np.zeros(shape, next(iter(g.values())).dtype)
    for i, part in g.items():
        result[indices[i]] = part
    return (result,)


UNBIND = Op("UnbindBackward0", joint=_pieces_rule)
SPLIT = Op("SplitBackward0", joint=_pieces_rule)
SPLIT_WITH_SIZES = Op("SplitWithSizesBackward0", joint=_pieces_rule)


def meshgrid(*tensors, indexing=None):
    """for each vector the grid of all combinations, in which it varies along a dim of its own"""
    if len(tensors) == 1 and isinstance(tensors[0], list | tuple):
        tensors = tuple(tensors[0])
    tensors = tuple(checked_list(tensors, "meshgrid"))
    if indexing is None:
        warn("meshgrid_indexing")
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}'
        )
    if any(x._dtype is not tensors[0]._dtype for x in tensors):
        raise RuntimeError("meshgrid expects all tensors to have the same dtype\nConvert them.")
    for x in tensors:
        if x._value.ndim > 1:
            raise RuntimeError(
                "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                f"{x.__repr__()}"
            )
    dims = list(range(len(tensors)))
    if indexing == "xy":
        dims[:2] = reversed(dims[:2])
    shape = [tensors[d]._value.size for d in dims]
    grids = []
    for x, dim in zip(tensors, dims, strict=True):
        ones = [1] * len(shape)
        ones[dim] = x._value.size
        grids.append(expand(view_as_shape(x, ones), shape))
    return tuple(grids)
