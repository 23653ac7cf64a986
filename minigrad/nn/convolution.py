"""Convolution: the same weights at every place of a signal or an image."""

from __future__ import annotations

import math
from typing import Any

from ..api.entry import public
from ..api.types import IntOrInts
from ..engine.dtypes import bool_, float32
from ..engine.operation import operation
from ..engine.tensor import Tensor
from ..messages.errors import error, not_implemented, typename
from ..ops.axes import _permute, squeeze, unsqueeze
from ..values.creation import empty
from ..values.parameter import Parameter
from . import init
from .module import Module
from .patches import Grid, folded, one_for_each, patches


@public(method=False)
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: IntOrInts = 1,
    padding: IntOrInts = 0,
) -> Tensor:
    """Slide kernels along signals, and multiply and add up at every place.

    Shapes: input (batch, channels, length), weight (kernels, channels, kernel length).
    """
    return _convolution(1, input, weight, bias, stride, padding)


@public(method=False)
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: IntOrInts = 1,
    padding: IntOrInts = 0,
) -> Tensor:
    """Slide kernels over images, and multiply and add up at every place.

    Shapes: input (batch, channels, rows, columns), weight (kernels, channels, rows, columns).
    """
    return _convolution(2, input, weight, bias, stride, padding)


def _convolution(dims: int, input, weight, bias, stride, padding) -> Tensor:
    dtype = input._dtype
    if bias is not None and bias._dtype is not dtype:
        raise error("conv_dtypes", dtype.c_name, "bias", bias._dtype.c_name, dtype, "")
    if input._value.ndim not in (dims + 1, dims + 2):
        raise error("conv_dims", dims + 1, dims + 2, f"conv{dims}d", input)
    if weight._value.ndim < 3:
        raise error("conv_weight_dims", dims + 2)
    x = unsqueeze(input, 0) if input._value.ndim == dims + 1 else input
    kernel = weight._value.shape[2:]
    grid = Grid(kernel, _each("stride", stride, kernel), _each("padding", padding, kernel))
    _check(x, weight, bias, grid)
    out = _convolved(x, weight, bias, grid)
    return squeeze(out, 0) if input is not x else out


def _each(name: str, value, kernel: tuple) -> tuple:
    values = one_for_each(value, len(kernel))
    if len(values) != len(kernel):
        raise error("conv_option", name, len(kernel), list(values))
    return values


def _check(x, weight, bias, grid: Grid) -> None:
    """Raise PyTorch's error if the arguments don't fit each other."""
    w, channels = weight._value.shape, x._value.shape[1]
    if any(p < 0 for p in grid.padding):
        raise error("conv_positive", "negative", "padding")
    if any(n <= 0 for n in grid.stride):
        raise error("conv_positive", "non-positive", "stride")
    if not w[0]:
        raise error("conv_no_kernels", w)
    if channels != w[1]:
        raise error("conv_channels", w, x, w[1], channels)
    if bias is not None and bias._value.shape != w[:1]:
        raise error("conv_bias", w, w[0], bias)
    padded = [n + 2 * p for n, p in zip(x._value.shape[2:], grid.padding, strict=True)]
    if any(n < k for n, k in zip(padded, grid.kernel, strict=True)):
        raise error("conv_small", *(" x ".join(map(str, each)) for each in (padded, grid.kernel)))
    if x._dtype is bool_:
        raise not_implemented("slow_conv2d_cpu", bool_.numpy)
    if weight._dtype is not x._dtype and x._dtype is not float32:
        raise error("conv_scalar_type", x, weight)
    if weight._dtype is not x._dtype:
        other = " or input should be a MKLDNN tensor and weight is a dense tensor"
        raise error("conv_dtypes", typename(x), "weight", typename(weight), x._dtype, other)


def _by_place(g):
    """Return one row for each place and one column for each kernel."""
    n, kernels, *places = g.shape
    count = math.prod(places)
    return _permute(g.reshape(n, kernels, count), (0, 2, 1)).reshape(n * count, kernels)


