"""Running a single node's rules, which turn its gradient into a gradient for each input."""

import numpy as np

from .casting import cast
from .dtypes import from_numpy_dtype
from .graph import Node, Op
from .memory.versions import saved_versions
from .tensor import Tensor, wrap


def gradients(op: Op, edges: tuple, g, saved: tuple) -> list:
    """Return a gradient for each edge, or None if there's no edge or the rule returns None.

    `propagate` in `backward.py` spells out this loop. If it called this function, the backward pass
    of a chain would take 24% longer, and the pass of a small network 8%.
    """
    joint = None if op.joint is None else op.joint(g, saved)
    results = []
    for i, edge in enumerate(edges):
        if edge is None:
            results.append(None)
        elif joint is None:
            results.append(op.rules[i](g, saved))
        else:
            results.append(joint[i])
    return results


def saved_tensors(node: Node, saved: tuple) -> tuple:
    """Return the saved values as tensors with their histories, for rules that will be recorded."""
    op, edges, values = node.op, node.edges, list(saved)
    for i, v in enumerate(values):
        if isinstance(v, np.ndarray) and v.dtype.kind == "f":
            values[i] = wrap(v, from_numpy_dtype(v.dtype))
    for i, version, _ in saved_versions(node):
        edge = edges[i] if i < len(edges) else node
        form = saved[-1][i] if op.has_forms and i < len(edges) else None
        values[i] = _saved_tensor(saved[i], edge, version, form)
    return tuple(values)


def _saved_tensor(value, edge, version, form) -> Tensor:
    """Return a saved value as a tensor with its history, to which `edge` leads."""
    dtype = from_numpy_dtype(value.dtype)
    if isinstance(edge, Tensor):
        tensor = edge
    else:
        own = dtype if form is None else form[1]
        tensor = wrap(value.astype(own.numpy, copy=False), own, edge is not None)
        tensor._changes, tensor._node = version, edge
    return cast(tensor, dtype)  # it may have been promoted
