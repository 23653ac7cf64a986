"""The end of a backward pass: adding the gradients to `.grad`, all of them or none."""

import threading
from typing import Any

import numpy as np

from ..engine.memory.inplace import check_inference
from ..engine.memory.versions import counting_calls
from ..engine.memory.views import is_dense, repeats
from ..engine.tensor import Tensor, memory, wrap
from ..engine.uninterrupted import uninterrupted
from ..messages.errors import error

# A thread reads a `.grad` and then writes the sum. No other thread may do so in between.
_accumulating = threading.RLock()


def accumulate(arrived: dict) -> None:
    """Add to each tensor's `.grad` the gradient that reached the tensor.

    After Ctrl-C, either every `.grad` is as it was before the pass or every `.grad` is complete,
    because no Python code runs between the writes.
    """
    with _accumulating:
        writes: list[tuple] = []
        for tensor, g in arrived.items():
            if isinstance(tensor, Tensor) and tensor._requires_grad:
                grad: Any = tensor._grad
                if grad is None:
                    writes.append((setattr, tensor, "_grad", first_gradient(tensor, g)))
                elif isinstance(g, Tensor):
                    writes.append((setattr, tensor, "_grad", grad + g))
                elif tensor._node is not None:  # a retained gradient isn't changed in place
                    writes.append((setattr, tensor, "_grad", wrap(grad._value + g, grad._dtype)))
                else:
                    check_inference(grad)
                    total = memory(grad)
                    if repeats(total):
                        raise error("overlapping_memory")
                    writes += [(np.add, total, g, total), *counting_calls(grad)]
        uninterrupted(writes)


def first_gradient(tensor: Tensor, g) -> Tensor:
    """Return a gradient as a tensor's first `.grad`, in memory that nothing else shares.

    As in PyTorch, a leaf's gradient has the leaf's own memory layout, unless the leaf has gaps. Any
    other gradient is stored row by row.
    """
    if tensor._node is not None:
        if isinstance(g, Tensor):
            return g.clone() if g.is_contiguous() else g.contiguous()
        return wrap(g.copy() if isinstance(g, np.ndarray) else g, tensor._dtype)
    if isinstance(g, Tensor):
        return wrap(_laid_out(np.asarray(g._value), tensor._value), g._dtype).copy_(g)
    if isinstance(g, np.ndarray):
        g = _laid_out(g, tensor._value)
    return wrap(g, tensor._dtype)


def _laid_out(g: np.ndarray, value) -> np.ndarray:
    """Return a copy of g in the layout of a leaf's value."""
    if value.flags.c_contiguous or not is_dense(value):
        return g.copy()
    copy = np.empty_like(value)
    copy[...] = g
    return copy
