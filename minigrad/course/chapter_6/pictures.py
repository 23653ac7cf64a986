"""A backward pass through the learner's own tensors, drawn: what is in flight, round by round.

The pass is the published one. It leaves no gradient on the tensors it visits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...draw.palette import STILL
from ...draw.shapes import SIZE
from ...draw.svg import Drawing, Markup, document, element, text_width
from .engine import sum_to

ROW, COLUMN, HEADER = 50.0, 124.0, 36.0
NAME, FIRST = 62.0, 104.0  # the middle of the boxes with names, the left end of the first column
TALL = 28.0  # of a box


@dataclass(frozen=True)
class Round:
    ran: str  # the name of the tensor that ran; before the first round nobody has
    flying: Mapping[str, Sequence[str]]  # for each name in flight the shares that came so far
    grad: str = ""  # what a leaf keeps in this round


def draw_pass(**tensors: Any) -> Drawing:
    """Draw a backward pass from the newest of these tensors, which are all that it passes."""
    newest = dict(sorted(tensors.items(), key=lambda item: -item[1].order))
    turns = list(rounds(newest))
    boxes = [
        _box(NAME, _middle(place), f"{name} = {_number(t.data)}", "value")
        for place, (name, t) in enumerate(newest.items())
    ]
    arcs = [arc for place in range(len(boxes)) for arc in _arcs(place, list(newest.values()))]
    columns = [_column(i, turn, list(newest)) for i, turn in enumerate(turns)]
    width, height = FIRST + COLUMN * len(turns) + 8, HEADER + ROW * len(newest) + 4
    card = element("rect", width=width, height=height, rx=8, fill=STILL["card"])
    words = describe(turns)
    return Drawing(document(width, height, words, card, *arcs, *boxes, *columns), words)


def rounds(tensors: Mapping[str, Any]) -> list[Round]:
    """The pass, with the sums still written out."""
    names = {t: name for name, t in tensors.items()}
    waiting = {next(iter(names)): [np.array(1.0)]}
    turns = [Round("", _by_name(waiting, names))]
    while waiting:
        t = max(waiting, key=lambda t: t.order)
        g = sum(waiting.pop(t))
        for x, rule in zip(t.inputs, t.rules, strict=True):
            if x.requires_grad:
                d = sum_to(rule(g, *[x.data for x in t.inputs]), x.data.shape)
                waiting.setdefault(x, []).append(d)
        turns.append(Round(names[t], _by_name(waiting, names), "" if t.inputs else _number(g)))
    return turns


def describe(turns: Sequence[Round]) -> str:
    return " ".join(
        (f"{turn.ran} runs" if turn.ran else "At the start")
        + (f" and keeps {turn.grad}" if turn.grad else "")
        + (f"; in flight: {_listed(turn.flying)}." if turn.flying else "; nothing is in flight.")
        for turn in turns
    )


def _listed(flying: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(f"{_sum(shares)} for {name}" for name, shares in flying.items())


def _sum(shares: Sequence[str]) -> str:
    total = f" = {_number(sum(map(float, shares)))}" if len(shares) > 1 else ""
    return " + ".join(shares) + total


def _by_name(
    waiting: Mapping[Any, Sequence[Any]], names: Mapping[Any, str]
) -> dict[str, list[str]]:
    return {names[t]: [_number(d) for d in shares] for t, shares in waiting.items()}


def _number(value: Any) -> str:
    return f"{float(value):g}"


def _middle(place: int) -> float:
    return HEADER + ROW * (place + 0.5)


def _arcs(place: int, tensors: Sequence[Any]) -> list[Markup]:
    """From a tensor to its tracked inputs, which are older and stand further down."""
    to = [tensors.index(x) for x in tensors[place].inputs if x.requires_grad]
    return [
        _arc(place, end, 12.0 * (to[:i].count(end) - (to.count(end) - 1) / 2))
        for i, end in enumerate(to)
    ]


def _arc(start: int, end: int, aside: float) -> Markup:
    top, tip = _middle(start) + TALL / 2, _middle(end) - TALL / 2
    if end == start + 1:
        x, bend = NAME + aside, 0
    else:  # past those between, on the left
        x, bend = NAME - 18, 40
    path = (
        f"M{x:g} {top:g}C{x - bend:g} {top + bend:g} {x - bend:g} {tip - bend:g} {x:g} {tip - 6:g}"
    )
    line = element("path", d=path, fill="none", stroke=STILL["line"], stroke_width=1.75)
    head = element("path", d=f"M{x:g} {tip:g}l-4 -7h8z", fill=STILL["line"])
    return element("g", line, head)


def _column(i: int, turn: Round, names: Sequence[str]) -> Markup:
    """Who ran, and below it, in the rows of the tensors, what is in flight then."""
    x = FIRST + COLUMN * (i + 0.5)
    parts = [_text(x, HEADER / 2 + 4, f"{turn.ran} runs" if turn.ran else "at the start")]
    parts += [_box(x, _middle(names.index(n)), _sum(s), "gradient") for n, s in turn.flying.items()]
    if turn.grad:
        parts.append(_box(x, _middle(names.index(turn.ran)), f"grad {turn.grad}", "gradient"))
    return element("g", *parts)


def _box(x: float, y: float, text: str, role: str) -> Markup:
    width = text_width(text, SIZE) + 12
    area = element(
        "rect",
        x=x - width / 2,
        y=y - TALL / 2,
        width=width,
        height=TALL,
        rx=6,
        fill=STILL[role],
        stroke=STILL[f"{role}-line"],
        stroke_width=1.25,
    )
    return element("g", area, _text(x, y, text))


def _text(x: float, y: float, text: str) -> Markup:
    style = {"text_anchor": "middle", "font_size": SIZE, "fill": STILL["text"]}
    return element("text", text, x=x, y=y + 0.35 * SIZE, **style)
