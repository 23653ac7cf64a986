"""The exercises for chapter 4, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable, Sequence
from math import isfinite
from types import FunctionType
from typing import Any

from minigrad.course.checking import (
    call,
    exercise,
    library_of,
    numbers,
    of_the_notebook,
    precise,
    same,
)

from .fitting import last_loss, slope_after, slope_in_pieces

# The earlier gradient is positive and whole in the first case, and neither in the second.
VALUES = ((1.0, [1.0, -2.0]), (-2.5, [0.5, 3.0, -1.0]))
ALIAS = (
    "You get zeros, because `before` changed along with `w.grad`. Either `before` is the same "
    "tensor, or it shares memory with `w.grad`, as `w.grad.detach()` and `w.grad.data` do."
)
LATE = (
    "You get zeros, because you set `before` after the pass, when `w.grad` already includes the "
    "new gradient."
)


@exercise(
    "share",
    keep="`backward()` adds in place, so a gradient that you want to keep has to be copied: "
    "`w.grad.clone()`.",
    hints=[
        "What does `before` hold when the pass is over?",
        "`before = w.grad` only gives the tensor another name.",
        "`w.grad.clone()`.",
    ],
    meanings=[
        (r"NoneType", "`before` is `None`, so you can't subtract it."),
        (r"no attribute 'copy'", "To copy a tensor, use `clone()`."),
    ],
)
def share(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    for factor, values in VALUES:
        w = mg.tensor(values, requires_grad=True)
        slopes = [factor * 3.0 * (k + 1) for k in range(len(values))]
        (mg.tensor(slopes) * w).sum().backward()
        result = call(answer, w, lambda w: (w * w).sum())
        old, new = slopes, [2 * value for value in values]
        both = [o + n for o, n in zip(old, new, strict=True)]
        if result is None:
            return "Your function returned nothing. Return the share: `return w.grad - before`."
        if same(result, [0.0] * len(values)) and same(w.grad, new):
            return (
                "You get zeros, and the old value of `w.grad` is gone, because `zero_()` "
                "fills the tensor itself with zeros."
            )
        if same(result, [0.0] * len(values)) and same(w.grad, old):
            return (
                "You get zeros, because nothing was added to `w.grad`. Did you call "
                "`backward()` on `f(w)`?"
            )
        if same(result, [0.0] * len(values)):
            return ALIAS if _keeps_the_old_tensor(answer) else LATE
        if same(result, [n - o for o, n in zip(old, new, strict=True)]) and same(w.grad, new):
            return (
                "You cleared `w.grad` before the pass, so `w.grad` holds only the new share, not "
                "the sum."
            )
        if same(result, both):
            return "That's the whole sum, which still includes the earlier gradient."
        if same(result, old):
            return "That's the earlier gradient. We want the share of `f`."
        if same(result, [g - value for g, value in zip(both, values, strict=True)]):
            return "You subtracted the weight, because you copied `w`. You need a copy of `w.grad`."
        value = sum(v * v for v in values)  # the value of `f`
        if same(result, [g - value for g in both]):
            return "You subtracted the value of `f`. `before` should be a copy of `w.grad`."
        if not same(result, new):
            held, brought = precise(old), precise(new)
            return (
                f"`w.grad` held {held} and `f` contributes {brought}, but you returned "
                f"{precise(result)}."
            )
        if same(w.grad, old):
            return (
                "The share is right, but you didn't add it to `w.grad`, the way `backward()` does."
            )
        if not same(w.grad, both):
            return (
                "The share is right, but `w.grad` has lost its earlier value. `w.grad` should be "
                "the sum of the two."
            )
    return None


def _keeps_the_old_tensor(answer: Callable[..., Any]) -> bool:
    """Return whether the answer saved `before` in time, even though `f` puts a copy in `w.grad`."""
    mg = library_of(answer)
    w = mg.tensor([1.0, -2.0], requires_grad=True)
    w.sum().backward()

    def f(w: Any) -> Any:
        w.grad = w.grad.clone()
        return (w * w).sum()

    return same(call(answer, w, f), [2.0, -4.0])


BATCHES = (
    ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2.0, 1.0, 4.0, 3.0, 6.0, 5.0], 2),
    ([1.0, 2.0, 3.0, 4.0, 5.0], [2.0, -1.0, 4.0, 0.0, 6.0], 2),
    ([0.5, -1.0, 2.0, 3.0, 1.0], [1.0, 1.0, 1.0, 2.0, 0.0], 4),
)
THREE = (
    "Your code works for three equal pieces. But other batches have different sizes, and "
    "the last piece may be smaller."
)
DIVIDED = (
    "Each mean is already divided by the size of its piece. What fraction of the batch is this "
    "piece?"
)
UPSIDE_DOWN = (
    "A piece is part of the batch, so its weight can't be more than 1. Is your fraction upside "
    "down?"
)
ALWAYS_SIX = "The batch doesn't always have 6 numbers. Use `len(x)`."
SHARES: list[tuple[Callable[[int, int, int], float], str]] = [
    (lambda n, size, all_: n / all_, ""),
    (
        lambda n, size, all_: 1.0,
        "You added up the means without weighting them, so the result is several times too large.",
    ),
    (
        lambda n, size, all_: 1 / -(-all_ // size),
        (
            "You gave all pieces the same weight. That's right only if all the pieces are the "
            "same size, but the last piece may be smaller."
        ),
    ),
    (
        lambda n, size, all_: size / all_,
        "The last piece may be smaller than `size`. How long is `a`?",
    ),
    (
        lambda n, size, all_: 1 / (all_ // size),
        (
            "You gave all pieces the same weight. That's right only if all the pieces are the "
            "same size, but the last piece may be smaller."
        ),
    ),
    (
        lambda n, size, all_: float(n),
        "That's the gradient of the sum. For the gradient of the mean, also divide by `len(x)`.",
    ),
    (
        lambda n, size, all_: float(size),
        (
            "If you multiply the mean of a piece by `size`, you get the sum of that piece, unless "
            "it's a shorter one. But we want the mean of the whole batch."
        ),
    ),
    (lambda n, size, all_: 1 / all_, DIVIDED),
    (lambda n, size, all_: 1 / size, DIVIDED),
    (lambda n, size, all_: 1 / n, DIVIDED),
    (lambda n, size, all_: all_ / n, UPSIDE_DOWN),
    (lambda n, size, all_: all_ / size, UPSIDE_DOWN),
    (lambda n, size, all_: float(all_ // size), UPSIDE_DOWN),
    (lambda n, size, all_: float(all_), UPSIDE_DOWN),
    (lambda n, size, all_: 3.0, UPSIDE_DOWN),
    (lambda n, size, all_: -n / all_, "The size is right, but the sign is wrong."),
    (lambda n, size, all_: 2 * n / all_, "The square's slope already has the factor 2."),
    (
        lambda n, size, all_: n / size,
        (
            "You give each full piece a weight of 1, as if it were the whole batch. "
            "Divide by the size of the whole batch, `len(x)`."
        ),
    ),
    (lambda n, size, all_: 1 / 3, THREE),
    (lambda n, size, all_: size / 6, ALWAYS_SIX),
    (lambda n, size, all_: n / 6, ALWAYS_SIX),
]


IN_ONE = (
    "That's the right gradient, but it comes from a single backward pass, so all the "
    "values saved for the whole batch were in memory at once. Process one piece at a "
    "time."
)


@exercise(
    "pieces",
    keep=(
        "The mean of a batch is the mean of its pieces, each weighted by the fraction of the "
        "batch that it holds."
    ),
    hints=[
        (
            "Suppose you have three means, each of two numbers. What do you multiply each "
            "mean by, so that the results add up to the mean of all six numbers?"
        ),
        "How long is the last piece, and what fraction of the batch is that?",
        "The factor is `len(a) / len(x)`.",
    ],
    meanings=[
        (
            r"^ZeroDivisionError",
            (
                "On the first iteration, `k` is 0, because it's the index at which a "
                "piece starts, not a count."
            ),
        ),
        (
            r"len\(\) of a 0-d tensor",
            "`loss` is a single number. Which tensors have a length?",
        ),
        (
            r"unsupported operand.*('(torch\.)?Size'|method' and '\w*method')",
            "Here, `size` and `shape` don't give you a number. `len(a)` and `len(x)` do.",
        ),
        (
            r"The size of tensor a",
            (
                "These two tensors have different lengths. If you're after the fraction of the "
                "batch that a piece makes up, that's the right idea, but divide the numbers of "
                "examples, which `len` gives you."
            ),
        ),
    ],
)
def pieces(gradient: Callable[..., Any]) -> str | None:
    mg = library_of(gradient)
    results, passes, held = [], [], []
    for x, y, size in BATCHES:
        w = mg.tensor(0.5, requires_grad=True)
        arrived: list[Any] = []  # each backward pass's contribution
        w.register_hook(arrived.append)
        results.append(call(gradient, w, mg.tensor(x), mg.tensor(y), size))
        passes.append(len(arrived))
        held.append(w.grad)
    if results[0] is None and not passes[0]:
        return (
            "Your function returned `None`, and no `backward()` has run. Did you forget the `()`?"
        )
    if results[0] is None:
        return (
            "Your function returned `None`. Did you forget to return `w.grad`, or did you "
            "clear it too early?"
        )
    for weight, hint in SHARES:
        if same(results, [slope_in_pieces(*batch, weight) for batch in BATCHES]):
            return hint or (IN_ONE if passes[0] == 1 else _of_the_grad(held, results))
    for weight, _ in SHARES:
        if same(results, [slope_in_pieces(*batch, weight, last_only=True) for batch in BATCHES]):
            return (
                "Your result includes only the last piece, because something zeroes the gradient "
                "between the pieces."
            )
    if same(results, [0.0] * len(BATCHES)):
        return (
            "Every gradient comes out as 0, because every weight is 0. (`//` rounds down to a "
            "whole number, but `/` doesn't.)"
        )
    if set(passes) == {1}:
        return "Only one backward pass ran, for one piece. Is the `return` inside the loop?"
    rights = [slope_in_pieces(*batch, SHARES[0][0]) for batch in BATCHES]
    tried = zip(BATCHES, results, rights, strict=True)
    (x, _, size), comes, right = next(t for t in tried if not same(*t[1:]))
    return (
        f"For {len(x)} numbers in pieces of {size}, your function returns "
        f"{precise(comes)}, but the gradient of the whole batch is {right:.6g}."
    )


def _of_the_grad(held: Sequence[Any], results: Sequence[Any]) -> str | None:
    """Return a hint if `w.grad` doesn't hold the gradient that was returned."""
    for left, right in zip(held, results, strict=True):
        if not same(left, right):
            return (
                f"The number that you return is right, but `w.grad` itself holds {precise(left)}, "
                "and that's what a step would use. Scale each loss before its `backward()`, and "
                "leave the sum in `w.grad`."
            )
    return None


