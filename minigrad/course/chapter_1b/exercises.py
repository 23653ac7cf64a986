"""The exercises of the interlude on shapes, each with a judge that runs the answer."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from minigrad.course.checking import call, exercise, hint_for, library_of, numbers, same

from ..checking.attempt import LearnerError, WrongKind

Row = Sequence[float]
GRADIENTS = ([[1.0, 2.0, 4.0], [10.0, 20.0, 50.0]], [[1.0, -2.0], [0.5, 4.0], [3.0, 8.0]])


@exercise(
    "back",
    keep="What was repeated going forward is summed going backward, along the same dimension.",
    hints=[
        "`b` was repeated once for each row: which entries of `G` belong to `b[0]`?",
        "`sum(0)` adds down the columns, `sum(1)` along the rows.",
        "A column has two dimensions: `G.sum(1, keepdim=True)`.",
    ],
    meanings=[
        (
            r"is invalid for input of size [23]\b",  # the sums of the matrices that are tried
            (
                "The size in `reshape` is fixed, and not every `G` has that. For `of_c`, "
                "`keepdim=True` keeps the column without a size."
            ),
        ),
        (
            r"is invalid for input of size",
            (
                "`reshape` has a place for each number, no more and no fewer. Add up first, and "
                "take the length from a tensor, as `len(G)` does."
            ),
        ),
        ("out of bounds", "Not every matrix has so many rows. `sum` takes as many as there are."),
        (r"sum\(\) received an invalid", "`sum` needs to know the dimension first: 0 or 1?"),
    ],
)
def back(back: Callable[..., Any]) -> str | None:
    mg = library_of(back)
    for G in GRADIENTS:
        result = pair(call(back, mg.tensor(G)), "of_b, of_c")
        columns, rows = [sum(c) for c in zip(*G, strict=True)], [sum(r) for r in G]
        for name, one, right, others in (
            ("b", result[0], columns, of_b(G)),
            ("c", result[1], [[r] for r in rows], of_c(G)),
        ):
            if same(one, right):
                continue
            if hint := hint_for(one, others):
                return hint
            return (
                f"For G = {G}, `of_{name}` should be {digits(right)}, and yours is {digits(one)}."
            )
    return None


def of_b(G: Sequence[Row]) -> list[tuple[Any, str]]:
    columns, rows = [sum(c) for c in zip(*G, strict=True)], [sum(r) for r in G]
    return [
        (rows, "`of_b` has a number for each row. `b` has one for each column: sum the others."),
        ([columns], "`of_b` has two dimensions. `b` has one: no `keepdim` there."),
        ([[r] for r in rows], "`of_b` is a column. The two have changed places."),
        (
            sum(rows),
            "`of_b` is one number, the sum of all of `G`. Tell `sum` along which dimension to add.",
        ),
        (G, "`of_b` is `G` as it arrived. `b` has fewer places: which entries share one?"),
        (
            [a + b for a, b in zip(G[0], G[1], strict=True)],
            "`of_b` adds two rows. A matrix may have more of them: `sum` takes them all.",
        ),
        (G[0], "`of_b` is the first row of `G`. `b` went into the other rows too."),
        ([c / len(G) for c in columns], "`of_b` is a mean. Shares add up, nothing is divided."),
        ([len(G)] * len(columns), "`of_b` counts the rows. The shares are the numbers of `G`."),
    ]


def of_c(G: Sequence[Row]) -> list[tuple[Any, str]]:
    columns, rows = [sum(c) for c in zip(*G, strict=True)], [sum(r) for r in G]
    return [
        (rows, "The numbers of `of_c` are right. `c` has two dimensions: which length is lost?"),
        ([rows], "`of_c` is a row. The last dimension should have length 1."),
        ([columns], "`of_c` has a number for each column. `c` was repeated along the rows."),
        (
            [[c] for c in columns],
            "`of_c` is a column, of the sums for `b`. `c` has a number for each row.",
        ),
        (columns, "`of_c` is the gradient of a vector. `c` was repeated along dimension 1."),
        (sum(rows), "`of_c` is one number. `c` has a place for each row."),
        (G, "`of_c` is `G` as it arrived. `c` has one number for each row: which add up?"),
        ([[r[0]] for r in G], "`of_c` is the first column of `G`. `c` met the other columns too."),
        ([[r / len(G[0])] for r in rows], "`of_c` is a mean, and shares add up."),
    ]


LOSSES = (([1.0, 2.0, 5.0], [3.0, 2.0, 1.5]), ([0.0, 1.0, -2.0, 5.0], [2.0, 1.0, 1.0, 0.5]))


@exercise(
    "loss",
    keep="One shape for predictions and targets, before they meet.",
    hints=[
        "Look at the shape of `prediction - target`: `[n, 1]` and `[n]`, lined up.",
        "The rest of the formula is right. Give one of the two the shape of the other.",
        "`prediction.reshape(target.shape)` has as many numbers as targets, in one dimension.",
    ],
    meanings=[
        (r"is invalid for input of size", "A number in `reshape` fits one size: `len(target)`?"),
        (
            r"must be tuple of ints, not Tensor",
            "`reshape` needs a shape, not a tensor: `target.shape`, or `len(target)`.",
        ),
        (r"name 'n' is not defined", "`n` is our word for how many there are: `len(target)`."),
    ],
)
def loss(loss: Callable[..., Any]) -> str | None:
    mg = library_of(loss)
    for guesses, targets in LOSSES:
        p = mg.tensor([[v] for v in guesses], requires_grad=True)
        result = call(loss, p, mg.tensor(targets))
        if result is None:
            return "Your function returned nothing. `return` the loss."
        if callable(result):
            return "You returned a method instead of a number. Call it: `mean()`."
        apart = [a - b for a, b in zip(guesses, targets, strict=True)]
        n = len(apart)
        right = sum(d * d for d in apart) / n
        if not same(result, right):
            if hint := hint_for(result, losses(guesses, targets, apart)):
                return hint
            return (
                f"For predictions {guesses} and targets {targets} it should be {digits(right)}, "
                f"and yours is {digits(result)}."
            )
        if not getattr(result, "requires_grad", False):
            return "The number is right, but it isn't tracked, so nothing can go backward from it."
        result.backward()
        if p.grad is None or not same(p.grad, [[2 * d / n] for d in apart]):
            return "The number is right, but `backward()` from it brings another gradient."
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
                f"Still {n * n} differences: every prediction with every target. A column "
                "still meets a row. (`reshape` doesn't change its tensor, so use what it "
                "returns. `.T` of a vector changes nothing.)"
            ),
        ),
        *(
            (along, f"{n} numbers, and still {n * n} differences behind them. We want one number.")
            for along in (means_of(zip(*square(every, n), strict=True)), means_of(square(every, n)))
        ),
        (
            [sum(squares) / n],
            (
                "The number is right, and lies in a vector of one: `prediction[i]` is a "
                "row. The number in it is `prediction[i, 0]`. (With `reshape` there's no "
                "loop to write.)"
            ),
        ),
        (
            [sum(squares)],
            (
                "The sum of the right squares, in a vector of one: `prediction[i]` is a "
                "row, `prediction[i, 0]` its number. Return their mean."
            ),
        ),
        *(of_three(squares) if n != 3 else []),
        (
            sum((sum(guesses) - b) ** 2 for b in targets) / n,
            "The predictions are added up before they meet the targets. Each has its own target.",
        ),
        (apart, "These are the right differences. Square them, and take the mean."),
        (
            sum(every),
            f"That's the sum of {n * n} squares: still every prediction with every target.",
        ),
        (sum(every) / n**3, f"Divided by {n} once more, and there are still {n * n} differences."),
        (sum(every) / n, f"Divided by {n}, but there are still {n * n} differences in the sum."),
        (sum(squares), "That's the sum of the right squares. Return their mean."),
        (sum(squares) / n**2, f"The right squares, divided by {n} twice."),
        (squares, "These are the right squares. A loss is one number: their mean."),
        (
            [[s] for s in squares],
            "The right squares, as a column. A loss is one number: their mean.",
        ),
        (sum(map(abs, apart)) / n, "The right differences, without their sign. Square them."),
        (sum(apart) / n, "The mean of the right differences; the square is missing."),
        (
            sum((sum(guesses) / n - b) ** 2 for b in targets) / n,
            "That compares the mean of the predictions with each target.",
        ),
        (means**2, "That compares the mean of the predictions with the mean of the targets."),
        (squares[0], "Only the first prediction is compared with its target."),
        (
            sum((guesses[0] - b) ** 2 for b in targets) / n,
            "The first prediction is compared with all targets; the others aren't used.",
        ),
    ]


def square(every: Row, n: int) -> list[Row]:
    """Return the differences of every entry with every other, row by row."""
    return [every[i * n : (i + 1) * n] for i in range(n)]


def means_of(rows: Iterable[Row]) -> Row:
    return [sum(row) / len(row) for row in rows]


def of_three(squares: Row) -> list[tuple[Any, str]]:
    """Return the result of an answer that assumes three predictions."""
    return [
        (
            sum(squares[:3]) / 3,
            "Only the first three are compared. `len(target)` is how many there are.",
        ),
        (sum(squares) / 3, "Divided by 3, however many there are: `mean()` counts them."),
    ]


PRODUCTS = (
    ([[1.0, 2.0, 0.0], [0.0, 1.0, 3.0]], [1.0, 2.0, 4.0], [10.0, 1.0]),
    ([[2.0, -1.0], [0.5, 3.0], [4.0, 1.0]], [3.0, -2.0], [1.0, 2.0, -5.0]),
    ([[1.0, 2.0], [3.0, 5.0]], [2.0, 7.0], [10.0, 1.0]),
)
WHOLE = ([[1, 2, 0], [0, 1, 3]], [1, 2, 4], [10, 1])
BY_BACKWARD = (
    "The numbers are right, but they came from a backward pass, and whole numbers don't have "
    "one. The rules don't need it: they're two products of `W`, `x`, and `g`."
)


@exercise(
    "rules",
    keep="To `W` goes a column times a row, gᵢ·xⱼ; to `x` the rows of `W`, weighted by `g`.",
    hints=[
        "Begin with the shapes. One gradient has the shape of `W`, the other the shape of `x`.",
        "For `W`, a number for each pair of a row and a column: `g` as a column times `x`.",
        "For `x`, the rows of `W` weighted by `g` and added up: `g @ W`.",
    ],
    meanings=[
        (
            r"is invalid for input of size",
            (
                "A number in `reshape` fits only one size. Take the length from the tensor "
                "that you reshape, as in `len(g)`."
            ),
        ),
        (
            r"size mismatch, got input|cannot be multiplied",
            (
                "For `@`, the last length on the left has to equal the first on the right. "
                "Does the rule add up at all, and if so, along the rows or down the "
                "columns?"
            ),
        ),
        (
            r"size of tensor a",
            (
                "Lined up from the right, these lengths differ. `g` has a number for each "
                "row: it fits if you make it a column."
            ),
        ),
        (
            r"inconsistent tensor size",
            "`@` of two vectors adds up, number by number. `W` has a place for each pair instead.",
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
        if same(result, [of_W, of_x]):
            continue
        if result[0] is None or result[1] is None:
            return "`None` is among the two: nothing is tracked here, so no `.grad` is ever filled."
        if same(result, [of_x, of_W]):
            return (
                "Both are right, but swapped: first the gradient of `W`, then the gradient of `x`."
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
            return f"The gradient of `{name}`, {shape}, comes out as {digits(one)}."
    try:
        call(rules, *(mg.tensor(part) for part in WHOLE))
    except LearnerError as stumbled:
        if "floating point" in stumbled.shown or "require" in stumbled.shown:
            return BY_BACKWARD
        raise
    return None


def for_W(W: Sequence[Row], x: Row, g: Row) -> list[tuple[Any, str]]:
    return [
        ([[a * b for a in g] for b in x], "For `W` that is the transpose: rows are for `g`."),
        (
            [[a * b for b in row] for a, row in zip(g, W, strict=True)],
            "For `W` you weighted its own rows. How far an entry moves `y` depends on `x`.",
        ),
        (
            [[a * b for a, b in zip(row, x, strict=True)] for row in W],
            "For `W` that is `W * x`, from the forward pass. What arrives is `g`.",
        ),
        ([list(x)] * len(g), "For `W` each row is `x`: `g` is missing, row by row."),
        (
            sum(a * b for a in g for b in x),
            "For `W` one you returned a single number, but it has a rule per entry.",
        ),
        ([g[0] * b for b in x], "For `W` that is row 0. Each row has its own number of `g`."),
        (
            [[a * b for b in x] for a in g[:2]],
            "For `W` you returned two rows. It has as many rows as `g` has numbers.",
        ),
        (g, "For `W` that's only `g`, one number for each row. Each entry also has its own `x`."),
        (W, "For `W` that is `W` itself. Its entry ij gets `g[i]` times `x[j]`."),
    ]


def for_x(W: Sequence[Row], x: Row, g: Row) -> list[tuple[Any, str]]:
    columns = list(zip(*W, strict=True))
    is_square = len(W) == len(x)
    weighted = [[a * b for b in row] for a, row in zip(g, W, strict=True)]
    right = [sum(column) for column in zip(*weighted, strict=True)]
    return [
        (
            [sum(a * b for a, b in zip(r, g, strict=True)) for r in W] if is_square else None,
            "For `x` that is `W @ g`: it ran since this `W` is square. Add up down the columns.",
        ),
        (
            [sum(a * b for a, b in zip(r, x, strict=True)) for r in W],
            "For `x` that is `W @ x`, the forward pass.",
        ),
        ([sum(c) for c in columns], "For `x` the columns are added up, all with weight 1: `g`?"),
        (
            weighted,
            "For `x` the rows have their weights; the sum over the rows is missing.",
        ),
        (
            list(zip(*weighted, strict=True)),
            "For `x` each number of `W` has its weight; now add up those of each column.",
        ),
        ([sum(row) for row in weighted], "For `x` the sum goes down the columns, not along rows."),
        ([right], "The numbers for `x` are right. `x` has one dimension: no `keepdim`."),
        (
            [a * b for a, b in zip(right, x, strict=True)],
            "For `x` you multiplied by `x` at the end, which has no part in its own rule.",
        ),
        (sum(right), "For `x` you returned a single number. It has one for each column of `W`."),
        (weighted[0], "For `x` that's the share of row 0. The other rows also send theirs."),
        (
            [a + b for a, b in zip(weighted[0], weighted[1], strict=True)],
            "For `x` two rows are weighted. There are as many as `g` has numbers.",
        ),
        (g, "For `x` that is `g` itself, one number for each row. `x` has one for each column."),
        (x, "For `x` that is `x` itself. What arrives there comes from `g`, through `W`."),
        (
            [sum(g) * v for v in x],
            "For `x` you added up `g` times `x`: that is the rule for `W`, summed.",
        ),
        ([[a * b for b in x] for a in g], "For `x` that is the rule for `W` once more."),
    ]


def pair(result: Any, names: str) -> tuple[Any, Any]:
    """Return two results, or a message about what was returned instead."""
    if result is None:
        raise WrongKind(f"Your function returned nothing. `return {names}` at the end.")
    if not isinstance(result, tuple | list) or len(result) != 2:
        raise WrongKind(f"Return two results: `return {names}`.")
    return result[0], result[1]


def digits(value: Any) -> str:
    """Return the numbers, with as many digits as a reader takes in."""
    plain = numbers(value)
    if isinstance(plain, list):
        return "[" + ", ".join(map(digits, plain)) + "]"
    return f"{plain + 0.0:.4g}" if isinstance(plain, float) else str(plain)  # no -0


EXERCISES = (back, loss, rules)
