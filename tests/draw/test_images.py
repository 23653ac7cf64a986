"""Tests for drawings of images: more ink for larger numbers, captions, and a description."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.draw import images

SVG = "{http://www.w3.org/2000/svg}"


def squares(svg: str) -> list[tuple[float, float, float]]:
    """Return the left edge, top edge, and amount of ink of each square."""
    return [
        (float(x), float(y), float(path.attrib["fill-opacity"]))
        for path in ElementTree.fromstring(svg).iter(f"{SVG}path")
        for x, y in re.findall(r"M([\d.]+) ([\d.]+)h", path.attrib["d"])
    ]


def test_each_pixel_is_a_square_at_its_row_and_column_with_the_right_ink() -> None:
    drawing = images(mg.tensor([[[0.0, 1.0], [0.5, 0.0]]]))
    assert sorted(squares(drawing.svg)) == [(16, 23, 0.5), (23, 16, 1.0)]


def test_images_are_arranged_in_the_given_number_of_columns() -> None:
    corners = squares(images(np.ones((3, 1, 1)), columns=2).svg)
    (one, two, three) = sorted(corners, key=lambda at: (at[1], at[0]))
    assert one[1] == two[1] < three[1]
    assert one[0] == three[0] < two[0]


def test_captions_are_below_the_images_and_in_the_description() -> None:
    drawing = images(mg.ones(2, 1, 1), ["<7>", 3], alt="Two digits.")
    root = ElementTree.fromstring(drawing.svg)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["<7>", "3"]
    assert drawing.text == "Two digits. 2 pictures of 1 by 1 pixels: <7>, 3."
    assert root.attrib["aria-label"] == drawing.text


@pytest.mark.parametrize(
    ("pictures", "captions", "words"),
    [
        (np.ones((8, 8)), [], r"must have shape \[n, height, width\], not \[8, 8\]"),
        (np.ones((0, 8, 8)), [], r"not \[0, 8, 8\]"),
        (np.ones((2, 8, 8)), ["one"], "2 pictures, 1 captions"),
    ],
)
def test_undrawable_input_is_reported(pictures, captions, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        images(pictures, captions)


def test_blank_and_nan_pixels_stay_white() -> None:
    assert squares(images(np.zeros((1, 2, 2))).svg) == []
    assert len(squares(images(np.array([[[np.nan, 1.0]]])).svg)) == 1
