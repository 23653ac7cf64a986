"""A vector-Jacobian product: v is a ruler over the outputs, which f pulls back to the inputs.

`front/programs/product.js` draws the same figure on the page, from the rows that are computed here.
"""

from collections.abc import Callable, Sequence
from itertools import product as each_of
from math import cos, hypot, isfinite, pi, sin
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says

from .axes import Axes, Point, arrow, direction, label, signed, ticks, title
from .explorer import Control, Explorer
from .frames import Frame, in_page
from .grip import Grip
from .program import Program

WEIGHTS = tuple(k / 2 for k in range(-4, 5))  # halves, whose products are exact as printed
SUBSCRIPTS = "₀₁₂"
START = (1.0, 0.0)  # the first row
STILLS = (START, (1.0, 1.0), (2.0, -0.5))
OFFSETS = tuple(k / 4 for k in range(-4, 5))  # the inputs that the reader can choose
NUDGE, TURNS = 0.5, 36  # the radius of the circle of nudges, and its parts
SIZE, CUT = (700, 244), 420.0
INPUTS, OUTPUTS = (38.0, 34.0), (244.0, 34.0)  # the planes' corners
WIDE = 160.0
TABLE, TOP, ROW, CELL = 488.0, 54.0, 48.0, 68.0
LINES = range(-10, 11)
NOTHING = Markup("")
Rows = Sequence[Sequence[float]]


def vector_jacobian(f: Callable[[Any], Any], x: Sequence[float], *, scale: float = 1.0) -> Explorer:
    """Let the reader move v and the input of `f`, which has two or three inputs and two outputs."""
    x = [float(number) for number in x]
    _check(f, x)
    places = [[at + offset for offset in OFFSETS] for at in x]
    table = [_at(f, point) for point in each_of(*places)]
    known = dict(zip(each_of(*places), table, strict=True))
    reach = max((_size(rows) for _, rows in table), default=1.0) or 1.0
    picture = _Picture(x, reach)
    xs = ["x" + SUBSCRIPTS[i] for i in range(len(x))]
    vs = ["v" + SUBSCRIPTS[i] for i in range(2)]

    def frame(*values: float) -> Frame:
        at, v = values[: len(x)], values[len(x) :]
        return picture.frame(at, *known[at], v)

    data = picture.data | {
        "values": [*places, list(WEIGHTS), list(WEIGHTS)],
        "table": [[list(map(_stored, part)) for part in (y, *rows)] for y, rows in table],
    }
    (x0, y0), (v0, w0) = picture.grids
    step = WIDE / 3 / 4
    return Explorer(
        frame,
        *(
            Control(
                name, each, OFFSETS.index(0.0), [signed(f"{one:.9g}") for one in each], led=i < 2
            )
            for i, (name, each) in enumerate(zip(xs, places, strict=True))
        ),
        *(
            Control(
                name,
                WEIGHTS,
                WEIGHTS.index(weight),
                list(map(_cell, WEIGHTS)),
                led=True,
                play=name == vs[-1],
            )
            for name, weight in zip(vs, START, strict=True)
        ),
        size=SIZE,
        title="Vector-Jacobian product",
        question=f"Which v makes the slope along {xs[1]} zero?",
        stills=[dict(zip(vs, v, strict=True)) for v in STILLS],
        scale=scale,
        grips=[
            Grip(vs, None, picture.area, grid=(v0, picture.half, w0, -picture.half)),
            Grip(xs[:2], None, None, grid=(x0, step, y0, -step)),
        ],
        cuts=[CUT],
        program=Program("product", data),
    )


def _check(f: Callable[[Any], Any], x: Sequence[float]) -> None:
    if not 2 <= len(x) <= 3:
        raise ValueError(f"vector_jacobian(): can draw two or three inputs, not {len(x)}")
    if not all(map(isfinite, x)):
        raise ValueError("vector_jacobian(): x must be finite")
    y = f(mg.tensor(x, requires_grad=True))
    if not hasattr(y, "grad_fn"):
        kind = type(y).__name__
        raise TypeError(f"vector_jacobian(): f must return a tensor, not {kind}")
    if not y.requires_grad:
        raise ValueError("vector_jacobian(): the result of f doesn't depend on its input")
    if list(y.shape) != [2]:
        raise ValueError(f"vector_jacobian(): can draw two outputs, not shape {list(y.shape)}")


