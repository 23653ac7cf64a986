"""How an operation is defined: its value, its rule for each input, and how it is recorded.

    @unary("SinBackward0", lambda g, x: g * cos(x))
    def sin(x):
        return np.sin(x)

Below the decorator stands the operation on arrays; in it, for each input, the rule that turns the
upstream gradient g into that input's gradient. After g a rule names the inputs in order, then
`out` if some rule wants the result, then, of one input, `before` if it wants its shape, then the
operation's constants (dims, other shapes). A name with a leading underscore says "not needed":
what no rule needs is not saved.

The decorated function takes tensors and records what it does. Given arrays, as in a rule, it
computes with arrays; given tensors, as in the rules of a recorded backward pass, it is recorded
in turn. So one rule serves every order of derivative.
"""

import functools
import inspect
import itertools

import numpy as np

from ..says.errors import broadcast_error
from . import dtypes
from .dtypes import from_numpy_dtype
from .graph import Op, make_node
from .modes import recording
from .operands import constant, promote
from .sharing.versions import UNCHECKED, counted
from .tensor import Tensor, wrap


def takes(arguments):
    """Say what the operation below takes: `arguments` returns its own, the tensor first."""

    def decorate(operation):
        @functools.wraps(operation)
        def apply(x, *args, **named):
            if not isinstance(x, Tensor):  # in a rule, with arguments that are the operation's own
                return operation(x, *args)
            return operation(*arguments(x, *args, **named))

        apply.__wrapped__ = arguments
        return apply

    return decorate


def unary(name: str, rule, to_float: bool = False, frees: bool = False):
    """Define an operation on one tensor, and constants, that keeps its dtype.

    `to_float`: integers are first converted to the default dtype. `frees`: among the constants
    are large ones, which a backward pass frees like a saved value.
    """
    ((keep_x,),), keep_out, keep_shape = needs((rule,), 1)
    otherwise: tuple | None = () if keep_out else UNCHECKED if frees else None

    def decorate(forward):
        op = Op(name, (rule,), keeps_out=keep_out)

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
            tracked = x._requires_grad if x._view is None else x._view.tracked(x)
            if tracked and recording.enabled:
                out._requires_grad = True
                kept = value if keep_x else None
                saved: tuple = (kept, out_value) if keep_out else (kept,)
                if keep_shape:
                    saved += (value.shape,)
                versions = otherwise
                if keep_x:
                    version = x._changes
                    versions = () if version is None else (version, version[0])
                out._node = make_node(op, x._node or x, saved + constants, versions)
            return out

        return apply

    return decorate


def binary(name: str, x_rule, y_rule, to_float: bool = False, check=None, fits: bool = True):
    """Define an operation on two tensors, or a tensor and a number.

    `check`: called with the two first, to refuse what cannot be computed. `fits`: off for an
    operation that is not elementwise, whose rules give the right shapes by themselves.
    """
    keeps, keep_out, _ = needs((x_rule, y_rule), 2)
    (x_wants_x, x_wants_y), (y_wants_x, y_wants_y) = keeps

    def decorate(forward):
        op = Op(name, (x_rule, y_rule), keeps_out=keep_out)

        @functools.wraps(forward)
        def apply(x, y):
            is_number = False
            if type(x) is not Tensor or type(y) is not Tensor:
                if not isinstance(x, Tensor) and not isinstance(y, Tensor):
                    return forward(x, y)
                if check is not None:
                    check(x, y)
                if not isinstance(y, Tensor):
                    y, is_number = constant(y, x), True
                elif not isinstance(x, Tensor):
                    x, is_number = constant(x, y), True
                if x is NotImplemented or y is NotImplemented:
                    return NotImplemented
            elif check is not None:
                check(x, y)
            x_value, y_value, dtype = x._value, y._value, x._dtype
            promoted = dtype is not y._dtype or (to_float and not dtype.is_floating_point)
            if promoted:
                x_value, y_value, dtype = promote(x, y, to_float)
            try:
                out_value = forward(x_value, y_value)
            except ValueError:
                raise broadcast_error(x_value.shape, y_value.shape) from None
            out = wrap(out_value, dtype)
            x_tracked = x._requires_grad if x._view is None else x._view.tracked(x)
            y_tracked = y._requires_grad if y._view is None else y._view.tracked(y)
            if (x_tracked or y_tracked) and recording.enabled:
                keep_x = (x_tracked and x_wants_x) or (y_tracked and y_wants_x)
                keep_y = (x_tracked and x_wants_y) or (y_tracked and y_wants_y)
                saved: tuple = (None, None)
                versions = None
                if keep_x or keep_y or keep_out:
                    saved = (x_value if keep_x else None, y_value if keep_y else None)
                    versions = ()
                    found_by_edges = is_number or (x_tracked and y_tracked)
                    if x._changes is not None or y._changes is not None or not found_by_edges:
                        versions = counted(x, x_tracked) if keep_x else (None, 0)
                        versions += counted(y, y_tracked) if keep_y else (None, 0)
                    if keep_out:
                        saved += (out_value,)
                edges = (x._node or x) if x_tracked else None
                if not is_number or edges is None:
                    edges = (edges, (y._node or y) if y_tracked else None)
                if fits and (promoted or (not is_number and x_value.shape != y_value.shape)):
                    shape = None if promoted else out_value.shape
                    x_edge, y_edge = edges if type(edges) is tuple else (edges, None)
                    edges = (
                        x_edge if x_value.shape == shape else (x_edge, x_value.shape, x._dtype),
                        y_edge if y_value.shape == shape else (y_edge, y_value.shape, y._dtype),
                    )
                out._requires_grad = True
                out._node = make_node(op, edges, saved, versions)
            return out

        return apply

    return decorate


