"""A vector-Jacobian product: v is a ruler over the outputs, which f pulls back to the inputs.

`front/programs/product.js` draws the same figure on the page, from the rows that are computed here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product as each_of
from math import ceil, floor, hypot, isfinite
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says, text_width

from .axes import (
    SIZE,
    Axes,
    Point,
    arrow,
    direction,
    label,
    mark,
    prose,
    round_number,
    signed,
    title,
)
from .explorer import Control, Explorer
from .frames import Frame, Narrow, in_page
from .grip import Grip
from .program import Program
from .verdict import badge, judged, verdict

WEIGHTS = tuple(k / 2 for k in range(-4, 5))  # halves, whose products are exact as printed
SUBSCRIPTS = "₀₁₂"
START = (1.0, 2.0)
STILLS = (START, (2.0, 1.0), (2.0, -0.5))
# What Play adds up: the rows as they are, the first times v₀, the second times v₁, and their sum.
PARTS = (0.0, 1.0, 2.0, 3.0)
OFFSETS = tuple(k / 4 for k in range(-4, 5))  # the inputs that the reader can choose
AROUND = 2.0  # how far the plane of the inputs reaches from the first ones, or farther
LINES = range(-24, 25)
DASH = "5 3"  # of the second row's arrow
MARKS = 7  # the most round numbers on a side of the outputs' plane
PLANES = 13 + 2 * MARKS  # pieces
ASKED = "slope along x₁"
SHORT = 14  # pixels: the handle around the start of an arrow is smaller
NOTHING = Markup("")
Rows = Sequence[Sequence[float]]
Box = tuple[float, float, float, float]  # left, top, width, and height


@dataclass(frozen=True)
class Layout:
    """Where the planes and the table are: side by side, or on a phone with the table below."""

    size: Point
    inputs: Box
    outputs: Box
    table: Box  # left, top, the width of a cell, and the height of a row
    title: Point  # above the table
    formula: Point  # of f
    shapes: Point  # of v, J, and their product
    key: Sequence[Point]
    forward: tuple[Point, Point, Point]  # the arrow for f, and the place of its name
    backward: tuple[Point, Point, Point]


WIDE = Layout(
    (800, 372),
    (34, 40, 240, 280),
    (330, 40, 240, 280),
    (630, 140, 46, 40),
    (582, 104),
    (582, 26),
    (582, 286),
    ((582, 330), (582, 354)),
    ((214, 21), (324, 21), (269, 25.5)),
    ((432, 356), (172, 356), (302, 360.5)),
)
PHONE = Layout(
    (384, 410),
    (34, 36, 148, 172),
    (226, 36, 140, 172),
    (214, 292, 44, 28),
    (14, 283),
    (14, 313),
    (14, 371),
    ((14, 400), (166, 400)),
    ((180, 17), (220, 17), (200, 21.5)),
    ((308, 240), (92, 240), (200, 244.5)),
)
CUT = 571.0


def vector_jacobian(
    f: Callable[[Any], Any], x: Sequence[float], *, formula: Sequence[str] = ()
) -> Explorer:
    """Let the reader move v and the input of `f`, which has two or three inputs and two outputs.

    The picture shows the formula, which has a part for each output.
    """
    x = [float(number) for number in x]
    _check(f, x)
    places = [[at + offset for offset in OFFSETS] for at in x]
    table = [_at(f, point) for point in each_of(*places)]
    known = dict(zip(each_of(*places), table, strict=True))
    scales = _scales(x, known)
    y = known[tuple(x)][0]
    wide, phone = (_Picture(x, y, scales, layout, formula) for layout in (WIDE, PHONE))
    xs = ["x" + SUBSCRIPTS[i] for i in range(len(x))]
    vs = ["v" + SUBSCRIPTS[i] for i in range(2)]

    def frame(*values: Any, picture: _Picture = wide) -> Frame:
        at, v, part = values[: len(x)], values[len(x) : -1], values[-1]
        return picture.frame(at, *known[at], v, part)

    data = wide.data | {
        "first": list(START),
        "values": [*places, list(WEIGHTS), list(WEIGHTS)],
        "table": [[list(map(_stored, part)) for part in (y, *rows)] for y, rows in table],
    }
    start = OFFSETS.index(0.0)
    return Explorer(
        frame,
        *(
            Control(name, each, start, [signed(f"{one:.9g}") for one in each], led=i < 2)
            for i, (name, each) in enumerate(zip(xs, places, strict=True))
        ),
        *(
            Control(
                name,
                WEIGHTS,
                WEIGHTS.index(weight),
                list(map(_cell, WEIGHTS)),
                led=True,
            )
            for name, weight in zip(vs, START, strict=True)
        ),
        Control("part", PARTS, play=True, led=True),
        size=WIDE.size,
        title="Vector-Jacobian product",
        question="Which v makes vᵀJ flat, with slope 0 along x₁?",
        stills=[dict(zip(vs, v, strict=True)) | {"part": PARTS[-1]} for v in STILLS],
        grips=wide.grips(xs, vs),
        cuts=[CUT],
        program=Program("product", data),
        narrow=Narrow(
            lambda *values: frame(*values, picture=phone).pieces,
            PHONE.size,
            grips=phone.grips(xs, vs),
            data=phone.data,
        ),
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


@dataclass(frozen=True)
class _Scales:
    """What the plane of the outputs shows, and how long the arrows are in the planes' units."""

    half: float  # how far the plane reaches from its middle, or farther
    tick: float
    middle: Point  # of the plane
    v: float
    product: float


