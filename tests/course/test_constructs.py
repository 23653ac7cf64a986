"""Tests that cells use only the Python that learners know or have been taught."""

from collections.abc import Iterator
from dataclasses import dataclass

from minigrad.course import chapters
from minigrad.teaching.editions.reading import exercises
from tests.course.cells import NOTEBOOKS, fail_if, parametrize_chapters, stored
from tests.course.constructs import TAUGHT, constructs

CHAPTERS = chapters.NOTEBOOKS
BESIDE = 1  # the text right after a cell can explain the cell


@dataclass(frozen=True)
class Cell:
    chapter: str
    id: str
    text: str  # the source, without folded code
    code: tuple[str, ...]  # a code cell's source, and the solution that replaces its stub


def cells() -> Iterator[Cell]:
    for chapter in CHAPTERS:
        notebook = stored(NOTEBOOKS / f"{chapter}.ipynb")
        solutions = {exercise.stub.id: exercise.solution for exercise in exercises(notebook)}
        for cell in notebook.cells:
            code: tuple[str, ...] = (cell.source,) if cell.cell_type == "code" else ()
            code += (solutions[cell.id],) if cell.id in solutions else ()
            yield Cell(chapter, cell.id, cell.source, code)


CELLS = list(cells())
PLACES = {(cell.chapter, cell.id): place for place, cell in enumerate(CELLS)}


def used(chapter: str) -> Iterator[tuple[str, Cell]]:
    for cell in CELLS:
        if cell.chapter == chapter:
            for name in sorted({name for code in cell.code for name in constructs(code)}):
                yield name, cell


@parametrize_chapters(CHAPTERS)
def test_a_cell_uses_only_constructs_that_were_taught(chapter: str) -> None:
    problems = []
    for name, cell in used(chapter):
        taught = PLACES.get(TAUGHT.get(name, ("", "")))
        if taught is None:
            problems.append(f"{cell.id} uses {name!r}, which isn't in TAUGHT")
        elif taught > PLACES[cell.chapter, cell.id] + BESIDE:
            problems.append(f"{cell.id} uses {name!r}, which {CELLS[taught].id} teaches later")
    fail_if(
        problems,
        f"notebooks/{chapter}.ipynb uses Python that learners may not know. TAUGHT is in "
        "tests/course/constructs.py.",
    )
