"""Tests that the lecturer's editions are made from the learner's and from nothing else."""

import html
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minigrad.course.__main__ import main
from minigrad.course.checking.progress import OLD_FILE, read
from minigrad.teaching.__main__ import main as lecturers
from minigrad.teaching.editions import sheet, solutions
from minigrad.teaching.editions.predictions import predictions_in
from minigrad.teaching.editions.reading import exercises
from tests.course.cells import NOTEBOOKS, chapters

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


@pytest.fixture(scope="module")
def worksheet(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the worksheet of all chapters, next to its key."""
    return sheet.make(NOTEBOOKS, tmp_path_factory.mktemp("sheet") / "sheet.html")


@pytest.fixture(scope="module")
def page(worksheet: Path) -> str:
    return worksheet.read_text(encoding="utf-8")


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


def test_the_worksheet_has_the_task_and_its_code_but_no_solution(course: Path) -> None:
    assert lecturers(["sheet"], course) == 0
    page = (course / "build" / "exercises.html").read_text(encoding="utf-8")
    for part in (
        "1. Sums",
        "<h3>1. Add.<span>paper · 2 points</span></h3>",
        "Name <span>",
        "of 2 points",
        "at &lt;1&gt;?",
        "Mend it.",
        "answer = ...",
    ):
        assert part in page
    assert html.escape("1 + 'one'") in page
    assert "## Exercises" not in page
    for secret in ("Two of them", "1 + 1", "check("):
        assert secret not in page
    key = (course / "build" / "exercises_key.html").read_text(encoding="utf-8")
    assert "answer = 1 + 1" in key
    assert "Two of them." in key


def test_the_worksheet_has_lines_for_the_name_the_number_and_the_date(tmp_path: Path) -> None:
    page = sheet.make(NOTEBOOKS, tmp_path / "sheet.html", ["0"]).read_text(encoding="utf-8")
    line = re.search('<p class="name">(.*?)</p>', page)
    assert line
    assert re.findall(r"([A-Z][a-z ]+) <span", line[1]) == ["Name", "Student number", "Date"]
    assert "of 8 points" in line[1]


def test_the_worksheet_marks_exercises_that_need_a_computer(page: str) -> None:
    assert page.count("<span>computer · ") == len(sheet.COMPUTER)
    assert page.count("<span>paper · ") > 60


def test_the_worksheet_prints_the_output_of_a_faulty_program(tmp_path: Path) -> None:
    page = sheet.make(NOTEBOOKS, tmp_path / "sheet.html", ["3", "1b"]).read_text(encoding="utf-8")
    assert '<pre class="output">(None, None, tensor(10.))</pre>' in page
    assert '<pre class="output">tensor(2.3333)</pre>' in page
    assert re.search(r'output">RuntimeError: element 0 [^\n]* grad_fn</pre>', page)
    assert page.count("<section>") == 2


def test_no_sentence_in_the_key_is_cut_off(worksheet: Path) -> None:
    key = sheet.key_of(worksheet).read_text(encoding="utf-8")
    assert not re.search(r":\s*</p>\s*(</article>|<p>)", key)
    for of_chapter in chapters().values():
        for exercise in of_chapter:
            assert html.escape(exercise.solution) in key


def test_the_worksheet_has_every_exercise_and_no_solution(page: str) -> None:
    assert "<title>minigrad: exercises</title>" in page
    assert page.count("<article>") == sum(map(len, chapters().values()))
    for of_chapter in chapters().values():
        for exercise in of_chapter:
            assert html.escape(exercise.stub.source) in page, exercise.name
            assert html.escape(exercise.solution) not in page, exercise.name
            for paragraph in re.findall("(?s)<p>.*?</p>", sheet.markdown(exercise.reasoning)):
                assert paragraph not in page, exercise.name


def test_the_worksheet_has_room_for_the_solution(page: str) -> None:
    rooms = [int(mm) for mm in re.findall(r'class="room" style="height: (\d+)mm"', page)]
    exercises = [exercise for group in chapters().values() for exercise in group]
    assert rooms == [sheet.LINE * sheet.lines(exercise) for exercise in exercises]
    longest = max(exercises, key=lambda e: len(e.solution) - len(e.stub.source))
    assert sheet.lines(longest) > 2 * min(map(sheet.lines, exercises))
    for step in ("Step 5", "Step 8"):
        assert re.search(rf"<h3>{step}[.:]? \w", page), step


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


def test_a_formula_is_drawn_and_has_a_text_alternative() -> None:
    drawn = ElementTree.fromstring(sheet.formula("x_1^2 < 1"))
    assert (drawn.get("role"), drawn.get("aria-label")) == ("img", "x_1^2 < 1")


def test_the_worksheet_makes_no_requests(page: str) -> None:
    for fetching in ("<script", "<link", "src=", "@import", "url(http"):
        assert fetching not in page


def test_progress_is_deleted_by_a_command_but_not_by_resetting_a_chapter(
    course: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reset"], course) == 0
    copy = course / "my_notebooks"
    (copy / OLD_FILE).write_text('{"1": ["shares"], "2": ["ones"]}')
    assert main(["status"], course) == 0
    assert "Chapter 1: 1 of 4 exercises done; remaining: leaf" in capsys.readouterr().out
    assert main(["reset", "01"], course) == 0
    assert read(copy) == {"1": ["shares"], "2": ["ones"]}
    assert main(["forget"], course) == 0
    assert not (copy / OLD_FILE).exists()


def test_a_notebook_without_a_number_can_also_be_reset(course: Path) -> None:
    nbformat.write(new_notebook(cells=[]), course / "notebooks" / "glossary.ipynb")
    assert main(["reset"], course) == 0
    assert (course / "my_notebooks" / "glossary.ipynb").exists()
