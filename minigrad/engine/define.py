"""Decorators that define operations: the value, a rule for each input, and the recording.

    @binary("MulBackward0", x=lambda g, y: g * y, y=lambda g, x: g * x)
    def mul(x, y):
        return x * y

The decorated function is the operation on arrays. The decorator takes a rule for each input, under
the input's name. A rule turns g, the gradient of the result, into that input's gradient. After g,
it names what else it needs: an input, the result (`out`), the shape of an input (`x_shape`), or a
constant of the operation (a number, dims, another shape). Nothing else is saved, and inputs and the
result only if a rule that may run needs them: a rule runs only if its input requires grad.

Constants follow the inputs. One with the rule None, as in `index=None`, may be a large array, which
the backward pass frees along with the inputs and the result.

The decorated function takes tensors and records the operation. When a rule calls it with arrays, it
only computes the result. When a rule calls it with tensors, in a backward pass that is itself being
recorded, the call is recorded, too. So one rule works for derivatives of any order.
"""

import functools
import itertools

import numpy as np

from ..messages.errors import broadcast_error
from . import dtypes
from .dtypes import from_numpy_dtype
from .graph import make_node
from .memory.versions import entry_of
from .modes import GRAD, recording
from .needs import needs
from .operands import constant, number_in, promote
from .tensor import Tensor, wrap
from .unbroadcast import with_unbroadcast

# `unary` and `binary` spell out their recording; only `operation` loops over its inputs (`record`).
# If they also called `record`, a graph of three numbers would take 28% longer, and a small network
# 24% longer.


def unary(name: str, to_float: bool = False, **rules):
    """Define an operation on one tensor (and perhaps constants) that preserves the tensor's dtype.

    `to_float`: convert integers to the default dtype first.
    """

    def decorate(forward):
        op, ((saves_x,),), saves_out, saves_shape, frees = needs(name, forward, rules)
        no_versions = (None, None) if saves_out else (None,)

        @functools.wraps(forward)
        def apply(x, *constants):
            if not isinstance(x, Tensor):
                return forward(x, *constants)
            value, dtype = x._value, x._dtype
            if to_float and not dtype.is_floating_point:
                dtype = dtypes.get_default_dtype()
                value = value.astype(dtype.numpy)
            out_value = forward(value, *constants) if constants else forward(value)
            out = wrap(out_value, dtype)
            if recording.mode is GRAD and tracked(x):
                saved: tuple = (value if saves_x else None,)
                if saves_out:
                    saved += (out_value,)
                if saves_shape:
                    saved += (value.shape,)
                versions: tuple | None = no_versions if saves_x or saves_out or frees else None
                if saves_x and x._changes is not None:
                    versions = (entry_of(x, True), *no_versions[1:])
                out._requires_grad = True
                out._node = make_node(op, (x._node or x,), saved + constants, versions)
            return out

        return apply

    return decorate


NUMBERS = {float, int}  # but not bool


def binary(name: str, to_float: bool = False, check=None, fits: bool = True, **rules):
    """Define an operation on two tensors, or on a tensor and a number.

    `check`: a function that is called first, with both operands, and raises if they're
    incompatible. `fits`: False if the operation isn't elementwise, so its rules already return
    gradients of the correct shapes.
    """

    def decorate(forward):
        op, by_rule, saves_out, _, _ = needs(name, forward, rules)
        (x_rule_has_x, x_rule_has_y), (y_rule_has_x, y_rule_has_y) = by_rule
        x_rule_saves = x_rule_has_x or x_rule_has_y or saves_out
        fitting_op = with_unbroadcast(op)
        no_versions = (None, None, None) if saves_out else (None, None)

        @functools.wraps(forward)
        def apply(x, y):
            if type(x) is Tensor and type(y) is Tensor:
                return with_tensor(x, y)
            if type(y) in NUMBERS and isinstance(x, Tensor) and x._dtype.is_floating_point:
                return with_number(x, y)
            if not isinstance(y, Tensor):
                if not isinstance(x, Tensor):
                    return forward(x, y)
                if check is not None and type(y) is bool:  # a check accepts True only as a tensor
                    check(x, y)
                y = constant(y, x)
            elif not isinstance(x, Tensor):
                x = constant(x, y)
            if x is NotImplemented or y is NotImplemented:
                return NotImplemented
            return with_tensor(x, y)

        def with_tensor(x, y):
            """Apply the operation to two tensors."""
            if check is not None:
                check(x, y)
            x_value, y_value, dtype = x._value, y._value, x._dtype
            promoted = dtype is not y._dtype or (to_float and not dtype.is_floating_point)
            if promoted:
                x_value, y_value, dtype = promote(x, y, to_float)
            try:
                out_value = forward(x_value, y_value)
            except ValueError:
                require_broadcast(x_value.shape, y_value.shape)
                raise  # the operation itself failed
            out = wrap(out_value, dtype)
            if recording.mode is not GRAD:
                return out
            x_tracked, y_tracked = tracked(x), tracked(y)
            if x_tracked or y_tracked:
                saves_x = (x_tracked and x_rule_has_x) or (y_tracked and y_rule_has_x)
                saves_y = (x_tracked and x_rule_has_y) or (y_tracked and y_rule_has_y)
                saved: tuple = (None, None)
                versions: tuple | None = None
                if saves_x or saves_y or saves_out:
                    saved = (x_value if saves_x else None, y_value if saves_y else None)
                    if saves_out:
                        saved += (out_value,)
                    versions = no_versions
                    has_version = x._changes is not None or y._changes is not None
                    if has_version or not (x_tracked and y_tracked):
                        x_entry = entry_of(x, x_tracked) if saves_x else None
                        y_entry = entry_of(y, y_tracked) if saves_y else None
                        versions = (x_entry, y_entry, *no_versions[2:])
                recorded = op
                if fits and (promoted or x_value.shape != y_value.shape):
                    recorded = fitting_op
                    shape = None if promoted else out_value.shape
                    x_form = None if x_value.shape == shape else (x_value.shape, x._dtype)
                    y_form = None if y_value.shape == shape else (y_value.shape, y._dtype)
                    saved += ((x_form, y_form),)
                edges = (
                    (x._node or x) if x_tracked else None,
                    (y._node or y) if y_tracked else None,
                )
                out._requires_grad = True
                out._node = make_node(recorded, edges, saved, versions)
            return out

        def with_number(x, number):
            """Apply the operation to x and a plain number, a constant that takes x's dtype."""
            if check is not None:
                check(x, number)
            value = x._value
            y_value = number_in(x._dtype, number, type(value) is np.ndarray)
            out_value = forward(value, y_value)
            out = wrap(out_value, x._dtype)
            if recording.mode is GRAD and tracked(x):
                saved: tuple = (None, None)
                versions: tuple | None = None
                if x_rule_saves:
                    saved = (value if x_rule_has_x else None, y_value if x_rule_has_y else None)
                    if saves_out:
                        saved += (out_value,)
                    versions = no_versions
                if x_rule_has_x and x._changes is not None:
                    versions = (entry_of(x, True), *no_versions[1:])
                out._requires_grad = True
                out._node = make_node(op, (x._node or x, None), saved, versions)
            return out

        return apply

    return decorate


