"""Typical guesses for the predictions in the interlude on shapes, with a reply to each."""

from minigrad.course.checking import Prediction

SHAPE = ([5, 5], "5 x 5", "5x5", "5 by 5")

PREDICTIONS = (
    Prediction(
        "pairs",
        truth=25,
        also=["25 numbers"],
        reason=(
            "Each tensor is repeated, so each of the 5 predictions is paired with each of the "
            "5 targets."
        ),
        typical=[
            (5, "5 would fit if each prediction met its own target."),
            (1, "Tensors are added element by element."),
            (10, "There are 10 numbers to start with. But each of them is repeated."),
            (6, "You added the sizes 5 and 1, but the 1 is repeated until it's 5."),
            *(
                (guess, ("That's the shape. How many numbers does a tensor of this shape hold?"))
                for guess in SHAPE
            ),
            ("error", "It runs, because each tensor is repeated until the shapes fit."),
        ],
    ),
    Prediction(
        "undone",
        reason="Each number of `b` was used in two rows, so the two numbers in its column add up.",
        typical=[
            ([1, 2, 3], "That's only `G[0]`. But `b` was also added to `A[1]`."),
            ([10, 20, 30], "That's only `G[1]`. But `b` was also added to `A[0]`."),
            ([20, 40, 60], "That's `b` itself. Its gradient comes from `G`."),
            (
                [[6], [60]],
                "That's `G.sum(1, keepdim=True)`. But `b` has one number for each column.",
            ),
            ([6, 60], "That's `G.sum(1)`. But `b` has one number for each column."),
            (
                [2, 2, 2],
                "2 is how many times each number was used. But the shares are the entries of `G`.",
            ),
            ([1, 1, 1], "1 would be a share if `G` held ones. Here the shares are its entries."),
            ([10, 40, 90], "Those are products, but shares are summed."),
            ([5.5, 11, 16.5], "That's `G.mean(0)`. But the shares aren't averaged."),
            ([[11], [22], [33]], "The numbers are fine, but `b` has shape [3]."),
            ([[11, 22, 33]], "The numbers are fine, but `b` has shape [3]."),
            (66, "66 is `G.sum()`. The gradient of `b` has the shape of `b`."),
            (
                [[1, 2, 3], [10, 20, 30]],
                (
                    "That's the gradient that arrives at `A + b`. But the gradient of `b` has the "
                    "shape of `b`."
                ),
            ),
            ("error", "It runs, because the pass knows that `b` was repeated."),
        ],
    ),
    Prediction(
        "columns",
        reason=(
            "Weight each row of `W` by its number in `g`, and sum each column. The middle sum is "
            "2 · 10 + 1 · 1 = 21."
        ),
        typical=[
            ([50, 11], "That's `g * y`. But `x.grad` has the shape of `x`."),
            ([5, 11], "That's `W @ x`. But `x.grad` has the shape of `x`."),
            (
                [[10, 20, 30], [1, 2, 3]],
                "That's the rule for `W`. `x.grad` has the same shape as `x`.",
            ),
            (
                [11, 11, 11],
                "11 is `g.sum()`. But each entry of `x` was multiplied by entries of `W`.",
            ),
            ([1, 3, 3], "That's `W.sum(0)`. But `g` has to weight the parts."),
            ([10, 21, 30], "The 3 is in `W[1]`. Which number in `g` does it meet?"),
            ([10, 20, 30], "You multiplied by the entries of `x`, which is the rule for `W`."),
            ([[10], [21], [3]], "The numbers are fine, but `x` has shape [3]."),
            ([[10, 21, 3]], "The numbers are fine, but `x` has shape [3]."),
            ([30, 4], "That's `g * W.sum(1)`. But `x.grad` has the shape of `x`."),
            ([10, 1], "That's `g` itself. It still has to go back through `W`."),
            (
                [10, 42, 9],
                "You multiplied by `x` as well. But the slope along `x[i]` is an entry of `W`.",
            ),
            ([10, 21, 1], "The 3 in `W[1]` is missing."),
            *(
                (two, "`x` has three numbers, so one is missing.")
                for two in ([10, 21], [30, 13], [10, 11])
            ),
            ([10, 20, 3], "In the middle, 20 is only the share through `W[0]`."),
            ([10, 20, 0], "That's only the share through `W[0]`. Another comes through `W[1]`."),
            ([0, 1, 3], "That's only the share through `W[1]`. Another comes through `W[0]`."),
            ([1, 12, 30], "You swapped the weights in `g`: its 10 belongs to `W[0]`."),
            ([[10, 20, 0], [0, 1, 3]], "Those are the separate shares. They meet at `x`."),
            ([1, 2, 3], "That's `x` itself. Its gradient comes from `g`, through `W`."),
            ("error", "It runs, because `W @ x` and `g` have the same shape."),
        ],
    ),
)
