"""Shapes and dims as arguments: what PyTorch accepts, and its errors."""

import math
import operator


class Size(tuple):
    """A shape: a tuple of ints that prints as ``minigrad.Size([2, 3])``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"minigrad.Size({list(self)})"

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return math.prod(self)


def sizes(args: tuple) -> tuple:
    """The shape given as ``f(2, 3)``, ``f((2, 3))`` or ``f([2, 3])``."""
    if len(args) == 1 and isinstance(args[0], list | tuple):
        args = tuple(args[0])
    return tuple(operator.index(n) for n in args)


def inferred(shape: tuple, size: int) -> tuple:
    """The shape with its -1, if it has one, replaced by what is left of `size` elements."""
    invalid = RuntimeError(
        f"shape '{list(shape)}' is invalid for input of size {size}\n"
        "The product of the dimensions must be the number of elements."
    )
    if shape.count(-1) > 1:
        raise RuntimeError("only one dimension can be inferred\nUse -1 once.")
    if any(n < -1 for n in shape):
        raise RuntimeError(
            f"invalid shape dimension {min(shape)} at index {shape.index(min(shape))}"
        )
    if -1 in shape:
        known = -math.prod(shape)
        if known == 0:
            raise RuntimeError(
                f"cannot reshape tensor of 0 elements into shape {list(shape)} because the "
                "unspecified dimension size -1 can be any value and is ambiguous"
            )
        if size % known:
            raise invalid
        shape = tuple(size // known if n == -1 else n for n in shape)
    if math.prod(shape) != size:
        raise invalid
    return shape


def dim_index(dim: int, ndim: int) -> int:
    """A dim counted from the front."""
    extent = max(ndim, 1)
    if not -extent <= dim < extent:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-extent}, {extent - 1}], "
            f"but got {dim})"
        )
    return dim % extent


def dim_indices(dim, ndim: int) -> tuple:
    """One dim, several, or (None or none) all of them, counted from the front."""
    if dim is None or (isinstance(dim, list | tuple) and len(dim) == 0):
        return tuple(range(ndim))
    dims = [dim] if not isinstance(dim, list | tuple) else dim
    found = tuple(dim_index(d, ndim) for d in dims)
    for d in found:
        if found.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")
    return found if ndim else ()
