"""Views and in-place operations: tensors that share memory, and what changing it does.

A view knows the tensor whose memory it shows, its base. When that memory changes in place, the
base gets a new history, and the view derives its own from it the next time someone asks.
"""

import functools

import numpy as np

from .graph import Node, Op, changed, make_node, output_of, shown
from .modes import recording
from .record import operation
from .tensor import Tensor, memory, wrap

_NO_GRAD_VIEW = (
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
    "your code by moving both the view and the inplace either both inside the no_grad block (if "
    "you don't want the inplace to be tracked) or both outside (if you want the inplace to be "
    "tracked)."
)


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
        if not base._requires_grad:
            return
        tensor._requires_grad = True
        if tensor._version[0] == self.seen:
            return
        if self.forbidden == "no_grad":
            raise RuntimeError(
                "A view was created in no_grad mode and its base or another view of its base has "
                "been modified inplace with grad mode enabled." + _NO_GRAD_VIEW
            )
        self.seen = tensor._version[0]
        places = positions(base._value, tensor._value)
        saved = (None, base._value.shape, places)
        tensor._node = make_node(part.op, (base._node or base,), saved)


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
            if x.requires_grad:
                out._requires_grad = True  # under no_grad too, as in PyTorch
                if recording.enabled:
                    out._node = make_node(op, (x._node or x,), (None, *constants))
            return out

        return apply

    return decorate


def share(x: Tensor, out: Tensor, several: bool = False) -> None:
    """Make `out` a view of x."""
    out._version = x._version
    forbidden = "several" if several else None if recording.enabled else "no_grad"
    if x._view is None:
        out._view = View(x, x._version[0], forbidden)
    else:
        out._view = View(x._view.base, x._version[0], forbidden or x._view.forbidden)


def views_of(op: Op, x: Tensor, arrays: list, constants: tuple) -> tuple:
    """The outputs of one operation that gives several views of x."""
    outs = tuple(wrap(array, x._dtype) for array in arrays)
    node = None
    if x.requires_grad and recording.enabled:
        node = make_node(op, (x._node or x,), (None, *constants))
    for i, out in enumerate(outs):
        share(x, out, several=True)
        out._requires_grad = x._requires_grad
        out._node = None if node is None else output_of(node, i)
    return outs


def inplace(operation):
    """The in-place form of an operation: the same result, written into the first tensor."""

    @functools.wraps(operation)
    def method(self, *args, **kwargs):
        check_inplace(self)
        before = wrap(self._value, self._dtype, self._requires_grad)
        before._node, before._version = self._node, self._version
        if recording.enabled and any(_tracked(a) for a in (self, *args)):
            # A rule may want the value from before the change.
            before._value, before._version = np.array(self._value)[()], [0]
        out = operation(before, *args, **kwargs)
        if out is NotImplemented:
            return out
        write(self, out)
        return self

    method.__name__ = f"{operation.__name__}_"
    return method


def check_inplace(x: Tensor) -> None:
    """Raise if x must not be changed in place now."""
    if not recording.enabled:
        return
    if x.requires_grad and x._view is None and x._node is None:
        raise RuntimeError(
            "a leaf Variable that requires grad is being used in an in-place operation.\n"
            "Update it inside `with no_grad():`, or work on a copy: x.clone()."
        )
    view = x._view
    if view is None:
        return
    if view.base._requires_grad and view.base._node is None:
        if view.forbidden == "no_grad":
            raise RuntimeError(
                "A view was created in no_grad mode and is being modified inplace with grad mode "
                "enabled." + _NO_GRAD_VIEW
            )
        raise RuntimeError(
            "a view of a leaf Variable that requires grad is being used in an in-place "
            "operation.\nUpdate it inside `with no_grad():`, or work on a view of a copy: "
            "x.clone()."
        )
    if view.forbidden == "no_grad" and x.requires_grad:
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode "
            "enabled." + _NO_GRAD_VIEW
        )
    if view.forbidden == "several" and x.requires_grad:
        raise RuntimeError(
            f"Output {shown(x._node)[1]} of {shown(x._node)[0].name()[:-9]} is a view and is "
            "being modified inplace. This view is the output of a function that returns multiple "
            "views. Such functions do not allow the output views to be modified inplace. You "
            "should replace the inplace operation by an out-of-place one."
        )


def write(x: Tensor, out: Tensor) -> None:
    """Put the value of `out` into x's memory, and its history into x's and x's base's."""
    if out._value.shape != x._value.shape:
        raise RuntimeError(
            f"output with shape {list(x._value.shape)} doesn't match the broadcast shape "
            f"{list(out._value.shape)}\nAn in-place operation keeps the shape: drop the "
            "underscore to make a new tensor."
        )
    if any(n > 1 and step == 0 for n, step in zip(x._value.shape, x._value.strides, strict=True)):
        raise RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )
    if out._dtype.kind > x._dtype.kind:
        raise RuntimeError(
            f"result type {out._dtype.legacy_name} can't be cast to the desired output type "
            f"{x._dtype.legacy_name}\nAn in-place operation keeps the dtype: drop the underscore "
            "to make a new tensor."
        )
    if isinstance(x._value, np.ndarray):
        x._value[...] = out._value
    else:
        x._value = x._value.dtype.type(out._value)
    changed(x._version)
    if out._node is not None and recording.enabled:
        _rebase(x, out._node)


def _rebase(x: Tensor, node: Node) -> None:
    if len(node.versions) > 2 * len(node.edges):  # the saved result is x's memory now
        node.versions = (*node.versions[:-2], x._version, x._version[0])
    x._requires_grad = True
    x._node = node
    if x._view is not None:
        base, view = x._view.base, x._view
        places = positions(base._value, x._value)
        before = (base._node or base) if base._requires_grad else None
        base._node = make_node(
            _COPY_SLICES, (before, *node.edges[1:]), (node, places), node.versions
        )
        base._requires_grad = True
        view.seen = -1
        view.refresh(x)


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


@operation(
    "AsStridedScatterBackward0",
    lambda g, _x, _v, places: replaced(g, np.zeros(places.shape, g.dtype), places),
    lambda g, x, _v, places: part(g, g.shape, places),
)
def replaced(x, v, places):
    """x with v at `places`"""
    result = np.array(x)
    result.reshape(-1)[places] = v
    return result


def _copy_slices(g, node, places):
    """The rule of an in-place operation on a view, seen from the base: inside the view the
    operation's own rule, outside it nothing happened."""
    from .engine import gradients

    inside, *others = gradients(node, part(g, g.shape, places), isinstance(g, Tensor))
    if inside is None:
        inside = np.zeros(places.shape, g.dtype)
    return (replaced(g, inside, places), *others)


_COPY_SLICES = Op("CopySlices", joint=_copy_slices)


def _tracked(value) -> bool:
    return isinstance(value, Tensor) and value.requires_grad


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
