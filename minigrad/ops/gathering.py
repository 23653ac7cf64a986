"""Elements picked, or changed, by tensors of indices and masks."""

import numpy as np

from ..dims import dim_index
from ..dtypes import bool_, int64
from ..errors import broadcast_shape, error, refuse_if
from ..record import operation, unary
from ..tensor import Tensor, wrap
from .indexing import put_sum
from .kinks import where
from .shape import expand, nothing, reshape, view_as_shape


def _grid(index, dim, ndim):
    """The index along dim, and each other dim's own positions beside it."""
    if not ndim:
        return ()
    places = list(np.ogrid[tuple(slice(n) for n in index.shape)])
    places[dim] = index
    return tuple(places)


@unary("GatherBackward0", lambda g, _, index, dim, s: _scatter_sum(g, index, dim, s), frees=True)
def _gather(x, index, dim, shape):
    return x[_grid(index, dim, x.ndim)] if shape else np.broadcast_to(x, index.shape)[()]


@unary("ScatterAddBackward0", lambda g, _, index, dim, s: _gather(g, index, dim, s))
def _scatter_sum(x, index, dim, shape):
    """zeros of `shape` with x added at the indices"""
    return _scatter_add(np.zeros(shape, x.dtype), x, index, dim)


def gather(x, dim: int, index: Tensor, *, sparse_grad: bool = False):
    """out[i][j] = x[index[i][j]][j] for dim 0, and likewise along others"""
    dim, places = _places("gather", x, dim, index, x)
    return _gather(x, places, dim, x._value.shape)


@operation(
    "ScatterAddBackward0",
    lambda g, _x, _y, _index, _dim: g,
    lambda g, _x, y, index, dim: _cropped(_gather(g, index, dim, tuple(g.shape)), y.shape),
    frees=True,
)
def _scatter_add(x, y, index, dim):
    result = np.array(x, order="C")
    part = y[tuple(slice(n) for n in index.shape)]
    np.add.at(result, _grid(index, dim, x.ndim), part)
    return result[()]


def _cropped(g, shape):
    """g in `shape`, of which only a part was used"""
    from .joining import placed

    return g if g.shape == shape else placed(g, shape, tuple(slice(n) for n in g.shape))


def scatter_add(x, dim: int, index: Tensor, src: Tensor):
    """x with src added: out[index[i][j]][j] += src[i][j] for dim 0, and likewise along others"""
    dim, places = _places("scatter_add", x, dim, index, src)
    refuse_if(x._dtype is not src._dtype, "scatter_dtype")
    return _scatter_add(x, src, places, dim)


@operation(
    "ScatterBackward0",
    lambda g, _x, y, index, dim: _put_along(
        g, nothing(_gather(g, index, dim, tuple(g.shape))), index, dim
    ),
    lambda g, _x, y, index, dim: _cropped(_gather(g, index, dim, tuple(g.shape)), y.shape),
    frees=True,
)
def _put_along(x, y, index, dim):
    result = np.array(x, order="C")
    result[_grid(index, dim, x.ndim)] = y[tuple(slice(n) for n in index.shape)]
    return result[()]


@unary("ScatterBackward1", lambda g, _x, _v, index, dim: _fill_along(g, 0, index, dim), frees=True)
def _fill_along(x, value, index, dim):
    result = np.array(x, order="C")
    result[_grid(index, dim, x.ndim)] = value
    return result[()]


def scatter(x, dim: int, index: Tensor, src):
    """x with src put: out[index[i][j]][j] = src[i][j] for dim 0, and likewise along others"""
    dim, places = _places("scatter", x, dim, index, src if isinstance(src, Tensor) else index)
    if not isinstance(src, Tensor):
        return _fill_along(x, src, places, dim)
    refuse_if(x._dtype is not src._dtype, "scatter_dtype")
    return _put_along(x, src, places, dim)


def _places(name, x, dim, index, other) -> tuple:
    """dim from the front, and the indices as an array, both checked."""
    dim, shape, places = dim_index(dim, x._value.ndim), x._value.shape, index._value
    if index._dtype.kind != 1:
        raise error("gather_index_dtype", name.removesuffix("_add"))
    if max(places.ndim, 1) != max(len(shape), 1):
        raise error("index_dims", "input" if name == "gather" else "self")
    for d, n in enumerate(places.shape):
        refuse_if(shape and d != dim and n > shape[d], "index_sizes", d, places, shape, dim)
    n = shape[dim] if shape else 1
    wrong = places[(places < 0) | (places >= n)]
    refuse_if(wrong.size, "index_range", wrong, dim, n)
    return dim, np.asarray(places)


