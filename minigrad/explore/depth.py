"""The size of values and of gradients in a deep network, layer by layer."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import log10
from typing import Any, NamedTuple

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element
from minigrad.draw.tens import power, tens

from .axes import Axes, Point, key, label, mark, signed
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

WIDTH, ROWS, SEED = 100, 16, 0
DEPTHS = (5, 10, 20)
SCALES = (0.03, 0.05, 0.07, 0.1, 0.12, 0.14, 0.17, 0.2, 0.3)
ACTIVATIONS: dict[str, Callable[[Any], Any]] = {
    "none": lambda h: h,
    "tanh": lambda h: h.tanh(),
    "relu": lambda h: h.relu(),
    "sigmoid": lambda h: h.sigmoid(),
}
CONNECTIONS = ("plain", "residual")
SIZE = (378, 356)  # so that a phone shows it whole
POWERS = {float(k): power(k) for k in range(-12, 10, 3)}
BINS = np.linspace(-1.5, 0.5, 5)  # of a histogram, in powers of ten from the root mean square
PINNED = 24.0  # pixels from the edge to a grip near it, and from one such grip to the next
WIDEST = 6.5  # pixels of the longest bar of a histogram


class Sizes(NamedTuple):
    """The root mean square of the input, of each layer's output, and of their gradients.

    `spread` has a histogram for each of them: the share of numbers in each bin.
    """

    values: list[float]
    gradients: list[float]
    spread: tuple[list[Any], list[Any]]


def depth(*, residual: bool = False, scale: float = 1.0) -> Explorer:
    """Show how large values and gradients are in each layer of networks with random weights.

    Every layer has 100 numbers, and weights of one scale. The input, and the gradient at the end,
    have size 1. A column has a histogram of each layer's numbers,
    and lines join the sizes. With `residual`, there are buttons that add each layer's input to
    its output.
    """
    connections = CONNECTIONS if residual else CONNECTIONS[:1]
    deepest = max(DEPTHS)
    draw = mg.Generator().manual_seed(SEED)
    weights = [random(WIDTH, draw) for _ in range(deepest)]
    x, g = (rows / size(rows) for rows in (random(ROWS, draw), random(ROWS, draw)))
    layer_sizes = {
        (activation, connection, s, layers): sizes(
            x, [s * w for w in weights[:layers]], g, ACTIVATIONS[activation], connection
        )
        for activation in ACTIVATIONS
        for connection in connections
        for s in SCALES
        for layers in DEPTHS
    }
    axes = Axes(66, 66, 296, 226, (-1.6, deepest + 0.6), (-12.0, 10.0))
    fixed = [
        axes.frame("size", "layer", range(0, deepest + 1, 5), POWERS, above=46),
        key("values", 66, 44.5, "value-line", shape="disc"),
        key("gradients", 190, 44.5, "gradient-line", shape="diamond"),
        axes.path([(axes.xs[0], 0.0), (axes.xs[1], 0.0)], "line", 1.5),
    ]

    def setting(activation: str, *rest: Any) -> tuple[Any, ...]:
        return (activation, *(rest if residual else ("plain", *rest)))

    def frame(*values: Any) -> Frame:
        now = layer_sizes[setting(*values)]
        return Frame([*fixed, *lines(axes, now, first_layer(*values))], sentence(now, *values))

    def first_layer(*values: Any) -> Point | None:
        *kind, s, layers = setting(*values)
        firsts = [log10(layer_sizes[*kind, scale, layers].gradients[0]) for scale in SCALES]
        below = [first < axes.ys[0] for first in firsts]
        at = SCALES.index(s)
        # Below the axes, the grips of smaller and smaller scales are next to each other.
        if below[at]:
            x, y = axes.at(0.0, axes.ys[0])
            return x + PINNED * sum(below[at + 1 :]), y - PINNED
        now, *smaller = (axes.at(0.0, first) for first in firsts[at::-1])
        # Far enough apart to tell them apart by hand.
        apart = all(abs(now[1] - other[1]) > 1 for other in smaller)
        return now if apart and axes.top <= now[1] else None

    controls = [
        Control("activation", list(ACTIVATIONS), choice=True),
        Control("connection", connections, choice=True),
        Control("scale", SCALES, SCALES.index(0.03 if residual else 0.1)),
        Control("depth", DEPTHS, DEPTHS.index(deepest)),
    ]
    stills: list[tuple[int, ...]] = [(1, 0, 0, 2), (1, 1, 0, 2), (1, 1, 8, 2)]
    if not residual:
        del controls[1]
        stills = [(0, 3, 2), (1, 3, 2), (2, 3, 2)]
    return Explorer(
        frame,
        *controls,
        size=SIZE,
        grips=[Grip(["scale"], first_layer, axes.grasp)],
        title="Size, layer by layer" + (", with residual connections" if residual else ""),
        stills=stills,
        scale=scale,
    )


def random(rows: int, draw: Any) -> Any:
    return mg.randn(rows, WIDTH, dtype=mg.float64, generator=draw)


def size(t: Any) -> float:
    return (t**2).mean().sqrt().item()


def sizes(
    x: Any, weights: Sequence[Any], g: Any, bend: Callable[[Any], Any], connection: str
) -> Sizes:
    """Run once forward and once backward, with 16 digits."""
    h = x.clone().requires_grad_()
    values = [h]
    for w in weights:
        h = h + bend(h @ w) if connection == "residual" else bend(h @ w)
        h.retain_grad()
        values.append(h)
    h.backward(g)
    spread = [spread_of(h.detach()) for h in values], [spread_of(h.grad) for h in values]
    return Sizes([size(h.detach()) for h in values], [size(h.grad) for h in values], spread)


def spread_of(t: Any) -> Any:
    """Return the share of a tensor's numbers in each bin around their root mean square."""
    sizes = np.abs(t.numpy()).ravel()
    powers = np.log10(sizes[sizes > 0] / size(t))
    return np.histogram(powers, BINS)[0] / sizes.size


