"""Piecewise functions, such as |x|, relu, where, and clamp, with PyTorch's gradient at kinks."""

from __future__ import annotations

import functools
import inspect
from typing import overload

import numpy as np

from ..api.entry import Elementwise, elementwise, in_place, method, operator, public
from ..api.types import Number, Operand
from ..engine.binary import binary
from ..engine.broadcasting import require_broadcast
from ..engine.casting import cast
from ..engine.dtypes import holding, of_number, uint8, wider
from ..engine.memory.versions import watched
from ..engine.operands import as_tensors, common_dtype
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error, not_implemented, warn
from .comparison import eq, ge, gt, le, logical_and, logical_or, lt
from .shape import zeros_of


@elementwise("SignBackward0", x=zeros_of)
def sign(x):
    """-1, 0, or 1;   d/dx = 0"""
    return x.copy() if x.dtype == bool else np.greater(x, 0).astype(x.dtype) - np.less(x, 0)


# sign x, under the name that PyTorch gives it inside a gradient.
sgn = unary("SgnBackward0", x=zeros_of)(inspect.unwrap(sign))


@operator("__abs__")
@elementwise("AbsBackward0", x=lambda g, x: g * sgn(x))
def abs(x):
    """|x|;   d/dx = sign x, and 0 at 0"""
    if x.dtype.kind == "b":
        raise not_implemented("abs_cpu", x.dtype)
    return np.abs(x)


abs_ = in_place(abs)


@elementwise("FloorBackward0", x=zeros_of)
def floor(x):
    """⌊x⌋, rounded down;   d/dx = 0"""
    if x.dtype.kind == "b":
        raise not_implemented("floor_vml_cpu", x.dtype)
    return np.floor(x).astype(x.dtype)


@elementwise("CeilBackward0", x=zeros_of)
def ceil(x):
    """⌈x⌉, rounded up;   d/dx = 0"""
    if x.dtype.kind == "b":
        raise not_implemented("ceil_vml_cpu", x.dtype)
    return np.ceil(x).astype(x.dtype)


@elementwise("TruncBackward0", x=zeros_of)
def trunc(x):
    """x rounded toward 0;   d/dx = 0"""
    if x.dtype.kind == "b":
        raise not_implemented("trunc_vml_cpu", x.dtype)
    return np.trunc(x).astype(x.dtype)


@unary("RoundBackward0", x=zeros_of)
def _round(x):
    """x rounded to the nearest integer, with halves rounded to even"""
    if x.dtype.kind == "b":
        raise not_implemented("round_vml_cpu", x.dtype)
    return np.round(x)


@unary("RoundBackward1", x=zeros_of)
def _round_to(x, decimals):
    """x rounded to a number of decimal places"""
    if x.dtype.kind != "f":
        raise not_implemented("round_cpu" if decimals else "round_vml_cpu", x.dtype)
    return np.round(x, decimals)


@overload
def round(input: Tensor) -> Tensor: ...
@overload
def round(input: Tensor, *, decimals: int) -> Tensor: ...
@public()
def round(input, *, decimals=None):
    """x rounded to the nearest integer, with halves rounded to even;   d/dx = 0"""
    return _round(input) if decimals is None else _round_to(input, decimals)


round_ = in_place(round)


@binary("ThresholdBackwardBackward0", g=lambda h, at: passed(h, at), at=zeros_of)
def passed(g, at):
    """Return g where at > 0 (or NaN), else 0."""
    if isinstance(g, np.generic):
        return g.dtype.type(0) if at <= 0 else g
    # A product with 1 or 0 is exact, even for infinity, and needs no branch.
    bits = g.view(f"i{g.itemsize}")
    return (bits * ~(at <= 0)).view(g.dtype)


@elementwise("ReluBackward0", x=lambda g, out: passed(g, out))
def relu(x):
    """max(x, 0);   d/dx = 1 for x > 0, else 0"""
    if isinstance(x, np.floating):  # np.maximum takes ten times as long for a single number
        return x.dtype.type(0) if x < 0 else x
    if x.dtype == bool:
        raise error("relu_bool")
    return np.maximum(0, x)  # in this order, -0 stays -0, as in PyTorch


