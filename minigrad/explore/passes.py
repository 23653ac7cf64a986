"""A forward and a backward pass, step by step: what the engine does, written down as it happens.

The engine itself runs, and is watched. No `.grad` changes, no hook is called, nothing is freed.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from minigrad import Tensor
from minigrad.draw import constants
from minigrad.engine import backward as engine
from minigrad.engine import checks
from minigrad.engine.graph import Node, Output, Pieces
from minigrad.engine.sharing.versions import saved_versions
from minigrad.says.errors import error

MOST_LEAVES = 6  # of the operations without a box of their own

Kind = Literal["leaf", "operation", "untracked", "earlier"]


@dataclass
class Box:
    """A leaf, an operation with its result, an untracked input, or all earlier operations."""

    kind: Kind
    name: str
    source: Any = None  # the engine's node, or the leaf
    inputs: list[tuple[int, int]] = field(default_factory=list)  # (box, position among inputs)
    value: Any = None  # of a leaf or a result, where it is known
    named: bool = False
    order: int = 0  # which operation ran, counting from 1


@dataclass(frozen=True)
class Share:
    """What one node handed to one of its inputs, and what has arrived there since."""

    position: int
    target: int
    gradient: Any
    before: Any  # what had arrived already, or None
    total: Any
    received: int  # shares that the target has now
    expected: int  # and will have in the end


@dataclass(frozen=True)
class Turn:
    """One node's turn in the backward pass."""

    box: int
    gradient: Any  # the sum of what has arrived
    came_from: list[tuple[int, Any]]
    shares: list[Share]


@dataclass(frozen=True)
class Graph:
    """The engine's nodes in the order in which they ran, and the boxes that stand for them.

    Of a large graph the newest operations have a box each, the earlier ones a box together.
    """

    nodes: list[Node]
    boxes: list[Box]  # inputs before outputs, the result last
    index: dict[int, int]  # the box, by the id of a node or leaf
    hidden: int  # operations without a box of their own

    @property
    def operations(self) -> list[int]:
        return [i for i, box in enumerate(self.boxes) if box.kind == "operation"]

    @property
    def hooked(self) -> bool:
        return any(node._meta is not None and node._meta.functions for node in self.nodes)


def graph(tensor: Tensor, names: Mapping[str, Tensor], shown: int) -> Graph:
    """The graph behind `tensor`, with boxes for its newest operations, `shown` at most."""
    root = _target(tensor._node)[0]
    nodes = sorted(_nodes(root), key=lambda node: -node._order)
    for node in nodes:
        if node.saved is None:
            raise error("graph_freed")
        checks.unchanged(node)
    hidden = max(len(nodes) - shown, 0)
    boxes, index = _boxes(tensor, root, nodes[hidden:], nodes[:hidden], names)
    return Graph(nodes, boxes, index, hidden)


def backward(tensor: Tensor, graph: Graph, seed: Any) -> tuple[list[Turn], dict[int, Any]]:
    """The backward pass: the turns of the operations with a box, and what each leaf has then."""
    scribe = _Scribe(graph)
    with np.errstate(all="ignore"):
        engine.run([(tensor._node, seed)], True, False, {}, watcher=scribe)
    leaves = {i: id(box.source) for i, box in enumerate(graph.boxes) if box.kind == "leaf"}
    return scribe.turns, {i: scribe.totals[at] for i, at in leaves.items() if at in scribe.totals}


def _target(edge: Any) -> tuple[Any, int | None]:
    """Where an edge leads; through the node of one output among several, with its number."""
    return (edge.edges[0], edge.index) if _is_output(edge) else (edge, None)


def _nodes(root: Node) -> list[Node]:
    found, seen = [root], {id(root)}
    for node in found:
        for edge in node.edges:
            target = _target(edge)[0]
            if isinstance(target, Node) and id(target) not in seen:
                seen.add(id(target))
                found.append(target)
    return found


