"""What a backward pass does besides the loop in `backward.py`, for the nodes that need it.

These are hooks, retained gradients, passes that lead only to certain tensors, passes that are
recorded, values that were freed or changed, operations with one joint rule, and watchers. Once the
pass has succeeded, `free` releases the saved values.
"""

from collections.abc import Callable
from operator import attrgetter

from ..messages.errors import error
from . import checks
from .graph import Node
from .hooks import Meta
from .memory.versions import clock
from .memory.views import tensor_of
from .rules import saved_tensors
from .tensor import Tensor


class Watcher:
    """An observer of a backward pass. Subclasses override the methods they need."""

    def on_node(self, node: Node, g) -> None:
        """Receive a node's complete gradient, before the node's rules run."""

    def on_hooks(self, node: Node, g) -> None:
        """Receive a node's gradient after the node's hooks have run."""

    def on_gradient(self, node: Node, i: int, d) -> None:
        """Receive the gradient (or None) that a rule sends along the node's edge i."""

    def on_leaves(self, gradients: dict) -> None:
        """Receive the gradients that reached the leaves, once all the rules have run."""

    def on_error(self) -> None:
        """Learn that the pass has raised an exception."""


on_pass: list = []  # functions that return a watcher for each new pass, such as anomaly mode's


class Extras:
    """The settings of one backward pass, and what the pass collects besides the leaves' gradients.

    `create_graph`: whether the pass is recorded, so that gradients are tensors. `for_all_nodes`:
    whether every node needs `prepare`. `tensors`: a dict from the ids of arrays to their tensors,
    for gradients that were passed in as tensors. `ran`: the nodes whose rules ran. `retained`: a
    dict from tensors that called `retain_grad()` to their gradients.
    """

    def __init__(self, create_graph: bool = False, watchers: list[Watcher] | None = None) -> None:
        self.create_graph = create_graph
        if watchers is None:
            watchers = [watch() for watch in on_pass] if on_pass else []
        self.watchers = watchers
        self.for_all_nodes = create_graph or bool(watchers)
        self.requested: set | None = None
        self.tensors: dict = {}
        self.ran: list[Node] = []
        self.retained: dict = {}
        self._arrived: dict = {}

    def request(self, edges: set, roots, runs_requested: bool) -> None:
        """Let the pass go only where it leads to one of `edges`, and return only their gradients.

        `runs_requested`: whether to also run a requested node that leads to no other one. As in
        PyTorch, `backward(inputs=...)` does this, so the node's values are also checked and freed.
        """
        self.requested = edges
        self.for_all_nodes = True
        self._runs_requested = runs_requested
        self._useful = ancestor_edges(edges, [edge for edge, _ in roots]) | {None}

    def prepare(self, node: Node, g) -> tuple:
        """Return the node's gradient, edges, rules, and saved values, as this pass uses them.

        If the pass doesn't run this node, there are no edges.
        """
        for watcher in self.watchers:
            watcher.on_node(node, g)
        if node.meta is not None:
            g = self._after_hooks(node.meta, g)
            for watcher in self.watchers:
                watcher.on_hooks(node, g)
        edges = node.edges
        if self.requested is not None:
            if node in self.requested:
                self._arrived[node] = g
            if not self._useful.issuperset(edges):
                edges = self._edges_to_follow(node)
        if not edges:
            return g, (), (), ()
        saved = self._checked_saved(node)
        op = node.op
        rules = op.rules if op.joint is None else _returning(op.joint(g, saved))
        if self.watchers:
            rules = tuple(self._watched(node, i, rule) for i, rule in enumerate(rules))
        return g, edges, rules, saved

    def at_leaves(self, gradients: dict) -> dict:
        """Run the leaves' hooks; return the leaves' gradients or, if requested, those requested."""
        for watcher in self.watchers:
            watcher.on_leaves(gradients)
        for leaf, g in gradients.items():
            if self.requested is None or leaf in self.requested:
                meta = leaf._meta
                self._arrived[leaf] = g if meta is None else self._after_hooks(meta, g)
        return self._arrived

    def _after_hooks(self, meta: Meta, g):
        """Run the hooks and return the resulting gradient.

        If the tensor retains its gradient in `.grad`, also store the gradient in `retained`.
        """
        if not (meta.functions or meta.retaining):
            return g
        tensor = tensor_of(g, self.tensors)
        for hook in list(meta.functions.values()):
            replacement = hook(tensor)
            if replacement is None:
                continue
            checks.hook_result(hook, tensor, replacement)
            tensor = replacement
        g = tensor if isinstance(g, Tensor) else tensor._value
        if meta.retaining is not None and (owner := meta.retaining()) is not None:
            self.retained[owner] = g
        return g

    def _edges_to_follow(self, node: Node) -> tuple:
        """Return the node's edges, with None for those that lead to no requested edge."""
        edges = tuple(edge if edge in self._useful else None for edge in node.edges)
        leads_on = any(edge is not None for edge in edges)
        runs = leads_on or (self._runs_requested and node in self.requested)  # type: ignore[operator]
        return edges if runs else ()

    def _checked_saved(self, node: Node) -> tuple:
        """Return the node's saved values; raise if they've been freed or changed."""
        saved = node.saved
        if saved is None:
            raise error("graph_freed")
        if node.order > clock.last_change:
            saved = checks.checked_saved(node)
        return saved_tensors(node, saved) if self.create_graph else saved

    def _watched(self, node: Node, i: int, rule: Callable) -> Callable:
        """Return a node's rule for its input i as one that also tells the watchers."""

        def watched_rule(g, saved):
            d = rule(g, saved)
            for watcher in self.watchers:
                watcher.on_gradient(node, i, d)
            return d

        return watched_rule


def _returning(gradients) -> tuple[Callable, ...]:
    """Return a rule for each input that returns the gradient that a joint rule has computed."""
    return tuple(lambda g, saved, d=d: d for d in gradients)


def ancestor_edges(requested, roots) -> set:
    """Return all edges that lead to a requested edge, including the requested edges themselves."""
    reachable, stack = set(roots), list(roots)
    while stack:
        for edge in getattr(stack.pop(), "edges", ()):  # leaves have no edges
            if edge is not None and edge not in reachable:
                reachable.add(edge)
                stack.append(edge)
    useful = reachable.intersection(requested)
    nodes = [edge for edge in reachable if isinstance(edge, Node)]
    for node in sorted(nodes, key=attrgetter("order"), reverse=True):  # oldest first
        if not useful.isdisjoint(node.edges):
            useful.add(node)
    return useful


def free(nodes: list[Node]) -> None:
    """Release the values that these nodes saved. Rules that read them can't run again.

    Call this after `accumulate`. If this came first, Ctrl-C between the two calls would lose the
    gradients.
    """
    for node in nodes:
        reads_freed = node.op.reads_freed
        if False in reads_freed:  # then only the rules of inputs that have an edge count
            pairs = zip(node.edges, reads_freed, strict=True)
            reads_freed = tuple(reads for edge, reads in pairs if edge is not None)
        if True in reads_freed:
            keeps = node.op.after_freeing
            node.saved = None if keeps is None else keeps(*node.saved)
