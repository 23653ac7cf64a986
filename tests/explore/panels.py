"""Data read off a panel as readers do: by the panel's title and the numbers at its ticks."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import numpy as np

from minigrad.draw.palette import LIVE
from minigrad.explore.frames import Frame
from tests.explore.numbers import with_exponents

Point = tuple[float, float]


class Panel:
    """The axes under a title, and the lines and marks inside them, in the units of the ticks."""

    def __init__(self, frame: Frame, title: str, up: Callable[[float], float] = float) -> None:
        """Find the panel. `up` is the scale of the y-axis, such as log10."""
        root = ElementTree.fromstring(f"<g>{''.join(frame.pieces)}</g>")
        (axes,) = (e for e in root.iter("g") if title in [child.text for child in e])
        self._drawn = [e for e in root.iter() if e not in list(axes)]
        left, top, bottom, right = map(float, re.findall(r"[\d.]+", axes[1].attrib["d"]))
        self._xs, self._ys = (left - 0.2, right + 0.2), (top - 0.2, bottom + 0.2)
        ticks = [e for e in axes if e.get("class") == "mg-tick" and e.text != "none"]
        beside = [e for e in ticks if e.get("text-anchor") == "end"]
        below = [(float(e.attrib["x"]), number(e)) for e in ticks if e not in beside]
        rows = [(float(e.attrib["y"]) - 4.5, up(number(e))) for e in beside]
        self._x, self._y = (np.polyfit(*np.array(scale).T, 1) for scale in (below, rows))

    def line(self, role: str) -> list[Point]:
        """Return the corners of the lines in this color."""
        lines = [e for e in self._drawn if e.tag == "path" and e.get("stroke") == LIVE[role]]
        return self._read([corner for e in lines for corner in corners(e.attrib["d"])])

    def marks(self, size: float) -> list[Point]:
        """Return the centers of the round marks of this size."""
        circles = [e for e in self._drawn if e.tag == "circle" and float(e.attrib["r"]) == size]
        return self._read([(float(e.attrib["cx"]), float(e.attrib["cy"])) for e in circles])

    def diamonds(self) -> list[Point]:
        """Return the centers of the diamonds."""
        d = " ".join(e.get("d", "") for e in self._drawn)
        found = re.findall(r"M([-\d.]+) ([-\d.]+)l([\d.]+) \3l-\3 \3l-\3 -\3z", d)
        return self._read([(float(x), float(y) + float(r)) for x, y, r in found])

    def at(self, place: Point) -> Point:
        """Return the point that is drawn at a place in the figure."""
        return float(np.polyval(self._x, place[0])), float(np.polyval(self._y, place[1]))

    def _read(self, points: list[Point]) -> list[Point]:
        (left, right), (top, bottom) = self._xs, self._ys
        inside = [(x, y) for x, y in points if left <= x <= right and top <= y <= bottom]
        return [self.at(place) for place in inside]


def number(tick: ElementTree.Element) -> float:
    return float(with_exponents(tick.text or "").replace("−", "-"))


def corners(d: str) -> list[Point]:
    """Return the corners of a path that moves to absolute places and draws relative lines."""
    points: list[Point] = []
    for command, x, y in re.findall(r"([Ml])(-?[\d.]+) ?(-?[\d.]+)", d):
        left, top = points[-1] if command == "l" else (0.0, 0.0)
        points.append((left + float(x), top + float(y)))
    return points
