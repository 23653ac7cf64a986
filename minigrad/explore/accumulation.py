"""A training loop whose `zero_grad()` the reader can move or leave out, and its `.grad`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import isfinite
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says

from .axes import TICK, Axes, Point, arrow, label, mark, prose, signed
from .explorer import Control, Explorer
from .frames import Frame, Narrow
from .grip import Grip
from .verdict import badge, judged, verdict

TARGET, STEPS = 1.0, 14  # a whole swing at the rate of the chapter
# The batch's examples fit y = w · x with these squared x, so the losses add up to (w − 1)².
SQUARES = (0.1, 0.2, 0.3, 0.4)
PIECES = (1, len(SQUARES))
CLOSE = 0.1  # to the bottom, at the end
READ = 3  # steps that Play shows slowly, with the backward() after them
OUT = "left out"
PLACES = ("first", "before backward()", "after backward()", "last", OUT)
ZERO = "optimizer.zero_grad()"
# The ring of the grip is far from the edge, where a phone's browser would go back a page.
CODE, ROW, TOP = 34.0, 20.0, 24.0
BAND = (CODE + 14, 244.0, 18.0)  # left, width, and height of the mark on a line
WHOLE = 334.0  # the width of a mark that reaches over a step's formula
SLOTS = (1, 3, 5, 7, 8)  # the rows of the places for zero_grad()
SLAB = 20.0  # the height of a slab, if the pile has room for it
GHOST = {"fill": LIVE["value"], "stroke": LIVE["value-line"], "stroke_width": 1.25}
NOTHING = Markup("")


@dataclass(frozen=True)
class Layout:
    """The code and the key, and next to them or below them the loss and the pile.

    Both plots have the bottom of the valley and a gradient of 0 in the middle. So a gradient and
    the step that it leads to point in opposite directions.
    """

    size: Point
    valley: Axes
    pile: Axes
    key: tuple[Point, Point, Point]


def _layout(
    size: Point, left: float, width: float, tops: Point, heights: Point,
    key: tuple[Point, Point, Point],
) -> Layout:  # fmt: skip
    valley = Axes(left, tops[0], width, heights[0], (-0.25, 2.25), (0, 1.6))
    pile = Axes(left, tops[1], width, heights[1], (-6, 6), (0, heights[1]))
    return Layout(size, valley, pile, key)


WIDE = _layout((800, 372), 334, 440, (38, 214), (120, 102), ((52, 254), (52, 278), (52, 302)))
# On a phone, a step's formula is next to its line, and the other keys are next to the titles.
PHONE = _layout((384, 472), 44, 324, (224, 362), (92, 60), ((217, 144), (128, 352), (136, 210)))
CUT = 298.0


@dataclass(frozen=True)
class Moment:
    """The state after a `backward()` or after a `step()`."""

    w: float
    pile: tuple[tuple[int, float], ...]  # the steps and gradients that `.grad` is the sum of
    grad: float | None
    new: tuple[float, ...] = ()  # the gradients of this step
    moved: float = 0.0

    @property
    def loss(self) -> float:
        return (self.w - TARGET) ** 2


def zeroing(lr: float = 0.1) -> Explorer:
    """Minimize (w - 1)² from w = 0. The reader moves `zero_grad()` to another line of the loop.

    A batch in four pieces fills `.grad` as one large batch does, if it's zeroed once per step.
    """
    if not (isfinite(lr) and lr > 0):
        raise ValueError(f"zeroing(): lr must be a positive number, not {lr:g}")
    runs = {at: run(lr, *at) for at in product(PLACES, PIECES)}
    moments = range(2 * STEPS + 1)
    names = [_name(moment) for moment in moments]

    def drawn(layout: Layout, place: str, pieces: int, moment: int) -> list[Markup]:
        done = runs[place, pieces]
        return [
            *_code(layout, place, pieces, moment),
            *_key(layout, lr),
            *_pile(layout.pile, done[moment], (moment - 1) // 2),
            *_valley(layout.valley, done, runs[PLACES[0], pieces], moment),
        ]

    def frame(place: str, pieces: int, moment: int) -> Frame:
        now, right = runs[place, pieces][moment], runs[PLACES[0], pieces][moment]
        said = _sentence(place, pieces, moment, now, right)
        if moment == 2 * STEPS:
            others = sum(_arrives(runs[at, pieces][-1]) for at in PLACES if at != place)
            said = verdict(_arrives(now), _reason(place, pieces, now, lr, others), said)
        step = f"Step {(moment - 1) // 2}" if moment else "Before the first step"
        brief = f"{step}: w = {_two(now.w)}, and {_is(now.grad)}."
        return Frame(drawn(WIDE, place, pieces, moment), said, brief)

    return Explorer(
        frame,
        Control("zero_grad()", PLACES, PLACES.index(OUT), led=True),
        Control("batch", PIECES, 0, ["whole", "in four pieces"], choice=True, runs=True),
        Control("step", list(moments), 1, names, play=True, slow=2 * READ + 2),
        size=WIDE.size,
        title="Accumulation and zeroing",
        question="Press Play. Then drag zero_grad() to where the ball ends at the bottom.",
        stills=[  # not at the bottom: that's a question
            {"step": 4},
            {"step": 14},
            {"zero_grad()": PLACES[0], "batch": PIECES[1], "step": 7},
        ],
        grips=[
            Grip(
                ["zero_grad()"],
                lambda place, *_: (CODE, _row(_slot(place)) - 5),
                None,
                runs=True,
                body=(BAND[0] - CODE, -BAND[2] / 2, *BAND[1:]),
            )
        ],
        cuts=[CUT],
        narrow=Narrow(partial(drawn, PHONE), PHONE.size),
    )


def run(lr: float, place: str, pieces: int) -> list[Moment]:
    """Return the state at the start, and after each `backward()` and each `step()`."""
    w: Any = mg.zeros(1, requires_grad=True)
    optimizer = mg.optim.SGD([w], lr=lr)
    parts = SQUARES if pieces > 1 else (1.0,)
    pile: list[tuple[int, float]] = []

    def zero(*places: str) -> None:
        if place in places:
            optimizer.zero_grad()
            pile.clear()

    def held() -> float | None:
        return None if w.grad is None else w.grad.item()

    moments = [Moment(w.item(), (), None)]
    for step in range(STEPS):
        zero(PLACES[0])
        new = []
        for part in parts:
            zero(PLACES[1])
            loss = (part * (w - TARGET) ** 2).sum()
            new.append(mg.autograd.grad(loss, w, retain_graph=True)[0].item())
            loss.backward()
            pile.append((step, new[-1]))
        moments.append(Moment(w.item(), tuple(pile), held(), tuple(new)))
        zero(PLACES[2])
        before = w.item()
        optimizer.step()
        # `step()` leaves the gradient as it is, also if the line after it is `zero_grad()`.
        moments.append(Moment(w.item(), tuple(pile), held(), tuple(new), w.item() - before))
        zero(PLACES[3])
    return moments


def _name(moment: int) -> str:
    step, half = divmod(moment - 1, 2)
    return f"{step}: {'step()' if half else 'backward()'}" if moment else "start"


def _slot(place: str) -> int:
    return SLOTS[PLACES.index(place)]


def _row(row: int) -> float:
    return TOP + ROW * row


def _code(layout: Layout, place: str, pieces: int, moment: int) -> list[Markup]:
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
    # A line that's left out is a comment.
    words = "# " if place == OUT else (" " * indent).replace(" ", "\u00a0")
    x = CODE + 20
    chip = _band(y, BAND[1], fill=LIVE["card"], stroke=LIVE["text"])
    long = BAND[1] if layout is WIDE else WHOLE
    weight = None if place == OUT else "bold"
    zero = element("g", chip, label(words + ZERO, x, y, font_weight=weight))
    return [
        _band(_row(ran), long, fill=LIVE["grid"]) if moment else NOTHING,
        element("g", *slots),
        *(label(text.replace(" ", "\u00a0"), x, _row(row)) for row, text in lines.items()),
        says(zero, "zero_grad()"),
    ]


def _band(y: float, width: float, **style: str) -> Markup:
    left, _, height = BAND
    return element("rect", x=left, y=y - 13.5, width=width, height=height, rx=5, **style)


def _key(layout: Layout, lr: float) -> list[Markup]:
    (x, y), (slab, row), (ring, last) = layout.key
    return [
        _arrow(x, y - 4.5, x + 20),
        label(f"w -= {lr:g} * w.grad", x + 28, y),
        element("rect", x=slab, y=row - 10, width=20, height=12, rx=2, fill=LIVE["gradient-line"]),
        prose("the newest gradient", slab + 30, row),
        element("circle", cx=ring + 10, cy=last - 4.5, r=7, **GHOST),
        prose("with zero_grad() first", ring + 30, last),
    ]


def _pile(axes: Axes, now: Moment, newest: int) -> list[Markup]:
    """Draw the sum in `.grad` as slabs, each of which begins where the one below it ends."""
    bottom, (zero, _) = axes.top + axes.height, axes.at(0, 0)
    steps = sorted({step for step, _ in now.pile})
    tall = min(SLAB, axes.height / max(len(steps), 1))
    slabs = [NOTHING] * (len(SQUARES) * STEPS)
    drawn, sum_ = [0] * STEPS, 0.0
    for step, g in now.pile:
        row = bottom - (steps.index(step) + 1) * tall, tall
        falls = drawn[step] if step == newest else None
        slabs[len(SQUARES) * step + drawn[step]] = _slab(axes, sum_, g, row, falls)
        drawn[step] += 1
        sum_ += g
    held, y = _is(now.grad), bottom + 15
    side, anchor = (-12, "end") if sum_ > 0 else (12, "start")
    marks = [-4, -2, 0, 2, 4]
    lines = "".join(f"M{axes.at(x, 0)[0]:.1f} {axes.top:g}V{bottom:g}" for x in marks)
    return [
        label("w.grad", axes.left, axes.top - 10, font_weight="bold"),
        element("path", d=lines, stroke=LIVE["grid"]),
        *(
            label(signed(str(x)), axes.at(x, 0)[0], bottom + 46, "faint", "middle", **TICK)
            for x in marks
        ),
        *slabs,
        element("path", d=f"M{axes.left:g} {bottom:g}h{axes.width:g}", stroke=LIVE["line"]),
        element("path", d=f"M{zero:.1f} {axes.top:g}V{y + 12:g}", stroke=LIVE["text"]),
        says(_total((zero, y), (_within(axes, sum_), y)), gradient=[held]),
        says(
            label(
                held,
                zero + side,
                y + 4.5,
                "gradient-ink",
                anchor,
                font_weight="bold",
                class_="mg-lands",
            ),
            gradient=[held],
        ),
    ]


def _slab(axes: Axes, start: float, g: float, row: Point, falls: int | None) -> Markup:
    """Draw a gradient. `falls` is the number of slabs that fall before it, if it's new."""
    low, high = (_within(axes, x) for x in sorted((start, start + g)))
    size = {"x": low, "y": row[0], "width": high - low, "height": row[1]}
    style = {name: round(number, 1) for name, number in size.items()} | {"rx": 2}
    if not style["width"]:
        return NOTHING  # too short, or outside the axes
    if falls is None:
        return element("rect", **style, fill=LIVE["gradient"], stroke=LIVE["gradient-line"])
    new = element(
        "rect", **style, fill=LIVE["gradient-line"], stroke=LIVE["card"], data_falls=falls
    )
    return says(new, gradient=[f"gradient {_two(g)}", "true gradient", "last piece", _two(g)])


