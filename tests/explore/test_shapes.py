"""Tests that sentences about two shapes agree with NumPy's broadcasting and with the engine."""

import re
from itertools import product

import numpy as np
import pytest

import minigrad as mg
from minigrad.explore.shapes import PAIRS, STEPS, shapes, together, written
from tests.explore.apart import check_no_overlap
from tests.explore.checks import check

ALL = [(), *((n,) for n in (1, 2, 3)), *product((1, 2, 3), repeat=2)]


@pytest.fixture(scope="module")
def explorer():
    return check(shapes)


def broadcast(one, other):
    try:
        return np.broadcast_shapes(one, other)
    except ValueError:
        return None


def by_step(explorer, pair: int) -> dict[str, str]:
    both = explorer.controls[0].values[pair]
    return {step: explorer.at(shapes=both, step=step).sentence for step in STEPS}


def test_the_explorer_opens_with_the_two_shapes_but_not_their_result(explorer) -> None:
    assert explorer.at().sentence == (
        "The first shape, [8, 1], has 8 numbers. The second, [8], has 8."
    )


@pytest.mark.parametrize("one", ALL)
def test_shapes_broadcast_as_in_numpy(one) -> None:
    for other in ALL:
        assert together(one, other) == broadcast(one, other)


@pytest.mark.parametrize("pair", range(len(PAIRS)), ids=lambda i: str(PAIRS[i]))
def test_each_pair_is_described(explorer, pair: int) -> None:
    check_sentences(by_step(explorer, pair), *PAIRS[pair])


@pytest.mark.parametrize("one", ALL, ids=str)
def test_all_small_shapes_are_described(one) -> None:
    explorer = shapes(*((one, other) for other in ALL))
    for pair, other in enumerate(ALL):
        check_sentences(by_step(explorer, pair), one, other)


def check_sentences(said: dict[str, str], one, other) -> None:
    result = broadcast(one, other)
    assert f"The first shape, {written(one)}, has {np.ones(one).size} " in said["as written"]
    assert f"The second, {written(other)}, has {np.ones(other).size}." in said["as written"]
    if result is None:
        assert said["repeated"] == said["backward"]
        assert re.search(
            r"There's no result. In dimension \d, (\d) and (\d) differ", said["repeated"]
        )
        assert "neither is 1" in said["compared"]
        return
    count = int(np.prod(result))
    assert f"has shape {written(result)}, so it has {count} number" in said["repeated"]
    assert written(result) in said["backward"]
    a, b = mg.zeros(one, requires_grad=True), mg.zeros(other, requires_grad=True)
    (a + b).backward(mg.ones(result))
    for name, tensor in (("first", a), ("second", b)):
        times = int(tensor.grad.flatten()[0].item())
        assert (
            f"the {name} is used {'once' if times == 1 else f'{times} times'}" in said["repeated"]
        )
        match = re.search(
            rf"{name}\.grad = (g\S*) has shape (\[.*?\]), with (\d+) in each position",
            said["backward"].replace(", keepdim", ",keepdim").replace("(0, 1)", "(0,1)"),
        )
        assert match, said["backward"]
        formula, shape, each = match.groups()
        summed = eval(formula, {"g": mg.ones(result)})  # do what the sentence says
        assert (written(tuple(summed.shape)), summed.tolist()) == (shape, tensor.grad.tolist())
        assert int(each) == times


def test_a_grid_has_one_cell_per_number(explorer) -> None:
    for (i, j), frame in explorer.frames.items():
        squares = [piece.count("z") for piece in frame.pieces if "<path" in piece and "z" in piece]
        one, other = PAIRS[i]
        sizes = [int(np.prod(shape)) for shape in PAIRS[i]]
        result = broadcast(one, other)
        if result is None or STEPS[j] not in ("repeated", "backward"):
            assert squares == sizes
        else:
            n = int(np.prod(result))
            assert squares == [n, sizes[0], n, sizes[1], n, n]


def test_no_two_labels_overlap(explorer) -> None:
    check_no_overlap(explorer)
    check_no_overlap(shapes(((8, 8), (1, 8)), ((1, 1), (8, 8)), ((), ()), ((7, 8), (8, 7))))


def test_one_of_the_pairs_cannot_be_broadcast() -> None:
    assert [pair for pair in PAIRS if broadcast(*pair) is None] == [((2, 3), (2,))]


@pytest.mark.parametrize("shape", [(1, 2, 3), (9,), (0, 2)])
def test_undrawable_input_is_reported(shape) -> None:
    with pytest.raises(ValueError, match=r"two dimensions of lengths 1 to 8, not \["):
        shapes((shape, (1,)))
