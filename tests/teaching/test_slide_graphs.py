"""Tests that graphs on slides keep their boxes and edges when laid out for larger text."""

import re
from xml.etree import ElementTree

import minigrad as mg
from minigrad.draw import draw_graph
from minigrad.teaching.slides.graphs import legend, on_slide
from minigrad.teaching.slides.pictures import drawing


def stored() -> str:
    x = mg.tensor([1.0, 3.0], requires_grad=True)
    y = x + 2
    z = y * y * 2
    out = z.mean()
    out.backward()
    return draw_graph(out, x=x, y=y, z=z, out=out).svg


def laid_out(svg: str, *, alone: bool = False) -> str:
    return on_slide(ElementTree.fromstring(svg), alone=alone)


def words(svg: str) -> list[str]:
    """Return the text of each box without spaces or the equals sign between its two lines."""
    boxes = [line for line in svg.splitlines() if "mg-node" in line]
    return [re.sub(r"<[^>]+>|[\s=]", "", box) for box in boxes]


def test_boxes_and_edges_stay_the_same() -> None:
    svg = stored()
    slide = laid_out(svg)
    assert len(words(svg)) == 7
    assert words(slide) == words(svg)
    for looks in ('data-edge="[^"]+"', 'class="mg-[^"]+"', "font-weight", 'stroke-width="2.5"'):
        inside = svg.split('<g class="mg-key"')[0]
        assert re.findall(looks, inside)
        assert re.findall(looks, slide) == re.findall(looks, inside)


def test_a_legend_is_a_paragraph_below_its_graph() -> None:
    root = ElementTree.fromstring(stored())
    roles = ["operation", "value", "gradient", "untracked", "forward", "backward"]
    assert re.findall(r"</svg>(\w+)</span>", legend(root)) == roles
    slide = drawing(stored())
    assert slide.endswith(legend(root))
    assert "mg-key" not in slide
    without = draw_graph(mg.tensor(2.0, requires_grad=True) * 2, legend=False).svg
    assert drawing(without).endswith("</figure>")