def _scales(x: Sequence[float], known: dict[tuple[float, ...], Any]) -> _Scales:
    """Fit the plane to the outputs that any x reaches, so that it stays where it is."""
    home = list(zip(*(row[:2] for row in known[tuple(x)][1]), strict=True))
    longest = max((WEIGHTS[-1] * (abs(a) + abs(b)) for a, b in home), default=0.0)
    longest = longest if isfinite(longest) else 0.0
    reached = [y for y, _ in known.values() if all(map(isfinite, y))]
    sides = [(min(part), max(part)) for part in zip(*reached, strict=True)] or [(0.0, 0.0)] * 2
    reach = max((high - low) / 2 for low, high in sides)
    half = 4 / 3 * (reach or 1.0)
    tick = round_number(half / 2.5, (1, 2, 5, 10), up=True)
    a, b = (tick / 2 * floor((low + high) / tick + 0.5) for low, high in sides)
    size = round_number(half / 4, (1, 2, 5, 10), up=False)
    half = max(half, reach + 1.25 * WEIGHTS[-1] * size)  # so that v stays inside
    product = round_number(AROUND / (longest or AROUND), (1, 2.5, 5, 10), up=False)
    return _Scales(half, tick, (a, b), size, product)


def _plane(box: Box, middle: Sequence[float], half: float) -> Axes:
    """Return axes with one scale, whose shorter side reaches as far from the middle as given."""
    ranges = []
    for at, size in zip(middle, box[2:], strict=True):
        reach = half * size / min(box[2:])
        ranges.append((at - reach, at + reach))
    return Axes(*box, ranges[0], ranges[1])


