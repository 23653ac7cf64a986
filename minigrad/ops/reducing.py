"""What sums share with other reductions: `dim`, `keepdim`, and `dtype`."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from ..engine.casting import cast
from ..engine.dtypes import as_dtype, int64
from ..engine.graph import make_node
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor, edge
from ..engine.unary import unary
from ..engine.unbroadcast import with_unbroadcast
from ..messages.errors import error
from .dims import dim_indices
from .shape import ordered


class _All:
    """A marker that means "no dim was passed". For dim=None, PyTorch uses a different node name."""

    def __repr__(self) -> str:
        return "None"


ALL = _All()


def reduction(name: str, x, check=None) -> Any:
    """Define a reduction, given its rule for x.

    As in PyTorch, there are two operations, one for calls without `dim` and one for calls with it.
    `check(x, dtype)` is called if x isn't floating-point or if a dtype was requested.
    """

    def decorate(forward):
        of_all = unary(f"{name}Backward0", x=x)(forward)
        along = unary(f"{name}Backward1", x=x)(
            lambda x, dims, keepdim: ordered(forward(x, dims, keepdim))
        )

        def apply(input, dim=ALL, keepdim=False, *, dtype=None):
            if not isinstance(input, Tensor):  # an array, in a rule
                return forward(input, None if dim is ALL else dim, keepdim)
            operation, dims = of_all, None
            if dim is not ALL:
                operation, dims = along, dim_indices(dim, input._value.ndim)
            if dtype is None and input._dtype.is_floating_point:
                return operation(input, dims, keepdim)
            if check is not None:
                check(input, dtype)
            return in_dtype(operation, input, dtype, dims, keepdim)

        signature = inspect.signature(apply)
        functools.update_wrapper(apply, forward)
        apply.__signature__ = signature  # type: ignore[attr-defined]
        return apply

    return decorate


def in_dtype(operation, x, dtype, *constants):
    """Apply the operation in the given dtype or, by default, in int64 if x isn't floating-point.

    PyTorch records that as one operation. So the backward pass then converts the gradient to the
    dtype of x.
    """
    if dtype is None and x._dtype.is_floating_point:
        return operation(x, *constants)
    chosen = as_dtype(dtype) or int64
    recorded = recording.mode is GRAD and x.requires_grad
    if recorded and not chosen.is_floating_point:
        raise error("integer_result", chosen)
    out = operation(cast(x, chosen), *constants)
    if (node := out._node) is not None:
        saved = (*node.saved, ((x._value.shape, x._dtype),))
        out._node = make_node(with_unbroadcast(node.op), (edge(x),), saved, node.stamps)
    return out
