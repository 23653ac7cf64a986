"""The graph: what a recorded operation leaves behind for the backward pass.

A tensor that an operation made points at a `Node`; the node's edges point at the nodes of the
operation's inputs. A leaf has no node: an edge that ends there holds the leaf itself. Tensors
point at nodes and nodes at older nodes, never back, so a graph dies with its last tensor.

How a node shows itself as a tensor's ``grad_fn`` is in `grad_fn.py`.
"""

import itertools
from typing import Any

from .hooks import Meta

# One clock for nodes and in-place changes. It counts down: in a heap, the newest comes out first.
tick = itertools.count(0, -1).__next__


class Op:
    """The backward side of an operation: its name, and how a gradient passes it.

    `rules` holds one rule for each input: a pure function from the upstream gradient and the
    saved values to the gradient of that input. Operations whose inputs' gradients are computed
    together have one `joint` rule instead, which returns them all. Rules get arrays; when the
    backward pass is itself recorded (`create_graph`), they get tensors.
    """

    __slots__ = ("fits", "free", "joint", "name", "node_class", "places", "rules", "saves_out")

    def __init__(self, name: str, rules=(), joint=None, places=None, free=None) -> None:
        self.name = name
        self.rules: tuple = rules
        self.joint = joint
        self.places: dict = places or {}  # of each word of `saves`: where it stands in `saved`
        self.saves_out = "out" in self.places  # the result, after the inputs
        self.free = free  # from what was saved to what is left of it; without it, nothing is
        self.fits = False  # see `unbroadcast.py`
        self.node_class: type | None = None  # see `grad_fn.py`


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

    # Six slots, and no more: a larger node shares its memory's size with arrays, and the backward
    # pass of a long graph takes a fifth longer.
    __slots__ = ("edges", "meta", "op", "order", "saved", "versions")
    op: Op
    edges: tuple  # for each input its node, or the leaf itself; None where no gradient goes
    saved: Any  # what the rules need: inputs, result, constants; None once it was freed
    versions: tuple | None  # of these values, see `memory/versions.py`; None: no value was saved
    order: int  # when it was recorded: the newest node has the lowest number
    meta: Meta | None  # hooks of the result, and what else is rarely known of it

    @property
    def _changes(self) -> list | None:
        return None if self.meta is None else self.meta.version


def make_node(op: Op, edges: tuple, saved: tuple = (), versions=None, kind=Node):
    """Make a node, which is the newest of all."""
    node = kind()
    node.op = op
    node.edges = edges
    node.saved = saved
    node.versions = versions
    node.meta = None
    node.order = tick()
    return node


# Several outputs


class Output(Node):
    """The node of one output among several: hands its gradient on as a labeled piece."""

    __slots__ = ()

    @property
    def index(self) -> int:
        return self.saved[1]


def output_of(node: Node, index: int) -> Output:
    """The node of one of the outputs of `node`."""
    return make_node(_OUTPUT, (node,), (None, index), kind=Output)


class Pieces(dict):
    """Gradients of some outputs of one node, by index; adding collects them.

    The sum is written into the first of them, which only the backward pass holds: n pieces are
    collected in n steps, not n².
    """

    def __add__(self, other: "Pieces") -> "Pieces":
        self.update(other)
        return self


_OUTPUT = Op("Output", (lambda g, _, index: Pieces({index: g}),))