class _Picture:
    """The planes of the inputs and of the outputs, and the rows of the Jacobian with their sum."""

    def __init__(
        self,
        x: Sequence[float],
        y: Sequence[float],
        scales: _Scales,
        layout: Layout,
        formula: Sequence[str],
    ) -> None:
        self.scales, self.layout, self.formula = scales, layout, formula
        self.x, self.y = x, y if all(map(isfinite, y)) else scales.middle
        self.inputs = _plane(layout.inputs, x[:2], AROUND)
        self.outputs = _plane(layout.outputs, scales.middle, scales.half)
        self.fixed = self._fixed()

    def grips(self, xs: Sequence[str], vs: Sequence[str]) -> list[Grip]:
        """Return the tip of v and the first two inputs, which the reader can drag."""
        outputs, (low, step) = self.outputs, (WEIGHTS[0], WEIGHTS[1] - WEIGHTS[0])
        tip = _grid(outputs, self.y, low * self.scales.v, step * self.scales.v)
        place = _grid(self.inputs, self.x, OFFSETS[0], OFFSETS[1] - OFFSETS[0])
        zero = WEIGHTS.index(0.0)
        return [
            Grip(vs, None, self.layout.outputs, grid=tip, tail=(zero, zero)),
            Grip(xs[:2], None, None, grid=place),
        ]

    @property
    def data(self) -> dict[str, Any]:
        """Return the part of the program's data that depends on the layout."""
        return {
            "inputs": [*self.layout.inputs, *self.inputs.xs, *self.inputs.ys],
            "outputs": [*self.layout.outputs, *self.outputs.xs, *self.outputs.ys],
            "cells": list(self.layout.table),
            "shapes": list(self.layout.shapes),
            "tick": self.scales.tick,
            "sizes": [self.scales.v, self.scales.product],
            "start": list(self.outputs.at(self.y[0], self.y[1])),
            "fixed": [in_page(piece) for piece in self.fixed],
        }

    def _fixed(self) -> list[Markup]:
        across, up = (
            {float(k): _cell(k) for k in range(ceil(at - AROUND), floor(at + AROUND) + 1)}
            for at in self.x[:2]
        )
        named: dict[str, Any] = {"anchor": "middle", "halo": 12, "font_weight": "bold"}
        (out, far, f), (back, near, v) = self.layout.forward, self.layout.backward
        left, top, wide, _ = self.layout.table
        return [
            self.inputs.frame("inputs → x₀ ↑ x₁", "", across, up, grid=False),
            self.outputs.frame("outputs → y₀ ↑ y₁", "", {}, {}, grid=False),
            arrow(out, far, "value-line", 1.75, 8),
            label("f", *f, "value-ink", **named),
            arrow(back, near, "gradient-line", 1.75, 8),
            label("backward(v)", *v, "gradient-ink", **named),
            title("v × rows of J", *self.layout.title),
            *(
                label("x" + SUBSCRIPTS[j], left + wide * (j + 0.5), top - 9, "faint", "middle")
                for j in range(len(self.x))
            ),
            *self._formula(),
            # Enlarged on a slide, these would cover the table. The lecturer's notes say it.
            element("g", *self._key(), class_="mg-key"),
        ]

    def _formula(self) -> list[Markup]:
        (x, y), parts = self.layout.formula, []
        if self.formula:
            parts.append(label("f:", x, y, "value-ink", font_weight="bold"))
        for i, text in enumerate(self.formula):
            words = f"y{SUBSCRIPTS[i]} = {text}"
            parts.append(label(words, x + 24, y + 22 * i, "value-ink"))
        return parts

    def _key(self) -> list[Markup]:
        """Name the lines and the arrows."""
        (left, base), place = self.layout.key
        style = {"stroke": LIVE["line"], "stroke_width": 2, "opacity": 0.6}
        line = element("path", d=f"M{left} {base - 4.5}h18", **style)
        parts = [line, prose("same v₀y₀ + v₁y₁", left + 24, base)]
        sizes = {"v": self.scales.v, "vᵀJ": self.scales.product}
        lengths = [f"{name} × {size:.3g}" for name, size in sizes.items() if size != 1]
        return [*parts, prose(f"sizes: {', '.join(lengths)}", *place)] if lengths else parts

    def frame(
        self,
        x: Sequence[float],
        y: Sequence[float],
        rows: Rows,
        v: Sequence[float],
        part: float,
    ) -> Frame:
        result = [v[0] * a + v[1] * b for a, b in zip(*rows, strict=True)]
        shown = all(isfinite(entry) for entry in (*y, *result, *rows[0], *rows[1]))
        # Until the reader has moved v, there's nothing to judge.
        has_moved = part == PARTS[-1] and tuple(v) != START
        right = any(v) and not result[1] if has_moved else None
        planes = self._planes(x, y, rows, v, result, part) if shown else [NOTHING] * PLANES
        return Frame(
            [*self.fixed, *planes, *_table(self.layout, rows, v, result, part, right)],
            sentence(x, v, rows, result, part, right),
        )

    def _planes(
        self, x: Sequence[float], y: Sequence[float], rows: Rows, v: Sequence[float],
        result: Sequence[float], part: float,
    ) -> list[Markup]:  # fmt: skip
        inputs, outputs, spacing = self.inputs, self.outputs, 2 * self.scales.v

        def after(*weighted: tuple[float, Sequence[float]]) -> Point:
            """Return where arrows from x lead, tip to tail."""
            a, b = (self.scales.product * sum(w * row[i] for w, row in weighted) for i in (0, 1))
            return x[0] + a, x[1] + b

        # A row that isn't weighed yet starts at x.
        first = after((v[0] if part >= 1 else 1, rows[0]))
        joint = first if part >= 2 else after()
        second = after(*zip(v, rows, strict=True)) if part >= 2 else after((1, rows[1]))
        back, whole = after((1, result)), part == PARTS[-1]
        here, there, tip = (
            inputs.at(x[0], x[1]),
            outputs.at(y[0], y[1]),
            outputs.at(y[0] + self.scales.v * v[0], y[1] + self.scales.v * v[1]),
        )
        first, joint, second, end = (inputs.at(*place) for place in (first, joint, second, back))
        shares = _share(inputs, here, first), _dashed(_share(inputs, joint, second))
        drop = (
            inputs.path([after(), (back[0], x[1]), back], "text", 1.5, "3 3") if whole else NOTHING
        )
        of_v = _arrow(outputs, there, tip)
        product = _arrow(inputs, here, end) if whole else _share(inputs, here, here)
        return [
            _ruler(outputs, (y[0], y[1]), v, spacing),
            _ruler(inputs, (x[0], x[1]), result, spacing) if whole else NOTHING,
            mark(here, "value-line"),
            mark(there, "value-line"),
            says(drop, gradient=[ASKED]) if drop else NOTHING,
            *(
                says(share, gradient=_phrases(v, rows, part, i)) if share else NOTHING
                for i, share in enumerate(shares)
            ),
            says(of_v, gradient=[_weighs(v) if whole else f"v = {_row(v)}"]) if part else of_v,
            says(product, gradient=["vᵀJ", _row(result)]) if whole else product,
            _letter("x", here, end if whole else first, 24),
            _letter("y", there, tip, 20),
            *self._ticks(outputs),
            _name("v", outputs, *_beside("v", there, tip)),
            _name("vᵀJ", inputs, *_beyond("vᵀJ", here, end)) if whole else NOTHING,
        ]

    def _ticks(self, outputs: Axes) -> list[Markup]:
        """Label the round numbers on the sides of the plane."""
        tick, bottom, edge = self.scales.tick, outputs.top + outputs.height + 18, outputs.left - 7
        xs, ys = (
            [tick * k for k in range(ceil(low / tick), floor(high / tick) + 1)]
            for low, high in (outputs.xs, outputs.ys)
        )
        across = [label(_cell(x), outputs.at(x, 0)[0], bottom, "faint", "middle") for x in xs]
        up = [
            label(
                _cell(y),
                max(edge, text_width(_cell(y), SIZE)),  # a long one needs part of the plane
                outputs.at(0, y)[1] + 4.5,
                "faint",
                "end",
            )
            for y in ys
        ]
        return [one for all_ in (across, up) for one in [*all_, *[NOTHING] * MARKS][:MARKS]]


