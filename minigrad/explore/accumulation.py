"""A training loop whose `zero_grad()` the reader can move or leave out, and its `.grad`."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says

from .axes import Axes, label, mark, signed, title
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

TARGET, STEPS = 1.0, 14  # a whole swing at the rate of the chapter
# The batch's examples fit y = w · x with these squared x, so the losses add up to (w − 1)².
SQUARES = (0.1, 0.2, 0.3, 0.4)
PIECES = (1, len(SQUARES))
OUT = "left out"
PLACES = ("first", "before backward()", "after backward()", "last", OUT)
ZERO = "optimizer.zero_grad()"
SIZE = (756, 216)
CUT = 408.0  # where a phone puts the valley below the code and the glass
CODE, ROW, TOP = 20.0, 20.5, 26.0
SLOTS = (1, 3, 5, 7, 8)  # the rows of the places for zero_grad()
GLASS = Axes(292, 38, 92, 146, (0, 1), (0, 5))
VALLEY = Axes(450, 38, 288, 130, (-0.25, 2.25), (0, 1.6))
NOTHING = Markup("")


@dataclass(frozen=True)
class Moment:
    """The state after a `backward()` or after a `step()`."""

    w: float
    pile: tuple[float, ...]  # the gradients whose sum is in `.grad`, since it was last emptied
    grad: float | None
    new: tuple[float, ...] = ()  # the gradients of this step
    moved: float = 0.0

    @property
    def loss(self) -> float:
        return (self.w - TARGET) ** 2


def zeroing(lr: float = 0.1, *, scale: float = 1.0) -> Explorer:
    """Minimize (w - 1)² from w = 0. The reader moves `zero_grad()` to another line of the loop.

    A batch in four pieces fills `.grad` as one large batch does, if it's zeroed once per step.
    """
    if not (isfinite(lr) and lr > 0):
        raise ValueError(f"zeroing(): lr must be a positive number, not {lr:g}")
    runs = {at: run(lr, *at) for at in product(PLACES, PIECES)}
    moments = range(2 * STEPS + 1)
    names = [_name(moment) for moment in moments]

    def frame(place: str, pieces: int, moment: int) -> Frame:
        now, right = runs[place, pieces][moment], runs[PLACES[0], pieces][moment]
        before = [one.w for one in runs[place, pieces][:moment:2]]
        move = runs[place, pieces][moment + 1].moved if moment % 2 else 0.0
        drawn = [
            *_code(place, pieces, moment),
            *_glass(now),
            *_valley(now, right, move, before),
        ]
        return Frame(drawn, _sentence(place, pieces, moment, now, right))

    return Explorer(
        frame,
        Control("zero_grad()", PLACES, PLACES.index(OUT), led=True),
        Control("batch", PIECES, 0, ["whole", "in four pieces"], choice=True),
        Control("step", list(moments), 4, names, play=True),
        size=SIZE,
        title="Accumulation and zeroing",
        question="Where must zero_grad() be, so that the ball ends at the bottom?",
        stills=[  # not at the bottom: that's a question
            {"step": 4},
            {"step": 14},
            {"zero_grad()": PLACES[0], "batch": PIECES[1], "step": 7},
        ],
        scale=scale,
        grips=[Grip(["zero_grad()"], lambda place, *_: (CODE, _row(_slot(place)) - 5), None)],
        cuts=[CUT],
    )


def run(lr: float, place: str, pieces: int) -> list[Moment]:
    """Return the state at the start, and after each `backward()` and each `step()`."""
    w: Any = mg.zeros(1, requires_grad=True)
    optimizer = mg.optim.SGD([w], lr=lr)
    parts = SQUARES if pieces > 1 else (1.0,)
    pile: list[float] = []

    def zero(*places: str) -> None:
        if place in places:
            optimizer.zero_grad()
            pile.clear()

    def held() -> float | None:
        return None if w.grad is None else w.grad.item()

    moments = [Moment(w.item(), (), None)]
    for _ in range(STEPS):
        zero(PLACES[0])
        new = []
        for part in parts:
            zero(PLACES[1])
            loss = (part * (w - TARGET) ** 2).sum()
            new.append(mg.autograd.grad(loss, w, retain_graph=True)[0].item())
            loss.backward()
            pile.append(new[-1])
        moments.append(Moment(w.item(), tuple(pile), held(), tuple(new)))
        zero(PLACES[2])
        before = w.item()
        optimizer.step()
        zero(PLACES[3])
        moments.append(Moment(w.item(), tuple(pile), held(), tuple(new), w.item() - before))
    return moments


def _name(moment: int) -> str:
    step, half = divmod(moment - 1, 2)
    return f"{step}: {'step()' if half else 'backward()'}" if moment else "start"


def _slot(place: str) -> int:
    return SLOTS[PLACES.index(place)]


def _row(row: int) -> float:
    return TOP + ROW * row


def _code(place: str, pieces: int, moment: int) -> list[Markup]:
    """Draw the loop. The line that has just run is marked, and `zero_grad()` is movable."""
    whole = pieces == 1
    indent = 8 if not whole and place == PLACES[1] else 4 if place != OUT else 0
    lines = {
        0: f"for step in range({STEPS}):",
        2: "    loss = (w - 1) ** 2" if whole else "    for piece in pieces:",
        4: "    loss.backward()" if whole else "        loss(piece).backward()",
        6: "    optimizer.step()",
    }
    ran = 4 if moment % 2 else 6
    slots = [
        element("path", d=f"M{CODE + 18:g} {_row(row) - 5:g}h200", stroke=LIVE["grid"],
                stroke_dasharray="2 5")
        for row in SLOTS if row != _slot(place)
    ]  # fmt: skip
    y = _row(_slot(place))
    style: dict[str, Any] = (
        {"text_decoration": "line-through"} if place == OUT else {"font_weight": "bold"}
    )
    words = (" " * indent).replace(" ", "\u00a0")
    x = CODE + 20
    chip = _band(y, fill=LIVE["card"], stroke=LIVE["text"])
    zero = element("g", chip, label(words + ZERO, x, y, **style))
    return [
        _band(_row(ran), fill=LIVE["grid"]) if moment else NOTHING,
        element("g", *slots),
        *(label(text.replace(" ", "\u00a0"), x, _row(row)) for row, text in lines.items()),
        says(zero, "zero_grad()"),
    ]


def _band(y: float, **style: str) -> Markup:
    return element("rect", x=CODE + 14, y=y - 14.5, width=244, height=19.5, rx=5, **style)


def _glass(now: Moment) -> list[Markup]:
    """Draw `.grad` as a glass of blocks. A gradient of the other sign takes from the top."""
    left, right = GLASS.left, GLASS.left + GLASS.width
    bottom = GLASS.top + GLASS.height
    blocks = _stacked(now.pile)
    style = {"fill": LIVE["gradient"], "stroke": LIVE["gradient-line"], "stroke_width": 1.25}
    drawn, height = [], 0.0
    for block in blocks:
        low = height
        height += abs(block)
        y = GLASS.at(0, min(height, GLASS.ys[1]))[1]
        tall = GLASS.at(0, min(low, GLASS.ys[1]))[1] - y
        box = {"x": left + 4, "y": round(y, 1), "width": GLASS.width - 8, "height": round(tall, 1)}
        drawn.append(element("rect", **box, rx=2, **style))
    most = len(SQUARES) * STEPS
    glass = f"M{left:g} {GLASS.top:g}V{bottom:g}H{right:g}V{GLASS.top:g}"
    line = {"fill": "none", "stroke": LIVE["line"], "stroke_width": 2}
    return [
        label(_signed_name(now.grad), left, GLASS.top - 14, font_weight="bold"),
        element("path", d=glass, **line),
        *drawn,
        *[NOTHING] * (most - len(drawn)),
        says(label(_is(now.grad), left + GLASS.width / 2, bottom + 20, anchor="middle"),
             gradient=[_is(now.grad)]),
    ]  # fmt: skip


def _signed_name(grad: float | None) -> str:
    """Name `.grad` with its sign, because its blocks pile up whether they're negative or not."""
    return f"w.grad {'<' if grad < 0 else '>'} 0" if grad else "w.grad"


