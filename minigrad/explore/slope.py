"""A derivative as a limit: the secant becomes the tangent, until float32 runs out of digits."""

from collections.abc import Callable, Sequence
from math import dist, isfinite, nan
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.svg import Markup, says
from minigrad.draw.tens import tens

from .axes import Axes, Point, key, label, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip
from .words import distinct

STEPS = tuple(float(f"{digit}e-{k}") for k in range(1, 9) for digit in (10, 5, 2))[:-1]
PLACES = 21
SIZE, CUT = (640, 238), 324.0
WINDOW = (-0.5, 1.5)  # the magnifier's range, in steps of h from x
LENS = 366.0, 62.0, 250.0, 146.0  # the magnifier's left, top, width, and height
LOOKS = 40  # the number of points that the magnifier computes


def slope(
    f: Callable[[Any], Any] = lambda x: x**2,
    at: float = 1.0,
    *,
    low: float = -2.0,
    high: float = 2.0,
) -> Explorer:
    """Show a point on the curve of `f`, its tangent, and a secant from x to x + h.

    `backward()` computes the slope of the tangent, and everything is in float32. A magnifier shows
    both points at any h, so you can see the steps of float32.
    """
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"slope(): low must be less than high, not {low:g} and {high:g}")
    xs = [round(low + (high - low) * k / (PLACES - 1), 6) for k in range(PLACES)]
    derivatives = {x: tangent(f, x) for x in xs}
    slopes = {x: secants(f, mg.tensor(x)) for x in xs}
    exact = {x: secants(f, mg.tensor(x, dtype=mg.float64)) for x in xs}
    curve = [(x, _number(f(mg.tensor(x)))) for x in _between(low, high, 120)]
    left = Axes(58, 62, 250, 146, (low, high), _range([y for _, y in curve]))
    steepest = (left.ys[1] - left.ys[0]) / (high - low)
    near = magnified(f, xs)
    fixed = [
        left.frame("f(x) vs. x", "", ticks(*left.xs), ticks(*left.ys, 3), above=36),
        left.path(curve, "value-line"),
        key("", left.left, 43.5, "gradient-line", "6 4"),
        key("", LENS[0], 43.5, "text"),
    ]

    def frame(x: float, h: float) -> Frame:
        y, derivative = derivatives[x]
        i = STEPS.index(h)
        quotient = slopes[x][i]
        name_of_x, name_of_h = named(x, h)
        secant_line = left.line(x, y, quotient, "text")
        tangent_line = left.line(x, y, derivative, "gradient-line", "6 4")
        return Frame(
            [
                *fixed,
                label(tens(f"tangent {signed(f'{derivative:.5g}')}"), left.left + 38, 48),
                label(tens(f"secant {signed(f'{quotient:.5g}')}"), LENS[0] + 38, 48),
                says(secant_line, "secant", _slope(quotient, derivative)),
                says(tangent_line, gradient=["tangent", _slope(derivative, quotient)]),
                says(left.mark((x + h, y + quotient * h), "text", "ring", 5), name_of_h),
                says(left.mark((x, y), "value-line", size=7), name_of_x),
                *_lens(near[x][i], h, y, derivative, quotient, steepest),
            ],
            sentence(x, h, y, quotient, derivative, exact[x][i]),
            f"With {name_of_h}, the secant has {_slope(quotient, derivative)}.",
        )

    def on_curve(x: float, _h: float) -> Point | None:
        y = derivatives[x][0]
        return left.at(x, y) if left.holds(x, y) else None

    start = min(range(PLACES), key=lambda i: abs(xs[i] - at))
    return Explorer(
        frame,
        Control("x", xs, start, led=True),
        Control("h", STEPS, labels=[tens(f"{h:g}") for h in STEPS], play=True),
        size=SIZE,
        grips=[Grip(["x"], on_curve, left.grasp)],
        cuts=[CUT],
        title="Tangent and secant of a curve",
        stills=[{"h": h} for h in (1.0, 1e-2, STEPS[-1])],
    )


def magnified(f: Callable[[Any], Any], xs: Sequence[float]) -> dict[float, list[list[float]]]:
    """Return f at points around each x, for each h, computed in float32 like everything else."""
    low, high = WINDOW
    shares = [low + (high - low) * k / LOOKS for k in range(LOOKS + 1)]
    places = np.float32(xs)[:, None, None] + np.float32(np.outer(STEPS, shares))
    try:
        values = f(mg.tensor(places.ravel().tolist())).numpy()
    except Exception:  # the function takes only one number at a time
        values = [_number(f(mg.tensor(place))) for place in places.ravel().tolist()]
    of_all = np.reshape(values, places.shape) if np.size(values) == places.size else places * nan
    return {x: of_one.tolist() for x, of_one in zip(xs, of_all, strict=True)}


