"""The modules in which classes claim to be defined, which correspond to PyTorch's modules.

`repr(type(layer))` shows the name of such a module, pickles refer to the name, and programs import
from it, so `sys.modules` maps each name to the real module.
"""

import sys

from . import autograd, nn, utils
from .engine.device import backends, device
from .engine.dtypes import dtype
from .engine.tensor import Tensor
from .ops.dims import Size
from .values import random

SHOWN: dict[str, tuple[type, ...]] = {
    "minigrad": (Size, Tensor, device, dtype),
    "minigrad._C": (random.Generator,),
    "minigrad.autograd.grad_mode": (
        autograd.enable_grad,
        autograd.inference_mode,
        autograd.no_grad,
        autograd.set_grad_enabled,
    ),
    "minigrad.autograd.gradcheck": (autograd.GradcheckError,),
    "minigrad.autograd.variable": (autograd.Variable, type(autograd.Variable)),
    "minigrad.nn.parameter": (nn.Parameter,),
    "minigrad.nn.modules.activation": (
        *(nn.ELU, nn.GELU, nn.LeakyReLU, nn.LogSigmoid, nn.LogSoftmax, nn.ReLU),
        *(nn.SiLU, nn.Sigmoid, nn.Softmax, nn.Softplus, nn.Tanh),
    ),
    "minigrad.nn.modules.batchnorm": (nn.BatchNorm1d,),
    "minigrad.nn.modules.container": (nn.ModuleList, nn.Sequential),
    "minigrad.nn.modules.conv": (nn.Conv1d, nn.Conv2d),
    "minigrad.nn.modules.dropout": (nn.Dropout,),
    "minigrad.nn.modules.flatten": (nn.Flatten,),
    "minigrad.nn.modules.linear": (nn.Identity, nn.LazyLinear, nn.Linear),
    "minigrad.nn.modules.loss": (
        *(nn.BCELoss, nn.BCEWithLogitsLoss, nn.CrossEntropyLoss, nn.L1Loss, nn.MSELoss),
        nn.NLLLoss,
    ),
    "minigrad.nn.modules.module": (nn.Module,),
    "minigrad.nn.modules.normalization": (nn.LayerNorm,),
    "minigrad.nn.modules.pooling": (nn.AvgPool2d, nn.MaxPool2d),
    "minigrad.nn.modules.rnn": (nn.GRU, nn.LSTM, nn.RNN, nn.RNNBase),
    "minigrad.nn.modules.sparse": (nn.Embedding,),
    "minigrad.utils.data.dataloader": (utils.data.DataLoader,),
    "minigrad.utils.data.dataset": (
        utils.data.Dataset,
        utils.data.Subset,
        utils.data.TensorDataset,
    ),
}


def show() -> None:
    """Set each class's ``__module__``, and register that module in ``sys.modules``."""
    for place, classes in SHOWN.items():
        for kind in classes:
            sys.modules.setdefault(place, sys.modules[kind.__module__])
            kind.__module__ = place
    utils.data.dataloader = utils.data.dataset = utils.data  # type: ignore[attr-defined]
    sys.modules["minigrad.backends"] = backends  # type: ignore[assignment]
    for name in ("cuda", "backends.cuda", "backends.cudnn", "backends.mps"):
        sys.modules[f"minigrad.{name}"] = backends.cuda  # type: ignore[assignment]
