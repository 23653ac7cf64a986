"""Gradient descent with one parameter, at many learning rates and from many starts.

`front/programs/descent.js` does the same computation on the page, for every setting.
"""

from collections.abc import Sequence
from math import isfinite, log10, sqrt
from typing import Any

import minigrad as mg
from minigrad.draw.svg import Markup, element, says
from minigrad.draw.tens import short_power, tens

from .axes import Axes, Point, arrow, direction, key, label, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame, in_page
from .grip import Grip
from .program import Program
from .valley import NOTHING
from .verdict import badge, judged, verdict
from .words import distinct

START = 1.0
STEPS = 20
# Fractions of the limit 2/curvature, from slow rates to rates that diverge. There are so few that a
# finger finds each of them.
SHARES = (0.04, 0.12, 0.24, 0.36, 0.5, 0.64, 0.76, 0.88, 0.96, 1.0, 1.04, 1.12)
GIVEN = 0.12  # the rate whose twin the reader looks for
STARTS = 50  # the number of places to start from, minus one; none of them is the bottom
SIZE, CUT = (800, 224), 410.0
LOSSES = (-6.0, 8.0)  # powers of ten that no path leaves
POWERS = {float(k): short_power(k) for k in range(-6, 9, 4)}


def learning_rate(x: float = 2.0, y: float = 6.0) -> Explorer:
    """Show gradient descent on (w x - y)² for many learning rates. The curvature is 2x²."""
    if not (isfinite(x) and isfinite(y) and x):
        raise ValueError(
            "learning_rate(): x and y must be finite, and x can't be 0, but they're "
            f"{x:g} and {y:g}"
        )
    descent = Descent(x, y)
    valley = descent.valley
    (left, _), (right, _) = (valley.at(w, 0) for w in (descent.starts[0], descent.starts[-1]))
    grid = round(left, 6), round((right - left) / STARTS, 6), valley.top, 0.0
    heights = [round(valley.at(w, descent.loss(w))[1], 1) for w in descent.starts]
    area = valley.left, valley.top, valley.width, valley.height
    return Explorer(
        descent.frame,
        Control("lr", descent.rates, SHARES.index(GIVEN), descent.labels, runs=True),
        Control("step", range(STEPS + 1), STEPS, play=True, led=True),
        Control("start", descent.starts, descent.starts.index(START), descent.named, led=True),
        size=SIZE,
        title="Learning rate",
        question=f"Which other lr has the losses of {descent.labels[SHARES.index(GIVEN)]}?",
        stills=[{"lr": descent.rates[SHARES.index(share)]} for share in (GIVEN, 0.64, 1.04)],
        grips=[Grip(["start"], None, area, grid=grid, heights=heights, runs=True, hinted=False)],
        cuts=[CUT],
        program=Program("descent", descent.page),
    )


