"""The source of a public name: its file, its lines, and its text."""

import ast
import functools
import inspect
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from minigrad.teaching.assets import ROOT


@dataclass(frozen=True)
class Source:
    path: str
    first: int
    text: str

    @property
    def last(self) -> int:
        return self.first + self.text.count("\n")

    def __str__(self) -> str:
        return f"{self.path}, lines {self.first} to {self.last}"


def source(name: str, value: Any) -> Source | None:
    """Return the source to show for a name: an operation with its rules, a class, or a method."""
    layers = _layers(value)
    names = [{name.rpartition(".")[2], *(_name(layer) for layer in layers)}]
    names += [{layer.__qualname__.split(".")[0]} for layer in layers if inspect.isfunction(layer)]
    for wanted in names:  # try the function that made it last
        for layer in layers:
            module = _home(layer)
            path = Path(module.__file__ or "")
            span = _method(layer, path) or _statement(path, module, wanted, layers)
            if span and path.is_relative_to(ROOT):
                first, last = span
                lines = path.read_text(encoding="utf-8").splitlines()[first - 1 : last]
                return Source(path.relative_to(ROOT).as_posix(), first, "\n".join(lines))
    return None


def _layers(value: Any) -> list[Any]:
    """Return an object, together with the functions that its decorators wrap."""
    value = getattr(value, "__func__", value)
    layers = [value.fget if isinstance(value, property) else value]
    while inner := getattr(layers[-1], "__wrapped__", None):
        layers.append(inner)
    return layers


def _name(layer: Any) -> str:
    return getattr(layer, "__name__", "")


def _home(layer: Any) -> ModuleType:
    """Return an object's module. Classes claim to be in PyTorch's, so look at a method instead."""
    if not inspect.isfunction(layer):
        kind = layer if inspect.isclass(layer) else type(layer)
        layer = next(filter(inspect.isfunction, vars(kind).values()), kind)
    return sys.modules[layer.__module__]


def _method(layer: Any, path: Path) -> tuple[int, int] | None:
    """Return the source lines of a method that's written in its class, not made by a function."""
    is_made = not inspect.isfunction(layer) or "<locals>" in layer.__qualname__
    if is_made or Path(layer.__code__.co_filename) != path:
        return None
    lines, first = inspect.getsourcelines(layer)
    return first, first + len(lines) - 1


def _statement(
    path: Path, module: ModuleType, wanted: set[str], layers: list[Any]
) -> tuple[int, int] | None:
    """Return the lines of the top-level statement that defines a name or one of the layers."""
    for node in _tree(path).body:
        names = [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else _bound(node)
        values = [getattr(module, each, None) for each in names]
        if wanted & set(names) or any(v is layer for v in values for layer in layers):
            decorators = getattr(node, "decorator_list", [])
            return min(each.lineno for each in [node, *decorators]), node.end_lineno or node.lineno
    return None


def _bound(node: ast.stmt) -> list[str]:
    if not isinstance(node, ast.Assign):
        return []
    return [
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ]


@functools.cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
