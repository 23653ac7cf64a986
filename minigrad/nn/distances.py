"""Losses that measure how far predictions are from targets."""

import numpy as np

from ..errors import not_implemented, refuse_if
from ..ops.comparison import lt
from ..ops.kinks import abs, sign, where
from ..record import operation
from ..tensor import Tensor
from .reduction import chosen, divisor, paired, reduced, weighted


def mse_loss(
    input, target, size_average=None, reduce=None, reduction="mean", weight=None
) -> Tensor:
    """(input - target)², averaged, summed or as it is;   ∂/∂input = 2 (input - target) / n"""
    input, target = paired(input, target)
    reduction = chosen(reduction, size_average, reduce, weight)
    if weight is not None:
        return weighted((input - target) ** 2, weight, input, reduction)
    _require_float(input, "mse_cpu")
    return _mse(input, target, reduction, divisor(reduction, input))


@operation(
    "MseLossBackward0",
    lambda g, x, y, reduction, n: g * ((x - y) * (2 / n)),
    lambda g, x, y, reduction, n: g * ((y - x) * (2 / n)),
)
def _mse(x, y, reduction, n):
    """(x - y)²"""
    d = x - y
    return reduced(d * d, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None) -> Tensor:
    """|input - target|, averaged, summed or as it is;   ∂/∂input = sign(input - target) / n"""
    input, target = paired(input, target)
    reduction = chosen(reduction, size_average, reduce, weight)
    losses = abs(input - target)
    if weight is not None:
        return weighted(losses, weight, input, reduction)
    return losses if reduction == "none" else getattr(losses, reduction)()


def smooth_l1_loss(
    input, target, size_average=None, reduce=None, reduction="mean", beta=1.0
) -> Tensor:
    """With d = input - target: d² / 2β where |d| < β, else |d| - β/2"""
    if beta == 0:
        return l1_loss(input, target, size_average, reduce, reduction)
    input, target = paired(input, target)
    reduction = chosen(reduction, size_average, reduce)
    refuse_if(beta < 0, "negative_beta", beta)
    _require_float(input, "smooth_l1_cpu")
    return _smooth_l1(input, target, reduction, divisor(reduction, input), beta)


@operation(
    "SmoothL1LossBackward0",
    lambda g, x, y, reduction, n, beta: g * (_slope(x - y, beta) / n),
    lambda g, x, y, reduction, n, beta: g * (_slope(y - x, beta) / n),
)
def _smooth_l1(x, y, reduction, n, beta):
    """(x - y)² / 2β near 0, |x - y| - β/2 elsewhere"""
    d = np.abs(x - y)
    return reduced(np.where(d < beta, d * d * (0.5 / beta), d - 0.5 * beta)[()], reduction)


def huber_loss(input, target, reduction="mean", delta=1.0) -> Tensor:
    """With d = input - target: d² / 2 where |d| < δ, else δ (|d| - δ/2)"""
    input, target = paired(input, target)
    reduction = chosen(reduction)
    refuse_if(delta <= 0, "negative_delta", delta)
    _require_float(input, "huber_cpu")
    return _huber(input, target, reduction, divisor(reduction, input), delta)


@operation(
    "HuberLossBackward0",
    lambda g, x, y, reduction, n, delta: g * (_slope(x - y, delta) * (delta / n)),
    lambda g, x, y, reduction, n, delta: g * (_slope(y - x, delta) * (delta / n)),
)
def _huber(x, y, reduction, n, delta):
    """(x - y)² / 2 near 0, δ (|x - y| - δ/2) elsewhere"""
    d = np.abs(x - y)
    return reduced(np.where(d < delta, d * d * 0.5, delta * (d - 0.5 * delta))[()], reduction)


def _slope(d, beta):
    """d/β, but at most 1 and at least -1"""
    return where(lt(abs(d), beta), d / beta, sign(d))


def _require_float(input: Tensor, kernel: str) -> None:
    if not input._dtype.is_floating_point:
        raise not_implemented(kernel, input._dtype.numpy)
