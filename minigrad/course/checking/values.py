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


def same(first: Any, second: Any, *, relative: float = RELATIVE) -> bool:
    """Equal up to rounding, in value and shape; dtype, sign of zero and container do not count.

    >>> same((1, 2.0000001), [1.0, 2])
    True
    >>> same([[1.0, 2.0]], [1.0, 2.0])
    False
    """
    first, second = numbers(first), numbers(second)
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(
            same(a, b, relative=relative) for a, b in zip(first, second, strict=True)
        )
    if isinstance(first, str) and isinstance(second, str):
        return first.strip().casefold() == second.strip().casefold()
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, Real) and isinstance(second, Real):
        if math.isnan(first) or math.isnan(second):
            return math.isnan(first) and math.isnan(second)
        return math.isclose(first, second, rel_tol=relative, abs_tol=relative * ABSOLUTE)
    return type(first) is type(second) and bool(first == second)


def hint_for(
    answer: Any, typical: Iterable[tuple[Any, str]], *, relative: float = RELATIVE
) -> str | None:
    """The hint of the first wrong answer that it is the same as, if any.

    >>> hint_for(8, [(4, "Once more."), (8, "Halve it.")])
    'Halve it.'
    """
    return next((hint for wrong, hint in typical if same(answer, wrong, relative=relative)), None)


def short(value: Any, digits: int = 4) -> str:
    """Numbers as a sentence shows them, with four digits.

    >>> short((1.23456, [2, 3.0]))
    '[1.235, [2, 3]]'
    """
    value = numbers(value)
    if isinstance(value, list):
        return f"[{', '.join(short(item, digits) for item in value)}]"
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def precise(value: Any) -> str:
    """Numbers with six digits, and cut off where they are many."""
    text = short(value, 6)
    return text if len(text) <= 60 else text[:59] + "…"