# Data, rate, and number of steps; and the ways a fit may go, each with its feedback.
RUNS = (
    ([1.0, 2.0, 3.0], [2.0, 4.0, 6.0], 0.05, 6),
    ([0.5, -1.0], [1.0, 3.0], 0.2, 12),
    ([1.0, 1.0, 2.0], [0.0, -1.0, 1.0], 0.1, 1),
)
WAYS: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    (
        {"zeroing": False, "schedule": 0.9},
        (
            "Your code does the same thing as the original. Which tensor grows from step "
            "to step but shouldn't?"
        ),
    ),
    (
        {"zeroing": False},
        (
            "You removed the schedule, but not the cause: `w.grad` holds the sum of all "
            "gradients so far."
        ),
    ),
    *(
        (
            {"zeroing": False, "schedule": schedule},
            (
                "You changed the schedule, but there's still no zeroing: `w.grad` holds the sum of "
                "all gradients so far."
            ),
        )
        for schedule in (0.1, 0.5, 0.7, 0.8, 0.95, 0.99)
    ),
    *(
        (
            {"every": 2, "first": first},
            (
                "You zero the gradient at every other step, so at the steps between, `w.grad` "
                "still holds a sum of two gradients. Zero it at each step."
            ),
        )
        for first in (0, 1)
    ),
    ({"schedule": 0.9}, "You zero the gradient now, so use `lr` as it was passed in."),
    (
        {"schedule": 0.5},
        ("You zero the gradient now, but `lr` still shrinks, and faster than before."),
    ),
    (
        {"schedule": 0.99},
        ("You zero the gradient now, but `lr` still shrinks, although more slowly than before."),
    ),
    ({"rate": 0.05}, "Your code takes steps of the same rate, whatever `lr` is."),
    ({"rate": 1.0}, "Each step subtracts the whole gradient. Where does `lr` come in?"),
    (
        {"still": True},
        "`w` is still 0 at the end. What are you zeroing, the weight or its gradient, and where?",
    ),
    ({"start": 1.0}, "Your `w` starts at 1, but it should start at 0."),
    ({"extra": 1}, "You took one step too many."),
    ({"extra": -1}, "You took one step too few."),
    ({"factor": "sum"}, "You changed the loss. The original loss was a mean."),
    ({"factor": -1.0}, "Your steps go uphill. Does each step have the right sign?"),
]


