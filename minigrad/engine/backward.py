"""The backward pass, in which gradients flow from the outputs back to the leaves.

At its heart, `propagate` is this loop:

    in_flight = {edge of the output: gradient of the output}
    while there are nodes in in_flight:
        node = the newest of them
        g = in_flight.pop(node)
        for edge, rule in zip(node.edges, node.op.rules):
            if edge is not None:
                in_flight[edge] = in_flight.get(edge, 0) + rule(g, node.saved)

An edge *is* the node or the leaf that it leads to, so the gradient that was stored under an edge is
found under the node. What's left at the end are the gradients of the leaves. `rule` is a rule as in
`ops/`, wrapped so that it takes its own values from all the saved ones (`taking_saved` in
`needs.py`).

A node that uses a result is always newer than the node that computed the result. So because the
newest node comes first, a node's rules run only once its gradient is complete. There is no
recursion, and nothing is changed (no `.grad` is written, no graph is freed) until the whole pass
has succeeded.
"""

from heapq import heappop, heappush

from .checks import misshapen
from .extras import Extras
from .graph import Node
from .memory.versions import clock


def propagate(roots, extras: Extras) -> dict:
    """Send gradients back through the graph from `roots`, which are (edge, gradient) pairs.

    Return a dict from leaves to the gradients that reached them. Some nodes and some passes need
    more than this loop, for example because there's a hook. `extras.prepare` does all of that.
    """
    in_flight: dict = {}  # the gradients that have arrived so far, by node or leaf
    waiting: list = []  # a heap of the nodes in `in_flight`, newest first
    for edge, g in roots:
        if edge in in_flight:
            g = in_flight[edge] + g
        elif isinstance(edge, Node):
            heappush(waiting, (edge.order, edge))
        in_flight[edge] = g
    for_all_nodes, ran = extras.for_all_nodes, extras.ran

    while waiting:
        node = heappop(waiting)[1]
        g = in_flight.pop(node)
        op, edges, rules, saved = node.op, node.edges, node.op.rules, node.saved
        # There may be hooks, a joint rule, freed values, or values that have changed (ticks count
        # down, so `order` is greater if the change came later).
        special = node.meta or op.joint or saved is None or node.order > clock.last_change
        if special or for_all_nodes:
            g, edges, rules, saved = extras.prepare(node, g)
            if not edges:
                continue
        ran.append(node)
        for i, edge in enumerate(edges):
            if edge is None:
                continue
            d = rules[i](g, saved)
            if d is None:  # no gradient, which a custom function may return
                continue
            # A node doesn't know its result's shape, so only a leaf's is checked here.
            if not isinstance(edge, Node) and d.shape != edge._value.shape:
                raise misshapen(op, i, d, edge._value.shape)
            if edge in in_flight:
                # Not +=, because several edges may share an array, and so may all elements of a
                # sum's gradient (see `repeated` in ops/sums.py).
                in_flight[edge] = in_flight[edge] + d
            else:
                in_flight[edge] = d
                if isinstance(edge, Node):
                    heappush(waiting, (edge.order, edge))
    return extras.at_leaves(in_flight)