def _grid(axes: Axes, at: Sequence[float], low: float, step: float) -> Box:
    """Return where the least settings are in the plane, and the pixels to the next ones."""
    (x, y), (right, up) = (axes.at(at[0] + one, at[1] + one) for one in (low, low + step))
    return x, right - x, y, up - y


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


def _beside(text: str, start: Point, end: Point) -> Point:
    """Return a place next to the middle of an arrow, or below a point."""
    a, b = direction(start, end)
    if start == end:
        return start[0], start[1] + 20
    room = max(14, 10 + text_width(text, SIZE) / 2)
    return (start[0] + end[0]) / 2 - room * b, (start[1] + end[1]) / 2 + 14 * a


def _beyond(text: str, start: Point, end: Point) -> Point:
    """Return a place in front of the tip of an arrow, or below a point."""
    a, b = direction(start, end) if start != end else (0.0, 1.0)
    long = max(hypot(end[0] - start[0], end[1] - start[1]), SHORT)
    far = long + 6 + text_width(text, SIZE) / 2 * abs(a) + 8 * abs(b)
    return start[0] + far * a, start[1] + far * b


def _letter(text: str, start: Point, end: Point, far: float) -> Markup:
    """Name the dot where an arrow starts, behind it."""
    a, b = direction(start, end)
    x, y = start[0] - far * a, start[1] - far * b + 4.5
    return label(text, x, y, "value-ink", "middle", halo=3, font_weight="bold")


