"""The namespace `minigrad.nn.init`, which initializes parameters in place."""

import math

from ..engine.modes import no_grad
from ..engine.tensor import Tensor
from ..messages.errors import error, warn

__all__ = [
    "calculate_gain",
    "constant_",
    "kaiming_normal_",
    "kaiming_uniform_",
    "normal_",
    "ones_",
    "uniform_",
    "xavier_normal_",
    "xavier_uniform_",
    "zeros_",
]


@no_grad()
def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator=None) -> Tensor:
    """Fill the tensor with uniform random numbers in [a, b)."""
    return tensor.uniform_(a, b, generator=generator)


@no_grad()
def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator=None) -> Tensor:
    """Fill the tensor with normal random numbers with the given mean and standard deviation."""
    return tensor.normal_(mean, std, generator=generator)


@no_grad()
def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill the tensor with a single value."""
    return tensor.fill_(val)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill the tensor with zeros."""
    return constant_(tensor, 0.0)


def ones_(tensor: Tensor) -> Tensor:
    """Fill the tensor with ones."""
    return constant_(tensor, 1.0)


def calculate_gain(nonlinearity: str, param=None) -> float:
    """Return an activation's recommended gain: the factor for weights that preserves variance."""
    gains = {"sigmoid": 1, "linear": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 0.75}
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        is_number = isinstance(slope, int | float) and not isinstance(slope, bool)
        if not is_number:
            raise error("slope_type", param)
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity not in gains:
        raise error("unknown_gain", nonlinearity, ", ".join(gains))
    return gains[nonlinearity]


def _fans(tensor: Tensor) -> tuple:
    """Return the fan-in (inputs per output) and the fan-out (outputs per input) of a weight."""
    shape = tensor._value.shape
    if len(shape) < 2:
        raise error("no_fans", shape)
    field = math.prod(shape[2:])
    return shape[1] * field, shape[0] * field


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator=None) -> Tensor:
    """Fill the tensor with uniform random numbers within ±gain √(6 / (fan_in + fan_out))."""
    bound = math.sqrt(3.0) * gain * math.sqrt(2.0 / sum(_fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator=None) -> Tensor:
    """Fill the tensor with normal random numbers; std = gain √(2 / (fan_in + fan_out))."""
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / sum(_fans(tensor))), generator)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill the tensor with uniform random numbers within ±gain √(3 / fan)."""
    bound = math.sqrt(3.0) * _kaiming_std(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    """Fill the tensor with normal random numbers; std = gain / √fan."""
    return normal_(tensor, 0.0, _kaiming_std(tensor, a, mode, nonlinearity), generator)


def _kaiming_std(tensor: Tensor, a, mode: str, nonlinearity: str) -> float:
    if tensor._value.size == 0:
        warn("empty_init")
        return 0.0
    mode = mode.lower()
    if mode not in ("fan_in", "fan_out"):
        raise error("fan_mode", mode)
    fan_in, fan_out = _fans(tensor)
    fan = fan_in if mode == "fan_in" else fan_out
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)
