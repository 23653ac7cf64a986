"""Operations that reorder dims or the elements along them."""

from __future__ import annotations

from typing import overload

import numpy as np

from ..api.entry import attribute, operator, public
from ..api.types import Ints, OneInt
from ..engine.layout import relaid
from ..engine.memory.views import view
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, warn_once
from .dims import dim_index, dim_indices, sizes
from .shape import ordered


def _squeezed(number: int, kind=view):
    """Define an operation that drops dims of size 1. `number`: the suffix of its node's name."""

    @kind(
        f"SqueezeBackward{number}",
        x=lambda g, x_shape, dims: g.reshape(x_shape) if dims else g,
    )
    def squeezed(x, dims):
        return x.squeeze(dims)

    return squeezed


_squeeze_all, _squeeze_one, _squeeze_some = map(_squeezed, range(3))
# In a product of a vector and a matrix, this drops the dim that turned the vector into a matrix.
_squeeze_product = _squeezed(4, unary)


@view("UnsqueezeBackward0", x=lambda g, dim: _squeeze_one(g, (dim,)))
def _unsqueeze(x, dim):
    return np.expand_dims(x, dim)


@public()
def unsqueeze(input: Tensor, dim: int) -> Tensor:
    """Insert a dim of size 1 at dim."""
    return _unsqueeze(input, dim_index(dim, input._value.ndim + 1))


@overload
def squeeze(input: Tensor) -> Tensor: ...
@overload
def squeeze(input: Tensor, dim: int) -> Tensor: ...
@overload
def squeeze(input: Tensor, dim: Ints) -> Tensor: ...
@public()
def squeeze(input, dim=None):
    """Drop all dims of size 1, or only the ones listed in `dim`."""
    shape, named = input._value.shape, () if dim is None else sizes((dim,))
    dims = dim_indices(named, len(shape)) if named or dim is None else ()
    one = hasattr(dim, "__index__")
    squeezed = _squeeze_all if dim is None else _squeeze_one if one else _squeeze_some
    return squeezed(input, tuple(d for d in dims if shape[d] == 1))


# Reordering dims


@view("TransposeBackward0", x=lambda g, a, b: _transpose(g, a, b))
def _transpose(x, a, b):
    return x.swapaxes(a, b) if x.ndim else x


@public()
def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Swap two dims of x."""
    return _transpose(input, *(dim_index(d, input._value.ndim) for d in (dim0, dim1)))


@view("TBackward0", x=lambda g: _t(g))
def _t(x):
    """Return the transpose of a matrix."""
    return x.T


@view("PermuteBackward0", x=lambda g, dims: _permute(g, tuple(np.argsort(dims).tolist())))
def _permute(x, dims):
    return x.transpose(dims)  # the argsort of `dims` undoes the permutation


@public()
def permute(input: Tensor, dims: Ints) -> Tensor:
    """Put the dims of x in the given order."""
    named, ndim = sizes((dims,)), input._value.ndim
    if len(named) != ndim:
        raise error("permute_count", ndim, len(named))
    indices = tuple(dim_index(d, ndim) for d in named)
    if len(set(indices)) < ndim:
        raise error("permute_duplicates")
    return _permute(input, indices)


@public()
def t(input: Tensor) -> Tensor:
    """Return a matrix's transpose; return a vector unchanged."""
    if input._value.ndim > 2:
        raise error("t_dims", input)
    return _t(input)


alias = view("AliasBackward0", x=lambda g: g)(lambda x: x[...])  # all of x, as a view


@overload
def movedim(input: Tensor, source: int, destination: int) -> Tensor: ...
@overload
def movedim(input: Tensor, source: Ints, destination: Ints) -> Tensor: ...
@public()
def movedim(input, source, destination):
    """Move dims of x to the given positions."""
    ndim = input._value.ndim
    source, destination = (sizes((d,)) for d in (source, destination))
    if len(source) != len(destination):
        raise error("movedim_count", source, destination)
    source, destination = (dim_indices(dims, ndim) for dims in (source, destination))
    places = dict(zip(destination, source, strict=True))
    if ndim == 0:
        return alias(input)
    others = iter(d for d in range(ndim) if d not in places.values())
    return _permute(input, tuple(places[d] if d in places else next(others) for d in range(ndim)))


