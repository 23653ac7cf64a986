"""The linear layer's operation: a matrix product and a sum as a single node."""

from __future__ import annotations

import math

from ..api.entry import public
from ..engine.graph import make_node
from ..engine.memory.versions import stamp_of
from ..engine.modes import GRAD, recording
from ..engine.needs import needs
from ..engine.tensor import Tensor, tracked, wrap
from ..engine.unbroadcast import sum_to
from ..messages.errors import error, not_implemented
from ..ops.axes import _t, t
from ..ops.linalg import _matmul
from ..ops.shape import expand, reshaped


def _addmm(b: Tensor, x: Tensor, w: Tensor) -> Tensor:
    """x Wᵀ + b;   ∂/∂b = Σ g,   ∂/∂x = g W,   ∂/∂Wᵀ = (gᵀx)ᵀ

    PyTorch uses two operations for this. Here, it's a single operation, but the graph still
    contains a node for the transpose and another for `addmm`. As a view and an `operation`, it'd
    take three times as long, and a step of a small network a third longer.
    """
    x_value, w_value, shape = x._value, w._value, b._value.shape
    if not x._dtype.kind:
        raise not_implemented("addmm_impl_cpu_", x_value.dtype)
    turned = w_value.T
    product = x_value.dot(turned)
    product += b._value
    out = wrap(product, x._dtype)
    b_tracked, x_tracked, w_tracked = tracked(b), tracked(x), tracked(w)
    if recording.mode is GRAD and (b_tracked or x_tracked or w_tracked):
        edges = (
            (b._node or b) if b_tracked else None,
            (x._node or x) if x_tracked else None,
            make_node(_T, (w._node or w,), (None,)) if w_tracked else None,
        )
        saved = (None, x_value if w_tracked else None, turned if x_tracked else None, shape)
        stamps = (None, stamp_of(x, has_edge=x_tracked), stamp_of(w, has_edge=False))
        out._requires_grad = True
        out._node = make_node(_ADDMM, edges, saved, stamps)
    return out


_ADDMM = needs(
    "AddmmBackward0",
    None,
    {
        "bias": lambda g, bias_shape: sum_to(g, bias_shape),
        "mat1": lambda g, mat2: g @ mat2.mT,
        "mat2": lambda g, mat1: (g.mT @ mat1).mT,  # once transposed, it's row by row in memory
    },
).op
_T = needs("TBackward0", None, {"x": lambda g: _t(g)}).op


@public(method=False)
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compute x Wᵀ + b, where each row of W produces one element of the result."""
    x, w = input._value, weight._value
    if x.ndim == 0 or w.ndim == 0:
        raise error("linear_scalars", x, w)
    if w.ndim == 1 and x.ndim == 2 and bias is not None:
        raise error("mat2_vector")
    if bias is None:
        return _matmul(input, t(weight))
    b = bias._value
    whole = b.ndim == 1 and b.flags.c_contiguous and x.flags.c_contiguous
    if w.ndim == 1 or not (x.ndim == 2 or whole):
        return _matmul(input, t(weight)) + bias
    if x.ndim == 2:
        _check(x.shape, input, weight, bias)
        return _addmm(bias, input, weight)
    rows = (math.prod(x.shape[:-1]), x.shape[-1])
    _check(rows, input, weight, bias)
    return _addmm(bias, reshaped(input, rows), weight).reshape(*x.shape[:-1], w.shape[0])


def _check(rows: tuple, input, weight, bias) -> None:
    w, dtype = weight._value.shape, weight._dtype
    if len(w) > 2:
        t(weight)  # raises, because the weight isn't a matrix
    if input._dtype is not dtype or bias._dtype is not dtype:
        name, other = ("self", bias) if bias._dtype is not dtype else ("mat1", input)
        raise error("mixed_matrices", name, other, dtype)
    if rows[1] != w[1]:
        raise error("linear_shapes", rows, w)
    if bias._value.shape != w[:1]:
        expand(bias, (rows[0], w[0]))  # raises if the bias doesn't match
