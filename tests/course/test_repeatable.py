"""Tests that every code cell can run twice in place, so a second guess works like the first."""

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minigrad.course import chapters
from minigrad.teaching.editions.reading import exercises, fill_in
from tests.course.cells import parametrize_chapters
from tests.course.repeatable import problems, wrongly_tagged
from tests.course.solved import TAG, doubled, read, run_solved

CHAPTERS = chapters.NOTEBOOKS


@pytest.mark.slow
@parametrize_chapters(CHAPTERS)
def test_each_cell_gives_the_same_output_when_it_runs_again(chapter: str) -> None:
    notebook = read(chapter)
    checks = {exercise.check.id for exercise in exercises(notebook)}
    if faults := list(problems(notebook, run_solved(doubled(fill_in(notebook))).notebook, checks)):
        pytest.fail("\n".join(faults), pytrace=False)


def faulty_notebook() -> NotebookNode:
    """Return a stored notebook in which some cells fail when they run again."""
    tagged = {"tags": [TAG]}
    cells = [
        new_code_cell("import minigrad as mg\nx = mg.tensor(3.0, requires_grad=True)", id="start"),
        new_code_cell("(2 * x).backward()\nx.grad", id="adds-up"),
        new_code_cell("y = x * x", id="graph"),
        new_code_cell("y.backward()", id="fails"),
        new_code_cell("w = mg.tensor(3.0, requires_grad=True)", id="leaf"),
        new_code_cell("(2 * w).backward()", id="silent"),
        new_code_cell("w.grad", id="shows-it"),
        new_code_cell("mg.manual_seed(0)\nmg.randn(2)", id="seeded"),
        new_code_cell("mg.randn(2)", id="drawn"),
        new_markdown_cell("Run it again, and the sum grows.", id="announcement"),
        new_code_cell("w.grad += 1\nw.grad", id="announced", metadata=tagged),
        new_code_cell("mg.tensor([1.0]) + mg.tensor([1.0, 2.0]) + mg.ones(3)", id="meant"),
    ]
    cells[-1].metadata.tags = ["raises-exception"]
    return new_notebook(cells=cells)


def test_cells_whose_output_changes_on_a_second_run_are_detected() -> None:
    once, twice = (
        run_solved(faulty_notebook()).notebook,
        run_solved(doubled(faulty_notebook())).notebook,
    )
    ids = [problem.partition(":")[0] for problem in problems(once, twice)]
    assert ids == ["adds-up", "fails", "shows-it", "drawn", "announced"]


def test_a_tag_is_announced_in_the_text_and_never_put_on_a_comparison() -> None:
    cells = [
        new_markdown_cell("A sum."),
        new_code_cell("x.grad", id="unannounced", metadata={"tags": [TAG]}),
        new_markdown_cell("Once *again*, and it grows."),
        new_code_cell('compare("sum", guess, x.grad)', id="compared", metadata={"tags": [TAG]}),
    ]
    (cell,) = wrongly_tagged(new_notebook(cells=cells[2:]))
    assert cell.startswith("compared: a comparison")
    (cell,) = wrongly_tagged(new_notebook(cells=cells[:2]))
    assert cell.startswith("unannounced: tagged")
