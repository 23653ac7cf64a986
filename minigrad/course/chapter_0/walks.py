"""Where steps downhill lead if they are right, and if they go wrong in typical ways."""

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
    """Return the last x.

    With a `nudge`, use the slope of a line through two points of the curve. `kept`: the fraction of
    each x that goes into the next one.
    """
    first = x
    for _ in range(steps):
        at = first if once else x
        rise = (g(at + nudge) - g(at)) / nudge if nudge else slope(at)
        x = kept * x - rate * rise
        if not abs(x) <= 1e100:  # nor nan
            return float("inf")
    return x
