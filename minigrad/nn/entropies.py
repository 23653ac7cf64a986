"""Losses that measure how improbable a model finds the targets."""

import math

import numpy as np

from ..errors import broadcast_error, floating
from ..ops.activations import sigmoid, softplus
from ..ops.kinks import maximum
from ..ops.powers import log
from ..ops.softmax import log_softmax
from ..record import operation, unary
from ..tensor import Tensor
from .reduction import chosen, constant, divisor, reduced, require_tensor, sizes_differ

# Two classes


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
) -> Tensor:
    """-w [y ln p + (1 - y) ln(1 - p)] with input p, target y; a logarithm is at least -100"""
    reduction = chosen(reduction, size_average, reduce)
    if sizes_differ(input, target):
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size.\n"
            "Reshape one of them, with .reshape(...) or .squeeze()."
        )
    floating(input._value, "binary_cross_entropy")
    for name, tensor in (("input", input), ("target", target)):
        if tensor._dtype is not input._dtype:
            raise RuntimeError(
                f"Found dtype {tensor._dtype.legacy_name} but expected "
                f"{input._dtype.legacy_name}\nConvert the {name}: .to({input._dtype})."
            )
    for name, tensor in (("input", input), ("target", target)):
        if not ((tensor._value >= 0) & (tensor._value <= 1)).all():
            raise RuntimeError(
                f"all elements of {name} should be between 0 and 1\n"
                "For logits, use binary_cross_entropy_with_logits."
            )
    w = None
    if weight is not None:
        require_tensor(weight, "binary_cross_entropy", "weight", 3)
        constant(weight, "binary_cross_entropy", "weight")
        w = _weights_like(input, weight)
    return _bce(input, target, w, reduction, divisor(reduction, input))


@operation(
    "BinaryCrossEntropyBackward0",
    lambda g, p, y, w, reduction, n: _times(g * ((p - y) / maximum(p * (1 - p), 1e-12) / n), w),
    lambda g, p, _y, w, reduction, n: _times(g * ((_log(1 - p) - _log(p)) / n), w),
)
def _bce(p, y, w, reduction, n):
    """-w [y ln p + (1 - y) ln(1 - p)]"""
    return reduced(_times(-(y * _log(p) + (1 - y) * _log(1 - p)), w), reduction)


def _weights_like(input: Tensor, weight: Tensor):
    """The weights as an array that broadcasts to the input."""
    shape, of_weight = input._value.shape, weight._value.shape
    if len(of_weight) > len(shape) or any(
        n not in (1, m) for n, m in zip(of_weight[::-1], shape[::-1], strict=False)
    ):
        raise RuntimeError(
            f"Attempting to broadcast a dimension of length {of_weight[-1]} at -1! Mismatching "
            f"argument at index 1 had {weight.size()}; but expected shape should be broadcastable "
            f"to {list(shape)}\nThere is one weight for each number, or for each along some dims."
        )
    return np.asarray(weight._value, input._dtype.numpy)


def _log(p):
    """ln p, but at least -100"""
    return maximum(log(p), -100.0)


def binary_cross_entropy_with_logits(
    input,
    target,
    weight=None,
    size_average=None,
    reduce=None,
    reduction="mean",
    pos_weight=None,
) -> Tensor:
    """-w [p y ln σ(x) + (1 - y) ln(1 - σ(x))], computed without overflow for any logit x"""
    reduction = chosen(reduction, size_average, reduce)
    if sizes_differ(input, target):
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})\n"
            "Reshape one of them, with .reshape(...) or .squeeze()."
        )
    floating(input._value, "log_sigmoid_cpu")
    if not target._dtype.is_floating_point:
        raise RuntimeError(
            f"result type {input._dtype.legacy_name} can't be cast to the desired output type "
            f"{target._dtype.legacy_name}\nConvert the target with .float()."
        )
    p = None if pos_weight is None else _fitting(pos_weight, target, input, "pos_weight", 4)
    w = None if weight is None else _fitting(weight, target, input, "weight", 3)
    return _bce_with_logits(input, target, w, p, reduction, divisor(reduction, input))


@operation(
    "BinaryCrossEntropyWithLogitsBackward0",
    lambda g, x, y, w, p, reduction, n: _times(g * (_logit_slope(x, y, p) / n), w),
    lambda g, x, _y, w, p, reduction, n: _times(g * (_target_slope(x, p) / n), w),
    fits=True,
)
def _bce_with_logits(x, y, w, p, reduction, n):
    """w [(1 - y) x + (1 + (p - 1) y) softplus(-x)]; the result has the target's dtype"""
    if p is None:
        losses = (1 - y) * x + np.logaddexp(0, -x)
    else:
        losses = (1 - y) * x + (1 + (p - 1) * y) * softplus(-x)
    return reduced(_times(losses.astype(y.dtype, copy=False), w), reduction)


def _logit_slope(x, y, p):
    """σ(x) (1 + (p - 1) y) - p y;   σ(x) - y for p = 1"""
    return sigmoid(x) - y if p is None else sigmoid(x) * (1 + (p - 1) * y) - p * y


