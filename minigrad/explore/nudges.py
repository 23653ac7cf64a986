"""Nudges of every size, and the error of a difference quotient from one side and from both."""

from collections.abc import Callable
from math import floor, isfinite, log10
from typing import Any

import minigrad as mg

from .axes import Axes, Point, label, signed
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

STEPS = tuple(float(f"{digit}e-{k}") for k in range(1, 16) for digit in (10, 3))[:-2]
DIGITS = {"7 digits": mg.float32, "16 digits": mg.float64}
WAYS = ("one side, 7 digits", "one side, 16 digits", "both sides, 16 digits")
SIZE = (370, 340)  # so that a phone shows it whole


def nudges(
    f: Callable[[Any], Any] = lambda x: x**3, at: float = 2.0, *, scale: float = 1.0
) -> Explorer:
    """Show the error of a slope found by nudging, for each nudge. Earlier errors stay visible."""
    if not isfinite(at):
        raise ValueError(f"nudges(): at must be finite, not {at:g}")
    slope = exact_slope(f, at)
    quotients = {(way, h): quotient(f, at, h, way) for way in WAYS for h in STEPS}
    errors = {setting: abs(value - slope) for setting, value in quotients.items()}
    known = [log10(error) for error in errors.values() if error and isfinite(error)]
    low = float(floor(min(known, default=-1.0))) - 1
    axes = Axes(62, 58, 286, 220, (-0.3, -log10(STEPS[-1]) + 0.3), (low, max(known, default=0) + 1))
    marks = {float(k): power(k) for k in range(-2, int(low), -2)}
    fixed = axes.frame(
        "how far the slope is off",
        "h, shrinking to the right",
        {float(k): power(-k) for k in range(0, 15, 4)},
        # An error of zero has no logarithm, so it's drawn at the bottom.
        marks | {0.0: "1", low: "0"},
        above=32,
    )

    def place(way: str, h: float) -> Point:
        error = errors[way, h]
        return -log10(h), max(log10(error), low) if error else low

    def frame(way: str, h: float) -> Frame:
        tried = [place(way, step) for step in STEPS if step >= h]
        return Frame(
            [
                fixed,
                axes.dots(tried, "untracked-line", 3.5),
                axes.mark(tried[-1], "gradient-line", "disc", 7),
                label(f"{way}: off by {errors[way, h]:.1e}", 62, 44),
            ],
            signed(
                f"{way}, h = {h:g}: the quotient is {quotients[way, h]:.12g}, the slope "
                f"{slope:.12g}; they differ by {errors[way, h]:.1e}."
            ),
        )

    return Explorer(
        frame,
        Control("from", WAYS, choice=True),
        Control("h", STEPS, play=True),
        size=SIZE,
        grips=[
            Grip(
                ["h"],
                lambda _, h: axes.at(-log10(h), axes.ys[0]),
                axes.grasp,
                ringed=False,
            )
        ],
        title="The error of a nudge",
        stills=[(i, len(STEPS) - 1) for i in range(len(WAYS))],
        scale=scale,
    )


def exact_slope(f: Callable[[Any], Any], at: float) -> float:
    x = mg.tensor(at, dtype=mg.float64, requires_grad=True)
    y = f(x)
    if not hasattr(y, "backward") or y.numel() != 1:
        raise ValueError("nudges(): for one number, f must return one tracked number")
    y.backward()
    return x.grad.item()


def quotient(f: Callable[[Any], Any], at: float, h: float, way: str) -> float:
    """Return the difference quotient, with every operation in the precision of the chosen way."""
    sides, _, digits = way.partition(", ")
    x = mg.tensor(at, dtype=DIGITS[digits])
    if sides == "one side":
        return ((f(x + h) - f(x)) / h).item()
    return ((f(x + h) - f(x - h)) / (2 * h)).item()


def power(k: int) -> str:
    """Write a power of ten as code does, and short powers in full.

    >>> power(0), power(-2), power(-8)
    ('1', '0.01', '1e-8')
    """
    return f"{10.0**k:.{max(-k, 0)}f}" if k > -4 else f"1e{k}"
