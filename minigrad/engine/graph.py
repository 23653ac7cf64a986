"""The graph: the nodes that operations record for the backward pass.

An operation's result points to a `Node`, and the node's edges point to the nodes of the operation's
inputs. A leaf has no node, so an edge to a leaf holds the leaf itself. For example, if x is a leaf
of shape (3,), y = (x * 2 + 1).sum() leads to this graph:

    y._node is a Node                    a Node                        a Node
       op:    SumBackward0                  op:    AddBackward0           op:    MulBackward0
       edges: (the next node,)   ------->   edges: (the next, None) -->   edges: (x, None)
       saved: (None, (3,), None, False)     saved: (None, None)           saved: (None, 2)

The 1 and the 2 get no gradient, so their edges are None. The rule for x in x * 2 needs the 2, the
rules of the addition need nothing, and the rule of the sum needs the shape of its input. No rule
needs x, so x isn't saved. The last two values of the sum are its `dim`, which is None here because
it sums over all dims, and `keepdim`.

A node never points to the tensor that it made, nor to a newer node, so a graph is freed along with
its last tensor. `grad_fn.py` defines how a node is displayed as a tensor's ``grad_fn``.
"""

import itertools
from collections.abc import Callable
from typing import Any

# Nodes and in-place changes share one clock. It counts down, so that a heap yields the newest node
# first.
tick = itertools.count(0, -1).__next__

on_record: list = []  # functions to call with each new node, such as anomaly mode's


class Node:
    """One recorded operation, which you see as a tensor's ``grad_fn``.

    >>> import minigrad as mg
    >>> x = mg.ones(3, requires_grad=True)
    >>> y = (x * 2).sum()
    >>> y.grad_fn.name()
    'SumBackward0'
    >>> y.grad_fn.next_functions[0][0].name()
    'MulBackward0'
    """

    __slots__ = ("edges", "meta", "op", "order", "saved", "stamps")
    op: "Op"
    edges: tuple  # each input's node, or the leaf itself; None if that input gets no gradient
    # The values that the rules need, with None for an input that no rule needs; None once freed.
    # In this order: inputs, result, shapes, constants, forms (see `saved_words` in `needs.py`)
    saved: Any
    order: int  # when the node was recorded: the newest node has the lowest number
    # The two attributes for later: the versions of the saved inputs and result (see
    # `memory/versions.py`), and the result's hooks (see `hooks.py`)
    stamps: tuple
    meta: Any
    # These are exactly six slots. A larger node would come from the same memory pool as arrays, and
    # the backward pass of a long graph would take a fifth longer.


class Op:
    """An operation's name and gradient rules, which are all that the backward pass needs.

    There's one rule for each input. A rule is a pure function of the upstream gradient and the
    saved values that returns that input's gradient. Rules receive arrays or, if the backward pass
    is itself recorded (`create_graph`), tensors.
    """

    name: str
    rules: tuple[Callable, ...]

    # The rest is for later. Most operations use the defaults.
    joint: Any = None  # instead of rules, if one function returns all the gradients
    slots: dict[str, int] = {}  # noqa: RUF012  # the index in `saved` of each value a rule needs
    saves_out = False  # whether the result is saved, after the inputs
    # For each rule, whether it reads values that are freed after the backward pass: inputs (such
    # as the 2 in x * 2), the result, or large constants. If no rule reads such values, this is (),
    # and a node can run again.
    reads_freed: tuple[bool, ...] = ()
    # From the saved values to the values kept after freeing. None keeps nothing.
    after_freeing: Any = None
    has_forms = False  # whether the last saved value holds the inputs' forms (`unbroadcast.py`)
    node_class: type | None = None  # see `grad_fn.py`

    def __init__(self, name: str, rules: tuple = (), **others: Any) -> None:
        self.name = name
        self.rules = rules
        vars(self).update(others)


def make_node(op: Op, edges: tuple, saved: tuple = (), stamps: tuple = (), kind=Node):
    """Create a node, which is then the newest node in the graph.

    `kind`: a subclass of Node, for the outputs of an operation that has several (`outputs.py`) and
    for custom functions, whose nodes have more methods.
    """
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
