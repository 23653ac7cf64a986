"""`minigrad.nn`: what networks are built of."""

from .. import absent
from . import functional, init, utils
from .activations import (
    ELU,
    GELU,
    LeakyReLU,
    LogSigmoid,
    LogSoftmax,
    ReLU,
    Sigmoid,
    SiLU,
    Softmax,
    Softplus,
    Tanh,
)
from .containers import ModuleList, Sequential
from .layers import Dropout, Embedding, Flatten, Identity, LayerNorm, Linear
from .losses import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    HuberLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
    SmoothL1Loss,
)
from .module import Module
from .parameter import Parameter


def __getattr__(name: str):
    raise AttributeError(absent.message(f"module '{__name__}'", name))
