"""The exam: each question has one answer, found by running the program and by the formula."""

import ast
import functools
import html
import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from minigrad.course.numbering import chapter_id
from minigrad.teaching.__main__ import main
from minigrad.teaching.exam import chapters
from minigrad.teaching.exam.drawing import DrawnQuestion, drawn, exam, tells, with_numbers
from minigrad.teaching.exam.paper import minutes, written
from minigrad.teaching.exam.question import ERROR, Question, leaf
from minigrad.teaching.exam.questions import QUESTIONS
from tests.course.constructs import TAUGHT, constructs

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
COLUMN = 42  # characters that fit
SIX_WEEKS = ["0", "1", "1b", "2", "3", "4", "5", "6", "8", "11"]
PLAIN = {"range"}

each_question = pytest.mark.parametrize(
    "place", range(len(QUESTIONS)), ids=[f"{q.chapter}-{i}" for i, q in enumerate(QUESTIONS)]
)


@functools.cache
def draws(place: int) -> list[DrawnQuestion]:
    """Return a question with all numbers that can be drawn for it."""
    question = QUESTIONS[place]
    drawn = itertools.product(*question.draws.values())
    return [
        with_numbers(question, dict(zip(question.draws, values, strict=True))) for values in drawn
    ]


# What a belief says, and what the expression of its answer has to look like then.
BELIEFS = (
    (r"square of h", r"\{h\} \*\* 2$"),
    (r"error is h", r"^\{h\}$"),
    (r"multiplied|multiply|times itself", r"\*"),
    (r"\badded\b|add up to", r"\+"),
    (r"the mean of", r"/"),
    (r"counts? from 1", r"\+ 1\b|1 /"),
)


@pytest.mark.parametrize(("says", "looks"), BELIEFS)
def test_a_belief_is_that_of_its_answer(says: str, looks: str) -> None:
    pairs = [(b, a) for question in QUESTIONS for a, b in question.wrong.items()]
    meant = [(belief, answer) for belief, answer in pairs if re.search(says, belief)]
    assert meant
    assert [pair for pair in meant if not re.search(looks, pair[1])] == []


@each_question
def test_a_program_agrees_with_the_formula(place: int) -> None:
    for asked in draws(place):
        assert asked.answer == asked.again, asked.code
        assert not re.search(r"\{\w+\}", asked.code + asked.asks + asked.because + asked.also)


@each_question
def test_most_numbers_tell_the_answer_and_all_beliefs_apart(place: int) -> None:
    telling = [asked for asked in draws(place) if tells(asked)]
    assert len(telling) > len(draws(place)) / 2
    assert all(asked.wrong for asked in telling)
    assert len({str(asked.answer) for asked in telling}) >= 4


@each_question
def test_an_explanation_is_of_the_program_that_was_drawn(place: int) -> None:
    """Where a draw changes the program, and not a number alone, another sentence explains it."""
    explained: dict[str, set[bool]] = {}
    for asked in draws(place):
        sentence = numberless(asked.because)
        explained.setdefault(sentence, set()).add(asked.answer == ERROR)
    table = QUESTIONS[place].because
    assert len(explained) == (1 if isinstance(table, str) else len(table))
    assert all(len(raises) == 1 for raises in explained.values()), "one for an error and for none"
    programs = {numberless(asked.code) for asked in draws(place)}
    assert len(programs) == 1 or len(explained) > 1


def numberless(text: str) -> str:
    return re.sub(r"-?\d+(\.\d+)?", "#", text)


@pytest.mark.parametrize("beliefs", [{"{a}.0": ""}, {"1.0": "", "1 + 0.0": ""}])
def test_a_question_that_does_not_separate_beliefs_is_refused(beliefs: dict[str, str]) -> None:
    question = Question("0", {"a": (2, 3)}, leaf(), "?", "x", "{a}.0", "", beliefs)
    with pytest.raises(ValueError, match="always agree"):
        drawn(question, random.Random(1))


@each_question
def test_a_program_fits_the_column_and_uses_what_was_taught(place: int) -> None:
    chapter = QUESTIONS[place].chapter
    for code in {asked.code for asked in draws(place)}:
        assert all(len(line) <= COLUMN for line in code.splitlines()), code
        assert "1 * " not in code.replace(".1 * ", ""), code
        unknown = _names(code) - PLAIN - _taught(chapter)
        assert not unknown, f"no cell up to chapter {chapter} has {unknown}"
        new = {name for name in constructs(code) if _later(name, chapter)}
        assert not new, f"no cell up to chapter {chapter} teaches {new}"


def test_it_has_twenty_questions_and_all_chapters_that_teach() -> None:
    asked = [question.chapter for question in exam(0)]
    assert len(asked) == 20
    assert set(asked) == set(chapters()) == {"1b", "10b", "11b", *map(str, range(12))}
    assert asked[:4] == ["0", "0", "1", "1"]


def test_the_exam_asks_only_about_the_chosen_chapters() -> None:
    assert {q.chapter for q in exam(1, ["3", "1b"])} == {"1b", "3"}
    assert sorted(q.chapter for q in exam(1, SIX_WEEKS)) == sorted(SIX_WEEKS * 2)
    assert [len(exam(1, ["4"])), minutes(exam(1, ["4"])), minutes(exam(1))] == [3, 10, 45]


def test_no_question_is_asked_twice() -> None:
    for seed in range(20):
        asked = exam(seed, ["0", "1", "2", "3", "4", "5", "6"])
        assert len({question.code + question.asks for question in asked}) == len(asked) == 20