def _total(start: Point, end: Point) -> Markup:
    """Draw the sum as an arrow, or as a disk if it would be too short for a head."""
    if abs(end[0] - start[0]) < 12:
        total = mark(end, "gradient-line", size=5) if end != start else NOTHING
    else:
        total = arrow(start, end, "gradient-line", 4, 12)
    return Markup(re.sub(r"^<\w+", r'\g<0> class="mg-lands"', total))


def _within(axes: Axes, x: float) -> float:
    return axes.at(min(max(x, axes.xs[0]), axes.xs[1]), 0)[0]


def _valley(
    axes: Axes, done: Sequence[Moment], zeroed: Sequence[Moment], moment: int
) -> list[Markup]:
    """Draw the loss, the weights of both runs, and the step that comes next or was taken last."""
    now, other = done[moment], zeroed[moment]
    bowl = [(w / 50, (w / 50 - TARGET) ** 2) for w in range(-13, 114)]
    ahead = moment % 2  # backward() has run, and step() is next
    start = now if ahead else done[max(moment - 1, 0)]
    moved, step = done[moment + ahead].moved, NOTHING
    if moved and axes.holds(start.w, start.loss):
        x, y = axes.at(start.w, start.loss)
        step = _arrow(x, y - 18, _within(axes, start.w + moved), None if ahead else 0.4)
        step = says(step, f"w moves by {_two(moved)}")
    ball = says(axes.mark((now.w, now.loss), "value-line", size=7), f"w = {_two(now.w)}")
    x, y = axes.at(other.w, other.loss)
    ghost = element("circle", cx=round(x, 1), cy=round(y, 1), r=9, **GHOST)
    mark_, right = NOTHING, _arrives(now)
    if ball and moment == 2 * STEPS:
        x, y = axes.at(now.w, now.loss)
        ball, mark_ = judged(ball, right), badge(right, (x + 17, y - 17))
    before = [(one.w, one.loss) for one in done[:moment:2]]
    return [
        axes.frame("loss vs. w", "", (0, 0.5, 1, 1.5, 2), (0, 0.5, 1, 1.5)),
        axes.path(bowl, "line"),
        axes.dots(before, "value-line", 2),
        step,
        says(ghost, f"w = {_two(other.w)}") if other.w != now.w else ghost,
        ball,
        mark_,
    ]