def histograms(
    axes: Axes, middles: Sequence[float], spreads: Sequence[Any], way: int, role: str
) -> Markup:
    """Draw a histogram in each layer's column, with bars to the left or to the right.

    All layers' paths have the same commands, so they move from one setting to the next.
    """
    high = round(axes.height / (axes.ys[1] - axes.ys[0]) * (BINS[1] - BINS[0]))
    d, pen = "", (0, 0)
    for layer, (middle, spread) in enumerate(zip(middles, spreads, strict=True)):
        inside = axes.ys[0] < middle + BINS[0] and middle + BINS[-1] < axes.ys[1]
        level = middle + BINS[0] if inside else min(max(middle, axes.ys[0]), axes.ys[1])
        x, y = map(round, axes.at(layer, level))
        bars = [way * round(WIDEST * min(2.0 * share, 1.0) * inside) for share in spread]
        steps = [bars[0], *(b - a for a, b in pairwise(bars))]
        d += f"m{x - pen[0]} {y - pen[1]}"
        d += "".join(f"h{step}v{-high * inside}" for step in steps) + f"h{-bars[-1]}z"
        pen = x, y
    return element("path", d=d, fill=LIVE[role], fill_opacity=0.7)


def lines(axes: Axes, now: Sizes, grip: Point | None) -> list[Markup]:
    values, gradients = (list(map(log10, part)) for part in (now.values, now.gradients))
    return [
        histograms(axes, values, now.spread[0], -1, "value-line"),
        histograms(axes, gradients, now.spread[1], 1, "gradient-line"),
        axes.path(enumerate(values), "value-line", 1.5, class_="mg-pulse mg-leaves"),
        # From the last layer to the first, as gradients go.
        axes.path([*enumerate(gradients)][::-1], "gradient-line", 1.5, class_="mg-pulse mg-late"),
        axes.mark((len(values) - 1, values[-1]), "value-line", "disc", 6),
        axes.mark((0, gradients[0]), "gradient-line", "diamond", 6),
        pinned(axes, now, grip),
    ]


def pinned(axes: Axes, now: Sizes, grip: Point | None) -> Markup:
    """Mark a first gradient below the axes, at their edge, with its size."""
    if log10(now.gradients[0]) >= axes.ys[0] or grip is None:
        return Markup("")
    x, y = grip
    arrow = f"M{x:.1f} {y + 4:.1f}v18l-4 -5m4 5l4 -5"
    style = {"fill": "none", "stroke": LIVE["gradient-line"], "stroke_width": 2}
    words = tens(two_digits(now.gradients[0]))
    return element(
        "g",
        element("path", d=arrow, **style),
        mark((x, y), "gradient-line", "diamond", 6),
        label(words, x - 22, y - 30, "gradient-ink", font_weight="bold"),
    )


def sentence(now: Sizes, activation: str, *rest: Any) -> str:
    *connection, s, layers = rest
    kind = "no activation" if activation == "none" else activation
    each = (now.gradients[0] / now.gradients[-1]) ** (1 / layers)
    text = (
        f"{', '.join([kind, *connection])}, scale {s:g}, {layers} layers: the values go from "
        f"{now.values[0]:g} to {two_digits(now.values[-1])}; the gradients, back to the input, "
        f"from {now.gradients[-1]:g} to {two_digits(now.gradients[0])}, "
        f"times {each:.3g} per layer."
    )
    return signed(tens(text))


def two_digits(value: float) -> str:
    """
    >>> two_digits(143.2), two_digits(0.0123), two_digits(3.14e9)
    ('140', '0.012', '3.1e+09')
    """
    return f"{float(f'{value:.2g}'):g}"
