"""Newton steps, each to the vertex of a parabola with a curve's value, slope, and curvature."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says
from minigrad.draw.tens import tens

from .axes import Axes, Point, key, label, mark, prose, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip
from .words import distinct

PLACES = 61
STEPS = 5
LOOKS = 120  # the number of points computed on the curve
SIZE = (780, 242)
CUTS = (386.0,)  # a narrow page cuts the figure between the curve and its slope


@dataclass(frozen=True)
class Bend:
    """A point on a curve: its position, its value, its slope, and its curvature."""

    x: float
    y: float
    slope: float
    curvature: float

    @property
    def turn(self) -> float:
        """Return the x of the vertex, where the parabola's slope is 0."""
        return self.x - self.slope / self.curvature if self.curvature else nan

    def parabola(self, x: float) -> float:
        along = x - self.x
        return self.y + self.slope * along + self.curvature * along * along / 2


def newton_steps(
    f: Callable[[Any], Any] = lambda x: x**4 - 2 * x**2,
    low: float = -1.5,
    high: float = 1.5,
) -> Explorer:
    """Show Newton steps on the curve of `f`, from a starting point between `low` and `high`.

    The left panel shows the curve, along with the parabola for the next step. The right panel shows
    the curve's slope, along with the straight line that approximates the slope. The slope and the
    curvature come from applying `backward()` twice.
    """
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"newton_steps(): low must be less than high, not {low:g} and {high:g}")
    starts = [round(low + (high - low) * k / (PLACES - 1), 6) for k in range(PLACES)]
    paths = {x: _path(f, x) for x in starts}
    room = (high - low) / 6
    xs = (low - room, high + room)
    curve = [_bend(f, xs[0] + (xs[1] - xs[0]) * k / LOOKS) for k in range(LOOKS + 1)]
    seen = [bend for bend in curve if low <= bend.x <= high and isfinite(bend.y)]
    left = Axes(62, 62, 306, 150, xs, _range([bend.y for bend in seen], 0.45))
    right = Axes(454, 62, 306, 150, xs, _range([bend.slope for bend in seen] + [0.0], 0.06))
    flat = element("path", d=_across(right), stroke=LIVE["text"], stroke_width=1.25)
    fixed = [
        left.frame("the curve", "", ticks(*xs), ticks(*left.ys), above=36),
        left.path([(bend.x, bend.y) for bend in curve], "value-line", 2.5),
        key("its parabola", 62, 43.5, "gradient-line", "6 4"),
        mark((234, 43.5), "text", "diamond", 5),
        prose("where that turns", 246, 48),
        right.frame("its slope", "", ticks(*xs), ticks(*right.ys), above=36),
        flat,
        right.path([(bend.x, bend.slope) for bend in curve], "value-line", 2.5),
        key("the slope of the parabola", 454, 43.5, "gradient-line", "6 4"),
    ]

    def frame(start: float, steps: int) -> Frame:
        *before, here, after = paths[start][: steps + 2]
        turn = here.turn
        end = (turn, here.parabola(turn))
        now, slope_here, curvature, goal = _named(here)
        its_end = _end(here)[1]
        line = right.line(here.x, here.slope, here.curvature, "gradient-line", "6 4")
        said = sentence(steps, here)

        def linked(piece: Markup, *phrases: str, gradient: Sequence[str] = ()) -> Markup:
            """Link a piece to the given phrases that occur in this frame's sentence."""
            of_value, of_gradient = (filter(said.__contains__, of) for of in (phrases, gradient))
            return says(piece, *of_value, gradient=[*of_gradient])

        return Frame(
            [
                *fixed,
                left.dots([(bend.x, bend.y) for bend in before], "untracked-line", 4.5),
                linked(
                    left.path(_bent(here, xs), "gradient-line", 2.5, "6 4"), gradient=["parabola"]
                ),
                linked(line, gradient=[curvature]) if isfinite(here.slope) else Markup(""),
                left.path([end, (after.x, after.y)], "text", 1.25, "2 3"),
                linked(left.mark((after.x, after.y), "value-line", "ring", 6), goal),
                linked(left.mark((here.x, here.y), "value-line", size=7), now),
                linked(right.mark((here.x, here.slope), "value-line", size=7), slope_here),
                linked(left.mark(end, "text", "diamond", 5), its_end, goal),
                linked(right.mark((turn, 0.0), "text", "diamond", 5), goal),
                label(f"from {now[4:]} to {goal[4:]}", 760, 26, anchor="end"),
            ],
            said,
        )

    def on_curve(start: float, _steps: int) -> Point:
        first = paths[start][0]
        low, high = left.ys
        return left.at(start, min(max(first.y, low), high) if isfinite(first.y) else high)

    return Explorer(
        frame,
        Control("start", starts, labels=[signed(f"{x:.6g}") for x in starts], led=True),
        Control("steps", range(STEPS), play=True),
        size=SIZE,
        title="Newton steps",
        stills=[{}, {"start": starts[33]}, {"start": starts[33], "steps": 1}],
        grips=[Grip(["start"], on_curve, left.grasp)],
        cuts=CUTS,
    )


