"""Nonlinear functions to use between a network's layers."""

from __future__ import annotations

import math

import numpy as np

from ..api.entry import elementwise, in_place, public
from ..api.types import Number
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import not_implemented
from .piecewise import chosen
from .powers import exp
from .shape import ordered, zeros_of
from .silence import silent
from .slopes import ONE, slope_of

_sigmoid_slope = slope_of("Sigmoid", lambda out: out * (ONE - out), lambda out: 1 - 2 * out)


@elementwise("SigmoidBackward0", x=lambda g, out: _sigmoid_slope(g, out), to_float=True)
@silent
def sigmoid(x):
    """σ(x) = 1/(1 + e⁻ˣ);   d/dx = σ(x)(1 - σ(x))"""
    return ONE / (ONE + np.exp(-x))


sigmoid_ = in_place(sigmoid)


_logsigmoid_slope = slope_of(
    "LogSigmoid", lambda x: sigmoid.raw(-x), lambda x: -sigmoid.raw(x) * sigmoid.raw(-x)
)


@unary("LogSigmoidBackward0", x=lambda g, x: _logsigmoid_slope(g, x))
@silent
def _logsigmoid(x):
    if x.dtype.kind != "f":
        raise not_implemented("log_sigmoid_cpu", x.dtype)
    return ordered(np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x))))


@public(name="log_sigmoid", method=False)
def logsigmoid(input: Tensor) -> Tensor:
    """ln σ(x), computed without overflow;   d/dx = σ(-x)"""
    return _logsigmoid(input)


_softplus_slope = slope_of(
    "Softplus",
    lambda x, b, top: chosen(x * b > top, 1.0, sigmoid.raw(x * b)),
    lambda x, b, top: chosen(x * b >= top, 0.0, b * sigmoid.raw(x * b) * sigmoid.raw(-x * b)),
)


@unary("SoftplusBackward0", x=lambda g, x, b, top: _softplus_slope(g, x, b, top))
@silent
def _softplus(x, b, top):
    if x.dtype.kind != "f":
        raise not_implemented("softplus_cpu", x.dtype)
    bx = x * b
    return np.where(bx > top, x, np.log1p(np.exp(np.minimum(bx, top))) / b)[()]


@public(method=False)
def softplus(input: Tensor, beta: Number = 1, threshold: Number = 20) -> Tensor:
    """x for βx > threshold, else ln(1 + e^βx) / β;   d/dx = 1 for βx > threshold, else σ(βx)"""
    return _softplus(input, float(beta), float(threshold))


@operation("LeakyReluBackwardBackward0", g=lambda h, x, a: _leaky_slope(h, x, a), x=zeros_of)
def _leaky_slope(g, x, a):
    return np.where(x > 0, g, g * a)[()]


@unary("LeakyReluBackward0", x=lambda g, x, a: _leaky_slope(g, x, a))
def _leaky_relu(x, a):
    if x.dtype.kind != "f":
        raise not_implemented("leaky_relu_cpu", x.dtype)
    return np.where(x > 0, x, x * a)[()]


@public(method=False)
def leaky_relu(input: Tensor, negative_slope: Number = 0.01) -> Tensor:
    """x for x > 0, else a·x;   d/dx = 1 for x > 0, else a"""
    return _leaky_relu(input, float(negative_slope))


_elu_slope = slope_of(
    "Elu",
    lambda x, a: chosen(x <= 0, a * exp.raw(x), 1.0),
    lambda x, a: chosen(x < 0, a * exp.raw(x), 0.0),
)


@unary("EluBackward0", x=lambda g, x, a: _elu_slope(g, x, a))
@silent
def _elu(x, a):
    if x.dtype.kind != "f":
        raise not_implemented("elu_cpu", x.dtype)
    return np.where(x > 0, x, a * np.expm1(np.where(x > 0, 0, x)))[()]


@public(method=False)
def elu(input: Tensor, alpha: Number = 1) -> Tensor:
    """x for x > 0, else α(eˣ - 1);   d/dx = 1 for x > 0, else αeˣ"""
    return _elu(input, float(alpha))


@unary("SiluBackward0", x=lambda g, x: g * sigmoid.raw(x) * (x * (1 - sigmoid.raw(x)) + 1))
@silent
def _silu(x):
    if x.dtype.kind != "f":
        raise not_implemented("silu_cpu", x.dtype)
    return x / (1 + np.exp(-x))


@public(method=False)
def silu(input: Tensor) -> Tensor:
    """x·σ(x);   d/dx = σ(x)(1 + x(1 - σ(x)))"""
    return _silu(input)


# GELU: x·Φ(x), where Φ is the cumulative normal distribution

_erf = np.frompyfunc(math.erf, 1, 1)  # NumPy has no erf; Python's is exact but slow


@elementwise(
    "ErfBackward0", x=lambda g, x: 2 / math.sqrt(math.pi) * exp.raw(-(x * x)) * g, to_float=True
)
def erf(x):
    """2/√π ∫₀ˣ exp(-t²) dt;   d/dx = 2/√π exp(-x²)"""
    return np.asarray(_erf(x), x.dtype)[()]


def _density(x):
    return exp.raw(x * x * -0.5) / math.sqrt(2 * math.pi)


_gelu_slope = slope_of(
    "Gelu",
    lambda x: (erf.raw(x / math.sqrt(2)) + 1) * 0.5 + x * _density(x),
    lambda x: _density(x) * (2 - x * x),
)


@unary("GeluBackward0", x=lambda g, x: _gelu_slope(g, x))
def _gelu(x):
    if x.dtype.kind != "f":
        raise not_implemented("GeluKernelImpl", x.dtype)
    return x * 0.5 * (1 + erf.raw(x / math.sqrt(2)))


@public(method=False)
def gelu(input: Tensor) -> Tensor:
    """x·Φ(x);   d/dx = Φ(x) + x·φ(x)"""
    return _gelu(input)