def _input_rule(g, input_shape, weight, grid):
    rows = _by_place(g) @ weight.reshape(weight.shape[0], -1)
    return folded(rows.reshape(1, *rows.shape), input_shape, grid, 1)


def _weight_rule(g, input, weight_shape, grid):
    return (_by_place(g).mT @ patches(input, grid, 1)[0]).reshape(weight_shape)


@operation(
    "ConvolutionBackward0",
    input=_input_rule,
    weight=_weight_rule,
    bias=lambda g: g.sum((0, *range(2, g.ndim))),
    broadcasts=False,
)
def _convolved(input, weight, bias, grid):
    """Multiply the patch at each place with every kernel;   ∂/∂x = Σ g w,   ∂/∂w = Σ g x

    An element of x gets a term from each patch that it's in, and a weight from every place.
    """
    kernels, shape = weight.shape[0], input.shape
    places = grid.places(shape[2:])
    rows = patches(input, grid, 1)[0] @ weight.reshape(kernels, -1).mT
    out = rows.reshape(shape[0], math.prod(places), kernels).transpose(0, 2, 1)
    out = out.reshape(shape[0], kernels, *places)
    return out if bias is None else out + bias.reshape(-1, *[1] * len(grid.kernel))


class _Convolution(Module):
    """The base class of convolutions. Subclasses define `_dims` and `_function`."""

    _dims: int

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size,
        stride=1,
        padding=0,
        bias: bool = True,
        device=None,
        dtype=None,
    ) -> None:
        super().__init__()
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride = self._each(kernel_size), self._each(stride)
        self.padding = self._each(padding)
        shape = (out_channels, in_channels, *self.kernel_size)
        options = {"device": device, "dtype": dtype}
        self.weight = Parameter(empty(shape, **options))
        self.register_parameter("bias", Parameter(empty(out_channels, **options)) if bias else None)
        self.reset_parameters()

    def _each(self, value) -> tuple:
        return (value,) * self._dims if isinstance(value, int) else tuple(value)

    def reset_parameters(self) -> None:
        """Draw new random values for the weight and the bias."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))  # the bound is 1 / √(weights per kernel)
        fan_in = math.prod(self.weight.shape[1:])
        if self.bias is not None and fan_in:
            init.uniform_(self.bias, -1 / math.sqrt(fan_in), 1 / math.sqrt(fan_in))

    def forward(self, input):
        convolve: Any = conv1d if self._dims == 1 else conv2d
        return convolve(input, self.weight, self.bias, self.stride, self.padding)

    def extra_repr(self) -> str:
        text = f"{self.in_channels}, {self.out_channels}"
        text += f", kernel_size={self.kernel_size}, stride={self.stride}"
        text += f", padding={self.padding}" if any(self.padding) else ""
        return text + ("" if self.bias is not None else ", bias=False")


class Conv1d(_Convolution):
    """Slide ``out_channels`` kernels along signals. The weights are the same at every place.

    Shapes: x (batch, in_channels, length), result (batch, out_channels, places).
    Errors: RuntimeError if x has other channels, another dtype, or is shorter than the kernel.

    >>> import minigrad as mg
    >>> mg.nn.Conv1d(2, 3, kernel_size=5)(mg.ones(1, 2, 10)).shape
    minigrad.Size([1, 3, 6])
    """

    _dims = 1


class Conv2d(_Convolution):
    """Slide ``out_channels`` kernels over images. The weights are the same at every place.

    Shapes: x (batch, in_channels, rows, columns), result (batch, out_channels, *places).
    Errors: RuntimeError if x has other channels, another dtype, or is smaller than the kernel.

    >>> import minigrad as mg
    >>> mg.nn.Conv2d(3, 6, kernel_size=5, padding=2)(mg.ones(1, 3, 8, 8)).shape
    minigrad.Size([1, 6, 8, 8])
    """

    _dims = 2
