"""The backward pass, in which gradients flow from the outputs back to the leaves.

Nodes wait in a heap, newest first, so a node's rules run only after the rules of every node that
used its result. Gradients that haven't been passed on yet are stored in a dict. There is no
recursion, and nothing is changed (no `.grad` is written, no graph is freed) until the whole pass
has succeeded.

Without hooks, freeing, and everything else that has a file of its own, `propagate` is this loop:

    in_flight = {edge of the output: gradient of the output}
    while there are nodes in in_flight:
        node = the newest of them
        g = in_flight.pop(node)
        for edge, rule in zip(node.edges, node.op.rules):
            if edge is not None:
                in_flight[edge] = in_flight.get(edge, 0) + rule(g, node.saved)

What's left at the end are the gradients of the leaves. `rule` is a rule as in `ops/`, wrapped so
that it takes its own values from all the saved ones (`taking_saved` in `needs.py`).
"""

from heapq import heappop, heappush
from typing import Any

from ..messages.errors import error
from . import checks
from .graph import Node
from .hooks import Meta
from .memory.versions import clock
from .memory.views import tensor_of
from .rules import saved_tensors
from .tensor import Tensor


class Watcher:
    """An observer of a backward pass. Subclasses override the methods they need."""

    def on_node(self, node: Node, g) -> None:
        """Receive a node's complete gradient, before the node's rules run."""

    def on_hooks(self, node: Node, g) -> None:
        """Receive a node's gradient after the node's hooks have run."""

    def on_gradient(self, node: Node, i: int, d) -> None:
        """Receive the gradient (or None) that a rule sends along the node's edge i."""

    def on_leaves(self, gradients: dict) -> None:
        """Receive the gradients that reached the leaves, once all the rules have run."""

    def on_error(self) -> None:
        """Learn that the pass has raised an exception."""


on_pass: list = []  # functions that return a watcher for each new pass, such as anomaly mode's


def propagate(
    roots, by_array: dict, requested=None, create_graph=False, through=False, watchers=()
) -> tuple[dict, dict, list[Node]]:
    """Send gradients back through the graph from `roots`, which are (edge, gradient) pairs.

    Return a dict from edges to the gradients that reached them: the edges of all leaves or, if
    `requested` is given, only those edges. Also return a dict from tensors that called
    `retain_grad()` to their gradients, and the nodes whose rules ran and have something to free.
    `through`: whether to also run the rules of requested nodes that don't lead to other requested
    edges, as `backward(inputs=...)` does. Gradients are arrays or, with `create_graph`, tensors.
    `by_array`: a dict from the ids of arrays to their tensors, for gradients that were passed in as
    tensors.
    """
    in_flight: dict = {}  # the gradients that have arrived so far, by node or leaf
    waiting: list = []  # a heap of the nodes in `in_flight`
    arrived: dict = {}
    retained: dict = {}
    to_free: list[Node] = []
    useful = None if requested is None else ancestor_edges(requested, [edge for edge, _ in roots])

    for edge, g in roots:
        if edge in in_flight:
            g = in_flight[edge] + g
        elif isinstance(edge, Node):
            heappush(waiting, (edge.order, edge))
        in_flight[edge] = g
    while waiting:
        node = heappop(waiting)[1]
        g = in_flight.pop(node)
        for watcher in watchers:
            watcher.on_node(node, g)
        if node.meta is not None:
            g = after_hooks(node.meta, g, retained, by_array)
            for watcher in watchers:
                watcher.on_hooks(node, g)
        edges = node.edges
        if useful is not None:
            if node in requested:
                arrived[node] = g
            if useful.isdisjoint(edges) and not (through and node in requested):
                continue
            edges = tuple(edge if edge in useful else None for edge in edges)
        saved = node.saved
        if saved is None:
            raise error("graph_freed")
        # Ticks count down, so this means that memory has changed since the node was recorded.
        if node.order > clock.last_change:
            saved = checks.checked_saved(node)
        op = node.op
        if op.frees:
            to_free.append(node)
        if create_graph:
            saved = saved_tensors(node, saved)
        joint: Any = None if op.joint is None else op.joint(g, saved)
        for i, edge in enumerate(edges):
            if edge is None:
                continue
            d = op.rules[i](g, saved) if joint is None else joint[i]
            for watcher in watchers:
                watcher.on_gradient(node, i, d)
            if d is None:
                continue
            if edge in in_flight:
                # Not +=, because several edges may share an array, and so may all elements of a
                # sum's gradient (see `repeated` in ops/shape.py).
                in_flight[edge] = in_flight[edge] + d
            else:
                in_flight[edge] = d
                if isinstance(edge, Node):
                    heappush(waiting, (edge.order, edge))

    # The gradients that are left have arrived at leaves.
    for watcher in watchers:
        watcher.on_leaves(in_flight)
    for leaf, g in in_flight.items():
        if requested is None or leaf in requested:
            meta = leaf._meta
            arrived[leaf] = g if meta is None else after_hooks(meta, g, retained, by_array)
    return arrived, retained, to_free


def free(nodes: list[Node]) -> None:
    """Release the values that these nodes saved. Their rules can't run again afterward.

    Call this after `accumulate`. If this came first, Ctrl-C between the two calls would lose the
    gradients.
    """
    for node in nodes:
        op = node.op
        if False in op.frees and True not in _frees_of_rules_with_edges(node):
            continue
        node.saved = None if op.after_freeing is None else op.after_freeing(*node.saved)


def _frees_of_rules_with_edges(node: Node) -> list[bool]:
    # As in PyTorch, rules that didn't run because of `requested` count, too.
    pairs = zip(node.edges, node.op.frees, strict=True)
    return [frees for edge, frees in pairs if edge is not None]


def ancestor_edges(requested, roots) -> set:
    """Return all edges that lead to a requested edge, including the requested edges themselves."""
    reachable, stack = set(roots), list(roots)
    while stack:
        for edge in getattr(stack.pop(), "edges", ()):  # leaves have no edges
            if edge is not None and edge not in reachable:
                reachable.add(edge)
                stack.append(edge)
    useful = {edge for edge in reachable if edge in requested}
    nodes = [edge for edge in reachable if isinstance(edge, Node)]
    for node in sorted(nodes, key=lambda node: -node.order):  # oldest first
        if any(edge in useful for edge in node.edges):
            useful.add(node)
    return useful


def after_hooks(meta: Meta, g, retained: dict, by_array: dict):
    """Run the hooks and return the resulting gradient.

    If the tensor retains its gradient in `.grad`, also store the gradient in `retained`.
    """
    if not (meta.functions or meta.retaining):
        return g
    tensor = tensor_of(g, by_array)
    for hook in list(meta.functions.values()):
        replacement = hook(tensor)
        if replacement is None:
            continue
        checks.hook_result(hook, tensor, replacement)
        tensor = replacement
    if meta.retaining is not None and (owner := meta.retaining()) is not None:
        retained[owner] = tensor if isinstance(g, Tensor) else tensor._value
    return tensor if isinstance(g, Tensor) else tensor._value
