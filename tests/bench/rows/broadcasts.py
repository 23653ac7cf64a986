"""Row f: a column c and a row r of 256 numbers broadcast against each other, Σ (c + r)·(c·r)."""

import numpy as np

from .program import Program, normal

N = 256


def numbers() -> tuple:
    rng = np.random.default_rng(0)
    return normal(rng, N, 1), normal(rng, 1, N)


def by_hand() -> Program:
    column, row = numbers()
    gradients: list = []

    def step():
        total, product = column + row, column * row
        loss = np.add.reduce(total * product, axis=None)
        gradients[:] = [
            np.add.reduce(product, axis=1, keepdims=True) + total @ row.T,
            np.add.reduce(product, axis=0, keepdims=True) + column.T @ total,
        ]
        return loss

    return Program(step, lambda: gradients)


def tensors(mg) -> Program:
    column, row = (mg.tensor(n, requires_grad=True) for n in numbers())

    def step():
        column.grad = row.grad = None
        loss = ((column + row) * (column * row)).sum()
        loss.backward()
        return loss

    return Program(step, lambda: [column.grad, row.grad])
