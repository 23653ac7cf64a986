"""The namespace `minigrad.nn.functional`: layers, activations, and losses as functions."""

from __future__ import annotations

from ..api.arguments import checked
from ..api.types import Dtype
from ..engine.memory.inplace import inplace as changing
from ..engine.tensor import Tensor
from ..messages.errors import error, warn
from ..ops import activations, piecewise
from ..ops.activations import gelu, logsigmoid, softplus
from .batch_norm import batch_norm
from .convolution import conv1d, conv2d
from .distances import l1_loss, mse_loss
from .entropies import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    nll_loss,
)
from .layer_functions import dropout, embedding, layer_norm, normalize, one_hot
from .linear import linear
from .pooling import avg_pool2d, max_pool2d

__all__ = [
    "avg_pool2d",
    "batch_norm",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "conv1d",
    "conv2d",
    "cross_entropy",
    "dropout",
    "elu",
    "embedding",
    "gelu",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "logsigmoid",
    "max_pool2d",
    "mse_loss",
    "nll_loss",
    "normalize",
    "one_hot",
    "relu",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "tanh",
]


def _in_place(operation):
    """Return the in-place form of an activation, as a function."""
    changes = changing(operation.raw)
    return checked(f"{operation.__name__}_", changes, operation.definition)


_elu_, _leaky_relu_ = _in_place(activations.elu), _in_place(activations.leaky_relu)
_relu_, _silu_ = _in_place(piecewise.relu), _in_place(activations.silu)


def sigmoid(input: Tensor) -> Tensor:
    """Apply 1 / (1 + e⁻ˣ) to each element."""
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:
    """Apply (eˣ - e⁻ˣ) / (eˣ + e⁻ˣ) to each element."""
    return input.tanh()


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """Apply max(x, 0) to each element;   d/dx = 1 for x > 0, else 0."""
    return (_relu_ if inplace else piecewise.relu)(input)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """Map each element to x if x > 0, otherwise to slope · x."""
    return (_leaky_relu_ if inplace else activations.leaky_relu)(input, negative_slope)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """Map each element to x if x > 0, otherwise to α (eˣ - 1)."""
    return (_elu_ if inplace else activations.elu)(input, alpha)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """Apply x σ(x) to each element."""
    return (_silu_ if inplace else activations.silu)(input)


def softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Dtype | None = None
) -> Tensor:
    """Compute eˣ / Σ eˣ along dim."""
    return input.softmax(_chosen_dim("softmax", input, dim), dtype=dtype)


def log_softmax(
    input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: Dtype | None = None
) -> Tensor:
    """Compute x - ln Σ eˣ along dim."""
    return input.log_softmax(_chosen_dim("log_softmax", input, dim), dtype=dtype)


def _chosen_dim(name: str, input, dim) -> int:
    if dim is None:
        warn("implicit_dim", name)
        dim = 0 if input.dim() in (0, 1, 3) else 1
    return dim
