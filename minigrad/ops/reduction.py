"""How reductions are defined: over all dims or over some, and in which dtype."""

import functools
import inspect
from typing import Any

from ..engine.casting import cast
from ..engine.dtypes import as_dtype, int64
from ..engine.modes import GRAD, recording
from ..engine.tensor import Tensor
from ..engine.unary import unary
from ..messages.errors import error
from .dims import dim_indices
from .shape import ordered, uncast


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
            if not isinstance(input, Tensor):
                return forward(input, dim, keepdim)
            is_plain = dtype is None and input._dtype.is_floating_point
            if check is not None and not is_plain:
                check(input, dtype)
            operation, dims = of_all, None
            if dim is not ALL:
                operation, dims = along, dim_indices(dim, input._value.ndim)
            if is_plain:
                return operation(input, dims, keepdim)
            return in_dtype(operation, input, dtype, dims, keepdim)

        signature = inspect.signature(apply)
        functools.update_wrapper(apply, forward)
        apply.__signature__ = signature  # type: ignore[attr-defined]
        return apply

    return decorate


def with_dims(g, shape, dims, keepdim):
    """Restore the dims that a reduction dropped from g, each with size 1."""
    if keepdim or dims is None:
        return g
    return g.reshape(tuple(1 if d in dims else n for d, n in enumerate(shape)))


def in_dtype(operation, x, dtype, *constants):
    """Apply the operation in the given dtype or, by default, in int64 if x isn't floating-point."""
    if dtype is None and x._dtype.is_floating_point:
        return operation(x, *constants)
    chosen = as_dtype(dtype) or int64
    recorded = recording.mode is GRAD and x.requires_grad
    if recorded and not chosen.is_floating_point:
        raise error("integer_result", chosen)
    return uncast(operation(cast(x, chosen), *constants), x)
