"""Stepping node by node through the forward pass and then the backward pass of any graph."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from minigrad.draw.layout import Layout

from .action import Action, Position
from .engines import Ours
from .explorer import Control, Explorer
from .foreign import Foreign, is_foreign
from .frames import Narrow
from .graph_picture import Judgment, Picture, compact, in_full, in_narrow
from .grip import Grip
from .orders import Passes, passes
from .passes import Graph, expected, graph_of
from .steps import Step, added, name_of, steps
from .tangent import Curve
from .words import listed, short

MOST = 64  # operations with their own boxes
BACK = [k / 4 for k in range(8, 0, -1)]  # how far to the left the leaf's value can be dragged
BEFORE = (
    "The backward pass hasn't begun yet. The forward pass comes first, in the order of the code."
)


def forward_and_backward(
    tensor: Any,
    /,
    names: Mapping[str, Any] | None = None,
    *,
    gradient: Any = None,
    curve: Callable[[float], Any] | None = None,
    **named: Any,
) -> Explorer:
    """Show the forward and backward pass of the graph behind `tensor`, one operation at a time.

    In the backward pass, the reader chooses which node runs next, and even wrong orders are carried
    out. The steps come from watching the engine itself, including hooks. No `.grad` changes, and
    nothing is freed. Call this function before `backward()`, which frees the graph. PyTorch tensors
    also work.

        Args: names: tensors to show by name; use a mapping for names that aren't identifiers.
        gradient: the gradient that the result receives, as in `backward(gradient)`; ones by
        default. curve: a function that computes the result from the graph's only leaf, if that's
        one number. Its curve is drawn, with the line that the gradient gives. If the function has
        the same operations as the graph, the reader can drag the leaf's value along the curve.
    """
    names = {**(names or {}), **named}
    for name, argument in {"tensor": tensor, **names}.items():
        if not hasattr(argument, "grad_fn"):
            kind = type(argument).__name__
            raise TypeError(f"forward_and_backward(): argument '{name}' must be Tensor, not {kind}")
    if tensor.grad_fn is None:
        raise ValueError(
            "forward_and_backward(): this tensor has no graph. Compute it from a tensor that "
            "was created with requires_grad=True, outside of no_grad()."
        )
    shapes = tuple(tensor.shape), tuple((tensor if gradient is None else gradient).shape)
    if shapes[0] != shapes[1]:
        raise ValueError(
            f"forward_and_backward(): gradient has shape {shapes[1]}, but the tensor has "
            f"shape {shapes[0]}. They must be the same."
        )
    engine = _engine_of(tensor, names)
    graph, plan = _fitting(engine, names)
    seed = engine.seed(gradient)
    done = passes(engine, graph, seed)
    stepper = _stepper(graph, done, seed)
    is_choice = len(done.orders) > 1
    title = "Forward and backward" if is_choice else "Forward and backward, step by step"
    if curve is None:
        return stepped(title, [stepper], plan)
    first = _curve(curve, tensor, graph, done)
    again = [_again(curve, first.x - back, graph) for back in BACK]
    steppers = [*(one for one in again if one), stepper]
    curves = [first.moved(one.graph, one.done) for one in steppers]
    return stepped(title, steppers, plan, curves=curves)


def _stepper(graph: Graph, done: Passes, seed: Any) -> "Stepper":
    steps_by_order = [steps(graph, seed, turns, done.at_end) for turns in done.orders]
    begins = next(k for k, step in enumerate(steps_by_order[0]) if step.role == "gradient")
    return Stepper(graph, done, steps_by_order, begins)


def _curve(f: Callable[[Any], Any], tensor: Any, graph: Graph, done: Passes) -> Curve:
    leaves = [graph.boxes[i] for i in graph.leaves]
    if len(leaves) != 1 or leaves[0].source.numel() * tensor.numel() != 1 or leaves[0].held:
        raise ValueError(
            "forward_and_backward(): `curve` is for a graph with one leaf, where leaf and result "
            "have one number each and the leaf's .grad is None."
        )
    right = float(done.at_end[graph.leaves[0]])
    names = name_of(leaves[0]), name_of(graph.boxes[-1])
    return Curve(f, leaves[0].source.item(), tensor.item(), right, names)


def _again(f: Callable[[Any], Any], x: float, graph: Graph) -> "Stepper | None":
    """Record the graph at another x. If the function has other operations, return None."""
    at = graph.leaves[0]
    leaf = (graph.boxes[at].source.detach() * 0 + x).requires_grad_()
    result = f(leaf)
    if getattr(result, "grad_fn", None) is None:
        return None
    names = {graph.boxes[at].name: leaf}
    engine = _engine_of(result, names)
    other = graph_of(engine, names, MOST)
    if _structure(other) != _structure(graph):
        return None
    boxes = [
        replace(b, name=a.name, named=a.named)
        for a, b in zip(graph.boxes, other.boxes, strict=True)
    ]
    other = replace(other, boxes=boxes)
    seed = engine.seed(None)
    return _stepper(other, passes(engine, other, seed), seed)


def _structure(graph: Graph) -> list[Any]:
    return [
        (box.kind, box.inputs, box.value is None, getattr(getattr(box.source, "op", 0), "name", ""))
        for box in graph.boxes
    ]


class Stepper:
    """The steps of every order, and where pressing a node leads from each step."""

    def __init__(
        self, graph: Graph, done: Passes, steps_by_order: list[list[Step]], begins: int
    ) -> None:
        self.graph, self.done = graph, done
        self.steps_by_order, self.begins = steps_by_order, begins
        self.runs = [[turn.box for turn in turns] for turns in done.orders]
        self.first = {
            tuple(run[:k]): order
            for order, run in reversed([*enumerate(self.runs)])
            for k in range(len(run) + 1)
        }

    @property
    def start(self) -> int:
        """Return the first step in which a gradient has to wait for another gradient to arrive."""
        wanted = expected(self.graph)
        for k, turn in enumerate(self.done.orders[0], self.begins + 1):
            boxes = [self.graph.boxes[share.target] for share in turn.shares]
            counts = [wanted[id(box.source)] for box in boxes]
            if any(s.received < n for s, n in zip(turn.shares, counts, strict=True)):
                return k
        return self.begins + 1

    def judgment(self, order: int, k: int) -> Judgment | None:
        """Judge a step in which the reader chose, and the end of the pass."""
        if len(self.runs) == 1 or k <= self.begins:
            return None
        step = self.steps_by_order[order][k]
        if k == len(self.steps_by_order[order]) - 1:
            return self._at_the_end(step)
        ran = self.runs[order][: k - self.begins - 1]
        turn = self.done.orders[order][len(ran)]
        if late := list(dict.fromkeys(share.target for share in turn.shares if share.late)):
            names = listed([name_of(self.graph.boxes[i]) for i in late])
            return Judgment(False, f"What arrives at {names} now is lost.", late)
        ways = {run[len(ran)] for run in self.runs if run[: len(ran)] == ran}
        went_wrong = any(other.early for other in self.done.orders[order][: len(ran)])
        if len(ways) == 1 or (went_wrong and not turn.early):
            return None  # there was no choice, or nothing to praise in it
        received = "hasn't received" if turn.early else "has received"
        name = name_of(self.graph.boxes[turn.box])
        return Judgment(not turn.early, f"{name} {received} all its shares.", [turn.box])

    def _at_the_end(self, step: Step) -> Judgment:
        found = [(i, step.gradients[i].value) for i in self.done.at_end]
        right = {i: added(self.graph.boxes[i].held, g) for i, g in self.done.at_end.items()}
        wrong = [(i, value) for i, value in found if short(value) != short(right[i])]
        grads = [f"{name_of(self.graph.boxes[i])}.grad = {short(g)}" for i, g in wrong or found]
        is_or_are = "is" if len(grads) == 1 else "are"
        reason = f"{listed(grads)} {is_or_are} {'wrong' if wrong else 'right'}."
        if len(wrong) == 1 and np.ndim(value := wrong[0][1]) == 0:
            reason = f"{reason[:-1]}: {short(right[wrong[0][0]] - value)} is missing."
        return Judgment(not wrong, reason, [i for i, _ in wrong or found])

    def name(self, i: int) -> str:
        box = self.graph.boxes[i]
        return f"mailbox of {name_of(box)}" if box.kind == "leaf" else name_of(box)

    def label(self, order: int) -> str:
        return f"{order + 1}: {', '.join(self.name(i) for i in self.runs[order])}"

    def action(
        self, i: int, area: tuple[float, float, float, float], moves: bool = False
    ) -> Action:
        """Return the action that runs a box. If the leaf `moves`, its value stays."""

        def to(at: Position) -> Position | str:
            led = self._pressed(i, at[:-1] if moves else at)
            return led if isinstance(led, str) or not moves else (*led, at[-1])

        return Action(self.name(i), to, "runs next", area)

    def _pressed(self, i: int, at: Position) -> Position | str:
        """Return the step in which the pressed node runs next, or a reason why it can't."""
        (order, k), name = at, self.name(i)
        ran = self.runs[order][: max(k - self.begins, 0)]
        if k < self.begins:
            return BEFORE
        name = f"the {name}" if self.graph.boxes[i].kind == "leaf" else name
        if i in ran:
            return f"{name} has already run, and each node runs only once per pass."
        turns = self.done.orders[order][: len(ran)]
        came = sum(share.target == i for turn in turns for share in turn.shares)
        if (not came and ran) or not (ran or i == self.runs[0][0]):
            return f"Nothing has arrived at {name} yet, so it has nothing to pass on."
        return self.first[(*ran, i)], k + 1


