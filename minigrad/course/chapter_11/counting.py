"""How much of a graph a tensor keeps alive."""

from typing import Any


def nodes_behind(tensor: Any) -> int:
    """How many nodes its `grad_fn` leads to, itself and mailboxes among them."""
    found = [tensor.grad_fn]
    seen = {id(tensor.grad_fn)}
    for node in found:  # which grows on the way
        for other, _ in node.next_functions:
            if other is not None and id(other) not in seen:
                seen.add(id(other))
                found.append(other)
    return len(found)
