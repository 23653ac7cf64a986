"""A valley and a loss curve side by side, for runs that a slider steps through."""

from collections.abc import Iterable, Sequence

from minigrad.course.figures.axes import Axes, label
from minigrad.draw import Drawing
from minigrad.draw.palette import SERIES, STILL
from minigrad.draw.svg import Markup, document, element

WIDTH, HEIGHT = 720, 300
DASHES = (None, "6 3")  # never color alone: the second run is dashed, and its mark a diamond
Point = tuple[float, float]


def valley(xs: Point, ys: Point) -> Axes:
    return Axes(46, 36, 280, 190, xs, ys)


def curve(xs: Point, ys: Point) -> Axes:
    return Axes(420, 36, 280, 190, xs, ys)


def title(text: str, axes: Axes) -> Markup:
    return label(text, axes.left, axes.top - 16)


def trail(axes: Axes, points: Iterable[Point], color: str, dash: str | None = None) -> Markup:
    """Points joined by straight lines, as far as they stay inside the axes."""
    inside: list[Point] = []
    for point in points:
        if not _holds(axes, point):
            if inside:
                inside.append(_border(axes, inside[-1], point))
            break
        inside.append(point)
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (axes.at(*point) for point in inside))
    style = {"stroke": color, "stroke_width": 2, "stroke_dasharray": dash}
    return element("path", d=path if inside else "", fill="none", **style)


def mark(axes: Axes, point: Point, run: int = 0, size: float = 5.5) -> Markup:
    """The mark of a run at a point; nothing for a point outside."""
    return _shape(*axes.at(*point), run, size) if _holds(axes, point) else element("g")


def key(names: Sequence[str], left: float, y: float) -> list[Markup]:
    """Which run is which: line and mark of each, and its name."""
    parts = []
    for run, name in enumerate(names):
        style = {"stroke": SERIES[run], "stroke_width": 2, "stroke_dasharray": DASHES[run]}
        parts.append(element("line", x1=left, x2=left + 34, y1=y, y2=y, **style))
        parts += [_shape(left + 17, y, run, 5.5), label(name, left + 42, y + 4.5)]
        left += 66 + 8 * len(name)
    return parts


def picture(text: str, *parts: Markup) -> Drawing:
    card = element("rect", width=WIDTH, height=HEIGHT, rx=8, fill=STILL["card"])
    return Drawing(document(WIDTH, HEIGHT, text, card, *parts), text)


def _shape(x: float, y: float, run: int, size: float) -> Markup:
    """A disc for the first run, a diamond for the second."""
    style = {"fill": SERIES[run], "stroke": STILL["card"], "stroke_width": 1.5}
    if run == 0:
        return element("circle", cx=x, cy=y, r=size, **style)
    r = 1.3 * size
    return element("path", d=f"M{x:.1f} {y - r:.1f}l{r} {r}l{-r} {r}l{-r} {-r}z", **style)


def _holds(axes: Axes, point: Point) -> bool:
    (x, y), (left, right), (low, high) = point, axes.xs, axes.ys
    return left <= x <= right and low <= y <= high


def _border(axes: Axes, inside: Point, outside: Point) -> Point:
    """Where the way from a point inside to one outside crosses the edge of the axes."""
    share = 1.0
    for (low, high), a, b in zip((axes.xs, axes.ys), inside, outside, strict=True):
        if not low <= b <= high:
            share = min(share, ((high if b > a else low) - a) / (b - a))
    (x, y), (u, v) = inside, outside
    return x + share * (u - x), y + share * (v - y)
