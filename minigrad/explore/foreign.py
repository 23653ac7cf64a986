"""Adapters that let you step through PyTorch's graph the way you step through minigrad's.

PyTorch isn't imported here, because its tensors provide everything that the adapters need.
PyTorch's engine runs as usual, watched by hooks on the nodes, and the hooks are removed afterward.
"""

import contextlib
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from minigrad.engine.graph import Op
from minigrad.engine.outputs import Pieces, output_of

from .passes import Scribe, behind

# The names that rules use for the values that PyTorch's nodes saved.
SAVED = {
    "x": ("_saved_self", "_saved_mat1"),
    "y": ("_saved_other", "_saved_mat2"),
    "out": ("_saved_result",),
    "n": ("_saved_exponent",),
}


def is_foreign(tensor: Any) -> bool:
    return type(tensor).__module__.split(".")[0] == "torch" or not hasattr(tensor, "_value")


class ForeignNode:
    """A PyTorch node with those attributes of minigrad's nodes that figures and formulas need."""

    def __init__(self, source: Any) -> None:
        self.source = source
        self.op = Op(source.name())
        self.edges: tuple = ()
        self.parameters = _saved(source)
        self.saved = self.parameters.get("x"), self.parameters.get("y")
        self._order = 0
        self.order = -source._sequence_nr()  # the newest is the smallest, as in minigrad
        self.exact = getattr(source, "_saved_alpha", 1) == 1  # otherwise formulas don't hold


class Foreign:
    """The adapter for PyTorch. No `.grad` changes, nothing is freed, and tensor hooks run once.

    A tensor that retains its gradient must be in `known`, so that the old gradient can be restored.
    """

    has_mailboxes = True
    mailboxes_last = False  # mailboxes run as soon as everything has arrived

    def __init__(self, tensor: Any, known: Iterable[Any] = ()) -> None:
        self.tensor = tensor
        self.known = [tensor, *known]
        self.by_source: dict[int, ForeignNode] = {}
        self.several: set[int] = set()  # nodes whose later outputs are also used
        self.root = self._translated(tensor.grad_fn)
        several = getattr(tensor, "output_nr", 0) or id(tensor.grad_fn) in self.several
        self.value = None if several else self.value_of(tensor)
        self.nodes = sorted(behind(self.root), key=lambda node: -node.order)
        self.hooked = False

    def source_of(self, tensor: Any) -> Any:
        return tensor if tensor.grad_fn is None else self.by_source.get(id(tensor.grad_fn))

    @staticmethod
    def value_of(tensor: Any) -> Any:
        return None if tensor is None else _array(tensor)

    def is_saved(self, tensor: Any, value: Any) -> bool:
        return value is not None and np.shares_memory(self.value_of(tensor), value)

    def seed(self, gradient: Any) -> Any:
        value = self.value_of(self.tensor)
        return np.ones_like(value) if gradient is None else self.value_of(gradient)

    def run(self, seed: Any, scribe: Scribe) -> dict[int, Any]:
        """Run the backward pass and watch it; return the leaves' gradients, keyed by leaf id."""
        handles = [
            node.source.register_hook(
                lambda handed, came, node=node: self._tell(scribe, node, handed, came)
            )
            for node in self.nodes
        ]
        edges = [edge for node in self.nodes for edge in node.edges]
        leaves = list(
            {id(e): e for e in edges if e is not None and not hasattr(e, "edges")}.values()
        )
        torch = sys.modules["torch"]
        gradient = torch.as_tensor(seed).to(self.tensor)
        try:
            with _grads_as_they_are(self.known):
                gradients = torch.autograd.grad(
                    self.tensor, leaves, gradient, retain_graph=True, allow_unused=True
                )
        finally:
            for handle in handles:
                handle.remove()
        pairs = zip(leaves, gradients, strict=True)
        return {id(leaf): self.value_of(g) for leaf, g in pairs if g is not None}

    def input_gradients(self, node: ForeignNode, g: Any) -> list[Any]:
        """Return the gradients that a node sends along its edges, given its own gradient."""
        torch, source = sys.modules["torch"], node.source
        pieces = g if isinstance(g, Pieces) else {0: g}
        gradients = [
            _like(pieces.get(k), output) for k, output in enumerate(source._input_metadata)
        ]
        shares: Any
        with torch.no_grad():
            if hasattr(source, "needs_input_grad"):  # a custom Function, which isn't callable
                shares = _of_edges(node, source.apply(*gradients))
            else:
                shares = source(*gradients)
        shares = shares if isinstance(shares, tuple) else (shares,)
        return [self.value_of(d) for d in shares]

    def _tell(self, scribe: Scribe, node: ForeignNode, handed: Any, came: Any) -> None:
        if id(node.source) in self.several:
            pieces = {k: self.value_of(g) for k, g in enumerate(came) if g is not None}
            scribe.turn(node, Pieces(pieces))
        else:
            scribe.turn(node, self.value_of(came[0]))
        for position, (edge, d) in enumerate(zip(node.edges, handed, strict=True)):
            if edge is not None and d is not None:
                scribe.share(node, edge, position, self.value_of(d))

    def _translated(self, root: Any) -> ForeignNode:
        sources = [root]
        self.by_source[id(root)] = ForeignNode(root)
        for source in sources:  # the list grows during the loop
            for other, output in source.next_functions:
                if other is None or hasattr(other, "variable"):
                    continue
                if output or len(getattr(other, "_input_metadata", ())) > 1:
                    self.several.add(id(other))
                if id(other) not in self.by_source:
                    self.by_source[id(other)] = ForeignNode(other)
                    sources.append(other)
        for source in sources:
            self.by_source[id(source)].edges = tuple(map(self._edge, source.next_functions))
        return self.by_source[id(root)]

    def _edge(self, pair: tuple[Any, int]) -> Any:
        other, output = pair
        if other is None:
            return None
        if hasattr(other, "variable"):
            return other.variable
        node: Any = self.by_source[id(other)]
        return output_of(node, output) if id(other) in self.several else node


