"""Signatures, read from operations' definitions, and the errors for calls that don't match them.

PyTorch compares the arguments with a signature one by one, from the left, and reports the first
argument that doesn't match. If there are several signatures, PyTorch does this only if exactly one
of them allows that number of arguments. Otherwise, the error lists all the signatures.
"""

import functools
import inspect
import itertools
import typing
from collections.abc import Callable
from typing import Any, NamedTuple

from ..messages.errors import argument_error, argument_types, error, misfit, shown_type
from . import types
from .kinds import KINDS, as_taken, is_ints, is_item

# NumPy's names for these parameters
NUMPYS = {"axis": "dim", "keepdims": "keepdim", "x2": "other"}
NUMPYS |= dict.fromkeys(("a", "x", "x1"), "input")
_MISSING = object()
_OF_TENSORS = ("Tensor", "First", "Operand")  # kinds of first arguments that accept a tensor


class Parameter(NamedTuple):
    """One parameter of a signature."""

    kind: str
    name: str
    default: str | None
    takes_none: bool
    keyword_only: bool

    def fits(self, value) -> bool:
        return KINDS[self.kind][1](value)

    def is_named(self, key: str) -> bool:
        """Return whether the key is the parameter's own name or NumPy's name for it."""
        return key == self.name or NUMPYS.get(key) == self.name

    def found_in(self, kwargs: dict):
        """Return the value passed under the parameter's own name, or under NumPy's name for it."""
        if self.name in kwargs:
            return kwargs[self.name]
        return next((v for k, v in kwargs.items() if NUMPYS.get(k) == self.name), _MISSING)

    def __str__(self) -> str:
        default = "" if self.default is None else f" = {self.default}"
        return f"{KINDS[self.kind][0]} {self.name}{default}"


def declared(operation: Callable) -> list[Callable]:
    """Return an operation's overloads or, if it has none, a list with the operation itself."""
    return [*typing.get_overloads(operation)] or [operation]


def written(function: Callable) -> inspect.Signature:
    """Return a function's signature with its types, which help() may leave out (see `Shown`)."""
    shown = getattr(function, "__signature__", None)
    if getattr(shown, "definition", None) is not function:
        return _with_options(inspect.signature(function))
    del function.__signature__  # type: ignore[attr-defined]
    try:
        return _with_options(inspect.signature(function))
    finally:
        function.__signature__ = shown  # type: ignore[attr-defined]


def _with_options(signature: inspect.Signature) -> inspect.Signature:
    """Return the signature with each option in `**options: Unpack[...]` as its own parameter."""
    every = [*signature.parameters.values()]
    if not every or not str(every[-1].annotation).startswith("Unpack["):
        return signature
    options = getattr(types, every.pop().annotation.removeprefix("Unpack[").removesuffix("]"))
    taken = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=False if kind.__forward_arg__ == "bool" else None,
            annotation=kind.__forward_arg__,
        )
        for name, kind in options.__annotations__.items()
    ]
    return signature.replace(parameters=[*every, *taken])


def parameters(function: Callable) -> list[Parameter] | None:
    """Return a definition's parameters, or None for an overload that takes *ints one by one."""
    read = []
    for parameter in written(function).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            return None
        if parameter.annotation is parameter.empty:  # a protocol's `self`
            continue
        kinds = parameter.annotation.split(" | ")
        none, default = "None" in kinds, None
        if parameter.default is not parameter.empty:
            value = parameter.default
            default = f'"{value}"' if isinstance(value, str) else repr(value)
        kind = next(kind for kind in kinds if kind != "None")
        name = parameter.name.rstrip("_")  # `from` is a Python keyword
        is_named = parameter.kind is parameter.KEYWORD_ONLY
        read.append(Parameter(kind, name, default, none, is_named))
    return read


