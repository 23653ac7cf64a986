"""Functions in pieces, such as |x|, relu, where, clamp; at a kink the gradient is PyTorch's."""

import functools

import numpy as np

from ..engine.define import binary, operation, unary
from ..engine.dtypes import holding, of_number, wider
from ..engine.memory.versions import watched
from ..engine.operands import as_tensors, common_dtype
from ..engine.tensor import Tensor, wrap
from ..messages.errors import broadcast_error, error, not_implemented
from .comparison import eq, ge, gt, le, logical_and, logical_or, lt
from .shape import cast, zeros_of


@unary("SignBackward0", zeros_of)
def sign(x):
    """-1, 0 or 1;   d/dx = 0"""
    return x.copy() if x.dtype == bool else np.greater(x, 0).astype(x.dtype) - np.less(x, 0)


sgn = unary("SgnBackward0", zeros_of)(sign)  # sign x, as a gradient has it


@unary("AbsBackward0", lambda g, x: g * sgn(x), saves="x")
def abs(x):
    """|x|;   d/dx = sign x, 0 at 0"""
    if x.dtype.kind == "b":
        raise not_implemented("abs_cpu", x.dtype)
    return np.abs(x)


@unary("FloorBackward0", zeros_of)
def floor(x):
    """⌊x⌋, rounded down;   d/dx = 0"""
    if x.dtype.kind == "b":
        raise not_implemented("floor_vml_cpu", x.dtype)
    return np.floor(x).astype(x.dtype)


@unary("CeilBackward0", zeros_of)
def ceil(x):
    """⌈x⌉, rounded up;   d/dx = 0"""
    if x.dtype.kind == "b":
        raise not_implemented("ceil_vml_cpu", x.dtype)
    return np.ceil(x).astype(x.dtype)


@unary("TruncBackward0", zeros_of)
def trunc(x):
    """x without its digits after the point;   d/dx = 0"""
    if x.dtype.kind == "b":
        raise not_implemented("trunc_vml_cpu", x.dtype)
    return np.trunc(x).astype(x.dtype)


@unary("RoundBackward0", zeros_of)
def _round(x):
    """x rounded, a half to the even neighbor"""
    if x.dtype.kind == "b":
        raise not_implemented("round_vml_cpu", x.dtype)
    return np.round(x)


@unary("RoundBackward1", zeros_of)
def _round_to(x, decimals):
    """x rounded to some digits after the point"""
    if x.dtype.kind != "f":
        raise not_implemented("round_cpu" if decimals else "round_vml_cpu", x.dtype)
    return np.round(x, decimals)


def round(x, *, decimals: int | None = None):
    """x rounded, a half to the even neighbor;   d/dx = 0"""
    return _round(x) if decimals is None else _round_to(x, decimals)


@unary("ReluBackward0", lambda g, _x, out: passed(g, out), saves="out")
def relu(x):
    """max(x, 0);   d/dx = 1 for x > 0, 0 at 0"""
    if x.dtype == bool:
        raise error("relu_bool")
    return np.maximum(0, x)  # in this order -0 stays -0, as in PyTorch


@binary("ThresholdBackwardBackward0", lambda g, _h, y: passed(g, y), zeros_of, saves=("y", ""))
def passed(h, y):
    """h where y > 0 (or NaN), else 0"""
    bits = h.view(f"i{h.itemsize}")  # times 1 or 0: exact, also for infinity, and without branches
    return (bits * ~(y <= 0)).view(h.dtype)


@binary("MaximumBackward0", lambda g, x, y: won(g, x, y), lambda g, x, y: won(g, y, x), saves="x y")
def maximum(x, y):
    """the larger of x and y;   at a tie both get half the gradient"""
    return np.maximum(y, x)  # of 0 and -0 the first, as in PyTorch


@binary("MinimumBackward0", lambda g, x, y: won(g, y, x), lambda g, x, y: won(g, x, y), saves="x y")
def minimum(x, y):
    """the smaller of x and y;   at a tie both get half the gradient"""
    return np.minimum(y, x)


def won(g, x, y):
    """g where x > y, half of it where they are equal, 0 elsewhere"""
    return where(eq(x, y), g / 2, where(lt(x, y), 0.0, g))


def where(condition, input=None, other=None):
    """input where the condition holds, other elsewhere; the places where it holds, if alone"""
    mask = condition if isinstance(condition, Tensor) else None
    if isinstance(condition, Tensor):
        if input is None and other is None:
            return condition.nonzero(as_tuple=True)
        if condition._dtype.kind != 0:
            raise error("where_condition", condition)
        condition = condition._value
        if not isinstance(input, Tensor) and not isinstance(other, Tensor):
            input = _number(input, other)
    if isinstance(input, Tensor) or isinstance(other, Tensor):
        input, other, dtype = as_tensors(input, other)
        return watched(_where(input, other, condition, dtype.numpy), mask)
    return _where(input, other, condition)


def where_else(x, condition: Tensor, other):
    """x where the condition holds, other elsewhere"""
    return where(condition, x, other)


def _number(number, beside) -> Tensor:
    dtype = of_number(number)
    dtype = dtype if beside is None else wider(dtype, of_number(beside))
    return wrap(dtype.numpy.type(number), dtype)


def there(g, _x, _y, condition, *_dtype):
    """g where the condition holds, else 0"""
    return where(condition, g, 0.0)


