"""Tests that chapter 6's published steps form an engine, and that learners' steps work in it."""

import ast
import inspect
from typing import Any

import nbformat
import numpy as np
import pytest

import minigrad as mg
from minigrad.course import chapter_6, checking
from minigrad.course.chapter_6 import (
    PROGRAMS,
    engine,
    error_of,
    gradients,
)
from minigrad.course.chapter_6.minigrad_counterparts import MOVES, PLACES, moves, places
from minigrad.course.chapter_6.programs import minigrad_leaf
from minigrad.course.chapter_6.reference_steps import BARE, BLANKS, PUBLISHED, published_source
from minigrad.teaching.editions.reading import exercises, fill_in
from tests.course.cells import NOTEBOOKS, run
from tests.course.chapter_6.answers import ANSWERS, BEFORE, accumulate, newest, no_grad
from tests.course.solved import run_solved, solved, stored

CHAPTER = "06_build_your_own_autograd"
STEPS = [name for name in PUBLISHED if name.startswith("step")]


def notebook() -> Any:
    return nbformat.read(NOTEBOOKS / f"{CHAPTER}.ipynb", as_version=4)


def leaf(data: Any) -> Any:
    return engine.Tensor(data, requires_grad=True)


def names() -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    run(f"{BEFORE}\nfrom minigrad.course.chapter_6 import check", namespace)
    return namespace


def test_the_engine_has_fewer_than_a_hundred_lines() -> None:
    lines = [line for line in inspect.getsource(engine).splitlines() if line.strip()]
    assert 80 < len(lines) < 100


def test_the_engine_needs_only_numpy() -> None:
    imports = [line for line in inspect.getsource(engine).splitlines() if "import" in line]
    assert imports == [
        "from itertools import count",
        "import numpy as np",
    ]


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_the_engine_computes_the_same_gradients_as_minigrad(program: Any) -> None:
    ours = gradients(program, leaf, np.array)
    theirs = gradients(program, minigrad_leaf, mg.tensor)
    assert len(ours) == len(theirs) > 0
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12, strict=True)


def test_vectors_get_correct_gradients_or_an_error() -> None:
    """For every pair of shapes, either the gradients match minigrad's, or an error is raised."""
    random = np.random.default_rng(0)
    shapes = ((), (3,), (3, 3), (1, 3), (3, 1), (2, 3, 3))
    for left in shapes:
        for right in shapes:
            x, y = random.normal(size=left), random.normal(size=right)
            if len(left) != 2 or len(right) != 2:
                with pytest.raises(ValueError, match="takes two matrices") as caught:
                    leaf(x) @ leaf(y)
                assert str(left) in str(caught.value)
                assert str(right) in str(caught.value)
            elif left[1] == right[0]:
                pairs: Any = (leaf(x), leaf(y)), (minigrad_leaf(x), minigrad_leaf(y))
                for a, b in pairs:
                    (a @ b * (a @ b)).sum().backward()
                for a, b in zip(*pairs, strict=True):
                    np.testing.assert_allclose(a.grad, b.grad.numpy())


@pytest.mark.parametrize("left", [2.0, np.float64(2.0), np.array([2.0, 3.0])], ids=repr)
def test_a_number_or_array_on_the_left_produces_one_tracked_tensor(left: Any) -> None:
    for compute in (
        lambda a, x: a + x,
        lambda a, x: a - x,
        lambda a, x: a * x,
        lambda a, x: a / x,
        lambda a, x: a - -x,
    ):
        x = leaf([4.0, 5.0])
        out = compute(left, x)
        np.testing.assert_allclose(out.data, compute(left, x.data))
        out.sum().backward()
        other: Any = minigrad_leaf([4.0, 5.0])
        compute(mg.tensor(left, dtype=mg.float64), other).sum().backward()
        np.testing.assert_allclose(x.grad, other.grad.numpy())


