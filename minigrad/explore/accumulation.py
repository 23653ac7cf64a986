"""Explorers of `.grad`: calls in any order, and a training run that never zeroes `.grad`."""

from collections.abc import Callable
from itertools import groupby, product
from math import isfinite
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element, says, text_width
from minigrad.draw.tens import tens

from .action import Action, Position
from .axes import Axes, Point, key, label, signed
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

SLOPE, CALLS = 3.0, 9
NONE = -SLOPE  # `None` isn't 0, so it has its own position, below the axis's 0
BACKWARD, ZERO = CHOICES = ("backward()", "zero_grad()")
FULL = f"The figure has room for only {CALLS} calls. Press Undo or Reset."
EMPTY = "There's nothing to undo yet, because you haven't made a call."

TARGET, STEPS = 1.0, 48
RUNS = ("zeroed", "never zeroed")
# The first mark is drawn larger, so that it stays visible if both are in the same place.
LOOKS = (("value-line", None, "disc", 8.5), ("series-2", "6 3", "diamond", 5.5))
PUSH = 9.0  # pixels for a gradient of 1
PUSHES = (72, 88)  # heights at which the arrows of the true gradient and of .grad are drawn
TRUE_DASH = "4 3"
State = tuple[float, float, float]  # the weight, its loss, and the value of .grad
Calls = tuple[str, ...]
Held = float | None


def backward_calls(*, scale: float = 1.0) -> Explorer:
    """Let the reader call `(3 * w).backward()` and `zero_grad()` in any order."""
    runs = every(CALLS)
    index = {calls: i for i, calls in enumerate(runs)}
    axes = Axes(340, 60, 306, 200, (0, CALLS), (NONE, SLOPE * CALLS + 1))
    heights = {NONE: "None"} | {3.0 * k: str(3 * k) for k in range(CALLS + 1)}
    fixed = [
        axes.frame("w.grad after each call", "calls", range(CALLS + 1), heights, above=36),
        says(axes.path([(0, SLOPE), (CALLS, SLOPE)], "value-line", 2, "6 4"), "true gradient"),
        key(f"the true gradient, {SLOPE:g}", 340, 42, "value-line", "6 4"),
        label("now in w.grad", 28, 24, font_weight="bold"),
        _places(CALLS),
    ]

    def frame(calls: Calls) -> Frame:
        held = runs[calls]
        marks = [_called(axes, k, *held[k - 1 : k + 1]) for k in range(1, len(held))]
        empty = [Markup("")] * (CALLS - len(marks))
        in_grad = [_blocks(round((held[-1] or 0.0) / SLOPE)), label(_is(held[-1]), 28, 290)]
        in_grad = [says(piece, gradient=[_is(held[-1])]) for piece in in_grad]
        return Frame([*fixed, *in_grad, *marks, *empty], _sentence(calls, held[-1]))

    def then(choice: str) -> Callable[[Position], Position | str]:
        following = [index.get((*calls, choice)) for calls in runs]
        return lambda at: FULL if (to := following[at[0]]) is None else (to,)

    before = [index[calls[:-1]] for calls in runs]
    choices = [Action(choice, then(choice), "call") for choice in CHOICES]
    undo = Action("Undo", lambda at: (before[at[0]],) if at[0] else EMPTY)
    again, anew = (BACKWARD,) * 4, (BACKWARD,) * 3 + (ZERO, BACKWARD)
    return Explorer(
        frame,
        Control("calls", list(runs), 0, [_in_short(calls) for calls in runs], led=True),
        size=(664, 312),
        title="Backward calls and zeroing",
        stills=[(index[calls],) for calls in ((), again, anew)],
        scale=scale,
        actions=[*choices, undo],
        cuts=[292],
    )


def every(most: int) -> dict[Calls, list[Held]]:
    """Return all sequences of up to `most` calls, with `.grad` before and after each call.

    Only full-length sequences are run. The shorter sequences take their values from the
    intermediate results.
    """
    held: dict[Calls, list[Held]] = {}
    for calls in product(CHOICES, repeat=most):
        w: Any = mg.tensor(1.0, requires_grad=True)
        optimizer = mg.optim.SGD([w], lr=0.1)
        history: list[Held] = [None]
        held.setdefault((), history[:])
        for count, call in enumerate(calls, 1):
            if call == BACKWARD:
                (SLOPE * w).backward()
            else:
                optimizer.zero_grad()
            history.append(None if w.grad is None else w.grad.item())
            held.setdefault(calls[:count], history[:])
    return held


def _in_short(calls: Calls) -> str:
    runs = [(call, len(list(run))) for call, run in groupby(calls)]
    return ", ".join(call if n == 1 else f"{n} × {call}" for call, n in runs) or "none"


