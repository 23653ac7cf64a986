"""Tests that a verdict looks the same whether Python or the page draws it."""

import json

import pytest

from minigrad.draw.svg import Markup
from minigrad.explore.content import source
from minigrad.explore.frames import in_page
from minigrad.explore.verdict import badge, judged, verdict
from tests.explore.test_front import in_node, needs_node


@needs_node
@pytest.mark.parametrize("right", [True, False])
def test_the_page_and_python_judge_alike(right: bool) -> None:
    made = [
        verdict(right, "w has arrived.", "At w = 1, it's 0."),
        judged(Markup('<path class="a" d="M0 0h1"/>'), right),
        in_page(badge(right, (12, 3.5))),
    ]
    word = json.dumps(right)
    page = (
        f"[verdict({word}, 'w has arrived.', \"At w = 1, it's 0.\"),"
        f'judged(\'<path class="a" d="M0 0h1"/>\', {word}), badge({word}, [12, 3.5])]'
    )
    in_the_page = in_node(source("programs/drawing.js"), page)
    assert in_the_page[:2] == made[:2]
    assert sorted(in_the_page[2].split()) == sorted(made[2].split())
