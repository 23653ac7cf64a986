"""The check that fenced code on a slide comes from the chapter's cells, or belongs to a vote."""

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache

from nbformat import NotebookNode

from .lecture import alone

EXAMPLE = "example"  # the language of code that no cell has; the test of its slide's vote runs it
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# A warning that's caught so that the page can show it.
CAUGHT = re.compile(r"^(\w+), \w+ = with_warning\(([\w.]+), (.+)\)$", re.MULTILINE)


def examples(texts: Iterable[str]) -> list[str]:
    """Return the code that a slide makes up for its vote."""
    fenced = (found for text in texts for found in FENCE.findall(text))
    return [source for language, source in fenced if language == EXAMPLE]


def between_fences(texts: list[str], notebook: NotebookNode) -> Iterator[str]:
    """Check that fenced code comes from the chapter's cells, statement by statement."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    sources = [alone(cell.source) for cell in cells]
    there = {each for source in sources for each in _statements(source)}
    there |= {each for s in sources for each in _statements(CAUGHT.sub(r"\1 = \2(\3)", s))}
    for language, fenced in (found for text in texts for found in FENCE.findall(text)):
        if language == EXAMPLE:
            continue
        if language != "python":
            yield (
                "a code block isn't valid Python; to show what a program prints, use a "
                "cell's output"
            )
            continue
        for cell, source in zip(cells, sources, strict=True):
            if f"\n{fenced.strip()}\n" in f"\n{source}\n":
                yield f"a code block repeats the cell {cell.id}; refer to its lines instead"
        for statement in _statements(fenced, deep=False):
            if statement not in there:
                yield f"no cell has {statement!r}"


@cache  # each slide is compared with all cells
def _statements(source: str, *, deep: bool = True) -> list[str]:
    """Return a program's statements, including nested ones, split so that each defines one name.

    >>> _statements("a, b = 1, (2)  # two")
    ['a = 1', 'b = 2']
    >>> _statements("from names import one, two")
    ['from names import one', 'from names import two']
    """
    try:
        tree = ast.parse(source)
    except SyntaxError:  # it contains an IPython magic
        return [source]
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)] if deep else tree.body
    return [each for node in nodes for each in _one_by_one(node)]


def _one_by_one(node: ast.stmt) -> list[str]:
    match node:
        case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values):
            pairs = zip(names, values, strict=True)
            return [f"{ast.unparse(name)} = {ast.unparse(made)}" for name, made in pairs]
        case ast.ImportFrom(module, names, level):
            return [ast.unparse(ast.ImportFrom(module, [name], level)) for name in names]
    return [ast.unparse(node)]
