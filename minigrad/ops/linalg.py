"""Products of matrices and vectors."""

from __future__ import annotations

import math

import numpy as np

from ..api.entry import operator, public
from ..engine.binary import binary
from ..engine.broadcasting import broadcast_error, common_shape
from ..engine.casting import cast
from ..engine.dtypes import int64
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error, not_implemented
from .arithmetic import _mul
from .axes import _squeeze_product, _t, _unsqueeze, matrix_transpose, squeeze
from .piecewise import chosen
from .shape import _unsafe_view, contiguous, expand, reshaped


def _product(name: str, check, **rules):
    """Define a product that is linear in both operands.

    `check` raises if the operands are incompatible."""
    return binary(name, check=check, broadcasts=False, **rules)


def _check_vectors(x, y) -> None:
    a, b = x._value.shape, y._value.shape
    if len(a) != 1 or len(b) != 1:
        raise error("dot_dims", len(a), len(b))
    if x._dtype is not y._dtype:
        raise error("dot_dtypes", x, y)
    if a != b:
        raise error("dot_sizes", a, b)


@_product(
    "DotBackward0", x=lambda g, tensor: g * tensor, tensor=lambda g, x: g * x, check=_check_vectors
)
def _dot(x, tensor):
    if x.dtype.kind == "b":
        raise not_implemented("dot", x.dtype)
    return x @ tensor


@public()
def dot(input: Tensor, tensor: Tensor) -> Tensor:
    """Σ xᵢyᵢ of two vectors;   ∂/∂x = y,   ∂/∂y = x"""
    return _dot(input, tensor)


def _check_matrix_and_vector(x, y) -> None:
    a, b = x._value.shape, y._value.shape
    if not a:
        raise error("no_dims", 0)
    if len(a) != 2 or len(b) != 1:
        raise error("mv_dims", len(a), len(b))
    if a[1] != b[0]:
        raise error("mv_sizes", a, b)
    if x._dtype is not y._dtype:
        raise error("mv_dtypes", y, x)


@_product(
    "MvBackward0",
    x=lambda g, vec: _outer(g, vec),
    vec=lambda g, x: x.mT @ g,
    check=_check_matrix_and_vector,
)
def _mv(x, vec):
    if x.dtype.kind == "b":
        raise not_implemented("addmv_impl_cpu", x.dtype)
    return x @ vec


@public()
def mv(input: Tensor, vec: Tensor) -> Tensor:
    """matrix X times vector y;   ∂/∂X = g yᵀ,   ∂/∂y = Xᵀg"""
    return _mv(input, vec)


def _outer(x, y):
    return x.reshape((-1, 1)) * y.reshape((1, -1))


def _check_matrices(x, y) -> None:
    a, b = x._value.shape, y._value.shape
    if len(a) != 2 or len(b) != 2 or a[1] != b[0]:
        for name, shape in (("self", a), ("mat2", b)):
            if len(shape) != 2:
                raise error("not_a_matrix", name, shape)
        raise error("mm_shapes", a, b)
    if x._dtype is not y._dtype:
        raise error("matrix_dtypes", x, y)


@_product(
    "MmBackward0",
    x=lambda g, mat2: _mm(g, mat2.mT),
    mat2=lambda g, x: _mm(x.mT, g),
    check=_check_matrices,
)
def _mm(x, mat2):
    if x.dtype.kind == "b":
        raise not_implemented("addmm_impl_cpu_", x.dtype)
    return x.dot(mat2)  # twice as fast as @ for small matrices


@public()
def mm(input: Tensor, mat2: Tensor) -> Tensor:
    """matrix X times matrix Y;   ∂/∂X = g Yᵀ,   ∂/∂Y = Xᵀg"""
    return _mm(input, mat2)


def _check_batches(x, y) -> None:
    a, b = x._value.shape, y._value.shape
    for name, shape in (("batch1", a), ("batch2", b)):
        if len(shape) != 3:
            raise error("not_a_batch", name, shape)
    if a[0] != b[0] or a[2] != b[1]:
        raise error("bmm_shapes", a, b)
    if x._dtype is not y._dtype:
        raise error("scalar_types", x, y)


@_product(
    "BmmBackward0", x=lambda g, mat2: g @ mat2.mT, mat2=lambda g, x: x.mT @ g, check=_check_batches
)
def _bmm(x, mat2):
    if x.dtype.kind == "b":
        raise not_implemented("bmm", x.dtype)
    return x @ mat2


@public()
def bmm(input: Tensor, mat2: Tensor) -> Tensor:
    """X·Y for each pair of matrices in two batches"""
    return _bmm(input, mat2)


