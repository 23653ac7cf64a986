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


def hips(autograd) -> Program:
    np = autograd.numpy

    def loss_of(x):
        y = x + 2
        z = y * y * 2
        return np.mean(z)

    x = np.array(START, np.float32)
    both = autograd.value_and_grad(loss_of)
    gradient = x

    def step():
        nonlocal gradient
        loss, gradient = both(x)
        return loss

    return Program(step, lambda: [gradient])


def mygrad(mygrad) -> Program:
    x = mygrad.tensor(START, dtype=np.float32)

    def step():
        x.null_grad()
        y = x + 2
        z = y * y * 2
        loss = z.mean()
        loss.backward()
        return loss

    return Program(step, lambda: [x.grad])


def micrograd(engine) -> Program:
    Value = engine.Value
    xs = [Value(number) for number in START]

    def step():
        for x in xs:
            x.grad = 0
        ys = [x + 2 for x in xs]
        zs = [y * y * 2 for y in ys]
        loss = (zs[0] + zs[1] + zs[2]) / 3
        loss.backward()
        return loss

    return Program(step, lambda: [[x.grad for x in xs]])
