"""Tests that the picture shows vᵀJ, with a Jacobian that's worked out by hand."""

import html
import json
import re
from itertools import pairwise
from itertools import product as each_of
from math import hypot, inf, nan
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.explore.frames import Frame
from minigrad.explore.program import Program
from minigrad.explore.vector_jacobian import PARTS, START, WEIGHTS, product, vector_jacobian
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check, phrases_in
from tests.explore.numbers import numbers
from tests.explore.panels import Panel
from tests.explore.test_front import frames_in_page, needs_node, run

X = [1.0, 2.0, 3.0]
BEYOND = 575.0  # the right of the planes
ORANGE = LIVE["gradient-line"]
CORNERS = list(each_of((0.0, 1.25, 2.0), (1.0, 2.0, 2.75), (2.0, 3.0), (-2.0, 1.0), (-0.5, 1.5)))


def f(x):
    return mg.stack([x[0] * x[1], x[1] + x[2] ** 2])


def jacobian(x0: float, x1: float, x2: float) -> np.ndarray:
    return np.array([[x1, x0, 0.0], [0.0, 1.0, 2 * x2]])


@pytest.fixture(scope="module")
def explorer():
    return check(lambda: vector_jacobian(f, X, formula=["x₀ · x₁", "x₁ + x₂²"]))


def shown(explorer, *setting: float):
    named = dict(zip(("x₀", "x₁", "x₂", "v₀", "v₁"), setting, strict=True))
    return explorer.at(named | {"part": PARTS[-1]})


class Planes:
    """The dots and the arrows of a frame, in the units of each plane."""

    def __init__(self, frame) -> None:
        inputs = Panel(frame, "inputs → x₀ ↑ x₁")
        drawn = [ElementTree.fromstring(piece) for piece in frame.pieces if piece]

        ticks = [
            e for e in drawn if e.get("fill") == LIVE["faint"] and float(e.attrib["x"]) < BEYOND
        ]
        self.ticks = [float((e.text or "").replace("−", "-")) for e in ticks]
        count = sum(e.get("text-anchor") == "middle" for e in ticks)
        across, up = ticks[:count], ticks[count:]
        x = np.polyfit([float(e.attrib["x"]) for e in across], self.ticks[:count], 1)
        y = np.polyfit([float(e.attrib["y"]) - 4.5 for e in up], self.ticks[count:], 1)

        def outputs(place):
            return float(np.polyval(x, place[0])), float(np.polyval(y, place[1]))

        circles = [e for e in drawn if e.get("r") == "6"]
        here, there = [(float(e.attrib["cx"]), float(e.attrib["cy"])) for e in circles]
        self.x, self.y = inputs.at(here), outputs(there)
        v, product = (
            next(
                e for e in drawn if e.tag in ("g", "circle") and name in e.get("data-gradient", "")
            )
            for name in ("× y₀", "vᵀJ|")
        )
        self.v = np.subtract(outputs(tip_of(v)), self.y)
        self.product = np.subtract(inputs.at(tip_of(product)), self.x)
        self.unit = abs(1 / x[0]), abs(1 / y[0])


def tip_of(arrow: ElementTree.Element) -> tuple[float, float]:
    """Return where an arrow ends. One that is too short for a head is a disk.

    One that leaves its plane has no head.
    """
    if arrow.tag == "circle":
        return float(arrow.attrib["cx"]), float(arrow.attrib["cy"])
    places = [float(n) for n in re.findall(r"-?[\d.]+", arrow[-1].attrib["d"])]
    x, y = places[:2] if len(arrow) > 1 else places[-2:]
    return x, y


@pytest.mark.parametrize("setting", CORNERS)
def test_the_sentence_is_an_equation_that_holds(explorer, setting) -> None:
    *x, v0, v1 = setting
    J, v = jacobian(*x), np.array([v0, v1])
    sentence = shown(explorer, *setting).sentence
    said = numbers(sentence.splitlines()[-1])
    expected = [v0, *J[0], abs(v1), *J[1], *(v @ J), v0, abs(v1)]
    assert said == pytest.approx(expected, abs=5e-4)
    assert (" − " in sentence) == (v1 < 0)


