"""`minigrad.nn.functional`: layers, activations and losses as functions."""

from ..arguments import function as _function
from ..errors import warn as _warn
from ..inplace import inplace as _inplace
from ..methods import FUNCTIONS as _FUNCTIONS
from ..ops import activations as _activations
from ..ops import kinks as _kinks
from ..ops import softmax as _softmax
from .distances import huber_loss, l1_loss, mse_loss, smooth_l1_loss
from .entropies import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    nll_loss,
)
from .layer_functions import dropout, embedding, layer_norm, normalize, one_hot
from .linear import linear

gelu = _function("gelu", _activations.gelu)
logsigmoid = _function("logsigmoid", _activations.logsigmoid)
sigmoid = _function("sigmoid", _activations.sigmoid)
softplus = _function("softplus", _activations.softplus)
tanh = _function("tanh", _FUNCTIONS["tanh"])


def relu(input, inplace=False):
    """max(x, 0);   d/dx = 1 for x > 0, 0 at 0"""
    return (_inplace(_kinks.relu) if inplace else _kinks.relu)(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x for x > 0, slope · x elsewhere"""
    operation = _activations.leaky_relu
    return (_inplace(operation) if inplace else operation)(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x for x > 0, α (eˣ - 1) elsewhere"""
    return (_inplace(_activations.elu) if inplace else _activations.elu)(input, alpha)


def silu(input, inplace=False):
    """x σ(x)"""
    return (_inplace(_activations.silu) if inplace else _activations.silu)(input)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """eˣ / Σ eˣ along dim"""
    return _softmax.softmax(input, _chosen_dim("softmax", input, dim), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """x - ln Σ eˣ along dim"""
    return _softmax.log_softmax(input, _chosen_dim("log_softmax", input, dim), dtype)


def _chosen_dim(name: str, input, dim) -> int:
    if dim is None:
        _warn("implicit_dim", name)
        dim = 0 if input._value.ndim in (0, 1, 3) else 1
    return dim
