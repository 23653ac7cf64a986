"""Three lines of code next to their graph, and a switch that the reader moves along them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says, text_width

from . import graph_shapes as shapes
from .axes import label, prose
from .control import Control
from .explorer import Explorer
from .frames import Frame
from .grip import Grip
from .verdict import badge, judged, verdict
from .words import listed

NO_GRAD, DETACH, FREEZE = KINDS = ("no_grad()", "detach()", "requires_grad_(False)")
NAMES, WEIGHTS = ("x", "a", "b", "y"), ("w1", "w2", "w3")
STEPS = ("start", *(f"forward {k}" for k in (1, 2, 3)), *(f"backward {k}" for k in (1, 2, 3)))
FORWARD, END = 3, len(STEPS) - 1
OPENS_AT = 1, 2  # the edges of the block; the other switches open at the second
ASKED = 1  # the question is about this weight
SIZE = (388, 330)  # a phone shows all of it
BLOCK, CODE, NODES, LEAVES = 18.0, 38.0, 234.0, 336.0
GRIPS = 176.0  # far from the edge, where a phone's browser would go back a page
EDGE, ABOVE = 34.0, 23.0  # the place of the line that freezes, above the line with its weight
APART = 30.0  # from the edge of an empty block to each of its grips
TOP, PITCH = 68.0, 62.0
NODE, LEAF, CHIP = (70.0, 26.0), (84.0, 42.0), 38.0
KEPT = 174.0  # where the numbers begin that are kept for backward
STOP = 18.0  # half of the bar where a gradient stops
EMPTY = 18.0  # the height of a block without lines
LONGEST = 6  # characters of a number next to an arrow
ROOM = 7  # characters of a number in a box
NOTHING = Markup("")


@dataclass(frozen=True)
class Run:
    """What is left of a run: values, kept numbers, and gradients. A line has an index from 0."""

    values: tuple[float, ...]
    kept: tuple[tuple[float, ...], ...]  # the numbers that each line's node keeps
    left: tuple[tuple[float, ...], ...]  # after backward()
    recorded: tuple[bool, ...]  # whether the line left a node
    joined: tuple[bool, ...]  # whether its node leads back to the line before
    tracked: bool  # whether `y` is tracked
    arrived: tuple[float | None, ...]  # the gradient at each line's result
    grads: tuple[float | None, ...]


def tracking(x: float = 2.0, weights: Sequence[float] = (3.0, 4.0, 5.0)) -> Explorer:
    """Show y = x · w1 · w2 · w3, line by line. One line, result, or weight isn't tracked."""
    if len(weights) != 3:
        raise ValueError(f"tracking(): pass three weights, not {len(weights)}")
    edges = range(len(NAMES))
    runs = {at: run(x, weights, *at) for at in product(KINDS, edges, edges)}
    whole = runs[DETACH, 0, 0]

    def frame(kind: str, start: int, stop: int, step: int) -> Frame:
        done = runs[kind, start, stop]
        # Where it opens, the reader hasn't chosen yet, so there's nothing to judge.
        opens = (start, stop) == OPENS_AT if kind == NO_GRAD else start == OPENS_AT[1]
        is_decided = step >= FORWARD and not opens
        right = _stops(done, whole) and done.grads[ASKED] is not None if is_decided else None
        pieces = [
            *_code(kind, start, stop, step),
            *_kept(done, whole, step),
            *_graph(x, weights, kind, start, done, whole, step, right),
        ]
        said = sentence(done, whole, kind, start, step)
        if right is not None:
            said = verdict(right, _reason(done, whole, kind, start), said)
        return Frame(pieces, said)

    def held(kind: str, start: int, stop: int, _: int) -> tuple[float, float]:
        if kind == FREEZE:
            return EDGE, _row(start) - ABOVE
        apart = APART * (kind == NO_GRAD and start == stop)
        return GRIPS, _edge(start) - apart

    def held_below(kind: str, start: int, stop: int, _: int) -> tuple[float, float] | None:
        return (GRIPS, _edge(stop) + APART * (start == stop)) if kind == NO_GRAD else None

    labels = [f"after {name}" for name in NAMES]
    first, second = OPENS_AT
    sets = [{"from": first, "to": second}, {"from": second}, {"from": second}]
    return Explorer(
        frame,
        Control("switch", KINDS, 0, choice=True, sets=sets),
        Control("from", edges, OPENS_AT[0], labels, led=True),
        Control("to", edges, OPENS_AT[1], labels, led=True),
        Control("step", range(len(STEPS)), 0, STEPS, play=True),
        size=SIZE,
        title="Where tracking stops",
        question=f"With each switch, stop tracking without losing {WEIGHTS[ASKED]}.grad.",
        stills=[
            {"from": 0, "to": 0, "step": END},
            {"step": FORWARD},
            {"switch": FREEZE, "from": 2, "step": END},
        ],
        grips=[Grip(["from"], held, None, runs=True), Grip(["to"], held_below, None, runs=True)],
        zoom=1.3,
    )


