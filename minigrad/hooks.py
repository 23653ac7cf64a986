"""Hooks: functions that are called with a gradient when it is known."""

import weakref


class Hooks:
    """What happens when a gradient is known: functions to call, a tensor to keep it in."""

    __slots__ = ("functions", "retained")

    def __init__(self) -> None:
        self.functions: dict = {}
        self.retained: weakref.ref | None = None


class RemovableHandle:
    """Takes a hook away again: ``handle.remove()``, or at the end of a ``with`` block."""

    def __init__(self, hooks: dict, hook) -> None:
        self._hooks = hooks
        hooks[id(self)] = hook

    def remove(self) -> None:
        self._hooks.pop(id(self), None)

    def __enter__(self) -> "RemovableHandle":
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()
