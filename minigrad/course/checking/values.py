"""Comparing what a learner gives with what is right: by value, whatever holds the numbers."""

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

RELATIVE = 1e-4
ABSOLUTE = 1e-2  # of that, near zero


def numbers(value: Any) -> Any:
    """The value with tensors, arrays and tuples as nested lists; other things as they are."""
    if hasattr(value, "detach"):
        value = value.detach()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [numbers(item) for item in value]
    return value


def same(one: Any, other: Any, *, relative: float = RELATIVE) -> bool:
    """Equal up to rounding, in value and shape; dtype, sign of zero and container do not count.

    >>> same((1, 2.0000001), [1.0, 2])
    True
    >>> same([[1.0, 2.0]], [1.0, 2.0])
    False
    """
    one, other = numbers(one), numbers(other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(
            same(a, b, relative=relative) for a, b in zip(one, other, strict=True)
        )
    if isinstance(one, str) and isinstance(other, str):
        return one.strip().casefold() == other.strip().casefold()
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, Real) and isinstance(other, Real):
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        return math.isclose(one, other, rel_tol=relative, abs_tol=relative * ABSOLUTE)
    return type(one) is type(other) and bool(one == other)


def hint_for(
    given: Any, typical: Iterable[tuple[Any, str]], *, relative: float = RELATIVE
) -> str | None:
    """The hint of the first wrong answer that it is the same as, if any.

    >>> hint_for(8, [(4, "Once more."), (8, "Halve it.")])
    'Halve it.'
    """
    return next((hint for wrong, hint in typical if same(given, wrong, relative=relative)), None)


def short(value: Any) -> str:
    """Numbers as a sentence shows them, with four digits.

    >>> short((1.23456, [2, 3.0]))
    '[1.235, [2, 3]]'
    """
    value = numbers(value)
    if isinstance(value, list):
        return f"[{', '.join(short(item) for item in value)}]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
