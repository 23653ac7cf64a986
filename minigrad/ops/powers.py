"""Powers, roots, exponentials, and logarithms."""

from __future__ import annotations

import math
from typing import overload

import numpy as np

from ..api.entry import elementwise, in_place, of_one_tensor, operator, public
from ..api.types import Number
from ..engine.binary import binary
from ..engine.dtypes import from_numpy_dtype, holding, wrapped
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from .comparison import eq, ge, logical_and
from .piecewise import chosen
from .shape import with_promoted_number, zeros_of
from .silence import silent


@operator("__pow__", "__ipow__", reflected="__rpow__")
def _pow(x, exponent):
    if not isinstance(exponent, Tensor):
        return with_promoted_number(exponent, _power, x)
    if isinstance(x, Tensor):
        return _tensor_power(x, exponent)
    return with_promoted_number(x, _exponential, exponent)


@overload
def pow(input: Tensor, exponent: Tensor) -> Tensor: ...
@overload
def pow(self: Number, exponent: Tensor) -> Tensor: ...
@overload
def pow(input: Tensor, exponent: Number) -> Tensor: ...
@public()
def pow(input, exponent):  # type: ignore[misc]
    """xⁿ;   ∂/∂x = n xⁿ⁻¹,   ∂/∂n = xⁿ ln x"""
    return _pow(input, exponent)


pow_ = in_place(pow)


@unary(
    "PowBackward0",
    x=lambda g, x, exponent: (
        g * (exponent * _power(x, exponent - 1)) if exponent != 0 else zeros_of(g)
    ),
)
def _power(x, exponent):
    """xⁿ for a number n"""
    n = exponent
    if x.dtype == bool:  # then n is also a bool
        return x | (not n)
    if x.dtype.kind in "iu":
        if n < 0:
            raise error("negative_power")
        n = holding(from_numpy_dtype(x.dtype), n)
    return _to_number(x, n)


@silent
def _to_number(x, n):
    if n in (0.5, -0.5):
        return np.sqrt(x) if n > 0 else 1 / np.sqrt(x)
    if n in (3, -2):  # faster, and identical to PyTorch's result to the last digit
        return x * x * x if n > 0 else 1 / (x * x)
    return x**n


@binary(
    "PowBackward1",
    x=lambda g, x, exponent: chosen(eq.raw(exponent, 0), 0.0, g * (exponent * x ** (exponent - 1))),
    exponent=lambda g, x, exponent, out: (
        g * chosen(_zero_power(x, exponent), 0.0, out * log.raw(x))  # type: ignore[has-type]
    ),
)
def _tensor_power(x, exponent):
    """xʸ for two tensors"""
    if x.dtype.kind == "b":
        raise not_implemented("pow", x.dtype)
    return _to_tensor(x, exponent)


def _zero_power(x, y):
    """Return a mask of the elements where x is 0 and xʸ is 0 for every exponent near y."""
    return logical_and.raw(eq.raw(x, 0), ge.raw(y, 0))


@silent
def _to_tensor(x, y):
    if x.dtype.kind == "f" or np.all(y >= 0):
        return x**y
    whole = np.trunc(np.power(1.0 * x, y))  # 1/xⁿ rounded toward 0
    return np.where(y < 0, np.nan_to_num(whole, posinf=0), x ** np.maximum(y, 0)).astype(x.dtype)


@unary(
    "PowBackward2",
    exponent=lambda g, exponent, out, base: g * exponential_slope(out, exponent, base),
)
@silent
def _exponential(exponent, base):
    """bⁿ for a number b"""
    if exponent.dtype.kind == "b":
        raise not_implemented("pow", exponent.dtype)
    return _to_tensor(wrapped(base, exponent.dtype), exponent)


def exponential_slope(out, n, base):
    """bⁿ ln b, or 0 where 0ⁿ is 0 for every exponent near n"""
    if base == 0:
        return chosen(ge.raw(n, 0), 0.0, out * -math.inf)
    return out * (math.log(base) if base > 0 else math.nan)


@of_one_tensor()
def square(x):
    """x²;   d/dx = 2x"""
    return _pow(x, 2)


@elementwise("ExpBackward0", x=lambda g, out: g * out, to_float=True)
@silent
def exp(x):
    """eˣ;   d/dx = eˣ"""
    return np.exp(x)


exp_ = in_place(exp)


@elementwise("Expm1Backward0", x=lambda g, out: g * (out + 1), to_float=True)
@silent
def expm1(x):
    """eˣ - 1, accurate near 0;   d/dx = eˣ"""
    return np.expm1(x)


@elementwise("LogBackward0", x=lambda g, x: g / x, to_float=True)
@silent
def log(x):
    """ln x;   d/dx = 1/x"""
    return np.log(x)


log_ = in_place(log)


@elementwise("Log1PBackward0", x=lambda g, x: g / (x + 1), to_float=True)
@silent
def log1p(x):
    """ln(1 + x), accurate near 0;   d/dx = 1/(1 + x)"""
    return np.log1p(x)


@elementwise("Log2Backward0", x=lambda g, x: g / (x * math.log(2)), to_float=True)
@silent
def log2(x):
    """log₂ x;   d/dx = 1/(x ln 2)"""
    return np.log2(x)


@elementwise("Log10Backward0", x=lambda g, x: g / (x * math.log(10)), to_float=True)
@silent
def log10(x):
    """log₁₀ x;   d/dx = 1/(x ln 10)"""
    return np.log10(x, dtype=np.float64).astype(x.dtype)  # in float32, log10(1000) isn't 3


@elementwise("SqrtBackward0", x=lambda g, out: g / (2 * out), to_float=True)
@silent
def sqrt(x):
    """√x;   d/dx = 1/(2√x)"""
    return np.sqrt(x)


sqrt_ = in_place(sqrt)


@elementwise("RsqrtBackward0", x=lambda g, out: -0.5 * g * _pow(out, 3), to_float=True)
@silent
def rsqrt(x):
    """1/√x;   d/dx = -1/(2√x³)"""
    return 1 / np.sqrt(x)