def elsewhere(g, _x, _y, condition, *_dtype):
    """g where the condition does not hold, else 0"""
    return where(condition, 0.0, g)


@operation("WhereBackward0", there, elsewhere, fits=True, frees=True)
def _where(x, y, condition, dtype=None):
    """x where the condition holds, y elsewhere"""
    dtype = dtype or (x if isinstance(x, np.ndarray | np.generic) else y).dtype
    try:
        return np.where(condition, x, y).astype(dtype, copy=False)[()]
    except ValueError:
        raise broadcast_error(*map(np.shape, (condition, x, y))) from None


def clamp(x, min=None, max=None):
    """x, but at least min and at most max;   d/dx = 1 inside and on the bounds"""
    bounds = [bound for bound in (min, max) if bound is not None]
    if not bounds:
        raise error("no_bounds")
    if all(isinstance(bound, Tensor) for bound in bounds):
        dtype = functools.reduce(wider, (common_dtype(x, bound) for bound in bounds))
        return _clamp_between(x, min, max, dtype.numpy)
    return _clamp(_beside(x, *bounds), min, max)


def clamp_min(x, min):
    """x, but at least min;   d/dx = 1 above it and at it"""
    if isinstance(min, Tensor):
        return _clamp_above(x, min)
    return _clamp_min(_beside(x, min), min, None)


def clamp_max(x, max):
    """x, but at most max;   d/dx = 1 below it and at it"""
    if isinstance(max, Tensor):
        return _clamp_below(x, max)
    return _clamp_max(_beside(x, max), None, max)


def _beside(x, *numbers):
    """x in the dtype that it has beside these numbers"""
    wanted = functools.reduce(wider, map(of_number, numbers))
    return cast(x, wanted) if wanted.kind > x._dtype.kind else x


def _in_its_kind(operation):
    """The operation for in-place use, which refuses bounds of another kind."""

    def same(x, *args, **named):
        bounds = (*args, *named.values())
        numbers = (of_number(b) for b in bounds if not isinstance(b, Tensor | None))
        kind = functools.reduce(wider, numbers, x._dtype)
        if kind.kind > x._dtype.kind:
            raise error("clamp_in_place", kind.legacy_name, x)
        return operation(x, *args, **named)

    same.__doc__ = f"{operation.__name__} for in-place use, which refuses bounds of another kind"
    return same


clamp_same, clamp_min_same, clamp_max_same = map(_in_its_kind, (clamp, clamp_min, clamp_max))


def _inside(g, x, low, high, *_dtype):
    return where(within(x, low, high), g, 0.0)


def _raised(g, x, low, high, _dtype):
    below = lt(x, low)
    return where(below if high is None else logical_and(below, lt(low, high)), g, 0.0)


def _lowered(g, x, low, high, _dtype):
    above = gt(x, high)
    return where(above if low is None else logical_or(above, gt(low, high)), g, 0.0)


def _between_numbers(x, min, max):
    """x between two numbers"""
    bound = "min_" if max is None else "max_" if min is None else ""
    if x.dtype.kind == "b":
        raise not_implemented(f"clamp_{bound}scalar_cpu", x.dtype)
    above = x if min is None else np.maximum(min, x)
    return (above if max is None else np.minimum(max, above)).astype(x.dtype, copy=False)


_clamp, _clamp_min, _clamp_max = (
    unary(name, _inside, saves=saves)(_between_numbers)
    for name, saves in (
        ("ClampBackward1", "x min max"),
        ("ClampMinBackward0", "x min"),
        ("ClampMaxBackward0", "x max"),
    )
)


@operation("ClampBackward0", _inside, _raised, _lowered, saves="x min max", fits=True)
def _clamp_between(x, min, max, dtype):
    """x between two tensors"""
    above = x if min is None else np.maximum(min, x)  # of 0 and -0 the first, as in PyTorch
    return (above if max is None else np.minimum(max, above)).astype(dtype)


@binary(
    "ClampMinBackward1",
    lambda g, x, y: where(ge(x, y), g, 0.0),
    lambda g, x, y: where(lt(x, y), g, 0.0),
    saves="x min",
)
def _clamp_above(x, min):
    """x, but at least another tensor"""
    return np.maximum(min, x)


@binary(
    "ClampMaxBackward1",
    lambda g, x, y: where(le(x, y), g, 0.0),
    lambda g, x, y: where(gt(x, y), g, 0.0),
    saves="x max",
)
def _clamp_below(x, max):
    """x, but at most another tensor"""
    return np.minimum(max, x)


def within(x, low, high):
    """whether low ≤ x ≤ high, where a bound that is None does not bind"""
    above = True if low is None else ge(x, low)
    below = True if high is None else le(x, high)
    return above if high is None else below if low is None else logical_and(above, below)


def filled(x, value):
    """the value everywhere"""
    if not isinstance(value, Tensor):
        return _filled(x, holding(x._dtype, value))
    if value._value.ndim:
        raise error("fill_value", value)
    return _filled_with(x, value)


def _full(x, value):
    return np.full(x.shape, np.asarray(value, x.dtype))[()]  # np.full itself warns of NaN


_filled = unary("FillBackward2", zeros_of)(_full)
_filled_with = operation("FillBackward3", zeros_of, lambda g, *_: g.sum(), fits=True)(_full)


@unary("ZeroBackward0", zeros_of)
def zeroed(x):
    """zero everywhere"""
    return np.zeros(x.shape, x.dtype)[()]
