"""A time limit for code that might never finish: an answer, or a judge that compares its result.

The limit works in any thread and on any system, and Ctrl-C still interrupts the code.
"""

import gc
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

# The slowest correct answer in the course takes a third of a second. An answer that needs longer
# than these limits never ends, even if the machine is slow and busy.
BUSY = 12.0  # seconds of CPU time, so the load from other programs doesn't count
LOOKS = 600  # consecutive checks, because code can also wait forever, using no CPU time
LOOK = 0.1  # seconds between checks


class Clock:
    """The clock that a watch reads. Tests replace `CLOCK` with a clock that they control."""

    def computed(self) -> float:
        """Return how many seconds of CPU time this process has used."""
        return time.process_time()

    def wait(self, over: threading.Event) -> bool:
        """Wait until it's time to check again; return whether the watch ended in the meantime."""
        return over.wait(LOOK)


CLOCK = Clock()
_FRAMES = threading.Lock()  # one thread at a time turns the garbage collector off and on


class TimeUp(BaseException):
    """Raised inside code that runs too long. `except Exception` doesn't catch it."""


def within_limit(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function and return its result; if it takes too long, raise `TimeUp` inside it."""
    here = sys._getframe()
    if is_limited(here.f_back):
        return function(*arguments)
    watch = _Watch(threading.get_ident(), here)
    try:
        return function(*arguments)
    finally:
        watch.stop()


def judge_within_limit(judge: Callable[..., Any], *arguments: Any) -> Any:
    """Call a judge as `within_limit` does. Each answer that it calls has a limit of its own."""
    here = sys._getframe()
    if is_limited(here.f_back):
        return judge(*arguments)
    watch = _Watch(threading.get_ident(), here, judges=True)
    try:
        return judge(*arguments)
    finally:
        watch.stop()


def is_limited(frame: FrameType | None) -> bool:
    """Return whether the code in this frame is part of an answer that has a time limit."""
    return _is_below(frame, lambda outer: outer.f_code is within_limit.__code__)


def _is_below(frame: FrameType | None, matches: Callable[[FrameType], bool]) -> bool:
    while frame is not None and not matches(frame):
        frame = frame.f_back
    return frame is not None


class _Watch:
    """A thread that watches the clock, and raises `TimeUp` in the thread that runs the code."""

    def __init__(self, watched: int, frame: FrameType, judges: bool = False) -> None:
        self.watched, self.frame, self.judges, self.clock = watched, frame, judges, CLOCK
        self.lock, self.over = threading.Lock(), threading.Event()
        self.raised = False
        self.thread: threading.Thread | None = threading.Thread(target=self._wait, daemon=True)
        try:
            self.thread.start()
        except RuntimeError:  # a browser has no threads, so nothing is stopped there
            self.thread = None

    def _wait(self) -> None:
        start, looks = self.clock.computed(), 0
        while not self.clock.wait(self.over):
            looks += 1
            if self.judges and is_limited(self._current()):
                start, looks = self.clock.computed(), 0
            # Once time is up, it stays up: code that caught the first `TimeUp` gets another.
            if looks > LOOKS or self.clock.computed() - start > BUSY:
                with self.lock:
                    if self.over.is_set() or not self._runs():
                        return
                    self.raised = True
                    _raise_in(self.watched, TimeUp)

    def _runs(self) -> bool:
        """Return whether the watched code is running. `TimeUp` may have interrupted `stop`."""
        return _is_below(self._current(), lambda outer: outer is self.frame)

    def _current(self) -> FrameType | None:
        # Python 3.11 holds a lock while it makes the frames. If the garbage collector ran then, and
        # the watched thread started another thread, each would wait for the other forever.
        with _FRAMES:
            collects = gc.isenabled()
            gc.disable()
            try:
                return sys._current_frames().get(self.watched)
            finally:
                if collects:
                    gc.enable()

    def stop(self) -> None:
        """Stop raising errors, and wait for any pending error to arrive."""
        if self.thread is None:
            return
        while True:
            try:
                self.over.set()
                with self.lock:
                    raised, self.raised = self.raised, False
                if raised:
                    # Python 3.11 keeps expecting an error that was withdrawn, which makes a
                    # debugger hang. So another error replaces it, and arrives in this loop.
                    _raise_in(self.watched, TimeUp)
                    while True:
                        pass
                return
            except TimeUp:
                continue


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Make Python raise an error in the given thread before its next instruction."""
    import ctypes  # may be missing on systems without threads

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
