"""The graph: what a recorded operation leaves behind for the backward pass.

A tensor that an operation made points at a `Node`; the node's edges point at the nodes of the
operation's inputs. A leaf has no node: an edge that ends there holds the leaf itself. Tensors
point at nodes and nodes at older nodes, never back, so a graph dies with its last tensor.
"""

import itertools
import weakref
from typing import Any

from .hooks import Result

# One clock for nodes and in-place changes. It counts down: in a heap, the newest comes out first.
tick = itertools.count(0, -1).__next__


class Op:
    """The backward side of an operation: its name, and how a gradient passes it.

    `rules` holds one rule for each input: a pure function from the upstream gradient and the
    saved values to the gradient of that input. Operations whose inputs' gradients are computed
    together have one `joint` rule instead, which returns them all. Rules get arrays; when the
    backward pass is itself recorded (`create_graph`), they get tensors.
    """

    __slots__ = ("joint", "keeps_out", "name", "node_class", "rules")

    def __init__(self, name: str, rules: tuple = (), joint=None, keeps_out: bool = False) -> None:
        self.name = name
        self.rules = rules
        self.joint = joint
        self.keeps_out = keeps_out  # whether a rule wants the result, which is saved then, too
        self.node_class: type | None = None


_STATE = ("op", "_edges", "saved", "versions", "_order", "_result")


class Node:
    """One recorded operation: what a tensor's ``grad_fn`` shows.

    >>> import minigrad as mg
    >>> x = mg.ones(2, requires_grad=True)
    >>> y = (x * 3).sum()
    >>> y.grad_fn.name()
    'SumBackward0'
    >>> y.grad_fn.next_functions[0][0].name()
    'MulBackward0'
    """

    # With at most six slots, a long graph takes a tenth less time: nodes have memory of their own.
    __slots__ = _STATE
    op: Op
    _edges: Any  # as `ways`; one alone, and None for the rest, without its tuple: see `make_node`
    saved: Any  # what the rules need: inputs, output, constants; None once it was freed
    versions: tuple | None  # of what is saved, see `versions.py`; None: nothing is to be freed
    _order: int
    _result: Result | None  # the hooks and the version of the result, if it has any

    @property
    def edges(self) -> tuple:
        """For each input its node, or the leaf itself; None where no gradient is wanted."""
        return tuple(way[0] if type(way) is tuple else way for way in self.ways)

    @property
    def ways(self) -> tuple:
        """The edges, as (edge, shape, dtype) where the gradient is to be brought to that form."""
        ways = self._edges
        return ways if type(ways) is tuple else (ways, *(None,) * (len(self.op.rules) - 1))

    @property
    def _changes(self) -> list | None:
        return None if self._result is None else self._result.version

    def name(self) -> str:
        named_after_itself = "Backward" in self.op.name.removesuffix("Backwards")
        return self.op.name if named_after_itself else f"minigrad::autograd::{self.op.name}"

    @property
    def next_functions(self) -> tuple:
        return tuple(shown(edge) for edge in self.edges)

    def __repr__(self) -> str:
        return f"<{self.op.name} object at {id(self):#x}>"


def make_node(op: Op, edges, saved: tuple = (), versions=None, kind=Node):
    """A new node: the newest of all.

    If only the first input has an edge, `edges` may be that edge alone: with one container less
    for the garbage collector to walk, long chains take a sixth less time.
    """
    node = kind()
    node.op = op
    node._edges = edges
    node.saved = saved
    node.versions = versions
    node._result = None
    node._order = tick()
    return node


class Output(Node):
    """The node of one output among several: hands its gradient on as a labeled piece."""

    __slots__ = ()

    @property
    def index(self) -> int:
        return self.saved[0]


def output_of(node: Node, index: int) -> Output:
    """The node of one of the outputs of `node`."""
    return make_node(_OUTPUT, (node,), (index,), kind=Output)


class Pieces(dict):
    """Gradients of some outputs of one node, by index; adding collects them."""

    def __add__(self, other: "Pieces") -> "Pieces":
        return Pieces({**self, **other})


_OUTPUT = Op("Output", (lambda g, index: Pieces({index: g}),))


class AccumulateGrad:
    """Where a path ends: the gradient that arrives is added to the leaf's ``.grad``."""

    next_functions = ()

    def __init__(self, variable) -> None:
        self.variable = variable

    def name(self) -> str:
        return "minigrad::autograd::AccumulateGrad"

    def __repr__(self) -> str:
        return f"<AccumulateGrad object at {id(self):#x}>"


def shown(edge) -> tuple:
    """An edge as PyTorch shows it: (node, which of its outputs)."""
    if isinstance(edge, Output):
        return (dressed(edge.edges[0]), edge.index)
    if isinstance(edge, Node):
        return (dressed(edge), 0)
    # No gradient gets to a view that was made under no_grad of what requires grad.
    ends = edge is None or (edge._view is not None and not edge._requires_grad)
    return (None if ends else accumulator(edge), 0)


_DRESS = {"__slots__": (), "__module__": "builtins"}  # PyTorch's have no module


def dressed(node: Node) -> Node:
    """The node, in the class that PyTorch names after its operation.

    Only when somebody looks: while all nodes are of one class, Python runs the engine faster.
    """
    op = node.op
    node.__class__ = op.node_class = op.node_class or type(op.name, (Node,), _DRESS)
    return node


def accumulator(leaf) -> AccumulateGrad:
    """The one AccumulateGrad of a leaf, for as long as somebody holds it."""
    found = leaf._accumulator() if leaf._accumulator is not None else None
    if found is None:
        found = AccumulateGrad(leaf)
        leaf._accumulator = weakref.ref(found)
    return found
