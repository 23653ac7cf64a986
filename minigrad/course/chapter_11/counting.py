"""How much of a graph a tensor keeps alive."""

from typing import Any

from minigrad.draw.trace import reachable


def nodes_behind(tensor: Any) -> int:
    """How many nodes its `grad_fn` leads to, itself and mailboxes among them."""
    return len(reachable(tensor.grad_fn))
