"""A count of the graph nodes that a tensor keeps alive."""

from typing import Any

from minigrad.draw.trace import reachable


def nodes_behind(tensor: Any) -> int:
    """Return how many nodes, including mailboxes, are reachable from a tensor's `grad_fn`."""
    return len(reachable(tensor.grad_fn))
