"""A line fitted to points, and the path of SGD through the valley of the line's loss.

`front/programs/descent.js` does the same computation on the page, for every setting and starting
point.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import cos, isfinite, log, log10, pi, sin, sqrt
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says
from minigrad.draw.tens import short_power, tens

from .axes import Axes, Point, label, mark, signed, ticks
from .frames import Frame, in_page
from .words import distinct

STEPS = 25
POWERS = {float(k): short_power(k) for k in range(-6, 5, 2)}
LOSSES = (min(POWERS), max(POWERS))
NOTHING = 1e-30  # a loss of zero has no logarithm, so it's below the bottom of the figure
# Fractions of the limit 2/curvature, in equal ratios, from very slow rates to rates that diverge.
SHARES = tuple(0.3 ** (-k / 20) for k in range(-88, 16))
MOMENTA = tuple(k / 100 for k in range(100))
PLACES = 120  # the number of starting points along each axis, minus one
SIZE = (906, 344)
CUTS = (290.0, 612.0)
FACTORS = (0.0, 0.7, 0.8, 0.9, 0.95, 1.0)  # factors of the distance per step; smaller is faster


class Valley:
    """The loss as a function of w and b, the settings to try, and a drawing of both."""

    def __init__(self, xs: Any, ys: Any) -> None:
        self.xs, self.ys = xs.double(), ys.double()
        self.least, self.best, self.hessian = least_squares(xs, ys)
        self.curvatures = [float(each) for each in np.linalg.eigvalsh(self.hessian)]
        self.limit = 2 / self.curvatures[1]
        self.rates = [share * self.limit for share in SHARES]
        self.momenta = MOMENTA
        self.starts = [_around_zero(part, max(map(abs, self.best))) for part in self.best]
        self.map = Axes(62, 76, 2.0 * (len(SHARES) - 1), 216, self._decades, (0, MOMENTA[-1]))
        (w, b) = self.starts
        self.plane = Axes(352, 76, 240, 216, (w[0], w[-1]), (b[0], b[-1]))
        self.curve = Axes(672, 76, 218, 216, (0, STEPS), LOSSES)

    @property
    def _decades(self) -> Point:
        return log10(self.rates[0]), log10(self.rates[-1])

    @property
    def grid(self) -> tuple[float, float, float, float]:
        """Return the map's grid of settings, as the origin and the spacing along each axis."""
        bottom = self.map.top + self.map.height
        return self.map.left, 2.0, bottom, -self.map.height / (len(MOMENTA) - 1)

    @property
    def grid_of_starts(self) -> tuple[float, float, float, float]:
        plane = self.plane
        return plane.left, plane.width / PLACES, plane.top + plane.height, -plane.height / PLACES

    @property
    def labels(self) -> dict[str, list[str]]:
        """Return the texts to show: rates, fractions of the limit, momenta, and starting points."""
        return {
            "lr": [f"{lr:.3g}" for lr in self.rates],
            "shares": [f"{share:.3g}" for share in SHARES],
            "momentum": [f"{momentum:g}" for momentum in MOMENTA],
            "w": _labels(self.starts[0]),
            "b": _labels(self.starts[1]),
        }

    @property
    def data(self) -> dict[str, Any]:
        """Return the data that the page needs for its calculations."""
        axes = {
            name: [a.left, a.top, a.width, a.height, *a.xs, *a.ys]
            for name, a in (("plane", self.plane), ("curve", self.curve))
        }
        return axes | {
            "rates": self.rates,
            "momenta": list(MOMENTA),
            "starts": self.starts,
            "begins": [row.index(0.0) for row in self.starts],
            "told": self.labels,
            "steps": STEPS,
            "nothing": NOTHING,
            "least": self.least,
            "best": list(self.best),
            "hessian": self.hessian.tolist(),
            "curvatures": self.curvatures,
            "map": list(self.grid),
            "fixed": [in_page(piece) for piece in self.fixed],
            "shading": in_page(self.shading),
        }

    @cached_property
    def fixed(self) -> list[Markup]:
        decades = range(-12, 13)
        rates = {
            float(k): f"{10.0**k:.6g}" for k in decades if self.map.xs[0] <= k <= self.map.xs[1]
        }
        above = float(np.dot(self.best, self.hessian @ self.best)) / 2  # at w = b = 0
        return [
            self.map.frame("momentum vs. lr", "lr", rates, (0, 0.25, 0.5, 0.75), above=50),
            *_meanings(self.map.left),
            self.plane.frame(
                "b vs. w", "w", ticks(*self.plane.xs, wanted=3), ticks(*self.plane.ys), above=50
            ),
            *(
                self.plane.path(ring, "line", 1.25)
                for ring in _rings(self.hessian, self.best, above)
            ),
            says(self.plane.mark(self.best, "text", "diamond", 5), "lowest possible loss"),
            mark((358, 43.5), "text", "ring", 5),
            label("start", 370, 48),
            mark((436, 43.5), "text", "diamond", 5),
            label("the best line", 450, 48),
            self.curve.frame(
                "loss above the minimum", "step", range(0, STEPS + 1, 5), POWERS, above=50
            ),
        ]

    @cached_property
    def shading(self) -> Markup:
        """Shade the map, darker where the path converges faster, but not where it diverges."""
        from contourpy import FillType, contour_generator

        factors = [[manner(lr, m, self.curvatures)[0] for lr in self.rates] for m in MOMENTA]
        maker: Any = contour_generator(
            [log10(lr) for lr in self.rates], MOMENTA, factors, fill_type=FillType.OuterOffset
        )
        bands = []
        for i, (low, high) in enumerate(pairwise(FACTORS)):
            outlines, offsets = maker.filled(low, high)
            d = "".join(
                self.map.outline(outline[start:stop])
                for outline, ends in zip(outlines, offsets, strict=True)
                for start, stop in pairwise(ends)
            )
            opacity = round(0.62 - 0.12 * i, 2)
            style = {"fill": LIVE["value-line"], "fill_opacity": opacity, "fill_rule": "evenodd"}
            bands.append(element("path", d=d, **style) if d else Markup(""))
        return element("g", *bands)

    @property
    def pins(self) -> list[int]:
        """Return the indices of both curves among the pieces of a frame."""
        return [len(self.fixed) + 1, len(self.fixed) + 3]

    def steps(self, lr: float, momentum: float, start: Point) -> tuple[list[Point], list[float]]:
        """Return w, b, and the loss before each step of `optim.SGD` and after the last one."""
        w, b = (mg.tensor(part, dtype=mg.float64, requires_grad=True) for part in start)
        optimizer = mg.optim.SGD([w, b], lr=lr, momentum=momentum)
        points, losses = [], []
        for _ in range(STEPS + 1):
            loss = ((w * self.xs + b - self.ys) ** 2).mean()
            points.append((w.item(), b.item()))
            losses.append(loss.item())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return points, losses

    def frame(self, lr: float, momentum: float, whole: bool, w: float, b: float) -> Frame:
        points, losses = self.steps(lr, momentum, (w, b))
        last = losses[-1]
        above = [log10(max(loss - self.least, NOTHING)) for loss in losses if isfinite(loss)]
        return Frame(
            [
                *self.fixed,
                self.shading if whole else Markup(""),
                says(self.plane.path(points, "value-line", 1.5), "path"),
                says(self.plane.dots(points, "value-line", 2.5), "path"),
                says(
                    self.curve.path(
                        [(float(t), loss) for t, loss in enumerate(above)], "value-line", 2.5
                    ),
                    "the loss",
                ),
                Markup(""),
                says(self.plane.mark((w, b), "text", "ring", 5), *self.moved_to((w, b))),
                says(self.map.mark((log10(lr), momentum), "text"), *self.setting(lr, momentum)),
                label(tens(f"{max(last - self.least, NOTHING):.3g} above"), 672, 48),
            ],
            self.sentence(lr, momentum, (w, b), last),
        )

    def sentence(self, lr: float, momentum: float, start: Point, last: float) -> str:
        factor, swings = manner(lr, momentum, self.curvatures)
        if abs(factor - 1) < 1e-6:
            path = "gets neither closer nor farther away"
        else:
            nearer = "gets closer" if factor < 1 else "gets farther away"
            path = f"{'swings and ' if swings else ''}{nearer}, in the long run by a factor of "
            path += f"{distinct(factor, 1)} per step"
        name_of_lr, name_of_momentum = self.setting(lr, momentum)
        moved = f" from {' and '.join(names)}" if (names := self.moved_to(start)) else ""
        return tens(
            f"At {name_of_lr}, which is {lr / self.limit:.3g} times 2/curvature, and "
            f"{name_of_momentum}, the path{moved} {path}. After {STEPS} steps, the loss is "
            f"{distinct(last, self.least)}. That's {max(last - self.least, NOTHING):.3g} above the "
            f"lowest possible loss, {self.least:.4g}."
        )

    def setting(self, lr: float, momentum: float) -> tuple[str, str]:
        return tens(f"lr = {lr:.3g}"), f"momentum {momentum:g}"

    def moved_to(self, start: Point) -> list[str]:
        """Return the sentence's phrases for a starting point, or none if w and b start at 0."""
        if start == (0.0, 0.0):
            return []
        w, b = (row.index(part) for row, part in zip(self.starts, start, strict=True))
        return [tens(f"w = {self.labels['w'][w]}"), tens(f"b = {self.labels['b'][b]}")]


