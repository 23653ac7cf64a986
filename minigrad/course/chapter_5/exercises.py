"""The exercises of chapter 5, each with a judge that runs the answer and picks a hint."""

import inspect
import math
import re
from collections.abc import Callable
from numbers import Real
from typing import Any

from minigrad.course.checking import call, exercise, library_of, numbers, same
from minigrad.course.checking.attempt import LearnerError

from .runs import DATA, descended, late, line_loss, network_judged

RATE = 0.1
STALE = (
    "backward through the graph a second time",
    (
        "Here it means that one loss went backward twice. Either `backward` is in the loop "
        "twice, or the loss was computed once, before the loop. Each round needs its own "
        "graph."
    ),
)
NO_WEIGHT = (
    r"'NoneType' and '(Tensor|int)'",
    "Here it means that `w` itself is `None`. Clear `w.grad` instead.",
)
NO_GRADIENT = (
    r"unsupported operand.*'NoneType'",
    (
        "Here it means that `w.grad` is `None`: no gradient has come, or it was cleared "
        "too early, or `backward` was called only once, before the loop, or `w` isn't a "
        "leaf anymore."
    ),
)
UNRECORDED = (
    "a leaf Variable that requires grad",
    "Here it means that the step itself would be recorded. Make it inside `with mg.no_grad():`.",
)


@exercise(
    "column",
    keep="Look at the shapes of prediction and target once, before the difference is taken.",
    hints=[
        "`column * w + b` has shape [N, 1], the targets have [N]. Make them alike.",
        "`y.reshape(len(y), 1)` is a column. Or take the only column of the prediction: `[:, 0]`.",
    ],
    meanings=[
        (
            "shape '.*' is invalid",
            (
                "Here it means that the new shape holds another number of values. A column "
                "of `y` has `len(y)` rows, and the check uses its own points."
            ),
        ),
    ],
)
def column(loss: Callable[..., Any]) -> str | None:
    mg = library_of(loss)
    for xs, ys in DATA:
        w, b = (mg.tensor(v, requires_grad=True) for v in (0.5, -1.0))
        x, y = mg.tensor(xs), mg.tensor(ys)
        result = call(loss, x.reshape(-1, 1), w, b, y)
        if result is None:
            return "Your function returned nothing. `return` the loss."
        if not hasattr(result, "shape"):
            return f"You returned a `{type(result).__name__}`, and nothing can go backward from it."
        if tuple(result.shape) not in ((), (1,)):
            return f"The result has shape {list(result.shape)}. A loss is one number: the mean."
        if mistake := _of_a_line(result.item(), xs, ys):
            return mistake
        if not result.requires_grad:
            return "The value is right, but not tracked: compute it from `w` and `b`, as tensors."
        result.sum().backward()
        if w.grad is None or b.grad is None:
            return "The value is right, but `w` or `b` gets no gradient: something was detached."
        if not same([w.grad, b.grad], line_loss(xs, ys)[1]):
            return f"The value is right, and the gradients aren't: {numbers(w.grad)} at `w`."
    return None


def _of_a_line(loss: float, xs: list[float], ys: list[float]) -> str | None:
    off = [0.5 * x - 1.0 - y for x, y in zip(xs, ys, strict=True)]
    pairs = [0.5 * x - 1.0 - y for x in xs for y in ys]
    squares = sum(e * e for e in off)
    n = len(xs)
    if same(loss, squares / n):
        return None
    for wrong, hint in (
        (sum(e * e for e in pairs) / n**2, f"That's the mean over {n * n} pairs, not {n} points."),
        (sum(e * e for e in pairs), f"That's a sum over {n * n} pairs of point and target."),
        (sum(e * e for e in pairs) / n, f"{n * n} pairs were added up, and divided by {n}."),
        (squares, "That's the sum of the squares. Return the mean."),
        (math.sqrt(squares / n), "That's the root of the mean. Don't take a root."),
        (sum(map(abs, off)) / n, "That's the mean distance. Square the residuals first."),
        ((sum(off) / n) ** 2, "That's the square of the mean residual. Square first."),
        (sum(off) / n, "Nothing is squared: residuals of opposite sign cancel."),
    ):
        if same(loss, wrong):
            return hint
    return f"For {n} points the loss is {loss:.4f}, and should be {squares / n:.4f}."