def _lens(
    near: Sequence[float], h: float, y: float, derivative: float, quotient: float, steepest: float
) -> list[Markup]:
    """Magnify the curve around both points by 1/h. Heights are divided by h."""
    if not all(map(isfinite, (y, derivative))):
        return [Markup("")] * 6
    half = 1.2 * max(abs(derivative), steepest)
    axes = Axes(*LENS, WINDOW, (derivative / 2 - half, derivative / 2 + half))
    low, high = WINDOW
    shares = [low + (high - low) * k / LOOKS for k in range(LOOKS + 1)]
    curve = [(share, (value - y) / h) for share, value in zip(shares, near, strict=True)]
    known = [point for point in curve if isfinite(point[1])]
    return [
        axes.frame(tens(f"magnified, {2 * h:g} wide"), "", {0.0: "x", 1.0: "x + h"}, {}, above=36),
        axes.path(_plain(axes, known), "value-line"),
        says(axes.line(0.0, 0.0, quotient, "text"), "secant") if isfinite(quotient) else Markup(""),
        says(axes.line(0.0, 0.0, derivative, "gradient-line", "6 4"), gradient=["tangent"]),
        axes.mark((0.0, 0.0), "value-line", size=7),
        axes.mark((1.0, quotient), "text", "ring", 5),
    ]


def _plain(axes: Axes, points: Sequence[Point]) -> list[Point]:
    """Return a simplified line with as few points as possible (Ramer-Douglas-Peucker)."""
    if len(points) < 3:
        return list(points)
    (x, y), (u, v) = axes.at(*points[0]), axes.at(*points[-1])
    length = dist((x, y), (u, v))
    places = [axes.at(*point) for point in points[1:-1]]
    off = [abs((u - x) * (y - q) - (x - p) * (v - y)) / length for p, q in places]
    farthest = max(range(len(off)), key=off.__getitem__)
    if off[farthest] < 0.4:
        return [points[0], points[-1]]
    middle = farthest + 1
    return [*_plain(axes, points[: middle + 1])[:-1], *_plain(axes, points[middle:])]


def tangent(f: Callable[[Any], Any], at: float) -> Point:
    """Return f(at) and its derivative there, computed with `backward()`."""
    x = mg.tensor(at, requires_grad=True)
    y = f(x)
    value = _number(y)
    if y.requires_grad:
        y.backward()
    return value, 0.0 if x.grad is None else x.grad.item()


def secants(f: Callable[[Any], Any], at: Any) -> list[float]:
    """Return (f(at + h) - f(at)) / h for each h, with every operation in the dtype of `at`."""
    y = f(at)
    return [((f(at + h) - y) / h).item() for h in STEPS]


def sentence(x: float, h: float, y: float, quotient: float, derivative: float, exact: float) -> str:
    at, step = named(x, h)
    tangent_slope, secant_slope = _slope(derivative, quotient), _slope(quotient, derivative)
    if not all(map(isfinite, (y, quotient, derivative))):
        return (
            f"At {at}, f(x) = {signed(f'{y:.6g}')} and the tangent has {tangent_slope}. With "
            f"{step}, the secant has {secant_slope}, so there is nothing to compare."
        )
    off = tens(f"off by {abs(quotient - derivative):.2g}")
    why = ""
    if _lost(x, h):
        why = ", because with seven digits, x + h is x itself"
    elif abs(quotient - exact) > abs(exact - derivative):
        why = ", mostly because of rounding to seven digits"
    return (
        f"At {at}, the tangent has {tangent_slope}. With {step}, the secant has {secant_slope}, "
        f"so it's {off}{why}."
    )


def _lost(x: float, h: float) -> bool:
    """Return whether adding h doesn't change x in float32."""
    return bool(np.float32(x) + np.float32(h) == np.float32(x))


def named(x: float, h: float) -> tuple[str, str]:
    return signed(f"x = {x:g}"), tens(f"h = {h:g}")


def _slope(value: float, other: float) -> str:
    return signed(tens(f"slope {distinct(value, other, 6)}"))


def _number(y: Any) -> float:
    if not hasattr(y, "grad_fn"):
        raise TypeError(f"slope(): f must return a tensor, not {type(y).__name__}")
    if y.numel() != 1:
        raise ValueError(
            f"slope(): for one number, f must return one number, not shape {list(y.shape)}"
        )
    return y.item()


def _between(low: float, high: float, n: int) -> list[float]:
    return [low + (high - low) * k / n for k in range(n + 1)]


def _range(ys: Sequence[float]) -> Point:
    """Return the range of the y-axis, which covers the whole curve except near a pole."""
    known = sorted(y for y in ys if isfinite(y))
    if not known:
        raise ValueError("slope(): f isn't finite anywhere between low and high")
    a, b, n = known[0], known[-1], len(known)
    inner, outer = known[n // 8], known[-1 - n // 8]
    if b - a > 8 * (outer - inner) > 0:
        a, b = inner - (outer - inner), outer + (outer - inner)
    room = 0.08 * (b - a) or max(abs(b), 1.0)
    return a - room, b + room
