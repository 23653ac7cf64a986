"""Where tracking stops: gradients, nodes and memory at every cut, worked out by hand."""

import re
from math import inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.explore.tracking import DETACH, FREEZE, NO_GRAD, WAYS, tracking
from tests.explore.apart import check_texts_apart
from tests.explore.checks import check
from tests.explore.numbers import numbers

X, W1, W2, W3 = 2, 3, 4, 5
WHOLE = (X * W2 * W3, X * W1 * W3, X * W1 * W2)
CUTS = {0: WHOLE, 1: (None, *WHOLE[1:]), 2: (None, None, WHOLE[2]), 3: (None, None, None)}
FROZEN = {
    0: WHOLE,
    1: (None, *WHOLE[1:]),
    2: (WHOLE[0], None, WHOLE[2]),
    3: (*WHOLE[:2], None),
}
NODES = {DETACH: (3, 2, 1, 0), NO_GRAD: (3, 2, 1, 0), FREEZE: (3, 2, 3, 3)}
ALL = [(i, cut) for i in range(len(WAYS)) for cut in range(4)]


def gradients(i: int, cut: int) -> tuple[int | None, ...]:
    return (FROZEN if WAYS[i] == FREEZE else CUTS)[cut]


@pytest.fixture(scope="module")
def chain():
    return check(tracking)


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_the_sentence_tells_each_gradient(chain, i: int, cut: int) -> None:
    told = chain.frames[i, cut].sentence
    expected = gradients(i, cut)
    if not any(expected):
        assert "y = 120 is not tracked, and no weight gets a gradient" in told
        return
    for name, grad, whole in zip(("w1", "w2", "w3"), expected, WHOLE, strict=True):
        news = f"{name}.grad = {grad}" + (f" instead of {whole}" if grad != whole else "")
        assert f"{news}," in told or f"{news};" in told


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_the_nodes_that_are_left_are_counted_and_drawn(chain, i: int, cut: int) -> None:
    frame, left = chain.frames[i, cut], NODES[WAYS[i]][cut]
    assert f"{left} of 3 multiplications" in frame.sentence
    assert sum("Backward0" in piece for piece in frame.pieces) == left


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_gradients_are_drawn_only_where_they_pass(chain, i: int, cut: int) -> None:
    """One dashed arrow to the last node, one for each tracked input of a node that is left."""
    arrows = sum(piece.count("mg-backward") for piece in chain.frames[i, cut].pieces) - 1  # the key
    after_a_cut = 0 if cut == 3 else 1 + (3 - cut) + (3 - cut - 1)
    frozen = 4 if cut == 1 else 5  # with w1 frozen, layer 1 has no node to go on to
    assert arrows == (frozen if WAYS[i] == FREEZE and cut else 6 if not cut else after_a_cut)


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_below_each_layer_stands_the_gradient_of_its_weight(chain, i: int, cut: int) -> None:
    drawn = []
    for piece in chain.frames[i, cut].pieces:
        words = "".join(ElementTree.fromstring(piece).itertext()) if piece else ""
        drawn += re.findall(r"grad\u00a0(\d+|None)", words)
    assert drawn == [str(gradient) for gradient in gradients(i, cut)]


def test_it_opens_without_a_cut(chain) -> None:
    assert [control.values[control.start] for control in chain.controls] == [DETACH, 0]


def test_shared_memory_is_told(chain) -> None:
    for cut in range(1, 4):
        detached, unrecorded, frozen = (chain.frames[i, cut].sentence for i in range(3))
        assert detached.endswith("What it gives shares its memory with the layer.")
        assert unrecorded.endswith(f"Layer {cut} saves nothing.")
        assert frozen.endswith(f"w{cut} keeps the same memory.")


def test_other_values() -> None:
    explorer = check(lambda: tracking(1.5, (-2.0, 0.25, 8.0)))
    sentence = explorer.frames[0, 0].sentence.split(";")[0]  # y = -6
    assert numbers(re.sub(r"w\d", "w", sentence)) == [3, -24, -0.75]


@pytest.mark.parametrize("number", [nan, inf, 0.0, 1e30, 123456.789])
def test_unfriendly_numbers_are_drawn(number: float) -> None:
    check(lambda: tracking(number, (number, 1.0, number)))


def test_no_text_covers_another(chain) -> None:
    check_texts_apart(chain)
    check_texts_apart(tracking(1234.567, (-1e30, 1e-9, 3.3333)))


def test_three_weights_are_needed() -> None:
    with pytest.raises(ValueError, match="three weights are needed, not 2"):
        tracking(2.0, (1.0, 2.0))
