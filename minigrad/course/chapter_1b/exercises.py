"""The exercises for the interlude on shapes, each with a judge that runs the answer."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from minigrad.course.checking import (
    NotAttempted,
    call,
    exercise,
    hint_for,
    library_of,
    numbers,
    same,
)

from ..checking.attempt import LearnerError, WrongKind

Row = Sequence[float]
GRADIENTS = ([[1.0, 2.0, 4.0], [10.0, 20.0, 50.0]], [[1.0, -2.0], [0.5, 4.0], [3.0, 8.0]])


@exercise(
    "back",
    keep="If the forward pass repeats a value, the backward pass sums along the same dimension.",
    hints=[
        "Which entries of `G` belong to `b[0]`?",
        "Which dimension does `sum(0)` remove?",
        "`G.sum(0)`, and `G.sum(1, keepdim=True)`.",
    ],
    meanings=[
        (
            r"is invalid for input of size [23]\b",  # the sums of the test matrices
            (
                "The size in your `reshape` doesn't fit every `G`. For `of_c`, `keepdim=True` "
                "gives you a column of any length."
            ),
        ),
        (
            r"is invalid for input of size",
            (
                "`reshape` can't change how many values a tensor has. Sum first, and take "
                "the length from a tensor, as in `len(G)`."
            ),
        ),
        (
            r"size mismatch, got|cannot be multiplied",
            (
                "A vector of ones has a fixed length, and the check tries matrices of several "
                "sizes. `sum` adds up however many numbers there are."
            ),
        ),
        (
            "out of bounds",
            ("Not every matrix has that many rows. `sum` adds up however many there are."),
        ),
        (
            r"sum\(\) received an invalid",
            ("`sum` needs the dimension as its first argument. Should it be 0 or 1?"),
        ),
    ],
)
def back(back: Callable[..., Any]) -> str | None:
    mg = library_of(back)
    for G in GRADIENTS:
        columns, rows = [sum(c) for c in zip(*G, strict=True)], [sum(r) for r in G]
        try:
            result = pair(call(back, mg.tensor(G)), "of_b, of_c")
        except NotAttempted:
            one = call(lambda G: back(G)[0], mg.tensor(G))  # raises again if `of_b` is open
            if same(one, columns):
                return "`of_b` is right. `of_c` is still missing."
            raise
        for name, one, right, others in (
            ("b", result[0], columns, of_b(G)),
            ("c", result[1], [[r] for r in rows], of_c(G)),
        ):
            if same(one, right):
                continue
            if hint := hint_for(one, others):
                return hint
            return (
                f"For G = {G}, `of_{name}` should be {digits(right)}, but yours is {digits(one)}."
            )
    return None


def of_b(G: Sequence[Row]) -> list[tuple[Any, str]]:
    columns, rows = [sum(c) for c in zip(*G, strict=True)], [sum(r) for r in G]
    return [
        (
            rows,
            (
                "`of_b` has one value per row, but `b` has one per column. Sum over the "
                "other dimension."
            ),
        ),
        ([columns], "`of_b` has two dimensions, but `b` has only one. Leave out `keepdim` there."),
        ([[r] for r in rows], "`of_b` is a column. You swapped `of_b` and `of_c`."),
        (
            sum(rows),
            (
                "`of_b` is a single number, the sum of all of `G`. Tell `sum` which dimension "
                "to sum over."
            ),
        ),
        (
            G,
            (
                "`of_b` is just `G`. But `b` has fewer entries than `G`, so which entries of `G` "
                "belong to the same entry of `b`?"
            ),
        ),
        (
            [a + b for a, b in zip(G[0], G[1], strict=True)],
            (
                "`of_b` adds up only two rows. A matrix can have more rows than that, and `sum` "
                "adds up all of them."
            ),
        ),
        (G[0], "`of_b` is the first row of `G`. But `b` was also used in the other rows."),
        (
            [c / len(G) for c in columns],
            ("`of_b` is a mean. But shares are added up, so don't divide."),
        ),
        ([len(G)] * len(columns), "`of_b` counts the rows. But the shares are the entries of `G`."),
    ]


def of_c(G: Sequence[Row]) -> list[tuple[Any, str]]:
    columns, rows = [sum(c) for c in zip(*G, strict=True)], [sum(r) for r in G]
    return [
        (
            rows,
            (
                "The values in `of_c` are right, but `c` has two dimensions. Which dimension did "
                "`of_c` lose?"
            ),
        ),
        ([rows], "`of_c` is a row. The last dimension should have length 1."),
        (
            [columns],
            (
                "`of_c` has one value per column, but `c` has one per row. Sum over the other "
                "dimension."
            ),
        ),
        (
            [[c] for c in columns],
            (
                "`of_c` is a column, but that column holds the sums for `b`. For `c`, you need "
                "one value per row."
            ),
        ),
        (
            columns,
            (
                "`of_c` would be right if `c` were a vector. But `c` is a column, repeated along "
                "dimension 1."
            ),
        ),
        (sum(rows), "`of_c` is a single number, but `c` has one for each row."),
        (
            G,
            (
                "`of_c` is just `G`. But `c` has one number per row, so which entries of `G` "
                "should be added up?"
            ),
        ),
        (
            [[r[0]] for r in G],
            ("`of_c` is the first column of `G`. But `c` was also used in the other columns."),
        ),
        (
            [[r / len(G[0])] for r in rows],
            ("`of_c` is a mean. But shares are added up, so don't divide."),
        ),
    ]


LOSSES = (([1.0, 2.0, 5.0], [3.0, 2.0, 1.5]), ([0.0, 1.0, -2.0, 5.0], [2.0, 1.0, 1.0, 0.5]))


@exercise(
    "loss",
    keep=(
        "Before you combine predictions and targets, make sure that each prediction meets its own "
        "target: `[n]` fits `[n]`, and also `[1, n]`, but not `[n, 1]`."
    ),
    hints=[
        "What shape does `prediction - target` have?",
        "`prediction.reshape(target.shape)`.",
    ],
    meanings=[
        (
            r"is invalid for input of size",
            ("A fixed number in `reshape` works for only one size. Could you use `len(target)`?"),
        ),
        (
            r"must be tuple of ints, not Tensor",
            "`reshape` needs a shape, not a tensor: `target.shape`, or `len(target)`.",
        ),
        (
            r"name 'n' is not defined",
            ("`n` isn't defined in your code. The number of targets is `len(target)`."),
        ),
    ],
)
def loss(loss: Callable[..., Any]) -> str | None:
    mg = library_of(loss)
    for guesses, targets in LOSSES:
        p = mg.tensor([[v] for v in guesses], requires_grad=True)
        result = call(loss, p, mg.tensor(targets))
        if result is None:
            return "Your function returned nothing. It should return the loss."
        if callable(result):
            return "You returned a method instead of a number. Call it: `mean()`."
        apart = [a - b for a, b in zip(guesses, targets, strict=True)]
        n = len(apart)
        right = sum(d * d for d in apart) / n
        if not same(result, right):
            if hint := hint_for(result, losses(guesses, targets, apart)):
                return hint
            return (
                f"For predictions {guesses} and targets {targets}, the loss should be "
                f"{digits(right)}, but yours is {digits(result)}."
            )
        if not getattr(result, "requires_grad", False):
            return (
                "The number is right, but it isn't tracked, so you can't call `backward()` on it."
            )
        result.backward()
        if p.grad is None or not same(p.grad, [[2 * d / n] for d in apart]):
            return "The number is right, but calling `backward()` on it gives the wrong gradient."
    return None


def losses(guesses: Row, targets: Row, apart: Row) -> list[tuple[Any, str]]:
    n = len(apart)
    squares = [d * d for d in apart]
    every = [(a - b) ** 2 for a in guesses for b in targets]
    means = sum(guesses) / n - sum(targets) / n
    return [
        (
            sum(every) / n**2,
            (
                f"There are still {n * n} differences, one for each pair of a prediction and a "
                "target, because the two shapes still differ, so both tensors are repeated. "
                "(`reshape` doesn't change its tensor, so use the tensor that it returns. For a "
                "vector, `.T` doesn't change anything.)"
            ),
        ),
        *(
            (
                along,
                (
                    f"You returned {n} numbers, which are still means over all {n * n} pairs of a "
                    "prediction and a target. Pair each prediction with its own target, and "
                    "return one mean."
                ),
            )
            for along in (means_of(zip(*square(every, n), strict=True)), means_of(square(every, n)))
        ),
        (
            [sum(squares) / n],
            (
                "The number is right, but it's inside a vector of length 1, because "
                "`prediction[i]` is a row. To get the number itself, use `prediction[i, "
                "0]`. (With `reshape`, you don't need a loop.)"
            ),
        ),
        (
            [sum(squares)],
            (
                "That's the sum of the right squares, inside a vector of length 1, "
                "because `prediction[i]` is a row. The number itself is `prediction[i, "
                "0]`. Return the mean of the squares."
            ),
        ),
        *(of_three(squares) if n != 3 else []),
        (
            sum((sum(guesses) - b) ** 2 for b in targets) / n,
            (
                "You added up the predictions before comparing them with the targets. But "
                "each prediction has its own target."
            ),
        ),
        (apart, "These are the right differences. Now square them and take the mean."),
        (
            sum(every),
            (
                f"That's the sum of {n * n} squares, because you still compare every prediction "
                "with every target."
            ),
        ),
        (
            sum(every) / n**3,
            (
                f"You divided by {n} a second time, but the sum still includes all {n * n} "
                "differences."
            ),
        ),
        (
            sum(every) / n,
            (f"You divided by {n}, but there are still {n * n} differences in the sum."),
        ),
        (sum(squares), "That's the sum of the right squares. Return their mean."),
        (sum(squares) / n**2, f"The squares are right, but you divided by {n} twice."),
        (
            squares,
            ("These are the right squares. But a loss is a single number, so return their mean."),
        ),
        (
            [[s] for s in squares],
            (
                "These are the right squares, as a column. But a loss is a single number, so "
                "return their mean."
            ),
        ),
        (
            sum(map(abs, apart)) / n,
            (
                "These are the absolute values of the right differences. Square the differences "
                "instead."
            ),
        ),
        (sum(apart) / n, "That's the mean of the right differences. You forgot to square them."),
        (
            sum((sum(guesses) / n - b) ** 2 for b in targets) / n,
            "That compares the mean of the predictions with each target.",
        ),
        (means**2, "That compares the mean of the predictions with the mean of the targets."),
        (squares[0], "You compared only the first prediction with its target."),
        (
            sum((guesses[0] - b) ** 2 for b in targets) / n,
            (
                "You compared only the first prediction with the targets. Each target has its "
                "own prediction."
            ),
        ),
    ]


def square(every: Row, n: int) -> list[Row]:
    """Split the n · n differences into rows, one for each prediction."""
    return [every[i * n : (i + 1) * n] for i in range(n)]


def means_of(rows: Iterable[Row]) -> Row:
    return [sum(row) / len(row) for row in rows]


def of_three(squares: Row) -> list[tuple[Any, str]]:
    """Return the result of an answer that assumes there are three predictions."""
    return [
        (
            sum(squares[:3]) / 3,
            (
                "You compared only the first three predictions. The number of targets is "
                "`len(target)`."
            ),
        ),
        (
            sum(squares) / 3,
            ("You divided by 3, however many targets there are. `mean()` counts them for you."),
        ),
    ]


PRODUCTS = (
    ([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]], [1.0, 2.0, 4.0], [10.0, 1.0]),
    ([[2.0, -1.0], [0.5, 3.0], [4.0, 1.0]], [3.0, -2.0], [1.5, 2.0, -5.0]),
    ([[1.0, 2.0], [3.0, 5.0]], [2.0, 7.0], [10.0, 1.0]),
)
WHOLE = ([[1, 2, 0], [0, 1, 3]], [1, 2, 4], [10, 1])
BY_BACKWARD = (
    "The numbers are right, but you computed them with a backward pass, which doesn't work on "
    "integer tensors. You don't need a backward pass here, because each rule just multiplies two "
    "of the three tensors `W`, `x`, and `g`."
)


@exercise(
    "rules",
    keep=(
        "The gradient of `W` is a column times a row, with the entries gᵢ·xⱼ. The gradient of "
        "`x` is the sum of the rows of `W`, weighted by `g`."
    ),
    hints=[
        (
            "Start with the shapes. One gradient has the shape of `W`, and the other has the "
            "shape of `x`."
        ),
        "Which shape does `g` need, so that `g * x` has the shape of `W`?",
        "`g.reshape(len(g), 1) * x`, and `g @ W`.",
    ],
    meanings=[
        (
            r"is invalid for input of size",
            (
                "The lengths in your `reshape` don't fit every size. Take the length from the "
                "tensor that you're reshaping, as in `g.reshape(len(g), 1)`."
            ),
        ),
        (
            r"size mismatch, got input|cannot be multiplied",
            (
                "For `@`, the last dimension on the left has to match the first on the right. "
                "The rule for `W` doesn't need a sum at all. The rule for `x` does, but along the "
                "rows of `W`, or down its columns?"
            ),
        ),
        (
            r"size of tensor a",
            (
                "Lined up from the right, these lengths don't match. `g` has one value "
                "per row, so turn it into a column."
            ),
        ),
        (
            r"inconsistent tensor size",
            (
                "Between two vectors, `@` adds up the products. But the gradient of `W` needs a "
                "separate number for each pair."
            ),
        ),
        (
            r"does not require grad",
            "Nothing is tracked here, so `backward` has nowhere to go. Write down the two rules.",
        ),
    ],
)
def rules(rules: Callable[..., Any]) -> str | None:
    mg = library_of(rules)
    for W, x, g in PRODUCTS:
        result = pair(call(rules, mg.tensor(W), mg.tensor(x), mg.tensor(g)), "of_W, of_x")
        of_W = [[a * b for b in x] for a in g]
        of_x = [sum(a * b for a, b in zip(g, c, strict=True)) for c in zip(*W, strict=True)]
        if result[0] is None or result[1] is None:
            return (
                "One of your results is `None`. Nothing is tracked here, so no `.grad` is "
                "ever filled in."
            )
        if same(result, [of_x, of_W]):
            return (
                "Both are right, but they're swapped. Return the gradient of `W` first "
                "and then the gradient of `x`."
            )
        for one, right, typical in (
            (result[0], of_W, for_W(W, x, g)),
            (result[1], of_x, for_x(W, x, g)),
        ):
            if same(one, right):
                continue
            if hint := hint_for(one, typical):
                return hint
            name, shape = (
                ("W", f"{len(W)} by {len(x)}") if right is of_W else ("x", f"{len(x)} numbers")
            )
            if shape_of(one) != shape_of(right):
                own = " by ".join(map(str, shape_of(one))) or "a single number"
                return (
                    f"The gradient of `{name}` has the shape of `{name}` ({shape}), but the shape "
                    f"of yours is {own}."
                )
            for factor, off in FACTORS.items():
                if same(one, scaled(right, factor)):
                    return f"Your gradient of `{name}` {off}."
            return f"Your gradient of `{name}` ({shape}) is {digits(one)}, which isn't right."
    try:
        call(rules, *(mg.tensor(part) for part in WHOLE))
    except LearnerError as stumbled:
        if "require" in stumbled.shown:
            return BY_BACKWARD
        raise
    return None


FACTORS = {-1: "has the wrong sign", 2: "is twice as large as it should be"}


def scaled(gradient: Any, factor: float) -> Any:
    """Return nested lists of numbers, each times a factor."""
    if isinstance(gradient, list):
        return [scaled(part, factor) for part in gradient]
    return factor * gradient


def for_W(W: Sequence[Row], x: Row, g: Row) -> list[tuple[Any, str]]:
    return [
        (
            [[a * b for a in g] for b in x],
            ("For `W`, you returned the transpose. Each row of `W` goes with one number in `g`."),
        ),
        (
            [[a * b for b in row] for a, row in zip(g, W, strict=True)],
            (
                "For `W`, you weighted the rows of `W` itself. But how far an entry of `W` moves "
                "`y` depends on `x`."
            ),
        ),
        (
            [[a * b for a, b in zip(row, x, strict=True)] for row in W],
            (
                "For `W`, you returned `W * x`, as in the forward pass. Use the gradient that "
                "arrives, `g`, instead of `W`."
            ),
        ),
        (
            [list(x)] * len(g),
            ("For `W`, you returned `x` in each row. Multiply each row by its number in `g`."),
        ),
        (
            sum(a * b for a in g for b in x),
            "For `W`, you returned a single number, but each entry has its own gradient.",
        ),
        (
            [g[0] * b for b in x],
            (
                "For `W`, you returned only row 0. There should be one row for each number in "
                "`g`: `x`, multiplied by that number."
            ),
        ),
        (
            [[a * b for b in x] for a in g[:2]],
            "For `W`, you returned two rows. But `W` has as many rows as `g` has numbers.",
        ),
        (
            g,
            (
                "For `W`, you returned only `g`, one number for each row. But each entry "
                "also has a factor from `x`."
            ),
        ),
        (
            W,
            (
                "For `W`, you returned `W` itself. The gradient of its entry ij is `g[i]` "
                "times `x[j]`."
            ),
        ),
    ]


def for_x(W: Sequence[Row], x: Row, g: Row) -> list[tuple[Any, str]]:
    columns = list(zip(*W, strict=True))
    is_square = len(W) == len(x)
    weighted = [[a * b for b in row] for a, row in zip(g, W, strict=True)]
    right = [sum(column) for column in zip(*weighted, strict=True)]
    return [
        (
            [sum(a * b for a, b in zip(r, g, strict=True)) for r in W] if is_square else None,
            (
                "For `x`, you returned `W @ g`, which ran only because this `W` is square. Sum "
                "down the columns instead."
            ),
        ),
        (
            [sum(a * b for a, b in zip(r, x, strict=True)) for r in W],
            "For `x`, you returned `W @ x`, the forward pass.",
        ),
        (
            [sum(c) for c in columns],
            (
                "For `x`, you summed the columns, which gives every row a weight of 1. Where "
                "does `g` come in?"
            ),
        ),
        (
            [sum(c) * b for c, b in zip(columns, x, strict=True)],
            "For `x`, you summed `W * x` down the columns. Where does `g` come in?",
        ),
        (
            weighted,
            "For `x`, you weighted the rows, but you didn't add them up.",
        ),
        (
            list(zip(*weighted, strict=True)),
            (
                "For `x`, you weighted each number in `W`. Now add up the numbers in each column "
                "of `W`, which are in a row of `W.T`."
            ),
        ),
        (
            [sum(row) for row in weighted],
            ("For `x`, the sum goes down the columns, not along the rows."),
        ),
        (
            [right],
            ("The numbers for `x` are right, but `x` has one dimension, and your result has two."),
        ),
        (
            [a * b for a, b in zip(right, x, strict=True)],
            "For `x`, you multiplied by `x` at the end, but the rule for `x` doesn't use `x`.",
        ),
        (
            sum(right),
            (
                "For `x`, you returned a single number. The gradient of `x` has one number for "
                "each column of `W`."
            ),
        ),
        (
            weighted[0],
            (
                "For `x`, you returned only the share from row 0. The other rows send "
                "shares as well."
            ),
        ),
        (
            [a + b for a, b in zip(weighted[0], weighted[1], strict=True)],
            "For `x`, you weighted only two rows. But `W` has as many rows as `g` has numbers.",
        ),
        (
            g,
            (
                "For `x`, you returned `g` itself, which has one number for each row. But `x` "
                "has one for each column."
            ),
        ),
        (x, "For `x`, you returned `x` itself. Its gradient comes from `g`, through `W`."),
        (
            [sum(g) * v for v in x],
            (
                "For `x`, you added up the products of `g` and `x`. Those products belong to the "
                "rule for `W`."
            ),
        ),
        ([[a * b for b in x] for a in g], "For `x`, you used the rule for `W` again."),
    ]


def pair(result: Any, names: str) -> tuple[Any, Any]:
    """Return the two results, or raise `WrongKind` if the learner didn't return a pair."""
    if result is None:
        raise WrongKind(f"Your function returned nothing. End it with `return {names}`.")
    if not isinstance(result, tuple | list) or len(result) != 2:
        raise WrongKind(f"Return two results. End your function with `return {names}`.")
    return result[0], result[1]


def shape_of(value: Any) -> tuple[int, ...]:
    plain = numbers(value)
    return (len(plain), *shape_of(plain[0])) if isinstance(plain, list) and plain else ()


def digits(value: Any) -> str:
    """Format numbers with few enough digits that they can be read at a glance."""
    plain = numbers(value)
    if isinstance(plain, list):
        return "[" + ", ".join(map(digits, plain)) + "]"
    return f"{plain + 0.0:.4g}" if isinstance(plain, float) else str(plain)  # no -0


EXERCISES = (back, loss, rules)
