"""A graph as a set of boxes, and a pass through the graph as a sequence of turns.

Boxes and turns are the same for every engine. `engines.py` contains what differs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from minigrad.draw import constants
from minigrad.engine.outputs import Output, Pieces

MOST_LEAVES = 6  # the maximum number of leaves to show for operations without their own boxes

Kind = Literal["leaf", "operation", "untracked", "earlier"]


@dataclass
class Box:
    """A leaf, an operation with its result, an untracked input, or all the earlier operations."""

    kind: Kind
    name: str
    source: Any = None  # the engine's node, or the leaf
    # Pairs (box, position among the inputs).
    inputs: list[tuple[int, int]] = field(default_factory=list)
    value: Any = None  # the value of a leaf or a result, if known
    named: bool = False
    order: int = 0  # the operation's position in the forward pass, starting at 1
    held: Any = None  # the gradient that a leaf's mailbox already holds
    mailbox: bool = True  # for a leaf: whether the engine has a node for it


@dataclass(frozen=True)
class Share:
    """The gradient that one node sent to one of its inputs, and the resulting sum at that input."""

    position: int
    target: int
    gradient: Any
    before: Any  # the sum that had arrived before, or None
    total: Any
    received: int  # the number of shares that have arrived at the target
    late: bool = False  # the target had already run


@dataclass(frozen=True)
class Turn:
    """The turn of a node, or of a leaf's mailbox, in the backward pass."""

    box: int
    gradient: Any  # the sum of the gradients that have arrived, after hooks
    came_from: list[tuple[int, Any]]
    shares: list[Share]
    # Operations that use its result, and haven't run yet.
    early: list[int] = field(default_factory=list)
    hooked: Any = None  # the sum that had arrived, before hooks changed it


@dataclass(frozen=True)
class Graph:
    """The nodes of an engine, in the order in which they run, and the boxes that represent nodes.

    In a large graph, each of the newest operations has its own box, and all earlier operations
    share one box.
    """

    nodes: Sequence[Any]
    boxes: list[Box]  # inputs before outputs, the result last
    index: dict[int, int]  # the index of the box, by the id of a node or leaf
    hidden: int  # operations without their own boxes

    @property
    def operations(self) -> list[int]:
        return [i for i, box in enumerate(self.boxes) if box.kind == "operation"]

    @property
    def leaves(self) -> list[int]:
        return [i for i, box in enumerate(self.boxes) if box.kind == "leaf"]

    def users(self, i: int) -> list[int]:
        """Return the operations that use the output of a box, listing each operation once."""
        return [j for j in self.operations if any(k == i for k, _ in self.boxes[j].inputs)]


def graph_of(engine: Any, names: Mapping[str, Any], shown: int) -> Graph:
    """Return an engine's graph, with boxes for at most `shown` of its newest operations."""
    hidden = max(len(engine.nodes) - shown, 0)
    boxes, index = _boxes(engine, engine.nodes[hidden:], engine.nodes[:hidden], names)
    return Graph(engine.nodes, boxes, index, hidden)


def target(edge: Any) -> tuple[Any, int | None]:
    """Return the target of an edge, with the output's index if the node has several outputs."""
    return (edge.edges[0], edge.index) if isinstance(edge, Output) else (edge, None)


def is_leaf(source: Any) -> bool:
    return not hasattr(source, "edges")


def behind(root: Any) -> list[Any]:
    """Return all nodes reachable from a root node, including the root itself."""
    nodes, seen = [root], {id(root)}
    for node in nodes:  # the list grows during the loop
        for edge in node.edges:
            source = target(edge)[0]
            if source is not None and not is_leaf(source) and id(source) not in seen:
                seen.add(id(source))
                nodes.append(source)
    return nodes


def _boxes(
    engine: Any, nodes: Sequence[Any], hidden: Sequence[Any], names: Mapping[str, Any]
) -> tuple[list[Box], dict[int, int]]:
    """Return the boxes, and each box's index by the id of its node or leaf."""
    known: dict[int, tuple[str, Any]] = {id(engine.root): ("", engine.value)}
    for name, named in names.items():
        known[id(engine.source_of(named))] = name, engine.value_of(named)
    boxes: list[Box] = []
    index: dict[int, int] = {}

    def add(box: Box, *sources: Any) -> int:
        boxes.append(box)
        index.update((id(source), len(boxes) - 1) for source in sources)
        return len(boxes) - 1

    def leaf(source: Any) -> int:
        if id(source) not in index:
            count = sum(box.kind == "leaf" for box in boxes) + 1
            name = known.get(id(source), ("",))[0]
            fresh = Box("leaf", name or f"leaf {count}", source, [], engine.value_of(source))
            fresh.named, fresh.held = bool(name), engine.value_of(source.grad)
            fresh.mailbox = engine.has_mailboxes
            add(fresh, source)
        return index[id(source)]

    if hidden:
        edges = [edge for node in hidden for edge in node.edges]
        inputs = {id(e): e for e in edges if e is not None and is_leaf(e)}
        with_names = [leaf(inputs[key]) for key in [*filter(known.get, inputs)][:MOST_LEAVES]]
        count = f"{len(hidden):,} earlier" if len(hidden) > 1 else "earlier one"
        earlier = Box("earlier", f"the {count}")
        earlier.inputs = [(i, 0) for i in with_names]
        add(earlier, *hidden)
    for order, node in enumerate(nodes, len(hidden) + 1):
        inputs_of_node = []
        for position, edge in enumerate(node.edges):
            source = target(edge)[0]
            if source is None:
                inputs_of_node.append((add(_untracked(engine, node, position, names)), position))
            elif is_leaf(source):
                inputs_of_node.append((leaf(source), position))
            else:
                inputs_of_node.append((index[id(source)], position))
        name, value = known.get(id(node), ("", None))
        short = node.op.name.split("Backward")[0]
        box = Box(
            "operation",
            name or f"{short} #{order}".strip(),
            node,
            inputs_of_node,
            value,
            bool(name),
        )
        box.order = order
        add(box, node)
        _learn_values(boxes, index, node)
    _learn_constants(boxes)
    return boxes, index


