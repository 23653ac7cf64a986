"""Comparisons of stored outputs with a fresh run, either exact or with tolerance for numbers."""

import difflib
import math
import re
from collections.abc import Iterator
from typing import Any

import nbformat
from nbformat import NotebookNode

from minigrad.draw.svg import DRAWING
from tests.notebooks.normal_form import text

RELATIVE = 1e-4
PICTURE = re.compile(rf"(<\?xml.*?)?{DRAWING.pattern}", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?!\w)")


def exact_differences(stored: str, fresh: NotebookNode) -> str:
    """Return a readable diff from the stored file to the refreshed one, empty if they're equal."""
    now = text(fresh)
    if stored == now:
        return ""
    diff = difflib.unified_diff(
        _lines(stored), _lines(now), "stored", "fresh run", n=2, lineterm=""
    )
    return "\n".join(line[:300] for line in diff) or "only line endings or spaces differ"


def _lines(notebook: str) -> list[str]:
    """Return only lines short enough to read, since a line can contain a whole drawing."""
    return re.sub(r"\\n(?!\")", "\\\\n\n", notebook).replace("><", ">\n<").splitlines()


def tolerant_differences(stored: NotebookNode, fresh: NotebookNode) -> str:
    """Yield places where text differs, or where numbers differ by more than rounding errors."""
    differences = []
    for old, new in zip(stored.cells, fresh.cells, strict=True):
        if old.cell_type == "code":
            differences += [f"{old.id}{place}" for place in _differ(_visible(old), _visible(new))]
    return "\n".join(differences)


def _visible(cell: NotebookNode) -> Any:
    """Return the parts of a code cell that don't depend on the version of IPython."""
    outputs = nbformat.from_dict(cell.outputs)
    for output in outputs:
        output.pop("traceback", None)
        output.pop("metadata", None)
    return {"execution_count": cell.execution_count, "outputs": outputs}


def _differ(old: Any, new: Any, place: str = "") -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() == new.keys():
        for key in old:
            yield from _differ(old[key], new[key], f"{place}/{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _differ(before, after, f"{place}/{i}")
    elif isinstance(old, str) and isinstance(new, str):
        if not same_text(old, new):
            yield f"{place}: stored {old[:2000]!r}, fresh run {new[:2000]!r}"
    elif old != new:
        yield f"{place}: stored {old!r}, fresh run {new!r}"


def same_text(old: str, new: str) -> bool:
    """Return whether two texts have the same words and nearly the same numbers."""
    old, new = (" ".join(PICTURE.sub("[picture]", t).split()) for t in (old, new))
    if old == new:
        return True
    if re.sub(r" ?#", "#", NUMBER.sub("#", old)) != re.sub(r" ?#", "#", NUMBER.sub("#", new)):
        return False
    return all(map(_same_number, NUMBER.findall(old), NUMBER.findall(new)))


def _same_number(old: str, new: str) -> bool:
    if re.fullmatch(r"[-+]?\d+", old):
        return old == new
    mantissa, _, exponent = old.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    last_place = 10.0 ** (int(exponent or 0) - decimals) if decimals >= 3 else 0.0
    return math.isclose(float(old), float(new), rel_tol=RELATIVE, abs_tol=1.001 * last_place)