def run(x: float, weights: Sequence[float], kind: str, start: int, stop: int) -> Run:
    """Run forward and backward, with the switch between or at these places."""
    leaves = [mg.tensor(float(w), requires_grad=True) for w in weights]
    if kind == FREEZE and start:
        leaves[start - 1].requires_grad_(False)
    h: Any = mg.tensor(float(x))
    results: list[Any] = []
    for k, leaf in enumerate(leaves):
        if kind == DETACH and k == start:
            h = h.detach()
        inside = kind == NO_GRAD and min(start, stop) <= k < max(start, stop)
        with mg.set_grad_enabled(not inside):
            h = h * leaf
        results.append(h)
    if kind == DETACH and start == len(leaves):
        h = h.detach()
    nodes = [one.grad_fn for one in results]
    before = [None, *nodes[:-1]]
    joined = tuple(
        node is not None and any(other is last is not None for other, _ in node.next_functions)
        for node, last in zip(nodes, before, strict=True)
    )
    kept = tuple(map(_saved, results))
    arrived: dict[int, float] = {}
    for k, one in enumerate(results):
        if one.requires_grad:
            one.register_hook(lambda g, k=k: arrived.update({k: g.item()}))
    if h.requires_grad:
        h.backward()
    return Run(
        tuple(one.item() for one in results),
        kept,
        tuple(map(_saved, results)),
        tuple(node is not None for node in nodes),
        joined,
        h.requires_grad,
        tuple(arrived.get(k) for k in range(len(results))),
        tuple(None if w.grad is None else w.grad.item() for w in leaves),
    )


def _saved(result: Any) -> tuple[float, ...]:
    saved = () if result._node is None else result._node.saved or ()
    return tuple(float(number) for number in saved if number is not None)


def _row(row: int) -> float:
    return TOP + PITCH * row


def _edge(edge: int) -> float:
    """Return the height of the edge below a row."""
    return TOP + PITCH * (edge + 0.5)


def _short(value: float | None) -> str:
    text = "None" if value is None else f"{value:.4g}"
    return text if value is None or len(text) <= ROOM else f"{value:.2g}"


def _code(kind: str, start: int, stop: int, step: int) -> list[Markup]:
    """Draw the lines, the block of `no_grad()`, and a band on the line that has just run."""
    top, bottom = min(start, stop), max(start, stop)
    is_block = kind == NO_GRAD and top < bottom
    block = words = NOTHING
    if kind == NO_GRAD:
        high = PITCH * (bottom - top) or EMPTY
        above = _edge(top) - (0 if is_block else EMPTY / 2)
        # An empty block is only in the code: it changes nothing in the graph.
        wide = SIZE[0] - BLOCK - 8 if is_block else NODES - NODE[0] / 2 - BLOCK
        area = {"x": BLOCK, "y": above, "width": wide, "height": high}
        style = {"fill": LIVE["untracked"], "stroke": LIVE["untracked-line"], "rx": 8}
        block = element("rect", **area, **style, stroke_dasharray="4 3")
        text = f"with {NO_GRAD}:" if is_block else f"with {NO_GRAD}: pass"
        y = above + (16 if is_block else 13.5)
        words = label(text, CODE, y, "text" if is_block else "faint", font_weight="bold")
    ran = step if step <= FORWARD else FORWARD + 1
    y = _row(ran) - (10 if ran <= FORWARD else 25)
    wide = 124 if kind == NO_GRAD else 150  # up to the grips
    band = {"x": CODE - 6, "y": y, "width": wide, "height": 21, "rx": 4}
    lines = []
    for k, weight in enumerate(WEIGHTS):
        before = NAMES[k] + ".detach()" * (kind == DETACH and k == start)
        inside = is_block and top <= k < bottom
        text = f"{NAMES[k + 1]} = {before} * {weight}"
        lines.append(label(text, CODE + 26 * inside, _row(k + 1) + 5))
    last = "y.detach()" if kind == DETACH and start == FORWARD else "y"
    if kind == FREEZE:
        text = f"{('x', *WEIGHTS)[start]}.{FREEZE}"
        place = {"x": EDGE + 16, "y": _row(start) - ABOVE + 4, "font_weight": "bold"}
        words = element("text", text, font_size=12, fill=LIVE["text"], **place)  # up to the arrow
    return [
        block,
        element("rect", **band, fill=LIVE["grid"]) if step else NOTHING,
        *lines,
        label(f"{last}.backward()", CODE, _row(FORWARD + 1) - 10),
        words,
    ]


