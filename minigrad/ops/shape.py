"""Operations that reshape, repeat, copy, or convert tensors but don't change their values."""

from __future__ import annotations

import itertools
import math
from typing import overload

import numpy as np

from ..api.entry import method, public
from ..api.types import Anything, Dtype, Ints, Operand
from ..engine.broadcasting import broadcast_error, common_shape
from ..engine.casting import cast
from ..engine.layout import relaid
from ..engine.memory.inplace import check_inference
from ..engine.memory.versions import counting_calls
from ..engine.memory.views import from_start, view
from ..engine.operands import as_constant
from ..engine.operation import operation
from ..engine.tensor import Tensor, memory, wrap
from ..engine.unary import unary
from ..engine.unbroadcast import sum_to
from ..engine.uninterrupted import uninterrupted
from ..messages.errors import error
from .dims import dim_index, inferred, sizes

# Reshaping


@method()
def resize_(self: Tensor, size: Ints, *, memory_format: Anything = None) -> Tensor:
    """Change the shape in place: to the numbers that come first in memory, or to more of them.

    Use reshape instead, which raises if the sizes don't match. Additional numbers are 0.
    """
    if self.requires_grad:
        raise error("resize_tracked")
    shape = sizes((size,))
    if any(n < 0 for n in shape):
        raise error("negative_resize", shape)
    check_inference(self)
    if shape == self._value.shape:
        return self
    flat, count = from_start(memory(self)), math.prod(shape)
    if count > flat.size:
        flat = np.concatenate([flat, np.zeros(count - flat.size, flat.dtype)])
        self._view = None  # its memory is its own now
    value = flat[:count].reshape(shape)
    uninterrupted([(setattr, self, "_value", value[()]), *counting_calls(self)])
    return self


def _shaped(name: str, kind=view):
    """Define an operation that changes the shape. `name`: its node's name in PyTorch."""
    return kind(name, x=lambda g, x_shape: g.reshape(x_shape))(lambda x, s: x.reshape(s))


_view = _shaped("ViewBackward0")
_reshape_alias = _shaped("ReshapeAliasBackward0")  # for a tensor that isn't contiguous
_unsafe_view = _shaped("UnsafeViewBackward0", unary)  # where no view is possible


@public()
def reshape(input: Tensor, shape: Ints) -> Tensor:
    """Return the same elements in the given shape, as a view if possible, otherwise as a copy."""
    return reshaped(input, sizes((shape,)))


def reshaped(x, shape: tuple):
    """Return x in the given shape, in which one size may be -1."""
    shape = inferred(shape, x._value.size)
    if not _can_view(x, shape):
        return _unsafe_view(_row_by_row(x), shape)
    return (_view if is_contiguous(x) else _reshape_alias)(x, shape)


@overload
def view_as_shape(self: Tensor, dtype: Dtype) -> Tensor: ...
@overload
def view_as_shape(self: Tensor, size: Ints) -> Tensor: ...
@method("view")
def view_as_shape(self, size):
    """Return a view of the same memory with the given shape."""
    shape = inferred(sizes((size,)), self._value.size)
    if not _can_view(self, shape):
        raise error("view_strides")
    return _view(self, shape)


def _can_view(x, shape) -> bool:
    value = x._value
    if not isinstance(value, np.ndarray) or value.size == 0 or value.flags.c_contiguous:
        return True
    return np.may_share_memory(value, value.reshape(shape))


@method()
def reshape_as(self: Tensor, other: Tensor) -> Tensor:
    """Return the same elements in another tensor's shape."""
    return reshaped(self, other._value.shape)


@method()
def view_as(self: Tensor, other: Tensor) -> Tensor:
    """Return a view of the same memory with another tensor's shape."""
    return view_as_shape(self, other._value.shape)


@public()
def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Flatten the dims from start_dim to end_dim into one."""
    shape = input._value.shape
    first, last = dim_index(start_dim, len(shape)), dim_index(end_dim, len(shape))
    if not shape:
        return reshaped(input, (1,))
    if first > last:
        raise error("flatten_order")
    if first == last:
        return input
    size = math.prod(shape[first : last + 1])
    return reshaped(input, (*shape[:first], size, *shape[last + 1 :]))


# Repetition, and its adjoint: the sum


@view("ExpandBackward0", x=lambda g, x_shape: sum_to(g, x_shape))
def _expand(x, shape):
    if x.shape == shape:
        return x[...]
    return np.lib.stride_tricks.as_strided(x, shape, repeating_strides(x, shape))


@method()
def expand(self: Tensor, size: Ints, *, implicit: bool = False) -> Tensor:
    """Repeat x without copying, along new dims and dims of size 1. A size of -1 means no change."""
    return _expand(self, expanded(self, sizes((size,))))


@public()
def broadcast_to(input: Tensor, size: Ints) -> Tensor:
    """Repeat x without copying, along new dims and dims of size 1. A size of -1 means no change."""
    return expand(input, size)


def repeating_strides(x, shape):
    """Return the strides that repeat x to fill the given shape."""
    steps: list = []
    for n, m, step in itertools.zip_longest(x.shape[::-1], shape[::-1], x.strides[::-1]):
        if n is None:  # a new dim
            n, step = 1, shape[-len(steps)] * steps[-1] if steps and x.ndim else 0
        steps.append(step if n == m else 0)
    return steps[::-1]


def expanded(x, wanted: tuple) -> tuple:
    """Return the shape of x repeated along new dims and dims of size 1.

    A size of -1 leaves that dim unchanged.
    """
    before = x._value.shape
    extra = len(wanted) - len(before)
    if extra < 0:
        kind = "CPUBoolType" if x._dtype.kind == 0 else f"minigrad.{x._dtype.legacy_name}Tensor"
        raise error("expand_count", kind, before, wanted, len(wanted), len(before))
    padded = (1,) * extra + before
    shape = tuple(padded[i] if n == -1 and i >= extra else n for i, n in enumerate(wanted))
    for i, (n, k) in reversed([*enumerate(zip(shape, padded, strict=True))]):
        if k not in (1, n):
            raise error("expand_size", n, k, i, shape, before)
        if n < 0:
            raise error("expand_leading", n, i)
    return shape


@method()
def expand_as(self: Tensor, other: Tensor) -> Tensor:
    """Repeat x to match another tensor's shape without copying."""
    return expand(self, other._value.shape)


