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
            (10, "There are 10 numbers to start with."),
            (6, "You added the sizes 5 and 1, but the 1 is repeated until it's 5."),
            *(
                (guess, ("That's the shape. How many numbers does a tensor of this shape hold?"))
                for guess in SHAPE
            ),
            ("error", "It runs, because the shapes broadcast."),
        ],
    ),
    Prediction(
        "undone",
        reason="Each number of `b` was used in two rows, so the two numbers in its column add up.",
        typical=[
            ([1, 2, 3], "That's only `G[0]`."),
            ([10, 20, 30], "That's only `G[1]`."),
            ([20, 40, 60], "That's `b` itself."),
            ([[6], [60]], "That's `G.sum(1, keepdim=True)`."),
            ([6, 60], "That's `G.sum(1)`."),
            ([2, 2, 2], "2 is how many times each number was used."),
            ([1, 1, 1], "The shares that arrive are the entries of `G`."),
            ([5.5, 11, 16.5], "That's `G.mean(0)`."),
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
            ("error", "It runs."),
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
            ([11, 11, 11], "11 is `g.sum()`, without `W`."),
            ([1, 3, 3], "That's `W.sum(0)`, without `g`."),
            ([10, 21, 30], "The 3 is in `W[1]`. Which number in `g` does it meet?"),
            ([10, 20, 30], "That's part of the gradient of `W`."),
            ([[10], [21], [3]], "The numbers are fine, but `x` has shape [3]."),
            ([[10, 21, 3]], "The numbers are fine, but `x` has shape [3]."),
            ([30, 4], "That's `g * W.sum(1)`."),
            ([10, 1], "That's `g` itself."),
            ([10, 42, 9], "You multiplied by `x` as well."),
            ([10, 20, 0], "That's only the share through `W[0]`."),
            ([0, 1, 3], "That's only the share through `W[1]`."),
            ([1, 12, 30], "You swapped the weights in `g`."),
            ([[10, 20, 0], [0, 1, 3]], "Those are the separate shares."),
            ([1, 2, 3], "That's `x` itself. Its gradient comes from `g`, through `W`."),
            ("error", "It runs."),
        ],
    ),
)
