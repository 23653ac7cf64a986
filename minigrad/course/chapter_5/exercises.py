"""The exercises for chapter 5, each with a judge that runs the answer and picks a hint."""

import math
from collections.abc import Callable
from typing import Any

from minigrad.course.checking import call, exercise, library_of, numbers, of_the_notebook, same

from .runs import DATA, FLAT, line_loss, network_judged


@exercise(
    "column",
    keep=("Before you subtract the target from the prediction, take one look at both shapes."),
    hints=[
        (
            "`column * w + b` has shape [N, 1], but the targets have shape [N]. Give them "
            "the same shape."
        ),
        "`y.reshape(len(y), 1)`, or `[:, 0]` of the prediction.",
    ],
    meanings=[
        (
            "shape '.*' is invalid",
            (
                "This error means that the new shape would hold a different number of values. A "
                "column of `y` has `len(y)` rows, and the check uses its own points."
            ),
        ),
    ],
)
def column(loss: Callable[..., Any]) -> str | None:
    mg = library_of(loss)
    if name := of_the_notebook(loss, "xs", "ys", "loss_of_column"):
        return f"`{name}` has the points of the notebook. Use `column` and `y`."
    for xs, ys in DATA:
        w, b = (mg.tensor(v, requires_grad=True) for v in (0.5, -1.0))
        x, y = mg.tensor(xs), mg.tensor(ys)
        result = call(loss, x.reshape(-1, 1), w, b, y)
        if result is None:
            return "Your function returned nothing. It should return the loss."
        if not hasattr(result, "shape"):
            return f"You returned a `{type(result).__name__}`, which has no `backward()`."
        if tuple(result.shape) not in ((), (1,)):
            return (
                f"The result has shape {list(result.shape)}, but a loss is a single number, "
                "the mean."
            )
        if mistake := _of_a_line(result.item(), xs, ys):
            return mistake
        if not result.requires_grad:
            return (
                "The value is right, but it isn't tracked. Compute the loss from the tensors `w` "
                "and `b`."
            )
        result.sum().backward()
        if w.grad is None or b.grad is None:
            return (
                "The value is right, but `w` or `b` gets no gradient, because something was "
                "detached."
            )
        if not same([w.grad, b.grad], line_loss(xs, ys)[1]):
            return f"The value is right, but the gradients aren't: `w` gets {numbers(w.grad)}."
    return None


