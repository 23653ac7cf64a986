"""Where tracking stops: cuts in a chain of three layers with one weight each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product, starmap
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.layout import Point
from minigrad.draw.palette import LIVE
from minigrad.draw.shapes import edge, key
from minigrad.draw.svg import Markup, element, says, text_width

from .action import Action, Position
from .axes import SIZE as TYPE
from .axes import label
from .explorer import Control, Explorer
from .frames import Frame, Narrow
from .graph_shapes import ROW, Rows, box, chip
from .words import listed

DETACH, NO_GRAD, NONE = "detach()", "no_grad()", ""
FREEZE = "requires_grad_(False)"
NAMES = ("w1", "w2", "w3")
PLACES = {DETACH: "after", NO_GRAD: "around"}
SIZE = (864, 306)
TOP, BELOW = 74.0, 160.0  # heights of the chain and of the weights' top edge
HEAD, LAYERS = 54.0, (186.0, 400.0, 614.0)
HALF = 57.0  # half of a layer's width
MAILBOX = "AccumulateGrad"
BETWEEN = 107.0  # the distance from a layer to the place for a cut
END = 802.0
# On a phone, the chain runs from top to bottom, with each weight to the right of its layer.
PHONE = (390, 550)
CHAIN, WEIGHTS, PITCH = 112.0, 304.0, 122.0
SEAMS = (328.0, 542.0)  # where a narrow page can cut the chain and the legend under it
KEYS = (("value", "gradient", "untracked"), ("operation",), ("forward", "backward"))
PHONE_KEYS = (("value", "gradient", "untracked"), ("operation", "forward", "backward"))
LONGEST = 6  # characters that fit on an arrow

Cuts = tuple[str, ...]  # for each layer: detach() after it, no_grad() around it, or nothing
Frozen = tuple[bool, ...]  # for each weight, whether it's frozen


@dataclass(frozen=True)
class Places:
    """The centers of the boxes. The chain runs to the right or, on a phone, downward."""

    head: Point
    layers: tuple[Point, ...]
    weights: tuple[Point, ...]
    end: Point
    down: bool


WIDE = Places(
    (HEAD, TOP),
    tuple((at, TOP) for at in LAYERS),
    tuple((at, BELOW + 2 * ROW) for at in LAYERS),
    (END, TOP),
    down=False,
)
UPRIGHT = Places(
    (CHAIN, 24.0),
    tuple((CHAIN, 116 + k * PITCH) for k in range(3)),
    tuple((WEIGHTS, 116 + k * PITCH) for k in range(3)),
    (CHAIN, 116 + 2 * PITCH + 102),
    down=True,
)


@dataclass(frozen=True)
class Layer:
    """A layer's record: no node, a node that y doesn't lead to, or a node that y leads to."""

    recorded: bool
    reached: bool
    to_input: bool
    to_weight: bool


@dataclass(frozen=True)
class Run:
    y: float
    outputs: tuple[float, ...]  # of the layers
    tracked: bool
    grads: tuple[float | None, ...]
    arrived: tuple[float | None, ...]  # the gradient at each layer's output
    layers: tuple[Layer, ...]
    memory: list[str]


def tracking(
    x: float = 2.0, weights: Sequence[float] = (3.0, 4.0, 5.0), *, scale: float = 1.0
) -> Explorer:
    """Show y = x · w1 · w2 · w3. The reader can cut edges, stop recording, and freeze weights."""
    if len(weights) != 3:
        raise ValueError(f"tracking(): pass three weights, not {len(weights)}")
    all_cuts: list[Cuts] = list(product((NONE, DETACH, NO_GRAD), repeat=3))
    all_frozen: list[Frozen] = list(product((False, True), repeat=3))
    whole = run(x, weights, all_cuts[0], all_frozen[0])
    cache: dict[Any, Markup] = {}  # most of a frame is the same in another frame

    def frame(cuts: Cuts, frozen: Frozen) -> Frame:
        done = run(x, weights, cuts, frozen)
        pieces = _chain(cache, x, weights, done, whole, cuts, frozen, WIDE)
        return Frame(pieces, sentence(done, whole, cuts, frozen))

    def on_phone(cuts: Cuts, frozen: Frozen) -> list[Markup]:
        done = run(x, weights, cuts, frozen)
        return _chain(cache, x, weights, done, whole, cuts, frozen, UPRIGHT)

    def cut(layer: int, way: str) -> Action:
        def to(at: Position) -> Position:
            now = all_cuts[at[0]]
            return all_cuts.index(_with(now, layer, NONE if now[layer] == way else way)), at[1]

        at = LAYERS[layer]
        left, width = (at - 58, 116) if way == NO_GRAD else (at + 62, 90)
        area = (left, TOP - 30, width, 60)
        group = f"{way} {PLACES[way]} layer"
        on = lambda at: all_cuts[at[0]][layer] == way  # noqa: E731
        return Action(str(layer + 1), to, group, area, on)

    def freeze(weight: int) -> Action:
        def to(at: Position) -> Position:
            now = all_frozen[at[1]]
            return at[0], all_frozen.index(_with(now, weight, not now[weight]))

        area = (LAYERS[weight] - 70, BELOW - 4, 140, 4 * ROW + 8)
        on = lambda at: all_frozen[at[1]][weight]  # noqa: E731
        return Action(NAMES[weight], to, FREEZE, area, on)

    is_short = _is_short(x, weights, whole)
    third = all_cuts.index((NONE, DETACH, NONE)), 0
    return Explorer(
        frame,
        Control("cuts", all_cuts, labels=list(map(_cuts_label, all_cuts)), led=True),
        Control("frozen", all_frozen, labels=list(map(_frozen_label, all_frozen)), led=True),
        size=SIZE,
        title="Where tracking stops",
        stills=[(0, 0), third, (0, all_frozen.index((False, True, False)))],
        scale=scale,
        actions=[
            *(cut(layer, way) for way in (DETACH, NO_GRAD) for layer in range(3)),
            *map(freeze, range(3)),
        ],
        cuts=SEAMS if is_short else (),
        narrow=Narrow(on_phone, PHONE, _phone_areas()) if is_short else None,
    )


def _phone_areas() -> list[tuple[float, float, float, float]]:
    """Return the areas to press on a phone, in the order of the actions."""
    detached = [(x - 102, y + PITCH / 2 - 17, 140.0, 34.0) for x, y in UPRIGHT.layers]
    around = [(x - 58, y - 30, 116.0, 60.0) for x, y in UPRIGHT.layers]
    frozen = [(x - 72, y - 2 * ROW - 4, 144.0, 4 * ROW + 8) for x, y in UPRIGHT.weights]
    return [*detached, *around, *frozen]


def _with(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _is_short(x: float, weights: Sequence[float], whole: Run) -> bool:
    """Return whether all numbers are short enough that they fit between the cuts."""
    numbers = (x, *weights, *(grad or 0.0 for grad in whole.grads))
    return all(len(f"{number:.4g}") <= LONGEST for number in numbers)


def _cuts_label(cuts: Cuts) -> str:
    return ", ".join(filter(None, starmap(_cut_name, enumerate(cuts)))) or "none"


def _cut_name(k: int, way: str) -> str:
    return f"{way} {PLACES[way]} layer {k + 1}" if way else ""


def _frozen_label(frozen: Frozen) -> str:
    return " and ".join(n for n, is_so in zip(NAMES, frozen, strict=True) if is_so) or "none"


def run(x: float, weights: Sequence[float], cuts: Cuts, frozen: Frozen) -> Run:
    """Run forward and backward with these cuts and these frozen weights."""
    leaves = [mg.tensor(float(w), requires_grad=True) for w in weights]
    memory = []
    for name, leaf, is_frozen in zip(NAMES, leaves, frozen, strict=True):
        if is_frozen:
            before = leaf.detach().numpy()
            same = np.shares_memory(before, leaf.requires_grad_(False).numpy())
            memory.append(f"{name} {'keeps the same memory' if same else 'is a copy'}.")
    y, outputs, of_cuts = _forward(x, leaves, cuts)
    layers = _layers(y, outputs)
    arrived: dict[int, float] = {}
    for k, output in enumerate(outputs):
        if output.requires_grad:
            output.register_hook(lambda g, k=k: arrived.update({k: g.item()}))
    if y.requires_grad:
        y.backward()
    grads = tuple(None if w.grad is None else w.grad.item() for w in leaves)
    came = tuple(arrived.get(k) for k in range(len(outputs)))
    values = tuple(output.item() for output in outputs)
    return Run(y.item(), values, y.requires_grad, grads, came, layers, memory + of_cuts)


def _forward(x: float, leaves: Sequence[Any], cuts: Cuts) -> tuple[Any, list[Any], list[str]]:
    """Return the result, the output of each layer, and what each cut changes about memory."""
    h, outputs, memory = mg.tensor(float(x)), [], []
    for layer, (leaf, way) in enumerate(zip(leaves, cuts, strict=True), 1):
        with mg.set_grad_enabled(way != NO_GRAD):
            h = h * leaf
        outputs.append(h)
        if way == DETACH:
            h = h.detach()
            same = np.shares_memory(outputs[-1].detach().numpy(), h.numpy())
            memory.append(
                f"The detached output {'shares its memory with' if same else 'copies'} the layer."
            )
        elif way == NO_GRAD:
            memory.append(f"Layer {layer} saves nothing.")
    return h, outputs, memory


def sentence(done: Run, whole: Run, cuts: Cuts, frozen: Frozen) -> str:
    left = sum(layer.reached for layer in done.layers)
    nodes = f"The graph has {left} of 3 multiplications."
    changes = [name for cut in enumerate(cuts) if (name := _cut_name(*cut))]
    if any(frozen):
        kept = [name for name, is_frozen in zip(NAMES, frozen, strict=True) if is_frozen]
        changes.append(f"{listed(kept)} frozen")
    where = f"With {listed(changes)}" if changes else "Without a cut"
    memory = done.memory[0] if len(done.memory) == 1 else ""
    if not done.tracked:
        end = f"y = {done.y:.4g} isn't tracked, so no weight gets a gradient. {nodes}"
        return f"{where}, {end} {memory}".strip()
    news = []
    for name, grad, before in zip(NAMES, done.grads, whole.grads, strict=True):
        now, was = _grad(grad), _grad(before)
        news.append(f"{name}.grad = {now}" + (f" instead of {was}" if now != was else ""))
    return f"{where}, {listed(news)}. {nodes} {memory}".strip()


def _layers(y: Any, outputs: Sequence[Any]) -> tuple[Layer, ...]:
    """Return each layer's record, that is, whether `y` leads to its node, read from the graph."""
    nodes: list[Any] = [y.grad_fn] if y.grad_fn is not None else []
    for node in nodes:  # the list grows during the loop
        nodes += [other for other, _ in node.next_functions if other is not None]
    layers = []
    for output in outputs:
        node = output.grad_fn
        reached = any(node is other for other in nodes)
        ways = [reached and other is not None for other, _ in node.next_functions] if node else []
        layers.append(Layer(node is not None, reached, *(ways or (False, False))))
    return tuple(layers)


