"""Tests that features are missing if the last page says so, and that it lists all chapters."""

import re

import nbformat

import minigrad as mg
from tests.course.cells import NOTEBOOKS
from tests.parity.left_out import left_out, within

PAGE = NOTEBOOKS / "12_what_you_can_do_now.ipynb"


def test_minigrad_lacks_everything_that_the_page_calls_missing() -> None:
    names = left_out()
    assert "nn.Transformer" in names
    assert [name for name in names if within(mg, name)] == []


def test_the_page_lists_every_chapter_in_order() -> None:
    text = "\n".join(c.source for c in nbformat.read(PAGE, as_version=4).cells)
    linked = re.findall(r"\| \[[^]]+\]\((\d\d[a-z]?_\w+\.ipynb)\) \|", text)
    before = [p.name for p in NOTEBOOKS.glob("*.ipynb") if "01" <= p.name < PAGE.name]
    assert linked == sorted(before)
