"""What operations take: the signatures of `signatures.txt`, and what is said where one is not met.

PyTorch compares arguments with a signature one by one, from the left, and tells of the first that
does not fit. Of several signatures it tells so only if the number of arguments leaves but one;
else it lists them all.
"""

import functools
import numbers
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from .device import device
from .dtypes import dtype
from .errors import argument_error, error, given, misfit, refuse_if, type_name
from .tensor import Tensor

_NEW = "Tensor out = None, dtype dtype = None, device device = None, bool requires_grad = False"
_NUMPYS = {"dim": ("axis",), "keepdim": ("keepdims",), "input": ("x", "a", "x1"), "other": ("x2",)}
_PYTHONS = [bool, int, float]  # which stand for a dtype, too
_MISSING = object()


def _is_scalar(value, kind: int) -> bool:
    """Whether this is a 0-d tensor of that kind that can stand for a number."""
    return (
        isinstance(value, Tensor)
        and value._value.ndim == 0
        and value._dtype.kind >= kind
        and not value.requires_grad
    )


def _is_int(value) -> bool:
    if isinstance(value, Tensor):
        return _is_scalar(value, 1) and value._dtype.kind == 1
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_number(value) -> bool:
    return isinstance(value, numbers.Real | np.bool_) or _is_scalar(value, 0)


def _is_item(value) -> bool:
    """Whether this can be one of several ints; a tensor of one can."""
    if isinstance(value, Tensor):
        return value._dtype.kind == 1 and value._value.size == 1
    return _is_int(value)


def _is_ints(value) -> bool:
    return isinstance(value, tuple | list) and (not value or _is_item(value[0]))


def _is_tensors(value) -> bool:
    items = value if isinstance(value, tuple | list) else ()
    for i, item in enumerate(items):
        refuse_if(not isinstance(item, Tensor), "not_a_tensor_inside", i, item)
    return isinstance(value, tuple | list)


# For each kind how PyTorch names it, and what fits.
_KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "Generator": ("minigrad.Generator", lambda v: hasattr(v, "manual_seed")),
    "Number": ("Number", _is_number),
    "Operand": ("Tensor", lambda v: isinstance(v, Tensor | numbers.Real | np.bool_)),
    "Tensor": ("Tensor", lambda v: isinstance(v, Tensor)),
    "Tensors": ("tuple of Tensors", _is_tensors),
    "bool": ("bool", lambda v: isinstance(v, bool)),
    "device": ("minigrad.device", lambda v: isinstance(v, device | str | int)),
    "dtype": ("minigrad.dtype", lambda v: isinstance(v, dtype) or v in _PYTHONS),
    "float": ("float", lambda v: isinstance(v, numbers.Real) or _is_scalar(v, 2)),
    "int": ("int", _is_int),
    "ints": ("tuple of ints", _is_ints),
    "ints1": ("tuple of ints", lambda v: _is_item(v) or _is_ints(v)),
    "object": ("object", lambda v: True),
    "size": ("int", _is_item),
    "str": ("str", lambda v: isinstance(v, str)),
}
_BY_TYPE = {"Tensor", "Operand"}  # whether a tensor fits these does not depend on its value
_PLAIN = (Tensor, int, float, str, dtype, type(None))


class Parameter(NamedTuple):
    """One parameter of a signature."""

    kind: str
    name: str
    default: str | None
    takes_none: bool
    keyword_only: bool

    def fits(self, value) -> bool:
        return _KINDS[self.kind][1](value)

    def __str__(self) -> str:
        default = "" if self.default is None else f" = {self.default}"
        return f"{_KINDS[self.kind][0]} {self.name}{default}"


