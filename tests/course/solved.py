"""Each chapter once, with all solutions filled in, in this process: several tests read the run."""

import io
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import nbformat
from IPython.lib.pretty import pretty
from nbformat import NotebookNode

import minigrad as mg
from minigrad.course.editions.reading import fill_in
from minigrad.explore.explorer import Explorer
from tests.course.cells import NOTEBOOKS, run


@dataclass
class Ran:
    """What the code cells of a notebook left behind, and what each showed, as text, by its id."""

    names: dict[str, Any]
    showed: dict[str, str] = field(default_factory=dict)
    explorers: dict[str, Explorer] = field(default_factory=dict)


def read(chapter: str) -> NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)


@cache
def solved(chapter: str) -> Ran:
    return ran(fill_in(read(chapter)))


def ran(notebook: NotebookNode) -> Ran:
    """The notebook, run from top to bottom; an error ends it unless the cell is meant to fail."""
    found = Ran({"__name__": "__main__", "mg": mg})
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        printed = io.StringIO()
        with warnings.catch_warnings(), redirect_stdout(printed):
            warnings.simplefilter("ignore")
            try:
                value = run(cell.source, found.names)
                last = "" if value is None else pretty(value)
            except Exception as error:
                if "raises-exception" not in cell.metadata.get("tags", []):
                    raise
                last = f"{type(error).__name__}: {error}"
            else:
                if isinstance(value, Explorer):
                    found.explorers[cell.id] = value
        found.showed[cell.id] = printed.getvalue() + last
    mg.set_grad_enabled(True)
    return found


def stored(cell: NotebookNode) -> str:
    """What a cell shows as it is stored, in the same form."""
    found = ""
    for output in cell.outputs:
        if output.output_type == "stream":
            found += output.text
        elif output.output_type == "error":
            found += f"{output.ename}: {output.evalue}"
        else:
            found += output.data["text/plain"]
    return found
