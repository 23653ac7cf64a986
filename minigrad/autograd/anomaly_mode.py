"""Anomaly mode: a backward pass stops at the first NaN, and shows which operation led to it.

On, it costs time: each node remembers where it was made, each gradient is looked at. Off, it costs
nothing: what is watched is exchanged when it is switched on.
"""

import sys
import traceback
from collections import OrderedDict
from contextlib import contextmanager
from copy import copy

import numpy as np

from ..engine import graph
from ..engine.graph import Node, Op, dressed
from ..engine.tensor import Tensor
from ..face.arguments import function
from ..says.errors import refuse_if, warn

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


def _switch(enabled: bool, check_nan: bool) -> None:
    mode.enabled, mode.check_nan = enabled, check_nan
    graph.tick = _remembering_tick if enabled else _tick
    if not enabled:
        _made_at.clear()


_set = function("set_anomaly_enabled", _switch)


@contextmanager
def watching(roots):
    """While the block runs, the rules of all nodes behind `roots` look at what they return."""
    nodes = list(dict.fromkeys(_behind([edge for edge, _ in roots])))
    before = [node.op for node in nodes]
    for node in nodes:
        node.op = _watched(node)
    try:
        yield
    except RuntimeError as reason:
        if (changed := getattr(reason, "node", None)) in nodes:
            _warn(changed)
        raise
    finally:
        for node, op in zip(nodes, before, strict=True):
            node.op = op


def _behind(edges: list):
    stack, seen = list(edges), set()
    while stack:
        node = stack.pop()
        if isinstance(node, Node) and node not in seen:
            seen.add(node)
            dressed(node).next_functions  # which completes the node, if it has parts to show  # noqa: B018
            stack += node.edges
            yield node


def _watched(node: Node) -> Op:
    """The node's operation, with rules that raise when they return NaN."""
    op = node.op

    def watch(rule, place=None):
        def watched(g, *saved):
            try:
                found = rule(g, *saved)
                for i, d in enumerate(found) if place is None else [(place, found)]:
                    value = d._value if isinstance(d, Tensor) else d
                    is_number = mode.check_nan and isinstance(value, np.ndarray | np.generic)
                    refuse_if(is_number and np.isnan(value).any(), "nan_gradient", node, i)
            except Exception:
                _warn(node)
                raise
            return found

        return watched

    anew = copy(op)
    anew.rules = tuple(watch(rule, i) for i, rule in enumerate(op.rules))
    anew.joint = op.joint and watch(op.joint)
    return anew


def _warn(node) -> None:
    stack = _made_at.get(node._order)
    if stack is None:
        warn("anomaly_of_unknown_origin", node)
    else:
        warn("anomaly_made_here", node, "".join(traceback.format_list(stack[::-1])))
