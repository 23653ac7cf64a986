"""The published solutions, in the notebook they belong to."""

import nbformat
import pytest

from minigrad.course.editions.reading import exercises, fill_in
from tests.course.cells import NOTEBOOKS, chapters
from tests.notebooks.running import run


@pytest.mark.parametrize("chapter", chapters())
def test_a_chapter_with_all_solutions_filled_in_is_all_right(chapter: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)
    solved = run(fill_in(notebook), NOTEBOOKS)
    checks = {cell.id: cell for cell in solved.cells}
    for exercise in exercises(notebook):
        said = checks[exercise.check.id].outputs[-1].data["text/plain"]
        assert said.startswith("Right."), f"{exercise.name}: {said}"


@pytest.mark.parametrize("chapter", chapters())
def test_an_untouched_chapter_says_so_and_keeps_no_progress(chapter: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)
    for exercise in exercises(notebook):
        said = exercise.check.outputs[-1].data["text/plain"]
        assert said.startswith("Not tried yet."), f"{exercise.name}: {said}"
        assert "exercises done" not in said
