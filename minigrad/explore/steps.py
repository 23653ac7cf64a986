"""The steps of a forward and a backward pass: what happens in each, in words and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from .passes import Box, Graph, Share, Turn
from .rules import called, formula, numbers, parameters
from .words import clipped, listed, short

Edge = tuple[int, int, int]  # from box, to box, position among the inputs of the second
Words = Sequence[tuple[str, str]]  # pieces of a line, plain or "bold"
LONGEST_NAME = 16
LONGEST_FORMULA = 48
HOOKS = "Some tensors have hooks, which are not called here."
INPUTS = 3  # that a step spells out


@dataclass(frozen=True)
class Step:
    label: str
    sentence: str
    lines: list[Words]
    role: str = "untracked"  # value: forward, gradient: backward
    box: int | None = None  # whose turn it is
    forward: int = 0  # operations that have run
    backward: int = 0
    gradients: dict[int, tuple[Any, bool]] = field(default_factory=dict)  # and whether complete
    flowing: dict[Edge, Any] = field(default_factory=dict)
    flowed: frozenset[Edge] = frozenset()
    waits: bool = False  # a gradient has arrived where another is still to come


def steps(graph: Graph, turns: list[Turn], at_end: dict[int, Any], seed: Any) -> list[Step]:
    """Start, forward, what the result is handed, backward."""
    told = [_start(graph)]
    told += [_forward(graph, i) for i in graph.operations]
    if graph.hidden:
        told.insert(1, _earlier_forward(graph))
    total = len(graph.nodes)
    root = len(graph.boxes) - 1
    gradients: dict[int, tuple[Any, bool]] = {root: (seed, True)}
    name = name_of(graph.boxes[root])
    sentence = f"Backward begins: {name} is handed {short(seed)}."
    note = "A gradient says by how much the result changes when this value does."
    lines: list[Words] = [
        [("Backward begins", "bold")],
        [(f"{name} is handed ", ""), (f"g = {short(seed)}", "bold")],
        [(note, "")],
    ]
    told.append(Step("gradient", sentence, lines, "gradient", root, total, 0, dict(gradients)))
    flowed: frozenset[Edge] = frozenset()
    into_earlier = 0
    for count, turn in enumerate(turns, 1):
        for share in turn.shares:
            gradients[share.target] = share.total, share.received == share.expected
            if graph.boxes[share.target].kind == "earlier":
                into_earlier += 1
                gradients[share.target] = f"{into_earlier} grad" + "s" * (into_earlier > 1), True
        flowing = {(s.target, turn.box, s.position): s.gradient for s in turn.shares}
        told.append(
            Step(
                f"backward {count}",
                _sentence(graph, turn, count, len(turns) + graph.hidden),
                _lines(graph, turn, count, len(turns) + graph.hidden),
                "gradient",
                turn.box,
                total,
                count,
                dict(gradients),
                flowing,
                flowed,
                any(share.received < share.expected for share in turn.shares),
            )
        )
        flowed |= flowing.keys()
    if graph.hidden:
        gradients |= {i: (g, True) for i, g in at_end.items()}
        told.append(_earlier_backward(graph, at_end, len(turns), gradients, flowed))
    return told


def name_of(box: Box) -> str:
    if box.kind == "untracked" and not box.name:
        return "an untracked value" if box.value is None else short(box.value)
    return clipped(box.name, LONGEST_NAME)


def with_value(box: Box) -> str:
    if box.value is None or (box.kind == "untracked" and not box.name):
        return name_of(box)
    return f"{name_of(box)} = {short(box.value)}"


def names_in_rule(graph: Graph, box: Box) -> dict[str, str]:
    """The learner's names for what a rule calls x, y and out; else which input it is."""
    sides = ("left input", "right input") if len(box.inputs) == 2 else ("input",)
    by_position = {position: graph.boxes[i] for i, position in box.inputs}
    inputs = []
    for position in range(len(box.source.edges)):
        given = by_position.get(position)
        side = sides[position] if position < len(sides) else f"input {position + 1}"
        number = "" if given is None or given.value is None else short(given.value)
        if given is not None and given.named and given.name != "g":
            inputs.append(name_of(given))
        elif given is not None and given.kind == "untracked" and _is_number(number):
            inputs.append(number)
        else:
            inputs.append(side)
    return called(box.source, inputs, name_of(box) if box.named and box.name != "g" else "")


