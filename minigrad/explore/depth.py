"""The size of values and of gradients in a deep network, layer by layer."""

from collections.abc import Callable, Sequence
from math import log10
from typing import Any, NamedTuple

import minigrad as mg
from minigrad.draw.svg import Markup

from .axes import Axes, Point, key, signed
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
SIZE = (400, 330)
POWERS = {float(k): f"{10.0**k:g}" if -4 < k < 6 else f"1e{k}" for k in range(-12, 10, 3)}


class Sizes(NamedTuple):
    """The root mean square of the input, of each layer's output, and of their gradients."""

    values: list[float]
    gradients: list[float]


def depth(*, residual: bool = False, scale: float = 1.0) -> Explorer:
    """Show how large values and gradients are in each layer of networks with random weights.

    Every layer has 100 numbers, and weights of one scale. The input, and the gradient at the end,
    have size 1. With `residual`, there are buttons that add each layer's input to its output.
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
    axes = Axes(66, 66, 318, 208, (-1.0, deepest + 0.4), (-12.0, 10.0))
    fixed = [
        axes.frame("size", "layer", range(0, deepest + 1, 5), POWERS, above=46),
        key("values, forward", 66, 44.5, "value-line", shape="disc"),
        key("gradients, back", 226, 44.5, "gradient-line", "6 4", "diamond"),
        axes.path([(axes.xs[0], 0.0), (axes.xs[1], 0.0)], "line", 1.5),
    ]

    def setting(activation: str, *rest: Any) -> tuple[Any, ...]:
        return (activation, *(rest if residual else ("plain", *rest)))

    def frame(*values: Any) -> Frame:
        now = layer_sizes[setting(*values)]
        return Frame([*fixed, *lines(axes, now)], sentence(now, *values))

    def first_layer(*values: Any) -> Point | None:
        *kind, s, layers = setting(*values)
        now, *smaller = (
            axes.at(0.0, log10(layer_sizes[*kind, scale, layers].gradients[0]))
            for scale in SCALES[SCALES.index(s) :: -1]
        )
        # Far enough apart to tell them apart by hand.
        apart = all(abs(now[1] - other[1]) > 1 for other in smaller)
        inside = axes.top <= now[1] <= axes.top + axes.height
        return now if apart and inside else None

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
    return Sizes([size(h.detach()) for h in values], [size(h.grad) for h in values])


def lines(axes: Axes, now: Sizes) -> list[Markup]:
    values, gradients = (list(enumerate(map(log10, part))) for part in now)
    return [
        axes.path(values, "value-line", 2.5),
        axes.path(gradients, "gradient-line", 2.5, "6 4"),
        axes.mark(values[-1], "value-line", "disc", 6),
        axes.mark(gradients[0], "gradient-line", "diamond", 6),
    ]


def sentence(now: Sizes, activation: str, *rest: Any) -> str:
    *connection, s, layers = rest
    kind = "no activation" if activation == "none" else activation
    each = (now.gradients[0] / now.gradients[-1]) ** (1 / layers)
    return signed(
        f"{', '.join([kind, *connection])}, scale {s:g}, {layers} layers: the values go from "
        f"{now.values[0]:g} to {two_digits(now.values[-1])}; the gradients, back to the input, "
        f"from {now.gradients[-1]:g} to {two_digits(now.gradients[0])}, "
        f"times {each:.3g} per layer."
    )


def two_digits(value: float) -> str:
    """
    >>> two_digits(143.2), two_digits(0.0123), two_digits(3.14e9)
    ('140', '0.012', '3.1e+09')
    """
    return f"{float(f'{value:.2g}'):g}"