@pytest.mark.parametrize("setting", CORNERS)
def test_a_dot_is_at_the_input_and_another_at_the_output(explorer, setting) -> None:
    (x0, x1, x2), planes = setting[:3], Planes(shown(explorer, *setting))
    assert planes.x == pytest.approx((x0, x1), abs=0.01)
    assert planes.y == pytest.approx((x0 * x1, x1 + x2**2), abs=0.01)


@pytest.mark.parametrize("setting", CORNERS)
def test_the_lengths_of_v_and_of_the_product_are_those_of_the_key(explorer, setting) -> None:
    """So the arrow grows as the product does: twice the v, twice the arrow."""
    *x, v0, v1 = setting
    planes = Planes(shown(explorer, *setting))
    assert planes.v == pytest.approx([2 * v0, 2 * v1], abs=0.02)
    product = (np.array([v0, v1]) @ jacobian(*x))[:2]
    assert 2 * planes.product == pytest.approx(in_plane(x, product / 2) * 2, abs=0.02)
    assert planes.unit[0] == pytest.approx(planes.unit[1])
    assert any("sizes: v × 2, vᵀJ × 0.5" in piece for piece in shown(explorer, *setting).pieces)


def in_plane(x, arrow: np.ndarray) -> np.ndarray:
    """Return the part of an arrow from x that's inside the plane of the inputs."""
    ends = np.array([X[0] - 2, X[1] - 7 / 3]), np.array([X[0] + 2, X[1] + 7 / 3])
    parts = [
        (ends[int(to > 0)][axis] - x[axis]) / to for axis, to in enumerate(arrow) if abs(to) > 1e-9
    ]
    return arrow * min([1.0, *parts])


def test_the_plane_of_the_outputs_stays_while_x_is_moved(explorer) -> None:
    dragged = each_of((0.0, 0.75, 2.0), (1.0, 2.25, 3.0), (2.0, 3.0, 3.5, 4.0))
    assert len({tuple(Planes(shown(explorer, *x, 1.0, 0.0)).ticks) for x in dragged}) == 1


def test_every_output_is_inside_the_plane(explorer) -> None:
    left, top, wide, high, *_ = explorer.program.data["outputs"]
    for x in each_of(*([a + k / 2 for k in range(5)] for a in (0, 1, 2))):
        _, (cx, cy) = centers(shown(explorer, *x, 1.0, 0.0))
        assert left + 20 <= cx <= left + wide - 20
        assert top + 20 <= cy <= top + high - 20


def centers(frame) -> list[tuple[float, float]]:
    found = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)" r="6"', "".join(frame.pieces))
    return [(float(x), float(y)) for x, y in found]


@pytest.mark.parametrize("setting", CORNERS)
def test_the_ticks_of_the_outputs_are_round_numbers(explorer, setting) -> None:
    assert all(tick % 5 == 0 for tick in Planes(shown(explorer, *setting)).ticks)


def paths(piece: str) -> list[list[float]]:
    """Return the numbers in the paths of a piece: starts, and steps from there."""
    found = [path.attrib["d"] for path in ElementTree.fromstring(piece).iter("path")]
    return [[float(n) for n in re.findall(r"-?\d+\.?\d*", d)] for d in found]


def rulers(explorer, setting) -> list[str]:
    return [piece for piece in shown(explorer, *setting).pieces if 'opacity="0.55"' in piece]


@pytest.mark.parametrize("setting", CORNERS)
def test_the_lines_are_at_right_angles_to_v_and_to_its_product(explorer, setting) -> None:
    *x, v0, v1 = setting
    pulled = (np.array([v0, v1]) @ jacobian(*x))[:2]
    for piece, across in zip(rulers(explorer, setting), ((v0, v1), pulled), strict=True):
        for _, _, dx, dy in paths(piece):
            if hypot(dx, dy) < 30:
                continue  # a corner of the plane, where rounding counts
            cosine = (dx * across[0] - dy * across[1]) / hypot(dx, dy) / hypot(*across)
            assert cosine == pytest.approx(0, abs=0.01)


