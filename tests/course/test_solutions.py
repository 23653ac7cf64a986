"""Tests that run the published solutions in their notebooks."""

import pytest

from minigrad.teaching.editions.reading import exercises
from tests.course.cells import chapters
from tests.course.solved import read, solved


@pytest.mark.slow
@pytest.mark.parametrize("chapter", chapters())
def test_a_chapter_with_all_solutions_passes_every_check(chapter: str) -> None:
    output_of = solved(chapter).output_of
    for exercise in exercises(read(chapter)):
        said = output_of[exercise.check.id]
        assert said.startswith("Right."), f"{exercise.name}: {said}"


@pytest.mark.parametrize("chapter", chapters())
def test_an_untouched_chapter_says_not_tried_yet_and_counts_nothing_as_done(chapter: str) -> None:
    for exercise in exercises(read(chapter)):
        said = exercise.check.outputs[-1].data["text/plain"]
        assert said.startswith("Not tried yet."), f"{exercise.name}: {said}"
        assert "exercises done" not in said