def product(f: Callable[[Any], Any], x: Sequence[float], v: Sequence[float]) -> list[float]:
    """Return the gradient of x after `f(x).backward(v)`."""
    start = mg.tensor(x, requires_grad=True)
    f(start).backward(mg.tensor(v))
    return [0.0] * len(x) if start.grad is None else start.grad.tolist()


def _at(f: Callable[[Any], Any], x: Sequence[float]) -> tuple[list[float], Rows]:
    """Return the outputs and the rows of the Jacobian."""
    with mg.no_grad():
        y = f(mg.tensor(x)).tolist()
    return y, [product(f, x, [float(i == k) for k in range(2)]) for i in range(2)]


def _size(rows: Rows) -> float:
    """Return a bound on the distance to which a nudge moves the outputs."""
    parts = [part for row in rows for part in row[:2]]
    return NUDGE * hypot(*parts) if all(map(isfinite, parts)) else 0.0


class _Picture:
    """The planes of the inputs and of the outputs, and the rows of the Jacobian with their sum."""

    def __init__(self, x: Sequence[float], reach: float) -> None:
        reaches = [(at - 1.5, at + 1.5) for at in x[:2]]
        self.inputs = Axes(*INPUTS, WIDE, WIDE, reaches[0], reaches[1])
        self.outputs = Axes(*OUTPUTS, WIDE, WIDE, (-reach, reach), (-reach, reach))
        self.spacing = reach / 4
        self.half = 0.4 * WIDE / 4  # pixels for half a unit of v
        self.middle = OUTPUTS[0] + WIDE / 2, OUTPUTS[1] + WIDE / 2
        self.area = (*OUTPUTS, WIDE, WIDE)
        x0, y0 = self.inputs.left + WIDE / 6, self.inputs.top + WIDE * 5 / 6
        v0, w0 = self.middle[0] - 4 * self.half, self.middle[1] + 4 * self.half
        self.grids = (x0, y0), (v0, w0)
        around = [{at: _cell(at) for at in (low + 0.5, low + 1.5, low + 2.5)} for low, _ in reaches]
        self.tick = ticks(0.0, 0.8 * reach, 2)[1]  # from the middle
        (left, top), right = INPUTS, OUTPUTS[0] + WIDE
        ways = (left + 142, top - 19), (OUTPUTS[0] - 6, top - 19)
        back = (right - 50, top + WIDE + 38), (left + 50, top + WIDE + 38)
        named: dict[str, Any] = {"anchor": "middle", "halo": 12, "font_weight": "bold"}
        self.fixed = [
            self.inputs.frame("inputs: x₁ vs. x₀", "", around[0], around[1], grid=False),
            self.outputs.frame("outputs: y₁ vs. y₀", "", {}, {}, grid=False),
            arrow(*ways, "value-line", 1.75, 8),
            label("f", (ways[0][0] + ways[1][0]) / 2 - 4, top - 15, "value-ink", **named),
            arrow(*back, "gradient-line", 1.75, 8),
            label("backward(v)", (left + right) / 2, back[0][1] + 4.5, "gradient-ink", **named),
            title("v times the rows of J", TABLE - 58, 20),
            *(
                label("x" + SUBSCRIPTS[j], TABLE + CELL * (j + 0.5), TOP - 8, "faint", "middle")
                for j in range(len(x))
            ),
        ]

    @property
    def data(self) -> dict[str, Any]:
        axes = {
            name: [a.left, a.top, a.width, a.height, *a.xs, *a.ys]
            for name, a in (("inputs", self.inputs), ("outputs", self.outputs))
        }
        place = {"middle": list(self.middle), "half": self.half, "spacing": self.spacing}
        place |= {"tick": self.tick, "cells": [TABLE, TOP, ROW, CELL]}
        return axes | place | {"fixed": [in_page(piece) for piece in self.fixed]}

    def frame(
        self, x: Sequence[float], y: Sequence[float], rows: Rows, v: Sequence[float]
    ) -> Frame:
        result = [v[0] * a + v[1] * b for a, b in zip(*rows, strict=True)]
        shown = all(isfinite(part) for part in (*y, *result, *rows[0], *rows[1]))
        names = f"v = {_row(v)}", _row(result)
        return Frame(
            [
                *self.fixed,
                *(self._planes(x, y, rows, v, result) if shown else [NOTHING] * 13),
                *_table(rows, v, result, names),
            ],
            sentence(x, v, rows, result),
        )

    def _planes(
        self, x: Sequence[float], y: Sequence[float], rows: Rows, v: Sequence[float],
        result: Sequence[float],
    ) -> list[Markup]:  # fmt: skip
        names = f"v = {_row(v)}", _row(result)
        turns = [(NUDGE * cos(2 * pi * k / TURNS), NUDGE * sin(2 * pi * k / TURNS))
                 for k in range(TURNS + 1)]  # fmt: skip
        circle = [(x[0] + a, x[1] + b) for a, b in turns]
        ellipse = [(rows[0][0] * a + rows[0][1] * b, rows[1][0] * a + rows[1][1] * b)
                   for a, b in turns]  # fmt: skip
        (cx, cy), bottom = self.middle, self.outputs.top + WIDE
        tip = cx + 2 * self.half * v[0], cy - 2 * self.half * v[1]
        at = self.inputs.at(x[0], x[1])
        size = hypot(*result[:2])
        long = min(56.0, 36 * size) / size if size else 0.0
        back = at[0] + long * result[0], at[1] - long * result[1]
        edge = self.outputs.left - 6
        return [
            _ruler(self.outputs, (0.0, 0.0), v, self.spacing),
            _ruler(self.inputs, (x[0], x[1]), result, self.spacing),
            self.inputs.path(circle, "value-line", 2),
            self.outputs.path(ellipse, "value-line", 2),
            says(_arrow((cx, cy), tip), gradient=names[:1]),
            says(_arrow(at, back), gradient=["vᵀJ", names[1]]),
            self.inputs.mark((x[0], x[1]), "value-line"),
            *(
                label(
                    _cell(y[0] + shift),
                    self.outputs.at(shift, 0)[0],
                    bottom + 18,
                    "faint",
                    "middle",
                )
                for shift in (-self.tick, self.tick)
            ),
            *(
                label(_cell(y[1] + shift), edge, self.outputs.at(0, shift)[1] + 4.5, "faint", "end")
                for shift in (-self.tick, self.tick)
            ),
            _name("v", self.outputs, *_beside((cx, cy), tip)),
            _name("vᵀJ", self.inputs, *_beyond(at, back)),
        ]


