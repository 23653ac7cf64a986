"""In-place operations: the result is written into the first tensor, and its history follows.

Seen from a view, the operation is its new history. Seen from the base it is a copy of slices: the
view's elements went through the operation, the others are as they were.
"""

import functools

import numpy as np

from . import checks
from .engine import gradients
from .errors import refuse_if
from .graph import Node, Op, make_node
from .modes import recording
from .record import edge, operation
from .tensor import Tensor, wrap
from .versions import UNCHECKED, changed, version_of
from .views import one_of_several, part, positions


def inplace(operation):
    """The in-place form of an operation: the same result, written into the first tensor."""

    @functools.wraps(operation)
    def method(self, *args, **kwargs):
        check_inplace(self, *args)
        before = wrap(self._value, self._dtype, self._requires_grad)
        before._node, before._version = self._node, version_of(self)
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


def check_inplace(x: Tensor, *others) -> None:
    """Raise if x must not be changed in place now."""
    if not recording.enabled:
        return
    view = x._view
    if view is not None:
        _check_view(x, view, any(_tracked(t) for t in (view.base, *others)) or x._requires_grad)
    refuse_if(x.requires_grad and x.is_leaf, "leaf_in_place")


def _check_view(x: Tensor, view, tracked: bool) -> None:
    refuse_if(tracked and view.forbidden == "no_grad", "no_grad_view_in_place")
    if tracked and view.forbidden == "several":
        raise one_of_several(x, "and is being modified inplace")
    refuse_if(x.requires_grad and view.base.is_leaf, "view_of_leaf_in_place")


def write(x: Tensor, out: Tensor) -> None:
    """Put the value of `out` into x's memory, and its history into x's and x's base's."""
    steps = zip(x._value.shape, x._value.strides, strict=True)
    refuse_if(x._value.size and any(n > 1 and step == 0 for n, step in steps), "overlapping_memory")
    refuse_if(out._value.shape != x._value.shape, "in_place_shape", x, out)
    refuse_if(out._dtype.kind > x._dtype.kind, "in_place_dtype", out, x)
    if isinstance(x._value, np.ndarray):
        x._value[...] = out._value
    else:
        x._value = x._value.dtype.type(out._value)
    changed(x)
    if out._node is not None and recording.enabled:
        _rebase(x, out._node)


def _rebase(x: Tensor, node: Node) -> None:
    if node.op.keeps_out:  # the saved result is x's memory now
        inputs = node.versions or (None, 0) * len(node.edges)
        node.versions = (*inputs[: 2 * len(node.edges)], x._version, x._version[0])
    hooks = x._node._hooks if x._node is not None and x.retains_grad else None
    x._requires_grad, x._node = True, node
    if hooks is not None:
        hooks.retained = None
        x.retain_grad()
    if x._view is not None:
        base, view = x._view.base, x._view
        places = positions(base._value, x._value)
        edges = (edge(base), *node.edges[1:])
        base._node = make_node(_COPY_SLICES, edges, (node, places), UNCHECKED)
        base._requires_grad = True
        view.seen = -1
        view.refresh(x)


@operation(
    "AsStridedScatterBackward0",
    lambda g, _x, _v, places: replaced(g, 0 * part(g, g.shape, places), places),
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
    checks.unchanged(node)
    arrived = part(g, g.shape, places)
    inside, *others = gradients(node, arrived, isinstance(g, Tensor))
    return (replaced(g, 0 * arrived if inside is None else inside, places), *others)


_COPY_SLICES = Op("CopySlices", joint=_copy_slices)


def _tracked(value) -> bool:
    return isinstance(value, Tensor) and value.requires_grad
