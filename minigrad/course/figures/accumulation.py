"""Chapter 4: a run that zeroes its gradients beside one that does not."""

from collections.abc import Sequence
from typing import Any

import minigrad as mg
from minigrad.course.figures import panels
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing
from minigrad.draw.palette import SERIES, STILL

LR, TARGET, STEPS = 0.02, 1.0, 32
NAMES = ("zeroed", "never zeroed")
State = tuple[float, float, float]  # the weight, its loss, and what .grad holds


def two_runs() -> Stepper:
    """A slider over the steps of both runs."""
    runs = [run(zeroing=name == "zeroed") for name in NAMES]
    frames = [two_runs_at(step, runs) for step in range(STEPS + 1)]
    labels = [f"{step}" for step in range(STEPS + 1)]
    return stepper(frames, labels, name="step", start=16, stills=(4, 8, 16))


def run(zeroing: bool) -> list[State]:
    """Weight, loss and `.grad` before each step, while w follows (w - 1)² down from 0."""
    w: Any = mg.zeros(1, requires_grad=True)
    states = []
    for _ in range(STEPS + 1):
        if zeroing:
            w.grad = None
        loss = ((w - TARGET) ** 2).sum()
        loss.backward()
        states.append((w.item(), loss.item(), w.grad.item()))
        with mg.no_grad():
            w -= LR * w.grad
    return states


def two_runs_at(step: int, runs: Sequence[Sequence[State]]) -> Drawing:
    """Where both runs are after some steps: in the valley, and on their loss curves."""
    valley = panels.valley((-0.25, 2.25), (0, 1.2))
    curve = panels.curve((0, STEPS), (0, 1.2))
    bowl = [(w / 50, (w / 50 - TARGET) ** 2) for w in range(-4, 105)]
    parts = [
        panels.title("loss over w", valley),
        panels.title("loss over the steps", curve),
        valley.frame("w", (0, 0.5, 1, 1.5, 2), (0, 0.4, 0.8, 1.2)),
        curve.frame("step", (0, 8, 16, 24, 32), (0, 0.4, 0.8, 1.2)),
        panels.trail(valley, bowl, STILL["line"]),
    ]
    for i, states in enumerate(runs):
        so_far = [(float(t), loss) for t, (_, loss, _) in enumerate(states[: step + 1])]
        parts.append(panels.trail(curve, so_far, SERIES[i], panels.DASHES[i]))
        parts += [panels.mark(curve, so_far[-1], i), panels.mark(valley, states[step][:2], i)]
    parts += panels.key(NAMES, 420, 284)
    (w0, loss0, g0), (w1, loss1, g1) = (states[step] for states in runs)
    sentence = (
        f"After {step} steps. Never zeroed: w = {w1:.2f}, loss {loss1:.3f}; the true gradient is "
        f"{2 * (w1 - TARGET):.2f}, .grad holds {g1:.2f}, so the next step adds {-LR * g1:.3f}. "
        f"Zeroed: w = {w0:.2f}, loss {loss0:.3f}, .grad = {g0:.2f}."
    ).replace("-", "−")
    return panels.picture(sentence, *parts)
