"""A pytest plugin that runs, for each mutant, the tests that call the changed functions.

First, the tests are collected and run once on the original code, to record which functions each
test calls and which nodes it creates. (A mutant that renames a node runs the tests that create a
node with that name.) Then each mutant runs in its own process, forked from this one, until a test
fails.
"""

import gc
import json
import os
import re
import signal
import sys
import time
import types
from collections.abc import Sequence
from pathlib import Path

import pytest

from minigrad.engine.graph import Op, make_node

from .living import Place, caches, changes, living, place
from .mutations import Mutant

SECONDS = 30  # a mutant that computes for longer than this counts as nonterminating
WAITING = 600  # so does a mutant that waits for longer than this


class Hunt:
    def __init__(self, mutants: Sequence[Mutant], jobs: int, report) -> None:
        self.mutants, self.jobs, self.report = mutants, jobs, report
        self.ops: list[Op] = []
        self.failed: str | None = None
        self.durations: dict[str, float] = {}
        self.calls: dict[Place, list[pytest.Item]] = {}
        self.makes: dict[str, list[pytest.Item]] = {}
        self.originals: dict[Path, types.CodeType] = {}
        self.caches: list = []

    def pytest_runtest_logreport(self, report) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid

    def pytest_runtestloop(self, session) -> bool:
        start = time.monotonic()
        self.caches = caches()
        for item in session.items:
            self.learn(item)
        print(f"{len(session.items)} tests pass unchanged ({time.monotonic() - start:.0f} s)")
        alive = living()
        self.ops = [thing for thing in gc.get_objects() if isinstance(thing, Op)]
        gc.freeze()  # so that garbage collection in a child doesn't copy shared memory
        running: dict[int, tuple[Mutant, int]] = {}
        for mutant in self.mutants:
            if len(running) == self.jobs:
                self.harvest(running)
            self.start(mutant, alive, running)
        while running:
            self.harvest(running)
        return True

    def learn(self, item: pytest.Item) -> None:
        """Run one test on the original code; record the functions it calls and its duration."""
        seen: set[types.CodeType] = set()
        made: set[str] = set()
        clear_caches(self.caches)

        def note(frame, _event, _argument) -> None:  # for each call, but not for lines
            seen.add(frame.f_code)
            if frame.f_code is make_node.__code__:
                made.add(frame.f_locals["op"].name)

        start = time.perf_counter()
        sys.settrace(note)
        try:
            run(item)
        finally:
            sys.settrace(None)
        if self.failed:
            print(f"{self.failed} fails on the unchanged code", flush=True)
            pytest.exit("nothing to learn from", 2)
        self.durations[item.nodeid] = time.perf_counter() - start
        for at in {place(code) for code in seen if "minigrad" in code.co_filename}:
            self.calls.setdefault(at, []).append(item)
        for name in made:
            self.makes.setdefault(name, []).append(item)

    def start(self, mutant: Mutant, alive, running) -> None:
        if mutant.kind == "name":
            # A call that defines several nodes receives the common prefix of their names.
            ops = [op for op in self.ops if re.fullmatch(rf"{mutant.was}(Backward\d)?", op.name)]
            trying = [item for op in ops for item in self.makes.get(op.name, ())]
            swaps: list[tuple] = [(op, "name", f"{op.name}0") for op in ops]
            swaps += [(op, "node_class", None) for op in ops]  # resets the cached class
        else:
            changed = [(at, new) for at, new in changes(mutant, self.originals) if at in alive]
            trying = [item for at, _ in changed for item in self.calls.get(at, ())]
            swaps = [(f, "__code__", new) for at, new in changed for f in alive[at]]
        assert swaps, f"{mutant}: no existing function has that code"
        tests = {item.nodeid: item for item in trying}
        ordered = sorted(tests.values(), key=lambda item: self.durations[item.nodeid])
        reading, writing = os.pipe()
        child = os.fork()
        if child:
            os.close(writing)
            running[child] = mutant, reading
            return
        try:
            for thing, attribute, new in swaps:
                setattr(thing, attribute, new)
            clear_caches(self.caches)
            answer = self.catching_test(ordered)
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"[:200]
        os.write(writing, json.dumps([answer, len(ordered)]).encode())
        os._exit(0)

    def catching_test(self, tests: Sequence[pytest.Item]) -> str | None:
        """Return the test that catches the change in this process, if there is one."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # kills the process, whatever it's computing
        signal.alarm(WAITING)
        for item in tests:
            run(item)
            if self.failed:
                return self.failed
        return None

    def harvest(self, running) -> None:
        child, status = os.wait()
        mutant, reading = running.pop(child)
        with os.fdopen(reading, "rb") as pipe:
            answer = pipe.read()
        caught, tests = json.loads(answer) if answer else (ended(status), 0)
        self.report(mutant, caught, tests)


def clear_caches(caches: list) -> None:
    """Clear the caches, because otherwise the mutant of a cached function would never be called."""
    for cache in caches:
        cache.cache_clear()


def run(item: pytest.Item) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def ended(status: int) -> str:
    number = os.WTERMSIG(status)
    ends_late = number in (signal.SIGPROF, signal.SIGALRM)
    return f"doesn't finish within {SECONDS} s" if ends_late else f"signal {number}"