def _sentence(calls: Calls, held: Held) -> str:
    if not calls:
        return f"After 0 calls, {_is(held)}, because no gradient has arrived yet."
    count = "1 call" if len(calls) == 1 else f"{len(calls)} calls"
    start = f"After {count}{', the last of them' * (len(calls) > 1)} {calls[-1]}, {_is(held)}"
    if held is None:
        return f"{start}. The next backward() begins a new sum."
    shares = round(held / SLOPE)
    if shares == 1:
        return f"{start}, which is the true gradient."
    why = f"because {shares} gradients of {SLOPE:g} were added up"
    return f"{start}, {why}. The true gradient is {SLOPE:g}."


def _called(axes: Axes, k: int, before: Held, after: Held) -> Markup:
    """Draw one call: a mark for the new `.grad`, or a ring for None, and a line to that mark."""
    place = (k, NONE if after is None else after)
    shape, size = ("ring", 5) if after is None else ("disc", 5.5)
    mark = axes.mark(place, "gradient-line", shape, size)
    if before is None or after is None:  # no number changed, so there is nothing to connect
        return element("g", mark)
    return element("g", axes.path([(k - 1, before), place], "gradient-line", 2), mark)


def _is(held: Held) -> str:
    return f"w.grad = {'None' if held is None else f'{held:g}'}"


