"""Chapter 3: where a chain is cut, and which weights still learn."""

from collections.abc import Sequence

import minigrad as mg
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing
from minigrad.draw.palette import STILL
from minigrad.draw.shapes import Panel, box, edge, key, panels_size
from minigrad.draw.svg import Markup, document

X, WEIGHTS = 2.0, (3.0, 4.0, 5.0)
CUTS = ("none", "after layer 1", "after layer 2", "after layer 3")
TOP, BELOW = 40.0, 136.0  # of the chain, and of the weights
LAYERS = (150.0, 360.0, 570.0)
BETWEEN = 105.0  # from a layer to where a cut may come
WIDTH, HEIGHT = 830, 218
KEY = ("operation", "value", "gradient", "untracked", "forward", "backward")


def cut_along_a_chain() -> Stepper:
    """A slider that moves one `detach()` along a chain of three layers."""
    frames = [cut_chain(cut) for cut in range(len(CUTS))]
    return stepper(frames, CUTS, name="detach()", start=0, stills=(0, 1, 3))


def gradients(cut: int) -> tuple[float, list[float | None]]:
    """y = x · w1 · w2 · w3 with a `detach()` after layer `cut`, and each weight's `.grad`."""
    weights = [mg.tensor(w, requires_grad=True) for w in WEIGHTS]
    y = mg.tensor(X)
    for layer, w in enumerate(weights, 1):
        y = (y * w).detach() if layer == cut else y * w
    if y.requires_grad:
        y.backward()
    return y.item(), [None if w.grad is None else w.grad.item() for w in weights]


def cut_chain(cut: int) -> Drawing:
    """The chain after its backward pass; dashed arrows show how far gradients came."""
    y, grads = gradients(cut)
    last = len(WEIGHTS)
    parts = [_box([("untracked", [[("x ", True), (f"{X:g}.", False)]])], 40.0)]
    for layer, (at, weight, grad) in enumerate(zip(LAYERS, WEIGHTS, grads, strict=True), 1):
        name: Panel = ("value", [[(f"w{layer} ", True), (f"{weight:g}.", False)]])
        text = "None" if grad is None else f"{grad:g}."
        role = "untracked" if grad is None else "gradient"
        parts.append(_edge((at, BELOW - 23), (at, TOP + 23), grad is not None, down=True))
        parts.append(_box([name, (role, [[("grad ", True), (text, False)]])], at, BELOW))
        parts.append(_box([("operation", [[("Mul", True)], [("Backward0", False)]])], at))
        tracked, end = layer > cut, at + 2 * BETWEEN if layer < last else at + 200
        start, stop = at + 44, end - (44 if layer < last else 34)
        if layer == cut:
            parts.append(_edge((start, TOP), (at + BETWEEN - 38, TOP), False))
            parts.append(_edge((at + BETWEEN + 38, TOP), (stop, TOP), False))
            parts.append(_box([("untracked", [[("detach()", True)]])], at + BETWEEN))
        else:
            parts.append(_edge((start, TOP), (stop, TOP), tracked))
    parts.insert(1, _edge((66, TOP), (LAYERS[0] - 44, TOP), False))
    role = "untracked" if cut == last else "value"
    parts.append(_box([(role, [[("y ", True), (f"{y:g}.", False)]])], LAYERS[-1] + 200))
    text = sentence(cut, grads)
    strip, _ = key(KEY, HEIGHT - 30, STILL)
    return Drawing(document(WIDTH, HEIGHT, text, *parts, strip), text)


def sentence(cut: int, grads: Sequence[float | None]) -> str:
    names = [f"w{i}" for i in range(1, len(grads) + 1)]
    known = [f"{n}.grad = {g:g}" for n, g in zip(names, grads, strict=True) if g is not None]
    idle = [n for n, g in zip(names, grads, strict=True) if g is None]
    if not known:
        return f"detach() {CUTS[cut]}: y has no graph left, and no weight gets a gradient."
    where = f"detach() {CUTS[cut]}" if cut else "No detach()"
    return f"{where}: {', '.join(known)}" + (f"; None for {' and '.join(idle)}." if idle else ".")


def _box(panels: Sequence[Panel], x: float, y: float = TOP) -> Markup:
    return box(0, panels, (x, y), panels_size(panels), STILL, False)


def _edge(
    start: tuple[float, float], end: tuple[float, float], tracked: bool, down: bool = False
) -> Markup:
    return edge("", [start, end], STILL, down=down, tracked=tracked)
