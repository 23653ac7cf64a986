"""`minigrad.nn.functional`: layers, activations and losses as functions."""

from ..api.arguments import function as _function
from ..engine.memory.inplace import inplace as _inplace
from ..messages.errors import warn as _warn
from ..ops import activations as _activations
from ..ops import piecewise as _piecewise
from . import entropies as _entropies
from .distances import l1_loss, mse_loss, smooth_l1_loss
from .entropies import binary_cross_entropy, cross_entropy, nll_loss
from .layer_functions import dropout, embedding, layer_norm, normalize, one_hot
from .linear import linear

binary_cross_entropy_with_logits = _entropies.binary_cross_entropy_with_logits
gelu = _function("gelu", _activations.gelu)
logsigmoid = _function("log_sigmoid", _activations.logsigmoid)
softplus = _function("softplus", _activations.softplus)


def _both(name: str, operation):
    """An operation and its in-place form."""
    return _function(name, operation), _function(f"{name}_", _inplace(operation))


_elu, _elu_ = _both("elu", _activations.elu)
_leaky_relu, _leaky_relu_ = _both("leaky_relu", _activations.leaky_relu)
_relu, _relu_ = _both("relu", _piecewise.relu)
_silu, _silu_ = _both("silu", _activations.silu)


def sigmoid(input):
    """1 / (1 + e⁻ˣ)"""
    return input.sigmoid()


def tanh(input):
    """(eˣ - e⁻ˣ) / (eˣ + e⁻ˣ)"""
    return input.tanh()


def relu(input, inplace=False):
    """max(x, 0);   d/dx = 1 for x > 0, 0 at 0"""
    return (_relu_ if inplace else _relu)(input)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    """x for x > 0, slope · x elsewhere"""
    return (_leaky_relu_ if inplace else _leaky_relu)(input, negative_slope)


def elu(input, alpha=1.0, inplace=False):
    """x for x > 0, α (eˣ - 1) elsewhere"""
    return (_elu_ if inplace else _elu)(input, alpha)


def silu(input, inplace=False):
    """x σ(x)"""
    return (_silu_ if inplace else _silu)(input)


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """eˣ / Σ eˣ along dim"""
    return input.softmax(_chosen_dim("softmax", input, dim), dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """x - ln Σ eˣ along dim"""
    return input.log_softmax(_chosen_dim("log_softmax", input, dim), dtype)


def _chosen_dim(name: str, input, dim) -> int:
    if dim is None:
        _warn("implicit_dim", name)
        dim = 0 if input.dim() in (0, 1, 3) else 1
    return dim
