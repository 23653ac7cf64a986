"""A vector-Jacobian product: v is a ruler over the outputs, which f pulls back to the inputs.

`front/programs/product.js` draws the same figure on the page, from the rows that are computed here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product as each_of
from math import atan2, ceil, cos, floor, hypot, isfinite, log10, pi, sin
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says, text_width

from .axes import SIZE, Axes, Point, arrow, direction, label, mark, prose, signed, title
from .explorer import Control, Explorer
from .frames import Frame, Narrow, in_page
from .grip import Grip
from .program import Program
from .verdict import badge, judged, verdict

WEIGHTS = tuple(k / 2 for k in range(-4, 5))  # halves, whose products are exact as printed
SUBSCRIPTS = "₀₁₂"
# Play turns v from the first output to the second. It keeps its length as well as halves can.
TURN = ((2.0, 0.0), (2.0, 0.5), (2.0, 1.0), (1.5, 1.5), (1.0, 2.0), (0.5, 2.0), (0.0, 2.0))
START = TURN[0]
STILLS = (START, (1.0, 1.0), (2.0, -0.5))
OFFSETS = tuple(k / 4 for k in range(-4, 5))  # the inputs that the reader can choose
AROUND = 1.5  # how far the plane of the inputs reaches from the first ones, or farther
NUDGE, PARTS = 0.5, 36  # the radius of the circle of nudges, and its parts
LINES = range(-24, 25)
MARKS = 7  # the most round numbers on a side of the outputs' plane
ASKED = "slope along x₁"
SHORT = 22  # pixels: an arrow of this length is longer than the handle around its start
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
    key: Sequence[Point]
    forward: tuple[Point, Point, Point]  # the arrow for f, and the place of its name
    backward: tuple[Point, Point, Point]


WIDE = Layout(
    (800, 376),
    (34, 40, 240, 280),
    (330, 40, 240, 280),
    (628, 172, 52, 40),
    (582, 104),
    (582, 26),
    tuple((582, 308 + 20 * k) for k in range(4)),
    ((214, 21), (324, 21), (269, 25.5)),
    ((432, 356), (172, 356), (302, 360.5)),
)
PHONE = Layout(
    (384, 436),
    (34, 36, 148, 172),
    (226, 36, 140, 172),
    (212, 298, 52, 28),
    (34, 270),
    (14, 314),
    ((14, 406), (200, 406), (14, 428), (200, 428)),
    ((168, 17), (220, 17), (192, 21.5)),
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
        at, v, k = values[: len(x)], values[len(x) : -1], values[-1]
        return picture.frame(at, *known[at], v, tuple(v) == TURN[k])

    data = wide.data | {
        "turn": [list(v) for v in TURN],
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
        Control(
            "turn",
            range(len(TURN)),
            labels=[f"v = {_row(v)}" for v in TURN],
            play=True,
            led=True,
            sets=[dict(zip(vs, map(WEIGHTS.index, v), strict=True)) for v in TURN],
        ),
        size=WIDE.size,
        title="Vector-Jacobian product",
        question=f"Which v makes the {ASKED} zero?",
        stills=[dict(zip(vs, v, strict=True)) for v in STILLS],
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
    middles: dict[tuple[float, ...], Point]  # of the plane, by the inputs that aren't drawn
    v: float
    product: float


def _scales(x: Sequence[float], known: dict[tuple[float, ...], Any]) -> _Scales:
    """Fit the plane to the outputs that dragging x reaches, so that it stays where it is."""
    finite = [rows for _, rows in known.values() if all(isfinite(p) for row in rows for p in row)]
    nudged = max((NUDGE * hypot(*rows[0][:2], *rows[1][:2]) for rows in finite), default=0.0)
    columns = [column for rows in finite for column in list(zip(*rows, strict=True))[:2]]
    longest = max((WEIGHTS[-1] * (abs(a) + abs(b)) for a, b in columns), default=0.0)
    centers, reach = {}, nudged
    for others in {at[2:] for at in known}:
        reached = [y for at, (y, _) in known.items() if at[2:] == others and all(map(isfinite, y))]
        sides = [(min(part), max(part)) for part in zip(*reached, strict=True)] or [(0.0, 0.0)] * 2
        centers[others] = [(low + high) / 2 for low, high in sides]
        reach = max(reach, *((high - low) / 2 for low, high in sides))
    half = 4 / 3 * (reach or 1.0)
    tick = _round(half / 2.5, (1, 2, 5, 10), up=True)
    home = [tick / 2 * floor(2 * part / tick + 0.5) for part in centers[tuple(x[2:])]]

    def near(center: Sequence[float]) -> Point:
        """Return a middle that moves only in large steps when an input that isn't drawn does."""
        a, b = (
            at + 2 * tick * floor((part - at) / (2 * tick) + 0.5)
            for part, at in zip(center, home, strict=True)
        )
        return a, b

    size = _round(half / 4, (1, 2, 5, 10), up=False)
    half = max(half, reach + 1.25 * WEIGHTS[-1] * size)  # so that v stays inside
    product = _round(AROUND / (longest or AROUND), (1, 2.5, 5, 10), up=False)
    middles = {others: near(center) for others, center in centers.items()}
    return _Scales(half, tick, middles, size, product)


