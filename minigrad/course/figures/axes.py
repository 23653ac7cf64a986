"""Axes for small pictures that a slider steps through: a fraction of matplotlib's bytes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from minigrad.draw.palette import STILL
from minigrad.draw.svg import Markup, element

SIZE = 13


def label(
    text: str, x: float, y: float, color: str = STILL["text"], anchor: str = "start"
) -> Markup:
    style = {"font_size": SIZE, "fill": color, "text_anchor": anchor}
    return element("text", text, x=x, y=y, **style)


@dataclass(frozen=True)
class Axes:
    """A rectangle in the picture, and the ranges of x and y that it shows."""

    left: float
    top: float
    width: float
    height: float
    xs: tuple[float, float]
    ys: tuple[float, float]

    def at(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.xs[0]) / (self.xs[1] - self.xs[0])
        up = (y - self.ys[0]) / (self.ys[1] - self.ys[0])
        return self.left + self.width * across, self.top + self.height * (1 - up)

    def frame(
        self,
        name: str,
        xs: Sequence[float] | Mapping[float, str],
        ys: Sequence[float] | Mapping[float, str],
    ) -> Markup:
        """Two axes with ticks, and the name of the horizontal one."""
        bottom, right = self.top + self.height, self.left + self.width
        path = f"M{self.left} {self.top}V{bottom}H{right}"
        parts = [element("path", d=path, fill="none", stroke=STILL["line"])]
        for x in xs:
            text = xs[x] if isinstance(xs, Mapping) else f"{x:g}"
            parts.append(label(text, self.at(x, self.ys[0])[0], bottom + 18, anchor="middle"))
        for y in ys:
            text = ys[y] if isinstance(ys, Mapping) else f"{y:g}"
            parts.append(label(text, self.left - 7, self.at(self.xs[0], y)[1] + 4.5, anchor="end"))
        parts.append(label(name, self.left + self.width / 2, bottom + 36, anchor="middle"))
        return element("g", *parts)

    def path(self, points: Iterable[tuple[float, float]], color: str, width: float) -> Markup:
        moves = "L".join(f"{a:.1f} {b:.1f}" for a, b in (self.at(x, y) for x, y in points))
        return element("path", d="M" + moves, fill="none", stroke=color, stroke_width=width)

    def line(self, x: float, slope: float, y: float, color: str, dash: str | None = None) -> Markup:
        """The straight line through a point, as far as the axes reach."""
        ends = list(self.xs)
        if slope:
            crossings = sorted(x + (level - y) / slope for level in self.ys)
            ends = [max(ends[0], crossings[0]), min(ends[1], crossings[1])]
        (x1, y1), (x2, y2) = (self.at(end, y + slope * (end - x)) for end in ends)
        stroke = {"stroke": color, "stroke_width": 2, "stroke_dasharray": dash}
        return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **stroke)

    def dot(self, x: float, y: float, color: str, radius: float = 4.5) -> Markup:
        cx, cy = self.at(x, y)
        return element("circle", cx=cx, cy=cy, r=radius, fill=color)
