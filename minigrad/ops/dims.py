"""Shapes and dims as arguments, in all the forms that PyTorch accepts, with PyTorch's errors."""

import math
import operator

from ..messages.errors import error


class Size(tuple):
    """A shape: a tuple of ints that prints as ``minigrad.Size([2, 3])``."""

    __slots__ = ()

    def __new__(cls, dims=()):
        dims = tuple(dims)
        for i, n in enumerate(dims):
            if not hasattr(type(n), "__index__"):
                raise error("size_item", i, n)
        return super().__new__(cls, map(operator.index, dims))

    def __getitem__(self, key):
        result = super().__getitem__(key)
        return Size(result) if isinstance(key, slice) else result

    def __add__(self, other):
        return Size(super().__add__(other))

    def __radd__(self, other):
        return Size(other + tuple(self))

    def __mul__(self, n):
        return Size(super().__mul__(n))

    __rmul__ = __mul__

    def __repr__(self) -> str:
        return f"minigrad.Size({list(self)})"

    def numel(self) -> int:
        """Return the number of elements in a tensor of this shape."""
        return math.prod(self)


def sizes(args: tuple) -> tuple:
    """Return the shape passed as ``f(2, 3)``, ``f((2, 3))``, or ``f([2, 3])``."""
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    return tuple(operator.index(n) for n in args)


def inferred(shape: tuple, size: int) -> tuple:
    """Return the shape, with any -1 replaced so that the shape holds `size` elements."""
    asked = shape
    if shape.count(-1) > 1:
        raise error("two_inferred")
    if any(n < -1 for n in shape):
        raise error("invalid_dim_size", min(shape), shape.index(min(shape)), shape)
    if -1 in shape:
        known = -math.prod(shape)
        if known == size == 0:
            raise error("ambiguous_size", shape)
        shape = tuple(size // (known or 1) if n == -1 else n for n in shape)
    if math.prod(shape) != size:
        raise error("invalid_shape", asked, size)
    return shape


def dim_index(dim: int, ndim: int) -> int:
    """Convert a dim, which may be negative, to one counted from the front."""
    dim, extent = operator.index(dim), ndim or 1
    if not -extent <= dim < extent:
        raise error("dim_range", -extent, extent - 1, dim)
    return dim % extent


def dim_indices(dim, ndim: int) -> tuple:
    """Return the given dims (or all dims, for None or an empty tuple), counted from the front."""
    dims = dim if isinstance(dim, list | tuple) else () if dim is None else (dim,)
    if not dims:
        return tuple(range(ndim))
    indices = tuple(dim_index(d, ndim) for d in dims)
    for d in indices:
        if indices.count(d) > 1:
            raise error("repeated_dim", d)
    return indices if ndim else ()
