"""Pooling: the largest element or the average of each patch of an image."""

from __future__ import annotations

import math

import numpy as np

from ..api.entry import public
from ..api.types import IntOrInts
from ..engine.dtypes import int64
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from ..ops.axes import _permute
from ..ops.dims import dim_index
from ..ops.gathering import _gather, _scatter_sum
from ..ops.shape import _expand
from .module import Module
from .patches import Grid, folded, one_for_each, patches, patches_with


@public(method=False)
def max_pool2d(
    input: Tensor,
    kernel_size: IntOrInts,
    stride: IntOrInts | None = None,
    padding: IntOrInts = 0,
) -> Tensor:
    """Return the largest element of each patch. Of equal elements, the first gets the gradient."""
    full, grid = _pooled_grid("max", input, kernel_size, stride, padding)
    if not input._dtype.kind:
        raise not_implemented("max_pool2d", input._value.dtype)
    n, channels, *sizes = full
    is_float = input._dtype.is_floating_point
    lowest = -np.inf if is_float else np.iinfo(input._dtype.numpy).min
    rows = patches_with(input._value.reshape(full), grid, channels, lowest)
    chosen = rows.argmax(-1)
    unknown = np.isnan(rows)
    if unknown.any():  # NumPy chooses the first NaN, and PyTorch the last one
        last = rows.shape[-1] - 1 - unknown[..., ::-1].argmax(-1)
        chosen = np.where(unknown.any(-1), last, chosen)
    places = patches(np.arange(math.prod(sizes)).reshape(1, 1, *sizes), grid, 1)[0]
    index = places[np.arange(chosen.shape[-1]) % len(places), chosen]
    index = np.ascontiguousarray(index.reshape(channels, n, len(places)).swapaxes(0, 1))
    return _largest(input, index, (*input._value.shape[:-2], *grid.places(tuple(sizes))))


def _largest_rule(g, x, x_shape, index):
    """Add g to the largest elements. Needs x only because PyTorch checks x for changes."""
    flat = (*index.shape[:2], math.prod(x_shape[-2:]))
    return _scatter_sum(g.reshape(index.shape), index, 2, flat).reshape(x_shape)


@unary("MaxPool2DWithIndicesBackward0", x=_largest_rule, index=None)
def _largest(x, index, shape):
    flat = (*index.shape[:2], math.prod(x.shape[-2:]))
    return _gather(x.reshape(flat), index, 2).reshape(shape)


@public(method=False)
def avg_pool2d(
    input: Tensor,
    kernel_size: IntOrInts,
    stride: IntOrInts | None = None,
    padding: IntOrInts = 0,
) -> Tensor:
    """Return the average of each patch. The zeros of the padding count, too."""
    full, grid = _pooled_grid("avg", input, kernel_size, stride, padding)
    if input._dtype.kind < 2 and input._dtype is not int64:
        raise not_implemented("avg_pool2d", input._value.dtype)
    return _averaged(input, full, grid)


def _spread_rule(g, x, x_shape, full, grid):
    """Share each gradient among its patch. Needs x only because PyTorch checks x for changes."""
    n, channels = full[:2]
    count, size = math.prod(grid.places(full[2:])), math.prod(grid.kernel)
    terms = _permute(g.reshape(n, channels, count) / size, (1, 0, 2))
    terms = _expand(terms.reshape(channels, n * count, 1), (channels, n * count, size))
    return folded(terms, full, grid, channels).reshape(x_shape)


@unary("AvgPool2DBackward0", x=_spread_rule)
def _averaged(x, full, grid):
    n, channels, *sizes = full
    places = grid.places(tuple(sizes))
    means = patches(x.reshape(full), grid, channels).sum(-1) / math.prod(grid.kernel)
    means = means if x.dtype.kind == "f" else np.trunc(means).astype(x.dtype)
    means = means.reshape(channels, n, math.prod(places)).swapaxes(0, 1)
    return np.ascontiguousarray(means).reshape(*x.shape[:-2], *places)


def _pooled_grid(name: str, input, kernel_size, stride, padding) -> tuple:
    """Return the input's shape with a batch dim, and where the kernel is placed."""
    stride = () if stride is None else stride
    given = {"kernel_size": kernel_size, "stride": stride, "padding": padding}
    pairs = {option: one_for_each(value, 2) for option, value in given.items()}
    pairs["stride"] = pairs["stride"] or pairs["kernel_size"]
    for option, values in pairs.items():
        if len(values) != 2:
            be = "either be omitted," if option == "stride" else "either be"
            raise error("pool_option", f"{name}_pool2d", option, be)
    kernel, stride, padding = pairs.values()
    shape = input._value.shape
    if name == "avg":
        if not shape:
            raise error("no_dims", -3)
        dim_index(-3, len(shape))  # raises if there are too few dims
    elif len(shape) not in (3, 4):
        raise error("pool_dims")
    if 0 in stride:
        raise error("pool_stride")
    for p, k in zip(padding, kernel, strict=True):
        if p < 0:
            raise error("pool_negative", p)
        if p > int(k / 2):
            raise error("pool_padding", p, k)
    if len(shape) not in (3, 4) or 0 in shape[-3:]:
        raise error("pool_empty", input)
    for option, short, values in (("kernel size", "k", kernel), ("stride", "d", stride)):
        if min(values) <= 0:
            raise error("pool_positive", option, short, *values)
    full = shape if len(shape) == 4 else (1, *shape)
    grid = Grid(kernel, stride, padding)
    places = grid.places(full[2:])
    if min(places) < 1:
        shapes = ((full[1], *each) for each in (full[2:], map(max, places, (0, 0))))
        raise error("pool_small", *("x".join(map(str, shape)) for shape in shapes))
    return full, grid


class _Pooling(Module):
    """The base class of the pooling layers."""

    def __init__(self, kernel_size, stride=None, padding=0) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding = padding

    def extra_repr(self) -> str:
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxPool2d(_Pooling):
    """Replace each patch of an image by its largest element.

    >>> import minigrad as mg
    >>> mg.nn.MaxPool2d(2)(mg.arange(16.0).reshape(1, 4, 4))
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """

    def forward(self, input):
        return max_pool2d(input, self.kernel_size, self.stride, self.padding)

    def extra_repr(self) -> str:
        return f"{super().extra_repr()}, dilation=1, ceil_mode=False"


class AvgPool2d(_Pooling):
    """Replace each patch of an image by its average.

    >>> import minigrad as mg
    >>> mg.nn.AvgPool2d(2)(mg.arange(16.0).reshape(1, 4, 4))
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
    """

    def forward(self, input):
        return avg_pool2d(input, self.kernel_size, self.stride, self.padding)