def _round(number: float, digits: Sequence[float], *, up: bool) -> float:
    """Return the next number that is one of the digits times a power of ten."""
    power = 10.0 ** floor(log10(number))
    found = [digit * power for digit in digits]
    if up:
        return min(one for one in found if one >= number * (1 - 1e-9))
    return max(one for one in found if one <= number * (1 + 1e-9))


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
        self.x, self.y = x, y if all(map(isfinite, y)) else scales.middles[tuple(x[2:])]
        self.inputs = _plane(layout.inputs, x[:2], AROUND)
        self.fixed = self._fixed()

    def outputs(self, x: Sequence[float]) -> Axes:
        """Return the axes of the plane that shows the outputs for x."""
        middle = self.scales.middles[tuple(x[2:])]
        return _plane(self.layout.outputs, middle, self.scales.half)

    def grips(self, xs: Sequence[str], vs: Sequence[str]) -> list[Grip]:
        """Return the tip of v and the first two inputs, which the reader can drag."""
        outputs, (low, step) = self.outputs(self.x), (WEIGHTS[0], WEIGHTS[1] - WEIGHTS[0])
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
            "outputs": list(self.layout.outputs),
            "cells": list(self.layout.table),
            "tick": self.scales.tick,
            "half": self.scales.half,
            # In the order of the inputs that aren't drawn.
            "middles": [list(self.scales.middles[at]) for at in sorted(self.scales.middles)],
            "sizes": [self.scales.v, self.scales.product],
            "start": list(self.outputs(self.x).at(self.y[0], self.y[1])),
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
            self.inputs.frame("inputs: x₁ vs. x₀", "", across, up, grid=False),
            self.outputs(self.x).frame("outputs: y₁ vs. y₀", "", {}, {}, grid=False),
            arrow(out, far, "value-line", 1.75, 8),
            label("f", *f, "value-ink", **named),
            arrow(back, near, "gradient-line", 1.75, 8),
            label("backward(v)", *v, "gradient-ink", **named),
            title("v × rows of J", *self.layout.title),
            *(
                label("x" + SUBSCRIPTS[j], left + wide * (j + 0.5), top - 31, "faint", "middle")
                for j in range(len(self.x))
            ),
            *self._formula(),
            # Enlarged on a slide, these would cover the table. The lecturer's notes say it.
            element(
                "g",
                *(
                    label("not drawn", left + wide * (j + 0.5), top - 47, "faint", "middle")
                    for j in range(2, len(self.x))
                ),
                *self._key(),
                class_="mg-key",
            ),
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
        parts = []
        sizes = {"v": self.scales.v, "vᵀJ": self.scales.product}
        names = ["small nudges of x", "v₀y₀ + v₁y₁ is equal"]
        names += [f"{name}, drawn {_part(size)}" for name, size in sizes.items() if size != 1]
        for k, (name, (left, base)) in enumerate(zip(names, self.layout.key, strict=False)):
            middle = base - 4.5
            if k == 0:
                style = {"fill": "none", "stroke": LIVE["value-line"], "stroke_width": 2}
                sample = element("circle", cx=left + 9, cy=middle, r=6.5, **style)
            elif k == 1:
                style = {"stroke": LIVE["line"], "stroke_width": 2, "opacity": 0.6}
                sample = element("path", d=f"M{left} {middle}h18", **style)
            else:
                sample = arrow((left, middle), (left + 18, middle), "gradient-line", 3.5, 11)
            parts += [sample, prose(name, left + 24, base)]
        return parts

    def frame(
        self,
        x: Sequence[float],
        y: Sequence[float],
        rows: Rows,
        v: Sequence[float],
        played: bool,
    ) -> Frame:
        """Draw the figure. If Play has led v there, that's no answer of the reader's."""
        result = [v[0] * a + v[1] * b for a, b in zip(*rows, strict=True)]
        shown = all(isfinite(part) for part in (*y, *result, *rows[0], *rows[1]))
        right = None if played and result[1] else any(v) and not result[1]
        return Frame(
            [
                *self.fixed,
                *(self._planes(x, y, rows, v, result) if shown else [NOTHING] * (14 + 2 * MARKS)),
                *_table(self.layout.table, x, rows, v, result, right),
            ],
            sentence(x, v, rows, result, right),
        )

    def _planes(
        self, x: Sequence[float], y: Sequence[float], rows: Rows, v: Sequence[float],
        result: Sequence[float],
    ) -> list[Markup]:  # fmt: skip
        outputs, (long, short) = self.outputs(x), (self.scales.v, self.scales.product)
        spacing = 2 * self.scales.v
        turns = [(NUDGE * cos(2 * pi * k / PARTS), NUDGE * sin(2 * pi * k / PARTS))
                 for k in range(PARTS + 1)]  # fmt: skip
        circle = [(x[0] + a, x[1] + b) for a, b in turns]
        (p, q), (r, s) = (row[:2] for row in rows)
        ellipse = [(y[0] + p * a + q * b, y[1] + r * a + s * b) for a, b in turns]
        here, there = self.inputs.at(x[0], x[1]), outputs.at(y[0], y[1])
        tip = outputs.at(y[0] + long * v[0], y[1] + long * v[1])
        back = self.inputs.at(x[0] + short * result[0], x[1] + short * result[1])
        joint = self.inputs.at(x[0] + short * v[0] * p, x[1] + short * v[0] * q)
        return [
            _ruler(outputs, (y[0], y[1]), v, spacing),
            _ruler(self.inputs, (x[0], x[1]), result, spacing),
            self.inputs.path(circle, "value-line", 2),
            outputs.path(ellipse, "value-line", 2),
            mark(here, "value-line"),
            mark(there, "value-line"),
            says(_share(self.inputs, here, joint), gradient=[_signed(v[0], rows[0])]),
            says(_share(self.inputs, joint, back), gradient=[_weighted(v[1], rows[1])]),
            says(_arrow(outputs, there, tip), gradient=[f"v = {_row(v)}"]),
            says(_arrow(self.inputs, here, back), gradient=["vᵀJ", _row(result)]),
            _letter("x", here, back, 24),
            _letter("y", there, tip, 20),
            *self._ticks(outputs),
            _name("v", outputs, *_beside("v", there, tip)),
            _name("vᵀJ", self.inputs, *_beyond("vᵀJ", self.inputs, here, back, joint)),
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


def _part(size: float) -> str:
    """Say how large an arrow is drawn that isn't drawn at its own size.

    >>> _part(0.25), _part(0.05), _part(50.0)
    ('at a quarter', 'at 1/20', '× 50')
    """
    if size > 1:
        return f"× {size:.6g}"
    return "at " + {0.5: "half", 0.25: "a quarter"}.get(size, f"1/{1 / size:.6g}")


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


def _beyond(text: str, axes: Axes, start: Point, end: Point, joint: Point) -> Point:
    """Return a place near the tip of an arrow, across from the joint, or below a point.

    It's outside the circle around the start, and inside the axes.
    """
    a, b = direction(start, end)
    side = 1 if a * (joint[1] - start[1]) - b * (joint[0] - start[0]) >= -1e-6 else -1
    long = max(hypot(end[0] - start[0], end[1] - start[1]), SHORT)
    half = text_width(text, SIZE) / 2
    room = half * abs(b) + 8 * abs(a) + 8
    radius = NUDGE * axes.width / (axes.xs[1] - axes.xs[0])
    first = pi / 2 if start == end else atan2(b, a) - side * atan2(room, long)
    for k in range(12):
        a, b = cos(first - side * k * pi / 6), sin(first - side * k * pi / 6)
        far = max(hypot(long, room), radius + half * abs(a) + 6 * abs(b) + 5)
        far = min(far, _reach(axes, start, (a, b), half + 2))
        if far >= radius + half * abs(a) + 6 * abs(b) + 2:
            break
    return start[0] + far * a, start[1] + far * b


def _reach(axes: Axes, start: Point, way: Point, half: float) -> float:
    """Return how far a name fits inside the axes in this direction."""
    right, bottom = axes.left + axes.width, axes.top + axes.height
    edges = (axes.left + half, right - half), (axes.top + 8, bottom - 9)
    return min(
        ((high if part > 0 else low) - at) / part if abs(part) > 1e-9 else 1e9
        for at, part, (low, high) in zip(start, way, edges, strict=True)
    )


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
    """Draw a row times its weight, a thin arrow that leads to vᵀJ or along it."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    if long < 1:
        return NOTHING
    return _inside(axes, start, end, 1.75, min(8, 0.7 * long))


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


def _table(
    box: Box,
    x: Sequence[float],
    rows: Rows,
    v: Sequence[float],
    result: Sequence[float],
    right: bool | None,
) -> list[Markup]:
    """Draw each row of the Jacobian, stronger for a larger weight, and the weighted sum."""
    left, top, wide, high = box
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

    parts = entries(x, top - 9, "value-ink")
    for i, (weight, row) in enumerate(zip(v, rows, strict=True)):
        y = top + high * i
        phrase = _signed(weight, row) if i == 0 else _weighted(weight, row)
        parts.append(says(band(y, 0.04 + 0.22 * abs(weight)), gradient=[phrase]))
        role, bold = ("gradient-ink", "bold") if weight < 0 else ("text", None)
        words = f"{_cell(weight)} ×"
        parts.append(label(words, left - 8, y + base, role, "end", font_weight=bold))
        parts += entries(row, y + base, "text" if weight else "faint")
    y = top + high * 2.25
    total = band(y, 0.26, LIVE["gradient-line"])
    parts.append(says(total, gradient=["vᵀJ", _row(result)]))
    parts.append(label("vᵀJ", left - 8, y + base, anchor="end", font_weight="bold"))
    column, mark_ = NOTHING, NOTHING
    if right is not None:
        mark_ = badge(right, (left + wide * 2 - 8, y))
    if right:
        size = {"width": wide, "height": y + tall - top + 8}
        style = {"rx": 8, "fill": "none", "stroke": LIVE["value-line"], "stroke_width": 2}
        column = element("rect", x=left + wide, y=top - 4, **size, **style)
        column = judged(says(column, gradient=[ASKED]), right)
    return [*parts, *entries(result, y + base), column, mark_]


def sentence(
    x: Sequence[float],
    v: Sequence[float],
    rows: Rows,
    result: Sequence[float],
    right: bool | None,
) -> str:
    """Say the equation, after a verdict if the reader has answered the question."""
    second = "−" if v[1] < 0 else "+"
    mix = f"{_signed(v[0], rows[0])} {second} {_weighted(v[1], rows[1])}"
    sign = "=" if adds_up(v, rows, result) else "≈"
    sum_ = f"{_cell(v[0])} × y₀ {second} {_cell(abs(v[1]))} × y₁"
    said = (
        f"v = {_row(v)} weighs the outputs: {sum_}. At x = {_row(x)}, the slopes of this sum are "
        f"vᵀJ = {mix} {sign} {_row(result)}."
    )
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