@exercise(
    "schedule",
    keep=(
        "If a loss falls, climbs back, and falls again, check the zeroing first, and only "
        "then touch the learning rate."
    ),
    hints=[
        "What does `w.grad` hold at the third step? Print it next to the true gradient.",
        "Something is missing between a step and the next `backward()`.",
        (
            "Put `w.grad = None` at the start of each pass through the loop, and remove the "
            "line that changes `lr`."
        ),
    ],
    meanings=[
        (
            r"'NoneType' object has no attribute 'zero_?'",
            (
                "On the first iteration, `w.grad` is `None`, so there's no tensor to fill with "
                "zeros. Setting `w.grad = None` always works."
            ),
        ),
        (
            r"no attribute 'zero'",
            ("Its name ends with an underscore: `w.grad.zero_()`."),
        ),
        (
            r"no attribute 'zero_grad'",
            ("Only an optimizer has `zero_grad()`. Call `w.grad.zero_()`, or set `w.grad = None`."),
        ),
        (
            r"assigned grad expected",
            ("`.grad` can only be a tensor or `None`, and `None` clears it."),
        ),
        (
            r"unsupported operand.*'NoneType' and 'Tensor'",
            (
                "The value on the left is `None`. Did you set `w = None`? To clear the gradient, "
                "write `w.grad = None`."
            ),
        ),
        (
            r"unsupported operand.*('float' and 'NoneType'|'NoneType' and 'float')",
            (
                "`w.grad` is `None` when you take the step. You need a `backward()` between "
                "the zeroing and the step. If there is one, change `w` with `w -= ...`, because "
                "`w = w - ...` makes a new tensor, and that tensor's `.grad` stays `None`."
            ),
        ),
        (
            r"does not require grad",
            (
                "`w` isn't tracked. Was it made with `requires_grad=True`? If so, `w = w - ...` "
                "under `no_grad()` has replaced it with a new tensor, which isn't tracked. "
                "`w -= ...` changes the old tensor."
            ),
        ),
        (
            r"a leaf Variable",
            (
                "If that line is your step, put it under `with mg.no_grad():`, because it changes "
                "`w` in place. If it's supposed to zero the gradient, it should change `w.grad` "
                "instead of `w`."
            ),
        ),
    ],
)
def schedule(fit: Callable[..., Any]) -> str | None:
    mg = library_of(fit)
    results = [call(fit, mg.tensor(x), mg.tensor(y), lr, steps) for x, y, lr, steps in RUNS]
    if results[0] is None:
        return "Your function returned nothing. End it with `return w`."
    for way, hint in WAYS:
        if same(results, [slope_after(*run, **way) for run in RUNS]):
            if hint and of_the_notebook(fit, "optimizer"):
                return OTHER_WEIGHT
            return hint or (BY_HAND if _is_by_hand(fit) else None)
    if same(results, [slope_after(x, y, 0.05, 60) for x, y, *_ in RUNS]):
        return "Your code uses neither `steps` nor `lr`, but its own numbers."
    if same(results, [2.0] * len(RUNS)):
        return "You returned the factor that the program should find. Other data have another one."
    if same(results, [slope_after(x, y, lr, 1) for x, y, lr, _ in RUNS]):
        return (
            "Your function takes only a single step. Is the `return` inside the loop, or does "
            "`w` start from 0 each time?"
        )
    if same(results, [n * slope_after(x, y, lr, 1) for x, y, lr, n in RUNS]):
        return "Every step uses the first gradient. Move `backward()` inside the loop."
    if same(results, [best_slope(x, y) for x, y, *_ in RUNS]):
        return (
            "That's the best factor, but gradient descent doesn't reach it in so few steps. Take "
            "exactly `steps` steps."
        )
    rights = [slope_after(*run) for run in RUNS]
    tried = zip(RUNS, results, rights, strict=True)
    (x, y, lr, steps), comes, right = next(t for t in tried if not same(*t[1:]))
    return (
        f"After {steps} steps of {lr} on x = {x}, y = {y}, your function returns "
        f"{precise(comes)}. Plain gradient descent from 0 leads to {right:.4g}."
    )


