"""Pooling: the largest element or the average of each patch of an image."""

from __future__ import annotations

import math

import numpy as np

from ..api.arguments import checked
from ..api.entry import public
from ..api.types import IntOrInts
from ..engine.dtypes import int64
from ..engine.tensor import Tensor, wrap
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from ..ops.axes import _permute
from ..ops.dims import dim_index
from ..ops.gathering import _gather, _scatter_sum
from ..ops.shape import _expand
from .module import Module
from .patches import Grid, folded, one_for_each, patches, patches_with


def max_pool2d(
    input: Tensor,
    kernel_size: IntOrInts,
    stride: IntOrInts | None = None,
    padding: IntOrInts = 0,
    dilation: IntOrInts = 1,
    ceil_mode: bool = False,
    return_indices: bool = False,
):
    """Return the largest element of each patch. Of equal elements, the first gets the gradient."""
    options = () if stride is None else stride, padding, dilation, ceil_mode
    pooled = _max_pool2d_with_indices if return_indices else _max_pool2d
    out, indices = pooled(input, kernel_size, *options)
    return (out, indices) if return_indices else out


def _max_pooled(
    input: Tensor,
    kernel_size: IntOrInts,
    stride: IntOrInts = (),
    padding: IntOrInts = 0,
    dilation: IntOrInts = 1,
    ceil_mode: bool = False,
) -> tuple[Tensor, Tensor]:
    options = {"stride": stride, "padding": padding, "dilation": dilation}
    full, grid = _pooled_grid("max", input, kernel_size, options, ceil_mode)
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
    out = _largest(input, index, (*input._value.shape[:-2], *grid.places(tuple(sizes))))
    return out, wrap(index.reshape(out._value.shape), int64)


# PyTorch checks the arguments under one name or the other.
_max_pool2d = checked("max_pool2d", _max_pooled, _max_pooled)
_max_pool2d_with_indices = checked("max_pool2d_with_indices", _max_pooled, _max_pooled)


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
    ceil_mode: bool = False,
    count_include_pad: bool = True,
    divisor_override: int | None = None,
) -> Tensor:
    """Return the average of each patch."""
    if divisor_override == 0:
        raise error("zero_divisor")
    options = {"stride": () if stride is None else stride, "padding": padding}
    full, grid = _pooled_grid("avg", input, kernel_size, options, ceil_mode)
    if input._dtype.kind < 2 and input._dtype is not int64:
        raise not_implemented("avg_pool2d", input._value.dtype)
    ones = np.ones((1, 1, *full[2:]), input._value.dtype)
    divisor = _counts(ones, grid, count_include_pad)
    if divisor_override is not None:
        divisor = np.full_like(divisor, divisor_override)
    return _averaged(input, full, grid, divisor)


def _counts(ones, grid: Grid, with_padding: bool):
    """Return how many elements of each patch count. What `ceil_mode` adds never does."""
    padding = grid.padding
    if with_padding:
        before = tuple((first, first) for first, _ in padding)
        ones = np.pad(ones, ((0, 0), (0, 0), *before), constant_values=1)
        padding = tuple((0, last - first) for first, last in padding)
    return patches(ones, grid._replace(padding=padding), 1)[0].sum(-1)


def _spread_rule(g, x_shape, full, grid, divisor):
    n, channels = full[:2]
    terms = _permute(g.reshape(n, channels, len(divisor)) / divisor, (1, 0, 2))
    terms = terms.reshape(channels, n * len(divisor), 1)
    terms = _expand(terms, (*terms.shape[:2], math.prod(grid.kernel)))
    return folded(terms, full, grid, channels).reshape(x_shape)


@unary("AvgPool2DBackward0", x=_spread_rule, divisor=None)
def _averaged(x, full, grid, divisor):
    n, channels, *sizes = full
    sums = patches(x.reshape(full), grid, channels).sum(-1)
    sums = sums.reshape(channels, n, len(divisor)).swapaxes(0, 1)
    means = sums / divisor if x.dtype.kind == "f" else np.trunc(sums / divisor).astype(x.dtype)
    return np.ascontiguousarray(means).reshape(*x.shape[:-2], *grid.places(tuple(sizes)))


