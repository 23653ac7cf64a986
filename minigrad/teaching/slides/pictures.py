"""Stored drawings, embedded in a slide's page so that the drawings follow the page's theme."""

from collections.abc import Iterator
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from minigrad.draw.in_page import themed
from minigrad.explore.still import CAPTION

from . import graphs

NAMESPACE = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", NAMESPACE)
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


def drawing(svg: str, *, grow: bool = False, alone: bool = False) -> str:
    """Return a figure in the page's colors, filling its space on the slide, and its legend.

    With `grow`, the figure appears in pieces, one per key press. Each piece is an operation of a
    graph, along with its incoming edges. A figure that is `alone` below its title has more room.
    """
    stored = ElementTree.fromstring(svg)
    if graphs.is_graph(stored):
        root = ElementTree.fromstring(themed(graphs.on_slide(stored, alone=alone)))
    else:
        root = ElementTree.fromstring(themed(svg))
    if grow:
        _in_pieces(root)
    return f'<figure class="drawing">{_text(root)}</figure>{graphs.legend(stored)}'


def _in_pieces(root: Element) -> None:
    """Mark each box and edge with the key press that reveals it. deck.js reads the marks."""
    boxes = {int(box.get("data-node", "")): box for box in root.iterfind(".//*[@data-node]")}
    edges = [
        (edge, edge.get("data-edge", "").split()) for edge in root.iterfind(".//*[@data-edge]")
    ]
    columns = root.findall(".//*[@data-step]")
    for column in columns:  # the drawing itself says what appears when
        column.set("data-grow", column.get("data-step", ""))
    if not edges and not columns:
        raise ValueError("only a graph can grow")
    pairs = [(int(source), int(target)) for _, (source, target) in edges]
    step = {target: place for place, target in enumerate(sorted({t for _, t in pairs}))}
    for made in boxes.keys() - step:  # leaves appear with the first operation that uses them
        step[made] = min(step[target] for source, target in pairs if source == made)
    for number, box in boxes.items():
        box.set("data-grow", str(step[number]))
    for (edge, _), (_, target) in zip(edges, pairs, strict=True):
        edge.set("data-grow", str(step[target]))


def frames(still: str) -> list[str]:
    """Return the frames of an explorer's still, each as a box, a caption, and a figure."""
    return [_text(_frame(root, parts, named=True)) for root, parts in _frames(still)]


def frame(still: str, number: int) -> str:
    """Return one frame as a separate figure in the page's colors, along with a description."""
    root, parts = list(_frames(themed(still)))[number - 1]
    return _text(_frame(root, parts, named=False))


def _frames(still: str) -> Iterator[tuple[Element, list[Element]]]:
    root = ElementTree.fromstring(still)
    parts = [part for part in root if part.tag != f"{{{NAMESPACE}}}title"]
    for at in range(0, len(parts), 3):
        yield root, parts[at : at + 3]


def _frame(root: Element, parts: list[Element], *, named: bool) -> Element:
    box, caption, picture = parts
    card = next(picture.iter(f"{{{NAMESPACE}}}rect"))
    wide, high = (float(card.get(size, 0)) for size in ("width", "height"))
    wide = max(wide, float(box.get("width", 0))) if named else wide
    top = float(box.get("y", 0)) + (0 if named else CAPTION)
    drawn = ElementTree.Element(f"{{{NAMESPACE}}}svg", root.attrib)
    drawn.set("viewBox", f"{box.get('x')} {top:g} {wide:g} {high + (CAPTION if named else 0):g}")
    drawn.set("aria-label", "".join(caption.itertext()))
    drawn.extend(parts if named else [picture])
    return drawn


def _text(root: Element) -> str:
    """Return a drawing without its width and height, so that the page scales it."""
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    return ElementTree.tostring(root, "unicode")