def _kept(done: Run, whole: Run, step: int) -> list[Markup]:
    """Draw the numbers that the nodes keep for backward, and gray ones for those that were freed.

    A number that was never kept leaves a gap.
    """
    is_over = step == END and done.tracked
    drawn, count, freed = [], [], 0
    for k, usual in enumerate(whole.kept):
        kept, left = list(done.kept[k]), list(done.left[k] if is_over else done.kept[k])
        for number in usual:
            x = KEPT + (CHIP + 3) * len(drawn)
            was_kept = bool(kept) and _is_same(kept[0], number)
            if step <= k or not was_kept:
                drawn.append(NOTHING)
            elif left:
                drawn.append(_held(number, x))
                count.append(number)
            else:
                drawn.append(_freed(number, x))
                freed += 1
            if was_kept:
                del kept[0], left[:1]
    if freed and not count:
        return [says(prose("freed by backward()", 16, 26), "freed"), *drawn]
    words = "kept for backward:" if count else "kept for backward: none"
    words = f"{len(count)} kept, {freed} freed:" if freed else words
    return [says(prose(words, 16, 26), _count(count)), *drawn]


def _held(number: float, x: float) -> Markup:
    style = {"fill": LIVE["value"], "stroke": LIVE["value-line"], "rx": 4}
    box = element("rect", x=x, y=10, width=CHIP, height=22, **style)
    return element("g", box, label(_short(number), x + CHIP / 2, 26, anchor="middle"))


def _freed(number: float, x: float) -> Markup:
    style = {"fill": "none", "stroke": LIVE["untracked-line"], "rx": 4, "stroke_dasharray": "2 3"}
    box = element("rect", x=x, y=10, width=CHIP, height=22, **style)
    return element("g", box, label(_short(number), x + CHIP / 2, 26, "faint", "middle"))


def _struck(number: float, x: float, y: float) -> Markup:
    """Write a number that got lost."""
    half = text_width(_short(number), shapes.SIZE) / 2
    line = element("path", d=f"M{x - half:.1f} {y - 4.5:.1f}h{2 * half:.1f}", stroke=LIVE["faint"])
    return element("g", label(_short(number), x, y, "faint", "middle", halo=4), line)


def _is_same(one: float, other: float) -> bool:
    return one == other or (one != one and other != other)  # nan


def _graph(
    x: float, weights: Sequence[float], kind: str, start: int, done: Run, whole: Run, step: int,
    right: bool | None,
) -> list[Markup]:  # fmt: skip
    """Draw a node in each line that has run, its weight, and the gradients on the way back.

    A gradient that is lost is struck through, and a bar is where it stops.
    """
    bars: list[Markup] = []
    mark = NOTHING
    edges, boxes, chips = [], [_box([("untracked", f"x = {_short(x)}")], _row(0), True)], []
    for k, weight in enumerate(weights):
        y, ran, turn = _row(k + 1), step > k, END - k
        grad = done.grads[k] if step >= turn else None
        frozen = kind == FREEZE and start == k + 1
        rows = [("untracked" if frozen else "value", f"{WEIGHTS[k]} = {_short(weight)}")]
        rows.append(("gradient" if grad is not None else "untracked", f"grad {_short(grad)}"))
        leaf = shapes.box((LEAVES, y), LEAF, rows, dashed=frozen)
        leaf = says(leaf, WEIGHTS[k], gradient=[f"{WEIGHTS[k]}.grad = {_short(grad)}"])
        if k == ASKED and right is not None:
            leaf = judged(leaf, right)
            mark = badge(right, (LEAVES + LEAF[0] / 2 - 3, y - LEAF[1] / 2 - 2))
        boxes.append(leaf)
        name = f"{NAMES[k + 1]} = {_short(done.values[k])}"
        role = "value" if done.recorded[k] else "untracked"
        boxes.append(
            says(_box([(role, name)], y, not done.recorded[k]), name)
            if ran else shapes.ghost((NODES, y), NODE)
        )  # fmt: skip
        sent = done.arrived[k] is not None
        down = [(NODES, _row(k) + NODE[1] / 2), (NODES, y - NODE[1] / 2)]
        across = [(LEAVES - LEAF[0] / 2, y), (NODES + NODE[0] / 2, y)]
        onward = done.arrived[k - 1] if k and done.joined[k] else None
        usual = whole.arrived[k - 1] if k else None
        for i, (route, value, lost) in enumerate(
            ((down, onward, usual), (across, done.grads[k], whole.grads[k]))
        ):
            number = 2 * k + i
            edges.append(shapes.edge(route, not i, "ran" if ran else "unseen", number))
            state = "flows" if step == turn else "flowed"
            flows = sent and value is not None and step >= turn
            edges.append(shapes.edge(route, not i, state, number) if flows else NOTHING)
            stops = sent and lost is not None and not flows and step >= turn
            bar = (
                f"M{NODES - STOP:g} {_edge(k):g}h{2 * STOP:g}"
                if not i
                else f"M{across[1][0] + 20:g} {y - 9:g}v16"
            )
            bars.append(_bar(bar) if stops else NOTHING)
            text = _short(value if flows else lost)
            if lost is None or step < turn or len(text) > LONGEST:
                chips.append(NOTHING)
                continue
            wide = (text_width(text, shapes.SIZE) + 10) / 2
            # next to its arrow or its bar, and below the edge of a block
            down_to = NODES + (STOP + 6 if stops else 12) + wide, _edge(k) + 10
            place = down_to if not i else (route[0][0] - 3 - wide, y + 17)
            if flows:
                along = number if step == turn else None
                chips.append(shapes.chip(place, text, along, faint=along is None))
            else:
                chips.append(_struck(lost, place[0], place[1] + 4.5))
    cut = NOTHING
    if kind == DETACH:
        cut = says(_bar(f"M{NODES - 48:g} {_edge(start):g}h66"), "detach()")
    elif step > FORWARD and not done.tracked:
        cut = _bar(f"M{NODES - 32:g} {_edge(FORWARD):g}h64")
    return [*edges, *boxes, *bars, *chips, cut, mark]


