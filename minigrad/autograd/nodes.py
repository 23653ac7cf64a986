"""Direct access to nodes: methods that read saved values, call rules, and register hooks.

The engine itself doesn't need any of these methods.
"""

from collections import OrderedDict
from copy import copy
from typing import Any

from ..engine import checks
from ..engine.grad_fn import GradFn
from ..engine.graph import Node, Op, Pieces
from ..engine.hooks import RemovableHandle, meta_of
from ..engine.memory.views import tensor_of
from ..engine.rules import gradients, saved_tensors
from ..engine.tensor import Tensor
from ..messages.errors import error
from ..ops import joining
from .function import FunctionNode

_SEVERAL = {op.name for op in (joining.UNBIND, joining.SPLIT, joining.SPLIT_WITH_SIZES)}


def saved_value(self: Node, place: int):
    """Return the saved value at an index, either a tensor with its history or a constant."""
    if self.saved is None:
        raise error("graph_freed")
    checks.checked_saved(self, place)
    return saved_tensors(self, self.saved)[place]


def call(self: Node, *grad_outputs):
    """Run the node's rules but not its hooks, and return the inputs' gradients."""
    for i, g in enumerate(grad_outputs):
        if not isinstance(g, Tensor | None):
            raise error("node_argument", i)
    if self.saved is None:
        raise error("graph_freed")
    expected = _outputs(self)
    if len(grad_outputs) != expected:
        raise error("node_arguments", expected, len(grad_outputs))
    results: Any = [None] * len(self.edges)
    if any(g is not None for g in grad_outputs):
        saved = saved_tensors(self, checks.checked_saved(self))
        results = gradients(_hooked(self)[0], self.edges, _in_flight(grad_outputs), saved)
    return tuple(results) if len(results) > 1 else results[0]


def register_hook(self: Node, fn) -> RemovableHandle:
    """Register ``fn(grad_inputs, grad_outputs)`` to be called with two tuples after the node runs.

    ``fn`` may return a tuple that replaces ``grad_inputs``.
    """
    _, _, after = _hooked(self, replace=True)
    return RemovableHandle(after, fn)


def register_prehook(self: Node, fn) -> RemovableHandle:
    """Register ``fn(grad_outputs)`` to be called with a tuple before the node runs.

    ``fn`` may return a tuple that replaces ``grad_outputs``.
    """
    _, before, _ = _hooked(self, replace=True)
    return RemovableHandle(before, fn)


GradFn.__call__ = call  # type: ignore[attr-defined, method-assign]
GradFn.register_hook = register_hook  # type: ignore[attr-defined, method-assign]
GradFn.register_prehook = register_prehook  # type: ignore[attr-defined, method-assign]
GradFn.saved_value = saved_value  # type: ignore[method-assign]


def _hooked(node: Node, replace=False) -> tuple[Op, OrderedDict, OrderedDict]:
    """Return a node's original operation, and the hooks that run before and after it.

    `replace`: whether to replace this node's operation with one that calls the hooks. That way,
    hooks cost nothing at nodes that have none.
    """
    if node.meta is not None and node.meta.around is not None:
        return node.meta.around
    plain, before, after = node.op, OrderedDict(), OrderedDict()
    if replace:
        edges, outputs = node.edges, _outputs(node)

        def joint(g, saved):
            outer = tuple(g.get(i) for i in range(outputs)) if isinstance(g, Pieces) else (g,)
            recorded = any(isinstance(d, Tensor) for d in outer)
            outer = _called(before, _tensors(outer))
            arriving = _in_flight(outer if recorded else _arrays(outer))
            inner: Any = gradients(plain, edges, arriving, saved)
            inner = _called(after, _tensors(inner), outer)
            return inner if recorded else _arrays(inner)

        node.op = copy(plain)
        node.op.joint = joint
        meta_of(node).around = (plain, before, after)
    return plain, before, after


def _outputs(node: Node) -> int:
    """Return how many outputs a node has; its graph must not have been freed."""
    if isinstance(node, FunctionNode):
        return len(node.ctx._outputs)
    return len(node.saved[1]) if node.op.name in _SEVERAL else 1


def _in_flight(upstream):
    """Return the gradients of a node's outputs in the form that the engine passes to a rule."""
    if len(upstream) == 1:
        return upstream[0]
    return Pieces({i: g for i, g in enumerate(upstream) if g is not None})


def _tensors(values) -> tuple:
    return tuple(None if v is None else tensor_of(v, {}) for v in values)


def _arrays(values) -> list:
    return [None if v is None else v._value for v in values]


def _called(hooks: dict, gradients: tuple, *more) -> tuple:
    """Call the hooks, each of which may replace the gradients, and return the final gradients."""
    for hook in list(hooks.values()):
        result = hook(gradients, *more)
        if result is None:
            continue
        if not isinstance(result, tuple):
            raise error("hook_tuple", result)
        if len(result) != len(gradients):
            name = getattr(hook, "__name__", hook)
            raise error("hook_count", name, len(result), len(gradients))
        for before, after in zip(gradients, result, strict=True):
            if after is not None:
                if before is None:
                    raise error("hook_for_none")
                checks.hook_result(hook, before, after)
        gradients = result
    return gradients
