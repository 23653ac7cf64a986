"""A count of how many rules run in a backward pass."""

from collections.abc import Sequence
from typing import Any

from minigrad.course.checking import library_of
from minigrad.draw.trace import reachable


def rules_run(outputs: Sequence[Any], inputs: Sequence[Any]) -> int:
    """Return how many rules run to find the slopes of all outputs, with one pass per output."""
    mg = library_of(*outputs)
    computed = [output for output in outputs if output.grad_fn is not None]
    nodes = {id(node): node for output in computed for node in reachable(output.grad_fn)}
    run: list[int] = []
    handles = [
        node.register_hook(lambda *_: run.append(1))
        for node in nodes.values()
        if hasattr(node, "next_functions")  # leaves don't have this attribute
    ]
    for output in computed:
        mg.autograd.grad(output, inputs, retain_graph=True)
    for handle in handles:
        handle.remove()
    return len(run)
