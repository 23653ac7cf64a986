"""Tests for the guarantees of every exercise, whatever the learner's code does."""

import functools
import html
import types
import warnings
from typing import Any
from xml.etree import ElementTree

import pytest

import minigrad as mg
from minigrad.course import chapter_6
from minigrad.course.checking import Chapter, Prediction, call, exercise, library_of, same
from minigrad.course.checking.attempt import WrongKind
from minigrad.course.checking.limit import TimeUp
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT, Verdict
from tests.course.cells import run


@exercise("square", keep="Squares grow.", hints=["Multiply.", "Multiply `x` by itself."])
def square(function: Any) -> str | None:
    return None if same(call(function, mg.tensor([1.0, -3.0])), [1, 9]) else "Is 9 the square of 3?"


CHAPTER = Chapter(1, [square], [Prediction("root", "Yes.", [(3, "That is 9.")])])


def checked(source: str) -> Verdict:
    names: dict[str, Any] = {"__name__": "__main__", "mg": mg}
    run(source, names)
    return CHAPTER.check("square", names["f"])


def test_a_blank_anywhere_counts_as_not_tried() -> None:
    for source in (
        "f = ...",
        "def f(x):\n    return ...",
        "def f(x):\n    return x * ...",
        "def f(x):\n    return [x, (x, ...)]",
        "def f(x):\n    ...\n    return ... + x",
    ):
        assert checked(source).status == NOT_TRIED, source


def test_an_error_is_shown_with_only_the_learners_line() -> None:
    verdict = checked("def helper(x):\n    return x.gard\n\n\ndef f(x):\n    return helper(x)")
    assert verdict.status == NOT_YET
    assert verdict.says == "Your code raised an error in line 2:"
    assert verdict.code.splitlines()[0] == "return x.gard"
    assert verdict.code.splitlines()[1].startswith("AttributeError: 'Tensor' object has no")
    assert "Traceback" not in repr(verdict)
    assert "attempt.py" not in repr(verdict)


def test_an_error_inside_the_package_names_the_learners_line() -> None:
    verdict = checked("def f(x):\n    y = x\n    return y @ mg.ones(3)")
    assert "in line 3" in verdict.says
    assert verdict.code.splitlines()[0] == "return y @ mg.ones(3)"


def test_a_judge_records_even_if_a_cell_left_recording_off() -> None:
    @exercise("kept", keep="", hints=[])
    def judge(function: Any) -> str | None:
        x = mg.tensor(2.0, requires_grad=True)
        return None if (x * x).requires_grad else "The judge's own product was not recorded."

    with mg.no_grad():
        assert judge.verdict(len).status == RIGHT


def test_the_package_of_a_decorated_function_is_recognized() -> None:
    names: dict[str, Any] = {"mg": types.SimpleNamespace(__name__="torch")}
    run("def f(x):\n    return x", names)
    decorated = functools.wraps(names["f"])(lambda x: x)
    assert library_of(decorated) is names["mg"]


def test_a_recursion_error_is_also_the_learners_error() -> None:
    assert "RecursionError" in checked("def f(x):\n    return f(x)").code


@pytest.mark.parametrize("error", ["SystemExit(3)", "GeneratorExit", "BaseException('all')"])
def test_an_answer_that_raises_an_unusual_exception_also_gets_a_verdict(error: str) -> None:
    verdict = checked(f"def f(x):\n    raise {error}")
    assert verdict.status == NOT_YET
    assert verdict.says == "Your code raised an error in line 2:"
    assert verdict.code.splitlines()[0] == f"raise {error}"


def test_exit_is_explained() -> None:
    assert "To end a function, write `return`" in checked("import sys\nf = sys.exit").then


@pytest.mark.parametrize(
    ("error", "passes"), [(SystemExit, False), (KeyboardInterrupt, True), (TimeUp, False)]
)
def test_only_a_keyboard_interrupt_passes_through_a_judge(
    error: type[BaseException], passes: bool
) -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise error

        __hash__ = None  # type: ignore[assignment]

    odd = exercise("odd", keep="", hints=["Go."])(lambda answer: None if answer == 1 else "No.")
    if passes:
        with pytest.raises(error):
            odd.verdict(Odd())
    else:
        assert odd.verdict(Odd()).status == NOT_YET


