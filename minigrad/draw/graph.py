"""Figures of computational graphs, drawn by `draw_graph`, and their descriptions in words."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from .layout import Edge, Layout, tight
from .palette import STILL
from .shapes import SIZE, Colors, Line, Panel, box, edge, key, panels_size
from .svg import Drawing, document
from .trace import Node, gradient, trace, value

WIDEST = 960
PHONE = 380  # on a phone that is 390 pixels wide, the text is then at least 12 pixels high
KEY = ("operation", "value", "gradient", "untracked", "forward", "backward")
MOST = 80  # boxes; in a larger graph, only those nearest to the tensor are drawn
LONGEST = 24  # characters in a name
SPOKEN = 10  # how many operations, and how many gradients, the description lists at most


def draw_graph(
    tensor: Any,
    /,
    names: Mapping[str, Any] | None = None,
    *,
    legend: bool = True,
    **named: Any,
) -> Drawing:
    """Draw the computational graph that produced `tensor`.

    A graph doesn't keep the tensors that flowed through it, so pass the ones that should appear
    with a name, a value, and a gradient, as in `draw_graph(z, x=x, y=y)`.

    >>> import minigrad as mg
    >>> from minigrad.draw import draw_graph
    >>> x = mg.tensor(3.0, requires_grad=True)
    >>> y = x * x
    >>> y.backward()
    >>> draw_graph(y, x=x, y=y)  # as text; a notebook shows the picture
    Graph of 1 operation: y = MulBackward0(x, x) = 9. Gradients: x.grad = 6.

    Args:
        names: a dict from names to more tensors, for names that aren't Python identifiers.
        legend: whether to explain the colors.
    """
    names = {**(names or {}), **named}
    for name, argument in {"tensor": tensor, **names}.items():
        if not hasattr(argument, "grad_fn"):
            kind = type(argument).__name__
            raise TypeError(f"draw_graph(): argument '{name}' must be Tensor, not {kind}")

    nodes, hidden = trace(tensor, names, MOST)
    panels = [node_panels(node) for node in nodes]
    edges = [(source, i) for i, node in enumerate(nodes) for source in node.inputs]
    plan = arrange(panels, edges)
    upright = arrange(panels, edges, down=True)
    if plan.width > WIDEST:
        plan = min(plan, upright, key=lambda plan: plan.width)
    text = describe(nodes, hidden)
    tracked = [node.kind in ("leaf", "operation") for node in nodes]
    drawing = picture(panels, edges, tracked, plan, text, legend=legend)
    if plan.width <= PHONE or upright.width > PHONE:
        return drawing
    on_phone = picture(panels, edges, tracked, upright, text, legend=legend, widest=PHONE)
    return replace(drawing, narrow=on_phone.svg)


def arrange(
    panels: Sequence[Sequence[Panel]],
    edges: Sequence[Edge],
    *,
    down: bool = False,
    tightness: float = 1.0,
) -> Layout:
    """Lay out the graph to the right or, if `down` is true, downward, with scaled gaps."""
    into, out = Counter(target for _, target in edges), Counter(source for source, _ in edges)
    sizes = [panels_size(p, max(into[i], out[i]), down) for i, p in enumerate(panels)]
    return tight(sizes, edges, down, tightness)


def picture(
    panels: Sequence[Sequence[Panel]],
    edges: Sequence[Edge],
    tracked: Sequence[bool],
    plan: Layout,
    text: str,
    colors: Colors = STILL,
    legend: bool = True,
    widest: float = WIDEST,
) -> Drawing:
    """Draw the edges, then the boxes on top of the edges, and finally a legend for the colors.

    Edges that start at a `tracked` box also show the gradient flowing back.
    """
    parts = []
    for (source, target), route in zip(edges, plan.routes, strict=True):
        back = tracked[source]
        parts.append(edge(f"{source} {target}", route, colors, down=plan.down, tracked=back))
    for i, center in enumerate(plan.centers):
        parts.append(box(i, panels[i], center, plan.sizes[i], colors, i == len(panels) - 1))
    width, height = plan.width, plan.height
    if legend and edges:
        roles = {role for box_panels in panels for role, _ in box_panels} | {"forward"}
        roles |= {"backward"} if any(tracked[source] for source, _ in edges) else set()
        rest = [role for role in KEY if role in roles]
        while rest:
            count, size = len(rest), 12 if widest == WIDEST else SIZE  # phones shrink it
            while key(rest[:count], 0, colors, size)[1] > widest:
                count -= 1
            strip, strip_width = key(rest[:count], height + 6, colors, size)
            parts.append(strip)
            width, height, rest = max(width, strip_width), height + 34, rest[count:]
    return Drawing(document(width, height, text, *parts), text)


def node_panels(node: Node) -> list[Panel]:
    """Return the colored parts of a box, from top to bottom."""
    panels: list[Panel] = []
    if node.kind == "operation" and not node.apart:
        short, rest = _split(node.operation)
        panels.append(("operation", [[(short, True), *([(rest, False)] if rest else [])]]))
    for name, tensor in node.tensors:
        role = "value" if tensor.requires_grad else "untracked"
        if lines := _labeled(_clip(name), value(tensor), " = "):
            panels.append((role, lines))
        stored = gradient(tensor)
        if stored is not None:
            panels.append(("gradient", _labeled("grad", value(stored))))
        elif node.kind == "leaf":  # its mailbox, which is still empty
            panels.append(("gradient", _labeled("grad", ["None"])))
    if panels:
        return panels
    role, text = {"leaf": ("value", "leaf"), "more": ("untracked", "⋯")}.get(
        node.kind, ("untracked", "untracked")
    )
    return [(role, [[(text, False)]])]


def describe(nodes: Sequence[Node], hidden: int) -> str:
    """Describe the figure in words. List the calls in forward order, and then the gradients."""
    labels, calls, stored, empty = [], [], [], []
    for i, node in enumerate(nodes):
        names = [name for name, _ in node.tensors if name]
        shown = [_spoken(tensor) for _, tensor in node.tensors]
        unnamed = {"operation": f"#{i}", "more": "..."}.get(node.kind, (shown or [node.kind])[0])
        labels.append(names[0] if names else unnamed)
        for _, tensor in node.tensors:
            grad = gradient(tensor)
            if grad is not None:
                stored.append(f"{labels[i]}.grad = {_spoken(grad)}")
            elif node.kind == "leaf" and names:
                empty.append(f"{labels[i]}.grad")
        if node.kind == "operation" and not node.apart:
            call = f"{labels[i]} = {node.operation}({', '.join(labels[s] for s in node.inputs)})"
            calls.append(" = ".join([call, *shown]))
    parts = []
    if calls:
        count = f"{len(calls)} operation" + "s" * (len(calls) > 1)
        parts.append(f"Graph of {count}: " + _listed(calls))
    else:
        kind = {"leaf": "a leaf"}.get(nodes[-1].kind, nodes[-1].kind)
        parts.append(f"{labels[-1]} is {kind}: no operation was recorded for it")
    if stored:
        parts.append("Gradients: " + _listed(stored))
    if empty:
        parts.append("No gradient yet: " + _listed(empty))
    if apart := [label for label, node in zip(labels, nodes, strict=True) if node.apart]:
        parts.append("Not part of this graph: " + _listed(apart))
    if hidden:
        parts.append(f"{hidden} earlier boxes are left out")
    return "".join(part.removesuffix(".") + ". " for part in parts).rstrip()


def _listed(items: Sequence[str]) -> str:
    more = [f"and {len(items) - SPOKEN} more"] if len(items) > SPOKEN else []
    return "; ".join([*items[:SPOKEN], *more])


def _spoken(tensor: Any) -> str:
    return " ".join(" ".join(value(tensor)).split())


def _split(operation: str) -> tuple[str, str]:
    """Split a name such as `MulBackward0` into the operation's name and the rest."""
    match = re.fullmatch(r"(.+?)(Backward\d*)", operation)
    return (match[1], match[2]) if match else (operation, "")


def _labeled(label: str, lines: list[str], sign: str = " ") -> list[Line]:
    """Put a label in front of a one-line value, or above a value that spans several lines."""
    if not label or not lines:
        return [[(label, True)]] if label else [[(line, False)] for line in lines]
    if len(lines) == 1 and len(label) + len(lines[0]) < 18:
        return [[(label + sign, True), (lines[0], False)]]
    width = max(map(len, lines))
    return [[(label, True)], *([(line.ljust(width), False)] for line in lines)]


def _clip(name: str) -> str:
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
