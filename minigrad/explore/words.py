"""Numbers formatted as short text, for boxes, formulas, and sentences."""

import math
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np

from minigrad.engine.outputs import Pieces

LONGEST = 22
ROUNDING = 1e-6


def short(value: Any, longest: int = LONGEST, digits: int = 4) -> str:
    """Format a few numbers as text, or only their shape if there are many or they're long.

    >>> short(0.99998771), short([2.0, -1.0000001]), short(1 / 3)
    ('0.999988', '[2, -1]', '0.3333')
    """
    if isinstance(value, Pieces):
        return "; ".join(f"{short(g, longest, digits)} for #{i}" for i, g in sorted(value.items()))
    array = np.asarray(value)
    if array.size <= 12:
        text = _nested(array.tolist(), digits)
        if len(text) <= longest:
            return text
    return "shape " + " × ".join(map(str, array.shape))


def _nested(value: Any, digits: int) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_nested(item, digits) for item in value) + "]"
    if not isinstance(value, float):
        return str(value)
    # If b isn't 1, it isn't written as 1, because then 1 − b would look wrong. Smaller differences
    # come from rounding.
    text, one = f"{value + 0.0:.{digits}g}", math.copysign(1.0, value)  # + 0.0 turns -0 into 0
    is_near = text in ("1", "-1") and abs(value - one) > ROUNDING
    return distinct(value, one, digits) if is_near else text


def distinct(value: float, other: float, digits: int = 4) -> str:
    """Format a number with enough digits to show how far it is from another number.

    >>> distinct(2.0000143, 2.0), distinct(2.0, 2.0), distinct(1.5, 2.0)
    ('2.000014', '2', '1.5')
    """
    apart = abs(value - other)
    while digits < 17 and abs(float(f"{value:.{digits}g}") - value) > 0.05 * apart:
        digits += 1
    return f"{value + 0.0:.{digits}g}"  # + 0.0 turns -0 into 0


def equals(parts: Sequence[str], total: str) -> str:
    """Return an equals sign for a sum, or "≈" if the numbers don't add up as they're printed.

    >>> equals(["1.5", "-1"], "0.5"), equals(["23.5", "23.5"], "46.99")
    ('=', '≈')
    """
    try:
        apart = sum(map(Decimal, parts)) - Decimal(total)
    except InvalidOperation:  # not single numbers
        return "="
    return "≈" if apart.is_finite() and apart else "="


def clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(longest - 1, 0)] + "…"


def listed(items: list[str], most: int = 6) -> str:
    """Join words as in "a, b, and c", listing only the first few if there are many."""
    if not items:
        return ""
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1:,} more"]
    if len(items) <= 2:
        return " and ".join(items)
    return ", ".join(items[:-1]) + ", and " + items[-1]
