"""Nudges of every size, and the errors of one-sided and two-sided difference quotients."""

from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from math import floor, isfinite, log10
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says
from minigrad.draw.tens import power, tens

from .axes import SIZE as SIZE_OF_TYPE
from .axes import Axes, Point, label, prose, signed
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip
from .words import distinct

STEPS = tuple(float(f"{digit}e-{k}") for k in range(1, 16) for digit in (10, 3))[:-2]
DIGITS = {"7 digits": mg.float32, "16 digits": mg.float64}
WAYS = ("one side, 7 digits", "one side, 16 digits", "both sides, 16 digits")
SIZE = (370, 412)  # so that a phone shows it whole


def nudges(f: Callable[[Any], Any] = lambda x: x**3, at: float = 2.0) -> Explorer:
    """Show the error of a slope found by nudging, for each nudge size. Earlier errors stay visible.

    The curves of all three methods are faintly visible from the start. So are the two parts of the
    error: the step error is the area below the falling line, and the rounding error is the area
    below the rising line.
    """
    if not isfinite(at):
        raise ValueError(f"nudges(): at must be finite, not {at:g}")
    slope = exact_slope(f, at)
    ends = {(way, h): end_values(f, at, h, way) for way in WAYS for h in STEPS}
    quotients = {(way, h): quotient(f, at, h, way) for way in WAYS for h in STEPS}
    errors = {setting: abs(value - slope) for setting, value in quotients.items()}
    known = [log10(error) for error in errors.values() if error and isfinite(error)]
    low = float(floor(min(known, default=-1.0))) - 1
    axes = Axes(
        62, 130, 286, 220, (-0.3, -log10(STEPS[-1]) + 0.3), (low, max(known, default=0) + 1)
    )
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

    curves = {way: [place(way, step) for step in STEPS] for way in WAYS}
    hints = [axes.path(curves[way], "line", 1.25, "2 3") for way in WAYS]
    wedges = {
        way: [
            wedge(axes, curves[way][1], -order(way), "series-3"),
            wedge(axes, rounding(way, ends[way, STEPS[0]][1]), 1, "series-4"),
        ]
        for way in WAYS
    }

    def frame(way: str, h: float) -> Frame:
        tried = [place(way, step) for step in STEPS if step >= h]
        off = f"off by {two_digits(errors[way, h])}"
        return Frame(
            [
                *(says(line, "quotient") for line in digits_of(way, *ends[way, h])),
                *wedges[way],
                fixed,
                *hints,
                axes.dots(tried, "untracked-line", 3.5),
                says(axes.mark(tried[-1], "gradient-line", "disc", 7), gradient=[off]),
                says(label(off, 60, 116), gradient=[off]),
                prose("step error", 72, 342, "series-3"),
                prose("rounding", 340, 342, "series-4", "end"),
            ],
            signed(
                tens(
                    f"From {way.replace(', ', ' with ')} and h = {h:g}, the quotient is "
                    f"{distinct(quotients[way, h], slope, 12)}. The slope is {slope:.12g}, so the "
                    f"quotient is {off}."
                )
            ),
        )

    return Explorer(
        frame,
        Control("from", WAYS, choice=True),
        Control("h", STEPS, labels=[tens(f"{h:g}") for h in STEPS], play=True),
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
        stills=[{"from": way, "h": STEPS[-1]} for way in WAYS],
    )


def exact_slope(f: Callable[[Any], Any], at: float) -> float:
    x = mg.tensor(at, dtype=mg.float64, requires_grad=True)
    y = f(x)
    if not hasattr(y, "backward") or y.numel() != 1:
        raise ValueError("nudges(): for one number, f must return one tracked number")
    y.backward()
    return x.grad.item()


def end_values(f: Callable[[Any], Any], at: float, h: float, way: str) -> tuple[Any, Any]:
    """Return the two results to subtract, in the precision of the chosen method."""
    sides, _, digits = way.partition(", ")
    x = mg.tensor(at, dtype=DIGITS[digits])
    return f(x + h), f(x) if sides == "one side" else f(x - h)


def quotient(f: Callable[[Any], Any], at: float, h: float, way: str) -> float:
    """Return the difference quotient, with every operation in the chosen method's precision."""
    upper, lower = end_values(f, at, h, way)
    apart = h if way.startswith("one side") else 2 * h
    return ((upper - lower) / apart).item()


def digits_of(way: str, upper: Any, lower: Any) -> list[Markup]:
    """Draw the two results, one above the other, with faint colors for the digits that cancel."""
    texts = aligned(upper.item(), lower.item(), 8 if "7 digits" in way else 16)
    left = remaining(*texts)
    names = ("f(x + h)", "f(x)" if way.startswith("one side") else "f(x − h)")
    lines = []
    for i, (name, text) in enumerate(zip(names, texts, strict=True)):
        same = max(len(text) - left, 0)
        parts = [
            element("tspan", text[:same], fill=LIVE["line"]),
            element("tspan", text[same:], font_weight="bold", fill=LIVE["value-ink"]),
        ]
        y = 24.0 + 20 * i
        lines.append(label(f"{name} =", 62, y))
        lines.append(element("text", *parts, x=156, y=y, font_size=SIZE_OF_TYPE))
    words = "the faint digits cancel" if left else "all digits cancel"
    return [*lines, label(words, 62, 66, "faint")]


def remaining(one: str, other: str) -> int:
    """Return how many characters at the end of two numbers remain in their difference.

    >>> remaining("8.012", "8.000"), remaining("125.02", "124.97"), remaining("27.5", "8.5")
    (2, 1, 4)
    """
    try:
        difference = abs(Decimal(one.replace("−", "-")) - Decimal(other.replace("−", "-")))
    except InvalidOperation:  # inf - inf
        return 0
    if not difference.is_finite() or not difference:
        return len(one) if difference else 0
    digits, decimals = len(difference.as_tuple().digits), len(one.partition(".")[2])
    return digits + (digits > decimals > 0)


def aligned(upper: float, lower: float, digits: int) -> list[str]:
    """Format two numbers with all their digits, and with the same number of decimal places."""
    largest = max(abs(upper), abs(lower))
    if not isfinite(largest):
        return [f"{upper:g}", f"{lower:g}"]
    decimals = max(digits - 1 - floor(log10(largest)), 0) if largest else 1
    return [signed(f"{value:.{min(decimals, digits)}f}") for value in (upper, lower)]


def two_digits(error: float) -> str:
    """Format a number to two significant digits.

    >>> two_digits(0.00487), two_digits(12.6), two_digits(2.13e-9)
    ('0.0049', '13', '2.1·10⁻⁹')
    """
    return tens(f"{error:.2g}")


def order(way: str) -> int:
    """Return the power of h that the step error is proportional to."""
    return 1 if way.startswith("one side") else 2


def rounding(way: str, value: Any) -> Point:
    """Return a point on the line that shows the error caused by rounding the value."""
    unit = 2.0**-24 if "7 digits" in way else 2.0**-53
    return 0.0, log10(unit * abs(value.item()) or unit)


def wedge(axes: Axes, point: Point, rise: float, role: str) -> Markup:
    """Fill the area below a line, clipped to the axes."""
    (left, right), (low, high) = axes.xs, axes.ys
    ends = [left + (right - left) * k / 60 for k in range(61)]
    line = [(x, min(max(point[1] + rise * (x - point[0]), low), high)) for x in ends]
    d = axes.outline([(left, low), *line, (right, low)])
    return element("path", d=d, fill=LIVE[role], fill_opacity=0.16)
