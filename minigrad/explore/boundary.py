"""A small network that learns to separate two kinds of points, and the resulting boundary.

`front/programs/boundary.js` trains the same networks on the page, also if a point was moved.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from minigrad.draw.palette import LIVE
from minigrad.draw.regions import LOOKS, point
from minigrad.draw.svg import Markup, element, says

from .axes import Axes, Point, mark, prose, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame, Narrow, in_page
from .grip import Grip
from .program import Program
from .training import LR, MOMENTUM, STEPS, UNITS, Points, Run, initial, others, train
from .valley import labels_of
from .verdict import badge, judged, verdict
from .words import listed

CELLS = 40  # along each side of the grid on which the network is evaluated
LEVELS, INK = 6, 0.065  # layers of shading for each label, and the opacity of each
# The outputs at which a layer begins, in equal steps of certainty.
THRESHOLDS = [2 * float(np.arctanh(k / LEVELS)) for k in range(LEVELS)]
MOST = 500
PLACES = 80  # of a point that's moved, along each side
EDGE = 15.0  # pixels across a wrong point with its edge
GIVEN = "these points"
PLANE = (72, 14, 340, 340)
# The score and the legend, next to the plane.
KEYS = ((434, 28), (434, 60), (434, 86), (434, 112), (434, 138), (434, 164))
SIZE = (580, 384)
# On a phone, they're above the plane.
PLANE_ON_PHONE = (72, 60, 288, 288)
KEYS_ON_PHONE = ((72, 17), (72, 42), (150, 42), (186, 42), (262, 12), (262, 42))
SIZE_ON_PHONE = (384, 378)


def boundary(points: Any, labels: Any) -> Explorer:
    """Show how networks with 1 to 8 hidden units learn to label points in the plane 0 or 1."""
    data_set = Points(GIVEN, *_data(points, labels))
    sets = [data_set, *others(data_set.places)]
    runs = train(sets)
    retrained = cache(lambda which, units, k, place: _retrained(sets[which], units, k, place))
    picture = Picture(sets, runs, retrained, PLANE, KEYS)
    on_phone = Picture(sets, runs, retrained, PLANE_ON_PHONE, KEYS_ON_PHONE)
    first = picture.first[0]
    return Explorer(
        picture.frame,
        Control("data", [each.name for each in sets], choice=True, runs=True, sets=picture.first),
        Control("hidden units", UNITS, choice=True, runs=True),
        Control("step", STEPS, play=True),
        Control("point", range(len(data_set.places)), first["point"], led=True),
        *(
            Control(name, places, first[name], names, led=True)
            for name, places, names in zip("xy", picture.places, picture.labels, strict=True)
        ),
        size=SIZE,
        title="Decision boundary of a small network",
        question="How few units get every point right?",
        stills=[
            {"hidden units": units, "step": step} for units, step in ((1, 300), (8, 40), (8, 300))
        ],
        grips=[picture.grip],
        program=Program("boundary", picture.data, picture.sampled),
        narrow=Narrow(
            lambda *at: on_phone.frame(*at).pieces,
            SIZE_ON_PHONE,
            grips=[on_phone.grip],
            data={name: on_phone.data[name] for name in ("plane", "fixed", "score", "sets")},
        ),
        zoom=1.25,
    )


def _retrained(points: Points, units: int, k: int, place: Point) -> tuple[Points, Run]:
    """Move a point, and train a network again."""
    moved = points.moved(k, place)
    return moved, train([moved], [units])[0][0]


class Picture:
    """The drawing, several sets of points in one plane, and the networks trained on each set."""

    def __init__(
        self, sets: Sequence[Points], runs: list[list[Run]], retrained: Callable[..., Any],
        box: tuple[float, float, float, float], keys: Sequence[tuple[float, float]],
    ) -> None:  # fmt: skip
        self.sets = sets
        self.runs = runs
        self.retrained = retrained
        self.score = keys[0]
        self.fewest = [
            next((units for units, run in zip(UNITS, runs, strict=True) if _solves(run, each)), 0)
            for each, runs in zip(sets, self.runs, strict=True)
        ]
        places = np.concatenate([each.places for each in sets])
        low, high = places.min(0), places.max(0)
        room = 0.08 * (high - low) + 1e-6 * (1 + abs(low) + abs(high))
        (left, bottom), (right, top) = (low - room).tolist(), (high + room).tolist()
        self.plane = Axes(*box, (left, right), (bottom, top))
        self.nodes = np.stack(
            np.meshgrid(np.linspace(left, right, CELLS + 1), np.linspace(top, bottom, CELLS + 1)),
            axis=-1,
        )
        self.places = [
            np.linspace(*ends, PLACES + 1).tolist() for ends in ((left, right), (bottom, top))
        ]
        self.labels = [_names(places) for places in self.places]
        self.fixed = [
            self.plane.frame("", "", ticks(*self.plane.xs), ticks(*self.plane.ys)),
            *_legend(keys[1:]),
        ]
        self.homes = [
            [
                tuple(_nearest(*pair) for pair in zip(self.places, place, strict=True))
                for place in each
            ]
            for each in (points.places.tolist() for points in sets)
        ]
        middle = (low + high) / 2
        self.first = []
        for each, homes in zip(sets, self.homes, strict=True):
            k = int(np.argmin(np.abs((each.places - middle) / (high - low + 1e-30)).sum(1)))
            self.first.append({"point": k, "x": homes[k][0], "y": homes[k][1]})

    @property
    def sampled(self) -> list[dict[str, Any]]:
        """Return settings with every choice, and some in which a point was moved."""
        shown = [
            {
                "data": each.name,
                "hidden units": units,
                "step": STEPS[last],
                "point": range(len(homes))[last],
            }
            | {"x": self.places[0][homes[last][0]], "y": self.places[1][homes[last][1]]}
            for each, homes in zip(self.sets, self.homes, strict=True)
            for units, last in product(UNITS, (0, -1))
        ]
        corners = [{"x": self.places[0][at], "y": self.places[1][-1 - at]} for at in (0, -1)]
        last = {"point": len(self.homes[0]) - 1}
        return [*shown, shown[0] | corners[0], shown[0] | last | corners[0], shown[-1] | corners[1]]

    @property
    def grip(self) -> Grip:
        """Return the handle of one point. A press on another point gives it the handle."""
        plane = self.plane
        grid = plane.left, plane.width / PLACES, plane.top + plane.height, -plane.height / PLACES
        return Grip(["x", "y"], None, None, grid=grid, runs=True)

    @property
    def data(self) -> dict[str, Any]:
        """Return the data that the page needs to draw the figure."""
        plane = self.plane
        first, last = initial()
        return {
            "plane": [plane.left, plane.top, plane.width, plane.height, *plane.xs, *plane.ys],
            "cells": CELLS,
            "thresholds": THRESHOLDS,
            "ink": INK,
            "edge": EDGE,
            "units": list(UNITS),
            "steps": list(STEPS),
            "lr": LR,
            "momentum": MOMENTUM,
            "initial": [first.T.tolist(), last[:, 0].tolist()],
            "places": self.places,
            "solved": {str(fewest): list(self._solved(fewest)) for fewest in UNITS},
            "score": list(self.score),
            "fixed": [in_page(piece) for piece in self.fixed],
            "sets": [
                {
                    "points": each.places.tolist(),
                    "labels": each.labels.tolist(),
                    "scale": list(each.scale),
                    "homes": [list(home) for home in self.homes[i]],
                    "marks": [in_page(each) for each in self._marks(each)],
                    "said": _about(each),
                    "fewest": self.fewest[i],
                }
                for i, each in enumerate(self.sets)
            ],
        }

    def frame(self, name: str, units: int, step: int, point: int, x: float, y: float) -> Frame:
        which, k = [each.name for each in self.sets].index(name), STEPS.index(step)
        given, before = self.sets[which], self.runs[which][UNITS.index(units)]
        points, run = self.trained(which, units, point, (x, y))
        is_moved = points is not given
        answers = run.answers(k, points.scale, self.nodes)
        border = self._border(answers)
        said = run.answers(k, points.scale, points.places) > 0
        wrong = [self.plane.at(*place) for place in points.places[said != points.labels]]
        n = len(points.labels)
        score = f"{n - len(wrong)} of {n}"
        name_of_units = f"{units} hidden unit{'s' if units > 1 else ''}"
        text = brief = (
            f"{_about(points)} {name_of_units}, after {step} steps, the loss is "
            f"{run.losses[k]:.3f}, and {score} points are right."
        )
        old, marks = Markup(""), self._marks(given)
        if not border:
            text += " The boundary is outside the plane, so all of it has one label."
        if is_moved:
            old = self._border(before.answers(k, given.scale, self.nodes), 1.5, "2 4")
            text += " The dotted line was the boundary before." if old else ""
            old = says(old, "dotted line")
            marks[point] = self._moved(marks[point], given.places[point], (x, y))
        judgment = self._judgment(
            which, units, step, len(wrong), (point, (x, y)) if is_moved else None
        )
        corner = self.plane.left + self.plane.width - 12, self.plane.top + 12
        if judgment:
            border, text = judged(border, judgment[0]), verdict(*judgment, text)
        return Frame(
            [
                *self.fixed,
                *self._shades(answers),
                old,
                says(self._unit_lines(run, k, points.scale), name_of_units),
                border,
                _edges(wrong),
                element("g", *marks),
                says(prose(f"{score} right", *self.score, size=16, font_weight=600), score),
                badge(judgment[0], corner) if judgment else Markup(""),
            ],
            text,
            brief,
        )

    def trained(self, which: int, units: int, k: int, place: Point) -> tuple[Points, Run]:
        """Return a set with a point at a place, and a network that was trained on it."""
        home = tuple(of[at] for of, at in zip(self.places, self.homes[which][k], strict=True))
        if place == home:
            return self.sets[which], self.runs[which][UNITS.index(units)]
        return self.retrained(which, units, k, place)

    def _moved(self, point: Markup, home: Any, place: Point) -> Markup:
        """Draw a point where it is now, and mark where it was."""
        (x, y), (from_x, from_y) = self.plane.at(*place), self.plane.at(*home)
        way = f"M{from_x:.1f} {from_y:.1f}L{x:.1f} {y:.1f}"
        return element(
            "g",
            element("path", d=way, stroke=LIVE["text"]),
            mark((from_x, from_y), "text", "ring", 3),
            element("g", point, transform=f"translate({x - from_x:.1f} {y - from_y:.1f})"),
        )

    def _judgment(
        self, which: int, units: int, step: int, wrong: int, moved: tuple[int, Point] | None
    ) -> tuple[bool, str] | None:
        """Judge a network that gets every point right, or one at the end of its training."""
        if not wrong:
            fewest = self._fewest(units, which, *moved) if moved else self.fewest[which]
            return units == fewest, self._solved(fewest)[units == fewest]
        still = f"{wrong} point{'s' * (wrong > 1)} {'are' if wrong > 1 else 'is'} still wrong."
        return (False, still) if step == STEPS[-1] else None

    def _fewest(self, units: int, which: int, point: int, place: Point) -> int:
        """Return the units of the smallest network that solves a set in which a point was moved."""
        fewer = (each for each in UNITS if each < units)
        trained = ((each, self.retrained(which, each, point, place)) for each in fewer)
        return next((each for each, (points, run) in trained if _solves(run, points)), units)

    @staticmethod
    def _solved(fewest: int) -> tuple[str, str]:
        """Say what every network that gets all points right, and the smallest one, shows."""
        name = f"{fewest} unit{'s' * (fewest > 1)}"
        fewer = [str(units) for units in UNITS if units < fewest]
        some = "don't" if len(fewer) > 1 else "doesn't"
        but = f", where {listed(fewer)} {some}" if fewer else ""
        return (
            f"{name} also {'do' if fewest > 1 else 'does'} it.",
            f"{name} {'do' if fewest > 1 else 'does'} it from this start{but}.",
        )

    def _shades(self, answers: Any) -> list[Markup]:
        """Draw the places of each label in layers, more where the network is more certain."""
        layers = []
        for role, sign in ((LOOKS[0][0], -1), (LOOKS[1][0], 1)):
            maker = self._contours(sign * answers)
            paths = []
            for threshold in THRESHOLDS:
                outer, holes = maker.filled(threshold, np.inf)
                d = ""
                for points, offsets in zip(outer, holes, strict=True):
                    parts = [points[a:b] for a, b in pairwise(offsets.tolist())]
                    d += "".join(map(self.plane.outline, parts))
                paths.append(element("path", d=d))  # also if there's nothing: as many in each frame
            style = {"fill": LIVE[role], "fill_opacity": INK, "fill_rule": "evenodd"}
            layers.append(element("g", *paths, **style))
        return layers

    def _contours(self, answers: Any) -> Any:
        from contourpy import FillType, contour_generator

        return contour_generator(
            self.nodes[0, :, 0], self.nodes[:, 0, 1], answers, fill_type=FillType.OuterOffset
        )

    def _border(self, answers: Any, width: float = 2, dash: str | None = None) -> Markup:
        """Draw the line on which the network's output is 0."""
        maker = self._contours(answers)
        lines = "".join(self.plane.outline(line) for line in maker.lines(0.0)).replace("z", "")
        style = {"fill": "none", "stroke": LIVE["text"], "stroke_width": width}
        return element("path", d=lines, **style, stroke_dasharray=dash) if lines else Markup("")

    def _unit_lines(self, run: Run, step: int, scale: tuple[float, float, float]) -> Markup:
        """Draw each hidden unit's zero line, thicker for units with larger weights.

        It's wider than the boundary, in front of which it would be hidden with a single unit.
        """
        a, b, c, v = np.array(run.weights[step][:-1]).reshape(4, -1)
        (x0, x1), (y0, y1) = self.plane.xs, self.plane.ys
        cx, cy, size = scale
        most = max(*abs(v), 1e-9)
        lines = []
        for j in range(len(a)):
            if not a[j] and not b[j]:
                continue
            if abs(a[j]) * (y1 - y0) > abs(b[j]) * (x1 - x0):
                ends = [(cx - (c[j] + b[j] * (y - cy) * size) / (a[j] * size), y) for y in (y0, y1)]
            else:
                ends = [(x, cy - (c[j] + a[j] * (x - cx) * size) / (b[j] * size)) for x in (x0, x1)]
            width = round(1 + 4 * abs(float(v[j])) / most, 1)
            lines.append(self.plane.path(ends, "text", width, UNIT_DASH))
        return element("g", *lines, stroke_opacity=UNIT_INK) if any(lines) else Markup("")

    def _marks(self, points: Points) -> list[Markup]:
        return [
            point(self.plane.at(*place), int(kind), LIVE)
            for place, kind in zip(points.places, points.labels, strict=True)
        ]


