"""A counting loop that shows how much time is left."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

PAUSE = 1.0  # seconds between two updates of the line


def waiting(steps: int) -> Iterator[int]:
    """Yield the numbers 0 to steps - 1. In a notebook, show the remaining time below the cell."""
    line, start, shown = _line(steps), monotonic(), 0.0
    for step in range(steps):
        yield step
        passed = monotonic() - start
        if line and passed - shown > PAUSE:
            line.update(_text(step + 1, steps, passed), raw=True)
            shown = passed
    if line:
        line.update(_named(steps), raw=True)


def _named(steps: int) -> dict[str, str]:
    """Return the text for the start and the end. Notebooks store it, so it contains no times."""
    return {"text/plain": f"{steps} steps"}


def _text(done: int, steps: int, passed: float) -> dict[str, str]:
    left = passed / done * (steps - done)
    return {"text/plain": f"{done} of {steps} steps, about {left:.0f} seconds to go"}


def _line(steps: int) -> Any:
    """Return a display that can be updated, or None outside of a notebook."""
    try:
        from IPython import get_ipython
        from IPython.display import display
    except ImportError:
        return None
    if getattr(get_ipython(), "kernel", None) is None:
        return None
    return display(_named(steps), raw=True, display_id=True)
