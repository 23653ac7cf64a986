"""A backward pass through tensors from your own engine (chapter 6), in an order that you choose."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from inspect import isfunction
from typing import Any

import numpy as np

from minigrad.engine.graph import Op

from .explorer import Explorer
from .graph import Stepper, stepped
from .orders import carried_out, passes
from .passes import Graph, Scribe, Turn, graph_of
from .steps import Arrived, Step, added, backward_steps, name_of
from .words import listed, short

Shares = Callable[[Any, Any], Sequence[tuple[Any, Any]]]


class OwnNode:
    """A computed tensor, along with the attributes of nodes that figures need."""

    op = Op("")

    def __init__(self, tensor: Any, operation: str) -> None:
        self.tensor = tensor
        self.operation = operation
        self.edges: tuple = ()
        self.saved = tuple(x.data for x in tensor.inputs)


class Own:
    """An adapter for tensors that have `data`, `inputs`, `requires_grad`, and `order`.

    Args:
        shares: a function that takes a tensor and its gradient, and returns pairs (input, its
            share).
    """

    has_mailboxes = False  # a gradient that arrives at a leaf is in its .grad immediately
    hooked = False

    def __init__(self, root: Any, shares: Shares) -> None:
        self.shares = shares
        self.operations = _operations(getattr(shares, "__globals__", {}))
        self.by_tensor: dict[int, OwnNode] = {}
        self.root = self._node(root)
        self.value = root.data
        self.walk = self._walked(self.root, [])
        self.nodes = sorted(self.walk, key=lambda node: node.tensor.order)

    def source_of(self, tensor: Any) -> Any:
        return self.by_tensor.get(id(tensor), tensor)

    @staticmethod
    def value_of(tensor: Any) -> Any:
        """Return a tensor's value, or a gradient, which is already an array, unchanged."""
        is_plain = tensor is None or isinstance(tensor, np.ndarray | np.generic | float)
        return tensor if is_plain else tensor.data

    @staticmethod
    def is_saved(tensor: Any, value: Any) -> bool:
        return tensor.data is value

    def run(self, seed: Any, scribe: Scribe) -> dict[int, Any]:
        """Run the pass in the order of the walk; return the gradients of a correct order."""
        order = [scribe.graph.index[id(node)] for node in self.walk]
        scribe.turns += carried_out(self, scribe.graph, seed, order).turns
        newest_first = sorted(order, key=lambda i: -scribe.graph.boxes[i].order)
        return carried_out(self, scribe.graph, seed, newest_first).totals

    def input_gradients(self, node: OwnNode, g: Any) -> list[Any]:
        handed = iter(self.shares(node.tensor, g))
        return [None if edge is None else next(handed)[1] for edge in node.edges]

    def _node(self, tensor: Any) -> OwnNode:
        if id(tensor) not in self.by_tensor:
            operation = self.operations.get(id(tensor.rules), "")
            node = self.by_tensor[id(tensor)] = OwnNode(tensor, operation)
            node.edges = tuple(map(self._edge, tensor.inputs))
        return self.by_tensor[id(tensor)]

    def _edge(self, tensor: Any) -> Any:
        if not tensor.requires_grad:
            return None
        return self._node(tensor) if tensor.inputs else tensor

    def _walked(self, node: OwnNode, met: list[OwnNode]) -> list[OwnNode]:
        """Return the tensors in the order in which a walk from the result reaches them."""
        if node not in met:
            met.append(node)
            for edge in node.edges:
                if isinstance(edge, OwnNode):
                    self._walked(edge, met)
        return met


def _operations(functions: Mapping[str, Any]) -> dict[int, str]:
    """Return the learner's name for each operation, by the id of the operation's rules."""
    found: dict[int, str] = {}
    for name, function in functions.items():
        if isfunction(function) and "rules" in function.__code__.co_freevars:
            held = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
            found.setdefault(id(held["rules"].cell_contents), name)
    return found


def order_of_a_pass(root: Any, shares: Shares, /, **named: Any) -> Explorer:
    """Show the backward pass from `root`, in whatever order the reader chooses.

    Each tensor has one turn, in which it passes on the gradient that it has received so far.
    Initially, the tensors take their turns in the order in which a walk from `root` finds them.

    Args:
        shares: the engine's function from a tensor and its gradient to pairs (input, the
            input's share).
        named: the tensors, by name.
    """
    engine = Own(root, shares)
    graph = graph_of(engine, named, len(engine.nodes))
    seed = np.ones_like(root.data)
    done = passes(engine, graph, seed)
    if not done.free:
        raise ValueError(
            "order_of_a_pass(): there are too many orders for this graph. Use a smaller graph."
        )
    steps_by_order = [
        [*steps, _end(graph, steps[-1], turns, done.at_end)]
        for turns in done.orders
        for steps in [backward_steps(graph, seed, turns, done.at_end)]
    ]
    stepper = Stepper(graph, done, steps_by_order, 0)
    return stepped("The order of a pass", [stepper], None, start=0)


def _end(graph: Graph, last: Step, turns: list[Turn], right: dict[int, Any]) -> Step:
    """Describe the gradients of the leaves after all nodes have run, and the correct gradients."""
    order = listed([name_of(graph.boxes[turn.box]) for turn in turns], len(turns))
    held = {i: graph.boxes[i].held for i in right}
    stored = {i: Arrived("grad", added(held[i], last.gradients[i].value)) for i in right}
    grads = listed([f"{name_of(graph.boxes[i])}.grad = {short(stored[i].value)}" for i in right])
    should_be = {i: short(added(held[i], g)) for i, g in right.items()}
    wrong = [i for i in right if short(stored[i].value) != should_be[i]]
    should = listed([should_be[i] for i in wrong])
    verdict = (
        f"If each node had waited for all its shares, the result would be {should}."
        if wrong
        else "Each node had received all its shares before it ran."
    )
    return replace(
        last,
        label="end",
        sentence=f"All {len(turns)} have run, in the order {order}, so {grads}. {verdict}",
        lines=[],
        box=None,
        gradients=last.gradients | stored,
        flowing={},
        flowed={**last.flowed, **last.flowing},
    )
