"""The exercises of a notebook: task, stub, check and folded solution, as its cells have them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

CHECK = re.compile(r'^check\("([^"]+)"', re.MULTILINE)
TASK = re.compile(r"^\*\*\d+\. .*", re.DOTALL | re.MULTILINE)
FOLDED = re.compile(r"<details>\s*<summary>Solution</summary>(.*)</details>", re.DOTALL)
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Exercise:
    """Cells of a notebook; the solution's code replaces the stub as a whole."""

    name: str
    cells: list[Any]  # from the one in which the task begins, `**1. ...**`, to the check
    stub: Any
    check: Any
    reasoning: str
    solution: str


def exercises(notebook: Any) -> Iterator[Exercise]:
    """In order; a check cell whose neighbors do not fit is refused by name."""
    cells = notebook.cells
    for i, cell in enumerate(cells):
        found = cell.cell_type == "code" and CHECK.search(cell.source)
        if not found:
            continue
        name = found[1]
        if not i or cells[i - 1].cell_type != "code":
            raise ValueError(f'check("{name}"): the cell before it has to be the stub')
        folded = i + 1 < len(cells) and FOLDED.search(cells[i + 1].source)
        code = folded and CODE.search(folded[1])
        if not folded or not code:
            raise ValueError(
                f'check("{name}"): the cell after it has to fold the solution, with code'
            )
        start = next((j for j in range(i, -1, -1) if TASK.search(cells[j].source)), None)
        if start is None:
            raise ValueError(f'check("{name}"): no task above it that begins with **1. ...**')
        yield Exercise(name, cells[start : i + 1], cells[i - 1], cell, folded[1], code[1].rstrip())


def fill_in(notebook: Any) -> Any:
    """Put every solution in the place of its stub."""
    for exercise in exercises(notebook):
        exercise.stub.source = exercise.solution
    return notebook
