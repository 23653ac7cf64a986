"""Batch normalization, as a function and as a layer."""

from __future__ import annotations

import math

import numpy as np

from ..api.entry import public
from ..engine.dtypes import float32
from ..engine.memory.versions import watched
from ..engine.modes import no_grad
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, not_implemented
from ..ops.dims import dim_index
from ..ops.shape import cloned
from ..values.creation import empty, ones, tensor, zeros
from ..values.parameter import Parameter
from . import init
from .layer_functions import average
from .module import Module


def batch_norm(
    input: Tensor,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-05,
) -> Tensor:
    """Compute (x - mean) / √(var + ε) · weight + bias for each channel.

    During training, the mean and the variance are computed from the batch, and the running mean and
    variance are moved toward these values in place. Otherwise, the running mean and variance are
    used.
    """
    shape = input._value.shape
    if training and math.prod((shape[0], *shape[2:])) == 1:
        raise error("batch_of_one", input)
    if eps < 0 or (training and eps == 0):
        raise error(
            "batch_norm_eps", "positive during training" if training else "non-negative", eps
        )
    return _batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)


@public(name="batch_norm", method=False)
def _batch_norm(
    input: Tensor,
    weight: Tensor | None,
    bias: Tensor | None,
    running_mean: Tensor | None,
    running_var: Tensor | None,
    training: bool,
    momentum: float,
    eps: float,
) -> Tensor:
    x = input._value
    if not x.size:  # there is nothing to normalize, and nothing to learn about the mean
        out = cloned(input) if weight is None else cloned(input) * weight.select(0, 0)
        return out if bias is None else out + bias.select(0, 0)
    channels = x.shape[1] if x.ndim > 1 else 0
    if not training and running_mean is None:
        raise error("no_running", "running_mean")
    if (running_mean is None) != (running_var is None):
        raise error("half_running")
    running = {"running_mean": running_mean, "running_var": running_var}
    for name, each in {**running, "weight": weight, "bias": bias}.items():
        if each is not None and each._value.size != channels:
            raise error("channel_count", name, channels, each._value.size)
    if x.dtype.kind != "f":
        raise not_implemented("batch_norm", x.dtype)
    given = [each for each in (weight, bias, *running.values()) if each is not None]
    if any(each._dtype is not input._dtype for each in given):
        raise error("affine_dtype" if input._dtype is float32 else "mixed_affine", input)
    if training:
        dim_index(1, x.ndim)  # raises if there is no channel dim
    dims = (0, *range(2, x.ndim))
    if training:
        mean = average(x, dims)
        variance = average((x - mean) ** 2, dims)
    else:  # copy them, because the next training batch changes them in place
        mean, variance = (
            _as_column(each._value.copy(), x.ndim) for each in running.values() if each is not None
        )
    out = _normal(input, weight, bias, dims, eps, not training, mean, variance)
    if training:
        _follow(running_mean, running_var, (mean, variance), x.size // channels, momentum)
    return watched(out, bias)


@no_grad()
def _follow(running_mean, running_var, moments, n: int, momentum: float) -> None:
    """Move the running mean and variance toward those of a batch with n values per channel."""
    mean, variance = (each.reshape(-1) for each in moments)
    for running, new in ((running_mean, mean), (running_var, variance * (n / (n - 1)))):
        if running is not None:
            running.copy_(wrap(running._value * (1 - momentum) + new * momentum, running._dtype))


def _rule(g, input, weight, dims, eps, is_fixed, mean, variance):
    """With x̂ the normalized x, and h = g w: (h - mean h - x̂ mean(h x̂)) / σ;   Σ g x̂;   Σ g

    If the mean and the variance are fixed, the first gradient is h / σ.
    """
    x = input
    if isinstance(x, Tensor) and not is_fixed:  # recorded in turn
        mean = x.mean(dims, keepdim=True)
        variance = ((x - mean) ** 2).mean(dims, keepdim=True)
    deviation = (variance + eps) ** 0.5
    normal = (x - mean) / deviation
    h = g if weight is None else g * weight.reshape(mean.shape)
    dx = h / deviation
    if not is_fixed:
        dx = dx - (average(h, dims) + normal * average(h * normal, dims)) / deviation
    return dx, (g * normal).sum(dims), g.sum(dims)


@operation("NativeBatchNormBackward0", joint=_rule, inputs=3, broadcasts=False)
def _normal(input, weight, bias, dims, eps, is_fixed, mean, variance):
    """(x - mean) / sqrt(var + ε) · weight + bias"""
    out = (input - mean) / np.sqrt(variance + input.dtype.type(eps))
    if weight is not None:
        out = out * _as_column(weight, input.ndim)
    if bias is not None:
        out = out + _as_column(bias, input.ndim)
    return np.asarray(out, order="C")


def _as_column(values, dims: int):
    """Reshape a vector with one value per channel so that it broadcasts along dim 1."""
    return values.reshape((1, -1) + (1,) * (dims - 2))


class _BatchNorm(Module):
    """The base class of the layers, which differ in the number of dims of their inputs."""

    _dims: tuple[int, ...]
    _misfit: str

    def __init__(
        self,
        num_features: int,
        eps=1e-5,
        momentum: float | None = 0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ) -> None:
        super().__init__()
        options = {"device": device, "dtype": dtype}
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.affine, self.track_running_stats = affine, track_running_stats
        for name, wanted in (("weight", affine), ("bias", affine and bias)):
            new = Parameter(empty(num_features, **options)) if wanted else None
            self.register_parameter(name, new)
        tracked = track_running_stats
        self.register_buffer("running_mean", zeros(num_features, **options) if tracked else None)
        self.register_buffer("running_var", ones(num_features, **options) if tracked else None)
        self.register_buffer("num_batches_tracked", tensor(0) if tracked else None)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Set the running mean to 0, the running variance to 1, and the batch count to 0."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Reset the running statistics, and set the weight to 1 and the bias to 0."""
        self.reset_running_stats()
        for parameter, number in ((self.weight, 1.0), (self.bias, 0.0)):
            if parameter is not None:
                init.constant_(parameter, number)

    def forward(self, input):
        if input.dim() not in self._dims:
            raise error(self._misfit, input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:  # use the plain mean over all batches
                momentum = 1.0 / self.num_batches_tracked.item()
        follow = not self.training or self.track_running_stats
        mean, var = (self.running_mean, self.running_var) if follow else (None, None)
        training = self.training or self.running_mean is None
        return batch_norm(input, mean, var, self.weight, self.bias, training, momentum, self.eps)

    def extra_repr(self) -> str:
        options = ("eps", "momentum", "affine")
        told = [f"{name}={getattr(self, name)}" for name in options]
        told += [f"bias={self.bias is not None}", f"track_running_stats={self.track_running_stats}"]
        return ", ".join([str(self.num_features), *told])


class BatchNorm1d(_BatchNorm):
    """Apply (x - mean) / √(var + ε) · weight + bias to each column or channel.

    In training mode, the mean and the variance are computed from the batch, and the buffers
    `running_mean` and `running_var` move toward them. In evaluation mode, the buffers are used
    instead.

    Shapes: x has shape (batch, num_features) or (batch, num_features, length), and so does the
    result.
    Errors: ValueError if x has a different number of dims or, in training mode, only one value per
    channel.

    >>> import minigrad as mg
    >>> mg.nn.BatchNorm1d(1)(mg.tensor([[1.0], [3.0]]))
    tensor([[-1.0000],
            [ 1.0000]], grad_fn=<NativeBatchNormBackward0>)
    """

    _dims = (2, 3)
    _misfit = "batch_norm_dims"


class BatchNorm2d(_BatchNorm):
    """Apply (x - mean) / √(var + ε) · weight + bias to each channel of images.

    Shapes: x and the result (batch, num_features, height, width). For everything else, see
    BatchNorm1d.

    >>> import minigrad as mg
    >>> mg.nn.BatchNorm2d(3)(mg.ones(2, 3, 4, 4)).shape
    minigrad.Size([2, 3, 4, 4])
    """

    _dims = (4,)
    _misfit = "images_dims"