def _stacked(pile: Sequence[float]) -> list[float]:
    """Return blocks of one sign with the same sum, from the bottom to the top."""
    blocks: list[float] = []
    for g in pile:
        while blocks and g * blocks[-1] < 0:
            g += blocks.pop()
        if g:
            blocks.append(g)
    return blocks


def _valley(now: Moment, right: Moment, move: float, before: Sequence[float]) -> list[Markup]:
    """Draw the loss, both weights, and the move that the next `step()` makes."""
    bowl = [(w / 50, (w / 50 - TARGET) ** 2) for w in range(-13, 114)]
    arrow = NOTHING
    if move and VALLEY.holds(now.w, now.loss):
        (x, y), (end, _) = (VALLEY.at(w, now.loss) for w in (now.w, now.w + move))
        arrow = _arrow(x, y - 18, min(max(end, VALLEY.left), VALLEY.left + VALLEY.width))
    ball = VALLEY.mark((now.w, now.loss), "value-line", size=7)
    ghost = VALLEY.mark((right.w, right.loss), "text", "ring", 9)
    return [
        VALLEY.frame("", "w", (0, 0.5, 1, 1.5, 2), (0, 0.5, 1, 1.5)),
        title("loss", VALLEY.left, VALLEY.top - 14),
        _arrow(VALLEY.left + 50, VALLEY.top - 18, VALLEY.left + 68),
        label("step()", VALLEY.left + 74, VALLEY.top - 14),
        mark((VALLEY.left + 150, VALLEY.top - 18), "text", "ring", 7),
        label("zeroed first", VALLEY.left + 164, VALLEY.top - 14),
        VALLEY.path(bowl, "line"),
        VALLEY.dots([(w, (w - TARGET) ** 2) for w in before], "value-line", 2),
        arrow,
        says(ghost, f"w = {_two(right.w)}") if right.w != now.w else ghost,
        says(ball, f"w = {_two(now.w)}"),
    ]


