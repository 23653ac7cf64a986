"""The namespace `minigrad.nn`: building blocks for neural networks."""

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
from .batch_norm import BatchNorm1d, BatchNorm2d
from .containers import ModuleList, Sequential
from .convolution import Conv1d, Conv2d
from .layers import Dropout, Embedding, Flatten, Identity, LayerNorm, Linear
from .lazy import LazyLinear
from .loss import (
    BCELoss,
    BCEWithLogitsLoss,
    CrossEntropyLoss,
    L1Loss,
    MSELoss,
    NLLLoss,
)
from .module import Module
from .pooling import AvgPool2d, MaxPool2d
from .recurrent import GRU, LSTM, RNN, RNNBase

__all__ = [
    "AvgPool2d",
    "BCELoss",
    "BCEWithLogitsLoss",
    "BatchNorm1d",
    "BatchNorm2d",
    "Conv1d",
    "Conv2d",
    "CrossEntropyLoss",
    "Dropout",
    "ELU",
    "Embedding",
    "Flatten",
    "GELU",
    "GRU",
    "Identity",
    "L1Loss",
    "LSTM",
    "LayerNorm",
    "LazyLinear",
    "LeakyReLU",
    "Linear",
    "LogSigmoid",
    "LogSoftmax",
    "MSELoss",
    "MaxPool2d",
    "Module",
    "ModuleList",
    "NLLLoss",
    "Parameter",
    "RNN",
    "RNNBase",
    "ReLU",
    "Sequential",
    "SiLU",
    "Sigmoid",
    "Softmax",
    "Softplus",
    "Tanh",
    "functional",
    "init",
    "utils",
]