def _grad(value: float | None) -> str:
    return "None" if value is None else f"{value:.4g}"


def _chain(
    cache: dict[Any, Markup],
    x: float,
    weights: Sequence[float],
    done: Run,
    whole: Run,
    cuts: Cuts,
    frozen: Frozen,
    places: Places,
) -> list[Markup]:
    """Draw edges, boxes, and gradients in a slot each, so that frames can share identical parts."""

    def once(shape: Callable[..., Markup], *arguments: Any) -> Markup:
        if (shape, *arguments) not in cache:
            cache[(shape, *arguments)] = shape(*arguments)
        return cache[(shape, *arguments)]

    number = f"{x:.2g}" if abs(x) >= 1e4 else f"{x:.4g}"
    role = "value" if done.tracked else "untracked"
    head: Rows = [("untracked", f"x = {number}")]
    end: Rows = [(role, f"y = {_grad(done.y)}")]
    down = places.down
    depth = HALF, ROW  # from a layer's center to its sides

    def away(center: Point, along: float) -> Point:
        """Return the point along the chain that lies at this distance from a box's center."""
        return (center[0], center[1] + along) if down else (center[0] + along, center[1])

    first = away(places.head, ROW / 2 if down else _width(head) / 2)
    last = away(places.end, -ROW / 2 if down else -_width(end) / 2)
    edges, boxes, shares = [], [_box(head, places.head)], []
    enters = away(places.layers[0], -depth[down])
    edges.append(once(_edge, first, enters, done.layers[0].to_input, down))
    for k, (at, layer) in enumerate(zip(places.layers, done.layers, strict=True)):
        boxes.append(once(_layer, layer, at, k, done.outputs[k]))
        grads = _grad(done.grads[k]), _grad(whole.grads[k])
        boxes.append(once(_weight, k, weights[k], grads, frozen[k], places.weights[k]))
        if down:
            start = places.weights[k][0] - _weight_width(grads[1]) / 2, at[1]
            edges.append(once(_edge, start, (at[0] + HALF, at[1]), layer.to_weight, False))
        else:
            edges.append(once(_edge, (at[0], BELOW), (at[0], at[1] + ROW), layer.to_weight, True))
        through = k < len(places.layers) - 1
        stop = away(places.layers[k + 1], -depth[down]) if through else last
        onward = done.layers[k + 1].to_input if through else done.tracked and layer.reached
        edges.append(once(_edge, away(at, depth[down]), stop, onward, down))
        boxes.append(says(once(_cut, at, cuts[k], down), _cut_name(k, cuts[k])))
        x_, y_ = (at[0] + 9, at[1] + 43) if down else (at[0] + HALF + 8, at[1] + 19)
        shares.append(once(_share, x_, y_, done.arrived[k] if onward else None))
        to_weight = done.grads[k] if layer.to_weight else None
        x_, y_ = (
            (at[0] + HALF + 12, at[1] + 17) if down else (at[0] + 9, (TOP + ROW + BELOW) / 2 + 1)
        )
        shares.append(once(_share, x_, y_, to_weight))
    boxes.append(says(_box(end, places.end), f"y = {_grad(done.y)}"))
    boxes += _phone_legend() if down else _legend()
    return [*edges, *boxes, *shares]


