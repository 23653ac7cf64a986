"""Products of matrices and vectors."""

import math

import numpy as np

from ..dtypes import int64
from ..errors import broadcast_shape, no_bool, refuse_if
from ..record import binary, operation, unary
from ..tensor import Tensor
from .arithmetic import mul
from .axes import _squeeze_product, _transpose, matrix_transpose, squeeze, t, unsqueeze
from .kinks import where
from .shape import _unsafe_view, cast, contiguous, expand, reshape


def swapped(x):
    """the transpose of a matrix"""
    return _transpose(x, 0, 1)


@binary("DotBackward0", lambda g, _x, y: g * y, lambda g, x, _y: g * x, fits=False)
def _dot(x, y):
    """Σ xᵢyᵢ;   ∂/∂x = y,   ∂/∂y = x"""
    return no_bool(x, "dot") @ y


@binary("MvBackward0", lambda g, _x, y: _outer(g, y), lambda g, x, _y: x.mT @ g, fits=False)
def _mv(x, y):
    """X·y;   ∂/∂X = g yᵀ,   ∂/∂y = Xᵀg"""
    return no_bool(x, "addmv_impl_cpu") @ y


@binary("MmBackward0", lambda g, _x, y: _mm(g, y.mT), lambda g, x, _y: _mm(x.mT, g), fits=False)
def _mm(x, y):
    """X·Y;   ∂/∂X = g Yᵀ,   ∂/∂Y = Xᵀg"""
    return no_bool(x, "addmm_impl_cpu_").dot(y)  # for small matrices twice as fast as @


@binary("BmmBackward0", lambda g, _x, y: g @ y.mT, lambda g, x, _y: x.mT @ g, fits=False)
def _bmm(x, y):
    """X·Y for each matrix of a batch"""
    return no_bool(x, "bmm") @ y


def _outer(x, y):
    return x.reshape((-1, 1)) * y.reshape((1, -1))


def outer(x, vec2: Tensor):
    """x yᵀ of two vectors"""
    for name, v in (("self", x), ("vec2", vec2)):
        refuse_if(v._value.ndim != 1, "outer_dims", name, v)
    return mul(reshape(x, -1, 1), vec2)


def matmul(x, y):
    """X·Y: dot, matrix-vector, matrix-matrix or batched, by the dims of the two"""
    if not isinstance(x, Tensor):
        return x @ y
    if not isinstance(y, Tensor):
        return NotImplemented
    a, b = x._value, y._value
    if a.ndim == b.ndim == 2:
        return mm(x, y)
    refuse_if(a.ndim == 0 or b.ndim == 0, "matmul_scalars", a, b)
    if a.ndim == 1 and b.ndim == 1:
        return dot(x, y)
    if a.ndim == 2 and b.ndim == 1:
        return mv(x, y)
    return _batched(x, y)


def dot(x, tensor: Tensor):
    """Σ xᵢyᵢ of two vectors"""
    a, b = x._value.shape, tensor._value.shape
    refuse_if(len(a) != 1 or len(b) != 1, "dot_dims", len(a), len(b))
    refuse_if(x._dtype is not tensor._dtype, "dot_dtypes", x, tensor)
    refuse_if(a != b, "dot_sizes", a, b)
    return _dot(x, tensor)


def mv(x, vec: Tensor):
    """matrix X times vector y"""
    a, b = x._value.shape, vec._value.shape
    refuse_if(not a, "no_dims", 0)
    refuse_if(len(a) != 2 or len(b) != 1, "mv_dims", len(a), len(b))
    refuse_if(a[1] != b[0], "mv_sizes", a, b)
    refuse_if(x._dtype is not vec._dtype, "mv_dtypes", vec, x)
    return _mv(x, vec)


def mm(x, mat2: Tensor):
    """matrix X times matrix Y"""
    a, b = x._value, mat2._value
    if a.ndim != 2 or b.ndim != 2 or len(b) != a.shape[1]:
        _check_matrices(x, mat2, "self", "mat2")
    refuse_if(x._dtype is not mat2._dtype, "matrix_dtypes", x, mat2)
    return _mm(x, mat2)


def _check_matrices(x, y, first: str, second: str, more: str = "") -> None:
    a, b = x._value.shape, y._value.shape
    for name, shape in ((first, a), (second, b)):
        refuse_if(len(shape) != 2, "not_a_matrix", name, more.format(len(shape)), shape)
    refuse_if(a[1] != b[0], "mm_shapes", a, b)


def bmm(x, mat2: Tensor):
    """X·Y for each pair of matrices in two batches"""
    a, b = x._value.shape, mat2._value.shape
    for name, shape in (("batch1", a), ("batch2", b)):
        refuse_if(len(shape) != 3, "not_a_batch", name, shape)
    refuse_if(a[0] != b[0] or a[2] != b[1], "bmm_shapes", a, b)
    refuse_if(x._dtype is not mat2._dtype, "scalar_types", x, mat2)
    return _bmm(x, mat2)


