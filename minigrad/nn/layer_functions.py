"""The functions that layers call: lookup, normalization, and dropout."""

from __future__ import annotations

import math

import numpy as np

from ..api.entry import public
from ..api.types import Ints
from ..engine.dtypes import INDICES, float32, int64
from ..engine.layout import laid
from ..engine.memory.versions import watched
from ..engine.modes import GRAD, recording
from ..engine.ones import row_sums
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..engine.unbroadcast import sum_to
from ..messages.errors import argument_error, error, not_implemented
from ..ops.comparison import ge
from ..ops.gathering import check_range
from ..ops.indexing import put_sum
from ..ops.piecewise import chosen
from ..values import random


def dropout(input: Tensor, p: float = 0.5, training: bool = True, inplace: bool = False) -> Tensor:
    """During training, set each element to 0 with probability p, and divide the others by 1 - p."""
    if not 0.0 <= p <= 1.0:
        raise error("dropout_p", p)
    if not isinstance(input, Tensor):
        raise argument_error("dropout", "input", 1, "Tensor", input)
    if not training or p == 0.0 or input._value.size == 0:
        return input
    if not input._dtype.is_floating_point and p < 1.0:
        raise error("dropout_dtype", input)
    scales = np.zeros(input._value.size, input._dtype.numpy)
    if p < 1.0:
        scales = random.bernoulli(None, np.full_like(scales, 1.0 - p)) / scales.dtype.type(1.0 - p)
    mask = wrap(laid(scales, input._value)[()], input._dtype)
    return input.mul_(mask) if inplace else input * mask


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12) -> Tensor:
    """Compute x / max(‖x‖ₚ, ε) along dim."""
    return input / _at_least(input.norm(p, dim, keepdim=True), eps).expand_as(input)


# max(x, low) for a number;   d/dx = 1 for x ≥ low
_at_least = unary("ClampMinBackward0", x=lambda g, x, low: chosen(ge.raw(x, low), g, 0.0))(
    lambda x, low: np.maximum(x, low)
)


@public(method=False)
def one_hot(input: Tensor, num_classes: int = -1) -> Tensor:
    """Put 1 at each class index, and 0 elsewhere, along a new last dimension."""
    if input._dtype is not int64:
        raise error("one_hot_dtype", input)
    index = np.asarray(input._value)
    if index.size == 0 and num_classes <= 0:
        raise error("one_hot_empty")
    least, largest = index.min(initial=0), index.max(initial=0)
    if least < 0:
        raise error("negative_class", least)
    classes = largest + 1 if num_classes == -1 else num_classes
    if largest >= classes:
        raise error("large_class", largest, num_classes)
    return wrap((index[..., None] == np.arange(classes)).astype(np.int64, "C"), int64)


def embedding(
    input: Tensor,
    weight: Tensor,
    padding_idx: int | None = None,
) -> Tensor:
    """Look up a row of the weight for each index in the input."""
    row = None if padding_idx is None else padding_row(padding_idx, *weight._value.shape[:1])
    return _looked_up(weight, input, -1 if row is None else row)


def padding_row(index: int | None, rows: int = 0) -> int | None:
    """Return the index of the padding row as a nonnegative int, or None without a padding row."""
    if index and not -rows <= index < rows:
        raise error("padding_idx", rows)
    return None if index is None else index % (rows or 1)


@public(name="embedding", method=False)
def _looked_up(weight: Tensor, indices: Tensor, padding_idx: int = -1) -> Tensor:
    input = indices
    if not weight._value.ndim and recording.mode is GRAD and weight.requires_grad:
        raise error("no_dims", 0)
    if weight._value.ndim != 2:
        raise error("embedding_weight")
    kind = input.type() if input._dtype.kind else "CPUBoolType"
    if input._dtype not in INDICES:
        raise error("index_dtype", kind)
    index = np.asarray(input._value)
    check_range(index, weight, 0)
    kept = (
        None if padding_idx < 0 else (index != padding_idx).astype(weight._value.dtype)[..., None]
    )
    return watched(_rows(weight, index, kept, weight._value.shape), input)