def test_a_ruler_pulled_back_is_finer_by_the_length_of_the_product(explorer) -> None:
    """The distance of its lines is inversely proportional to the length of v and of vᵀJ."""
    setting = (*X, 1.0, 0.0)
    gaps = []
    for piece, across in zip(rulers(explorer, setting), ((1.0, 0.0), (2.0, 1.0)), strict=True):
        sides = sorted(
            (x * across[0] - y * across[1]) / hypot(*across) for x, y, _, _ in paths(piece)
        )
        gaps.append(float(np.median(np.diff(sides))))
    in_units = gaps[0] / Planes(shown(explorer, *setting)).unit[0], gaps[1] * 4 / 240
    assert in_units[0] / in_units[1] == pytest.approx(hypot(2, 1), rel=0.02)


def test_rows_are_stronger_for_larger_weights(explorer) -> None:
    def strengths(v0: float, v1: float) -> list[float]:
        pieces = "".join(shown(explorer, *X, v0, v1).pieces)
        return [float(each) for each in re.findall(r'fill-opacity="([\d.]+)"', pieces)][:2]

    for v0, v1 in each_of(WEIGHTS, repeat=2):
        first, second = strengths(v0, v1)
        assert (first > second, first == second) == (abs(v0) > abs(v1), abs(v0) == abs(v1))


@pytest.mark.parametrize("setting", [(*X, v0, v1) for v0 in WEIGHTS for v1 in WEIGHTS])
def test_a_verdict_says_whether_v_answers_the_question(explorer, setting) -> None:
    """With x₀ = 1, the slope along x₁ is v₀ + v₁. If v is zero, that isn't an answer."""
    *_, v0, v1 = setting
    frame = shown(explorer, *setting)
    expected = "✓" if v0 and not v0 + v1 else "✗"
    expected = "" if (v0, v1) == START else expected  # nothing was chosen
    assert "".join(re.findall("[✓✗]", frame.sentence)) == expected
    assert sum("mg-badge" in piece for piece in frame.pieces) == len(expected)
    if not expected:
        return
    if v0 or v1:
        line = frame.sentence.splitlines()[0]
        assert numbers(line) == [v0, 1, abs(v1), 1, v0 + v1]


def test_play_adds_the_rows_tip_to_tail(explorer) -> None:
    """The rows start at x. The first is weighed, then the second moves to its tip."""
    frames = [explorer.at(part=part) for part in PARTS]
    inputs = Panel(frames[0], "inputs → x₀ ↑ x₁")
    first, second = jacobian(*X)[:, :2] / 2
    v0, v1 = START
    expected = [
        (first, second),
        (v0 * first, second),
        *[(v0 * first, v0 * first + v1 * second)] * 2,
    ]
    for frame, ends in zip(frames, expected, strict=True):
        seen = [np.subtract(inputs.at(tip_of(arrow)), X[:2]) for arrow in shares(frame)]
        assert np.array(seen) == pytest.approx(np.array(ends), abs=0.02)


def shares(frame) -> list[ElementTree.Element]:
    """Return the arrows of the rows, which aren't next to the table."""
    drawn = [ElementTree.fromstring(piece) for piece in frame.pieces if piece]
    thin = [e for e in drawn if e.tag == "g" and len(e) and e[-1].get("fill") == ORANGE]
    rows = [e for e in thin if e[0].get("stroke-width") == "2"]
    return [e for e in rows if float(re.findall(r"[\d.]+", e[0].attrib["d"])[0]) < 300][:2]


