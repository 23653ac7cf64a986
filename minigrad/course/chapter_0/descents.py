"""The end points of gradient descent, done correctly or with a typical mistake."""

from collections.abc import Callable

STEPS = 10
RATE = 0.1


def descend(
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
    """Return the last x of gradient descent on g.

    If there's a `nudge`, compute each slope from two points on the curve, that far apart. `kept` is
    the fraction of x that each step keeps.
    """
    first = x
    for _ in range(steps):
        at = first if once else x
        rise = (g(at + nudge) - g(at)) / nudge if nudge else slope(at)
        x = kept * x - rate * rise
        if not abs(x) <= 1e100:  # this is also true for nan
            return float("inf")
    return x
