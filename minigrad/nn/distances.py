"""Losses that measure how far predictions are from targets."""

from __future__ import annotations

import numpy as np

from ..api.entry import public
from ..api.types import Anything
from ..engine.casting import cast
from ..engine.dtypes import from_numpy_dtype, wider
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..messages.errors import error, not_implemented
from ..ops.comparison import ge
from ..ops.piecewise import abs, chosen, sign
from .reduction import checked_reduction, divisor, paired, reduced


def _distance(name: str, kernel: str, loss, slope):
    """Define a loss, given its value and its derivative / n as functions of d = input - target."""

    def minus(x, y):
        return x - (y if _dtype(y).is_floating_point else cast(y, _dtype(x)))

    @operation(
        name,
        x=lambda g, x, target, n, options: g * slope(minus(x, target), n, *options),
        target=lambda g, x, target, n, options: g * slope(minus(target, x), n, *options),
    )
    def distance(x, target, reduction, n, options):
        both = wider(_dtype(x), _dtype(target)).numpy
        if both.kind != "f":
            raise not_implemented(kernel, both)
        d = x.astype(both, copy=False) - target.astype(both, copy=False)
        return reduced(loss(d, *options), reduction)

    return distance


def _dtype(x):
    return x._dtype if isinstance(x, Tensor) else from_numpy_dtype(x.dtype)


def _smooth_l1_value(d, beta):
    """d² / 2β near 0, |d| - β/2 elsewhere"""
    return np.where(np.abs(d) < beta, d * d * 0.5, beta * (np.abs(d) - 0.5 * beta))[()] / beta


def _smooth_l1_slope(d, n, beta):
    """d/β, clamped to the range from -1 to 1"""
    return chosen(ge.raw(abs.raw(d), beta), sign.raw(d), d / beta) / n


_mse = _distance("MseLossBackward0", "mse_cpu", lambda d: d * d, lambda d, n: d * (2 / n))
_smooth_l1 = _distance("SmoothL1LossBackward0", "smooth_l1_cpu", _smooth_l1_value, _smooth_l1_slope)


def mse_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """Compute (input - target)², averaged by default;   ∂/∂input = 2 (input - target) / n.

    If the two shapes have to be broadcast, that's nearly always a mistake, so you get a warning.

    Shapes: input and target should have the same shape. If they don't, they're broadcast, with a
    warning. The result has shape () or, if the reduction is "none", their common shape. Errors:
    RuntimeError if the shapes don't broadcast, ValueError if the reduction is unknown.

    >>> import minigrad as mg
    >>> prediction = mg.tensor([1.0, 4.0], requires_grad=True)
    >>> loss = mg.nn.functional.mse_loss(prediction, mg.tensor([2.0, 2.0]))
    >>> loss
    tensor(2.5000, grad_fn=<MseLossBackward0>)
    >>> loss.backward()
    >>> prediction.grad
    tensor([-1.,  2.])
    """
    x, y = paired(input, target)
    return _mse(x, y, checked_reduction(reduction), divisor(reduction, x), ())


def l1_loss(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """Compute |input - target|, averaged by default;   ∂/∂input = sign(input - target) / n."""
    x, y = paired(input, target)
    losses = abs.raw(x - y)
    return losses if checked_reduction(reduction) == "none" else getattr(losses, reduction)()


def smooth_l1_loss(
    input: Tensor, target: Tensor, *, reduction: str = "mean", beta: float = 1.0
) -> Tensor:
    """Compute d² / 2β where |d| < β, otherwise |d| - β/2, for d = input - target."""
    if beta == 0:
        return l1_loss(input, target, reduction=reduction)
    x, y = paired(input, target)
    return _checked_smooth_l1(x, y, checked_reduction(reduction), beta)


@public(name="smooth_l1_loss", method=False)
def _checked_smooth_l1(
    input: Tensor, target: Tensor, reduction: Anything = 1, beta: float = 1.0
) -> Tensor:
    if beta < 0:
        raise error("negative_beta", beta)
    return _smooth_l1(input, target, reduction, divisor(reduction, input), (beta,))