def manner(lr: float, momentum: float, curvatures: Sequence[float]) -> tuple[float, bool]:
    """Return how fast the path converges in the long run, and whether it oscillates.

    Each step multiplies the distance along one direction by about |z|, where z² = (1+m-lr c) z - m.
    The direction with the larger |z| decides.
    """
    halves = [(1 + momentum - lr * curvature) / 2 for curvature in curvatures]
    roots = [half * half - momentum for half in halves]
    factors = [
        sqrt(momentum) if root < 0 else abs(half) + sqrt(root)
        for half, root in zip(halves, roots, strict=True)
    ]
    return max(factors), any(h * h < momentum - 1e-9 or h < -1e-9 for h in halves)


def least_squares(xs: Any, ys: Any) -> tuple[float, Point, Any]:
    """Return the least mean square, where it lies, and the second derivatives, in closed form."""
    x, y = xs.numpy().astype(float), ys.numpy().astype(float)
    rows = np.stack([x, np.ones_like(x)], axis=1)
    best, *_ = np.linalg.lstsq(rows, y, rcond=None)
    least = float(np.mean((rows @ best - y) ** 2))
    return least, (float(best[0]), float(best[1])), 2 * rows.T @ rows / len(x)


def _rings(hessian: Any, best: Point, highest: float) -> list[list[Point]]:
    """Draw ellipses of equal loss: one through w = b = 0, and others at lower and higher loss."""
    curvatures, axes = np.linalg.eigh(hessian)
    turns = [2 * pi * k / 72 for k in range(73)]
    rings = []
    for level in (0.02, 0.1, 0.4, 1.0, 2.0, 4.0):
        sides = np.sqrt(2 * level * highest / curvatures)
        ring = [axes @ (sides * (cos(a), sin(a))) for a in turns]
        rings.append([(best[0] + float(w), best[1] + float(b)) for w, b in ring])
    return rings


def _around_zero(best: float, largest: float) -> list[float]:
    """Return positions along an axis around the best one, including zero."""
    across = 2.2 * max(abs(best), 0.25 * largest, 1e-3)
    step = 2 * across / PLACES
    below = round((across - best) / step)
    return [(k - below) * step for k in range(PLACES + 1)]


def _labels(places: Sequence[float]) -> list[str]:
    """Format positions with as many digits as needed to distinguish neighbors."""
    step = places[1] - places[0]
    digits = max(0, -int(np.floor(log(step) / log(10))))
    small = max(map(abs, places)) < 1e5 and digits < 6
    return [signed(f"{p + 0.0:.{digits}f}" if small else f"{p + 0.0:.3e}") for p in places]


def _meanings(left: float) -> list[Markup]:
    """Draw the legend for the marks that visited settings leave."""
    looks = (("nearer", "value-line", "disc"), ("swings", "value-line", "ring"))
    parts, x = [], left
    for word, role, shape in (*looks, ("away", "gradient-line", "diamond")):
        parts += [mark((x + 4, 43.5), role, shape, 3.5), label(word, x + 13, 48)]
        x += 13 + 8.1 * len(word) + 18
    return parts
