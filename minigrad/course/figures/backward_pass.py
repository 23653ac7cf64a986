"""The backward pass on the drawn graph, one node at a time."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from minigrad import engine
from minigrad.course.sliders import Stepper, stepper
from minigrad.draw import Drawing
from minigrad.draw import graph as drawn
from minigrad.draw.layout import Layout
from minigrad.draw.palette import STILL
from minigrad.draw.shapes import Panel
from minigrad.draw.svg import element
from minigrad.draw.trace import Node, trace, value
from minigrad.dtypes import from_numpy_dtype

LARGEST = 30  # boxes


@dataclass(frozen=True)
class State:
    """What has arrived where after a step, the box that ran, and the step in words."""

    arrived: dict[int, Any]
    complete: set[int]
    ran: int | None
    text: str


def backward_pass(tensor: Any, /, **named: Any) -> Stepper:
    """A slider over the backward pass of `tensor`; name the tensors as in `draw_graph`.

    It changes no `.grad` and frees nothing.
    """
    frames = pictures(tensor, named)
    last = len(frames) - 1
    labels = [f"{i} of {last}" for i in range(len(frames))]
    return stepper(frames, labels, name="step", start=1, stills=sorted({1, (last + 1) // 2, last}))


def pictures(tensor: Any, named: Mapping[str, Any]) -> list[Drawing]:
    """The graph before the first node ran, after it, and so on to the last."""
    if tensor.grad_fn is None or tensor.numel() != 1:
        raise ValueError("backward_pass(): needs one number that was computed from a tracked one")
    boxes, hidden = trace(tensor, dict(named), limit=LARGEST)
    if hidden:
        raise ValueError(f"backward_pass(): a graph of at most {LARGEST} boxes, please")
    states = run(tensor, boxes)
    plain = [drawn.node_panels(box, gradients=False) for box in boxes]
    widest = [_with_gradients(plain, state) for state in states]
    roomy = [max(column, key=_length) for column in zip(*widest, strict=True)]
    edges = [(source, i) for i, box in enumerate(boxes) for source in box.inputs]
    plan = drawn.arrange(roomy, edges, "auto")  # one layout for all, so that nothing moves
    frames = []
    for panels, state in zip(widest, states, strict=True):
        picture = drawn.picture(boxes, panels, edges, plan, state.text, legend=False)
        frames.append(_marked(picture, plan, state.ran))
    return frames


def run(tensor: Any, boxes: list[Node]) -> list[State]:
    """The states of the backward pass, computed by the rules of the engine's own nodes.

    The boxes stand in an order in which they may have run forward; backward, it is reversed.
    """
    sources = _sources(boxes, tensor.grad_fn)
    names = [_name(box, i) for i, box in enumerate(boxes)]
    uses = Counter(target for i in sources for target in boxes[i].inputs)
    last = len(boxes) - 1
    arrived = {last: tensor.detach().numpy() * 0 + 1}
    shares: Counter[int] = Counter()
    text = f"Start: {names[last]} is handed {_spoken(arrived[last])}."
    states = [State(dict(arrived), {last}, None, text)]
    for i in sorted(sources, reverse=True):
        if boxes[i].kind != "operation":
            continue
        handed = []
        gradients = engine.gradients(sources[i], arrived[i], create_graph=False)
        for target, share in zip(boxes[i].inputs, gradients, strict=True):
            if target not in sources:
                continue
            handed.append(f"{_spoken(share)} to {names[target]}")
            if target in arrived:
                arrived[target] = arrived[target] + share
                handed[-1] += f", {_spoken(arrived[target])} in all"
            else:
                arrived[target] = share
            shares[target] += 1
        complete = {j for j in arrived if shares[j] == uses[j]}
        ran = f"{names[i]} has {_spoken(arrived[i])} and hands {'; '.join(handed)}."
        states.append(State(dict(arrived), complete, i, f"Step {len(states)}: {ran}"))
    return states


def _sources(boxes: list[Node], root: Any) -> dict[int, Any]:
    """By box, the engine's node of each operation and each leaf that gets a gradient."""
    found = {len(boxes) - 1: root}
    for i in reversed(range(len(boxes))):
        edges = getattr(found.get(i), "next_functions", ())
        for box, (node, _) in zip(boxes[i].inputs, edges, strict=False):
            if node is not None:
                found[box] = node
    return found


def _name(box: Node, i: int) -> str:
    return next((name for name, _ in box.tensors if name), box.operation or f"leaf {i}")


def _text(gradient: Any) -> str:
    return " ".join(value(engine.wrap(gradient, from_numpy_dtype(gradient.dtype))))


def _spoken(gradient: Any) -> str:
    return _text(gradient).removesuffix(".")


def _with_gradients(plain: list[list[Panel]], state: State) -> list[list[Panel]]:
    panels = [list(parts) for parts in plain]
    for i, total in state.arrived.items():
        label = "grad " if i in state.complete else "grad so far "
        panels[i].append(("gradient", [[(label, True), (_text(total), False)]]))
    return panels


def _length(panels: list[Panel]) -> tuple[int, int]:
    lines = [line for _, lines in panels for line in lines]
    return len(lines), max(sum(len(text) for text, _ in line) for line in lines)


def _marked(picture: Drawing, plan: Layout, ran: int | None) -> Drawing:
    """The box that ran in this step, in a frame of its own."""
    if ran is None:
        return picture
    (x, y), (width, height) = plan.centers[ran], plan.sizes[ran]
    frame = element(
        "rect",
        x=x - width / 2 - 3,
        y=y - height / 2 - 3,
        width=width + 6,
        height=height + 6,
        rx=10,
        fill="none",
        stroke=STILL["gradient-line"],
        stroke_width=3,
    )
    return Drawing(picture.svg.removesuffix("</svg>") + frame + "</svg>", picture.text)
