"""Modules without parameters: functions of `nn.functional`, which remember their options."""

import inspect
from collections.abc import Callable

from ..api.arguments import function
from ..messages.errors import error
from ..ops import activations, trigonometric
from ..ops.shape import flatten
from . import functional as F
from .module import Module

_WEIGHTS = ("weight", "pos_weight")  # of classes and samples: part of the state


MODULES: list = []


class _Calls(Module):
    """Calls a function; the class names it, and the options with their defaults.

    If it names none, they are the function's own, after input and target.
    """

    _function: Callable
    _names: list

    def __init_subclass__(cls, function=None, **options) -> None:
        super().__init_subclass__()
        if function is not None:
            MODULES.append(cls)
            cls._function = staticmethod(function)
            kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
            taken = [inspect.Parameter(n, kind, default=value) for n, value in options.items()]
            taken = taken or [*inspect.signature(function).parameters.values()][2:]
            cls._names = [parameter.name for parameter in taken]
            cls.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]

    def __init__(self, *args, **kwargs) -> None:
        super().__init__()
        bound = inspect.signature(type(self)).bind(*args, **kwargs)
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            (self.register_buffer if name in _WEIGHTS else self.__setattr__)(name, value)

    def forward(self, *inputs):
        return self._function(*inputs, **{name: getattr(self, name) for name in self._names})

    def extra_repr(self) -> str:
        shown = [name for name in self._names if name != "inplace" or self.inplace]
        return ", ".join(f"{name}={getattr(self, name)!r}" for name in shown)


# Activations


class ReLU(_Calls, function=F.relu, inplace=False):
    """max(x, 0)"""


class LeakyReLU(_Calls, function=F.leaky_relu, negative_slope=0.01, inplace=False):
    """x for x > 0, slope · x elsewhere"""


class ELU(_Calls, function=F.elu, alpha=1.0, inplace=False):
    """x for x > 0, α (eˣ - 1) elsewhere"""


class GELU(_Calls, function=F.gelu, approximate="none"):
    """x Φ(x), with the normal distribution's Φ"""


class SiLU(_Calls, function=F.silu, inplace=False):
    """x σ(x)"""


class Sigmoid(_Calls, function=function("sigmoid", activations.sigmoid)):
    """1 / (1 + e⁻ˣ)"""


class LogSigmoid(_Calls, function=F.logsigmoid):
    """ln σ(x)"""


class Tanh(_Calls, function=function("tanh", trigonometric.tanh)):
    """tanh x"""


class Softplus(_Calls, function=F.softplus, beta=1.0, threshold=20.0):
    """ln(1 + e^(βx)) / β; x where βx is above the threshold"""


class Softmax(_Calls, function=F.softmax, dim=None):
    """eˣ / Σ eˣ along dim"""


class LogSoftmax(_Calls, function=F.log_softmax, dim=None):
    """x - ln Σ eˣ along dim"""


# Other layers without parameters


class Flatten(_Calls, function=flatten, start_dim=1, end_dim=-1):
    """The dims from start_dim to end_dim as one; those of a batch stay."""


class Dropout(_Calls, function=F.dropout, p=0.5, inplace=False):
    """In training, each number is 0 with probability p, else divided by 1 - p."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        if not 0 <= self.p <= 1:
            raise error("dropout_p", self.p)

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self) -> str:
        return f"p={self.p}, inplace={self.inplace}"


# Losses


class _Loss(_Calls):
    """Only the weight may be given without its name."""

    def __init__(self, *weight, **options) -> None:
        if len(weight) > ("weight" in self._names):
            raise error("loss_by_name", self)
        super().__init__(*weight, **options)

    def extra_repr(self) -> str:
        return ""


class MSELoss(_Loss, function=F.mse_loss, reduction="mean"):
    """(input - target)²"""


class L1Loss(_Loss, function=F.l1_loss, reduction="mean"):
    """|input - target|"""


class SmoothL1Loss(_Loss, function=F.smooth_l1_loss):
    """d² / 2β where |d| < β, else |d| - β/2"""


class BCELoss(_Loss, function=F.binary_cross_entropy):
    """The cross entropy of probabilities and targets, two classes"""


class BCEWithLogitsLoss(_Loss, function=F.binary_cross_entropy_with_logits):
    """The cross entropy of logits and targets, two classes"""


class NLLLoss(_Loss, function=F.nll_loss):
    """The negative log-probability of the target classes"""


class CrossEntropyLoss(_Loss, function=F.cross_entropy):
    """The cross entropy of logits and class indices or probabilities"""
