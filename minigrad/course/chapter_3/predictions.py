"""Typical guesses for the predictions in chapter 3, with a reply to each."""

from minigrad.course.checking import Prediction

HALF = (
    "Half would be left if both factors contributed equal shares. But `b * b` contributes "
    "6 · 4 = 24, and `b + 1` contributes 9. Only the 9 is cut off."
)

PREDICTIONS = (
    Prediction(
        "step",
        truth="error",
        reason=(
            "Recording the step would turn the leaf into a result, so the line raises an "
            "error, and `w` stays as it was."
        ),
        typical=[
            (
                [0.8, 1.6],
                "That's where the step should lead. But changing a tracked leaf is an error.",
            ),
            (
                [1.2, 2.4],
                (
                    "That would be uphill. But in either direction, changing a tracked leaf is "
                    "an error."
                ),
            ),
            ([1, 2], "`w` does stay as it was, but not silently: the line raises an error."),
            (
                [0.9, 1.9],
                (
                    "That subtracts 0.1, not 0.1 times the gradient. But in either case, changing "
                    "a tracked leaf is an error."
                ),
            ),
            ("unchanged", "`w` does stay as it was, but not silently: the line raises an error."),
            ("nothing", "`w` does stay as it was, but not silently: the line raises an error."),
            ("it stays", "`w` does stay as it was, but not silently: the line raises an error."),
        ],
        also=["it fails", "it is refused", "RuntimeError"],
    ),
    Prediction(
        "detached",
        reason="The second factor is a constant, 4, and the slope of 4b² is 8b, which is 24 here.",
        typical=[
            (33, "33 is the slope if both factors move. Here, one of the factors is a constant."),
            (
                36,
                (
                    "36 is the value of the product. We want the slope, with one of the factors "
                    "held constant."
                ),
            ),
            (
                6,
                (
                    "6 is the slope of the first factor. But the second factor, 4, still "
                    "multiplies it."
                ),
            ),
            (
                9,
                (
                    "9 is the share from `b + 1`, but that's the factor that was detached. "
                    "What's left is the share from `b * b`."
                ),
            ),
            (12, "12 is 3 · 4. But the first factor is b², and its slope at 3 is 2b = 6."),
            *((guess, HALF) for guess in (16.5, "half", "half of it", "a half", "the half")),
            (0, "The first factor, `b * b`, is still tracked, so it moves with `b`."),
            (None, "Only one path is cut. The first factor, `b * b`, is still tracked."),
            ("error", "There's no error, because the first factor, `b * b`, is still tracked."),
        ],
    ),
    Prediction(
        "cut",
        reason="The only path from the result back to `w1` led through the cut.",
        typical=[
            (
                40,
                (
                    "40 is what you got with a frozen layer. A gradient can pass through a frozen "
                    "layer, but not through a `detach()`."
                ),
            ),
            (0, "Zero would mean that a gradient arrived. None did, because the path is cut."),
            (24, "24 is `w3.grad`, and `w3` comes after the cut. `w1` comes before it."),
            ([None, None, 24], "Each of them is right, but the question was only about `w1`."),
            (30, "30 would be `w2.grad` without the cut. `w1` and `w2` both come before it."),
            (
                "error",
                (
                    "There's no error, because `w3` still learns. The weights before the cut "
                    "just don't get any gradient."
                ),
            ),
        ],
        also=["nothing", "no gradient"],
    ),
    Prediction(
        "forced",
        reason="The sum is a tracked leaf now, and no path leads from that leaf back to `pair`.",
        typical=[
            (
                [1, 1],
                "Those are the slopes of the sum, but no path leads from the sum back to `pair`.",
            ),
            ([0, 0], "Zeros would mean that a gradient arrived. None did."),
            ("zeros", "Zeros would mean that a gradient arrived. None did."),
            ("error", "Setting the flag silences the error, but the way back to `pair` stays cut."),
        ],
        also=["nothing", "no gradient"],
    ),
    Prediction(
        "data",
        reason="A change made through `.data` isn't counted, so the zeros went unnoticed.",
        typical=[
            (
                "error",
                ("You got the error with `detach()`. A change made through `.data` isn't counted."),
            ),
            (
                "no error",
                "There's no error, but the gradient is wrong: the zeros went unnoticed.",
            ),
            (
                [18, 36],
                "Those are the true slopes. But you need the overwritten values to compute them.",
            ),
            (
                [9, 18],
                "Half would be left if only one of the factors were overwritten. Both are `y`.",
            ),
            (
                [6, 12],
                "That's 2y for y = 3 and 6. But `y` was overwritten, and the factor 3 is missing.",
            ),
            (
                [3, 3],
                (
                    "3 is the slope of `y`. But the node of `y * y` also multiplies by the value "
                    "that it saved."
                ),
            ),
        ],
        also=["zeros", [0]],
    ),
)