@exercise(
    "order",
    keep="Zero between a step and the next backward pass. It doesn't help anywhere else.",
    hints=[
        "There's no error, and `w` stays at 0. What does the step find in `w.grad`?",
        "`backward` puts the gradient there, and the next line takes it away.",
        "`optimizer.zero_grad()` goes before `loss.backward()`.",
    ],
    meanings=[STALE, NO_WEIGHT, NO_GRADIENT, UNRECORDED],
)
def order(fit: Callable[..., Any]) -> str | None:
    mg = library_of(fit)
    for xs, ys in DATA:
        for steps in (4, 1):
            result = call(fit, mg.tensor(xs), mg.tensor(ys), steps)
            if result is None:
                return "Your function returned nothing. `return w` at the end."
            if not isinstance(result, Real) and not hasattr(result, "is_leaf"):
                return f"You returned a `{type(result).__name__}`. `return w` at the end."
            if not getattr(result, "is_leaf", True) and result.dim() == 0:
                return "You returned a result, perhaps the loss: `return w` at the end."
            w = numbers(result)
            w = w[0] if isinstance(w, list) and len(w) == 1 else w
            if same(w, 0.0):
                return _why_still(fit, mg, xs, ys, steps)
            if mistake := _after(w, xs, ys, steps):
                return mistake
    return None


def _why_still(
    fit: Callable[..., Any], mg: Any, xs: list[float], ys: list[float], steps: int
) -> str:
    """Return why `w` hasn't moved. Tracked targets show whether any pass went backward."""
    y = mg.tensor(ys, requires_grad=True)
    w = call(fit, mg.tensor(xs), y, steps)
    many = _many(steps)
    if y.grad is None:
        return f"`w` is still 0 {many}: nothing went backward, so no gradient ever came."
    if getattr(w, "grad", None) is not None and not same(w.grad, [0.0]):
        return f"`w` is still 0 {many}: a gradient is there, and no step has used it."
    return f"`w` is still 0 {many}: its gradient came, and was gone before the step. {GONE}"


def _loss_at(w: float, xs: list[float], ys: list[float]) -> float:
    return sum((w * x - y) ** 2 for x, y in zip(xs, ys, strict=True)) / len(xs)


def _after(w: Any, xs: list[float], ys: list[float], steps: int, lr: float = RATE) -> str | None:
    """Return where `w` should be after some steps from 0, or the mistake that explains it."""
    if same(w, descended(xs, ys, steps, lr)):
        return None
    first, many = descended(xs, ys, 1, lr), _many(steps)
    last_slope = (descended(xs, ys, steps - 1, lr) - descended(xs, ys, steps, lr)) / lr
    for wrong, hint in (
        (0.0, f"`w` is still 0 {many}: the step finds no gradient. {GONE}"),
        (
            descended(xs, ys, steps, lr, zero=False),
            "There's no zeroing in the loop, so gradients add up.",
        ),
        (late(xs, ys, steps, lr), LATE),
        (late(xs, ys, steps, lr, zero=False), f"{LATE} And nothing is zeroed."),
        (steps * first, OLD_GRAPH),
        (steps * (steps + 1) / 2 * first, f"{OLD_GRAPH} And nothing is zeroed."),
        (last_slope, "That's the gradient of the last round, and not `w`."),
        (_loss_at(descended(xs, ys, steps - 1, lr), xs, ys), LOSS),
        (_loss_at(descended(xs, ys, steps, lr), xs, ys), LOSS),
        (
            descended(xs, ys, steps - 1, lr),
            "That's one step too few. Do you use the last gradient?",
        ),
        (descended(xs, ys, steps + 1, lr), "One step too many."),
        (first, ONE),
        (descended(xs, ys, steps, 2 * lr), TWICE),
        (descended(xs, ys, steps, lr * len(xs)), f"The steps are {len(xs)} times as long: {SUM}"),
        (
            descended(xs, ys, steps, lr / 2),
            f"Half as long: a rate of {lr / 2:g}, or a slope without the 2 of the square?",
        ),
        (descended(xs, ys, steps, 1.0), f"The steps are too long: they don't use `lr`, {lr:g}."),
        (descended(xs, ys, steps, RATE), f"That's a rate of {RATE:g}, and `lr` was {lr:g}."),
        (descended(xs, ys, steps, -lr), "It climbs: the step goes with the slope, not against."),
    ):
        if same(w, wrong):
            return hint
    right = descended(xs, ys, steps, lr)
    w = f"{w:.4f}" if isinstance(w, float) else w
    return f"`w` is {w} {many}, and should be {right:.4f}: zeros to begin with, lr {lr:g}."


