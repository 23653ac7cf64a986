"""Interrupts at a given line. (With a timer, they'd depend on the speed of the machine.)"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import minigrad

PACKAGE = str(Path(minigrad.__file__).parent)


@contextmanager
def interrupted(at: int) -> Iterator[list[int]]:
    """Raise KeyboardInterrupt, as Ctrl-C does, before the `at`-th line that runs.

    It yields a list whose only element counts the lines. NumPy's error state is restored, because
    an interrupt between a `with np.errstate` block and its end would leave it changed for the next
    test.
    """
    count = [0]

    def note(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "call":
            return note if frame.f_code.co_filename.startswith(PACKAGE) else None
        if event == "line":
            count[0] += 1
            if count[0] == at:
                raise KeyboardInterrupt
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        with np.errstate():
            yield count
    finally:
        sys.settrace(before)
