"""Tests that the graph, the kept numbers, and the gradients follow the switch, by hand."""

import re
from itertools import product
from math import inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.explore.tracking import DETACH, END, FORWARD, FREEZE, KINDS, NO_GRAD, tracking
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers

X, W1, W2, W3 = 2, 3, 4, 5
WHOLE = (X * W2 * W3, X * W1 * W3, X * W1 * W2)
PLACES = [
    (kind, start, stop)
    for kind, start, stop in product(KINDS, range(4), range(4))
    if kind == NO_GRAD or stop == 2
]


def gradients(kind: str, start: int, stop: int) -> tuple[int | None, ...]:
    """Return the gradients. A cut stops whatever comes before it, and a freeze only one weight."""
    last = start if kind == DETACH else max(start, stop) * (start != stop)
    if kind == FREEZE:
        return tuple(None if k == start - 1 else grad for k, grad in enumerate(WHOLE))
    return tuple(None if k < last else grad for k, grad in enumerate(WHOLE))


def kept(kind: str, start: int, stop: int) -> list[int]:
    """Return what each product keeps: its left factor for the weight, and the weight for the way.

    A weight is kept if the left factor is tracked, and the left factor if the weight is.
    """
    numbers_kept: list[int] = []
    left, tracked = X, False
    for k, weight in enumerate((W1, W2, W3)):
        tracked &= not (kind == DETACH and start == k)
        if kind == NO_GRAD and min(start, stop) <= k < max(start, stop):
            tracked = False
        else:
            frozen = kind == FREEZE and start == k + 1
            numbers_kept += [left] * (not frozen) + [weight] * tracked
            tracked = tracked or not frozen
        left *= weight
    return numbers_kept


@pytest.fixture(scope="module")
def explorer():
    return check(tracking)


def frame_of(explorer, kind: str, start: int, stop: int, *, step: int):
    return explorer.at({"from": start}, switch=kind, to=stop, step=step)


def texts(piece: str) -> list[str]:
    root = ElementTree.fromstring(f"<g>{piece}</g>")
    return ["".join(text.itertext()) for text in root.iter("text")]


@pytest.mark.parametrize("place", PLACES)
def test_the_end_states_each_gradient(explorer, place) -> None:
    said, expected = frame_of(explorer, *place, step=END).sentence, gradients(*place)
    if not any(expected):
        assert "y = 120 isn't tracked, so no weight gets a gradient" in said
        return
    for name, grad, whole in zip(("w1", "w2", "w3"), expected, WHOLE, strict=True):
        news = f"{name}.grad = {grad}" + (f" instead of {whole}" if grad != whole else "")
        assert re.search(rf"{re.escape(news)}(,| and|\.)", said)


@pytest.mark.parametrize("place", PLACES)
def test_the_meter_shows_the_numbers_that_the_nodes_keep(explorer, place) -> None:
    frame = frame_of(explorer, *place, step=FORWARD)
    (meter,) = (k for k, piece in enumerate(frame.pieces) if "kept for backward" in piece)
    slots = [piece for piece in frame.pieces[meter + 1 : meter + 6] if piece]
    shown = [int(*texts(piece)) for piece in slots]
    assert shown == kept(*place)
    assert f"In all, {len(shown)} number" in frame.sentence


@pytest.mark.parametrize("place", PLACES)
def test_a_gradient_is_drawn_only_on_arrows_that_it_travels(explorer, place) -> None:
    """y sends 5 to b, and b sends 4 times that to a. Each also sends its weight's gradient."""
    grads = gradients(*place)
    last = place[1] if place[0] == DETACH else max(place[1:]) * (place[1] != place[2])
    way = (None, 20, 5)
    for line in range(3):
        pieces = frame_of(explorer, *place, step=END - line).pieces
        chips = [int(t) for piece in pieces if "data-along" in piece for t in texts(piece)]
        reached = any(grads) and (place[0] == FREEZE or line >= last)
        onward = line > (0 if place[0] == FREEZE else last)
        if place == (FREEZE, 1, 2):
            onward &= line > 1  # a has no tracked input, so it isn't in the graph
            reached &= line > 0
        expected = [way[line]] * (reached and onward) + [grads[line]] * reached
        assert chips == [number for number in expected if number is not None], (place, line)


def test_the_gradient_that_stops_is_said_where_it_stops(explorer) -> None:
    for kind in (DETACH, NO_GRAD):
        start = 1 if kind == NO_GRAD else 2
        frames = [frame_of(explorer, kind, start, 2, step=FORWARD + k) for k in (1, 2)]
        said = [frame.sentence for frame in frames]
        assert said[0] == "y has 1, and sends 24 to w3 and nothing to b."
        assert said[1] == "Nothing arrives at b = 24, so w2.grad = None."
    through = frame_of(explorer, FREEZE, 2, 2, step=FORWARD + 2).sentence
    assert through == "b has 5, and sends nothing to w2 and 20 to a."


@pytest.mark.parametrize("place", PLACES)
def test_it_says_whether_the_weight_that_it_asks_about_gets_a_gradient(explorer, place) -> None:
    gets = gradients(*place)[1] is not None
    stops = gradients(*place) != WHOLE
    for step in range(FORWARD, END + 1):
        frame = frame_of(explorer, *place, step=step)
        if place in ((NO_GRAD, 1, 2), (DETACH, 2, 2), (FREEZE, 2, 2)):
            assert not re.search("[✓✗]", frame.sentence)  # where the reader hasn't chosen yet
            continue
        mark = "✓ w2 gets its gradient.\n" if gets else "✗ w2 gets no gradient: "
        mark = mark if stops else "✗ Tracking stops nowhere: "
        assert frame.sentence.startswith(mark)
        (lit,) = (piece for piece in frame.pieces if "data-verdict" in piece)
        assert "w2 = 4" in lit


def test_nodes_off_the_path_keep_their_numbers_after_backward(explorer) -> None:
    """With detach() after b, the nodes of a and b keep 2, 6, and 4."""
    assert "so 3 numbers stayed in memory" in frame_of(explorer, DETACH, 2, 2, step=END).sentence
    assert "stayed in memory" not in frame_of(explorer, FREEZE, 2, 2, step=END).sentence


def test_lines_that_have_not_run_have_no_node_yet(explorer) -> None:
    for step in range(FORWARD + 1):
        names = re.findall(
            r">([aby] = \d+)<", "".join(frame_of(explorer, DETACH, 0, 0, step=step).pieces)
        )
        assert names == ["a = 6", "b = 24", "y = 120"][:step]


def test_it_opens_before_the_first_line(explorer) -> None:
    assert explorer.at() == frame_of(explorer, NO_GRAD, 1, 2, step=0)


def test_no_two_labels_overlap(explorer) -> None:
    check_no_overlap(explorer)


@pytest.mark.parametrize("x", [-0.125, 1e-7, 1e12, 0.0])
def test_any_numbers_fit_into_the_figure(x: float) -> None:
    check(lambda: tracking(x, (-1234.5, 1e-9, 1e9)))


@pytest.mark.parametrize("x", [inf, -inf, nan])
def test_numbers_that_are_not_finite_are_drawn(x: float) -> None:
    assert numbers(frame_of(tracking(x), DETACH, 0, 0, step=FORWARD).sentence)[0] == pytest.approx(
        x, nan_ok=True
    )


def test_another_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="pass three weights, not 2"):
        tracking(weights=(1.0, 2.0))