def test_backward_on_a_nonscalar_requires_a_v_of_its_shape() -> None:
    x: Any = leaf([1.0, 2.0, 3.0])
    for wrong in (None, 1.0, [1.0, 2.0], [[1.0, 2.0, 3.0]]):
        with pytest.raises(RuntimeError, match=r"needs a v here, of shape \(3,\)"):
            (x * x).backward(wrong)
    before = x.grad
    assert before is None
    v = np.array([1.0, 10.0, 100.0])
    (x * x).backward(v)
    assert x.grad.tolist() == [2, 40, 600]
    assert v.tolist() == [1, 10, 100]


def test_backward_on_an_untracked_tensor_is_rejected() -> None:
    constant: Any = engine.Tensor(1.0)
    with pytest.raises(RuntimeError, match="nothing that it was computed from is tracked"):
        (constant * 2).backward()
    assert constant.grad is None


def test_the_notebooks_solutions_are_the_published_steps() -> None:
    folded = {exercise.name: exercise.solution for exercise in exercises(notebook())}
    assert [name for name in folded if name in PUBLISHED] == list(PUBLISHED)
    for step in PUBLISHED:
        assert folded[step] == published_source(step), step


def test_the_notebook_and_the_engine_agree() -> None:
    """The engine's file contains the code of the cells and solutions, in the same order."""
    solved = fill_in(notebook())
    cells = "\n".join(c.source for c in solved.cells if c.cell_type == "code")
    for statement in ast.parse(inspect.getsource(engine)).body[1:]:
        assert ast.unparse(statement) in ast.unparse(ast.parse(cells)), ast.unparse(statement)


def test_each_move_is_a_line_in_minigrads_backward_pass() -> None:
    assert list(moves()) == [does for does, _ in MOVES]
    assert len(set(moves().values())) == len(MOVES)


def test_each_piece_is_where_the_text_says_it_is() -> None:
    for name, place in places().items():
        there, file = place.split(" in ")
        source = (NOTEBOOKS.parent / file).read_text(encoding="utf-8")
        kind = "class" if inspect.isclass(PLACES[name]) else "def"
        assert f"{kind} {there}" in source, place


def test_error_of_names_the_error() -> None:
    assert error_of(lambda: 1 / 0) == "ZeroDivisionError"
    assert error_of(lambda: 1) == "no error"


@pytest.mark.slow
def test_a_different_correct_engine_gives_the_same_results_throughout_the_chapter() -> None:
    """If each step is written in a different correct way, the cells show their stored output."""
    other = notebook()
    for exercise in exercises(other):
        exercise.stub.source = ANSWERS[exercise.name].right[0]
    same_but_verdicts(other, "Right.")


@pytest.mark.slow
def test_after_incorrect_steps_the_chapter_runs_on_the_published_ones() -> None:
    other = notebook()
    for exercise in exercises(other):
        exercise.stub.source = ANSWERS[exercise.name].wrong[0][0]
    same_but_verdicts(other, "Not yet.")


def same_but_verdicts(other: Any, status: str) -> None:
    before = {cell.id: stored(cell) for cell in notebook().cells if cell.cell_type == "code"}
    checks = {exercise.check.id for exercise in exercises(other)}
    for cell, output_of in run_solved(other).output_of.items():
        if cell in checks:
            assert output_of.startswith(status), cell
        else:
            assert output_of == before[cell], cell


OPEN = {  # what a step whose check was skipped leaves behind: a blank or a mistake
    "step 1": (ANSWERS["step 1"].tried[0], ANSWERS["step 1"].wrong[0][0]),
    "step 2": (ANSWERS["step 2"].tried[1], ANSWERS["step 2"].wrong[0][0]),
    "step 3": (ANSWERS["step 3"].tried[0], ANSWERS["step 3"].wrong[0][0]),
    "step 4": (ANSWERS["step 4"].tried[0], ANSWERS["step 4"].wrong[0][0]),
    "step 5": (ANSWERS["step 5"].tried[0], ANSWERS["step 5"].wrong[0][0]),
}
BEFORE_STALE = {"step 8": (ANSWERS["step 8"].tried[0], ANSWERS["step 8"].wrong[0][0])}


