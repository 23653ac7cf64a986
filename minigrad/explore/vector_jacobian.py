"""A vector-Jacobian product: v weighs the outputs, and f pulls it back to the inputs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import hypot, isfinite
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says, text_width

from .axes import SIZE, Axes, Point, arrow, direction, label, mark, signed, ticks, title
from .explorer import Control, Explorer
from .frames import Frame, Narrow
from .grip import Grip
from .verdict import badge, judged, verdict

WEIGHTS = tuple(map(float, range(-2, 3)))  # a figure is smooth between two floats
SUBSCRIPTS = "₀₁₂"
START = (1.0, 0.0)  # picks out the first row
STILLS = (START, (1.0, 2.0), (2.0, -1.0))
ROOM = 1.15  # around the longest arrow
OUTPUTS_REACH = 2.6  # how far the plane of the outputs reaches from y: v, and its handle
LONGEST = 3  # characters of a tick
DASH = "5 3"  # of the second row's arrow
ASKED = "slope along x₁"
SHORT = 14  # pixels: the dot at the start of an arrow is smaller
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
    forward: tuple[Point, Point, Point]  # the arrow for f, and the place of its name
    backward: tuple[Point, Point, Point]


WIDE = Layout(
    (800, 372),
    (34, 40, 240, 280),
    (330, 40, 240, 280),
    (620, 140, 46, 40),
    (582, 104),
    (582, 26),
    ((214, 21), (324, 21), (269, 25.5)),
    ((432, 356), (172, 356), (302, 360.5)),
)
PHONE = Layout(
    (384, 376),
    (34, 36, 148, 172),
    (226, 36, 140, 172),
    (214, 286, 44, 28),
    (14, 277),
    (14, 304),
    ((180, 17), (220, 17), (200, 21.5)),
    ((308, 240), (92, 240), (200, 244.5)),
)
CUT = 571.0


def vector_jacobian(
    f: Callable[[Any], Any], x: Sequence[float], *, formula: Sequence[str] = ()
) -> Explorer:
    """Let the reader move v for `f`, which has two or three inputs and two outputs.

    The picture shows the formula, which has a part for each output.
    """
    x = [float(number) for number in x]
    _check(f, x)
    with mg.no_grad():
        y = f(mg.tensor(x)).tolist()
    rows = [product(f, x, [float(i == k) for k in range(2)]) for i in range(2)]
    wide, phone = (_Picture(x, y, rows, layout, formula) for layout in (WIDE, PHONE))
    names = ["v" + SUBSCRIPTS[i] for i in range(2)]
    weights = [
        Control(name, WEIGHTS, WEIGHTS.index(first), list(map(_cell, WEIGHTS)), led=True)
        for name, first in zip(names, START, strict=True)
    ]
    return Explorer(
        wide.frame,
        *weights,
        size=WIDE.size,
        title="Vector-Jacobian product",
        question="Drag v. Where is the slope along x₁ zero?",
        stills=[dict(zip(names, v, strict=True)) for v in STILLS],
        grips=[wide.grip(names)],
        cuts=[CUT],
        narrow=Narrow(
            lambda *values: phone.frame(*values).pieces, PHONE.size, grips=[phone.grip(names)]
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
        rows: Rows,
        layout: Layout,
        formula: Sequence[str],
    ) -> None:
        self.rows, self.layout, self.formula = rows, layout, formula
        self.x, self.y = x, y
        self.is_drawn = all(map(isfinite, chain(y, *rows)))
        first, second = rows
        longest = max(WEIGHTS[-1] * (abs(first[i]) + abs(second[i])) for i in (0, 1))
        reach = ROOM * (longest or 1.0) if self.is_drawn else 1.0
        self.inputs = _plane(layout.inputs, x[:2], reach)
        self.outputs = _plane(layout.outputs, y if self.is_drawn else (0, 0), OUTPUTS_REACH)
        self.fixed = self._fixed()

    def grip(self, names: Sequence[str]) -> Grip:
        """Return the tip of v, which the reader can drag."""
        y = self.y if self.is_drawn else (0, 0)
        low, step = WEIGHTS[0], WEIGHTS[1] - WEIGHTS[0]
        (left, top), (right, up) = (
            self.outputs.at(y[0] + one, y[1] + one) for one in (low, low + step)
        )
        grid = left, right - left, top, up - top
        return Grip(names, None, self.layout.outputs, grid=grid)

    def _fixed(self) -> list[Markup]:
        named: dict[str, Any] = {"anchor": "middle", "halo": 12, "font_weight": "bold"}
        (out, far, f), (back, near, v) = self.layout.forward, self.layout.backward
        left, top, wide, _ = self.layout.table
        inputs, outputs = self.inputs, self.outputs
        return [
            inputs.frame(
                "inputs → x₀ ↑ x₁", "", _ticks(*inputs.xs), _ticks(*inputs.ys), grid=False
            ),
            outputs.frame(
                "outputs → y₀ ↑ y₁", "", _ticks(*outputs.xs), _ticks(*outputs.ys), grid=False
            ),
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
        ]

    def _formula(self) -> list[Markup]:
        (x, y), parts = self.layout.formula, []
        if self.formula:
            parts.append(label("f:", x, y, "value-ink", font_weight="bold"))
        for i, text in enumerate(self.formula):
            words = f"y{SUBSCRIPTS[i]} = {text}"
            parts.append(label(words, x + 24, y + 22 * i, "value-ink"))
        return parts

    def frame(self, *v: float) -> Frame:
        rows = self.rows
        result = [v[0] * a + v[1] * b for a, b in zip(*rows, strict=True)]
        # Until the reader has moved v, there's nothing to judge.
        right = any(v) and not result[1] if v != START else None
        planes = self._planes(v, result) if self.is_drawn else []
        table = _table(self.layout, rows, v, result, right)
        return Frame([*self.fixed, *table, *planes], sentence(v, rows, result, right))

    def _planes(self, v: Sequence[float], result: Sequence[float]) -> list[Markup]:
        inputs, outputs, (x0, x1, *_), (y0, y1) = self.inputs, self.outputs, self.x, self.y
        first = inputs.at(x0 + v[0] * self.rows[0][0], x1 + v[0] * self.rows[0][1])
        here, there = inputs.at(x0, x1), outputs.at(y0, y1)
        end, tip = inputs.at(x0 + result[0], x1 + result[1]), outputs.at(y0 + v[0], y1 + v[1])
        drawn = _share(here, first), _dashed(_share(first, end))
        return [
            mark(here, "value-line"),
            mark(there, "value-line"),
            says(self._slope(here, end), gradient=[ASKED]),
            *(says(drawn[i], gradient=[_phrase(v, self.rows, i)]) for i in range(2)),
            says(_arrow(there, tip), gradient=[f"v = {_row(v)}"]),
            says(_arrow(here, end), gradient=["vᵀJ", _row(result)]),
            _letter("x", here, end, 24),
            _letter("y", there, tip, 20),
            _name("v", outputs, *_beside("v", there, tip)),
            _name("vᵀJ", inputs, *_beyond("vᵀJ", here, end)),
        ]

    def _slope(self, here: Point, end: Point) -> Markup:
        """Draw the legs of the product's arrow, the one along x₁ thicker."""
        style = {"stroke": LIVE["text"], "fill": "none"}
        (x, y), (u, v) = here, end
        across = element("path", d=f"M{x:.1f} {y:.1f}H{u:.1f}", stroke_dasharray="3 3", **style)
        return element(
            "g", across, element("path", d=f"M{u:.1f} {y:.1f}V{v:.1f}", stroke_width=2, **style)
        )


