"""A derivative as a limit: the secant turns into the tangent, until float32 runs out of digits."""

from collections.abc import Callable, Sequence
from math import log10
from typing import Any

import minigrad as mg
from minigrad.course.figures.axes import Axes, label
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing
from minigrad.draw.palette import STILL
from minigrad.draw.svg import document, element

STEPS = tuple(digit * 10.0**-k for k in range(9) for digit in (1.0, 0.5, 0.2))[:-2]
FLOOR = 1e-5  # an error of zero has no logarithm
WIDTH, HEIGHT = 720, 290


def slope(f: Callable[[Any], Any], at: float) -> Stepper:
    """A slider over h: the slope of the secant through `at` and `at + h` beside the derivative."""
    rows = [secant(f, at, h) for h in STEPS]
    frames = [picture(f, at, rows, i) for i in range(len(STEPS))]
    stills = [0, STEPS.index(1e-2), len(STEPS) - 1]
    return stepper(frames, [f"{h:g}" for h in STEPS], name="h", start=0, stills=stills)


def secant(f: Callable[[Any], Any], at: float, h: float) -> tuple[float, float]:
    """The slope of the secant in float32, and the derivative by `backward()`."""
    x = mg.tensor(at, requires_grad=True)
    y = f(x)
    y.backward()
    near = f(mg.tensor(at) + h)
    return ((near - y.detach()) / h).item(), x.grad.item()


def picture(
    f: Callable[[Any], Any], at: float, rows: Sequence[tuple[float, float]], i: int
) -> Drawing:
    (quotient, derivative), h = rows[i], STEPS[i]
    error = abs(quotient - derivative)
    text = (
        f"h = {h:g}: the secant has slope {quotient:.6g}, the tangent {derivative:.6g}; "
        f"they differ by {error:.2g}."
    )
    curve_part = _curve(f, at, h, quotient, derivative)
    error_part = _errors([abs(q - d) for q, d in rows], i)
    card = element("rect", width=WIDTH, height=HEIGHT, rx=8, fill=STILL["card"])
    return Drawing(document(WIDTH, HEIGHT, text, card, *curve_part, *error_part), text)


def _curve(f: Callable[[Any], Any], at: float, h: float, quotient: float, derivative: float) -> Any:
    low, high = at - 1.5, at + 1.5
    xs = [low + (high - low) * k / 60 for k in range(61)]
    ys = f(mg.tensor(xs)).tolist()
    y = f(mg.tensor(at)).item()
    axes = Axes(46, 34, 300, 210, (low, high), (min(ys), max(ys)))
    line, orange = STILL["value-line"], STILL["gradient-line"]
    return [
        axes.frame("x", [round(low), at, round(high)], sorted({round(min(ys)), y, round(max(ys))})),
        axes.path(zip(xs, ys, strict=True), line, 2),
        axes.line(at, derivative, y, orange, dash="6 4"),
        axes.line(at, quotient, y, STILL["text"]),
        axes.dot(at, y, line),
        axes.dot(at + h, y + quotient * h, STILL["text"]),
        label("f(x)", 46, 22, line),
        *_key("secant", 130, STILL["text"]),
        *_key("tangent", 250, orange, dash="6 4"),
    ]


def _key(name: str, x: float, color: str, dash: str | None = None) -> list[Any]:
    """Above the plot: the two lines often lie on each other."""
    stroke = {"stroke": color, "stroke_width": 2, "stroke_dasharray": dash}
    return [element("line", x1=x, x2=x + 26, y1=18, y2=18, **stroke), label(name, x + 32, 22)]


def _errors(errors: Sequence[float], i: int) -> Any:
    """Both axes are logarithmic; h shrinks to the right, as on the slider."""
    points = [(-log10(h), log10(max(e, FLOOR))) for h, e in zip(STEPS, errors, strict=True)]
    axes = Axes(440, 34, 250, 210, (0.0, 8.0), (log10(FLOOR), 1.0))
    return [
        axes.frame(
            "h",
            {0: "1", 2: "1e-2", 4: "1e-4", 6: "1e-6", 8: "1e-8"},
            {-4: "1e-4", -2: "1e-2", 0: "1"},
        ),
        *(axes.dot(x, y, STILL["untracked-line"], 2.5) for x, y in points),
        axes.dot(*points[i], STILL["gradient-line"], 6),
        label("difference of the two slopes", 440, 22, STILL["text"]),
    ]