def operation(name: str, *rules, joint=None, inputs=0, fits=False, frees=False):
    """Define an operation on any tensors, which come first, and constants.

    Inputs whose gradients are best computed together have one `joint` rule, which returns one
    gradient for each of the `inputs`. `fits`: the operation broadcasts its inputs. `frees`: as for
    `unary`.
    """
    inputs = inputs or len(rules)
    keeps, keep_out, _ = needs(rules or (joint,) * inputs, inputs)

    @functools.cache
    def kept(*wanted: bool) -> list:
        """Which inputs are saved, if those that are wanted require grad."""
        return [any(column) for column in zip(*itertools.compress(keeps, wanted), strict=True)]

    def decorate(forward):
        op = Op(name, rules, joint, keep_out)

        @functools.wraps(forward)
        def apply(*args):
            tensors, constants = args[:inputs], args[inputs:]
            values = [t._value if isinstance(t, Tensor) else t for t in tensors]
            try:
                value = forward(*values, *constants)
            except ValueError:
                if fits:
                    raise broadcast_error(*map(np.shape, values)) from None
                raise
            if True not in [isinstance(t, Tensor) for t in tensors]:
                return value
            out = wrap(value, from_numpy_dtype(value.dtype))
            record(op, kept, tensors, values, constants, out, fits, frees)
            return out

        apply.op = op  # type: ignore[attr-defined]
        return apply

    return decorate


def record(op, kept, tensors, values, constants, out, fits=False, frees=False) -> None:
    """Give `out` a node, if the mode is on and an input requires grad.

    `kept` tells which inputs are saved, if those that require grad are given as truth values.
    """
    wanted = [tracked(t) for t in tensors] if recording.enabled else ()
    if True not in wanted:
        return
    edges: list = []
    saved: list = []
    versions: list = []
    for tensor, value, keep in zip(tensors, values, kept(*wanted), strict=False):
        maker = edge(tensor)
        edges.append((maker, value.shape, tensor._dtype) if fits and maker is not None else maker)
        keep = keep and isinstance(tensor, Tensor)
        saved.append(value if keep else None)
        versions += counted(tensor, maker is not None) if keep else (None, 0)
    if op.keeps_out:
        saved.append(out._value)
    known: tuple | None = tuple(versions)
    if not any(versions):
        is_kept = any(value is not None for value in saved)
        known = () if is_kept else UNCHECKED if frees else None
    out._requires_grad = True
    out._node = make_node(op, tuple(edges), (*saved, *constants), known)


def tracked(tensor) -> bool:
    """Whether an operation on this is recorded."""
    if not isinstance(tensor, Tensor):
        return False
    return tensor._requires_grad if tensor._view is None else tensor._view.tracked(tensor)


def edge(tensor):
    """Where a gradient of this goes: a tensor's node, the leaf itself, or nowhere (None)."""
    if not isinstance(tensor, Tensor):
        return None
    if tensor._view is not None:
        tensor._view.refresh(tensor)
    return (tensor._node or tensor) if tensor._requires_grad else None


def needs(rules, inputs: int):
    """For each rule, which of the inputs it names; and whether any names `out`, and `before`."""
    flags, named = [], set()
    for rule in rules:
        code = inspect.unwrap(rule).__code__  # inspect.signature takes 40 times as long
        starred = bool(code.co_flags & inspect.CO_VARARGS)
        names = code.co_varnames[1 : code.co_argcount + starred]
        wanted = [not n.startswith("_") for n in names[:inputs]]
        flags.append(wanted + wanted[-1:] * (inputs - len(wanted)))  # what `*rest` stands for
        named |= {*names}
    return flags, "out" in named, "before" in named
