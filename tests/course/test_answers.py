"""Every checker, given what learners answer: the stub, the solution, other right ways, mistakes."""

import functools
import importlib
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from minigrad.course.checking import limit
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT, Verdict
from minigrad.course.editions.reading import Exercise
from tests.course.answers import Answers
from tests.course.cells import chapters, each, judged, number

CHAPTERS = chapters()
FEWEST_WRONG = 4


def answers(chapter: str) -> dict[str, Answers]:
    module = f"tests.course.answers.chapter_{number(chapter)}"
    return importlib.import_module(module).ANSWERS


@dataclass(frozen=True)
class Case:
    chapter: str
    exercise: Exercise
    answer: str
    status: str
    says: str = ""


def cases(chapter: str) -> list[Case]:
    listed = []
    for exercise in CHAPTERS[chapter]:
        table = answers(chapter)[exercise.name]
        stub = exercise.stub.source
        listed += [Case(chapter, exercise, a, NOT_TRIED) for a in (stub, *table.tried)]
        listed += [Case(chapter, exercise, a, RIGHT) for a in (exercise.solution, *table.right)]
        listed += [Case(chapter, exercise, a, NOT_YET, says) for a, says in table.wrong]
    return listed


@functools.cache
def verdicts(chapter: str, name: str, answer: str) -> Verdict:
    exercise = next(e for e in CHAPTERS[chapter] if e.name == name)
    return judged(chapter, exercise, answer)


def told_by(verdict: Verdict) -> str:
    return f"{verdict.says}\n{verdict.code}\n{verdict.then}"


each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


@each_chapter
def test_every_exercise_has_a_table_of_answers_and_every_table_an_exercise(chapter: str) -> None:
    package = importlib.import_module(f"minigrad.course.chapter_{number(chapter)}")
    names = [exercise.name for exercise in CHAPTERS[chapter]]
    assert list(package.CHAPTER.exercises) == names
    assert list(answers(chapter)) == names
    for name, table in answers(chapter).items():
        assert table.right, f"{name}: no second right way"
        assert len(table.wrong) >= FEWEST_WRONG, f"{name}: only {len(table.wrong)} wrong answers"
        assert all(says for _, says in table.wrong), f"{name}: a wrong answer without its hint"


@pytest.mark.parametrize(
    "case",
    [case for chapter in CHAPTERS for case in cases(chapter)],
    ids=lambda case: f"{case.chapter.partition('_')[0]}-{case.exercise.name}-{case.status[:-1]}",
)
def test_an_answer_is_judged_as_it_is_meant_to_be(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case.status == NOT_YET and "while " in case.answer:  # how long it may: test_limit.py
        monkeypatch.setattr(limit, "BUSY", 0.5)
    verdict = verdicts(case.chapter, case.exercise.name, case.answer)
    text = told_by(verdict)
    assert (verdict.status, case.says in text) == (case.status, True), text


@each_chapter
def test_hints_come_one_after_the_other_and_end_at_the_solution(chapter: str) -> None:
    package = importlib.import_module(f"minigrad.course.chapter_{number(chapter)}")
    for exercise in package.CHAPTER.exercises.values():
        assert len(exercise.hints) >= 2, exercise.name
        said = [repr(exercise.hint(step)) for step in range(1, len(exercise.hints) + 2)]
        assert len(set(said)) == len(exercise.hints)
        assert said[-1] == said[-2]
        assert "solution" in said[-1]


def mixed_up(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Mistakes that are meant to be told apart, and are not."""
    for i, (meant, text) in enumerate(pairs):
        for other, also in pairs[i + 1 :]:
            one_mistake = meant in other or other in meant
            if text == also and not one_mistake:
                yield f"{meant!r} and {other!r} are answered alike: {text.strip()[:100]}"
    if len({meant for meant, _ in pairs}) < FEWEST_WRONG:
        yield f"fewer than {FEWEST_WRONG} mistakes are told apart"


@each(CHAPTERS)
def test_different_mistakes_get_different_answers(chapter: str) -> None:
    for exercise in CHAPTERS[chapter]:
        wrong = answers(chapter)[exercise.name].wrong
        pairs = [(says, told_by(verdicts(chapter, exercise.name, a))) for a, says in wrong]
        assert not list(mixed_up(pairs)), exercise.name


def test_mistakes_that_are_answered_alike_are_found() -> None:
    apart = [("a", "Says a."), ("b", "Says b."), ("c", "Says c."), ("d", "Says d.")]
    assert not list(mixed_up(apart))
    assert not list(mixed_up([*apart, ("a", "Says a.")]))  # one mistake in two spellings
    assert list(mixed_up([*apart, ("e", "Says a.")]))
    assert list(mixed_up([("a", "Says a."), ("a", "Says a also.")]))
