"""Numbers as short text, for boxes, formulas, and sentences."""

from typing import Any

import numpy as np

from minigrad.engine.graph import Pieces

LONGEST = 22


def short(value: Any, longest: int = LONGEST, digits: int = 4) -> str:
    """Write a few numbers as text, or only their shape if there are many or they're long."""
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
    if isinstance(value, float):
        return f"{value + 0.0:.{digits}g}"  # + 0.0 turns -0 into 0
    return str(value)


def clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: max(longest - 1, 0)] + "…"


def listed(items: list[str], most: int = 6) -> str:
    """Join words as in "a, b and c", listing only the first few if there are many."""
    if not items:
        return ""
    if len(items) > most:
        items = [*items[: most - 1], f"{len(items) - most + 1:,} more"]
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]