def test_a_keyboard_interrupt_passes_through() -> None:
    with pytest.raises(KeyboardInterrupt):
        checked("def f(x):\n    raise KeyboardInterrupt")


def test_warnings_of_the_learners_code_do_not_break_it_and_are_not_shown() -> None:
    source = "import warnings\ndef f(x):\n    warnings.warn('hm', UserWarning)\n    return x * x"
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("error")
        assert checked(source).status == RIGHT
    assert caught == []


def test_an_answer_runs_with_recording_on_and_the_mode_is_restored() -> None:
    with mg.no_grad():
        verdict = checked(
            "def f(x):\n    y = x.requires_grad_() * x\n    assert y.requires_grad\n    return y"
        )
        assert not mg.is_grad_enabled()
    assert verdict.status == RIGHT


def test_an_incorrect_number_of_answers_is_explained() -> None:
    for answers in ((), (abs, 2)):
        verdict = CHAPTER.check("square", *answers)
        assert verdict.status == NOT_YET
        assert 'Write `check("square", function)`, or use your own name for' in verdict.says


def test_an_error_in_a_method_of_the_answer_is_shown_with_its_line() -> None:
    class Odd:
        def __eq__(self, other: object) -> bool:
            raise ArithmeticError("two of a kind")

        __hash__ = None  # type: ignore[assignment]

    def judge(answer: Any) -> str | None:
        return None if answer == 1 else "No."

    chapter = Chapter(1, [exercise("odd", keep="", hints=["Go."])(judge)], [])
    verdict = chapter.check("odd", Odd())
    assert verdict.status == NOT_YET
    assert verdict.code.splitlines()[-1] == "ArithmeticError: two of a kind"


def test_passing_a_result_instead_of_a_function_is_explained() -> None:
    assert (
        "Pass the function by name, without calling it" in checked("f = mg.tensor([1.0, 9.0])").says
    )


@pytest.mark.parametrize("answer", ["(1, 9)", "[1.0, 9.0]", "mg.tensor([1.0, 9.0]).double()"])
def test_the_container_and_dtype_of_a_correct_answer_do_not_matter(answer: str) -> None:
    assert checked(f"def f(x):\n    return {answer}").status == RIGHT


def test_values_are_compared_up_to_rounding_and_by_shape() -> None:
    assert same(-0.0, 0)
    assert same(mg.tensor([0.1]) * 3, [0.3])
    assert same(float("nan"), mg.tensor(float("nan")))
    assert same(None, None)
    assert not same(None, 0)
    assert not same(True, 1)
    assert not same([1.0], 1.0)
    assert not same([[1.0]], [1.0])
    assert not same([1, 2], [1, 2, 3])
    assert not same("1", 1)
    assert not same(1.0, 1.01)
    assert not same(object(), object())


@pytest.mark.parametrize(
    ("change", "advice"),
    [
        ("x *= x", "methods that end in `_`"),
        ("x.data *= x", "methods that end in `_`"),
        ("x.mul_(1)", "methods that end in `_`"),
        ("x = x.detach().numpy(); x *= x", "methods that end in `_`"),
        ("values.reverse()", "`a.copy()`"),
        ("values[0] = 1.0", "`a.copy()`"),
    ],
)
def test_an_answer_that_changes_its_argument_is_told_which_one(change: str, advice: str) -> None:
    names: dict[str, Any] = {}
    run(f"def f(x, values):\n    {change}\n    return 1", names)
    with pytest.raises(WrongKind) as told:
        call(names["f"], mg.tensor([2.0, 3.0]), [2.0, 3.0])
    changed = "x" if "x" in change else "values"
    assert f"`f` changes `{changed}`" in str(told.value)
    assert advice in str(told.value)


def test_an_answer_may_read_copy_and_differentiate_its_argument() -> None:
    def f(x: Any, values: list[float]) -> Any:
        y = x.clone().requires_grad_()
        y.data += values.copy().pop()
        (x * y).sum().backward()
        return y.grad

    assert call(f, mg.tensor([2.0]), [3.0]).tolist() == [2.0]


