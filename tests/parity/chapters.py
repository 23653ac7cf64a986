"""Run the chapters' code cells with minigrad and with PyTorch, and compare the results.

For each cell, the output, the value of the last expression, the error, and the warnings are
compared under `rules`. Statements that draw figures, or use the results, are left out. A cell that
has any of them counts as left out, although the rest of it is compared. Both runs use minigrad's
checks of the exercises, which have to reach the same verdict on PyTorch's values.
"""

import ast
import contextlib
import difflib
import functools
import io
import json
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

import minigrad

from .left_out import left_out, within
from .rules import as_one, same_message, same_text, same_values
from .running import warn_always

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
DRAWING = (
    "minigrad.draw",
    "minigrad.engine",
    "minigrad.explore",
    "IPython",
    "ipywidgets",
    "matplotlib",
)
CHECKS = "minigrad.course"
ENOUGH = 4 / 5


@dataclass
class Cell:
    """The part of a code cell that runs, and whether it's the whole cell."""

    source: str
    run: ast.Module
    whole: bool


@dataclass
class Seen:
    """The output of a cell."""

    text: str = ""
    error: tuple[str, str] | None = None
    warnings: list[tuple[str, str]] = field(default_factory=list)
    numbers: list[np.ndarray] = field(default_factory=list)  # the numbers in the text, in order


def code_cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    return ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]


def without_drawing(sources: list[str]) -> list[Cell]:
    """Return the cells without drawing statements and without names that those define."""
    drawn: set[str] = set()
    cells = []
    for source in sources:
        statements: list[ast.stmt] = []
        whole = True
        for statement in ast.parse(source).body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                rest, names = _imports(statement)
                drawn |= names
                statements += rest
            elif _draws(statement, drawn):
                drawn |= _bound(statement)
                whole = False
            else:
                drawn -= _bound(statement)
                statements.append(statement)
        cells.append(Cell(source, ast.Module(statements, type_ignores=[]), whole))
    return cells


def _imports(statement: ast.Import | ast.ImportFrom) -> tuple[list[ast.stmt], set[str]]:
    """Return the import without drawing names, and the names that were removed."""
    rest, names = [], set()
    for alias in statement.names:
        module = alias.name
        if isinstance(statement, ast.ImportFrom):
            module = f"{statement.module}.{alias.name}"
        if module.startswith(DRAWING):
            names.add(alias.asname or alias.name.partition(".")[0])
        else:
            rest.append(alias)
    if not rest:
        return [], names
    if isinstance(statement, ast.ImportFrom):
        return [ast.ImportFrom(statement.module, rest, statement.level)], names
    return [ast.Import(rest)], names


def _draws(statement: ast.stmt, drawn: set[str]) -> bool:
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in drawn:
            return True
        if isinstance(node, ast.Attribute) and ast.unparse(node) in ("mg.draw", "minigrad.draw"):
            return True
        if isinstance(node, ast.Import | ast.ImportFrom) and _imports(node)[1]:
            return True
    return False


