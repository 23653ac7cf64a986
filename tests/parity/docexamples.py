"""The examples in PyTorch's docstrings, read from the installed package rather than copied here."""

import ast
import builtins
import contextlib
import inspect
import re
import textwrap
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch

import minigrad

from .surface import resolved

PLACES = (
    "Tensor",
    "linalg",
    "autograd",
    "autograd.Function",
    "autograd.forward_ad",
    "autograd.function",
    "autograd.function.FunctionCtx",
    "autograd.functional",
    "autograd.gradcheck",
    "nn",
    "nn.Module",
    "nn.functional",
    "nn.init",
    "nn.modules",
    "nn.utils",
    "optim",
    "optim.Optimizer",
    "optim.lr_scheduler",
    "utils.data",
    "Generator",
)
_PROMPT = re.compile(r"^\s*(>>>|\.\.\.)( |$)")


@dataclass
class Example:
    """The name and the statements of the example in one docstring."""

    name: str
    statements: list[ast.stmt]
    place: str = ""

    def names(self, library: types.ModuleType) -> dict[str, Any]:
        """Return the names that the example may use as if they were imported."""
        there = resolved(library, self.place)
        if not self.place or isinstance(there, type):
            return {}
        names = {n for n in dir(there) if not n.startswith("_")} - set(dir(builtins))
        return {name: getattr(there, name) for name in names}


def examples() -> Iterator[Example]:
    """Yield the examples for every name that both libraries have, without duplicates."""
    seen: set[str] = set()
    for name, torchs in _documented():
        text = torchs.__doc__
        if not isinstance(text, str) or text in seen:
            continue
        seen.add(text)
        for source in (prompted(text), *blocks(text)):
            statements = parsed(source)
            if statements:
                yield Example(name, statements, name.rpartition(".")[0])


def _documented() -> Iterator[tuple[str, Any]]:
    for place in ("", *PLACES):
        try:
            theirs, ours = resolved(torch, place), resolved(minigrad, place)
        except AttributeError:
            continue
        if place:
            yield place, theirs
        for name in sorted(set(dir(theirs)) & set(dir(ours))):
            if name.startswith("_") or not hasattr(ours, name):
                continue
            value = getattr(theirs, name)
            if not isinstance(value, types.ModuleType):
                yield f"{place}.{name}".lstrip("."), value


def prompted(text: str) -> str:
    """Return the lines after >>> and ..., without the output."""
    lines = [line for line in text.expandtabs().splitlines() if _PROMPT.match(line)]
    return "\n".join(_PROMPT.sub("", line) for line in lines)


def blocks(text: str) -> Iterator[str]:
    """Yield indented code without prompts that follows a line ending in two colons."""
    lines = inspect.cleandoc(text).splitlines()
    for i, line in enumerate(lines):
        directive = line.strip()
        if not directive.endswith("::") and not directive.startswith(".. code"):
            continue
        if directive.startswith("..") and not directive.startswith(".. code"):
            continue
        indent = len(line) - len(line.lstrip())
        block = []
        for following in lines[i + 1 :]:
            if following.strip() and len(following) - len(following.lstrip()) <= indent:
                break
            block.append(following)
        if not any(_PROMPT.match(line) for line in block):
            yield textwrap.dedent("\n".join(block)).strip()


def parsed(source: str) -> list[ast.stmt]:
    """Return the statements in a text, without lines that aren't code."""
    lines = source.splitlines()
    statements: list[ast.stmt] = []
    while lines:
        for end in range(len(lines), 0, -1):  # the longest prefix that's valid Python
            with contextlib.suppress(SyntaxError), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                statements += ast.parse(textwrap.dedent("\n".join(lines[:end]))).body
                break
        lines = lines[end:]
    return statements


def names_of(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """Return the names that a statement uses and the names that it defines."""
    nodes = [n for n in ast.walk(statement) if isinstance(n, ast.Name)]
    makes = {n.id for n in nodes if not isinstance(n.ctx, ast.Load)}
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        makes.add(statement.name)
    if isinstance(statement, ast.Import | ast.ImportFrom):
        makes |= {(a.asname or a.name).partition(".")[0] for a in statement.names}
    return {n.id for n in nodes if isinstance(n.ctx, ast.Load)}, makes
