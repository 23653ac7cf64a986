"""A program's PyTorch graph, live or recorded, for stepping through its passes.

`recorded.json` contains the nodes, their saved values, and the steps of the backward pass in order.
For passes that run in other orders, the file also contains the gradients that each node sent to its
inputs.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from minigrad.engine.graph import Op
from minigrad.engine.outputs import Pieces, output_of

from .torch_comparison import Program, as_recorded, pytorch, recorded, version


def made_in_pytorch(program: Program) -> tuple[Any, dict[str, Any]]:
    """Run a program in PyTorch; return its result, and a dict of any other tensors by name."""
    if (torch := pytorch()) is not None:
        print(f"PyTorch {version(torch)}, now")
        result, names = program(torch)
        return result, names
    if (record := recorded("graphs", program)) is None:
        raise ModuleNotFoundError(
            "No module named 'torch'\nPyTorch's output was recorded only for the "
            "chapter's version of this program."
        )
    print(as_recorded())
    return replayed(record)


class Recorded:
    """A recorded PyTorch tensor, with its value and, if the tensor has one, its node."""

    def __init__(self, value: Any, grad_fn: Any = None, engine: Any = None) -> None:
        self.value, self.grad_fn, self.engine = value, grad_fn, engine
        self.grad = None
        self.shape = np.shape(value)


class Node:
    """A recorded PyTorch node, with the attributes that figures and formulas need."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.op = Op(record["name"])
        self.edges: tuple[Any, ...] = ()
        self.parameters = {name: decoded(value) for name, value in record["saved"].items()}
        self.saved = self.parameters.get("x"), self.parameters.get("y")
        self.order = record["order"]
        self.exact = record["exact"]


class Replay:
    """A recorded backward pass of PyTorch, replayed node by node."""

    has_mailboxes = True
    mailboxes_last = False
    hooked = False

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.record = record
        self.made = [Node(node) for node in record["nodes"]]
        self.leaves = [Recorded(decoded(value)) for value in record["leaves"]]
        for node, of in zip(self.made, record["nodes"], strict=True):
            node.edges = tuple(map(self._edge, of["edges"]))
        self.root, self.value = self.made[record["root"]], decoded(record["value"])
        self.nodes = sorted(self.made, key=lambda node: -node.order)
        self.handed = {_key(self.made[i], decoded(g)): made for i, g, made in record["handed"]}

    def _edge(self, end: Any) -> Any:
        if end is None:
            return None
        kind, index, *output = end
        if kind == "leaf":
            return self.leaves[index]
        return output_of(self.made[index], *output) if output else self.made[index]  # type: ignore[arg-type]

    @staticmethod
    def source_of(tensor: Recorded) -> Any:
        return tensor if tensor.grad_fn is None else tensor.grad_fn

    @staticmethod
    def value_of(tensor: Recorded | None) -> Any:
        return None if tensor is None else tensor.value

    @staticmethod
    def is_saved(tensor: Recorded, value: Any) -> bool:
        return False

    def seed(self, gradient: Any) -> Any:
        return np.ones_like(self.value)

    def run(self, seed: Any, scribe: Any) -> dict[int, Any]:
        """Report each node's turn to a scribe; return the leaves' gradients, keyed by leaf id."""
        for kind, index, *rest in self.record["turns"]:
            node = self.made[index]
            if kind == "turn":
                scribe.turn(node, decoded(rest[0]))
            else:
                scribe.share(node, node.edges[rest[0]], rest[0], decoded(rest[1]))
        arrived = zip(self.leaves, self.record["arrived"], strict=True)
        return {id(leaf): decoded(g) for leaf, g in arrived if g is not None}

    def input_gradients(self, node: Node, g: Any) -> list[Any]:
        """Return the gradients that PyTorch's node sends along its edges after receiving `g`."""
        return [decoded(d) for d in self.handed[_key(node, g)]]


def _key(node: Node, g: Any) -> tuple[int, str]:
    return node.order, json.dumps(encoded(g))


def replayed(record: Mapping[str, Any]) -> tuple[Recorded, dict[str, Recorded]]:
    engine = Replay(record)
    names = {}
    for name, (kind, index, value) in record["names"].items():
        node = engine.made[index] if kind == "node" else None
        names[name] = engine.leaves[index] if node is None else Recorded(decoded(value), node)
    return Recorded(engine.value, engine.root, engine), names


def encoded(value: Any) -> Any:
    """Return the values and dtype of each output in a form that JSON can store."""
    if isinstance(value, Pieces):
        return {"pieces": {str(k): encoded(g) for k, g in value.items()}}
    if isinstance(value, np.ndarray | np.generic):
        return {"dtype": str(value.dtype), "data": value.tolist()}
    return value


def decoded(value: Any) -> Any:
    if isinstance(value, dict) and "pieces" in value:
        return Pieces({int(k): decoded(g) for k, g in value["pieces"].items()})
    if isinstance(value, dict):
        return np.array(value["data"], value["dtype"])
    return value