def operation(name: str, *, joint=None, inputs=0, fits=False, **rules):
    """Define an operation on any number of tensors, followed by constants.

    If several inputs' gradients are best computed together, pass a `joint` rule, which returns one
    gradient for each of the `inputs`. `fits`: whether the operation broadcasts its inputs.
    """

    def decorate(forward):
        found = needs(name, forward, rules, joint, inputs)
        op = with_unbroadcast(found.op) if fits else found.op
        count, frees = len(found.inputs), found.large

        @functools.cache
        def saved_if(*tracked: bool) -> list:
            """Return whether to save each input, given which of the inputs are tracked."""
            needed = itertools.compress(found.inputs, tracked)
            return [any(column) for column in zip(*needed, strict=True)]

        @functools.wraps(forward)
        def apply(*args):
            tensors, constants = args[:count], args[count:]
            values = [t._value if isinstance(t, Tensor) else t for t in tensors]
            try:
                value = forward(*values, *constants)
            except ValueError:
                if fits:
                    require_broadcast(*map(np.shape, values))
                raise
            if True not in [isinstance(t, Tensor) for t in tensors]:
                return value
            out = wrap(value, from_numpy_dtype(value.dtype))
            shapes = [np.shape(values[i]) for i in found.shapes]
            record(op, saved_if, tensors, values, (*shapes, *constants), out, frees)
            return out

        apply.op = op  # type: ignore[attr-defined]
        return apply

    return decorate


def require_broadcast(*shapes: tuple) -> None:
    """Raise PyTorch's error if the shapes don't broadcast."""
    try:
        np.broadcast_shapes(*shapes)
    except ValueError:
        raise broadcast_error(*shapes) from None


def record(op, saved_if, tensors, values, constants, out, frees=False) -> None:
    """Attach a node to `out` if recording is on and an input requires grad.

    `saved_if` takes a flag for each input that says whether it requires grad, and returns flags
    that say whether to save it. `constants` also contains the inputs' shapes, if a rule needs them.
    """
    wanted = [isinstance(t, Tensor) and tracked(t) for t in tensors]
    if recording.mode is not GRAD or True not in wanted:
        return
    edges: list = []
    saved: list = []
    versions: list = []
    for tensor, value, is_saved in zip(tensors, values, saved_if(*wanted), strict=False):
        edges.append(edge(tensor))
        is_saved = is_saved and isinstance(tensor, Tensor)
        saved.append(value if is_saved else None)
        versions.append(entry_of(tensor, edges[-1] is not None) if is_saved else None)
    if op.saves_out:
        saved.append(out._value)
        versions.append(None)
    # Versions also mark a node with something to free: see `memory/versions.py`.
    frees_later = frees or any(value is not None for value in saved)
    saved += constants
    if op.fits:
        pairs = zip(tensors, values, edges, strict=True)
        saved.append(tuple(None if e is None else (v.shape, t._dtype) for t, v, e in pairs))
    out._requires_grad = True
    out._node = make_node(op, tuple(edges), tuple(saved), tuple(versions) if frees_later else None)


def tracked(x: Tensor) -> bool:
    """Return whether operations on x are recorded while recording is on."""
    return x._requires_grad if x._view is None else x._view.tracked(x)


def edge(tensor):
    """Return where a tensor's gradient goes: to its node, to the leaf itself, or nowhere (None)."""
    if not isinstance(tensor, Tensor):
        return None
    if tensor._view is not None:
        tensor._view.refresh(tensor)
    return (tensor._node or tensor) if tensor._requires_grad else None
