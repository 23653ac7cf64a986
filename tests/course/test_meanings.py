"""Tests that every kind of error in a learner's code is explained."""

import warnings
from typing import Any

import pytest

import minigrad as mg
from minigrad.course.checking import call, exercise
from minigrad.course.checking.meanings import ENGINES, PYTHONS, in_python, meaning
from tests.course.cells import run

START = "w = mg.tensor([1.0, 2.0], requires_grad=True)\nv = mg.tensor([1.0, 2.0, 3.0])\n"

# A program for each explanation, in the tables' order: a line that raises the error, and words
# specific to it.
PYTHON = [
    (
        "w = \u22121.9",
        "long minus sign, copied from printed text. Type the one on your keyboard: `-`.",
    ),
    ("3w * w", "can't begin with a digit. For a product, write the `*`: `3 * x`, not"),
    ("w.data - ...", ("There's still a blank (`...`) above. Fill it in, or run the check below")),
    ("w.grad.zero_()", "before the dot is `None`. Usually it's a `.grad` that no backward"),
    ("w.grad[0]", "before the brackets is `None`. Usually it's a `.grad` that no backward"),
    ("for one in (lambda: None)():\n    pass", "missing its `return`?"),
    ("w.data -= 0.1 * w.grad", "One side is `None`. Usually it's a `.grad` that no backward"),
    (
        "0.1 * w.sum",
        (
            "is missing its `()`. Without them, the name stands for the function, not "
            "for its result."
        ),
    ),
    ("2.0 ^ 2.0", "For a power, write `**`"),
    (
        "class Tensor:\n    pass\nTensor() * Tensor()",
        (
            "no operators yet, or from an older version of that class. After you run the "
            "cell with `class Tensor`, also run the cells below it."
        ),
    ),
    ("w.shape()", "isn't a function, so leave out the `()` after it."),
    ("w.sum()(3)", "before the `()`, but only a function can be called. Is a `*` missing?"),
    ("with mg.no_grad:\n    pass", "After `with` you need a call"),
    ("[1.0, 2.0] * 0.5", "can't be added or multiplied element by element,"),
    ('[{"lr": 0.1}]["lr"]', "take one of its entries first"),
    ("n = 1\ndef count():\n    n += 1\ncount()", "before it had a value"),
    ("loss_of_all", "That name isn't defined. Did you skip a cell above,"),
    (
        "w.softmax()",
        "Say which dimension you mean, such as `dim=0`, which runs down the columns.",
    ),
    ("(lambda a: a)()", "the wrong number of arguments. Its `def` line lists"),
    ("raise SystemExit", "To end a function, write `return`"),
    (
        "def down(n):\n    return down(n + 1)\ndown(0)",
        "the last one, and Python doesn't allow more than that.",
    ),
]
ENGINE = [
    (
        "y = (w * w).sum()\ny.backward()\ny.backward()",
        (
            "backward pass frees the values that its graph has saved. This graph's pass "
            "is over, so compute the result again before"
        ),
    ),
    ("w -= 0.1", "A step belongs inside"),
    (
        "y = w.exp()\ny += 1\ny.sum().backward()",
        "backward pass needs was overwritten after a node had saved it.",
    ),
    (
        "v.sum().backward()",
        (
            "No gradient can flow back from this result. Either it was computed from "
            "tensors that aren't tracked, or the record was cut along the way."
        ),
    ),
    ("(w * w).backward()", "The result has several numbers"),
    ("(w * w).backward(v)", "output, so it needs the result's shape."),
    (
        "mg.nn.Linear(3, 2)(mg.ones(1, 2))",
        "This layer takes vectors of another length. Print the `.shape` of its input.",
    ),
    ("mg.ones(2, 3) @ mg.ones(2, 3)", "both sides of `@`. Is a `.T` missing?"),
    ("w[2]", "the last index is one less than the size"),
    ("w.sum(dim=1)", "This tensor has fewer dimensions"),
    (
        "w + v",
        (
            "aren't compatible. Print the `.shape` of both tensors, and compare the two "
            "shapes from the right."
        ),
    ),
    ("w.numpy()", "A NumPy array can't keep a record. Call `detach()` first"),
    (
        "mg.optim.SGD([w * 0.1], lr=0.1)",
        "result of an operation, but an optimizer changes only leaves.",
    ),
    ("mg.autograd.grad(w.sum(), v.requires_grad_())", "No path in the graph leads from the result"),
    ("mg.tensor(1, requires_grad=True)", "can't change by a tiny amount. Write 1.0 instead of 1."),
    ("w.item()", "There are several numbers here, but only one is expected."),
    ("(w * 2).requires_grad_(False)", "it requires grad because of its history"),
]


def raised(program: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            run(START + program, {"mg": mg})
        except BaseException as error:
            return f"{type(error).__name__}: {error}"
    raise AssertionError(f"no error is raised by {program}")


@pytest.mark.parametrize(
    ("program", "says", "sentence"),
    [
        (program, says, sentence)
        for programs, meanings in ((PYTHON, PYTHONS), (ENGINE, ENGINES))
        for (program, says), (_, sentence) in zip(programs, meanings, strict=True)
    ],
    ids=lambda value: value.splitlines()[-1][:30],
)
def test_each_error_has_its_own_explanation(program: str, says: str, sentence: str) -> None:
    assert says in sentence
    assert meaning(raised(program)) == sentence


def test_self_explanatory_errors_get_no_explanation_in_cells() -> None:
    assert [in_python(raised(program)) for program, _ in ENGINE] == [""] * len(ENGINE)
    assert meaning("ZeroDivisionError: division by zero") == ""


def test_an_exercises_own_explanation_comes_first_followed_by_how_to_get_hints() -> None:
    @exercise("own", keep="", hints=["Go."], meanings=[(r"no attribute 'zero_'", "Too early.")])
    def own(function: Any) -> str | None:
        call(function, mg.ones(2, requires_grad=True))
        return None

    names: dict[str, Any] = {}
    run("def f(w):\n    w.grad.zero_()", names)
    assert own.verdict(names["f"]).then.splitlines() == [
        "Too early.",
        'Run `hint("own")` for more help, one step at a time.',
    ]
    assert "`None`" in own.verdict(lambda w: w.grad + 1).then


def test_an_answer_that_crashes_the_check_also_gets_the_explanation() -> None:
    @exercise("late", keep="", hints=["Go."])
    def late(function: Any) -> str | None:
        return None if call(function).grad is None else "No."

    assert "before the dot is `None`" in repr(late.verdict(lambda: None))
