"""What a backward pass does, counted."""

from collections.abc import Sequence
from typing import Any

from minigrad.course.checking import library_of


def rules_run(outputs: Sequence[Any], inputs: Sequence[Any]) -> int:
    """How many nodes run until the slopes of all outputs are there: a pass for each output."""
    mg = library_of(*outputs)
    nodes, run = set(), []
    waiting = [output.grad_fn for output in outputs]
    while waiting:
        node = waiting.pop()
        mailbox = hasattr(node, "variable")
        if node is not None and not mailbox and node not in nodes:
            nodes.add(node)
            waiting += [before for before, _ in node.next_functions]
    handles = [node.register_hook(lambda *_: run.append(1)) for node in nodes]
    for output in outputs:
        if output.grad_fn is not None:
            mg.autograd.grad(output, inputs, retain_graph=True)
    for handle in handles:
        handle.remove()
    return len(run)
