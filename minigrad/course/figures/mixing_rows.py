"""A vector-Jacobian product: v turns in the output space, the rows of the Jacobian are mixed."""

from collections.abc import Callable, Sequence
from math import cos, radians, sin
from typing import Any

import minigrad as mg
from minigrad.course.figures.axes import label
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing
from minigrad.draw.palette import STILL
from minigrad.draw.svg import Markup, document, element

ANGLES = range(0, 360, 15)
WIDTH, HEIGHT = 720, 230
RADIUS = 62


def mixing_rows(f: Callable[[Any], Any], x: Sequence[float]) -> Stepper:
    """A slider that turns v, of length 1, for an `f` with two outputs."""
    products = {angle: product(f, x, direction(angle)) for angle in ANGLES}
    rows = [products[0], products[90]]
    largest = max(abs(number) for result in products.values() for number in result)
    frames = [picture(angle, rows, products[angle], largest) for angle in ANGLES]
    stills = [ANGLES.index(angle) for angle in (0, 90, 150)]
    labels = [f"{angle}°" for angle in ANGLES]
    return stepper(frames, labels, name="angle of v", start=ANGLES.index(30), stills=stills)


def direction(angle: float) -> list[float]:
    """(cos, sin), without the traces of rounding at right angles."""
    return [round(part(radians(angle)), 6) + 0.0 for part in (cos, sin)]


def product(f: Callable[[Any], Any], x: Sequence[float], v: Sequence[float]) -> list[float]:
    """The gradient of x after `f(x).backward(v)`."""
    start = mg.tensor(x, requires_grad=True)
    f(start).backward(mg.tensor(v))
    return start.grad.tolist()


def picture(
    angle: int, rows: Sequence[Sequence[float]], result: Sequence[float], largest: float
) -> Drawing:
    v = direction(angle)
    mix = " ".join(
        f"{'+-'[weight < 0]} {abs(weight):.2f} × {_row(row)}"
        for weight, row in zip(v, rows, strict=True)
    ).removeprefix("+ ")
    text = f"v = [{v[0]:.2f}, {v[1]:.2f}]: vᵀJ = {mix} = [{', '.join(f'{r:.2f}' for r in result)}]."
    card = element("rect", width=WIDTH, height=HEIGHT, rx=8, fill=STILL["card"])
    parts = [card, *_dial(v), *_matrix(v, rows), *_bars(result, largest)]
    return Drawing(document(WIDTH, HEIGHT, text, *parts), text)


def _row(row: Sequence[float]) -> str:
    return "[" + ", ".join(f"{number:g}" for number in row) + "]"


def _dial(v: Sequence[float]) -> list[Markup]:
    x, y = 112.0, 126.0
    tip = (x + RADIUS * v[0], y - RADIUS * v[1])
    gray, orange = STILL["line"], STILL["gradient-line"]
    aside = (-v[1], -v[0])  # at a right angle to v, on the screen
    base = (tip[0] - 10 * v[0], tip[1] + 10 * v[1])
    corners = [tip, *((base[0] + s * aside[0], base[1] + s * aside[1]) for s in (5, -5))]
    head = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return [
        label("v, in the output space", 24, 28),
        element("circle", cx=x, cy=y, r=RADIUS, fill="none", stroke=gray, stroke_dasharray="2 4"),
        element("line", x1=x - RADIUS - 8, x2=x + RADIUS + 8, y1=y, y2=y, stroke=gray),
        element("line", x1=x, x2=x, y1=y - RADIUS - 8, y2=y + RADIUS + 8, stroke=gray),
        label("v₀", x + RADIUS + 13, y + 4),
        label("v₁", x + 6, y - RADIUS - 8),
        element("line", x1=x, y1=y, x2=base[0], y2=base[1], stroke=orange, stroke_width=3),
        element("polygon", points=head, fill=orange),
    ]


def _matrix(v: Sequence[float], rows: Sequence[Sequence[float]]) -> list[Markup]:
    """Each row behind its weight; the heavier, the stronger its color."""
    left, top, cell = 318.0, 78.0, 42.0
    parts = [label("the rows of J, and their weights", 248, 28)]
    for i, (weight, row) in enumerate(zip(v, rows, strict=True)):
        y = top + i * 52
        style = {"rx": 6, "stroke": STILL["line"]}
        shade = {
            "fill": STILL["gradient-line"],
            "fill_opacity": round(0.05 + 0.45 * abs(weight), 2),
        }
        size = {"width": cell * len(row), "height": 38}
        parts.append(label(f"{weight:.2f} ×", left - 8, y + 24, anchor="end"))
        parts.append(element("rect", x=left, y=y, **size, **style, **shade))
        for j, number in enumerate(row):
            parts.append(label(f"{number:g}", left + cell * (j + 0.5), y + 24, anchor="middle"))
    return parts


def _bars(result: Sequence[float], largest: float) -> list[Markup]:
    """The product: one bar for each input, from a line at zero."""
    left, zero, tall = 520.0, 126.0, 62.0
    step = 180 / len(result)
    parts = [label("vᵀJ, in the input space", left, 28)]
    for j, number in enumerate(result):
        length = tall * abs(number) / largest
        x = left + step * j
        place = {"x": x + step / 2 - 16, "y": zero - length if number > 0 else zero}
        bar = {"fill": STILL["gradient"], "stroke": STILL["gradient-line"], "stroke_width": 1.5}
        parts.append(element("rect", width=32, height=length, **place, **bar))
        level = zero - length - 6 if number >= 0 else zero + length + 16
        parts.append(label(f"{number:.2f}", x + step / 2, level, anchor="middle"))
        parts.append(label(f"x{'₀₁₂₃₄₅₆₇₈₉'[j]}", x + step / 2, 218, anchor="middle"))
    parts.append(element("line", x1=left, x2=left + 180, y1=zero, y2=zero, stroke=STILL["line"]))
    return parts
