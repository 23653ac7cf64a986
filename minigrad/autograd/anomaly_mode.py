"""Anomaly mode, which stops a backward pass at the first NaN and shows where the NaN arose.

In this mode, every node's call stack is recorded and every gradient is checked, which takes time.
The engine calls what is in `on_record` for each node, and in `on_pass` for each pass; turning the
mode on adds a function to each.
"""

from __future__ import annotations

import sys
import traceback
from collections import OrderedDict
from types import FrameType

import numpy as np

from ..api.entry import public
from ..engine.extras import Watcher, on_pass
from ..engine.graph import Node, on_record
from ..engine.tensor import Tensor
from ..messages.errors import error, warn

_KEPT = 100_000  # call stacks are kept for this many nodes, the newest ones


class mode:
    """The settings of anomaly mode: whether it's on, and whether it checks for NaN."""

    enabled = False
    check_nan = True


_made_at: OrderedDict = OrderedDict()  # the call stack that created a node, by the node's order


def _remember(node: Node) -> None:
    frames = traceback.walk_stack(_callers_frame(sys._getframe(1)))
    _made_at[node.order] = traceback.StackSummary.extract(frames, lookup_lines=False)
    if len(_made_at) > _KEPT:
        _made_at.popitem(last=False)


def _callers_frame(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame outside this package, so that the stack ends in your own code."""
    while frame is not None and str(frame.f_globals.get("__name__")).startswith("minigrad."):
        frame = frame.f_back
    return frame


class set_detect_anomaly:
    """Turn anomaly mode on or off. In a ``with`` statement, restore the old mode at the end."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._wanted = mode, check_nan
        self.__enter__()

    def __enter__(self) -> None:
        self._previous = getattr(self, "_previous", (mode.enabled, mode.check_nan))
        try:
            _set(*self._wanted)
        except BaseException:  # after Ctrl-C here, `__exit__` won't run
            _set(*self._previous)
            raise

    def __exit__(self, *_: object) -> None:
        try:
            _set(*self._previous)
        finally:  # again, in case Ctrl-C came halfway through
            _set(*self._previous)


class detect_anomaly(set_detect_anomaly):
    """Turn anomaly mode on for a ``with`` block."""

    def __init__(self, check_nan: bool = True) -> None:
        warn("anomaly_enabled")
        self._wanted = True, check_nan


def is_anomaly_enabled() -> bool:
    """Return whether anomaly mode is on."""
    return mode.enabled


@public(name="set_anomaly_enabled", method=False)
def _set(enabled: bool, check_nan: bool = True) -> None:
    mode.enabled, mode.check_nan = enabled, check_nan
    for points, mine in ((on_record, _remember), (on_pass, _NaNs)):
        if enabled != (mine in points):
            (points.append if enabled else points.remove)(mine)
    if not enabled:
        _made_at.clear()


class _NaNs(Watcher):
    """A watcher that stops the pass at the first gradient that contains NaN."""

    node: Node | None = None  # the node that is running

    def on_node(self, node: Node, g) -> None:
        self.node = node

    def on_gradient(self, node: Node, i: int, d) -> None:
        value = d._value if isinstance(d, Tensor) else d
        is_number = mode.check_nan and isinstance(value, np.ndarray | np.generic)
        if is_number and np.isnan(value).any():
            raise error("nan_gradient", node, i)

    def on_leaves(self, gradients: dict) -> None:
        self.node = None

    def on_error(self) -> None:
        if self.node is not None:
            _warn(self.node)


def _warn(node) -> None:
    stack = _made_at.get(node.order)
    if stack is None:
        warn("anomaly_of_unknown_origin", node)
    else:
        warn("anomaly_made_here", node, "".join(traceback.format_list(stack[::-1])))
