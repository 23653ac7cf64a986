"""Tests that every code cell can run twice in place, so a second guess works like the first."""

import pytest

from minigrad.course import chapters
from minigrad.teaching.editions.reading import exercises, fill_in
from tests.course.cells import parametrize_chapters
from tests.course.repeatable import problems
from tests.course.solved import doubled, read, run_solved

CHAPTERS = chapters.NOTEBOOKS


@pytest.mark.slow
@parametrize_chapters(CHAPTERS)
def test_each_cell_gives_the_same_output_when_it_runs_again(chapter: str) -> None:
    notebook = read(chapter)
    checks = {exercise.check.id for exercise in exercises(notebook)}
    if faults := list(problems(notebook, run_solved(doubled(fill_in(notebook))).notebook, checks)):
        pytest.fail("\n".join(faults), pytrace=False)
