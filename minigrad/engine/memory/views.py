"""Views: tensors that share memory.

A tensor's history is its node and what the node leads to. A view refers to its base, the tensor
whose memory it shares. When that memory changes in place, the base gets a new history (see
`inplace.py`). The next time the view's own history is needed, it's derived from the base's.

    x = a * 1                   # MulBackward0
    y = x[1:]                   # a view; its base is x
    x.mul_(2)                   # x's node is a new MulBackward0, and y's node is out of date
    y.sum().backward()          # y's node becomes AsStridedBackward0

So `View.base` is x, and the new node picks the elements of x at the positions [1, 2, ...], which
`positions_in` finds out.
"""

import functools
import re
import weakref
from typing import Any

import numpy as np

from ...messages.errors import error
from ..dtypes import from_numpy_dtype
from ..grad_fn import display_name, shown
from ..graph import Node, Op, make_node
from ..hooks import meta_of
from ..modes import GRAD, INFERENCE, no_grad, recording
from ..operation import operation
from ..outputs import output_of
from ..tensor import Tensor, edge, memory, tracked, wrap
from ..unary import unary
from ..uninterrupted import uninterrupted
from .versions import OF_INFERENCE, InferenceVersion, version_of


class View:
    """A view's base, and the state of the view's history.

    `seen`: the number of changes that the view's history includes. `forbidden`: the reason why the
    view must not change, if there is one.
    """

    __slots__ = ("base", "forbidden", "seen")

    def __init__(self, base: Tensor, seen: int, forbidden: str | None) -> None:
        self.base = base
        self.seen = seen
        self.forbidden = forbidden

    def tracked(self, tensor: Tensor) -> bool:
        """Return whether an operation on the view is recorded, given its current history."""
        if recording.mode is GRAD:
            self.update_history(tensor)
        return tensor._requires_grad or self.base._requires_grad

    def update_history(self, tensor: Tensor) -> Node | None:
        """Return the view's node, after replacing it if the memory has changed in the meantime."""
        base, now = self.base, tensor._changes.count
        if now == self.seen or not (tensor._node or base._requires_grad):
            return tensor._node
        if self.forbidden is not None:
            raise change_error(
                tensor, "its base or another view of its base has been modified inplace"
            )
        positions = positions_in(base._value, tensor._value)
        uninterrupted(self.derived_calls(tensor, edge(base), positions, now))
        return tensor._node

    def derived_calls(self, tensor: Tensor, source, positions, now: int) -> list[tuple]:
        """Return the calls that derive the view's history from `source`, the base's edge.

        `positions`: the indices of the base's elements that the view contains. `now`: the number
        of changes that the new history includes.
        """
        base = self.base._value
        if repeats(base):  # the gradients of elements that share memory are averaged
            source = make_node(averaged.op, (source,), (None, positions_in(base, base)))
        node = make_node(elements_at.op, (source,), (None, base.shape, positions))
        return [*history_calls(tensor, node), (setattr, self, "seen", now)]


def history_calls(tensor: Tensor, node: Node) -> list[tuple]:
    """Return the calls (see `uninterrupted`) that give a tensor a new history."""
    calls: list[tuple] = []
    calls.append((setattr, tensor, "_node", node))
    calls.append((setattr, tensor, "_requires_grad", True))
    if tensor.retains_grad and tensor._node is not None:
        calls.append((setattr, meta_of(tensor._node), "retaining", None))
        calls.append((setattr, meta_of(node), "retaining", weakref.ref(tensor)))
    return calls


def change_error(tensor: Tensor, what: str) -> Exception:
    """Return the error for a forbidden in-place change to a view or to its base."""
    (node, index), why = shown(tensor._node), tensor._view.forbidden
    of_view, of_constant = _SENTENCES[why]
    if node is None:
        return error(of_constant, what)
    return error(of_view, index, re.sub("Backward0?$", "", display_name(node.op)), what)


# For each reason why a view must not change, the message if the view was recorded, and the message
# if it wasn't.
_SENTENCES = {
    "several_views": ("one_of_several_views", "several_views_of_constant"),
    "function_view": ("function_view", "several_views_of_constant"),
    "no_grad_view": ("view_of_no_grad_view", "no_grad_view"),
    "inference_view": ("view_of_inference_view", "inference_view"),
}


def view(name: str, **rules):
    """Define an operation that returns a view of its input and saves nothing but its shape."""

    def decorate(forward):
        recorded: Any = unary(name, **rules)(forward)
        if 0 in recorded.op.slots.values() or recorded.op.saves_out:
            raise TypeError(f"{name}: the rule of a view needs no values, only shapes")

        @functools.wraps(recorded)
        def apply(x, *constants):
            if not isinstance(x, Tensor):
                return forward(x, *constants)
            memory(x)  # which a NumPy scalar doesn't have yet
            out = recorded(x, *constants)
            make_view(x, out)
            return out

        return apply

    return decorate


def make_view(x: Tensor, out: Tensor, forbidden: str | None = None) -> None:
    """Make `out` a view of x. `forbidden`: the reason not to change `out` in place, if any."""
    version = out._changes = version_of(x)
    if isinstance(version, InferenceVersion):
        out._changes = OF_INFERENCE
        return
    if recording.mode is not GRAD:
        forbidden = "inference_view" if recording.mode is INFERENCE else "no_grad_view"
    base = x if x._view is None else x._view.base
    out._view = View(base, version.count, forbidden or (x._view and x._view.forbidden))


