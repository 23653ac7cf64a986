"""Modes: whether operations are recorded at the moment.

One flag for each thread. Everything here sets it, and puts it back.
"""

import threading
from collections.abc import Callable
from typing import Self, TypeVar, overload

from .scopes import decorated

F = TypeVar("F", bound=Callable)


class _Recording(threading.local):
    enabled: bool | None = True  # None in inference mode, inside which nothing else holds


recording = _Recording()


def is_grad_enabled() -> bool:
    """Whether operations on tensors that require grad are recorded now."""
    return bool(recording.enabled)


class GradMode:
    """A context manager, and a decorator for functions and generators, that sets the flag."""

    def __init__(self, enabled: bool | None) -> None:
        self._enabled = enabled
        self._previous: list[bool | None] = []  # a stack, so that one object may be entered twice

    def __enter__(self) -> None:
        self._previous.append(recording.enabled)
        self._set()

    def _set(self) -> None:
        recording.enabled = self._enabled if recording.enabled is not None else None

    def __exit__(self, *_: object) -> None:
        recording.enabled = self._previous.pop()

    def __call__(self, function: F) -> F:
        return decorated(function, lambda: GradMode(self._enabled))


class no_grad(GradMode):
    """Inside, nothing is recorded: results have ``requires_grad=False``.

    A context manager and a decorator, for functions and generators. It may be nested, and the
    mode before it returns at its end, after an exception too. It holds in this thread alone.

    >>> import minigrad as mg
    >>> x = mg.ones(2, requires_grad=True)
    >>> with mg.no_grad():
    ...     (x * 2).requires_grad
    False
    """

    _enabled_inside = False

    @overload
    def __new__(cls) -> Self: ...
    @overload
    def __new__(cls, function: F) -> F: ...  # type: ignore[misc]
    def __new__(cls, function=None):
        return super().__new__(cls) if function is None else cls()(function)

    def __init__(self, function=None) -> None:
        super().__init__(self._enabled_inside)


class enable_grad(no_grad):
    """Inside, operations are recorded, also within ``no_grad``."""

    _enabled_inside = True


class set_grad_enabled(GradMode):
    """Switch recording on or off at once; as a context manager, until the block ends."""

    def __init__(self, mode: bool) -> None:
        super().__init__(bool(mode))
        super().__enter__()

    def __repr__(self) -> str:
        return f"minigrad.autograd.grad_mode.set_grad_enabled(mode={self._enabled})"

    def __enter__(self) -> None:
        self._set()  # what was before is known already

    def __call__(self, function: F) -> F:
        # A decorator changes nothing until the function is called.
        recording.enabled = self._previous.pop()
        return super().__call__(function)
