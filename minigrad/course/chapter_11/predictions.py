"""Typical guesses about moving programs to PyTorch, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "passes",
        truth=[3.6, 7.2],
        reason="Each gradient is in there: 2 + 1.6 and 4 + 3.2.",
        typical=[
            ([1.6, 3.2], "That's the second gradient. Nothing was zeroed before it."),
            ([2, 4], "That's the first gradient. The second pass adds its own."),
            ([4, 8], "The second pass begins after the step, where the slopes are smaller."),
            ([0.8, 1.6], "That's `w` after the step."),
        ],
    ),
    Prediction(
        "shapes",
        truth="an error",
        also=["error", "ValueError"],
        reason=(
            "This loss raises an error if the shapes differ. `mse_loss` only warns you, and then "
            "broadcasts."
        ),
        typical=[
            (
                "a number",
                (
                    "Broadcasting could do that, with 80 times 80 pairs. In fact, `mse_loss` "
                    "does exactly that, and only warns you."
                ),
            ),
        ],
    ),
    Prediction(
        "arrive",
        truth=3,
        reason="Each round that uses `w` sends one share.",
        typical=[
            (
                1,
                (
                    "There's only one `.grad`, but a share arrives from each use of `w`, and the "
                    "shares add up. (A hook on `w` is called only once, with their sum.)"
                ),
            ),
            (2, "There are three rounds. In the first one, `h` is a constant, but `w` isn't."),
            (9, "That's the number of operations. In each round, only the product uses `w`."),
        ],
    ),
    Prediction(
        "table",
        truth="an error",
        also=["error", "RuntimeError"],
        reason="`@` needs tensors of the same dtype.",
        typical=[
            (
                "float64",
                (
                    "That would be true of `x * y`, but a matrix product raises an error if "
                    "the dtypes differ."
                ),
            ),
            (
                "float32",
                (
                    "The table isn't converted to the smaller dtype, because you'd lose "
                    "digits without noticing."
                ),
            ),
        ],
    ),
    Prediction(
        "dropout",
        truth="0 and 2",
        also=["0, 2", "2 and 0", [0, 2], [2, 0]],
        reason=("A number is dropped or doubled, with the same chance."),
        typical=[
            *(
                (
                    guess,
                    "With zeros and ones, the mean would be half of what it is in evaluation mode.",
                )
                for guess in ("0 and 1", [0, 1], [1, 0])
            ),
            *(
                (
                    guess,
                    "The dropped numbers are gone, and the others grow to make up for them.",
                )
                for guess in ("0 and 0.5", [0, 0.5], [0.5, 0])
            ),
            (
                0.5,
                (
                    "That's the mean of zeros and ones, but each number is either kept or "
                    "dropped as a whole."
                ),
            ),
        ],
    ),
)