def tensor_of(gradient, tensors: dict) -> Tensor:
    """Return the tensor that holds the gradient's array, or wrap the array in a new tensor.

    `tensors`: the tensors so far, by the ids of their arrays; the new tensor is added. If its array
    is a view of another array, it's a view, too.
    """
    if isinstance(gradient, Tensor):
        return gradient
    tensor = tensors.get(id(gradient))
    if tensor is None or tensor._value is not gradient:
        tensor = wrap(gradient, from_numpy_dtype(gradient.dtype))
        if isinstance(base := gradient.base, np.ndarray):
            arrays = ((t, t._value) for t in tensors.values())
            owners = (t for t, a in arrays if a is base or a.base is base)
            with no_grad():
                make_view(next(owners, wrap(base, tensor._dtype)), tensor)
        tensors[id(gradient)] = tensor
    return tensor


def views_of(op: Op, x: Tensor, arrays: list, constants: tuple) -> tuple:
    """Return the outputs of an operation whose results are several views of x."""
    outs = tuple(wrap(array, x._dtype) for array in arrays)
    is_tracked = recording.mode is GRAD and tracked(x)
    node = make_node(op, (edge(x),), (None, *constants)) if is_tracked else None
    for i, out in enumerate(outs):
        make_view(x, out, "several_views")
        if node is not None:
            out._requires_grad = True
            out._node = output_of(node, i)
    return outs


@operation(
    "AsStridedBackward0",
    x=lambda g, shape, positions: scattered(g, shape, positions),
    broadcasts=False,
)
def elements_at(x, shape, positions):
    """the elements of x at `positions`, counted row by row; `shape` is the shape of x"""
    return x.reshape(-1)[positions]


@operation(
    "AsStridedScatterBackward0",
    x=lambda g, shape, positions: elements_at(g, shape, positions),
    broadcasts=False,
)
def scattered(x, shape, positions):
    """zeros of `shape`, with x added at `positions`"""
    result = np.zeros(shape, x.dtype)
    np.add.at(result.reshape(-1), positions, x)
    return result


@operation("AsStridedBackward0", x=lambda g, positions: averaged(g, positions), broadcasts=False)
def averaged(x, positions):
    """for each element of x, the mean of those at the same position, which share its memory"""
    flat = positions.reshape(-1)
    sums, counts = np.bincount(flat, x.reshape(-1)), np.bincount(flat)
    return (sums[positions] / counts[positions]).astype(x.dtype)


def repeats(array: np.ndarray) -> bool:
    """Return whether several of a tensor's elements share the same memory."""
    if 0 not in array.strides or not array.size:
        return False
    return any(n > 1 and not step for n, step in zip(array.shape, array.strides, strict=True))


def is_dense(array: np.ndarray) -> bool:
    """Return whether the elements fill their memory without gaps, whatever the order of dims."""
    start, end = np.lib.array_utils.byte_bounds(array)
    return end - start == array.nbytes and not repeats(array)


def positions_in(base: np.ndarray, view: np.ndarray) -> np.ndarray:
    """Return the row-by-row indices in `base` of the elements that `view` contains.

    If `.data` of one of the two was replaced, they no longer share memory. Then it's the positions
    in their own memory that count.
    """
    steps = [stride // base.itemsize for stride in base.strides]
    numbers = np.zeros(_reach(base.shape, steps), np.int64)
    ordered = np.ndarray(base.shape, np.int64, numbers, 0, [8 * step for step in steps])
    ordered[...] = np.arange(base.size).reshape(base.shape)
    if not view.size:
        return np.zeros(view.shape, np.int64)
    steps = [stride // view.itemsize for stride in view.strides]
    start, reach = _offset(view) - _offset(base), _reach(view.shape, steps)
    if start < 0 or start + reach > len(numbers):
        needed = (_offset(view) + reach) * view.itemsize
        raise error("view_out_of_bounds", view, steps, _offset(view), needed, base)
    strides = [8 * step for step in steps]
    return np.ndarray(view.shape, np.int64, numbers, 8 * start, strides).copy()


def _reach(shape: tuple[int, ...], steps: list[int]) -> int:
    """Return how many elements of the memory lie between the first and the last of an array."""
    return max(1 + sum(step * (n - 1) for step, n in zip(steps, shape, strict=True)), 0)


def _offset(array: np.ndarray) -> int:
    """Return the position of an array's first element in the memory that holds the array."""
    return (array.ctypes.data - _owner(array).ctypes.data) // array.itemsize


def from_start(array: np.ndarray) -> np.ndarray:
    """Return all elements from an array's first one to the end of its memory, as a vector."""
    end = np.lib.array_utils.byte_bounds(_owner(array))[1]
    count = max(end - array.ctypes.data, 0) // array.itemsize
    return np.lib.stride_tricks.as_strided(array, (count,), (array.itemsize,))


def _owner(array: np.ndarray) -> np.ndarray:
    """Return the array whose memory an array is a part of."""
    owner, next_owner = array, array.base
    while next_owner is not None:  # some owners, as of `as_strided`, aren't arrays
        owner = next_owner if isinstance(next_owner, np.ndarray) else owner
        next_owner = getattr(next_owner, "base", None)
    return owner
