"""Operands as tensors of the dtype in which they are computed with."""

from ..operands import common_dtype, constant
from ..tensor import Tensor
from .shape import cast


def as_tensors(x, y) -> tuple:
    """Two tensors, or a tensor and a number, as they are, and the dtype in which they meet."""
    x = x if isinstance(x, Tensor) else constant(x, y)
    y = y if isinstance(y, Tensor) else constant(y, x)
    return x, y, common_dtype(x, y)


def beside(x, number):
    """x in the dtype in which it computes with a Python number."""
    if not isinstance(x, Tensor):
        return x
    like = constant(number, x)
    return like if like is NotImplemented else cast(x, like._dtype)
