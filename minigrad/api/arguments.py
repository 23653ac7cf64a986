"""Argument handling for functions and methods that accept PyTorch's or NumPy's names."""

import functools
from collections.abc import Callable
from typing import Any

from .plans import plan_for
from .signatures import Signatures


def checked(name: str, operation, definition: Any, *, is_method=False, has_old=False) -> Callable:
    """Wrap the operation to check its arguments and pass them in the order of its definition."""
    signatures = Signatures(name, definition, is_method, has_old)
    plans: dict = {}  # how to call the operation, by the arguments' types and names

    @functools.wraps(operation)
    def call(*args, **kwargs):
        values: tuple = args
        key: Any
        if kwargs:
            values = (*args, *kwargs.values())
            key = (*map(type, values), *kwargs)
        else:
            key = type(args[0]) if len(args) == 1 else (*map(type, args),)
        if (plan := plans.get(key)) is not None:
            function, lists = plan
            for i, types in lists:
                if not types.issuperset(map(type, values[i])):
                    break
            else:
                return function(*values)
        tensors, others = args[:is_method], args[is_method:]
        way = signatures.fitting(others, kwargs)
        if (plan := plan_for(way, operation, args, kwargs, is_method)) is not None:
            plans[key] = plan
        others, kwargs = way.in_order(others, kwargs)
        return operation(*tensors, *others, **kwargs)

    call.__name__ = call.__qualname__ = name
    return call
