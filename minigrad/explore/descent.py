"""Descent: one parameter and its learning rate, then two parameters, and momentum as well."""

from collections.abc import Sequence
from math import cos, dist, isfinite, log10, pi, sin, sqrt
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.svg import Markup

from .axes import Axes, Point, label, mark, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

START = 1.0
STEPS_OF_ONE, STEPS_OF_TWO = 20, 25
POWERS = {-6.0: "10⁻⁶", -4.0: "10⁻⁴", -2.0: "0.01", 0.0: "1", 2.0: "100", 4.0: "10⁴"}
LOSSES = (min(POWERS), max(POWERS))
NOTHING = 1e-30  # a loss of zero has no logarithm, and leaves the picture at the bottom
# Of the limit 2/curvature: from crawling, over its half, to divergence.
SHARES_OF_ONE = (
    *(0.004, 0.012, 0.02, 0.04, 0.08, 0.12, 0.2, 0.28, 0.4, 0.44, 0.5, 0.56, 0.64),
    *(0.72, 0.8, 0.88, 0.92, 0.96, 1.0, 1.02, 1.04, 1.08, 1.12, 1.2),
)
OPENS_AT = 0.02  # low: which rate mirrors another, the learner finds by moving
SHARES_OF_TWO = (
    *(0.005, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
    *(0.9, 0.95, 1.0, 1.05, 1.1, 1.2),
)
MOMENTA = tuple(k / 20 for k in range(20))


def learning_rate(x: float = 2.0, y: float = 6.0, *, scale: float = 1.0) -> Explorer:
    """Steps down (w x - y)² with one learning rate after the other. The curvature is 2x²."""
    if not (isfinite(x) and isfinite(y) and x):
        raise ValueError(f"learning_rate(): x and y must be finite and x not 0: {x:g}, {y:g}")
    bottom, limit = y / x, 1 / (x * x)
    reach = 2.5 * abs(bottom - START) or 1.0
    top = 0.7 * (reach * x) ** 2
    valley = Axes(72, 62, 300, 200, (bottom - reach, bottom + reach), (0, top))
    curve = Axes(460, 62, 310, 200, (0, STEPS_OF_ONE), LOSSES)
    low, wide = bottom - reach, 2 * reach
    bowl = [(low + wide * k / 100, ((low + wide * k / 100) * x - y) ** 2) for k in range(101)]
    fixed = [
        valley.frame("loss over w", "w", ticks(*valley.xs), ticks(*valley.ys), above=36),
        curve.frame("loss over the steps", "step", range(0, STEPS_OF_ONE + 1, 5), POWERS, above=36),
        valley.path(bowl, "line"),
        *_start(78),
    ]
    rates = [round(share * limit, 6) for share in SHARES_OF_ONE]
    left_to_go = f"w {'−' if bottom > 0 else '+'} {abs(bottom):.4g}" if bottom else "w"

    first = _held_apart(valley, rates, [steps_of_one(lr, x, y, 1)[1] for lr in rates])

    def frame(lr: float) -> Frame:
        states = steps_of_one(lr, x, y)
        losses = [(float(t), _log(loss)) for t, (_, loss) in enumerate(states)]
        factor = 1 - 2 * x * x * lr
        return Frame(
            [
                *fixed,
                valley.path(states, "value-line"),
                valley.dots(states, "value-line", 4),
                curve.path(losses, "value-line"),
                curve.dots(losses, "value-line", 4),
                valley.mark(states[0], "text", "ring", 5),
                label(signed(f"each step: ({left_to_go}) × {factor:.2f}"), 460, 48),
            ],
            _one(lr, lr / limit, left_to_go, factor, states[-1]),
        )

    return Explorer(
        frame,
        Control("lr", rates, SHARES_OF_ONE.index(OPENS_AT), [f"{lr:.4g}" for lr in rates]),
        size=(800, 312),
        title="Learning rate",
        stills=[(SHARES_OF_ONE.index(share),) for share in (0.12, 0.64, 1.04)],
        scale=scale,
        grips=[Grip(["lr"], first.get, _area(valley))],
        cuts=[410],
    )


def steps_of_one(lr: float, x: float, y: float, steps: int = STEPS_OF_ONE) -> list[Point]:
    """Weight and loss before each step, and after the last."""
    w, states = mg.tensor(START, requires_grad=True), []
    optimizer = mg.optim.SGD([w], lr=lr)
    for _ in range(steps + 1):
        loss = (w * x - y) ** 2
        states.append((w.item(), loss.item()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return states


def _one(lr: float, share: float, left_to_go: str, factor: float, last: Point) -> str:
    if abs(factor) < 1e-6:
        path = "is at the bottom after a single step"
    elif abs(abs(factor) - 1) < 1e-6:
        path = "jumps to and fro for ever"
    else:
        side = "stays on its side" if factor > 0 else "changes sides"
        path = f"{side} and " + ("comes nearer" if abs(factor) < 1 else "gets farther away")
    return signed(
        f"lr = {lr:.4g}, {share:.3g} times the limit 2/curvature: each step multiplies "
        f"{left_to_go} by {factor:.2f}, so the path {path}. "
        f"After {STEPS_OF_ONE} steps w = {last[0]:.3f}, loss {last[1]:.3g}."
    )


def descent(x: Any, y: Any, *, scale: float = 1.0) -> Explorer:
    """A line w x + b is fitted to points: learning rate and momentum, from w = b = 0.

    Left the path over the two parameters, right how far the loss is above the least possible.
    """
    xs, ys = _points(x, y)
    least, best, hessian = _least_squares(xs, ys)
    curvatures = np.linalg.eigvalsh(hessian)
    limit = 2 / float(curvatures[1])
    rates = [share * limit for share in SHARES_OF_TWO]
    paths, losses = steps_of_two(xs, ys, rates, MOMENTA)
    across, up = (2.2 * max(abs(part), 0.25 * max(map(abs, best)), 1e-3) for part in best)
    plane = Axes(
        72, 62, 330, 244, (best[0] - across, best[0] + across), (best[1] - up, best[1] + up)
    )
    curve = Axes(486, 62, 310, 244, (0, STEPS_OF_TWO), LOSSES)
    rings = [
        plane.path(ring, "line", 1.25) for ring in _contours(hessian, best, losses[0, 0, 0] - least)
    ]
    fixed = [
        plane.frame(
            "b over w, with lines of equal loss", "w", ticks(*plane.xs), ticks(*plane.ys), above=36
        ),
        curve.frame(
            "loss above the least", "step", range(0, STEPS_OF_TWO + 1, 5), POWERS, above=36
        ),
        *rings,
        plane.mark(best, "text", "diamond", 5),
        *_start(78),
        mark((158, 43.5), "text", "diamond", 5),
        label("the best line", 172, 48),
    ]

    first = _held_apart(plane, rates, paths[1, :, 0])  # momentum has nothing to add yet

    def frame(lr: float, momentum: float) -> Frame:
        i, j = rates.index(lr), MOMENTA.index(momentum)
        path = shown(plane, [(float(w), float(b)) for w, b in paths[:, i, j]])
        points = [(float(t), _log(float(loss) - least)) for t, loss in enumerate(losses[:, i, j])]
        last = float(losses[-1, i, j])
        return Frame(
            [
                *fixed,
                plane.path(path, "value-line", 1.5),
                plane.dots(path, "value-line", 2.5),
                plane.mark((0.0, 0.0), "text", "ring", 5),
                curve.path(points, "value-line", 2.5),
                label(f"loss {last:.3g}, least {least:.3g}", 486, 48),
            ],
            _two(lr, lr / limit, momentum, curvatures, last, least),
        )

    return Explorer(
        frame,
        Control("lr", rates, SHARES_OF_TWO.index(0.3), [f"{lr:.3g}" for lr in rates]),
        Control("momentum", MOMENTA, 0, [f"{m:g}" for m in MOMENTA]),
        size=(830, 356),
        title="Learning rate and momentum",
        stills=[(SHARES_OF_TWO.index(0.3), 0), (SHARES_OF_TWO.index(0.3), 10)]
        + [(SHARES_OF_TWO.index(1.2), 0)],
        scale=scale,
        grips=[Grip(["lr"], lambda lr, _: first.get(lr), _area(plane))],
        cuts=[440],
    )


def steps_of_two(
    xs: Any, ys: Any, rates: Sequence[float], momenta: Sequence[float]
) -> tuple[Any, Any]:
    """w and b, and their loss, before each step and after the last: all settings side by side.

    A run is one entry of the tensors. The gradient of the sum of all losses has in each entry
    the gradient of that run's loss; the steps are those of `optim.SGD`.
    """
    lr = mg.tensor(rates).reshape(-1, 1, 1)
    momentum = mg.tensor(momenta).reshape(1, -1, 1)
    at: Any = mg.zeros(len(rates), len(momenta), 2, requires_grad=True)
    velocity: Any = mg.zeros(len(rates), len(momenta), 2)
    paths, losses = [], []
    for _ in range(STEPS_OF_TWO + 1):
        loss = ((at[..., :1] * xs + at[..., 1:] - ys) ** 2).mean(-1)
        at.grad = None
        loss.sum().backward()
        paths.append(at.detach().numpy().copy())
        losses.append(loss.detach().numpy())
        with mg.no_grad():
            velocity = momentum * velocity + at.grad
            at -= lr * velocity
    return np.stack(paths), np.stack(losses)


def shown(plane: Axes, path: Sequence[Point]) -> list[Point]:
    """A path that does not come back ends with the first step that leaves the picture."""
    inside = [k for k, point in enumerate(path) if plane.holds(*point)]
    return list(path[: inside[-1] + 2])


def _two(
    lr: float, share: float, momentum: float, curvatures: Any, loss: float, least: float
) -> str:
    rate = max(spread(lr, momentum, float(curvature)) for curvature in curvatures)
    if abs(rate - 1) < 1e-6:
        path = "neither comes nearer nor gets away"
    else:
        kind = "comes nearer" if rate < 1 else "gets farther away"
        path = f"{kind}, in the long run by a factor of {rate:.3f} per step"
    return (
        f"lr = {lr:.3g}, {share:g} times 2/curvature, momentum {momentum:g}: the path {path}. "
        f"After {STEPS_OF_TWO} steps the loss is {loss:.4g}; the least possible is {least:.4g}."
    )


def spread(lr: float, momentum: float, curvature: float) -> float:
    """By how much a step multiplies the distance along a direction: |z|, z² = (1+m-lr c) z - m."""
    half = (1 + momentum - lr * curvature) / 2
    root = half * half - momentum
    return sqrt(momentum) if root < 0 else abs(half) + sqrt(root)


def _points(x: Any, y: Any) -> tuple[Any, Any]:
    xs: Any
    ys: Any
    xs, ys = (mg.tensor(np.asarray(each).tolist(), dtype=mg.float32) for each in (x, y))
    if xs.dim() != 1 or xs.shape != ys.shape or xs.numel() < 2:
        raise ValueError(
            f"descent(): x and y must hold as many numbers each, at least two; "
            f"their shapes are {list(xs.shape)} and {list(ys.shape)}"
        )
    if not (xs.isfinite().all() and ys.isfinite().all()):
        raise ValueError("descent(): x and y must be finite; there is nan or inf among them")
    if (xs == xs[0]).all():
        raise ValueError("descent(): all x are the same, so no line fits best")
    return xs, ys


def _least_squares(xs: Any, ys: Any) -> tuple[float, Point, Any]:
    """The least mean of squares, where it lies, and the second derivatives, all in closed form."""
    x, y = xs.numpy().astype(float), ys.numpy().astype(float)
    rows = np.stack([x, np.ones_like(x)], axis=1)
    best, *_ = np.linalg.lstsq(rows, y, rcond=None)
    least = float(np.mean((rows @ best - y) ** 2))
    return least, (float(best[0]), float(best[1])), 2 * rows.T @ rows / len(x)


def _contours(hessian: Any, best: Point, highest: float) -> list[list[Point]]:
    """Ellipses of equal loss: the one through the start, and some below and above it."""
    curvatures, axes = np.linalg.eigh(hessian)
    turns = [2 * pi * k / 72 for k in range(73)]
    rings = []
    for level in (0.02, 0.1, 0.4, 1.0, 2.0, 4.0):
        sides = np.sqrt(2 * level * highest / curvatures)
        ring = [axes @ (sides * (cos(a), sin(a))) for a in turns]
        rings.append([(best[0] + float(w), best[1] + float(b)) for w, b in ring])
    return rings


def _held_apart(axes: Axes, rates: Sequence[float], points: Any) -> dict[float, Point]:
    """Where to take hold of the first step, by its rate, if that is not beside another one."""
    held: dict[float, Point] = {}
    for lr, point in zip(rates, points, strict=True):
        place = axes.at(*map(float, point))
        if axes.holds(*point) and all(dist(place, other) > 2 for other in held.values()):
            held[lr] = place
    return held


def _area(axes: Axes) -> tuple[float, float, float, float]:
    return axes.left, axes.top, axes.width, axes.height


def _start(x: float) -> tuple[Markup, Markup]:
    """What the ring means."""
    return mark((x, 43.5), "text", "ring", 5), label("start", x + 14, 48)


def _log(loss: float) -> float:
    return log10(max(loss, NOTHING)) if loss == loss else loss
