"""The backward pass: gradients flow from the outputs back to the leaves.

Nodes wait in a heap, the newest first: a node comes out only after everything that used its
result. Gradients in flight live in one dict. Nothing is recursive, and nothing is changed
(no `.grad`, no freed graph) until the whole pass has succeeded.
"""

from heapq import heappop, heappush
from sys import getrefcount
from typing import Any

import numpy as np

from ..ops.shape import cast, clone, copied, sum_to
from ..says.errors import error
from . import checks
from .dtypes import from_numpy_dtype
from .graph import Node
from .hooks import Result
from .sharing.versions import Clock, changed, saved_versions
from .sharing.views import tensor_of
from .tensor import Tensor, wrap


def run(roots, retain_graph, create_graph, tensors, wanted=None, through=False) -> dict:
    """Send gradients from `roots`, pairs (edge, gradient), back through the graph.

    Returns the gradients that arrived, by edge: at every leaf, or, if `wanted` is given, at those
    edges alone (`through`: whose nodes are asked, too, whether they may run). Gradients are
    arrays; with `create_graph` they are tensors. `tensors`: those of gradients, by their array.
    """
    in_flight: dict = {}
    arrived: dict = {}
    queue: list = []
    done: list = []
    retained: list = []
    last_change = Clock.last_change
    useful = None if wanted is None else leading_to(wanted, [edge for edge, _ in roots])

    for edge, g in roots:
        if edge in in_flight:
            g = in_flight[edge] + g
        elif edge._order is not None:
            heappush(queue, (edge._order, edge))
        in_flight[edge] = g
    node: Any = None
    while queue or node is not None:
        if node is None:
            node = heappop(queue)[1]
            g = in_flight.pop(node)
        if node._result is not None:
            g = called(node._result, g, retained, tensors)
        ways = node._edges
        if useful is not None:
            if node in wanted:
                arrived[node] = g
            if useful.isdisjoint(node.edges) and not (through and node in wanted):
                node = None
                continue
        saved = node.saved
        if saved is None:
            raise error("graph_freed")
        if node._order > last_change:  # something was changed in place since it was recorded
            saved = checks.unchanged(node)
        done.append(node)
        if create_graph:
            saved = saved_tensors(node)
        g_and_saved = (g,) + saved  # in one tuple: a rule is called in half the time
        rules = node.op.rules or [lambda *_, d=d: d for d in node.op.joint(*g_and_saved)]
        if type(ways) is not tuple and not queue and useful is None and ways._order is not None:
            # Nothing else waits, as in a chain: the one gradient goes straight on to the next node.
            g = rules[0](*g_and_saved)
            node = None if g is None else ways
            continue
        node = None
        for i, edge in enumerate(ways) if type(ways) is tuple else ((0, ways),):
            shape = None
            if type(edge) is tuple:
                edge, shape, dtype = edge
            if edge is None or (useful is not None and edge not in useful):
                continue
            d = rules[i](*g_and_saved)
            if d is None:
                continue
            if shape is not None:
                d = fitted(d, shape, dtype)
            if edge in in_flight:
                in_flight[edge] = in_flight[edge] + d
            else:
                in_flight[edge] = d
                if edge._order is not None:
                    heappush(queue, (edge._order, edge))

    # What is left in flight has arrived at leaves.
    for leaf, g in in_flight.items():
        if wanted is None or leaf in wanted:
            hooks = leaf._result
            arrived[leaf] = g if hooks is None else called(hooks, g, retained, tensors)
    for tensor, g in retained:
        accumulate(tensor, g)
    if not retain_graph:
        for node in done:
            if node.versions is not None:
                node.saved = None
    return arrived


def gradients(node: Node, g, create_graph: bool) -> list:
    """What one node hands to each of its edges; None where nothing is wanted."""
    saved = saved_tensors(node) if create_graph else node.saved
    results = [] if node.op.joint is None else list(node.op.joint(g, *saved))
    for way, rule in zip(node.ways, node.op.rules, strict=False):
        edge, *form = way if type(way) is tuple else (way,)
        d = None if edge is None else rule(g, *saved)
        results.append(fitted(d, *form) if form and d is not None else d)
    return results


_probe = np.ones(1)
# What `accumulate` counts for an array that only it and its caller hold.
_ONLY_HERE = (lambda caller: (lambda g: getrefcount(g))(caller))(_probe) - 1


def accumulate(tensor: Tensor, g) -> None:
    """Add a gradient to the tensor's `.grad`, in place; the first one becomes it."""
    grad: Any = tensor._grad
    if isinstance(g, Tensor):
        first = clone(g) if tensor._node else copied(g.detach(), g)
        tensor._grad = first if grad is None else grad + g
    elif grad is None:
        # Copied unless nobody else holds it: .grad must not share memory with anything.
        owned = getattr(g, "base", None) is None and getrefcount(g) <= _ONLY_HERE
        laid = g.strides == tensor._value.strides  # in memory, as the tensor is; else row by row
        g = g if owned and laid else np.array(g, order="K" if laid else "C")[()]
        tensor._grad = wrap(g, tensor._dtype)
    else:
        grad._value += g
        changed(grad)


def fitted(g, shape, dtype):
    """A gradient in its input's shape and dtype: undoes broadcasting and promotion."""
    if g.shape != shape:
        g = sum_to(g, shape)
    return g if g.dtype is dtype.numpy or g.dtype is dtype else cast(g, dtype)


def leading_to(wanted, roots) -> set:
    """The edges from which a wanted one can be reached, themselves included."""
    found, stack = set(roots), list(roots)
    while stack:
        for edge in getattr(stack.pop(), "edges", ()):
            if edge is not None and edge not in found:
                found.add(edge)
                stack.append(edge)
    useful = {edge for edge in found if edge in wanted}
    nodes = [edge for edge in found if isinstance(edge, Node)]
    for node in sorted(nodes, key=lambda node: -node._order):  # the oldest first
        if any(edge in useful for edge in node.edges):
            useful.add(node)
    return useful


def saved_tensors(node: Node) -> tuple:
    """The saved values as tensors with their history, for rules that are recorded themselves."""
    values = list(node.saved)
    for i, v in enumerate(values):
        if isinstance(v, np.ndarray) and v.dtype.kind == "f":
            values[i] = wrap(v, from_numpy_dtype(v.dtype))
    for i, version, _ in saved_versions(node):
        value, is_input = node.saved[i], i < len(node.edges)
        tensor: Any = node.edges[i] if is_input else node
        edge, dtype = tensor, from_numpy_dtype(value.dtype)
        if not isinstance(edge, Tensor):
            way = node.ways[i] if is_input else None
            own = way[2] if type(way) is tuple else dtype
            tensor = wrap(value.astype(own.numpy, copy=False), own, edge is not None)
            tensor._changes, tensor._node = version, edge
        if tensor._dtype is not dtype:  # it was promoted
            tensor = cast(tensor, dtype)
        values[i] = tensor
    return tuple(values)


def called(result: Result, g, retained: list, tensors: dict):
    """The gradient after the hooks; one to be kept in a non-leaf's `.grad` joins `retained`."""
    if not (result.functions or result.retained):
        return g
    tensor = tensor_of(g, tensors)
    for hook in list(result.functions.values()):
        replacement = hook(tensor)
        if replacement is None:
            continue
        checks.replaced(hook, tensor, replacement)
        tensor = replacement
    if result.retained is not None and (owner := result.retained()) is not None:
        retained.append((owner, tensor))
    return tensor if isinstance(g, Tensor) else tensor._value
