"""Tests for tables of numbers: a shade for each number, labels around them, and descriptions."""

import re
from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.draw import table

SVG = "{http://www.w3.org/2000/svg}"


def shades(svg: str) -> dict[tuple[int, int], float]:
    """Return the shade and the top left corner of each cell that isn't 0."""
    return {
        (int(y), int(x)): float(path.attrib["fill-opacity"])
        for path in ElementTree.fromstring(svg).iter(f"{SVG}path")
        for x, y in re.findall(r"M(\d+) (\d+)h54v26h-54z", path.attrib["d"])
    }


def words(svg: str) -> list[str | None]:
    return [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_shades_are_in_proportion_to_the_numbers_and_zero_is_not_shaded() -> None:
    drawing = table(mg.tensor([[0.0, 4.0, 1.0], [2.0, 0.0, 0.0]]), "ab", "xyz")
    assert shades(drawing.svg) == {(39, 95): 0.6, (39, 151): 0.15, (67, 39): 0.3}
    wide = table(mg.eye(7), "abcdefg", "ABCDEFG")  # shows no numbers, so it can be darker
    assert 'fill-opacity="1"' in wide.svg or 'fill-opacity="1.0"' in wide.svg


def test_a_small_table_shows_its_numbers_and_describes_all_of_them() -> None:
    drawing = table(mg.tensor([[0.25, 0.75]]), ["a"], ["<", "y"], title="Shares")
    assert words(drawing.svg) == ["Shares", "<", "y", "a", "0.25", "0.75"]
    assert drawing.text == "Shares. a: < 0.25, y 0.75."


def test_a_wide_table_states_the_largest_number_in_each_row() -> None:
    drawing = table(mg.eye(7), "abcdefg", "ABCDEFG", alt="Ones")
    assert len(words(drawing.svg)) == 14
    assert drawing.text.startswith("Ones. The largest of each row. a: A 1; b: B 1;")


def test_names_that_do_not_fit_are_rejected() -> None:
    shapes = r"names have shape \[1, 3\], but the numbers have shape \[1, 2\]"
    with pytest.raises(ValueError, match=shapes):
        table(mg.ones(1, 2), "a", "xyz")
