"""Elementwise operations: each number of the result depends on one number of each input."""

import math

import numpy as np

from ..operands import beside, operands
from ..record import binary, operation, unary
from ..tensor import Tensor
from .comparison import eq, ge, gt, le, logical_and

# Arithmetic


@binary("AddBackward0", lambda g, _x, _y: g, lambda g, _x, _y: g)
def add(x, y):
    """x + y"""
    return x + y


@binary("SubBackward0", lambda g, _x, _y: g, lambda g, _x, _y: -g)
def sub(x, y):
    """x - y"""
    return x - y


@unary("RsubBackward1", lambda g, _x, _n: -g)
def _rsub(x, n):
    """n - x"""
    return n - x


def rsub(x, number):
    """number - x"""
    return NotImplemented if isinstance(number, Tensor) else _rsub(beside(x, number), number)


@binary("MulBackward0", lambda g, _x, y: g * y, lambda g, x, _y: g * x)
def mul(x, y):
    """x · y;   ∂/∂x = y,   ∂/∂y = x"""
    return x * y


@binary("DivBackward0", lambda g, _x, y: g / y, lambda g, x, y: -g * ((x / y) / y), to_float=True)
def div(x, y):
    """x / y;   ∂/∂x = 1/y,   ∂/∂y = -x/y²"""
    return x / y


@operation("AddBackward0", lambda g, _x, _y, _a: g, lambda g, _x, _y, a: g * a, fits=True)
def _add_scaled(x, y, alpha):
    """x + α·y"""
    return x + alpha * y


@operation("SubBackward0", lambda g, _x, _y, _a: g, lambda g, _x, _y, a: -g * a, fits=True)
def _sub_scaled(x, y, alpha):
    """x - α·y"""
    return x - alpha * y


def added(x, other, *, alpha=1):
    """x + α·other"""
    return add(x, other) if alpha == 1 else _add_scaled(*operands(x, other), alpha)


def subtracted(x, other, *, alpha=1):
    """x - α·other"""
    return sub(x, other) if alpha == 1 else _sub_scaled(*operands(x, other), alpha)


@unary("NegBackward0", lambda g, _x: -g)
def neg(x):
    """-x"""
    return -x


@unary("ReciprocalBackward0", lambda g, _x, out: -g * (out * out), to_float=True)
def reciprocal(x):
    """1/x;   d/dx = -1/x²"""
    return 1 / x


# Powers and exponentials


def pow(x, exponent):
    """xⁿ;   ∂/∂x = n xⁿ⁻¹,   ∂/∂n = xⁿ ln x"""
    if not isinstance(exponent, Tensor):
        return _power(beside(x, exponent), exponent)
    if isinstance(x, Tensor):
        return _tensor_power(x, exponent)
    return _exponential(beside(exponent, x), x)


@unary("PowBackward0", lambda g, x, n: g * (n * x ** (n - 1)) if n != 0 else 0 * g)
def _power(x, n):
    """xⁿ for a number n"""
    if isinstance(n, int) and n < 0 and x.dtype.kind in "iu":
        raise RuntimeError(
            "Integers to negative integer powers are not allowed.\nConvert with .float() first."
        )
    return x**n


@binary(
    "PowBackward1",
    lambda g, x, y, _out: g * where(eq(y, 0), 0.0, y * x ** (y - 1)),
    lambda g, x, y, out: g * where(logical_and(eq(x, 0), gt(y, 0)), 0.0, out * log(x)),
)
def _tensor_power(x, y):
    """xʸ for two tensors"""
    return x**y


@unary("PowBackward2", lambda g, _n, out, base: g * (out * _log(base)))
def _exponential(n, base):
    """bⁿ for a number b"""
    return n.dtype.type(base) ** n


def _log(number) -> float:
    return math.log(number) if number > 0 else -math.inf if number == 0 else math.nan


@unary("ExpBackward0", lambda g, _x, out: g * out, to_float=True)
def exp(x):
    """eˣ;   d/dx = eˣ"""
    return np.exp(x)


@unary("LogBackward0", lambda g, x: g / x, to_float=True)
def log(x):
    """ln x;   d/dx = 1/x"""
    return np.log(x)


@unary("Log1PBackward0", lambda g, x: g / (x + 1), to_float=True)
def log1p(x):
    """ln(1 + x);   d/dx = 1/(1 + x)"""
    return np.log1p(x)


