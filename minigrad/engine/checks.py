"""Validation of tensor attributes, hooks, and gradients.

Each error has the same class and first sentence as PyTorch's, and then says how to fix the problem.
Every check is made before anything is changed.
"""

import functools
import re
from copy import copy

from ..messages.errors import argument_error, error
from .dtypes import from_numpy_dtype
from .grad_fn import display_name
from .graph import Node, Op
from .memory import inference
from .memory.versions import Version, saved_versions, stamp_count


def flag(tensor, requires_grad: object, leaf: bool = False) -> None:
    """Raise if ``requires_grad`` can't be set to the given value.

    `leaf`: whether the tensor must be a leaf, as for an assignment to ``requires_grad``. In
    contrast, `requires_grad_(True)` works on any tensor.
    """
    if not isinstance(requires_grad, bool):
        if leaf:
            raise error("flag_type")
        raise argument_error("requires_grad_", "requires_grad", 1, "bool", requires_grad)
    if (leaf or not requires_grad) and tensor._node is not None:
        raise error("flag_of_computed")
    if requires_grad and not tensor._dtype.is_floating_point:
        raise error("flag_of_integers", "and complex " if leaf else "", tensor)
    outside = not inference.is_inference_mode_enabled()
    if requires_grad and inference.is_inference(tensor) and outside:
        raise error("inference_flag")


def assigned(tensor, grad) -> None:
    """Raise if `grad` can't be assigned to the tensor's ``.grad``."""
    if not hasattr(grad, "_dtype"):
        raise error("grad_type", grad)
    if grad is tensor:
        raise error("own_grad")
    if grad._dtype is not tensor._dtype:
        raise error("grad_dtype", grad, tensor)
    if grad._value.shape != tensor._value.shape:
        raise error("grad_size", grad, tensor)


def hook_result(hook, tensor, result) -> None:
    """Raise if a hook's result can't replace the gradient."""
    if not hasattr(result, "_dtype"):
        raise error("hook_result", result)
    name = getattr(hook, "__name__", hook)
    if result._dtype is not tensor._dtype:
        raise error("hook_dtype", name, tensor, result)
    if result._value.shape != tensor._value.shape:
        raise error("hook_shape", name, tensor, result)


def gradient(value, output, i: int) -> None:
    """Raise if `value` can't be used as the gradient of output i."""
    if not hasattr(value, "_dtype"):
        raise error("gradient_no_tensor", value)
    got, expected = value._value.shape, output._value.shape
    if got != expected:
        raise error("gradient_mismatch", i, got, expected)


def misshapen(op: Op, i: int, d, shape: tuple) -> Exception:
    """Return the error for a gradient d of the wrong shape, which the rule for input i returned."""
    return error("gradient_shape", op.name, i, tuple(d.shape), tuple(shape))


def checked(apply):
    """Let an operation's nodes check the shapes of the gradients that its rules return.

    This is for rules that aren't minigrad's own. Those are tested instead, because each check takes
    time in each backward pass.
    """

    @functools.wraps(apply)
    def checked_apply(*args):
        out = apply(*args)
        node = getattr(out, "_node", None)
        if node is not None and not node.op.has_forms:  # with forms, `unbroadcast` checks
            inputs = zip(node.edges, args, strict=False)  # constants may follow
            shapes = tuple(None if edge is None else x._value.shape for edge, x in inputs)
            node.op, node.saved = _with_checks(node.op), (*node.saved, shapes)
        return out

    return checked_apply


@functools.cache
def _with_checks(op: Op) -> Op:
    """Wrap an operation so that gradients must have the shapes that its nodes saved last."""

    def right(d, i: int, shape: tuple | None):
        if d is not None and shape is not None and d.shape != shape:
            raise misshapen(op, i, d, shape)
        return d

    def one(i: int, rule):
        return functools.wraps(rule)(lambda g, saved: right(rule(g, saved), i, saved[-1][i]))

    def joint(g, saved):
        return map(right, op.joint(g, saved), range(len(saved[-1])), saved[-1])

    variant = copy(op)
    variant.rules = tuple(one(i, rule) for i, rule in enumerate(op.rules))
    variant.joint = op.joint and joint
    return variant


def data(tensor, other) -> None:
    """Raise if `other` can't be assigned to the tensor's ``.data``."""
    if not hasattr(other, "_dtype"):
        raise error("data_type", other)
    if tensor.requires_grad and not other._dtype.is_floating_point:
        raise error("data_dtype", other)


def castable(tensor, dtype) -> None:
    """Raise if a result of the given dtype can't be written into the tensor."""
    if dtype.kind > tensor._dtype.kind:
        raise error("in_place_dtype", dtype.legacy_name, tensor._dtype.legacy_name)


def checked_saved(node) -> tuple:
    """Return the values that a node saved; raise if any has been changed in place since then.

    If a leaf's `.data` was replaced, return its new value instead of the saved one.
    """
    saved = list(node.saved)
    for i, version, expected in saved_versions(node):
        is_input = i < len(node.edges)
        edge = node.edges[i] if is_input else node
        if is_input and isinstance(edge, Node) and edge.meta and edge.meta.detached:
            raise error("saved_detached")
        if version is not None and version.count != expected:
            # If the change itself was recorded, it is now the input's history.
            changed_by = version.changed_by if is_input else ""
            raise modified_error(saved[i], version, expected, edge, changed_by)
        then, now = saved[i], getattr(edge, "_value", None)
        if now is not None and (now.shape, now.dtype) == (then.shape, then.dtype):
            saved[i] = now
    for version, expected, value in node.stamps[stamp_count(node) :]:
        if version.count != expected:
            raise modified_error(value, version, expected, None)
    return tuple(saved)


def modified_error(value, version: Version, expected: int, edge, name: str = "") -> Exception:
    """Return the error for a saved value that has changed.

    `edge` leads to the node that produced the value. `name`: the name of the node that changed it.
    """
    kind = f"minigrad.{from_numpy_dtype(value.dtype).legacy_name}Tensor"
    if value.dtype == bool:
        kind = "CPUBoolType"  # as PyTorch calls a saved mask
    index = 0
    if not name and isinstance(edge, Node):
        name, index = display_name(edge.op), getattr(edge, "index", 0)
    made = name and f", which is output {index} of {re.sub('Backward0?', '', name)},"
    return error("changed_in_place", kind, value, made, version.count, expected)
