"""Tests of the source edition of a chapter, from which nbgrader makes the learners' edition."""

from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT
from minigrad.teaching.editions.reading import exercises
from minigrad.teaching.grading import assignments
from minigrad.teaching.grading.points import POINTS, STOPPED, share
from tests.course.cells import NOTEBOOKS, chapters, parametrize_chapters


def read(chapter: str) -> NotebookNode:
    return nbformat.read(NOTEBOOKS / f"{chapter}.ipynb", as_version=4)


def marked(notebook: NotebookNode, key: str) -> dict[str, NotebookNode]:
    """Return the cells that nbgrader grades, keyed by their nbgrader IDs."""
    cells = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get(key)]
    return {cell.metadata["nbgrader"]["grade_id"]: cell for cell in cells}


@parametrize_chapters(chapters())
def test_each_exercise_has_an_answer_cell_and_a_locked_check_worth_points(chapter: str) -> None:
    source = assignments.source_edition(read(chapter))
    nbformat.validate(source)
    answers, checks = marked(source, "solution"), marked(source, "grade")
    there = list(exercises(read(chapter)))
    assert list(checks) == [f"{grade_id}-check" for grade_id in answers]
    for exercise, answer, check in zip(there, answers.values(), checks.values(), strict=True):
        assert answer.source.startswith(exercise.stub.source)
        assert exercise.solution in answer.source
        assert check.source == exercise.check.source
        assert check.metadata["nbgrader"]["points"] == POINTS
        assert check.metadata["nbgrader"]["locked"]
        assert not answer.metadata["nbgrader"]["locked"]


def test_writing_a_course_keeps_the_lecturers_changes(tmp_path: Path) -> None:
    assert assignments.write(NOTEBOOKS, tmp_path, ["1b"]) == ["01b_shapes"]
    config = tmp_path / assignments.CONFIG
    config.write_text("# mine")
    assignments.write(NOTEBOOKS, tmp_path, ["1b"])
    assert config.read_text("utf-8") == "# mine"


def test_a_submitted_assignment_is_not_rewritten(tmp_path: Path) -> None:
    (tmp_path / "submitted" / "somebody" / "01b_shapes").mkdir(parents=True)
    with pytest.raises(FileExistsError, match="01b_shapes has already been submitted"):
        assignments.write(NOTEBOOKS, tmp_path, ["01b"])


def test_the_points_are_those_that_students_are_told() -> None:
    page = (NOTEBOOKS.parent / "minigrad" / "teaching" / "grading" / "README.md").read_text("utf-8")
    for status in (RIGHT, NOT_YET, NOT_TRIED, STOPPED):
        points = share(status) * POINTS
        assert f"| *{status.rstrip('.').lower()}* | {points:g} |" in page