def _legend() -> list[Markup]:
    strips = [key(entries, SIZE[1] - 32, LIVE, TYPE)[0] for entries in KEYS]
    return [
        element("g", strip, transform=f"translate({left:g} 0)")
        for left, strip in zip((0.0, *SEAMS), strips, strict=True)
    ]


def _phone_legend() -> list[Markup]:
    top = PHONE[1] - 62
    return [key(entries, top + 30 * row, LIVE, TYPE)[0] for row, entries in enumerate(PHONE_KEYS)]


def _share(left: float, y: float, gradient: float | None) -> Markup:
    """Draw the number that is passed along an arrow, if the number fits next to the arrow."""
    text = _grad(gradient)
    if gradient is None or len(text) > LONGEST:
        return Markup("")
    return chip((left + (text_width(text, TYPE) + 10) / 2, y), text)


def _layer(layer: Layer, at: Point, k: int, output: float) -> Markup:
    value = f"#{k + 1} = {output:.4g}"
    if layer.reached:
        box = _box([("operation", "MulBackward0"), ("value", value)], at, 2 * HALF)
    else:
        node = "cut off" if layer.recorded else "no node"
        box = _box([("untracked", node), ("untracked", value)], at, 2 * HALF)
    return says(box, f"Layer {k + 1}")


