"""Where tracking stops: a cut moves along a chain of three layers, of one weight each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.shapes import Panel, box, edge, key, panels_size
from minigrad.draw.svg import Markup, element

from .axes import SIZE as TYPE
from .axes import label
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

DETACH, NO_GRAD, FREEZE = WAYS = ("detach()", "no_grad()", "requires_grad_(False)")
NAMES = ("w1", "w2", "w3")
PLACES = {DETACH: "after", NO_GRAD: "around", FREEZE: "on the weight of"}
SIZE = (864, 310)
TOP, BELOW = 92.0, 186.0  # of the chain, and of the weights
HEAD, LAYERS = 54.0, (186.0, 400.0, 614.0)
HALF = 46.0  # of a layer's width
BETWEEN = 107.0  # from a layer to where a cut may come
END = 802.0
KEY = ("operation", "value", "gradient", "untracked", "forward", "backward")


@dataclass(frozen=True)
class Layer:
    """What the engine recorded of one layer: nothing, a node out of reach, or a node y leads to."""

    recorded: bool
    reached: bool
    to_input: bool
    to_weight: bool


@dataclass(frozen=True)
class Run:
    y: float
    tracked: bool
    grads: tuple[float | None, ...]
    layers: tuple[Layer, ...]
    memory: str


def tracking(
    x: float = 2.0, weights: Sequence[float] = (3.0, 4.0, 5.0), *, scale: float = 1.0
) -> Explorer:
    """y = x · w1 · w2 · w3, and what is left of its graph with a cut at one of the layers."""
    if len(weights) != 3:
        raise ValueError(f"tracking(): three weights are needed, not {len(weights)}")
    cuts = range(len(NAMES) + 1)
    runs = {(way, cut): run(x, weights, way, cut) for way in WAYS for cut in cuts}
    whole = runs[DETACH, 0]

    def frame(way: str, cut: int) -> Frame:
        done = runs[way, cut]
        pieces = _chain(x, weights, done, whole, way, cut)
        return Frame(pieces, sentence(done, whole, way, cut))

    return Explorer(
        frame,
        Control("way", WAYS, labels=("detach()", "no_grad()", "frozen"), choice=True),
        Control("cut at", cuts, 0, ["none", *(f"layer {k}" for k in cuts[1:])]),
        size=SIZE,
        title="Where tracking stops",
        stills=[(0, 0), (0, 2), (2, 2)],
        scale=scale,
        grips=[Grip(["cut at"], _place, (20, 50, 820, 190), ringed=False)],
    )


def _place(way: str, cut: int) -> tuple[float, float]:
    """Where a press cuts: behind a layer, on it, or on its weight; at x nowhere."""
    if not cut:
        return HEAD, TOP
    at = LAYERS[cut - 1]
    return {DETACH: (at + BETWEEN, TOP), NO_GRAD: (at, TOP), FREEZE: (at, BELOW + 26)}[way]


def run(x: float, weights: Sequence[float], way: str, cut: int) -> Run:
    """The forward and the backward pass with a cut at one layer; 0 is none."""
    leaves = [mg.tensor(float(w), requires_grad=True) for w in weights]
    y, outputs, memory = _forward(x, leaves, way, cut)
    layers = _layers(y, outputs)
    if y.requires_grad:
        y.backward()
    grads = tuple(None if w.grad is None else w.grad.item() for w in leaves)
    return Run(y.item(), y.requires_grad, grads, layers, memory)


def _forward(x: float, leaves: Sequence[Any], way: str, cut: int) -> tuple[Any, list[Any], str]:
    """The result, the output of each layer, and what the cut does to memory."""
    memory = ""
    if way == FREEZE and cut:
        frozen = leaves[cut - 1]
        before = frozen.detach().numpy()
        frozen.requires_grad_(False)
        same = np.shares_memory(before, frozen.numpy())
        memory = f"{NAMES[cut - 1]} {'keeps the same memory' if same else 'is a copy'}."
    h, outputs = mg.tensor(float(x)), []
    for layer, leaf in enumerate(leaves, 1):
        with mg.set_grad_enabled(way != NO_GRAD or layer != cut):
            h = h * leaf
        outputs.append(h)
        if way == DETACH and layer == cut:
            h = h.detach()
            same = np.shares_memory(outputs[-1].detach().numpy(), h.numpy())
            memory = f"What it gives {'shares its memory with' if same else 'copies'} the layer."
        elif way == NO_GRAD and layer == cut:
            memory = f"Layer {layer} saves nothing."
    return h, outputs, memory


def sentence(done: Run, whole: Run, way: str, cut: int) -> str:
    left = sum(layer.reached for layer in done.layers)
    nodes = f"{left} of 3 multiplications {'is' if left == 1 else 'are'} left in the graph"
    if not done.tracked:
        where = f"{way} {PLACES[way]} layer {cut}"
        told = f"{where}: y = {done.y:.4g} is not tracked, and no weight gets a gradient; {nodes}."
        return f"{told} {done.memory}"
    where = f"{way} {PLACES[way]} layer {cut}" if cut else "No cut"
    news = []
    for name, grad, before in zip(NAMES, done.grads, whole.grads, strict=True):
        now, was = _grad(grad), _grad(before)
        news.append(f"{name}.grad = {now}" + (f" instead of {was}" if now != was else ""))
    return f"{where}: {', '.join(news)}; {nodes}. {done.memory}".strip()


def _layers(y: Any, outputs: Sequence[Any]) -> tuple[Layer, ...]:
    """Which node of which layer `y` leads to, read from the graph itself."""
    found: list[Any] = [y.grad_fn] if y.grad_fn is not None else []
    for node in found:  # which grows on the way
        found += [other for other, _ in node.next_functions if other is not None]
    layers = []
    for output in outputs:
        node = output.grad_fn
        reached = any(node is other for other in found)
        ways = [reached and other is not None for other, _ in node.next_functions] if node else []
        layers.append(Layer(node is not None, reached, *(ways or (False, False))))
    return tuple(layers)


def _grad(value: float | None) -> str:
    return "None" if value is None else f"{value:.4g}"


def _chain(
    x: float, weights: Sequence[float], done: Run, whole: Run, way: str, cut: int
) -> list[Markup]:
    """Edges, then boxes: one slot each, so that frames share what they have in common."""
    number = f"{x:.2g}" if abs(x) >= 1e4 else f"{x:.4g}"
    head: list[Panel] = [("untracked", [[("x ", True), (number, False)]])]
    role = "value" if done.tracked else "untracked"
    end: list[Panel] = [(role, [[("y ", True), (_grad(done.y), False)]])]
    first, last = HEAD + panels_size(head)[0] / 2, END - panels_size(end)[0] / 2
    edges, boxes = [], [_box(head, HEAD)]
    edges.append(_edge((first, TOP), (LAYERS[0] - HALF, TOP), done.layers[0].to_input))
    for k, (at, layer) in enumerate(zip(LAYERS, done.layers, strict=True), 1):
        boxes.append(_layer(layer, at))
        boxes.append(_weight(k, weights[k - 1], done, whole, way, cut))
        edges.append(_edge((at, BELOW - 9), (at, TOP + 22), layer.to_weight, down=True))
        through = k < len(LAYERS)
        stop = LAYERS[k] - HALF if through else last
        onward = done.layers[k].to_input if through else done.tracked
        edges.append(_edge((at + HALF, TOP), (stop, TOP), onward))
        boxes.append(_cut(at, way) if k == cut else Markup(""))
    boxes.append(_box(end, END))
    strip, _ = key(KEY, SIZE[1] - 32, LIVE, TYPE)
    return [*edges, *boxes, strip]


def _layer(layer: Layer, at: float) -> Markup:
    if layer.reached:
        return _box([("operation", [[("Mul", True)], [("Backward0", False)]])], at, least=2 * HALF)
    if layer.recorded:
        return _box([("untracked", [[("Mul", True)], [("cut off", False)]])], at, least=2 * HALF)
    return _box([("untracked", [[("×", True)], [("no node", False)]])], at, least=2 * HALF)


def _weight(k: int, value: float, done: Run, whole: Run, way: str, cut: int) -> Markup:
    frozen = way == FREEZE and k == cut
    name = [[(f"{NAMES[k - 1]} ", True), (f"{value:.4g}", False)]]
    top: Panel = ("untracked" if frozen else "value", name)
    grad = done.grads[k - 1]
    now, was = _grad(grad), _grad(whole.grads[k - 1])
    role = "untracked" if grad is None else "gradient"
    lines = [[("grad ", True), (now, False)]]
    lines.append([(f"instead of {was}" if now != was else " ", False)])
    widest = panels_size([(role, [[(f"instead of {was}", False)]])])[0]  # in any position
    return _box([top, (role, lines)], LAYERS[k - 1], BELOW + 26, least=widest)


def _cut(at: float, way: str) -> Markup:
    """The mark of the cut: around the layer, on the way to the next, or under the weight."""
    if way == DETACH:
        middle = at + BETWEEN
        bar = f"M{middle} {TOP - 30}V{TOP + 30}"
        parts = [element("path", d=bar, stroke=LIVE["text"], stroke_width=4)]
        parts.append(label(way, middle, TOP - 40, anchor="middle", font_weight="bold"))
        return element("g", *parts)
    if way == NO_GRAD:
        size = {"x": at - 58, "y": TOP - 34, "width": 116, "height": 68, "rx": 10}
        style = {"fill": "none", "stroke": LIVE["text"], "stroke_width": 2}
        ring = element("rect", stroke_dasharray="6 4", **size, **style)
        words = label(f"with {way}", at, TOP - 44, anchor="middle", font_weight="bold")
        return element("g", ring, words)
    return label(way, at, BELOW + 80, anchor="middle", font_weight="bold")


def _box(panels: Sequence[Panel], x: float, y: float = TOP, least: float = 0) -> Markup:
    width, height = panels_size(panels)
    return box(0, panels, (x, y), (max(width, least), height), LIVE, False)


def _edge(
    start: tuple[float, float], end: tuple[float, float], tracked: bool, down: bool = False
) -> Markup:
    return edge("", [start, end], LIVE, down=down, tracked=tracked)
