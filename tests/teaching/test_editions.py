"""Tests that the lecturer's editions are made from the learner's and from nothing else."""

from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minigrad.course.__main__ import main
from minigrad.course.checking.progress import MARKS, read
from minigrad.teaching.__main__ import main as lecturers
from minigrad.teaching.editions import solutions
from minigrad.teaching.editions.predictions import predictions_in
from minigrad.teaching.editions.reading import exercises
from tests.course.cells import NOTEBOOKS

SOLUTION = """<details>
<summary>Solution</summary>

Two of them.

```python
answer = 1 + 1
```

</details>"""
CELLS = [
    new_markdown_cell("# Sums\n\n## Exercises\n\n**1. Add.** What is $x_1^2 + 1$ at <1>?", id="a"),
    new_code_cell("1 + 'one'", id="b", metadata={"tags": ["raises-exception"]}),
    new_markdown_cell("Mend it.", id="c"),
    new_code_cell("answer = ...", id="d"),
    new_code_cell('def check(name, value):\n    return value\n\n\ncheck("sum", answer)', id="e"),
    new_markdown_cell(SOLUTION, id="f"),
]


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "notebooks").mkdir()
    notebook = new_notebook(cells=[cell.copy() for cell in CELLS])
    nbformat.write(notebook, tmp_path / "notebooks" / "01_sums.ipynb")
    return tmp_path


def test_an_exercise_consists_of_task_stub_check_and_folded_solution(course: Path) -> None:
    notebook = nbformat.read(course / "notebooks" / "01_sums.ipynb", as_version=4)
    (exercise,) = exercises(notebook)
    assert (exercise.name, exercise.stub.source, exercise.solution) == (
        "sum",
        "answer = ...",
        "answer = 1 + 1",
    )
    assert [cell.id for cell in exercise.cells] == ["a", "b", "c", "d", "e"]


@pytest.mark.parametrize(
    ("without", "complaint"),
    [("f", "collapsed solution"), ("d", "must be the stub")],
)
def test_an_exercise_with_a_missing_part_is_rejected_by_name(without: str, complaint: str) -> None:
    notebook = new_notebook(cells=[cell for cell in CELLS if cell.id != without])
    with pytest.raises(ValueError, match=rf'check\("sum"\): .*{complaint}'):
        list(exercises(notebook))


def test_the_solved_edition_has_outputs_and_the_learners_edition_stays_unchanged(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (course / "notebooks" / "01_sums.ipynb").read_bytes()
    assert lecturers(["solutions"], course) == 0
    solved = nbformat.read(course / "build" / "solutions" / "01_sums.ipynb", as_version=4)
    assert solved.cells[3].source == "answer = 1 + 1"
    assert solved.cells[4].outputs[0].data["text/plain"] == "2"
    assert (course / "notebooks" / "01_sums.ipynb").read_bytes() == before
    assert "1 notebooks with all solutions" in capsys.readouterr().out


def test_the_solved_edition_replaces_only_stubs(course: Path) -> None:
    solutions.make(course / "notebooks", course / "out")
    solved = nbformat.read(course / "out" / "01_sums.ipynb", as_version=4)
    others = [(a.source, b.source) for a, b in zip(CELLS, solved.cells, strict=True) if a.id != "d"]
    assert all(ours == theirs for ours, theirs in others)


def test_the_solved_edition_has_correct_guesses_and_a_typical_incorrect_one() -> None:
    count = 0
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb")):
        for question in predictions_in(nbformat.read(path, as_version=4), path.name):
            names: dict[str, Any] = {}
            source = solutions.guessed(question)
            exec(source, names)
            verdict = question.prediction.reveal(names["guess"], question.truth)
            assert verdict.status in ("As you guessed.", "About as you guessed."), source
            assert "\n# Many guess " in source
            count += 1
    assert count > 40


def test_progress_is_deleted_by_a_command_but_not_by_resetting_a_chapter(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reset"], course) == 0
    copy = course / "my_notebooks"
    for mark in ("1/shares", "2/ones"):
        (copy / MARKS / mark).parent.mkdir(parents=True)
        (copy / MARKS / mark).touch()
    assert main(["status"], course) == 0
    assert "Chapter 1: 1 of 4 exercises done; remaining: leaf" in capsys.readouterr().out
    assert main(["reset", "01"], course) == 0
    assert read(copy) == {"1": ["shares"], "2": ["ones"]}
    assert main(["forget"], course) == 0
    assert not (copy / MARKS).exists()


def test_a_notebook_without_a_number_can_also_be_reset(course: Path) -> None:
    nbformat.write(new_notebook(cells=[]), course / "notebooks" / "glossary.ipynb")
    assert main(["reset"], course) == 0
    assert (course / "my_notebooks" / "glossary.ipynb").exists()
