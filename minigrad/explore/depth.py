"""The magnitudes of values and gradients in a deep network, layer by layer."""

from collections.abc import Callable, Mapping, Sequence
from math import log10
from typing import Any, NamedTuple

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says
from minigrad.draw.tens import power, tens

from .axes import Axes, Point, label, mark, prose, signed
from .explorer import Control, Explorer
from .frames import Frame

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
SIZE = (680, 186)
CUT = 340.0
LOG_SIZES = (-6.0, 4.0)  # the range of sizes on the axes, as powers of ten
POWERS = {float(k): power(k) for k in range(-6, 5, 2)}
BINS = np.linspace(-1.75, 0.65, 9)  # a histogram's bins, in powers of ten from the root mean square
WIDEST = 11  # the length of a histogram's longest bar, in pixels
THICK = (1.5, 7.0, 14.0)  # a pulse's smallest radius, its radius at size 1, and its largest


class Sizes(NamedTuple):
    """The root mean squares of the input, of each layer's output, and of their gradients.

    `spread` contains a histogram for each of them, as the fraction of elements in each bin.
    """

    values: list[float]
    gradients: list[float]
    spread: tuple[list[Any], list[Any]]


def depth(*, residual: bool = False) -> Explorer:
    """Show the magnitudes of values and gradients in each layer of randomly initialized networks.

    Every layer has 100 units, and all weights are drawn with the same scale. The input and the
    gradient at the output both have magnitude 1. Values are on the left and gradients on the right,
    with a histogram for each layer and a line that connects the root mean squares. With `residual`,
    all networks have 20 layers, and a button adds each layer's input to its output.
    """
    connections = CONNECTIONS if residual else CONNECTIONS[:1]
    deepest = max(DEPTHS)
    depths = [deepest] if residual else DEPTHS
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
        for layers in depths
    }
    panels = {
        title: Axes(left, 30, 262, 130, (-0.7, deepest + 0.8), LOG_SIZES)
        for title, left in (("values", 58.0), ("gradients", 58.0 + CUT))
    }
    fixed = [
        element(
            "g",
            axes.frame(title, "", range(0, deepest + 1, 5), POWERS, above=12),
            prose("layer", axes.left - 7, axes.top + axes.height + 18, "faint", "end"),
            axes.path([(axes.xs[0], 0.0), (axes.xs[1], 0.0)], "line", 1.5),
        )
        for title, axes in panels.items()
    ]

    def setting(activation: str, *rest: Any) -> tuple[Any, ...]:
        return (activation, *rest, deepest) if residual else (activation, "plain", *rest)

    def frame(*values: Any) -> Frame:
        now = layer_sizes[setting(*values)]
        pieces = [*fixed, *streams(panels, now)]
        return Frame(pieces, sentence(now, *setting(*values), residual=residual))

    activation = Control("activation", list(ACTIVATIONS), 1 if residual else 2, choice=True)
    if residual:
        controls = [
            activation,
            Control("connection", connections, choice=True),
            Control("scale", SCALES, SCALES.index(0.03), play=True),
        ]
        stills: list[dict[str, Any]] = [
            {"connection": connection, "scale": s}
            for connection, s in (("plain", 0.03), ("residual", 0.03), ("residual", 0.3))
        ]
    else:
        controls = [
            activation,
            Control("scale", SCALES, SCALES.index(0.1), play=True),
            Control("depth", DEPTHS, DEPTHS.index(deepest)),
        ]
        stills = [{"activation": name} for name in ("relu", "none", "tanh")]
    return Explorer(
        frame,
        *controls,
        size=SIZE,
        cuts=[CUT],
        title="Size, layer by layer" + (", with residual connections" if residual else ""),
        stills=stills,
    )


def random(rows: int, draw: Any) -> Any:
    return mg.randn(rows, WIDTH, dtype=mg.float64, generator=draw)


def size(t: Any) -> float:
    return (t**2).mean().sqrt().item()


def sizes(
    x: Any, weights: Sequence[Any], g: Any, bend: Callable[[Any], Any], connection: str
) -> Sizes:
    """Run forward and backward once in float64; return the root mean squares and histograms."""
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
    """Return the fraction of a tensor's elements in each bin around the root mean square."""
    sizes = np.abs(t.numpy()).ravel()
    powers = np.log10(sizes[sizes > 0] / size(t))
    return np.histogram(powers, BINS)[0] / sizes.size


