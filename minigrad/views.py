"""Views: tensors that share memory.

A view knows the tensor whose memory it shows, its base. When that memory changes in place, the
base gets a new history (see `inplace.py`), and the view derives its own from it the next time
someone asks.
"""

import functools

import numpy as np

from .errors import refuse_if
from .graph import Op, make_node, output_of, shown
from .modes import recording
from .record import edge, operation
from .tensor import Tensor, memory, wrap
from .versions import version_of


class View:
    """What a view knows: its base, when its history was last right, what is forbidden."""

    __slots__ = ("base", "forbidden", "seen")

    def __init__(self, base: Tensor, seen: int, forbidden: str | None) -> None:
        self.base = base
        self.seen = seen
        self.forbidden = forbidden

    def refresh(self, tensor: Tensor) -> None:
        """Derive the view's history anew if the memory was changed through another tensor."""
        base = self.base
        if not base._requires_grad or tensor._version[0] == self.seen:
            return
        modified = "its base or another view of its base has been modified inplace"
        refuse_if(self.forbidden == "no_grad", "no_grad_view_modified")
        if self.forbidden == "several":
            raise one_of_several(tensor, f"and {modified}")
        self.seen = tensor._version[0]
        tensor._requires_grad = True
        places = positions(base._value, tensor._value)
        saved = (None, base._value.shape, places)
        tensor._node = make_node(part.op, (edge(base),), saved)


def one_of_several(tensor: Tensor, what: str) -> RuntimeError:
    """A view that is one output of several, and what was done to it."""
    node, index = shown(tensor._node)
    name = "the operation" if node is None else node.name().removesuffix("Backward0")
    return RuntimeError(
        f"Output {index} of {name} is a view {what}. This view is the output of a function that "
        "returns multiple views. Such functions do not allow the output views to be modified "
        "inplace. You should replace the inplace operation by an out-of-place one."
    )


def view(name: str, rule):
    """Define an operation whose result shares its input's memory."""

    def decorate(forward):
        op = Op(name, (rule,))

        @functools.wraps(forward)
        def apply(x, *constants):
            if not isinstance(x, Tensor):
                return forward(x, *constants)
            out = wrap(forward(memory(x), *constants), x._dtype)
            share(x, out)
            start = edge(x) if recording.enabled else None
            if start is not None:
                out._requires_grad = True
                out._node = make_node(op, (start,), (None, *constants))
            return out

        return apply

    return decorate


def share(x: Tensor, out: Tensor, several: bool = False) -> None:
    """Make `out` a view of x."""
    version = out._version = version_of(x)
    forbidden = "no_grad" if not recording.enabled else "several" if several else None
    if x._view is None:
        out._view = View(x, version[0], forbidden)
    else:
        out._view = View(x._view.base, version[0], forbidden or x._view.forbidden)


def views_of(op: Op, x: Tensor, arrays: list, constants: tuple) -> tuple:
    """The outputs of one operation that gives several views of x."""
    outs = tuple(wrap(array, x._dtype) for array in arrays)
    start = edge(x) if recording.enabled else None
    node = None if start is None else make_node(op, (start,), (None, *constants))
    for i, out in enumerate(outs):
        share(x, out, several=True)
        if node is not None:
            out._requires_grad = True
            out._node = output_of(node, i)
    return outs


@operation("AsStridedBackward0", lambda g, _, shape, places: spread(g, shape, places))
def part(x, shape, places):
    """x at `places`, counted row by row; `shape` is that of x"""
    return x.reshape(-1)[places]


@operation("AsStridedScatterBackward0", lambda g, _, shape, places: part(g, shape, places))
def spread(g, shape, places):
    """zeros of `shape`, with g added at `places`"""
    result = np.zeros(shape, g.dtype)
    np.add.at(result.reshape(-1), places, g)
    return result


def positions(base: np.ndarray, part: np.ndarray) -> np.ndarray:
    """Which elements of `base`, counted row by row, the array `part` of its memory shows."""
    size = base.itemsize
    steps = [stride // size for stride in base.strides]
    reach = 1 + sum(step * (n - 1) for step, n in zip(steps, base.shape, strict=True))
    numbers = np.zeros(max(reach, 0), np.int64)
    ordered = np.lib.stride_tricks.as_strided(numbers, base.shape, [8 * step for step in steps])
    ordered[...] = np.arange(base.size).reshape(base.shape)
    start = (part.ctypes.data - base.ctypes.data) // size
    strides = [8 * (stride // size) for stride in part.strides]
    return np.lib.stride_tricks.as_strided(numbers[start:], part.shape, strides).copy()
