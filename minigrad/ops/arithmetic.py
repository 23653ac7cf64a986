"""Addition, subtraction, multiplication, and division."""

from __future__ import annotations

from typing import overload

import numpy as np

from ..api.entry import elementwise, in_place, of_one_tensor, operator, public
from ..api.types import First, Number, Operand
from ..engine.binary import binary
from ..engine.dtypes import bool_, wrapped
from ..engine.operands import as_tensors
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from .shape import with_promoted_number, zeros_of
from .silence import silent


@operator("__add__", "__radd__", "__iadd__")
@binary("AddBackward0", x=lambda g: g, y=lambda g: g)
def _add(x, y):
    """x + y"""
    return x + y


@operator("__mul__", "__rmul__", "__imul__")
@binary("MulBackward0", x=lambda g, y: g * y, y=lambda g, x: g * x)
def _mul(x, y):
    """x · y;   ∂/∂x = y,   ∂/∂y = x"""
    return x * y


@public(second="multiply")
def mul(input: First, other: Operand) -> Tensor:
    """x · y;   ∂/∂x = y,   ∂/∂y = x"""
    return _mul(input, other)


mul_ = in_place(mul)


_BOOLS = {bool, bool_}


def _no_bool(x, y) -> None:
    x_is, y_is = getattr(x, "_dtype", type(x)) in _BOOLS, getattr(y, "_dtype", type(y)) in _BOOLS
    if x_is or y_is:
        raise error("bools_minus" if x_is and y_is else "bool_minus")


@operator("__sub__", "__isub__")
@binary("SubBackward0", x=lambda g: g, y=lambda g: -g, check=_no_bool)
def _sub(x, y):
    """x - y"""
    return x - y


_rsub_number = unary("RsubBackward1", x=lambda g: -g)(
    lambda x, n: (n if x.dtype.kind == "f" else wrapped(n, x.dtype)) - x
)
_rsub_tensors = binary(
    "RsubBackward0", x=lambda g: -g, y=lambda g: g, check=lambda x, y: _no_bool(y, x)
)(lambda x, y: y - x)


@operator("__rsub__")
def _rsub(x, other):
    """other - x"""
    if isinstance(other, Tensor):
        return _rsub_tensors(x, other)
    if isinstance(other, np.ndarray):
        return NotImplemented
    _no_bool(other, x)
    return with_promoted_number(other, _rsub_number, x)


@operator("__truediv__", "__itruediv__")
@binary("DivBackward0", x=lambda g, y: g / y, y=lambda g, x, y: -g * (x / y / y), to_float=True)
@silent
def _div(x, y):
    """x / y;   ∂/∂x = 1/y,   ∂/∂y = -x/y²"""
    return x / y


@operator("__rtruediv__")
def _rdiv(x, number):
    """number / x"""
    return reciprocal.raw(x) * number


def _scaled(name: str, sign: int):
    """Define x + α·y or x - α·y."""

    @operation(name, x=lambda g: g, y=lambda g, alpha: sign * g * alpha)
    def scaled(x, y, alpha, dtype):
        factor = wrapped(sign * alpha, dtype)
        return x.astype(dtype, copy=False) + factor * y.astype(dtype, copy=False)

    def apply(x, other, alpha):
        x, other, dtype = as_tensors(x, other)
        if isinstance(alpha, bool) and dtype.kind:
            raise error("alpha_bool")
        if isinstance(alpha, float) and not dtype.is_floating_point:
            raise error("alpha_dtype")
        return scaled(x, other, alpha, dtype.numpy)

    return apply


_add_scaled, _sub_scaled = _scaled("AddBackward0", 1), _scaled("SubBackward0", -1)


@public(has_old=True)
def add(input: First, other: Operand, *, alpha: Number = 1) -> Tensor:
    """x + α·other"""
    if alpha == 1 and alpha is not True:
        return _add(input, other)
    return _add_scaled(input, other, alpha)


add_ = in_place(add)


