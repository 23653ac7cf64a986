"""Tests that reading a graph changes neither the graph, nor its saved values, nor a gradient."""

from collections.abc import Callable

import pytest

import minigrad as mg
from minigrad.draw import draw_graph
from minigrad.engine import checks
from minigrad.engine.graph import Node
from minigrad.engine.hooks import Meta
from minigrad.engine.tensor import Tensor
from minigrad.explore.graph import forward_and_backward


def graph() -> tuple[Tensor, Tensor]:
    """Return a leaf and a tensor computed from it with a linear layer, a view, and broadcasting."""
    x = mg.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    weight, bias = mg.ones(3, 2, requires_grad=True), mg.zeros(3, requires_grad=True)
    y = mg.nn.functional.linear(x, weight, bias)
    return x, (y[0] * 2 + y.tanh()).sum()


def state(tensor: Tensor) -> list[tuple]:
    """Return everything that the nodes behind a tensor refer to, with each object's identity."""
    nodes, seen = [tensor._node], set()
    held = []
    for node in nodes:
        if isinstance(node, Node) and id(node) not in seen:
            seen.add(id(node))
            nodes += node.edges
            meta = node.meta or Meta()  # an empty Meta is equivalent to None
            changes = meta.version.count if meta.version else 0
            known = (*meta.functions, meta.retaining, changes, meta.detached)
            parts = [id(part) for part in (node, node.op, node.edges, node.saved, *node.saved)]
            held.append((parts, known, node.order, node.stamps))
    return held


def next_functions(tensor: Tensor) -> None:
    nodes: list = [tensor.grad_fn]
    for node in nodes:
        nodes += [other for other, _ in node.next_functions if other is not None]


WAYS: dict[str, Callable[[Tensor], object]] = {
    "printed": repr,
    "next functions": next_functions,
    "checked": lambda loss: checks.checked_saved(loss._node),
    "drawn": lambda loss: draw_graph(loss),
    "stepped through": lambda loss: forward_and_backward(loss),
}


@pytest.mark.parametrize("look", WAYS.values(), ids=WAYS)
def test_reading_a_graph_changes_nothing(look: Callable[[Tensor], object]) -> None:
    x, loss = graph()
    before = state(loss)
    look(loss)
    assert state(loss) == before
    assert x.grad is None
    loss.backward()
    assert x.grad is not None


def test_a_node_is_the_same_object_each_time_it_is_read() -> None:
    x, loss = graph()
    assert loss.grad_fn is loss.grad_fn
    (node, _) = (x * 2).grad_fn.next_functions[0]
    assert (x + 1).grad_fn.next_functions[0][0] is node
    first = (mg.nn.functional.linear(x, mg.ones(3, 2, requires_grad=True), mg.zeros(3))).grad_fn
    assert first.next_functions[2][0] is first.next_functions[2][0]
    assert first.next_functions[2][0].name() == "TBackward0"


def test_each_input_has_an_entry_whether_or_not_it_receives_a_gradient() -> None:
    class Scaled(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x, factor):
            return x * factor

        @staticmethod
        def backward(ctx, g):
            return g, None

    x, constant = mg.ones(3, requires_grad=True), mg.ones(3)
    written = x * 1
    written[0] = 5.0
    several = mg.cat([x, constant])
    outs = (x * 2, x * constant, constant * x, Scaled.apply(x, constant), several, written, x.exp())
    names = [[node and node.name() for node, _ in out.grad_fn.next_functions] for out in outs]
    leaf = "minigrad::autograd::AccumulateGrad"
    two = [leaf, None]
    assert names == [two, two, [None, leaf], two, two, ["MulBackward0", None], [leaf]]