def test_the_learners_arguments_do_not_change() -> None:
    guess = mg.tensor([1.0, 2.0], requires_grad=True)
    same(guess, [1.0, 2.0])
    CHAPTER.compare("root", guess, 3)
    assert (guess.grad, guess.requires_grad, guess.tolist()) == (None, True, [1.0, 2.0])


def answered(guess: Any, truth: Any, **names: Any) -> Verdict:
    typical = [(7, "Seven."), ("a", "First a."), ([0, 0], "Zeros."), ("error", "None raised.")]
    return Prediction("p", "Yes.", typical).reveal(guess, truth, names)


def test_a_quoted_guess_counts_as_its_content() -> None:
    pairs: list[tuple[str, Any]]
    pairs = [
        ("32", 32),
        (" 8. ", mg.tensor(8.0)),
        ("None", None),
        ("none", None),
        ("[1, 2]", (1, 2)),
    ]
    for guess, truth in pairs:
        verdict = answered(guess, truth)
        assert (verdict.status, verdict.beside["your guess"]) == ("As you guessed.", guess)
    assert answered("7", 8).says == "Seven."
    assert answered("32", "32").status == "As you guessed."
    assert answered("3 * x", 32).status != "As you guessed."


def test_one_number_matches_a_list_of_equal_numbers_unless_it_has_its_own_reply() -> None:
    assert answered(3, [3, 3]).status == "As you guessed."
    assert answered("3", mg.tensor([[3.0, 3.0]])).status == "As you guessed."
    assert answered(3, [3, 4]).status != "As you guessed."
    assert answered(0, 5).says == "Zeros."
    assert answered(7, [7, 7]).says == "Seven."  # a listed incorrect guess matches verbatim
    assert answered([3, 3], 3).status != "As you guessed."


def test_an_object_counts_as_its_name() -> None:
    a, b = mg.tensor(1.0), mg.tensor(2.0)
    verdict = answered(b, "b", a=a, b=b)
    assert (verdict.status, verdict.beside["your guess"]) == ("As you guessed.", "b")
    assert answered(a, "b", a=a, b=b).says == "First a."
    assert answered(mg.tensor(2.0), "b", a=a, b=b).status != "As you guessed."
    assert answered(2, "two", two=2).status != "As you guessed."  # a number counts only as a number
    assert answered(mg.no_grad, "no_grad").status == "As you guessed."
    for error in (RuntimeError, "RuntimeError", "TypeError"):
        assert answered(error, 3).says == "None raised."


def test_true_and_false_answer_a_yes_or_no_question() -> None:
    climbs = Prediction("climbs", "It does.", [("yes", "It looks so.")], truth="no")
    guess: Any
    for guess in (False, "False", "no"):
        verdict = climbs.reveal(guess)
        assert (verdict.says, verdict.beside["your guess"]) == ("It does.", "no")
    assert climbs.reveal(True).says == "It looks so."
    assert climbs.reveal(0).status == "Not what you guessed."  # a number is only a number
    # True isn't a "yes" if the question isn't yes or no.
    assert answered(True, 1).status != "As you guessed."


def test_compare_looks_names_up_in_the_notebook() -> None:
    chapter = Chapter(1, [], [Prediction("which", "Yes.", [], truth="b")])
    names = {"compare": chapter.compare, "b": mg.ones(2)}
    assert run('guess = b\ncompare("which", guess)', names).status == "As you guessed."


def test_a_rough_guess_is_correct_within_its_factor() -> None:
    rough = Prediction("rough", "Yes.", [(36.0, "Paths.")], within=3.0)
    guess: Any
    for guess in (500, "500", [250], 1800):
        verdict = rough.reveal(guess, mg.tensor(600.0))
        assert (verdict.status, verdict.says) == ("About as you guessed.", "Yes.")
    for guess in (199, 1801, -600, 0, None):
        assert rough.reveal(guess, 600).status == "Not what you guessed."
    assert rough.reveal(600, 600).status == "As you guessed."
    assert rough.reveal(36, 20).says == "Paths."


def test_hints_come_in_steps() -> None:
    chapter = Chapter(1, [square], [])
    said = [repr(chapter.hint("square")) for _ in range(3)]
    assert said[0].startswith("Hint 1 of 2: Multiply.")
    assert said[1].startswith("Hint 2 of 2: Multiply `x` by itself.")
    assert said[2] == said[1]