def _array(tensor: Any) -> Any:
    """Return a tensor from any device as an array, cast to float32 if NumPy lacks its dtype."""
    tensor = tensor.detach().to_dense().resolve_conj().resolve_neg().cpu()
    return (tensor.float() if str(tensor.dtype) == "torch.bfloat16" else tensor).numpy()


def _like(value: Any, output: Any) -> Any:
    """Return a gradient with the output's dtype and device, or zeros if no gradient arrived."""
    torch = sys.modules["torch"]
    kind = {"dtype": output.dtype, "device": output.device}
    if value is None:
        return torch.zeros([int(n) for n in output.shape], **kind)
    return torch.as_tensor(np.asarray(value)).to(**kind)


def _of_edges(node: ForeignNode, shares: Any) -> tuple[Any, ...]:
    """Return a custom Function's gradients, skipping arguments that don't need a gradient."""
    shares = shares if isinstance(shares, tuple) else (shares,)
    needed = zip(shares, node.source.needs_input_grad, strict=False)
    wanted = (d for d, is_needed in needed if is_needed)
    return tuple(None if edge is None else next(wanted) for edge in node.edges)


@contextlib.contextmanager
def _grads_as_they_are(tensors: Iterable[Any]) -> Iterator[None]:
    """Restore the `.grad` of tensors that retain gradients, because every pass overwrites it."""
    retained = [(tensor, tensor.grad) for tensor in tensors if tensor.retains_grad]
    try:
        yield
    finally:
        for tensor, grad in retained:
            tensor.grad = grad


def _saved(source: Any) -> dict[str, Any]:
    """Return a node's saved values under the names that the rules use for them."""
    saved: dict[str, Any] = {}
    for name, attributes in SAVED.items():
        for attribute in attributes:
            value = getattr(source, attribute, None)
            if value is None:
                continue
            saved[name] = _array(value) if hasattr(value, "detach") else value
    return saved
