"""The names that the lines of a cell use and define, according to Python's own parser."""

import ast
import builtins
from collections.abc import Iterator

from .lecture import Code

FUNCTIONS = (ast.FunctionDef, ast.Lambda)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def used(code: Code) -> dict[str, int]:
    """Return the names that the lines use but don't define, each with the line that first uses it.

    >>> code = Code("import numpy as np\\ndef f(x):\\n    y = x + c\\n    return y * d", (2, 3))
    >>> used(code), sorted(defined(code))
    ({'c': 3}, ['f'])
    """
    outside: dict[str, int] = {}
    here: set[str] = set()
    for name, line, stored in _in_order(ast.parse(code.whole), frozenset()):
        if not code.lines[0] <= line <= code.lines[1]:
            continue
        if stored:
            here.add(name)
        elif name not in here and not hasattr(builtins, name):
            outside.setdefault(name, line)
    return outside


def defined(code: Code) -> set[str]:
    """Return the names that the lines define, which later cells can use."""
    there = _in_order(ast.parse(code.whole), frozenset())
    return {n for n, line, stored in there if stored and code.lines[0] <= line <= code.lines[1]}


def _in_order(node: ast.AST, local: frozenset[str]) -> Iterator[tuple[str, int, bool]]:
    """Yield the names outside functions in order, each with its line and whether it's stored."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.split(".")[0], node.lineno, True
        return
    if isinstance(node, ast.Name):
        if node.id not in local:
            yield node.id, node.lineno, isinstance(node.ctx, ast.Store)
        return
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign) and node.value is not None:
        yield from _in_order(node.value, local)
        if isinstance(node, ast.AugAssign):  # it also reads its target
            name = getattr(node.target, "id", None)
            if name and name not in local:
                yield name, node.lineno, False
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from _in_order(target, local)
        return
    match node:
        case ast.FunctionDef() | ast.ClassDef() if node.name not in local:
            yield node.name, node.lineno, True
    inner = local | _bound(node)
    for child in ast.iter_child_nodes(node):
        yield from _in_order(child, inner)


def _bound(node: ast.AST) -> frozenset[str]:
    """Return the names that are local to a function, class, comprehension, or exception handler."""
    if isinstance(node, ast.ExceptHandler):
        return frozenset([node.name] if node.name else [])
    if isinstance(node, ast.ClassDef):
        functions = (d.name for d in node.body if isinstance(d, ast.FunctionDef))
        return frozenset([*functions, *(t.id for d in node.body for t in _stores(d))])
    if not isinstance(node, (*FUNCTIONS, *COMPREHENSIONS)):
        return frozenset()
    names = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    outside = {n for each in ast.walk(node) if isinstance(each, ast.Global) for n in each.names}
    return frozenset(names | {name.id for name in _stores(node)}) - outside


def _stores(node: ast.AST) -> list[ast.Name]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
