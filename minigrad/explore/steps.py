"""The steps of a forward and a backward pass, each described with words and numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .passes import Box, Graph, Share, Turn
from .rules import called, formula, numbers, parameters
from .words import clipped, equals, listed, short

Edge = tuple[int, int, int]  # from box, to box, position among the second box's inputs
Words = Sequence[tuple[str, str]]  # pieces of a line, plain or "bold"
LONGEST_NAME = 16
LONGEST_FORMULA = 48
LONGEST_FACTOR = 3
LONGEST_EXPRESSION = 16
SIGNS = {"Add": "+", "Sub": "-", "Mul": "*", "Div": "/", "Pow": "**"}
INPUTS = 3  # inputs that a step spells out


@dataclass(frozen=True)
class Arrived:
    """The gradients that reached a box before it ran or too `late`, or the `.grad` of a leaf."""

    word: str  # "so far", "had" or "grad"
    value: Any
    late: Any = None


@dataclass(frozen=True)
class Step:
    label: str
    sentence: str
    lines: list[Words]
    role: str = "untracked"  # value: forward, gradient: backward
    box: int | None = None  # the box that is running
    forward: int = 0  # operations that have run
    backward: int = 0  # nodes and mailboxes that have run
    of: int = 0  # all boxes that run in the backward pass
    gradients: dict[int, Arrived] = field(default_factory=dict)
    flowing: dict[Edge, Any] = field(default_factory=dict)
    flowed: Mapping[Edge, Any] = field(default_factory=dict)


def steps(graph: Graph, seed: Any, turns: list[Turn], right: dict[int, Any]) -> list[Step]:
    """Return all steps, forward and backward. `right` maps leaves to their correct gradients."""
    total = len(turns) + graph.hidden
    forward = [_start(graph, total)]
    forward += [_forward(graph, i, total) for i in graph.operations]
    if graph.hidden:
        forward.insert(1, _earlier_forward(graph, total))
    return forward + backward_steps(graph, seed, turns, right)


def backward_steps(graph: Graph, seed: Any, turns: list[Turn], right: dict[int, Any]) -> list[Step]:
    """Return one step for the gradient that the result receives, and one step for each turn."""
    ran, total = len(graph.nodes), len(turns) + graph.hidden
    root = len(graph.boxes) - 1
    gradients = _mailboxes(graph)
    gradients[root] = Arrived("so far", seed)
    name = name_of(graph.boxes[root])
    sentence = f"Backward begins: {name} receives {short(seed)}."
    lines: list[Words] = [
        [("A gradient says by how much the result", "")],
        [("changes when this value does.", "")],
    ]
    backward = [Step("gradient", sentence, lines, "gradient", root, ran, 0, total, dict(gradients))]
    flowed: dict[Edge, Any] = {}
    into_earlier = 0
    for count, turn in enumerate(turns, 1):
        is_mailbox = graph.boxes[turn.box].kind == "leaf"
        stored = _in_mailbox(graph.boxes[turn.box], turn) if is_mailbox else turn.gradient
        gradients[turn.box] = Arrived("grad" if is_mailbox else "had", stored)
        for share in turn.shares:
            if graph.boxes[share.target].kind == "earlier":
                into_earlier += 1
                arrived = f"{into_earlier} grad" + "s" * (into_earlier > 1)
                gradients[share.target] = Arrived("", arrived)
            elif share.late:
                had = gradients[share.target]
                gradients[share.target] = Arrived(had.word, had.value, _sum(had.late, share))
            else:
                gradients[share.target] = Arrived("so far", share.total)
        flowing = {(s.target, turn.box, s.position): s.gradient for s in turn.shares}
        make = _mailbox if is_mailbox else _turn
        sentence, lines = make(graph, turn, f"{count:,} of {total:,}", right)
        backward.append(
            Step(
                f"backward {count}",
                sentence,
                lines,
                "gradient",
                turn.box,
                ran,
                count,
                total,
                dict(gradients),
                flowing,
                flowed,
            )
        )
        flowed = {**flowed, **flowing}
    if not all(graph.boxes[i].mailbox for i in graph.leaves):
        return backward
    if waiting := [i for i in right if not any(turn.box == i for turn in turns)]:
        stored = {i: Arrived("grad", added(graph.boxes[i].held, right[i])) for i in waiting}
        backward.append(_end(graph, right, len(turns), gradients | stored, flowed))
    return backward


def _sum(before: Any, share: Share) -> Any:
    return share.gradient if before is None else before + share.gradient


def added(held: Any, g: Any) -> Any:
    return g if held is None else held + g


def _in_mailbox(box: Box, turn: Turn) -> Any:
    return added(box.held, turn.gradient)


def name_of(box: Box) -> str:
    if box.kind == "untracked" and not box.name:
        return "an untracked value" if box.value is None else short(box.value)
    return clipped(box.name, LONGEST_NAME)


def with_value(box: Box) -> str:
    if box.value is None or (box.kind == "untracked" and not box.name):
        return name_of(box)
    return f"{name_of(box)} = {short(box.value)}"


def names_in_rule(graph: Graph, box: Box) -> dict[str, str]:
    """Return the learner's names for a rule's x, y, and out, or descriptions such as "input 1"."""
    sides = ("left input", "right input") if len(box.inputs) == 2 else ("input",)
    by_position = {position: graph.boxes[i] for i, position in box.inputs}
    inputs = []
    for position in range(len(box.source.edges)):
        input_box = by_position.get(position)
        side = sides[position] if position < len(sides) else f"input {position + 1}"
        number = "" if input_box is None or input_box.value is None else short(input_box.value)
        if input_box is not None and input_box.named and input_box.name != "g":
            inputs.append(name_of(input_box))
        elif input_box is not None and input_box.kind == "untracked" and _is_number(number):
            inputs.append(number)
        else:
            inputs.append(side)
    return called(box.source, inputs, name_of(box) if box.named and box.name != "g" else "")


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _start(graph: Graph, total_back: int) -> Step:
    leaves = [with_value(box) for box in graph.boxes if box.kind == "leaf"]
    count = f"{len(leaves)} leaf" if len(leaves) == 1 else f"{len(leaves)} leaves"
    is_or_are = "is" if len(leaves) == 1 else "are"
    known = f"there {is_or_are} {count}, {listed(leaves, INPUTS + 1)}"
    total = f"{len(graph.nodes):,} operation" + "s" * (len(graph.nodes) > 1)
    lines: list[Words] = [
        [("The operations run in the order of the code, and each one leaves a node.", "")],
    ]
    sentence = f"Before the first of {total}, {known if leaves else 'no leaves are shown'}."
    return Step("start", sentence, lines, of=total_back, gradients=_mailboxes(graph))


def _mailboxes(graph: Graph) -> dict[int, Arrived]:
    return {i: Arrived("grad", graph.boxes[i].held) for i in graph.leaves}


def _forward(graph: Graph, i: int, total_back: int) -> Step:
    box, boxes = graph.boxes[i], graph.boxes
    node, of = box.source, f"{box.order:,} of {len(graph.nodes):,}"
    operation = node.op.name.split("Backward")[0]
    inputs = listed([with_value(boxes[j]) for j, _ in box.inputs], INPUTS + 1)
    result = with_value(box)
    values: dict[str, Any] = {}
    rules = []
    names = names_in_rule(graph, box)
    for j, position in box.inputs:
        if boxes[j].kind != "untracked":
            saved = parameters(node, position)
            values |= {names.get(name, name): value for name, value in saved.items()}
            rules.append(f"{formula(node, position, names)}  to {name_of(boxes[j])}")
    in_order = {name: values[name] for name in names.values() if name in values} | values
    shown = {name: short(value) for name, value in in_order.items() if _is_short(value)}
    saved_text = listed(
        [text if text == name else f"{name} = {text}" for name, text in shown.items()]
    )
    keeps = (
        f"saves {saved_text} for the backward pass"
        if saved_text
        else "saves no values, because its rule needs none"
    )
    lines: list[Words] = [
        [(f"{operation} leaves {node.op.name}", "bold")],
        [(keeps, "")],
        [("backward, it will send  " + ";  ".join(rules[:INPUTS]), "")],
    ]
    sentence = f"Forward {of}: {operation} takes {inputs} and gives {result}."
    return Step(
        f"forward {box.order}",
        sentence,
        lines,
        "value",
        i,
        box.order,
        0,
        total_back,
        _mailboxes(graph),
    )


def _is_short(value: Any) -> bool:
    return not isinstance(value, tuple | str | bool) and not short(value).startswith("shape ()")


def _turn(graph: Graph, turn: Turn, of: str, right: dict[int, Any]) -> tuple[str, list[Words]]:
    box, boxes = graph.boxes[turn.box], graph.boxes
    name, g = name_of(box), short(turn.gradient)
    handed = [
        share_to(boxes[s.target], s.gradient)
        + (f" ({since})" if (since := _since(graph, s)) else "")
        for s in turn.shares
    ]
    hands_on = f"sends {listed(handed, INPUTS + 1)}" if handed else "sends nothing"
    came = " + ".join(
        f"{short(d)} from {name_of(boxes[source])}" for source, d in turn.came_from[: INPUTS + 1]
    )
    arrives: Words = [(f"g = {g}", "bold")]
    if len(turn.came_from) > 1 and turn.hooked is None:
        more = " + …" if len(turn.came_from) > INPUTS + 1 else ""
        arrives = [*arrives, (f" = {came}{more}", "")]
    elif came and turn.hooked is None:
        arrives = [*arrives, (f"  from {name_of(boxes[turn.came_from[0][0]])}", "")]
    heads = "Backward " + of + (", too early" if turn.early else "")
    lines: list[Words] = [[(f"{_node_of(box)}{with_value(box)}", "bold")], arrives]
    for share in turn.shares[:INPUTS]:
        rule = _rule(graph, box, turn, share)
        lines.append(
            [(f"to {name_of(boxes[share.target])}:  {rule}", ""), (short(share.gradient), "bold")]
        )
    if len(turn.shares) > INPUTS:
        lines.append([(f"and to {len(turn.shares) - INPUTS:,} more inputs in the same way", "")])
    has = f"{name} has {g}"
    if turn.hooked is not None:
        has += f", changed by its hooks from {short(turn.hooked)},"
    although = f", although {_missing(graph, turn)}" if turn.early else ""
    return f"{heads}: {has} and {hands_on}{although}.", lines


def _node_of(box: Box) -> str:
    return f"{box.source.op.name}, the node of " if box.source.op.name else ""


def _missing(graph: Graph, turn: Turn) -> str:
    """Return a clause such as `b hasn't sent its share yet`."""
    names = listed([name_of(graph.boxes[j]) for j in turn.early])
    has, its = ("hasn't", "its share") if len(turn.early) == 1 else ("haven't", "their shares")
    return f"{names} {has} sent {its} yet"


def share_to(box: Box, gradient: Any) -> str:
    return f"{short(gradient)} to {name_of(box)}"


def _mailbox(graph: Graph, turn: Turn, of: str, right: dict[int, Any]) -> tuple[str, list[Words]]:
    """Describe a leaf's turn, which stores the gradient in the leaf's `.grad` or adds it there."""
    box = graph.boxes[turn.box]
    name, g = name_of(box), short(turn.gradient)
    sum_ = f"{short(box.held)} + {g} = " if box.held is not None else ""
    stored = f"{name}.grad = {sum_}{short(_in_mailbox(box, turn))}"
    heads = "Backward " + of + (", too early" if turn.early else "")
    takes = f"the mailbox of {name} receives {_added_up(turn)}{g}"
    if turn.hooked is not None:
        takes += f", changed by its hooks from {short(turn.hooked)}"
    although = f", although {_missing(graph, turn)}" if turn.early else ""
    should = short(added(box.held, right[turn.box]))
    is_wrong = not stored.endswith(f"= {should}")
    wrong = f"If all nodes had waited, it would be {should}." if is_wrong else ""
    lines: list[Words] = [
        [("AccumulateGrad", "bold")],
        [(f"adds the gradient that has arrived to {name}.grad", "")],
    ]
    return f"{heads}: {takes}, so {stored}{although}. {wrong}".strip(), lines


def _added_up(turn: Turn) -> str:
    """Return `57 + 57 = ` for the gradients that a turn has received, if there are only a few."""
    parts = [short(d) for _, d in turn.came_from]
    if not 1 < len(parts) <= INPUTS or turn.hooked is not None or "shape" in "".join(parts):
        return ""
    first, *others = parts
    sum_ = " + ".join([first, *(f"({d})" if d[0] in "-−" else d for d in others)])
    return f"{sum_} {equals(parts, short(turn.gradient))} "


def _rule(graph: Graph, box: Box, turn: Turn, share: Share) -> str:
    """Format `g · b = 1 · 5 = `, or a shorter version if there are many numbers."""
    node = box.source
    if not node.op.name:  # an engine that doesn't show its rules
        return ""
    general = formula(node, share.position, names_in_rule(graph, box))
    values = {"g": short(turn.gradient)}
    values |= {k: short(v) for k, v in parameters(node, share.position).items() if _is_short(v)}
    exact = numbers(node, share.position, values)
    if "shape" in exact or len(exact) + len(general) > LONGEST_FORMULA:
        exact = ""
    return f"{general} = {exact} = " if exact else f"{general} = "


def factor(graph: Graph, box: Box, position: int) -> str:
    """Return what a node multiplies its gradient by, such as `× b`, if the factor is short."""
    names = names_in_rule(graph, box)
    for i, at in box.inputs:
        if graph.boxes[i].kind == "operation" and not graph.boxes[i].named:
            names[list(names)[at]] = f"#{graph.boxes[i].order}"
    rule = formula(box.source, position, names)
    first, _, rest = rule.partition(" · ")
    if first != "g" or len(rest) > LONGEST_FACTOR:
        return ""
    return f"× {rest or 1}"


def expression(graph: Graph, box: Box) -> str:
    """Return an operation in Python, such as `x * x`, if it's short and its inputs are known."""
    inputs = [graph.boxes[i] for i, _ in box.inputs]
    if any(one.kind == "untracked" and not one.name and one.value is None for one in inputs):
        return ""
    operation = box.source.op.name.split("Backward")[0]
    names = [
        name_of(one) if one.named or one.kind != "operation" else f"#{one.order}" for one in inputs
    ]
    if operation == "Pow" and len(names) == 1:
        names.append(short(parameters(box.source, 0).get("n", "")))
    if operation in SIGNS and len(names) == 2:
        text = f" {SIGNS[operation]} ".join(names)
    else:
        text = f"{operation.lower()}({', '.join(names)})"
    return text if len(text) <= LONGEST_EXPRESSION else ""