def _is_number(text: str) -> bool:
    return text.replace(".", "", 1).isdigit()


def _start(graph: Graph) -> Step:
    leaves = [with_value(box) for box in graph.boxes if box.kind == "leaf"]
    count = f"{len(leaves)} leaf" if len(leaves) == 1 else f"{len(leaves)} leaves"
    known = f"{count}, {listed(leaves, INPUTS + 1)}" if leaves else "its leaves are further back"
    total = f"{len(graph.nodes):,} operation" + "s" * (len(graph.nodes) > 1)
    lines: list[Words] = [
        [("Before the first operation", "bold")],
        [(known, "")],
        [(f"{total} will run, in the order of the code, and leave a node each.", "")],
    ]
    sentence = f"Before the first of {total}: {known}."
    if graph.hooked:
        lines.append([(HOOKS, "")])
        sentence += f" {HOOKS}"
    return Step("start", sentence, lines)


def _forward(graph: Graph, i: int) -> Step:
    box, boxes = graph.boxes[i], graph.boxes
    node, of = box.source, f"{box.order:,} of {len(graph.nodes):,}"
    operation = node.op.name.split("Backward")[0]
    inputs = listed([with_value(boxes[j]) for j, _ in box.inputs], INPUTS + 1)
    result = with_value(box)
    kept: dict[str, Any] = {}
    rules = []
    names = names_in_rule(graph, box)
    for j, position in box.inputs:
        if boxes[j].kind != "untracked":
            saved = parameters(node, position)
            kept |= {names.get(name, name): value for name, value in saved.items()}
            rules.append(f"{formula(node, position, names)}  to {name_of(boxes[j])}")
    in_order = {name: kept[name] for name in names.values() if name in kept} | kept
    kept = {name: value for name, value in in_order.items() if _is_short(value)}
    told = listed([v if (v := short(value)) == n else f"{n} = {v}" for n, value in kept.items()])
    lines: list[Words] = [
        [(f"Forward {of}", "bold"), (f"   {operation} runs and leaves {node.op.name}", "")],
        [(f"takes {inputs}, gives ", ""), (result, "bold")],
        [(f"keeps {told} for the way back" if told else "keeps no value: its rule needs none", "")],
        [("backward, it will hand  " + ";  ".join(rules[:INPUTS]), "")],
    ]
    sentence = f"Forward {of}: {operation} takes {inputs} and gives {result}."
    return Step(f"forward {box.order}", sentence, lines, "value", i, box.order)


def _is_short(value: Any) -> bool:
    return not isinstance(value, tuple | str | bool) and not short(value).startswith("shape ()")


def _lines(graph: Graph, turn: Turn, count: int, total: int) -> list[Words]:
    box, boxes = graph.boxes[turn.box], graph.boxes
    came = " + ".join(
        f"{short(g)} from {name_of(boxes[source])}" for source, g in turn.came_from[: INPUTS + 1]
    )
    arrives: Words = [("arrives  ", ""), (f"g = {short(turn.gradient)}", "bold")]
    if len(turn.came_from) > 1:
        more = " + …" if len(turn.came_from) > INPUTS + 1 else ""
        arrives = [*arrives, (f" = {came}{more}", "")]
    elif came:
        arrives = [*arrives, (f"  from {name_of(boxes[turn.came_from[0][0]])}", "")]
    name = box.source.op.name
    lines: list[Words] = [
        [
            (f"Backward {count:,} of {total:,}", "bold"),
            (f"   {name}, the node of {with_value(box)}", ""),
        ],
        arrives,
    ]
    for share in turn.shares[:INPUTS]:
        rule = _rule(graph, box, turn, share)
        lines.append(
            [
                (f"to {name_of(boxes[share.target])}:  {rule}", ""),
                (short(share.gradient), "bold"),
                (f"   ({since})" if (since := _since(graph, share)) else "", ""),
            ]
        )
    if len(turn.shares) > INPUTS:
        lines.append([(f"and to {len(turn.shares) - INPUTS:,} more inputs in the same way", "")])
    if not turn.shares:
        lines.append([("hands on nothing", "")])
    return lines


