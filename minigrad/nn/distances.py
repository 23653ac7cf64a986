"""Losses that measure how far predictions are from targets."""

import numpy as np

from ..dtypes import from_numpy_dtype, promote
from ..errors import error, floating, refuse_if
from ..ops.comparison import ge
from ..ops.kinks import abs, sign, where
from ..ops.shape import cast
from ..record import operation
from ..tensor import Tensor
from .reduction import chosen, divisor, paired, reduced


def _distance(name: str, kernel: str, loss, slope, mixes: bool = True):
    """Define a loss from its value at d = input - target, and its derivative divided by n.

    `mixes`: off for a loss that has the dtype of the input, and no derivative for another target.
    """

    def minus(x, y):
        refuse_if(not mixes and x.dtype != y.dtype, "found_dtype", _dtype(y), _dtype(x))
        return x - (y if _dtype(y).is_floating_point else cast(y, _dtype(x)))

    @operation(
        name,
        lambda g, x, y, reduction, n, *options: g * slope(minus(x, y), n, *options),
        lambda g, x, y, reduction, n, *options: g * slope(minus(y, x), n, *options),
        fits=True,
    )
    def distance(x, y, reduction, n, *options):
        both = promote(_dtype(x), _dtype(y)).numpy
        d = floating(x.astype(both, copy=False), kernel) - y.astype(both, copy=False)
        return reduced(loss(d if mixes else d.astype(x.dtype, copy=False), *options), reduction)

    def apply(input, target, reduction, *options) -> Tensor:
        if not mixes and target._dtype.kind > input._dtype.kind:
            raise error("target_dtype", target, input)
        return distance(input, target, reduction, divisor(reduction, input), *options)

    return apply


def _dtype(x):
    return x._dtype if isinstance(x, Tensor) else from_numpy_dtype(x.dtype)


def _bent(d, delta):
    """d² / 2 near 0, δ (|d| - δ/2) elsewhere"""
    return np.where(np.abs(d) < delta, d * d * 0.5, delta * (np.abs(d) - 0.5 * delta))[()]


def _slope(d, delta):
    """d/δ, but at most 1 and at least -1"""
    return where(ge(abs(d), delta), sign(d), d / delta)


def _huber_slope(d, n, delta):
    return _slope(d, delta) * (delta / n)


def _smooth(d, beta):
    return _bent(d, beta) / beta


def _smooth_slope(d, n, beta):
    return _slope(d, beta) / n


_mse = _distance("MseLossBackward0", "mse_cpu", lambda d: d * d, lambda d, n: d * (2 / n))
_huber = _distance("HuberLossBackward0", "huber_cpu", _bent, _huber_slope, mixes=False)
_smooth_l1 = _distance("SmoothL1LossBackward0", "smooth_l1_cpu", _smooth, _smooth_slope)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """(input - target)², averaged, summed or as it is;   ∂/∂input = 2 (input - target) / n"""
    x, y = paired(input, target)
    reduction = chosen(reduction, size_average, reduce, weight)
    if weight is not None:
        return _weighted((x - y) ** 2, weight, input, reduction)
    return _mse(x, y, reduction)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """|input - target|, averaged, summed or as it is;   ∂/∂input = sign(input - target) / n"""
    x, y = paired(input, target)
    losses, reduction = abs(x - y), chosen(reduction, size_average, reduce, weight)
    if weight is not None:
        return _weighted(losses, weight, input, reduction)
    return losses if reduction == "none" else getattr(losses, reduction)()


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    """With d = input - target: d² / 2β where |d| < β, else |d| - β/2"""
    if beta == 0:
        return l1_loss(input, target, size_average, reduce, reduction)
    input, target = paired(input, target)
    reduction = chosen(reduction, size_average, reduce)
    refuse_if(beta < 0, "negative_beta", beta)
    return _smooth_l1(input, target, reduction, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    """With d = input - target: d² / 2 where |d| < δ, else δ (|d| - δ/2)"""
    x, y = paired(input, target)
    reduction = chosen(reduction, weight=weight)
    refuse_if(delta <= 0, "negative_delta", delta)
    if weight is not None:
        losses = _weighted(_huber(x, y, "none", delta), weight, input, "none")
        return losses if reduction == "none" else getattr(losses, reduction)()
    return _huber(x, y, reduction, delta)


def _weighted(losses: Tensor, weight: Tensor, input: Tensor, reduction: str) -> Tensor:
    """The losses times the weights; their mean is a weighted one."""
    refuse_if(weight.size() != input.size(), "weights_size", weight, input)
    losses = losses * weight
    if reduction == "none":
        return losses
    return losses.sum() / weight.sum() if reduction == "mean" else losses.sum()