class Descent:
    """A valley with one parameter, the settings to try, and a drawing of both."""

    def __init__(self, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.bottom, limit = y / x, 1 / (x * x)
        reach = 2.5 * abs(self.bottom - START) or 1.0
        self.rates = [round(share * limit, 6) for share in SHARES]
        self.labels = [f"{lr:.4g}" for lr in self.rates]
        step = 1.6 * reach / STARTS
        below = round((START - self.bottom + 0.8 * reach) / step)
        self.starts = [START + (k - below) * step for k in range(STARTS + 1)]
        self.named = [signed(tens(distinct(w, START))) for w in self.starts]
        low, high = self.bottom - reach, self.bottom + reach
        highest = 0.7 * (reach * x) ** 2
        # There's room for the dots at 0 and at the ends.
        self.valley = Axes(60, 54, 320, 124, (low, high), (-0.03 * highest, highest))
        self.curve = Axes(468, 54, 310, 124, (-0.5, STEPS + 0.5), LOSSES)
        self.bowl = [(w, self.loss(w)) for k in range(101) for w in [low + (high - low) * k / 100]]
        self.left_to_go = (
            f"w {'−' if self.bottom > 0 else '+'} {abs(self.bottom):.4g}" if self.bottom else "w"
        )

    def loss(self, w: float) -> float:
        return (w * self.x - self.y) ** 2

    @property
    def fixed(self) -> list[Markup]:
        """Draw what's the same in all frames."""
        valley, curve = self.valley, self.curve
        given = f"lr = {self.labels[SHARES.index(GIVEN)]}"
        return [
            valley.frame("loss vs. w", "w", ticks(*valley.xs), ticks(*valley.ys), above=32),
            curve.frame("loss over the steps", "step", range(0, STEPS + 1, 5), POWERS, above=32),
            valley.path(self.bowl, "line"),
            key(given, 652, 17, "text", "2 4"),
        ]

    @property
    def page(self) -> dict[str, Any]:
        """Return the data that the page needs for its calculations."""
        axes = {
            name: [a.left, a.top, a.width, a.height, *a.xs, *a.ys]
            for name, a in (("valley", self.valley), ("curve", self.curve))
        }
        return axes | {
            "x": self.x,
            "y": self.y,
            "bottom": self.bottom,
            "rates": self.rates,
            "labels": self.labels,
            "given": SHARES.index(GIVEN),
            "starts": self.starts,
            "steps": STEPS,
            "nothing": NOTHING,
            "lowest": POWERS[LOSSES[0]],
            "left": self.left_to_go,
            "fixed": [in_page(piece) for piece in self.fixed],
        }

    def frame(self, lr: float, step: int, start: float) -> Frame:
        states = path(lr, self.x, self.y, start)
        given = path(self.rates[SHARES.index(GIVEN)], self.x, self.y, start)
        valley, curve = self.valley, self.curve
        seen, here = states[: step + 1], states[step]
        losses = _over_steps(states)
        factor = self.factor(lr)
        multiplied = f"multiplies {self.left_to_go} by {_factor(factor)}"
        right = self.is_twin(lr)
        line = says(curve.path(losses[: step + 1], "value-line"), "loss")
        corner = curve.left + 14, curve.top + 14  # where no path is
        each = signed(f"each step: ({self.left_to_go}) × {_factor(factor)}")
        return Frame(
            [
                *self.fixed,
                says(valley.path(seen, "value-line"), "path"),
                valley.dots(seen, "value-line", 3.5),
                line if right is None else judged(line, right),
                says(curve.dots(losses[: step + 1], "value-line", 3.5), "loss"),
                # In front, so that it's also seen where the two are the same.
                curve.path(_over_steps(given), "text", 2, "2 4"),
                valley.mark((start, self.loss(start)), "text", "ring", 5),
                says(self._ball(here), self._at(here)),
                says(label(each, valley.left, 42), signed(multiplied)),
                Markup("") if right is None else badge(right, corner),
            ],
            self._said(lr, step, factor, here, signed(multiplied)),
            self._brief(lr, step, factor, here),
        )

    def _ball(self, here: Point) -> Markup:
        """Draw the ball, or an arrow up the curve on its side, with where it is now."""
        valley = self.valley
        if valley.holds(*here):
            return valley.mark(here, "value-line", size=7)
        side, top = (1 if here[0] > self.bottom else -1), valley.ys[1]
        apart = side * sqrt(top) / abs(self.x)
        slope = 2 * self.x * self.x * apart
        w = self.bottom + apart
        x, y = tip = valley.at(w, top)
        a, b = direction(valley.at(w - apart, top - slope * apart), tip)
        name = label(
            self._at(here), x - 28 * side, y + 17, "value-ink", "end" if side > 0 else "start",
            halo=4, font_weight="bold",
        )  # fmt: skip
        shaft = arrow((x - 24 * a, y - 24 * b), tip, "value-line", 3, 12)
        return element("g", shaft, name)

    def factor(self, lr: float) -> float:
        """Return what a step multiplies the distance from the bottom by."""
        return 1 - 2 * self.x * self.x * lr

    def _said(self, lr: float, step: int, factor: float, here: Point, multiplied: str) -> str:
        if abs(factor) < NEAR:
            way = "is at the bottom after a single step"
        elif abs(abs(factor) - 1) < NEAR:
            way = "jumps back and forth forever"
        else:
            side = "stays on its side" if factor > 0 else "changes sides"
            way = f"{side} and " + ("gets closer" if abs(factor) < 1 else "gets farther away")
        i = self.rates.index(lr)
        text = f"{self._brief(lr, step, factor, here)} Each step {multiplied}, so the path {way}."
        right = self.is_twin(lr)
        if right is None:
            return text
        if right:
            return verdict(True, f"{self.labels[i]} has the same losses.", text)
        faster = abs(factor) < abs(self.factor(self.rates[SHARES.index(GIVEN)]))
        how = f"fall {'faster' if faster else 'more slowly'}"
        if abs(factor) > 1 - NEAR:
            how = "grow" if abs(factor) > 1 + NEAR else "stay"
        return verdict(False, f"At {self.labels[i]}, the losses {how}.", text)

    def _brief(self, lr: float, step: int, factor: float, here: Point) -> str:
        name = self.labels[self.rates.index(lr)]
        loss = _loss(here[1], factor)
        return signed(
            tens(f"Step {step} at lr = {name}: {self._at(here)}, and the loss is {loss}.")
        )

    def is_twin(self, lr: float) -> bool | None:
        """Return whether a rate has the losses of the given one, or None if it's the same."""
        given = self.rates[SHARES.index(GIVEN)]
        if lr == given:
            return None
        return abs(abs(self.factor(lr)) - abs(self.factor(given))) < NEAR

    def _at(self, point: Point) -> str:
        return signed(tens(f"w = {distinct(point[0], self.bottom)}"))


NEAR = 1e-6  # factors closer than this are equal


def path(lr: float, x: float, y: float, start: float) -> list[Point]:
    """Return the weight and the loss before each step, and after the last one."""
    w, states = mg.tensor(start, dtype=mg.float64, requires_grad=True), []
    optimizer = mg.optim.SGD([w], lr=lr)
    for _ in range(STEPS + 1):
        loss = (w * x - y) ** 2
        states.append((w.item(), loss.item()))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return states


def _over_steps(states: Sequence[Point]) -> list[Point]:
    """Return the power of ten of the loss at each step."""
    return [(float(t), log10(max(loss, NOTHING))) for t, (_, loss) in enumerate(states)]


def _loss(loss: float, factor: float) -> str:
    """Write a loss that's below the axis as such, unless a single step leads to 0."""
    is_seen = loss >= 10.0 ** LOSSES[0] or abs(factor) < NEAR
    return f"{loss:.3g}" if is_seen else f"below {POWERS[LOSSES[0]]}"


def _factor(factor: float) -> str:
    return distinct(factor, 1 if factor > 0 else -1, 3)