def test_a_pass_isnt_blamed_for_an_earlier_step_that_its_check_accepted() -> None:
    here = names()
    clipped = "t.grad = np.minimum(g, 99.0) if t.grad is None else t.grad + g"
    run(accumulate(clipped) + newest(), here)
    assert run('check("step 5", accumulate)', here).status == "Right."
    assert "Look at step 5 again" in run('check("step 8", backward)', here).says


@pytest.mark.parametrize(("skipped", "kind"), [(s, k) for s in OPEN for k in (0, 1)])
def test_a_check_waits_for_earlier_steps(skipped: str, kind: int) -> None:
    """A check that waits never rejects a correct step."""
    checks = {e.name: e.check.source for e in exercises(notebook())}
    here = names()
    run(OPEN[skipped][kind], here)
    mine = {}
    for step in [step for step in STEPS if step > skipped]:
        run(ANSWERS[step].right[0], here)
        mine = dict(here)
        verdict = run(checks[step], here)
        assert verdict.status == "Not yet."
        assert f"Run the check for {skipped}" in verdict.says
        assert all(here[name] is mine[name] for name in PUBLISHED[step][1] if name in mine)


@pytest.mark.parametrize("kind", [0, 1])
def test_the_stale_gradient_check_waits_for_step_8(kind: int) -> None:
    here = names()
    run(BEFORE_STALE["step 8"][kind], here)
    run("def spoil(w, loss):\n    w.data -= 1.0", here)
    assert "Run the check for step 8" in run('check("stale", spoil)', here).says


def test_a_check_continues_once_the_earlier_step_is_solved() -> None:
    here = names()
    run(ANSWERS["step 5"].tried[0], here)
    run(ANSWERS["step 6"].right[0], here)
    assert "step 5" in run('check("step 6", backward)', here).says
    stands = run('check("step 5", accumulate)', here)
    assert "Meanwhile the published `accumulate` stands in." in repr(stands)
    assert run('check("step 6", backward)', here).status == "Right."


def test_the_published_step_is_announced_if_an_earlier_step_is_unsolved() -> None:
    here = names()
    run(ANSWERS["step 5"].tried[0], here)
    run(ANSWERS["step 6"].tried[0], here)
    verdict = run('check("step 6", backward)', here)
    assert verdict.status == "Not tried yet."
    assert "Meanwhile the published `backward` stands in." in verdict.then
    assert "Run the check for step 5" in verdict.then


@pytest.mark.slow
def test_comparison_cells_do_not_depend_on_steps_solved_later() -> None:
    """Each question runs again at the end of the chapter, after every step has been solved."""
    here, again, asked = solved(CHAPTER).names, {}, False
    before = {}
    for cell in (c for c in notebook().cells if c.cell_type == "code"):
        asked = asked or cell.source.startswith("guess = ...")
        if asked:
            value = run(cell.source, here)
        if "compare(" in cell.source:
            again[cell.id], before[cell.id], asked = repr(value), stored(cell), False
    assert again == before
    assert len(again) == 3


def test_a_guess_is_not_compared_with_the_result_of_an_unsolved_step() -> None:
    here = names()
    run("from minigrad.course.chapter_6 import compare", here)
    run(accumulate("t.grad = np.array(g)"), here)
    assert "Run the check for step 5" in run('compare("found first", 20, 10.0)', here).says
    run('check("step 5", accumulate)', here)
    assert run('compare("found first", 20, 20.0)', here).status == "As you guessed."


