"""Typical guesses for the predictions in the interlude on shapes, with a reply to each."""

from minigrad.course.checking import Prediction

SUMMED = (
    "Each number in `b` was used in two rows, so it receives two shares: the entries in its "
    "column of `G`. Add those two up."
)

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
            (
                5,
                (
                    "5 would be right if each prediction had been paired with its own target. "
                    "But the 1 lines up with a 5, and the other 5 lines up with nothing, so "
                    "both tensors are repeated."
                ),
            ),
            (
                1,
                (
                    "Tensors are added element by element, so you get more than one number. "
                    "Here, both tensors are repeated until they're 5 by 5."
                ),
            ),
            (
                10,
                (
                    "There are 10 numbers to start with. But each of the 5 predictions is "
                    "paired with each of the 5 targets."
                ),
            ),
            (
                6,
                (
                    "6 is 5 + 1, the lengths of the column. But lengths are multiplied, and "
                    "the 1 grows to 5, because the column is repeated."
                ),
            ),
            *(
                (guess, ("That's the shape. How many numbers does a tensor of this shape hold?"))
                for guess in SHAPE
            ),
            (
                "error",
                (
                    "There's no error, because broadcasting repeats a tensor along a dimension "
                    "of size 1 and along a missing dimension."
                ),
            ),
        ],
    ),
    Prediction(
        "undone",
        reason="Each number of `b` was used in two rows, so the two numbers in its column add up.",
        typical=[
            ([1, 2, 3], "That's only row 0 of `G`. " + SUMMED),
            ([10, 20, 30], "That's only row 1 of `G`. " + SUMMED),
            ([20, 40, 60], "That's `b` itself. " + SUMMED),
            (
                [[6], [60]],
                (
                    "That would be right if `b` were a column, with one number for each row. But "
                    "`b` has one number for each column."
                ),
            ),
            ([6, 60], "These are the sums along the rows. But `b` has one number for each column."),
            (
                [2, 2, 2],
                (
                    "2 is how many times each number was used. But the shares are the entries "
                    "of `G`."
                ),
            ),
            (
                [1, 1, 1],
                (
                    "A sum has slope 1, but each share is also multiplied by its number "
                    "in `G`, and there are two rows."
                ),
            ),
            (
                [5.5, 11, 16.5],
                ("That's the mean of the two rows. But shares are added up, not averaged."),
            ),
            ([[11], [22], [33]], "The numbers are right, but `b` has shape [3], not [3, 1]."),
            ([[11, 22, 33]], "The numbers are right, but `b` has shape [3], not [1, 3]."),
            (66, "66 is the sum of all of `G`. The gradient of `b` has the shape of `b`."),
            (
                [[1, 2, 3], [10, 20, 30]],
                (
                    "That's the gradient that arrives at `A + b`. But the gradient of `b` has the "
                    "shape of `b`."
                ),
            ),
            (
                "error",
                "There's no error. The pass knows that `b` was repeated, so it adds up the shares.",
            ),
        ],
    ),
    Prediction(
        "columns",
        reason=(
            "Weight each row of `W` by its number in `g`, and sum each column. The middle sum is "
            "2 · 10 + 1 · 1 = 21."
        ),
        typical=[
            (
                [50, 11],
                (
                    "That's `g` times `y`, one number for each row. But `x.grad` has one "
                    "for each column."
                ),
            ),
            (
                [5, 11],
                ("That's `W @ x`, from the forward pass. But `x.grad` has the shape of `x`."),
            ),
            (
                [[10, 20, 30], [1, 2, 3]],
                "That's the rule for `W`. `x.grad` has the same shape as `x`.",
            ),
            (
                [11, 11, 11],
                (
                    "An entry of `x` affects every row, but each row multiplies that entry by a "
                    "different factor from `W`."
                ),
            ),
            (
                [1, 3, 3],
                (
                    "You summed the columns of `W` without using `g`, which weights the "
                    "rows by 10 and 1."
                ),
            ),
            (
                [10, 20, 30],
                ("That's row 0 of the gradient of `W`. For `x`, sum down each column."),
            ),
            ([[10], [21], [3]], "The numbers are right, but `x` has shape [3], not [3, 1]."),
            ([[10, 21, 3]], "The numbers are right, but `x` has shape [3], not [1, 3]."),
            ([30, 4], "You summed along the rows. Sum down the columns instead."),
            ([10, 1], "That's `g`, one number for each row. But `x.grad` has one for each column."),
            ([10, 42, 9], "You multiplied by `x` as well, but the rule for `x` doesn't use `x`."),
            ([10, 20, 0], "That's the share from row 0. Row 1 also sends a share."),
            (
                [0, 1, 3],
                ("That's the share from row 1. Row 0 also sends a share, which is row 0 times 10."),
            ),
            (
                [1, 12, 30],
                ("You swapped the weights of the rows. It's row 0 that has a weight of 10."),
            ),
            (
                [[10, 20, 0], [0, 1, 3]],
                "Those are the shares from the rows. Now add them up, column by column.",
            ),
            ([1, 2, 3], "That's `x` itself. Its gradient comes from `g`, through `W`."),
            (
                "error",
                "There's no error. `g` and `W @ x` both have one number for each row of `W`.",
            ),
        ],
    ),
)
