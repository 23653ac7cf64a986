"""Convolution: the same weights at every place of a signal or an image."""

from __future__ import annotations

import math
from typing import Any, overload

import numpy as np

from ..api.entry import public
from ..api.types import IntOrInts
from ..engine.dtypes import float32, int64
from ..engine.operation import operation
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, typename, warn
from ..ops.axes import _permute, squeeze, unsqueeze
from ..ops.gathering import index_select
from ..values.creation import empty
from ..values.parameter import Parameter
from . import init
from .module import Module
from .patches import Grid, folded, one_for_each, patches


@overload
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: IntOrInts = 1,
    padding: IntOrInts = 0,
    dilation: IntOrInts = 1,
    groups: int = 1,
) -> Tensor: ...
@overload
def conv1d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: IntOrInts = 1,
    padding: str = "valid",
    dilation: IntOrInts = 1,
    groups: int = 1,
) -> Tensor: ...
@public(method=False)
def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slide kernels along signals, and multiply and add up at every place.

    Shapes: input (batch, channels, length), weight (kernels, channels / groups, kernel length).
    """
    return _convolution(1, input, weight, bias, stride, padding, dilation, groups)


@overload
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: IntOrInts = 1,
    padding: IntOrInts = 0,
    dilation: IntOrInts = 1,
    groups: int = 1,
) -> Tensor: ...
@overload
def conv2d(
    input: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: IntOrInts = 1,
    padding: str = "valid",
    dilation: IntOrInts = 1,
    groups: int = 1,
) -> Tensor: ...
@public(method=False)
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Slide kernels over images, and multiply and add up at every place.

    Shapes: input (batch, channels, rows, columns), weight (kernels, channels / groups, ...).
    """
    return _convolution(2, input, weight, bias, stride, padding, dilation, groups)


def _convolution(dims: int, input, weight, bias, stride, padding, dilation, groups) -> Tensor:
    dtype = input._dtype
    if bias is not None and bias._dtype is not dtype:
        raise error("conv_dtypes", dtype.c_name, "bias", bias._dtype.c_name, dtype, "")
    if input._value.ndim not in (dims + 1, dims + 2):
        raise error("conv_dims", dims + 1, dims + 2, f"conv{dims}d", input)
    if weight._value.ndim < 3:
        raise error("conv_weight_dims", dims + 2)
    x = unsqueeze(input, 0) if input._value.ndim == dims + 1 else input
    kernel = weight._value.shape[2:]
    stride, dilation = _each("stride", stride, kernel), _each("dilation", dilation, kernel)
    if isinstance(padding, str):
        pairs = _named_padding(padding, kernel, stride, dilation)
    else:
        pairs = tuple((p, p) for p in _each("padding", padding, kernel))
    grid = Grid(kernel, stride, pairs, dilation)
    _check(x, weight, bias, grid, groups)
    out = _convolved(x, weight, bias, grid, groups)
    return squeeze(out, 0) if input is not x else out


def _each(name: str, value, kernel: tuple) -> tuple:
    values = one_for_each(value, len(kernel))
    if len(values) != len(kernel):
        raise error("conv_option", name, len(kernel), list(values))
    return values


