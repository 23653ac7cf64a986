"""The backward pass: gradients flow from the outputs back to the leaves.

Nodes wait in a heap, the newest first: a node comes out only after everything that used its
result. Gradients in flight live in one dict. Nothing is recursive, and nothing is changed
(no `.grad`, no freed graph) until the whole pass has succeeded.
"""

import threading
from heapq import heappop, heappush
from typing import Any

import numpy as np

from ..messages.errors import error
from . import checks
from .graph import Node
from .hooks import Meta
from .memory.versions import clock, counted
from .memory.views import tensor_of
from .rules import saved_tensors
from .tensor import Tensor, memory, wrap
from .uninterrupted import uninterrupted


class Watcher:
    """Sees a backward pass go by; a subclass overrides what it wants to see."""

    def on_node(self, node: Node, g) -> None:
        """Called when a node's whole gradient has arrived, before its rules run."""

    def on_hooks(self, node: Node, g) -> None:
        """The node's hooks have run, and this is what they made of the gradient."""

    def on_gradient(self, node: Node, i: int, d) -> None:
        """Called when a rule sends a gradient, or None, along the node's edge i."""

    def on_leaves(self, gradients: dict) -> None:
        """All nodes have run; these gradients have arrived at leaves."""


def run(
    roots, retain_graph, create_graph, by_array, wanted=None, through=False, watcher=None
) -> tuple[dict, dict]:
    """Send gradients from `roots`, pairs (edge, gradient), back through the graph.

    Returns the gradients that arrived, by edge: at every leaf, or, if `wanted` is given, only at
    those edges; and the gradients that other tensors retain, by tensor. `through`: wanted nodes
    with nothing wanted behind them are also checked and freed; `backward(inputs=...)` asks for it.
    Gradients are arrays; with `create_graph` they are tensors.
    `by_array`: gradients that are tensors already, by the id of their array.
    """
    in_flight: dict = {}  # what has arrived so far, by node or leaf
    waiting: list = []  # a heap of the nodes among them
    arrived: dict = {}
    retained: dict = {}
    done: list = []
    useful = None if wanted is None else ancestor_edges(wanted, [edge for edge, _ in roots])

    for edge, g in roots:
        if edge in in_flight:
            g = in_flight[edge] + g
        elif isinstance(edge, Node):
            heappush(waiting, (edge.order, edge))
        in_flight[edge] = g
    while waiting:
        node = heappop(waiting)[1]
        g = in_flight.pop(node)
        if watcher is not None:
            watcher.on_node(node, g)
        if node.meta is not None:
            g = after_hooks(node.meta, g, retained, by_array)
            if watcher is not None:
                watcher.on_hooks(node, g)
        edges = node.edges
        if useful is not None:
            if node in wanted:
                arrived[node] = g
            if useful.isdisjoint(edges) and not (through and node in wanted):
                continue
            edges = tuple(edge if edge in useful else None for edge in edges)
        saved = node.saved
        if saved is None:
            raise error("graph_freed")
        if node.order > clock.last_change:  # something was changed in place since it was recorded
            saved = checks.unchanged(node)
        done.append(node)
        if create_graph:
            saved = saved_tensors(node, saved)
        rules, joint = node.op.rules, node.op.joint
        arguments = (g, *saved)  # in one tuple, with which Python calls a rule in half the time
        together: Any = None if joint is None else joint(*arguments)
        for i, edge in enumerate(edges):
            if edge is None:
                continue
            if joint is None:
                d = rules[i](*arguments)
            else:
                d = together[i]
            if watcher is not None:
                watcher.on_gradient(node, i, d)
            if d is None:
                continue
            if edge in in_flight:
                in_flight[edge] = in_flight[edge] + d
            else:
                in_flight[edge] = d
                if isinstance(edge, Node):
                    heappush(waiting, (edge.order, edge))

    # What is left in flight has arrived at leaves.
    if watcher is not None:
        watcher.on_leaves(in_flight)
    for leaf, g in in_flight.items():
        if wanted is None or leaf in wanted:
            meta = leaf._meta
            arrived[leaf] = g if meta is None else after_hooks(meta, g, retained, by_array)
    if not retain_graph:
        for node in done:
            if node.versions is not None:
                node.saved = None if node.op.free is None else node.op.free(*node.saved)
    return arrived, retained


def ancestor_edges(wanted, roots) -> set:
    """Return all edges from which a requested edge can be reached, including the requested ones."""
    behind, stack = set(roots), list(roots)
    while stack:
        for edge in getattr(stack.pop(), "edges", ()):
            if edge is not None and edge not in behind:
                behind.add(edge)
                stack.append(edge)
    useful = {edge for edge in behind if edge in wanted}
    nodes = [edge for edge in behind if isinstance(edge, Node)]
    for node in sorted(nodes, key=lambda node: -node.order):  # the oldest first
        if any(edge in useful for edge in node.edges):
            useful.add(node)
    return useful


def after_hooks(meta: Meta, g, retained: dict, by_array: dict):
    """Return the gradient after the hooks. One for a non-leaf's `.grad` is added to `retained`."""
    if not (meta.functions or meta.retained):
        return g
    tensor = tensor_of(g, by_array)
    for hook in list(meta.functions.values()):
        replacement = hook(tensor)
        if replacement is None:
            continue
        checks.hook_result(hook, tensor, replacement)
        tensor = replacement
    if meta.retained is not None and (owner := meta.retained()) is not None:
        retained[owner] = tensor if isinstance(g, Tensor) else tensor._value
    return tensor if isinstance(g, Tensor) else tensor._value


# A thread reads a `.grad` and writes the sum: another one must not do so between.
_accumulating = threading.RLock()


def accumulate(arrived: dict) -> None:
    """Add to each tensor's `.grad` the gradient that arrived there.

    Ctrl-C leaves every `.grad` as it was before the pass, or as it is after it, because all are
    written without a step of Python between them.
    """
    with _accumulating:
        writes: list[tuple] = []
        for tensor, g in arrived.items():
            if isinstance(tensor, Tensor) and tensor._requires_grad:
                grad: Any = tensor._grad
                if grad is None:
                    writes.append((setattr, tensor, "_grad", first_gradient(tensor, g)))
                elif isinstance(g, Tensor):
                    writes.append((setattr, tensor, "_grad", grad + g))
                else:
                    writes.append((np.add, memory(grad), g, memory(grad)))
                    writes += counted(grad)
        uninterrupted(writes)


def first_gradient(tensor: Tensor, g) -> Tensor:
    """Return a gradient as the `.grad` of a tensor that has had none: it shares no memory."""
    if isinstance(g, Tensor):
        return g.clone() if tensor._node else wrap(np.array(g._value), g._dtype).copy_(g)
    if isinstance(g, np.ndarray):
        g = g.copy("K" if g.strides == tensor._value.strides else "C")  # else row by row
    return wrap(g, tensor._dtype)