def _name(text: str, axes: Axes, x: float, y: float) -> Markup:
    """Name an arrow, in front of all lines and inside the axes."""
    half = max(text_width(text, SIZE) / 2, 14)
    x = min(max(x, axes.left + half), axes.left + axes.width - half)
    y = min(max(y + 4.5, axes.top + 12), axes.top + axes.height - 4)
    return label(text, x, y, "gradient-ink", "middle", halo=3, font_weight="bold")


def _arrow(axes: Axes, start: Point, end: Point) -> Markup:
    """Draw an arrow, with a smaller head if it's short, or a disk if it has no length."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    if long < 4:
        color = LIVE["gradient-line"]
        return element("circle", cx=round(end[0], 1), cy=round(end[1], 1), r=3, fill=color)
    return _inside(axes, start, end, 3.5, min(11, 0.7 * long))


def _share(axes: Axes, start: Point, end: Point) -> Markup:
    """Draw the arrow of a row. Without length, it can't be seen, but grows in a page's Play."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    return _inside(axes, start, end, 2.0, min(8, 0.7 * long))


def _inside(axes: Axes, start: Point, end: Point, width: float, head: float) -> Markup:
    """Draw the part of an arrow that is inside the axes. If its tip isn't, it has no head."""
    if (kept := axes.clipped(start, end)) is None:
        return NOTHING
    if kept[1] == end:
        return arrow(*kept, "gradient-line", width, head)
    (x, y), (u, v) = kept
    d = f"M{x:.1f} {y:.1f}L{u:.1f} {v:.1f}"
    shaft = element("path", d=d, stroke=LIVE["gradient-line"], stroke_width=width)
    return element("g", shaft)


def _dashed(arrow: Markup) -> Markup:
    """Dash the shaft of the second row's arrow."""
    return Markup(arrow.replace("<path ", f'<path stroke-dasharray="{DASH}" ', 1))


def _phrases(v: Sequence[float], rows: Rows, part: float, i: int) -> list[str]:
    """Return what the sentence calls a row."""
    if part == 0:
        return [_row(rows[i])]
    if part == PARTS[-1] and i == 1:
        return [_weighted(v[1], rows[1])]
    return [_signed(v[i], rows[i])] if part in (i + 1, PARTS[-1]) else []


