"""What .grad holds after many backward calls, and a training run in which nobody zeroes it."""

from math import isfinite
from typing import Any

import minigrad as mg
from minigrad.draw.palette import LIVE
from minigrad.draw.svg import Markup, element

from .axes import Axes, key, label, signed
from .explorer import Control, Explorer
from .frames import Frame
from .grip import Grip

SLOPE, CALLS = 3.0, 20
ZEROING = ("never", "before every fourth call", "before each call")
PERIODS = dict(zip(ZEROING, (CALLS + 1, 4, 1), strict=True))  # calls from one zeroing to the next

TARGET, STEPS = 1.0, 48
RUNS = ("zeroed", "never zeroed")
# The first is drawn larger, to be seen where both stand at one place.
LOOKS = (("value-line", None, "disc", 8.5), ("series-2", "6 3", "diamond", 5.5))
State = tuple[float, float, float]  # the weight, its loss, and what .grad holds


def backward_calls(*, scale: float = 1.0) -> Explorer:
    """`(3 * w).backward()` again and again, with and without zeroing in between."""
    held = {way: gradients(PERIODS[way]) for way in ZEROING}
    axes = Axes(420, 60, 400, 200, (0, CALLS), (0, SLOPE * CALLS + 2))
    fixed = [
        axes.frame(".grad after each call", "calls", range(0, CALLS + 1, 5), range(0, 61, 12)),
        axes.path([(0, SLOPE), (CALLS, SLOPE)], "value-line", 2, "6 4"),
        key(f"the true gradient, {SLOPE:g}", 626, 41, "value-line", "6 4"),
        label("now in .grad", 60, 46, font_weight="bold"),
    ]

    def frame(way: str, calls: int) -> Frame:
        grads = held[way][: calls + 1]
        now = grads[-1] or 0.0
        return Frame(
            [
                *fixed,
                _blocks(round(now / SLOPE)),
                label(f"w.grad = {_number(grads[-1])}", 60, 290),
                axes.dots([(k, g) for k, g in enumerate(grads) if g], "gradient-line", 4.5),
                axes.mark((calls, now), "gradient-line", "ring", 7) if calls else Markup(""),
            ],
            _told(way, calls, grads[-1]),
        )

    return Explorer(
        frame,
        Control("zeroing", ZEROING, labels=("never", "every 4th", "each"), choice=True),
        Control("calls", range(CALLS + 1), 6, play=True),
        size=(860, 312),
        title="Backward calls and zeroing",
        stills=[(0, 6), (1, 6), (2, 6)],
        scale=scale,
        grips=[_timeline("calls", axes)],
        cuts=[372],
    )


def gradients(period: int) -> list[float | None]:
    """`.grad` before any call and after each, zeroed before every `period`-th call after one."""
    w: Any = mg.tensor(1.0, requires_grad=True)
    held: list[float | None] = [None]
    for call in range(CALLS):
        if call % period == 0:
            w.grad = None
        (SLOPE * w).backward()
        held.append(w.grad.item())
    return held


def _told(way: str, calls: int, held: float | None) -> str:
    if held is None:
        return "0 backward calls: w.grad = None; no gradient has arrived yet."
    shares = round(held / SLOPE)
    added = f"{shares} gradients of {SLOPE:g} added up" if shares > 1 else f"the last {SLOPE:g}"
    times = f"{calls} backward call{'s' if calls > 1 else ''}"
    return f"{times}, zeroed {way}: w.grad = {held:g}, {added}; the true gradient is {SLOPE:g}."


def _timeline(name: str, axes: Axes) -> Grip:
    """A press in a curve over calls or steps goes to the one it hits."""
    area = (axes.left - 10, axes.top - 10, axes.width + 20, axes.height + 20)
    return Grip([name], lambda *at: axes.at(at[-1], axes.ys[0]), area, ringed=False)


def _number(value: float | None) -> str:
    return "None" if value is None else f"{value:g}"


def _blocks(count: int) -> Markup:
    """One block for each gradient that is in the sum, five to a row."""
    parts = []
    for i in range(count):
        x, y = 60 + 50.0 * (i % 5), 222 - 50.0 * (i // 5)
        style = {"fill": LIVE["gradient"], "stroke": LIVE["gradient-line"], "rx": 5}
        parts.append(element("rect", x=x, y=y, width=44, height=44, stroke_width=1.5, **style))
        parts.append(label(f"{SLOPE:g}", x + 22, y + 26.5, anchor="middle"))
    return element("g", *parts) if parts else Markup("")


def two_runs(lr: float = 0.02, *, scale: float = 1.0) -> Explorer:
    """w follows (w - 1)² down from 0, once with its gradient zeroed in each step and once never."""
    if not (isfinite(lr) and lr > 0):
        raise ValueError(f"two_runs(): lr must be a positive number, not {lr:g}")
    runs = [run(lr, zeroing=name == "zeroed") for name in RUNS]
    ticks = range(0, STEPS + 1, 12)
    valley = Axes(52, 64, 218, 190, (-0.25, 2.25), (0, 1.25))
    losses = Axes(332, 64, 218, 190, (0, STEPS), (0, 1.25))
    sums = Axes(622, 64, 218, 190, (0, STEPS), (-12, 12))
    bowl = [(w / 50, (w / 50 - TARGET) ** 2) for w in range(-13, 114)]
    fixed = [
        valley.frame("loss over w", "w", (0, 0.5, 1, 1.5, 2), (0, 0.5, 1)),
        losses.frame("loss over the steps", "step", ticks, (0, 0.5, 1)),
        sums.frame("what .grad holds", "step", ticks, (-10, -5, 0, 5, 10)),
        valley.path(bowl, "line"),
        *(
            key(name, x, 24, role, dash, shape)
            for name, x, (role, dash, shape, _) in zip(RUNS, (52, 150), LOOKS, strict=True)
        ),
    ]

    def frame(step: int) -> Frame:
        pieces = list(fixed)
        for states, (role, dash, shape, size) in zip(runs, LOOKS, strict=True):
            w, loss, held = states[step]
            for axes, column in ((losses, 1), (sums, 2)):
                trail = [(float(t), state[column]) for t, state in enumerate(states[: step + 1])]
                pieces.append(axes.path(trail, role, 2.5, dash))
            pieces.append(losses.mark((step, loss), role, shape, size))
            pieces.append(sums.mark((step, held), role, shape, size))
            pieces.append(valley.mark((w, loss), role, shape, size))
        return Frame(pieces, _compared(step, lr, *(states[step] for states in runs)))

    return Explorer(
        frame,
        Control("step", range(STEPS + 1), play=True),
        size=(864, 312),
        title="A run that zeroes its gradients beside one that never does",
        stills=[(0,), (4,), (16,)],  # and not at the bottom, for which the chapter asks
        scale=scale,
        grips=[_timeline("step", losses), _timeline("step", sums)],
        cuts=[285, 575],
    )


def run(lr: float, zeroing: bool) -> list[State]:
    """Weight, loss and `.grad` before each step."""
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


def _compared(step: int, lr: float, zeroed: State, never: State) -> str:
    (w0, loss0, held0), (w1, loss1, held1) = zeroed, never
    return signed(
        f"Step {step}. Never zeroed: w = {w1:.2f}, loss {loss1:.3g}; the true gradient is "
        f"{2 * (w1 - TARGET) + 0.0:.2f}, .grad holds {held1:.2f}, so the next step adds "
        f"{-lr * held1:.3f}. Zeroed: w = {w0:.2f}, loss {loss0:.3g}, .grad = {held0:.2f}."
    )
