"""Exercises in a notebook: the cells with the task, the stub, the check, and the solution."""

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
    """The cells of an exercise. The code in the solution replaces the whole stub."""

    name: str
    cells: list[Any]  # from the task, which may begin with `**1. ...**`, to the check
    stub: Any
    check: Any
    reasoning: str
    solution: str


def exercises(notebook: Any) -> Iterator[Exercise]:
    """Return a notebook's exercises in the order in which they appear.

    If the cells around a check don't form an exercise, raise an error that names the check.
    """
    cells, previous = notebook.cells, -1
    for i, cell in enumerate(cells):
        check = cell.cell_type == "code" and CHECK.search(cell.source)
        if not check:
            continue
        name = check[1]
        if not i or cells[i - 1].cell_type != "code":
            raise ValueError(f'check("{name}"): the cell before it must be the stub')
        folded = i + 1 < len(cells) and FOLDED.search(cells[i + 1].source)
        code = folded and CODE.search(folded[1])
        if not folded or not code:
            raise ValueError(
                f'check("{name}"): the cell after it must contain the collapsed solution, with code'
            )
        between = range(i - 2, previous, -1)
        numbered = (j for j in between if TASK.search(cells[j].source))
        texts = (j for j in between if cells[j].cell_type == "markdown")
        start = next(numbered, next(texts, i - 1))
        previous = i + 1
        yield Exercise(name, cells[start : i + 1], cells[i - 1], cell, folded[1], code[1].rstrip())


def fill_in(notebook: Any) -> Any:
    """Replace every stub in the notebook with its solution."""
    for exercise in exercises(notebook):
        exercise.stub.source = exercise.solution
    return notebook
