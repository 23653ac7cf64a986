"""`minigrad.nn.functional`: layers, activations and losses as functions."""

from .. import absent
from ..errors import warn
from ..inplace import inplace as _inplace
from ..ops import activations
from ..ops import softmax as _softmax
from ..ops.activations import gelu, logsigmoid, sigmoid, softplus
from ..ops.kinks import relu as _relu
from ..ops.trigonometric import tanh
from .distances import huber_loss, l1_loss, mse_loss, smooth_l1_loss
from .entropies import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    nll_loss,
)
from .layer_functions import dropout, embedding, layer_norm, normalize, one_hot
from .linear import linear

__all__ = [
    "linear",
    "embedding",
    "one_hot",
    "layer_norm",
    "normalize",
    "dropout",
    "relu",
    "leaky_relu",
    "elu",
    "gelu",
    "silu",
    "sigmoid",
    "logsigmoid",
    "tanh",
    "softplus",
    "softmax",
    "log_softmax",
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "huber_loss",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "nll_loss",
]


def relu(input, inplace=False):
    """max(x, 0);   d/dx = 1 for x > 0, 0 at 0"""
    return (_inplace(_relu) if inplace else _relu)(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x for x > 0, slope · x elsewhere"""
    operation = activations.leaky_relu
    return (_inplace(operation) if inplace else operation)(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x for x > 0, α (eˣ - 1) elsewhere"""
    return (_inplace(activations.elu) if inplace else activations.elu)(input, alpha)


def silu(input, inplace=False):
    """x σ(x)"""
    return (_inplace(activations.silu) if inplace else activations.silu)(input)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """eˣ / Σ eˣ along dim"""
    return _softmax.softmax(input, _chosen_dim("softmax", input, dim, _stacklevel), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """x - ln Σ eˣ along dim"""
    dim = _chosen_dim("log_softmax", input, dim, _stacklevel)
    return _softmax.log_softmax(input, dim, dtype)


def _chosen_dim(name: str, input, dim, stacklevel: int) -> int:
    if dim is not None:
        return dim
    warn("implicit_dim", name)
    return 0 if input._value.ndim in (0, 1, 3) else 1


def __getattr__(name: str):
    raise AttributeError(absent.message(f"module '{__name__}'", name))
