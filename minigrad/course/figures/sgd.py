"""Chapter 5: learning rates on one parabola, a fitted line, a decision boundary."""

from math import log10
from typing import Any

import minigrad as mg
from minigrad.course.figures import panels
from minigrad.course.figures.axes import label
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing, figure, show
from minigrad.draw.palette import SERIES, STILL

X, Y, START, STEPS = 2.0, 6.0, 1.0, 20
L = 2 * X * X  # curvature of (w X - Y)²
FLOOR = 1e-6  # a loss of zero has no logarithm
RATES = (
    *(0.001, 0.003, 0.005, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.11, 0.125, 0.14, 0.16),
    *(0.18, 0.2, 0.22, 0.23, 0.24, 0.25, 0.255, 0.26, 0.27, 0.28, 0.3),
)


def learning_rates() -> Stepper:
    """A slider from a rate that crawls to one that diverges."""
    frames = [descent(lr) for lr in RATES]
    stills = [RATES.index(lr) for lr in (0.03, 0.22, 0.26)]
    labels = [f"{lr:g}" for lr in RATES]
    start = RATES.index(0.22)
    return stepper(frames, labels, name="lr", start=start, stills=stills)


def path(lr: float) -> list[tuple[float, float]]:
    """Weight and loss before each step, and after the last."""
    w, states = mg.tensor(START, requires_grad=True), []
    optimizer = mg.optim.SGD([w], lr=lr)
    for _ in range(STEPS + 1):
        loss = (w * X - Y) ** 2
        states.append((w.item(), loss.item()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return states


def descent(lr: float) -> Drawing:
    """Twenty steps at one learning rate: in the valley, and on the loss curve."""
    states = path(lr)
    losses = [(float(t), log10(max(loss, FLOOR))) for t, (_, loss) in enumerate(states)]
    valley = panels.valley((-2, 8), (0, 70))
    curve = panels.curve((0, STEPS), (log10(FLOOR), 4))
    bowl = [(w / 10, (w / 10 * X - Y) ** 2) for w in range(-11, 72)]
    powers: dict[float, str] = {-6: "1e-6", -4: "1e-4", -2: "0.01", 0: "1", 2: "100", 4: "1e4"}
    parts = [
        panels.title("loss over w", valley),
        panels.title("loss over the steps", curve),
        valley.frame("w", (-2, 0, 2, 4, 6, 8), (0, 20, 40, 60)),
        curve.frame("step", (0, 5, 10, 15, 20), powers),
        panels.trail(valley, bowl, STILL["line"]),
        panels.trail(valley, states, SERIES[0]),
        panels.trail(curve, losses, SERIES[0]),
        *(panels.mark(valley, state, size=4) for state in states),
        *(panels.mark(curve, point, size=4) for point in losses),
    ]
    (w, loss), factor = states[-1], 1 - L * lr
    parts.append(label(f"each step: error times {factor:.2f}".replace("-", "−"), 420, 284))
    sentence = (
        f"lr = {lr:g}: each step multiplies the error by {factor:.2f}, so the path {_kind(factor)}."
        f" After {STEPS} steps w = {w:.3f}, loss {loss:.3g}."
    ).replace("-", "−")
    return panels.picture(sentence, *parts)


def _kind(factor: float) -> str:
    if abs(factor) < 1e-9:
        return "is at the bottom after a single step"
    if abs(abs(factor) - 1) < 1e-9:
        return "jumps to and fro for ever"
    side = "stays on its side" if factor > 0 else "changes sides"
    return f"{side} and " + ("comes nearer" if abs(factor) < 1 else "gets farther away")


def line(x: Any, y: Any, w: Any, b: Any) -> Drawing:
    """Points, and the line w x + b through them."""
    fig, ax = figure(5.2, 2.8)
    xs, slope, height = x.tolist(), w.item(), b.item()
    fitted = [slope * a + height for a in xs]
    ax.plot(xs, y.tolist(), "o", color=SERIES[1], label="points")
    ax.plot(xs, fitted, color=SERIES[0], label="fitted line")
    ax.vlines(xs, fitted, y.tolist(), color=STILL["line"], linewidth=1)
    ax.set_xlabel("x")
    ax.set_ylabel("y")
    ax.legend(frameon=False, loc="upper left")
    off = max(abs(a - c) for a, c in zip(fitted, y.tolist(), strict=True))
    return show(
        fig,
        f"{len(xs)} points and the line y = {slope:.2f} x {'+' if height >= 0 else '−'} "
        f"{abs(height):.2f} between them; the farthest point is {off:.2f} from the line.",
    )


def boundary(points: Any, labels: Any, model: Any) -> Drawing:
    """Points of two classes, and the regions in which `model` says which."""
    n, side = 61, 1.05
    ticks = mg.linspace(-side, side, n)
    grid = mg.stack([ticks.expand(n, n).reshape(-1), ticks.reshape(n, 1).expand(n, n).reshape(-1)])
    with mg.no_grad():
        logits = model(grid.T).reshape(n, n).numpy()
        right = ((model(points) > 0) == (labels > 0)).to(mg.float32).mean().item()
    fig, ax = figure(4.2, 3.8)
    at = ticks.numpy()
    ax.contourf(at, at, logits, [-1e9, 0, 1e9], colors=SERIES[1:3], alpha=0.15)
    ax.contour(at, at, logits, [0], colors=[STILL["text"]], linewidths=1.5)
    for kind, marker, color in ((0, "o", SERIES[1]), (1, "s", SERIES[2])):
        chosen = points[labels == kind].numpy()
        name = f"label {kind}"
        ax.plot(chosen[:, 0], chosen[:, 1], marker, color=color, markersize=5, label=name)
    ax.set_aspect("equal")
    ax.grid(visible=False)
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return show(
        fig,
        f"{len(points)} points of two labels in a square, and where the model changes its answer: "
        f"{right:.0%} of the points lie in a region of their own label.",
    )
