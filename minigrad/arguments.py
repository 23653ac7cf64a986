"""How functions and methods take their arguments: PyTorch's names and NumPy's, and the errors.

The annotations of an operation's parameters say what it takes; `x` is PyTorch's `input`, `y` its
`other`. They are looked at only after something went wrong.
"""

import functools
import inspect
import numbers

from .errors import argument_error, error, misfit
from .inplace import filled_out
from .tensor import Tensor

_NUMPYS = {"axis": "dim", "keepdims": "keepdim", "x2": "other", "value": "src"}
_NUMPYS |= dict.fromkeys(("a", "x", "x1"), "input")
_SHOWN = {"x": "input", "y": "other"}
_KINDS: dict = {
    Tensor: (Tensor, "Tensor"),
    int: (int, "int"),
    int | None: ((int, type(None)), "int"),
    bool: (bool, "bool"),
    float: (numbers.Real, "float"),
}
# Where PyTorch has several signatures, it does not say which argument is wrong.
_LOOSE = (
    "all any argsort bernoulli_ clamp count_nonzero div fill_ linspace masked_fill masked_fill_ "
    "max mean min movedim prod scatter sort squeeze std sum var view where"
)
_COMPARED = "eq ne lt le gt ge pow remainder floor_divide"
_SEVERAL = {*_LOOSE.split(), *_COMPARED.split()}
_BY_TENSOR = {"maximum", "minimum", "logical_and", "logical_or", "logical_xor", "matmul"}
_NUMBER_FIRST = {"floor_divide", "pow", "remainder"}


class Signature:
    """What an operation takes, for its function and its method."""

    def __init__(self, name: str, operation, is_method: bool) -> None:
        self.name, self.operation, self.is_method = name, operation, is_method

    @functools.cached_property
    def parameters(self) -> dict:
        return dict(inspect.signature(self.operation).parameters)

    @functools.cached_property
    def rest(self) -> str | None:
        """The name of `*args`, if the operation has them."""
        starred = (p.name for p in self.parameters.values() if p.kind is p.VAR_POSITIONAL)
        return next(starred, None)

    def renamed(self, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        """The arguments under the operation's own names."""
        result = {}
        for key, value in kwargs.items():
            name = key if key in [*self.parameters][1:] else _NUMPYS.get(key, key)
            if name == "input" and not args:
                args = (value,)
            elif name == self.rest:
                args = (*args, value)
            else:
                result["y" if name == "other" and "y" in self.parameters else name] = value
        return args, result

    def check(self, args: tuple, kwargs: dict) -> None:
        """Raise if an argument is of a wrong type."""
        number_first = self.name in _NUMBER_FIRST and isinstance(args[1:] and args[1], Tensor)
        found = None if number_first else self.explained(args, kwargs)
        if found is not None:
            raise found

    def explained(self, args: tuple, kwargs: dict, mismatch: TypeError | None = None):
        """The error in PyTorch's words, if it is about the arguments; else `mismatch`."""
        try:
            given = inspect.signature(self.operation).bind(*args, **kwargs).arguments
        except TypeError as miscounted:
            if self.name in _SEVERAL:
                return self._no_signature(args, kwargs)
            return self._miscounted(args, kwargs, miscounted)
        for position, parameter in enumerate(self.parameters.values()):
            name = parameter.name
            if name not in given or name == self.rest:
                continue
            kind = self._unfit(parameter, given[name], first=position == 0)
            if kind is None:
                continue
            if position and self.name in (_COMPARED.split() if name == "y" else _SEVERAL):
                return self._no_signature(args, kwargs)
            place = None if name in kwargs else position + (not self.is_method)
            return argument_error(self.name, _SHOWN.get(name, name), place, kind, given[name])
        return mismatch

    def _unfit(self, parameter, value, first: bool) -> str | None:
        """What the parameter takes, if the value is no such thing."""
        if first:
            return None if isinstance(value, Tensor) else "Tensor"
        if parameter.name == "y":
            kinds = Tensor if self.name in _BY_TENSOR else (Tensor, numbers.Number)
            return None if isinstance(value, kinds) else "Tensor"
        if parameter.name == "dim" and parameter.annotation is inspect.Parameter.empty:
            items = value if isinstance(value, list | tuple) else [value]
            fits = value is None or all(_is_int(item) for item in items)
            return None if fits else "tuple of ints"
        accepted, kind = _KINDS.get(parameter.annotation, (object, ""))
        if kind == "int" and isinstance(value, bool):
            return kind
        return None if isinstance(value, accepted) else kind

    def _no_signature(self, args: tuple, kwargs: dict) -> Exception:
        names = [_SHOWN.get(name, name) for name in [*self.parameters][self.is_method :]]
        return misfit(self.name, args[self.is_method :], kwargs, ", ".join(names))

    def _miscounted(self, args: tuple, kwargs: dict, mismatch: TypeError) -> Exception:
        bare = [p for p in self.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
        needed = [p.name for p in bare if p.default is p.empty]
        missing = [n for n in needed[len(args) :] if n not in kwargs]
        if missing:
            names = ", ".join(f'"{_SHOWN.get(n, n)}"' for n in missing)
            plural = "s" if len(missing) == 1 else ""  # the other way round, as PyTorch has it
            return error("missing_arguments", self.name, len(missing), plural, names)
        return TypeError(f"{self.name}() {mismatch}")


def _is_int(value) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def function(name: str, operation, is_method: bool = False):
    """The operation as a function of the package: its first argument has to be a tensor."""
    signature = Signature(name, operation, is_method)
    strict = name in _BY_TENSOR

    @functools.wraps(operation)
    def call(*args, **kwargs):
        if kwargs:
            out = None if is_method else kwargs.pop("out", None)
            if out is not None:
                return filled_out(name, out, args, call(*args, **kwargs))
            args, kwargs = signature.renamed(args, kwargs)
        if strict or not args or not isinstance(args[0], Tensor):
            signature.check(args, kwargs)
        try:
            result = operation(*args, **kwargs)
        except TypeError as mismatch:
            raise signature.explained(args, kwargs, mismatch) from None
        if result is NotImplemented:
            raise signature.explained(args, kwargs, TypeError(f"{name}(): wrong operands"))
        return result

    call.__name__ = name
    return call


def method(name: str, operation):
    """The operation as a method; as it is, if it takes nothing but the tensor."""
    code = inspect.unwrap(operation).__code__
    alone = code.co_argcount == 1 and not code.co_kwonlyargcount
    starred = code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
    return operation if alone and not starred else function(name, operation, is_method=True)
