"""A time limit for code that doesn't end, in any thread, on any system, leaving Ctrl-C alone."""

import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

# The slowest right answer of the series computes for a third of a second. An answer that isn't
# finished after these is endless, on a slow and busy machine as well.
BUSY = 12.0  # seconds of computing, which another program's load doesn't use up
LOOKS = 600  # looks in a row: code may also wait forever, and then nothing is computed
LOOK = 0.1  # seconds between two looks


class Clock:
    """The clock that a watch uses. A test sets `CLOCK` to one that it moves itself."""

    def computed(self) -> float:
        """Return how many seconds this process has computed."""
        return time.process_time()

    def wait(self, over: threading.Event) -> bool:
        """Wait until the next look, and return whether the watch is over."""
        return over.wait(LOOK)


CLOCK = Clock()


class TimeUp(BaseException):
    """Raised inside code that runs too long. `except Exception` doesn't catch it."""


def within_limit(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what the function returns; raise `TimeUp` in it if it doesn't end."""
    here = sys._getframe()
    if is_limited(here.f_back):
        return function(*arguments)
    watch = _Watch(threading.get_ident(), here)
    try:
        return function(*arguments)
    finally:
        watch.stop()


def is_limited(frame: FrameType | None) -> bool:
    """Return whether a limit already holds for the code that runs in this frame."""
    while frame is not None and frame.f_code is not within_limit.__code__:
        frame = frame.f_back
    return frame is not None


class _Watch:
    """A thread that looks at the clock, and raises `TimeUp` in the thread that computes."""

    def __init__(self, watched: int, frame: FrameType) -> None:
        self.watched, self.frame, self.clock = watched, frame, CLOCK
        self.lock, self.over = threading.Lock(), threading.Event()
        self.raised = False
        self.thread: threading.Thread | None = threading.Thread(target=self._wait, daemon=True)
        try:
            self.thread.start()
        except RuntimeError:  # a browser has no threads: there, nothing is stopped
            self.thread = None

    def _wait(self) -> None:
        start, looks = self.clock.computed(), 0
        while not self.clock.wait(self.over):
            looks += 1
            # Once it is late, it stays late: code that caught the first `TimeUp` gets another.
            if looks > LOOKS or self.clock.computed() - start > BUSY:
                with self.lock:
                    if self.over.is_set() or not self._runs():
                        return
                    self.raised = True
                    _raise_in(self.watched, TimeUp)

    def _runs(self) -> bool:
        """Return whether the watched code still runs; `TimeUp` may have hit `stop` itself."""
        frame = sys._current_frames().get(self.watched)
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None

    def stop(self) -> None:
        """Raise nothing from here on, and let what was under way arrive here."""
        if self.thread is None:
            return
        while True:
            try:
                self.over.set()
                with self.lock:
                    raised, self.raised = self.raised, False
                if raised:
                    # Python 3.11 stays alert for an error that is taken back, and a debugger then
                    # hangs. So another one takes its place, and arrives in this loop.
                    _raise_in(self.watched, TimeUp)
                    while True:
                        pass
                return
            except TimeUp:
                continue


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Make Python raise it in that thread before its next instruction."""
    import ctypes  # without threads, it may be missing as well

    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
