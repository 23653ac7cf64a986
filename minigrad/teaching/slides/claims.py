"""Checks of what slides add to the notebook's cells: fenced code, and numbers in tables."""

import ast
import math
import re
from collections.abc import Iterator
from decimal import Decimal

from nbformat import NotebookNode

from .lecture import SVG, Part, alone

NUMBER = re.compile(r"(?<![\w.^_])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[-+]\d+)?(?![\w^])")
SMALL = Decimal(10)  # small counts, as in "two of 3", aren't claims about a run
# Times and counts: chapter 4, slide 12.
TIME = re.compile(
    r"\d+ (?:s\b|seconds?|minutes?)"
    r"|\b(?:chapters?|slides?|steps?|lines?|questions?|exercises?|rows?|columns?) \d+\b",
    re.IGNORECASE,
)
TABLE = re.compile(r"^\|[ :|-]+\|$", re.MULTILINE)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# A warning that's caught so that the page can show it.
CAUGHT = re.compile(r"^(\w+), \w+ = with_warning\(([\w.]+), (.+)\)$", re.MULTILINE)


def value(number: str) -> Decimal:
    return Decimal(number.replace("−", "-").replace(",", ""))


def plain(number: Decimal) -> bool:
    return number == number.to_integral_value() and abs(number) <= SMALL


def between_fences(texts: list[str], notebook: NotebookNode) -> Iterator[str]:
    """Check that fenced code comes from the chapter's cells, statement by statement."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    sources = [alone(cell.source) for cell in cells]
    there = {each for source in sources for each in _statements(source)}
    there |= {each for s in sources for each in _statements(CAUGHT.sub(r"\1 = \2(\3)", s))}
    for language, fenced in (found for text in texts for found in FENCE.findall(text)):
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


def in_tables(parts: list[Part], notebook: NotebookNode) -> Iterator[str]:
    """Check that each number in a handwritten table comes from a cell named below the table."""
    for part in (part for part in parts if TABLE.search(part.markdown)):
        rows = "\n".join(re.findall(r"^\|.*\|$", part.markdown, re.MULTILINE))
        rows = TIME.sub(" ", rows.replace("`", " ").replace("− ", "−"))
        known = [number for source in part.numbers for number in _from(source, notebook)]
        for claim in NUMBER.findall(rows):
            if not plain(value(claim)) and not any(rounds(n, value(claim)) for n in known):
                sources = ", ".join(part.numbers) or "there are none; write {as …} below the table"
                yield f"the table's {claim} isn't in any of its sources ({sources})"


def _from(source: str, notebook: NotebookNode) -> list[Decimal]:
    """Return the numbers in a cell's code and output, or in the value of an expression."""
    cell = next((cell for cell in notebook.cells if cell.id == source), None)
    if cell is None:
        try:
            text = str(eval(source, {"math": math}))
        except (NameError, SyntaxError):  # there is no such cell
            return []
    else:
        text = "\n".join([cell.source, *map(_shown, cell.get("outputs", []))])
    return [value(number) for number in NUMBER.findall(text)]


def _shown(output: NotebookNode) -> str:
    """Return the text of the output, leaving out the coordinates in a drawing."""
    data = output.get("data", {})
    drawn = re.findall(r">([^<>]+)<", "".join(data.get(SVG, "")))
    return " ".join([str(output.get("text", "")), str(data.get("text/plain", "")), *drawn])


def rounds(number: Decimal, shown: Decimal) -> bool:
    """Return whether a number, when rounded, equals the number shown.

    >>> rounds(Decimal("1.6289"), Decimal("1.63")), rounds(Decimal("1.6289"), Decimal("1.64"))
    (True, False)
    """
    return number.quantize(shown) == shown
