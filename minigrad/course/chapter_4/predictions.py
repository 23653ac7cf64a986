"""Typical guesses for the predictions in chapter 4, with a reply to each."""

from minigrad.course.checking import Prediction

ELSEWHERE = (
    "That's what happens if you zero before `backward()` or after `step()`. In "
    "between, zeroing throws the gradient away before `step()` can use it."
)

FOR_SUMS = (
    "That would be right for sums. But the mean of 2 numbers divides by 2, and here you need to "
    "divide by 6."
)
FOR_A_WHILE = (
    "That seems to be true for a while. But the waves get slower, not smaller. They climb just "
    "as high."
)
AT_THE_BOTTOM = (
    "That's roughly the true gradient at the bottom. But `.grad` holds the sum of all the "
    "gradients on the way down."
)
NOT_RESET = "Nothing is reset in between, so the second pass added its 3 to the first."

PREDICTIONS = (
    Prediction(
        "kept",
        reason="`kept` and `w.grad` are the same tensor, so the second pass added its 3 to both.",
        typical=[
            (
                3,
                (
                    "`kept` is a second name for the tensor in `w.grad`, not a copy of "
                    "it. The second pass added its 3 to that tensor."
                ),
            ),
            (9, "Nothing is multiplied. The second pass added its 3 to the first."),
            (2, "2 is the weight itself. `kept` is the gradient, and each pass adds a slope of 3."),
            (12, "12 is twice the value of `3 * w`. Each pass adds a slope, which is 3."),
            (0, NOT_RESET),
            (None, NOT_RESET),
            ("error", "There's no error, because the line builds a new graph each time."),
        ],
    ),
    Prediction(
        "held",
        truth=-4.46,
        within=0.7,
        reason=(
            "`.grad` is the sum of all the gradients on the way down, and each of those "
            "gradients is negative."
        ),
        typical=[
            *((guess, AT_THE_BOTTOM) for guess in (0, -0.1, -0.2, 0.02)),
            (
                -2,
                (
                    "−2 is only the first gradient. The later gradients are also negative, and "
                    "they were added to the first."
                ),
            ),
            (
                4.5,
                (
                    "You have the right number but the wrong sign. On the way down, all the "
                    "gradients are negative."
                ),
            ),
            (
                4.46,
                (
                    "You have the right number but the wrong sign. On the way down, all the "
                    "gradients are negative."
                ),
            ),
        ],
    ),
    Prediction(
        "rate",
        truth="no",
        reason=("The waves get slower, but they don't get lower."),
        typical=[
            ("yes", FOR_A_WHILE),
        ],
        also=["no!", "never", "it will not"],
    ),
    Prediction(
        "order",
        reason=(
            "The gradient is gone before `step()` sees it, so nothing moves, and nothing warns you."
        ),
        typical=[
            (0.0574, ELSEWHERE),
            (0.0573, ELSEWHERE),
            (0.057, ELSEWHERE),
            (0.06, ELSEWHERE),
            (0.05, ELSEWHERE),
            ("the same", ELSEWHERE),
            ("same", ELSEWHERE),
            (
                0,
                (
                    "The loss can fall only if `w` moves, and `step()` finds no gradient to move "
                    "`w` with."
                ),
            ),
            ("error", "There's no error: `step()` skips a parameter whose gradient is `None`."),
            (2, "Nothing adds up, because each gradient is gone before `step()` runs."),
        ],
        also=[
            "no change",
            "nothing moves",
            "nothing happens",
            "it stays at 1",
            "it does not move",
            "it never moves",
            "it stays",
        ],
    ),
    Prediction(
        "means",
        reason="Each piece's mean divides by 2, but the mean of the whole batch divides by 6.",
        typical=[
            (1, FOR_SUMS),
            ("the same", FOR_SUMS),
            ("same", FOR_SUMS),
            *(
                (
                    share,
                    (
                        "It's the other way around. Dividing by 2 instead of 6 makes the gradient "
                        "larger."
                    ),
                )
                for share in (1 / 3, 0.333, 0.33, 0.5)
            ),
            *(
                (gradient, "That's a gradient. How many times as large does it become?")
                for gradient in (-81, -40.5, -27, -13.5)
            ),
            (
                6,
                (
                    "6 leaves out the pieces. The whole batch is divided by 6, but each piece is "
                    "divided by 2, so the factor is 6 / 2."
                ),
            ),
            (
                2,
                (
                    "2 is the size of a piece. There are three pieces, and the mean of each "
                    "piece divides by 2 instead of 6."
                ),
            ),
            (
                9,
                (
                    "Each of the three shares is 3 times too large, and so is their sum. The "
                    "factor is 3, not 9."
                ),
            ),
        ],
        also=["three times", "3 times", "3x"],
    ),
)
