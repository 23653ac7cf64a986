"""The dims themselves, and the elements along them, in another order."""

import numpy as np

from ..engine.define import unary
from ..engine.memory.views import view
from ..messages.errors import error, warn_once
from .arguments import takes
from .dims import dim_index, dim_indices, sizes
from .shape import ordered, relaid


def _squeezed(number: int, kind=view):
    """Define x without some dims of size 1, under one of the names that PyTorch has for it."""

    @kind(
        f"SqueezeBackward{number}",
        lambda g, _, before, dims: g.reshape(before) if dims else g,
        saves="shape",
    )
    def squeezed(x, dims):
        return x.squeeze(dims)

    return squeezed


_squeeze_all, _squeeze_one, _squeeze_some = map(_squeezed, range(3))
_squeeze_product = _squeezed(4, unary)  # of a vector and a matrix: the dim that made it a matrix


@takes(lambda x, dim: (x, dim_index(dim, x._value.ndim + 1)))
@view("UnsqueezeBackward0", lambda g, _, dim: _squeeze_one(g, (dim,)))
def unsqueeze(x, dim):
    """x with a dim of size 1 inserted at dim"""
    return np.expand_dims(x, dim)


def squeeze(x, *dim):
    """x without its dims of size 1, or without those named"""
    shape, wanted = x._value.shape, sizes(dim)
    dims = dim_indices(wanted, len(shape)) if wanted or not dim else ()
    one = len(dim) == 1 and hasattr(dim[0], "__index__")
    squeezed = _squeeze_one if one else _squeeze_some if dim else _squeeze_all
    return squeezed(x, tuple(d for d in dims if shape[d] == 1))


# Another order of the dims


@takes(lambda x, dim0, dim1: (x, *(dim_index(d, x._value.ndim) for d in (dim0, dim1))))
@view("TransposeBackward0", lambda g, _, a, b: transpose(g, a, b))
def transpose(x, a, b):
    """x with two dims exchanged"""
    return x.swapaxes(a, b) if x.ndim else x


@view("TBackward0", lambda g, _: _t(g))
def _t(x):
    """the transpose of a matrix"""
    return x.T


def _all_dims(x, *dims):
    dims, ndim = sizes(dims), x._value.ndim
    if len(dims) != ndim:
        raise error("permute_count", ndim, len(dims))
    indices = tuple(dim_index(d, ndim) for d in dims)
    if len(set(indices)) < ndim:
        raise error("permute_duplicates")
    return x, indices


@takes(_all_dims)
@view("PermuteBackward0", lambda g, _, dims: permute(g, tuple(np.argsort(dims).tolist())))
def permute(x, dims):
    """x with its dims in another order"""
    return x.transpose(dims)  # the argsort of `dims` is the order that undoes it


def t(x):
    """the transpose of a matrix; a vector as it is"""
    if x._value.ndim > 2:
        raise error("t_dims", "t", x)
    return _t(x)


def t_(x):
    """t for in-place use"""
    if x._value.ndim > 2:
        raise error("t_dims", "t_", x)
    return _t(x)


alias = view("AliasBackward0", lambda g, _: g)(lambda x: x[...])  # all of x


def movedim(x, source, destination):
    """x with dims moved to other places"""
    ndim = x._value.ndim
    source, destination = (sizes((d,)) for d in (source, destination))
    if len(source) != len(destination):
        raise error("movedim_count", source, destination)
    source, destination = (dim_indices(dims, ndim) for dims in (source, destination))
    places = dict(zip(destination, source, strict=True))
    if ndim == 0:
        return alias(x)
    others = iter(d for d in range(ndim) if d not in places.values())
    return permute(x, tuple(places[d] if d in places else next(others) for d in range(ndim)))


def matrix_transpose(x):
    """x with its last two dims exchanged"""
    if x._value.ndim == 1:
        raise error("mt_dims")
    if x._value.ndim == 0:
        warn_once("zero_dims", "mT")
        return x
    return transpose(x, -2, -1)