def _bound(statement: ast.stmt) -> set[str]:
    """Return the names that a statement assigns at the top level."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    nodes = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    return {n.id for n in nodes if isinstance(n.ctx, ast.Store)}


class _ToTorch(ast.NodeTransformer):
    """A transformer that replaces `import minigrad` with `import torch`."""

    def visit_Import(self, node: ast.Import) -> ast.Import:
        return ast.Import([self._renamed(alias) for alias in node.names])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        return ast.ImportFrom(_torchs(node.module or ""), node.names, node.level)

    @staticmethod
    def _renamed(alias: ast.alias) -> ast.alias:
        name = _torchs(alias.name)
        bound = alias.asname or (alias.name if alias.name == "minigrad" else None)
        return ast.alias(name, bound)


def _torchs(module: str) -> str:
    if not module.startswith("minigrad") or module.startswith(CHECKS):
        return module
    return "torch" + module.removeprefix("minigrad")


def show(code: ast.Module, namespace: dict[str, Any], library: types.ModuleType) -> Seen:
    """Run a cell as a notebook does, which shows the value of the last expression."""
    *body, end = code.body or [ast.Pass()]
    last = ast.Expression(end.value) if isinstance(end, ast.Expr) else None
    if last is None:
        body.append(end)
    seen, printed = Seen(), io.StringIO()
    with (
        contextlib.redirect_stdout(printed),
        warnings.catch_warnings(record=True) as caught,
        logged(library, seen.numbers),
    ):
        warn_always()
        try:
            exec(_compiled(ast.Module(body, type_ignores=[]), "exec"), namespace)
            value = eval(_compiled(last, "eval"), namespace) if last is not None else None
            if value is not None:
                print(repr(value))
        except Exception as error:
            seen.error = (type(error).__name__, str(error))
    seen.text = printed.getvalue()
    seen.warnings = [(w.category.__name__, str(w.message)) for w in caught]
    return seen


def _compiled(tree: Any, mode: str) -> types.CodeType:
    return compile(ast.fix_missing_locations(tree), "<cell>", mode)


SHOWING = ("__repr__", "__format__", "__float__", "item", "tolist", "numpy")


@contextlib.contextmanager
def logged(library: types.ModuleType, numbers: list[np.ndarray]) -> Iterator[None]:
    """Record every tensor that's converted to text or to Python numbers inside the block."""
    cls = library.Tensor
    originals = {name: getattr(cls, name) for name in SHOWING}
    inside = False

    def logging(name: str) -> Any:
        @functools.wraps(originals[name])
        def method(self: Any, *args: Any, **kwargs: Any) -> Any:
            nonlocal inside
            if inside:
                return originals[name](self, *args, **kwargs)
            inside = True
            try:
                numbers.append(np.array(originals["tolist"](self.detach())))
                return originals[name](self, *args, **kwargs)
            finally:
                inside = False

        return method

    for name in SHOWING:
        setattr(cls, name, logging(name))
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(cls, name, original)


def differences(torchs: Seen, ours: Seen) -> list[str]:
    """Describe how the outputs of a cell differ between the two libraries."""
    faults = []
    if (torchs.error is None) != (ours.error is None) or (
        torchs.error and ours.error and not same_message(torchs.error, ours.error)
    ):
        faults.append(f"error: torch {torchs.error}\n    minigrad {ours.error}")
    if len(torchs.warnings) != len(ours.warnings) or not all(
        map(same_message, torchs.warnings, ours.warnings)
    ):
        faults.append(f"warnings: torch {torchs.warnings}\n    minigrad {ours.warnings}")
    agree = len(torchs.numbers) == len(ours.numbers) and all(
        map(same_values, torchs.numbers, ours.numbers)
    )
    if not same_text(torchs.text, ours.text, 0.0 if agree else None):
        lines = difflib.unified_diff(
            as_one(torchs.text).splitlines(),
            as_one(ours.text).splitlines(),
            "torch",
            "minigrad",
            lineterm="",
        )
        faults.append("\n".join(["text:", *lines]))
    return faults


def compare(path: Path) -> tuple[int, int, list[str]]:
    """Return how many of a chapter's cells were compared, how many it has, and the differences."""
    cells = without_drawing(code_cells(path))
    ours: dict[str, Any] = {"__name__": "__main__"}
    torchs: dict[str, Any] = {"__name__": "__main__"}
    reports = []
    try:
        for number, cell in enumerate(cells, 1):
            as_it_is = show(cell.run, ours, minigrad)
            with_torch = show(_ToTorch().visit(cell.run), torchs, torch)
            for how in differences(with_torch, as_it_is):
                indented = "\n".join("    " + line for line in cell.source.splitlines())
                reports.append(f"--- {path.name}, code cell {number}:\n{indented}\n{how}\n")
    finally:
        for library in (minigrad, torch):
            library.set_grad_enabled(True)
            library.set_default_dtype(library.float32)
            library.set_printoptions(profile="default")
    return sum(cell.whole for cell in cells), len(cells), reports


def compare_all() -> int:
    """Compare every chapter and print the results; return the number of differences."""
    torch.set_warn_always(True)
    compared = of = wrong = 0
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        n, m, reports = compare(path)
        print("".join(reports), end="")
        print(f"{path.name}: {n} of {m} cells compared, {m - n} left out because they draw")
        compared, of, wrong = compared + n, of + m, wrong + len(reports)
    for name in left_out():
        if not within(torch, name):
            print(f"chapter 11 says that PyTorch has torch.{name}, but it doesn't")
            wrong += 1
    print(f"chapters: {compared} of {of} cells compared, {wrong} differences")
    if compared < ENOUGH * of or not of:
        print("that's less than four in five")
        wrong += 1
    return wrong