def _table(
    layout: Layout,
    rows: Rows,
    v: Sequence[float],
    result: Sequence[float],
    part: float,
    right: bool | None,
) -> list[Markup]:
    """Draw each row of the Jacobian, stronger for a larger weight, and the weighted sum."""
    left, top, wide, high = layout.table
    tall = 0.75 * high
    base = tall / 2 + 5

    def band(y: float, opacity: float, edge: str | None = None) -> Markup:
        style = {"rx": 6, "fill": LIVE["gradient-line"], "fill_opacity": f"{opacity:.2f}"}
        size = {"width": wide * len(result), "height": tall}
        return element("rect", x=left, y=y, **size, **style, stroke=edge)

    def entries(row: Sequence[float], y: float, role: str = "text") -> list[Markup]:
        return [
            label(_cell(entry), left + wide * (j + 0.5), y, role, "middle")
            for j, entry in enumerate(row)
        ]

    def sample(y: float, width: float, head: float) -> Markup:
        """Draw what the arrow of a row looks like."""
        start, y = left + wide * len(result) + 5, y + tall / 2
        return arrow((start, y), (start + 22, y), "gradient-line", width, head)

    parts = []
    for i, (weight, row) in enumerate(zip(v, rows, strict=True)):
        y, weighed = top + high * i, part > i
        strength = 0.04 + 0.22 * abs(weight) if weighed else 0.1
        parts.append(says(band(y, strength), gradient=_phrases(v, rows, part, i)))
        role, bold = ("gradient-ink", "bold") if weight < 0 else ("text", None)
        words = label(f"{_cell(weight)} ×", left - 8, y + base, role, "end", font_weight=bold)
        parts.append(words if weighed else NOTHING)
        parts += entries(row, y + base, "text" if weight or not weighed else "faint")
        parts.append(_dashed(sample(y, 2, 8)) if i else sample(y, 2, 8))
    y, drawn = top + high * 2.25, list[Markup]()
    if part == PARTS[-1]:
        size = {"x": left + wide, "y": y, "width": wide, "height": tall}
        cell = element("rect", **size, rx=6, fill="none", stroke=LIVE["gradient-line"])
        asked = says(cell, gradient=[ASKED])
        drawn = [
            says(band(y, 0.26, LIVE["gradient-line"]), gradient=["vᵀJ", _row(result)]),
            label("vᵀJ", left - 8, y + base, anchor="end", font_weight="bold"),
            *entries(result, y + base),
            sample(y, 3.5, 11),
            judged(asked, right) if right is not None else asked,
            label(f"(2,) @ (2, {len(result)}) → ({len(result)},)", *layout.shapes, "faint"),
            NOTHING if right is None else badge(right, (left + wide * 2 - 8, y)),
        ]
    return [*parts, *(drawn or [NOTHING] * (6 + len(result)))]


def sentence(
    x: Sequence[float],
    v: Sequence[float],
    rows: Rows,
    result: Sequence[float],
    part: float,
    right: bool | None,
) -> str:
    """Say what this part adds. The sum begins with a verdict, if there's one."""
    if part == 0:
        return (
            f"At x = {_row(x)}, the rows of J are {_row(rows[0])}, the slopes of y₀, and "
            f"{_row(rows[1])}, the slopes of y₁."
        )
    if part < PARTS[-1]:
        i = int(part) - 1
        by = f"{_cell(v[i])} × y{SUBSCRIPTS[i]}"
        slopes = f"the slopes of {by} are {_signed(v[i], rows[i])}"
        return f"v = {_row(v)} weighs the rows: {slopes}."
    second = "−" if v[1] < 0 else "+"
    mix = f"{_signed(v[0], rows[0])} {second} {_weighted(v[1], rows[1])}"
    sign = "=" if adds_up(v, rows, result) else "≈"
    sum_ = _weighs(v)
    said = f"vᵀJ = {mix} {sign} {_row(result)}, the slopes of {sum_}."
    if right is None:
        return said
    sum_ = " ".join(
        (_cell(v[0]), "×", _cell(rows[0][1]), second, _cell(abs(v[1])), "×", _cell(rows[1][1]))
    )
    equation = f"{sum_} {sign} {_cell(result[1])}"
    is_ = "is" if right else "isn't"
    reason = f"The {ASKED} {is_} zero: {equation}."
    if not any(v):
        reason = "If v is zero, so are all slopes."
    return verdict(right, reason, said)


def _weighs(v: Sequence[float]) -> str:
    return f"{_cell(v[0])} × y₀ {'−' if v[1] < 0 else '+'} {_cell(abs(v[1]))} × y₁"


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
