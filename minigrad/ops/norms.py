"""Norms: (Σ |x|ᵖ)^(1/p), and its limits at p = 0 and infinity."""

from __future__ import annotations

import math
from typing import overload

import numpy as np

from ..api.entry import public, unchecked
from ..api.types import Dtype, IntOrInts, Number
from ..engine.casting import cast
from ..engine.dtypes import as_dtype
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error
from .comparison import eq
from .dims import dim_indices, sizes
from .extremes import shares
from .piecewise import abs, chosen, sgn
from .shape import ordered
from .silence import silent
from .sums import with_dims


def _norm_rule(g, x, out, p, dims, keepdim):
    g, out = with_dims(g, x.shape, dims, keepdim), with_dims(out, x.shape, dims, keepdim)
    if p == 0:
        return None
    if p == 1:
        return sgn(x) * g
    if p == 2:
        return g * chosen(eq.raw(out, 0), 0.0, x / out)
    if math.isinf(p):
        return sgn(x) * (g * shares(eq.raw(abs.raw(x), out), g, dims))
    if p < 1:
        return sgn(x) * chosen(eq.raw(x, 0), 0.0, abs.raw(x) ** (p - 1)) * g * out ** (1 - p)
    scale = chosen(eq.raw(out, 0), 0.0, g / out ** (p - 1))
    if p < 2:
        return sgn(x) * abs.raw(x) ** (p - 1) * scale
    return x * abs.raw(x) ** (p - 2) * scale


@unary("LinalgVectorNormBackward0", x=_norm_rule)
@silent
def _norm(x, p, dims, keepdim):
    return ordered(np.linalg.vector_norm(x, axis=dims, keepdims=keepdim, ord=p))


@public(name="linalg_vector_norm", method=False)
def vector_norm(
    input: Tensor,
    ord: Number = 2,
    dim: IntOrInts | None = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
) -> Tensor:
    """(Σ |x|ᵖ)^(1/p);   for p = 2: ∂/∂x = x / norm, and 0 at x = 0"""
    x = input
    if not x._dtype.is_floating_point:
        raise error("norm_dtype", "vector", x)
    x = cast(x, as_dtype(dtype))
    dims, shape = dim_indices(dim, x._value.ndim), x._value.shape
    of = [f"the dimension {d}because this dimension is empty and" for d in dims if not shape[d]]
    if of and (ord < 0 or math.isinf(ord)):
        whole = dim in (None, (), [])
        raise error("norm_of_nothing", ord, "an empty tensor because" if whole else of[0])
    return _norm(x, ord, dims, keepdim)


@overload
def linalg_norm(
    input: Tensor,
    ord: Number | None = None,
    dim: IntOrInts | None = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
) -> Tensor: ...
@overload
def linalg_norm(
    input: Tensor,
    ord: str,
    dim: IntOrInts | None = None,
    keepdim: bool = False,
    *,
    dtype: Dtype | None = None,
) -> Tensor: ...
@public(method=False)
def linalg_norm(input, ord=None, dim=None, keepdim=False, *, dtype=None):
    """(Σ |x|ᵖ)^(1/p), where "fro" means p = 2, the only order for a matrix."""
    dims = tuple(range(input._value.ndim)) if dim is None else sizes((dim,))
    if dim is not None and len(dims) not in (1, 2):
        raise error("norm_dim_count", dims)
    if ord in (None, "fro"):
        return vector_norm(input, 2, dim, keepdim, dtype=dtype)
    if len(dims) not in (1, 2):
        raise error("norm_dims", input)
    if isinstance(ord, str) or len(dims) == 2:
        raise error("matrix_order", ord)
    return vector_norm(input, ord, dim, keepdim, dtype=dtype)


@unchecked(function=True)
def norm(
    input: Tensor,
    p: float | str | None = "fro",
    dim: IntOrInts | None = None,
    keepdim: bool = False,
    dtype: Dtype | None = None,
) -> Tensor:
    """(Σ |x|ᵖ)^(1/p), where "fro" means p = 2"""
    if isinstance(p, str) and p != "fro":
        raise error("matrix_order", p)
    order = 2 if p is None or isinstance(p, str) else p
    return vector_norm(input, order, dim, keepdim, dtype=dtype)
