"""Chapter 6's engine after its eight steps, which needs NumPy, one class, and a few functions.

The parts are the published steps, exactly as they appear in the chapter's collapsed solutions.
"""
# mypy: disable-error-code="assignment, attr-defined, method-assign, misc, operator"

from itertools import count

import numpy as np

clock = count()


class Tensor:
    def __init__(self, data, requires_grad=False):
        self.data = np.array(data, dtype=float)
        self.requires_grad = requires_grad
        self.grad = None
        self.inputs = ()
        self.rules = ()
        self.order = next(clock)


def as_tensor(x):
    if isinstance(x, Tensor):
        return x
    return Tensor(x)


def operation(forward, *rules):
    def apply(*inputs):
        inputs = [as_tensor(x) for x in inputs]
        out = Tensor(forward(*[x.data for x in inputs]))
        if any(x.requires_grad for x in inputs):
            out.requires_grad = True
            out.inputs = inputs
            out.rules = rules
        return out

    return apply


add = operation(np.add, lambda g, x, y: g, lambda g, x, y: g)
multiply = operation(np.multiply, lambda g, x, y: g * y, lambda g, x, y: g * x)
subtract = operation(np.subtract, lambda g, x, y: g, lambda g, x, y: -g)
divide = operation(np.divide, lambda g, x, y: g / y, lambda g, x, y: -g * x / y**2)
mean = operation(np.mean, lambda g, x: np.full(x.shape, g / x.size))


def product(x, y):
    if x.ndim != 2 or y.ndim != 2:
        raise ValueError(f"@ takes two matrices, not {x.shape} and {y.shape}")
    return x @ y


Tensor.__add__ = Tensor.__radd__ = add
Tensor.__mul__ = Tensor.__rmul__ = multiply
Tensor.__sub__ = subtract
Tensor.__rsub__ = lambda x, y: subtract(y, x)
Tensor.__truediv__ = divide
Tensor.__rtruediv__ = lambda x, y: divide(y, x)
Tensor.__neg__ = lambda x: multiply(x, -1)
Tensor.__array_ufunc__ = None  # an array on the left leaves + to the tensor

matmul = operation(product, lambda g, x, y: g @ y.T, lambda g, x, y: x.T @ g)
Tensor.__matmul__ = matmul
Tensor.__rmatmul__ = lambda x, y: matmul(y, x)

Tensor.mean = mean
Tensor.sum = operation(np.sum, lambda g, x: np.full(x.shape, g))
Tensor.tanh = operation(np.tanh, lambda g, x: g * (1 - np.tanh(x) ** 2))


def sum_to(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=0)
    for i in range(len(shape)):
        if shape[i] == 1:
            g = g.sum(axis=i, keepdims=True)
    return g


def shares(t, g):
    values = [x.data for x in t.inputs]
    found = []
    for x, rule in zip(t.inputs, t.rules, strict=True):
        if x.requires_grad:
            found.append((x, sum_to(rule(g, *values), x.data.shape)))
    return found


def accumulate(t, g):
    if t.grad is None:
        t.grad = np.array(g)
    else:
        t.grad = t.grad + g


def first_gradient(root, v):
    if not root.requires_grad:
        raise RuntimeError("nothing that it was computed from is tracked")
    if v is None:
        v = 1.0
    if np.shape(v) != root.data.shape:
        raise RuntimeError(f"backward needs a v here, of shape {root.data.shape}")
    return np.array(v, dtype=float)


def backward(root, v=None):
    in_flight = {root: first_gradient(root, v)}
    while in_flight:
        t = max(in_flight, key=lambda t: t.order)
        g = in_flight.pop(t)
        if not t.inputs:
            accumulate(t, g)
        for x, d in shares(t, g):
            if x in in_flight:
                in_flight[x] = in_flight[x] + d
            else:
                in_flight[x] = d


Tensor.backward = backward
