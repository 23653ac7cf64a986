"""A small network that learns to separate two kinds of points, and the resulting boundary.

`front/programs/boundary.js` draws the same figure on the page from the weights that were recorded
during training.
"""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from minigrad.draw.palette import LIVE
from minigrad.draw.regions import LOOKS, point, ring
from minigrad.draw.svg import Markup, element, says

from .axes import Axes, label, prose, signed, ticks
from .explorer import Control, Explorer
from .frames import Frame, Narrow, in_page
from .grip import Grip
from .program import Program
from .training import EVERY, STEPS, UNITS, Points, Run, others, train
from .valley import labels_of
from .verdict import badge, judged, verdict
from .words import listed

CELLS = 54  # along each side of the grid on which the network is evaluated
LEVELS, INK = 10, 0.04  # layers of shading for each label, and the opacity of each
# The outputs at which a layer begins, in equal steps of certainty.
THRESHOLDS = [2 * float(np.arctanh(k / LEVELS)) for k in range(LEVELS)]
MOST = 500
PLACES = 80  # of the probe, along each side
PROBE = 44, 52  # where the probe is at first
REACH = 100.0  # pixels from the probe to the end of its probability
TAG = 64.0  # the width of its probability
GIVEN = "these points"
PLANE = (72, 14, 340, 340)
KEYS = ((434, 34), (434, 60), (434, 86), (434, 112))  # the legend, next to the plane
SIZE = (540, 384)
# On a phone, the legend is above the plane.
PLANE_ON_PHONE = (72, 38, 288, 288)
KEYS_ON_PHONE = ((72, 20.5), (164, 20.5), (207, 20.5), (280, 20.5))
SIZE_ON_PHONE = (384, 356)


def boundary(points: Any, labels: Any) -> Explorer:
    """Show how networks with 1 to 8 hidden units learn to label points in the plane 0 or 1."""
    data_set = Points(GIVEN, *_data(points, labels))
    sets = [data_set, *others(data_set.places)]
    runs = train(sets)
    picture = Picture(sets, runs, PLANE, KEYS)
    on_phone = Picture(sets, runs, PLANE_ON_PHONE, KEYS_ON_PHONE)
    return Explorer(
        picture.frame,
        Control("data", [each.name for each in picture.sets], choice=True, runs=True),
        Control("hidden units", UNITS, choice=True, runs=True),
        Control("step", STEPS, play=True),
        *(
            Control(name, places, start, labels, led=True)
            for name, places, start, labels in zip(
                "xy", picture.places, PROBE, picture.labels, strict=True
            )
        ),
        size=SIZE,
        title="Decision boundary of a small network",
        question=f"From this start, how few units can get every point right in {STEPS[-1]} steps?",
        stills=[
            {"hidden units": units, "step": step} for units, step in ((1, 300), (8, 40), (8, 300))
        ],
        grips=[picture.grip],
        program=Program("boundary", picture.data),
        narrow=Narrow(
            lambda *at: on_phone.frame(*at).pieces,
            SIZE_ON_PHONE,
            grips=[on_phone.grip],
            data={name: on_phone.data[name] for name in ("plane", "fixed", "sets")},
        ),
        zoom=1.25,
    )


