"""The notebook cells that define the names an answer uses, directly or indirectly."""

import ast
import re
import symtable
from collections.abc import Iterable, Sequence

BEGUN = re.compile(r"^(?:def|class) +(\w+)|^(\w+) *=[^=]", re.MULTILINE)


def needed(cells: Sequence[str], names: Iterable[str]) -> list[int]:
    """Return the cells that define the given names, and the cells that those cells depend on.

    >>> needed(["import math", "x = 1", "def f(r):\\n    return math.pi * r", "f(x)"], ["f"])
    [0, 2]
    """
    known = [made_and_used(cell) for cell in cells]
    wanted, chosen = set(names), set[int]()
    while more := {i for i, (made, _) in enumerate(known) if made & wanted} - chosen:
        chosen |= more
        wanted |= {name for i in more for name in known[i][1]}
    return sorted(chosen)


def made_and_used(cell: str) -> tuple[set[str], set[str]]:
    """Return the names that a cell defines in the notebook, and those it uses from the notebook.

    `Tensor.mean = mean` counts as a definition of `Tensor`. If a cell isn't valid Python, return
    the names that its lines begin to define.

    >>> made, used = made_and_used("Tensor.mean = [mean for mean in found]")
    >>> sorted(made), sorted(used)
    (['Tensor'], ['Tensor', 'found'])
    """
    try:
        tree = ast.parse(cell)
        table = symtable.symtable(cell, "<cell>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {name for pair in BEGUN.findall(cell) for name in pair if name}, set()
    made = {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            made |= _root(node)
    return made, set(_used(table))


def _root(node: ast.expr) -> set[str]:
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return {node.id} if isinstance(node, ast.Name) else set()


def _used(table: symtable.SymbolTable) -> Iterable[str]:
    outermost = table.get_type() == "module"
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (outermost or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _used(inner)
