"""Figures for stepping through a graph: one layout, and the state of every part at each step."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from minigrad.draw.layout import Layout, Point
from minigrad.draw.svg import Markup, element, says, text_width
from minigrad.engine.outputs import Pieces

from . import graph_shapes as shapes
from .axes import label
from .frames import Frame
from .graph_plan import HIGH, downward, plan
from .passes import Box, Graph
from .steps import Arrived, Edge, Step, expression, factor, name_of, share_to, with_value
from .tangent import Curve
from .verdict import badge, judged, verdict
from .words import clipped, short

ROOMY = 16  # boxes that can show names, values, and gradients in full
NARROWEST = 660.0
MARGIN = 14.0
HEAD = 10.0  # room above a graph whose arrows have factors
NARROW = 390.0  # a phone's width; with 12-px type it fits 360
TALLEST = 500.0  # a graph that would be taller scrolls sideways on a phone instead
CLOSE = 0.7  # how much smaller gaps are in a graph that would be too wide
CLOSEST = 0.7  # above a curve on a phone
CHIP = 44.0  # the width of the widest number that fits between two layers
LONGEST = 16  # characters in a name
MAILBOX = "AccumulateGrad"
NOTHING = Markup("")


@dataclass(frozen=True)
class Judgment:
    """Whether a step of the reader's order is right, why, and the boxes that decide it."""

    right: bool
    reason: str
    boxes: Sequence[int]


