"""In-place operations, which write the result into the first tensor and update its history.

After x.mul_(10), x's node is the MulBackward0 that computed the new values. If x is a view, its
base has changed, too, and both get a new history. With a = tensor([1., 2., 3.],
requires_grad=True):

    base = a * 1                # MulBackward0
    x = base[1:]                # SliceBackward0, which leads to base's node
    x.mul_(10)                  # x is [20, 30], and base is [1, 20, 30]

Now base's node is a CopySlices, which leads to base's old node. It records that the elements at
positions 1 and 2 went through MulBackward0 and that the others stayed the same. So after
base.sum().backward(), a.grad is [1, 10, 10]. x still consists of these elements of base, so its new
node is an AsStridedBackward0, which leads to the CopySlices.
"""

import functools
import operator

import numpy as np

from ...messages.errors import error, warn
from .. import checks
from ..grad_fn import display_name
from ..graph import Node, Op, make_node
from ..modes import GRAD, INFERENCE, recording
from ..operation import operation
from ..rules import gradients, saved_tensors
from ..tensor import Tensor, edge, wrap
from ..uninterrupted import uninterrupted
from .versions import OF_INFERENCE, Version, all_stamps, counting_calls, version_of
from .views import change_error, elements_at, history_calls, is_dense, positions_in, repeats


def inplace(out_of_place, warns: tuple | None = None, shares: str = "itself"):
    """Return the in-place form of an operation, which writes the result into the first tensor.

    `warns`: None to reject an expanded tensor; otherwise the method names to use in warnings about
    it, or () for no warning. `shares`: how the other tensors may overlap the first one in memory:
    "itself" (same elements, same order), "all", or "nothing". For the last two, the check comes
    after the operation.
    """

    @functools.wraps(out_of_place)
    def method(self, *args, **kwargs):
        check_inplace(self, *args)
        if shares == "itself":
            check_memory(self, args, warns)
        before = self
        if recording.mode is GRAD and any(map(_requires_grad, (self, *args))):
            # A rule may need the value before the change, so a copy takes x's place in the graph.
            # It has a version of its own, because the change doesn't affect it.
            before = wrap(np.array(self._value)[()], self._dtype, self._requires_grad)
            before._node, before._changes = self._node, Version()
        out = out_of_place(before, *args, **kwargs)
        if out is NotImplemented:
            return out
        if shares != "itself":
            check_memory(self, args if shares == "nothing" else (), warns, alone=True)
        write(self, out)
        return self

    method.__name__ = f"{out_of_place.__name__}_"
    return method


def check_inplace(x: Tensor, *others) -> None:
    """Raise if x can't currently be changed in place."""
    if recording.mode is not GRAD:
        return
    view = x._view
    if view is not None:
        if view.forbidden and any(_requires_grad(t) for t in (x, view.base, *others)):
            raise change_error(x, "is being modified inplace")
        if x.requires_grad and view.base.is_leaf:
            raise error("view_of_leaf_in_place")
    if x.requires_grad and x._node is None:
        raise error("leaf_in_place")


def check_inference(x: Tensor) -> None:
    """Raise if x was created in inference mode and inference mode is off."""
    if x._changes is OF_INFERENCE and recording.mode is not INFERENCE:
        raise error("inference_in_place")


def check_memory(x: Tensor, others: tuple, warns: tuple | None, alone=False) -> None:
    """Raise if elements of x share memory, or if x overlaps another operand at other positions.

    `alone`: whether to also forbid overlaps at the same positions.
    """
    if alone and any(other is x for other in others):
        raise error("partial_overlap")
    a = x._value
    if not isinstance(a, np.ndarray):
        return
    if repeats(a):
        if warns is None:
            raise error("overlapping_memory")
        for name in warns:
            warn("expanded_in_place", name)
    for other in others:
        b = getattr(other, "_value", other)
        if isinstance(b, np.ndarray) and np.may_share_memory(a, b):
            same = a.strides == b.strides and a.size == b.size
            same = same and (a.size == 1 or a.ctypes.data == b.ctypes.data)
            if (alone or not same) and is_dense(a) and is_dense(b):
                raise error("partial_overlap")


