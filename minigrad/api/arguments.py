"""How functions and methods take their arguments: by PyTorch's names, and by NumPy's.

What they take stands in `signatures.txt`; the operation gets it in that order.
"""

import functools
import inspect

from ..engine.memory.inplace import filled_out
from .signatures import Signatures


def function(name: str, operation, is_method: bool = False):
    """The operation as a function of the package, which checks its arguments."""
    signatures = functools.cache(lambda: Signatures(name, is_method))
    # What makes new tensors deals with `out` by itself.
    fills = not is_method and "out" not in (getattr(operation, "__kwdefaults__", None) or ())
    accepted: set = set()  # types of arguments that were found to fit

    @functools.wraps(operation)
    def call(*args, **kwargs):
        types = None
        if not kwargs:
            types = type(args[0]) if len(args) == 1 else (*map(type, args),)
            if types in accepted:
                return operation(*args)
        elif fills and (out := kwargs.pop("out", None)) is not None:
            return filled_out(name, out, args, call(*args, **kwargs))
        if signatures().ways:  # if none is listed, Python itself checks the arguments
            tensors, others = args[:is_method], args[is_method:]
            way = signatures().fitting(others, kwargs)
            if not kwargs and way.fits_by_types(others):
                accepted.add(types)
            else:
                others, kwargs = way.in_order(others, kwargs)
            args = (*tensors, *others)
        return operation(*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    return call


class BuiltIn:
    """A method that shows itself as PyTorch's do where its parentheses are forgotten: x.eq(y).all.

    The detour takes some 0.3 µs a call: for `ASKING` alone, which no loop waits for.
    """

    def __init__(self, function) -> None:
        self.function = function

    def __get__(self, instance, owner=None):
        return self.function if instance is None else _Bound(self.function, instance)


class _Bound(functools.partial):
    def __repr__(self) -> str:
        return f"<built-in method {self.func.__name__} of Tensor object at {id(self.args[0]):#x}>"


ASKING = ("all", "any")


def method(name: str, operation):
    """The operation as a method; as it is, if it takes nothing but the tensor."""
    if name in ASKING:
        return BuiltIn(function(name, operation, is_method=True))
    code = inspect.unwrap(operation).__code__
    starred = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    alone = code.co_argcount == 1 and not code.co_kwonlyargcount and not starred
    if alone and not name.endswith("_"):  # what is written into is checked first
        return operation
    return function(name, operation, is_method=True)
