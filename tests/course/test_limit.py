"""Tests that an answer that never finishes is stopped in any thread and leaves nothing running.

The tests use a fake clock, so the machine's speed doesn't matter.
"""

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from minigrad.course.checking import Chapter, Prediction, call, exercise, limit
from minigrad.course.checking.limit import TimeUp, within_limit
from minigrad.course.checking.verdict import NOT_YET, RIGHT, Verdict
from tests.course.cells import run

# If a `TimeUp` is raised inside one of Python's own callbacks, it's lost, and the next one stops
# the answer.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class FakeClock(limit.Clock):
    """A clock that only the test moves. Between two readings, only the other thread runs."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.looks = 0

    def computed(self) -> float:
        return self.seconds

    def wait(self, over: threading.Event) -> bool:
        self.looks += 1
        return over.wait(0.005)  # a flood of `TimeUp` would reach destructors

    def advance(self, seconds: float) -> None:
        self.seconds += seconds

    def advance_and_wait(self, seconds: float) -> None:
        """Move the clock and wait until the watching thread has read it."""
        self.advance(seconds)
        seen = self.looks
        while self.looks < seen + 2:
            time.sleep(0)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeClock]:
    monkeypatch.setattr(limit, "CLOCK", clock := FakeClock())
    before = {*threading.enumerate()}
    yield clock
    for watch in {*threading.enumerate()} - before:
        watch.join(60)
        assert not watch.is_alive(), "a thread is still running"


@exercise("ends", keep="All ends.", hints=["Go."])
def ends(function: Any) -> str | None:
    return None if call(function) == 1 else "No."


CHAPTER = Chapter(1, [ends], [])


def checked(source: str, **given: Any) -> Verdict:
    names: dict[str, Any] = {"__name__": "__main__", **given}
    run(source, names)
    return CHAPTER.check("ends", names["f"])


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n        pass",
        "x = 1\n    while x > 0:\n        x = x + 1 & 255 | 1",
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
def test_code_that_computes_forever_is_stopped_with_its_line(body: str, clock: FakeClock) -> None:
    verdict = checked(f"def f():\n    compute({limit.BUSY + 1})\n    {body}", compute=clock.advance)
    assert verdict.status == NOT_YET
    assert "still running after several seconds, so it was stopped" in verdict.says
    assert verdict.code in f"compute({limit.BUSY + 1})\n{body}"
    assert verdict.then.startswith("What would make your code end?")
    assert "slow or busy, run this cell again" in verdict.then


def test_code_that_waits_forever_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "LOOKS", 5)
    verdict = checked("import time\ndef f():\n    while True:\n        time.sleep(0.001)")
    assert verdict.status == NOT_YET
    assert "was stopped in line 4" in verdict.says


def test_a_correct_answer_that_uses_all_of_its_time_is_accepted(clock: FakeClock) -> None:
    source = "def f():\n    compute({})\n    return 1"
    in_time = checked(source.format(limit.BUSY - 0.1), compute=clock.advance_and_wait)
    assert in_time.status == RIGHT
    stopped = checked(source.format(limit.BUSY + 0.1), compute=clock.advance_and_wait)
    assert stopped.status == NOT_YET


def test_the_real_clock_counts_cpu_time() -> None:
    clock, over = limit.Clock(), threading.Event()
    before = clock.computed()
    sum(range(200_000))
    assert before < clock.computed()
    over.set()
    assert clock.wait(over)


def test_an_answer_after_one_that_never_finished_is_judged_normally(clock: FakeClock) -> None:
    endless = f"def f():\n    compute({limit.BUSY + 1})\n    while True:\n        pass"
    for _ in range(3):
        assert checked(endless, compute=clock.advance).status == NOT_YET
        assert checked("def f():\n    return 1").status == RIGHT
        sum(range(10_000))  # no more errors arrive


def test_an_answer_outside_the_main_thread_is_also_stopped(clock: FakeClock) -> None:
    said: list[Verdict] = []
    endless = f"def f():\n    compute({limit.BUSY + 1})\n    while True:\n        pass"
    for source in (endless, "def f():\n    return 1"):
        thread = threading.Thread(
            target=lambda source=source: said.append(checked(source, compute=clock.advance))
        )
        thread.start()
        thread.join()
    assert [verdict.status for verdict in said] == [NOT_YET, RIGHT]


def test_without_threads_an_answer_has_no_time_limit() -> None:
    """In a browser, threads can't be started, and `ctypes` can't be imported."""
    program = """
