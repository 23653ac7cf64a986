"""From a tensor to the boxes of its graph: all that the drawing knows of the engine.

PyTorch's interface is enough, so its tensors can be drawn as well; minigrad's nodes also tell
which untracked inputs they saved.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any, Literal

from numpy import asarray

from ..values.creation import from_numpy

Kind = Literal["leaf", "operation", "untracked", "more"]


@dataclass
class Node:
    """One box of the picture. `tensors` are those known to come out of it, with their names."""

    kind: Kind
    operation: str = ""
    inputs: list[int] = field(default_factory=list)
    tensors: list[tuple[str, Any]] = field(default_factory=list)
    apart: bool = False


def trace(root: Any, names: Mapping[str, Any], limit: int) -> tuple[list[Node], int]:
    """The boxes nearest to `root`, inputs before outputs, and the number of those left out.

    Tracked tensors that were named but have no part in the graph stand first, apart.
    """
    known: dict[int, list[tuple[str, Any]]] = {}
    for name, tensor in names.items():
        known.setdefault(id(_source(tensor)), []).append((name, tensor))
    if all(tensor is not root for tensor in names.values()):
        known.setdefault(id(_source(root)), []).append(("", root))

    found = _reachable(_source(root))
    kept = {id(source) for source in found[:limit]}
    inside = {id(source) for source in found}
    outside = [_source(tensor) for tensor in names.values() if tensor.requires_grad]
    nodes = [
        _node(source, known[id(source)], apart=True)
        for source in {id(source): source for source in outside}.values()
        if id(source) not in inside
    ]
    index: dict[int, int] = {}
    for source in _inputs_first(found[0], kept):
        node, inputs = _node(source, known.get(id(source), [])), _inputs(source)
        for position, other in enumerate(inputs):
            if other is None:
                node.inputs.append(len(nodes))
                nodes.append(Node("untracked", tensors=_untracked(source, position, names)))
            elif id(other) in index:
                node.inputs.append(index[id(other)])
        if any(other is not None and id(other) not in kept for other in inputs):
            node.inputs.append(len(nodes))
            nodes.append(Node("more"))
        index[id(source)] = len(nodes)
        nodes.append(node)
    return nodes, len(found) - len(kept)


def value(tensor: Any) -> list[str]:
    """The lines that `tensor` prints between its parentheses; its shape alone if they are many."""
    shape = tuple(tensor.shape)
    if prod(shape) <= 16:
        inside = re.sub(r"^tensor\(|(,\s+(dtype|size|device)=.*)?\)$", "", repr(tensor.detach()))
        first, *rest = inside.split("\n")
        lines = [first, *(line.removeprefix(" " * len("tensor(")) for line in rest)]
        if len(lines) <= 4 and max(map(len, lines)) <= 30:
            return lines
    return ["shape " + " × ".join(map(str, shape))]


def gradient(tensor: Any) -> Any:
    """The stored gradient; inside the graph only of a tensor that was asked to retain it."""
    return tensor.grad if tensor.is_leaf or getattr(tensor, "retains_grad", False) else None


def _source(tensor: Any) -> Any:
    """What stands for a tensor in the graph: the node that made it, or the leaf itself."""
    return tensor if tensor.grad_fn is None else tensor.grad_fn


def _inputs(source: Any) -> list[Any]:
    """Nodes; leaves in place of the AccumulateGrad that leads to them; None where untracked."""
    return [getattr(node, "variable", node) for node, _ in getattr(source, "next_functions", ())]


def _node(source: Any, tensors: list[tuple[str, Any]], apart: bool = False) -> Node:
    if hasattr(source, "next_functions"):
        return Node("operation", source.name(), tensors=tensors, apart=apart)
    kind: Kind = "leaf" if source.requires_grad else "untracked"
    return Node(kind, tensors=tensors or [("", source)], apart=apart)


def _reachable(start: Any) -> list[Any]:
    found, seen = [start], {id(start)}
    for source in found:
        for other in _inputs(source):
            if other is not None and id(other) not in seen:
                seen.add(id(other))
                found.append(other)
    return found


def _inputs_first(start: Any, kept: set[int]) -> Iterator[Any]:
    """The kept part of the graph in an order in which it may have run."""
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
            stack += [(other, False) for other in reversed(_inputs(source)) if id(other) in kept]


def _untracked(node: Any, position: int, names: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The input at a position where no gradient goes, if the node saved it for its own rules."""
    saved = getattr(node, "saved", None) or ()  # None once a backward pass has freed the graph
    array = saved[position] if position < len(saved) else None
    if array is None:
        return []
    named = [(name, tensor) for name, tensor in names.items() if tensor._value is array]
    return named[:1] or [("", from_numpy(asarray(array)))]
