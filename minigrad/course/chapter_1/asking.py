"""What a question is answered with, where the answer comes with a warning."""

import warnings
from typing import Any


def grad_and_warning(tensor: Any) -> tuple[Any, str]:
    """`tensor.grad`, and the first sentence of the warning that asking for it gives, if any."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        value = tensor.grad
    return value, str(caught[0].message).partition(". ")[0] + "." if caught else ""
