"""Operations on one tensor: the value, the rule, and the recording.

    @unary("SinBackward0", x=lambda g, x: g * cos(x))
    def sin(x):
        return np.sin(x)

The function under the decorator computes the result from arrays. The decorator takes a rule for the
input, under the input's name. A rule turns g, the gradient of the result, into the input's
gradient. After g, it names what else it needs: the input, the result (`out`), the shape of the
input (`x_shape`), or a constant of the operation (a number, dims, another shape). The input and the
result are saved only if the rule needs them. All of this is the same for several inputs, each of
which has a rule (see `binary.py` and `operation.py`): a rule runs only if its input requires grad,
and what it needs is saved only if it may run.

Constants follow the inputs. One with the rule None, as in `index=None`, may be a large array, which
the backward pass frees along with the inputs and the result.

The function that the decorator returns takes tensors and records the operation. When a rule calls
it with arrays, it only computes the result. When a rule calls it with tensors, in a backward pass
that is itself being recorded, the call is recorded, too. So one rule works for derivatives of any
order.
"""

import functools

from . import dtypes
from .graph import make_node
from .memory.versions import stamp_of
from .modes import GRAD, recording
from .needs import needs
from .tensor import Tensor, memory, tracked, wrap


def unary(name: str, to_float: bool = False, make_view=None, **rules):
    """Define an operation on one tensor (and perhaps constants) that preserves the tensor's dtype.

    `to_float`: convert integers to the default dtype first. `make_view`: the function in
    `memory/views.py` if the result is a view, which shares the memory of the tensor.
    """

    def decorate(forward):
        found = needs(name, forward, rules, input_count=1)
        op, saves_out, saves_shape = found.op, found.op.saves_out, found.shapes_read
        (saves_x,) = found.inputs_to_save(True)

        @functools.wraps(forward)
        def apply(x, *constants):
            if not isinstance(x, Tensor):
                return forward(x, *constants)
            value = x._value if make_view is None else memory(x)
            dtype = x._dtype
            if to_float and not dtype.is_floating_point:
                dtype = dtypes.get_default_dtype()
                value = value.astype(dtype.numpy)
            out_value = forward(value, *constants) if constants else forward(value)
            out = wrap(out_value, dtype)
            if make_view is not None:
                make_view(x, out)
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
        return apply

    return decorate