@pytest.mark.parametrize("among", [[], SIX_WEEKS], ids=["all", "six weeks"])
def test_neighbors_with_two_seeds_share_a_few_answers_at_most(among: list[str]) -> None:
    exams = [exam(seed, among) for seed in range(30)]
    shared = [
        sum(a.answer == b.answer for a, b in zip(one, other, strict=True))
        for one, other in itertools.combinations(exams, 2)
    ]
    assert sum(shared) / len(shared) < 2
    assert max(shared) <= 5


@pytest.mark.parametrize("among", [[], ["2", "3"]], ids=["all", "two"])
def test_whoever_writes_that_all_raises_or_nothing_does_is_wrong_once(among: list[str]) -> None:
    for seed in range(20):
        may = [asked for asked in exam(seed, among) if ERROR in asked.asks]
        raised = {asked.answer == ERROR for asked in may}
        assert len(may) < 2 or raised == {True, False}


def test_the_same_seed_gives_the_same_exam() -> None:
    assert exam(3) == exam(3)


def test_the_exam_gives_no_answer_away_and_its_key_has_all(tmp_path: Path) -> None:
    assert main(["exam", str(tmp_path / "exam.html"), "--seed", "5"]) == 0
    page = (tmp_path / "exam.html").read_text(encoding="utf-8")
    key = (tmp_path / "exam_key.html").read_text(encoding="utf-8")
    for asked in exam(5):
        assert html.escape(asked.code.rstrip()) in page
        assert html.escape(asked.code.rstrip()) in key
        assert asked.because[:20] not in page
    assert page.count("<article>") == key.count("<article>") == key.count("<b>") == 20
    for fetching in ("<script", "<link", "src=", "@import", "url(http"):
        assert fetching not in page + key


def test_the_key_writes_numbers_as_one_would_and_names_the_beliefs(tmp_path: Path) -> None:
    main(["exam", str(tmp_path / "exam.html"), "--chapters", "01"])
    key = (tmp_path / "exam_key.html").read_text(encoding="utf-8")
    uses = next(asked for asked in exam(1, ["1"]) if "x * x +" in asked.code)
    assert f"<b>{uses.answer:.0f}</b>" in key
    assert f"<li>{uses.wrong[0][0]:.0f}: <code>x * x</code> uses <code>x</code> once</li>" in key
    assert "chapters 1." in key


@pytest.mark.parametrize(
    ("answer", "on_paper"),
    [
        ("7.0", "7"),
        ("0.1 ** 5", "0.00001"),
        ("2.0 ** 40", "1099500000000"),
        ("mg.ones(2)", "[1, 1]"),
        ("shape(4), shape(2, 4)", "(4,), (2, 4)"),
        ("mg.ones(2) + mg.ones(3)", "an error"),
    ],
)
def test_an_answer_is_written_as_on_paper(answer: str, on_paper: str) -> None:
    raises = answer if on_paper == "an error" else ""
    asked = with_numbers(Question("0", {}, raises, "?", answer, "0", "", {}), {})
    assert written(asked.answer) == on_paper


def test_the_paper_explains_names_that_programs_do_not_import(tmp_path: Path) -> None:
    for chapter, names in {"0": "<code>mg</code> is", "8": "<code>F</code> is"}.items():
        main(["exam", str(tmp_path / "exam.html"), "--chapters", chapter])
        page = (tmp_path / "exam.html").read_text(encoding="utf-8")
        assert names in page
        assert "<code>np</code>" not in page


@pytest.mark.parametrize("paper", ["exam", "sheet"])
def test_an_unknown_chapter_is_refused_by_name(
    paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([paper, str(tmp_path / "paper.html"), "--chapters", "1b", "77"]) == 1
    assert "chapter 77. Choose from 0 1 1b 2" in capsys.readouterr().out
    assert not list(tmp_path.iterdir())


def _names(code: str) -> set[str]:
    """Return functions that the program calls, its keyword arguments, and its attributes."""
    nodes = list(ast.walk(ast.parse(code)))
    called = {n.func.id for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    behind = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return (
        called - own | behind | {node.arg or "" for node in nodes if isinstance(node, ast.keyword)}
    )


CHAPTERS = sorted(path.stem for path in NOTEBOOKS.glob("[0-9]*.ipynb"))


@functools.cache
def _taught(chapter: str) -> set[str]:
    """Return the names in code up to the end of a chapter."""
    cells: list[Any] = [
        cell
        for path in CHAPTERS[: _place(chapter) + 1]
        for cell in json.loads((NOTEBOOKS / f"{path}.ipynb").read_text(encoding="utf-8"))["cells"]
        if cell["cell_type"] == "code"
    ]
    code = "\n".join("".join(cell["source"]) for cell in cells)
    return set(re.findall(r"\w+", re.sub("#.*", "", code)))


def _later(construct: str, chapter: str) -> bool:
    """Return whether a chapter after this one teaches the construct, or none does."""
    return construct not in TAUGHT or CHAPTERS.index(TAUGHT[construct][0]) > _place(chapter)


def _place(chapter: str) -> int:
    return [chapter_id(path) for path in CHAPTERS].index(chapter)


@each_question
def test_no_two_beliefs_of_a_question_share_their_words(place: int) -> None:
    question = QUESTIONS[place]
    because = [question.because] if isinstance(question.because, str) else question.because.values()
    words = [" ".join(re.findall(r"\w+", text.lower())) for text in question.wrong.values()]
    assert len(set(words)) == len(words)
    assert set(words).isdisjoint(" ".join(re.findall(r"\w+", b.lower())) for b in because)