def _weight(k: int, value: float, grads: tuple[str, str], frozen: bool, center: Point) -> Markup:
    now, was = grads
    role = "untracked" if now == "None" else "gradient"
    rows = [
        ("untracked" if frozen else "value", f"{NAMES[k]} = {value:.4g}"),
        ("untracked", "frozen") if frozen else ("operation", MAILBOX),
        (role, f"grad {now}"),
        (role, f"instead of {was}" if now != was else ""),
    ]
    box = _box(rows, center, _weight_width(was))
    return says(box, NAMES[k], gradient=[f"{NAMES[k]}.grad = {now}"])


def _weight_width(was: str) -> float:
    """Return how wide a weight's box has to be for the longest text that it can show."""
    return _width([("", MAILBOX), ("", f"instead of {was}")])


def _cut(at: Point, way: str, down: bool) -> Markup:
    """Draw a cut's mark: around the layer, or on the edge to the next layer."""
    x, y = at
    if way == DETACH:
        bar = f"M{x - 30} {y + PITCH / 2}h60" if down else f"M{x + BETWEEN} {y - 30}v60"
        line = element("path", d=bar, stroke=LIVE["text"], stroke_width=4)
        to = (x - 36, y + PITCH / 2 + 4.5) if down else (x + BETWEEN, y - 40)
        words = label(way, *to, anchor="end" if down else "middle", font_weight="bold")
        return element("g", line, words)
    if way == NO_GRAD:
        size = {"x": x - 65, "y": y - 33, "width": 130, "height": 66, "rx": 10}
        style = {"fill": "none", "stroke": LIVE["text"], "stroke_width": 2}
        ring = element("rect", stroke_dasharray="6 4", **size, **style)
        # The chain's edge enters a phone's layer from above, so the words are next to it.
        to = (x + 10 if down else x, y - (40 if down else 44))
        words = label(f"with {way}", *to, anchor="start" if down else "middle", font_weight="bold")
        return element("g", ring, words)
    return Markup("")


def _width(rows: Rows) -> float:
    return max(round(text_width(text, TYPE) + 16) for _, text in rows)


def _box(rows: Rows, center: Point, least: float = 0) -> Markup:
    size = max(_width(rows), least), ROW * len(rows)
    return box(center, size, rows, dashed=rows[0][0] == "untracked")


def _edge(start: Point, end: Point, tracked: bool, down: bool) -> Markup:
    return edge("", [start, end], LIVE, down=down, tracked=tracked)
