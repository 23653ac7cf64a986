"""The endpoints of gradient descent, both done correctly and with typical mistakes."""

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
    """Return the final x of gradient descent on g.

    If `nudge` is given, estimate each slope from two points that are `nudge` apart. If `once` is
    true, use the first slope for all steps. Each step first multiplies x by `kept`.
    """
    first = x
    for _ in range(steps):
        at = first if once else x
        rise = (g(at + nudge) - g(at)) / nudge if nudge else slope(at)
        x = kept * x - rate * rise
        if not abs(x) <= 1e100:  # this is also true for nan
            return float("inf")
    return x
