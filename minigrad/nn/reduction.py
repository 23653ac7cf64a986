"""Reductions and argument checks used by all losses."""

import numpy as np

from ..engine.broadcasting import broadcast_error, common_shape
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor
from ..messages.errors import error, warn
from ..ops.shape import expand


def checked_reduction(reduction) -> str:
    """Return the reduction; raise if it's unknown."""
    if reduction not in ("none", "mean", "sum"):
        raise error("unknown_reduction", reduction)
    return reduction


def reduced(losses, reduction: str):
    """Return the mean or the sum of the losses or, without a reduction, the losses themselves."""
    if reduction == "none":
        return losses
    total = np.add.reduce(losses, axis=None)
    return total / losses.size if reduction == "mean" else total


def divisor(reduction: str, x: Tensor) -> int:
    """Return the divisor that turns the sum of the losses for x into the reduced loss."""
    return (x._value.size or 1) if reduction == "mean" else 1


def paired(input, target) -> tuple:
    """Convert input and target to a common shape and dtype. Warn if their shapes differ."""
    if sizes_differ(input, target):
        warn("target_broadcast", target, input)
        a, b = input._value.shape, target._value.shape
        if (shape := common_shape(a, b)) is None:
            raise broadcast_error(a, b)
        input = input if a == shape else expand(input, shape)
        target = target if b == shape else expand(target, shape)
    return input, target


def sizes_differ(input, target) -> bool:
    if isinstance(input, Tensor) and isinstance(target, Tensor):
        return input._value.shape != target._value.shape
    return target.size() != input.size()  # raises if either isn't a tensor


def require_constant(tensor: Tensor | None, function: str, name: str) -> None:
    """Raise if the argument requires grad, because no gradient is computed for it."""
    if tensor is not None and tensor.requires_grad and recording.mode is GRAD:
        raise error("constant_argument", function, name)
