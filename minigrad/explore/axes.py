"""Axes for figures with a slider, in a fraction of the bytes that a plotting library would need."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import ceil, floor, hypot, isfinite, log10
from typing import Any

from minigrad.draw.palette import LIVE
from minigrad.draw.svg import TEXT_FONT, Markup, element

SIZE = 13
TICK: dict[str, Any] = {"class_": "mg-tick"}  # readable where a line crosses it
Point = tuple[float, float]


def label(
    text: str,
    x: float,
    y: float,
    role: str = "text",
    anchor: str = "start",
    halo: float = 0,
    **style: Any,
) -> Markup:
    """Draw a line of text. A halo keeps lines behind it from running through it."""
    if halo:
        style |= {"stroke": LIVE["card"], "stroke_width": halo, "paint_order": "stroke"}
    place = {"x": round(x, 1), "y": round(y, 1), "text_anchor": anchor}
    return element("text", text, font_size=SIZE, fill=LIVE[role], **place, **style)


def prose(
    text: str,
    x: float,
    y: float,
    role: str = "text",
    anchor: str = "start",
    halo: float = 0,
    size: float = 14,
    **style: Any,
) -> Markup:
    """Draw words in the page's own typeface. Code and numbers have a fixed width instead."""
    if halo:
        style |= {"stroke": LIVE["card"], "stroke_width": halo, "paint_order": "stroke"}
    face = {"class_": "mg-prose", "font_family": TEXT_FONT, "text_anchor": anchor}
    place = {"x": round(x, 1), "y": round(y, 1), "font_size": size}
    return element("text", text, **place, fill=LIVE[role], **face, **style)


def title(text: str, x: float, y: float, anchor: str = "start") -> Markup:
    """Draw the title of a panel."""
    return prose(text, x, y, anchor=anchor, size=15, font_weight=600)


def round_number(number: float, digits: Sequence[float], *, up: bool) -> float:
    """Return the next number that is one of the digits times a power of ten."""
    power = 10.0 ** floor(log10(number))
    found = [digit * power for digit in digits]
    if up:
        return min(one for one in found if one >= number * (1 - 1e-9))
    return max(one for one in found if one <= number * (1 + 1e-9))


def ticks(low: float, high: float, wanted: int = 4) -> list[float]:
    """Return round numbers between two bounds, in steps of 1, 2, or 5 times a power of ten."""
    rough = (high - low) / wanted
    power = 10.0 ** floor(log10(rough))
    step = min((power * digit for digit in (1, 2, 5, 10)), key=lambda s: abs(log10(s / rough)))
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [k * step for k in range(first, last + 1)]