def write(x: Tensor, out: Tensor) -> None:
    """Write the value of `out` into x's memory, and update the histories of x and its base."""
    shape, out_shape = x._value.shape, out._value.shape
    if shape != out_shape:
        raise error("in_place_shape", shape, out_shape)
    checks.castable(x, out._dtype)
    check_inference(x)
    by, histories = None, []
    if out._node is not None and recording.mode is GRAD:
        by, histories = new_histories(x, out._node)
    uninterrupted([value_write(x, out), *histories, *counting_calls(x, by)])


def value_write(x: Tensor, out: Tensor) -> tuple:
    """Return the call (see `uninterrupted`) that writes the value of `out` into x's memory."""
    if not isinstance(x._value, np.ndarray):
        return (setattr, x, "_value", x._value.dtype.type(out._value))
    if 0 in x._value.strides:
        # Elements of an expanded tensor share memory, so the unchanged elements must not overwrite
        # the changed ones. Bits are compared, because NaN doesn't equal itself.
        bits, new = f"u{x._value.itemsize}", out._value.astype(x._value.dtype)
        changed = x._value.view(bits) != new.view(bits)
        return (operator.setitem, x._value, changed, new[changed])
    return (operator.setitem, x._value, ..., out._value)


def new_histories(x: Tensor, node: Node) -> tuple[str, list[tuple]]:
    """Return the name of the node that records a change of x, and the calls that set histories.

    `node`: the node of the operation that computed x's new values. If x isn't a view, this node is
    x's new history. If x is a view, its base's history becomes a CopySlices, and the view's own is
    derived from it, as in the example above. The calls are for `uninterrupted`.
    """
    version, view = version_of(x), x._view
    if node.op.saves_out:  # as in PyTorch, the next change of x is an error, but not this one
        inputs = all_stamps(node)[: len(node.edges)]
        node.stamps = (*inputs, (version, version.count + 1))
    if view is None:
        return display_name(node.op), history_calls(x, node)
    base = view.base
    positions = positions_in(base._value, x._value)
    edges = (edge(base), *node.edges[1:])  # the operation's first input was the view
    # As in every node, the first slots are for the inputs. A CopySlices saves none of them.
    saved = (*(None,) * len(edges), node, positions, repeats(x._value))
    copy_slices = make_node(_COPY_SLICES, edges, saved)
    of_view = view.derived_calls(x, copy_slices, positions, version.count + 1)
    return display_name(_COPY_SLICES), [*history_calls(base, copy_slices), *of_view]


@operation(
    "AsStridedScatterBackward0",
    x=lambda g, positions: replaced(g, 0, positions),
    v=lambda g, x, positions: elements_at(g, g.shape, positions),
    broadcasts=False,
)
def replaced(x, v, positions):
    """x with v at `positions`"""
    result = np.array(x, order="C")  # in another order, `reshape` would copy
    result.reshape(-1)[positions] = v
    return result


def _copy_slices(g, saved):
    """Return the gradients that a CopySlices sends to the base's old node and to the other inputs.

    g is the gradient of the whole base. Inside the view (at `positions`), the rule of the
    operation's own node applies. Outside it, gradients pass unchanged. If elements of the view
    share memory, the rule's gradients for them have no place to go.
    """
    *_, node, positions, is_shared = saved  # as in `new_histories`
    of_node = checks.checked_saved(node)
    if isinstance(g, Tensor):
        of_node = saved_tensors(node, of_node)
    inside, *others = gradients(node.op, node.edges, elements_at(g, g.shape, positions), of_node)
    if inside is None:
        return (None, *others)
    if is_shared:
        raise error("overlapping_memory")
    return (replaced(g, inside, positions), *others)


_COPY_SLICES = Op("CopySlices", joint=_copy_slices, reads_freed=(True,))


def _requires_grad(value) -> bool:
    return isinstance(value, Tensor) and value.requires_grad
