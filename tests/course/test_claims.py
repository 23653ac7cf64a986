"""Tests that numbers in the text come from nearby code or from a claim that's computed here.

If a text, a prediction, a takeaway (`keep`), or a hint states a number about a run, that number has
to occur in a code cell of its section, in the cell's output, or in `chapter_N/claims.py`. That file
lists parts of sentences, verbatim, each with an expression that has to be true after all the cells
have run.
"""

import importlib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from minigrad.course import chapters
from minigrad.course.chapters import folder, load
from minigrad.teaching.editions.reading import exercises
from tests.course.cells import number, parametrize_chapters
from tests.course.prose_numbers import (
    code_numbers,
    sections,
    unsupported_in_sentences,
    unsupported_numbers,
)
from tests.course.solved import read, solved
from tests.together import cases

CHAPTERS = chapters.NOTEBOOKS
CLAIMS_OF = Path(__file__).parent


def claims(chapter: str) -> list[tuple[str, str]]:
    if not (CLAIMS_OF / folder(number(chapter)) / "claims.py").exists():
        return []
    return importlib.import_module(f"tests.course.{folder(number(chapter))}.claims").CLAIMS


def pieces(chapter: str) -> list[str]:
    return [piece for piece, _ in claims(chapter)]


def sentences(chapter: str) -> Iterator[tuple[str, str, set[Decimal]]]:
    """Yield each sentence of a check or prediction, with its name and the numbers in its cells."""
    package = load(number(chapter))
    notebook = read(chapter)
    cells = {exercise.name: exercise for exercise in exercises(notebook)}
    for name, exercise in package.exercises.items():
        about = [cell.source for cell in cells[name].cells] + [cells[name].solution]
        numbers = {n for text in about for n in code_numbers(text)}
        for text in (exercise.keep, *exercise.hints):
            yield f"exercise {name}", text, numbers
    for name, prediction in package.predictions.items():
        section = next(s for s in sections(notebook) if f'compare("{name}"' in s.code)
        guesses = [guess for guess, _ in prediction.typical]
        numbers = section.numbers | code_numbers(" ".join(map(str, guesses)))
        for text in (prediction.right, prediction.otherwise, *(w for _, w in prediction.typical)):
            yield f"prediction {name}", text, numbers


@parametrize_chapters(CHAPTERS)
def test_a_number_in_the_text_comes_from_nearby_code_or_is_computed(chapter: str) -> None:
    numbers = list(unsupported_numbers(read(chapter), pieces(chapter)))
    if numbers:
        pytest.fail("\n".join(numbers), pytrace=False)


@parametrize_chapters(CHAPTERS)
def test_a_number_in_a_sentence_of_a_check_comes_from_its_cells_or_is_computed(
    chapter: str,
) -> None:
    known = pieces(chapter)
    faults = [
        p
        for n, t, numbers in sentences(chapter)
        for p in unsupported_in_sentences([(n, t)], numbers, known)
    ]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


@parametrize_chapters(CHAPTERS)
def test_a_claim_is_quoted_exactly_from_the_chapter(chapter: str) -> None:
    texts = [cell.source for cell in read(chapter).cells if cell.cell_type == "markdown"]
    texts += [text for _, text, _ in sentences(chapter)]
    lost = [piece for piece in pieces(chapter) if not any(piece in text for text in texts)]
    assert not lost, lost


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Converting a tensor with requires_grad")  # cells show some
@parametrize_chapters(CHAPTERS)
def test_every_claim_of_a_chapter_is_true(chapter: str) -> None:
    with cases() as case:
        for piece, expression in claims(chapter):
            with case(piece):
                assert eval(expression, {**solved(chapter).names}), expression
                assert any(c.isdigit() or c == "(" for c in expression), "computes nothing"


def notebook_with(text: str, *, title: str = "A section") -> NotebookNode:
    shown = new_output("execute_result", {"text/plain": "tensor([0.2235, -7.5])"})
    cells = [
        new_markdown_cell("## Before"),
        new_code_cell("33"),
        new_markdown_cell(f"## {title}\n\n{text}"),
        new_code_cell("f(2.0, lr=0.01)", outputs=[shown]),
    ]
    return new_notebook(cells=cells)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The slope is 33.", ["33"]),
        ("It comes to 0.22, or 0.224.", []),
        ("It comes to 0.27.", ["0.27"]),
        ("That is −7.5, and 7.5 without its sign.", []),
        ("That is −2.", ["−2"]),
        ("After 40 steps it is 1,000 times as far.", ["40", "1,000"]),
        ("That is 1 % of it, or 3 %.", ["3"]),
        ("See [chapter 40](x.ipynb#41), chapter 3 and exercises 4 and 5. `44`", []),
        ("4. A list, and after it:\n\n**17. Fill in the blank.** *5 minutes, easy.* Do.", []),
        ("The formula $4x^3$ at $x$: $4x^3 = 33$. And $$2 \\cdot 2 = 5$$", ["33", "5"]),
        ("So 4 · 0.5 + 3 = 5 is what comes out.", []),
        ("So 4 · 0.5 + 3 = 6 is what comes out.", ["4", "0.5", "3", "6", "is false"]),
        ("<details>\n\nFolded: 33.\n\n```python\n34\n```\n\nand 34\n</details>", ["33"]),
        ("The fifteenth of 15.", ["15"]),
    ],
)
def test_a_number_that_no_code_produces_is_detected(text: str, expected: list[str]) -> None:
    problems = list(unsupported_numbers(notebook_with(text), []))
    assert len(problems) == len(expected), problems
    for problem, piece in zip(problems, expected, strict=True):
        assert piece in problem


def test_numbers_in_a_question_need_no_support_but_numbers_in_its_answer_do() -> None:
    text = "1. With a rate of 5, where from 9?\n\n<details>\nTo 9 − 5 = 4, and not 6.\n</details>"
    (problem,) = unsupported_numbers(notebook_with(text, title="Test yourself"), [])
    assert "6 in" in problem


def test_a_claim_covers_only_the_text_it_quotes() -> None:
    text = "After 40 steps it is lost. After 50 it is found. After 40 more it ends."
    problems = list(unsupported_numbers(notebook_with(text), ["After 40 steps it is lost"]))
    assert [problem.split()[1] for problem in problems] == ["50", "40"]


def test_a_sentence_of_a_check_follows_the_same_rules() -> None:
    sentences = [("twice", "That is 12, not 6."), ("twice", "2 · 6 = 13, so no.")]
    problems = list(unsupported_in_sentences(sentences, code_numbers("12, 2"), []))
    assert [p.split()[1] for p in problems] == ["6", "6", "13", "2"]
