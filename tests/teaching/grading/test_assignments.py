"""Tests of the assignment made from a chapter: a source with solutions, and a release without."""

import copy
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT
from minigrad.teaching.editions.reading import exercises
from minigrad.teaching.grading import assignments
from minigrad.teaching.grading.points import POINTS, STOPPED, share
from tests.course.cells import parametrize_chapters
from tests.teaching.grading.tables import NOTEBOOKS, chapters, read

CHAPTERS = chapters()


def marked(notebook: NotebookNode, key: str) -> dict[str, NotebookNode]:
    """Return the cells that nbgrader grades, keyed by their nbgrader IDs."""
    cells = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get(key)]
    return {cell.metadata["nbgrader"]["grade_id"]: cell for cell in cells}


@parametrize_chapters(CHAPTERS)
def test_each_exercise_has_an_answer_cell_and_a_locked_check_worth_points(chapter: str) -> None:
    source = assignments.source_edition(read(chapter))
    nbformat.validate(source)
    answers, checks = marked(source, "solution"), marked(source, "grade")
    there = list(exercises(read(chapter)))
    assert len(answers) == len(checks) == len(there)
    assert list(checks) == [f"{grade_id}-check" for grade_id in answers]
    for exercise, answer, check in zip(there, answers.values(), checks.values(), strict=True):
        assert answer.source == exercise.solution
        assert check.source == exercise.check.source
        assert check.metadata["nbgrader"]["points"] == POINTS
        assert check.metadata["nbgrader"]["locked"]
        assert not answer.metadata["nbgrader"]["locked"]


@parametrize_chapters(CHAPTERS)
def test_the_release_has_the_chapters_cells_without_solutions(chapter: str) -> None:
    release = assignments.without_solutions(assignments.source_edition(read(chapter)))
    solutions = [exercise.solution for exercise in exercises(read(chapter))]
    text = "\n".join(cell.source for cell in release.cells)
    assert [s for s in solutions if s in text] == []
    assert text.count("Your lecturer releases it with the grades.") == len(solutions)
    assert [cell.id for cell in release.cells if assignments.OURS in cell.metadata] == []
    for now, before in zip(release.cells, read(chapter).cells, strict=True):
        assert now.source == before.source or "<summary>Solution</summary>" in before.source


def test_a_release_that_contains_a_solution_is_detected() -> None:
    source = assignments.source_edition(read("01b_shapes"))
    release = assignments.without_solutions(copy.deepcopy(source))
    assert release.cells != source.cells
    assert "G.sum(0)" in "\n".join(cell.source for cell in source.cells)


def test_writing_a_course_keeps_the_lecturers_changes(tmp_path: Path) -> None:
    assert assignments.write(NOTEBOOKS, tmp_path, ["1b"]) == ["01b_shapes"]
    config = tmp_path / assignments.CONFIG
    compile(config.read_text("utf-8"), str(config), "exec")
    config.write_text("# mine")
    assignments.write(NOTEBOOKS, tmp_path, ["1b"])
    assert config.read_text("utf-8") == "# mine"


def test_a_submitted_assignment_is_not_rewritten(tmp_path: Path) -> None:
    (tmp_path / "submitted" / "somebody" / "01b_shapes").mkdir(parents=True)
    with pytest.raises(FileExistsError, match="01b_shapes has already been submitted"):
        assignments.write(NOTEBOOKS, tmp_path, ["01b"])


def test_the_grading_rule_is_the_one_students_see() -> None:
    page = (NOTEBOOKS.parent / "minigrad" / "teaching" / "grading" / "README.md").read_text("utf-8")
    for status in (RIGHT, NOT_YET, NOT_TRIED, STOPPED):
        points = share(status) * POINTS
        assert f"| *{status.rstrip('.').lower()}* | {points:g} |" in page