@operation(
    "AddmmBackward0",
    lambda g, _b, _x, _y, beta, _alpha: g if beta == 1 else g * beta,
    lambda g, _b, _x, y, _beta, alpha: g @ swapped(y) if alpha == 1 else g @ swapped(y) * alpha,
    lambda g, _b, x, _y, _beta, alpha: swapped(x) @ g if alpha == 1 else swapped(x) @ g * alpha,
    fits=True,
)
def _addmm(bias, x, y, beta, alpha):
    product = no_bool(x, "addmm_impl_cpu_") @ y
    product = product if alpha == 1 else product * x.dtype.type(alpha)
    return product + (bias if beta == 1 else bias * x.dtype.type(beta))


def addmm(x, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1):
    """β·x + α·Y·Z for matrices Y and Z, x broadcast to the shape of their product"""
    _check_addends(x, mat1, mat2)
    expand(x.detach(), mat1._value.shape[0], mat2._value.shape[1])
    return _addmm(x, mat1, mat2, beta, alpha)


def _check_addends(x, mat1, mat2) -> None:
    for name, other in (("self", x), ("mat1", mat1)):
        refuse_if(other._dtype is not mat2._dtype, "mixed_matrices", name, other, mat2._dtype)
    _check_matrices(mat1, mat2, "mat1", "mat2", ", got {}-D tensor")


def addmm_fits(x, mat1: Tensor, mat2: Tensor, *, beta=1, alpha=1):
    """addmm for in-place use, which does not broadcast x"""
    _check_addends(x, mat1, mat2)
    shape = [mat1._value.shape[0], mat2._value.shape[1]]
    refuse_if(shape != list(x._value.shape), "bad_in_place", x, shape)
    return addmm(x, mat1, mat2, beta=beta, alpha=alpha)


@unary("TraceBackward0", lambda g, _, shape: where(np.eye(*shape, dtype=bool), g, 0.0))
def _trace(x, shape):
    return np.trace(x)


def trace(x):
    """Σ xᵢᵢ;   ∂/∂xᵢⱼ = 1 for i = j"""
    no_bool(x._value, "trace")
    refuse_if(x._value.ndim != 2, "trace_dims", x)
    if x._dtype.kind == 1:
        x = cast(x, int64)
    return _trace(x, x._value.shape)


def _batched(x, y):
    """The other cases, as PyTorch reduces them to products of two matrices, or of batches."""
    a, b = x._value.shape, y._value.shape
    if len(a) == len(b) == 3 and (a[0] == 1) != (b[0] == 1):  # a batch of one: the same matrix
        x, y = (squeeze(m, 0) if len(m._value) == 1 and m.requires_grad else m for m in (x, y))
    if len(a) == 1 and len(b) == 2:
        return _squeeze_product(mm(unsqueeze(x, 0), y), (0,), (1, b[1]))
    if _folds(x, y):
        return _folded(x, y)
    left, right = unsqueeze(x, 0) if len(a) == 1 else x, unsqueeze(y, 1) if len(b) == 1 else y
    m, n = left._value.shape, right._value.shape
    batch = broadcast_shape(m[:-2], n[:-2])
    flat = math.prod(batch)
    refuse_if(m[-1] != n[-2], "matmul_batches", flat, m[-1], n[-2])
    refuse_if(x._dtype is not y._dtype, "scalar_types", x, y)
    left = reshape(expand(left, *batch, *m[-2:]), flat, *m[-2:])
    right = reshape(expand(right, *batch, *n[-2:]), flat, *n[-2:])
    ends = (() if len(a) == 1 else (m[-2],)) + (() if len(b) == 1 else (n[-1],))
    return _unsafe_view(_bmm(left, right), (*batch, *ends), (flat, m[-2], n[-1]))


def _folds(x, y) -> bool:
    """Whether the batch can be laid into the rows of one matrix."""
    large, small = (x, y) if x._value.ndim >= y._value.ndim else (matrix_transpose(y), x)
    if large._value.ndim < 3 or small._value.ndim > 2 or small.requires_grad:
        return large._value.ndim > 2 >= small._value.ndim
    shape, strides = large._value.shape, large._value.strides
    gaps = (strides[i] != strides[i + 1] * shape[i + 1] for i in range(len(shape) - 2))
    return x._value.ndim != 2 and not (large._value.size and any(gaps))


def _folded(x, y):
    """A batch of matrices times one matrix (or vector), or the other way round."""
    if x._value.ndim >= y._value.ndim:
        shape = x._value.shape
        rows = reshape(x, math.prod(shape[:-1]), shape[-1])
        product = mv(rows, y) if y._value.ndim == 1 else mm(rows, y)
        return _unsafe_view(product, shape[:-1] + y._value.shape[1:], product._value.shape)
    turned = _folded(matrix_transpose(y), t(x))
    return turned if x._value.ndim == 1 else contiguous(matrix_transpose(turned))
