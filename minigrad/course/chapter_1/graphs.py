"""Graph traversals: the correct one, and the wrong ones that people usually write first."""

from typing import Any


def node_names(result: Any) -> list[str]:
    """Return the name of each node behind a result once, or no names if there is no graph."""
    start = getattr(result, "grad_fn", None)
    nodes = [] if start is None else [start]
    for node in nodes:  # the list grows during the loop
        nodes += [n for n in dict.fromkeys(_inputs(node)) if n not in nodes]
    return [name_of(node) for node in nodes]


def path_names(result: Any) -> list[str]:
    """Return the name of each node once for every path that reaches it."""

    def below(node: Any) -> list[str]:
        return [name_of(node), *(name for n in _inputs(node) for name in below(n))]

    return below(result.grad_fn)


def first_path(result: Any) -> list[str]:
    """Return the names on the path that follows each node's first input."""
    node, names = result.grad_fn, []
    while node is not None:
        names.append(name_of(node))
        node = node.next_functions[0][0] if node.next_functions else None
    return names


def name_of(node: Any) -> str:
    """Return a node's name without a library prefix, as in a mailbox's `torch::autograd::`."""
    return node.name().rpartition("::")[2]


def _inputs(node: Any) -> list[Any]:
    return [following for following, _ in node.next_functions if following is not None]
