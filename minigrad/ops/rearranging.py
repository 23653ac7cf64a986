"""The elements in other places: reversed, shifted, on one side of a diagonal."""

from typing import Any

import numpy as np

from ..dims import dim_index, dim_indices, sizes
from ..errors import refuse_if
from ..record import takes, unary
from .axes import _on_diagonal, diagonal


@takes(lambda x, *dims: (x, sizes(dims) and dim_indices(sizes(dims), x._value.ndim)))
@unary("FlipBackward0", lambda g, _, dims: flip(g, dims))
def flip(x, dims):
    """the elements in reverse order along dims"""
    return np.flip(x, dims).copy()[()]


_roll: Any = unary("RollBackward0", lambda g, _, by, dims: _roll(g, -np.array(by), dims))(np.roll)


def roll(x, shifts, dims=()):
    """the elements shifted along dims; those beyond the end come in at the start"""
    shifts = sizes((shifts,))
    refuse_if(not shifts, "no_shifts")
    dims = sizes((dims,))
    if not dims and len(shifts) == 1:
        return _roll(x, shifts[0], None)
    refuse_if(dims and not x._value.ndim, "no_dims", *dims[:1])
    refuse_if(len(shifts) != len(dims), "roll_dims", len(shifts), len(dims))
    if not x._value.size:
        return _roll(x, 0, None)
    return _roll(x, shifts, tuple(dim_index(d, x._value.ndim) for d in dims))


_tril: Any = unary("TrilBackward0", lambda g, _, diagonal: _tril(g, diagonal))(np.tril)
_triu: Any = unary("TriuBackward0", lambda g, _, diagonal: _triu(g, diagonal))(np.triu)


def tril(x, diagonal: int = 0):
    """x with zeros above a diagonal"""
    refuse_if(x._value.ndim < 2, "triangle_dims", "tril")
    return _tril(x, diagonal)


def triu(x, diagonal: int = 0):
    """x with zeros below a diagonal"""
    refuse_if(x._value.ndim < 2, "triangle_dims", "triu")
    return _triu(x, diagonal)


_diag = unary("DiagEmbedBackward0", lambda g, _, k: diagonal(g, k, 0, 1))(np.diag)


@unary("DiagonalBackward0_copy", lambda g, _, before, k: _on_diagonal(g, before, k, 0, 1))
def _diagonal_copy(x, k):
    return np.diag(x, k).copy()


def diag(x, k: int = 0):
    """a matrix with the vector x on a diagonal, or a diagonal of the matrix x"""
    ndim = x._value.ndim
    refuse_if(ndim not in (1, 2), "diag_dims", ndim)
    return (_diag if ndim == 1 else _diagonal_copy)(x, k)
