"""The shapes in a drawn graph: boxes, edges with a track in each direction, and the legend.

Each shape takes its colors from a dict and has a CSS class and a number, so the same shape works in
static figures and in figures that are shown step by step.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import atan, tan

from .layout import Point
from .svg import Markup, element, number, text_width

SIZE = 13  # the size of all text; 12 px is the smallest that you can read on a projector
LINE = 18
PADDING = 9
RADIUS = 8
TRACK = 3.5  # how far the forward and backward tracks are from the middle of an edge

Colors = Mapping[str, str]
Line = Sequence[tuple[str, bool]]  # pieces of text, and whether they are bold
Panel = tuple[str, Sequence[Line]]  # a role in the palette, and the lines of text in its color


def panels_size(panels: Sequence[Panel], edges: int = 0, down: bool = False) -> Point:
    """Return a box's width and height. A side is longer if many edges attach to it."""
    lines = [line for _, lines in panels for line in lines]
    width = max(sum(text_width(text, SIZE) for text, _ in line) for line in lines)
    least = 16.0 * min(edges, 10)
    width, height = round(width) + 2.0 * PADDING, sum(map(_height, panels))
    return (max(width, least), height) if down else (width, max(height, least))


def box(
    index: int, panels: Sequence[Panel], center: Point, size: Point, colors: Colors, result: bool
) -> Markup:
    """Draw stacked panels of text inside an outline. The result's box has a thicker outline."""
    (x, y), (width, height) = center, size
    left, top = x - width / 2, y - height / 2
    roles = [role for role, _ in panels]
    parts, at, spare = [], top, height - sum(map(_height, panels))
    for i, panel in enumerate(panels):
        tall = _height(panel) + (0 if i else spare)
        shape = _rounded(left, at, width, tall, i == 0, i == len(panels) - 1)
        area = element("path", d=shape, fill=colors[roles[i]])
        words = _words(panel, x, at + tall / 2, colors)
        parts.append(element("g", area, words, class_=f"mg-{roles[i]}"))
        at += tall
    outline = next((role for role in roles if role != "operation"), "operation")
    style = {"fill": "none", "stroke_width": 2.5 if result else 1.25, "rx": RADIUS}
    if roles[0] == "untracked":
        style["stroke_dasharray"] = "4 3"
    line = colors[outline + "-line"]
    frame = element("rect", x=left, y=top, width=width, height=height, stroke=line, **style)
    return element("g", *parts, frame, class_="mg-node", data_node=index)


def edge(name: str, route: Sequence[Point], colors: Colors, *, down: bool, tracked: bool) -> Markup:
    """Draw a forward arrow and, if gradients flow back, a dashed backward arrow next to it."""
    tracks = [arrow(route, -TRACK * tracked, down, colors["line"], "mg-forward", None)]
    if tracked:
        back = route[::-1]
        tracks.append(arrow(back, TRACK, down, colors["gradient-line"], "mg-backward", "5 3"))
    return element("g", *tracks, class_="mg-edge", data_edge=name)


def key(
    entries: Sequence[str], top: float, colors: Colors, size: float = 12
) -> tuple[Markup, float]:
    """Draw the legend strip for the given roles, and return it with its width."""
    x, middle = 12.0, top + 14
    parts: list[Markup] = []
    for role in entries:
        ink = colors["text"]
        word = element("text", role, x=x + 32, y=middle + 0.35 * size, font_size=size, fill=ink)
        parts += [sample(role, x, middle, colors), word]
        x += 32 + text_width(role, size) + 16
    card = element("rect", x=0, y=top, width=x - 4, height=28, rx=14, fill=colors["card"])
    return element("g", card, *parts, class_="mg-key"), x - 4


def sample(role: str, x: float, y: float, colors: Colors) -> Markup:
    """Draw the legend's sample for a role: an arrow 26 units long, or a 22-by-14 box."""
    ends = [(x, y), (x + 26, y)]
    if role == "forward":
        return arrow(ends, 0, False, colors["line"], "mg-forward", None)
    if role == "backward":
        return arrow(ends[::-1], 0, False, colors["gradient-line"], "mg-backward", "5 3")
    dash, line = "4 3" if role == "untracked" else None, colors[role + "-line"]
    style = {"rx": 4, "fill": colors[role], "stroke": line, "stroke_dasharray": dash}
    return element("rect", x=x, y=y - 7, width=22, height=14, **style)


def _words(panel: Panel, x: float, y: float, colors: Colors) -> Markup:
    """Draw lines of text centered at a point, preserving the spaces that align a matrix."""
    role, lines = panel
    first, rows = y - (len(lines) - 1) / 2 * LINE + 0.35 * SIZE, []
    for i, line in enumerate(lines):
        pieces = []
        for text, bold in line:
            weight, faint = ("bold", None) if bold else (None, role == "operation" or None)
            style = {"font_weight": weight, "fill_opacity": faint and 0.8}
            pieces.append(element("tspan", text.replace(" ", "\u00a0"), **style))
        rows.append(element("text", *pieces, x=x, y=first + i * LINE))
    ink = colors["operation-text" if role == "operation" else "text"]
    return element("g", *rows, fill=ink, font_size=SIZE, text_anchor="middle")


def _height(panel: Panel) -> float:
    return len(panel[1]) * LINE + 8.0


def _rounded(x: float, y: float, width: float, height: float, top: bool, bottom: bool) -> str:
    a, b = RADIUS * top, RADIUS * bottom
    start, across, back = number(y + a), number(width - 2 * a), number(2 * b - width)
    return (
        f"M{number(x)} {start}a{a} {a} 0 0 1 {a} {-a}h{across}a{a} {a} 0 0 1 {a} {a}"
        f"v{number(height - a - b)}a{b} {b} 0 0 1 {-b} {b}h{back}a{b} {b} 0 0 1 {-b} {-b}z"
    )


def arrow(
    route: Sequence[Point],
    offset: float,
    down: bool,
    color: str,
    class_: str,
    dash: str | None,
    width: float = 1.75,
) -> Markup:
    """Draw an arrow along a route, with its line and its head shifted by `offset`."""

    def turn(a: float, b: float) -> str:
        return f"{number(b)} {number(a)}" if down else f"{number(a)} {number(b)}"

    points = [(y, x) if down else (x, y) for x, y in route]
    (start, _), (tip, side) = points[0], points[-1]
    ahead = 1 if tip > start else -1
    points[-1] = (tip - 7 * ahead, side)
    path = "M" + turn(start, points[0][1] + offset)
    for i, ((a, b), (c, d)) in enumerate(pairwise(points)):
        if i % 2 == 0:
            path += "L" + turn(c, d + offset)
        # Shift it in both directions, so that two tracks keep their distance in a steep curve.
        else:
            half = (a + c) / 2 - offset * 4 / 3 * tan(atan(2 * (d - b) / (c - a)) / 2)
            path += f"C{turn(half, b + offset)} {turn(half, d + offset)} {turn(c, d + offset)}"
    side += offset
    base = tip - 8 * ahead
    point = f"M{turn(tip, side)}L{turn(base, side - 4.5)}L{turn(base, side + 4.5)}z"
    line = element("path", d=path, fill="none", stroke_width=width, stroke_dasharray=dash)
    parts = [line, element("path", d=point, stroke="none")]
    return element("g", *parts, stroke=color, fill=color, class_=class_)