@unary("SqrtBackward0", lambda g, _x, out: g / (2 * out), to_float=True)
def sqrt(x):
    """√x;   d/dx = 1/(2√x)"""
    return np.sqrt(x)


@unary("SoftplusBackward0", lambda g, x: g * sigmoid(x))
def softplus(x):
    """ln(1 + eˣ), without overflow;   d/dx = σ(x)"""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


# Trigonometric and hyperbolic


@unary("SinBackward0", lambda g, x: g * cos(x), to_float=True)
def sin(x):
    """sin x;   d/dx = cos x"""
    return np.sin(x)


@unary("CosBackward0", lambda g, x: -g * sin(x), to_float=True)
def cos(x):
    """cos x;   d/dx = -sin x"""
    return np.cos(x)


@unary("TanhBackward0", lambda g, _x, out: g * (1 - out * out), to_float=True)
def tanh(x):
    """tanh x;   d/dx = 1 - tanh² x"""
    return np.tanh(x)


@unary("SigmoidBackward0", lambda g, _x, out: g * (out * (1 - out)), to_float=True)
def sigmoid(x):
    """1/(1 + e⁻ˣ);   d/dx = σ(1 - σ)"""
    return 1 / (1 + np.exp(-x))


# Pieces: where two formulas meet, the gradient at the kink is PyTorch's


@unary("AbsBackward0", lambda g, x: g * sign(x))
def abs(x):
    """|x|;   d/dx = sign x, 0 at 0"""
    return np.abs(x)


@unary("SignBackward0", lambda g, _x: 0 * g)
def sign(x):
    """-1, 0 or 1;   d/dx = 0"""
    return np.sign(x)


@unary("ReluBackward0", lambda g, _x, out: passed(g, out))
def relu(x):
    """max(x, 0);   d/dx = 1 for x > 0, 0 at 0"""
    return np.maximum(x, 0)


@binary("ThresholdBackwardBackward0", lambda g, _h, y: passed(g, y), lambda g, _h, y: 0 * y)
def passed(h, y):
    """h where y > 0, else 0"""
    return h * (y > 0)


@binary(
    "MaximumBackward0",
    lambda g, x, y: won(g, x, y),
    lambda g, x, y: won(g, y, x),
)
def maximum(x, y):
    """the larger of x and y;   at a tie both get half the gradient"""
    return np.maximum(x, y)


@binary(
    "MinimumBackward0",
    lambda g, x, y: won(g, y, x),
    lambda g, x, y: won(g, x, y),
)
def minimum(x, y):
    """the smaller of x and y;   at a tie both get half the gradient"""
    return np.minimum(x, y)


def won(g, x, y):
    """g where x > y, half of it where they are equal, 0 elsewhere"""
    return where(eq(x, y), g / 2, where(gt(x, y), g, 0.0))


def where(condition, x, y):
    """x where the condition holds, y elsewhere"""
    if isinstance(condition, Tensor):
        condition = condition._value
    if isinstance(x, Tensor) or isinstance(y, Tensor):
        x, y = operands(x, y)
    return _where(x, y, condition)


@operation(
    "WhereBackward0",
    lambda g, _x, _y, condition: where(condition, g, 0.0),
    lambda g, _x, _y, condition: where(condition, 0.0, g),
    fits=True,
    frees=True,
)
def _where(x, y, condition):
    """x where the condition holds, y elsewhere"""
    dtype = (x if isinstance(x, np.ndarray | np.generic) else y).dtype
    return np.where(condition, x, y).astype(dtype, copy=False)[()]


def clamp(x, min=None, max=None):
    """x, but at least min and at most max;   d/dx = 1 inside and on the bounds"""
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return _clamp(x, min, max)


@unary("ClampBackward1", lambda g, x, low, high: where(within(x, low, high), g, 0.0))
def _clamp(x, low, high):
    """x between two numbers"""
    return np.clip(x, low, high).astype(x.dtype, copy=False)


def within(x, low, high):
    """whether low ≤ x ≤ high, where a bound that is None does not bind"""
    above = True if low is None else ge(x, low)
    below = True if high is None else le(x, high)
    return above if high is None else below if low is None else logical_and(above, below)


@unary("FillBackward0", lambda g, _, number: 0 * g)
def filled(x, number):
    """the number everywhere"""
    return np.full(x.shape, number, x.dtype)[()]


@unary("ZeroBackward0", lambda g, _: 0 * g)
def zeroed(x):
    """zero everywhere"""
    return np.zeros(x.shape, x.dtype)[()]
