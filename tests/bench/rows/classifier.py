"""Row d: a training step dominated by arithmetic (784-256-10, ReLU, batch size 128, SGD)."""

import numpy as np

from .program import Program, normal

LR, BATCH = 0.1, 128


def data() -> tuple:
    rng = np.random.default_rng(0)
    return normal(rng, BATCH, 784), rng.integers(0, 10, BATCH)


def weights() -> list:
    rng = np.random.default_rng(1)
    return [
        normal(rng, 784, 256, scale=784**-0.5),
        np.zeros(256, np.float32),
        normal(rng, 256, 10, scale=256**-0.5),
        np.zeros(10, np.float32),
    ]


def by_hand() -> Program:
    (x, y), parameters = data(), weights()
    w1, b1, w2, b2 = parameters
    lr, each = np.array(LR, np.float32), np.arange(BATCH)

    def step():
        h = np.maximum(x @ w1 + b1, 0)
        z = h @ w2 + b2
        z -= z.max(axis=1, keepdims=True)
        e = np.exp(z)
        total = np.add.reduce(e, axis=1, keepdims=True)
        losses = np.log(total[:, 0]) - z[each, y]
        loss = np.add.reduce(losses) / BATCH
        g2 = e / total
        g2[each, y] -= 1
        g2 /= BATCH
        g1 = (g2 @ w2.T) * (h > 0)
        gradients = [x.T @ g1, np.add.reduce(g1, axis=0), h.T @ g2, np.add.reduce(g2, axis=0)]
        for parameter, gradient in zip(parameters, gradients, strict=True):
            parameter -= lr * gradient
        return loss

    return Program(step, lambda: parameters)


def tensors(mg) -> Program:
    x, y = map(mg.tensor, data())
    w1, b1, w2, b2 = parameters = [mg.tensor(p, requires_grad=True) for p in weights()]
    optimizer = mg.optim.SGD(parameters, lr=LR)

    def step():
        z = (x @ w1 + b1).relu() @ w2 + b2
        loss = mg.nn.functional.cross_entropy(z, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss

    return Program(step, lambda: parameters)
