"""Exponentials divided by their sum. To prevent overflow, the maximum is subtracted first."""

from __future__ import annotations

import numpy as np

from ..api.entry import public
from ..api.types import Dtype, IntOrInts
from ..engine.casting import cast
from ..engine.dtypes import as_dtype, get_default_dtype
from ..engine.ones import row_sums
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from .dims import dim_index, dim_indices
from .powers import exp
from .shape import cloned, ordered
from .silence import silent
from .sums import _sum, with_dims


@operation(
    "SoftmaxBackwardDataBackward0",
    g=lambda h, s, dim: _softmax_slope(h, s, dim),
    s=lambda h, g, s, dim: (
        h * (g - _sum(g * s, dim, keepdim=True)) - g * _sum(h * s, dim, keepdim=True)
    ),
)
def _softmax_slope(g, s, dim):
    """s·(g - Σ g·s)"""
    return s * (g - row_sums(g * s, dim))


@unary("SoftmaxBackward0", x=lambda g, out, dim: _softmax_slope(g, out, dim))
@silent
def _softmax(x, dim):
    exps = np.exp(_floating(x, "softmax", dim) - _largest(x, dim))
    return exps / row_sums(exps, dim)


@public()
def softmax(input: Tensor, dim: int, dtype: Dtype | None = None) -> Tensor:
    """exp xᵢ / Σ exp x along dim;   ∂outᵢ/∂xⱼ = outᵢ(δᵢⱼ - outⱼ)"""
    return _along(_softmax, input, dim, dtype)


@operation(
    "LogSoftmaxBackwardDataBackward0",
    g=lambda h, s, dim: h - _sum(h * exp.raw(s), dim, keepdim=True),
    s=lambda h, g, s, dim: -h * exp.raw(s) * _sum(g, dim, keepdim=True),
)
def _log_softmax_slope(g, s, dim):
    """g - exp(s)·Σ g"""
    return g - exp.raw(s) * _sum(g, dim, keepdim=True)


@unary("LogSoftmaxBackward0", x=lambda g, out, dim: _log_softmax_slope(g, out, dim))
@silent
def _log_softmax(x, dim):
    shifted = _floating(x, "log_softmax", dim) - _largest(x, dim)
    return shifted - np.log(row_sums(np.exp(shifted), dim))


@public()
def log_softmax(input: Tensor, dim: int, dtype: Dtype | None = None) -> Tensor:
    """xᵢ - ln Σ exp x along dim;   ∂outᵢ/∂xⱼ = δᵢⱼ - softmaxⱼ"""
    return _along(_log_softmax, input, dim, dtype)


def _floating(x, name: str, dims):
    if x.dtype.kind != "f":
        last = dims == (x.ndim - 1,) or not dims
        raise not_implemented(f"{name}_{'lastdim_' * last}kernel_impl", x.dtype)
    return np.asarray(x, order="C")


def _along(operation, x, dim, dtype):
    if dtype is not None:
        x = cast(x, as_dtype(dtype))
    value = x._value
    dim = dim_index(dim, value.ndim)
    if not value.size and not x._dtype.is_floating_point:  # there is nothing to compute
        return cloned(x)
    return operation(x, (dim,) if value.ndim else ())


def _shares(g, x, out, dims, keepdim):
    """g · exp(x - out)"""
    return with_dims(g, x.shape, dims, keepdim) * exp.raw(
        x - with_dims(out, x.shape, dims, keepdim)
    )


@unary("LogsumexpBackward0", x=_shares)
@silent
def _logsumexp(x, dims, keepdim):
    top = _largest(x, dims)
    top = np.where(np.isfinite(top), top, x.dtype.type(0))
    s = np.log(np.exp(x - top).sum(dims, keepdims=True)) + top
    return ordered(s if keepdim else s.squeeze(dims))


@public()
def logsumexp(input: Tensor, dim: IntOrInts, keepdim: bool = False) -> Tensor:
    """ln Σ exp x along dim;   ∂/∂xᵢ = exp(xᵢ - out)"""
    x = input if input._dtype.is_floating_point else cast(input, get_default_dtype())
    if dim in ((), []) and not keepdim and x._value.ndim and x._value.size:  # as in PyTorch
        raise error("in_place_shape", (), (1,) * x._value.ndim)
    return _logsumexp(x, dim_indices(dim, x._value.ndim), keepdim)


def _largest(x, dims):
    return np.maximum.reduce(x, dims, keepdims=True, initial=-np.inf)
