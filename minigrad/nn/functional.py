"""`minigrad.nn.functional`: losses."""

import warnings

import numpy as np

from ..ops.elementwise import relu, sigmoid, softplus, tanh
from ..operands import operands
from ..record import operation
from ..tensor import Tensor

__all__ = ["binary_cross_entropy_with_logits", "mse_loss", "relu", "sigmoid", "tanh"]


def mse_loss(input, target, reduction="mean") -> Tensor:
    """(input - target)², averaged, summed or as it is;   ∂/∂input = 2 (input - target) / n"""
    check_reduction(reduction)
    if input._value.shape != target._value.shape:
        warnings.warn(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}). This will likely lead to incorrect results due to broadcasting. "
            "Please ensure they have the same size.",
            UserWarning,
            stacklevel=2,
        )
    input, target = operands(input, target)
    n = np.broadcast(input._value, target._value).size if reduction == "mean" else 1
    return _mse(input, target, reduction, n)


@operation(
    "MseLossBackward0",
    lambda g, x, y, reduction, n: g * ((x - y) * (2 / n)),
    lambda g, x, y, reduction, n: g * ((y - x) * (2 / n)),
    fits=True,
)
def _mse(x, y, reduction, n):
    """(x - y)²"""
    return reduced((x - y) ** 2, reduction)


def binary_cross_entropy_with_logits(
    input, target, weight=None, reduction="mean", pos_weight=None
) -> Tensor:
    """-w [p y ln σ(x) + (1 - y) ln(1 - σ(x))], computed without overflow for any logit x"""
    check_reduction(reduction)
    if input._value.shape != target._value.shape:
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})\n"
            "Reshape one of them, with .reshape(...) or .squeeze()."
        )
    n = input._value.size if reduction == "mean" else 1
    weight = 1 if weight is None else weight._value
    pos_weight = 1 if pos_weight is None else pos_weight._value
    return _bce(input, target, weight, pos_weight, reduction, n)


@operation(
    "BinaryCrossEntropyWithLogitsBackward0",
    lambda g, x, y, w, p, _reduction, n: g * (w * (sigmoid(x) * (1 + (p - 1) * y) - p * y) / n),
    lambda g, x, y, w, p, _reduction, n: g * (w * ((p - 1) * softplus(-x) - x) / n),
    fits=True,
)
def _bce(x, y, w, p, reduction, n):
    """w [(1 - y) x + (1 + (p - 1) y) softplus(-x)]"""
    return reduced(w * ((1 - y) * x + (1 + (p - 1) * y) * softplus(-x)), reduction)


def reduced(losses, reduction: str):
    """The losses' mean, their sum, or the losses."""
    if reduction == "none":
        return losses
    total = np.add.reduce(losses, axis=None)
    return total / losses.dtype.type(losses.size) if reduction == "mean" else total


def check_reduction(reduction: str) -> None:
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
