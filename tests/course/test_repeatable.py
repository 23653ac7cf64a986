"""Tests that every code cell can run twice in place, so a second guess works like the first."""

import pytest

from minigrad.course import chapters
from minigrad.teaching.editions.reading import exercises, fill_in
from tests.course.cells import fail_if, number
from tests.course.repeatable import problems
from tests.course.solved import doubled, read, run_solved

TRAINING = {"8", "9", "10b", "12"}  # chapters that take as long as all others together


@pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(c, marks=pytest.mark.weekly if number(c) in TRAINING else pytest.mark.slow)
        for c in chapters.NOTEBOOKS
    ],
)
def test_each_cell_gives_the_same_output_when_it_runs_again(chapter: str) -> None:
    notebook = read(chapter)
    checks = {exercise.check.id for exercise in exercises(notebook)}
    fail_if(
        problems(notebook, run_solved(doubled(fill_in(notebook))).notebook, checks),
        f"notebooks/{chapter}.ipynb has cells whose output changes when they run again.",
    )
