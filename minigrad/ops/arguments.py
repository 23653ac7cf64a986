"""What operations are called with, before they compute: PyTorch's arguments in their own order."""

import functools

from ..engine.tensor import Tensor
from ..messages.errors import error


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


def is_tensors(value, argument: int = 0) -> bool:
    """Whether this is a list of tensors; raises if there is something else in it."""
    items = value if isinstance(value, tuple | list) else ()
    for i, item in enumerate(items):
        if not isinstance(item, Tensor):
            raise error("not_a_tensor_inside", i, argument, item)
    return isinstance(value, tuple | list)