class Picture:
    """The boxes and edges of one graph, and their positions, which are the same for all steps.

    Below the graph is the rule of the current node, if there's room. If there's a curve, it's there
    instead, and the arrows have the factors of the rules.
    """

    def __init__(
        self,
        graph: Graph,
        steps: Sequence[Step],
        plan: Layout,
        compact: bool,
        narrow: bool = False,
        curve: Curve | None = None,
    ) -> None:
        self.graph, self.plan, self.compact = graph, plan, compact
        self.curve = curve
        self.visible = visible(graph, compact, curve is None)
        self.edges = edges_of(graph, self.visible)
        self.place = {i: k for k, i in enumerate(self.visible)}
        width = round(NARROW if narrow else max(NARROWEST, plan.width + 2 * MARGIN))
        self.longest = int((width - 36) / text_width("m", shapes.SIZE))
        self.narrow = narrow
        if curve is None and narrow:
            self.shift = (width - plan.width) / 2, MARGIN
            self.size = width, round(MARGIN + plan.height + MARGIN)
        elif curve is None:
            self.rows = max(len(self._lines(step)) for step in steps)
            desk = shapes.desk_height(self.rows)
            above = plan.height > HIGH  # so that you see the desk and the slider together
            self.desk_top = MARGIN if above else MARGIN + plan.height + MARGIN
            self.shift = (width - plan.width) / 2, MARGIN + above * (desk + MARGIN)
            self.size = width, round(MARGIN + plan.height + MARGIN + desk + MARGIN)
        else:
            self.shift = (width - plan.width) / 2, HEAD
            self.axes = curve.axes(HEAD + plan.height, width, narrow)
            self.size = width, round(HEAD + plan.height + curve.height(narrow))
        self.routes = [[self._moved(point) for point in route] for route in plan.routes]
        self.chips = max(len(self._numbers(step)) for step in steps)
        self.shared: dict[Any, Markup] = {}  # most of a frame is the same in another frame
        self.alive: list[Arrived | None] = []

    def frame(self, step: Step, judgment: Judgment | None = None) -> Frame:
        """Draw a step. A judgment's boxes are lit, and its reason begins the sentence."""
        drawn = self._frame(step)
        if judgment is None:
            return drawn
        pieces, badges = list(drawn.pieces), []
        for i in judgment.boxes:
            slot = self.first_box + self.place[i]
            pieces[slot] = judged(pieces[slot], judgment.right)
            (x, y), (width, height) = self._placed(i)
            badges.append(badge(judgment.right, (x + width / 2 - 4, y - height / 2 - 3)))
        said = verdict(judgment.right, judgment.reason, drawn.sentence)
        return Frame([*pieces, element("g", *badges)], said)

    def _frame(self, step: Step) -> Frame:
        graph = self.graph
        pieces = []
        pieces.append(self._focus(step, shapes.halo))
        seen = [self._seen(box, step) for box in graph.boxes]
        for e, edge in enumerate(self.edges):
            pieces.append(self._edge(e, "ran" if seen[edge[1]] else "unseen"))
        for e, edge in enumerate(self.edges):
            if edge in step.flowing:
                gradient, flows = step.flowing[edge], self._edge(e, "flows")
                share = [share_to(graph.boxes[edge[0]], gradient)] if gradient is not None else []
                pieces.append(says(flows, gradient=share))
            else:
                pieces.append(self._edge(e, "flowed") if edge in step.flowed else NOTHING)
        self.first_box = len(pieces)
        pieces += [self._box(i, graph.boxes[i], step, seen[i]) for i in self.visible]
        pieces += self._chips(step)
        pieces.append(self._focus(step, shapes.ring))
        if self.curve is not None:
            return self._with_curve(step, pieces)
        if self.narrow:
            return Frame(pieces, step.sentence)
        lines = self._lines(step)
        desk = shapes.desk(self.size[0], self.desk_top, self.rows, lines, step.role)
        pieces.append(desk if lines else NOTHING)
        return Frame(pieces, step.sentence)

    def _with_curve(self, step: Step, pieces: list[Markup]) -> Frame:
        """Add the factors at the arrows, and the line that belongs to the leaf's gradient."""
        assert self.curve is not None
        leaf = self.graph.leaves[0]
        arrived = step.gradients.get(leaf)
        known = arrived is not None and arrived.value is not None
        slope = float(arrived.value) if arrived is not None and known else None
        for e, edge in enumerate(self.edges):
            box = self.graph.boxes[edge[1]]
            is_seen = self._seen(box, step) and self.graph.boxes[edge[0]].kind != "untracked"
            text = factor(self.graph, box, edge[2]) if is_seen else ""
            pieces.append(self._factor(e, text, edge in step.flowing))
        is_whole = arrived is not None and arrived.word == "grad"
        pieces += self.curve.pieces(self.axes, self.narrow, slope, is_whole)
        if slope is None or step.box != leaf:
            return Frame(pieces, step.sentence)
        return Frame(pieces, step.sentence + self.curve.sentence(slope))

    def _factor(self, e: int, text: str, flows: bool) -> Markup:
        """Draw what a node multiplies by, at the end of the arrow where the gradient leaves it."""
        if not text:
            return NOTHING
        ends = [route[-1] for route in self.routes]
        (x, y), anchor = ends[e], "end"
        if not self.plan.down:
            below = any(0 < y - b < 24 and abs(x - a) < 24 for a, b in ends)
            x, y = x - 10, y + 19 if below else y - 9
        elif self._is_parallel(self.edges[e]):  # outside the two arrows and their numbers
            after = self.edges[e][2]
            x, y, anchor = x + 35 if after else x - 28, y - 6, "start" if after else "end"
        elif any(24 < a - x < 50 and abs(y - b) < 24 for a, b in ends):
            x, y = x - 10, y - 6
        else:
            x, y, anchor = x + 15, y - 6, "start"
        role, weight = ("gradient-ink", "bold") if flows else ("faint", None)
        return label(text, x, y, role, anchor, halo=3, font_weight=weight)

    def area(self, i: int) -> tuple[float, float, float, float]:
        """Return the area to press in order to run a node or a mailbox."""
        (x, y), (width, height) = self._placed(i)
        return x - width / 2 - 3, y - height / 2 - 3, width + 6, height + 6

    def _lines(self, step: Step) -> list[Sequence[tuple[str, str]]]:
        """Return the desk's lines of text."""
        return [_fitting(line, self.longest) for line in step.lines]

    def _moved(self, point: Point) -> Point:
        return point[0] + self.shift[0], point[1] + self.shift[1]

    def _placed(self, i: int) -> tuple[Point, Point]:
        """Return the center and size of a box."""
        return self._moved(self.plan.centers[self.place[i]]), self.plan.sizes[self.place[i]]

    def _seen(self, box: Box, step: Step) -> bool:
        if box.kind == "earlier":
            return step.forward >= self.graph.hidden
        return box.kind != "operation" or step.forward >= box.order

    def _edge(self, e: int, state: str) -> Markup:
        if (e, state) not in self.shared:
            self.shared[e, state] = shapes.edge(self.routes[e], self.plan.down, state, e)
        return self.shared[e, state]

    def _box(self, i: int, box: Box, step: Step, seen: bool) -> Markup:
        arrived = step.gradients.get(i)
        state = i, seen, arrived and (arrived.word, id(arrived.value), id(arrived.late))
        if state not in self.shared:
            place = self._placed(i)
            self.shared[state] = self._drawn(box, *place, arrived) if seen else shapes.ghost(*place)
            self.alive.append(arrived)  # an id belongs to something that is still visible
        return self.shared[state]

    def _drawn(self, box: Box, center: Point, size: Point, arrived: Arrived | None) -> Markup:
        rows = rows_of(self.graph, box, self.compact, self.curve is None)
        if box.kind != "untracked":
            text = gradient_text(arrived, self.compact) if arrived else ""
            rows.append(("gradient" if arrived else "", text))
        is_dashed = box.kind in ("untracked", "earlier")
        drawn = shapes.box(center, size, rows, dashed=is_dashed)
        if box.kind == "untracked" and not box.named:
            return drawn
        name, gradients = name_of(box), []
        if box.kind == "leaf":
            gradients = [f"{name}.grad"]
        elif arrived and arrived.word == "had":
            gradients = [f"{name} has {short(arrived.value)}"]
        return says(drawn, name, with_value(box), gradient=gradients)

    def _focus(self, step: Step, shape: Callable[[Point, Point, str], Markup]) -> Markup:
        if step.box is None:
            return NOTHING
        return shape(*self._placed(step.box), step.role)

    def _numbers(self, step: Step) -> dict[Edge, Any]:
        """Return the gradients at the edges, those of this step first."""
        before = step.flowed if self.curve is not None else {}
        found = {**step.flowing, **{e: g for e, g in before.items() if e not in step.flowing}}
        return {edge: found[edge] for edge in found if edge in self.edges}

    def _chips(self, step: Step) -> list[Markup]:
        """Draw the numbers that are passed on, each next to its arrowhead if there is room.

        With a curve, the numbers that were passed on before stay there.
        """
        chips: list[Markup] = []
        taken: list[tuple[float, float, float]] = []
        for edge, gradient in self._numbers(step).items():
            number, flows = self.edges.index(edge), edge in step.flowing
            if gradient is None or self.compact:
                continue
            text = short(gradient)
            width = text_width(text, shapes.SIZE) + 10
            (x, y), down = self.routes[number][0], self.plan.down
            x, y = (x + 3.5, y + 22) if down else (x + 13 + width / 2, y + 3.5)
            if down and self._is_parallel(edge):  # on the outer sides of the two arrows
                x += (width / 2 - 2) * (1 if edge[2] else -1)
            if width > CHIP or any(
                abs(x - a) < (width + w) / 2 and abs(y - b) < shapes.CHIP_HEIGHT
                for a, b, w in taken
            ):
                continue
            taken.append((x, y, width))
            share = share_to(self.graph.boxes[edge[0]], gradient)
            chip = shapes.chip((x, y), text, number if flows else None, faint=not flows)
            chips.append(says(chip, gradient=[share]) if flows else chip)
        return chips + [NOTHING] * (self.chips - len(chips))

    def _is_parallel(self, edge: Edge) -> bool:
        return sum(other[:2] == edge[:2] for other in self.edges) == 2


