"""The namespace `minigrad.func`: transformations that turn a function into its gradient.

The function's arguments are tensors, or tuples, lists, and dicts of tensors. With `argnums`, you
choose the arguments to differentiate by.
"""

from collections.abc import Callable, Iterator
from typing import Any

from .autograd import functional
from .engine.modes import enable_grad, is_grad_enabled
from .engine.tensor import Tensor, edge
from .messages.errors import error

__all__ = ["grad", "grad_and_value"]


def grad(func: Callable, argnums: int | tuple = 0) -> Callable:
    """Return a function that computes the gradient of ``func``, which returns a single number.

    >>> import minigrad as mg
    >>> mg.func.grad(lambda x: x**3)(mg.tensor(2.0))
    tensor(12.)
    >>> mg.func.grad(mg.func.grad(lambda x: x**3))(mg.tensor(2.0))
    tensor(12.)
    """

    def gradient(*args, **kwargs):
        return grad_and_value(func, argnums)(*args, **kwargs)[0]

    return gradient


def grad_and_value(func: Callable, argnums: int | tuple = 0) -> Callable:
    """Return a function that computes the gradient of ``func`` and its value.

    >>> import minigrad as mg
    >>> mg.func.grad_and_value(lambda x: x**3)(mg.tensor(2.0))
    (tensor(12.), tensor(8.))
    """

    def gradient_and_value(*args, **kwargs):
        with enable_grad():
            args, chosen = _with_own(args, argnums)
            y = func(*args, **kwargs)
            if not isinstance(y, Tensor):
                raise error("grad_no_tensor", type(y))
            if y.dim():
                raise error("grad_no_scalar", y.dim())
            outer = _reaches_others([y], chosen)
            found = functional._filled(functional._grad((y,), chosen, None, outer), chosen)
            results = _rebuilt(args, argnums, found), y
        return tuple(_finished(each, chosen, outer) for each in results)

    return gradient_and_value


# Nested arguments and results


def _tensors(value: Any) -> Iterator[Any]:
    """Iterate over the tensors in nested tuples, lists, and dicts."""
    if isinstance(value, tuple | list):
        for item in value:
            yield from _tensors(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _tensors(item)
    else:
        yield value


def _refilled(value: Any, new: Iterator) -> Any:
    """Return a copy of the nested value in which each tensor is replaced by the next new one."""
    if isinstance(value, tuple | list):
        items = [_refilled(item, new) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else type(value)(items)
    if isinstance(value, dict):
        return {key: _refilled(item, new) for key, item in value.items()}
    return next(new)


def _with_own(args: tuple, argnums: int | tuple) -> tuple[tuple, tuple]:
    """Return the arguments with copies of the chosen ones, and the tensors in the copies.

    The copies are part of the graph of an outer transformation, but not the other way around.
    """
    own: list[Tensor] = []
    numbers = (argnums,) if isinstance(argnums, int) else argnums
    for n in numbers:
        if not -len(args) <= n < len(args):
            raise error("argnum", n, len(args))
    copied = list(args)
    for n in numbers:
        for x in _tensors(args[n]):
            if not isinstance(x, Tensor):
                raise error("transform_type", type(x))
        before = len(own)
        own += [x.view_as(x) if x.requires_grad else x.detach() for x in _tensors(args[n])]
        copied[n] = _refilled(args[n], iter(own[before:]))
    return tuple(copied), tuple(x.requires_grad_() for x in own)


def _rebuilt(args: tuple, argnums: int | tuple, found: tuple) -> Any:
    """Return the derivatives in the structure of the chosen arguments."""
    new = iter(found)
    if isinstance(argnums, int):
        return _refilled(args[argnums], new)
    return tuple(_refilled(args[n], new) for n in argnums)


def _reaches_others(outputs: list, own: tuple) -> bool:
    """Return whether the outputs depend on a leaf that isn't one of our own copies."""
    seen, waiting = {id(x) for x in own}, [edge(y) for y in outputs]
    while waiting:
        at = waiting.pop()
        if at is None or id(at) in seen:
            continue
        if isinstance(at, Tensor):
            return True
        seen.add(id(at))
        waiting += at.edges
    return False


def _finished(value: Any, own: tuple, outer: bool) -> Any:
    """Return the nested value, in which the tensors that don't depend on others are detached."""
    outer = outer and is_grad_enabled()

    def finished(x: Any) -> Any:
        is_done = not isinstance(x, Tensor) or (outer and _reaches_others([x], own))
        return x if is_done else x.detach()

    return _refilled(value, map(finished, _tensors(value)))
