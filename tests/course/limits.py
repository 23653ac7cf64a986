"""Limits in judges: tolerances, and numbers that a value is compared with."""

import ast
import re
from collections.abc import Iterator
from typing import Any

NO_LIMIT = re.compile(r"\b(?:isfinite|len|MOST_ROUNDS)\b")
TOLERANCES = ("relative", "rel_tol", "abs_tol", "rtol", "atol")
ORDERS = ast.Lt | ast.LtE | ast.Gt | ast.GtE
SMALL = 0.05  # a limit below this is a tolerance


def moved(limit: Any, size: float) -> tuple[Any, Any]:
    """Return a smaller and a larger limit. `size` is the number in the limit's source.

    >>> moved(6, 3), moved(0.9, 0.9)
    ((5, 7), (0.6, 1.35))
    """
    if isinstance(size, int):
        return limit - 1, limit + 1
    factor = 30 if abs(size) < SMALL else 1.5
    return limit / factor, limit * factor


class Limits(ast.NodeTransformer):
    """A transformer that passes each comparison with limits to `compared`, with its operands."""

    def __init__(self, module: ast.Module, file: str, places: list[str]) -> None:
        self._file, self._places = file, places
        self._constants = dict(_constants(module))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if not all(isinstance(each, ORDERS) for each in node.ops):
            return node
        return self._compared(node, [node.left, *node.comparators])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if not any(each.arg in TOLERANCES for each in node.keywords):
            return node
        tolerances = [each.value for each in node.keywords if each.arg in TOLERANCES]
        return self._compared(node, [*node.args, *tolerances], first=len(node.args))

    def _compared(self, node: ast.expr, operands: list[ast.expr], first: int = 0) -> ast.expr:
        """Return the call. Limits are only searched for from the `first` operand on."""
        sizes = {
            i: size for i, each in enumerate(operands) if i >= first and (size := self._size(each))
        }
        place, source = len(self._places), ast.unparse(node)
        if not sizes or NO_LIMIT.search(source):
            return node
        changes = ["inverted"]
        for i in sizes:
            limit = ast.unparse(operands[i])
            changes += [f"with a smaller {limit}", f"with a larger {limit}"]
        self._places += [f"{self._file}:{node.lineno}: {source}, {each}" for each in changes]
        names = [f"operand_{i}" for i in range(len(operands))]
        by_operand = {id(each): name for each, name in zip(operands, names, strict=True)}
        compare = ast.Lambda(
            ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, []),
            _Renamed(by_operand).visit(node),
        )
        switch = ast.Attribute(ast.Name("switches_", ast.Load()), "compared", ast.Load())
        arguments = ast.Constant(place), ast.parse(f"{sizes}", mode="eval").body, compare
        return ast.Call(switch, [*arguments, *operands], [])

    def _size(self, node: ast.expr) -> float | None:
        """Return the number that makes an expression a limit, or None if nothing does."""
        match node:
            case ast.Constant(value=float() | int() as value) if value and value is not True:
                return value
            case ast.Name(id=name):
                return self._constants.get(name)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._size(operand)
            case ast.BinOp(op=ast.Mult(), left=left, right=right):
                return self._size(left) or self._size(right)
        return None


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[int, str]) -> None:
        self._names = names

    def visit(self, node: ast.AST) -> Any:
        if name := self._names.get(id(node)):
            return ast.Name(name, ast.Load())
        return self.generic_visit(node)


def _constants(module: ast.Module) -> Iterator[tuple[str, float]]:
    for node in module.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)):
                pairs = [(name, value)]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = [
                    (ast.unparse(n), getattr(v, "value", None))
                    for n, v in zip(names, values, strict=False)
                ]
            case _:
                pairs = []
        yield from ((n, v) for n, v in pairs if isinstance(v, int | float) and v)
