"""Arrows on a line and in a plane."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, isfinite

from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, number

from .axes import Point, label, mark

SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
# The direction of one unit along each axis on the page, where y points down.
DIRECTIONS = {
    1: ((1.0, 0.0),),
    2: ((1.0, 0.0), (0.0, -1.0)),
}


@dataclass(frozen=True)
class Space:
    """Axes that cross at a center point. One unit along an axis takes up `unit` pixels."""

    dimensions: int
    center: Point
    radius: float
    unit: float

    def at(self, vector: Sequence[float]) -> Point:
        along = [[v * part for part in d] for v, d in zip(vector, self._directions, strict=True)]
        x, y = (sum(parts) * self.unit for parts in zip(*along, strict=True))
        return self.center[0] + x, self.center[1] + y

    def axes(self, letter: str) -> Markup:
        """Draw the axes, with their names at the tips."""
        parts = []
        for i, (x, y) in enumerate(self._directions):
            ahead = f"M{self._text(self.center)}L{self._text(self._end(x, y, 1))}"
            behind = f"M{self._text(self.center)}L{self._text(self._end(x, y, -1))}"
            parts.append(element("path", d=ahead, stroke=LIVE["line"]))
            parts.append(element("path", d=behind, stroke=LIVE["line"]))
            at = self._end(x, y, 1 + 13 / self.radius)
            parts.append(label(letter + SUBSCRIPTS[i], at[0], at[1] + 4.5, "faint", "middle"))
        return element("g", *parts)

    def arrow(self, vector: Sequence[float], role: str) -> Markup:
        """Draw an arrow from the center to a tip, or a disk if an arrowhead wouldn't fit."""
        if not all(map(isfinite, vector)):
            return Markup("")
        (x, y), (u, v) = self.center, self.at(vector)
        length = hypot(u - x, v - y)
        if length < 12:
            return mark((u, v), role, size=5)
        a, b = (u - x) / length, (v - y) / length
        base = (u - 11 * a, v - 11 * b)
        corners = [(u, v), (base[0] - 5.5 * b, base[1] + 5.5 * a)]
        corners.append((base[0] + 5.5 * b, base[1] - 5.5 * a))
        head = "M" + "L".join(map(self._text, corners)) + "z"
        shaft = f"M{self._text(self.center)}L{self._text(base)}"
        return element(
            "g",
            element("path", d=shaft, stroke=LIVE[role], stroke_width=3.5),
            element("path", d=head, fill=LIVE[role]),
        )

    @property
    def _directions(self) -> tuple[Point, ...]:
        return DIRECTIONS[self.dimensions]

    def _end(self, x: float, y: float, share: float) -> Point:
        return self.center[0] + x * self.radius * share, self.center[1] + y * self.radius * share

    @staticmethod
    def _text(point: Point) -> str:
        return " ".join(number(round(part, 1)) for part in point)
