"""Errors and warnings, built from the messages in `catalog/`.

Each has the same class and first sentence as in PyTorch, and most have a second line that says how
to fix the problem. To find where an error is raised, find the first words of its message in
`catalog/`, and then search the code for the message's name:

    if x.ndim != 2:
        raise error("trace_dims", x)

The functions here return errors instead of raising them, so that tracebacks end in the operation
that failed.
"""

import builtins
import functools
import pickle
import sys
import warnings
from types import FrameType

import numpy as np

_KINDS = {"bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int"}
_KINDS |= {"int64": "Long", "float32": "Float", "float64": "Double"}


class GradcheckError(RuntimeError):
    """Raised when `gradcheck` finds a wrong gradient."""


def error(name: str, *values) -> Exception:
    """Return the error with the given name, for the caller to raise."""
    return _kind(name)(text(name, *values))


def warn(name: str, *values) -> None:
    """Issue a warning that points at the caller's line, outside this package."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("minigrad."):
        frame, level = frame.f_back, level + 1
    warnings.warn(text(name, *values), _kind(name), stacklevel=level)


warn_once = functools.cache(warn)  # for warnings that PyTorch issues once per process


def text(name: str, *values) -> str:
    """Return the message with the given name, with the values filled in."""
    return _sentence().format(_catalogue()[name]["text"], *values)


_NOT_BUILT_IN = {"GradcheckError": GradcheckError, "UnpicklingError": pickle.UnpicklingError}


def _kind(name: str) -> type:
    kind = _catalogue()[name]["kind"]
    return _NOT_BUILT_IN.get(kind) or getattr(builtins, kind)


def shown_type(value) -> str:
    """Return the name of a value's type, as PyTorch shows it."""
    kind = type(value)
    place = kind.__module__ if kind.__module__.startswith("numpy") else "minigrad"
    shows_place = place != "minigrad" or kind.__name__ in ("dtype", "device", "Size")
    return f"{place}.{kind.__name__}" if shows_place else kind.__name__


def typename(value) -> str:
    """Return the full name of a value or its type, as PyTorch's modules and optimizers show it."""
    if hasattr(type(value), "_dtype"):
        return value.type()
    kind = value if hasattr(value, "__qualname__") else type(value)
    place = getattr(kind, "__module__", "builtins")
    return kind.__qualname__ if place == "builtins" else f"{place}.{kind.__qualname__}"


@functools.cache
def _sentence():
    """Return a formatter that shows shapes as lists, like PyTorch, and `{0!t}` as a type name."""
    import string  # imported here, like tomllib below, because it takes a millisecond

    class Sentence(string.Formatter):
        def convert_field(self, value, conversion):
            if conversion == "t":
                return shown_type(value)
            return super().convert_field(list(value) if type(value) is tuple else value, conversion)

    return Sentence()


@functools.cache
def _catalogue() -> dict:
    """Read all the messages, once, when the first message is needed."""
    import tomllib  # imported here, because a program without mistakes doesn't need it
    from importlib.resources import files  # the package may be in an archive

    folder = (files(__package__) / "catalog").iterdir()
    toml = sorted((file for file in folder if file.name.endswith(".toml")), key=lambda f: f.name)
    return {n: entry for f in toml for n, entry in tomllib.loads(f.read_text("utf-8")).items()}


def argument_error(function: str, name: str, position: int | None, kind: str, value) -> Exception:
    """Return the error for an argument of the wrong type."""
    where = "" if position is None else f" (position {position})"
    sentence = "argument_type"
    if kind == "Tensor":
        sentence = "argument_in_rule" if _in_rule() else "argument_no_tensor"
    return error(sentence, function, name, where, kind, value)


def _in_rule() -> bool:
    """Return whether a rule of an operation is running, which `engine/needs.py` calls."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__") != "minigrad.engine.needs":
        frame = frame.f_back
    return frame is not None


def misfit(function: str, args: tuple, kwargs: dict, expected: str) -> Exception:
    """Return the error for arguments that match none of a function's signatures."""
    return error(
        "no_signature", function, argument_types([*map(shown_type, args)], kwargs), expected
    )


def argument_types(types, kwargs: dict) -> str:
    """Return the types of the arguments, in the format of PyTorch's errors."""
    shown = [*types, *(f"{key}={shown_type(value)}" for key, value in reversed(kwargs.items()))]
    return ", ".join(shown) + (", " if kwargs and not types else "")


def not_implemented(kernel: str, dtype: np.dtype) -> Exception:
    """Return the error for an operation that doesn't support the given dtype."""
    sentence = "bitwise_float" if kernel.startswith("bitwise") else "not_implemented"
    return error(sentence, kernel, _KINDS[dtype.name])
