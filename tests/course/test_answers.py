"""Tests of every check with a stub, a solution, other correct answers, and common mistakes."""

import functools
from collections.abc import Iterator

import pytest

from minigrad.course.chapters import folder, load
from minigrad.course.checking import limit
from minigrad.course.checking.verdict import NOT_TRIED, NOT_YET, RIGHT, Verdict
from minigrad.teaching.editions.reading import Exercise
from tests.course.answers import Table, answers_of
from tests.course.cells import chapters, number, parametrize_chapters, verdict_on

CHAPTERS = chapters()
ENDLESS = ("Your loop never ends", "`keepdims=True` keeps", "nothing in it makes `g.ndim` smaller")


def cases(chapter: str, exercise: Exercise) -> Iterator[tuple[str, str, str]]:
    """Return answers, each with the expected status and part of the expected reply."""
    table = answers_of(number(chapter))[exercise.name]
    yield from ((a, NOT_TRIED, "") for a in (exercise.stub.source, *table.tried))
    yield from ((a, RIGHT, "") for a in (exercise.solution, *table.right))
    yield from ((a, NOT_YET, says) for a, says in table.wrong)


@functools.cache
def verdicts(chapter: str, name: str, answer: str) -> Verdict:
    exercise = next(e for e in CHAPTERS[chapter] if e.name == name)
    return verdict_on(chapter, exercise, answer)


def reply_text(verdict: Verdict) -> str:
    return f"{verdict.says}\n{verdict.code}\n{verdict.then}"


each_chapter = pytest.mark.parametrize("chapter", CHAPTERS)


@each_chapter
def test_exercises_and_answer_tables_match_one_to_one(chapter: str) -> None:
    names = [exercise.name for exercise in CHAPTERS[chapter]]
    file = f"minigrad/course/{folder(number(chapter))}/exercises.py"
    Table(f"{file}: EXERCISES", load(number(chapter)).exercises).require(names)
    answers_of(number(chapter)).require(names)
    for name, table in answers_of(number(chapter)).items():
        assert table.right, f"{name}: no second correct answer"
        assert table.wrong, f"{name}: no wrong answer"
        assert all(says for _, says in table.wrong), f"{name}: a wrong answer without its hint"


@pytest.mark.parametrize(
    ("chapter", "exercise"),
    [(chapter, exercise) for chapter in CHAPTERS for exercise in CHAPTERS[chapter]],
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_each_answer_gets_its_verdict_and_hint(
    chapter: str, exercise: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    otherwise = []
    for answer, status, says in cases(chapter, exercise):
        with monkeypatch.context() as patient:
            # Only answers that never end are stopped early. Others aren't, however slow the machine
            # is.
            endless = status == NOT_YET and any(words in says for words in ENDLESS)
            patient.setattr(limit, "BUSY", 0.5 if endless else 300)
            patient.setattr(limit, "LOOKS", 6000)
            verdict = verdicts(chapter, exercise.name, answer)
        text = reply_text(verdict)
        if verdict.status != status or says not in text:
            otherwise.append(f"{answer}\n--- {status} {says}\n--- {verdict.status} {text}")
    assert not otherwise, "\n\n".join(otherwise)


@each_chapter
def test_hints_come_one_at_a_time_and_the_last_points_to_the_solution(chapter: str) -> None:
    for exercise in load(number(chapter)).exercises.values():
        assert len(exercise.hints) >= 2, exercise.name
        said = [repr(exercise.hint(step)) for step in range(1, len(exercise.hints) + 2)]
        assert len(set(said)) == len(exercise.hints)
        assert said[-1] == said[-2]
        assert "solution" in said[-1]


def mistakes_with_the_same_reply(pairs: list[tuple[str, str]]) -> Iterator[str]:
    """Return mistakes that should get different replies but don't."""
    for i, (meant, text) in enumerate(pairs):
        for other, also in pairs[i + 1 :]:
            one_mistake = meant in other or other in meant
            if text == also and not one_mistake:
                yield f"{meant!r} and {other!r} get the same reply: {text.strip()[:100]}"


@parametrize_chapters(CHAPTERS)
def test_different_mistakes_get_different_replies(chapter: str) -> None:
    for exercise in CHAPTERS[chapter]:
        wrong = answers_of(number(chapter))[exercise.name].wrong
        pairs = [(says, reply_text(verdicts(chapter, exercise.name, a))) for a, says in wrong]
        assert not list(mistakes_with_the_same_reply(pairs)), exercise.name
