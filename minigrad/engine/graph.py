"""The graph: the nodes that operations record for the backward pass.

An operation's result points to a `Node`, and the node's edges point to the nodes of the operation's
inputs. A leaf has no node, so an edge to a leaf holds the leaf itself. But a node never points to
the tensor that it made, nor to a newer node, so a graph is freed along with its last tensor.

`grad_fn.py` defines how a node is displayed as a tensor's ``grad_fn``.
"""

import itertools
from typing import Any

# Nodes and in-place changes share one clock. It counts down, so that a heap yields the newest node
# first.
tick = itertools.count(0, -1).__next__

on_record: list = []  # functions to call with each new node, such as anomaly mode's


class Node:
    """One recorded operation, which you see as a tensor's ``grad_fn``.

    >>> import minigrad as mg
    >>> x = mg.ones(2, requires_grad=True)
    >>> y = (x * 3).sum()
    >>> y.grad_fn.name()
    'SumBackward0'
    >>> y.grad_fn.next_functions[0][0].name()
    'MulBackward0'
    """

    # Exactly six slots. A larger node would come from the same memory pool as arrays, and the
    # backward pass of a long graph would take a fifth longer.
    __slots__ = ("edges", "meta", "op", "order", "saved", "stamps")
    op: "Op"
    edges: tuple  # each input's node, or the leaf itself; None if that input gets no gradient
    # The values that the rules need: inputs, result, shapes, constants, forms; None once freed
    saved: Any
    # The version of each saved value (see `memory/versions.py`); None if no saved value can change.
    stamps: tuple | None
    order: int  # when the node was recorded: the newest node has the lowest number
    meta: Any  # None, or the result's hooks and other rarely used data (see `hooks.py`)


class Op:
    """An operation's name and gradient rules, which are all that the backward pass needs.

    `rules` holds one rule for each input, as a pure function of the upstream gradient and the saved
    values that returns that input's gradient. Operations that compute all their inputs' gradients
    together have one `joint` rule instead, which returns all the gradients. Rules receive arrays
    or, if the backward pass is itself recorded (`create_graph`), tensors.
    """

    def __init__(
        self,
        name: str,
        rules=(),
        joint=None,
        slots=None,
        reads_freed: tuple = (),
        after_freeing=None,
    ) -> None:
        self.name = name
        self.rules: tuple = rules
        self.joint = joint
        self.slots: dict = slots or {}  # the index in `saved` of each value that a rule needs
        self.saves_out = "out" in self.slots  # the result, after the inputs
        # For each rule, whether it reads values that are freed after the backward pass: inputs, the
        # result, or large constants. If no rule does, this is (), and a node can run again.
        self.reads_freed: tuple[bool, ...] = reads_freed
        # A function from the saved values to the values kept after freeing. None keeps nothing.
        self.after_freeing = after_freeing
        # Whether the last saved value holds the inputs' forms (see `unbroadcast.py`).
        self.has_forms = False
        self.node_class: type | None = None  # see `grad_fn.py`


def make_node(op: Op, edges: tuple, saved: tuple = (), stamps=None, kind=Node):
    """Create a node, which is then the newest node in the graph."""
    node = kind()
    node.op = op
    node.edges = edges
    node.saved = saved
    node.stamps = stamps
    node.meta = None
    node.order = tick()
    for tell in on_record:
        tell(node)
    return node
