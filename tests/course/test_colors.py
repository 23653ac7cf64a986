"""Tests that a chapter and its lectures call the colors of their figures by the right names."""

import colorsys
import re

from minigrad.course.chapters import chapter_id
from minigrad.draw import palette
from tests.course.cells import fail_if, parametrize_chapters
from tests.course.claims import lectures_of
from tests.course.test_claims import CHAPTERS
from tests.course.test_prose import prose

HUES = {"orange": (15, 45), "blue": (195, 225), "pink": (315, 345)}  # degrees on the color wheel
COLOR = re.compile(r"\b(?:blue|orange|pink|gray|red|green|yellow|purple|brown)\b")

# By chapter: each phrase that names a color, in its notebook or in its lectures, and the color that
# the figure uses there, from the palette or as it stands in the lecture's code.
COLORS = {
    "1": [
        ("dashed orange arrows", "gradient-line"),
        ("orange field", "gradient"),
        ("orange box", "gradient"),
        ("gray arrows show how the values", "line"),
        ("gray arrows from y", "line"),
        ("gray arrows, inputs first", "line"),
        ("follows the orange arrows", "gradient-line"),
        ("orange arrows, from the result back", "gradient-line"),
        ("orange dots", "gradient-line"),
    ],
    "2": [
        ("each gray line,", "line"),
        ("the gray lines", "line"),
        ("the blue circle", "value-line"),
        ("to the blue curve", "value-line"),
    ],
    "3": [("orange arrows", "gradient-line")],
    "4": [
        ("the blue arrow", "value-line"),
        ("the orange arrow", "gradient-line"),
        ("the blue one above the weight", "value-line"),
    ],
    "6": [
        ("gray arrows: values flow forward", "line"),
        ("orange arrows: gradients flow back", "gradient-line"),
    ],
    "8": [
        ("a blue ring", "value-line"),
        ("with pink in its middle", "#c94f8c"),
        ("blue above its middle", "value-line"),
        ("blue rewards ink", "value-line"),
        ("pink punishes it", "#c94f8c"),
        ("blue weights are above 0", "value-line"),
        ("pink ones are below", "#c94f8c"),
        ("the pink in the middle rule out", "#c94f8c"),
    ],
    "10": [
        ("blue: v", "value-line"),
        ("orange: h times v", "gradient-line"),
        ("blue goes in", "value-line"),
        ("orange comes out", "gradient-line"),
    ],
    "10b": [
        ("orange box", "gradient"),
        ("orange arrows", "gradient-line"),
        ("blue: above 0", "value-line"),
        ("orange: below 0", "gradient-line"),
        ("along the blue arcs", "value-line"),
    ],
    "11": [("orange points", "gradient-line")],
    "11b": [("the orange cut", "gradient-line")],
}


def name_of(color: str) -> str:
    """Return the word for a color such as #d55e00, based on its hue. Without a hue, it's gray."""
    red, green, blue = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, _, saturation = colorsys.rgb_to_hls(red, green, blue)
    if max(red, green, blue) - min(red, green, blue) < 0.1:
        return "gray"
    names = [name for name, (least, most) in HUES.items() if least <= hue * 360 <= most]
    return names[0] if names else f"hue {hue * 360:.0f}, saturation {saturation:.2f}"


@parametrize_chapters(CHAPTERS)
def test_colors_named_in_a_chapter_are_those_of_its_figures(chapter: str) -> None:
    texts = [prose(chapter), *(path.read_text(encoding="utf-8") for path in lectures_of(chapter))]
    everything = " ".join("\n".join(texts).casefold().split())
    named = COLORS.get(chapter_id(chapter), [])
    for piece, color in named:
        assert piece in everything, piece
        assert color in palette.STILL or color in everything, color
        assert name_of(palette.STILL.get(color, color)) in piece, piece
    for piece, _ in named:
        everything = everything.replace(piece, "")
    left = [everything[max(0, m.start() - 30) : m.end() + 20] for m in COLOR.finditer(everything)]
    fail_if(left, f"COLORS in tests/course/test_colors.py lacks colors that {chapter} names.")