def _target_slope(x, p):
    """(p - 1) softplus(-x) - x"""
    return -x if p is None else (p - 1) * softplus(-x) - x


def _fitting(weight, target: Tensor, input: Tensor, name: str, position: int):
    """The weights as an array that broadcasts to the losses."""
    require_tensor(weight, "binary_cross_entropy_with_logits", name, position)
    constant(weight, "binary_cross_entropy_with_logits", name)
    value, shape = weight._value, input._value.shape
    try:
        both = np.broadcast_shapes(shape, value.shape)
    except ValueError:
        shapes = (shape, value.shape) if name == "weight" else (value.shape, shape)
        raise broadcast_error(*shapes) from None
    if both != shape:
        raise RuntimeError(
            f"output with shape {list(shape)} doesn't match the broadcast shape {list(both)}\n"
            f"The {name} must not have more dimensions than the input."
        )
    return np.asarray(value, target._dtype.numpy)


def _times(losses, w):
    return losses if w is None else losses * w


# Many classes


def cross_entropy(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
    label_smoothing=0.0,
) -> Tensor:
    """-w_t ln softmax(input)_t for each target class t; or -Σ w_c t_c ln softmax(input)_c"""
    reduction = chosen(reduction, size_average, reduce)
    require_tensor(input, "cross_entropy_loss", "input", 1)
    require_tensor(target, "cross_entropy_loss", "target", 2)
    if not 0.0 <= label_smoothing <= 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    shape = input._value.shape
    dim = 0 if len(shape) == 1 else 1
    probabilities = target._value.shape == shape
    if probabilities:
        _check_probabilities(target, weight, ignore_index, shape[dim])
    logs = log_softmax(input, dim)
    if probabilities:
        return _expected(logs, target, weight, reduction, label_smoothing, dim)
    loss = nll_loss(logs, target, weight, ignore_index=ignore_index, reduction=reduction)
    if label_smoothing == 0.0:
        return loss
    spread = _spread(logs, target, weight, reduction, ignore_index, dim)
    share = label_smoothing / shape[dim]
    return _scaled(loss, 1 - label_smoothing) + _scaled(spread, share)


def _check_probabilities(target, weight, ignore_index, classes: int) -> None:
    if not target._dtype.is_floating_point:
        raise RuntimeError(
            "Expected floating point type for target with class probabilities, got "
            f"{target._dtype.legacy_name}\nA target of class indices has no class dimension."
        )
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    _check_weight(weight, classes, "cross_entropy: ")


def _expected(logs, target, weight, reduction, smoothing, dim) -> Tensor:
    """-Σ w_c t_c ln p_c for target probabilities t"""
    classes = logs._value.shape[dim]
    if smoothing > 0.0:
        target = target * (1 - smoothing) + smoothing / classes
    terms = logs * target
    if weight is not None:
        terms = terms * _along(weight, dim, logs._value.ndim)
    if reduction == "none":
        return -terms.sum(dim)
    total = -terms.sum()
    return _divided(total, logs._value.size / classes) if reduction == "mean" else total


def _spread(logs, target, weight, reduction, ignore_index, dim) -> Tensor:
    """-Σ w_c ln p_c: the cross entropy with every class, which label smoothing mixes in"""
    terms = logs if weight is None else logs * _along(weight, dim, logs._value.ndim)
    ignored = target == ignore_index
    losses = (-terms.sum(dim)).masked_fill(ignored, 0.0)
    if reduction == "none":
        return losses
    if reduction == "sum":
        return losses.sum()
    counted = ~ignored
    return losses.sum() / (counted.sum() if weight is None else weight[target[counted]].sum())


def _along(weight: Tensor, dim: int, ndim: int) -> Tensor:
    return weight.reshape([-1 if d == dim else 1 for d in range(ndim)])


@unary("MulBackward1", lambda g, _x, n: g * n)
def _scaled(x, n):
    """x · n for a number n"""
    return x * n


@unary("DivBackward1", lambda g, _x, n: g / n)
def _divided(x, n):
    """x / n for a number n"""
    return x / n


