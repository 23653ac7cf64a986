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
    __slots__ = ("_edges", "_meta", "_order", "op", "saved", "versions")
    op: Op
    _edges: Any  # `edges`, as they are stored: see `make_node`
    saved: Any  # what the rules need: inputs, result, constants; None once it was freed
    versions: tuple | None  # of these values, see `memory/versions.py`; None: no value was saved
    _order: int
    _meta: Meta | None  # of the result, if there is something to know of it

    @property
    def edges(self) -> tuple:
        """For each input its node, or the leaf itself; None where no gradient is wanted."""
        edges = self._edges
        return edges if type(edges) is tuple else (edges, *(None,) * (len(self.op.rules) - 1))

    @property
    def _changes(self) -> list | None:
        return None if self._meta is None else self._meta.version


def make_node(op: Op, edges: tuple, saved: tuple = (), versions=None, kind=Node):
    """A new node: the newest of all.

    An edge that has no others beside it is stored without its tuple: most nodes are so, and with a
    container less for the garbage collector to walk, a long graph is recorded and run back in four
    fifths of the time. But for the loops of `backward.py` nobody need know.
    """
    node = kind()
    node.op = op
    is_alone = len(edges) == 1 or (edges[1] is None and len(op.rules) == 2)
    node._edges = edges[0] if is_alone else edges
    node.saved = saved
    node.versions = versions
    node._meta = None
    node._order = tick()
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
