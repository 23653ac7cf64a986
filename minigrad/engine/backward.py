"""The backward pass: gradients flow from the outputs back to the leaves.

Nodes wait in a heap, the newest first: a node comes out only after everything that used its
result. Gradients in flight live in one dict. Nothing is recursive, and nothing is changed
(no `.grad`, no freed graph) until the whole pass has succeeded.
"""

from heapq import heappop, heappush
from itertools import chain, starmap
from sys import getrefcount
from typing import Any

import numpy as np

from ..messages.errors import error
from . import checks
from .graph import Node
from .hooks import Meta
from .memory.versions import changed, clock
from .memory.views import tensor_of
from .rules import saved_tensors
from .tensor import Tensor, memory, wrap


class Watcher:
    """Sees a backward pass go by. Who wants to watch overrides a method, and changes nothing."""

    def on_node(self, node: Node, g) -> None:
        """The whole gradient of a node has arrived; its rules are next."""

    def on_hooks(self, node: Node, g) -> None:
        """Its hooks have run, and this is what they made of the gradient."""

    def on_leaves(self, gradients: dict) -> None:
        """All nodes have had their turn; these gradients have arrived at leaves."""

    def on_gradient(self, node: Node, i: int, d) -> None:
        """A rule of the node gives a gradient, or None, to the node's edge i."""


def run(
    roots, retain_graph, create_graph, by_array, wanted=None, through=False, watcher=None
) -> tuple[dict, dict]:
    """Send gradients from `roots`, pairs (edge, gradient), back through the graph.

    Returns the gradients that arrived, by edge: at every leaf, or, if `wanted` is given, at those
    edges alone; and those that other tensors are to retain, by tensor. `through`: wanted nodes
    with nothing wanted behind them are checked and freed, too; `backward(inputs=...)` asks for it.
    Gradients are arrays; with `create_graph` they are tensors.
    `by_array`: gradients that are tensors already, by the id of their array.
    """
    in_flight: dict = {}
    arrived: dict = {}
    queue: list = []
    done: list = []
    retained: dict = {}
    last_change = clock.last_change
    useful = None if wanted is None else ancestor_edges(wanted, [edge for edge, _ in roots])

    for edge, g in roots:
        if edge in in_flight:
            g = in_flight[edge] + g
        elif isinstance(edge, Node):
            heappush(queue, (edge.order, edge))
        in_flight[edge] = g
    while queue:
        node = heappop(queue)[1]
        g = in_flight.pop(node)
        if watcher is not None:
            watcher.on_node(node, g)
        if node.meta is not None:
            g = after_hooks(node.meta, g, retained, by_array)
            last_change = clock.last_change  # a hook may change what older nodes saved
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
        if node.order > last_change:  # something was changed in place since it was recorded
            saved = checks.unchanged(node)
        done.append(node)
        if create_graph:
            saved = saved_tensors(node, saved)
        rules, joint = node.op.rules, node.op.joint
        g_and_saved = (g,) + saved  # in one tuple: a rule is called in half the time
        if joint is not None:  # a Function may change in place what older nodes saved
            together = joint(*g_and_saved)
            last_change = clock.last_change
        for i, edge in enumerate(edges):
            if edge is None:
                continue
            if joint is None:
                d = rules[i](*g_and_saved)
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
                    heappush(queue, (edge.order, edge))

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
    """The edges from which a wanted one can be reached, themselves included."""
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
    """The gradient after the hooks; one that goes to a non-leaf's `.grad` joins `retained`."""
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


def accumulate(arrived: dict) -> None:
    """Add to each tensor's `.grad` the gradient that arrived there; uses the gradients up.

    What is to be written is computed first, and then written without a step of Python between: an
    interrupt leaves every `.grad` as it was before the pass, or as it is after it.
    """
    firsts: list = []
    sums: list = []
    while arrived:
        tensor, g = arrived.popitem()
        if isinstance(tensor, Tensor) and tensor._requires_grad:
            grad: Any = tensor._grad
            if grad is None:
                firsts.append((tensor, "_grad", first_gradient(tensor, g)))
            elif isinstance(g, Tensor):
                firsts.append((tensor, "_grad", grad + g))
            else:
                changed(grad)
                sums.append((memory(grad), g, memory(grad)))
    writes = starmap(setattr, firsts)
    list(chain(starmap(np.add, sums), writes) if sums else writes)


def _references_of_two() -> int:
    one = two = np.ones(1)  # noqa: F841
    return getrefcount(one)


HELD_BY_TWO = _references_of_two()  # as Python counts the references to an array


def first_gradient(tensor: Tensor, g) -> Tensor:
    """A gradient as the `.grad` of a tensor that has had none: it shares memory with nothing.

    An array that the pass alone has held is taken as it is; any other is copied.
    """
    if isinstance(g, Tensor):
        return g.clone() if tensor._node else wrap(np.array(g._value), g._dtype).copy_(g)
    ours = getrefcount(g) == HELD_BY_TWO  # the caller, and this function
    if ours and (base := g.base) is not None:  # g shows another array, as a transpose does
        whole = type(base) is np.ndarray and base.size == g.size
        ours = whole and getrefcount(base) == HELD_BY_TWO  # g, and this function
    laid = g.strides == tensor._value.strides  # in memory, as the tensor is; else row by row
    g = g if ours and laid else np.array(g, order="K" if laid else "C")[()]
    return wrap(g, tensor._dtype)
