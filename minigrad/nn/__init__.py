"""`minigrad.nn`: what networks are built of."""

from ..messages import unsupported
from ..values import parameter
from ..values.parameter import Parameter
from . import functional, init, utils
from .activation import (
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
from .loss import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
    SmoothL1Loss,
)
from .module import Module

__getattr__ = unsupported.within(__name__)