def streams(panels: Mapping[str, Axes], now: Sizes) -> list[Markup]:
    """Draw the values, which flow to the right, and the gradients, which flow back."""
    values, gradients = (list(map(log10, part)) for part in (now.values, now.gradients))
    forward, back = panels["values"], panels["gradients"]
    return [
        says(histograms(forward, values, now.spread[0], "value-line"), "values"),
        says(histograms(back, gradients, now.spread[1], "gradient-line"), gradient=["gradients"]),
        pulse(forward, list(enumerate(values)), "value-line", "mg-pulse mg-leaves"),
        # From the last layer to the first, as gradients go.
        pulse(back, [*enumerate(gradients)][::-1], "gradient-line", "mg-pulse mg-late"),
        size_at_end(forward, at_output(now), "value-ink"),
        size_at_end(back, at_input(now), "gradient-ink"),
        says(end_of(forward, len(values) - 1, values[-1], "value-line", "disc"), at_output(now)),
        says(
            end_of(back, 0, gradients[0], "gradient-line", "diamond"),
            gradient=[at_input(now)],
        ),
    ]


def histograms(axes: Axes, middles: Sequence[float], spreads: Sequence[Any], role: str) -> Markup:
    """Draw a histogram in each layer's column, clipped to the axes.

    The path has the same commands for all settings, so browsers can animate a change of setting.
    """
    high = round(axes.height / (axes.ys[1] - axes.ys[0]) * (BINS[1] - BINS[0]))
    d, pen = "", (0, 0)
    for layer, (middle, spread) in enumerate(zip(middles, spreads, strict=True)):
        x, y = map(round, axes.at(layer, middle + BINS[0]))
        bottom = round(axes.top + axes.height)
        at = min(max(y, round(axes.top)), bottom)
        d += f"m{x - pen[0]} {at - pen[1]}"
        bar, pen = 0, (x, at)
        for share in spread:
            tall = max(min(y, bottom) - max(y - high, round(axes.top)), 0)
            wide = round(WIDEST * min(2.5 * share, 1.0)) if tall else 0
            d += f"h{wide - bar}v{-tall}"
            bar, y = wide, y - high
        d += f"h{-bar}z"
    return element("path", d=d, fill=LIVE[role], fill_opacity=0.6)


def pulse(axes: Axes, points: Sequence[Point], role: str, class_: str) -> Markup:
    """Draw the line through all magnitudes, and a pulse whose thickness shows the magnitude."""
    end = min(max(points[-1][1], axes.ys[0]), axes.ys[1])
    least, start, most = THICK
    radius = min(max(start * (1 + end / 6), least), most)
    line = axes.path(points, role, 2)
    runner = element("circle", class_="mg-runner", r=0, fill=LIVE[role], data_to=f"{radius:.1f}")
    return element("g", line, runner, class_=class_)


def size_at_end(axes: Axes, words: str, role: str) -> Markup:
    return label(words, axes.left + axes.width, axes.top - 12, role, "end")


def end_of(axes: Axes, layer: int, size: float, role: str, shape: str) -> Markup:
    """Mark where a line ends, or point to where the line leaves the axes."""
    if axes.ys[0] <= size <= axes.ys[1]:
        return mark(axes.at(layer, size), role, shape, 6)
    x, y = axes.at(layer, min(max(size, axes.ys[0]), axes.ys[1]))
    way = 1 if size < axes.ys[0] else -1
    return arrow(x, y - way * 20, way, role)


def arrow(x: float, y: float, way: int, role: str) -> Markup:
    """Draw an arrow downward (1) or upward (-1)."""
    d = f"M{x:.1f} {y:.1f}v{way * 18}l-4 {way * -5}m4 {way * 5}l4 {way * -5}"
    return element("path", d=d, fill="none", stroke=LIVE[role], stroke_width=2)


def sentence(
    now: Sizes, activation: str, connection: str, s: float, layers: int, *, residual: bool
) -> str:
    kind = "no activation" if activation == "none" else activation
    kind += f", {connection} connections" if residual else ""
    each = (now.gradients[0] / now.gradients[-1]) ** (1 / layers)
    text = (
        f"With {kind}, scale {s:g}, and {layers} layers, the values go from "
        f"{now.values[0]:g} to {at_output(now)}. The gradients go back from "
        f"{now.gradients[-1]:g} to {at_input(now)}, which is a factor of {each:.3g} per layer."
    )
    return signed(tens(text))


def at_output(now: Sizes) -> str:
    return f"{tens(two_digits(now.values[-1]))} at the output"


def at_input(now: Sizes) -> str:
    return f"{tens(two_digits(now.gradients[0]))} at the input"


def two_digits(value: float) -> str:
    """Format a number to two significant digits.

    >>> two_digits(143.2), two_digits(0.0123), two_digits(3.14e9)
    ('140', '0.012', '3.1e+09')
    """
    return f"{float(f'{value:.2g}'):g}"
