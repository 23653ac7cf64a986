"""The orders in which the nodes of a backward pass can run, and the result of each order.

An engine runs a node only after all users of the node's result have run. Here any other order can
also be carried out: each node runs once, with the gradient that has arrived so far, and the pass
loses any shares that arrive later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .passes import Graph, Scribe, Turn

MOST = 700  # the total number of frames for all orders
MAILBOXES = 6  # mailboxes with their own turns


@dataclass(frozen=True)
class Passes:
    """The engine's pass, passes in all other orders if there are few, and the correct gradients."""

    orders: list[list[Turn]]
    at_end: dict[int, Any]
    free: bool  # whether all orders are included

    def names(self, order: int) -> tuple[int, ...]:
        return tuple(turn.box for turn in self.orders[order])


def passes(engine: Any, graph: Graph, seed: Any) -> Passes:
    """Watch the engine's pass, then carry out the other orders."""
    scribe = Scribe(graph)
    arrived = engine.run(seed, scribe)
    at_end = {
        i: arrived[id(graph.boxes[i].source)]
        for i in graph.leaves
        if id(graph.boxes[i].source) in arrived
    }
    own = scribe.turns
    if engine.has_mailboxes and not graph.hidden and len(at_end) <= MAILBOXES:
        own = _with_mailboxes(engine, graph, scribe, at_end)
    hooked = any(turn.hooked is not None for turn in own) or engine.hooked
    if graph.hidden or hooked or len(at_end) > MAILBOXES:
        return Passes([own], at_end, free=False)
    orders = _orders(graph, own)
    if orders is None:
        return Passes([own], at_end, free=False)
    others = [carried_out(engine, graph, seed, order).turns for order in orders[1:]]
    return Passes([own, *others], at_end, free=True)


def _with_mailboxes(
    engine: Any, graph: Graph, scribe: Scribe, at_end: dict[int, Any]
) -> list[Turn]:
    """Return the nodes' turns, and the mailboxes' turns if the engine has mailboxes."""
    nodes = scribe.turns[:]
    for i, g in at_end.items():
        scribe.turn(graph.boxes[i].source, g)
    mailboxes = {turn.box: turn for turn in scribe.turns[len(nodes) :]}
    if engine.mailboxes_last:
        return nodes + list(mailboxes.values())
    turns: list[Turn] = []
    last = {share.target: turn.box for turn in nodes for share in turn.shares}
    for turn in nodes:
        turns.append(turn)
        turns += [box for i, box in mailboxes.items() if last.get(i) == turn.box]
    return turns


def _orders(graph: Graph, own: Sequence[Turn]) -> list[list[int]] | None:
    """Return every order in which each box has received a gradient by the time it runs.

    The engine's own order is first. Whenever several boxes could run next, they're tried in the
    engine's order. Return None if there are too many orders.
    """
    place = {turn.box: k for k, turn in enumerate(own)}
    handed = {turn.box: {share.target for share in turn.shares} for turn in own}
    orders: list[list[int]] = []
    most = MOST // (len(own) + len(graph.nodes) + 2)

    def go_on(order: list[int], ready: set[int]) -> bool:
        if len(order) == len(own):
            orders.append(order)
            return len(orders) <= most
        for i in sorted(ready, key=place.__getitem__):
            further = (ready | handed[i] & place.keys()) - {*order, i}
            if not go_on([*order, i], further):
                return False
        return True

    return orders if go_on([], {own[0].box}) else None


def carried_out(engine: Any, graph: Graph, seed: Any, order: Sequence[int]) -> Scribe:
    """Run a pass in which the boxes run in the given order, even if gradients are missing."""
    scribe = Scribe(graph)
    for k, i in enumerate(order):
        box = graph.boxes[i]
        g = scribe.received(i) if k else seed
        scribe.turn(box.source, g)
        if box.kind == "leaf":
            continue
        for position, (edge, d) in enumerate(
            zip(box.source.edges, engine.input_gradients(box.source, g), strict=True)
        ):
            if edge is not None and d is not None:
                scribe.share(box.source, edge, position, d)
    return scribe
