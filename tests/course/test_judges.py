"""Tests that each condition and limit of a judge matters: some answer's reply depends on it."""

from collections.abc import Callable
from typing import Any

import pytest

from minigrad.course.chapters import folder
from minigrad.course.checking import limit
from minigrad.course.checking.verdict import NOT_YET, RIGHT, Verdict
from tests.course.cells import number, parametrize_chapters, verdict_on
from tests.course.switches import installed
from tests.course.test_answers import CHAPTERS, ENDLESS, cases

Case = tuple[str, str]  # an exercise's name, and an answer


@pytest.mark.slow
@parametrize_chapters(CHAPTERS)
def test_without_any_condition_or_with_any_limit_moved_an_answer_gets_another_reply(
    chapter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limit, "LOOKS", 6000)
    with installed(number(chapter)) as switches:
        replies: dict[Case, Verdict | None] = {}
        endless: set[str] = set()
        deciding: dict[int, list[Case]] = {}
        exercises = {exercise.name: exercise for exercise in CHAPTERS[chapter]}

        def reply(name: str, answer: str) -> Verdict | None:
            monkeypatch.setattr(limit, "BUSY", 0.5 if answer in endless else 300)
            try:
                return verdict_on(chapter, exercises[name], answer)
            except Exception:  # the judge stumbles without a condition
                return None

        for name, exercise in exercises.items():
            for answer, status, says in cases(chapter, exercise):
                if status == NOT_YET and any(words in says for words in ENDLESS):
                    endless.add(answer)
                switches.deciding = set()
                replies[name, answer] = reply(name, answer)
                for place in switches.deciding:
                    deciding.setdefault(place, []).append((name, answer))

        def changes(place: int, part: Callable[[Verdict | None], Any]) -> bool:
            switches.off = place
            return any(
                part(reply(*case)) != part(replies[case]) for case in deciding.get(place, [])
            )

        idle = []
        for place, source in enumerate(switches.places):
            comparison = switches.limits.get(place)
            if place == comparison:
                decides = changes(place, is_right)  # others only choose between hints
            elif (comparison is None or decides) and not changes(place, lambda verdict: verdict):
                idle.append(source)
    if idle:
        answers = f"tests/course/{folder(number(chapter))}/answers.py"
        what = (
            f"Add an answer to {answers} that needs this condition, or that's just inside or just "
            "outside of this limit. Or delete the condition, or use the usual tolerance."
        )
        pytest.fail("\n".join([what, *idle]), pytrace=False)


def is_right(verdict: Verdict | None) -> bool:
    return verdict is not None and verdict.status == RIGHT
