"""A run of each chapter with all solutions filled in, shared by several tests."""

import copy
import io
import re
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

import nbformat
from IPython.core.formatters import DisplayFormatter
from nbformat import NotebookNode
from nbformat.v4 import new_output

import minigrad as mg
from minigrad.explore.explorer import Explorer
from minigrad.teaching.editions.reading import fill_in
from tests.course.cells import NOTEBOOKS, run
from tests.course.claims import Claimed
from tests.notebooks.normal_form import normal_form

TAG = "differs-again"  # the tag of a cell that runs only once
AGAIN = "-again"  # the suffix that the second run adds to the id
LATE = "-late"  # the suffix that a run after all other cells adds to the id
COMPARES = re.compile(r"^compare\(", re.MULTILINE)
FORMS = DisplayFormatter()


@dataclass
class SolvedRun:
    """The results of a run: the names that the cells defined and the output of each cell."""

    notebook: NotebookNode  # with the outputs, in normal form
    names: dict[str, Any]
    explorers: dict[str, Explorer] = field(default_factory=dict)  # by cell id
    faults: list[str] = field(default_factory=list)  # the chapter's claims that are false
    # what its lectures compute, by cell and expression
    computed: dict[tuple[str, str], set[Decimal]] = field(default_factory=dict)

    @property
    def output_of(self) -> dict[str, str]:
        """Return the output of the cell with the given id, as text."""
        return {cell.id: stored(cell) for cell in self.notebook.cells if cell.cell_type == "code"}


def read(chapter: str) -> NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)


@cache
def solved(chapter: str) -> SolvedRun:
    return run_solved(fill_in(read(chapter)), chapter)


def doubled(notebook: NotebookNode) -> NotebookNode:
    """Return the notebook with each code cell twice, unless the cell is tagged.

    Cells that compare a guess run once more at the end, where a reader may guess again.
    """
    twice = copy.deepcopy(notebook)
    cells, late = [], []
    for cell in twice.cells:
        cells.append(cell)
        if cell.cell_type == "code" and TAG not in cell.metadata.get("tags", []):
            cells.append(copy.deepcopy(cell))
            cells[-1].id += AGAIN
        if cell.cell_type == "code" and COMPARES.search(cell.source):
            late.append(copy.deepcopy(cell))
            late[-1].id += LATE
    twice.cells = cells + late
    return twice


def run_solved(notebook: NotebookNode, chapter: str = "") -> SolvedRun:
    """Return the notebook after a run from top to bottom, and check the claims of its chapter.

    An error ends the run, unless the cell is supposed to fail or is a repetition.
    """
    state = SolvedRun(copy.deepcopy(notebook), {"__name__": "__main__", "mg": mg})
    state.notebook.metadata.pop("widgets", None)
    claimed = (
        Claimed(notebook, chapter, {"shown": state.explorers.__getitem__}) if chapter else None
    )
    for cell in state.notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = _outputs(cell, state)
        if claimed:
            claimed.after(cell, state.names)
    if claimed:
        state.faults, state.computed = claimed.faults, claimed.computed
    mg.set_grad_enabled(True)
    state.notebook = normal_form(state.notebook)
    return state


def _outputs(cell: NotebookNode, state: SolvedRun) -> list[NotebookNode]:
    printed = io.StringIO()
    last: list[NotebookNode] = []
    with warnings.catch_warnings(), redirect_stdout(printed):
        warnings.simplefilter("ignore")
        try:
            value = run(cell.source, state.names)
            if value is not None:
                data, metadata = FORMS.format(value)
                last = [new_output("execute_result", data, metadata=metadata)]
        except Exception as error:
            meant = "raises-exception" in cell.metadata.get("tags", [])
            if not meant and not cell.id.endswith((AGAIN, LATE)):
                error.add_note(f"in {cell.id}")
                raise
            last = [new_output("error", ename=type(error).__name__, evalue=str(error))]
        else:
            if isinstance(value, Explorer):
                state.explorers[cell.id] = value
    text = printed.getvalue()
    return [new_output("stream", name="stdout", text=text)] * bool(text) + last


def stored(cell: NotebookNode) -> str:
    """Return the stored output of a cell, as text."""
    text = ""
    for output in cell.outputs:
        if output.output_type == "stream":
            text += output.text
        elif output.output_type == "error":
            text += f"{output.ename}: {output.evalue}"
        else:
            text += output.data["text/plain"]
    return text
