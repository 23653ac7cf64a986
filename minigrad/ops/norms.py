"""Lengths: (Σ |x|ᵖ)^(1/p), and what it is for p = 0 and infinity."""

import math

import numpy as np

from ..engine.define import unary
from ..engine.dtypes import as_dtype
from ..messages.errors import error
from .comparison import eq
from .dims import dim_index, dim_indices, sizes
from .extremes import amax, amin, shares
from .piecewise import abs, sgn, where
from .reductions import sum, with_dims
from .shape import cast, ordered


def _norm_rule(g, x, out, p, dims, keepdim):
    g, out = with_dims(g, x.shape, dims, keepdim), with_dims(out, x.shape, dims, keepdim)
    if p == 0:
        return None
    if p == 1:
        return sgn(x) * g
    if p == 2:
        return g * where(eq(out, 0), 0.0, x / out)
    if math.isinf(p):
        return sgn(x) * (g * shares(eq(abs(x), out), g, dims))
    if p < 1:
        return sgn(x) * where(eq(x, 0), 0.0, abs(x) ** (p - 1)) * g * out ** (1 - p)
    scale = where(eq(out, 0), 0.0, g / out ** (p - 1))
    if p < 2:
        return sgn(x) * abs(x) ** (p - 1) * scale
    return x * abs(x) ** (p - 2) * scale


@unary("LinalgVectorNormBackward0", _norm_rule, saves="x out")
def _norm(x, p, dims, keepdim):
    with np.errstate(all="ignore"):  # PyTorch is silent
        return ordered(np.linalg.vector_norm(x, axis=dims, keepdims=keepdim, ord=p))


def vector_norm(x, ord=2, dim=None, keepdim: bool = False, *, dtype=None):
    """(Σ |x|ᵖ)^(1/p);   for p = 2: ∂/∂x = x / norm, 0 at 0"""
    if not x._dtype.is_floating_point:
        raise error("norm_dtype", "vector", x)
    x = cast(x, as_dtype(dtype))
    dims, shape = dim_indices(dim, x._value.ndim), x._value.shape
    of = [f"the dimension {d}because this dimension is empty and" for d in dims if not shape[d]]
    if of and (ord < 0 or math.isinf(ord)):
        whole = dim in (None, (), [])
        raise error("norm_of_nothing", ord, "an empty tensor because" if whole else of[0])
    return _norm(x, ord, dims, keepdim)


def matrix_norm(x, ord="fro", dim=(-2, -1), keepdim: bool = False, *, dtype=None):
    """√Σx² ("fro"), or the largest (1, inf), least (-1, -inf) column or row sum of |x|"""
    if not x._dtype.is_floating_point:
        raise error("norm_dtype", "matrix", x)
    if x._value.ndim < 2:
        raise error("matrix_norm_dims")
    if ord not in ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf):
        raise error("matrix_order", ord)
    if len(dim) != 2:
        raise error("matrix_dims", *dim)
    rows, columns = (dim_index(d, x._value.ndim) for d in dim)
    if rows == columns:
        raise error("matrix_same_dims", rows, columns)
    if ord == "fro":
        return vector_norm(x, 2, dim, keepdim, dtype=dtype)
    if ord in ("nuc", 2, -2):
        raise error("singular_order", ord)
    reduce = sum if not x._value.size else amax if ord > 0 else amin
    summed, left = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = vector_norm(x, 1, summed, keepdim, dtype=dtype)
    return reduce(sums, left - (not keepdim and summed < left), keepdim)


def linalg_norm(x, ord=None, dim=None, keepdim: bool = False, *, dtype=None):
    """the vector norm, or, for an order and two dims, the matrix norm"""
    dims = tuple(range(x._value.ndim)) if dim is None else sizes((dim,))
    if dim is not None and len(dims) not in (1, 2):
        raise error("norm_dim_count", dims)
    if ord is None:
        return vector_norm(x, 2, dim, keepdim, dtype=dtype)
    if len(dims) not in (1, 2):
        raise error("norm_dims", x)
    if isinstance(ord, str) or len(dims) == 2:
        return matrix_norm(x, ord, dims, keepdim, dtype=dtype)
    return vector_norm(x, ord, dim, keepdim, dtype=dtype)


def norm(input, p="fro", dim=None, keepdim: bool = False, dtype=None):
    """(Σ |x|ᵖ)^(1/p), "fro" is p = 2"""
    if isinstance(p, str) and p != "fro":
        dims = (-2, -1) if dim is None else (dim,) if isinstance(dim, int) else dim
        return matrix_norm(input, p, dims, keepdim, dtype=dtype)
    return vector_norm(input, 2 if p in ("fro", None) else p, dim, keepdim, dtype=dtype)
