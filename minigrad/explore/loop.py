"""The training loop on one clock: its code, the line through the points, and the loss's valley.

`front/programs/loop.js` does the same computation on the page, for every setting.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, cos, dist, hypot, inf, isfinite, pi, sin
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says
from minigrad.draw.tens import tens

from .axes import Axes, Point, arrow, direction, label, mark, prose, round_number, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame, Narrow, in_page
from .grip import Grip
from .program import Program
from .valley import from_zero, least_squares, manner
from .verdict import badge, judged, verdict

STEPS = 25
LOOKED_AT = 5  # steps; the others hardly move
MOMENTA = (0.0, 0.5)
CODE = ("loss = mse(w * x + b, y)", "optimizer.zero_grad()", "loss.backward()", "optimizer.step()")
PARTS = ("loss", "zero", "backward", "step")  # what each line does
HEADING = "loss, lowest at ◆"
ROW, TOP = 17.0, 22.0  # of the code, which is above the data
PROGRAM: dict[str, Any] = {"class_": "mg-program"}  # slides, which enlarge text, don't show it
BESIDE = 212.0  # from the left of the code to the numbers that it changes
SIZE = (796, 334)
DATA, PLANE = (50, 94, 314, 210), (440, 30, 340, 274)
SIZE_ON_PHONE, DATA_ON_PHONE, PLANE_ON_PHONE = (384, 396), (58, 90, 312, 76), (58, 214, 312, 160)
AWAY = 90.0  # pixels from the end of the learning rate to the badge before it
SHORT = 4.0  # pixels: a shorter arrow is drawn as a dot
RATES, BEYOND = 40, 1.15  # how many there are at most up to the limit, and how far they reach
THROWN = 1e-6  # by how much the distance has to grow in each step
FIRST = "From this lr on, the path is thrown out."
LATER = "A lower lr throws the path out, too."
HARDLY = 0.6  # the share of the distance that is left of a path that hardly gets closer
LEVELS = (0.02, 0.1, 0.4, 1.0, 2.0, 4.0)  # of the rings; 1 goes through w = b = 0
TURNS = 48
THIN = 0.3  # of a side of the plane
NOTHING = Markup("")


@dataclass(frozen=True)
class Path:
    """The weights before each step of `optim.SGD` and after the last one, with their gradients."""

    points: list[Point]
    losses: list[float]
    gradients: list[Point]


class Loop:
    """The points, the settings to try, and a drawing of both."""

    def __init__(self, xs: Any, ys: Any, narrow: bool = False) -> None:
        self.xs, self.ys = xs.double().tolist(), ys.double().tolist()
        _, self.best, self.hessian = least_squares(xs, ys)
        self.curvatures = np.linalg.eigvalsh(self.hessian).tolist()
        self.limit = 2 / self.curvatures[1]
        tick = round_number(self.limit / RATES, (1, 2, 5, 10), up=True)
        self.rates = [
            float(f"{tick * k:.9g}") for k in range(1, ceil(BEYOND * self.limit / tick) + 1)
        ]
        reaches = [from_zero(part, max(map(abs, self.best))) for part in self.best]
        self.plane = _square(reaches, PLANE_ON_PHONE if narrow else PLANE)
        left, top, width, height = DATA_ON_PHONE if narrow else DATA
        self.data = Axes(left, top, width, height, _reach(self.xs, 0.1), _reach(self.ys, 0.3))
        self.corner = (14.0 if narrow else left), TOP
        self.fixed = self._fixed()
        self.path = cache(self._path)

    def _path(self, lr: float, momentum: float) -> Path:
        w, b = (mg.tensor(0.0, dtype=mg.float64, requires_grad=True) for _ in "wb")
        xs, ys = (mg.tensor(each, dtype=mg.float64) for each in (self.xs, self.ys))
        optimizer = mg.optim.SGD([w, b], lr=lr, momentum=momentum)
        done = Path([], [], [])
        for _ in range(STEPS + 1):
            loss = mg.nn.functional.mse_loss(w * xs + b, ys)
            done.points.append((w.item(), b.item()))
            done.losses.append(loss.item())
            optimizer.zero_grad()
            loss.backward()
            grads: list[Any] = [w.grad, b.grad]
            done.gradients.append((grads[0].item(), grads[1].item()))
            optimizer.step()
        return done

    @property
    def page(self) -> dict[str, Any]:
        """Return the data that the page needs for its calculations."""
        axes = {
            name: [a.left, a.top, a.width, a.height, *a.xs, *a.ys]
            for name, a in (("plane", self.plane), ("plot", self.data))
        }
        return axes | {
            "values": [self.rates, list(MOMENTA)],
            "xs": self.xs,
            "ys": self.ys,
            "steps": STEPS,
            "row": ROW,
            "corner": list(self.corner),
            "beside": BESIDE,
            "away": AWAY,
            "short": SHORT,
            "ends": [[list(self.end(lr, each)) for each in MOMENTA] for lr in self.rates],
            "fixed": [in_page(piece) for piece in self.fixed],
        }

    @property
    def on_phone(self) -> dict[str, Any]:
        """Return the entries that differ on a phone."""
        return {name: self.page[name] for name in ("plane", "plot", "corner", "fixed")}

    @property
    def grips(self) -> list[Grip]:
        """Return the tip of the first step, whose length sets lr, unless it's too short."""
        first = self.path(self.rates[0], 0.0)
        (x, y), (next_x, next_y) = (self.plane.at(*place) for place in first.points[:2])
        across, down = round(next_x - x, 6), round(next_y - y, 6)
        grid = x + across, across, y + down, down
        return [Grip(["lr"], None, None, grid=grid, runs=True)] if hypot(across, down) > 1 else []

    def _fixed(self) -> list[Markup]:
        """Draw what's the same in all frames."""
        plane, data = self.plane, self.data
        right, above = plane.left + plane.width, plane.top - 11
        below = plane.top + plane.height - 8
        dots = {"stroke": LIVE["value-line"], "stroke_width": 1.25, "stroke_dasharray": "2 4"}
        points = list(zip(self.xs, self.ys, strict=True))
        return [
            plane.frame(HEADING, "", ticks(*plane.xs), ticks(*plane.ys, 3), above=11, grid=False),
            element("path", d=f"M{right - 78:g} {above - 4.5:g}h18", **dots),
            prose(f"{STEPS} steps", right, above, anchor="end", size=13),
            data.frame("", "", ticks(*data.xs), ticks(*data.ys, 3)),
            prose("x →", data.left + data.width, data.top + data.height + 18, anchor="end"),
            prose("↑ y", data.left + 6, data.top + 16),
            *(
                label(text, self.corner[0], self.corner[1] + ROW * row, **PROGRAM)
                for row, text in enumerate(CODE)
            ),
            _rings(plane, self.hessian, self.best),
            prose("w: slope of the line →", right - 6, below, anchor="end", halo=4, size=13),
            prose("↑ b: height at x = 0", plane.left + 6, below, halo=4, size=13),
            plane.mark(self.best, "text", "diamond", 5),
            data.dots(points, "text", 3.5),
        ]

    def frame(self, tick: int, lr: float, momentum: float) -> Frame:
        t, part = divmod(tick, 4)
        done = self.path(lr, momentum)
        now = t + (part == 3)
        here = done.points[now]
        said = self._said(tick, done, lr, momentum)
        right = {"✓": True, "✗": False}.get(said[0])
        at = [] if part in (1, 2) else _at(here)
        seen = self._seen(done.points)
        trail = seen[: now + 1]
        plane, data = self.plane, self.data
        whole = says(plane.path(seen, "value-line", 1.25, "2 4"), "path")
        beside = self._beside(done.points[1])
        low, high = data.xs
        fitted = [(low, here[0] * low + here[1]), (high, here[0] * high + here[1])]
        points = list(zip(self.xs, self.ys, strict=True))
        return Frame(
            [
                _band(self.corner, part),
                *self.fixed,
                *_changed(self.corner, part, done.losses[t], done.gradients[t], here),
                whole if right is None else judged(whole, right),
                plane.path(trail, "value-line", 2),
                plane.dots(trail, "value-line", 2.5),
                says(self._here(here), *at),
                self._arrow(done, t, lr) if part == 2 else NOTHING,
                label(_rate(lr), *beside, anchor="end", halo=4, font_weight="bold"),
                _residuals(data, here, points) if part == 0 else NOTHING,
                says(data.path(fitted, "value-line", 2.5), *at),
                self._outside(fitted),
                NOTHING if right is None else badge(right, (beside[0] - AWAY, beside[1] - 5)),
            ],
            said,
            tens(f"Step {t}: {' and '.join(_at(here))}, loss {_short(done.losses[t])}."),
        )

    def _here(self, here: Point) -> Markup:
        """Draw where the weights are, or an arrow at the edge toward them."""
        plane = self.plane
        if plane.holds(*here) or not all(map(isfinite, here)):
            return plane.mark(here, "value-line")
        halves = plane.width / 2, plane.height / 2
        middle = plane.left + halves[0], plane.top + halves[1]
        a, b = direction(middle, plane.at(*here))
        reach = min(
            half / abs(part) if part else inf for half, part in zip(halves, (a, b), strict=True)
        )
        x, y = tip = middle[0] + (reach - 3) * a, middle[1] + (reach - 3) * b
        return arrow((x - 24 * a, y - 24 * b), tip, "value-line", 3, 12)

    def _outside(self, fitted: Sequence[Point]) -> Markup:
        """Say where the line is if it's outside the data's axes."""
        data = self.data
        low, high = data.ys
        if all(y > high for _, y in fitted):
            text = "↑ the line is up there"
        elif all(y < low for _, y in fitted):
            text = "↓ the line is down there"
        else:
            return NOTHING
        y = data.top + (16 if text[0] == "↑" else data.height - 8)
        return prose(text, data.left + 40, y, "value-ink", halo=4, font_weight=600)

    def _seen(self, points: list[Point]) -> list[Point]:
        """Return the path as far as it stays in the plane, and one point more."""
        out = next((k for k, point in enumerate(points) if not self.plane.holds(*point)), STEPS)
        return points[: out + 1]

    def _arrow(self, done: Path, t: int, lr: float) -> Markup:
        """Draw where a plain step would lead."""
        (w, b), (dw, db) = done.points[t], done.gradients[t]
        drawn = _arrow(self.plane, (w, b), (w - lr * dw, b - lr * db))
        return says(drawn, gradient=[*_at((dw, db), ".grad"), "arrow"])

    def _beside(self, tip: Point) -> Point:
        """Return the place beside the handle, on the side that the first step comes from."""
        plane, (x, y) = self.plane, self.plane.at(*tip)
        return (
            min(max(x - 24, plane.left + 96), plane.left + plane.width - 4),
            min(max(y - 8, plane.top + 14), plane.top + plane.height - 30),
        )

    def _said(self, tick: int, done: Path, lr: float, momentum: float) -> str:
        t, part = divmod(tick, 4)
        where = " and ".join(_at(done.points[t + (part == 3)]))
        grads = " and ".join(_at(done.gradients[t], ".grad"))
        moved = f"the arrow plus {momentum:g} of the last step leads"
        text = (
            f"{where}, so the loss is {_short(done.losses[t])}.",
            "both .grad are empty again.",
            f"{grads}. The arrow is −lr × .grad.",
            f"{moved if momentum and t else 'w and b follow the arrow'} to {where}.",
        )[part]
        said = tens(f"Step {t}, {_rate(lr)}: {text}")
        head, end = self.end(lr, momentum)
        if head:
            return verdict(head == FIRST, head, said)
        return said if part % 2 else f"{said} {end}"

    def end(self, lr: float, momentum: float) -> tuple[str, str]:
        """Say where the path goes: a verdict if it's thrown out, or else how it gets closer."""
        factor, swings = manner(lr, momentum, self.curvatures)
        if factor >= 1 + THROWN:
            lower = self.rates[max(self.rates.index(lr) - 1, 0)]
            is_first = manner(lower, momentum, self.curvatures)[0] < 1 + THROWN
            return FIRST if is_first else LATER, ""
        path = f"With momentum {momentum:g}, the path" if momentum else "The path"
        return "", f"{path} {_long_run(factor, swings)}"