UNIT_DASH, UNIT_INK = "7 5", 0.4
_UNIT = {
    "stroke": LIVE["text"],
    "stroke_width": 5,
    "stroke_dasharray": UNIT_DASH,
    "stroke_opacity": UNIT_INK,
}


def _nearest(places: Sequence[float], value: float) -> int:
    return min(range(len(places)), key=lambda k: abs(places[k] - value))


def _names(places: Sequence[float]) -> list[str]:
    """Format positions so that all differ, also around points that are all the same."""
    names = labels_of(places)
    return names if len(set(names)) == len(names) else [signed(repr(each)) for each in places]


def _solves(run: Run, points: Points) -> bool:
    """Return whether a network gets every point right at some step."""
    said = (run.answers(k, points.scale, points.places) > 0 for k in range(len(STEPS)))
    return any(bool((each == points.labels).all()) for each in said)


def _about(points: Points) -> str:
    """Begin a sentence, with the name of the displayed set unless the caller passed in that set."""
    return "With" if points.name == GIVEN else f"{points.name.capitalize()}: with"


def _data(points: Any, labels: Any) -> tuple[Any, Any]:
    places, kinds = (
        np.asarray(each.tolist() if hasattr(each, "tolist") else each) for each in (points, labels)
    )
    if places.ndim != 2 or places.shape[1] != 2 or kinds.shape != places.shape[:1]:
        raise ValueError(
            f"boundary(): points must have shape (N, 2) and labels (N,), "
            f"not {places.shape} and {kinds.shape}"
        )
    if not 2 <= len(places) <= MOST:
        raise ValueError(f"boundary(): can draw 2 to {MOST} points, not {len(places)}")
    if not np.isfinite(places).all():
        raise ValueError("boundary(): points must be finite, but some are nan or inf")
    if not np.isin(kinds, (0, 1)).all():
        raise ValueError("boundary(): every label must be 0 or 1")
    return places.astype(float), kinds.astype(int)


def _edges(places: Sequence[Point]) -> Markup:
    """Draw the dark edges of wrong points, behind the points."""
    d = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in places)
    style = {"stroke": LIVE["text"], "stroke_width": EDGE, "stroke_linecap": "round"}
    return element("path", d=d, **style) if d else Markup("")


def _legend(places: Sequence[tuple[float, float]]) -> list[Markup]:
    drawn = []
    lines = {"boundary": {"stroke": LIVE["text"], "stroke_width": 2}, "a unit is 0": _UNIT}
    for (x, y), name in zip(places, ("label 0", "1", "wrong", *lines), strict=True):
        if name in lines:
            sample, wide = element("path", d=f"M{x} {y}h22", **lines[name]), 28
        elif name == "wrong":
            sample, wide = element("g", _edges([(x + 8, y)]), point((x + 8, y), 0, LIVE)), 22
        else:
            sample, wide = point((x + 8, y), int(name == "1"), LIVE), 20
        drawn.append(element("g", sample, prose(name, x + wide, y + 4.5)))
    return drawn
