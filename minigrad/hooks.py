"""Hooks: functions that are called with a gradient when it is known."""

import itertools
import weakref


class Hooks:
    """What happens when a gradient is known: functions to call, a tensor to keep it in."""

    __slots__ = ("functions", "retained")

    def __init__(self) -> None:
        self.functions: dict = {}
        self.retained: weakref.ref | None = None


class RemovableHandle:
    """Takes a hook away again: ``handle.remove()``, or at the end of a ``with`` block."""

    _next_id = itertools.count().__next__

    def __init__(self, hooks: dict, hook) -> None:
        self._hooks = hooks
        self.id = RemovableHandle._next_id()
        hooks[self.id] = hook

    def remove(self) -> None:
        self._hooks.pop(self.id, None)

    def __enter__(self) -> "RemovableHandle":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()
