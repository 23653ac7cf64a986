"""Row d: chapter 8's training run, one epoch on 1,200 digits (64-64-10, batch size 32, Adam)."""

import numpy as np

from minigrad.course.digits import digits

from .program import Program, normal

BATCH, LR, BETAS, EPS = 32, 0.01, (0.9, 0.999), 1e-8


def data() -> tuple:
    """Return the digits in a fixed random order, so that every library sees the same batches."""
    points, shown = digits()
    order = np.random.default_rng(0).permutation(1797)[:1200]
    return points.reshape(1797, 64)[order], shown[order]


def weights() -> list:
    """Return the weight matrices, with one row per output, as in `Linear`."""
    rng = np.random.default_rng(1)
    return [
        normal(rng, 64, 64, scale=64**-0.5),
        np.zeros(64, np.float32),
        normal(rng, 10, 64, scale=64**-0.5),
        np.zeros(10, np.float32),
    ]


def by_hand() -> Program:
    (xs, ys), parameters = data(), weights()
    w1, b1, w2, b2 = parameters
    means, squares = ([np.zeros_like(p) for p in parameters] for _ in range(2))
    taken = 0

    def step():
        nonlocal taken
        for start in range(0, len(xs), BATCH):
            x, y = xs[start : start + BATCH], ys[start : start + BATCH]
            each = np.arange(len(x))
            h = np.maximum(x @ w1.T + b1, 0)
            z = h @ w2.T + b2
            z -= z.max(axis=1, keepdims=True)
            e = np.exp(z)
            total = np.add.reduce(e, axis=1, keepdims=True)
            loss = np.add.reduce(np.log(total[:, 0]) - z[each, y]) / np.float32(len(x))
            g2 = e / total
            g2[each, y] -= 1
            g2 /= np.float32(len(x))
            g1 = (g2 @ w2) * (h > 0)
            gradients = (g1.T @ x, np.add.reduce(g1), g2.T @ h, np.add.reduce(g2))
            taken += 1
            adam(gradients, taken)
        return loss

    def adam(gradients, t):
        (first, second), lr = BETAS, np.float32(LR / (1 - BETAS[0] ** t))
        root = np.float32((1 - second**t) ** 0.5)
        for p, g, mean, square in zip(parameters, gradients, means, squares, strict=True):
            mean += np.float32(1 - first) * (g - mean)
            square *= np.float32(second)
            square += np.float32(1 - second) * (g * g)
            p -= lr * (mean / (np.sqrt(square) / root + np.float32(EPS)))

    return Program(step, lambda: parameters)


def tensors(mg) -> Program:
    """Set up the program from chapter 8."""
    nn, utils = mg.nn, mg.utils.data
    x, y = map(mg.tensor, data())
    loader = utils.DataLoader(utils.TensorDataset(x, y), batch_size=BATCH)
    model = nn.Sequential(nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 10))
    with mg.no_grad():
        for parameter, values in zip(model.parameters(), weights(), strict=True):
            parameter.copy_(mg.tensor(values))
    optimizer = mg.optim.Adam(model.parameters(), lr=LR)

    def step():
        for inputs, labels in loader:
            loss = nn.functional.cross_entropy(model(inputs), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return loss

    return Program(step, lambda: list(model.parameters()))
