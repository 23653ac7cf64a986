"""Graphs laid out again for slides, so that everyone in a lecture hall can read the text.

In a notebook, a graph is as wide as the page, and its text is small. On a slide, it's scaled up to
the slide's width, so a narrower graph has larger text.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from xml.etree.ElementTree import Element

from minigrad.draw.graph import arrange, picture
from minigrad.draw.layout import Edge, Layout
from minigrad.draw.palette import LIVE
from minigrad.draw.shapes import SIZE, Line, Panel, sample
from minigrad.draw.svg import element

SVG = "{http://www.w3.org/2000/svg}"
# The width of a figure on a wide and on a narrow screen, its height next to other parts of a slide,
# and the size of its letters, as in deck.css.
ROOMS = ((1164, 235, 23.4), (896, 235, 24))
ALONE = 460
TIGHTNESS = (1.0, 0.8, 0.6, 0.5)
SHORT = 9  # characters, as many as in `Backward0`
# The wanted size of letters, as a part of the size in ROOMS. deck.js enlarges them a little, and
# they still fit their boxes. A graph that is alone on its slide fills it.
ENOUGH, FULL = 0.9, 1.3


def is_graph(root: Element) -> bool:
    return root.find(f".//{SVG}g[@class='mg-edge']") is not None


def on_slide(root: Element, *, alone: bool) -> str:
    """Return a stored graph with a new layout for a slide, and without its legend.

    The layout is as roomy as it can be with full-size text. If nothing fits at that size, the text
    is as large as possible.
    """
    panels, edges, tracked = _read(root)
    best, fullest = None, 0.0
    for split, tightness in product((_same, _operations, _everything), TIGHTNESS):
        tried = [split(box) for box in panels]
        plan = arrange(tried, edges, tightness=tightness)
        size = min(_letters(plan, *room, alone=alone) for room in ROOMS)
        if size > fullest + 0.01:
            best, fullest = (tried, plan), size
        if size >= (FULL if alone else ENOUGH):
            break
    assert best is not None
    text = root.get("aria-label", "")
    return picture(best[0], edges, tracked, best[1], text, legend=False).svg


def legend(root: Element) -> str:
    """Return a graph's legend as a paragraph, so that the graph doesn't determine its text size."""
    words = [text.text or "" for text in root.iterfind(f".//{SVG}g[@class='mg-key']/{SVG}text")]
    entries = [
        element(
            "span",
            element("svg", sample(word, 1, 8, LIVE), viewBox="0 0 28 16", aria_hidden="true"),
            word,
        )
        for word in words
    ]
    return element("p", *entries, class_="legend") if entries else ""


def _letters(plan: Layout, width: float, height: float, wanted: float, *, alone: bool) -> float:
    """Return a graph's text size as a fraction of full size."""
    scale = min(width / plan.width, (ALONE if alone else height) / plan.height)
    return SIZE * scale / wanted


def _read(root: Element) -> tuple[list[list[Panel]], list[Edge], list[bool]]:
    """Extract a drawing's boxes, its edges, and whether gradients return to each box."""
    nodes = sorted(root.iter(f"{SVG}g"), key=lambda g: int(g.get("data-node", -1)))
    panels = [list(_panels(node)) for node in nodes if node.get("data-node")]
    edges, tracked = [], [False] * len(panels)
    for drawn in root.iterfind(f".//{SVG}g[@class='mg-edge']"):
        source, target = map(int, drawn.get("data-edge", "").split())
        edges.append((source, target))
        tracked[source] |= drawn.find(f"{SVG}g[@class='mg-backward']") is not None
    return panels, edges, tracked


def _panels(node: Element) -> Iterator[Panel]:
    for panel in node.iterfind(f"{SVG}g"):
        lines: list[Line] = [
            [
                ((piece.text or "").replace("\u00a0", " "), piece.get("font-weight") == "bold")
                for piece in line
            ]
            for line in panel.iter(f"{SVG}text")
        ]
        yield panel.get("class", "").removeprefix("mg-"), lines


def _same(panels: Sequence[Panel]) -> Sequence[Panel]:
    return panels


def _operations(panels: Sequence[Panel]) -> Sequence[Panel]:
    """Put each `Backward0` on its own line."""
    return [(role, _stacked(lines) if role == "operation" else lines) for role, lines in panels]


def _everything(panels: Sequence[Panel]) -> Sequence[Panel]:
    """Put each value and each `Backward0` on its own line, unless the whole line is short."""
    return [
        (role, _stacked(lines) if len("".join(text for text, _ in lines[0])) > SHORT else lines)
        for role, lines in panels
    ]


def _stacked(lines: Sequence[Line]) -> list[Line]:
    if len(lines) > 1:
        return list(lines)
    return [[(text.removesuffix(" = "), bold)] for text, bold in lines[0]]
