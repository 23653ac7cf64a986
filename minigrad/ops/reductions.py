"""Operations that make one number of many: sums, products, means, spread, truth."""

import math

import numpy as np

from ..engine.define import unary
from ..engine.dtypes import as_dtype, bool_, int64
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error, not_implemented, warn
from .arguments import takes
from .axes import flip, transpose, unsqueeze
from .dims import dim_index, dim_indices
from .piecewise import where
from .shape import cast, full_of, ordered, repeated, uncast

ALL = object()  # stands for: no dim was given; PyTorch names the node of dim=None otherwise


def in_dtype(operation, x, dtype, *constants):
    """The operation in the dtype that is asked for; else of what is no float in int64."""
    if dtype is None and x._dtype.is_floating_point:
        return operation(x, *constants)
    chosen = as_dtype(dtype) or int64
    recorded = recording.mode is GRAD and x.requires_grad
    if recorded and not chosen.is_floating_point:
        raise error("integer_result", chosen)
    return uncast(operation(cast(x, chosen), *constants), x)


def reduction(name: str, rule, saves: str, check=None):
    """Define a reduction; its nodes have one name for that of all, where `dims` is None, and
    another for that along dims. `check(x, dtype)`: called if x is no float or a dtype is asked."""

    def decorate(forward):
        of_all = unary(f"{name}Backward0", rule, saves)(forward)
        along = unary(f"{name}Backward1", rule, saves)(lambda x, *how: ordered(forward(x, *how)))

        def apply(x, dim=ALL, keepdim: bool = False, *, dtype=None):
            if not isinstance(x, Tensor):
                return forward(x, dim, keepdim)
            plain = dtype is None and x._dtype.is_floating_point
            if check is not None and not plain:
                check(x, dtype)
            if dim is not ALL:
                return in_dtype(along, x, dtype, dim_indices(dim, x._value.ndim), keepdim)
            return of_all(x, None, False) if plain else in_dtype(of_all, x, dtype, None, False)

        apply.__name__, apply.__doc__ = forward.__name__, forward.__doc__
        return apply

    return decorate


def with_dims(g, shape, dims, keepdim):
    """g with the dims that a reduction dropped put back at size 1"""
    if keepdim or dims is None:
        return g
    return g.reshape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


@reduction(
    "Sum", lambda g, _x, before, *how: repeated(with_dims(g, before, *how), before), saves="shape"
)
def sum(x, dims, keepdim):
    """Σ x, over all dims or those given;   ∂/∂xᵢ = 1"""
    return np.add.reduce(x, axis=dims, dtype=x.dtype, keepdims=keepdim)


def _count(shape, dims) -> int:
    """How many numbers become one"""
    return math.prod(shape if dims is None else [shape[d] for d in dims])


def _mean_rule(g, _x, before, dims, keepdim):
    if dims is None:
        return full_of(g / math.prod(before), before)
    return full_of(with_dims(g / _count(before, dims), before, dims, keepdim), before)


def _no_whole_numbers(x, dtype) -> None:
    name, used = ("Input", x._dtype) if dtype is None else ("Optional", as_dtype(dtype))
    if not used.is_floating_point:
        raise error("mean_dtype", name, used)


@reduction("Mean", _mean_rule, saves="shape", check=_no_whole_numbers)
def mean(x, dims, keepdim):
    """Σ x / n, over all dims or those given;   ∂/∂xᵢ = 1/n"""
    if dims is None:
        return np.add.reduce(x, None) / x.size
    return np.add.reduce(x, axis=dims, keepdims=keepdim) / _count(x.shape, dims)


# Products


def _prod_rule(g, x, out, dims, keepdim):
    if not x.shape:
        return g
    if dims is None:
        if not isinstance(x, Tensor) and zeros_in(x) > 1:  # also beside infinity
            return np.zeros_like(x)
        return _prod_rule(g, x.reshape(-1), out, (0,), True).reshape(x.shape)
    g, out = (with_dims(v, x.shape, dims, keepdim) for v in (g, out))
    if not zeros_in(x):
        return g * (out / x)
    (dim,), last = dims, len(x.shape) - 1
    return g * transpose(prod(others(x, dim), (last + 1,)), dim, last)


@reduction("Prod", _prod_rule, saves="x out")
def prod(x, dims, keepdim=False):
    """Π x, over all dims or one;   ∂/∂xᵢ = Π of the others"""
    return np.multiply.reduce(x, axis=dims, dtype=x.dtype, keepdims=keepdim)


def zeros_in(x) -> int:
    """How many of the elements are 0."""
    return np.count_nonzero((x._value if isinstance(x, Tensor) else x) == 0)


def others(x, dim):
    """Rows of x along dim, put last; row i has a 1 in the place of xᵢ"""
    last = x.ndim - 1
    return where(np.eye(x.shape[dim], dtype=bool), 1.0, unsqueeze(transpose(x, dim, last), last))


# Running sums and products


def _sum_from_here(g, dim):
    return flip(_cumsum(flip(g, (dim,)), dim), (dim,)) if g.shape else g


