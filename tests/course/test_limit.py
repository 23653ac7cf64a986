"""An answer that never ends is stopped with a word, in any thread, and nothing runs on."""

import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from minigrad.course.checking import Chapter, call, exercise, limit
from minigrad.course.checking.limit import TimeUp, within_limit
from minigrad.course.checking.verdict import NOT_YET, RIGHT, Verdict
from tests.course.cells import run


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(limit, "BUSY", 0.05)
    monkeypatch.setattr(limit, "ANYWAY", 1.0)
    monkeypatch.setattr(limit, "AGAIN", 0.02)
    monkeypatch.setattr(limit, "LOOK", 0.01)
    before = threading.active_count()
    yield
    for _ in range(50):
        if threading.active_count() == before:
            return
        time.sleep(0.02)
    raise AssertionError("a thread is left running")


@exercise("ends", keep="All ends.", hints=["Go."])
def ends(function: Any) -> str | None:
    return None if call(function) == 1 else "No."


CHAPTER = Chapter(1, [ends], [])


def checked(source: str) -> Verdict:
    names: dict[str, Any] = {"__name__": "__main__"}
    run(source, names)
    return CHAPTER.check("ends", names["f"])


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n        pass",
        "x = 1\n    while x > 0:\n        x = x + 1",
        "import time\n    while True:\n        time.sleep(0.05)",
        (
            "while True:\n        try:\n            sum(range(9))\n        except Exception:\n"
            "            pass"
        ),
        (
            "while True:\n        try:\n            sum(range(9))\n        except BaseException:\n"
            "            pass"
        ),
        "return sum(1 for _ in iter(int, 1))",
    ],
)
def test_code_that_never_ends_is_stopped_with_a_word_and_its_line(body: str) -> None:
    verdict = checked(f"def f():\n    {body}")
    assert verdict.status == NOT_YET
    assert "still running after some seconds, and was stopped in line " in verdict.says
    assert verdict.code
    assert verdict.code in body
    assert verdict.then == "What would make it end?"


def test_after_it_the_next_answer_is_judged_as_ever() -> None:
    for _ in range(3):
        assert checked("def f():\n    while True:\n        pass").status == NOT_YET
        assert checked("def f():\n    return 1").status == RIGHT
    time.sleep(0.1)  # nothing more arrives


def test_it_works_in_another_thread_than_the_first() -> None:
    said: list[Verdict] = []
    endless, right = "def f():\n    while True:\n        pass", "def f():\n    return 1"
    for source in (endless, right):
        thread = threading.Thread(target=lambda source=source: said.append(checked(source)))
        thread.start()
        thread.join(10)
    assert [verdict.status for verdict in said] == [NOT_YET, RIGHT]


def test_where_there_are_no_threads_the_answer_is_judged_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert checked("def f():\n    return 1").status == RIGHT


def test_time_that_is_up_just_as_it_ends_reaches_nobody_later() -> None:
    for wait in range(40):
        end = time.process_time() + 0.04 + wait / 2000

        def nearly(end: float = end) -> int:
            while time.process_time() < end:
                pass
            return 1

        with suppress(TimeUp):
            assert within_limit(nearly) == 1
        sum(range(1000))


def test_an_answer_within_an_answer_is_stopped_too() -> None:
    @exercise("nested", keep="", hints=["Go."])
    def nested(function: Any) -> str | None:
        return None if call(function, lambda: call(lambda: 1)) == 1 else "No."

    names: dict[str, Any] = {}
    run("def f(g):\n    while True:\n        g()", names)
    assert "was stopped" in nested.verdict(names["f"]).says
    assert nested.verdict(lambda g: g()).status == RIGHT