class Picture:
    """The drawing, several sets of points in one plane, and the networks trained on each set."""

    def __init__(
        self, sets: Sequence[Points], runs: list[list[Run]],
        box: tuple[float, float, float, float], keys: Sequence[tuple[float, float]],
    ) -> None:  # fmt: skip
        self.sets = sets
        self.runs = runs
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
        self.field = cache(self._field)  # the probe doesn't change it
        self.places = [
            np.linspace(*ends, PLACES + 1).tolist() for ends in ((left, right), (bottom, top))
        ]
        self.labels = [_names(places) for places in self.places]
        self.fixed = [
            self.plane.frame("", "", ticks(*self.plane.xs), ticks(*self.plane.ys)),
            *_legend(keys),
        ]

    @property
    def grip(self) -> Grip:
        """Return the probe, whose answer the reader can see anywhere in the plane."""
        plane = self.plane
        grid = plane.left, plane.width / PLACES, plane.top + plane.height, -plane.height / PLACES
        return Grip(["x", "y"], None, None, grid=grid)

    @property
    def data(self) -> dict[str, Any]:
        """Return the data that the page needs to draw the figure."""
        plane = self.plane
        return {
            "plane": [plane.left, plane.top, plane.width, plane.height, *plane.xs, *plane.ys],
            "cells": CELLS,
            "thresholds": THRESHOLDS,
            "ink": INK,
            "units": list(UNITS),
            "steps": list(STEPS),
            "every": EVERY,
            "places": self.places,
            "labels": self.labels,
            "reach": REACH,
            "tag": TAG,
            "fixed": [in_page(piece) for piece in self.fixed],
            "sets": [
                {
                    "points": each.places.tolist(),
                    "labels": each.labels.tolist(),
                    "scale": list(each.scale),
                    "marks": in_page(self._marks(each)),
                    "said": _about(each),
                    "fewest": self.fewest[i],
                    "solved": list(self._solved(self.fewest[i])),
                }
                for i, each in enumerate(self.sets)
            ],
            "weights": [[run.weights for run in runs] for runs in self.runs],
            "losses": [[run.losses for run in runs] for runs in self.runs],
        }

    def frame(self, name: str, units: int, step: int, x: float, y: float) -> Frame:
        which, k = [each.name for each in self.sets].index(name), STEPS.index(step)
        points, run = self.sets[which], self.runs[which][UNITS.index(units)]
        shades, border = self.field(which, units, k)
        said = run.answers(k, points.scale, points.places) > 0
        wrong = [self.plane.at(*place) for place in points.places[said != points.labels]]
        n = len(points.labels)
        right = n - len(wrong)
        name_of_units = f"{units} hidden unit{'s' if units > 1 else ''}"
        loss = run.losses[step // EVERY]
        brief = f"{_about(points)} {name_of_units}, after {step} steps, the loss is {loss:.3f}, "
        brief += f"and {right} of {n} points are right."
        z = float(run.answers(k, points.scale, np.array([x, y])))
        p = f"p = {1 / (1 + np.exp(-z)):.2f}"
        at = (
            names[of.index(each)]
            for names, of, each in zip(self.labels, self.places, (x, y), strict=True)
        )
        text = f"{brief} At [{', '.join(at)}], {p}."
        judgment = self._judgment(which, units, step, len(wrong))
        corner = self.plane.left + self.plane.width - 12, self.plane.top + 12
        if judgment:
            border, text = judged(border, judgment[0]), verdict(*judgment, text)
        return Frame(
            [
                *self.fixed,
                *shades,
                border,
                says(self._unit_lines(run, k, points.scale), name_of_units),
                says(self._marks(points), "points"),
                ring(wrong, LIVE),
                says(self._probe(x, y, p), p),
                badge(judgment[0], corner) if judgment else Markup(""),
            ],
            text,
            brief,
        )

    def _field(self, which: int, units: int, k: int) -> tuple[list[Markup], Markup]:
        """Draw a network's answers in the whole plane, and where they change."""
        run = self.runs[which][UNITS.index(units)]
        answers = run.answers(k, self.sets[which].scale, self.nodes)
        return self._shades(answers), self._border(answers)

    def _judgment(self, which: int, units: int, step: int, wrong: int) -> tuple[bool, str] | None:
        """Judge a network that gets every point right, or one at the end of its training."""
        fewest = self.fewest[which]
        if not wrong:
            return units == fewest, self._solved(fewest)[units == fewest]
        still = f"{wrong} point{'s' * (wrong > 1)} {'are' if wrong > 1 else 'is'} still wrong."
        return (False, still) if step == STEPS[-1] else None

    @staticmethod
    def _solved(fewest: int) -> tuple[str, str]:
        """Say what every network that gets all points right, and the smallest one, shows."""
        can = f"{fewest} unit{'s' * (fewest > 1)} can"
        fewer = listed([str(units) for units in UNITS if units < fewest])
        but = f", but {fewer} can't" if fewer else ""
        return f"{can} also do it.", f"{can} do it{but}."

    def _probe(self, x: float, y: float, p: str) -> Markup:
        """Mark a place, with the probability of label 1 on the side that has room for it."""
        place = self.plane.at(x, y)
        has_room = place[0] + REACH < self.plane.left + self.plane.width
        side, anchor = (26, "start") if has_room else (-26, "end")
        text = label(p, place[0] + side, place[1] + 4.5, anchor=anchor, font_weight="bold")
        left = place[0] + (side if has_room else side - TAG) - 5
        size = {
            "width": TAG + 10,
            "height": 20,
            "rx": 5,
            "fill": LIVE["card"],
            "stroke": LIVE["line"],
        }
        tag = element("rect", x=round(left, 1), y=round(place[1] - 10, 1), **size)
        cross = f"M{place[0] - 6:.1f} {place[1]:.1f}h12M{place[0]:.1f} {place[1] - 6:.1f}v12"
        return element(
            "g", element("path", d=cross, stroke=LIVE["text"], stroke_width=2), tag, text
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

    def _border(self, answers: Any) -> Markup:
        """Draw the line on which the network's output is 0."""
        maker = self._contours(answers)
        lines = "".join(self.plane.outline(line) for line in maker.lines(0.0)).replace("z", "")
        style = {"fill": "none", "stroke": LIVE["text"], "stroke_width": 2}
        return element("path", d=lines, **style) if lines else Markup("")

    def _unit_lines(self, run: Run, step: int, scale: tuple[float, float, float]) -> Markup:
        """Draw each hidden unit's zero line, thicker for units with larger weights."""
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
            width = round(0.8 + 1.7 * abs(float(v[j])) / most, 1)
            lines.append(self.plane.path(ends, "text", width, "5 4"))
        return element("g", *lines, stroke_opacity=0.7) if any(lines) else Markup("")

    def _marks(self, points: Points) -> Markup:
        marks = [
            point(self.plane.at(*place), int(kind), LIVE)
            for place, kind in zip(points.places, points.labels, strict=True)
        ]
        return element("g", *marks)


_UNIT = {"stroke": LIVE["text"], "stroke_width": 1.5, "stroke_dasharray": "5 4"}


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


def _legend(places: Sequence[tuple[float, float]]) -> list[Markup]:
    drawn = []
    for (x, y), name in zip(places, ("label 0", "1", "wrong", "a unit"), strict=True):
        if name == "a unit":
            sample, wide = element("path", d=f"M{x} {y}h22", **_UNIT), 28
        elif name == "wrong":
            sample, wide = ring([(x + 8, y)], LIVE), 22
        else:
            sample, wide = point((x + 8, y), int(name == "1"), LIVE), 20
        drawn.append(element("g", sample, prose(name, x + wide, y + 4.5)))
    return drawn
