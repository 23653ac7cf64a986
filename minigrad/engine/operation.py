"""Operations on any number of tensors, followed by constants."""

import functools

import numpy as np

from .broadcasting import require_broadcast
from .checks import checked
from .dtypes import from_numpy_dtype
from .graph import Op, make_node
from .memory.versions import stamp_of
from .modes import GRAD, recording
from .needs import needs, parameters
from .tensor import Tensor, edge, tracked, wrap
from .unbroadcast import with_unbroadcast


def operation(name: str, *, joint=None, inputs=0, broadcasts=True, **rules):
    """Define an operation on any number of tensors, followed by constants.

    If several inputs' gradients are best computed together, pass a `joint` rule, which returns one
    gradient for each of the `inputs`. `broadcasts`: False if the rules already return gradients of
    the inputs' shapes and dtypes.
    """

    def decorate(forward):
        found = needs(name, forward, rules, joint, inputs)
        op = with_unbroadcast(found.op) if broadcasts else found.op
        count = len(found.inputs_read)
        constant_names = parameters(forward)[count:]

        inputs_to_save = functools.cache(found.inputs_to_save)

        @functools.wraps(forward)
        def apply(*args):
            tensors, constants = args[:count], args[count:]
            for i, constant in enumerate(constants):
                if isinstance(constant, Tensor):
                    raise _no_rule(name, constant_names[i : i + 1])
            values = [t._value if isinstance(t, Tensor) else t for t in tensors]
            try:
                value = forward(*values, *constants)
            except ValueError:
                if broadcasts:
                    require_broadcast(*map(np.shape, values))
                raise
            if not any(isinstance(t, Tensor) for t in tensors):
                return value
            out = wrap(value, from_numpy_dtype(value.dtype))
            shapes = [np.shape(values[i]) for i in found.shapes_read]
            record(op, tensors, values, (*shapes, *constants), out, inputs_to_save)
            return out

        apply.op = op  # type: ignore[attr-defined]
        return apply if found.ours else checked(apply)

    return decorate


def none_saved(*are_tracked: bool) -> list:
    return [False] * len(are_tracked)


def record(op, tensors, values, others, out, inputs_to_save=none_saved) -> None:
    """Attach a node to `out` if recording is on and an input requires grad.

    `others`: the shapes of inputs that a rule needs, and then the constants. `inputs_to_save`: as
    in `Needs`.
    """
    are_tracked = [isinstance(t, Tensor) and tracked(t) for t in tensors]
    if recording.mode is not GRAD or not any(are_tracked):
        return
    edges: list = []
    saved: list = []
    stamps: list = []
    for tensor, value, is_saved in zip(tensors, values, inputs_to_save(*are_tracked), strict=True):
        edges.append(edge(tensor))
        is_saved = is_saved and _is_tensor(op, tensor)
        saved.append(value if is_saved else None)
        stamps.append(stamp_of(tensor, has_edge=edges[-1] is not None) if is_saved else None)
    if op.saves_out:
        saved.append(out._value)
    saved += others
    if op.has_forms:
        inputs = zip(tensors, values, edges, strict=True)
        saved.append(tuple(None if e is None else (v.shape, t._dtype) for t, v, e in inputs))
    out._requires_grad = True
    out._node = make_node(op, tuple(edges), tuple(saved), tuple(stamps))


def _is_tensor(op: Op, operand) -> bool:
    """Return whether the operand is a tensor. Raise if it isn't None either, but a number."""
    if operand is None or isinstance(operand, Tensor):
        return operand is not None
    advice = "Use `as_tensors` first, as in ops/arithmetic.py."
    raise TypeError(f"{op.name}: a rule needs {operand!r}, which isn't a tensor. {advice}")


def _no_rule(name: str, argument: tuple) -> Exception:
    """Return the error for a tensor passed as a constant, which has no name in `*args`."""
    named = argument[0] if argument else "an argument without a name"
    rule = f"{named}=lambda g: ..." if argument else "with a parameter of its own"
    return TypeError(
        f"{name}: {named} is a tensor, but there's no rule for it. "
        f"Write one, {rule}, or pass an array."
    )
