"""The dims themselves: dropped, inserted, put in another order."""

import functools

import numpy as np

from ..dims import dim_index, dim_indices, sizes
from ..errors import refuse_if, warn
from ..graph import Op
from ..inplace import check_counted, check_inplace
from ..modes import recording
from ..record import takes, unary
from ..versions import changed
from ..views import view


def _squeezed(number: int, kind=view):
    """Define x without some dims of size 1, under one of the names that PyTorch has for it."""

    @kind(f"SqueezeBackward{number}", lambda g, _, before, _dims: g.reshape(before))
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
    found = dim_indices(wanted, len(shape)) if wanted or not dim else ()
    one = len(dim) == 1 and hasattr(dim[0], "__index__")
    squeezed = _squeeze_one if one else _squeeze_some if dim else _squeeze_all
    return squeezed(x, tuple(d for d in found if shape[d] == 1))


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
    refuse_if(len(dims) != ndim, "permute_count", ndim, len(dims))
    found = tuple(dim_index(d, ndim) for d in dims)
    refuse_if(len(set(found)) < ndim, "permute_duplicates")
    return x, found


@takes(_all_dims)
@view("PermuteBackward0", lambda g, _, dims: permute(g, tuple(np.argsort(dims).tolist())))
def permute(x, dims):
    """x with its dims in another order"""
    return x.transpose(dims)  # the argsort of `dims` is the order that undoes it


def t(x):
    """the transpose of a matrix; a vector as it is"""
    return _few_dims(x, "t")


def t_(x):
    """t for in-place use"""
    return _few_dims(x, "t_")


def _few_dims(x, name):
    refuse_if(x._value.ndim > 2, "t_dims", name, x)
    return _t(x)


alias = view("AliasBackward0", lambda g, _: g)(lambda x: x[...])  # all of x


def movedim(x, source, destination):
    """x with dims moved to other places"""
    ndim = x._value.ndim
    several = [d if isinstance(d, tuple | list) else (d,) for d in (source, destination)]
    source, destination = several
    refuse_if(len(source) != len(destination), "movedim_count", source, destination)
    places = dict(zip(dim_indices(destination, ndim), dim_indices(source, ndim), strict=True))
    if ndim == 0:
        return alias(x)
    others = iter(d for d in range(ndim) if d not in places.values())
    return permute(x, tuple(places[d] if d in places else next(others) for d in range(ndim)))


def matrix_transpose(x):
    """x with its last two dims exchanged"""
    ndim = x._value.ndim
    refuse_if(ndim == 1, "mt_dims")
    if ndim == 0:
        warn("zero_dims", "mT")
        return x
    return transpose(x, ndim - 2, ndim - 1)


def reversed_dims(x):
    """x with its dims in reverse order"""
    if x._value.ndim != 2:
        warn("reverse_dims" if x._value.ndim else "zero_dims", "T")
    return permute(x, tuple(reversed(range(x._value.ndim))))


def _two_dims(x, offset=0, dim1=0, dim2=1):
    first, second = (dim_index(d, x._value.ndim) for d in (dim1, dim2))
    refuse_if(first == second, "equal_diagonals", dim1, dim2)
    return x, offset, first, second


@takes(_two_dims)
@view("DiagonalBackward0", lambda g, _, before, *where: _on_diagonal(g, before, *where))
def diagonal(x, offset, dim1, dim2):
    """the elements of x whose indices in two dims differ by offset, in a last dim"""
    result = x.diagonal(offset, dim1, dim2)
    if x.flags.writeable:
        result.flags.writeable = True
    return result


@unary("DiagonalBackwardBackward0", lambda g, _, _shape, *where: diagonal(g, *where))
def _on_diagonal(x, shape, offset, dim1, dim2):
    """zeros of `shape` with x on a diagonal"""
    result = np.zeros(shape, x.dtype)
    diagonal(result, offset, dim1, dim2)[...] = x
    return result


def turned(operation):
    """The in-place form of a view: the tensor itself shows its memory in another way."""

    @functools.wraps(operation)
    def method(x, *args, **kwargs):
        check_inplace(x)
        out = operation(x, *args, **kwargs)
        check_counted(x)
        if recording.enabled and out._node is not None:
            out._node.op = _second_name(out._node.op)
        x._value = out._value
        if recording.enabled:
            x._node, x._requires_grad = out._node, out._requires_grad
        changed(x)
        if x._view is not None:
            x._view.seen = x._version[0]
        return x

    return method


@functools.cache
def _second_name(op: Op) -> Op:
    """The same operation under the name that PyTorch gives its in-place form."""
    name, number = op.name[:-1], int(op.name[-1])
    return Op(f"{name}{number + (3 if name == 'SqueezeBackward' else 1)}", op.rules)