def test_each_exercise_has_hint_steps_of_its_own() -> None:
    kinds = [
        exercise(name, keep="", hints=[f"{name} 1.", f"{name} 2."])(lambda answer: None)
        for name in ("first", "second")
    ]
    chapter = Chapter(1, kinds, [])
    asked = ("first", "second", "first", "second")
    said = [repr(chapter.hint(name)).split(": ")[1].split(".")[0] for name in asked]
    assert said == ["first 1", "second 1", "first 2", "second 2"]


def test_a_hint_says_how_many_more_there_are() -> None:
    several = exercise("several", keep="", hints=["One.", "Two.", "Three."])(lambda answer: None)
    last = "That was the last hint. The solution is folded below the check."
    more = [several.hint(step).then for step in (1, 2, 3, 4)]
    assert more == ["There are more.", "There is one more.", last, last]


UNQUOTED: Any = print


def test_an_unknown_name_is_reported_with_the_known_ones() -> None:
    for function in (CHAPTER.check, CHAPTER.hint):
        with pytest.raises(ValueError, match=r'no exercise "squares"\. Its exercises are "square"'):
            function("squares")
        with pytest.raises(TypeError, match=r'in quotes\. Its exercises are "square"'):
            function(UNQUOTED)
    with pytest.raises(ValueError, match=r'no prediction "roots"\. Its predictions are "root"'):
        CHAPTER.compare("roots", 1, 2)


def test_an_unknown_name_is_also_reported_in_chapter_6() -> None:
    with pytest.raises(TypeError, match=r'in quotes\. Its exercises are "step 1"'):
        chapter_6.check(UNQUOTED)
    with pytest.raises(ValueError, match=r'no prediction "step 1"\. Its predictions are "twice"'):
        chapter_6.compare("step 1", 1, 2)


def test_everything_from_the_learner_is_escaped() -> None:
    verdict = checked("def f(x):\n    raise ValueError('<script>alert(1)</script> & `<b>`')")
    page = verdict._repr_html_()
    assert "<script>" not in page
    assert "<b>" not in page
    assert html.escape("<script>alert(1)</script> & `<b>`") in page
    echo = exercise("echo", keep="", hints=["Go."])(lambda answer: f"That is `{answer}`, {answer}.")
    assert "<u>" not in echo.verdict("<u>")._repr_html_()
    shown = CHAPTER.compare("root", "<i>3</i>", '"<img src=x>')._repr_html_()
    assert "<i>" not in shown
    assert "<img" not in shown


@pytest.mark.parametrize(
    "verdict",
    [
        checked("f = ..."),
        checked("def f(x):\n    return x"),
        checked("def f(x):\n    return x * x"),
        checked("def f(x):\n    return x.y"),
        CHAPTER.compare("root", ..., mg.tensor([[1.0, 2.0], [3.0, 4.0]])),
        CHAPTER.compare("root", 3, 4),
        CHAPTER.hint("square"),
    ],
)
def test_the_markup_is_well_formed_and_says_the_same_as_the_text(verdict: Verdict) -> None:
    page = verdict._repr_html_()
    element = ElementTree.fromstring(page)
    words = "".join(element.itertext())
    beside = {title: v for title, v in verdict.beside.items() if title not in verdict.held_back}
    for part in (verdict.status, verdict.code, *beside, *beside.values()):
        assert part in words
        assert "".join(part.split()) in "".join(repr(verdict).split()) or verdict.beside
    assert verdict.says.replace("`", "") in words
    # The page's own text color without a background color, so that light and dark themes both work.
    assert ";color:" not in page
    assert "background" not in page
    assert element.get("role") == "status"


def test_multiline_values_are_side_by_side_in_the_text() -> None:
    shown = repr(CHAPTER.compare("root", 3, mg.tensor([[1.0, 2.0], [3.0, 4.0]])))
    assert shown.splitlines() == [
        "your guess   the answer",
        "3            tensor([[1., 2.],",
        "                     [3., 4.]])",
        "Not what you guessed. That is 9.",
        "Yes.",
    ]
