"""A figure that lists tensors, newest first, with arrows to their inputs and text columns.

Each column is marked with the number of its step, so that a lecture can reveal one column after
another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...draw.palette import STILL
from ...draw.shapes import SIZE
from ...draw.svg import Drawing, Markup, document, element, text_width

ROW, HEADER = 50.0, 36.0
# The center of the boxes with names, and the left edge of the first column.
NAME, FIRST = 62.0, 104.0
TALL = 28.0  # the height of a box


@dataclass(frozen=True)
class Column:
    head: str
    said: Mapping[str, str]  # the text in the row of each name
    role: str = "gradient"


def newest_first(tensors: Mapping[str, Any]) -> dict[str, Any]:
    return dict(sorted(tensors.items(), key=lambda item: -item[1].order))


def drawn(tensors: Mapping[str, Any], columns: Sequence[Column], words: str) -> Drawing:
    """Draw the columns of text that belong to the tensors, in the given order."""
    boxes = [
        _box(NAME, _middle(place), f"{name} = {number(t.data)}", "value")
        for place, (name, t) in enumerate(tensors.items())
    ]
    arcs = [arc for place in range(len(boxes)) for arc in _arcs(place, list(tensors.values()))]
    width, parts = FIRST, []
    for step, column in enumerate(columns):
        wide = max(text_width(text, SIZE) for text in (column.head, *column.said.values())) + 32
        parts.append(_column(step, column, list(tensors), width + wide / 2))
        width += wide
    width, height = width + 8, HEADER + ROW * len(tensors) + 4
    card = element("rect", width=width, height=height, rx=8, fill=STILL["card"])
    return Drawing(document(width, height, words, card, *arcs, *boxes, *parts), words)


def number(value: Any) -> str:
    return f"{float(value):g}"


def _middle(place: int) -> float:
    return HEADER + ROW * (place + 0.5)


def _arcs(place: int, tensors: Sequence[Any]) -> list[Markup]:
    """Draw the way of the gradients, from a tensor to its tracked inputs, which are lower."""
    to = [tensors.index(x) for x in tensors[place].inputs if x.requires_grad]
    return [
        _arc(place, end, 12.0 * (to[:i].count(end) - (to.count(end) - 1) / 2))
        for i, end in enumerate(to)
    ]


def _arc(start: int, end: int, aside: float) -> Markup:
    top, tip = _middle(start) + TALL / 2, _middle(end) - TALL / 2
    if end == start + 1:
        x, bend = NAME + aside, 0
    else:  # past the boxes in between, on the left
        x, bend = NAME - 18, 40
    path = (
        f"M{x:g} {top:g}C{x - bend:g} {top + bend:g} {x - bend:g} {tip - bend:g} {x:g} {tip - 6:g}"
    )
    line = element("path", d=path, fill="none", stroke=STILL["gradient-line"], stroke_width=1.75)
    head = element("path", d=f"M{x:g} {tip:g}l-4 -7h8z", fill=STILL["gradient-line"])
    return element("g", line, head)


def _column(step: int, column: Column, names: Sequence[str], x: float) -> Markup:
    boxes = [
        _box(x, _middle(names.index(name)), text, column.role) for name, text in column.said.items()
    ]
    return element("g", _text(x, HEADER / 2 + 4, column.head), *boxes, data_step=step)


def _box(x: float, y: float, text: str, role: str) -> Markup:
    width = text_width(text, SIZE) + 12
    area = element(
        "rect",
        x=x - width / 2,
        y=y - TALL / 2,
        width=width,
        height=TALL,
        rx=6,
        fill=STILL[role],
        stroke=STILL[f"{role}-line"],
        stroke_width=1.25,
    )
    return element("g", area, _text(x, y, text))


def _text(x: float, y: float, text: str) -> Markup:
    style = {"text_anchor": "middle", "font_size": SIZE, "fill": STILL["text"]}
    return element("text", text, x=x, y=y + 0.35 * SIZE, **style)
