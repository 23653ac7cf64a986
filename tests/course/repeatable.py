"""Find cells in a notebook whose output changes when they run twice."""

import re
from collections.abc import Collection, Iterator
from typing import Any

from nbformat import NotebookNode

from tests.course.solved import AGAIN, COMPARES, LATE, TAG
from tests.notebooks.comparison import same_text


def problems(
    stored: NotebookNode, twice: NotebookNode, checks: Collection[str] = ()
) -> Iterator[str]:
    """Yield cells whose output changes when they, or the cells above them, run twice.

    A check's reply differs from the stored one because the solutions are filled in.
    """
    yield from wrongly_tagged(stored)
    ran = {cell.id: cell for cell in twice.cells}
    for cell in stored.cells:
        if cell.cell_type != "code":
            continue
        once = visible_outputs(ran[cell.id])
        if cell.id + AGAIN in ran:
            again = visible_outputs(ran[cell.id + AGAIN])
            if again != once:
                yield (
                    f"{cell.id}: when it runs again, it shows {_short(again)} instead of "
                    f"{_short(once)}"
                )
                continue
        if cell.id + LATE in ran:
            late = visible_outputs(ran[cell.id + LATE])
            if not same_text(str(late), str(once)):
                yield f"{cell.id}: after all other cells, it shows {_short(late)}"
                continue
        if cell.id not in checks and not same_text(str(visible_outputs(cell)), str(once)):
            yield (
                f"{cell.id}: after the cells above have run twice, it shows {_short(once)} "
                f"instead of {_short(visible_outputs(cell))}"
            )


def wrongly_tagged(notebook: NotebookNode) -> Iterator[str]:
    """Yield incorrectly tagged cells. Text next to a cell whose output changes must say "again"."""
    for i, cell in enumerate(notebook.cells):
        if TAG not in cell.metadata.get("tags", []):
            continue
        if COMPARES.search(cell.source):
            yield (
                f"{cell.id}: a comparison's reply is the same each time, so it can't be tagged "
                f"{TAG}"
            )
        beside = [*notebook.cells[max(i - 1, 0) : i], *notebook.cells[i + 1 : i + 2]]
        text = " ".join(c.source for c in beside if c.cell_type == "markdown")
        if not re.search(r"\bagain\b", text):
            yield f"{cell.id}: tagged {TAG}, but the text next to it doesn't say what happens again"


def visible_outputs(cell: NotebookNode) -> list[Any]:
    """Return the outputs that a reader sees, without execution counts or widget names.

    Anything a cell displays while it runs is left out, because these runs have no front end.
    """
    outputs: list[Any] = []
    for output in cell.outputs:
        if output.output_type == "display_data":
            continue
        if output.output_type == "error":
            outputs.append([output.ename, output.evalue])
        elif output.output_type == "stream":
            outputs.append([output.name, output.text])
        else:
            outputs.append(sorted(output.data.items()))
    return outputs


def _short(outputs: list[Any]) -> str:
    texts = [dict(o).get("text/plain", o) if o and isinstance(o[0], tuple) else o for o in outputs]
    return repr(texts)[:300] if texts else "nothing"