def _bar(d: str) -> Markup:
    return element("path", d=d, stroke=LIVE["text"], stroke_width=4)


def _box(rows: shapes.Rows, y: float, dashed: bool) -> Markup:
    return shapes.box((NODES, y), NODE, rows, dashed=dashed)


def _count(numbers: Sequence[float]) -> str:
    return f"{len(numbers)} number{'s' * (len(numbers) != 1)}"


def sentence(done: Run, whole: Run, kind: str, start: int, step: int) -> str:
    if step == 0:
        return "0 lines have run. Press Play, or drag the switch to other lines and let go."
    kept = [number for of_one in done.kept[: min(step, FORWARD)] for number in of_one]
    if step <= FORWARD:
        name = f"{NAMES[step]} = {_short(done.values[step - 1])}"
        if not done.recorded[step - 1]:
            what = "leaves no node"
        else:
            saved = listed([_short(number) for number in done.kept[step - 1]])
            what = f"leaves a node that keeps {saved}"
            if kind == DETACH and start == step - 1 and start:
                what += f", but after detach() it doesn't lead back to {NAMES[start]}"
        are = "is" if len(kept) == 1 else "are"
        return f"{name} {what}. In all, {_count(kept)} {are} kept."
    if not done.tracked:
        y = _short(done.values[-1])
        return f"backward() is an error: y = {y} isn't tracked, so no weight gets a gradient."
    k = END - step  # the line whose turn it is
    if step < END:
        return _sent(done, k)
    news = [
        f"{weight}.grad = {_short(now)}" + (f" instead of {_short(was)}" if now != was else "")
        for weight, now, was in zip(WEIGHTS, done.grads, whole.grads, strict=True)
    ]
    left = [number for of_one in done.left for number in of_one]
    if left:
        about = f"backward() didn't get to every node, so {_count(left)} stayed in memory."
    else:
        about = f"backward() freed the {_count(kept)}."
    return f"In the end, {listed(news)}. {about}"


def _stops(done: Run, whole: Run) -> bool:
    """Return whether the switch changes anything. An empty block and `x.detach()` don't."""
    return (done.recorded, done.joined, done.grads) != (whole.recorded, whole.joined, whole.grads)


def _reason(done: Run, whole: Run, kind: str, start: int) -> str:
    name = WEIGHTS[ASKED]
    if not _stops(done, whole):
        empty, idle = "put a line into the block", f"{NAMES[0]} was never tracked"
        why = empty if kind == NO_GRAD else idle
        return f"Tracking stops nowhere: {why}."
    if done.grads[ASKED] is not None:
        return f"{name} gets its gradient."
    why = f"{NAMES[-1]} doesn't lead back to it" if done.tracked else f"{NAMES[-1]} isn't tracked"
    is_frozen = kind == FREEZE and start == ASKED + 1
    return f"{name} gets no gradient: {'it is frozen' if is_frozen else why}."


def _sent(done: Run, k: int) -> str:
    """Describe a node's turn."""
    name, before, weight = NAMES[k + 1], NAMES[k], WEIGHTS[k]
    if done.arrived[k] is None:
        there = f"{name} = {_short(done.values[k])}"
        return f"Nothing arrives at {there}, so {weight}.grad = None."
    grad = done.grads[k]
    shares = f"{_short(grad)} to {weight}" if grad is not None else f"nothing to {weight}"
    onward = done.arrived[k - 1] if k and done.joined[k] else None
    way = f"{_short(onward)} to {before}" if onward is not None else f"nothing to {before}"
    return f"{name} has {_short(done.arrived[k])}, and sends {shares} and {way}."
