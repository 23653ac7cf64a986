"""Reference results for the exercises: steps computed from formulas, and a trained network."""

from dataclasses import dataclass
from typing import Any

# Curved enough that 1 to 5 steps of 0.05 to 0.2, and all usual mistakes, end at different points.
FLAT = 0.99  # the output beyond which tanh is nearly flat
DATA = [
    ([0.5, 1.0, 1.5], [1.0, 3.0, 2.5]),
    ([-1.0, 0.5], [2.0, 1.0]),
    ([0.5, -0.5, 1.0, 2.0], [1.0, -1.0, 0.0, 5.0]),
]
STEPS = 300


def line_loss(xs: list[float], ys: list[float]) -> tuple[float, list[float]]:
    """Return the loss of the line 0.5 x − 1, and its slopes along the weight and the bias."""
    off = [0.5 * x - 1.0 - y for x, y in zip(xs, ys, strict=True)]
    n = len(xs)
    slope = 2 * sum(e * x for e, x in zip(off, xs, strict=True)) / n
    return sum(e * e for e in off) / n, [slope, 2 * sum(off) / n]


@dataclass(frozen=True)
class Judged:
    """The results of training from one set of initial weights."""

    before: float
    after: float
    loss: float  # the loss before the first step
    stuck: float  # the fraction of the units' initial values for which tanh is flat
    still: bool  # W and v end at 0
    alike: bool  # all units end up the same


def network_judged(mg: Any, parameters: Any) -> Judged:
    """Train the chapter's network on the chapter's points, from the given initial weights."""
    W, c, v, d = parameters
    mg.manual_seed(1)
    points = mg.rand(80, 2) * 2 - 1
    labels = (points[:, 0] * points[:, 1] > 0).float()
    optimizer = mg.optim.SGD([W, c, v, d], lr=0.3, momentum=0.9)
    right, losses = [], []
    stuck = ((points @ W + c).tanh().detach().abs() > FLAT).float().mean().item()
    for _ in range(STEPS + 1):
        z = (points @ W + c).tanh() @ v + d
        loss = mg.nn.functional.binary_cross_entropy_with_logits(z, labels)
        right.append(((z > 0) == (labels > 0)).float().mean().item())
        losses.append(loss.item())
        if len(losses) <= STEPS:
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    units = (points @ W + c).tanh().detach()
    return Judged(
        before=right[0],
        after=right[-1],
        loss=losses[0],
        stuck=stuck,
        still=not bool((W.detach() != 0).any()) and not bool((v.detach() != 0).any()),
        alike=bool(((units - units[:, :1]).abs().max() < 1e-4).item()),
    )
