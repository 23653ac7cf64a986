"""Operations on one tensor: the value, the rule, and the recording.

    @unary("SinBackward0", x=lambda g, x: g * cos(x))
    def sin(x):
        return np.sin(x)

An operation has a name, a function that computes the result from arrays, and one rule for each
input, under the input's name. A rule turns g, the gradient of the result, into the gradient of the
input. After g, it names what else it needs, such as the input or the result (`out`). Only that is
saved.

The function that the decorator returns takes tensors and records the operation. When a rule calls
it with arrays, it only computes the result. When a rule calls it with tensors, in a backward pass
that is itself being recorded, the call is recorded, too. So one rule works for derivatives of any
order.

For later: constants (numbers, dims, shapes) may follow the inputs. A rule can name these as well,
and the shape of an input (`x_shape`). A constant with the rule None, as in `index=None`, may be a
large array, which the backward pass frees along with the inputs and the result. If there are
several inputs (see `binary.py` and `operation.py`), a rule runs only if its input requires grad,
and an input is saved only if a rule that runs needs it. The result is saved if any rule names it.
"""

import functools

from . import dtypes
from .checks import checked
from .graph import make_node
from .memory.versions import stamp_of
from .modes import GRAD, recording
from .needs import needs
from .tensor import Tensor, tracked, wrap


def unary(name: str, to_float: bool = False, **rules):
    """Define an operation on one tensor (and perhaps constants) that preserves the tensor's dtype.

    `to_float`: convert integers to the default dtype first.
    """

    def decorate(forward):
        found = needs(name, forward, rules, input_count=1)
        op, saves_out, saves_shape = found.op, found.op.saves_out, found.shapes_read
        (saves_x,) = found.inputs_to_save(True)

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
                # In the order of `saved_words` in `needs.py`, by which the rule finds its values
                saved: tuple = (value if saves_x else None,)
                if saves_out:
                    saved += (out_value,)
                if saves_shape:
                    saved += (value.shape,)
                # A value that has never changed needs no stamp (see `memory/versions.py`).
                has_stamp = saves_x and x._changes is not None
                stamps = (stamp_of(x, has_edge=True),) if has_stamp else ()
                out._requires_grad = True
                out._node = make_node(op, (x._node or x,), saved + constants, stamps)
            return out

        apply.op = op  # type: ignore[attr-defined]
        return apply if found.ours else checked(apply)

    return decorate