def training_loop(x: Any, y: Any) -> Explorer:
    """Fit a line w x + b to points, with any learning rate, with momentum or without."""
    points = _points(x, y)
    loop, on_phone = Loop(*points), Loop(*points, narrow=True)
    modest = round(0.3 * loop.limit / loop.rates[0]) - 1
    last = 4 * STEPS
    names = [f"{k // 4} {PARTS[k % 4]}" for k in range(last + 1)]
    rates, momenta = [f"{lr:.6g}" for lr in loop.rates], [f"{each:g}" for each in MOMENTA]
    return Explorer(
        loop.frame,
        Control("step", range(last + 1), 2, names, play=True, slow=4, fast=4 * LOOKED_AT),
        Control("lr", loop.rates, modest, rates, runs=True, led=bool(loop.grips)),
        Control("momentum", MOMENTA, 0, momenta, choice=True, runs=True),
        size=SIZE,
        title="The training loop",
        question="From which lr on is the path thrown out?",
        stills=[{}, {"step": last, "momentum": 0.5}, {"step": 15, "lr": loop.rates[-1]}],
        grips=loop.grips,
        program=Program("loop", loop.page),
        narrow=Narrow(
            lambda *at: on_phone.frame(*at).pieces,
            SIZE_ON_PHONE,
            grips=on_phone.grips,
            data=on_phone.on_phone,
        ),
    )