def _of_a_line(loss: float, xs: list[float], ys: list[float]) -> str | None:
    off = [0.5 * x - 1.0 - y for x, y in zip(xs, ys, strict=True)]
    pairs = [0.5 * x - 1.0 - y for x in xs for y in ys]
    squares = sum(e * e for e in off)
    n = len(xs)
    if same(loss, squares / n):
        return None
    for wrong, hint in (
        (
            sum(e * e for e in pairs) / n**2,
            (f"That's the mean over {n * n} pairs, not over {n} points."),
        ),
        (
            sum((0.5 * xs[0] - 1.0 - y) ** 2 for y in ys) / n,
            "`column[0]` is only the first point. Use the whole column.",
        ),
        (sum(e * e for e in pairs), f"That's a sum over {n * n} pairs of a point and a target."),
        (sum(e * e for e in pairs) / n, f"You added up {n * n} pairs but divided by {n}."),
        (
            sum(e * e for e in pairs) / n**3,
            f"That's the mean over {n * n} pairs, divided by {n} once more.",
        ),
        (
            sum((0.5 * sum(xs) / n - 1.0 - y) ** 2 for y in ys) / n,
            "You put all points at the mean of `column`. Use the whole column.",
        ),
        (squares, "That's the sum of the squares. Return their mean."),
        (
            sum((0.5 * x - y) ** 2 for x, y in zip(xs, ys, strict=True)) / n,
            "Your prediction leaves out `b`.",
        ),
        (
            sum((0.5 * x + 1.0 - y) ** 2 for x, y in zip(xs, ys, strict=True)) / n,
            "Your prediction subtracts `b`. The bias is added.",
        ),
        (
            sum((0.5 * x - 1.0 + y) ** 2 for x, y in zip(xs, ys, strict=True)) / n,
            "You added the target to the prediction. A residual is their difference.",
        ),
        (squares / n / 2, "That's half the mean. Divide the sum by the number of points only."),
        (math.sqrt(squares / n), "You took the square root of the mean. Return the mean itself."),
        (sum(map(abs, off)) / n, "That's the mean distance. Square the residuals first."),
        (max(e * e for e in off), "That's the largest square. Return the mean of all of them."),
        (
            sum((0.5 * x - 1.0) ** 2 - y * y for x, y in zip(xs, ys, strict=True)) / n,
            "You subtracted squares. Subtract first, and then square the residual.",
        ),
        (
            sum((0.5 - 1.0 * x - y) ** 2 for x, y in zip(xs, ys, strict=True)) / n,
            "You swapped `w` and `b`. The input is multiplied by `w`.",
        ),
        (
            (sum(off) / n) ** 2,
            (
                "You squared the mean of the residuals. Square the residuals first, and then "
                "take the mean."
            ),
        ),
        (
            sum(off) / n,
            ("You didn't square anything, so residuals with opposite signs cancel each other out."),
        ),
    ):
        if same(loss, wrong):
            return hint
    if loss and same(squares / loss, divisor := round(squares / loss)):
        return (
            f"You divided the sum of the squares by {divisor}, but the check passes {n} points "
            f"here."
        )
    return f"For {n} points, your loss is {loss:.4f}, but it should be {squares / n:.4f}."


@exercise(
    "twins",
    keep=(
        "The loss shows how far you are from the minimum, but not on which side, so a factor and "
        "its negative give the same loss."
    ),
    hints=[
        "The loss is a square. What happens to a sign when you square it?",
        (
            "Here the curvature is 2, so the factor is 1 − 2 lr. Which rate gives a factor "
            "of −0.8, and which gives 0.8?"
        ),
    ],
)
def twins(one: Any, other: Any) -> str | None:
    one, other = numbers(one), numbers(other)
    if isinstance(one, bool | str) or isinstance(other, bool | str):
        return "Those aren't numbers. Set `one` and `other` to two learning rates."
    try:
        one, other = float(one), float(other)
    except (TypeError, ValueError):
        return "`one` and `other` should each be a single number."
    if not (math.isfinite(one) and math.isfinite(other)):
        return "A learning rate has to be a finite number, not `nan` or infinity."
    if math.isclose(one, other, rel_tol=1e-6):
        return "Your two learning rates are the same. Choose two different rates."
    if math.isclose(one, -other, rel_tol=1e-6):
        return (
            "Your two rates are a number and its negative. But it's the two factors, 1 − 2 lr, "
            "that should be each other's negatives. Which two rates give you factors like that?"
        )
    agree = math.isclose(one + other, 1, abs_tol=1e-6)
    if one < 0 or other < 0:
        so = "The losses do agree. But a" if agree else "A"
        return (
            f"{so} learning rate isn't negative. A step goes against the slope only if the rate "
            "is positive."
        )
    if min(one, other) < TOO_LOW:
        so = "The losses do agree. But with" if agree else "With"
        return f"{so} a rate of {min(one, other):g}, `w` doesn't move, so it learns nothing."
    if max(one, other) > 1:
        return (
            f"With a rate of {max(one, other):g}, each step leads farther away from the "
            "minimum, so it doesn't learn."
        )
    if agree:
        return None
    x = 2
    curvature = 2 * x * x
    if math.isclose(one + other, 2 / curvature, abs_tol=1e-6):
        return (
            f"That pair would be right for x = {x}, where the curvature is {curvature}. But here "
            "x is 1."
        )
    losses = [(1 - 2 * lr) ** 2 * 9 for lr in (one, other)]
    digits = next(n for n in range(4, 18) if f"{losses[0]:.{n}g}" != f"{losses[1]:.{n}g}")
    in_words = " and ".join(f"{loss:.{digits}g}" for loss in losses)
    factors = " and ".join(f"{1 - 2 * lr:.{digits}g}" for lr in (one, other)).replace("-", "−")
    return (
        f"After one step from w = 0, the losses are {in_words}, because the factors 1 − 2 lr are "
        f"{factors}. Losses agree if the squares of the factors do."
    )