@unary("CumsumBackward0", lambda g, _x, dim: _sum_from_here(g, dim))
def _cumsum(x, dim):
    return _accumulated("cumsum", np.add, x, dim) + x.dtype.type(0) if x.ndim else x[()]


def _cumprod_rule(g, x, out, dim):
    """∂/∂xᵢ = Σₖ gₖ outₖ / xᵢ over k ≥ i; where an x is 0, with the products of the others"""
    if not x.shape or x.shape[dim] == 1 or 0 in x.shape:
        return g
    if not zeros_in(x):
        return _sum_from_here(g * out, dim) / x
    last = x.ndim - 1
    products = _cumprod(others(x, dim), last + 1)
    rows = unsqueeze(transpose(g, dim, last), last)
    terms = where(np.tri(x.shape[dim], dtype=bool).T, products, 0.0) * rows
    return transpose(terms.sum(last + 1), dim, last)


@unary("CumprodBackward0", _cumprod_rule, saves="x out")
def _cumprod(x, dim):
    return _accumulated("cumprod", np.multiply, x, dim) if x.ndim else x[()]


def _accumulated(name, function, x, dim):
    if x.size and x.dtype.kind == "b":
        raise not_implemented(f"{name}_out_cpu", x.dtype)
    wide = np.dtype(np.float64) if x.dtype.kind == "f" else x.dtype  # each sum is rounded by itself
    return function.accumulate(np.ascontiguousarray(x), dim, wide).astype(x.dtype, copy=False)


def cumsum(x, dim: int, *, dtype=None):
    """Σ of the elements up to here along dim"""
    return in_dtype(_cumsum, x, dtype, dim_index(dim, x._value.ndim))


def cumprod(x, dim: int, *, dtype=None):
    """Π of the elements up to here along dim"""
    return in_dtype(_cumprod, x, dtype, dim_index(dim, x._value.ndim))


def _in_its_dtype(operation):
    """The operation for in-place use, which stays in its dtype."""

    def same(x, dim: int, *, dtype=None):
        dtype = as_dtype(dtype) or x._dtype
        if dtype is not x._dtype:
            raise error("in_its_dtype", x, dtype)
        return operation(x, dim, dtype=dtype)

    same.__doc__ = operation.__doc__
    return same


cumsum_same, cumprod_same = map(_in_its_dtype, (cumsum, cumprod))


# Spread


def _spread(x, dim=None, unbiased=None, keepdim: bool = False, *, correction=None):
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if not x._dtype.is_floating_point:
        raise error("std_dtype")
    correction = unbiased is not False if correction is None else correction
    dims = dim_indices(dim, x._value.ndim)
    return x, dims, keepdim, _count(x._value.shape, dims) - correction


def _centered(x, dims):
    """x minus its mean along dims"""
    return x - mean(x, dims, True)


def _variance(name, x, dims, keepdim, degrees):
    if degrees <= 0 or not x.size:
        warn("degrees_of_freedom", name)
    exact = x.astype(np.float64)
    # As in PyTorch: the mean is exact, but for one result alone.
    centered = exact - mean(x if _count(x.shape, dims) == x.size else exact, dims, True)
    squares = np.add.reduce(centered * centered, axis=dims, keepdims=keepdim)
    return ordered(squares / np.float64(max(degrees, 0)))


def _var_rule(g, x, dims, keepdim, degrees):
    scale = 2 / degrees if degrees else math.inf
    return with_dims(g, x.shape, dims, keepdim) * scale * _centered(x, dims)


@takes(_spread)
@unary("VarBackward0", _var_rule, saves="x")
def var(x, dims, keepdim, degrees):
    """Σ (x - mean)² / (n - correction), correction 1;   ∂/∂xᵢ = 2 (xᵢ - mean) / (n - correction)"""
    return _variance("var", x, dims, keepdim, degrees).astype(x.dtype)


def _std_rule(g, x, out, dims, keepdim, degrees):
    slope = where(out == 0, 0.0, g / (out * degrees))
    return with_dims(slope, x.shape, dims, keepdim) * _centered(x, dims)


@takes(_spread)
@unary("StdBackward0", _std_rule, saves="x out")
def std(x, dims, keepdim, degrees):
    """√var;   ∂/∂xᵢ = (xᵢ - mean) / ((n - correction) std)"""
    return np.sqrt(_variance("std", x, dims, keepdim, degrees)).astype(x.dtype)


# Truth


def all(x, dim=None, keepdim: bool = False):
    """whether every x is true"""
    return _asked(np.all, bool_, x, () if dim == [] else dim, keepdim)


def any(x, dim=None, keepdim: bool = False):
    """whether some x is true"""
    return _asked(np.any, bool_, x, () if dim == [] else dim, keepdim)


def count_nonzero(x, *dim):
    """how many x are not 0"""
    return _asked(np.count_nonzero, int64, x, dim[0] if len(dim) == 1 else dim, False)


def _asked(question, dtype, x, dim, keepdim):
    # Of no dims, `all` and `any` ask about each element, where others ask about all.
    dims = () if dim == () and dtype is bool_ else dim_indices(dim, x._value.ndim)
    answer = question(x._value, axis=dims, keepdims=keepdim)
    return wrap(np.asarray(answer, dtype.numpy, order="C")[()], dtype)
