"""Tests that guesses on a page get the same replies as in a notebook, from the same table."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat
import pytest

import minigrad as mg
from docs import pages, predictions
from minigrad.course.chapters import chapter_id
from minigrad.course.checking.prediction import IN_THE_CELL, Prediction
from minigrad.course.checking.values import numbers, same
from minigrad.course.checking.verdict import Verdict, prose
from minigrad.teaching.editions.predictions import PredictionCells
from tests.course.answers import Guesses, guesses_of
from tests.course.cells import NOTEBOOKS, run
from tests.course.test_guesses import READ, SPELLED_OUT

from .in_node import needs_node, printed

# As on a page, whose policy blocks `eval` and `Function`.
STRICT = "--disallow-code-generation-from-strings"
STATIC = Path(predictions.__file__).parent / "static"
SCRIPT = predictions.vocabulary() + "".join(
    (STATIC / f"{n}.js").read_text("utf-8") for n in ("arithmetic", "words", "predictions")
)
CHAPTERS = {
    path.name: list(predictions.predictions_in(nbformat.read(path, as_version=4), path.name))
    for path in sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
}
each_chapter = pytest.mark.parametrize(
    "file", [file for file, questions in CHAPTERS.items() if questions]
)


def guesses(file: str) -> dict[str, Guesses]:
    return guesses_of(chapter_id(file))


def on_a_page(program: str) -> Any:
    """Return the JSON that a program prints when it runs after the page's scripts."""
    return printed(SCRIPT + program, STRICT)


def value(text: str) -> Any:
    return numbers(run(text, {"mg": mg, "tensor": mg.tensor}))


def in_full(verdict: Verdict) -> str:
    return "\n".join(filter(None, (verdict.says, verdict.then)))


@each_chapter
def test_a_page_has_the_notebooks_answers(file: str) -> None:
    for question in CHAPTERS[file]:
        recorded = guesses(file)[question.prediction.name].truth
        truth = recorded if isinstance(question.prediction.truth, str) else value(recorded)
        assert same(question.truth, truth) or question.truth == recorded, question.prediction.name


@needs_node
@each_chapter
def test_a_guess_on_a_page_gets_the_same_reply_as_in_the_notebook(file: str) -> None:
    asked, wanted = [], []
    for question in CHAPTERS[file]:
        in_the_cell = question.prediction.truth is IN_THE_CELL
        table = guesses(file)[question.prediction.name]
        for text in [*table.right, *(guess for guess, _ in table.wrong), *table.unclear]:
            guess = run(text, {"mg": mg, "tensor": mg.tensor})
            if isinstance(guess, str | float | int | list) or guess is None:
                truth = (question.truth,) if in_the_cell else ()
                verdict = question.prediction.reveal(guess, *truth)
                asked.append((text, predictions.compared(question)))
                wanted.append([verdict.status, prose(in_full(verdict))])
    assert asked
    program = f"\nconst said = {json.dumps(asked)}"
    program += ".map(([text, t]) => reveal(readGuess(text), t));"
    program += "\nconsole.log(JSON.stringify(said))"
    assert on_a_page(program) == wanted


@needs_node
def test_a_guess_is_stored_in_the_notebook_as_the_value_it_stands_for() -> None:
    typed = [
        "(2*8-1)/3",
        "2**10",
        "1_000",
        "1,000",
        "[1, 2]",
        "(3, 4)",
        "None",
        "yes",
        '"no"',
        "True",
        "2^3",
    ]
    guess = (STATIC.parent / "running" / "page" / "guess.js").read_text("utf-8")
    text = guess.replace("export ", "")
    program = f"\n{text}\nconsole.log(JSON.stringify({json.dumps(typed)}.map(asPython)))"
    stored = [eval(source) for source in on_a_page(program)]
    assert stored == [5.0, 1024, 1000, 1000, [1, 2], [3, 4], None, "yes", "no", True, 8]


