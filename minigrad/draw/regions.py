"""The places in a plane that a network gives to each of two labels, shaded by how sure it is."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..engine.modes import no_grad
from .layout import Point
from .palette import STILL
from .shapes import Colors
from .svg import Drawing, Markup, document, element

LEVELS = 6  # levels of confidence that can be told apart
# Label 0 and label 1. Not in the color of a wrong verdict.
LOOKS = (("series-5", "disk"), ("series-3", "square"))
CELLS, SIDE, GAP, ROOM = 40, 8.0, 18.0, 28.0  # cells per side, their size, margins
HALF = 0.5  # the answer between label 0 and label 1


def regions(
    network: Callable[[Any], Any],
    points: Any,
    labels: Any,
    *,
    names: tuple[str, str] = ("label 0", "label 1"),
) -> Drawing:
    """Shade each place by a network's answer there, and draw the points that it learned from.

    Args:
        network: a function from points [n, 2] to n numbers, which are above ½ for label 1.
        points: the points, [n, 2].
        labels: a label for each point, 0 or 1.
        names: a name for each of the two labels.
    """
    places, kinds = np.array(points.tolist()), np.array(labels.tolist())
    low, high = places.min(), places.max()
    width = (high - low) / CELLS
    middles = low + width * (np.arange(CELLS) + 0.5)
    grid = np.stack(np.meshgrid(middles, middles[::-1]), axis=-1).reshape(-1, 2)
    sure = 2 * (_answers(network, points, grid) - HALF).reshape(CELLS, CELLS)
    wrong = (_answers(network, points, places) > HALF) != kinds

    def at(x: float, y: float) -> Point:
        return GAP + (x - low) / width * SIDE, GAP + ROOM + (high - y) / width * SIDE

    marks = [point(at(*p), int(k), STILL) for p, k in zip(places.tolist(), kinds, strict=True)]
    missed = [at(*p) for p in places[wrong].tolist()]
    count = f"{len(kinds) - len(missed)} of {len(kinds)} points are right"
    area = CELLS * SIDE
    pieces = [
        element(
            "rect", width=area + 2 * GAP, height=area + ROOM + 2 * GAP, rx=10, fill=STILL["card"]
        ),
        *(_sample(kind, names[kind], GAP + 110 * kind) for kind in (0, 1)),
        crosses([(GAP + 226, GAP + 4)], STILL),
        _text("wrong", GAP + 240),
        *shades(sure, (GAP, GAP + ROOM), SIDE, STILL),
        crosses(missed, STILL),
        element("g", *marks),
    ]
    size = (area + 2 * GAP, area + ROOM + 2 * GAP)
    text = f"A square shaded by a network's answers: {names[0]} or {names[1]}. {count}."
    return Drawing(document(*size, text, *pieces), text)


def shades(sure: Any, corner: Point, side: float, colors: Colors) -> list[Markup]:
    """Draw a square grid of cells in the color of label 1 where `sure` is positive, or of label 0.

    A cell is darker the farther its number, from −1 to 1, is from 0. If it's nan, it stays empty.
    """
    level = np.minimum(np.floor(np.abs(np.nan_to_num(sure)) * LEVELS), LEVELS - 1)
    looks = np.where(np.isnan(sure), -1, np.where(sure > 0, LEVELS + level, level))
    paths = [""] * (2 * LEVELS)
    for row in range(len(looks)):
        ends = [*np.flatnonzero(np.diff(looks[row])) + 1, looks.shape[1]]
        for begun, end in zip([0, *ends[:-1]], ends, strict=True):
            if looks[row, begun] >= 0:
                x, y, width = side * begun, side * row, side * (end - begun)
                d = f"M{corner[0] + x:g} {corner[1] + y:g}h{width:g}v{side:g}h-{width:g}z"
                paths[int(looks[row, begun])] += d
    shaded = [
        element("path", d=d, fill_opacity=round(0.05 + 0.06 * (k % LEVELS), 2))
        for k, d in enumerate(paths)
    ]
    return [
        element(
            "g",
            *(shade for shade, d in list(zip(shaded, paths, strict=True))[part] if d),
            fill=colors[role],
            shape_rendering="crispEdges",
        )
        for part, (role, _) in zip((slice(LEVELS), slice(LEVELS, None)), LOOKS, strict=True)
    ]


def point(place: Point, kind: int, colors: Colors) -> Markup:
    """Draw a disk for label 0 or a square for label 1."""
    x, y = (round(part, 1) for part in place)
    style = {"fill": colors[LOOKS[kind][0]], "stroke": colors["card"]}
    if kind == 0:
        return element("circle", cx=x, cy=y, r=4.5, **style)
    return element("rect", x=round(x - 4, 1), y=round(y - 4, 1), width=8, height=8, **style)


def crosses(places: list[Point], colors: Colors) -> Markup:
    """Draw a cross behind each point that the network misclassifies.

    A ring would look like a handle, and a cross in front of the point would hide its label.
    """
    d = "".join(f"M{x - 7:.1f} {y - 7:.1f}l14 14m0-14l-14 14" for x, y in places)
    style = {"fill": "none", "stroke": colors["text"], "stroke_width": 1.75}
    return element("path", d=d, **style) if d else Markup("")


def _answers(network: Callable[[Any], Any], points: Any, places: Any) -> Any:
    """Return the network's answers at places given as tensors of the same kind as its points."""
    with no_grad():
        answers = network(points.new_tensor(places.tolist()))
    return np.array(answers.tolist()).reshape(len(places))


def _sample(kind: int, name: str, x: float) -> Markup:
    return element("g", point((x + 5, GAP + 4), kind, STILL), _text(name, x + 16))


def _text(text: str, x: float) -> Markup:
    return element("text", text, x=x, y=GAP + 8.5, font_size=13, fill=STILL["text"])
