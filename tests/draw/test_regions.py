"""Tests of the figure that shades a network's answers: its cells, its points, and its text."""

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np

import minigrad as mg
from minigrad.draw import regions
from minigrad.draw.palette import STILL
from minigrad.draw.regions import CELLS, GAP, LEVELS, ROOM, SIDE

SVG = "{http://www.w3.org/2000/svg}"
CORNERS = mg.tensor([[-1.0, -1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, 1.0]])


def cells(svg: str, role: str) -> dict[tuple[int, int], float]:
    """Return the opacity of each cell in a label's color, by row and column."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if group.attrib.get("fill") != STILL[role]:
            continue
        for path in group:
            for run in re.findall(r"M([\d.]+) ([\d.]+)h([\d.]+)", path.attrib["d"]):
                x, y, width = map(float, run)
                row, first = round((y - GAP - ROOM) / SIDE), round((x - GAP) / SIDE)
                for column in range(first, first + round(width / SIDE)):
                    found[row, column] = float(path.attrib["fill-opacity"])
    return found


def right_half(places: Any) -> Any:
    return (places[:, 0] + 1) / 2


def test_each_cell_has_the_color_of_the_answer_at_its_place() -> None:
    svg = regions(right_half, CORNERS, mg.tensor([0, 1, 1, 0])).svg
    left, right = cells(svg, "series-5"), cells(svg, "series-3")
    assert left.keys() == {(i, j) for i in range(CELLS) for j in range(CELLS // 2)}
    assert right.keys() == {(i, j) for i in range(CELLS) for j in range(CELLS // 2, CELLS)}
    assert [right[0, j] for j in range(CELLS // 2, CELLS)] == sorted(
        right[0, j] for i, j in right if not i
    )
    assert len(set(right.values())) == len(set(left.values())) == LEVELS


def test_the_first_row_of_cells_is_at_the_top() -> None:
    svg = regions(lambda places: (places[:, 1] > 0).float(), CORNERS, mg.zeros(4)).svg
    assert {row for row, _ in cells(svg, "series-3")} == set(range(CELLS // 2))


def test_points_on_the_wrong_side_are_counted_and_crossed() -> None:
    all_right = regions(right_half, CORNERS, mg.tensor([0, 1, 1, 0]))
    one_wrong = regions(right_half, CORNERS, mg.tensor([1, 1, 1, 0]))
    assert "4 of 4 points are right" in all_right.text
    assert "3 of 4 points are right" in one_wrong.text
    crosses = [svg.count("l14 14m0-14") for svg in (all_right.svg, one_wrong.svg)]
    assert crosses == [1, 2]  # one in the legend


def test_a_network_that_answers_nan_leaves_the_plane_empty() -> None:
    drawing = regions(lambda places: places[:, 0] * np.nan, CORNERS, mg.tensor([1, 1, 1, 1]))
    assert cells(drawing.svg, "series-5") == cells(drawing.svg, "series-3") == {}
    assert "0 of 4 points are right" in drawing.text


def test_drawing_records_nothing_and_accepts_a_column_of_answers() -> None:
    w = mg.zeros(2, 1, requires_grad=True)
    seen: list[Any] = []

    def network(places: Any) -> Any:
        seen.append(places @ w)
        return seen[-1]

    regions(network, CORNERS, mg.zeros(4))
    assert seen
    assert not any(answers.requires_grad for answers in seen)


def test_the_network_receives_places_of_the_same_dtype_as_the_points() -> None:
    w = mg.ones(2, dtype=mg.float64)
    drawing = regions(lambda places: places @ w, CORNERS.double(), mg.tensor([0, 1, 0, 0]))
    assert "4 of 4 points are right" in drawing.text
