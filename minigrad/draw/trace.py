"""The boxes in a tensor's graph. No other file in `draw/` depends on the engine.

This code uses only PyTorch's public interface, so it can also draw PyTorch's tensors. For
minigrad's tensors, the figure also shows the untracked inputs that nodes saved.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, Literal

from numpy import asarray

from ..engine.outputs import Output
from ..values.creation import from_numpy
from . import constants

Kind = Literal["leaf", "operation", "untracked", "more"]


@dataclass
class Node:
    """One box in the figure. `tensors` holds its known outputs and their names."""

    kind: Kind
    operation: str = ""
    inputs: list[int] = field(default_factory=list)
    tensors: list[tuple[str, Any]] = field(default_factory=list)
    apart: bool = False
    value: constants.Known = None


def trace(root: Any, names: Mapping[str, Any], limit: int) -> tuple[list[Node], int]:
    """Return the boxes nearest to `root`, inputs first, and the number of omitted boxes.

    Tracked tensors that were named but aren't in the graph come first, without any edges.
    """
    known: dict[int, list[tuple[str, Any]]] = {}
    for name, tensor in names.items():
        known.setdefault(id(_source(tensor)), []).append((name, tensor))
    if all(tensor is not root for tensor in names.values()):
        known.setdefault(id(_source(root)), []).append(("", root))

    sources = reachable(_source(root))
    shown = {id(source) for source in sources[:limit]}
    inside = {id(source) for source in sources}
    outside = [_source(tensor) for tensor in names.values() if tensor.requires_grad]
    nodes = [
        _node(source, known[id(source)], apart=True)
        for source in {id(source): source for source in outside}.values()
        if id(source) not in inside
    ]
    index: dict[int, int] = {}
    for source in _inputs_first(sources[0], shown):
        node, inputs = _node(source, known.get(id(source), [])), _inputs(source)
        for position, other in enumerate(inputs):
            if other is None:
                node.inputs.append(len(nodes))
                tensors = _untracked(source, position, names)
                nodes.append(Node("untracked", tensors=tensors, value=_known(tensors)))
            elif id(other) in index:
                node.inputs.append(index[id(other)])
        if any(other is not None and id(other) not in shown for other in inputs):
            node.inputs.append(len(nodes))
            nodes.append(Node("more"))
        _complete(node, nodes, source)
        index[id(source)] = len(nodes)
        nodes.append(node)
    return nodes, len(sources) - len(shown)


def value(tensor: Any) -> list[str]:
    """Return a tensor's printed elements as lines, or the shape if the elements don't fit."""
    shape = tuple(tensor.shape)
    if prod(shape) <= 16:
        inside = re.sub(r"^tensor\(|(,\s+(dtype|size|device)=.*)?\)$", "", repr(tensor.detach()))
        first, *rest = inside.split("\n")
        lines = [first, *(line.removeprefix(" " * len("tensor(")) for line in rest)]
        if len(lines) <= 4 and max(map(len, lines)) <= 30:
            return lines
    return ["shape " + " × ".join(map(str, shape))]


def gradient(tensor: Any) -> Any:
    """Return a tensor's stored gradient, or None unless it's a leaf or retains its gradient."""
    return tensor.grad if tensor.is_leaf or getattr(tensor, "retains_grad", False) else None


def _source(tensor: Any) -> Any:
    """Return the tensor's position in the graph: the node that produced it, or the leaf itself."""
    return tensor if tensor.grad_fn is None else tensor.grad_fn


def _inputs(source: Any) -> list[Any]:
    """Return the input nodes. A leaf replaces its AccumulateGrad; an untracked input is None."""
    return [getattr(node, "variable", node) for node, _ in getattr(source, "next_functions", ())]


def _node(source: Any, tensors: list[tuple[str, Any]], apart: bool = False) -> Node:
    if hasattr(source, "next_functions"):
        return Node("operation", source.name(), [], tensors, apart, _known(tensors))
    kind: Kind = "leaf" if source.requires_grad else "untracked"
    tensors = tensors or [("", source)]
    return Node(kind, "", [], tensors, apart, _known(tensors))


def _known(tensors: list[tuple[str, Any]]) -> constants.Known:
    """Return the value of a box's output, or None if the operation has several outputs."""
    values = [
        constants.known(tensor)
        for _, tensor in tensors
        if not isinstance(getattr(tensor, "_node", None), Output)
    ]
    return values[0] if values else None


def _complete(node: Node, nodes: list[Node], source: Any) -> None:
    """Compute a box's value from its inputs, or a constant input from the box's value."""
    saved = getattr(source, "saved", None) or ()
    if len(node.inputs) != 2 or len(saved) > 3 or getattr(source, "_saved_alpha", 1) != 1:
        return  # x + α·y saves more than its inputs and its result
    inputs = [nodes[i] for i in node.inputs]
    values = [box.value for box in inputs]
    for position, array in enumerate(saved[:2]):
        values[position] = constants.known(array) if array is not None else values[position]
    if node.value is None:
        node.value = constants.result(node.operation, values)
    for position, box in enumerate(inputs):
        if box.kind == "untracked" and box.value is None:
            other = values[1 - position]
            box.value = constants.constant(node.operation, position, node.value, other)
            if box.value is not None:
                box.tensors = [("", from_numpy(box.value))]


def reachable(start: Any) -> list[Any]:
    """Return a node and all of its ancestors, each once.

    A leaf replaces its AccumulateGrad."""
    sources, seen = [start], {id(start)}
    for source in sources:
        for other in _inputs(source):
            if other is not None and id(other) not in seen:
                seen.add(id(other))
                sources.append(other)
    return sources


def _inputs_first(start: Any, shown: set[int]) -> Iterator[Any]:
    """Return the nodes in `shown` sorted so that inputs come before the nodes that use them."""
    done: set[int] = set()
    stack = [(start, False)]
    while stack:
        source, inputs_done = stack.pop()
        if id(source) in done:
            continue
        if inputs_done:
            done.add(id(source))
            yield source
        else:
            stack.append((source, True))
            stack += [(other, False) for other in reversed(_inputs(source)) if id(other) in shown]


def _untracked(node: Any, position: int, names: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return [(name, input)] for the untracked input at the position, or [] if it wasn't saved."""
    saved = getattr(node, "saved", None) or ()  # None once a backward pass has freed the graph
    array = saved[position] if position < len(saved) else None
    if array is None:
        return []
    named = [(name, tensor) for name, tensor in names.items() if tensor._value is array]
    return named[:1] or [("", from_numpy(asarray(array)))]