def _ruler(axes: Axes, at: Point, v: Sequence[float], spacing: float) -> Markup:
    """Draw lines on which v · (z - at) is a multiple of the spacing."""
    size = hypot(v[0], v[1])
    if not size:
        return NOTHING
    a, b = v[0] / size, v[1] / size
    far = 2 * (axes.xs[1] - axes.xs[0])
    lines = []
    for k in LINES:
        x, y = at[0] + a * k * spacing / size, at[1] + b * k * spacing / size
        ends = [(x - b * far, y + a * far), (x + b * far, y - a * far)]
        lines.append(axes.path(ends, "line", 2 if k == 0 else 1))
    drawn = [line for line in lines if line]
    return element("g", *drawn, opacity=0.55) if drawn else NOTHING


def _beside(start: Point, end: Point) -> Point:
    """Return a place next to the middle of an arrow."""
    a, b = direction(start, end)
    return (start[0] + end[0]) / 2 - 14 * b, (start[1] + end[1]) / 2 + 14 * a


def _beyond(start: Point, end: Point) -> Point:
    """Return a place in front of an arrow."""
    a, b = direction(start, end)
    return end[0] + (12 + 13 * abs(a)) * a, end[1] + 14 * b


def _name(text: str, axes: Axes, x: float, y: float) -> Markup:
    """Name an arrow, in front of all lines and inside the axes."""
    x = min(max(x, axes.left + 14), axes.left + axes.width - 14)
    y = min(max(y + 4.5, axes.top + 12), axes.top + axes.height - 4)
    return label(text, x, y, "gradient-ink", "middle", halo=3, font_weight="bold")


