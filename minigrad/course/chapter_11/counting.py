"""A count of the graph nodes that a tensor keeps alive."""

from typing import Any

from minigrad.draw.trace import reachable


def nodes_behind(tensor: Any) -> int:
    """Return how many nodes a tensor's `grad_fn` leads to, including itself and mailboxes."""
    return len(reachable(tensor.grad_fn))