def _corners(count: int) -> list[Point]:
    return [(28 + 50.0 * (i % 5), 222 - 50.0 * (i // 5)) for i in range(count)]


def _places(count: int) -> Markup:
    """Outline the places where blocks will appear, so that the figure doesn't start out empty."""
    d = "".join(f"M{x:g} {y:g}h44v44h-44z" for x, y in _corners(count))
    return element("path", d=d, fill="none", stroke=LIVE["line"], stroke_dasharray="3 4")


def _blocks(count: int) -> Markup:
    """Draw one block for each gradient in the sum, five to a row."""
    parts = []
    style = {"fill": LIVE["gradient"], "stroke": LIVE["gradient-line"], "stroke_width": 1.5}
    for x, y in _corners(count):
        parts.append(element("rect", x=x, y=y, width=44, height=44, rx=5, **style))
        parts.append(label(f"{SLOPE:g}", x + 22, y + 26.5, anchor="middle"))
    return element("g", *parts) if parts else Markup("")


def two_runs(lr: float = 0.02, *, scale: float = 1.0) -> Explorer:
    """Minimize (w - 1)² by gradient descent from w = 0, once with zeroing and once without."""
    if not (isfinite(lr) and lr > 0):
        raise ValueError(f"two_runs(): lr must be a positive number, not {lr:g}")
    runs = [run(lr, zeroing=name == "zeroed") for name in RUNS]
    ticks = range(0, STEPS + 1, 12)
    valley = Axes(52, 64, 218, 176, (-0.25, 2.25), (0, 1.25))
    steps = (-2.0, float(STEPS))  # the first marks are beside the ticks
    losses = Axes(336, 64, 218, 176, steps, (0, 1.25))
    sums = Axes(624, 64, 218, 176, steps, (-12, 12))
    bowl = [(w / 50, (w / 50 - TARGET) ** 2) for w in range(-13, 114)]
    fixed = [
        valley.frame("loss vs. w", "w", (0, 0.5, 1, 1.5, 2), (0, 0.5, 1), above=40),
        losses.frame("loss over the steps", "step", ticks, (0, 0.5, 1), above=40),
        sums.frame("what .grad holds", "step", ticks, (-10, -5, 0, 5, 10), above=40),
        valley.path(bowl, "line"),
        # Each panel has its own legend, because a phone stacks the panels.
        _arrow(52, 44, 26, TRUE_DASH),
        label("true gradient", 86, 48.5),
        _arrow(200, 44, 26, None),
        label(".grad", 234, 48.5),
        *(
            key(name, axes.left + x, 44, role, dash, shape)
            for axes in (losses, sums)
            for name, x, (role, dash, shape, _) in zip(RUNS, (0, 98), LOOKS, strict=True)
        ),
        # The run that the chapter doesn't ask about shows the extent of the axes in advance.
        *(_ahead(axes, runs[0], column) for axes, column in ((losses, 1), (sums, 2))),
    ]

    def frame(step: int) -> Frame:
        pieces = list(fixed)
        for name, states, (role, dash, shape, size) in zip(RUNS, runs, LOOKS, strict=True):
            w, loss, held = states[step]
            for axes, column in ((losses, 1), (sums, 2)):
                trail = [(float(t), state[column]) for t, state in enumerate(states[: step + 1])]
                pieces.append(says(axes.path(trail, role, 2.5, dash), name))
            pieces.append(says(losses.mark((step, loss), role, shape, size), _loss(loss)))
            pieces.append(says(sums.mark((step, held), role, shape, size), gradient=[_held(held)]))
            pieces.append(says(valley.mark((w, loss), role, shape, size), _weight(w)))
        pieces += _pushes(valley, *runs[1][step])
        return Frame(pieces, _compared(step, lr, *(states[step] for states in runs)))

    return Explorer(
        frame,
        Control("step", range(STEPS + 1), play=True),
        size=(874, 298),
        title="A run that zeroes its gradients, next to one that never does",
        stills=[(0,), (4,), (16,)],  # not at the minimum, because the chapter asks about it
        scale=scale,
        grips=[_timeline("step", losses), _timeline("step", sums)],
        cuts=[296, 578],
    )


def run(lr: float, zeroing: bool) -> list[State]:
    """Return the weight, the loss, and `.grad` before each step."""
    w: Any = mg.zeros(1, requires_grad=True)
    states = []
    for _ in range(STEPS + 1):
        if zeroing:
            w.grad = None
        loss = ((w - TARGET) ** 2).sum()
        loss.backward()
        states.append((w.item(), loss.item(), w.grad.item()))
        with mg.no_grad():
            w -= lr * w.grad
    return states


def _ahead(axes: Axes, states: list[State], column: int) -> Markup:
    """Draw the whole training run in advance, in a faint color."""
    role = LOOKS[0][0]
    line = axes.path([(float(t), state[column]) for t, state in enumerate(states)], role, 2)
    return element("g", line, opacity=0.25)


def _timeline(name: str, axes: Axes) -> Grip:
    """Let the reader select a step by pressing a plot above that step."""
    area = (axes.left - 10, axes.top - 10, axes.width + 20, axes.height + 20)
    return Grip([name], lambda *at: axes.at(at[-1], axes.ys[0]), area, ringed=False)


def _pushes(valley: Axes, w: float, loss: float, held: float) -> list[Markup]:
    """Draw two arrows above the weight, for the moves due to the true gradient and to `.grad`."""
    if not valley.holds(w, loss):
        return []
    x, y = valley.at(w, loss)
    true = 2 * (w - TARGET)
    guide = f"M{x:.1f} {y:.1f}V{PUSHES[0]}"
    style = {"stroke": LIVE["line"], "stroke_dasharray": "2 3"}
    halo: dict[str, Any] = {"stroke": LIVE["card"], "stroke_width": 4, "paint_order": "stroke"}
    drawn = [element("path", d=guide, fill="none", **style)]
    names = f"true gradient is {_two_places(true)}", _held(held)
    for gradient, top, dash, name in zip(
        (true, held), PUSHES, (TRUE_DASH, None), names, strict=True
    ):
        room = valley.left + valley.width - x if gradient < 0 else x - valley.left
        length = min(PUSH * abs(gradient), room) * (1 if gradient < 0 else -1)
        drawn.append(says(_arrow(x, top, length, dash), gradient=[name]))
        text = _two_places(gradient)
        side, anchor = (x - 7, "end") if gradient < 0 else (x + 7, "start")
        if gradient < 0 and side - text_width(text, 13) < valley.left:  # it would lie on the axis
            side, anchor = x + length + 7, "start"
        drawn.append(label(text, side, top + 4.5, anchor=anchor, **halo))  # legible on the curve
    return drawn


def _arrow(x: float, y: float, length: float, dash: str | None) -> Markup:
    """Draw an arrow to the right, or to the left if `length` is negative."""
    head = max(min(9.0, length), -9.0)
    line = {"stroke": LIVE["gradient-line"], "stroke_width": 3, "stroke_dasharray": dash}
    tip = f"M{x + length:.1f} {y:.1f}l{-head:.1f} -5v10z"
    return element(
        "g",
        element("path", d=f"M{x:.1f} {y - 6:.1f}v12", stroke=LIVE["line"], stroke_width=1.5),
        element("path", d=f"M{x:.1f} {y:.1f}h{length - head:.1f}", **line),
        element("path", d=tip, fill=LIVE["gradient-line"]),
    )


def _compared(step: int, lr: float, zeroed: State, never: State) -> str:
    (w0, loss0, held0), (w1, loss1, held1) = zeroed, never
    return (
        f"At step {step}, the run that is never zeroed has {_weight(w1)} and {_loss(loss1)}. Its "
        f"true gradient is {_two_places(2 * (w1 - TARGET))}, and {_held(held1)}, so the next step "
        f"adds {signed(f'{-lr * held1:.3f}')} to w. The zeroed run has {_weight(w0)} and "
        f"{_loss(loss0)}, and {_held(held0)}."
    )


def _weight(w: float) -> str:
    return f"w = {_two_places(w)}"


def _loss(loss: float) -> str:
    return tens(f"loss {loss:.3g}")


def _held(held: float) -> str:
    return f".grad holds {_two_places(held)}"


def _two_places(number: float) -> str:
    return signed(f"{number + 0.0:.2f}")  # + 0.0 turns -0 into 0