def in_full(
    graphs: Sequence[Graph], steps: Sequence[Step], with_node: bool = True
) -> Layout | None:
    """Lay out a graph whose boxes show values and gradients, if it's small enough.

    `graphs` has the same graph with other values.
    """
    graph = graphs[-1]
    if len(graph.boxes) > ROOMY or graph.hidden:
        return None
    shown = visible(graph, False, with_node)
    sizes = [_full_size(graphs, i, steps, with_node) for i in shown]
    tightness = (1.0, CLOSE) if with_node else (1.4, 1.0, CLOSE)
    return plan(sizes, _ends(graph, shown), tightness)


def in_narrow(
    graphs: Sequence[Graph], steps: Sequence[Step], with_node: bool = True
) -> Layout | None:
    """Lay out the same boxes from top to bottom, if they fit on a phone."""
    graph = graphs[-1]
    shown = visible(graph, False, with_node)
    sizes = [_full_size(graphs, i, steps, with_node) for i in shown]
    tightness = (1.0, CLOSE) if with_node else (CLOSEST,)
    found = downward(sizes, _ends(graph, shown), tightness, NARROW - 2 * MARGIN)
    return found if found and found.height <= TALLEST else None


def compact(graph: Graph) -> Layout | None:
    """Lay out a graph whose boxes show only names and gradients, if the graph fits on a page."""
    shown = visible(graph, True)
    sizes = [_size(graph, graph.boxes[i], ["-0.123…"], 10, True, True) for i in shown]
    return plan(sizes, _ends(graph, shown), (0.6, 0.4, 0.33))


