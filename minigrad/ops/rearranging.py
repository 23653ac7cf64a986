"""The elements in other places: reversed, shifted, on one side of a diagonal."""

import numpy as np

from ..dims import dim_index, dim_indices, sizes
from ..errors import error, refuse_if
from ..record import unary
from .axes import _diagonal, _on_diagonal


@unary("FlipBackward0", lambda g, _, dims: _flip(g, dims))
def _flip(x, dims):
    return np.flip(x, dims).copy()[()]


def flip(x, *dims):
    """the elements in reverse order along dims"""
    dims = sizes(dims, "flip", "dims")
    return _flip(x, dim_indices(dims, x._value.ndim) if dims else ())


@unary("RollBackward0", lambda g, _, shifts, dims: _roll(g, -np.array(shifts), dims))
def _roll(x, shifts, dims):
    return np.roll(x, shifts, dims)


def roll(x, shifts, dims=()):
    """the elements shifted along dims; those beyond the end come in at the start"""
    shifts = (shifts,) if isinstance(shifts, int) else tuple(shifts)
    dims = (dims,) if isinstance(dims, int) else tuple(dims or ())
    if not dims and len(shifts) == 1:
        return _roll(x, shifts[0], None)
    if dims and not x._value.ndim:
        raise error("no_dims", dims[0])
    refuse_if(len(shifts) != len(dims), "roll_dims", len(shifts), len(dims))
    if not x._value.size:
        return _roll(x, 0, None)
    return _roll(x, shifts, tuple(dim_index(d, x._value.ndim) for d in dims))


@unary("TrilBackward0", lambda g, _, diagonal: _tril(g, diagonal))
def _tril(x, diagonal):
    return np.tril(x, diagonal)


@unary("TriuBackward0", lambda g, _, diagonal: _triu(g, diagonal))
def _triu(x, diagonal):
    return np.triu(x, diagonal)


def tril(x, diagonal: int = 0):
    """x with zeros above a diagonal"""
    return _tril(_matrix("tril", x), diagonal)


def triu(x, diagonal: int = 0):
    """x with zeros below a diagonal"""
    return _triu(_matrix("triu", x), diagonal)


def _matrix(name, x):
    refuse_if(x._value.ndim < 2, "triangle_dims", name)
    return x


@unary("DiagEmbedBackward0", lambda g, _, k: _diagonal(g, tuple(g.shape), k, 0, 1))
def _diag_embed(x, k):
    return np.diag(x, k)


@unary("DiagonalBackward0_copy", lambda g, _, k, shape: _on_diagonal(g, shape, k, 0, 1))
def _diagonal_copy(x, k, shape):
    return np.diag(x, k).copy()


def diag(x, diagonal: int = 0):
    """a matrix with the vector x on a diagonal, or a diagonal of the matrix x"""
    shape = x._value.shape
    refuse_if(len(shape) not in (1, 2), "diag_dims", len(shape))
    return _diag_embed(x, diagonal) if len(shape) == 1 else _diagonal_copy(x, diagonal, shape)