def _square(reaches: Sequence[Point], area: tuple[float, float, float, float]) -> Axes:
    """Return axes with one scale, so that a gradient is at right angles to a ring.

    A range that would be too thin to see fills the area.
    """
    left, top, width, height = area
    scale = min(size / (high - low) for size, (low, high) in zip(area[2:], reaches, strict=True))
    ranges = []
    for size, (low, high) in zip((width, height), reaches, strict=True):
        middle, half = (low + high) / 2, size / scale / 2
        if (high - low) * scale < THIN * size:
            half = (high - low) / 2
        ranges.append((middle - half, middle + half))
    return Axes(left, top, width, height, ranges[0], ranges[1])


def _points(x: Any, y: Any) -> tuple[Any, Any]:
    xs: Any
    ys: Any
    xs, ys = (mg.tensor(np.asarray(each).tolist(), dtype=mg.float32) for each in (x, y))
    if xs.dim() != 1 or xs.shape != ys.shape or xs.numel() < 3:
        raise ValueError(
            f"training_loop(): x and y must be vectors of the same length (at least 3), but "
            f"their shapes are {list(xs.shape)} and {list(ys.shape)}"
        )
    if not (xs.isfinite().all() and ys.isfinite().all()):
        raise ValueError("training_loop(): x and y must be finite, but some values are nan or inf")
    if (xs[:-1] == xs[0]).all():
        raise ValueError("training_loop(): too many values in x are the same")
    return xs, ys