def _ends(graph: Graph, shown: Sequence[int]) -> list[tuple[int, int]]:
    place = {i: k for k, i in enumerate(shown)}
    return [(place[source], place[target]) for source, target, _ in edges_of(graph, shown)]


def visible(graph: Graph, compact: bool, with_node: bool = True) -> list[int]:
    """Return the boxes to draw, that is, all but untracked inputs without a known name or value.

    Without nodes, the boxes show expressions, which contain the untracked inputs without a name.
    """
    return [
        i
        for i, b in enumerate(graph.boxes)
        if b.kind != "untracked"
        or not (compact or (not b.named if not with_node else not b.name and b.value is None))
    ]


def edges_of(graph: Graph, shown: Sequence[int]) -> list[Edge]:
    boxes = graph.boxes
    ends = [(source, i, position) for i in shown for source, position in boxes[i].inputs]
    return [edge for edge in ends if edge[0] in set(shown)]


def rows_of(graph: Graph, box: Box, is_compact: bool, with_node: bool = True) -> shapes.Rows:
    """Return a box's rows of text above the row for its gradient."""
    name = clipped(box.name, 8 if is_compact else LONGEST)
    if box.kind == "earlier":
        return [("untracked", box.name.removeprefix("the "))]
    value = "" if box.value is None or is_compact else short(box.value)
    if box.kind == "untracked":
        text = " = ".join(part for part in (name, value) if part)
        return [("untracked", text or "untracked")]
    if box.kind == "leaf":
        rows = [("value", f"{name} = {value}" if value else name)]
        bare = is_compact or not (box.mailbox and with_node)
        return rows if bare else [*rows, ("operation", MAILBOX)]
    # The nodes of chapter 6 have no `op`, but they know the learner's name for the operation.
    operation = box.source.op.name or getattr(box.source, "operation", "")
    if is_compact:
        rows = [("operation", clipped(operation.split("Backward")[0], 8))]
        return [*rows, ("value", name)] if box.named else rows
    name = name if box.named else f"#{box.order}"
    # Not every engine reports the operation.
    rows = [("operation", operation)] if operation and with_node else []
    parts = [name, "" if with_node else expression(graph, box), value]
    return [*rows, ("value", " = ".join(part for part in parts if part))]


def gradient_text(arrived: Arrived, is_compact: bool) -> str:
    """Return the text that shows a gradient.

    A leaf stores its gradient in `.grad`. Elsewhere, gradients only pass through.
    """
    gradient = arrived.value
    if isinstance(gradient, str):
        return gradient
    if not is_compact:
        late = f", {short(arrived.late)} late" if arrived.late is not None else ""
        return f"{arrived.word} {'None' if gradient is None else short(gradient)}{late}"
    if gradient is None:
        return "None"
    if isinstance(gradient, Pieces):
        return f"{len(gradient)} parts"
    array = np.asarray(gradient)
    if array.size == 1:
        texts = [short(array.reshape(()), digits=digits) for digits in (3, 2, 1)]
        text = next((text for text in texts if len(text) <= 6), texts[-1])
    else:
        text = clipped("×".join(map(str, array.shape)), 6)
    return text + "…" if arrived.word == "so far" else text


def _full_size(graphs: Sequence[Graph], i: int, steps: Sequence[Step], with_node: bool) -> Point:
    gradients = {gradient_text(s.gradients[i], False) for s in steps if i in s.gradients}
    texts = ["so far 9", *gradients]
    sizes = [_size(one, one.boxes[i], texts, 16, False, with_node) for one in graphs]
    return max(width for width, _ in sizes), sizes[0][1]


def _size(
    graph: Graph, box: Box, gradients: Sequence[str], margin: float, is_compact: bool,
    with_node: bool,
) -> Point:  # fmt: skip
    rows = [text for _, text in rows_of(graph, box, is_compact, with_node)]
    width = max(text_width(text, shapes.SIZE) for text in [*rows, *gradients]) + margin
    row = shapes.LOW_ROW if is_compact else shapes.ROW
    return round(width), row * (len(rows) + (box.kind != "untracked"))


def _fitting(line: Sequence[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    words, left = [], most
    for text, role in line:
        if left > 0:
            words.append((clipped(text, left), role))
        left -= len(text)
    return words
