"""Typical guesses for the predictions in chapter 3, with a reply to each."""

from minigrad.course.checking import Prediction

HALF = "`b + 1` contributes 9, and that's all that's cut off."

PREDICTIONS = (
    Prediction(
        "step",
        truth="error",
        reason=(
            "Recording the step would turn the leaf into a result, so the line raises an "
            "error, and `w` stays as it was."
        ),
        typical=[
            ([0.8, 1.6], "That's where the step should lead."),
            ([1.2, 2.4], "That would be uphill."),
            ([1, 2], "`w` does stay, but you get an error."),
            ([0.9, 1.9], "That's a step of 0.1."),
            ("unchanged", "`w` does stay, but you get an error."),
            ("nothing", "`w` does stay, but you get an error."),
            ("it stays", "`w` does stay, but you get an error."),
        ],
        also=["it fails", "it is refused", "RuntimeError"],
    ),
    Prediction(
        "detached",
        reason="The second factor is a constant, 4, and the slope of 4b² is 8b, which is 24 here.",
        typical=[
            (33, "33 is the slope if each factor moves."),
            (36, "36 is a value, and we want a slope."),
            (6, "6 is the slope of `b * b` only."),
            (9, "9 is the share from `b + 1`, which was detached."),
            (12, "The slope of b² is 2b."),
            (27, "27 is 3b², the slope of b³."),
            *((guess, HALF) for guess in (16.5, "half", "half of it", "a half", "the half")),
            (0, "`b * b` is still tracked."),
            (None, "`b * b` is still tracked."),
            ("error", "It runs, because `b * b` is still tracked."),
        ],
    ),
    Prediction(
        "cut",
        reason="The only path from the result back to `w1` led through the cut.",
        typical=[
            (40, "40 is what you got with a frozen layer. A gradient can pass through it."),
            (0, "Zero would be a gradient."),
            (24, "24 is `w3.grad`."),
            ([None, None, 24], "The question was only about `w1`."),
            (30, "30 would be `w2.grad` without the cut."),
            ("error", "It runs, because `w3` still learns."),
        ],
        also=["nothing", "no gradient"],
    ),
    Prediction(
        "forced",
        reason="The sum is a tracked leaf now, and no path leads from that leaf back to `pair`.",
        typical=[
            ([1, 1], "Those would arrive if the path were there."),
            ([0, 0], "Zeros would be a gradient."),
            ("zeros", "Zeros would be a gradient."),
            ("error", "Setting the flag silences the error."),
        ],
        also=["nothing", "no gradient"],
    ),
    Prediction(
        "data",
        reason="A change made through `.data` isn't counted, so the zeros went unnoticed, "
        "and the slope 2 · y · 3 is 0.",
        typical=[
            ("error", "You got the error with `detach()`."),
            ("no error", "It does run, with a wrong gradient."),
            ([18, 36], "Those are the true slopes. But `y` was overwritten."),
            ([9, 18], "`y` is overwritten in each factor."),
            (
                [6, 12],
                "That's 2y for y = 3 and 6. But `y` was overwritten, and the factor 3 is missing.",
            ),
            ([3, 3], "3 is the slope of `y` itself."),
            (None, "The pass runs, so a gradient arrives."),
        ],
        also=["zeros", [0]],
    ),
)
