"""Typical guesses in the interlude on shapes, and the reasoning behind them."""

from minigrad.course.checking import Prediction

SUMMED = "Each number of `b` went into two rows, and the two shares of its column of `G` add up."

SHAPE = ([8, 8], "8 x 8", "8x8", "8 by 8")

PREDICTIONS = (
    Prediction(
        "pairs",
        truth=64,
        also=["64 numbers"],
        right="Both are repeated: each of 8 predictions meets each of 8 targets.",
        typical=[
            (
                8,
                "8 is what was intended. But 1 meets 8, and 8 meets nothing, so both are repeated.",
            ),
            (
                1,
                (
                    "They're added number by number, so more than one "
                    "number comes out. Both are 8 by 8."
                ),
            ),
            (16, "16 numbers go in. Each of the 8 meets each of the other 8."),
            (
                9,
                "8 and 1 are lengths of one shape, of 8 times 1 numbers, before it is repeated.",
            ),
            *((guess, "That's its shape. How many numbers are that?") for guess in SHAPE),
            ("error", "There's no error. A length of 1 may be repeated, and so may a missing one."),
        ],
        otherwise=(
            "Lined up from the right, 1 meets 8, and 8 meets nothing. Both become 8 by 8, "
            "which is 64 numbers."
        ),
    ),
    Prediction(
        "undone",
        right="Each number of `b` was used in two rows, so the two numbers of its column add up.",
        typical=[
            ([1, 2, 3], "That's only row 0 of `G`. " + SUMMED),
            ([10, 20, 30], "That's only row 1 of `G`, or `b` itself. " + SUMMED),
            ([[6], [60]], "That's what goes to a column. `b` has one number for each column."),
            ([6, 60], "These are the sums along the rows; `b` has one number for each column."),
            ([2, 2, 2], "2 is how often each number was used. The shares are numbers of `G`."),
            ([1, 1, 1], "A sum has the slope 1, but there's a factor `G`, and two rows."),
            ([5.5, 11, 16.5], "That's the mean of the two rows. Shares add up."),
            ([[11], [22], [33]], "The numbers are right. `b` is a vector, and no column."),
            (66, "66 is all of `G` added up. `b` has three numbers, so its gradient has three."),
            ([[1, 2, 3], [10, 20, 30]], "That arrives at `A + b`. `b` has three places for it."),
        ],
        otherwise=SUMMED,
    ),
    Prediction(
        "columns",
        right=(
            "Each column of `W`, weighted by `g` and added up. The "
            "middle one is 2 · 10 + 1 · 1 = 21."
        ),
        typical=[
            ([50, 11], "That's `g` times `y`, one per row. `x.grad` has one for each column."),
            ([5, 11], "That's `W @ x`, going forward. `x.grad` has three numbers, as `x` has."),
            (
                [[10, 20, 30], [1, 2, 3]],
                "That's the rule for `W`. `x.grad` has the shape of `x`, three numbers.",
            ),
            ([11, 11, 11], "An entry of `x` reaches each row with its own factor from `W`."),
            (
                [1, 3, 3],
                "These are the columns of `W` added up; `g` weights the rows with 10 and 1.",
            ),
            ([10, 20, 30], "That's row 0 of what goes to `W`. For `x`, go down the columns."),
            ([[10], [21], [3]], "The numbers are right. `x` is a vector, and no column."),
            ([30, 4], "The sums go along the rows here. They go down the columns."),
            ([10, 1], "That's `g`, a number for each row. `x.grad` has one for each column."),
            ([10, 42, 9], "Multiplied by `x` as well, which has no part in its own rule."),
            ([10, 20, 0], "That's the share of row 0. Row 1 sends one too."),
            ([0, 1, 3], "That's the share of row 1. Row 0 sends ten times itself."),
            ([1, 12, 30], "Here the rows are swapped: row 0 has the weight 10."),
        ],
        otherwise="Three numbers, one for each column: the entry of row 0 times 10, "
        "plus the entry of row 1.",
    ),
)
