"""The kinds of arguments listed in `types.py`, each with PyTorch's name and a check."""

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.device import device
from ..engine.dtypes import dtype, is_dtype, of_number
from ..engine.tensor import Tensor, wrap
from ..messages.errors import error


def _is_scalar(value, kind: int) -> bool:
    """Return whether the value is a 0-d tensor that can be used as a number of the given kind."""
    is_0d = isinstance(value, Tensor) and value._value.ndim == 0
    return is_0d and value._dtype.kind >= kind and not value.requires_grad


def _is_int(value) -> bool:
    if isinstance(value, Tensor):
        return _is_scalar(value, 1) and value._dtype.kind == 1
    return hasattr(type(value), "__index__") and not getattr(value, "ndim", type(value) is bool)


def is_item(value) -> bool:
    """Return whether the value can be an item in a list of ints, as a one-element tensor can."""
    if isinstance(value, Tensor):
        return value._dtype.kind == 1 and value._value.size == 1
    return _is_int(value)


def is_ints(value) -> bool:
    return isinstance(value, tuple | list) and (not value or is_item(value[0]))


def is_tensors(value, argument: int = 0) -> bool:
    """Return whether the value is a list or tuple of tensors; raise if an item isn't a tensor."""
    items = value if isinstance(value, tuple | list) else ()
    for i, item in enumerate(items):
        if not isinstance(item, Tensor):
            raise error("not_a_tensor_inside", i, argument, item)
    return isinstance(value, tuple | list)


# For each kind, PyTorch's name and a function that checks whether a value matches
KINDS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "Generator": ("minigrad.Generator", lambda v: hasattr(v, "manual_seed")),
    "Number": ("Number", lambda v: isinstance(v, numbers.Real | np.bool_) or _is_scalar(v, 0)),
    "Operand": ("Tensor", lambda v: isinstance(v, Tensor | numbers.Real | np.bool_)),
    "Tensor": ("Tensor", lambda v: isinstance(v, Tensor)),
    "Tensors": ("tuple of Tensors", is_tensors),
    "bool": ("bool", lambda v: isinstance(v, bool)),
    "Device": ("minigrad.device", lambda v: isinstance(v, device | str | int)),
    "Dtype": ("minigrad.dtype", is_dtype),
    "float": ("float", lambda v: isinstance(v, numbers.Real) or _is_scalar(v, 0)),
    "int": ("int", _is_int),
    "Ints": ("tuple of ints", is_ints),
    "IntOrInts": ("tuple of ints", lambda v: is_item(v) or is_ints(v)),
    "Anything": ("object", lambda v: True),
    "OneInt": ("int", is_item),
    "str": ("str", lambda v: isinstance(v, str)),
}
KINDS["First"] = KINDS["Operand"]  # the same check, but a number becomes a tensor
_BY_TYPE = {"First", "Tensor", "Operand"}  # kinds that any tensor matches, whatever its value
_PLAIN = (bool, int, float, str, dtype, type(None))


def fits_by_type(value, kind: str) -> bool:
    """Return whether a valid value's type alone shows that it's valid and needs no conversion."""
    plain = type(value) in _PLAIN and kind != "First"
    return plain or kind == "Anything" or (isinstance(value, Tensor) and kind in _BY_TYPE)


# For the kinds that accept lists, the types of items that no invalid list contains
LISTS = {"Ints": {int}, "IntOrInts": {int}, "Tensors": {Tensor}}


def as_taken(value, kind: str):
    """Normalize an argument.

    0-d tensors and NumPy numbers become Python numbers. If the first operand is a number, it
    becomes a tensor.
    """
    if kind == "First" and not isinstance(value, Tensor):
        return wrap(of_number(value).numpy.type(value), of_number(value))
    is_number = kind in ("Number", "float", "int") and isinstance(value, Tensor | np.generic)
    return value.item() if is_number else value