def _arrow(start: Point, end: Point) -> Markup:
    """Draw an arrow, or a disk if it would be too short for a head."""
    if hypot(end[0] - start[0], end[1] - start[1]) < 12:
        color = LIVE["gradient-line"]
        return element("circle", cx=round(end[0], 1), cy=round(end[1], 1), r=5, fill=color)
    return arrow(start, end, "gradient-line", 3.5, 11)


def _table(
    rows: Rows, v: Sequence[float], result: Sequence[float], names: tuple[str, str]
) -> list[Markup]:
    """Draw each row of the Jacobian, stronger for a larger weight, and the weighted sum."""
    parts = []
    for i, (weight, row) in enumerate(zip(v, rows, strict=True)):
        y = TOP + ROW * i
        band = _band(y, len(row), 0.06 + 0.2 * abs(weight))
        parts.append(
            says(band, gradient=[_signed(weight, row) if i == 0 else _weighted(weight, row)])
        )
        role, bold = ("gradient-ink", "bold") if weight < 0 else ("text", None)
        words = f"{_cell(weight)} ×"
        parts.append(label(words, TABLE - 8, y + 24, role, "end", font_weight=bold))
        parts += _entries(row, y + 24)
    y = TOP + ROW * 2 + 12
    parts.append(
        says(_band(y, len(result), 0.26, LIVE["gradient-line"]), gradient=["vᵀJ", names[1]])
    )
    parts.append(label("vᵀJ", TABLE - 8, y + 24, anchor="end", font_weight="bold"))
    return [*parts, *_entries(result, y + 24)]


def _band(y: float, cells: int, opacity: float, edge: str | None = None) -> Markup:
    style = {"rx": 6, "fill": LIVE["gradient-line"], "fill_opacity": f"{opacity:.2f}"}
    size = {"width": round(CELL * cells, 1), "height": 36}
    return element("rect", x=TABLE, y=y, **size, **style, stroke=edge)


def _entries(row: Sequence[float], y: float) -> list[Markup]:
    return [
        label(_cell(entry), TABLE + CELL * (j + 0.5), y, anchor="middle")
        for j, entry in enumerate(row)
    ]


def sentence(x: Sequence[float], v: Sequence[float], rows: Rows, result: Sequence[float]) -> str:
    second = "−" if v[1] < 0 else "+"
    mix = f"{_signed(v[0], rows[0])} {second} {_weighted(v[1], rows[1])}"
    sign = "=" if adds_up(v, rows, result) else "≈"
    return f"At x = {_row(x)}, v = {_row(v)} gives vᵀJ = {mix} {sign} {_row(result)}."


def _signed(weight: float, row: Sequence[float]) -> str:
    return ("−" if weight < 0 else "") + _weighted(weight, row)


def _weighted(weight: float, row: Sequence[float]) -> str:
    return f"{_cell(abs(weight))} × {_row(row)}"


def adds_up(v: Sequence[float], rows: Rows, result: Sequence[float]) -> bool:
    """Return whether the printed numbers add up to the printed result."""
    for *parts, total in zip(*rows, result, strict=True):
        shown = sum(w * float(_short(part)) for w, part in zip(v, parts, strict=True))
        if not abs(shown - float(_short(total))) < 1e-9:
            return False
    return True


def _stored(part: float) -> float | str:
    return part if isfinite(part) else str(part)  # JSON has no infinity


def _short(entry: float) -> str:
    """Format a number in as few characters as possible, with halves rounded up as on the page."""
    entry *= 1 + 1e-12
    if abs(entry) >= 1e4 or 0 < abs(entry) < 1e-3:
        return f"{entry:.3g}"
    return f"{entry + 0.0:.4g}"  # + 0.0 turns -0 into 0


def _cell(entry: float) -> str:
    return signed(_short(entry))


def _row(row: Sequence[float]) -> str:
    return "[" + ", ".join(map(_cell, row)) + "]"
