"""The loss of a line through points: its lowest value, and how SGD moves through its valley."""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

import numpy as np

from .axes import Point, signed

NOTHING = 1e-30  # a loss of zero has no logarithm, so it's below the bottom of the figure


def manner(lr: float, momentum: float, curvatures: Sequence[float]) -> tuple[float, bool]:
    """Return how fast the path converges in the long run, and whether it oscillates.

    Each step multiplies the distance along one direction by about |z|, where z² = (1+m-lr c) z - m.
    The direction with the larger |z| decides.
    """
    halves = [(1 + momentum - lr * curvature) / 2 for curvature in curvatures]
    roots = [half * half - momentum for half in halves]
    factors = [
        sqrt(momentum) if root < 0 else abs(half) + sqrt(root)
        for half, root in zip(halves, roots, strict=True)
    ]
    return max(factors), any(h * h < momentum - 1e-9 or h < -1e-9 for h in halves)


def least_squares(xs: Any, ys: Any) -> tuple[float, Point, Any]:
    """Return the least mean square, where it lies, and the second derivatives, in closed form."""
    x, y = xs.numpy().astype(float), ys.numpy().astype(float)
    rows = np.stack([x, np.ones_like(x)], axis=1)
    best, *_ = np.linalg.lstsq(rows, y, rcond=None)
    least = float(np.mean((rows @ best - y) ** 2))
    return least, (float(best[0]), float(best[1])), 2 * rows.T @ rows / len(x)


def from_zero(best: float, largest: float) -> Point:
    """Return the ends of an axis from zero to the best position, with room on both sides."""
    room = 0.55 * max(largest, 2e-3)
    return min(best, 0.0) - room, max(best, 0.0) + room


def labels_of(places: Sequence[float]) -> list[str]:
    """Format positions with as many digits as needed to distinguish neighbors."""
    step = places[1] - places[0]
    digits = max(0, -int(np.floor(log(step) / log(10))))
    small = max(map(abs, places)) < 1e5 and digits < 6
    return [signed(f"{p + 0.0:.{digits}f}" if small else f"{p + 0.0:.3e}") for p in places]