relu_ = in_place(relu)


@binary(
    "MaximumBackward0",
    x=lambda g, x, y: share_to_larger(g, x, y),
    y=lambda g, x, y: share_to_larger(g, y, x),
)
def _maximum(x, y):
    return np.maximum(y, x)  # of 0 and -0, the one that comes first in the call, as in PyTorch


@public()
def maximum(input: Tensor, other: Tensor) -> Tensor:
    """Return the larger of x and y. In a tie, each receives half of the gradient."""
    return _maximum(input, other)


@binary(
    "MinimumBackward0",
    x=lambda g, x, y: share_to_larger(g, y, x),
    y=lambda g, x, y: share_to_larger(g, x, y),
)
def _minimum(x, y):
    return np.minimum(y, x)  # of 0 and -0, the one that comes first in the call, as in PyTorch


@public()
def minimum(input: Tensor, other: Tensor) -> Tensor:
    """Return the smaller of x and y. In a tie, each receives half of the gradient."""
    return _minimum(input, other)


def share_to_larger(g, x, y):
    """Return g where x > y, g/2 where x = y, and 0 elsewhere."""
    return chosen(eq.raw(x, y), g / 2, chosen(lt.raw(x, y), 0.0, g))


@overload
def where(condition: Tensor) -> tuple[Tensor, ...]: ...
@overload
def where(condition: Tensor, input: Tensor, other: Tensor) -> Tensor: ...
@overload
def where(condition: Tensor, self: Number, other: Tensor) -> Tensor: ...
@overload
def where(condition: Tensor, input: Tensor, other: Number) -> Tensor: ...
@overload
def where(condition: Tensor, self: Number, other: Number) -> Tensor: ...
@public(method=False)
def where(condition, input=None, other=None):  # type: ignore[misc]
    """Return input where condition is true, else other.

    Given only a condition, return the indices of its true elements.
    """
    if input is None and other is None:
        return condition.nonzero(as_tuple=True)
    if condition._dtype is uint8:
        warn("where_byte")
        condition = condition.bool()
    if condition._dtype.kind != 0:
        raise error("where_condition", condition)
    if not isinstance(input, Tensor) and not isinstance(other, Tensor):
        input = _number(input, other)
    for tensor, number in ((input, other), (other, input)):
        if not isinstance(number, Tensor) and of_number(number).kind <= tensor._dtype.kind:
            holding(tensor._dtype, number)  # raises if it's out of range
    return watched(chosen(condition._value, input, other), condition)


def chosen(condition, x, y):
    """Return x where the condition, an array or a constant, is true, and y elsewhere."""
    condition = condition._value if isinstance(condition, Tensor) else condition
    if isinstance(x, Tensor) or isinstance(y, Tensor):
        x, y, dtype = as_tensors(x, y)
        return _where(x, y, condition, dtype.numpy)
    return _where(x, y, condition)


@overload
def where_else(self: Tensor, condition: Tensor, other: Operand) -> Tensor: ...
@overload
def where_else(self: Tensor, condition: Tensor, other: Number) -> Tensor: ...  # type: ignore[overload-cannot-match]
@method("where")
def where_else(self, condition, other):
    """Return x where the condition is true, and other elsewhere."""
    return where(condition, self, other)


def _number(number, other) -> Tensor:
    dtype = of_number(number)
    dtype = dtype if other is None else wider(dtype, of_number(other))
    return wrap(dtype.numpy.type(number), dtype)


def where_true(g, condition):
    """Return g where the condition is true, else 0."""
    return chosen(condition, g, 0.0)


def where_false(g, condition):
    """Return g where the condition is false, else 0."""
    return chosen(condition, 0.0, g)


@operation("WhereBackward0", x=where_true, y=where_false, condition=None)
def _where(x, y, condition, dtype=None):
    """Return x where the condition is true, and y elsewhere."""
    dtype = dtype or (x if isinstance(x, np.ndarray | np.generic) else y).dtype
    try:
        return np.where(condition, x, y).astype(dtype, copy=False)[()]
    except ValueError:
        require_broadcast(*map(np.shape, (condition, x, y)))
        raise  # the values couldn't be converted


