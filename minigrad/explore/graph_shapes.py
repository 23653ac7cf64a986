"""Shapes for stepping through a graph: nodes, edges, numbers, and the current node's desk."""

from collections.abc import Sequence

from minigrad.draw.layout import Point
from minigrad.draw.palette import LIVE
from minigrad.draw.shapes import arrow
from minigrad.draw.svg import Markup, element, text_width

SIZE = 13
ROW, LOW_ROW = 21.0, 18.0  # one line of a box
DESK_ROW = 22.0
TRACK = 3.5
CHIP_HEIGHT = 15.0
HALO = 7.0
Rows = list[tuple[str, str]]  # of a box: role and text
Words = Sequence[tuple[str, str]]  # text and its role; "bold" means bold in the color of text


def ghost(center: Point, size: Point) -> Markup:
    """Draw the outline of a box whose operation hasn't run yet."""
    style = {
        "fill": "none",
        "stroke": LIVE["grid"],
        "stroke_width": 1.25,
        "stroke_dasharray": "2 4",
    }
    return _rect(center, size, **style)


def box(
    center: Point,
    size: Point,
    rows: Rows,
    *,
    dashed: bool = False,
) -> Markup:
    """Draw rows of text. If a row has a role, give it a background in the role's color."""
    (x, y), (width, height) = center, size
    tall = height / len(rows)
    left, top = x - width / 2, y - height / 2
    parts = []
    last = len(rows) - 1
    for i, (role, text) in enumerate(rows):
        # A gradient's row is drawn before it arrives, so that only its color and number change.
        lands = "mg-lands" if role in ("gradient", "") else None
        shape = _row(left, top + i * tall, width, tall, i == 0, i == last)
        parts.append(element("path", d=shape, fill=LIVE[role or "card"], class_=lands))
        ink = LIVE["operation-text" if role == "operation" else "text"]
        words = _with_error(text)
        parts.append(_text(words, x, top + (i + 0.5) * tall + 4.7, ink, class_=lands))
    outline = "untracked" if dashed else "value" if rows[0][0] == "value" else "operation"
    line = {"stroke": LIVE[outline + "-line"], "stroke_width": 1.25, "fill": "none"}
    parts.append(_rect(center, size, **line, stroke_dasharray="4 3" if dashed else None))
    return element("g", *parts, class_="mg-node")


def _with_error(text: str) -> Words:
    """Color a share that came too late."""
    right, comma, late = text.partition(", ")
    return [(right + comma, ""), (late, "series-2")] if late.endswith(" late") else [(text, "")]


def halo(center: Point, size: Point, role: str) -> Markup:
    """Draw a halo behind the current box and its edges."""
    (x, y), (width, height) = center, size
    place = {"x": x - width / 2 - HALO, "y": y - height / 2 - HALO, "rx": 7 + HALO}
    extent = {"width": width + 2 * HALO, "height": height + 2 * HALO}
    return element("rect", **place, **extent, fill=LIVE[role + "-line"], fill_opacity=0.3)


def ring(center: Point, size: Point, role: str) -> Markup:
    """Draw a ring around the current box, close enough to keep the arrowheads visible."""
    return _rect(
        center, size, fill="none", stroke=LIVE[role + "-line"], stroke_width=3.5, class_="mg-turn"
    )


def edge(route: Sequence[Point], down: bool, state: str, number: int) -> Markup:
    """Draw an edge in its state: "unseen" or "ran" (forward), "flows" or "flowed" (backward)."""
    color, dash, width, offset = {
        "unseen": ("grid", "2 4", 1.25, -TRACK),
        "ran": ("line", None, 1.75, -TRACK),
        "flowed": ("gradient-line", "5 3", 1.5, TRACK),
        "flows": ("gradient-line", None, 3.5, TRACK),
    }[state]
    back = state in ("flowed", "flows")
    route = route[::-1] if back else route
    drawn = arrow(route, offset, down, LIVE[color], f"mg-{state}", dash, width)
    flows = {"class_": "mg-travels", "data_edge": number} if state == "flows" else {}
    return element("g", drawn, **flows)


def chip(center: Point, text: str, along: int | None = None, faint: bool = False) -> Markup:
    """Draw a number that moves along an edge, or faintly, one that has moved along it before."""
    width = text_width(text, SIZE) + 10
    size = (width, CHIP_HEIGHT)
    line = None if faint else LIVE["gradient-line"]
    style = {"fill": LIVE["gradient"], "stroke": line, "stroke_width": 1.25}
    return element(
        "g",
        _rect(center, size, **style),
        _text([(text, "")], center[0], center[1] + 4.5, LIVE["text"]),
        data_along=along,
    )


def desk_height(rows: int) -> float:
    return rows * DESK_ROW + 16


def desk(width: float, top: float, rows: int, lines: Sequence[Words], role: str) -> Markup:
    """Draw a band that shows the current node and its rule, as a formula and with numbers."""
    height = desk_height(rows)
    parts = [
        element("rect", x=0, y=top, width=width, height=height, fill=LIVE[role], fill_opacity=0.6),
        element("rect", x=0, y=top, width=5, height=height, fill=LIVE[role + "-line"]),
    ]
    texts = [
        _text(words, 18, top + 8 + (i + 1) * DESK_ROW - 6, LIVE["text"], "start")
        for i, words in enumerate(lines)
    ]
    # If the figure is scrolled, its text stays in view.
    return element("g", *parts, element("g", *texts, class_="mg-stays"))


def _text(
    words: Words,
    x: float,
    y: float,
    ink: str,
    anchor: str = "middle",
    class_: str | None = None,
) -> Markup:
    pieces: list[str] = []
    for text, role in words:
        spaced = text.replace("  ", " \u00a0")
        color = {"font_weight": "bold"} if role == "bold" else {"fill": LIVE[role]} if role else {}
        pieces.append(element("tspan", spaced, **color) if role else spaced)
    place = {"x": x, "y": y, "text_anchor": anchor, "class_": class_}
    return element("text", *pieces, fill=ink, font_size=SIZE, **place)


def _rect(center: Point, size: Point, **style: object) -> Markup:
    (x, y), (width, height) = center, size
    return element(
        "rect", x=x - width / 2, y=y - height / 2, width=width, height=height, rx=7, **style
    )


def _row(x: float, y: float, width: float, tall: float, top: bool, bottom: bool) -> str:
    a, b = 7 * top, 7 * bottom
    up, right = ("a7 7 0 0 1 7-7", "a7 7 0 0 1 7 7") if top else ("", "")
    down, left = ("a7 7 0 0 1-7 7", "a7 7 0 0 1-7-7") if bottom else ("", "")
    return (
        f"M{x:.1f} {y + a:.1f}{up}h{width - 2 * a:g}{right}v{tall - a - b:g}"
        f"{down}h{2 * b - width:g}{left}z"
    )
