"""Row c: a training step (2-16-16-1 with tanh, batch size 32, BCE with logits, SGD)."""

from itertools import pairwise

import numpy as np

from .micrograd_functions import bce_with_logits, tanh
from .program import Program, gradient_descent_program, normal

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


def hips(autograd) -> Program:
    np = autograd.numpy

    (x, y), parameters = data(), weights()

    def loss_of(parameters):
        w1, b1, w2, b2, w3, b3 = parameters
        h1 = np.tanh(np.dot(x, w1) + b1)
        h2 = np.tanh(np.dot(h1, w2) + b2)
        z = np.dot(h2, w3) + b3
        return np.mean(np.logaddexp(0, z) - z * y)

    return gradient_descent_program(autograd.value_and_grad(loss_of), parameters, LR)


def mygrad(mygrad) -> Program:
    (x, y), parameters = data(), [mygrad.tensor(p) for p in weights()]
    w1, b1, w2, b2, w3, b3 = parameters

    def step():
        h1 = mygrad.tanh(x @ w1 + b1)
        h2 = mygrad.tanh(h1 @ w2 + b2)
        z = h2 @ w3 + b3
        loss = (mygrad.logaddexp(np.float32(0), z) - z * y).mean()
        loss.backward()
        for parameter in parameters:
            parameter.data -= LR * parameter.grad
            parameter.null_grad()
        return loss

    return Program(step, lambda: parameters)


def micrograd(engine) -> Program:
    Value = engine.Value
    x, y = (array.tolist() for array in data())
    shapes = [p.shape for p in weights()]
    layers = [[Value(n) for n in p.ravel().tolist()] for p in weights()]

    def linear(inputs, w, b):
        n = len(b)
        return [sum((i * w[k * n + j] for k, i in enumerate(inputs)), b[j]) for j in range(n)]

    def step():
        w1, b1, w2, b2, w3, b3 = layers
        losses = []
        for point, (target,) in zip(x, y, strict=True):
            h1 = [tanh(z) for z in linear(point, w1, b1)]
            h2 = [tanh(z) for z in linear(h1, w2, b2)]
            losses.append(bce_with_logits(linear(h2, w3, b3)[0], target))
        loss = sum(losses, Value(0.0)) / len(losses)
        for value in (value for layer in layers for value in layer):
            value.grad = 0
        loss.backward()
        for value in (value for layer in layers for value in layer):
            value.data -= LR * value.grad
        return loss

    def parameters():
        return [
            np.reshape([value.data for value in layer], shape)
            for layer, shape in zip(layers, shapes, strict=True)
        ]

    return Program(step, parameters)
