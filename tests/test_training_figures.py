"""The figures of chapters 3 to 5 show, over every position, what closed forms say."""

import re
from math import acos, cos
from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.course.figures import accumulation, panels, sgd, tracking
from minigrad.course.figures.axes import Axes
from minigrad.course.sliders import Stepper

SVG = "{http://www.w3.org/2000/svg}"
SLIDERS = {
    "cut": tracking.cut_along_a_chain,
    "two runs": accumulation.two_runs,
    "learning rates": sgd.learning_rates,
}
each_slider = pytest.mark.parametrize("make", SLIDERS.values(), ids=SLIDERS)


def pages(made: Stepper) -> list[ElementTree.Element]:
    values = [page.value for page in made.widget.children[1].children]
    return [ElementTree.fromstring(re.findall(r"(?s)<svg.*</svg>", value)[0]) for value in values]


def told(made: Stepper) -> list[str]:
    return [root.attrib["aria-label"].replace("−", "-") for root in pages(made)]


def numbers(pattern: str, text: str) -> list[float]:
    match = re.search(pattern.replace("#", r"(-?\d[\d.]*(?:e[-+]?\d+)?)"), text)
    assert match is not None, text
    return [float(group.rstrip(".")) for group in match.groups()]


@each_slider
def test_every_frame_is_a_picture_of_one_size_with_its_text_inside(make) -> None:
    roots = pages(make())
    assert len({root.get("viewBox") for root in roots}) == 1
    for root in roots:
        width, height = (float(number) for number in root.attrib["viewBox"].split()[2:])
        for text in root.iter(f"{SVG}text"):
            size = float(text.get("font-size", 13))
            length = 0.62 * size * len("".join(text.itertext()))
            shift = {"middle": length / 2, "end": length}.get(text.get("text-anchor", ""), 0)
            left = float(text.attrib["x"]) - shift
            if text.get("text-anchor"):  # a group may say where its texts are anchored
                assert left >= 0
                assert left + length <= width
            assert size <= float(text.attrib["y"]) <= height


@each_slider
def test_slider_and_pictures_are_linked(make) -> None:
    slider, stack = make().widget.children[:2]
    assert len(slider.options) == len(stack.children)
    assert slider.index == stack.selected_index


def test_a_cut_leaves_gradients_after_it_as_they_were() -> None:
    whole = [40, 30, 24]  # x w2 w3, x w1 w3, x w1 w2
    for cut in range(4):
        y, grads = tracking.gradients(cut)
        assert y == 120
        assert grads == [None] * cut + whole[cut:]


def test_the_cut_tells_each_gradient() -> None:
    assert told(tracking.cut_along_a_chain()) == [
        "No detach(): w1.grad = 40, w2.grad = 30, w3.grad = 24.",
        "detach() after layer 1: w2.grad = 30, w3.grad = 24; None for w1.",
        "detach() after layer 2: w3.grad = 24; None for w1 and w2.",
        "detach() after layer 3: y has no graph left, and no weight gets a gradient.",
    ]


def test_gradients_pass_only_where_nothing_is_cut() -> None:
    arrows = [len(re.findall("mg-backward", svg)) for svg in map(_text, range(4))]
    # three edges along the chain and three to the weights, and the key's sample
    assert arrows == [5 + 1 + 1, 4 + 1, 2 + 1, 0 + 1]


def _text(cut: int) -> str:
    return tracking.cut_chain(cut).svg


def test_two_runs_follow_their_closed_forms() -> None:
    """Zeroed, the error shrinks by 1 - 2 lr; never zeroed, it swings: cos((t + 1/2) a)."""
    angle = acos(1 - accumulation.LR)
    for step, text in enumerate(told(accumulation.two_runs())):
        never = 1 - cos((step + 0.5) * angle) / cos(angle / 2)
        zeroed = 1 - (1 - 2 * accumulation.LR) ** step
        pattern = r"Never zeroed: w = #, loss #.*Zeroed: w = #, loss #"
        w1, loss1, w0, loss0 = numbers(pattern, text)
        assert [w1, w0] == pytest.approx([never, zeroed], abs=0.0051)
        assert [loss1, loss0] == pytest.approx([(never - 1) ** 2, (zeroed - 1) ** 2], abs=0.00051)


def test_what_grad_holds_is_the_sum_of_all_gradients() -> None:
    states = accumulation.run(zeroing=False)
    total = 0.0
    for w, _, held in states:
        total += 2 * (w - accumulation.TARGET)
        assert held == pytest.approx(total, abs=1e-4)


def test_each_learning_rate_multiplies_the_error_by_its_factor() -> None:
    for lr, text in zip(sgd.RATES, told(sgd.learning_rates()), strict=True):
        factor = 1 - 8 * lr
        says, w = numbers(r"error by #, .* w = #, loss", text)
        assert says == pytest.approx(factor, abs=0.0051)
        assert w == pytest.approx(3 - 2 * factor**sgd.STEPS, rel=1e-3, abs=6e-4)
        assert ("comes nearer" in text) == (abs(factor) < 1 - 1e-6 and abs(factor) > 1e-6)
        assert ("farther" in text) == (abs(factor) > 1 + 1e-6)


def test_learning_rates_reach_from_crawling_past_the_limit() -> None:
    assert min(sgd.RATES) < 0.01 / sgd.L
    assert {1 / sgd.L, 2 / sgd.L} <= set(sgd.RATES)
    assert max(sgd.RATES) > 2 / sgd.L
    assert list(sgd.RATES) == sorted(set(sgd.RATES))


def test_a_trail_ends_where_it_leaves_the_axes() -> None:
    axes = Axes(0, 0, 100, 100, (0, 10), (0, 10))
    trail = panels.trail(axes, [(1, 1), (2, 8), (4, 16), (5, 5)], "#000000")
    assert 'd="M10.0 90.0L20.0 20.0L25.0 0.0"' in trail


def test_a_point_outside_the_axes_is_not_marked() -> None:
    axes = Axes(0, 0, 100, 100, (0, 10), (0, 10))
    assert "circle" in panels.mark(axes, (5, 5))
    assert "circle" not in panels.mark(axes, (5, 11))


def test_the_line_tells_its_equation_and_the_farthest_point() -> None:
    x, y = mg.tensor([0.0, 1.0, 2.0]), mg.tensor([1.0, 3.5, 5.0])
    text = sgd.line(x, y, mg.tensor([2.0]), mg.tensor([1.0])).text
    assert "3 points and the line y = 2.00 x + 1.00" in text
    assert "0.50 from the line" in text


def test_the_boundary_tells_the_share_of_points_on_their_side() -> None:
    points = mg.tensor([[-0.5, 0.0], [0.5, 0.0], [0.7, 0.0], [0.9, 0.0]])
    labels = mg.tensor([0.0, 1.0, 1.0, 0.0])
    drawing = sgd.boundary(points, labels, lambda p: p[:, 0])
    assert "75% of the points" in drawing.text
    ElementTree.fromstring(drawing.svg)
