"""Write `minigrad/engine/methods.pyi`, which tells type checkers about the methods of tensors.

Run `python -m tests.typing.methods` after adding an operation or changing its arguments. The stub
comes from the definitions that the package attaches (see `minigrad/api/entry.py`).
"""

import inspect
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import minigrad
from minigrad.api import entry
from minigrad.api.signatures import declared, written
from minigrad.engine.methods import TensorMethods

STUB = Path(minigrad.__file__).parent / "engine" / "methods.pyi"
HEAD = '''\
"""How editors and type checkers see the methods of tensors: `python -m tests.typing.methods`.

Each heading names the file with the definitions.
"""

from builtins import bool as _bool
from builtins import float as _float
from builtins import int as _int
from collections.abc import Iterable, Iterator
from typing import Any, overload

import numpy as np

from ..api.types import (
    Anything,
    Device,
    Dtype,
    IntOrInts,
    Ints,
    Number,
    OneInt,
    Operand,
    ValuesAndIndices,
)
from ..ops.dims import Size
from ..values.random import Generator
from .device import device as _device
from .dtypes import dtype as _dtype
from .tensor import Tensor

class TensorMethods:
    """What can be computed with a tensor."""

    __array_priority__: _int
'''
# Inside the class, these names refer to methods.
HIDDEN = {"int": "_int", "float": "_float", "bool": "_bool", "Place": "_device"}
HIDDEN |= {"dtypes.dtype": "_dtype"}
SPREAD = ("Ints", "IntOrInts")
TWO = "other: Operand"
OPERATORS = {
    "__getitem__": "(self, index: Any) -> Tensor",
    "__setitem__": "(self, index: Any, value: Any) -> None",
    "__delitem__": "(self, index: Any) -> None",
    "__iter__": "(self) -> Iterator[Tensor]",
    "__contains__": "(self, element: Any) -> _bool",
    "__array__": "(self, dtype: Any = None, copy: Any = None) -> np.ndarray",
    "__array_wrap__": "(self, array: Any, context: Any = None, return_scalar: Any = False)"
    " -> Tensor",
    "__deepcopy__": "(self, memo: Any) -> Tensor",
    "__reduce_ex__": "(self, protocol: Any) -> Any",
    "__matmul__": "(self, other: Tensor) -> Tensor",
    "__rmatmul__": "(self, other: Tensor) -> Tensor",
    "__eq__": "(self, other: Any) -> Tensor",
    "__ne__": "(self, other: Any) -> Tensor",
}


def annotation(text: str) -> str:
    for name, hidden in HIDDEN.items():
        text = re.sub(rf"(?<![\w.]){re.escape(name)}(?!\w)", hidden, text)
    return text


def shown(parameter: inspect.Parameter) -> str:
    kind = "Any" if parameter.annotation is parameter.empty else annotation(parameter.annotation)
    default = "" if parameter.default is parameter.empty else f" = {parameter.default!r}"
    return f"{parameter.name}: {kind}{default}".replace("'", '"')


def ways(definition: Callable) -> Iterator[str]:
    """Yield a method's parameters and result type for each way to call it."""
    for way in declared(definition):
        signature = written(way)
        result = signature.return_annotation
        result = "Tensor" if result is signature.empty else annotation(result)
        first, *taken = (p for p in signature.parameters.values() if p.annotation is not p.empty)
        if first.annotation not in ("Tensor", "First", "Operand", "Any"):
            continue
        taken = [p for p in taken if p.name != "out"]
        placed = [p for p in taken if p.kind is p.POSITIONAL_OR_KEYWORD]
        named = [shown(p) for p in taken if p.kind is p.KEYWORD_ONLY]
        star = ["*"] * bool(named)
        yield f"({', '.join(['self', *map(shown, placed), *star, *named])}) -> {result}"
        if len(placed) == 1 and placed[0].annotation in SPREAD:
            yield f"({', '.join(['self', f'*{placed[0].name}: _int', *named])}) -> {result}"


def documented(operation: Any) -> str:
    first = (operation.__doc__ or "").strip().splitlines()[:1]
    return f'\n        """{first[0]}"""\n' if first else " ...\n"


def signatures_of(definition: Any) -> list[str]:
    """Return a method's signatures. A tensor or a number is an operand, so it needs only one."""
    every = list(dict.fromkeys(ways(definition)))
    for tensor in [way for way in every if "other: Tensor" in way]:
        number, operand = (tensor.replace("Tensor", kind, 1) for kind in ("Number", "Operand"))
        if number in every:
            every[every.index(tensor)] = operand
    return [way for i, way in enumerate(every) if way.replace("Number", "Operand") not in every[:i]]


def method(name: str, definition: Any, doc: str) -> str:
    signatures = signatures_of(definition)
    plain = name.removesuffix("_")  # of the method that makes a new tensor, if there is one
    twin = entry.METHODS.get(plain) if plain != name else None
    if twin is not None and signatures == signatures_of(twin) and len(signatures) == 1:
        return f"    {name} = {plain}\n"
    lines = ""
    for signature in signatures:
        over = "    @overload\n" * (len(signatures) > 1)
        body = doc if signature is signatures[-1] else " ...\n"
        lines += f"{over}    def {name}{signature}:{body}"
    return lines


def operator(name: str, operation: Any) -> str:
    given = OPERATORS.get(name)
    if given is None:
        code = inspect.unwrap(operation).__code__
        more = ", other: Operand" if code.co_argcount == 2 else ""
        result = inspect.get_annotations(operation).get("return", "Tensor")
        more = ", spec: str" if name == "__format__" else more
        given = f"(self{more}) -> {annotation(result)}"
    ignored = "  # type: ignore[override]" if name in ("__eq__", "__ne__") else ""
    return f"    def {name}{given}: ...{ignored}\n"


def attribute(name: str, get: Any) -> str:
    result = annotation(get.__annotations__["return"])
    return f"    @property\n    def {name}(self) -> {result}:{documented(get)}"


def text() -> str:
    """Return the current text of the stub."""
    by_file: dict[str, list[str]] = defaultdict(list)
    for name, definition in entry.METHODS.items():
        attached = vars(TensorMethods)[name]
        source = inspect.unwrap(getattr(attached, "function", attached))
        place = source.__module__
        by_file[place].append(method(name, definition, documented(source)))
        by_file[place] += [
            f"    {second} = {name}\n" for second, first in entry.SECOND.items() if first == name
        ]
    for name, operation in entry.OPERATORS.items():
        by_file[operation.__module__].append(operator(name, operation))
    for name, get in entry.PROPERTIES.items():
        by_file[get.__module__].append(attribute(name, get))
    parts = [HEAD]
    for module in sorted(by_file):
        parts.append(f"\n    # {module.replace('.', '/')}.py\n\n")
        parts += by_file[module]
    return formatted("".join(parts))


def formatted(text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "methods.pyi", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    STUB.write_text(text(), "utf-8")
