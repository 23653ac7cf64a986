"""Stepping node by node through the forward pass and then the backward pass of any graph."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from minigrad.draw.layout import Layout

from .action import Action, Position
from .engines import Ours
from .explorer import Control, Explorer
from .foreign import Foreign, is_foreign
from .frames import Narrow
from .graph_picture import Judgment, Picture, compact, in_full, in_narrow
from .orders import Passes, passes
from .passes import Graph, expected, graph_of
from .steps import Step, added, name_of, steps
from .tangent import Curve
from .words import listed, short

MOST = 64  # operations with their own boxes
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
        default. curve: a function that computes the result from a plain number, if the graph has a
        single leaf with one number. Its graph is drawn, with the line that the gradient gives.
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
    steps_by_order = [steps(graph, seed, turns, done.at_end) for turns in done.orders]
    begins = next(k for k, step in enumerate(steps_by_order[0]) if step.role == "gradient")
    return stepped(
        "Forward and backward",
        Stepper(graph, done, steps_by_order, begins, engine.name),
        plan,
        curve=None if curve is None else _curve(curve, tensor, graph, done),
    )


def _curve(f: Callable[[float], Any], tensor: Any, graph: Graph, done: Passes) -> Curve:
    leaves = [graph.boxes[i] for i in graph.leaves]
    if len(leaves) != 1 or leaves[0].source.numel() * tensor.numel() != 1 or leaves[0].held:
        raise ValueError(
            "forward_and_backward(): `curve` is for a graph with one leaf, where leaf and result "
            "have one number each and the leaf's .grad is None."
        )
    right = float(done.at_end[graph.leaves[0]])
    names = name_of(leaves[0]), name_of(graph.boxes[-1])
    return Curve(f, leaves[0].source.item(), tensor.item(), right, names)


class Stepper:
    """The steps of every order, and where pressing a node leads from each step."""

    def __init__(
        self, graph: Graph, done: Passes, steps_by_order: list[list[Step]], begins: int, engine: str
    ) -> None:
        self.graph, self.done = graph, done
        self.steps_by_order, self.begins = steps_by_order, begins
        self.engine = engine
        self.runs = [[turn.box for turn in turns] for turns in done.orders]
        self.first = {
            tuple(run[:k]): order
            for order, run in reversed([*enumerate(self.runs)])
            for k in range(len(run) + 1)
        }
        self.users = {i: graph.users(i) for i in self.runs[0]}

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

    def action(self, i: int, area: tuple[float, float, float, float]) -> Action:
        return Action(self.name(i), lambda at: self._pressed(i, at), "runs next", area)

    def _pressed(self, i: int, at: Position) -> Position | str:
        """Return the step in which the pressed node runs next, or a reason why it can't."""
        *led, k = at
        order, name = (led or [0])[0], self.name(i)
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
        if (to := self.first.get((*ran, i))) is not None:
            return (to, k + 1) if led else (k + 1,)
        missing = [self.name(j) for j in self.users[i] if j not in ran]
        if missing:
            return f"{name} has to wait, because nothing has come from {listed(missing)} yet."
        following = self.name(self.runs[order][len(ran)])
        return f"{name} is ready, and so is {following}, which {self.engine} runs first."


def stepped(
    title: str,
    stepper: Stepper,
    plan: Layout | None,
    start: int | None = None,
    curve: Curve | None = None,
) -> Explorer:
    """Return the explorer, with a slider for the steps and two ways to choose the next node."""
    graph, steps_by_order = stepper.graph, stepper.steps_by_order
    every = [step for steps_of_order in steps_by_order for step in steps_of_order]
    full = in_full(graph, every, curve is None)
    if full is None and plan is None:
        raise ValueError("too many boxes for one figure")
    if full is None:
        curve = None  # there's no room
    drawn = Picture(graph, every, full or plan, full is None, curve=curve)  # type: ignore[arg-type]
    frames: dict[Any, Any] = {}  # orders that begin the same way share their first frames

    def frame(*at: int, picture: Picture = drawn) -> Any:
        order, k = at if len(at) == 2 else (0, at[0])
        key = picture, tuple(stepper.runs[order][: max(k - stepper.begins, 0)]), k
        if key not in frames:
            frames[key] = picture.frame(steps_by_order[order][k], stepper.judgment(order, k))
        return frames[key]

    narrow = None
    items = sorted(stepper.runs[0], key=lambda i: (graph.boxes[i].kind == "leaf", i))
    if full and (upright := in_narrow(graph, every, curve is None)):
        on_phone = Picture(graph, every, upright, compact=False, narrow=True, curve=curve)
        areas = [on_phone.area(i) for i in items]
        narrow = Narrow(lambda *at: frame(*at, picture=on_phone).pieces, on_phone.size, areas)
    labels = [step.label for step in steps_by_order[0]]
    start = stepper.start if start is None else start
    several = len(steps_by_order) > 1
    steps_ = Control("step", range(len(labels)), start, labels, play=True, waits=several)
    orders = range(len(steps_by_order))
    order = Control("order", orders, 0, [stepper.label(i) for i in orders], led=True)
    stills = [stepper.begins - 1, start, len(labels) - 1]
    shown = [{"step": k} for k in dict.fromkeys(max(k, 0) for k in stills)]
    if curve and several:  # the lines of another order and of the engine's
        shown = [{"step": start}, {"order": 1, "step": stills[-1]}, {"step": stills[-1]}]
    return Explorer(
        frame,
        *([order] if several else []),
        steps_,
        size=drawn.size,
        title=title,
        question="Choose the node that has to run next." if several else "",
        stills=shown,
        actions=[stepper.action(i, drawn.area(i)) for i in items],
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