def stepped(
    title: str,
    steppers: Sequence[Stepper],
    plan: Layout | None,
    start: int | None = None,
    curves: Sequence[Curve] = (),
) -> Explorer:
    """Return the explorer, with a slider for the steps and two ways to choose the next node.

    With several steppers, there's one for each position of the last curve's point, at which the
    explorer opens.
    """
    stepper = steppers[-1]
    graph, steps_by_order = stepper.graph, stepper.steps_by_order
    every = [step for one in steppers for order in one.steps_by_order for step in order]
    full = in_full([one.graph for one in steppers], every, not curves)
    if full is None and plan is None:
        raise ValueError("too many boxes for one figure")
    if full is None:
        curves, steppers = (), [stepper]  # there's no room
    several, moves = len(steps_by_order) > 1, len(steppers) > 1

    def pictures(layout: Any, **style: Any) -> list[Picture]:
        each: Sequence[Curve | None] = curves or [None]
        pairs = zip(steppers, each, strict=True)
        return [Picture(one.graph, every, layout, curve=curve, **style) for one, curve in pairs]

    wide = pictures(full or plan, compact=full is None)
    frames: dict[Any, Any] = {}  # orders that begin the same way share their first frames

    def frame(*at: Any, drawn: Sequence[Picture] = wide) -> Any:
        *which, k = at[:-1] if moves else at
        order = which[0] if which else 0
        i = xs.index(at[-1]) if moves else 0
        one, picture = steppers[i], drawn[i]
        key = picture, tuple(one.runs[order][: max(k - one.begins, 0)]), k
        if key not in frames:
            frames[key] = picture.frame(one.steps_by_order[order][k], one.judgment(order, k))
        return frames[key]

    # Texts, so that the point stays where the numbers belong to it, even while it's dragged.
    xs = [short(curve.x) for curve in curves]
    narrow = None

    def grips(drawn: Sequence[Picture]) -> list[Grip]:
        if not moves:
            return []
        points = [one.curve.point(one.axes) for one in drawn if one.curve]
        return [Grip([name], lambda *at: points[xs.index(at[-1])], None, hinted=False)]

    name = curves[-1].names[0] if moves else ""
    items = sorted(stepper.runs[0], key=lambda i: (graph.boxes[i].kind == "leaf", i))
    if full and (upright := in_narrow([one.graph for one in steppers], every, not curves)):
        on_phone = pictures(upright, compact=False, narrow=True)
        areas = [on_phone[-1].area(i) for i in items] if several else []
        narrow = Narrow(
            lambda *at: frame(*at, drawn=on_phone).pieces,
            on_phone[-1].size,
            areas,
            grips(on_phone),
        )
    question = "Which node has to run next? Click it." if several else ""
    if moves and not several:
        question = f"Which slope arrives at {name}? Press Play, then drag the point."
    labels = [step.label for step in steps_by_order[0]]
    start = stepper.start if start is None else start
    steps_ = Control("step", range(len(labels)), start, labels, play=True, waits=several)
    orders = range(len(steps_by_order))
    order = Control("order", orders, 0, [stepper.label(i) for i in orders], led=True)
    stills = [stepper.begins - 1, start, len(labels) - 1]
    shown = [{"step": k} for k in dict.fromkeys(max(k, 0) for k in stills)]
    if curves and several:  # the lines of another order and of the engine's
        shown = [{"step": start}, {"order": 1, "step": stills[-1]}, {"step": stills[-1]}]
    return Explorer(
        frame,
        *([order] if several else []),
        steps_,
        *([Control(name, xs, len(xs) - 1, led=True)] if moves else []),
        size=wide[-1].size,
        title=title,
        question=question,
        stills=shown,
        actions=[stepper.action(i, wide[-1].area(i), moves) for i in items] if several else [],
        grips=grips(wide),
        narrow=narrow,
    )


def _engine_of(tensor: Any, names: Mapping[str, Any]) -> Any:
    """Return the adapter for a graph's engine. Chapter 11's recordings bring their own adapter."""
    if getattr(tensor, "engine", None) is not None:
        return tensor.engine
    return Foreign(tensor, names.values()) if is_foreign(tensor) else Ours(tensor)


def _fitting(engine: Any, names: Mapping[str, Any]) -> tuple[Graph, Layout]:
    """Return as many of the newest operations as fit on a page with one box for each."""
    shown = MOST
    while shown:
        graph = graph_of(engine, names, shown)
        if plan := compact(graph):
            return graph, plan
        shown = min(shown, len(graph.operations)) * 5 // 6
    raise ValueError("forward_and_backward(): the graph has too many inputs for one figure")
