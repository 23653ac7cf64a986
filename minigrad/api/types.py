"""Argument types, named as in the operations' signatures.

Editors and type checkers read these names, as does `kinds.py`, which checks the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias, TypedDict

from ..engine.device import device
from ..engine.dtypes import dtype
from ..engine.tensor import Tensor

Number: TypeAlias = float  # a Python number, or a tensor that holds one
Operand: TypeAlias = Tensor | float
First: TypeAlias = Tensor | float  # a first operand: a number becomes a tensor
OneInt: TypeAlias = int  # an int, or a tensor that holds one
Ints: TypeAlias = Sequence[int]
IntOrInts: TypeAlias = int | Sequence[int]
Tensors: TypeAlias = Sequence[Tensor]
Dtype: TypeAlias = dtype | type[bool] | type[int] | type[float]
Device: TypeAlias = device | str | int
Anything: TypeAlias = Any


class Options(TypedDict, total=False):
    """The options of functions that create tensors, taken as `**options: Unpack[Options]`."""

    dtype: Dtype | None
    device: Device | None
    requires_grad: bool


def any_arguments(function: Callable) -> Callable[..., Any]:
    """Make type checkers accept a subclass's method, whatever parameters it has."""
    return function


class ValuesAndIndices(NamedTuple):
    """The elements and their indices, as returned by `max(dim)`, `sort`, and similar functions."""

    values: Tensor
    indices: Tensor

    def __repr__(self) -> str:
        name = f"minigrad.return_types.{type(self).__name__}"
        return f"{name}(\nvalues={self.values!r},\nindices={self.indices!r})"
