"""The exercises for chapter 2, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable
from typing import Any

from minigrad.course.checking import (
    call,
    exercise,
    hint_for,
    library_of,
    numbers,
    of_the_notebook,
    same,
)

from ..checking.attempt import LearnerError
from .maps import MAPS, POINTS, jacobian_of, row, total, watched

MATRICES = ([[1.0, 2.0], [4.0, 5.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[2.0], [-1.0], [0.5]])
WEIGHTS = ([4.0, -2.0], [10.0, 1.0], [1.0, 2.0, 4.0])
ROUGH = 1e-2  # the accuracy of finite differences


@exercise(
    "product",
    keep="The Jacobian of `A @ x` is `A`, and `backward(v)` multiplies it by `v` from the left.",
    hints=[
        "Which shape does the gradient have, and which shape does `v` have?",
        "The Jacobian is `A`. On which side of it does `v` go?",
        "`v @ A`.",
    ],
    meanings=[
        (
            r"matmul|does not require grad|name 'x'|shapes cannot be multiplied",
            "All you need is the whole of `A` and the whole of `v`. You don't need `x`.",
        ),
    ],
)
def product(gradient: Callable[..., Any]) -> str | None:
    mg = library_of(gradient)
    passes = of_the_notebook(gradient, "backward", "autograd")
    for rows, weights in zip(MATRICES, WEIGHTS, strict=True):
        result = unpacked(call(gradient, mg.tensor(rows), mg.tensor(weights)))
        columns = list(zip(*rows, strict=True))
        if same(result, [row(weights, column) for column in columns]):
            if passes:
                return f"The numbers are right, but they come from `{passes}`. {ONE_PRODUCT}"
            continue
        if result is None:
            return "Your function returned nothing. Write `return` in front of the product."
        if isinstance(result, str):
            return "You returned a string. Return the product itself, without quotation marks."
        typical = [
            ([row(r, weights) for r in rows] if len(rows) == len(columns) else None, BY_COLUMN),
            (
                [sum(column) for column in columns],
                ("You added up the rows, so that each counts 1. Where does `v` come in?"),
            ),
            (
                [2 * row(weights, column) for column in columns],
                "That's twice the product. `A` already is the Jacobian, without a factor.",
            ),
            (
                rows,
                (
                    "That's the Jacobian itself. Where does `v` come in? `backward(v)` computes "
                    "the product of `v` and the Jacobian."
                ),
            ),
            ([[w * a for a in r] for w, r in zip(weights, rows, strict=True)], NOT_ADDED),
            (
                [[w * a for a, w in zip(r, weights, strict=False)] for r in rows],
                (
                    "You multiplied each *column* by a number in `v`, which runs only if the "
                    "lengths happen to match. Multiply each *row* by its number, and then add up "
                    "the rows."
                ),
            ),
            (
                [w * sum(r) for w, r in zip(weights, rows, strict=True)],
                (
                    "You multiplied each row by its number, but then you summed along each "
                    "row. Sum down the columns instead."
                ),
            ),
            (
                [[w * a for a, w in zip(c, weights, strict=True)] for c in columns],
                (
                    "The rows of `A` are the columns of `A.T`, and you multiplied each by its "
                    "number. Now add them up, along dimension 1."
                ),
            ),
            (weights, "That's `v` itself. It still has to meet the rows of `A`."),
            (
                [-row(weights, column) for column in columns],
                "The numbers are right, but the sign is wrong.",
            ),
            (
                [weights[0] * a for a in rows[0]],
                ("That's only the first row, multiplied by its number."),
            ),
            (
                [weights[0] * a + weights[1] * b for a, b in zip(rows[0], rows[1], strict=True)],
                "Your result is right for two rows. But a matrix can have more rows than that.",
            ),
            (
                rows[0],
                (
                    "That's just the first row. The numbers in `v` tell you how much of each "
                    "row to add."
                ),
            ),
        ]
        if hint := hint_for(result, typical):
            return hint
        shape = f"{len(rows)} by {len(columns)}"
        if len(vector(result)) == len(columns):
            case = f"For A = {rows} and v = {weights}, your function returns {numbers(result)}"
            return f"{case}, not {[row(weights, column) for column in columns]}."
        return (
            f"For a matrix that's {shape}, your function returns {numbers(result)}. The "
            "result should have the same shape as `x`. What shape is that?"
        )
    return None


BY_COLUMN = (
    "That adds up the *columns*, as `A @ v` does, which runs only if the lengths happen to "
    "match. Each number in `v` should count a *row*."
)
ONE_PRODUCT = "Write them as one product of `A` and `v`."
NOT_ADDED = "You multiplied each row by its number. Now add up the rows."


@exercise(
    "twice",
    keep=(
        "The first pass must not free the values that the second pass needs. Or make a single "
        "pass through the sum of both losses, so that you don't need a second pass."
    ),
    hints=[
        "What did the first `backward()` free?",
        "Keep the graph, or let a single call handle the losses together.",
        "`(s.sum() + (3 * s).sum()).backward()`.",
    ],
    meanings=[
        (
            r"through the graph a second time",
            (
                "The first pass freed the values that the node of `s` had saved before the "
                "second pass could use them."
            ),
        ),
        (
            r"name 'retain_graph' is not defined|retain_graph=bool",
            "It's an option of `backward`: write `backward(retain_graph=True)`.",
        ),
        (
            r"unsupported operand.*'NoneType'",
            (
                "`backward()` returns nothing. It adds the gradient to `w.grad`, which is `None` "
                "until then. So call it on a line of its own, and return `w.grad` at the end."
            ),
        ),
        (
            r"'(tuple|list)' object has no attribute 'backward'",
            "A pair of losses has no `backward()`, but their sum does.",
        ),
    ],
)
def twice(both: Callable[..., Any]) -> str | None:
    mg = library_of(both)
    for values in ([1.0, 2.0, 4.0], [-3.0, 0.5]):
        w, seen = mg.tensor(values, requires_grad=True), []
        w.register_hook(seen.append)
        try:
            result = unpacked(call(both, w))
        except LearnerError as stumbled:
            line, _, error = stumbled.shown.partition("\n")  # the learner's line, and its error
            if "a second time" in error and "retain_graph=True" in line:
                return TOO_LATE
            raise
        if result is None and not seen:
            return (
                "Your function returned `None`. No backward pass has reached `w`, so its `.grad` "
                "is still `None`."
            )
        if result is None:
            return (
                "Your function returned `None`, but the gradient is in `w.grad`: `return` that "
                "at the end."
            )
        if isinstance(result, tuple):
            return (
                "You returned a tuple of gradients. `autograd.grad` returns a tuple, and `+` only "
                "joins two tuples. Take the gradient out of each before you add."
            )
        if result is w:
            return "You returned `w` itself. Its gradient is in `w.grad`."
        for factor, hint in FACTORS.items():
            if same(result, [factor * v for v in values]):
                return hint
        if same(result, sum(4 * v * v for v in values)):
            return "That's the loss. Return its gradient, which is in `w.grad`."
        if same(result, [4 * SECOND // FIRST * v * sum(u * u for u in values) for v in values]):
            return "You multiplied the losses. Both together have the gradient of their sum."
        if not same(result, [BOTH * v for v in values]):
            return (
                f"For w = {values}, your function returned {numbers(result)}, but the "
                f"gradient is {FIRST}w + {SECOND}w."
            )
        if not seen:
            return (
                f"{BOTH}w is right, but you worked it out by hand, so no gradient has arrived at "
                "`w`. Let `backward()` find the gradient of both losses."
            )
    return None


TOO_LATE = (
    "You put `retain_graph=True` in the second call. That's too late, because the first call has "
    "already freed the values that `s` saved. Which call does it belong in?"
)
FIRST, SECOND = 2, 6  # the gradients of the two losses are 2w and 6w
BOTH = FIRST + SECOND
FACTORS = {
    FIRST: f"{FIRST}w is the gradient of only the first loss. The second loss adds {SECOND}w.",
    SECOND: f"{SECOND}w is the gradient of only the second loss. The first loss adds {FIRST}w.",
    BOTH / 2: (
        f"{BOTH // 2}w is the average of {FIRST}w and {SECOND}w, or {FIRST}w twice. Gradients of "
        f"several losses add up, and the second loss has a factor of {SECOND // FIRST}."
    ),
    2 * FIRST + SECOND: f"You returned {BOTH + FIRST}w, because you counted the first loss twice.",
    FIRST
    + 2 * SECOND: f"You returned {BOTH + SECOND}w, because you counted the second loss twice.",
    2 * BOTH: (
        f"{2 * BOTH}w is twice what it should be. Did you run two passes too many, or add `w.grad` "
        "to itself? `first = w.grad` isn't a copy, it grows with it."
    ),
    BOTH / 3: f"You replaced the sums with means, so your result is a third of {BOTH}w.",
}


STACK = "`mg.stack` takes one list of tensors: `mg.stack([..., ...])`."


@exercise(
    "ones",
    keep=(
        "A `v` of ones adds up the rows: `x.grad[i]` is the effect of `x[i]` on all "
        "outputs together."
    ),
    hints=[
        "If each row counts 1, which numbers of the Jacobian does `x.grad[i]` add up?",
        "What if an output uses more than its own input?",
        "`x * x.sum()` works.",
    ],
    meanings=[(r"stack\(\)", STACK)],
)
def ones(h: Callable[..., Any], point: Any) -> str | None:
    mg = library_of(h, point)
    try:
        x = mg.tensor(numbers(point), dtype=mg.get_default_dtype(), requires_grad=True)
    except (TypeError, ValueError, RuntimeError):
        return "The point has to be a list of three numbers."
    if tuple(x.shape) != (3,):
        return (
            f"The point has shape {list(x.shape)}, but it should be three numbers, with shape [3]."
        )
    y = call(h, x)
    if y is None:
        return "`h` returned nothing. It should return the three outputs."
    if not hasattr(y, "shape"):
        return f"`h` returned a `{type(y).__name__}`. `mg.stack` combines several tensors into one."
    if tuple(y.shape) != (3,):
        return (
            f"`h` returned shape {list(y.shape)}, but it should return three outputs, with "
            "shape [3]."
        )
    if not y.requires_grad:
        return UNTRACKED
    J = numbers(jacobian_of(mg, y, x))
    columns = [sum(J[i][j] for i in range(3)) for j in range(3)]
    if any(entry != entry for entries in J for entry in entries):
        return "The Jacobian contains `nan` at this point. Choose another point."
    if not same(columns, [J[i][i] for i in range(3)]):
        return None
    if not diagonal(J):
        return (
            "Your outputs do use other inputs, but in each column of the Jacobian, these slopes "
            "cancel out to 0."
        )
    if diagonal_elsewhere(mg, h):
        return (
            "Each of your outputs depends only on its own input, and in that case the claim "
            "is true."
        )
    return (
        "`h` would work, but at this point, all the slopes along other inputs are 0. Choose "
        "another point."
    )


UNTRACKED = (
    "The output of `h` isn't tracked. Was it computed from `x`? `mg.tensor(...)` and "
    "`.item()` copy the numbers without their history, but `mg.stack` keeps the history."
)


def diagonal(J: list[list[float]]) -> bool:
    return all(same(J[i][j], 0) for i in range(3) for j in range(3) if i != j)


NO_ROW = (
    "There's a `None` where a row should be. `backward()` returns nothing, because it adds the "
    "row to `x.grad`. Use `autograd.grad`, which returns the row."
)


@exercise(
    "jacobian",
    keep="One backward pass gives one row, so a Jacobian takes one pass per output.",
    hints=[
        "How many rows does the Jacobian have?",
        "What's the gradient of `y[i]`? Which row is that?",
        "`mg.autograd.grad(y[i], x, retain_graph=True)[0]`, and then `mg.stack`.",
    ],
    meanings=[
        (
            r"through the graph a second time",
            (
                "The pass for one row freed the values that the next pass needs. Use "
                "`retain_graph=True`, or compute `f(x)` again."
            ),
        ),
        (
            r"a leaf Variable",
            (
                "You can't nudge a tracked leaf, and you don't need to, because a "
                "backward pass gives you a row."
            ),
        ),
        (
            r"must be tuple of Tensors, not Tensor",
            (
                "`mg.stack` needs a list of rows, not one row. `rows.append(row)` adds a row to "
                "your list."
            ),
        ),
        (
            r"tensors used as indices",
            "In your loop, `i` is an output, not an index. Write `for i in range(len(y)):`.",
        ),
        (
            r"IndexError",
            "There's one row per output, so count them with `len(y)`, not with the length of `x`.",
        ),
        (
            r"TypeError.*tuple",
            "`autograd.grad` returns the gradient in a tuple. Use `[0]` to get the row.",
        ),
        (
            r"appears to not have been used",
            (
                "`x[j]` is a new tensor, and `y` wasn't computed from it. Differentiate with "
                "respect to the whole `x`."
            ),
        ),
        (
            r"gradients can be either Tensors or None",
            "`v` has to be a tensor, with one number for each output: `mg.tensor(...)`.",
        ),
        (
            r"'(int|float)' object is not iterable",
            (
                "There's a single number where several are needed. `v` has to be a tensor with "
                "one number for each output, and a loop that counts goes through `range(len(y))`."
            ),
        ),
        (
            r"Mismatch in shape: grad_output",
            (
                "Each `v` needs one number for each output, so its length is `len(y)`. Did you "
                "assume that every `f` has two outputs, or did you use the number of inputs?"
            ),
        ),
        (r"got NoneType", NO_ROW),
        (
            r"only one element tensors",
            "`mg.tensor` makes a new leaf from plain numbers. `mg.stack` joins tensors.",
        ),
        (r"stack\(\)", STACK),
    ],
)
def jacobian(build: Callable[..., Any]) -> str | None:
    mg = library_of(build)
    if of_the_notebook(build, "y"):
        return (
            "Your function never computes `y`, so it uses the notebook's `y`, which belongs to "
            "another `x`. Begin with the outputs of `f` at this `x`."
        )
    if of_the_notebook(build, "functional"):
        return "That's the library's own Jacobian. Write the loop that it runs for you."
    for make, values in zip(MAPS, POINTS, strict=True):
        f, x = make(mg), mg.tensor(values, requires_grad=True)
        J = numbers(jacobian_of(mg, f(x), x))
        runs: list[Any] = []
        seen: list[Any] = []
        result = call(build, watched(f, runs, seen), mg.tensor(values, requires_grad=True))
        if result is None:
            return "Your function returned nothing. It should return the matrix."
        if isinstance(result, list | tuple) and any(row is None for row in result):
            return NO_ROW
        if same(result, J, relative=ROUGH):
            if runs and not seen:
                return DIFFERENCES
            if isinstance(result, list | tuple):
                return "You returned a list of rows. `mg.stack` makes them one matrix."
            continue
        running = [total(J[: i + 1]) for i in range(len(J))]
        typical = [
            (
                list(zip(*J, strict=True)),
                ("That's the transpose. There should be one row per output."),
            ),
            (total(J), "You added up the rows. Compute each row on its own, with a one-hot `v`."),
            (
                [[r] for r in J],
                (
                    "Each row is inside a tuple, because `autograd.grad` returns a tuple. Take "
                    "its only element, `[0]`."
                ),
            ),
            (
                running,
                (
                    "Each row includes the rows before it. Does `x.grad` still hold the "
                    "earlier gradients, or does `v` still contain the 1s for the earlier rows?"
                ),
            ),
            (
                [running[-1]] * len(J),
                (
                    "All rows are the same tensor, `x.grad`, which every pass adds to. "
                    "`autograd.grad` returns a new tensor each time."
                ),
            ),
            (
                [[0.0] * len(values)] * len(J),
                (
                    "All numbers are 0. If every row is `x.grad` itself, then `x.grad.zero_()` "
                    "empties them all. Append a copy, `x.grad.clone()`."
                ),
            ),
            (
                [J[-1]] * len(J),
                (
                    "All rows are the same tensor, `x.grad`, as the last pass left it. Each "
                    "row needs its own tensor."
                ),
            ),
            (J[0], "That's only the first row. The map has more outputs."),
            (J[:1], "That's the first row. The map has more outputs: does `return` end the loop?"),
            (J[-1], "That's only the last row. Keep every row, with `rows.append(row)`."),
            (J[1:], "The first row is missing, because indices start at 0."),
            (
                J[:2],
                (
                    "The first two rows are right. But this map has more outputs. How many "
                    "numbers does `y` have?"
                ),
            ),
            (
                [J[i][i] for i in range(min(len(J), len(values)))],
                (
                    "You returned only one number from each row, the slope of output i "
                    "along `x[i]`. Return the whole row."
                ),
            ),
            (
                [e for r in J for e in r],
                (
                    "The numbers are right, but they're all in one row. Stack the rows to get a "
                    "matrix."
                ),
            ),
        ]
        if hint := hint_for(result, typical, relative=ROUGH):
            return hint
        return (
            f"For a map with {len(J)} outputs and {len(values)} inputs, your function "
            f"returns {_short(result)}."
        )
    return None


DIFFERENCES = (
    "These are finite differences. They're close to the slopes, but no gradient went through "
    "`f`. Finite differences need extra calls to `f` for each input, while one backward pass "
    "gives a whole row exactly."
)


def vector(answer: Any) -> list[float]:
    """Return the elements of a vector, or None if the value isn't a vector."""
    entries = numbers(answer)
    flat = isinstance(entries, list) and all(isinstance(v, float | int) for v in entries)
    return entries if flat else []


def diagonal_elsewhere(mg: Any, h: Callable[..., Any]) -> bool:
    # Square roots and logarithms are defined at these points.
    x = mg.tensor([0.5, 1.5, 2.5], requires_grad=True)
    try:
        return diagonal(numbers(jacobian_of(mg, call(h, x), x)))
    except LearnerError:
        return True


def unpacked(answer: Any) -> Any:
    """Return the gradient, taken out of the tuple that `autograd.grad` returns."""
    return answer[0] if isinstance(answer, tuple) and len(answer) == 1 else answer


def _short(value: Any) -> str:
    text = str(numbers(value))
    return text if len(text) <= 80 else text[:79] + "…"


EXERCISES = (product, twice, ones, jacobian)
