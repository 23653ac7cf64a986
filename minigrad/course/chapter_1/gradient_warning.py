"""Reading a gradient along with any warning it causes."""

from typing import Any

from ..capture_warning import with_warning


def grad_and_warning(tensor: Any) -> tuple[Any, str]:
    """Return `tensor.grad` and the first sentence of any warning that reading it causes."""
    return with_warning(getattr, tensor, "grad")
