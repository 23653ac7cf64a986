"""Tests for tracking: gradients, nodes, and memory at every cut, worked out by hand."""

import re
from itertools import product
from math import inf, nan
from xml.etree import ElementTree

import pytest

from minigrad.explore.tracking import DETACH, NO_GRAD, NONE, tracking
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check
from tests.explore.numbers import numbers

X, W1, W2, W3 = 2, 3, 4, 5
WHOLE = (X * W2 * W3, X * W1 * W3, X * W1 * W2)
SETTINGS = list(
    product(product((NONE, DETACH, NO_GRAD), repeat=3), product((False, True), repeat=3))
)


def gradients(cuts: tuple[str, ...], frozen: tuple[bool, ...]) -> tuple[int | None, ...]:
    """Return the gradients. Frozen weights and weights before the last cut have none."""
    last = max((k for k, way in enumerate(cuts, 1) if way), default=0)
    return tuple(
        None if k < last or is_frozen else whole
        for k, (whole, is_frozen) in enumerate(zip(WHOLE, frozen, strict=True))
    )


def nodes(cuts: tuple[str, ...], frozen: tuple[bool, ...]) -> list[bool]:
    """Return whether each layer is in y's graph, because it or an earlier one is tracked."""
    asked = [grad is not None for grad in gradients(cuts, frozen)]
    return [any(asked[: k + 1]) for k in range(3)]


@pytest.fixture(scope="module")
def chain():
    return check(tracking)


@pytest.fixture(scope="module")
def settings(chain):
    """Return every combination of cuts and frozen weights, with its frame."""
    return [(tuple(chain.values(at)), frame) for at, frame in chain.frames.items()]


def test_every_setting_is_included(settings) -> None:
    assert [setting for setting, _ in settings] == SETTINGS


def test_the_sentence_states_each_gradient(settings) -> None:
    for setting, frame in settings:
        said, expected = frame.sentence, gradients(*setting)
        if not any(expected):
            assert "y = 120 isn't tracked, so no weight gets a gradient" in said
            continue
        for name, grad, whole in zip(("w1", "w2", "w3"), expected, WHOLE, strict=True):
            news = f"{name}.grad = {grad}" + (f" instead of {whole}" if grad != whole else "")
            assert re.search(rf"{re.escape(news)}(,| and|\.) ", said)


def test_remaining_nodes_are_counted_and_drawn(settings) -> None:
    for setting, frame in settings:
        left = sum(nodes(*setting))
        assert f"{left} of 3 multiplications" in frame.sentence
        assert sum("Backward0" in piece for piece in frame.pieces) == left


def test_gradients_are_drawn_only_where_they_flow(settings) -> None:
    """There's one dashed arrow to the last node and one for each tracked input of a node."""
    for setting, frame in settings:
        weights = sum(grad is not None for grad in gradients(*setting))
        arrows = sum(piece.count("mg-backward") for piece in frame.pieces) - 1  # for the legend
        assert arrows == weights + sum(nodes(*setting)), setting


def test_arrows_show_the_contributions_that_flow(settings) -> None:
    """y sends 1 to layer 3, which sends 5 to layer 2, which sends 20 to layer 1."""
    for setting, frame in settings:
        back = [share for share, left in zip((20, 5, 1), nodes(*setting), strict=True) if left]
        to_weights = [grad for grad in gradients(*setting) if grad is not None]
        drawn = [
            int("".join(ElementTree.fromstring(piece).itertext()))
            for piece in frame.pieces
            if 'rx="7"' in piece and "mg-node" not in piece
        ]
        assert sorted(drawn) == sorted(back + to_weights), setting


def test_each_layer_has_the_gradient_of_its_weight_below_it(settings) -> None:
    for setting, frame in settings:
        drawn = []
        for piece in frame.pieces:
            words = "".join(ElementTree.fromstring(piece).itertext()) if piece else ""
            drawn += re.findall(r"grad (\d+|None)", words)
        assert drawn == [str(gradient) for gradient in gradients(*setting)]


def test_each_layer_shows_its_output_and_each_weight_its_mailbox_unless_frozen(settings) -> None:
    for (_, frozen), frame in settings:
        words = ["".join(ElementTree.fromstring(p).itertext()) for p in frame.pieces if p]
        outputs = [number for text in words for number in re.findall(r"#\d = (\d+)", text)]
        assert outputs == [str(X * W1), str(X * W1 * W2), str(X * W1 * W2 * W3)]
        mailboxes = ["AccumulateGrad" in text for text in words if re.match(r"w\d", text)]
        assert mailboxes == [not is_frozen for is_frozen in frozen]


def test_the_explorer_opens_without_a_cut(chain) -> None:
    assert [c.values[c.start] for c in chain.controls] == [(NONE,) * 3, (False,) * 3]


def test_a_press_cuts_an_edge_or_layer_or_freezes_a_weight_and_a_second_press_undoes_it(
    chain,
) -> None:
    values = {at: tuple(chain.values(at)) for at in chain.positions}
    places = [(way, k) for way in (DETACH, NO_GRAD) for k in range(3)] + [("", k) for k in range(3)]
    for action, (way, k) in zip(chain.actions, places, strict=True):
        for at, (cuts, frozen) in values.items():
            to = action.to(at)
            assert not isinstance(to, str)
            new_cuts, new_frozen = values[to]
            if way:
                assert new_frozen == frozen
                assert new_cuts[k] == (NONE if cuts[k] == way else way)
                assert action.on(at) == (cuts[k] == way)
                assert [new_cuts[i] == cuts[i] for i in range(3) if i != k] == [True] * 2
            else:
                assert new_cuts == cuts
                assert (new_frozen[k], action.on(at)) == (not frozen[k], frozen[k])


def test_shared_memory_is_reported(chain) -> None:
    said = {tuple(chain.values(at)): frame.sentence for at, frame in chain.frames.items()}
    none, free = (NONE,) * 3, (False,) * 3
    for k in range(3):
        ways = [(*none[:k], way, *none[k + 1 :]) for way in (DETACH, NO_GRAD)]
        assert said[ways[0], free].endswith("The detached output shares its memory with the layer.")
        assert said[ways[1], free].endswith(f"Layer {k + 1} saves nothing.")
        frozen = (*free[:k], True, *free[k + 1 :])
        assert said[none, frozen].endswith(f"w{k + 1} keeps the same memory.")


def test_the_explorer_works_with_other_values() -> None:
    explorer = check(lambda: tracking(1.5, (-2.0, 0.25, 8.0)))
    sentence = explorer.frames[0, 0].sentence.split(". The")[0]  # y = -6
    assert numbers(re.sub(r"w\d", "w", sentence)) == [3, -24, -0.75]


@pytest.mark.parametrize("number", [nan, inf, 0.0, 1e30, 123456.789])
@pytest.mark.slow
def test_extreme_numbers_are_drawn(number: float) -> None:
    check(lambda: tracking(number, (number, 1.0, number)))


def test_no_two_labels_overlap(chain) -> None:
    check_no_overlap(chain)
    check_no_overlap(tracking(1234.567, (-1e30, 1e-9, 3.3333)))


def test_exactly_three_weights_are_required() -> None:
    with pytest.raises(ValueError, match="pass three weights, not 2"):
        tracking(2.0, (1.0, 2.0))