def sentence(steps: int, here: Bend) -> str:
    if not all(map(isfinite, (here.x, here.y, here.slope, here.curvature))):
        return signed(f"After {steps} steps, the path has diverged: x = {tens(f'{here.x:g}')}.")
    taken = f"After {steps} step{'s' if steps != 1 else ''}, at" if steps else "At"
    now, slope, curvature, goal = _named(here)
    text = f"{taken} {now}, the {slope} and the {curvature}."
    if abs(here.slope) < 1e-9:
        return f"{text} Because the slope is 0, the next step stays here."
    if not here.curvature:
        return f"{text} So there is no parabola, and no next step."
    opens, end = _end(here)
    return f"{text} The parabola opens {opens}, so the next step leads to its {end}, {goal}."


def _end(here: Bend) -> tuple[str, str]:
    return ("upward", "bottom") if here.curvature > 0 else ("downward", "top")


def _named(here: Bend) -> tuple[str, str, str, str]:
    """Return the sentence's phrases for x, the slope, the curvature, and the next x."""
    now, goal = (
        "0" if abs(a) < 1e-9 else distinct(a, b) if abs(a - b) > 1e-7 else f"{a:.4g}"
        for a, b in ((here.x, here.turn), (here.turn, here.x))
    )
    slope, curvature = _short(here.slope), _short(here.curvature)
    names = f"x = {now}", f"slope is {slope}", f"curvature is {curvature}", f"x = {goal}"
    return tuple(signed(tens(name)) for name in names)  # type: ignore[return-value]


def _path(f: Callable[[Any], Any], start: float) -> list[Bend]:
    bends = [_bend(f, start)]
    for _ in range(STEPS):
        turn = bends[-1].turn
        bends.append(_bend(f, turn) if isfinite(turn) else bends[-1])
    return bends


def _bend(f: Callable[[Any], Any], at: float) -> Bend:
    x = mg.tensor(at, dtype=mg.float64, requires_grad=True)
    y = f(x)
    if not hasattr(y, "grad_fn") or y.numel() != 1 or not y.requires_grad:
        raise ValueError("newton_steps(): for one number, f must return one tracked number")
    (slope,) = mg.autograd.grad(y, x, create_graph=True)
    if not slope.requires_grad:
        return Bend(at, y.item(), slope.item(), 0.0)
    (curvature,) = mg.autograd.grad(slope, x, allow_unused=True)
    bent = 0.0 if curvature is None else curvature.item()
    return Bend(at, y.item(), slope.item(), bent)


def _bent(here: Bend, xs: Point) -> list[Point]:
    """Return the visible part of the parabola, sampled more densely near its vertex."""
    if not isfinite(here.slope):
        return []
    places = {xs[0] + (xs[1] - xs[0]) * k / LOOKS for k in range(LOOKS + 1)}
    if xs[0] <= here.turn <= xs[1]:
        places.add(here.turn)
    return [(x, here.parabola(x)) for x in sorted(places)]


def _range(values: list[float], below: float) -> Point:
    """Return the range of all values, with a larger margin at the bottom for the vertices."""
    known = [value for value in values if isfinite(value)]
    if not known:
        raise ValueError("newton_steps(): f isn't finite anywhere between low and high")
    low, high = min(known), max(known)
    size = high - low or max(abs(high), 1.0)
    return low - below * size, high + 0.06 * size


def _across(axes: Axes) -> str:
    x, y = axes.at(axes.xs[0], 0.0)
    return f"M{x:g} {round(y, 1):g}h{axes.width:g}"


def _short(number: float) -> str:
    if abs(number) < 1e-9:
        return "0"
    return tens(f"{number:.4g}" if abs(number) >= 5e-5 else f"{number:.1e}")
