"""Tests for chapter 6's explorer of backward orders, with all orders worked out by hand."""

import re
from typing import Any

import pytest

from minigrad.course.chapter_6 import engine
from minigrad.explore.explorer import Explorer
from minigrad.explore.order import order_of_a_pass
from tests.explore.checks import check

Tensor: Any = engine.Tensor  # operators are added to the class one by one
shares = engine.shares

# z = b·c, c = a·b, b = a + 1, a = x·x at x = 2. z sends 20 to b and 5 to c. c sends 5 times b,
# which is 25, to a, and 5 times a, which is 20, to b. b passes its gradient on to a, and a sends 4
# times its own to x.
ENDS = {"z, b, a, and c": 80, "z, b, c, and a": 180, "z, c, b, and a": 260, "z, c, a, and b": 100}


def used_twice() -> Explorer:
    x = Tensor(2.0, requires_grad=True)
    a = x * x
    b = a + 1
    c = a * b
    z = b * c
    return order_of_a_pass(z, shares, x=x, a=a, b=b, c=c, z=z)


@pytest.fixture(scope="module")
def explorer() -> Explorer:
    return check(used_twice)


def test_every_order_is_included_with_the_hand_computed_result(explorer) -> None:
    orders, steps = (control.values for control in explorer.controls)
    sentences = [explorer.at(order=order, step=steps[-1]).sentence for order in orders]
    expected = []
    for order, grad in ENDS.items():
        verdict = "Each node had received all its shares before it ran."
        if grad != 260:
            verdict = "If each node had waited for all its shares, the result would be 260."
        mark = (
            "✓ x.grad = 260 is right."
            if grad == 260
            else f"✗ x.grad = {grad} is wrong: {260 - grad} is missing."
        )
        end = f"All 4 have run, in the order {order}, so x.grad = {grad}. {verdict}"
        expected.append(f"{mark}\n{end}")
    assert sentences == expected


def test_every_box_shows_the_learners_name_for_its_operation(explorer) -> None:
    drawn = "".join(explorer.at(step=0).pieces)
    assert re.findall(r">(add|multiply)<", drawn) == ["multiply", "add", "multiply", "multiply"]


def test_the_explorer_opens_before_any_node_has_run(explorer) -> None:
    start = tuple(control.start for control in explorer.controls)
    assert explorer.at().sentence == "Backward begins: z receives 1."
    assert [a.label for a in explorer.actions if not isinstance(a.to(start), str)] == ["z"]


def test_a_press_chooses_the_next_node(explorer) -> None:
    position = (0, 0)
    for name in ("z", "c", "b", "a"):
        action = next(action for action in explorer.actions if action.label == name)
        position = action.to(position)
    assert explorer.frames[position].sentence.startswith("Backward 4 of 4: a has 65")


def test_the_tensors_grad_is_left_unchanged(explorer) -> None:
    x = Tensor(2.0, requires_grad=True)
    order_of_a_pass(x * x, shares, x=x)
    assert x.grad is None


def test_existing_arrays_and_gradients_are_left_unchanged() -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    (x * 1.0).backward([1.0, 1.0])
    y = x * x
    explorer = check(lambda: order_of_a_pass(y.sum(), shares, x=x, y=y))
    sentence = explorer.frames[explorer.positions[-1]].sentence
    assert sentence.startswith(
        "All 2 have run, in the order #2 and y, so x.grad = [3, 5]. Each node had received"
    )
    assert x.grad.tolist() == [1, 1]


def test_a_graph_with_too_many_orders_is_rejected() -> None:
    x = Tensor(2.0, requires_grad=True)
    parts = [x * float(k) for k in range(8)]
    total = parts[0]
    for part in parts[1:]:
        total = total + part * part
    with pytest.raises(ValueError, match="too many orders"):
        order_of_a_pass(total, shares)