class Signature:
    """One way to call an operation."""

    def __init__(self, parameters: list[Parameter]) -> None:
        self.parameters = parameters
        self.most = sum(not p.keyword_only for p in parameters)
        self.least = sum(p.default is None for p in parameters)
        # If the only parameter is a tuple of ints, you can also write f(2, 3).
        self.spreads = self.most == 1 and parameters[0].kind in ("Ints", "IntOrInts")

    def gathered(self, args: tuple) -> tuple:
        """Return the arguments, with the ints of f(2, 3) combined into one tuple."""
        spread = self.spreads and args and is_ints(args) and not self.parameters[0].fits(args[0])
        return (args,) if spread else args

    def in_order(self, args: tuple, kwargs: dict) -> tuple[tuple, dict]:
        """Return as many arguments as possible by position, and the rest under PyTorch's names."""
        args, values = self.gathered(args), {}
        for i, parameter in enumerate(self.parameters):
            value = args[i] if i < len(args) else parameter.found_in(kwargs)
            if value is not _MISSING:
                values[parameter.name] = as_taken(value, parameter.kind)
        names = [parameter.name for parameter in self.parameters[: self.most]]
        placed = itertools.takewhile(values.__contains__, names)
        return tuple(values.pop(name) for name in placed), values

    def mismatch(self, name: str, args: tuple, kwargs: dict) -> Exception | None:
        """Return the error for arguments that don't match the signature, or None if they match."""
        args = self.gathered(args)
        if len(args) > self.most:
            return self._too_many(name, len(args))
        used, lists = 0, []
        for i, parameter in enumerate(self.parameters):
            value = args[i] if i < len(args) else parameter.found_in(kwargs)
            if value is _MISSING:
                if parameter.default is None:
                    return self._missing(name, i)
                continue
            used += i >= len(args)
            if not (value is None and parameter.takes_none) and not parameter.fits(value):
                return _unfit(name, parameter, i + 1 if i < len(args) else None, value)
            if parameter.kind in ("Ints", "IntOrInts") and isinstance(value, tuple | list):
                lists.append((parameter, value))
        if used < len(kwargs):
            return self._unexpected(name, args, kwargs)
        for parameter, value in lists:  # PyTorch checks the later elements last
            for at, n in enumerate(value, 1):
                if not (is_item(n) or isinstance(n, bool)):
                    raise error("sizes_later", name, parameter.name, at, n)
        return None

    def _too_many(self, name: str, count: int) -> Exception:
        if self.least != self.most:
            return error("takes_between", name, self.least, self.most, count)
        plural, were = "s" * (self.most != 1), "was" if count == 1 else "were"
        return error("takes_exactly", name, self.most, plural, count, were)

    def _missing(self, name: str, first: int) -> Exception:
        names = [f'"{p.name}"' for p in self.parameters[first:] if p.default is None]
        plural = "s" * (len(names) == 1)  # PyTorch mixes up singular and plural
        return error("missing_arguments", name, len(names), plural, ", ".join(names))

    def _unexpected(self, name: str, args: tuple, kwargs: dict) -> Exception:
        names = [p.name for p in self.parameters]
        twice = names[: len(args)]
        wrong = (key for key in kwargs if key in twice or key not in names)
        key = next(wrong, next(iter(kwargs)))
        return error("multiple_values" if key in twice else "unexpected_keyword", name, key)

    def __str__(self) -> str:
        shown = [str(p) for p in self.parameters]
        if self.most < len(shown):
            shown.insert(self.most, "*")
        return f"({', '.join(shown)})"


def _unfit(name: str, parameter: Parameter, position: int | None, value) -> Exception:
    kind = KINDS[parameter.kind][0]
    if position and kind == "tuple of ints" and isinstance(value, tuple | list):
        return error("unfit_element", name, parameter.name, position, value[0])
    return argument_error(name, parameter.name, position, kind, value)


class Signatures:
    """All the ways to call an operation, either as a function or as a method."""

    def __init__(self, name: str, operation: Any, is_method: bool, has_old: bool) -> None:
        self.name, self.operation, self.is_method, self.has_old = (
            name,
            operation,
            is_method,
            has_old,
        )

    @functools.cached_property
    def ways(self) -> list[Signature]:
        """The signatures, which are read when the operation is first called."""
        ways = []
        for taken in map(parameters, declared(self.operation)):
            if taken is None:
                continue
            if not self.is_method:
                ways.append(Signature(taken))
            elif taken[0].kind in _OF_TENSORS:
                ways.append(Signature(taken[1:]))
        return ways

    def fitting(self, args: tuple, kwargs: dict) -> Signature:
        """Return the first signature that the arguments match; raise if there is none."""
        errors = []
        for way in self.ways:
            reason = way.mismatch(self.name, args, kwargs)
            if reason is None:
                return way
            errors.append(reason)
        count = len(args) + len(kwargs)
        pairs = zip(self.ways, errors, strict=True)
        plausible = [e for way, e in pairs if way.least <= count <= len(way.parameters)]
        if len(plausible) == 1:
            raise plausible[0]
        if len(errors) == 1 and not self.has_old:
            raise errors[0]
        raise self._none_fits(args, kwargs)

    def _none_fits(self, args: tuple, kwargs: dict) -> Exception:
        if len(self.ways) > 1:
            return misfit(self.name, args, kwargs, "".join(f"\n * {way}" for way in self.ways))
        (way,) = self.ways
        types = list(map(shown_type, args))
        for i, value in enumerate(args):
            if i >= len(way.parameters) or not way.parameters[i].fits(value):
                types[i] = f"!{types[i]}!"
        return error("no_other_signature", self.name, argument_types(types, kwargs), str(way))
