"""Tests that each color means the same in every explorer, so no refresh records a wrong one."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.explore.boundary import boundary
from minigrad.explore.descent import learning_rate
from minigrad.explore.explorer import Explorer
from minigrad.explore.graph import forward_and_backward

Element = ElementTree.Element
SAMPLE = re.compile(r"M[\d.]+ [\d.]+h30")  # the line in a legend, before its label


def elements(explorer: Explorer, at: tuple[int, ...]) -> Element:
    pieces = "".join(explorer.frames[at].pieces)
    return ElementTree.fromstring(f"<svg>{pieces}</svg>")


def test_legend_entries_look_like_the_points_they_label() -> None:
    points = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    for label in (0, 1):
        explorer = boundary(points, np.full(4, label))
        root = elements(explorer, explorer.positions[0])
        (key,) = [
            group
            for group in root.iter("g")
            if [text.text for text in group.findall("text")] == [("label 0", "1")[label]]
        ]
        (sample,) = [mark for mark in key if mark.tag != "text"]
        marks = [group for group in root.iter("g") if len(group) == 4 and not group.findall("path")]
        shapes = {(mark.tag, mark.get("fill")) for group in marks for mark in group}
        assert shapes == {(sample.tag, sample.get("fill"))}


def test_the_box_for_a_step_has_the_color_of_what_flows() -> None:
    x = mg.tensor(3.0, requires_grad=True)
    explorer = forward_and_backward(x * x + x, x=x)
    seen: dict[str, set[str | None]] = {}
    for at in explorer.positions:
        way = explorer.frames[at].sentence.split()[0]
        desks = [r for r in elements(explorer, at).iter("rect") if r.get("x") == "0"]
        seen.setdefault(way, set()).update(desk.get("fill") for desk in desks)
    assert seen["Before"] == {LIVE["untracked"], LIVE["untracked-line"]}
    assert seen["Forward"] == {LIVE["value"], LIVE["value-line"]}
    assert seen["Backward"] == {LIVE["gradient"], LIVE["gradient-line"]}


EXPLORERS = {
    "one weight": learning_rate,
}


@pytest.mark.parametrize("make", EXPLORERS.values(), ids=EXPLORERS)
def test_a_legend_entry_looks_like_a_line_in_the_figure(make) -> None:
    explorer = make()
    keys, lines = set(), set()
    for at in explorer.positions[:: max(1, len(explorer.positions) // 20)]:
        for path in elements(explorer, at).iter("path"):
            look = path.get("stroke"), path.get("stroke-dasharray")
            (keys if SAMPLE.fullmatch(path.get("d", "")) else lines).add(look)
    assert keys <= lines