def nll_loss(
    input,
    target,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    reduction="mean",
) -> Tensor:
    """-w_t input_t for each target class t; the mean is Σ losses / Σ w_t"""
    reduction = chosen(reduction, size_average, reduce)
    shape, classes = input._value.shape, _check_targets(input, target)
    if len(shape) == 3 or len(shape) > 4:  # as PyTorch lays it out: one image, pixels in a row
        pixels = math.prod(shape[2:])
        flat = input.reshape(shape[0], classes, 1, pixels)
        targets = target.reshape(shape[0], 1, pixels)
        losses = nll_loss(flat, targets, weight, None, ignore_index, None, reduction)
        return losses.reshape(target._value.shape) if reduction == "none" else losses
    _check_weight(weight, classes, "", images=len(shape) == 4)
    floating(input._value, "nll_loss_out_frame")
    if weight is not None and weight._dtype is not input._dtype:
        raise RuntimeError(
            f"expected scalar type {input._dtype.legacy_name} but found "
            f"{weight._dtype.legacy_name}\nConvert the weight: .to({input._dtype})."
        )
    value = target._value if target._value.ndim == len(shape) - 1 else target._value[0]
    ignored = value == ignore_index
    if np.any(ignored):
        value = np.where(ignored, 0, value)
    wrong = (value < 0) | (value >= classes)
    if np.any(wrong):
        raise IndexError(
            f"Target {value[wrong].flat[0]} is out of bounds.\n"
            f"There are {classes} classes: targets are 0 to {classes - 1}."
        )
    w = None
    if weight is not None or np.any(ignored):
        w = np.ones(classes, input._dtype.numpy) if weight is None else weight._value
        w = np.asarray(np.where(ignored, 0, w[value]), input._dtype.numpy)
    total = (value.size if w is None else np.add.reduce(w, None)) if reduction == "mean" else 1
    where = _picked(value, len(shape))
    return (_nll_images if len(shape) == 4 else _nll)(input, where, w, reduction, total, shape)


def _picked(target, ndim: int) -> tuple:
    """The index that picks the target class of every sample (and pixel)."""
    if ndim == 1:
        return (target,)
    first, *rest = (
        np.ogrid[tuple(slice(n) for n in target.shape)] if ndim > 2 else (np.arange(len(target)),)
    )
    return (first, target, *rest)


def _negative_likelihood(x, at, w, reduction, total, shape):
    """-w x at the targets"""
    losses = _times(-x[at], w)
    if reduction == "none":
        return losses
    return (np.add.reduce(losses, axis=None) / x.dtype.type(total))[()]


def _nll_rule(g, _x, at, w, reduction, total, shape):
    """-w g / total at the targets, 0 elsewhere"""
    return _at_targets(-(_times(g, w) / (total or 1)), at, shape)  # 0 if all are ignored


_nll = unary("NllLossBackward0", _nll_rule, frees=True)(_negative_likelihood)
_nll_images = unary("NllLoss2DBackward0", _nll_rule, frees=True)(_negative_likelihood)


@unary("NllLossBackwardBackward0", lambda g, _v, at, shape: _of_targets(g, at, shape))
def _at_targets(v, at, shape):
    """zeros of `shape`, with v at the targets"""
    result = np.zeros(shape, v.dtype)
    result[at] = v
    return result


@unary("IndexBackward0", lambda g, _x, at, shape: _at_targets(g, at, shape))
def _of_targets(x, at, shape):
    """x at the targets"""
    return x[at]


def _check_targets(input, target) -> int:
    """The number of classes, if input and target belong together."""
    shape, of_target = input._value.shape, target._value.shape
    if not shape:
        raise ValueError("Expected 1 or more dimensions (got 0)\nOne of them counts the classes.")
    if len(shape) == 1 and of_target not in ((), (1,)):
        if len(of_target) == 1:
            raise ValueError(
                "For 1D input, 1D target must have size 1, but got target size: "
                f"{of_target[0]}\nOne sample has one target class."
            )
    elif len(shape) > 1 and of_target[:1] != shape[:1]:
        got = of_target[0] if of_target else 1
        raise ValueError(
            f"Expected input batch_size ({shape[0]}) to match target batch_size ({got}).\n"
            f"The shapes are {list(shape)} and {list(of_target)}."
        )
    if len(shape) < 3:
        if len(of_target) > 1:
            raise RuntimeError(
                "0D or 1D target tensor expected, multi-target not supported\n"
                f"The target has shape {list(of_target)}: one class index for each sample."
            )
    elif of_target != (shape[0], *shape[2:]):
        _refuse_images(shape, of_target)
    if target._dtype.name != "int64":
        raise RuntimeError(
            f"expected target dtype to be Long or Byte, but got {target._dtype.legacy_name}\n"
            "Class indices are integers: target.long()."
        )
    return shape[0 if len(shape) == 1 else 1]


def _refuse_images(shape: tuple, of_target: tuple) -> None:
    if len(shape) != 4:
        raise RuntimeError(
            f"Expected target size {[shape[0], *shape[2:]]}, got {list(of_target)}\n"
            "A target has the input's shape without the classes, which are its dim 1."
        )
    if len(of_target) != 3:
        raise RuntimeError(
            "only batches of spatial targets supported (3D tensors) but got targets of "
            f"dimension: {len(of_target)}"
        )
    raise RuntimeError(f"size mismatch (got input: {list(shape)} , target: {list(of_target)}")


def _check_weight(weight, classes: int, prefix: str, images: bool = False) -> None:
    if weight is not None and weight._value.shape != (classes,):
        which = "or" if images else f"{classes} classes or"
        raise RuntimeError(
            f"{prefix}weight tensor should be defined either for all {which} no classes"
            + ("" if images else f" but got weight tensor of shape: {list(weight._value.shape)}")
        )
