"""The code cells of a chapter, written as modules, one per cell, for a type checker.

An editor reads a notebook in the same way. Every cell has its own scope, in which a name may get a
different meaning, and sees the names of the cells before it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

from minigrad.teaching.editions.reading import fill_in
from tests.course.cells import NOTEBOOKS

# Names to which later cells add attributes, or attributes with other types. A type checker knows
# only the attributes that a class has where it's defined.
EXTENDED = {
    "06_build_your_own_autograd": {"Tensor"},
    "10b_a_network_that_writes": {  # these cells add to chapter 6's tensor
        *("exp", "log", "relu", "row_sum", "swap", "sqrt", "stacked", "reshape"),
    },
    "11b_what_went_wrong": {"model"},
}
COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
OWN_SCOPE = ast.FunctionDef | ast.ClassDef | ast.Lambda | COMPREHENSIONS


def write(chapter: str, folder: Path) -> None:
    """Write a chapter's cells into a package in a folder, with every solution filled in."""
    notebook = fill_in(nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4))
    package = folder / f"chapter_{chapter}"
    package.mkdir()
    (package / "__init__.py").touch()
    for name, source in modules(notebook.cells, EXTENDED.get(chapter, set())).items():
        (package / f"{name}.py").write_text(source, "utf-8")


def modules(cells: list[Any], extended: set[str]) -> dict[str, str]:
    """Return a module for each code cell.

    A cell that is supposed to fail may have type errors, so its module only declares its new names.
    """
    found: dict[str, str] = {}
    imports: dict[str, str] = {}
    where: dict[str, str] = {}  # the module that bound each name last
    for cell in cells:
        if cell.cell_type != "code":
            continue
        tree, name = ast.parse(cell.source), f"cell_{cell.id.replace('-', '_')}"
        if "raises-exception" in cell.metadata.get("tags", []):
            fresh = sorted({*assigned(tree)} - where.keys())
            found[name] = "".join(["from typing import Any\n", *(f"{n}: Any\n" for n in fresh)])
            where.update(dict.fromkeys(fresh, name))
            continue
        defined = {*definitions(tree)}
        read = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - defined
        head = [imports[n] for n in sorted(read & imports.keys())]
        head += [f"from . import {place}" for place in sorted({where[n] for n in read & {*where}})]
        for n in sorted(read & {*where}):
            kind = ": Any" if n in extended else ""
            head.append(f"{n}{kind} = {where[n]}.{n}")
        found[name] = "\n".join(["from typing import Any", *head, cell.source, ""])
        imports.update(imported(tree))
        where.update(dict.fromkeys([*defined, *assigned(tree)], name))
    return found


def definitions(tree: ast.Module) -> Iterator[str]:
    """Return the names of the functions and classes that a cell defines."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name


def assigned(tree: ast.AST) -> Iterator[str]:
    """Return the names that a cell assigns, outside functions and comprehensions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        if not isinstance(node, OWN_SCOPE):
            yield from assigned(node)


def imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Return each name that a cell imports, and a statement that imports only this name."""
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                one = ast.copy_location(type(node)(**{**vars(node), "names": [alias]}), node)
                yield alias.asname or alias.name.partition(".")[0], ast.unparse(one)