@attribute("mT")
def matrix_transpose(self: Tensor) -> Tensor:
    """Swap the last two dims of x."""
    if self._value.ndim == 1:
        raise error("mt_dims")
    if self._value.ndim == 0:
        warn_once("zero_dims", "mT")
        return self
    ndim = self._value.ndim
    return _transpose(self, ndim - 2, ndim - 1)


@attribute("T")
def reversed_dims(self: Tensor) -> Tensor:
    """Reverse the order of the dims."""
    if self._value.ndim != 2:
        warn_once("reverse_dims" if self._value.ndim else "zero_dims", "T")
    return _permute(self, tuple(reversed(range(self._value.ndim))))


@operator("__reversed__")
def _upside_down(x):
    """Reverse the elements along the first dim of x, for reversed()."""
    return _flip(x, (0,)) if x._value.ndim else x


@view(
    "DiagonalBackward0",
    x=lambda g, x_shape, offset, dim1, dim2: _on_diagonal(g, x_shape, offset, dim1, dim2),
)
def _diagonal(x, offset, dim1, dim2):
    result = x.diagonal(offset, dim1, dim2)
    result.flags.writeable = x.flags.writeable
    return result


@public()
def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """Return the diagonal on which two dims' indices differ by offset, as the new last dim."""
    first, second = (dim_index(d, input._value.ndim) for d in (dim1, dim2))
    if first == second:
        raise error("equal_diagonals", dim1, dim2)
    return _diagonal(input, offset, first, second)


@unary(
    "DiagonalBackwardBackward0", x=lambda g, offset, dim1, dim2: _diagonal(g, offset, dim1, dim2)
)
def _on_diagonal(x, shape, offset, dim1, dim2):
    """Return zeros of the given shape, with x on a diagonal."""
    result = np.zeros(shape, x.dtype)
    _diagonal(result, offset, dim1, dim2)[...] = x
    return result


# Rearranging elements: reversing, and keeping one side of a diagonal


@unary("FlipBackward0", x=lambda g, dims: _flip(g, dims))
def _flip(x, dims):
    return relaid(np.flip(x, dims), x)


@public()
def flip(input: Tensor, dims: Ints) -> Tensor:
    """Reverse the elements along dims."""
    named = sizes((dims,))
    return _flip(input, named and dim_indices(named, input._value.ndim))


@unary("TrilBackward0", x=lambda g, k: _tril(g, k))
def _tril(x, k):
    return ordered(np.tril(x, k))


@unary("TriuBackward0", x=lambda g, k: _triu(g, k))
def _triu(x, k):
    return ordered(np.triu(x, k))


@public()
def tril(input: Tensor, diagonal: OneInt = 0) -> Tensor:
    """Set the elements above a diagonal to zero."""
    if input._value.ndim < 2:
        raise error("triangle_dims", "tril")
    return _tril(input, diagonal)


@public()
def triu(input: Tensor, diagonal: OneInt = 0) -> Tensor:
    """Set the elements below a diagonal to zero."""
    if input._value.ndim < 2:
        raise error("triangle_dims", "triu")
    return _triu(input, diagonal)


@unary("DiagEmbedBackward0", x=lambda g, k: _diagonal(g, k, 0, 1))
def _diag(x, k):
    return np.diag(x, k)


@unary("DiagonalBackward0_copy", x=lambda g, x_shape, k: _on_diagonal(g, x_shape, k, 0, 1))
def _diagonal_copy(x, k):
    return np.diag(x, k).copy()


@public()
def diag(input: Tensor, diagonal: int = 0) -> Tensor:
    """Put a vector on the diagonal of a matrix, or return the diagonal of a matrix."""
    if input._value.ndim not in (1, 2):
        raise error("diag_dims", input._value.ndim)
    return (_diag if input._value.ndim == 1 else _diagonal_copy)(input, diagonal)
