"""What the exercises are compared with: steps worked out by formula, and a network trained."""

from typing import Any

DATA = [
    ([1.0, 2.0, 3.0], [2.0, 3.0, 7.0]),
    ([-1.0, 0.5], [2.0, 1.0]),
    ([0.5, -0.5, 1.0, 2.0], [1.0, -1.0, 0.0, 5.0]),
]
STEPS = 300


def line_loss(xs: list[float], ys: list[float]) -> tuple[float, list[float]]:
    """The mean squared error of 0.5 x − 1, and its slopes along 0.5 and −1."""
    errors = [0.5 * x - 1.0 - y for x, y in zip(xs, ys, strict=True)]
    n = len(xs)
    slope = 2 * sum(e * x for e, x in zip(errors, xs, strict=True)) / n
    return sum(e * e for e in errors) / n, [slope, 2 * sum(errors) / n]


def descended(
    xs: list[float], ys: list[float], steps: int, lr: float, *, zero: bool = True
) -> float:
    """w after steps from 0 down the mean of (w x − y)²."""
    w = total = 0.0
    for _ in range(steps):
        slope = 2 * sum((w * x - y) * x for x, y in zip(xs, ys, strict=True)) / len(xs)
        total = slope if zero else total + slope
        w -= lr * total
    return w


def network_accuracy(mg: Any, parameters: Any) -> tuple[float, bool]:
    """The share of the chapter's points that training gets right; whether all units are alike."""
    W, c, v, d = parameters
    mg.manual_seed(1)
    points = mg.rand(80, 2) * 2 - 1
    labels = (points[:, 0] * points[:, 1] > 0).to(mg.float32)
    optimizer = mg.optim.SGD([W, c, v, d], lr=0.3, momentum=0.9)
    for _ in range(STEPS):
        z = (points @ W + c).tanh() @ v + d
        loss = mg.nn.functional.binary_cross_entropy_with_logits(z, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = ((z > 0) == (labels > 0)).to(mg.float32).mean().item()
    units = (points @ W + c).tanh().detach()
    return right, bool(((units - units[:, :1]).abs().max() < 1e-4).item())