def _arrives(now: Moment) -> bool:
    return abs(now.w - TARGET) < CLOSE


def _arrow(x: float, y: float, end: float, opacity: float | None = None) -> Markup:
    """Draw a move of the weight, in the weight's color. A short one still has a shaft."""
    size = min(9.0, 0.6 * abs(end - x))
    head = size if end > x else -size
    line = {"stroke": LIVE["value-line"], "stroke_width": 3.5}
    tip = f"M{end:.1f} {y:.1f}l{-head:.1f} {-0.75 * size:.1f}v{1.5 * size:.1f}z"
    return element(
        "g",
        element("path", d=f"M{x:.1f} {y - 6:.1f}v12", stroke=LIVE["value-line"]),
        element("path", d=f"M{x:.1f} {y:.1f}H{end - head:.1f}", **line),
        element("path", d=tip, fill=LIVE["value-line"]),
        opacity=opacity,
    )


def _sentence(place: str, pieces: int, moment: int, now: Moment, right: Moment) -> str:
    if not moment:
        return f"Before the first step, w = {_two(now.w)}, and {_is(now.grad)}."
    step, half = divmod(moment - 1, 2)
    if half:
        return _stepped(f"Step {step}, step(): ", place, now, right)
    true = sum(now.new)
    before = sum(g for at, g in now.pile if at < step)
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
    text += f"w moves by {_two(now.moved)}, so w = {_two(now.w)}."
    return text if now.w == right.w else f"{text} With zero_grad() first, w = {_two(right.w)}."


def _reason(place: str, pieces: int, now: Moment, lr: float, others: int) -> str:
    ends = f"The ball ends {_two(abs(now.w - TARGET))} from the bottom"
    if _arrives(now):
        own = "gradient" if pieces == 1 else "four pieces"
        more = {1: " One other place works, too.", 2: " Two other places work, too."}
        return f"{ends}: each step() used only its own {own}.{more.get(others, '')}"
    if place == OUT:
        return f"{ends}: each step() used the sum of all gradients so far."
    if place == PLACES[2]:
        return "The ball never moved: each step() found w.grad empty."
    if place == PLACES[1] and pieces > 1:
        return f"{ends}: each step() used only the last piece."
    return f"{ends}: lr = {lr:g} is too {'large' if now.loss > 1 else 'small'}."


def _is(held: float | None) -> str:
    return f"w.grad = {'None' if held is None else _two(held)}"


def _two(number: float) -> str:
    """Write two decimals, or three if two would leave at most one digit of a small number."""
    decimals = 3 if 0 < abs(number) < 0.05 else 2
    return signed(f"{number + 0.0:.{decimals}f}")  # + 0.0 turns -0 into 0