import sys, threading
def refuse(thread):
    raise RuntimeError("can't start new thread")
threading.Thread.start = refuse
sys.modules["ctypes"] = None
from minigrad.course.checking.limit import within_limit
print(within_limit(lambda x: x + 1, 41))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "42\n", done.stderr


def test_a_timeout_just_as_an_answer_ends_does_not_affect_later_code(clock: FakeClock) -> None:
    for instructions in range(200):

        def nearly(instructions: int = instructions) -> int:
            clock.seconds += limit.BUSY + 1
            sum(range(instructions * 20))
            return 1

        with suppress(TimeUp):
            assert within_limit(nearly) == 1
        sum(range(1000))


def test_a_nested_answer_is_also_stopped(clock: FakeClock) -> None:
    @exercise("nested", keep="", hints=["Go."])
    def nested(function: Any) -> str | None:
        return None if call(function, lambda: call(lambda: 1)) == 1 else "No."

    names: dict[str, Any] = {"compute": clock.advance}
    run(f"def f(g):\n    compute({limit.BUSY + 1})\n    while True:\n        g()", names)
    assert "was stopped" in nested.verdict(names["f"]).says
    assert nested.verdict(lambda g: g()).status == RIGHT


class Endless:
    """A result that takes forever to compare or to print."""

    def __init__(self, compute: Callable[[float], None]) -> None:
        self.compute = compute

    def forever(self, *_operands: Any) -> Any:
        self.compute(limit.BUSY + 1)
        for _ in range(6000):  # without a limit, the test fails after half a minute
            time.sleep(0.005)
        return "It wasn't stopped."

    __eq__ = __repr__ = tolist = forever  # type: ignore[assignment]


JUDGES: dict[str, Callable[[Any], Any]] = {
    "compares it": lambda result: result == 1,
    "prints it": lambda result: f"{result}",
    "reads its numbers": lambda result: result.tolist(),
}


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
@pytest.mark.parametrize("passed", ["directly", "by a function"])
def test_a_judge_that_gets_an_endless_value_is_stopped(
    judge: Callable[[Any], Any], passed: str, clock: FakeClock
) -> None:
    endless = Endless(clock.advance)
    if passed == "directly":
        verdict = exercise("it", keep="", hints=["Go."])(judge).verdict(endless)
    else:
        judged = exercise("it", keep="", hints=["Go."])(lambda function: judge(call(function)))
        verdict = judged.verdict(lambda: endless)
    assert verdict.status == NOT_YET
    assert "still running after several seconds, so it was stopped" in verdict.says


def test_an_endless_guess_gets_a_reply(clock: FakeClock) -> None:
    verdict = Prediction("it", "It is 3.", [(9, "No.")]).reveal(Endless(clock.advance), 3)
    assert verdict.says == "This kind of guess can't be compared. It is 3."
    assert verdict.beside["your guess"] == "(an Endless)"


def test_each_answer_that_a_judge_calls_has_all_of_its_time(clock: FakeClock) -> None:
    @exercise("many", keep="", hints=["Go."])
    def many(function: Any) -> str | None:
        return None if [call(function) for _ in range(3)] == [1, 1, 1] else "No."

    names: dict[str, Any] = {"compute": clock.advance_and_wait}
    run(f"def f():\n    compute({limit.BUSY - 0.1})\n    return 1", names)
    assert many.verdict(names["f"]).status == RIGHT


def test_a_check_inside_an_endless_answer_does_not_extend_its_time(clock: FakeClock) -> None:
    def inner() -> None:
        CHAPTER.check("ends", lambda: Endless(clock.advance).forever())

    with pytest.raises(TimeUp):
        within_limit(inner)


def test_a_debugger_works_after_a_check() -> None:
    """Withdrawing an error makes Python 3.11 wait, so a traced call would never return."""
    program = """
import sys
from minigrad.course.checking.limit import within_limit

within_limit(lambda: None)
sys.settrace(lambda *_: None)
(lambda: None)()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=100)
