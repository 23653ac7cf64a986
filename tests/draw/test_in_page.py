"""Tests that drawings follow the theme of a page and are described where they can't be shown."""

import re
from typing import Any
from xml.etree import ElementTree

import minigrad as mg
from minigrad import draw
from minigrad.draw.in_page import themed
from minigrad.draw.palette import STILL


def pictures() -> list[draw.Drawing]:
    x = mg.tensor(2.0, requires_grad=True)
    names: dict[str, Any] = {"#1a6fab <b>": x}
    return [draw.draw_graph(x * x, **names), draw.curves({"a & b": [1.0, 2.0]})]


def test_every_color_is_defined_by_the_page() -> None:
    for drawing in pictures():
        html = drawing._repr_mimebundle_()["text/html"]
        svg = html[html.index("<svg") : html.index("</svg>")]
        assert not re.findall(r"""(?:fill|stroke)(?:="|: ?)#""", svg)
        assert STILL["text"] in svg  # for use without a style sheet


def test_only_colors_change_and_the_text_stays_the_same() -> None:
    for drawing in pictures():
        still, live = (ElementTree.fromstring(s) for s in (drawing.svg, themed(drawing.svg)))
        assert "".join(still.itertext()) == "".join(live.itertext())


def test_the_description_is_escaped_and_hidden_only_by_the_style_sheet() -> None:
    drawing, _ = pictures()
    html = drawing._repr_mimebundle_()["text/html"]
    words = html[html.index('<p class="mg-words">') :]
    assert "&lt;b&gt;" in words
    assert "<b>" not in html
    assert ".mg-words{display:none}" in html


def test_a_wide_graph_has_an_upright_figure_for_a_phone() -> None:
    x = mg.tensor(2.0, requires_grad=True)
    drawing = draw.draw_graph((x * x + 1) * x, x=x)
    html = drawing._repr_mimebundle_()["text/html"]
    wide, narrow = (ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.S))
    texts = [[e for e in root.iter() if e.tag.endswith("}text")] for root in (wide, narrow)]
    words = [sorted("".join(e.itertext()) for e in some) for some in texts]
    assert words[0] == words[1]
    assert narrow.get("class") == "mg-on-phone"
    phone = 358  # width of a figure on a page that is 390 pixels wide
    sizes = [float(text.get("font-size") or 13) for text in narrow.iter() if text.get("font-size")]
    assert min(sizes) * min(1, phone / float(narrow.get("width", 0))) >= 12


def test_a_small_graph_has_one_figure() -> None:
    drawing = draw.draw_graph(mg.tensor(2.0, requires_grad=True))
    assert drawing._repr_mimebundle_()["text/html"].count("<svg") == 1
