"""Products of matrices and vectors."""

import math

import numpy as np

from ..errors import broadcast_error
from ..record import operation
from ..tensor import Tensor
from .shape import (
    _squeeze_product,
    _transpose,
    _unsafe_view,
    clone,
    expand,
    matrix_transpose,
    reshape,
    t,
    unsqueeze,
)


def swapped(x):
    """the transpose of a matrix, or of each matrix in a batch"""
    ndim = x.ndim
    return _transpose(x, ndim - 2, ndim - 1)


@operation("DotBackward0", lambda g, _x, y: g * y, lambda g, x, _y: g * x)
def _dot(x, y):
    """Σ xᵢyᵢ;   ∂/∂x = y,   ∂/∂y = x"""
    return x @ y


@operation("MvBackward0", lambda g, _x, y: outer(g, y), lambda g, x, _y: swapped(x) @ g)
def _mv(x, y):
    """X·y;   ∂/∂X = g yᵀ,   ∂/∂y = Xᵀg"""
    return x @ y


@operation("MmBackward0", lambda g, _x, y: g @ swapped(y), lambda g, x, _y: swapped(x) @ g)
def _mm(x, y):
    """X·Y;   ∂/∂X = g Yᵀ,   ∂/∂Y = Xᵀg"""
    return x @ y


@operation("BmmBackward0", lambda g, _x, y: g @ swapped(y), lambda g, x, _y: swapped(x) @ g)
def _bmm(x, y):
    """X·Y for each matrix of a batch"""
    return x @ y


def outer(x, y):
    """x yᵀ"""
    return x.reshape((-1, 1)) * y.reshape((1, -1))


def matmul(x, y):
    """X·Y: dot, matrix-vector, matrix-matrix or batched, by the dims of the two"""
    if not isinstance(x, Tensor):
        return x @ y
    if not isinstance(y, Tensor):
        return NotImplemented
    a, b = x._value, y._value
    if a.ndim == 0 or b.ndim == 0:
        raise RuntimeError(
            f"both arguments to matmul need to be at least 1D, but they are {a.ndim}D and {b.ndim}D"
        )
    same_dtype(x, y)
    if a.ndim == 1 and b.ndim == 1:
        return dot(x, y)
    if a.ndim == 2 and b.ndim == 1:
        return mv(x, y)
    if a.ndim == 2 and b.ndim == 2:
        return mm(x, y)
    return _batched(x, y)


def same_dtype(x, y) -> None:
    if x._dtype is not y._dtype:
        raise RuntimeError(
            f"expected m1 and m2 to have the same dtype, but got: {x._dtype.c_name} != "
            f"{y._dtype.c_name}\nConvert one of them with .to(...)."
        )


def dot(x, y):
    """Σ xᵢyᵢ of two vectors"""
    a, b = x._value.shape, y._value.shape
    if len(a) != 1 or len(b) != 1:
        raise RuntimeError(f"1D tensors expected, but got {len(a)}D and {len(b)}D tensors")
    if a != b:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{a[0]}] and src [{b[0]}] to have the "
            f"same number of elements, but got {a[0]} and {b[0]} elements respectively"
        )
    return _dot(x, y)


def mv(x, y):
    """matrix X times vector y"""
    a, b = x._value.shape, y._value.shape
    if a[-1] != b[0]:
        raise RuntimeError(f"size mismatch, got input ({a[0]}), mat ({a[0]}x{a[1]}), vec ({b[0]})")
    return _mv(x, y)


def mm(x, y):
    """matrix X times matrix Y"""
    a, b = x._value.shape, y._value.shape
    if a[1] != b[0]:
        raise RuntimeError(
            f"mat1 and mat2 shapes cannot be multiplied ({a[0]}x{a[1]} and {b[0]}x{b[1]})\n"
            "The columns of the first must be the rows of the second."
        )
    return _mm(x, y)


def _batched(x, y):
    """The other cases, as PyTorch reduces them to products of two matrices, or of batches."""
    a, b = x._value.shape, y._value.shape
    if len(a) == 1 and len(b) == 2:
        return _squeeze_product(mm(unsqueeze(x, 0), y), (0,), (1, b[1]))
    if _folds(x, y):
        return _folded(x, y)
    left, right = unsqueeze(x, 0) if len(a) == 1 else x, unsqueeze(y, 1) if len(b) == 1 else y
    m, n = left._value.shape, right._value.shape
    try:
        batch = np.broadcast_shapes(m[:-2], n[:-2])
    except ValueError as error:
        raise broadcast_error(m[:-2], n[:-2]) from error
    flat = math.prod(batch)
    if m[-1] != n[-2]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{flat}, {m[-1]}] "
            f"but got: [{flat}, {n[-2]}]."
        )
    left = reshape(expand(left, *batch, *m[-2:]), flat, *m[-2:])
    right = reshape(expand(right, *batch, *n[-2:]), flat, *n[-2:])
    ends = (() if len(a) == 1 else (m[-2],)) + (() if len(b) == 1 else (n[-1],))
    return _unsafe_view(_bmm(left, right), (*batch, *ends), (flat, m[-2], n[-1]))


def _folds(x, y) -> bool:
    """Whether the batch can be laid into the rows of one matrix."""
    large, small = (x, y) if x._value.ndim >= y._value.ndim else (matrix_transpose(y), x)
    if large._value.ndim < 3 or small._value.ndim > 2:
        return False
    if small.requires_grad:
        return True
    if x._value.ndim == 2:
        return False
    shape, strides = large._value.shape, large._value.strides
    if large._value.size == 0 or small._value.ndim == 1:
        return True
    return all(strides[i] == strides[i + 1] * shape[i + 1] for i in range(len(shape) - 2))


def _folded(x, y):
    """A batch of matrices times one matrix (or vector), or the other way round."""
    if x._value.ndim >= y._value.ndim:
        shape = x._value.shape
        rows = reshape(x, math.prod(shape[:-1]), shape[-1])
        product = mv(rows, y) if y._value.ndim == 1 else mm(rows, y)
        return _unsafe_view(product, shape[:-1] + y._value.shape[1:], product._value.shape)
    turned = _folded(matrix_transpose(y), t(x))
    return turned if x._value.ndim == 1 else clone(matrix_transpose(turned))