@overload
def clamp(input: Tensor, min: Tensor | None = None, max: Tensor | None = None) -> Tensor: ...
@overload
def clamp(input: Tensor, min: Number | None = None, max: Number | None = None) -> Tensor: ...
@public(second="clip")
def clamp(input, min=None, max=None):
    """Limit x to the range from min to max;   d/dx = 1 for min ≤ x ≤ max, else 0."""
    bounds = [bound for bound in (min, max) if bound is not None]
    if not bounds:
        raise error("no_bounds")
    if all(isinstance(bound, Tensor) for bound in bounds):
        dtype = functools.reduce(wider, (common_dtype(input, bound) for bound in bounds))
        return _clamp_between(input, min, max, dtype.numpy)
    return _clamp(*_beside(input, min, max))


def _beside(x, *bounds):
    """Return x in the dtype it's promoted to beside the bounds, and the bounds as it holds them."""
    wanted = functools.reduce(wider, (of_number(b) for b in bounds if b is not None))
    x = cast(x, wanted) if wanted.kind > x._dtype.kind else x
    return x, *(None if b is None else holding(x._dtype, b) for b in bounds)


def _clamped(x, min=None, max=None):
    """Compute clamp for in-place use, which rejects a float bound if x holds integers."""
    numbers = (of_number(b) for b in (min, max) if not isinstance(b, Tensor | None))
    kind = functools.reduce(wider, numbers, x._dtype)
    if kind.kind > x._dtype.kind:
        raise error("in_place_dtype", kind.legacy_name, x._dtype.c_name)
    return clamp.raw(x, min, max)  # type: ignore[attr-defined]


clamp_ = in_place(_clamped, like=clamp)


def _inside(g, x, min, max):
    return chosen(within(x, min, max), g, 0.0)


def _raised(g, x, min, max):
    below = lt.raw(x, min)
    return chosen(below if max is None else logical_and.raw(below, lt.raw(min, max)), g, 0.0)


def _lowered(g, x, min, max):
    above = gt.raw(x, max)
    return chosen(above if min is None else logical_or.raw(above, gt.raw(min, max)), g, 0.0)


@unary("ClampBackward1", x=_inside)
def _clamp(x, min, max):
    """Limit x to the range between two numbers."""
    bound = "min_" if max is None else "max_" if min is None else ""
    if x.dtype.kind == "b":
        raise not_implemented(f"clamp_{bound}scalar_cpu", x.dtype)
    above = x if min is None else np.maximum(min, x)
    return (above if max is None else np.minimum(max, above)).astype(x.dtype, copy=False)


@operation("ClampBackward0", x=_inside, min=_raised, max=_lowered)
def _clamp_between(x, min, max, dtype):
    """Limit x to the range between two tensors."""
    above = x if min is None else np.maximum(min, x)  # in this order for 0 and -0, as in PyTorch
    return (above if max is None else np.minimum(max, above)).astype(dtype)


def within(x, low, high):
    """Return whether low ≤ x ≤ high. A bound of None means no limit."""
    above = True if low is None else ge.raw(x, low)
    below = True if high is None else le.raw(x, high)
    return above if high is None else below if low is None else logical_and.raw(above, below)


def filled(x, value):
    """Return a tensor like x, filled with the value."""
    if not isinstance(value, Tensor):
        return _filled(x, holding(x._dtype, value))
    if value._value.ndim:
        raise error("fill_value", value)
    return _filled_with(x, value)


def _full(x, value):
    return np.full(x.shape, np.asarray(value, x.dtype))[()]  # np.full itself would warn about NaN


_filled = unary("FillBackward2", x=zeros_of)(_full)
_filled_with = operation("FillBackward3", x=zeros_of, value=lambda g: g.sum())(_full)


@unary("ZeroBackward0", x=zeros_of)
def _zeroed(x):
    """Return a tensor like x, filled with zeros."""
    return np.zeros(x.shape, x.dtype)[()]


zero_ = in_place(_zeroed, name="zero_", like=Elementwise.__call__, warns=())
