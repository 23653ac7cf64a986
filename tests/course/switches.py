"""Judges with switches: their conditions and rounds can be left out, and their limits moved."""

import ast
import importlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

from minigrad.course.chapters import folder
from tests.course.limits import Limits, moved

# Conditions that only find out what kind of value it is: without them, the judge would stumble.
# Without the last one, the judge would come to the same reply later.
GUARD = re.compile(
    r"\b(?:isinstance|hasattr|getattr|callable|is_number|isfinite|len|None|MOST_ROUNDS)\b"
)

CHOICES = ast.Constant | ast.Tuple | ast.Name | ast.BoolOp  # as in `x or ()`, which isn't a check


class Switches:
    """The conditions and limits in a chapter's judges, and the rounds of their loops.

    At most one is off. A condition that's off is neutral: an `if` isn't entered, and `and` or `or`
    ignores it. A round is one of the values that a loop lists. A comparison with limits has a place
    at which it's inverted, and then two places for each limit, where it's smaller and larger.
    """

    def __init__(self) -> None:
        self.off = -1
        self.places: list[str] = []  # each with its file and line
        self.deciding: set[int] = set()  # those that ran and, if they were off, would matter there
        self.limits: dict[int, int] = {}  # by place, the place where the comparison is inverted

    def compared(
        self, first: int, sizes: dict[int, float], compare: Callable[..., Any], *operands: Any
    ) -> Any:
        outcome = compare(*operands)
        outcomes = [not outcome]
        for i, size in sizes.items():
            changed = moved(operands[i], size)
            outcomes += [compare(*operands[:i], each, *operands[i + 1 :]) for each in changed]
        by_place = dict(enumerate(outcomes, first))
        self.limits.update(dict.fromkeys(by_place, first))
        self.deciding.update(place for place, other in by_place.items() if other != outcome)
        return by_place.get(self.off, outcome)

    def condition(self, place: int, neutral: bool, value: Any) -> Any:
        if bool(value) is not neutral:
            self.deciding.add(place)
        return neutral if self.off == place else value

    def rounds(self, first: int, values: tuple[Any, ...]) -> list[Any]:
        places = range(first, first + len(values))
        self.deciding.update(places)
        return [value for place, value in zip(places, values, strict=True) if place != self.off]


class _Installed(ast.NodeTransformer):
    def __init__(self, file: str, switches: Switches) -> None:
        self._file, self._places = file, switches.places

    def _condition(self, node: ast.expr, neutral: bool) -> ast.expr:
        source = ast.unparse(node)
        if GUARD.search(source) or isinstance(node, CHOICES):
            return self.visit(node)  # type: ignore[no-any-return]
        return self._switched("condition", [node], ast.Constant(neutral), self.visit(node))

    def _switched(self, kind: str, nodes: list[ast.expr], *arguments: ast.expr) -> ast.expr:
        first = ast.Constant(len(self._places))
        self._places += [f"{self._file}:{node.lineno}: {ast.unparse(node)}" for node in nodes]
        switch = ast.Attribute(ast.Name("switches_", ast.Load()), kind, ast.Load())
        return ast.Call(switch, [first, *arguments], [])

    def visit_If(self, node: ast.If) -> ast.If:
        node.test = self._condition(node.test, False)
        node.body = [self.visit(each) for each in node.body]
        node.orelse = [self.visit(each) for each in node.orelse]
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        if isinstance(node.iter, ast.Tuple) and len(node.iter.elts) > 1:
            node.iter = self._switched("rounds", node.iter.elts, node.iter)
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        neutral = isinstance(node.op, ast.And)
        node.values = [self._condition(value, neutral) for value in node.values]
        return node


class _Finder:
    def __init__(self, package: str, switches: Switches) -> None:
        self._package, self._switches = package, switches

    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        package, _, own = name.rpartition(".")
        if package != self._package or not ("exercises" in own or "judges" in own):
            return None
        spec = PathFinder.find_spec(name, path)
        if spec and spec.origin:
            spec.loader = _Loader(name, spec.origin, self._switches)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, switches: Switches) -> None:
        super().__init__(name, path)
        self._switches = switches

    def get_code(self, fullname: str) -> Any:
        tree, file = ast.parse(self.get_data(self.path)), self.path.rpartition("/")[2]
        tree = _Installed(file, self._switches).visit(tree)
        tree = Limits(tree, file, self._switches.places).visit(tree)
        return compile(ast.fix_missing_locations(tree), self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        vars(module)["switches_"] = self._switches
        super().exec_module(module)


@contextmanager
def installed(chapter: str) -> Iterator[Switches]:
    """Import a chapter's judges again, with switches, until the end of the block."""
    parent, own = "minigrad.course", folder(chapter)
    package = f"{parent}.{own}"
    kept = {n: m for n, m in sys.modules.items() if n == package or n.startswith(f"{package}.")}
    switches = Switches()
    finder: Any = _Finder(package, switches)
    sys.meta_path.insert(0, finder)
    for name in kept:
        del sys.modules[name]
    try:
        importlib.import_module(package)
        yield switches
    finally:
        sys.meta_path.remove(finder)
        for name in [n for n in sys.modules if n == package or n.startswith(f"{package}.")]:
            del sys.modules[name]
        sys.modules.update(kept)
        if package in kept:  # importing it again replaced it in its parent, too
            setattr(sys.modules[parent], own, kept[package])
        else:
            delattr(sys.modules[parent], own)
