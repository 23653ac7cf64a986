"""The end points of walks downhill: correct walks, and walks with a typical mistake."""

from collections.abc import Callable

STEPS = 10
RATE = 0.1


def walk(
    g: Callable[[float], float],
    slope: Callable[[float], float],
    x: float,
    *,
    steps: int = STEPS,
    rate: float = RATE,
    nudge: float = 0.0,
    once: bool = False,
    kept: float = 1.0,
) -> float:
    """Return the last x of a walk downhill.

    With a `nudge`, use the slope of a line through two points of the curve. `kept` is the fraction
    of each x that the next one includes.
    """
    first = x
    for _ in range(steps):
        at = first if once else x
        rise = (g(at + nudge) - g(at)) / nudge if nudge else slope(at)
        x = kept * x - rate * rise
        if not abs(x) <= 1e100:  # this is also true for nan
            return float("inf")
    return x
