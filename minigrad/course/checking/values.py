"""Comparison of answers by value, whatever the type of their container."""

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

RELATIVE = 1e-4
ABSOLUTE = 1e-2  # the absolute tolerance, as a fraction of the relative one


def numbers(value: Any) -> Any:
    """Convert tensors, arrays, and tuples to nested lists; return other values unchanged."""
    if hasattr(value, "detach"):
        value = value.detach()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [numbers(item) for item in value]
    return value


def count(value: Any, most: int) -> int:
    """Return roughly how many numbers and characters a value has, or some number above `most`.

    >>> count([[1, 2], "three"], 100), count([0] * 1000, 100)
    (9, 1000)
    """
    total, left = 0, [value]
    while left and total <= most:
        value = left.pop()
        if isinstance(value, str | bytes):
            total += len(value)
        elif isinstance(value, list | tuple | set | frozenset | dict):
            if len(value) > most:
                return len(value)
            total += 1  # also for an empty list, or one that contains itself
            left += value.values() if isinstance(value, dict) else value
        else:
            shape = getattr(value, "shape", None)
            total += math.prod(shape) if isinstance(shape, tuple) else 1
    return total


def same(first: Any, second: Any, *, relative: float = RELATIVE) -> bool:
    """Return whether two values are equal up to rounding. Dtype and container don't matter.

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
        return _close(first, second, relative)
    return type(first) is type(second) and bool(first == second)


def _close(first: Real, second: Real, relative: float) -> bool:
    """Return whether two numbers are equal up to rounding. NaN equals NaN.

    >>> _close(float("nan"), float("nan"), 1e-4), _close(10**400, 3.0, 1e-4)
    (True, False)
    """
    try:
        a, b = float(first), float(second)
    except OverflowError:  # an int or a Fraction beyond the largest float
        return bool(first == second)
    if math.isnan(a) or math.isnan(b):
        return math.isnan(a) and math.isnan(b)
    return math.isclose(a, b, rel_tol=relative, abs_tol=relative * ABSOLUTE)


def hint_for(
    answer: Any, typical: Iterable[tuple[Any, str]], *, relative: float = RELATIVE
) -> str | None:
    """Return the hint for the first typical answer that equals the given one, or None.

    >>> hint_for(8, [(4, "Once more."), (8, "Halve it.")])
    'Halve it.'
    """
    return next((hint for wrong, hint in typical if same(answer, wrong, relative=relative)), None)


def single(value: Any) -> Any:
    """Take the brackets off a single value.

    >>> single([[3]]), single([3, 4])
    (3, [3, 4])
    """
    while isinstance(value, list | tuple) and len(value) == 1:
        (value,) = value
    return value


def short(value: Any, digits: int = 4) -> str:
    """Format numbers for a sentence, to four digits.

    >>> short((1.23456, [2, 3.0]))
    '[1.235, [2, 3]]'
    """
    value = numbers(value)
    if isinstance(value, list):
        return f"[{', '.join(short(item, digits) for item in value)}]"
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)


def with_minus(x: float) -> str:
    """Format a number with a minus sign instead of a hyphen, as in a text."""
    return f"{x:g}".replace("-", "−")


def precise(value: Any) -> str:
    """Format numbers to six digits, truncating long lists."""
    text = short(value, 6)
    return text if len(text) <= 60 else text[:59] + "…"
