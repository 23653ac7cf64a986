"""Rows b and b': a graph of scalars, h ← tanh(h·w + b), with three operations per step.

With these numbers, neither values nor gradients vanish over thousands of iterations.
"""

import sys

import numpy as np

from .micrograd_functions import tanh
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


def hips(autograd, ops: int) -> Program:
    np = autograd.numpy

    def last(h, w, b):
        for _ in range(ops // 3):
            h = np.tanh(h * w + b)
        return h

    both = autograd.value_and_grad(last, argnum=(0, 1, 2))
    numbers = [np.float32(n) for n in (START, WEIGHT, BIAS)]
    gradients: list = []

    def step():
        value, gradients[:] = both(*numbers)
        return value

    return Program(step, lambda: gradients)


def mygrad(mygrad, ops: int) -> Program:
    start, w, b = (mygrad.tensor(n, dtype=np.float32) for n in (START, WEIGHT, BIAS))

    def step():
        for leaf in (start, w, b):
            leaf.null_grad()
        h = start
        for _ in range(ops // 3):
            h = mygrad.tanh(h * w + b)
        h.backward()
        return h

    return Program(step, lambda: [start.grad, w.grad, b.grad])


def micrograd(engine, ops: int) -> Program:
    Value = engine.Value
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 2 * ops + 1000))  # its sort is recursive
    start, w, b = (Value(n) for n in (START, WEIGHT, BIAS))

    def step():
        start.grad = w.grad = b.grad = 0
        h = start
        for _ in range(ops // 3):
            h = tanh(h * w + b)
        h.backward()
        return h

    return Program(step, lambda: [start.grad, w.grad, b.grad])
