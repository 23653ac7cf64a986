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
from .valley import MOMENTA, from_zero, labels_of, least_squares, manner
from .verdict import badge, judged, verdict

STEPS = 25
LOOKED_AT = 5  # steps; the others hardly move
CODE = ("loss = mse(w * x + b, y)", "optimizer.zero_grad()", "loss.backward()", "optimizer.step()")
PARTS = ("loss", "zero_grad()", "backward()", "step()")  # what each line does
HEADING = "loss, lowest at ◆"
ROW, TOP = 17.0, 22.0  # of the code, which is above the data
PROGRAM: dict[str, Any] = {"class_": "mg-program"}  # slides, which enlarge text, don't show it
BESIDE = 212.0  # from the left of the code to the numbers that it changes
SIZE = (796, 334)
DATA, PLANE = (50, 94, 314, 210), (440, 30, 340, 274)
SIZE_ON_PHONE, DATA_ON_PHONE, PLANE_ON_PHONE = (384, 372), (58, 90, 312, 76), (58, 214, 312, 136)
BADGE = 0.62  # of the width, where no path is thrown out
SHORT = 4.0  # pixels: a shorter arrow is drawn as a dot
RATES, BEYOND = 40, 1.15  # how many there are at most up to the limit, and how far they reach
AHEAD = 12  # pixels from the tip of the first step to its handle
THROWN = 1e-6  # by how much the distance has to grow in each step
FIRST = "From this lr on, the path is thrown out."
LATER = "A lower lr throws the path out, too."
HARDLY = 0.6  # the share of the distance that is left of a path that hardly gets closer
LEVELS = (0.02, 0.1, 0.4, 1.0, 2.0, 4.0)  # of the rings; 1 goes through w = b = 0
TURNS, PLACES = 48, 40
CLOSEST = 1.1  # pixels between two places of a handle
BATCHES = (1, 2, 4)  # and all points
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
        _, best, hessian = least_squares(xs, ys)
        self.limit = 2 / float(np.linalg.eigvalsh(hessian)[1])
        tick = round_number(self.limit / RATES, (1, 2, 5, 10), up=True)
        self.rates = [
            float(f"{tick * k:.9g}") for k in range(1, ceil(BEYOND * self.limit / tick) + 1)
        ]
        self.starts = [from_zero(part, max(map(abs, best))) for part in best]
        self.plane = _square(self.starts, PLANE_ON_PHONE if narrow else PLANE)
        left, top, width, height = DATA_ON_PHONE if narrow else DATA
        self.data = Axes(left, top, width, height, _reach(self.xs, 0.1), _reach(self.ys, 0.3))
        self.corner = (14.0 if narrow else left), TOP
        across, down = (
            _grid(value, reach)
            for value, reach in ((self.xs[-1], self.data.xs), (self.ys[-1], self.data.ys))
        )
        self.places = across, down
        self.above = float(np.dot(best, hessian @ best)) / 2  # at w = b = 0
        count = len(self.xs)
        self.sizes = [*(size for size in BATCHES if size < count), count]
        shuffle = np.random.default_rng(0).permutation
        self.orders = [shuffle(count).tolist() for _ in range(STEPS + 2)]  # one for each epoch
        self.path = cache(self._path)

    def batch(self, step: int, size: int) -> list[int]:
        """Return which points a step takes."""
        if size == len(self.xs):
            return list(range(size))
        epoch, part = divmod(step, len(self.xs) // size)
        return sorted(self.orders[epoch][part * size : (part + 1) * size])

    def _path(
        self, lr: float, momentum: float, w: float, b: float, x: float, y: float, size: int
    ) -> Path:
        weights = [mg.tensor(part, dtype=mg.float64, requires_grad=True) for part in (w, b)]
        xs, ys = (mg.tensor(each, dtype=mg.float64) for each in self.moved(x, y))
        optimizer = mg.optim.SGD(weights, lr=lr, momentum=momentum)
        done = Path([], [], [])
        for step in range(STEPS + 1):
            batch = self.batch(step, size)
            loss = mg.nn.functional.mse_loss(weights[0] * xs[batch] + weights[1], ys[batch])
            done.points.append((weights[0].item(), weights[1].item()))
            done.losses.append(loss.item())
            optimizer.zero_grad()
            loss.backward()
            grads: list[Any] = [weight.grad for weight in weights]
            done.gradients.append((grads[0].item(), grads[1].item()))
            optimizer.step()
        return done

    def moved(self, x: float, y: float) -> tuple[list[float], list[float]]:
        return [*self.xs[:-1], x], [*self.ys[:-1], y]

    @property
    def labels(self) -> list[list[str]]:
        return [
            [f"{lr:.6g}" for lr in self.rates],
            [f"{momentum:g}" for momentum in MOMENTA],
            *(labels_of(places) for places in (*self.starts, *self.places)),
            [*map(str, self.sizes[:-1]), f"all {self.sizes[-1]}"],
        ]

    @property
    def page(self) -> dict[str, Any]:
        """Return the data that the page needs for its calculations."""
        axes = {
            name: [a.left, a.top, a.width, a.height, *a.xs, *a.ys]
            for name, a in (("plane", self.plane), ("plot", self.data))
        }
        return axes | {
            "values": [self.rates, list(MOMENTA), *self.starts, *self.places, self.sizes],
            "orders": self.orders,
            "labels": self.labels,
            "xs": self.xs,
            "ys": self.ys,
            "steps": STEPS,
            "above": self.above,
            "row": ROW,
            "corner": list(self.corner),
            "beside": BESIDE,
            "ahead": AHEAD,
            "steep": self.is_steep,
            "badge": BADGE,
            "short": SHORT,
            "hardly": HARDLY,
            "thrown": THROWN,
            "heads": [LATER, FIRST],
            "fixed": [in_page(piece) for piece in self.fixed],
        }

    @property
    def on_phone(self) -> dict[str, Any]:
        """Return the entries that differ on a phone."""
        return {name: self.page[name] for name in ("plane", "plot", "corner", "fixed")}

    @property
    def grips(self) -> list[Grip]:
        plane = self.plane
        area = plane.left, plane.top, plane.width, plane.height
        return [
            *([Grip(["lr"], None, None, grid=self.tips, runs=True)] if self.is_steep else []),
            Grip(["point x", "point y"], None, None, grid=_grip(self.data, self.places), runs=True),
            Grip(["w", "b"], None, area, grid=_grip(plane, self.starts), runs=True),
        ]

    @property
    def tips(self) -> tuple[float, float, float, float]:
        """Return the handle in front of the first step at the lowest lr, and its way onward."""
        first = self.path(self.rates[0], 0.0, 0.0, 0.0, self.xs[-1], self.ys[-1], len(self.xs))
        (x, y), (next_x, next_y) = (self.plane.at(*place) for place in first.points[:2])
        across, down = round(next_x - x, 6), round(next_y - y, 6)
        ahead = AHEAD / (hypot(across, down) or 1)
        return (1 + ahead) * across + x, across, (1 + ahead) * down + y, down

    @property
    def is_steep(self) -> bool:
        """Return whether the first step is long enough to set lr with it."""
        return hypot(*self.tips[1::2]) > 1

    @property
    def fixed(self) -> list[Markup]:
        """Draw what's the same in all frames."""
        plane, data = self.plane, self.data
        right, above = plane.left + plane.width, plane.top - 11
        dots = {"stroke": LIVE["value-line"], "stroke_width": 1.25, "stroke_dasharray": "2 4"}
        return [
            plane.frame(HEADING, "", ticks(*plane.xs), ticks(*plane.ys, 3), above=11, grid=False),
            element("path", d=f"M{right - 78:g} {above - 4.5:g}h18", **dots),
            prose(f"{STEPS} steps", right, above, anchor="end", size=13),
            data.frame("", "", ticks(*data.xs), ticks(*data.ys, 3)),
            prose("x →", data.left + data.width, data.top + data.height + 18, anchor="end"),
            prose("↑ y", data.left + 6, data.top + 16),
        ]

    def frame(
        self, tick: int, lr: float, momentum: float, w: float, b: float, x: float, y: float,
        size: int,
    ) -> Frame:  # fmt: skip
        t, part = divmod(tick, 4)
        done = self.path(lr, momentum, w, b, x, y, size)
        now = t + (part == 3)
        batch, here = self.batch(now, size), done.points[now]
        xs, ys = self.moved(x, y)
        others, taken = ([], [])  # without the point to drag
        for i, point in enumerate(zip(xs[:-1], ys[:-1], strict=True)):
            (taken if i in batch else others).append(point)
        _, best, hessian = least_squares(*(mg.tensor(each, dtype=mg.float64) for each in (xs, ys)))
        said = self._said(tick, done, momentum, lr, hessian, size)
        right = {"✓": True, "✗": False}.get(said[0])
        at = [] if part in (1, 2) else _at(here)
        seen = self._seen(done.points)
        trail = seen[: now + 1]
        plane, data = self.plane, self.data
        whole = says(plane.path(seen, "value-line", 1.25, "2 4"), "path")
        corner = plane.left + BADGE * plane.width, plane.top + 12
        low, high = data.xs
        fitted = [(low, here[0] * low + here[1]), (high, here[0] * high + here[1])]
        return Frame(
            [
                *self.fixed,
                _band(self.corner, part),
                *_code(self.corner),
                *_changed(self.corner, part, done.losses[t], done.gradients[t], here),
                _rings(plane, hessian, best, self.above),
                *_axes_named(plane),
                plane.mark(best, "text", "diamond", 5),
                whole if right is None else judged(whole, right),
                plane.path(trail, "value-line", 2),
                plane.dots(trail, "value-line", 2.5),
                says(self._here(here), *at),
                self._arrow(done, t, lr) if part == 2 else NOTHING,
                self._named(lr, done.points[1]),
                *_residuals(data, here, [(xs[i], ys[i]) for i in batch], part),
                says(data.path(fitted, "value-line", 2.5), *at),
                self._outside(fitted),
                data.dots(others, "line", 3.5),
                data.dots(taken, "text", 3.5),
                data.mark((x, y), "text" if len(xs) - 1 in batch else "line", "disc", 5),
                NOTHING if right is None else badge(right, corner),
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

    def _named(self, lr: float, tip: Point) -> Markup:
        """Write the learning rate below its handle, apart from the names of the axes."""
        plane = self.plane
        x, y = plane.at(*tip) if all(map(isfinite, tip)) else (plane.left, plane.top)
        x = min(max(x, plane.left + 50), plane.left + plane.width - 50)
        y = min(max(y + 38, plane.top + 50), plane.top + plane.height - 30)
        return label(_rate(lr), x, y, "text", "middle", halo=4, font_weight="bold")

    def _said(
        self, tick: int, done: Path, momentum: float, lr: float, hessian: Any, size: int
    ) -> str:
        t, part = divmod(tick, 4)
        count = len(self.xs)
        some = f"{size} of the {count} points" if size < count else f"the {count} points"
        where = " and ".join(_at(done.points[t + (part == 3)]))
        step = f"Step {t}, {_rate(lr)}:"
        if part == 0:
            text = f"{step} with {where}, the loss of {some} is {_short(done.losses[t])}."
        elif part == 1:
            text = f"{step} both .grad are empty again."
        elif part == 2:
            grads = " and ".join(_at(done.gradients[t], ".grad"))
            text = f"{step} {grads}. The arrow is −lr × .grad."
        else:
            text = f"{step} w and b follow the arrow to {where}."
            if momentum:
                text = f"{step} leads to {where}."
        if momentum:
            text += f" Each step adds {momentum:g} of the one before."
        if size < count:
            return tens(f"{text} Each step takes {size} other points.")
        curvatures = np.linalg.eigvalsh(hessian).tolist()
        factor, swings = manner(lr, momentum, curvatures)
        if factor < 1 + THROWN:
            return tens(f"{text} {_long_run(factor, swings)}")
        lower = self.rates[max(self.rates.index(lr) - 1, 0)]
        first = manner(lower, momentum, curvatures)[0] < 1 + THROWN
        return verdict(first, FIRST if first else LATER, tens(text))


def training_loop(x: Any, y: Any) -> Explorer:
    """Fit a line w x + b to points, with any learning rate, momentum, batch, and starting w and b.

    The reader can also drag the last point.
    """
    points = _points(x, y)
    loop, on_phone = Loop(*points), Loop(*points, narrow=True)
    first = [loop.starts[0].index(0.0), loop.starts[1].index(0.0)]
    first += [loop.places[i].index(each[-1]) for i, each in enumerate((loop.xs, loop.ys))]
    modest = round(0.3 * loop.limit / loop.rates[0]) - 1
    last = 4 * STEPS
    first.append(len(loop.sizes) - 1)
    names = [f"{k // 4}: {PARTS[k % 4]}" for k in range(last + 1)]
    values = zip(("w", "b", "point x", "point y"), (*loop.starts, *loop.places), strict=True)
    return Explorer(
        loop.frame,
        Control("step", range(last + 1), 2, names, play=True, slow=4, fast=4 * LOOKED_AT),
        Control("lr", loop.rates, modest, loop.labels[0], runs=True, led=loop.is_steep),
        Control("momentum", MOMENTA, 0, loop.labels[1], choice=True, runs=True),
        *(
            Control(name, each, start, loop.labels[2 + i], led=True)
            for i, ((name, each), start) in enumerate(zip(values, first[:4], strict=True))
        ),
        Control("batch", loop.sizes, first[4], loop.labels[6], choice=True, runs=True),
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
    )  # fmt: skip


def _square(places: Sequence[Sequence[float]], area: tuple[float, float, float, float]) -> Axes:
    """Return axes with one scale, so that a gradient is at right angles to a ring.

    If one range is so small that its places would be too close to drag, it fills the area.
    """
    left, top, width, height = area
    scale = min(size / (each[-1] - each[0]) for size, each in zip(area[2:], places, strict=True))
    reaches = []
    for size, each in zip((width, height), places, strict=True):
        middle, half = (each[0] + each[-1]) / 2, size / scale / 2
        if (each[-1] - each[0]) * scale < CLOSEST * (len(each) - 1):
            half = (each[-1] - each[0]) / 2
        reaches.append((middle - half, middle + half))
    return Axes(left, top, width, height, reaches[0], reaches[1])


def _grip(axes: Axes, places: Sequence[Sequence[float]]) -> tuple[float, float, float, float]:
    """Return where the first place is, and how far it is to the next, along x and along y."""
    (x, y), (next_x, next_y) = (axes.at(places[0][i], places[1][i]) for i in (0, 1))
    return round(x, 6), round(next_x - x, 6), round(y, 6), round(next_y - y, 6)


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


def _grid(value: float, reach: Point) -> list[float]:
    """Return places in a range, in equal steps, one of which is the value."""
    step = (reach[1] - reach[0]) / PLACES
    below = int((value - reach[0]) / step)
    return [value if k == below else value + (k - below) * step for k in range(PLACES)]


def _rate(lr: float) -> str:
    return tens(f"lr = {lr:.6g}")


def _band(corner: Point, part: int) -> Markup:
    """Mark the line that has just run."""
    style = {"x": corner[0] - 5, "width": 206, "height": ROW, "rx": 4, "fill": LIVE["grid"]}
    return element("rect", y=corner[1] - 13 + ROW * part, **style, **PROGRAM)


def _code(corner: Point) -> list[Markup]:
    lines = enumerate(CODE)
    return [label(text, corner[0], corner[1] + ROW * row, **PROGRAM) for row, text in lines]


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


def _axes_named(axes: Axes) -> list[Markup]:
    """Say what the weights do to the line, inside the axes."""
    right, bottom = axes.left + axes.width - 6, axes.top + axes.height - 8
    return [
        prose("w: slope of the line →", right, bottom, anchor="end", halo=4, size=13),
        prose("↑ b: its height at x = 0", axes.left + 6, axes.top + 16, halo=4, size=13),
    ]


def _rings(axes: Axes, hessian: Any, best: Point, highest: float) -> Markup:
    """Shade ellipses of equal loss around the best weights, so that the valley looks deep."""
    shaded = (element("path", d=axes.outline(r)) for r in rings(hessian, best, highest))
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


def _residuals(axes: Axes, weights: Point, points: Sequence[Point], part: int) -> list[Markup]:
    """Draw how far each point is from the line, where the loss has just been computed."""
    if part:
        return [NOTHING]
    w, b = weights
    lines = [axes.path([(x, y), (x, w * x + b)], "line", 1.5) for x, y in points]
    return [element("g", *(line for line in lines if line))]


def _long_run(factor: float, swings: bool) -> str:
    """Say where the path goes, as far as these steps show it."""
    if abs(factor - 1) < THROWN:
        return "The path hardly gets closer or farther away."
    nearer = f"hardly gets closer in {STEPS} steps" if factor**STEPS > HARDLY else "gets closer"
    return f"The path {'swings and ' if swings else ''}{nearer}."


def _at(point: Point, suffix: str = "") -> list[str]:
    return [
        tens(f"{name}{suffix} = {_short(part)}") for name, part in zip("wb", point, strict=True)
    ]


def _short(value: float) -> str:
    return signed(f"{value + 0.0:.3g}")