def test_a_published_step_is_not_mistaken_for_the_learners() -> None:
    here = names()
    run("def sum_to(g, shape):\n    ...", here)
    for _ in range(2):
        verdict = run('check("step 4", sum_to)', here)
        assert verdict.status == "Not tried yet."
        assert "Meanwhile the published `sum_to` stands in." in repr(verdict)
    assert here["sum_to"](np.ones((3, 2)), (2,)).tolist() == [3, 3]


def test_a_published_step_uses_the_learners_other_steps() -> None:
    here = names()
    run(ANSWERS["step 1"].right[0] + "\n    mine = True", here)
    run("def operation(forward, *rules):\n    ...", here)
    run('check("step 2", operation)', here)
    assert run("operation(np.square, None)(3.0)", here).mine


def test_a_correct_step_is_kept_and_an_incorrect_one_is_replaced() -> None:
    here = names()
    for source, stays in (
        (ANSWERS["step 5"].right[0], True),
        (ANSWERS["step 5"].wrong[0][0], False),
    ):
        run(source, here)
        mine = here["accumulate"]
        run('check("step 5", accumulate)', here)
        assert (here["accumulate"] is mine) == stays


def test_a_failed_cell_is_not_judged_by_published_code_for_its_later_lines() -> None:
    here = names()
    right = fill_in(notebook())
    stub = next(e.stub.source for e in exercises(notebook()) if e.name == "step 3")
    solved = next(c.source for c in right.cells if c.source.startswith("add = operation(np.add"))
    run(stub, here)
    run('check("step 3", subtract, divide, mean)', here)
    forgotten = solved.replace("lambda g, x, y: g / y, ", "1 / y, ")
    for broken in (forgotten, solved.replace("lambda g, x, y: -g", "-g / 1", 1)):
        with pytest.raises(NameError):
            run(broken, here)
        verdict = run('check("step 3", subtract, divide, mean)', here)
        assert verdict.status == "Not yet."
        assert "Your cell didn't define `" in verdict.says
        assert "`divide`, `mean`" in verdict.says
    run(solved, here)
    assert run('check("step 3", subtract, divide, mean)', here).status == "Right."


def test_a_cell_that_keeps_only_its_blanks_is_told_to_keep_all_lines() -> None:
    here = names()
    stub = next(e.stub.source for e in exercises(notebook()) if e.name == "step 3")
    solved = next(c.source for c in fill_in(notebook()).cells if c.source.startswith("add = op"))
    run(stub, here)
    run('check("step 3", subtract, divide, mean)', here)
    run("\n".join(solved.splitlines()[2:]), here)
    verdict = run('check("step 3", subtract, divide, mean)', here)
    assert verdict.status == "Not yet."
    assert "doesn't define `add`, `multiply`. Keep all 5 lines" in verdict.says


def test_a_remaining_blank_is_pointed_out() -> None:
    here = names()
    run(
        "def sum_to(g, shape):\n"
        "    while g.ndim > len(shape):\n"
        "        g = g.sum(axis=0)\n"
        "    for i in range(len(shape)):\n"
        "        g = ...\n"
        "    return g",
        here,
    )
    verdict = run('check("step 4", sum_to)', here)
    assert (verdict.says, verdict.code) == ("You still have to fill in a blank:", "g = ...")
    run("def spoil(w, loss):\n    w.data -= ...", here)
    verdict = run('check("stale", spoil)', here)
    assert (verdict.says, verdict.code) == ("You still have to fill in a blank:", "w.data -= ...")
    run("def sum_to(g, shape):\n    g = ...\n    g = ...", here)
    assert run('check("step 4", sum_to)', here).says.startswith("Change the cell above")


def test_no_blank_is_pointed_out_in_an_unchanged_stub() -> None:
    for exercise in exercises(notebook()):
        if exercise.name in (*BLANKS, *BARE):
            here = names()
            run(exercise.stub.source, here)
            verdict = run(exercise.check.source, here)
            assert verdict.says.startswith("Change the cell above"), exercise.name
    here = names()
    run(ANSWERS["step 2"].tried[1], here)
    assert run('check("step 2", operation)', here).code == "if ...:"


