"""How a graph shows itself, as PyTorch's does: a tensor's ``grad_fn`` and what is behind it.

Only when somebody looks: while all nodes are of one class, Python runs the engine faster. Looking
changes nothing but the class under which a node shows itself.
"""

import weakref
from typing import Any

from .graph import Node, Op, Output


class GradFn(Node):
    """A node, as it is shown; each operation has a class of its own, which bears its name."""

    __slots__ = ()
    saved_value: Any  # and all else that one can do with a node is attached: `autograd/nodes.py`

    def name(self) -> str:
        return display_name(self.op)

    @property
    def next_functions(self) -> tuple:
        """For each input what made it, and as which of its outputs."""
        return tuple(shown(edge) for edge in self.edges)

    def __repr__(self) -> str:
        return f"<{self.op.name} object at {id(self):#x}>"


class AccumulateGrad:
    """Where a path ends: the gradient that arrives is added to the leaf's ``.grad``."""

    next_functions = ()

    def __init__(self, variable) -> None:
        self.variable = variable

    def name(self) -> str:
        return "minigrad::autograd::AccumulateGrad"

    def __repr__(self) -> str:
        return f"<AccumulateGrad object at {id(self):#x}>"


def display_name(op: Op) -> str:
    """An operation's name; with its place, where it does not say that it goes backward."""
    says_so = "Backward" in op.name.removesuffix("Backwards")
    return op.name if says_so else f"minigrad::autograd::{op.name}"


def shown(edge) -> tuple:
    """An edge as PyTorch shows it: (node, which of its outputs)."""
    if isinstance(edge, Output):
        return (as_grad_fn(edge.edges[0]), edge.index)
    if isinstance(edge, Node):
        return (as_grad_fn(edge), 0)
    # No gradient gets to a view that was made under no_grad of what requires grad.
    ends = edge is None or (edge._view is not None and not edge._requires_grad)
    return (None if ends else accumulator(edge), 0)


_DRESS = {"__slots__": (), "__module__": "builtins"}  # PyTorch's have no module


# What PyTorch calls what the words of `saves` stand for.
_SAVED = {"x": "self", "y": "other", "out": "result", "shape": "self_sym_sizes"}


def as_grad_fn(node: Node) -> GradFn:
    """The node, in the class that PyTorch names after its operation, and shows what it saved."""
    op: Any = node.op
    if op.node_class is None:
        saved = {f"_saved_{_SAVED.get(w, w)}": _looked_at(i) for w, i in op.places.items()}
        op.node_class = type(op.name, (GradFn,), _DRESS | saved)
    node.__class__ = op.node_class
    return node  # type: ignore[return-value]


def _looked_at(place: int) -> property:
    return property(lambda self: self.saved_value(place))


# By the leaf's id, which stays its own for as long as the accumulator holds it.
_accumulators: weakref.WeakValueDictionary = weakref.WeakValueDictionary()


def accumulator(leaf) -> AccumulateGrad:
    """The one AccumulateGrad of a leaf, for as long as somebody holds it."""
    node = _accumulators.get(id(leaf))
    if node is None:
        node = _accumulators[id(leaf)] = AccumulateGrad(leaf)
    return node
