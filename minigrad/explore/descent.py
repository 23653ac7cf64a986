"""Gradient descent with one parameter, at many learning rates."""

from math import isfinite, log10

import minigrad as mg
from minigrad.draw.svg import Markup, says
from minigrad.draw.tens import tens

from .axes import Axes, Point, label, mark, prose, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame
from .valley import LOSSES, NOTHING, POWERS
from .words import distinct

START = 1.0
STEPS_OF_ONE = 20
# Fractions of the limit 2/curvature, from very slow rates to rates that diverge.
SHARES_OF_ONE = (
    *(0.004, 0.012, 0.02, 0.04, 0.08, 0.12, 0.2, 0.28, 0.4, 0.44, 0.5, 0.56, 0.64),
    *(0.72, 0.8, 0.88, 0.92, 0.96, 1.0, 1.02, 1.04, 1.08, 1.12, 1.2),
)
OPENS_AT = 0.02  # a low rate, so that the learner has to search for a rate that mirrors another


def learning_rate(x: float = 2.0, y: float = 6.0, *, scale: float = 1.0) -> Explorer:
    """Show gradient descent on (w x - y)² for many learning rates. The curvature is 2x²."""
    if not (isfinite(x) and isfinite(y) and x):
        raise ValueError(
            "learning_rate(): x and y must be finite, and x can't be 0, but they're "
            f"{x:g} and {y:g}"
        )
    bottom, limit = y / x, 1 / (x * x)
    reach = 2.5 * abs(bottom - START) or 1.0
    top = 0.7 * (reach * x) ** 2
    valley = Axes(72, 62, 300, 150, (bottom - reach, bottom + reach), (0, top))
    curve = Axes(460, 62, 310, 150, (0, STEPS_OF_ONE), LOSSES)
    low, wide = bottom - reach, 2 * reach
    bowl = [(low + wide * k / 100, ((low + wide * k / 100) * x - y) ** 2) for k in range(101)]
    fixed = [
        valley.frame("loss vs. w", "w", ticks(*valley.xs), ticks(*valley.ys), above=36),
        curve.frame("loss over the steps", "step", range(0, STEPS_OF_ONE + 1, 5), POWERS, above=36),
        valley.path(bowl, "line"),
        *_start(78),
    ]
    rates = [round(share * limit, 6) for share in SHARES_OF_ONE]
    left_to_go = f"w {'−' if bottom > 0 else '+'} {abs(bottom):.4g}" if bottom else "w"

    def frame(lr: float) -> Frame:
        states = steps_of_one(lr, x, y)
        losses = [(float(t), _log(loss)) for t, (_, loss) in enumerate(states)]
        factor = 1 - 2 * x * x * lr
        return Frame(
            [
                *fixed,
                says(valley.path(states, "value-line"), "path"),
                says(valley.dots(states, "value-line", 4), "path", _at(states[-1], bottom)),
                says(curve.path(losses, "value-line"), "loss"),
                says(curve.dots(losses, "value-line", 4), "loss"),
                valley.mark(states[0], "text", "ring", 5),
                says(
                    label(signed(f"each step: ({left_to_go}) × {_factor(factor)}"), 460, 48),
                    _multiplied(left_to_go, factor),
                ),
            ],
            _one(lr, lr / limit, left_to_go, bottom, factor, states[-1]),
        )

    return Explorer(
        frame,
        Control("lr", rates, SHARES_OF_ONE.index(OPENS_AT), [f"{lr:.4g}" for lr in rates]),
        size=(800, 262),
        title="Learning rate",
        stills=[{"lr": rates[SHARES_OF_ONE.index(share)]} for share in (0.12, 0.64, 1.04)],
        scale=scale,
        cuts=[410],
    )


def steps_of_one(lr: float, x: float, y: float, steps: int = STEPS_OF_ONE) -> list[Point]:
    """Return the weight and the loss before each step, and after the last one."""
    w, states = mg.tensor(START, requires_grad=True), []
    optimizer = mg.optim.SGD([w], lr=lr)
    for _ in range(steps + 1):
        loss = (w * x - y) ** 2
        states.append((w.item(), loss.item()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return states


def _one(
    lr: float, share: float, left_to_go: str, bottom: float, factor: float, last: Point
) -> str:
    if abs(factor) < 1e-6:
        path = "is at the bottom after a single step"
    elif abs(abs(factor) - 1) < 1e-6:
        path = "jumps back and forth forever"
    else:
        side = "stays on its side" if factor > 0 else "changes sides"
        path = f"{side} and " + ("gets closer" if abs(factor) < 1 else "gets farther away")
    text = (
        f"At lr = {lr:.4g}, which is {share:.3g} times the limit 2/curvature, each step "
        f"{_multiplied(left_to_go, factor)}. So the path {path}. "
        f"After {STEPS_OF_ONE} steps, {_at(last, bottom)} and the loss is {last[1]:.3g}."
    )
    return signed(tens(text))


def _at(point: Point, bottom: float) -> str:
    return signed(tens(f"w = {distinct(point[0], bottom)}"))


def _multiplied(left_to_go: str, factor: float) -> str:
    return signed(f"multiplies {left_to_go} by {_factor(factor)}")


def _factor(factor: float) -> str:
    return distinct(factor, 1 if factor > 0 else -1, 3)


def _start(x: float) -> tuple[Markup, Markup]:
    """Draw the legend entry for the ring."""
    return mark((x, 43.5), "text", "ring", 5), prose("start", x + 14, 48)


def _log(loss: float) -> float:
    return log10(max(loss, NOTHING)) if loss == loss else loss