def _arrow(x: float, y: float, end: float) -> Markup:
    """Draw a move of the weight, in the weight's color. A short one still has a shaft."""
    size = min(8.0, 0.6 * abs(end - x))
    head = size if end > x else -size
    line = {"stroke": LIVE["value-line"], "stroke_width": 3.5}
    tip = f"M{end:.1f} {y:.1f}l{-head:.1f} {-0.75 * size:.1f}v{1.5 * size:.1f}z"
    return element(
        "g",
        element("path", d=f"M{x:.1f} {y - 6:.1f}v12", stroke=LIVE["value-line"]),
        element("path", d=f"M{x:.1f} {y:.1f}H{end - head:.1f}", **line),
        element("path", d=tip, fill=LIVE["value-line"]),
    )


def _sentence(place: str, pieces: int, moment: int, now: Moment, right: Moment) -> str:
    if not moment:
        return f"Before the first step, w = {_two(now.w)}, and {_is(now.grad)}."
    step, half = divmod(moment - 1, 2)
    if half:
        return _stepped(f"Step {step}, step(): ", place, now, right)
    true = sum(now.new)
    before = sum(now.pile[: -len(now.new)])
    if pieces == 1:
        text = f"Step {step}, backward(): "
        if len(now.pile) == 1:
            return f"{text}{_is(now.grad)}, which is the true gradient."
        return f"{text}the gradient {_two(true)} is added to {_two(before)}, so {_is(now.grad)}."
    text = f"Step {step}, backward() four times: "
    if place == PLACES[1]:
        return (
            f"{text}each zero_grad() drops the piece before it, so {_is(now.grad)}, which is only "
            f"the last piece of {_two(true)}."
        )
    sum_ = ", ".join(map(_two, now.new[:-1])) + f", and {_two(now.new[-1])}"
    if len(now.pile) == len(now.new):
        return f"{text}{sum_} add up to the gradient of the whole batch, so {_is(now.grad)}."
    return f"{text}{sum_} are added to {_two(before)}, so {_is(now.grad)}."


def _stepped(text: str, place: str, now: Moment, right: Moment) -> str:
    if place == PLACES[2]:
        return f"{text}zero_grad() has emptied w.grad, so nothing moves, and w = {_two(now.w)}."
    text += f"w moves by {_two(now.moved)}, so w = {_two(now.w)}, and the loss is {now.loss:.3g}."
    if now.w == right.w:
        return text
    return f"{text} Zeroed first, w = {_two(right.w)}, and the loss is {right.loss:.3g}."


def _is(held: float | None) -> str:
    return f"w.grad = {'None' if held is None else _two(held)}"


def _two(number: float) -> str:
    return signed(f"{number + 0.0:.2f}")  # + 0.0 turns -0 into 0
