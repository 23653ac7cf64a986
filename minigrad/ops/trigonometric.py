"""Trigonometric and hyperbolic functions."""

import numpy as np

from ..api.entry import elementwise, in_place
from .silence import silent
from .slopes import ONE, slope_of


@elementwise("SinBackward0", x=lambda g, x: g * cos.raw(x), to_float=True)  # type: ignore[has-type]
def sin(x):
    """sin x;   d/dx = cos x"""
    return np.sin(x)


sin_ = in_place(sin)


@elementwise("CosBackward0", x=lambda g, x: g * -sin.raw(x), to_float=True)
def cos(x):
    """cos x;   d/dx = -sin x"""
    return np.cos(x)


cos_ = in_place(cos)


@elementwise("TanBackward0", x=lambda g, out: g * (out * out + 1), to_float=True)
@silent
def tan(x):
    """tan x;   d/dx = 1 + tan² x"""
    return np.tan(x)


@elementwise("AtanBackward0", x=lambda g, x: g / (x * x + 1), to_float=True)
def atan(x):
    """arctan x;   d/dx = 1/(1 + x²)"""
    return np.arctan(x)


@elementwise("SinhBackward0", x=lambda g, x: g * cosh.raw(x), to_float=True)  # type: ignore[has-type]
@silent
def sinh(x):
    """sinh x;   d/dx = cosh x"""
    return np.sinh(x)


@elementwise("CoshBackward0", x=lambda g, x: g * sinh.raw(x), to_float=True)
@silent
def cosh(x):
    """cosh x;   d/dx = sinh x"""
    return np.cosh(x)


_tanh_slope = slope_of("Tanh", lambda out: ONE - out * out, lambda out: -2 * out)


@elementwise("TanhBackward0", x=lambda g, out: _tanh_slope(g, out), to_float=True)
def tanh(x):
    """tanh x;   d/dx = 1 - tanh² x"""
    return np.tanh(x)


tanh_ = in_place(tanh)
