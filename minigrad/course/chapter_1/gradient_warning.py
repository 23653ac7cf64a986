"""A helper that reads a gradient and returns it along with any warning."""

from typing import Any

from ..capture_warning import with_warning


def grad_and_warning(tensor: Any) -> tuple[Any, str]:
    """Return `tensor.grad` and the first sentence of any warning raised by reading it."""
    return with_warning(getattr, tensor, "grad")