@dataclass(frozen=True)
class Axes:
    """A plot's rectangle in the figure, and the ranges of x and y that the plot shows."""

    left: float
    top: float
    width: float
    height: float
    xs: Point
    ys: Point

    def at(self, x: float, y: float) -> Point:
        """Return a point's position in the figure, in pixels."""
        across = (x - self.xs[0]) / (self.xs[1] - self.xs[0])
        up = (y - self.ys[0]) / (self.ys[1] - self.ys[0])
        return self.left + self.width * across, self.top + self.height * (1 - up)

    @property
    def grasp(self) -> tuple[float, float, float, float]:
        """Return the area that responds to a press: the axes and a finger's width on every side."""
        return self.left - 16, self.top - 16, self.width + 32, self.height + 32

    def holds(self, x: float, y: float) -> bool:
        return self.xs[0] <= x <= self.xs[1] and self.ys[0] <= y <= self.ys[1]

    def frame(
        self,
        heading: str,
        name: str,
        xs: Sequence[float] | Mapping[float, str],
        ys: Sequence[float] | Mapping[float, str],
        above: float = 14,
        grid: bool = True,
    ) -> Markup:
        """Draw the grid, the ticks, and if given, a heading at a height and the x-axis label."""
        bottom, right = self.top + self.height, self.left + self.width
        columns = [(self.at(x, self.ys[0])[0], _tick(xs, x)) for x in xs]
        rows = [(self.at(self.xs[0], y)[1], _tick(ys, y)) for y in ys]
        lines = "".join(f"M{_n(x)} {_n(self.top)}V{_n(bottom)}" for x, _ in columns)
        lines += "".join(f"M{_n(self.left)} {_n(y)}H{_n(right)}" for y, _ in rows)
        edge = f"M{_n(self.left)} {_n(self.top)}V{_n(bottom)}H{_n(right)}"
        return element(
            "g",
            element("path", d=lines if grid else "", stroke=LIVE["grid"]),
            element("path", d=edge, fill="none", stroke=LIVE["line"]),
            *(label(text, x, bottom + 18, "faint", "middle", **TICK) for x, text in columns),
            *(label(text, self.left - 7, y + 4.5, "faint", "end", **TICK) for y, text in rows),
            *(
                [label(name, self.left + self.width / 2, bottom + 37, anchor="middle")]
                if name
                else []
            ),
            *([title(heading, self.left, self.top - above)] if heading else []),
        )

    def path(
        self,
        points: Iterable[Point],
        role: str,
        width: float = 2,
        dash: str | None = None,
        fill: str | None = None,
        class_: str | None = None,
    ) -> Markup:
        """Connect points with straight lines, clipped to the axes."""
        d, pen = "", None
        known = [(x, y) if isfinite(x) and isfinite(y) else None for x, y in points]
        for previous, point in pairwise(known):
            if previous is None or point is None:
                continue
            if (part := self.clipped(self.at(*previous), self.at(*point))) is None:
                continue
            start, stop = map(_tenths, part)
            if start != pen:
                d += f"M{_step((0, 0), start)}"
            if start != stop:
                d += f"l{_step(start, stop)}"
            pen = stop
        style = {"stroke": LIVE[role], "stroke_width": width, "stroke_dasharray": dash}
        shape = {"fill": fill or "none", "stroke_linejoin": "round"}
        return element("path", d=d, **shape, **style, class_=class_) if "l" in d else Markup("")

    def outline(self, points: Iterable[Point]) -> str:
        """Return the SVG path that outlines an area inside the axes."""
        places = [_tenths(self.at(*point)) for point in points]
        moves = [_step(a, b) for a, b in pairwise(places) if a != b]
        return f"M{_step((0, 0), places[0])}l{'l'.join(moves)}z" if moves else ""

    def line(self, x: float, y: float, slope: float, role: str, dash: str | None = None) -> Markup:
        """Draw a straight line through a point, across the full width of the axes."""
        ends = [(end, y + slope * (end - x)) for end in self.xs]
        return self.path(ends, role, 2.5, dash)

    def dots(self, points: Iterable[Point], role: str, radius: float) -> Markup:
        """Draw a disk at each point inside the axes, as a zero-length stroke with round ends."""
        pen, d = (0, 0), ""
        for place in dict.fromkeys(_tenths(self.at(*p)) for p in points if self.holds(*p)):
            d += f"{'m' if d else 'M'}{_step(pen, place)}h0"
            pen = place
        style = {"stroke": LIVE[role], "stroke_width": 2 * radius, "stroke_linecap": "round"}
        return element("path", d=d, **style) if d else Markup("")

    def mark(self, point: Point, role: str, shape: str = "disc", size: float = 6) -> Markup:
        """Mark a point if it's inside the axes."""
        return mark(self.at(*point), role, shape, size) if self.holds(*point) else Markup("")

    def clipped(self, first: Point, second: Point) -> tuple[Point, Point] | None:
        """Return the part of a segment that lies inside the rectangle (Liang and Barsky)."""
        (x, y), (u, v) = first, second
        right, bottom = self.left + self.width, self.top + self.height
        abreast = self.left <= min(x, u) and max(x, u) <= right
        if abreast and self.top <= min(y, v) and max(y, v) <= bottom:
            return first, second
        low, high = 0.0, 1.0
        for at, toward, least, size in (
            (x, u, self.left, self.width),
            (y, v, self.top, self.height),
        ):
            if at == toward:
                if not least <= at <= least + size:
                    return None
                continue
            a, b = sorted((bound - at) / (toward - at) for bound in (least, least + size))
            low, high = max(low, a), min(high, b)
        if low > high:
            return None
        return (x + low * (u - x), y + low * (v - y)), (x + high * (u - x), y + high * (v - y))


