"""The nodes of an operation with several outputs: one for each output, and one they lead to."""

from .graph import Node, Op, make_node


class Output(Node):
    """A node for one of several outputs. Its rule labels the gradient with the output's index."""

    __slots__ = ()

    @property
    def index(self) -> int:
        return self.saved[1]


def output_of(node: Node, index: int) -> Output:
    """Return the node for one of `node`'s outputs."""
    return make_node(_OUTPUT, (node,), (None, index), kind=Output)


class Pieces(dict):
    """Gradients for some of a node's outputs, by index. Adding two Pieces merges them.

    The sum is written into the first operand, which is safe, because only the backward pass refers
    to it. So collecting n pieces takes n steps instead of n².
    """

    def __add__(self, other: "Pieces") -> "Pieces":
        self.update(other)
        return self


_OUTPUT = Op("Output", (lambda g, saved: Pieces({saved[1]: g}),))
