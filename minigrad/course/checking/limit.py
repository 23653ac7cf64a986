"""Stopping code that does not end: works in any thread, on any system, and leaves Ctrl-C alone."""

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

BUSY = 4.0  # seconds of computing, however slow the machine is
ANYWAY = 20.0  # seconds on the clock: code may also wait for ever
LOOK = 0.1  # seconds between two looks at the time
AGAIN = 0.1  # seconds until code that caught the first is stopped once more


class TimeUp(BaseException):
    """Raised inside the code that runs too long; no `except Exception` of it holds this back."""


def within_limit(function: Callable[..., Any], *arguments: Any) -> Any:
    """What the function gives, unless it is still running after some seconds: then `TimeUp`."""
    here = sys._getframe()
    if is_limited(here.f_back):
        return function(*arguments)
    watch = _Watch(threading.get_ident(), here)
    try:
        return function(*arguments)
    finally:
        watch.stop()


def is_limited(frame: FrameType | None) -> bool:
    """Whether a limit holds already for what runs there."""
    while frame is not None and frame.f_code is not within_limit.__code__:
        frame = frame.f_back
    return frame is not None


class _Watch:
    """A thread that waits, and raises `TimeUp` in the one that computes, until it is stopped."""

    def __init__(self, watched: int, frame: FrameType) -> None:
        self.watched, self.frame = watched, frame
        self.lock, self.over = threading.Lock(), threading.Event()
        self.thread = threading.Thread(target=self._wait, daemon=True)
        try:
            self.thread.start()
        except RuntimeError:  # where there are no threads (in a browser), nothing is stopped
            self.over.set()

    def _wait(self) -> None:
        busy, started = time.process_time(), time.monotonic()
        while not self.over.wait(LOOK):
            late = time.process_time() - busy > BUSY or time.monotonic() - started > ANYWAY
            if late:
                with self.lock:
                    if self.over.is_set() or not self._runs():
                        return
                    _raise_in(self.watched, TimeUp)
                self.over.wait(AGAIN)

    def _runs(self) -> bool:
        """Whether what is watched still runs: `stop` itself may have been hit by `TimeUp`."""
        frame = sys._current_frames().get(self.watched)
        while frame is not None and frame is not self.frame:
            frame = frame.f_back
        return frame is not None

    def stop(self) -> None:
        """From here on nothing is raised, not even what was under way."""
        while True:
            try:
                self.over.set()
                with self.lock:
                    _raise_in(self.watched, None)
                return
            except TimeUp:  # it arrived on these lines
                continue


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have Python raise it in that thread before its next instruction, or take it back."""
    raised = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
