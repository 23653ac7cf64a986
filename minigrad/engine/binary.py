"""Operations on two tensors, or on a tensor and a number, which broadcast and promote them.

    @binary("MulBackward0", x=lambda g, y: g * y, y=lambda g, x: g * x)
    def mul(x, y):
        return x * y

If y is a number, as in x * 2, `apply` calls `with_number`, which records one edge, and None for the
number. Start there. With two tensors, `apply` and `record` are `record` in `operation.py`, which
loops over the inputs, unrolled for two. With the loop, a graph of three numbers would take 28%
longer, and a small network 24% longer.
"""

import functools

import numpy as np

from .broadcasting import require_broadcast
from .checks import checked
from .graph import make_node
from .memory.versions import stamp_of
from .modes import GRAD, recording
from .needs import needs, parameters
from .operands import as_constant, promote
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
        found = needs(name, forward, rules, input_count=2)
        op, saves_out = found.op, found.op.saves_out
        broadcasting_op = with_unbroadcast(op)
        # Whether to save x and y, given whether each of them is tracked
        flags = (True, False)
        to_save = {(a, b): found.inputs_to_save(a, b) for a in flags for b in flags}

        @functools.wraps(forward)
        def apply(x, y):
            """Apply the operation to two tensors."""
            if not isinstance(y, Tensor) or not isinstance(x, Tensor):
                if type(y) in NUMBERS and isinstance(x, Tensor) and x._dtype.is_floating_point:
                    return with_number(x, y)
                return with_converted(x, y)
            if check is not None:
                check(x, y)
            x_value, y_value, dtype = x._value, y._value, x._dtype
            if dtype is not y._dtype or (to_float and not dtype.is_floating_point):
                x_value, y_value, dtype = promote(x, y, to_float)
            try:
                out_value = forward(x_value, y_value)
            except ValueError:
                require_broadcast(x_value.shape, y_value.shape)
                raise  # the operation itself failed
            out = wrap(out_value, dtype)
            if recording.mode is GRAD:
                x_edge = (x._node or x) if tracked(x) else None
                y_edge = (y._node or y) if tracked(y) else None
                if x_edge is not None or y_edge is not None:
                    record(out, x, x_edge, x_value, y, y_edge, y_value)
            return out

        def record(out, x, x_edge, x_value, y, y_edge, y_value):
            """Attach a node to `out`, given both inputs, their edges, and their promoted values."""
            saves_x, saves_y = to_save[x_edge is not None, y_edge is not None]
            saved: tuple = (x_value if saves_x else None, y_value if saves_y else None)
            if saves_out:
                saved += (out._value,)
            # A value that has never changed needs no stamp (see `memory/versions.py`). But without
            # an edge to an input, the node couldn't find out later whether it has changed.
            stamps: tuple = ()
            has_both_edges = x_edge is not None and y_edge is not None
            if not has_both_edges or x._changes is not None or y._changes is not None:
                x_stamp = stamp_of(x, has_edge=x_edge is not None) if saves_x else None
                y_stamp = stamp_of(y, has_edge=y_edge is not None) if saves_y else None
                stamps = (x_stamp, y_stamp)
            used_op = op
            if broadcasts and (x_value.shape != y_value.shape or x._dtype is not y._dtype):
                used_op = broadcasting_op
                saved += (((x._value.shape, x._dtype), (y._value.shape, y._dtype)),)
            out._requires_grad = True
            out._node = make_node(used_op, (x_edge, y_edge), saved, stamps)

        x_saved, number_saved = to_save[True, False]  # if y is a number

        def with_number(x, y):
            """Apply the operation to floating-point x and a number y, which takes x's dtype."""
            if check is not None:
                check(x, y)
            value, dtype = x._value, x._dtype
            is_array = type(value) is np.ndarray
            # y as an array of x's dtype, converted once (see `Constants` in `dtypes.py`)
            number = (dtype.array_constants if is_array else dtype.scalar_constants)[y]
            out_value = forward(value, number)
            out = wrap(out_value, dtype)
            if recording.mode is GRAD and tracked(x):
                saved: tuple = (value if x_saved else None, number if number_saved else None)
                if saves_out:
                    saved += (out_value,)
                has_stamp = x_saved and x._changes is not None
                stamps = (stamp_of(x, has_edge=True),) if has_stamp else ()
                out._requires_grad = True
                out._node = make_node(op, (x._node or x, None), saved, stamps)
            return out

        def with_converted(x, y):
            """Apply the operation after turning one operand into a tensor, or to two arrays."""
            if isinstance(x, Tensor):
                if check is not None and type(y) is bool:  # a check accepts True only as a tensor
                    check(x, y)
                y = as_constant(y, x, to_float)
            elif isinstance(y, Tensor):
                x = as_constant(x, y, to_float)
            else:
                return forward(x, y)
            if x is NotImplemented or y is NotImplemented:
                return NotImplemented
            return apply(x, y)

        return apply if found.ours else checked(apply)

    return decorate