def _reach(values: Sequence[float], share: float) -> Point:
    """Return the range of an axis that leaves room around the values."""
    room = share * (max(values) - min(values) or 1.0)
    return min(values) - room, max(values) + room


def _rate(lr: float) -> str:
    return tens(f"lr = {lr:.6g}")


def _band(corner: Point, part: int) -> Markup:
    """Mark the line that has just run."""
    style = {"x": corner[0] - 5, "width": 206, "height": ROW, "rx": 4, "fill": LIVE["grid"]}
    return element("rect", y=corner[1] - 13 + ROW * part, **style, **PROGRAM)


def _pair(pair: Point) -> str:
    """Write two numbers in at most 22 characters, in short if they're long."""
    text = tens(", ".join(f"{name} {_short(each)}" for name, each in zip("wb", pair, strict=True)))
    return text if len(text) <= 20 else tens(", ".join(signed(f"{each:.2g}") for each in pair))


def _changed(
    corner: Point, part: int, loss: float, gradient: Point, weights: Point
) -> list[Markup]:
    """Write what each line changes next to it, in bold if it has just run."""
    grads, here = _pair(gradient), _pair(weights)
    drawn = []
    for row, (text, role) in enumerate(
        [
            (_short(loss), "value-ink"),
            ("w None, b None" if part == 1 else "", "gradient-ink"),
            (grads if part >= 2 else "", "gradient-ink"),
            (here, "value-ink"),
        ]
    ):
        place = corner[0] + BESIDE, corner[1] + ROW * row
        bold = 700 if row == part else 400
        words = prose(tens(text), *place, role, size=13, font_weight=bold)
        drawn.append(element("g", words, **PROGRAM))
    return drawn


