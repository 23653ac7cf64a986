"""Operations that change the shape, the layout or the type, but no value."""

import functools
import math

import numpy as np

from ..dims import dim_index, dim_indices, inferred, sizes
from ..dtypes import from_numpy_dtype
from ..dtypes import promote as promoted
from ..graph import Op
from ..record import operation, record, unary
from ..tensor import Tensor, memory, wrap
from ..views import view, views_of

# Another shape


@view("ViewBackward0", lambda g, _, shape, before: g.reshape(before))
def _view(x, shape, before):
    """the same elements in another shape"""
    return x.reshape(shape)


@view("ReshapeAliasBackward0", lambda g, _, shape, before: g.reshape(before))
def _reshape_alias(x, shape, before):
    """the same elements in another shape, of a tensor that is not contiguous"""
    return x.reshape(shape)


@unary("UnsafeViewBackward0", lambda g, _, shape, before: g.reshape(before))
def _unsafe_view(x, shape, before):
    """the elements in another shape, where no view can show them"""
    return x.reshape(shape)


def reshape(x, *shape):
    """the same elements in another shape; a view where it can be, else a copy"""
    before = x._value.shape
    shape = inferred(sizes(shape), math.prod(before))
    if not _can_view(x, shape):
        return _unsafe_view(clone(x), shape, before)
    contiguous = not isinstance(x._value, np.ndarray) or x._value.flags.c_contiguous
    return (_view if contiguous else _reshape_alias)(x, shape, before)


def view_as_shape(x, *shape):
    """the same memory in another shape"""
    before = x._value.shape
    shape = inferred(sizes(shape), math.prod(before))
    if not _can_view(x, shape):
        raise RuntimeError(
            "view size is not compatible with input tensor's size and stride (at least one "
            "dimension spans across two contiguous subspaces). Use .reshape(...) instead."
        )
    return _view(x, shape, before)


def _can_view(x, shape) -> bool:
    value = x._value
    return not isinstance(value, np.ndarray) or np.may_share_memory(value, value.reshape(shape))


def flatten(x, start_dim=0, end_dim=-1):
    """the dims from start_dim to end_dim as one"""
    shape = x._value.shape
    if not shape:
        return reshape(x, 1)
    first, last = dim_index(start_dim, len(shape)), dim_index(end_dim, len(shape))
    if first > last:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if first == last:
        return x
    return reshape(x, *shape[:first], math.prod(shape[first : last + 1]), *shape[last + 1 :])


@view("UnsqueezeBackward0", lambda g, _, dim: _squeeze_one(g, (dim,), g.shape))
def _unsqueeze(x, dim):
    """x with a dim of size 1 inserted"""
    return np.expand_dims(x, dim)


def unsqueeze(x, dim):
    """x with a dim of size 1 inserted at dim"""
    return _unsqueeze(x, dim_index(dim, x._value.ndim + 1))


@view("SqueezeBackward0", lambda g, _, dims, before: g.reshape(before))
def _squeeze_all(x, dims, before):
    """x without its dims of size 1"""
    return x.squeeze(dims)


@view("SqueezeBackward1", lambda g, _, dims, before: g.reshape(before))
def _squeeze_one(x, dims, before):
    """x without one dim, if its size is 1"""
    return x.squeeze(dims)


@view("SqueezeBackward2", lambda g, _, dims, before: g.reshape(before))
def _squeeze_some(x, dims, before):
    """x without the given dims of size 1"""
    return x.squeeze(dims)


@view("SqueezeBackward4", lambda g, _, dims, before: g.reshape(before))
def _squeeze_product(x, dims, before):
    """a vector-matrix product without the dim that made the vector a matrix"""
    return x.squeeze(dims)


def squeeze(x, dim=None):
    """x without its dims of size 1, or without those named"""
    shape = x._value.shape
    dims = tuple(d for d in dim_indices(dim, len(shape)) if shape[d] == 1)
    one_of = _squeeze_all if dim is None else _squeeze_some
    return (_squeeze_one if isinstance(dim, int) else one_of)(x, dims, shape)


# Another order of the dims


@view("TransposeBackward0", lambda g, _, a, b: _transpose(g, a, b))
def _transpose(x, a, b):
    """x with two dims exchanged"""
    return x.swapaxes(a, b)


@view("TBackward0", lambda g, _: _t(g))
def _t(x):
    """the transpose of a matrix"""
    return x.T


@view("PermuteBackward0", lambda g, _, dims: _permute(g, inverse(dims)))
def _permute(x, dims):
    """x with its dims in another order"""
    return x.transpose(dims)


def inverse(dims: tuple) -> tuple:
    """the order that undoes `dims`"""
    return tuple(dims.index(i) for i in range(len(dims)))


def transpose(x, dim0, dim1):
    """x with two dims exchanged"""
    ndim = x._value.ndim
    return _transpose(x, dim_index(dim0, ndim), dim_index(dim1, ndim))


def t(x):
    """the transpose of a matrix; a vector as it is"""
    if x._value.ndim > 2:
        raise RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {x.ndim}D")
    return _t(x)


def permute(x, *dims):
    """x with its dims in another order"""
    dims, ndim = sizes(dims), x._value.ndim
    if len(dims) != ndim:
        raise RuntimeError(
            "permute(sparse_coo): number of dimensions in the tensor input does not match the "
            f"length of the desired ordering of dimensions i.e. input.dim() = {ndim} is not equal "
            f"to len(dims) = {len(dims)}"
        )
    return _permute(x, dim_indices(dims, ndim))


