"""Row e: a chain of elementwise operations on 10 numbers, y ← tanh(1·y + 0.000001).

With these numbers, neither values nor gradients vanish over thousands of iterations.
"""

import numpy as np

from .program import Program

FACTOR, SHIFT = 1.0, 1e-6


def start() -> np.ndarray:
    return np.linspace(0.1, 1, 10, dtype=np.float32)


def by_hand(ops: int) -> Program:
    x, one = start(), np.array(1, np.float32)
    factor, shift = np.array(FACTOR, np.float32), np.array(SHIFT, np.float32)
    gradient = x

    def step():
        nonlocal gradient
        y, values = x, []
        for _ in range(ops // 3):
            y = np.tanh(y * factor + shift)
            values.append(y)
        gradient = np.ones_like(x)
        for y in reversed(values):
            gradient = gradient * (one - y * y) * factor
        return np.add.reduce(values[-1])

    return Program(step, lambda: [gradient])


def tensors(mg, ops: int) -> Program:
    x = mg.tensor(start(), requires_grad=True)

    def step():
        x.grad = None
        y = x
        for _ in range(ops // 3):
            y = (y * FACTOR + SHIFT).tanh()
        loss = y.sum()
        loss.backward()
        return loss

    return Program(step, lambda: [x.grad])