@exercise(
    "start",
    keep=(
        "Units stay alike if all their weights start out alike, the ones that lead in and the ones "
        "that lead out. Random numbers in either layer make them different."
    ),
    hints=[
        (
            "Which of the four tensors can start at 0? If all hidden units start out the "
            "same, can they ever become different?"
        ),
        "Make `W` and `v` random, and set `c` and `d` to 0.",
        "`(mg.randn(2, 8) * 0.5).requires_grad_()` makes `W`.",
    ],
    meanings=[
        (
            "require_grad=",
            (
                "Here, the error means that you misspelled the name of an option. The option is "
                "called `requires_grad`."
            ),
        ),
    ],
)
def start(parameters: Callable[..., Any]) -> str | None:
    mg = library_of(parameters)
    mg.manual_seed(3)
    tensors = call(parameters)
    if not isinstance(tensors, list | tuple) or len(tensors) != 4:
        return "Return four tensors: `W`, `c`, `v`, and `d`, in that order."
    wanted = {"W": (2, 8), "c": (8,), "v": (8,), "d": (1,)}
    for tensor, (name, shape) in zip(tensors, wanted.items(), strict=True):
        if not hasattr(tensor, "is_leaf"):
            return f"`{name}` has the type `{type(tensor).__name__}`, but it should be a tensor."
        if tuple(tensor.shape) != shape:
            return f"`{name}` has shape {list(tensor.shape)}, but it should have {list(shape)}."
        if not tensor.requires_grad:
            return f"`{name}` isn't tracked, so it would never learn."
        if not tensor.is_leaf:
            return (
                f"`{name}` is the result of an operation, not a leaf, so no optimizer accepts it."
            )
    if any(old is new for old, new in zip(tensors, call(parameters), strict=True)):
        return (
            "You return the same tensors on every call. Make new tensors inside the function, "
            "because the old ones may already have been trained."
        )
    one_for_all = bool((tensors[0] == tensors[0].flatten()[0]).all())
    seen = network_judged(mg, tensors)
    if seen.before >= SOLVED:
        return (
            f"Before the first step, the network already gets {seen.before:.0%} of the points "
            "right, so these weights have already been trained. We want starting values, and "
            "random weights don't do that well."
        )
    if seen.stuck > STUCK:
        return (
            f"{seen.stuck:.0%} of the hidden units' outputs are beyond ±{FLAT} from the "
            "start, because the values in `W` or `c` are far too large. There, tanh is "
            "nearly flat, so the hidden layer can't learn, and only `v` can make up for "
            "it."
        )
    share = f"After training, the network gets {seen.after:.0%} of the points right."
    if seen.still:
        return (
            f"{share} `W` and `v` are still 0, because the gradient of each one passes through "
            "the other."
        )
    if seen.alike:
        return f"{share} All the hidden units are still the same, because they started out alike."
    if seen.after >= SOLVED:
        return None
    if seen.loss > 1:
        return (
            f"{share} The loss began at {seen.loss:.3g}, compared with {math.log(2):.2g} for "
            "tossing a coin, so `v` is too large."
        )
    if one_for_all:
        return (
            f"{share} All numbers in `W` started out the same, and only `v` made the units "
            "different."
        )
    return f"{share} Are the starting values far too small?"


TOO_LOW = 1e-6
SOLVED = 0.9
STUCK = 0.4
EXERCISES = (column, twins, start)
