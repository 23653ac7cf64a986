"""Hooks, which are called with a gradient as soon as it's known, and the storage for them."""

import itertools
import weakref
from collections import OrderedDict
from contextlib import AbstractContextManager
from typing import Any


class Meta:
    """Rarely needed data about a tensor, stored on its node or, for a leaf, on the tensor itself.

    `functions`: hooks to call when the gradient is known. `retaining`: a reference to the tensor,
    if it retains its gradient in `.grad`. `version`: the version of the tensor's memory.
    `detached`: whether `detach_()` removed the tensor from its graph.
    """

    __slots__ = ("detached", "functions", "retaining", "version")

    def __init__(self) -> None:
        self.functions: OrderedDict = OrderedDict()
        self.retaining: weakref.ref | None = None
        self.version: Any = None  # see `memory/versions.py`
        self.detached = False


def meta_of(node) -> Meta:
    """Return a node's Meta, after attaching a new one if there was none."""
    if node.meta is None:
        node.meta = Meta()
    return node.meta


class RemovableHandle(AbstractContextManager):
    """A handle that removes a hook, by ``handle.remove()`` or at the end of a ``with`` block."""

    __module__ = "minigrad.utils.hooks"  # the module that PyTorch shows
    _next_id = itertools.count().__next__

    def __init__(self, hooks: OrderedDict, hook) -> None:
        self._hooks = hooks
        self.id = RemovableHandle._next_id()
        hooks[self.id] = hook

    def remove(self) -> None:
        self._hooks.pop(self.id, None)

    def __exit__(self, *_: object) -> None:
        self.remove()
