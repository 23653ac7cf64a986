"""The names of the nodes behind a result."""

from typing import Any


def node_names(result: Any) -> list[str]:
    """Return the name of each node behind a result once, or no names if there is no graph."""
    start = getattr(result, "grad_fn", None)
    nodes = [] if start is None else [start]
    for node in nodes:  # the list grows during the loop
        nodes += [n for n in dict.fromkeys(_inputs(node)) if n not in nodes]
    return [name_of(node) for node in nodes]


def name_of(node: Any) -> str:
    """Return a node's name without a library prefix, as in a mailbox's `torch::autograd::`."""
    return node.name().rpartition("::")[2]


def _inputs(node: Any) -> list[Any]:
    return [following for following, _ in node.next_functions if following is not None]
