"""How functions and methods take their arguments: by PyTorch's names, and by NumPy's.

What they take stands in `signatures.txt`; the parameters of the Python function below may have
other names, as `x` for PyTorch's `input` and `y` for its `other`.
"""

import functools
import inspect

from .inplace import filled_out
from .signatures import NUMPYS, Signatures

_NAMES = NUMPYS | {"value": "src"}


def function(name: str, operation, is_method: bool = False):
    """The operation as a function of the package, which checks its arguments."""
    signatures = functools.cache(lambda: Signatures(name, is_method))
    # What makes new tensors deals with `out` by itself.
    fills = not is_method and "out" not in (getattr(operation, "__kwdefaults__", None) or ())
    accepted: set = set()  # types of arguments that were found to fit

    @functools.wraps(operation)
    def call(*args, **kwargs):
        if kwargs:
            out = kwargs.pop("out", None) if fills else None
            if out is not None:
                return filled_out(name, out, args, call(*args, **kwargs))
            signatures().check(args[is_method:], kwargs)
            args, kwargs = _renamed(operation, args, kwargs)
        else:
            types = type(args[0]) if len(args) == 1 else (*map(type, args),)
            if types not in accepted and signatures().check(args[is_method:], kwargs):
                accepted.add(types)
        return operation(*args, **kwargs)

    call.__name__ = name
    return call


def _renamed(operation, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
    """The arguments under the operation's own names."""
    parameters = inspect.signature(operation).parameters
    rest = next((p.name for p in parameters.values() if p.kind is p.VAR_POSITIONAL), None)
    result = {}
    for key, value in kwargs.items():
        name = _NAMES.get(key, key)
        if not args and name == "input":
            args = (value,)
        elif key == rest:
            args = (*args, value)
        else:
            name = key if key in parameters else name
            if name == "other" and name not in parameters:
                name = "y" if "y" in parameters else "dim"  # max and min have one for both
            result[name] = value
    return args, result


def method(name: str, operation):
    """The operation as a method; as it is, if it takes nothing but the tensor."""
    code = inspect.unwrap(operation).__code__
    starred = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    alone = code.co_argcount == 1 and not code.co_kwonlyargcount and not starred
    if alone and not name.endswith("_"):  # what is written into is checked first
        return operation
    return function(name, operation, is_method=True)
