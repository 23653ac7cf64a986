"""The engine of chapter 6, as its eight steps leave it: NumPy, a class and six functions.

Its parts are the published steps: the solutions folded in the chapter, letter for letter.
"""

from heapq import heappop, heappush
from itertools import count

import numpy as np

clock = count()


class Tensor:
    def __init__(self, data, requires_grad=False):
        self.data = np.array(data, dtype=float)
        self.requires_grad = requires_grad
        self.grad = None
        self.inputs = self.rules = ()
        self.order = next(clock)


def operation(forward, *rules):
    def apply(*inputs):
        inputs = tuple(x if isinstance(x, Tensor) else Tensor(x) for x in inputs)
        out = Tensor(forward(*[x.data for x in inputs]))
        if any(x.requires_grad for x in inputs):
            out.requires_grad = True
            out.inputs, out.rules = inputs, rules
        return out

    return apply


def rules():
    return {
        np.add: (lambda g, x, y: g, lambda g, x, y: g),
        np.multiply: (lambda g, x, y: g * y, lambda g, x, y: g * x),
        np.subtract: (lambda g, x, y: g, lambda g, x, y: -g),
        np.divide: (lambda g, x, y: g / y, lambda g, x, y: -g * x / y**2),
        np.mean: (lambda g, x: np.full(x.shape, g / x.size),),
    }


def sum_to(g, shape):
    new_dims = tuple(range(g.ndim - len(shape)))
    g = g.sum(axis=new_dims)
    stretched = tuple(i for i, n in enumerate(shape) if n == 1)
    return g.sum(axis=stretched, keepdims=True)


def shares(t, g):
    values = [x.data for x in t.inputs]
    return [
        (x, sum_to(rule(g, *values), x.data.shape))
        for x, rule in zip(t.inputs, t.rules, strict=True)
        if x.requires_grad
    ]


def accumulate(leaf, g):
    if leaf.grad is None:
        leaf.grad = np.array(g)
    else:
        leaf.grad = leaf.grad + g


def backward(root, g=None):
    in_flight = {root: np.ones_like(root.data) if g is None else g}
    queue = [(-root.order, root)]
    while queue:
        _, t = heappop(queue)
        g = in_flight.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            if x in in_flight:
                in_flight[x] = in_flight[x] + d
            else:
                in_flight[x] = d
                heappush(queue, (-x.order, x))


more_rules = {
    np.sum: (lambda g, x: np.full(x.shape, g),),
    np.power: (lambda g, x, n: g * n * x ** (n - 1), None),
    np.tanh: (lambda g, x: g * (1 - np.tanh(x) ** 2),),
    np.matmul: (lambda g, x, y: g @ y.T, lambda g, x, y: x.T @ g),
}

methods = {
    "__add__": np.add,
    "__radd__": np.add,
    "__sub__": np.subtract,
    "__mul__": np.multiply,
    "__rmul__": np.multiply,
    "__truediv__": np.divide,
    "__pow__": np.power,
    "__matmul__": np.matmul,
    "sum": np.sum,
    "mean": np.mean,
    "tanh": np.tanh,
}
for name, forward in methods.items():
    setattr(Tensor, name, operation(forward, *(rules() | more_rules)[forward]))
Tensor.backward = backward  # type: ignore[attr-defined]
