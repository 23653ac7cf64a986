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
WHOLE = (2 * X * W1 * W2 * W3, X * W1 * W3 * W1, X * W1 * W2 * W1)
ONCE = X * W1 * W2 * W3  # what reaches w1 through its second use alone
CUTS = {
    0: WHOLE,
    1: (ONCE, *WHOLE[1:]),
    2: (ONCE, None, WHOLE[2]),
    3: (ONCE, None, None),
    4: (None, None, None),
}
FROZEN = {
    0: WHOLE,
    1: (None, *WHOLE[1:]),
    2: (WHOLE[0], None, WHOLE[2]),
    3: (*WHOLE[:2], None),
    4: (None, *WHOLE[1:]),
}
NODES = {DETACH: (4, 3, 2, 1, 0), NO_GRAD: (4, 3, 2, 1, 0), FREEZE: (4, 3, 4, 4, 3)}
USES = ("w1", "w2", "w3", "w1")  # the weight of each layer
ALL = [(i, cut) for i in range(len(WAYS)) for cut in range(5)]


@pytest.fixture(scope="module")
def chain():
    return check(tracking)


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_the_sentence_tells_each_gradient(chain, i: int, cut: int) -> None:
    told = chain.frames[i, cut].sentence
    expected = (FROZEN if WAYS[i] == FREEZE else CUTS)[cut]
    if not any(expected):
        assert "y = 360 is not tracked, and no weight gets a gradient" in told
        return
    for name, grad, whole in zip(("w1", "w2", "w3"), expected, WHOLE, strict=True):
        sums = f"{ONCE} + {ONCE} = " if (name, grad) == ("w1", 2 * ONCE) else ""
        news = f"{name}.grad = {sums}{grad}" + (f" instead of {whole}" if grad != whole else "")
        assert f"{news}," in told or f"{news};" in told


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_the_nodes_that_are_left_are_counted_and_drawn(chain, i: int, cut: int) -> None:
    frame, left = chain.frames[i, cut], NODES[WAYS[i]][cut]
    assert f"{left} of 4 nodes" in frame.sentence
    assert sum("Backward0" in piece for piece in frame.pieces) == left


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_gradients_are_drawn_only_where_they_pass(chain, i: int, cut: int) -> None:
    """One dashed arrow to the last node, one for each tracked input of a node that is left."""
    arrows = sum(piece.count("mg-backward") for piece in chain.frames[i, cut].pieces) - 1  # the key
    after_a_cut = 0 if cut == 4 else 1 + (4 - cut) + (4 - cut - 1)
    uses = {0: 0, 1: 2, 2: 1, 3: 1, 4: 2}[cut]  # of the frozen weight
    frozen = 8 - uses - (uses == 2)  # with w1 frozen, layer 1 has no node to go on to
    assert arrows == (frozen if WAYS[i] == FREEZE and cut else 8 if not cut else after_a_cut)


@pytest.mark.parametrize(("i", "cut"), ALL)
def test_below_each_layer_stands_what_it_brings(chain, i: int, cut: int) -> None:
    """Before a cut nothing; a layer of w1 its share, not the sum of both."""
    drawn = []
    for piece in chain.frames[i, cut].pieces:
        words = "".join(ElementTree.fromstring(piece).itertext()) if piece else ""
        drawn += re.findall(r"(grad|share)\u00a0(\d+|None)", words)
    whole = (ONCE, WHOLE[1], WHOLE[2], ONCE)
    frozen = USES[cut - 1] if WAYS[i] == FREEZE and cut else None
    reach = [name != frozen if WAYS[i] == FREEZE else k > cut for k, name in enumerate(USES, 1)]
    gradients = [str(g) if r else "None" for g, r in zip(whole, reach, strict=True)]
    labels = ["share", "grad", "grad", "share"]
    assert drawn == list(zip(labels, gradients, strict=True))


def test_it_opens_without_a_cut(chain) -> None:
    assert [control.values[control.start] for control in chain.controls] == [DETACH, 0]


def test_shared_memory_is_told(chain) -> None:
    for cut in range(1, 5):
        assert f"h{cut}.detach() keeps the same memory as h{cut}." in chain.frames[0, cut].sentence
        assert f"h{cut} has memory of its own" in chain.frames[1, cut].sentence
        weight = (1, 2, 3, 1)[cut - 1]
        assert chain.frames[2, cut].sentence.endswith(f"w{weight} keeps the same memory.")


def test_other_values() -> None:
    explorer = check(lambda: tracking(1.5, (-2.0, 0.25, 8.0)))
    # y = 12; of the two uses of w1, each with -6, the first is cut off
    _, *grads = numbers(explorer.frames[0, 2].sentence.split(";")[0])
    assert grads == [-6, -12, 48, 1.5]


@pytest.mark.parametrize("number", [nan, inf, 0.0, 1e30, 123456.789])
def test_unfriendly_numbers_are_drawn(number: float) -> None:
    check(lambda: tracking(number, (number, 1.0, number)))


def test_no_text_covers_another(chain) -> None:
    check_texts_apart(chain)
    check_texts_apart(tracking(1234.567, (-1e30, 1e-9, 3.3333)))


def test_three_weights_are_needed() -> None:
    with pytest.raises(ValueError, match="three weights are needed, not 2"):
        tracking(2.0, (1.0, 2.0))
