"""Answers that come with a warning."""

from typing import Any

from ..capture_warning import with_warning


def grad_and_warning(tensor: Any) -> tuple[Any, str]:
    """Return `tensor.grad` and the first sentence of the warning it gives, if any."""
    return with_warning(getattr, tensor, "grad")