def _since(graph: Graph, share: Share) -> str:
    """Describe the shares that have arrived at the target so far."""
    target = graph.boxes[share.target]
    if target.kind == "earlier":
        return ""
    if share.late:
        name = "its mailbox" if target.kind == "leaf" else name_of(target)
        return f"too late, because {name} has run"
    if share.received == 1:
        return ""
    before, share_, total = short(share.before), short(share.gradient), short(share.total)
    added = f"({share_})" if share_.startswith("-") else share_
    sum_ = f"{before} + {added} {equals([before, share_], total)} {total} so far"
    return f"{share.received} shares so far" if "shape" in sum_ else sum_


def _earlier_forward(graph: Graph, total_back: int) -> Step:
    of = f"{_range(1, graph.hidden)} of {len(graph.nodes):,}"
    event = f"{graph.hidden:,} operations, which share one box here, run"
    if graph.hidden == 1:
        event = "1 operation, which has more inputs than fit on a page, runs"
    box = next(i for i, box in enumerate(graph.boxes) if box.kind == "earlier")
    return Step(
        "earlier", f"Forward {of}: {event}.", [], "value", box, graph.hidden, 0, total_back,
        _mailboxes(graph),
    )  # fmt: skip


def _range(first: int, last: int) -> str:
    return f"{first:,} to {last:,}" if first < last else f"{last:,}"


def _end(
    graph: Graph,
    at_end: dict[int, Any],
    turns: int,
    gradients: dict[int, Arrived],
    flowed: Mapping[Edge, Any],
) -> Step:
    """Describe the boxes that have no turn: the earlier operations, or many mailboxes."""
    ran, total = len(graph.nodes), turns + graph.hidden
    boxes = graph.boxes
    leaves = [f"{name_of(boxes[i])}.grad = {short(gradients[i].value)}" for i in at_end]
    end = f"In the end, {listed(leaves, 4)}"
    box = next((i for i, box in enumerate(boxes) if box.kind == "earlier"), None)
    if box is None:
        head, event = "Backward ends", f"{len(leaves)} mailboxes receive their gradients"
        into = {}
    else:
        head = f"Backward {_range(turns + 1, total)} of {total:,}"
        event = f"the earlier operation{'s run' if graph.hidden > 1 else ' runs'} in the same way"
        into = {(j, box, k): None for j, k in boxes[box].inputs}
    return Step(
        "end", f"{head}: {event}. {end}.", [], "gradient", box, ran, total, total,
        gradients, dict(into), flowed,
    )  # fmt: skip
