"""Losses that measure how unlikely a model considers the targets."""

from __future__ import annotations

import math

import numpy as np

from ..api.entry import public
from ..api.types import Anything
from ..engine.memory.versions import watched
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from ..ops.activations import sigmoid
from ..ops.indexing import picked
from ..ops.piecewise import _maximum
from ..ops.powers import log
from ..ops.shape import zeros_of
from ..ops.slopes import ONE
from ..ops.softmax import log_softmax
from .reduction import checked_reduction, divisor, reduced, require_constant, sizes_differ

# Two classes


def binary_cross_entropy(input: Tensor, target: Tensor, *, reduction: str = "mean") -> Tensor:
    """Compute -[y ln p + (1 - y) ln(1 - p)] for input p and target y; ln is clamped at -100."""
    reduction = checked_reduction(reduction)
    if sizes_differ(input, target):
        raise error("bce_size", target, input)
    if target._dtype is not input._dtype:
        raise error("bce_dtype", target, input)
    if input._value.dtype.kind != "f":
        raise not_implemented("binary_cross_entropy", input._value.dtype)
    pairs = np.stack([input._value, target._value], -1).reshape(-1)
    outside = np.flatnonzero(~((pairs >= 0) & (pairs <= 1)))
    if outside.size:
        raise error("not_probability", ("input", "target")[outside[0] % 2])
    return _bce(input, target, reduction, divisor(reduction, input))


@operation(
    "BinaryCrossEntropyBackward0",
    x=lambda g, x, target, n: g * ((x - target) / _maximum(x * (1 - x), 1e-12) / n),
    target=lambda g, x, n: g * ((log.raw(x) - log.raw(1 - x)) / -n),
)
def _bce(x, target, reduction, n):
    """-[y ln p + (1 - y) ln(1 - p)] for the probability p = x and the target y"""
    return reduced(-(target * _log(x) + (1 - target) * _log(1 - x)), reduction)


def _log(p):
    """ln p, clamped to at least -100"""
    return _maximum(log.raw(p), -100.0)


def binary_cross_entropy_with_logits(
    input: Tensor, target: Tensor, *, reduction: str = "mean"
) -> Tensor:
    """Compute -[y ln σ(x) + (1 - y) ln(1 - σ(x))] without overflow for any logit x.

    Use it for yes-or-no questions. It takes a logit, and applies the sigmoid itself. The target is
    a floating-point number, 0.0 or 1.0. The slope is σ(x) minus the target, divided by the number
    of targets.

    >>> import minigrad as mg
    >>> logit = mg.tensor([0.0, 2.0], requires_grad=True)
    >>> loss = mg.nn.functional.binary_cross_entropy_with_logits(logit, mg.tensor([1.0, 1.0]))
    >>> loss
    tensor(0.4100, grad_fn=<BinaryCrossEntropyWithLogitsBackward0>)
    >>> loss.backward()
    >>> logit.grad
    tensor([-0.2500, -0.0596])
    """
    reduction = checked_reduction(reduction)
    if sizes_differ(input, target):
        raise error("logits_size", target, input)
    if input._value.dtype.kind != "f":
        raise not_implemented("log_sigmoid_cpu", input._value.dtype)
    if target._dtype.kind == 0:
        raise error("bool_minus_bool")
    if not target._dtype.is_floating_point:
        raise error("target_dtype", input, target)
    return _bce_with_logits(input, target, reduction, divisor(reduction, input))


@operation(
    "BinaryCrossEntropyWithLogitsBackward0",
    x=lambda g, x, target, n: g * ((sigmoid.raw(x) - target) / n),
    target=lambda g, x, n: g * (-x / n),
)
def _bce_with_logits(x, target, reduction, n):
    """(1 - y) x - ln σ(x) for the target y, in the dtype of y"""
    losses = (ONE - target) * x + np.logaddexp(0, -x)
    return reduced(losses.astype(target.dtype, copy=False), reduction)


# Many classes


def cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Compute -w_t ln softmax(input)_t for each target class t, or -Σ w_c t_c ln softmax(input)_c.

    It takes logits, and applies the softmax itself. The slopes are the probabilities, minus 1 at
    the target, each divided by the number of rows (with `weight`, by the sum of the rows' weights).

    Shapes: input (N, C), for logits; target (N,), for classes, or (N, C), for probabilities; result
    ().
    Dtypes: classes are int64, and probabilities have a floating-point dtype.

    >>> import minigrad as mg
    >>> logits = mg.tensor([[2.0, 1.0, 0.0]], requires_grad=True)
    >>> loss = mg.nn.functional.cross_entropy(logits, mg.tensor([0]))
    >>> loss
    tensor(0.4076, grad_fn=<NllLossBackward0>)
    >>> loss.backward()
    >>> logits.grad
    tensor([[-0.3348,  0.2447,  0.0900]])
    """
    return _cross_entropy(input, target, weight, checked_reduction(reduction), ignore_index)


@public(name="cross_entropy_loss", method=False)
def _cross_entropy(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: Anything = 1,
    ignore_index: int = -100,
) -> Tensor:
    shape = input._value.shape
    dim = 0 if len(shape) == 1 else 1
    if target._value.shape != shape:
        return _nll(log_softmax(input, dim), target, weight, reduction, ignore_index)
    if not target._dtype.is_floating_point:
        raise error("probabilities_dtype", target)
    if ignore_index >= 0:
        raise error("ignored_probability")
    _check_weight(weight, shape[dim], "cross_entropy: ")
    return _expected(log_softmax(input, dim), target, weight, reduction, dim)


def _expected(logs, target, weight, reduction, dim) -> Tensor:
    """-Σ w_c t_c ln p_c for target probabilities t"""
    terms = logs * target
    if weight is not None:
        terms = terms * weight.reshape([-1 if d == dim else 1 for d in range(terms._value.ndim)])
    if reduction == "none":
        return -terms.sum(dim)
    classes = logs._value.shape[dim] or math.nan  # with no classes, the mean is nan
    total = -terms.sum()
    return _divided(total, logs._value.size / classes) if reduction == "mean" else total


# x / n for a number n
_divided = unary("DivBackward1", x=lambda g, n: g / n)(lambda x, n: x / n)


def nll_loss(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Compute -w_t input_t for each target class t; the mean is Σ losses / Σ w_t."""
    return _nll(input, target, weight, checked_reduction(reduction), ignore_index)


@public(name="nll_loss_nd", method=False)
def _nll(
    input: Tensor,
    target: Tensor,
    weight: Tensor | None = None,
    reduction: Anything = 1,
    ignore_index: int = -100,
) -> Tensor:
    shape, classes = input._value.shape, _check_targets(input, target, weight)
    # Arrange the pixels as PyTorch does: one image, with its pixels in a row.
    if len(shape) == 3 or len(shape) > 4:
        pixels = math.prod(shape[2:])
        flat = input.contiguous().reshape(shape[0], classes, 1, pixels)
        targets = target.reshape(shape[0], 1, pixels)
        losses = _nll(flat, targets, weight, reduction, ignore_index)
        return losses.reshape(target._value.shape) if reduction == "none" else losses
    is_image = len(shape) == 4
    _check_weight(weight, classes, "", "pixel_weights" if is_image else "class_weights")
    if input._value.dtype.kind != "f":
        raise not_implemented(f"nll_loss{'2d_forward' * is_image}_out_frame", input._value.dtype)
    mixed = weight is not None and weight._dtype is not input._dtype
    if mixed:
        raise error("weight_dtype", input, weight)
    value = target._value if target._value.ndim == len(shape) - 1 else target._value[0]
    value = value.astype(np.int64, copy=False)
    w = None
    if weight is not None or 0 <= ignore_index < classes or not _are_classes(value, classes):
        ignored = value == ignore_index
        value = np.where(ignored, 0, value)
        wrong = value[(value < 0) | (value >= classes)]
        if wrong.size:
            raise error("target_class", wrong, classes)
        if weight is not None or ignored.any():
            w = np.ones(classes, input._dtype.numpy) if weight is None else weight._value
            w = np.asarray(np.where(ignored, 0, w[value]), input._dtype.numpy)
    total = (value.size if w is None else np.add.reduce(w, None)) if reduction == "mean" else 1
    if w is not None and not total and not ignored.all():
        total = math.nan  # if all weights are 0, there is no mean
    # The index that selects the target class of every sample (and pixel)
    where: tuple
    if value.ndim == 1:
        where = (np.arange(len(value)), value)
    else:
        places = np.indices(value.shape, sparse=True)
        where = (*places[:1], value, *places[1:])
    kind = _nll_of_images if is_image else _nll_of_samples
    return watched(kind(input, where, w, reduction, total, shape), target, weight)


def _are_classes(value, classes: int) -> bool:
    """Return whether every class index is in [0, classes).

    Negative indices become large when read as unsigned integers, so one comparison is enough.
    """
    return bool(np.maximum.reduce(value.view(np.uint64), None, initial=0) < classes)


def _negative_likelihood(x, at, w, reduction, total, shape):
    """-w x at the targets"""
    losses = -x[at] if w is None else np.where(w, -x[at] * w, x.dtype.type(0))
    return losses if reduction == "none" else np.add.reduce(losses, None) / x.dtype.type(total)


def _nll_rule(g, x, at, w, total, shape):
    """-w g / total at the targets, 0 elsewhere"""
    # Subtract from 0 instead of negating, so that the gradient of ignored targets is 0, not -0.
    g = g if w is None else g * w
    return _at_targets(0 - g / (total or 1), x, at, shape)


_nll_of_samples = unary("NllLossBackward0", x=_nll_rule, at=None)(_negative_likelihood)
_nll_of_images = unary("NllLoss2DBackward0", x=_nll_rule, at=None)(_negative_likelihood)


@operation("NllLossBackwardBackward0", v=lambda g, at: picked(g, at), x=zeros_of)
def _at_targets(v, x, at, shape):
    """Return zeros of the given shape, with v at the targets."""
    result = np.zeros(shape, v.dtype)
    result[at] = v
    return result


def _check_targets(input, target, weight) -> int:
    """Return the number of classes; raise if the input and target don't match."""
    shape, of_target = input._value.shape, target._value.shape
    if not shape:
        raise error("no_classes")
    alone, dims, got = len(shape) == 1, len(of_target), of_target[0] if of_target else 0
    if alone and dims == 1 and got != 1:
        raise error("single_target", of_target)
    if not alone and of_target[:1] != shape[:1]:
        raise error("batch_sizes", shape, got, of_target)
    require_constant(weight, "nll_loss_forward", "weight")
    if len(shape) < 3 and dims > 1:
        raise error("several_targets", of_target)
    wanted = (shape[0], *shape[2:])
    if len(shape) > 2 and of_target != wanted:
        if len(shape) != 4:
            raise error("target_size", wanted, of_target)
        if dims != 3:
            raise error("spatial_targets", dims)
        raise error("image_sizes", shape, of_target)
    if target._dtype.name not in ("int64", "uint8"):
        raise error("target_not_long", target)
    return shape[0 if alone else 1]


def _check_weight(weight, classes: int, prefix: str, name: str = "class_weights") -> None:
    if weight is not None and weight._value.shape != (classes,):
        raise error(name, prefix, classes, weight)
