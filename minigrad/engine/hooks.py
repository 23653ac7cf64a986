"""Hooks: functions that are called with a gradient when it is known; and where they are kept."""

import itertools
import weakref
from contextlib import AbstractContextManager


class Result:
    """What a node, or a leaf, is told of its tensor; most are told nothing, and have none.

    Functions to call when the gradient is known, a tensor to keep it in; the version of the memory;
    whether `detach_()` cut the tensor off.
    """

    __slots__ = ("detached", "functions", "retained", "version")

    def __init__(self) -> None:
        self.functions: dict = {}
        self.retained: weakref.ref | None = None
        self.version, self.detached = [0], False


def told(owner) -> Result:
    """What a node, or a leaf, was told of its tensor, and where it is told more."""
    if owner._result is None:
        owner._result = Result()
    return owner._result


class RemovableHandle(AbstractContextManager):
    """Takes a hook away again: ``handle.remove()``, or at the end of a ``with`` block."""

    __module__ = "minigrad.utils.hooks"  # as PyTorch shows it
    _next_id = itertools.count().__next__

    def __init__(self, hooks: dict, hook, prepend: bool = False) -> None:
        self._hooks, self.id = hooks, RemovableHandle._next_id()
        hooks[self.id] = hook
        for earlier in list(hooks)[:-1] * prepend:
            hooks[earlier] = hooks.pop(earlier)

    def remove(self) -> None:
        self._hooks.pop(self.id, None)

    def __exit__(self, *_: object) -> None:
        self.remove()