@public()
def outer(input: Tensor, vec2: Tensor) -> Tensor:
    """x yᵀ of two vectors"""
    for name, v in (("self", input), ("vec2", vec2)):
        if v._value.ndim != 1:
            raise error("outer_dims", name, v)
    return _mul(reshaped(input, (-1, 1)), vec2)


@operator("__matmul__")
def _matmul(x, y):
    if not isinstance(x, Tensor):
        return x @ y
    if not isinstance(y, Tensor):
        return NotImplemented
    a, b = x._value.ndim, y._value.ndim
    if a == b == 2:  # the most common case: skip the rest
        return _mm(x, y)
    return _BY_DIMS.get((a, b), _batched)(x, y)


@operator("__rmatmul__")
def _rmatmul(x, other):
    """Return other·x. Python calls this if other's own operator returns NotImplemented."""
    return _matmul(other, x) if isinstance(other, Tensor) else NotImplemented


@public()
def matmul(input: Tensor, other: Tensor) -> Tensor:
    """X·Y as a dot, matrix-vector, matrix-matrix, or batched product, depending on the dims"""
    return _matmul(input, other)


_BY_DIMS = {(1, 1): _dot, (2, 1): _mv}


@unary("TraceBackward0", x=lambda g, x_shape: chosen(np.eye(*x_shape, dtype=bool), g, 0.0))
def _trace(x):
    if x.dtype.kind == "b":
        raise not_implemented("trace", x.dtype)
    if x.ndim != 2:
        raise error("trace_dims", x)
    return np.trace(x)


@public()
def trace(input: Tensor) -> Tensor:
    """Σ xᵢᵢ;   ∂/∂xᵢⱼ = 1 for i = j"""
    return _trace(cast(input, int64) if input._dtype.kind == 1 else input)


def _batched(x, y):
    """Reduce the other cases of matmul to mv, mm, or bmm, as PyTorch does."""
    a, b = x._value.shape, y._value.shape
    if not a or not b:
        raise error("matmul_scalars", x._value, y._value)
    # A batch of one: use the same matrix each time.
    if len(a) == len(b) == 3 and (a[0] == 1) != (b[0] == 1):
        x, y = (squeeze(m, 0) if len(m._value) == 1 and m.requires_grad else m for m in (x, y))
    if len(a) == 1 and len(b) == 2:
        return _squeeze_product(_mm(_unsqueeze(x, 0), y), (0,))
    if _folds(x, y):
        return _folded(x, y)
    left, right = _unsqueeze(x, 0) if len(a) == 1 else x, _unsqueeze(y, 1) if len(b) == 1 else y
    m, n = left._value.shape, right._value.shape
    if (batch := common_shape(m[:-2], n[:-2])) is None:
        raise broadcast_error(m[:-2], n[:-2])
    flat = math.prod(batch)
    if m[-1] != n[-2]:
        raise error("matmul_batches", flat, m[-1], n[-2])
    if x._dtype is not y._dtype:
        raise error("scalar_types", x, y)
    left = reshaped(expand(left, (*batch, *m[-2:])), (flat, *m[-2:]))
    right = reshaped(expand(right, (*batch, *n[-2:])), (flat, *n[-2:]))
    ends = (() if len(a) == 1 else (m[-2],)) + (() if len(b) == 1 else (n[-1],))
    return _unsafe_view(_bmm(left, right), (*batch, *ends))


def _folds(x, y) -> bool:
    """Return whether the batch can be folded into the rows of one matrix."""
    large, small = (x, y) if x._value.ndim >= y._value.ndim else (matrix_transpose(y), x)
    if large._value.ndim < 3 or small._value.ndim > 2 or small.requires_grad:
        return large._value.ndim > 2 >= small._value.ndim
    shape, strides = large._value.shape, large._value.strides
    gaps = (strides[i] != strides[i + 1] * shape[i + 1] for i in range(len(shape) - 2))
    return x._value.ndim != 2 and not (large._value.size and any(gaps))


def _folded(x, y):
    """Return the product of a batch of matrices with a matrix or vector, in either order."""
    if x._value.ndim >= y._value.ndim:
        shape = x._value.shape
        rows = reshaped(x, (math.prod(shape[:-1]), shape[-1]))
        product = _mv(rows, y) if y._value.ndim == 1 else _mm(rows, y)
        return _unsafe_view(product, shape[:-1] + y._value.shape[1:])
    turned = _folded(matrix_transpose(y), x if x._value.ndim == 1 else _t(x))
    return turned if x._value.ndim == 1 else contiguous(matrix_transpose(turned))