def mark(place: Point, role: str, shape: str = "disc", size: float = 6) -> Markup:
    """Draw a disk, a diamond, or a ring, so that runs differ by more than their color."""
    x, y = place
    style = {"fill": LIVE[role], "stroke": LIVE["card"], "stroke_width": 1.5}
    if shape == "disc":
        return element("circle", cx=round(x, 1), cy=round(y, 1), r=size, **style)
    if shape == "ring":
        ring = {"fill": LIVE["card"], "stroke": LIVE[role], "stroke_width": 2.5}
        return element("circle", cx=round(x, 1), cy=round(y, 1), r=size, **ring)
    r = round(1.3 * size, 1)
    return element("path", d=f"M{_n(x)} {_n(y - r)}l{r} {r}l{-r} {r}l{-r} {-r}z", **style)


def direction(start: Point, end: Point) -> Point:
    """Return the unit vector from one point to another, or one to the right if there's no way."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    return ((end[0] - start[0]) / long, (end[1] - start[1]) / long) if long else (1.0, 0.0)


def arrow(start: Point, end: Point, role: str, width: float, head: float) -> Markup:
    """Draw an arrow whose head is as long as it's wide."""
    a, b = direction(start, end)
    x, y = end[0] - head * a, end[1] - head * b
    corners = [end, (x - head * b / 2, y + head * a / 2), (x + head * b / 2, y - head * a / 2)]
    tip = "M" + "L".join(f"{p:.1f} {q:.1f}" for p, q in corners) + "z"
    shaft = f"M{start[0]:.1f} {start[1]:.1f}L{x:.1f} {y:.1f}"
    return element(
        "g",
        element("path", d=shaft, stroke=LIVE[role], stroke_width=width),
        element("path", d=tip, fill=LIVE[role]),
    )


def key(
    name: str, x: float, y: float, role: str, dash: str | None = None, shape: str = ""
) -> Markup:
    """Draw a line's entry in the legend: a sample of the line, its mark, and its name."""
    style = {"stroke": LIVE[role], "stroke_width": 2.5, "stroke_dasharray": dash}
    parts = [element("path", d=f"M{_n(x)} {_n(y)}h30", **style)]
    if shape:
        parts.append(mark((x + 15, y), role, shape, 5.5))
    return element("g", *parts, prose(name, x + 38, y + 4.5))


def signed(text: str) -> str:
    """Replace hyphens in front of numbers with minus signs, except in exponents."""
    return re.sub(r"(?<![\w-])-(?=[\di])", "−", text)


def _tick(values: Sequence[float] | Mapping[float, str], at: float) -> str:
    return (
        values[at]
        if isinstance(values, Mapping)
        else signed(f"{at:.6g}" if abs(at) < 1e5 else f"{at:.3g}")
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _tenths(place: Point) -> tuple[int, int]:
    """Return a point in whole tenths of a pixel, so that rounding errors don't accumulate."""
    return round(10 * place[0]), round(10 * place[1])


def _step(start: tuple[int, int], stop: tuple[int, int]) -> str:
    """Return the SVG path from one point to another in as few characters as possible."""
    across, down = _pixels(stop[0] - start[0]), _pixels(stop[1] - start[1])
    return across + down if down[0] == "-" else f"{across} {down}"


@cache
def _pixels(tenths: int) -> str:
    return f"{tenths / 10:g}"