def test_the_blank_counts_match_the_stubs() -> None:
    stubs = {e.name: e.stub.source for e in exercises(notebook())}
    assert {name: stubs[name].count("...") for name in BLANKS} == BLANKS


def test_no_grad_must_take_effect_in_the_learners_engine() -> None:
    here = names()
    run(ANSWERS["step 1"].right[0], here)
    run(next(c.source for c in notebook().cells if c.id == "build-114"), here)
    run(ANSWERS["step 2"].right[0], here)
    run(
        "Tensor.__mul__ = operation(np.multiply, lambda g, x, y: g * y, lambda g, x, y: g * x)",
        here,
    )
    run(no_grad(), here)
    verdict = run('check("no_grad", no_grad)', here)
    assert "still leaves a record" in verdict.says


def test_the_stale_gradient_check_accepts_the_learners_own_class() -> None:
    here = names()
    run(
        "class Tensor(Tensor):\n"
        "    def __init__(self, data, requires_grad=False):\n"
        "        super().__init__(data, requires_grad)",
        here,
    )
    run("def spoil(w, loss):\n    assert type(w) is Tensor\n    w.data -= 1.0", here)
    assert run('check("stale", spoil)', here).status == "Right."


def test_an_interrupted_step_is_also_replaced() -> None:
    here = names()
    run("def accumulate(t, g):\n    raise KeyboardInterrupt", here)
    with pytest.raises(KeyboardInterrupt):
        run('check("step 5", accumulate)', here)
    assert here["accumulate"].__code__.co_filename == inspect.getsourcefile(engine)


def test_an_error_in_a_published_step_shows_that_line() -> None:
    here = names()
    run('def shares(t, g):\n    return None\ncheck("step 7", ...)', here)
    with pytest.raises(TypeError) as caught:
        run("backward(Tensor(1.0, True))", here)
    last = caught.traceback[-1]
    assert "for x, d in shares(t, g):" in str(last.statement)


def test_an_error_is_shown_with_a_line_from_the_step_being_checked() -> None:
    """The error is raised in the learner's own `Tensor`, which is correct, in another cell."""
    here = names()
    run(ANSWERS["step 1"].right[0], here)
    run(
        "def operation(forward, *rules):\n"
        "    def apply(*inputs):\n"
        "        return Tensor(lambda: forward(*inputs))\n"
        "    return apply",
        here,
    )
    verdict = run('check("step 2", operation)', here)
    assert verdict.says == "Your code raised an error in line 3:"
    assert verdict.code.splitlines()[0] == "return Tensor(lambda: forward(*inputs))"
    assert "TypeError" in verdict.code


def test_a_check_that_runs_twice_gives_the_same_reply() -> None:
    here = names()
    run(accumulate("t.grad = np.array(g)"), here)
    first, second = (repr(run('check("step 5", accumulate)', here)) for _ in range(2))
    assert "[1.25, -2.5] is lost" in first
    assert first == second
    run(ANSWERS["step 5"].right[0], here)
    assert run('check("step 5", accumulate)', here).status == "Right."


def test_a_check_after_a_syntax_error_does_not_repeat_the_last_reply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = names()
    run(accumulate("t.grad = np.array(g)"), here)
    run('check("step 5", accumulate)', here)
    for module in (chapter_6, checking.chapter):
        monkeypatch.setattr(module, "unreadable", lambda: True)
    assert "Python couldn't read the cell" in repr(run('check("step 5", accumulate)', here))


def test_a_remaining_blank_is_not_an_answer() -> None:
    here = names()
    run("def accumulate(t, g):\n    if t.grad is None:\n        t.grad = ...", here)
    assert run('check("step 5", accumulate)', here).status == "Not tried yet."
    run("class no_grad:\n    def __enter__(self):\n        ...", here)
    assert run('check("no_grad", no_grad)', here).status == "Not tried yet."
