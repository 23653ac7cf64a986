"""A derivative as a limit: the secant turns into the tangent, until float32 runs out of digits."""

from collections.abc import Callable, Sequence
from math import ceil, floor, isfinite, log10
from typing import Any

import minigrad as mg
from minigrad.draw.svg import Markup

from .axes import Axes, Point, key, label, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

STEPS = tuple(float(f"{digit}e-{k}") for k in range(1, 9) for digit in (10, 5, 2))[:-1]
PLACES = 21
DECADES = 7  # that the picture of the errors shows at least
SIZE = (800, 312)
CUT = 415  # between the curve and the errors


def slope(
    f: Callable[[Any], Any] = lambda x: x**2,
    at: float = 1.0,
    *,
    low: float = -2.0,
    high: float = 2.0,
    scale: float = 1.0,
) -> Explorer:
    """A point on the curve of `f` between `low` and `high`, its tangent, and a secant to x + h.

    The tangent has the slope that `backward()` computes; everything is in float32. The errors
    appear as h shrinks: those of the steps not yet taken are not drawn.
    """
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"slope(): low must be less than high, not {low:g} and {high:g}")
    xs = [round(low + (high - low) * k / (PLACES - 1), 6) for k in range(PLACES)]
    derivatives = {x: tangent(f, x) for x in xs}
    secants = {x: [secant(f, x, h, derivatives[x][0]) for h in STEPS] for x in xs}
    curve = [(x, _number(f(mg.tensor(x)))) for x in _between(low, high, 120)]
    errors = {
        x: [abs(quotient - derivatives[x][1]) for quotient in quotients]
        for x, quotients in secants.items()
    }
    left = Axes(72, 62, 308, 200, (low, high), _range([y for _, y in curve]))
    right = Axes(500, 62, 276, 200, (0.0, -log10(STEPS[-1]) + 0.2), _decades(errors.values()))
    fixed = [
        left.frame("f(x)", "x", ticks(*left.xs), ticks(*left.ys), above=36),
        left.path(curve, "value-line"),
        right.frame(
            "secant − tangent, without its sign",
            "h, shrinking to the right",
            {float(k): _power(-k) for k in range(0, 8, 2)},
            _powers(right.ys),
            above=36,
        ),
    ]

    def frame(x: float, h: float) -> Frame:
        y, derivative = derivatives[x]
        i = STEPS.index(h)
        quotient = secants[x][i]
        taken = zip(STEPS[: i + 1], errors[x], strict=False)
        points = [_place(step, error, right) for step, error in taken]
        shown = [point for point in points if point is not None]
        here = points[-1]
        return Frame(
            [
                *fixed,
                key(f"tangent {signed(f'{derivative:.5g}')}", 72, 43.5, "gradient-line", "6 4"),
                key(f"secant {signed(f'{quotient:.5g}')}", 234, 43.5, "text"),
                left.line(x, y, quotient, "text"),
                left.line(x, y, derivative, "gradient-line", "6 4"),
                left.mark((x, y), "value-line", size=7),
                left.mark((x + h, y + quotient * h), "text", "ring", 5),
                right.dots(shown, "untracked-line", 3),
                right.mark(here, "text", "disc", 7) if here else Markup(""),
                label(f"they differ by {errors[x][i]:.2g}", 500, 48),
            ],
            sentence(x, h, y, quotient, derivative),
        )

    def on_curve(x: float) -> Point | None:
        y = derivatives[x][0]
        return left.at(x, y) if left.holds(x, y) else None

    start = min(range(PLACES), key=lambda i: abs(xs[i] - at))
    return Explorer(
        frame,
        Control("x", xs, start),
        Control("h", STEPS, play=True),
        size=SIZE,
        grips=[
            Grip(["x"], lambda x, _: on_curve(x), _area(left)),
            Grip(["h"], lambda _, h: right.at(-log10(h), right.ys[0]), _area(right), ringed=False),
        ],
        cuts=[CUT],
        title="Tangent and secant of a curve",
        stills=[(start, STEPS.index(h)) for h in (1.0, 1e-2, STEPS[-1])],
        scale=scale,
    )


def tangent(f: Callable[[Any], Any], at: float) -> Point:
    """f(at), and its derivative by `backward()`."""
    x = mg.tensor(at, requires_grad=True)
    y = f(x)
    value = _number(y)
    if y.requires_grad:
        y.backward()
    return value, 0.0 if x.grad is None else x.grad.item()


def secant(f: Callable[[Any], Any], at: float, h: float, y: float) -> float:
    """(f(at + h) - y) / h, every operation in float32."""
    return ((f(mg.tensor(at) + h) - y) / h).item()


def sentence(x: float, h: float, y: float, quotient: float, derivative: float) -> str:
    where = f"x = {x:g}, h = {h:g}: "
    if not all(map(isfinite, (y, quotient, derivative))):
        told = f"f(x) = {y:.6g}, the secant has slope {quotient:.6g}, the tangent "
        return signed(f"{where}{told}{derivative:.6g}: nothing to compare.")
    apart = abs(quotient - derivative)
    told = f"the secant has slope {quotient:.6g}, the tangent {derivative:.6g}; "
    return signed(f"{where}{told}they differ by {apart:.2g}.")


def _number(y: Any) -> float:
    if not hasattr(y, "grad_fn"):
        raise TypeError(f"slope(): f must compute with tensors; it returned {type(y).__name__}")
    if y.numel() != 1:
        raise ValueError(f"slope(): f must return one number for one number, not {list(y.shape)}")
    return y.item()


def _between(low: float, high: float, n: int) -> list[float]:
    return [low + (high - low) * k / n for k in range(n + 1)]


def _range(ys: Sequence[float]) -> Point:
    """What the vertical axis shows: all of the curve, but not the height of a pole."""
    known = sorted(y for y in ys if isfinite(y))
    if not known:
        raise ValueError("slope(): f is not a finite number anywhere between low and high")
    a, b, n = known[0], known[-1], len(known)
    inner, outer = known[n // 8], known[-1 - n // 8]
    if b - a > 8 * (outer - inner) > 0:
        a, b = inner - (outer - inner), outer + (outer - inner)
    room = 0.08 * (b - a) or max(abs(b), 1.0)
    return a - room, b + room


def _decades(errors: Any) -> Point:
    known = [log10(e) for row in errors for e in row if e and isfinite(e)]
    top = ceil(max(known, default=0.0))
    low = max(floor(min(known, default=-1.0)), top - 9)
    return float(min(low, top - DECADES)), float(top)


def _powers(ys: Point) -> dict[float, str]:
    low, high = int(ys[0]), int(ys[1])
    names = {float(k): _power(k) for k in range(high, low, -2)}
    return names | {float(low): "none"}  # zero has no logarithm: it stands at the bottom


def _power(k: int) -> str:
    """A power of ten, written out as long as it is short.

    >>> _power(1), _power(-3), _power(30)
    ('10', '0.001', '1e30')
    """
    return f"{10.0**k:.{max(-k, 0)}f}" if abs(k) <= DECADES else f"1e{k}"


def _area(axes: Axes) -> tuple[float, float, float, float]:
    """Where a press takes hold: the axes, and a finger's breadth around them."""
    return axes.left - 16, axes.top - 16, axes.width + 32, axes.height + 32


def _place(h: float, error: float, axes: Axes) -> Point | None:
    if not isfinite(error):
        return None
    return -log10(h), max(log10(error), axes.ys[0]) if error else axes.ys[0]