def _many(steps: int) -> str:
    return f"after {steps} steps" if steps > 1 else "after one step"


LATE = (
    "Each step uses the gradient of the round before: it comes after predict, and before "
    "backward. If the graph has saved a weight, that's a `RuntimeError`."
)
GONE = "Who took it away?"
LOSS = "Your function returned a loss. Return the weight: `return w`."
OLD_GRAPH = (
    "Every step was the same, because the loss and its gradient come from before the loop and "
    "know only the first `w`. Predict, compare, and go backward in every round."
)
ONE = (
    "You made one step. Is the `return` inside the loop? Or is the step outside of it, or do "
    "you make a new `w` in each round?"
)
TWICE = (
    "Each round moves twice as far as it should. Are there two steps in a round, or do you use "
    "twice the rate?"
)
SUM = "a sum of the squares in place of their mean?"
NOTHING_MOVED = (
    "`w` is still 0. Either its gradient was gone when the step came, or the step changed "
    "nothing: `w - ...` makes a new tensor, while `w -= ...` changes this one."
)
ZEROED_W = "`w.zero_()` sets the weight back to 0. Zero `w.grad` instead."
UNRECORDED_LOSS = (
    "`loss_of(w)` was called inside `with mg.no_grad():`, so nothing is recorded, and "
    "`backward` has no way back. Only the step belongs inside that block."
)


@exercise(
    "leaf",
    keep="A step changes the leaf in place and unrecorded; a new tensor is another tensor.",
    hints=[
        "After the first step, print `w.is_leaf` and `w.requires_grad`.",
        "`w = w - ...` makes a new tensor. Which statement changes the old one?",
        "`with mg.no_grad():` and in it `w -= lr * w.grad`; then `w.grad = None`.",
    ],
    meanings=[
        STALE,
        NO_WEIGHT,
        NO_GRADIENT,
        UNRECORDED,
        (
            "does not require grad",
            (
                "Here it means that `w` is a new tensor by now, and untracked: it was made "
                "under `no_grad()` or of `w.detach()`. Change the old tensor in place."
            ),
        ),
    ],
)
def leaf(descend: Callable[..., Any]) -> str | None:
    mg = library_of(descend)
    for (xs, ys), (lr, steps) in zip(DATA, ((0.06, 4), (0.15, 3), (0.2, 2)), strict=True):
        w = mg.zeros(1, requires_grad=True)
        x, y = mg.tensor(xs), mg.tensor(ys)
        recorded = []

        def loss_of(w: Any, x: Any = x, y: Any = y, recorded: list[bool] = recorded) -> Any:
            recorded.append(mg.is_grad_enabled())
            return ((w * x - y) ** 2).mean()

        try:
            result = call(descend, w, loss_of, lr, steps)
        except LearnerError:
            if all(recorded) and not _zeroes_w(descend):
                raise
            return ZEROED_W if all(recorded) else UNRECORDED_LOSS
        here = numbers(w)[0]
        right = descended(xs, ys, steps, lr)
        if not w.is_leaf or not w.requires_grad:
            return "`w` isn't a tracked leaf anymore, so the next step won't find a gradient."
        if same(here, right) and result is None:
            return "The steps are right, but your function returned nothing. End with `return w`."
        if same(here, right) and result is not w:
            return "The steps are right, but you returned something other than `w`: `return w`."
        if same(here, right):
            continue
        if _zeroes_w(descend):
            return ZEROED_W
        if result is not None and same(numbers(result), [right]) and same(here, 0):
            return (
                "Your function returns the right number, but `w` itself is still 0. A model or "
                "an optimizer that holds `w` sees no step. Change it in place."
            )
        if same(here, 0):
            return NOTHING_MOVED
        return _after(here, xs, ys, steps, lr)
    return None


def _zeroes_w(descend: Any) -> bool:
    try:
        return bool(re.search(r"\bw\.(data\.)?zero_\(", inspect.getsource(descend)))
    except (OSError, TypeError):
        return False


