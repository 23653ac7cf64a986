"""Row b: a graph of scalars, h ← tanh(h·w + b), with three operations per step.

With these numbers, neither values nor gradients vanish over thousands of iterations.
"""

import numpy as np

from .program import Program

START, WEIGHT, BIAS = 1.0, 1.0, 1e-5


def by_hand(ops: int) -> Program:
    start, w, b = (np.float32(n) for n in (START, WEIGHT, BIAS))
    gradients: list = []

    def step():
        h, values = start, [start]
        for _ in range(ops // 3):
            h = np.tanh(h * w + b)
            values.append(h)
        g, gw, gb = np.float32(1), np.float32(0), np.float32(0)
        for turn in range(ops // 3, 0, -1):
            h = values[turn]
            d = g * (1 - h * h)
            gw += d * values[turn - 1]
            gb += d
            g = d * w
        gradients[:] = [g, gw, gb]
        return values[-1]

    return Program(step, lambda: gradients)


def tensors(mg, ops: int) -> Program:
    start, w, b = (mg.tensor(n, requires_grad=True) for n in (START, WEIGHT, BIAS))

    def step():
        start.grad = w.grad = b.grad = None
        h = start
        for _ in range(ops // 3):
            h = (h * w + b).tanh()
        h.backward()
        return h

    return Program(step, lambda: [start.grad, w.grad, b.grad])
