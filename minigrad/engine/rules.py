"""The rules of a single node, applied to the gradient that has arrived."""

import numpy as np

from .dtypes import from_numpy_dtype
from .graph import Node
from .memory.versions import saved_versions
from .tensor import Tensor, wrap


def gradients(node: Node, g, saved: tuple) -> list:
    """Return what one node sends along each of its edges, or None where nothing is needed."""
    op = node.op
    if op.joint is not None:
        return list(op.joint(g, *saved))
    pairs = zip(node.edges, op.rules, strict=True)
    return [None if edge is None else rule(g, *saved) for edge, rule in pairs]


def saved_tensors(node: Node, saved: tuple) -> tuple:
    """Return the saved values as tensors with their history, for rules that are recorded."""
    op, edges, values = node.op, node.edges, list(saved)
    for i, v in enumerate(values):
        if isinstance(v, np.ndarray) and v.dtype.kind == "f":
            values[i] = wrap(v, from_numpy_dtype(v.dtype))
    for i, version, _ in saved_versions(node):
        maker = edges[i] if i < len(edges) else node
        form = saved[-1][i] if op.fits and i < len(edges) else None
        values[i] = _saved_tensor(saved[i], maker, version, form)
    return tuple(values)


def _saved_tensor(value, maker, version, form) -> Tensor:
    """Return a saved value with its history. `maker` is its node, or the leaf itself."""
    dtype = from_numpy_dtype(value.dtype)
    if isinstance(maker, Tensor):
        tensor = maker
    else:
        own = dtype if form is None else form[1]
        tensor = wrap(value.astype(own.numpy, copy=False), own, maker is not None)
        tensor._changes, tensor._node = version, maker
    return tensor if tensor._dtype is dtype else tensor.to(dtype)  # it was promoted
