"""The recording modes: on, off, and inference mode.

Each thread has its own mode, which the context managers here set and later restore.
"""

import enum
import threading
from collections.abc import Callable
from typing import Self, TypeVar, overload

from .scopes import decorated

F = TypeVar("F", bound=Callable)


class Mode(enum.Enum):
    """Whether and how operations on tensors that require grad are recorded."""

    GRAD = "it is recorded"
    NO_GRAD = "it isn't recorded"
    INFERENCE = "it isn't recorded, and no graph may save its result"


GRAD, NO_GRAD, INFERENCE = Mode  # globals, because looking up a member of an Enum takes longer


class _Recording(threading.local):
    mode = GRAD


recording = _Recording()


def is_grad_enabled() -> bool:
    """Return whether operations on tensors that require grad are being recorded."""
    return recording.mode is GRAD


class GradMode:
    """A context manager that sets the mode. It can also decorate functions and generators.

    Ctrl-C can interrupt before any statement. That's why `__enter__` sets the mode in its last
    statement (if it's interrupted, `__exit__` doesn't run), and `__exit__` restores it in its
    first.
    """

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self._previous: list[Mode] = []  # a stack, so that one object can be entered twice

    def __enter__(self) -> None:
        self._previous.append(recording.mode)
        recording.mode = INFERENCE if recording.mode is INFERENCE else self._mode

    def __exit__(self, *_: object) -> None:
        recording.mode = self._previous[-1]
        self._previous.pop()

    def __call__(self, function: F) -> F:
        return decorated(function, lambda: GradMode(self._mode))


class no_grad(GradMode):
    """Turn off recording in a block, so that its results have ``requires_grad=False``.

    Use it as a context manager, or as a decorator of functions and generators. You can nest it, and
    the previous mode is restored at the end, even after an exception. Other threads aren't
    affected.

    >>> import minigrad as mg
    >>> x = mg.ones(2, requires_grad=True)
    >>> with mg.no_grad():
    ...     (x * 2).requires_grad
    False
    """

    _inside = NO_GRAD

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, function: F) -> F: ...  # type: ignore[misc]
    def __new__(cls, function=None):
        return super().__new__(cls) if function is None else cls()(function)

    def __init__(self, function=None) -> None:
        super().__init__(self._inside)


class enable_grad(no_grad):
    """Turn on recording in a block, even inside ``no_grad``."""

    _inside = GRAD


class set_grad_enabled(GradMode):
    """Turn recording on or off. In a ``with`` statement, restore the previous mode at the end."""

    def __init__(self, mode: bool) -> None:
        super().__init__(GRAD if mode else NO_GRAD)
        super().__enter__()

    def __repr__(self) -> str:
        return f"minigrad.autograd.grad_mode.set_grad_enabled(mode={self._mode is GRAD})"

    def __enter__(self) -> None:
        """Set the mode again. `__init__` has already saved the previous mode."""
        recording.mode = INFERENCE if recording.mode is INFERENCE else self._mode

    def __call__(self, function: F) -> F:
        # A decorator changes nothing until the function is called.
        recording.mode = self._previous.pop()
        return super().__call__(function)