def _rows_rule(g, index, kept, shape):
    """Add g's rows at their indices. `kept` is 0 for the padding row, which gets no gradient."""
    return put_sum(g if kept is None else g * kept, (index,), shape)


@unary("EmbeddingBackward0", w=_rows_rule, index=None)
def _rows(w, index, kept, shape):
    """Return the rows of w selected by `index`."""
    return w[index]


@public(method=False)
def layer_norm(
    input: Tensor,
    normalized_shape: Ints,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-05,
) -> Tensor:
    """Compute (x - mean) / √(var + ε) · weight + bias over the last dimensions."""
    shape, normalized = input._value.shape, tuple(normalized_shape)
    affine = [(n, x) for n, x in (("weight", weight), ("bias", bias)) if x is not None]
    mixed = any(x._dtype is not input._dtype for _, x in affine)
    if mixed and input._dtype is not float32:
        raise error("mixed_affine", input)
    if mixed:
        raise error("affine_dtype", input)
    if not normalized:
        raise error("no_normalized")
    for name, tensor in affine:
        if tensor._value.shape != normalized:
            raise error("affine_shape", name, tensor, normalized)
    if shape[len(shape) - len(normalized) :] != normalized:
        raise error("normalized_shape", normalized, ", ".join(map(str, normalized)), shape)
    if input._value.dtype.kind != "f":
        raise not_implemented("LayerNormKernelImpl", input._value.dtype)
    dims = tuple(range(len(shape) - len(normalized), len(shape)))
    normal, deviation = _normalized(input._value, dims, eps)
    return watched(_layer_norm(input, weight, bias, dims, eps, normal, deviation), bias)


def _layer_norm_rule(g, input, weight, dims, eps, normal, deviation):
    """With x̂ the normalized x and h = g w: (h - mean h - x̂ mean(h x̂)) / σ;   Σ g x̂;   Σ g"""
    if isinstance(g, Tensor):  # recorded in turn
        normal, deviation = _normalized(input, dims, eps)
        h, rest = g if weight is None else g * weight, tuple(range(dims[0]))
        dx = (h - average(h, dims) - normal * average(h * normal, dims)) / deviation
        return dx, _total(g * normal, rest), _total(g, rest)
    shape = g.shape[dims[0] :]
    product = g * normal
    dw, db = sum_to(product, shape), sum_to(g, shape)
    h = g if weight is None else g * weight
    if weight is not None:
        product *= weight
    # In place, because a new array for each step would take longer than the arithmetic.
    dx = normal * -average(product, dims)
    dx += h
    dx -= average(h, dims)
    dx /= deviation
    return dx, dw, db


@operation(
    "NativeLayerNormBackward0", joint=_layer_norm_rule, inputs=3, normal=None, broadcasts=False
)
def _layer_norm(input, weight, bias, dims, eps, normal, deviation):
    """x̂ · weight + bias, where x̂ is `normal`, the normalized x"""
    out = normal.copy() if weight is None else normal * weight
    if bias is not None:
        out += bias
    return np.asarray(out, order="C")


def _normalized(x, dims, eps):
    """Return (x - mean) / σ and σ, where σ² is the variance plus ε, for an array or tensor."""
    centered = x - average(x, dims)
    deviation = (average(centered * centered, dims) + eps) ** 0.5
    return centered / deviation, deviation


def average(x, dims):
    """Return the mean of an array or tensor over dims, which are kept with size 1."""
    if isinstance(x, Tensor):
        return x.mean(dims, keepdim=True)
    n = math.prod(x.shape[d] for d in dims)
    return row_sums(x, dims) / x.dtype.type(n)


def _total(x, dims):
    return x if not dims else x.sum(dims)