def _boxes(
    tensor: Tensor, root: Node, nodes: list[Node], hidden: list[Node], names: Mapping[str, Tensor]
) -> tuple[list[Box], dict[int, int]]:
    """The boxes, and by the id of the engine's node or leaf the index of its box."""
    known: dict[int, tuple[str, Any]] = {}
    for name, named in {**({} if tensor._node is not root else {"": tensor}), **names}.items():
        known[id(named if named._node is None else _target(named._node)[0])] = name, named._value
    boxes: list[Box] = []
    index: dict[int, int] = {}

    def add(box: Box, *sources: Any) -> int:
        boxes.append(box)
        index.update((id(source), len(boxes) - 1) for source in sources)
        return len(boxes) - 1

    def leaf(source: Tensor) -> int:
        if id(source) not in index:
            count = sum(box.kind == "leaf" for box in boxes) + 1
            name = known.get(id(source), ("",))[0]
            fresh = Box("leaf", name or f"leaf {count}", source, [], source._value, bool(name))
            add(fresh, source)
        return index[id(source)]

    if hidden:
        inputs = {id(e): e for node in hidden for e in node.edges if isinstance(e, Tensor)}
        with_names = [leaf(inputs[key]) for key in [*filter(known.get, inputs)][:MOST_LEAVES]]
        count = f"{len(hidden):,} earlier" if len(hidden) > 1 else "earlier one"
        earlier = Box("earlier", f"the {count}")
        earlier.inputs = [(i, 0) for i in with_names]
        add(earlier, *hidden)
    for order, node in enumerate(nodes, len(hidden) + 1):
        inputs_of_node = []
        for position, edge in enumerate(node.edges):
            source = _target(edge)[0]
            if source is None:
                inputs_of_node.append((add(_untracked(node, position, names)), position))
            elif isinstance(source, Tensor):
                inputs_of_node.append((leaf(source), position))
            else:
                inputs_of_node.append((index[id(source)], position))
        name, value = known.get(id(node), ("", None))
        short = node.op.name.split("Backward")[0]
        box = Box("operation", name or f"{short} #{order}", node, inputs_of_node, value, bool(name))
        box.order = order
        add(box, node)
        _learn_values(boxes, index, node)
    _learn_constants(boxes)
    return boxes, index


def _untracked(node: Node, position: int, names: Mapping[str, Tensor]) -> Box:
    """An input where no gradient goes; its value, if the node saved it for its own rules."""
    saved = node.saved[position] if position < min(len(node.saved), len(node.edges)) else None
    value = saved if isinstance(saved, np.ndarray | np.generic) else None
    name = next((name for name, t in names.items() if value is not None and t._value is value), "")
    return Box("untracked", name, value=value, named=bool(name))


def _learn_values(boxes: list[Box], index: dict[int, int], node: Node) -> None:
    """A graph keeps no tensors, but its nodes saved what their rules need."""
    for i, _, _ in saved_versions(node):
        source, output = _target(node.edges[i]) if i < len(node.edges) else (node, None)
        box = boxes[index[id(source)]] if id(source) in index else None
        if box is not None and box.kind == "operation" and box.value is None and output is None:
            box.value = node.saved[i]


def _learn_constants(boxes: list[Box]) -> None:
    """An addition saves nothing: a constant in it follows from its result and its other input."""
    operations = [box for box in boxes if box.kind == "operation"]
    several = {id(_target(e)[0]) for b in operations for e in b.source.edges if _is_output(e)}
    values: list[constants.Known] = []
    for box in boxes:
        exact = box.kind != "earlier" and id(box.source) not in several
        values.append(constants.known(box.value) if exact else None)
        saved = box.source.saved if box.kind == "operation" else ()
        if len(box.inputs) != 2 or len(saved) > 3:  # x + α·y keeps more
            continue
        ends = [(boxes[i], values[i], position) for i, position in box.inputs]
        inputs = [
            value if saved[position] is None else constants.known(saved[position])
            for _, value, position in ends
        ]
        name = box.source.op.name
        if values[-1] is None:
            values[-1] = constants.result(name, inputs)
        for (end, _, position), other in zip(ends, reversed(inputs), strict=True):
            if end.kind == "untracked" and end.value is None:
                end.value = constants.constant(name, position, values[-1], other)


def _is_output(edge: Any) -> bool:
    return isinstance(edge, Output)


class _Scribe(engine.Watcher):
    """Writes down a backward pass that the engine runs."""

    calls_hooks = False

    def __init__(self, graph: Graph) -> None:
        self.boxes, self.index = graph.boxes, graph.index
        edges = [edge for node in graph.nodes for edge in node.edges]
        self.expected = Counter(id(_target(edge)[0]) for edge in edges)
        self.turns: list[Turn] = []
        self.totals: dict[int, Any] = {}  # by the id of a node or leaf: what has arrived there
        self.came_from: dict[int, list[tuple[int, Any]]] = {}

    def turn(self, node: Node, g: Any) -> None:
        if isinstance(node, Output):
            return
        i = self.index[id(node)]
        if self.boxes[i].kind == "operation":
            self.turns.append(Turn(i, g, self.came_from.get(id(node), []), []))

    def share(self, node: Node, position: int, d: Any) -> None:
        if isinstance(node, Output):  # is one with what it is an output of
            return
        (target, piece), i = _target(node.edges[position]), self.index[id(node)]
        if d is None:
            return
        d = d if piece is None else Pieces({piece: d})
        before = self.totals.get(id(target))
        total = d if before is None else _sum(before, d)
        self.totals[id(target)] = total
        if self.boxes[i].kind == "operation":
            sources = self.came_from.setdefault(id(target), [])
            sources.append((i, d))
            counts = len(sources), self.expected[id(target)]
            box = self.index[id(target)]
            self.turns[-1].shares.append(Share(position, box, d, before, total, *counts))


def _sum(before: Any, d: Any) -> Any:
    if isinstance(d, Pieces):
        return Pieces({**before, **d})
    with np.errstate(all="ignore"):  # NaN and infinity are shown, not warned of
        return before + d
