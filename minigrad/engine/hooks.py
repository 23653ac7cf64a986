"""Hooks: functions that are called with a gradient when it is known, and their storage."""

import itertools
import weakref
from collections import OrderedDict
from contextlib import AbstractContextManager
from typing import Any


class Meta:
    """Rarely used data about a tensor, stored on its node or on the leaf. Most tensors have none.

    `functions`: hooks to call when the gradient is known; `retained`: the tensor whose `.grad`
    keeps it; `version`: that of the memory; `detached`: whether `detach_()` cut the tensor off;
    `accumulated`, of a leaf: hooks to call when its `.grad` is complete; `around`, of a node: its
    operation without hooks, the hooks before it and those after it.
    """

    __slots__ = ("accumulated", "around", "detached", "functions", "retained", "version")

    def __init__(self) -> None:
        self.functions: OrderedDict = OrderedDict()
        self.accumulated: OrderedDict = OrderedDict()
        self.around: tuple | None = None
        self.retained: weakref.ref | None = None
        self.version: Any = None  # see `memory/versions.py`
        self.detached = False


awaited: list = []  # not empty once there is a hook for complete `.grad`s


def meta_of(node) -> Meta:
    """Return what a node knows of its result; what is entered there stays."""
    if node.meta is None:
        node.meta = Meta()
    return node.meta


class RemovableHandle(AbstractContextManager):
    """Removes a hook, with ``handle.remove()`` or at the end of a ``with`` block."""

    __module__ = "minigrad.utils.hooks"  # as PyTorch shows it
    _next_id = itertools.count().__next__

    def __init__(self, hooks: OrderedDict, hook, prepend: bool = False) -> None:
        self._hooks = hooks
        self.id = RemovableHandle._next_id()
        hooks[self.id] = hook
        if prepend:
            hooks.move_to_end(self.id, last=False)

    def remove(self) -> None:
        self._hooks.pop(self.id, None)

    def __exit__(self, *_: object) -> None:
        self.remove()
