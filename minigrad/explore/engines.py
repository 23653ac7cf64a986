"""An adapter for stepping through minigrad's own graphs, which watches the engine as it runs.

An adapter provides five things: the nodes, a tensor's source in the graph, a tensor's value, the
backward pass, and the gradients that a single node returns, which passes in other orders need.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad import Tensor
from minigrad.engine import checks
from minigrad.engine.backward import propagate
from minigrad.engine.extras import Extras, Watcher
from minigrad.engine.graph import Node
from minigrad.engine.outputs import Output
from minigrad.engine.rules import gradients
from minigrad.messages.errors import error

from .passes import Scribe, behind, target


class Ours:
    """The adapter for minigrad. No `.grad` changes, nothing is freed, and hooks run only once."""

    has_mailboxes = True
    mailboxes_last = True  # nothing is accumulated until all nodes have run

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor
        self.root = target(tensor._node)[0]
        self.value = tensor._value if tensor._node is self.root else None
        self.nodes = sorted(behind(self.root), key=lambda node: -node.order)
        for node in self.nodes:
            if node.saved is None:
                raise error("graph_freed")
            checks.checked_saved(node)

    @property
    def hooked(self) -> bool:
        return any(node.meta is not None and node.meta.functions for node in self.nodes)

    @staticmethod
    def source_of(tensor: Tensor) -> Any:
        return tensor if tensor._node is None else target(tensor._node)[0]

    @staticmethod
    def value_of(tensor: Tensor | None) -> Any:
        return None if tensor is None else tensor._value

    @staticmethod
    def is_saved(tensor: Tensor, value: Any) -> bool:
        return tensor._value is value

    def seed(self, gradient: Tensor | None) -> Any:
        value = self.tensor._value
        return np.ones_like(value) if gradient is None else gradient._value

    def run(self, seed: Any, scribe: Scribe) -> dict[int, Any]:
        """Run the backward pass and watch it; return the leaves' gradients, keyed by leaf id."""
        watcher = _Watcher(scribe)
        with np.errstate(all="ignore"):
            arrived = propagate([(self.tensor._node, seed)], Extras(watchers=[watcher]))
        watcher.tell()
        return {id(leaf): g for leaf, g in arrived.items()}

    @staticmethod
    def input_gradients(node: Node, g: Any) -> list[Any]:
        """Return the gradients that a node sends along its edges, given its own gradient."""
        with np.errstate(all="ignore"):
            return gradients(node.op, node.edges, g, node.saved)


class _Watcher(Watcher):
    """A watcher that reports each node's turn to a scribe after the node's hooks have run."""

    def __init__(self, scribe: Scribe) -> None:
        self.scribe = scribe
        self.pending: Callable[[], None] | None = None

    def on_node(self, node: Node, g: Any) -> None:
        self.tell()
        if not isinstance(node, Output):  # an output and its node take their turn together
            self.pending = lambda: self.scribe.turn(node, g)

    def on_hooks(self, node: Node, g: Any) -> None:
        if not isinstance(node, Output):
            self.pending = lambda: self.scribe.turn(node, g)

    def tell(self) -> None:
        if self.pending is not None:
            self.pending()
        self.pending = None

    def on_gradient(self, node: Node, position: int, d: Any) -> None:
        self.tell()
        if isinstance(node, Output):
            return
        if d is not None:
            self.scribe.share(node, node.edges[position], position, d)
