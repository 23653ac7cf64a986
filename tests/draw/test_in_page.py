"""Drawings in a page follow its theme, and are described where they can't be shown."""

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


def test_every_color_is_one_of_the_page() -> None:
    for drawing in pictures():
        html = drawing._repr_mimebundle_()["text/html"]
        svg = html[html.index("<svg") : html.index("</svg>")]
        assert not re.findall(r"""(?:fill|stroke)(?:="|: ?)#""", svg)
        assert STILL["text"] in svg  # as the fallback without a style sheet


def test_only_colors_change_and_no_letter() -> None:
    for drawing in pictures():
        still, live = (ElementTree.fromstring(s) for s in (drawing.svg, themed(drawing.svg)))
        assert "".join(still.itertext()) == "".join(live.itertext())


def test_words_are_escaped_and_hidden_only_by_the_style_sheet() -> None:
    drawing, _ = pictures()
    html = drawing._repr_mimebundle_()["text/html"]
    words = html[html.index('<p class="mg-words">') :]
    assert "&lt;b&gt;" in words
    assert "<b>" not in html
    assert ".mg-words{display:none}" in html
