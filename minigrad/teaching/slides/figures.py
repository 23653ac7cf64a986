"""Figures and explorers that don't come from the stored notebook but from a run of it."""

from copy import deepcopy

from nbformat.v4 import new_code_cell

from minigrad.teaching.live import live, run

from .lecture import NOTEBOOKS, SVG, Lecture, Part, chapter


def show(lecture: Lecture) -> None:
    """Replace the stored picture of each explorer with the explorer itself."""
    shown = [part for slide in lecture.slides for part in slide.parts if part.explorer]
    if shown:
        notebook = live(lecture.notebook)
        cells = {cell.id: cell for cell in notebook.cells}
        for part in shown:
            if part.cell is not None:
                part.outputs = cells[part.cell.id].outputs
        lecture.widgets.update(notebook.metadata["widgets"])


def draw(lecture: Lecture) -> None:
    """Run the chapter as far as the last figure needs, and store each figure in its part.

    Raises:
        ValueError: if a program draws nothing.
    """
    wanted = [part for slide in lecture.slides for part in slide.parts if part.program]
    if not wanted:
        return
    notebook = deepcopy(chapter(lecture.notebook))
    drawn: list[tuple[Part, int]] = []
    cells = [new_code_cell("from minigrad import draw")]
    for cell in notebook.cells:
        cells.append(cell)
        for part in wanted:
            if part.cell is not None and part.cell.id == cell.id:
                drawn.append((part, len(cells)))
                cells.append(new_code_cell(part.program))
    notebook.cells = cells[: drawn[-1][1] + 1]
    run(notebook, NOTEBOOKS)
    for part, place in drawn:
        part.outputs = notebook.cells[place].outputs
        if not any(SVG in output.get("data", {}) for output in part.outputs):
            raise ValueError(f"{lecture.name}: this program draws nothing:\n{part.program}")