def _rule(graph: Graph, box: Box, turn: Turn, share: Share) -> str:
    """`g · b = 1 · 5 = `, or less where numbers are many."""
    node = box.source
    general = formula(node, share.position, names_in_rule(graph, box))
    values = {"g": short(turn.gradient)}
    values |= {k: short(v) for k, v in parameters(node, share.position).items() if _is_short(v)}
    exact = numbers(node, share.position, values)
    if "shape" in exact or len(exact) + len(general) > LONGEST_FORMULA:
        exact = ""
    return f"{general} = {exact} = " if exact else f"{general} = "


def _since(graph: Graph, share: Share) -> str:
    """What has come together at the target."""
    if graph.boxes[share.target].kind == "earlier":
        return ""
    missing = share.expected - share.received
    waits = f"{missing} more to come" if missing else ""
    if share.received == 1:
        return waits
    before, added, total = short(share.before), short(share.gradient), short(share.total)
    added = f"({added})" if added.startswith("-") else added
    sum_ = f"{before} + {added} = {total}"
    if "shape" in sum_:
        sum_ = f"{share.received} of {share.expected} added up"
    return f"{sum_} so far, {waits}" if missing else f"{sum_} in all"


def _sentence(graph: Graph, turn: Turn, count: int, total: int) -> str:
    boxes = graph.boxes
    handed = [
        f"{short(s.gradient)} to {name_of(boxes[s.target])}"
        + (f" ({since})" if (since := _since(graph, s)) else "")
        for s in turn.shares
    ]
    told = f"hands {listed(handed, INPUTS + 1)}" if handed else "hands on nothing"
    name = name_of(boxes[turn.box])
    return f"Backward {count:,} of {total:,}: {name} has {short(turn.gradient)} and {told}."


def _earlier_forward(graph: Graph) -> Step:
    of = f"{_range(1, graph.hidden)} of {len(graph.nodes):,}"
    told = f"{graph.hidden:,} operations run that share one box here"
    if graph.hidden == 1:
        told = "1 operation runs that has more inputs than fit on a page"
    lines: list[Words] = [[(f"Forward {of}", "bold")], [(told, "")]]
    box = next(i for i, box in enumerate(graph.boxes) if box.kind == "earlier")
    return Step("earlier", f"Forward {of}: {told}.", lines, "value", box, graph.hidden)


def _range(first: int, last: int) -> str:
    return f"{first:,} to {last:,}" if first < last else f"{last:,}"


def _earlier_backward(
    graph: Graph,
    at_end: dict[int, Any],
    turns: int,
    gradients: dict[int, tuple[Any, bool]],
    flowed: frozenset[Edge],
) -> Step:
    total = len(graph.nodes)
    of = f"{_range(turns + 1, total)} of {total:,}"
    leaves = [f"{name_of(graph.boxes[i])} has {short(g)}" for i, g in at_end.items()]
    told = f"the earlier operation{'s run' if graph.hidden > 1 else ' runs'} in the same way"
    end = f"in the end {listed(leaves, 4)}" if leaves else ""
    lines: list[Words] = [[(f"Backward {of}", "bold")], [(told, "")], [(end, "")]]
    told = f"{told}; {end}" if end else told
    box = next(i for i, box in enumerate(graph.boxes) if box.kind == "earlier")
    into = {(j, box, k): None for j, k in graph.boxes[box].inputs}
    return Step(
        "earlier back", f"Backward {of}: {told}.", lines, "gradient", box, total, total,
        dict(gradients), dict(into), flowed,
    )  # fmt: skip
