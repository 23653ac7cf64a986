"""A small network learns to tell two kinds of points apart: where it draws the line by then."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element

from .axes import Axes, Point, label, ticks
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

UNITS = (1, 2, 4, 8)  # hidden ones
STEPS = tuple(range(0, 301, 10))
LR, MOMENTUM, SEED = 0.3, 0.9, 0
GRID = 35
LOOKS = (("series-2", "disc"), ("series-3", "square"))  # of label 0 and label 1
MOST = 500


@dataclass(frozen=True)
class Training:
    """Per step one row, per network one column: losses, and what each says of points and grid."""

    losses: Any
    said: Any
    on_grid: Any


def boundary(points: Any, labels: Any, *, scale: float = 1.0) -> Explorer:
    """Networks with 1 to 8 hidden units learn the labels 0 and 1 of points in the plane."""
    places, kinds = _data(points, labels)
    low, high = places.min(0), places.max(0)
    room = 0.08 * (high - low) + 1e-6 * (1 + abs(low) + abs(high))
    (left, bottom), (right, top) = low - room, high + room
    plane = Axes(72, 62, 300, 300, (float(left), float(right)), (float(bottom), float(top)))
    columns, rows = np.linspace(left, right, GRID), np.linspace(bottom, top, GRID)
    across, up = np.meshgrid(columns, rows)
    grid = np.stack([across.ravel(), up.ravel()], axis=1)
    training = train(places, kinds, grid)
    highest = max(1.0, float(training.losses.max()) * 1.05)
    curve = Axes(470, 62, 320, 300, (0, STEPS[-1]), (0, highest))
    fixed = [
        plane.frame(
            "second coordinate over the first",
            "first coordinate",
            ticks(*plane.xs),
            ticks(*plane.ys),
            above=36,
        ),
        curve.frame(
            "loss over the steps",
            "step",
            range(0, STEPS[-1] + 1, 100),
            ticks(0, highest),
            above=36,
        ),
        _sample(0, 72),
        _sample(1, 170),
        _wrong([(282.0, 43.5)]),
        label("wrong", 298, 48),
    ]
    marks = [_points(plane, places[kinds == kind], kind) for kind in (0, 1)]

    def frame(units: int, step: int) -> Frame:
        i, k = STEPS.index(step), UNITS.index(units)
        wrong = [plane.at(*place) for place in places[training.said[i, k] != kinds]]
        losses = training.losses[: step + 1, k]
        thinned = [(t, float(losses[t])) for t in {*range(0, step, 5), step}]
        right = 1 - len(wrong) / len(kinds)
        told = f"{units} hidden unit{'s' if units > 1 else ''}, step {step}: loss "
        told += f"{losses[-1]:.3f}, {len(kinds) - len(wrong)} of {len(kinds)} points right."
        levels = training.on_grid[i, k].reshape(GRID, GRID)
        return Frame(
            [
                *fixed,
                *_regions(plane, columns, rows, levels),
                *marks,
                _wrong(wrong),
                curve.path(sorted(thinned), "value-line", 2.5),
                curve.mark((step, float(losses[-1])), "value-line"),
                label(f"loss {losses[-1]:.3f}, {right:.0%} right", 470, 48),
            ],
            told,
        )

    def on_curve(units: int, step: int) -> Point:
        return curve.at(step, float(training.losses[step, UNITS.index(units)]))

    return Explorer(
        frame,
        Control("hidden units", UNITS, choice=True),
        Control("step", STEPS, play=True),
        size=(820, 412),
        title="Decision boundary of a small network",
        stills=[(0, len(STEPS) - 1), (3, STEPS.index(40)), (3, len(STEPS) - 1)],
        scale=scale,
        grips=[Grip(["step"], on_curve, (curve.left, curve.top, curve.width, curve.height))],
        cuts=[420],
    )


def train(places: Any, kinds: Any, grid: Any) -> Training:
    """All networks side by side: each has the first of the same eight hidden units.

    The gradient of the sum of all losses has, in the weights of one network, the gradient of
    that network's loss alone.
    """
    start = mg.Generator().manual_seed(SEED)
    most, networks = max(UNITS), len(UNITS)
    W = (mg.randn(1, 2, most, generator=start) * 0.5).repeat(networks, 1, 1).requires_grad_()
    v = (mg.randn(1, most, 1, generator=start) * 0.5).repeat(networks, 1, 1).requires_grad_()
    c = mg.zeros(networks, 1, most, requires_grad=True)
    d = mg.zeros(networks, 1, 1, requires_grad=True)
    present = mg.tensor([[float(j < units) for j in range(most)] for units in UNITS])
    present = present.reshape(networks, most, 1)

    def network(p: Any) -> Any:
        return ((p @ W + c).tanh() @ (v * present) + d)[..., 0]

    center, spread = places.mean(0), places.std(0) + 1e-6
    size = 0.5 / spread.mean()  # far points would saturate the units, near ones not reach them
    p, g = (mg.tensor(((each - center) * size).tolist()) for each in (places, grid))
    y = mg.tensor(kinds.tolist(), dtype=mg.float32).expand(networks, len(kinds))
    optimizer = mg.optim.SGD([W, c, v, d], lr=LR, momentum=MOMENTUM)
    losses, said, on_grid = [], [], []
    for step in range(STEPS[-1] + 1):
        z = network(p)
        loss = mg.nn.functional.binary_cross_entropy_with_logits(z, y, reduction="none").mean(1)
        losses.append(loss.detach().numpy())
        if step in STEPS:
            said.append(z.detach().numpy() > 0)
            with mg.no_grad():
                on_grid.append(network(g).numpy())
        optimizer.zero_grad()
        loss.sum().backward()
        optimizer.step()
    return Training(np.stack(losses), np.stack(said), np.stack(on_grid))


def _data(points: Any, labels: Any) -> tuple[Any, Any]:
    places, kinds = (
        np.asarray(each.tolist() if hasattr(each, "tolist") else each) for each in (points, labels)
    )
    if places.ndim != 2 or places.shape[1] != 2 or kinds.shape != places.shape[:1]:
        raise ValueError(
            f"boundary(): points have shape (N, 2) and labels (N,), "
            f"not {places.shape} and {kinds.shape}"
        )
    if not 2 <= len(places) <= MOST:
        raise ValueError(f"boundary(): 2 to {MOST} points can be drawn, not {len(places)}")
    if not np.isfinite(places).all():
        raise ValueError("boundary(): points must be finite; there is nan or inf among them")
    if not np.isin(kinds, (0, 1)).all():
        raise ValueError("boundary(): every label must be 0 or 1")
    return places.astype(float), kinds.astype(int)


def _regions(plane: Axes, columns: Any, rows: Any, levels: Any) -> list[Markup]:
    """The regions in which a network says 0 and 1, and the line between them."""
    from contourpy import FillType, contour_generator

    maker: Any = contour_generator(columns, rows, levels, fill_type=FillType.OuterOffset)
    regions = []
    for kind, (low, high) in enumerate(((-np.inf, 0.0), (0.0, np.inf))):
        outlines, offsets = maker.filled(low, high)
        d = ""
        for outline, ends in zip(outlines, offsets, strict=True):
            for start, stop in pairwise(ends):
                d += plane.outline(outline[start:stop])
        style = {"fill": LIVE[LOOKS[kind][0]], "fill_opacity": 0.16, "fill_rule": "evenodd"}
        regions.append(element("path", d=d, **style) if d else Markup(""))
    lines = "".join(plane.outline(line) for line in maker.lines(0.0)).replace("z", "")
    style = {"fill": "none", "stroke": LIVE["text"], "stroke_width": 2}
    regions.append(element("path", d=lines, **style) if lines else Markup(""))
    return regions


def _points(plane: Axes, places: Any, kind: int) -> Markup:
    return element("g", *(_point(plane.at(*place), kind) for place in places))


def _point(place: Point, kind: int) -> Markup:
    """A disc for label 0, a square for label 1."""
    x, y = (round(part, 1) for part in place)
    style = {"fill": LIVE[LOOKS[kind][0]], "stroke": LIVE["card"]}
    if kind == 0:
        return element("circle", cx=x, cy=y, r=4.5, **style)
    return element("rect", x=round(x - 4, 1), y=round(y - 4, 1), width=8, height=8, **style)


def _wrong(places: Sequence[Point]) -> Markup:
    """A ring around each point that the network gets wrong."""
    d = "".join(f"M{x - 8:.1f} {y:.1f}a8 8 0 1 0 16 0a8 8 0 1 0-16 0" for x, y in places)
    style = {"fill": "none", "stroke": LIVE["text"], "stroke_width": 1.5}
    return element("path", d=d, **style) if d else Markup("")


def _sample(kind: int, x: float) -> Markup:
    return element("g", _point((x + 5, 43.5), kind), label(f"label {kind}", x + 18, 48))
