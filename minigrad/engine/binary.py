"""Operations on two tensors, or on a tensor and a number, which broadcast and promote them.

    @binary("MulBackward0", x=lambda g, y: g * y, y=lambda g, x: g * x)
    def mul(x, y):
        return x * y

`unary` and `binary` spell out their recording; only `operation` loops over its inputs. If they used
its loop, a graph of three numbers would take 28% longer, and a small network 24% longer.
"""

import functools

import numpy as np

from .broadcasting import require_broadcast
from .graph import make_node
from .memory.versions import stamp_of
from .modes import GRAD, recording
from .needs import needs, parameters
from .operands import constant, promote
from .tensor import Tensor, tracked, wrap
from .unbroadcast import with_unbroadcast

NUMBERS = {float, int}  # but not bool


def binary(name: str, to_float: bool = False, check=None, broadcasts: bool = True, **rules):
    """Define an operation on two tensors, or on a tensor and a number.

    `check`: a function that is called first, with both operands, and raises if they're
    incompatible. `broadcasts`: False if the rules already return gradients of the inputs' shapes,
    because the operation isn't elementwise.
    """

    def decorate(forward):
        if len(parameters(forward)) > 2:
            raise TypeError(f"{name}: @binary takes no constants. Use @operation instead.")
        found = needs(name, forward, rules)
        op, saves_out = found.op, found.op.saves_out
        (x_rule_reads_x, x_rule_reads_y), (y_rule_reads_x, y_rule_reads_y) = found.inputs_read
        saves_any = x_rule_reads_x or x_rule_reads_y or saves_out
        broadcasting_op = with_unbroadcast(op)
        # A result needs no stamp, nor do inputs that can't have changed (see `memory/versions.py`).
        stamp_of_out = (None,) if saves_out else ()
        unstamped = (None, None, *stamp_of_out)

        @functools.wraps(forward)
        def apply(x, y):
            if isinstance(x, Tensor):
                if isinstance(y, Tensor):
                    return with_tensor(x, y)
                if type(y) in NUMBERS and x._dtype.is_floating_point:
                    return with_number(x, y)
                if check is not None and type(y) is bool:  # a check accepts True only as a tensor
                    check(x, y)
                y = constant(y, x, to_float)
            elif isinstance(y, Tensor):
                x = constant(x, y, to_float)
            else:
                return forward(x, y)
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
                # `saved` has the values that the rules read, and `stamps` their versions. If an
                # input was broadcast or promoted, the inputs' forms come last in `saved`.
                saves_x = (x_tracked and x_rule_reads_x) or (y_tracked and y_rule_reads_x)
                saves_y = (x_tracked and x_rule_reads_y) or (y_tracked and y_rule_reads_y)
                saved: tuple = (None, None)
                if saves_x or saves_y:
                    saved = (x_value if saves_x else None, y_value if saves_y else None)
                if saves_out:
                    saved += (out_value,)
                stamps: tuple | None = None
                if saves_x or saves_y or saves_out:
                    stamps = unstamped
                    have_versions = x._changes is not None or y._changes is not None
                    # An input without an edge needs a stamp, because the node can't find it later.
                    if have_versions or not (x_tracked and y_tracked):
                        x_stamp = stamp_of(x, has_edge=x_tracked) if saves_x else None
                        y_stamp = stamp_of(y, has_edge=y_tracked) if saves_y else None
                        stamps = (x_stamp, y_stamp, *stamp_of_out)
                recorded = op
                if broadcasts and (promoted or x_value.shape != y_value.shape):
                    recorded = broadcasting_op
                    x_has_form_of_out = not promoted and x_value.shape == out_value.shape
                    y_has_form_of_out = not promoted and y_value.shape == out_value.shape
                    x_form = None if x_has_form_of_out else (x_value.shape, x._dtype)
                    y_form = None if y_has_form_of_out else (y_value.shape, y._dtype)
                    saved += ((x_form, y_form),)
                edges = (
                    (x._node or x) if x_tracked else None,
                    (y._node or y) if y_tracked else None,
                )
                out._requires_grad = True
                out._node = make_node(recorded, edges, saved, stamps)
            return out

        def with_number(x, number):
            """Apply the operation to x and a plain number, a constant that takes x's dtype."""
            if check is not None:
                check(x, number)
            value = x._value
            dtype = x._dtype
            is_array = type(value) is np.ndarray
            y_value = (dtype.array_constants if is_array else dtype.scalar_constants)[number]
            out_value = forward(value, y_value)
            out = wrap(out_value, dtype)
            if recording.mode is GRAD and tracked(x):
                saved: tuple = (None, None)
                if x_rule_reads_x or x_rule_reads_y:
                    saved = (value if x_rule_reads_x else None, y_value if x_rule_reads_y else None)
                if saves_out:
                    saved += (out_value,)
                stamps = unstamped if saves_any else None
                if x_rule_reads_x and x._changes is not None:
                    stamps = (stamp_of(x, has_edge=True), None, *stamp_of_out)
                out._requires_grad = True
                out._node = make_node(op, (x._node or x, None), saved, stamps)
            return out

        return apply

    return decorate
