"""Row a: the first graph of the course, y = x + 2, z = y·y·2, its mean, and its gradient."""

import numpy as np

from .program import Program

START = [1.0, 2.0, 3.0]


def by_hand() -> Program:
    x = np.array(START, np.float32)
    two, slope = np.array(2, np.float32), np.array(4 / x.size, np.float32)
    gradient = x

    def step():
        nonlocal gradient
        y = x + two
        z = y * y * two
        loss = np.add.reduce(z) / z.size
        gradient = y * slope
        return loss

    return Program(step, lambda: [gradient])


def tensors(mg) -> Program:
    x = mg.tensor(START, requires_grad=True)

    def step():
        x.grad = None
        y = x + 2
        z = y * y * 2
        loss = z.mean()
        loss.backward()
        return loss

    return Program(step, lambda: [x.grad])