def _arrow(axes: Axes, start: Point, end: Point) -> Markup:
    """Draw a thick arrow, at the scale of the axes. It has no head outside them."""
    tail, tip = axes.at(*start), axes.at(*end)
    if not axes.holds(*end):
        return axes.path([start, end], "gradient-line", 4)
    if (length := dist(tail, tip)) < SHORT:
        return mark(tip, "gradient-line", size=SHORT / 2)
    return arrow(tail, tip, "gradient-line", 4, min(12.0, 0.7 * length))


def _rings(axes: Axes, hessian: Any, best: Point) -> Markup:
    """Shade ellipses of equal loss around the best weights, so that the valley looks deep."""
    above = float(np.dot(best, hessian @ best)) / 2  # at w = b = 0
    shaded = (element("path", d=axes.outline(r)) for r in rings(hessian, best, above))
    style = {"fill": LIVE["text"], "fill_opacity": 0.06, "stroke": LIVE["card"]}
    box = f"{axes.left:g} {axes.top:g} {axes.width:g} {axes.height:g}"
    place = {"x": axes.left, "y": axes.top, "width": axes.width, "height": axes.height}
    return element("svg", element("g", *shaded, **style), **place, viewBox=box)


def rings(hessian: Any, best: Point, highest: float) -> list[list[Point]]:
    """Return ellipses of equal loss, each as points in a circle of the curvature's square root."""
    (a, b), (_, d) = hessian.tolist()
    root, low = a**0.5, b / a**0.5  # Cholesky: both sides of w · H w = |Rᵀ w|²
    deep = (d - low * low) ** 0.5
    found = []
    for level in LEVELS:
        radius = (2 * level * highest) ** 0.5
        ring = []
        for k in range(TURNS + 1):
            u, v = radius * cos(2 * pi * k / TURNS), radius * sin(2 * pi * k / TURNS)
            ring.append((best[0] + u / root - low / root * (v / deep), best[1] + v / deep))
        found.append(ring)
    return found


def _residuals(axes: Axes, weights: Point, points: Sequence[Point]) -> Markup:
    """Draw how far each point is from the line, where the loss has just been computed."""
    w, b = weights
    lines = [axes.path([(x, y), (x, w * x + b)], "line", 1.5) for x, y in points]
    return element("g", *(line for line in lines if line))


def _long_run(factor: float, swings: bool) -> str:
    """Say where the path goes, as far as these steps show it."""
    if abs(factor - 1) < THROWN:
        return "hardly gets closer or farther away."
    nearer = f"hardly gets closer in {STEPS} steps" if factor**STEPS > HARDLY else "gets closer"
    return f"{'swings and ' if swings else ''}{nearer}."


def _at(point: Point, suffix: str = "") -> list[str]:
    return [
        tens(f"{name}{suffix} = {_short(part)}") for name, part in zip("wb", point, strict=True)
    ]


def _short(value: float) -> str:
    return signed(f"{value + 0.0:.3g}")
