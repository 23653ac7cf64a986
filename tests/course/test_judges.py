"""Tests that each condition in a judge matters: without it, some answer gets another reply."""

import pytest

from minigrad.course.chapters import folder
from minigrad.course.checking import limit
from minigrad.course.checking.verdict import NOT_YET, Verdict
from tests.course.cells import number, parametrize_chapters, verdict_on
from tests.course.switches import installed
from tests.course.test_answers import CHAPTERS, ENDLESS, cases

Case = tuple[str, str]  # an exercise's name, and an answer


@pytest.mark.slow
@parametrize_chapters(CHAPTERS)
def test_without_any_condition_of_a_judge_an_answer_gets_another_reply(
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
        idle = []
        for place, source in enumerate(switches.places):
            switches.off = place
            if all(reply(*case) == replies[case] for case in deciding.get(place, [])):
                idle.append(source)
    if idle:
        answers = f"tests/course/{folder(number(chapter))}/answers.py"
        what = f"Add an answer that needs this condition to {answers}, or delete the condition."
        pytest.fail("\n".join([what, *idle]), pytrace=False)
