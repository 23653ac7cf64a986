"""Small networks that learn to separate two kinds of points, all trained at the same time."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np

import minigrad as mg

UNITS = (1, 2, 4, 8)  # hidden units
STEPS = tuple(range(0, 301, 10))
LR, MOMENTUM, SEED = 0.3, 0.9, 0


@dataclass(frozen=True)
class Points:
    """Points in the plane, their labels 0 and 1, and their scaled coordinates for the networks."""

    name: str
    places: Any
    labels: Any
    given: Any = None  # the places before one of them was moved

    @property
    def scale(self) -> tuple[float, float, float]:
        """Return the center and size of a set of points, which are used to scale the points.

        Without scaling, points far from 0 would saturate the units, and points near 0 would hardly
        affect them.
        """
        places = self.places if self.given is None else self.given
        center, spread = places.mean(0), places.std(0) + 1e-6
        return float(center[0]), float(center[1]), float(0.5 / spread.mean())

    def moved(self, k: int, place: tuple[float, float]) -> "Points":
        places = self.places.copy()
        places[k] = place
        return Points(self.name, places, self.labels, self.places)


@dataclass(frozen=True)
class Run:
    """One network on one set of points: its weights and its loss at each of `STEPS`."""

    weights: list[list[float]]  # of the first coordinate, of the second, shifts, answers; d
    losses: list[float]

    def answers(self, step: int, scale: tuple[float, float, float], places: Any) -> Any:
        """Return the output at these places after `STEPS[step]` steps. Positive means label 1."""
        *layers, d = self.weights[step]
        a, b, c, v = np.array(layers).reshape(4, -1)
        p, q = (places[..., k, None] - scale[k] for k in (0, 1))
        return np.tanh(a * p * scale[2] + b * q * scale[2] + c) @ v + d


def others(places: Any) -> list[Points]:
    """Return other sets of points, equally large and in the same region of the plane."""
    drawn = np.random.default_rng(0)
    n, low, high = len(places), places.min(0), places.max(0)
    labels = np.arange(n) % 2
    turns, noise = drawn.uniform(0, 2 * pi, n), drawn.normal(0, 0.06, (n, 2))
    towards = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    along = np.sqrt(drawn.uniform(0.02, 1, n))
    winding = 5.5 * along + pi * labels
    spiral = np.stack([along * np.sin(winding), along * np.cos(winding)], axis=1)
    shapes = {
        "two clouds": drawn.normal(0, 0.18, (n, 2)) + np.where(labels, 0.36, -0.36)[:, None],
        "a ring": towards * np.where(labels, 0.85, 0.5 * along)[:, None] + noise,
        "a spiral": spiral * 0.95 + 0.3 * noise,
    }
    middle, half = (low + high) / 2, (high - low) / 2
    half = np.where(half > 0, half, 1e-6 * (1 + abs(middle)))
    return [Points(k, middle + half * np.clip(s, -1, 1), labels) for k, s in shapes.items()]


def initial() -> tuple[Any, Any]:
    """Return the initial weights of the largest network: of its units, and of its output."""
    start = mg.Generator().manual_seed(SEED)
    W = mg.randn(2, max(UNITS), generator=start) * 0.5
    return W.double(), (mg.randn(max(UNITS), 1, generator=start) * 0.5).double()


def train(sets: Sequence[Points], sizes: Sequence[int] = UNITS) -> list[list[Run]]:
    """Train a network of each size for each set, from equal initial weights, in float64.

    A single backward pass differentiates the sum of all losses. Since each network's weights affect
    only the loss of that network, the weights get the same gradients as if each network were
    trained alone.
    """
    most, networks = max(sizes), len(sets) * len(sizes)
    first, last = initial()
    W = first[:, :most].repeat(networks, 1, 1).requires_grad_()
    v = last[:most].repeat(networks, 1, 1).requires_grad_()
    c = mg.zeros(networks, 1, most, dtype=mg.float64, requires_grad=True)
    d = mg.zeros(networks, 1, 1, dtype=mg.float64, requires_grad=True)
    present = mg.tensor([[float(j < units) for j in range(most)] for units in sizes])
    present = present.double().repeat(len(sets), 1).reshape(networks, most, 1)
    seen = [(each.places - each.scale[:2]) * each.scale[2] for each in sets]
    p = mg.tensor(np.repeat(seen, len(sizes), axis=0).tolist(), dtype=mg.float64)
    labels = np.repeat([each.labels for each in sets], len(sizes), axis=0)
    y = mg.tensor(labels.tolist(), dtype=mg.float64)
    optimizer = mg.optim.SGD([W, c, v, d], lr=LR, momentum=MOMENTUM)
    losses, snapshots = [], []
    for step in range(STEPS[-1] + 1):
        z = ((p @ W + c).tanh() @ (v * present) + d)[..., 0]
        loss = mg.nn.functional.binary_cross_entropy_with_logits(z, y, reduction="none").mean(1)
        if step in STEPS:
            losses.append(loss.tolist())
            parts = W[:, 0], W[:, 1], c[:, 0], v[..., 0], d[:, 0]
            snapshots.append([part.detach().numpy().copy() for part in parts])
        optimizer.zero_grad()
        loss.sum().backward()
        optimizer.step()
    runs = [
        Run(
            [
                [*(number for part in parts[:4] for number in part[k, :units]), *parts[4][k]]
                for parts in snapshots
            ],
            [row[k] for row in losses],
        )
        for k, units in enumerate(list(sizes) * len(sets))
    ]
    return [runs[k : k + len(sizes)] for k in range(0, networks, len(sizes))]