def take_along_dim(x, indices: Tensor, dim: int | None = None):
    """the elements of x that the indices name along dim, both broadcast to each other"""
    refuse_if(indices._dtype is not int64, "take_dtype", indices)
    if dim is None:
        return gather(view_as_shape(x, -1), 0, view_as_shape(indices, -1))
    shape, wanted = x._value.shape, indices._value.shape
    refuse_if(len(shape) != len(wanted), "take_dims", len(shape), len(wanted))
    d = dim_index(dim, len(shape))
    refuse_if(not shape, "no_dims", d)
    mine, its = ([*s[:d], 1, *s[d + 1 :]] for s in (shape, wanted))
    both = broadcast_shape(tuple(mine), tuple(its))
    x = expand(x, *both[:d], shape[d], *both[d + 1 :])
    return gather(x, d, expand(indices, *both[:d], wanted[d], *both[d + 1 :]))


@unary("IndexSelectBackward0", lambda g, _, index, shape: put_sum(g, index, shape), frees=True)
def _index_select(x, index, shape):
    return np.asarray(x[index], order="C")


def index_select(x, dim: int, index: Tensor):
    """the layers of x along dim that the index names"""
    shape, places = x._value.shape, index._value
    dim = dim_index(dim, len(shape))
    refuse_if(places.ndim > 1, "index_vector")
    refuse_if(index._dtype.kind != 1, "index_select_dtype")
    places = np.atleast_1d(places)
    refuse_if(not shape and places.size != 1, "index_of_scalar", places)
    check_range(places, x, dim)
    if not shape:
        return reshape(index_select(reshape(x, 1), 0, index), ())
    return _index_select(x, (slice(None),) * dim + (places,), shape)


def check_range(index, x, dim: int) -> None:
    """Raise unless x has layers along dim for all indices, as PyTorch words it for each dim."""
    n = x._value.shape[dim] if x._value.ndim else 1
    wrong = index[(index < 0) | (index >= n)]
    refuse_if(index.size and not n and x._value.ndim > 1, "select_from_nothing")
    if not wrong.size:
        return
    name = "select_range" if dim == 1 or (x._value.ndim > 1 and not x._value.size) else "select"
    raise error(name, wrong.flat[0], dim, n)


# Masks


@operation(
    "MaskedFillBackward0", lambda g, _x, mask, _n: where(mask, 0.0, g), fits=True, frees=True
)
def _masked_fill(x, mask, number):
    return np.where(mask, x.dtype.type(number), x)[()]


@operation(
    "MaskedFillBackward1",
    lambda g, _x, _v, mask: where(mask, 0.0, g),
    lambda g, _x, _v, mask: where(mask, g, 0.0),
    fits=True,
    frees=True,
)
def _masked_fill_with(x, value, mask):
    return np.where(mask, value.astype(x.dtype), x)[()]


def masked_fill(x, mask: Tensor, value):
    """the value where the mask holds, x elsewhere"""
    refuse_if(mask._dtype is not bool_, "mask_dtype", mask)
    broadcast_shape(x._value.shape, mask._value.shape)  # says so, if they do not fit
    if not isinstance(value, Tensor):
        return _masked_fill(x, mask._value, value)
    refuse_if(value._value.ndim, "fill_tensor", value)
    return _masked_fill_with(x, value, mask._value)


@operation(  # x is kept, though the rule has no use for it: PyTorch watches it for changes
    "MaskedSelectBackward0", lambda g, x, mask, s: put_sum(g, (mask,), s), fits=True, frees=True
)
def _masked_select(x, mask, shape):
    return np.broadcast_to(x, shape)[mask]


def masked_select(x, mask: Tensor):
    """the elements of x where the mask holds, as a vector"""
    refuse_if(mask._dtype is not bool_, "select_mask_dtype")
    shape = broadcast_shape(mask._value.shape, x._value.shape)
    return _masked_select(x, np.broadcast_to(mask._value, shape), shape)


def nonzero(x, *, as_tuple: bool = False):
    """the indices of the elements that are not 0, in rows, or one tensor for each dim"""
    if as_tuple:
        return tuple(wrap(i, int64) for i in np.nonzero(np.atleast_1d(x._value)))
    return wrap(np.argwhere(x._value), int64)
