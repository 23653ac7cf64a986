"""Typical guesses for the predictions in chapter 4, with a reply to each."""

from minigrad.course.checking import Prediction

ELSEWHERE = "That would fit a loop that zeroes elsewhere."

FOR_SUMS = "That would fit sums."
FOR_A_WHILE = "It seems so for a while."
AT_THE_BOTTOM = "That's about the true gradient at the bottom."
UPHILL = "On the way to the bottom, the slopes are negative."
TOO_MANY = "Only three gradients bring `w` to the bottom: −2, −1.6, and −0.88."
NOT_RESET = "You expected a reset of the gradient between the passes."

PREDICTIONS = (
    Prediction(
        "held",
        truth=-4.46,
        within=1.4,
        reason=(
            "`.grad` is the sum of all the gradients so far, and all but the last, tiny one are "
            "negative."
        ),
        typical=[
            *((guess, AT_THE_BOTTOM) for guess in (0, 0.02, 0.2, -0.02, -0.05, -0.1, -0.2, -0.3)),
            (-2, "−2 is a single gradient."),
            (-1.6, "−1.6 is a single gradient."),
            (-0.88, "−0.88 is a single gradient."),
            (1, "1 is about where `w` is. `.grad` holds slopes."),
            (-3.6, "−3.6 is the sum of only two gradients."),
            (-1, "The first gradient alone is −2."),
            *((guess, TOO_MANY) for guess in (-8, -9, -10, -20)),
            *((guess, "Check the sign.") for guess in (3.6, 4, 4.4, 4.46, 4.48, 4.5, 5)),
            *((guess, UPHILL) for guess in (2, 3, 8, 10)),
        ],
    ),
    Prediction(
        "kept",
        reason="`kept` and `w.grad` are the same tensor, so the second pass added its 3 to both.",
        typical=[
            (3, "You took `kept` for a copy."),
            (9, "Slopes add up. They don't multiply."),
            (2, "2 is the weight itself, and `kept` is its gradient."),
            (12, "6 is the value of `3 * w`, and `.grad` holds slopes."),
            (0, NOT_RESET),
            (None, NOT_RESET),
            ("error", "It runs, because the line builds a new graph each time."),
        ],
        also=["twice", "twice as much", "doubled"],
    ),
    Prediction(
        "rate",
        truth="no",
        reason="The waves get slower, but they don't get lower.",
        typical=[
            ("yes", FOR_A_WHILE),
        ],
        also=["no!", "never", "it will not"],
    ),
    Prediction(
        "order",
        reason=(
            "The gradient is gone before `step()` sees it. So `w` stays 0 without a warning, and "
            "the loss stays (0 − 1)² = 1."
        ),
        typical=[
            (0.0574, ELSEWHERE),
            (0.0573, ELSEWHERE),
            (0.057, ELSEWHERE),
            (0.06, ELSEWHERE),
            (0.05, ELSEWHERE),
            ("the same", ELSEWHERE),
            ("same", ELSEWHERE),
            (0, "0 would be the loss at the bottom, where `w` is 1."),
            ("error", "It runs: `step()` skips a parameter whose gradient is `None`."),
        ],
        also=[
            "no change",
            "unchanged",
            "nothing moves",
            "nothing happens",
            "it stays at 1",
            "it does not move",
            "it never moves",
            "it stays",
            "it stays the same",
            "it stays as it is",
            "w stays 0",
            "w stays at 0",
            "nothing",
        ],
    ),
    Prediction(
        "means",
        reason="Each piece's mean divides by 2, but the mean of the whole batch divides by 6, "
        "so the factor is 6 / 2 = 3.",
        typical=[
            (1, FOR_SUMS),
            ("the same", FOR_SUMS),
            ("same", FOR_SUMS),
            *((share, "It's the other way around.") for share in (1 / 3, 0.333, 0.33)),
            (0.5, "That accounts only for the division by 2."),
            *(
                (gradient, "That's a gradient, and we want a factor.")
                for gradient in (-81, -40.5, -27, -13.5)
            ),
            (6, "6 is the size of the batch."),
            (2, "2 is the size of a piece."),
            ("error", "It runs, because each piece builds a graph of its own."),
            (9, "The total is off by the same factor as each of its three shares."),
        ],
        also=["three times", "3 times", "3x"],
    ),
)
