"""The patches of an image that a kernel slides over, and their sum back into an image."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from ..engine.unary import unary
from ..ops.dims import sizes


def one_for_each(value, dims: int) -> tuple:
    """Return the ints of an option, repeated for each dim if there is only one."""
    values = sizes((value,))
    return values * dims if len(values) == 1 else values


class Grid(NamedTuple):
    """Where a kernel is placed: for each dim, its size, its stride, and each side's padding."""

    kernel: tuple
    stride: tuple
    padding: tuple

    def places(self, sizes: tuple) -> tuple:
        """Return how many places there are for the kernel in each dim of an image."""
        dims = zip(sizes, self.padding, self.kernel, self.stride, strict=True)
        return tuple((n + 2 * p - k) // s + 1 for n, p, k, s in dims)


@unary("UnfoldBackward0", x=lambda g, x_shape, grid, groups: folded(g, x_shape, grid, groups))
def patches(x, grid: Grid, groups: int):
    """Return a matrix for each group of channels, with the patch at each place as a row.

    Convolution puts all channels into one group, and pooling puts each into its own.

    Shapes: x (batch, channels, *sizes), result (groups, batch · places, row), where a row has
    channels / groups · kernel elements.
    """
    return patches_with(x, grid, groups, 0)


def patches_with(x, grid: Grid, groups: int, fill):
    """Return the patches of an array whose padding has the value `fill`."""
    n, channels, *sizes = x.shape
    dims, places = len(sizes), grid.places(sizes)
    around = ((0, 0), (0, 0), *((p, p) for p in grid.padding))
    padded = np.pad(x, around, constant_values=fill)
    seen = sliding_window_view(padded, grid.kernel, axis=tuple(range(2, x.ndim)))  # type: ignore[call-overload]
    seen = seen[(slice(None), slice(None), *(slice(None, None, s) for s in grid.stride))]
    seen = seen.reshape(n, groups, channels // groups, *places, *grid.kernel)
    order = (1, 0, *range(3, 3 + dims), 2, *range(3 + dims, 3 + 2 * dims))
    rows = n * math.prod(places)
    return seen.transpose(order).reshape(groups, rows, channels // groups * math.prod(grid.kernel))


@unary("FoldBackward0", rows=lambda g, grid, groups: patches(g, grid, groups))
def folded(rows, shape: tuple, grid: Grid, groups: int) -> Any:
    """Add up the patches at their places in an image: an element gets one term from each patch."""
    n, channels, *sizes = shape
    dims, places = len(sizes), grid.places(tuple(sizes))
    parts = rows.reshape(groups, n, *places, channels // groups, *grid.kernel)
    order = (1, 0, 2 + dims, *range(3 + dims, 3 + 2 * dims), *range(2, 2 + dims))
    parts = parts.transpose(order).reshape(n, channels, *grid.kernel, *places)
    padded = [size + 2 * p for size, p in zip(sizes, grid.padding, strict=True)]
    image = np.zeros((n, channels, *padded), rows.dtype)
    every = (slice(None), slice(None))
    for offset in np.ndindex(*grid.kernel):
        steps = zip(offset, grid.stride, places, strict=True)
        at = [slice(i, i + s * (count - 1) + 1, s) for i, s, count in steps]
        image[(*every, *at)] += parts[(*every, *offset)]
    inside = [slice(p, p + size) for p, size in zip(grid.padding, sizes, strict=True)]
    return np.ascontiguousarray(image[(*every, *inside)])
