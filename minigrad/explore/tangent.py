"""The curve of a result over its leaf, and the line whose slope is the gradient that arrived."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import isclose
from typing import Any

from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says

from .axes import Axes, Point, key, label, ticks, title
from .orders import Passes
from .passes import Graph
from .words import short

HEIGHT, LOW = 172.0, 188.0  # of the plot below a graph, with its title and key; on a phone
WORDS = 236.0  # the width of the title and key next to a wide plot
LEFTMOST, RIGHTMOST, POINTS = 2.25, 1.15, 68  # how far the plot goes, and into how many parts
LEFT, BELOW = 46.0, 28.0  # room for the ticks
SO_FAR = "2 5"  # the dashes of a line whose slope can still change
NOTHING = Markup("")


@dataclass(frozen=True)
class Curve:
    """The result as a function of its only leaf, near the point that the graph was recorded at."""

    f: Callable[[Any], Any]
    x: float
    y: float
    right: float  # the slope
    names: tuple[str, str]  # of the leaf and of the result
    span: Point | None = None  # of the plot

    def __post_init__(self) -> None:
        if not isclose(found := float(self.f(self.x)), self.y, rel_tol=1e-4, abs_tol=1e-6):
            raise ValueError(
                f"forward_and_backward(): curve({self.x:g}) is {found:g}, but the tensor is "
                f"{self.y:g}. Pass a function that computes the same result."
            )

    def moved(self, graph: Graph, done: Passes) -> "Curve":
        """Return the curve with its point where another graph was recorded. The plot stays."""
        leaf = graph.leaves[0]
        x, y = (float(graph.boxes[i].value) for i in (leaf, -1))
        return replace(self, x=x, y=y, right=float(done.at_end[leaf]), span=self.xs)

    @property
    def xs(self) -> Point:
        return self.span or (self.x - LEFTMOST, self.x + RIGHTMOST)

    def point(self, axes: Axes) -> Point:
        return axes.at(self.x, self.y)

    @staticmethod
    def height(narrow: bool) -> float:
        return LOW if narrow else HEIGHT

    def axes(self, top: float, width: float, narrow: bool) -> Axes:
        """Return the axes of a plot below a graph. In a narrow figure, the words are above it."""
        ys = [y for _, y in self._points()]
        edge = 0.04 * (max(ys) - min(ys) or 1.0)
        left, above = (LEFT, 34.0) if narrow else (WORDS + LEFT, 14.0)
        place = left, top + above, width - left - 16, self.height(narrow) - above - BELOW
        return Axes(*place, self.xs, (min(ys) - edge, max(ys) + edge))

    def pieces(self, axes: Axes, narrow: bool, slope: float | None, is_whole: bool) -> list[Markup]:
        """Draw the curve, and the line with this slope. If it's wrong, also draw the tangent.

        The line is dashed until the gradient is whole.
        """
        x, y, right = self.x, self.y, self.right
        wrong = slope is not None and is_whole and short(slope) != short(right)
        keys: list[tuple[str, str, str | None]] = [("slope ?", "untracked-line", SO_FAR)]
        if slope is not None:
            so_far = f"slope {short(slope)}{'' if is_whole else ' so far'}"
            keys = [(so_far, "gradient-line", None if is_whole else SO_FAR)]
            keys += [(f"slope {short(right)}", "text", "4 4")] if wrong else []
        if narrow:
            heading = axes.left - LEFT + 16, axes.top - 12
            places = [(heading[0] + 126 + 112 * i, axes.top - 17) for i in range(2)]
        else:
            heading = 24, axes.top + 24
            places = [(24, axes.top + 52 + 26 * i) for i in range(2)]
        left = self.xs[0] + LEFTMOST
        columns = {at: short(at) for at in (left - 2, left - 1, left, left + 1)}
        return [
            axes.frame("", "", columns, ticks(*axes.ys, 3)),
            title(f"{self.names[1]} vs. {self.names[0]}", *heading),
            axes.path(self._points(), "value-line", 2.5),
            axes.line(x, y, right, "text", "4 4") if wrong else NOTHING,
            NOTHING if slope is None else self._line(axes, slope, is_whole),
            says(self._gap(axes, slope), self._missing(slope)) if wrong else NOTHING,
            *(
                key(name, *place, role, dash)
                for (name, role, dash), place in zip(keys, places, strict=False)
            ),
            *[NOTHING] * (2 - len(keys)),
            axes.mark((x, y), "value-line"),
        ]

    def sentence(self, slope: float) -> str:
        """Say whether the line touches the curve."""
        if short(slope) == short(self.right):
            return " The line with this slope touches the curve."
        return f" After 1 to the right, the line with this slope is {self._missing(slope)}."

    def _missing(self, slope: float | None) -> str:
        gap = self.right - (slope or 0.0)
        return f"{short(abs(gap))} {'below' if gap > 0 else 'above'} the dashed line"

    def _line(self, axes: Axes, slope: float, is_whole: bool) -> Markup:
        """Draw the line, and if it's whole, how far it rises after 1 to the right."""
        stairs = [(self.x, self.y), (self.x + 1, self.y), (self.x + 1, self.y + slope)]
        parts = (
            axes.line(self.x, self.y, slope, "gradient-line", None if is_whole else SO_FAR),
            axes.path(stairs if is_whole else [], "gradient-line", 1.5, "2 3"),
        )
        line = element("g", *(part for part in parts if part))
        return says(line, gradient=["line"])

    def _gap(self, axes: Axes, slope: float | None) -> Markup:
        """Draw the distance between the line and the tangent, after 1 to the right."""
        (x, low), (_, high) = (axes.at(self.x + 1, self.y + s) for s in (slope or 0.0, self.right))
        style = {"stroke": LIVE["series-2"], "stroke_width": 4}
        number = short(abs(self.right - (slope or 0.0)))
        middle = (low + high) / 2 + 4.5
        text = label(number, x + 8, middle, "series-2", halo=4, font_weight="bold")
        return element("g", element("path", d=f"M{x:.1f} {low:.1f}V{high:.1f}", **style), text)

    def _points(self) -> list[Point]:
        (low, high), parts = self.xs, range(POINTS + 1)
        xs = [low + (high - low) * k / POINTS for k in parts]
        return [(x, float(self.f(x))) for x in xs]