@pytest.mark.parametrize("setting", CORNERS)
def test_the_weighted_rows_lead_to_the_product(explorer, setting) -> None:
    *x, v0, v1 = setting
    inputs = Panel(shown(explorer, *setting), "inputs → x₀ ↑ x₁")
    first, both = v0 * jacobian(*x)[0, :2], (np.array([v0, v1]) @ jacobian(*x))[:2]
    expected = [first / 2, both / 2]
    if any((in_plane(x, end) != end).any() for end in expected):
        return  # only a part of the way is in the plane
    for arrow, end in zip(shares(shown(explorer, *setting)), expected, strict=True):
        assert np.subtract(inputs.at(tip_of(arrow)), x[:2]) == pytest.approx(end, abs=0.02)


def test_a_short_arrow_is_in_front_of_the_dot_where_it_starts(explorer) -> None:
    """With v = [0, 0.5], the product's arrow is 15 pixels long, and the dot's radius is 6."""
    pieces = [piece for piece in shown(explorer, *X, 0.0, 0.5).pieces if piece]
    (arrow,) = (k for k, one in enumerate(pieces) if "vᵀJ|" in one and one.startswith("<g"))
    (here, _) = (k for k, one in enumerate(pieces) if 'r="6"' in one)
    assert arrow > here
    tip = tip_of(ElementTree.fromstring(pieces[arrow]))
    dot, _ = centers(shown(explorer, *X, 0.0, 0.5))
    assert np.subtract(tip, dot) == pytest.approx([0, -15], abs=0.1)


def test_the_product_and_its_name_stay_in_the_plane_of_the_inputs(explorer) -> None:
    for at in explorer.positions:
        for narrow, data in ((False, {}), (True, explorer.narrow.data)):
            values = explorer.values(at)
            pieces = explorer.narrow.pieces(*values) if narrow else explorer.frames[at].pieces
            left, top, wide, high, *_ = (explorer.program.data | dict(data))["inputs"]
            drawn = [ElementTree.fromstring(piece) for piece in pieces if piece]
            if not any("vᵀJ|" in piece for piece in pieces):
                continue  # not added up yet
            (name,) = (e for e in drawn if e.text == "vᵀJ" and e.get("stroke-width") == "3")
            arrows = [e for e in drawn if e.get("data-gradient", "").startswith("vᵀJ|")]
            x, y = tip_of(next(e for e in arrows if e.tag != "rect"))
            assert left - 0.1 <= x <= left + wide + 0.1
            assert top - 0.1 <= y <= top + high + 0.1
            assert left + 12 <= float(name.attrib["x"]) <= left + wide - 12


def same_figure(frame, in_page) -> None:
    both = frame.pieces, in_page["pieces"]
    assert in_page["sentence"] == frame.sentence
    assert len(both[0]) == len(both[1])
    texts = [html.unescape(re.sub(r"(<[^>]*>)+", "|", "".join(pieces))) for pieces in both]
    assert texts[0] == texts[1]
    assert set(phrases_in(*both[1])) == set(phrases_in(*both[0]))
    for mine, other in zip(*both, strict=True):  # to a tenth of a pixel
        if (ORANGE in mine and "<path" in mine) or re.match("<(circle|text|rect)", mine):
            numerals = [
                [float(n) for n in re.findall(r'="(-?[\d.]+)|[ML](-?[\d.]+)', one) for n in n if n]
                for one in (mine, other)
            ]
            assert sorted(numerals[0]) == pytest.approx(sorted(numerals[1]), abs=0.11)
        else:  # Python clips lines itself, so they're the page's lines, or parts of them
            lines = [line for d in lines_in(other) for line in pairwise(ends(d))]
            for place in (place for d in lines_in(mine) for place in ends(d)):
                assert min(distance(place, *line) for line in lines) < 0.3, (mine, other)


def lines_in(piece: str) -> list[str]:
    return re.findall(r' d="([^"]+)"[^>]*stroke-linejoin', piece)


def ends(d: str) -> list[complex]:
    """Return the places of a path that moves to absolute ones, and draws lines."""
    places: list[complex] = []
    for command, x, y in re.findall(r"([MLl])(-?[\d.]+)[ ,]?(-?[\d.]+)", d):
        start = places[-1] if command == "l" else 0
        places.append(start + complex(float(x), float(y)))
    return places