def _pooled_grid(name: str, input, kernel_size, options: dict, ceil_mode: bool) -> tuple:
    """Return the input's shape with a batch dim, and where the kernel is placed."""
    given = {"kernel_size": kernel_size, "dilation": 1, **options}
    pairs = {option: one_for_each(value, 2) for option, value in given.items()}
    pairs["stride"] = pairs["stride"] or pairs["kernel_size"]
    for option, values in pairs.items():
        if len(values) != 2:
            be = {"stride": "either be omitted,", "dilation": "be either"}.get(option, "either be")
            raise error("pool_option", f"{name}_pool2d", option, be)
    kernel, dilation, stride, padding = pairs.values()
    shape = input._value.shape
    if name == "avg":
        if not shape:
            raise error("no_dims", -3)
        dim_index(-3, len(shape))  # raises if there are too few dims
    elif len(shape) not in (3, 4):
        raise error("pool_dims")
    if 0 in stride:
        raise error("pool_stride")
    for p, k, d in zip(padding, kernel, dilation, strict=True):
        if p < 0:
            raise error("pool_negative", p)
        if p > int((d * (k - 1) + 1) / 2):
            raise error("pool_padding", p, k, d)
    if len(shape) not in (3, 4) or 0 in shape[-3:]:
        raise error("pool_empty", input)
    named = {
        "kernel size": ("k", kernel),
        "stride": ("d", stride),
        "dilation": ("dilation", dilation),
    }
    for option, (short, values) in named.items():
        if min(values) <= 0:
            raise error("pool_positive", option, short, *values)
    full = shape if len(shape) == 4 else (1, *shape)
    grid = Grid(kernel, stride, tuple((p, p) for p in padding), dilation)
    if ceil_mode:
        grid = grid._replace(padding=_longer_padding(full[2:], grid))
    places = grid.places(full[2:])
    if min(places) < 1:
        shapes = ((full[1], *each) for each in (full[2:], map(max, places, (0, 0))))
        raise error("pool_small", *("x".join(map(str, shape)) for shape in shapes))
    return full, grid


def _longer_padding(sizes: tuple, grid: Grid) -> tuple:
    """Return padding with room for a last patch that begins inside but ends outside."""
    longer = []
    for n, (p, _), extent, s in zip(sizes, grid.padding, grid.extent, grid.stride, strict=True):
        places = -((n + 2 * p - extent) // -s) + 1
        if (places - 1) * s >= n + p:
            places -= 1
        longer.append((p, max(p, (places - 1) * s + extent - n - p)))
    return tuple(longer)


class MaxPool2d(Module):
    """Replace each patch of an image by its largest element.

    >>> import minigrad as mg
    >>> mg.nn.MaxPool2d(2)(mg.arange(16.0).reshape(1, 4, 4))
    tensor([[[ 5.,  7.],
             [13., 15.]]])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        dilation=1,
        return_indices: bool = False,
        ceil_mode: bool = False,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        options = self.stride, self.padding, self.dilation, self.ceil_mode
        return max_pool2d(input, self.kernel_size, *options, self.return_indices)

    def extra_repr(self) -> str:
        names = ("kernel_size", "stride", "padding", "dilation", "ceil_mode")
        return ", ".join(f"{name}={getattr(self, name)}" for name in names)


class AvgPool2d(Module):
    """Replace each patch of an image by its average.

    >>> import minigrad as mg
    >>> mg.nn.AvgPool2d(2)(mg.arange(16.0).reshape(1, 4, 4))
    tensor([[[ 2.5000,  4.5000],
             [10.5000, 12.5000]]])
    """

    def __init__(
        self,
        kernel_size,
        stride=None,
        padding=0,
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> None:
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = kernel_size if stride is None else stride
        self.padding, self.ceil_mode = padding, ceil_mode
        self.count_include_pad, self.divisor_override = count_include_pad, divisor_override

    def forward(self, input):
        options = self.padding, self.ceil_mode, self.count_include_pad, self.divisor_override
        return avg_pool2d(input, self.kernel_size, self.stride, *options)

    def extra_repr(self) -> str:
        names = ("kernel_size", "stride", "padding")
        return ", ".join(f"{name}={getattr(self, name)}" for name in names)