def reversed_dims(x):
    """x with its dims in reverse order"""
    if x._value.ndim != 2:
        warn_once("reverse_dims" if x._value.ndim else "zero_dims", "T")
    return permute(x, tuple(reversed(range(x._value.ndim))))


def upside_down(x):
    """x from the last to the first along its first dim, as reversed() asks"""
    return flip(x, (0,)) if x._value.ndim else x


def _two_dims(x, offset=0, dim1=0, dim2=1):
    first, second = (dim_index(d, x._value.ndim) for d in (dim1, dim2))
    if first == second:
        raise error("equal_diagonals", dim1, dim2)
    return x, offset, first, second


@takes(_two_dims)
@view(
    "DiagonalBackward0", lambda g, _, before, *where: _on_diagonal(g, before, *where), saves="shape"
)
def diagonal(x, offset, dim1, dim2):
    """the elements of x whose indices in two dims differ by offset, in a last dim"""
    result = x.diagonal(offset, dim1, dim2)
    result.flags.writeable = x.flags.writeable
    return result


@unary("DiagonalBackwardBackward0", lambda g, _, _shape, *where: diagonal(g, *where))
def _on_diagonal(x, shape, offset, dim1, dim2):
    """zeros of `shape` with x on a diagonal"""
    result = np.zeros(shape, x.dtype)
    diagonal(result, offset, dim1, dim2)[...] = x
    return result


# The elements in other places: reversed, shifted, on one side of a diagonal


@takes(lambda x, *dims: (x, sizes(dims) and dim_indices(sizes(dims), x._value.ndim)))
@unary("FlipBackward0", lambda g, _, dims: flip(g, dims))
def flip(x, dims):
    """the elements in reverse order along dims"""
    return relaid(np.flip(x, dims), x)


def _placed(name: str, place, back=lambda *how: how):
    """Define elements in other places; `back(*how)` tells how their gradients return."""

    @unary(f"{name}Backward0", lambda g, _, *how: placed(g, *back(*how)))
    def placed(x, *how):
        return ordered(place(x, *how))

    return placed


_roll = _placed("Roll", np.roll, lambda by, dims: (-np.array(by), dims))
_tril, _triu = _placed("Tril", np.tril), _placed("Triu", np.triu)


def roll(x, shifts, dims=()):
    """the elements shifted along dims; those beyond the end come in at the start"""
    shifts = sizes((shifts,))
    if not shifts:
        raise error("no_shifts")
    dims = () if dims is None else sizes((dims,))
    if not dims and len(shifts) == 1:
        return _roll(x, shifts[0], None)
    if len(shifts) != len(dims):
        raise error("roll_dims", len(shifts), len(dims))
    if not x._value.size:  # whatever the dims
        return _roll(x, 0, None)
    if not x._value.ndim:
        raise error("no_dims", dims[0])
    return _roll(x, shifts, tuple(dim_index(d, x._value.ndim) for d in dims))


def tril(x, diagonal: int = 0):
    """x with zeros above a diagonal"""
    if x._value.ndim < 2:
        raise error("triangle_dims", "tril")
    return _tril(x, diagonal)


def triu(x, diagonal: int = 0):
    """x with zeros below a diagonal"""
    if x._value.ndim < 2:
        raise error("triangle_dims", "triu")
    return _triu(x, diagonal)


_diag = unary("DiagEmbedBackward0", lambda g, _, k: diagonal(g, k, 0, 1))(np.diag)


@unary(
    "DiagonalBackward0_copy",
    lambda g, _, before, k: _on_diagonal(g, before, k, 0, 1),
    saves="shape",
)
def _diagonal_copy(x, k):
    return np.diag(x, k).copy()


def diag(x, k: int = 0):
    """a matrix with the vector x on a diagonal, or a diagonal of the matrix x"""
    if x._value.ndim not in (1, 2):
        raise error("diag_dims", x._value.ndim)
    return (_diag if x._value.ndim == 1 else _diagonal_copy)(x, k)