def distance(place: complex, start: complex, end: complex) -> float:
    """Return how far a place is from a line between two others."""
    if start == end:
        return abs(place - start)
    along = ((place - start) / (end - start)).real
    return abs(place - start - min(max(along, 0), 1) * (end - start))


@needs_node
def test_the_page_and_python_draw_the_same_figure(explorer) -> None:
    positions = [list(at) for at in explorer.positions]
    for at, in_page in zip(positions, frames_in_page(explorer, positions), strict=True):
        same_figure(explorer.frames[tuple(at)], in_page)


@needs_node
def test_a_phone_and_python_draw_the_same_figure(explorer) -> None:
    positions = [list(at) for at in explorer.positions]
    data = explorer.program.data | dict(explorer.narrow.data)
    phone = SimpleNamespace(program=Program("product", data))
    for at, in_page in zip(positions, frames_in_page(phone, positions), strict=True):
        frame = explorer.frames[tuple(at)]
        pieces = explorer.narrow.pieces(*explorer.values(tuple(at)))
        same_figure(Frame(pieces, frame.sentence), in_page)


@needs_node
def test_the_handle_is_in_front_of_the_arrow_and_follows_it(explorer) -> None:
    """A press on the handle leaves v as it is, wherever x has moved the arrow."""
    settings = [(*X, 1.0, -1.5), (1.5, 1.25, 3.5, -0.5, 2.0)]
    unit = Planes(shown(explorer, *X, 1.0, 0.0)).unit[0]
    grip = json.dumps({"moves": [3, 4], "grid": explorer.grips[0].grid, "tail": (4, 4)})
    for setting in settings:
        at = list(
            explorer.position(dict(zip(("x₀", "x₁", "x₂", "v₀", "v₁"), setting, strict=True)))
        )
        (frame,) = frames_in_page(explorer, [at])
        held = f"movedGrip({grip}, {frame['moved'][0]})"
        handle = run("places.js", f"pointOf({held}, {at}, [])")
        _, dot = centers(shown(explorer, *setting))
        arrow = np.multiply(setting[3:], (2 * unit, -2 * unit))  # pixels
        ahead = arrow * (1 + 17 / hypot(*arrow))
        assert np.subtract(handle, dot) == pytest.approx(ahead, abs=0.2)
        sizes = [9] * 5 + [len(PARTS)]
        assert run("places.js", f"nearest({held}, {handle}, {at}, {sizes})")["at"] == at


def test_the_product_is_the_engines() -> None:
    assert product(f, X, [10.0, 1.0]) == [20.0, 11.0, 6.0]


def test_two_inputs_are_drawn_and_no_two_labels_overlap(explorer) -> None:
    check_no_overlap(explorer)
    check_no_overlap(check(lambda: vector_jacobian(lambda x: x**2, [1.0, -2.0])))


@pytest.mark.parametrize("factor", [nan, inf, 0.0, 1e-8, 1e6])
def test_any_numbers_are_drawn(factor: float) -> None:
    check(lambda: vector_jacobian(lambda x: factor * x, [0.0, 100.0]))


@pytest.mark.parametrize(
    ("function", "x", "error", "words"),
    [
        (lambda x: x.sum(), [1.0, 2.0], ValueError, r"not shape \[\]"),
        (lambda x: x, [1.0, 2.0, 3.0], ValueError, r"not shape \[3\]"),
        (lambda x: x, [1.0, nan], ValueError, "must be finite"),
        (lambda x: x, [1.0], ValueError, "two or three inputs, not 1"),
        (lambda x: x.detach(), [1.0, 2.0], ValueError, "doesn't depend on its input"),
        (lambda x: 3.0, [1.0, 2.0], TypeError, "must return a tensor, not float"),
    ],
)
def test_undrawable_functions_are_reported(function, x, error, words: str) -> None:
    with pytest.raises(error, match=words):
        vector_jacobian(function, x)