def _untracked(engine: Any, node: Any, position: int, names: Mapping[str, Any]) -> Box:
    """Return a box for an input without a gradient, with the input's value if the node saved it."""
    saved = node.saved[position] if position < min(len(node.saved), len(node.edges)) else None
    value = saved if isinstance(saved, np.ndarray | np.generic) else None
    same = (name for name, t in names.items() if engine.is_saved(t, value))
    name = "" if value is None else next(same, "")
    return Box("untracked", name, value=value, named=bool(name))


def _learn_values(boxes: list[Box], index: dict[int, int], node: Any) -> None:
    """Find results among the values that nodes saved for their rules. A graph stores no tensors."""
    inputs_and_result = node.saved[: len(node.edges) + node.op.saves_out]
    for i, value in enumerate(inputs_and_result):
        if value is None:
            continue
        source, output = target(node.edges[i]) if i < len(node.edges) else (node, None)
        box = boxes[index[id(source)]] if id(source) in index else None
        if box is not None and box.kind == "operation" and box.value is None and output is None:
            box.value = value


def _learn_constants(boxes: list[Box]) -> None:
    """Find the constant in an addition, which saves nothing, from the sum and the other input."""
    operations = [box for box in boxes if box.kind == "operation"]
    edges = [edge for box in operations for edge in box.source.edges]
    several = {id(target(edge)[0]) for edge in edges if isinstance(edge, Output)}
    values: list[constants.Known] = []
    for box in boxes:
        exact = box.kind != "earlier" and id(box.source) not in several
        values.append(constants.known(box.value) if exact else None)
        saved = box.source.saved if box.kind == "operation" else None
        if saved is None or len(box.inputs) != 2 or len(saved) > 3:  # x + α·y saves more
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


class Scribe:
    """A recorder that stores each turn of a pass, whatever the engine."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.turns: list[Turn] = []
        self.totals: dict[int, Any] = {}  # what has arrived there, by the id of a node or leaf
        self.came_from: dict[int, list[tuple[int, Any]]] = {}
        self.ran: set[int] = set()

    def turn(self, node: Any, g: Any) -> None:
        """Record the turn of a node or of a leaf's mailbox. `g` is the gradient after any hooks."""
        i = self.graph.index[id(node)]
        kind = self.graph.boxes[i].kind
        if kind == "earlier":
            return
        arrived = self.totals.get(id(node), g)
        hooked = None if _same(arrived, g) else arrived
        early = [j for j in self.graph.users(i) if j not in self.ran]
        self.ran.add(i)
        self.turns.append(Turn(i, g, [*self.came_from.get(id(node), [])], [], early, hooked))

    def share(self, node: Any, edge: Any, position: int, d: Any) -> None:
        """Record that a node sends `d` along an edge."""
        source, piece = target(edge)
        graph, key = self.graph, id(source)
        d = d if piece is None else Pieces({piece: d})
        before = self.totals.get(key)
        total = self.totals[key] = d if before is None else _sum(before, d)
        i = graph.index[id(node)]
        if graph.boxes[i].kind == "operation":
            goal = graph.index[key]
            sources = self.came_from.setdefault(key, [])
            sources.append((i, d))
            share = Share(position, goal, d, before, total, len(sources), goal in self.ran)
            self.turns[-1].shares.append(share)

    def received(self, i: int) -> Any:
        """Return the value or gradient that has reached a box."""
        return self.totals.get(id(self.graph.boxes[i].source))


def expected(graph: Graph) -> Counter[int]:
    """Return how many shares each node or leaf will receive, keyed by its id."""
    return Counter(id(target(edge)[0]) for node in graph.nodes for edge in node.edges)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, Pieces) or isinstance(b, Pieces):
        return True
    return a is b or np.array_equal(np.asarray(a), np.asarray(b), equal_nan=True)


def _sum(before: Any, d: Any) -> Any:
    if isinstance(d, Pieces):
        return Pieces({**before, **d})
    with np.errstate(all="ignore"):  # show NaN and infinity instead of warning about them
        return before + d
