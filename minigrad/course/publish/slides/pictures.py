"""Stored drawings as they stand on slides: part of the page, so that they follow its theme."""

from xml.etree import ElementTree

from minigrad.draw.in_page import themed
from minigrad.explore.still import CAPTION

NAMESPACE = "http://www.w3.org/2000/svg"
ElementTree.register_namespace("", NAMESPACE)
ElementTree.register_namespace("xlink", "http://www.w3.org/1999/xlink")


def drawing(svg: str, *, grow: bool = False) -> str:
    """The drawing, as large as its place allows, in the colors of the page.

    With `grow` a graph comes in pieces: each operation with the edges into it, key by key.
    """
    root = ElementTree.fromstring(themed(svg))
    if grow:
        _in_pieces(root)
    return _text(root)


def _in_pieces(root: ElementTree.Element) -> None:
    """Mark each box and edge with the key that brings it; deck.js makes fragments of them."""
    boxes = {int(box.get("data-node", "")): box for box in root.iterfind(".//*[@data-node]")}
    edges = [
        (edge, edge.get("data-edge", "").split()) for edge in root.iterfind(".//*[@data-edge]")
    ]
    if not edges:
        raise ValueError("only a graph can grow")
    pairs = [(int(source), int(target)) for _, (source, target) in edges]
    step = {target: place for place, target in enumerate(sorted({t for _, t in pairs}))}
    for made in boxes.keys() - step:  # what no operation made comes with the first that uses it
        step[made] = min(step[target] for source, target in pairs if source == made)
    for number, box in boxes.items():
        box.set("data-grow", str(step[number]))
    for (edge, _), (_, target) in zip(edges, pairs, strict=True):
        edge.set("data-grow", str(step[target]))


def frames(still: str) -> list[str]:
    """The frames of an explorer's still, a drawing each: box, caption and picture."""
    root = ElementTree.fromstring(still)
    parts = [part for part in root if part.tag != f"{{{NAMESPACE}}}title"]
    drawings = []
    for box, caption, picture in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        card = next(picture.iter(f"{{{NAMESPACE}}}rect"))
        wide = max(float(each.get("width", 0)) for each in (box, card))
        high = CAPTION + float(card.get("height", 0))
        drawn = ElementTree.Element(f"{{{NAMESPACE}}}svg", root.attrib)
        drawn.set("viewBox", f"{box.get('x')} {box.get('y')} {wide:g} {high:g}")
        drawn.set("aria-label", "".join(caption.itertext()))
        drawn.extend([box, caption, picture])
        drawings.append(_text(drawn))
    return drawings


def _text(root: ElementTree.Element) -> str:
    """Its size is left to the page: width and height are those of the view box."""
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    return ElementTree.tostring(root, "unicode")
