"""What a question is answered with, where the answer comes with a warning."""

from typing import Any

from ..capture_warning import with_warning


def grad_and_warning(tensor: Any) -> tuple[Any, str]:
    """`tensor.grad`, and the first sentence of the warning that asking for it gives, if any."""
    return with_warning(getattr, tensor, "grad")
