"""Tables of numbers: a shade for each number, names around them, and a description of both."""

from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.draw import table

SVG = "{http://www.w3.org/2000/svg}"


def shades(svg: str) -> list[tuple[float, float, float]]:
    """Return the top, left, and shade of each cell."""
    return sorted(
        (float(box.attrib["y"]), float(box.attrib["x"]), float(box.attrib["fill-opacity"]))
        for box in ElementTree.fromstring(svg).iter(f"{SVG}rect")
        if "fill-opacity" in box.attrib
    )


def words(svg: str) -> list[str | None]:
    return [text.text for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_the_largest_number_has_the_full_shade_and_zero_has_none() -> None:
    drawing = table(mg.tensor([[0.0, 4.0, 1.0], [2.0, 0.0, 0.0]]), "ab", "xyz")
    assert [shade for _, _, shade in shades(drawing.svg)] == [0, 1, 0.25, 0.5, 0, 0]


def test_a_small_table_shows_its_numbers_and_says_them_all() -> None:
    drawing = table(mg.tensor([[0.25, 0.75]]), ["a"], ["<", "y"], title="Shares")
    assert words(drawing.svg) == ["Shares", "<", "y", "a", "0.25", "0.75"]
    assert drawing.text == "Shares. a: < 0.25, y 0.75."


def test_a_wide_table_says_the_largest_of_each_row() -> None:
    drawing = table(mg.eye(7), "abcdefg", "ABCDEFG", alt="Ones")
    assert len(words(drawing.svg)) == 14
    assert drawing.text.startswith("Ones. The largest of each row. a: A 1; b: B 1;")


def test_names_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"\[1, 3\] names, but numbers of shape \[1, 2\]"):
        table(mg.ones(1, 2), "a", "xyz")
