"""Row g: the forward pass of row c's network."""

import numpy as np

from .mlp import data, weights
from .program import Program


def by_hand() -> Program:
    (x, _), (w1, b1, w2, b2, w3, b3) = data(), weights()

    def step():
        h1 = x @ w1
        h1 += b1
        np.tanh(h1, out=h1)
        h2 = h1 @ w2
        h2 += b2
        np.tanh(h2, out=h2)
        z = h2 @ w3
        z += b3
        return z

    return Program(step, list)


def tensors(mg) -> Program:
    x = mg.tensor(data()[0])
    w1, b1, w2, b2, w3, b3 = (mg.tensor(p, requires_grad=True) for p in weights())

    def step():
        with mg.no_grad():
            h1 = (x @ w1 + b1).tanh()
            h2 = (h1 @ w2 + b2).tanh()
            return h2 @ w3 + b3

    return Program(step, list)