@public(has_old=True, second="subtract")
def sub(input: First, other: Operand, *, alpha: Number = 1) -> Tensor:
    """x - α·other"""
    if alpha == 1 and alpha is not True:
        return _sub(input, other)
    _no_bool(input, other)
    return _sub_scaled(input, other, alpha)


sub_ = in_place(sub)


@operator("__neg__")
@of_one_tensor()
@unary("NegBackward0", x=lambda g: -g)
def neg(x):
    """-x"""
    try:
        return -x
    except TypeError:
        raise error("neg_bool") from None


neg_ = in_place(neg, shares="all")


@operator("__pos__")
def _pos(x):
    """Return +x, which is x itself."""
    if x._dtype.kind == 0:
        raise error("pos_bool")
    return x


@elementwise("ReciprocalBackward0", x=lambda g, out: -g * (out * out), to_float=True)
@silent
def reciprocal(x):
    """1/x;   d/dx = -1/x²"""
    return 1 / x


@public(second="divide")
def div(input: First, other: Operand) -> Tensor:
    """x / y;   ∂/∂x = 1/y,   ∂/∂y = -x/y²"""
    return _div(input, other)


div_ = in_place(div)

# Division rounded to a whole number, and its remainder


def _underived(name: str):
    """Define an operation that's recorded but can't be differentiated."""

    def refuse(g):
        raise error("no_derivative", name)

    return binary("NotImplemented", x=refuse, y=refuse)


def _whole(x, y):
    if x.dtype.kind == "b":
        raise not_implemented("div_floor_cpu", x.dtype)
    if x.dtype.kind in "iu" and x.size and not np.all(y):
        raise error("by_zero")
    return _floor_quotient(x, y)


_floor_quotient = silent(np.floor_divide)


@binary("DivBackward2", x=zeros_of, y=zeros_of)
def _whole_part(x, y):
    """⌊x / y⌋, which is constant between its steps"""
    return _whole(x, y)


_floor_divide = _underived("floor_divide")(_whole)


@overload
def floor_divide(input: First, other: Operand) -> Tensor: ...
@overload
def floor_divide(input: First, other: Number) -> Tensor: ...  # type: ignore[overload-cannot-match]
@operator("__floordiv__", reflected="__rfloordiv__")
@public()
def floor_divide(input, other):
    """⌊x / y⌋, which has no gradient"""
    return _floor_divide(input, other)


operator("__ifloordiv__")(_underived("floor_divide_")(_whole))


@binary("RemainderBackward1", x=lambda g: g, y=lambda g, x, y: -g * _whole_part(x, y))
@silent
def _remainder(x, y):
    """x - y⌊x / y⌋;   ∂/∂x = 1,   ∂/∂y = -⌊x / y⌋"""
    if x.dtype.kind == "b":
        raise not_implemented("remainder_cpu", x.dtype)
    if x.dtype.kind in "iu":
        if x.size and not np.all(y):
            raise error("by_zero")
        return np.remainder(x, y)
    left = np.fmod(x, y)  # NumPy's own remainder gives a 0 the sign of y
    return np.where((left != 0) & ((left < 0) != (y < 0)), left + y, left)[()]


@unary("RemainderBackward0", x=lambda g: g)
def _remainder_of_number(x, n):
    """x - n⌊x / n⌋ for a number n"""
    return _remainder(x, wrapped(n, x.dtype))


_of_number_by = _underived("remainder")(_remainder)


@operator("__mod__", "__imod__", reflected="__rmod__")
def _modulo(x, other):
    if not isinstance(x, Tensor):
        return _of_number_by(x, other)
    if isinstance(other, Tensor):
        return _remainder(x, other)
    return with_promoted_number(other, _remainder_of_number, x)


@overload
def remainder(input: Tensor, other: Operand) -> Tensor: ...
@overload
def remainder(self: Number, other: Tensor) -> Tensor: ...
@overload
def remainder(input: Tensor, other: Number) -> Tensor: ...  # type: ignore[overload-cannot-match]
@public()
def remainder(input, other):  # type: ignore[misc]
    """x - other·⌊x / other⌋, which has the same sign as other"""
    return _modulo(input, other)
