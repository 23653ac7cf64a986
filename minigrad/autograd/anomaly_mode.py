"""Anomaly mode: a backward pass stops at the first NaN, and shows which operation led to it.

On, it costs time: each node remembers where it was made, each gradient is looked at. Off, it costs
nothing: what is watched is exchanged when it is switched on.
"""

from __future__ import annotations

import sys
import traceback
from collections import OrderedDict

import numpy as np

from ..api.entry import public
from ..engine import backward as engine
from ..engine import graph
from ..engine.graph import Node
from ..engine.tensor import Tensor
from ..messages.errors import error, warn

_KEPT = 100_000  # of the newest nodes, where they were made is remembered


class mode:
    """Whether anomalies are looked for, and whether a NaN is one."""

    enabled = False
    check_nan = True


_tick = graph.tick
_made_at: OrderedDict = OrderedDict()  # the stack that made a node, by the node's order


def _remembering_tick() -> int:
    order = _tick()
    frames = traceback.walk_stack(sys._getframe(2))
    _made_at[order] = traceback.StackSummary.extract(frames, lookup_lines=False)
    if len(_made_at) > _KEPT:
        _made_at.popitem(last=False)
    return order


class set_detect_anomaly:
    """Switch anomaly mode on or off at once; as a context manager, until the block ends."""

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self._wanted = mode, check_nan
        self.__enter__()

    def __enter__(self) -> None:
        self._previous = getattr(self, "_previous", (mode.enabled, mode.check_nan))
        _set(*self._wanted)

    def __exit__(self, *_: object) -> None:
        _set(*self._previous)


class detect_anomaly(set_detect_anomaly):
    """Anomaly mode for the length of a ``with`` block."""

    def __init__(self, check_nan: bool = True) -> None:
        warn("anomaly_enabled")
        self._wanted = True, check_nan


def is_anomaly_enabled() -> bool:
    """Whether anomaly mode is on."""
    return mode.enabled


@public(name="set_anomaly_enabled", method=False)
def _set(enabled: bool, check_nan: bool = True) -> None:
    mode.enabled, mode.check_nan = enabled, check_nan
    graph.tick = _remembering_tick if enabled else _tick
    if not enabled:
        _made_at.clear()


def run(roots, retain_graph, create_graph, by_array, wanted, through) -> tuple[dict, dict]:
    """A backward pass that looks at what each rule returns."""
    watcher = _NaNs()
    try:
        return engine.run(roots, retain_graph, create_graph, by_array, wanted, through, watcher)
    except Exception:
        if watcher.node is not None:
            _warn(watcher.node)
        raise


class _NaNs(engine.Watcher):
    """Stops the pass at the first gradient that is NaN."""

    node: Node | None = None  # whose turn it is

    def on_node(self, node: Node, g) -> None:
        self.node = node

    def on_gradient(self, node: Node, i: int, d) -> None:
        value = d._value if isinstance(d, Tensor) else d
        is_number = mode.check_nan and isinstance(value, np.ndarray | np.generic)
        if is_number and np.isnan(value).any():
            raise error("nan_gradient", node, i)

    def on_leaves(self, gradients: dict) -> None:
        self.node = None


def _warn(node) -> None:
    stack = _made_at.get(node.order)
    if stack is None:
        warn("anomaly_of_unknown_origin", node)
    else:
        warn("anomaly_made_here", node, "".join(traceback.format_list(stack[::-1])))
