"""Sliders: every picture is well-formed, says what it shows, and is where the link leads."""

import re
from math import cos, radians, sin
from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.course.figures.mixing_rows import ANGLES, mixing_rows
from minigrad.course.figures.slope import STEPS, slope
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing, draw_graph

SVG = "{http://www.w3.org/2000/svg}"


def two_outputs(x):
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


SLIDERS = {
    "slope": lambda: slope(lambda x: x**2, at=1.0),
    "mixing_rows": lambda: mixing_rows(two_outputs, [1.0, 2.0, 3.0]),
}
each_slider = pytest.mark.parametrize("make", SLIDERS.values(), ids=SLIDERS)


def pictures(made: Stepper) -> list[str]:
    stack = made.widget.children[1]
    return [re.findall(r"<svg.*</svg>", page.value, re.DOTALL)[0] for page in stack.children]


def sentences(made: Stepper) -> list[str]:
    return [ElementTree.fromstring(svg).get("aria-label", "") for svg in pictures(made)]


@each_slider
def test_every_picture_is_well_formed_named_and_of_one_size(make) -> None:
    made = make()
    roots = [ElementTree.fromstring(svg) for svg in [*pictures(made), made.still]]
    assert all(root.get("role") == "img" and root.get("aria-label") for root in roots)
    assert len({root.get("viewBox") for root in roots[:-1]}) == 1
    assert not any(element.get("id") for root in roots for element in root.iter())


@each_slider
def test_text_stays_inside_its_picture(make) -> None:
    for svg in pictures(make()):
        root = ElementTree.fromstring(svg)
        width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
        for text in root.iter(f"{SVG}text"):
            assert 0 <= float(text.get("x", 0)) <= width
            assert 0 <= float(text.get("y", 0)) <= height


@each_slider
def test_the_slider_moves_the_stack(make) -> None:
    widget = make().widget
    slider, stack, _ = widget.children
    assert widget.link.source == (slider, "index")
    assert widget.link.target == (stack, "selected_index")
    assert len(slider.options) == len(stack.children)
    assert slider.index == stack.selected_index


@each_slider
def test_two_makings_give_the_same_pictures(make) -> None:
    assert pictures(make()) == pictures(make())


@each_slider
def test_without_a_widget_there_are_a_still_and_sentences(make) -> None:
    made = make()
    forms = made._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in forms
    ElementTree.fromstring(forms["image/svg+xml"])
    told = forms["text/plain"].splitlines()
    assert "run" in told[0]
    assert {line.removeprefix("- ") for line in told[1:]} <= set(sentences(made))


def test_slope_tells_what_numpy_computes_in_float32() -> None:
    import numpy as np

    one = np.float32(1)
    for h, told in zip(STEPS, sentences(slope(lambda x: x**2, at=1.0)), strict=True):
        secant = float(((one + np.float32(h)) ** 2 - one) / np.float32(h))
        assert told.startswith(f"h = {h:g}: the secant has slope {secant:.6g}, the tangent 2;")


def test_rows_are_mixed_by_the_weights() -> None:
    for angle, told in zip(ANGLES, sentences(SLIDERS["mixing_rows"]()), strict=True):
        v = cos(radians(angle)), sin(radians(angle))
        expected = [2 * v[0], v[0] + v[1], 6 * v[1]]
        result = [float(number) for number in told.split("[")[-1].rstrip("].").split(",")]
        assert result == pytest.approx(expected, abs=0.006)


def test_stepper_wants_as_many_labels_as_frames() -> None:
    frame = draw_graph(mg.tensor(1.0))
    with pytest.raises(ValueError, match="1 frames, 2 labels"):
        stepper([frame], ["a", "b"], name="letter")


def test_stepper_wants_frames_with_a_view_box() -> None:
    frame = Drawing("<svg></svg>", "nothing")
    with pytest.raises(ValueError, match="viewBox"):
        stepper([frame], ["a"], name="letter")