def _named_padding(name: str, kernel: tuple, stride: tuple, dilation: tuple) -> tuple:
    """Return the padding called "valid" (none) or "same" (the result has the size of the input)."""
    if name not in ("valid", "same"):
        raise error("padding_name", name)
    if name == "valid":
        return ((0, 0),) * len(kernel)
    if any(s != 1 for s in stride):
        raise error("same_strided")
    totals = [d * (k - 1) for d, k in zip(dilation, kernel, strict=True)]
    if any(total % 2 for total in totals):
        warn("same_uneven")
    return tuple((total // 2, total - total // 2) for total in totals)


def _check(x, weight, bias, grid: Grid, groups: int) -> None:
    """Raise PyTorch's error if the arguments don't fit each other."""
    w, channels = weight._value.shape, x._value.shape[1]
    if any(p < 0 for pair in grid.padding for p in pair):
        raise error("conv_positive", "negative", "padding")
    if any(n <= 0 for n in grid.stride):
        raise error("conv_positive", "non-positive", "stride")
    if groups <= 0:
        raise error("conv_positive", "non-positive", "groups")
    if any(n < 0 for n in grid.dilation):
        raise error("conv_dilation", "")
    if w[0] < groups:
        raise error("conv_few_kernels", groups, w)
    if w[0] % groups:
        raise error("conv_kernels", groups, w)
    if channels != w[1] * groups:
        raise error("conv_channels", groups, w, x, w[1] * groups, channels)
    if bias is not None and bias._value.shape != w[:1]:
        raise error("conv_bias", w, w[0], bias)
    padded = [n + sum(p) for n, p in zip(x._value.shape[2:], grid.padding, strict=True)]
    if any(n < extent for n, extent in zip(padded, grid.extent, strict=True)):
        raise error("conv_small", *(" x ".join(map(str, each)) for each in (padded, grid.extent)))
    if 0 in grid.dilation:
        raise error("conv_dilation", f", but got {[1, *grid.dilation][-2:]}")
    if weight._dtype is not x._dtype and x._dtype is not float32:
        raise error("conv_scalar_type", x, weight)
    if weight._dtype is not x._dtype:
        other = " or input should be a MKLDNN tensor and weight is a dense tensor"
        raise error("conv_dtypes", typename(x), "weight", typename(weight), x._dtype, other)


def _by_place(g, groups: int):
    """Return one row for each place and one column for each kernel, in a matrix for each group."""
    n, kernels, *places = g.shape
    count = math.prod(places)
    g = _permute(g.reshape(n, groups, kernels // groups, count), (1, 0, 3, 2))
    return g.reshape(groups, n * count, kernels // groups)


def _input_rule(g, input_shape, weight, grid, groups):
    rows = _by_place(g, groups) @ weight.reshape(groups, weight.shape[0] // groups, -1)
    return folded(rows, input_shape, grid, groups)


def _weight_rule(g, input, weight_shape, grid, groups):
    return (_by_place(g, groups).mT @ patches(input, grid, groups)).reshape(weight_shape)


@operation(
    "ConvolutionBackward0",
    input=_input_rule,
    weight=_weight_rule,
    bias=lambda g: g.sum((0, *range(2, g.ndim))),
    broadcasts=False,
)
def _convolved(input, weight, bias, grid, groups):
    """Multiply the patch at each place with every kernel;   ∂/∂x = Σ g w,   ∂/∂w = Σ g x

    An element of x gets a term from each patch that it's in, and a weight from every place.
    """
    kernels, shape = weight.shape[0], input.shape
    places = grid.places(shape[2:])
    rows = patches(input, grid, groups) @ weight.reshape(groups, kernels // groups, -1).mT
    out = rows.reshape(groups, shape[0], math.prod(places), kernels // groups)
    out = out.transpose(1, 0, 3, 2).reshape(shape[0], kernels, *places)
    return out if bias is None else out + bias.reshape(-1, *[1] * len(grid.kernel))


_MODES = {"circular": "wrap", "replicate": "edge", "reflect": "reflect"}  # to NumPy's names


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
        dilation=1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device=None,
        dtype=None,
    ) -> None:
        super().__init__()
        if groups <= 0:
            raise error("layer_groups")
        for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
            if channels % groups:
                raise error("layer_channels", name)
        if isinstance(padding, str) and padding not in ("valid", "same"):
            raise error("layer_padding", padding)
        if padding_mode not in ("zeros", *_MODES):
            raise error("padding_mode", padding_mode)
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride = self._each(kernel_size), self._each(stride)
        self.padding = padding if isinstance(padding, str) else self._each(padding)
        if padding == "same" and any(s != 1 for s in self.stride):
            raise error("layer_same", padding)
        self.dilation, self.groups, self.padding_mode = self._each(dilation), groups, padding_mode
        shape = (out_channels, in_channels // groups, *self.kernel_size)
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
        is_plain = self.padding_mode == "zeros"
        options = self.stride, self.padding if is_plain else 0, self.dilation, self.groups
        x = input if is_plain else self._padded(input)
        return convolve(x, self.weight, self.bias, *options)

    def _padded(self, input):
        """Repeat elements of the input around it, as `padding_mode` says."""
        if isinstance(self.padding, str):
            how = self.kernel_size, self.stride, self.dilation
            pairs = _named_padding(self.padding, *how)
        else:
            pairs = tuple((p, p) for p in self.padding)
        for dim, pair in enumerate(pairs, -self._dims):
            places = np.pad(np.arange(input.shape[dim]), pair, _MODES[self.padding_mode])
            input = index_select(input, dim, wrap(places, int64))
        return input

    def extra_repr(self) -> str:
        text = f"{self.in_channels}, {self.out_channels}"
        usual = {"padding": (0,), "dilation": (1,), "groups": 1}
        for name in ("kernel_size", "stride", "padding", "dilation", "groups"):
            value, default = getattr(self, name), usual.get(name)
            is_usual = value == (default * self._dims if isinstance(default, tuple) else default)
            text += "" if is_usual else f", {name}={value}"
        text += "" if self.bias is not None else ", bias=False"
        return text + (
            "" if self.padding_mode == "zeros" else f", padding_mode={self.padding_mode}"
        )


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
