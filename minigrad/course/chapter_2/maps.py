"""Maps that the learner hasn't seen before, and their Jacobians, which are computed row by row."""

from collections.abc import Callable, Sequence
from typing import Any

Map = Callable[[Any], Any]

# Each function takes a package (minigrad or PyTorch) and returns a map from n inputs to m outputs.
# Those with m ≠ n come first.
MAPS: list[Callable[[Any], Map]] = [
    lambda mg: lambda x: mg.stack([x[0] * x[1], x[1] + x[2] ** 2]),
    lambda mg: lambda x: mg.stack([x[0] ** 2, x[0] * x[1], 3 * x[1]]),
    lambda mg: lambda x: mg.stack([x[0] * x[1], x[0] - x[1]]),
]
POINTS = ([1.0, 2.0, 3.0], [2.0, -1.0], [0.5, 3.0])


def watched(f: Map, runs: list[Any], seen: list[Any]) -> Map:
    """Wrap a map to record its results and the gradients that reach those results."""

    def map_(x: Any) -> Any:
        y = f(x)
        runs.append(y)
        if y.requires_grad:
            y.register_hook(seen.append)
        return y

    return map_


def jacobian_of(mg: Any, y: Any, x: Any) -> Any:
    eye = mg.eye(y.shape[0], dtype=y.dtype)
    rows = [mg.autograd.grad(y, x, v, retain_graph=True, allow_unused=True)[0] for v in eye]
    return mg.stack([mg.zeros_like(x) if r is None else r for r in rows])


def row(weights: Sequence[float], column: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(weights, column, strict=True))


def total(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]