class Signature:
    """One way to call an operation."""

    def __init__(self, text: str, is_method: bool, takes_input: bool) -> None:
        text = text[1:-1].replace("...", _NEW if "*" in text else f"*, {_NEW}")
        parts = re.split(r", (?=[\w?]+ \w+|\*)", text) if text else []
        if is_method:
            parts = [part for part in parts if " out = " not in part]
        if takes_input:
            parts.insert(0, "Tensor input")
        star = parts.index("*") if "*" in parts else len(parts)
        self.parameters = []
        for i, part in enumerate(part for part in parts if part != "*"):
            kind, name, default = re.match(r"([\w?]+) (\w+)(?: = (.*))?", part).groups()  # type: ignore[union-attr]
            none = "?" in kind or default == "None"
            self.parameters.append(Parameter(kind.strip("?"), name, default, none, i >= star))
        self.most = star
        self.least = sum(p.default is None for p in self.parameters)
        # A lone tuple of ints can be given as f(2, 3).
        self.spreads = star == 1 and self.parameters[0].kind in ("ints", "ints1")

    def mismatch(self, name: str, args: tuple, kwargs: dict) -> Exception | None:
        """Why these arguments do not fit; None if they do."""
        if len(args) > self.most and not self.spreads:
            return self._too_many(name, len(args))
        place, used, late = 0, 0, None
        for i, parameter in enumerate(self.parameters):
            named = place >= len(args)
            if not named and parameter.keyword_only:
                return self._too_many(name, len(args))
            keys = (parameter.name, *_NUMPYS.get(parameter.name, ()))
            value = args[place] if not named else _MISSING
            if named:
                value = next((kwargs[key] for key in keys if key in kwargs), _MISSING)
            if value is _MISSING:
                if parameter.default is None:
                    return self._missing(name, i)
                continue
            if not (value is None and parameter.takes_none) and not parameter.fits(value):
                if not (self.spreads and place == 0 and not named and _is_ints(args)):
                    if len(args) > self.most:
                        return self._too_many(name, len(args))
                    return _unfit(name, parameter, None if named else place + 1, value)
                value, place = args, len(args)
            if parameter.kind.startswith("ints") and isinstance(value, tuple | list):
                for at, n in enumerate(value, 1):
                    if not (_is_item(n) or isinstance(n, bool)):
                        late = late or error("sizes_later", name, parameter.name, at, n)
            place, used = place + (not named), used + named
        if used < len(kwargs):
            return self._unexpected(name, args, kwargs)
        if late is not None:
            raise late
        return None

    def _too_many(self, name: str, given: int) -> Exception:
        if self.least != self.most:
            return error("takes_between", name, self.least, self.most, given)
        plural, were = "s" * (self.most != 1), "was" if given == 1 else "were"
        return error("takes_exactly", name, self.most, plural, given, were)

    def _missing(self, name: str, first: int) -> Exception:
        names = [f'"{p.name}"' for p in self.parameters[first:] if p.default is None]
        # PyTorch has the plural the wrong way round.
        return error(
            "missing_arguments", name, len(names), "s" * (len(names) == 1), ", ".join(names)
        )

    def _unexpected(self, name: str, args: tuple, kwargs: dict) -> Exception:
        names = [p.name for p in self.parameters]
        for key in kwargs:
            if key not in names:
                return error("unexpected_keyword", name, key)
            if names.index(key) < len(args):
                return error("multiple_values", name, key)
        return error("unexpected_keyword", name, next(iter(kwargs)))

    def __str__(self) -> str:
        shown = [str(p) for p in self.parameters]
        if self.most < len(shown):
            shown.insert(self.most, "*")
        return f"({', '.join(shown)})"


def _unfit(name: str, parameter: Parameter, position: int | None, value) -> Exception:
    kind = _KINDS[parameter.kind][0]
    if position and kind == "tuple of ints" and isinstance(value, tuple | list):
        return error("unfit_element", name, parameter.name, position, value[0])
    return argument_error(name, parameter.name, position, kind, value)


class Signatures:
    """All ways to call an operation, as a function or as a method."""

    def __init__(self, name: str, is_method: bool) -> None:
        found = listed()
        ways = None if is_method else found.get(f"{name}()")
        takes_input = ways is None and not is_method
        ways = ways or found.get(name) or found.get(name.removesuffix("_")) or []
        self.name, self.has_old = name, "old" in ways
        self.ways = [Signature(way, is_method, takes_input) for way in ways if way != "old"]

    def check(self, args: tuple, kwargs: dict) -> bool:
        """Raise if the arguments fit no signature; else, whether their types alone tell so."""
        if not self.ways:  # not listed
            return True
        errors = []
        for way in self.ways:
            found = way.mismatch(self.name, args, kwargs)
            if found is None:
                tensors_fit = (
                    not isinstance(value, Tensor) or parameter.kind in _BY_TYPE
                    for value, parameter in zip(args, way.parameters, strict=False)
                )
                return all(isinstance(a, _PLAIN) for a in args) and all(tensors_fit)
            errors.append(found)
        count = len(args) + len(kwargs)
        plausible = [
            e
            for way, e in zip(self.ways, errors, strict=True)
            if way.least <= count <= len(way.parameters)
        ]
        if len(plausible) == 1:
            raise plausible[0]
        if len(errors) == 1 and not self.has_old:
            raise errors[0]
        raise self._none_fits(args, kwargs)

    def _none_fits(self, args: tuple, kwargs: dict) -> Exception:
        if len(self.ways) > 1:
            ways = "".join(f"\n * {way}" for way in self.ways)
            return misfit(self.name, args, kwargs, ways)
        (way,) = self.ways
        fitting = [p.fits(a) for p, a in zip(way.parameters, args, strict=False)]
        fitting += [False] * (len(args) - len(fitting))
        types = [
            n if fits else f"!{n}!" for n, fits in zip(map(type_name, args), fitting, strict=True)
        ]
        return error("no_other_signature", self.name, given(types, kwargs), str(way))


@functools.cache
def listed() -> dict[str, list[str]]:
    """The ways to call each operation, by its name."""
    text = (Path(__file__).parent / "signatures.txt").read_text("utf-8")
    found: dict[str, list[str]] = {}
    for block in re.findall(r"(?:^\w.*\n)+(?:^ .*\n)+", text, re.MULTILINE):
        names, *ways = re.split(r"\n +", block.strip())
        found |= dict.fromkeys(names.split(), ways)
    return found