@exercise(
    "twins",
    keep="The loss shows how far, not from which side: a factor and its negative look alike.",
    hints=[
        "A step multiplies w − 3 by 1 − lr · curvature. What does the square see of its sign?",
        "Here the curvature is 2, the factor 1 − 2 lr. Which rate gives a factor −0.8, which 0.8?",
    ],
)
def twins(one: Any, other: Any) -> str | None:
    one, other = numbers(one), numbers(other)
    if isinstance(one, bool | str) or isinstance(other, bool | str):
        return "Those aren't numbers. Return two learning rates: two numbers."
    try:
        one, other = float(one), float(other)
    except (TypeError, ValueError):
        return "Return two learning rates, a single number each."
    if not (math.isfinite(one) and math.isfinite(other)):
        return "A learning rate has to be a number you can step with, so not `nan` or infinity."
    if same(one, other):
        return "These are the same rate. Return two different ones."
    if same(one, -other):
        return (
            "The rates are a number and its negative. The factors, 1 − 2 lr, should be that: "
            "which two rates make them so?"
        )
    if one < 0 or other < 0:
        return "A learning rate isn't negative. Against the slope, not with it."
    if math.isclose(abs(1 - 2 * one), abs(1 - 2 * other), rel_tol=1e-4):
        return None
    if math.isclose(abs(1 - 8 * one), abs(1 - 8 * other), rel_tol=1e-4):
        return "That pair is one for x = 2, where the curvature is 8. Here x is 1."
    losses = [(1 - 2 * lr) ** 2 * 9 for lr in (one, other)]
    digits = next(n for n in range(4, 18) if f"{losses[0]:.{n}g}" != f"{losses[1]:.{n}g}")
    in_words = " and ".join(f"{loss:.{digits}g}" for loss in losses)
    return f"After one step from w = 0 the losses are {in_words}."


@exercise(
    "start",
    keep=(
        "Units that start alike get the same gradients and stay alike. Random numbers tell "
        "them apart."
    ),
    hints=[
        "Which of the four may start at 0? If all hidden units are the same, which stay the same?",
        "`W` and `v` at random, `c` and `d` at 0. Scale first, then track.",
        "`(mg.randn(2, 8) * 0.5).requires_grad_()` is a leaf with random numbers.",
    ],
    meanings=[
        (
            "require_grad=",
            "Here it means that an option's name is misspelled: it's `requires_grad`.",
        ),
    ],
)
def start(parameters: Callable[..., Any]) -> str | None:
    mg = library_of(parameters)
    mg.manual_seed(3)
    tensors = call(parameters)
    if not isinstance(tensors, list | tuple) or len(tensors) != 4:
        return "Return four tensors: `W`, `c`, `v`, and `d`, in this order."
    wanted = {"W": (2, 8), "c": (8,), "v": (8,), "d": (1,)}
    for tensor, (name, shape) in zip(tensors, wanted.items(), strict=True):
        if not hasattr(tensor, "is_leaf"):
            return f"`{name}` is a `{type(tensor).__name__}`, and should be a tensor."
        if tuple(tensor.shape) != shape:
            return f"`{name}` has shape {list(tensor.shape)}, and should have {list(shape)}."
        if not tensor.requires_grad:
            return f"`{name}` isn't tracked: it would never learn."
        if not tensor.is_leaf:
            return f"`{name}` is a result, not a leaf, so no optimizer accepts it."
    if any(old is new for old, new in zip(tensors, call(parameters), strict=True)):
        return (
            "You return the same tensors at every call. Make new ones inside the function, "
            "because these may already have learned."
        )
    one_for_all = bool((tensors[0] == tensors[0].flatten()[0]).all())
    seen = network_judged(mg, tensors)
    if seen.before >= SOLVED:
        return (
            f"Before the first step {seen.before:.0%} of the points are right: these weights "
            "have been trained already. We want a start, and random weights don't get that "
            "far."
        )
    if seen.stuck > STUCK:
        return (
            f"{seen.stuck:.0%} of what the units give is beyond ±0.99 from the first: the "
            "numbers in `W` or `c` are far too large, and tanh has no slope there. What the "
            "hidden layer doesn't learn, only `v` can make up for."
        )
    share = f"After training, {seen.after:.0%} of the points are right."
    if seen.still:
        return f"{share} `W` and `v` are still 0: each gets its gradient through the other."
    if seen.alike:
        return f"{share} The eight hidden units are all the same: they started alike."
    if seen.after >= SOLVED:
        return None
    if seen.loss > 1:
        return f"{share} The loss began at {seen.loss:.3g}, with 0.69 for a coin: `v` is too large."
    if one_for_all:
        return f"{share} All numbers in `W` began the same, and `v` alone told the units apart."
    return f"{share} Are the starting numbers much too small?"


SOLVED = 0.9
STUCK = 0.4
EXERCISES = (column, order, leaf, twins, start)
