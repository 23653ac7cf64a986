"""Modes: whether operations are recorded at the moment.

One flag for each thread. Everything here sets it, and puts it back.
"""

import functools
import inspect
import threading


class _Recording(threading.local):
    enabled: bool | None = True


recording = _Recording()


def is_grad_enabled() -> bool:
    """Whether operations on tensors that require grad are recorded now."""
    return bool(recording.enabled)


class _GradMode:
    """A context manager, and a decorator for functions and generators, that sets the flag."""

    def __init__(self, enabled: bool | None) -> None:
        self._enabled = enabled
        self._previous: list[bool | None] = []  # a stack, so that one object may be entered twice

    def __enter__(self) -> None:
        self._previous.append(recording.enabled)
        # Inside inference_mode, for which `enabled` is None, nothing else holds.
        recording.enabled = self._enabled if recording.enabled is not None else None

    def __exit__(self, *_: object) -> None:
        recording.enabled = self._previous.pop()

    def __call__(self, function):
        if inspect.isgeneratorfunction(function):
            return self._decorate_generator(function)

        @functools.wraps(function)
        def decorated(*args, **kwargs):
            with _GradMode(self._enabled):
                return function(*args, **kwargs)

        return decorated

    def _decorate_generator(self, function):
        # The mode holds while the generator runs, and not in the loop that consumes it.
        @functools.wraps(function)
        def decorated(*args, **kwargs):
            generator = function(*args, **kwargs)
            resume, value = generator.send, None
            while True:
                try:
                    with _GradMode(self._enabled):
                        item = resume(value)
                except StopIteration as stop:
                    return stop.value
                try:
                    resume, value = generator.send, (yield item)
                except BaseException as error:  # GeneratorExit, too: a close() from outside
                    resume, value = generator.throw, error

        return decorated


class no_grad(_GradMode):
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

    def __new__(cls, function=None):
        return super().__new__(cls) if function is None else cls()(function)

    def __init__(self, function=None) -> None:
        super().__init__(self._enabled_inside)


class enable_grad(no_grad):
    """Inside, operations are recorded, also within ``no_grad``."""

    _enabled_inside = True


class set_grad_enabled(_GradMode):
    """Switch recording on or off at once; as a context manager, until the block ends."""

    def __init__(self, mode: bool) -> None:
        super().__init__(bool(mode))
        super().__enter__()

    def __repr__(self) -> str:
        return f"minigrad.autograd.grad_mode.set_grad_enabled(mode={self._enabled})"

    def __enter__(self) -> None:
        recording.enabled = self._enabled if recording.enabled is not None else None

    def __call__(self, function):
        # A decorator changes nothing until the function is called.
        recording.enabled = self._previous.pop()
        return super().__call__(function)
