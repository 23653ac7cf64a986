"""Trigonometric and hyperbolic functions."""

import numpy as np

from ..engine.define import unary
from .slopes import ONE, smooth


@unary("SinBackward0", lambda g, x: g * cos(x), saves="x", to_float=True)
def sin(x):
    """sin x;   d/dx = cos x"""
    return np.sin(x)


@unary("CosBackward0", lambda g, x: g * -sin(x), saves="x", to_float=True)
def cos(x):
    """cos x;   d/dx = -sin x"""
    return np.cos(x)


@unary("TanBackward0", lambda g, _x, out: g * (out * out + 1), saves="out", to_float=True)
def tan(x):
    """tan x;   d/dx = 1 + tan² x"""
    return np.tan(x)


@unary("AtanBackward0", lambda g, x: g / (x * x + 1), saves="x", to_float=True)
def atan(x):
    """arctan x;   d/dx = 1/(1 + x²)"""
    return np.arctan(x)


@unary("SinhBackward0", lambda g, x: g * cosh(x), saves="x", to_float=True)
def sinh(x):
    """sinh x;   d/dx = cosh x"""
    return np.sinh(x)


@unary("CoshBackward0", lambda g, x: g * sinh(x), saves="x", to_float=True)
def cosh(x):
    """cosh x;   d/dx = sinh x"""
    return np.cosh(x)


@smooth("Tanh", lambda out: ONE - out * out, lambda out: -2 * out, saves="out", to_float=True)
def tanh(x):
    """tanh x;   d/dx = 1 - tanh² x"""
    return np.tanh(x)