def matrix_transpose(x):
    """x with its last two dims exchanged"""
    if x._value.ndim < 2:
        raise RuntimeError(
            "tensor.mT is only supported on matrices or batches of matrices. "
            f"Got {x._value.ndim}-D tensor."
        )
    return _transpose(x, x._value.ndim - 2, x._value.ndim - 1)


def reversed_dims(x):
    """x with its dims in reverse order"""
    return _permute(x, tuple(reversed(range(x._value.ndim))))


# Repetition, and its adjoint, the sum


@view("ExpandBackward0", lambda g, _, shape, before: sum_to(g, before))
def _expand(x, shape, before):
    """x repeated along new dims and dims of size 1, in the same memory"""
    result = np.broadcast_to(x, shape)
    return np.lib.stride_tricks.as_strided(x, result.shape, result.strides)


def expand(x, *shape):
    """x repeated, without a copy, along new dims and dims of size 1; -1 keeps a dim"""
    shape, before = sizes(shape), x._value.shape
    if len(shape) < len(before):
        raise RuntimeError(
            f"expand({x.type()}{list(before)}, size={list(shape)}): the number of sizes provided "
            f"({len(shape)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(before)})"
        )
    kept = (1,) * (len(shape) - len(before)) + before
    wanted = tuple(k if n == -1 else n for n, k in zip(shape, kept, strict=True))
    for i, (n, k) in enumerate(zip(wanted, kept, strict=True)):
        if k not in (1, n):
            raise RuntimeError(
                f"The expanded size of the tensor ({n}) must match the existing size ({k}) at "
                f"non-singleton dimension {i}.  Target sizes: {list(shape)}.  "
                f"Tensor sizes: {list(before)}"
            )
    return _expand(x, wanted, before)


def filled(g, shape):
    """g, which broadcasts to `shape`, in that shape"""
    if isinstance(g, Tensor):
        return expand(g, shape)
    result = np.empty(shape, g.dtype)
    result.fill(g) if g.ndim == 0 else result.__setitem__(..., g)
    return result


@unary("SumToBackward0", lambda g, _, shape, before: filled(_aligned(g, before), before))
def _sum_to(x, shape, before):
    """x summed over the dims along which `shape` was broadcast"""
    extra = x.ndim - len(shape)
    repeated = [i for i, n in enumerate(shape, extra) if n == 1 and x.shape[i] != 1]
    return x.sum((*range(extra), *repeated)).reshape(shape)[()]


def sum_to(g, shape):
    """Undo broadcasting: sum g over every dim along which `shape` was repeated."""
    return g if g.shape == shape else _sum_to(g, shape, tuple(g.shape))


def _aligned(g, before):
    """g with size-1 dims put in front until it has as many dims as `before`"""
    return g.reshape((1,) * (len(before) - len(g.shape)) + tuple(g.shape))


# Copies


@unary("CloneBackward0", lambda g, _: g)
def clone(x):
    """a copy of x in memory of its own"""
    return np.array(x)[()]


@operation("ToCopyBackward0", lambda g, _, dtype, before: cast(g, before))
def _cast(x, dtype, before):
    """x in another dtype"""
    return x.astype(dtype.numpy)


def cast(x, dtype):
    """x in another dtype; x itself if it has that one"""
    before = x._dtype if isinstance(x, Tensor) else from_numpy_dtype(x.dtype)
    return x if before is dtype else _cast(x, dtype, before)


# Several into one, and one into several


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


def stack(tensors, dim=0):
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


def cat(tensors, dim=0):
    """tensors one after the other along dim"""
    tensors = checked_list(tensors, "cat")
    tensors = [x for x in tensors if x._value.shape != (0,)] or tensors[:1]
    first = tensors[0]._value.shape
    if not first:
        raise RuntimeError("zero-dimensional tensor (at position 0) cannot be concatenated")
    dim = dim_index(dim, len(first))
    for i, tensor in enumerate(tensors):
        shape = tensor._value.shape
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
    if not tensors:
        raise RuntimeError(f"{function} expects a non-empty TensorList")
    return list(tensors)


def joined(op, join, tensors, dim):
    """The value of `join`, recorded under `op`."""
    dtype = functools.reduce(promoted, (x._dtype for x in tensors))
    value = join([x._value for x in tensors], dim).astype(dtype.numpy, copy=False)
    out = wrap(value, dtype)
    lengths = tuple(x._value.shape[dim] for x in tensors) if op is CAT else None
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


def unbind(x, dim=0):
    """the layers of x along dim, as a tuple of views"""
    dim = dim_index(dim, x._value.ndim)
    array = memory(x)
    layers = [(slice(None),) * dim + (i, ...) for i in range(array.shape[dim])]
    return views_of(UNBIND, x, [array[layer] for layer in layers], (dim, array.shape))


def _unbind_rule(g, _x, dim, shape):
    """The layers' gradients, put together; zeros where none arrived."""
    some = next(iter(g.values()))
    zero = 0 * (some.detach() if isinstance(some, Tensor) else some)
    parts = [g.get(i, zero) for i in range(shape[dim])]
    return (stack(parts, dim) if isinstance(some, Tensor) else np.stack(parts, dim),)


UNBIND = Op("UnbindBackward0", joint=_unbind_rule)