def _repeat_rule(g, x_shape, counts):
    """Return the sum of g over the copies that repeating made."""
    rows = (1,) * (len(counts) - len(x_shape)) + x_shape
    pairs = [n for pair in zip(counts, rows, strict=True) for n in pair]
    return g.reshape(pairs).sum(tuple(range(0, len(pairs), 2))).reshape(x_shape)


@unary("RepeatBackward0", x=_repeat_rule)
def _repeat(x, counts):
    return ordered(np.tile(x, counts))


@method()
def repeat(self: Tensor, repeats: Ints) -> Tensor:
    """Repeat x along each dim the given number of times."""
    before, counts = self._value.shape, sizes((repeats,))
    if len(counts) < len(before):
        raise error("repeat_count")
    rows = (1,) * (len(counts) - len(before)) + before
    shape = [n * count for n, count in zip(rows, counts, strict=True)]
    for n in shape:
        if n < 0:
            raise error("negative_repeat", n, shape)
    return _repeat(self, counts)


@public()
def tile(input: Tensor, dims: Ints) -> Tensor:
    """Repeat x along each dim the given number of times.

    If there are fewer counts than dims, they apply to the last dims.
    """
    counts = sizes((dims,))
    return repeat(input, (1,) * (input._value.ndim - len(counts)) + counts)


def zeros_of(g):
    """Return zeros with the shape and dtype of g and no history. This can be used as a rule."""
    if isinstance(g, Tensor):
        return wrap(np.zeros_like(g._value)[()], g._dtype)
    return np.zeros_like(g)[()]


# Copies


@unary("CloneBackward0", x=lambda g: g)
def cloned(x):
    """Return a copy of x with memory of its own and the same memory layout."""
    return relaid(x, x) if 0 in x.strides else np.array(x)[()]


@public()
def clone(input: Tensor, *, memory_format: Anything = None) -> Tensor:
    """Copy x into new memory."""
    return cloned(input)


_row_by_row = unary("CloneBackward0", x=lambda g: g)(lambda x: np.array(x, order="C"))


def ordered(array):
    """Return the array laid out row by row in memory, as PyTorch lays out a reduction's result."""
    return np.asarray(array, order="C")[()]


@method()
def contiguous(self: Tensor, *, memory_format: Anything = None) -> Tensor:
    """Return x if its elements are stored row by row, otherwise a copy that is stored this way."""
    return self if is_contiguous(self) else _row_by_row(self)


@method()
def is_contiguous(self: Tensor) -> bool:
    """Return whether the elements are stored row by row in memory."""
    return not isinstance(self._value, np.ndarray) or self._value.flags.c_contiguous


def with_promoted_number(number, operation, x):
    """Return operation(x, number), computed in the dtype that x and the number are promoted to."""
    if not isinstance(x, Tensor):
        return operation(x, number)
    number = number.item() if isinstance(number, np.generic) else number
    like = as_constant(number, x)
    return like if like is NotImplemented else operation(cast(x, like._dtype), number)


@operation("CopyBackwards", x=zeros_of, v=lambda g: g)
def _copied(x, v, shape):
    """Return v, broadcast and converted, as x's new value."""
    return (v if v.shape == shape else np.broadcast_to(v, shape)).astype(x.dtype)[()]


def copied(self: Tensor, other: Operand, non_blocking: bool = False) -> Tensor:
    """Return `other` in the shape and dtype of x."""
    value = other if isinstance(other, Tensor) else as_constant(other, self)
    shape, given = self._value.shape, value._value.shape
    if shape != given:
        if (both := common_shape(shape, given)) is None:
            raise broadcast_error(shape, given)
        if both != shape:
            raise error("copy_shape", shape, both)
    if value.requires_grad and not self._dtype.is_floating_point:
        value = value.detach()
    return _copied(self, value, shape)