def _ticks(low: float, high: float) -> list[float]:
    """Return round numbers, or none if they'd be too wide for the room beside the plane."""
    found = ticks(low, high)
    return found if all(len(_cell(each)) <= LONGEST for each in found) else []


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


def _arrow(start: Point, end: Point) -> Markup:
    """Draw an arrow, with a smaller head if it's short, or a disk if it has no length."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    if long < 4:
        color = LIVE["gradient-line"]
        return element("circle", cx=round(end[0], 1), cy=round(end[1], 1), r=3, fill=color)
    return arrow(start, end, "gradient-line", 3.5, min(11, 0.7 * long))


def _share(start: Point, end: Point) -> Markup:
    """Draw the arrow of a row. Without length, it can't be seen, but grows when v is dragged."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    return arrow(start, end, "gradient-line", 2.0, min(8, 0.7 * long))


def _dashed(arrow: Markup) -> Markup:
    """Dash the shaft of the second row's arrow."""
    return Markup(arrow.replace("<path ", f'<path stroke-dasharray="{DASH}" ', 1))


def _phrase(v: Sequence[float], rows: Rows, i: int) -> str:
    """Return what the sentence calls a row."""
    return _weighted(v[1], rows[1]) if i else _signed(v[0], rows[0])


def _table(
    layout: Layout,
    rows: Rows,
    v: Sequence[float],
    result: Sequence[float],
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

    def entries(row: Sequence[float], y: float, role: str = "text") -> Markup:
        places = [left + wide * (j + 0.5) for j in range(len(row))]
        cells = zip(row, places, strict=True)
        return element("g", *(label(_cell(one), x, y, role, "middle") for one, x in cells))

    def sample(y: float, width: float, head: float) -> Markup:
        """Draw what the arrow of a row looks like."""
        start, y = left + wide * len(result) + 5, y + tall / 2
        return arrow((start, y), (start + 22, y), "gradient-line", width, head)

    parts = []
    for i, (weight, row) in enumerate(zip(v, rows, strict=True)):
        y = top + high * i
        strength = 0.04 + 0.22 * abs(weight)
        parts.append(says(band(y, strength), gradient=[_phrase(v, rows, i)]))
        role, bold = ("gradient-ink", "bold") if weight < 0 else ("text", None)
        words = f"{_cell(weight)} ×"
        parts.append(label(words, left - 8, y + base, role, "end", font_weight=bold))
        parts.append(entries(row, y + base, "text" if weight else "faint"))
        parts.append(_dashed(sample(y, 2, 8)) if i else sample(y, 2, 8))
    y = top + high * 2.25
    size = {"x": left + wide, "y": y, "width": wide, "height": tall}
    cell = element("rect", **size, rx=6, fill="none", stroke=LIVE["gradient-line"])
    asked = says(cell, gradient=[ASKED])
    return [
        *parts,
        says(band(y, 0.26, LIVE["gradient-line"]), gradient=["vᵀJ", _row(result)]),
        label("vᵀJ", left - 8, y + base, anchor="end", font_weight="bold"),
        entries(result, y + base),
        sample(y, 3.5, 11),
        judged(asked, right) if right is not None else asked,
        NOTHING if right is None else badge(right, (left + wide * 2 - 8, y)),
    ]


def sentence(v: Sequence[float], rows: Rows, result: Sequence[float], right: bool | None) -> str:
    """Say what v does. A verdict comes first, if there's one."""
    first = _signed(v[0], rows[0])
    second = "−" if v[1] < 0 else "+"
    mix = f"{first} {second} {_weighted(v[1], rows[1])}"
    sign = "=" if adds_up(v, rows, result) else "≈"
    said = f"v = {_row(v)}, so vᵀJ = {mix} {sign} {_row(result)}."
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


def _short(entry: float) -> str:
    """Format a number in as few characters as possible."""
    if abs(entry) >= 1e4 or 0 < abs(entry) < 1e-3:
        return f"{entry:.3g}"
    return f"{entry + 0.0:.4g}"  # + 0.0 turns -0 into 0


def _cell(entry: float) -> str:
    return signed(_short(entry))


def _row(row: Sequence[float]) -> str:
    return "[" + ", ".join(map(_cell, row)) + "]"
