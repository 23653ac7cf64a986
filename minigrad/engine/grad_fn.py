"""The graph as users see it: a tensor's ``grad_fn``, and the nodes that lead to it.

A node is given its display class only when you access it. Until then, all nodes share one class,
because with a node class per operation, a long chain of scalars would take 17% longer, and a small
network 9% longer. Accessing a node changes nothing but the node's class.
"""

import weakref
from typing import Any

from .graph import Node, Op
from .outputs import Output


class GradFn(Node):
    """A node as users see it. Each operation has its own subclass, named after the operation."""

    __slots__ = ()

    def name(self) -> str:
        return display_name(self.op)

    @property
    def next_functions(self) -> tuple:
        """The node that produced each input, with the input's index among that node's outputs."""
        return tuple(shown(edge) for edge in self.edges)

    def __repr__(self) -> str:
        return f"<{self.op.name} object at {id(self):#x}>"


class AccumulateGrad:
    """The end of a path in the graph, where the gradient is added to a leaf's ``.grad``."""

    next_functions = ()

    def __init__(self, variable) -> None:
        self.variable = variable

    def name(self) -> str:
        return "minigrad::autograd::AccumulateGrad"

    def __repr__(self) -> str:
        return f"<AccumulateGrad object at {id(self):#x}>"


def display_name(op: Op) -> str:
    """Return the operation's display name. Names without "Backward" have a module prefix."""
    says_so = "Backward" in op.name.removesuffix("Backwards")
    return op.name if says_so else f"minigrad::autograd::{op.name}"


def shown(edge) -> tuple:
    """Return an edge the way PyTorch shows it: (node, index of the output)."""
    if isinstance(edge, Output):
        return (as_grad_fn(edge.edges[0]), edge.index)
    if isinstance(edge, Node):
        return (as_grad_fn(edge), 0)
    # A view made under no_grad from a tensor that requires grad gets no gradient.
    ends = edge is None or (edge._view is not None and not edge._requires_grad)
    return (None if ends else accumulator(edge), 0)


_DRESS = {"__slots__": (), "__module__": "builtins"}  # PyTorch's classes have no module


def as_grad_fn(node: Node) -> GradFn:
    """Give the node a class that's named after its operation."""
    op: Any = node.op
    if op.node_class is None:
        op.node_class = type(op.name, (GradFn,), dict(_DRESS))
    node.__class__ = op.node_class
    return node  # type: ignore[return-value]


# Keyed by the leaf's id, which no other object can have while the accumulator holds the leaf.
_accumulators: weakref.WeakValueDictionary = weakref.WeakValueDictionary()


def accumulator(leaf) -> AccumulateGrad:
    """Return a leaf's only AccumulateGrad, which is kept alive as long as it's referenced."""
    node = _accumulators.get(id(leaf))
    if node is None:
        node = _accumulators[id(leaf)] = AccumulateGrad(leaf)
    return node
