"""Tests for which cells run for an answer."""

import sys
import warnings

import pytest

from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT
from minigrad.teaching.editions.reading import Exercise
from minigrad.teaching.grading.cell_dependencies import needed
from tests.course.cells import NOTEBOOKS, chapters, number, parametrize_chapters, stored

if sys.platform == "win32":
    pytest.skip("grading needs Linux", allow_module_level=True)

from minigrad.teaching.grading.sandbox_worker import Job, built_on, judged

STUB = "def arrives(x):\n    return ..."
WRONG = "def arrives(x):\n    return 1, 2\n"
SOLVED = "def arrives(x):\n    s = x * x\n    ds = 6 * s + 5\n    return ds, 2 * x * ds\n"


def code(chapter: str) -> list[str]:
    cells = stored(NOTEBOOKS / f"{chapter}.ipynb").cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def status(chapter: str, exercise: Exercise, answer: str) -> str:
    sources = code(chapter)
    above = sources[: sources.index(exercise.check.source) + 1]
    cells = [answer if source == exercise.stub.source else source for source in above]
    with warnings.catch_warnings():
        return judged(Job(number(chapter), cells)).status


@pytest.mark.slow
@parametrize_chapters(chapters())
def test_a_solution_in_its_chapter_is_right(chapter: str) -> None:
    # In chapter 6, a check runs all earlier ones, so its last exercise stands for the others.
    for exercise in chapters()[chapter][-1 if number(chapter) == "6" else 0 :]:
        assert status(chapter, exercise, exercise.solution) == RIGHT, exercise.name


@pytest.mark.parametrize(
    ("cells", "status"),
    [
        ([SOLVED], RIGHT),
        ([WRONG], NOT_YET),
        ([STUB], NOT_TRIED),
        ([], NOT_TRIED),
        (["def arrives(x):\n    return (x"], NOT_YET),
        (["arrives = 1 / 0"], NOT_YET),
        ([WRONG, SOLVED], RIGHT),
        ([f"%%time\n{SOLVED}"], RIGHT),
        ([SOLVED.replace("2 * x * ds", "twice(x * ds)"), "def twice(x):\n    return 2 * x"], RIGHT),
        ([SOLVED, "while True: pass", "arrives(1 / 0)"], RIGHT),
        ([WRONG, "def check(*_): return 'Right.'"], NOT_YET),
    ],
)
def test_only_the_cells_that_an_answer_depends_on_decide(cells: list[str], status: str) -> None:
    with warnings.catch_warnings():
        assert judged(Job("1", [*cells, 'check("shares", arrives)'])).status == status


def test_an_error_in_a_cell_that_is_meant_to_fail_is_no_attempt() -> None:
    with warnings.catch_warnings():
        job = Job("1", ["arrives = 1 / 0", 'check("shares", arrives)'], fails=[0])
        assert judged(job).status == NOT_TRIED


def test_a_cell_is_needed_for_any_name_it_defines_in_whatever_way() -> None:
    cells = [
        "import math as m",
        "def area(r):\n    return m.pi * square(r)",
        "def square(x):\n    return x * x",  # below the cell that uses it
        "x = 3\nprint(x)",
        "area.unit = 'm'",
        "this is no Python",
        "[square for square in []]",
    ]
    assert needed(cells, ["area"]) == [0, 1, 2, 4]
    assert needed(cells, ["square"]) == [2]
    assert needed(cells, ["nobody"]) == []


def test_in_chapter_6_a_step_runs_after_the_checks_of_earlier_steps() -> None:
    cells = code("06_build_your_own_autograd")
    end = next(i for i, source in enumerate(cells) if source.startswith('check("step 5"'))
    chosen = [cells[i] for i in built_on(cells[: end + 1], ["clock"])]
    checks = [source for source in chosen if source.startswith("check(")]
    assert [source[7:13] for source in checks] == [f"step {n}" for n in range(1, 6)]
    assert any(source.startswith("def accumulate") for source in chosen)
    assert not any("compare(" in source for source in chosen)
