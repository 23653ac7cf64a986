"""Running sums and products."""

import numpy as np

from ..dims import dim_index
from ..dtypes import as_dtype, int64
from ..errors import not_implemented
from ..record import unary
from ..tensor import Tensor
from .axes import _transpose, _unsqueeze
from .kinks import where
from .rearranging import _flip
from .shape import cast, uncast


@unary("CumsumBackward0", lambda g, _x, dim: _sum_from_here(g, dim))
def _cumsum(x, dim):
    return np.add.accumulate(np.ascontiguousarray(x), dim) + x.dtype.type(0) if x.ndim else x


def _sum_from_here(g, dim):
    return _flip(_cumsum(_flip(g, (dim,)), dim), (dim,)) if g.shape else g


def cumsum(x, dim: int, *, dtype=None):
    """Σ of the elements up to here along dim"""
    return _running(_cumsum, x, dim, dtype)


@unary("CumprodBackward0", lambda g, x, out, dim: _cumprod_rule(g, x, out, dim))
def _cumprod(x, dim):
    return np.multiply.accumulate(np.ascontiguousarray(x), dim).reshape(x.shape)[()]


def _cumprod_rule(g, x, out, dim):
    """∂/∂xᵢ = Σₖ gₖ outₖ / xᵢ over k ≥ i; where an x is 0, with the products of the others"""
    if not x.shape or x.shape[dim] == 1:
        return g
    if not zeros_in(x):
        return _sum_from_here(g * out, dim) / x
    last = x.ndim - 1
    products = _cumprod(others(x, dim), last + 1)
    rows = _unsqueeze(_transpose(g, dim, last), last)
    from_here_on = np.tri(x.shape[dim], dtype=bool).T
    terms = where(from_here_on, products, 0.0) * rows
    return _transpose(terms.sum(last + 1), dim, last)


def cumprod(x, dim: int, *, dtype=None):
    """Π of the elements up to here along dim"""
    return _running(_cumprod, x, dim, dtype)


def _running(operation, x, dim, dtype):
    if dtype is not None:
        return uncast(_running(operation, cast(x, as_dtype(dtype)), dim, None), x)
    if not x._dtype.is_floating_point:
        x = cast(x, int64)
    return operation(x, dim_index(dim, x._value.ndim))


def cumsum_same(x, dim: int, *, dtype=None):
    """cumsum for in-place use, which has no sums of truth values"""
    return _same_dtype("cumsum", cumsum, x, dim, dtype)


def cumprod_same(x, dim: int, *, dtype=None):
    """cumprod for in-place use, which has no products of truth values"""
    return _same_dtype("cumprod", cumprod, x, dim, dtype)


def _same_dtype(name, operation, x, dim, dtype):
    out = operation(x, dim, dtype=dtype)
    if x._dtype.kind == 0:
        if x._value.size and x._value.ndim:
            raise not_implemented(f"{name}_out_cpu", x._value.dtype)
        return x
    return out


def zeros_in(x) -> int:
    """How many of the elements are 0."""
    return np.count_nonzero((x._value if isinstance(x, Tensor) else x) == 0)


def others(x, dim):
    """Rows of x along dim, put last; row i has a 1 in the place of xᵢ"""
    last = x.ndim - 1
    rows = _unsqueeze(_transpose(x, dim, last), last)
    return where(np.eye(x.shape[dim], dtype=bool), 1.0, rows)
