"""Chapter 6: the published steps make an engine, and a learner's steps fit in beside them."""

import inspect
from typing import Any

import nbformat
import numpy as np
import pytest

import minigrad as mg
from minigrad.course.chapter_6 import PROGRAMS, engine, gradients
from minigrad.course.chapter_6.standing_in import PUBLISHED
from minigrad.course.editions.reading import exercises, fill_in
from tests.course.answers.chapter_6 import ANSWERS, BEFORE
from tests.course.cells import NOTEBOOKS, run
from tests.notebooks import running

CHAPTER = "06_build_your_own_autograd"
ABOUT_EIGHTY = range(70, 91)


def notebook() -> Any:
    return nbformat.read(NOTEBOOKS / f"{CHAPTER}.ipynb", as_version=4)


def leaf(data: Any) -> Any:
    return engine.Tensor(data, requires_grad=True)


def minigrads_leaf(data: Any) -> mg.Tensor:
    return mg.tensor(data, dtype=mg.float64, requires_grad=True)


def names() -> dict[str, Any]:
    made: dict[str, Any] = {"__name__": "__main__"}
    run(f"{BEFORE}\nfrom minigrad.course.chapter_6 import check", made)
    return made


def test_the_engine_has_about_eighty_lines() -> None:
    lines = [line for line in inspect.getsource(engine).splitlines() if line.strip()]
    assert len(lines) in ABOUT_EIGHTY


def test_the_engine_needs_numpy_alone() -> None:
    imports = [line for line in inspect.getsource(engine).splitlines() if "import" in line]
    assert imports == [
        "from heapq import heappop, heappush",
        "from itertools import count",
        "import numpy as np",
    ]


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_the_engine_gives_the_gradients_of_minigrad(program: Any) -> None:
    ours = gradients(program, leaf, np.array)
    theirs = gradients(program, minigrads_leaf, mg.tensor)
    assert len(ours) == len(theirs) > 0
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, strict=True)


def test_the_solutions_of_the_notebook_are_the_published_steps() -> None:
    folded = {exercise.name: exercise.solution for exercise in exercises(notebook())}
    assert list(folded) == list(PUBLISHED)
    for step, (module, name) in PUBLISHED.items():
        assert folded[step] == inspect.getsource(getattr(module, name)).rstrip(), step


def test_what_the_notebook_gives_is_what_the_engine_has() -> None:
    cells = "\n".join(c.source for c in notebook().cells if c.cell_type == "code")
    for name in ("more_rules", "methods"):
        text = inspect.getsource(engine)
        start = text.index(f"{name} = {{")
        assert text[start : text.index("\n}\n", start)] in cells, name
    assert inspect.getsource(engine.shares).rstrip() in cells


def test_another_engine_runs_the_chapter_to_the_same_results() -> None:
    """Each step written in another right way: beside them, the cells show what they store."""
    other = notebook()
    for exercise in exercises(other):
        exercise.stub.source = ANSWERS[exercise.name].right[0]
    same_but_verdicts(other, "Right.")


def test_wrong_steps_leave_the_chapter_running_on_the_published_ones() -> None:
    other = notebook()
    for exercise in exercises(other):
        exercise.stub.source = ANSWERS[exercise.name].wrong[0][0]
    same_but_verdicts(other, "Not yet.")


AHEAD = ("step-7-twice", "step-8-too-deep")  # what they show depends on the steps before


def same_but_verdicts(other: Any, status: str) -> None:
    stored = {cell.id: cell for cell in notebook().cells}
    checks = {exercise.check.id for exercise in exercises(other)}
    for cell in running.run(other, NOTEBOOKS).cells:
        if cell.cell_type != "code" or cell.id in AHEAD:
            continue
        if cell.id in checks:
            assert cell.outputs[-1].data["text/plain"].startswith(status), cell.source
        else:
            assert cell.outputs == stored[cell.id].outputs, cell.source


def test_what_stands_in_is_not_taken_for_the_learners() -> None:
    here = names()
    run("def sum_to(g, shape):\n    ...", here)
    for _ in range(2):
        verdict = run('check("step 4", sum_to)', here)
        assert verdict.status == "Not tried yet."
        assert "Meanwhile the published `sum_to` stands in." in repr(verdict)
    assert here["sum_to"](np.ones((3, 2)), (2,)).tolist() == [3, 3]


def test_what_stands_in_uses_the_learners_other_steps() -> None:
    here = names()
    run(ANSWERS["step 1"].right[0] + "\n    mine = True", here)
    run("def operation(forward, *rules):\n    ...", here)
    run('check("step 2", operation)', here)
    assert run("operation(np.square, None)(3.0)", here).mine


def test_a_right_step_stays_and_a_wrong_one_is_replaced() -> None:
    here = names()
    for source, stays in (
        (ANSWERS["step 5"].right[0], True),
        (ANSWERS["step 5"].wrong[0][0], False),
    ):
        run(source, here)
        mine = here["accumulate"]
        run('check("step 5", accumulate)', here)
        assert (here["accumulate"] is mine) == stays


def test_an_interrupted_step_is_replaced_too() -> None:
    here = names()
    run("def accumulate(leaf, g):\n    raise KeyboardInterrupt", here)
    with pytest.raises(KeyboardInterrupt):
        run('check("step 5", accumulate)', here)
    assert here["accumulate"].__code__.co_filename == inspect.getsourcefile(engine)


def test_an_error_in_a_published_step_shows_its_own_line() -> None:
    here = names()
    run('def shares(t, g):\n    return None\ncheck("step 7", ...)', here)
    with pytest.raises(TypeError) as caught:
        run("backward(Tensor(1.0, True))", here)
    last = caught.traceback[-1]
    assert "for x, d in shares(t, g):" in str(last.statement)


def test_all_solutions_together_are_the_engine() -> None:
    solved = fill_in(notebook())
    assert not any(c.source.rstrip().endswith("...") for c in solved.cells if "def " in c.source)