OTHER_WEIGHT = (
    "The notebook's `optimizer` was made for another `w`. Make one inside your function, or write "
    "`w.grad = None`."
)
BY_HAND = (
    "The result is right, but you worked out the gradient by hand, so there's nothing to zero. Let "
    "`backward()` find it."
)


def _is_by_hand(fit: Callable[..., Any]) -> bool:
    """Return whether a fit uses neither autograd nor another function of the learner."""
    used = fit.__code__.co_names
    own = (isinstance(fit.__globals__.get(name), FunctionType) for name in used)
    return not {"backward", "grad", "autograd"} & {*used} and not any(own)


def best_slope(x: Sequence[float], y: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(x, y, strict=True)) / sum(a * a for a in x)


SHOWN = (0.02, 0.01, 0.005)  # the rates used for the chapter's curves
LOWER = f"Try a rate below {max(SHOWN)}, where the run with zeroing is slow."
TOO_HIGH = (
    "The claim is false there, but for a different reason: at such a high rate, the run with "
    f"zeroing keeps overshooting the bottom. Find a rate below {max(SHOWN)}."
)
EXPLODES = 1  # the rate above which even the run with zeroing diverges
STEPS = 60


@exercise(
    "disproof",
    keep="Never zeroing can look better for a while. That's why this bug is so easy to miss.",
    hints=[
        "How do the chapter's curves begin?",
        "How slow do the waves have to be for 60 steps to cover only the beginning of a wave?",
        "`lr = 0.0003`.",
    ],
)
def disproof(lr: Any) -> str | None:
    lr = numbers(lr)
    if not _is_rate(lr):
        return "`lr` has to be a number."
    if lr <= 0:
        return (
            "With a rate of 0, both runs stay where they are. With a negative rate, they go uphill."
        )
    never, zeroed = (last_loss(lr, STEPS, zeroing=zeroing) for zeroing in (False, True))
    losses = (
        f"At {lr:g}, the last of {STEPS} losses is {loss(never)} without zeroing and "
        f"{loss(zeroed)} with zeroing."
    )
    if lr > EXPLODES:
        return (
            f"{losses} Above {EXPLODES}, even the run with zeroing explodes. Find a rate below "
            f"{max(SHOWN)}."
        )
    if lr > max(SHOWN):
        return f"{losses} {TOO_HIGH if never < zeroed else LOWER}"
    if same(never, zeroed, relative=1e-3):
        more = " Both runs have hardly moved, so try a higher rate." if zeroed > 0.9 else ""
        return f"{losses} The two losses hardly differ.{more}"
    if never < zeroed:
        return None
    if any(same(lr, rate) for rate in SHOWN):
        return (
            f"{losses} This is one of the three rates in the statement, and at this rate the "
            "statement is true."
        )
    return (
        f"{losses} By then, the run without zeroing has turned around. At which step is that run "
        "near the bottom?"
    )


def loss(value: float) -> str:
    return f"{value:.4g}" if value > 1e-6 else "almost 0"


def _is_rate(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


EXERCISES = (share, pieces, schedule, disproof)
