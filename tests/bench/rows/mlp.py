"""Row c: a training step (2-16-16-1 with tanh, batch size 32, BCE with logits, SGD)."""

from itertools import pairwise

import numpy as np

from .program import Program, normal

LR = 0.1


def data() -> tuple:
    """Return points, labeled by whether their two coordinates have the same sign."""
    x = normal(np.random.default_rng(0), 32, 2)
    return x, (x[:, :1] * x[:, 1:] > 0).astype(np.float32)


def weights() -> list:
    """Return three weight matrices, each followed by its bias."""
    rng, arrays = np.random.default_rng(1), []
    for m, n in pairwise((2, 16, 16, 1)):
        arrays += [normal(rng, m, n, scale=m**-0.5), np.zeros(n, np.float32)]
    return arrays


def by_hand() -> Program:
    (x, y), parameters = data(), weights()
    w1, b1, w2, b2, w3, b3 = parameters
    zero, one, lr = (np.array(n, np.float32) for n in (0, 1, LR))
    n = np.array(y.size, np.float32)

    def step():
        h1 = x @ w1
        h1 += b1
        np.tanh(h1, out=h1)
        h2 = h1 @ w2
        h2 += b2
        np.tanh(h2, out=h2)
        z = h2 @ w3
        z += b3
        loss = np.add.reduce(np.logaddexp(zero, z) - z * y, axis=None) / n
        g3 = (one / (one + np.exp(-z)) - y) / n
        g2 = (g3 * w3.T) * (one - h2 * h2)
        g1 = (g2 @ w2.T) * (one - h1 * h1)
        gradients = (
            x.T @ g1,
            np.add.reduce(g1),
            h1.T @ g2,
            np.add.reduce(g2),
            h2.T @ g3,
            np.add.reduce(g3),
        )
        for parameter, gradient in zip(parameters, gradients, strict=True):
            gradient *= lr
            parameter -= gradient
        return loss

    return Program(step, lambda: parameters)


def tensors(mg) -> Program:
    x, y = map(mg.tensor, data())
    w1, b1, w2, b2, w3, b3 = parameters = [mg.tensor(p, requires_grad=True) for p in weights()]
    loss_of = mg.nn.functional.binary_cross_entropy_with_logits
    optimizer = mg.optim.SGD(parameters, lr=LR)

    def step():
        h1 = (x @ w1 + b1).tanh()
        h2 = (h1 @ w2 + b2).tanh()
        loss = loss_of(h2 @ w3 + b3, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    return Program(step, lambda: parameters)