@needs_node
def test_a_guess_that_is_not_a_number_is_reported_and_does_not_count() -> None:
    table = (
        '{truth: 0.06, also: [], typical: [], within: 1, reason: "no", number: %s, '
        "phrases: [], alike: {}}"
    )
    typed = ["a lot", "0,06", "0.6", "0.06 or 0.6", "[3, 3]"]
    replies = ",".join(
        f"reveal(readGuess({text!r}), {table % number}, {text!r})"
        for number in ("true", "false")
        for text in typed
    )
    shown = on_a_page(f"\nconsole.log(JSON.stringify([{replies}]))")
    assert shown[0] == [
        "",
        ("I can't read 'a lot' as a number. Write a number in digits, such as 1.5."),
    ]
    assert shown[1] == [
        "",
        (
            "Python doesn't read 0,06 as one number, because of the comma. Use a "
            "decimal point instead: 0.06."
        ),
    ]
    missed, several = ["Not what you guessed.", "no"], "There are several numbers in '0.06 or 0.6'."
    assert shown[2:4] == [missed, ["", f"{several} Give just one number."]]
    assert shown[4] == ["", "There are several numbers in [3, 3]. Give just one number."]
    assert shown[5:8] == [
        ["I can't tell from your wording, so compare the two yourself.", "no"],
        missed,
        missed,
    ]


@needs_node
def test_words_powers_and_lists_are_read_as_in_the_notebook() -> None:
    tables = [
        Prediction("two", reason="Two.", typical=typical, truth=2)
        for typical in ([(5, "3 + 2.")], [("error", "It runs.")])
    ]
    typed = [*SPELLED_OUT, *(guess for guess, _ in READ), "error or 6", "half", "a", "6 or 5"]
    asked = [(text, table) for table in tables for text in typed]
    verdicts = [table.reveal(text) for text, table in asked]
    wanted = [[v.status, in_full(v).replace("\n", "<br>")] for v in verdicts]
    compared = [
        (text, predictions.compared(PredictionCells(table, None, [], None)))
        for text, table in asked
    ]
    program = f"\nconst said = {json.dumps(compared)}"
    program += ".map(([text, t]) => reveal(readGuess(text), t, text));"
    program += "\nconsole.log(JSON.stringify(said))"
    assert on_a_page(program) == wanted


@each_chapter
def test_the_choices_are_those_in_the_cell(file: str) -> None:
    for question in CHAPTERS[file]:
        offered = question.guess.source.partition("#")[2]
        for choice in question.choices:
            assert choice.count('"') in (0, 2), choice
            assert not choice.startswith("or "), choice
            offered = offered.replace(choice, "", 1)
        assert not question.choices or not offered.replace("or", "").strip(" ,")


@each_chapter
def test_no_answer_is_visible_on_a_page_at_first(file: str, tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOKS / file, as_version=4)
    made = pages.page(notebook, file, tmp_path)
    for cell in made.cells:
        text = json.dumps(cell.get("outputs", []))
        assert "none yet" not in text, cell.id
        if "The answer:" in text:
            assert "hide-output" in cell.metadata["tags"], cell.id


@each_chapter
def test_text_with_the_answer_is_hidden_until_the_guess(file: str, tmp_path: Path) -> None:
    notebook = nbformat.read(NOTEBOOKS / file, as_version=4)
    cells = pages.page(notebook, file, tmp_path).cells
    for cell, after in pairwise(cells):
        if "The answer:" in json.dumps(cell.get("outputs", [])) and after.cell_type == "markdown":
            waits = ":::{container} follows follows-"
            assert after.source.startswith((waits, "<details>", "**By the end", "## ")), after.id


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("32", 32),
        (' "32" ', 32),
        ("[1, 2.]", [1, 2]),
        ("(1, 2)", [1, 2]),
        ("1 2 3", [1, 2, 3]),
        ("\u22125", -5),
        (".5", 0.5),
        ("None", None),
        ("True", True),
        ("1_000_000", 1000000),
        ("1,048,576", 1048576),
        ("2**20", 1048576),
        ("(2 * 8 - 1) / 3", 5),
        ("-2**2 + 2**-1", -3.5),
        ("√64 - sqrt(2 + 2) / math.sqrt(4)", 7),
        ("2**3**2 - 7//2", 509),
        ("1e3*.5 - (+2)", 498),
        ("1 / 0", "1 / 0"),
        ("(1 + 2", "(1 + 2"),
        ("1 2 +", "1 2 +"),
        ("tensor([1., 2.])", [1, 2]),
        ("alert(1)", "alert(1)"),
        ("2^-1", 0.5),
        ('"b"', "b"),
        ("an error", "an error"),
    ],
)
@needs_node
def test_a_guess_is_parsed_like_python_but_more_leniently(text: str, guess: Any) -> None:
    program = f"\nconsole.log(JSON.stringify(readGuess({json.dumps(text)})))"
    assert on_a_page(program) == guess
