"""What people guess in chapter 3, and how they come to it."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "step",
        truth="error",
        right="Recorded, the step would make the leaf a result: it is refused, and `w` stays.",
        typical=[
            (
                [0.8, 1.6],
                "That is where the step should lead. But to change a tracked leaf is refused.",
            ),
            (
                [1.2, 2.4],
                "That would be uphill. In either direction, to change a tracked leaf is refused.",
            ),
            ([1, 2], "`w` does stay as it was, but not in silence: the line is refused."),
            ("nothing", "`w` does stay as it was, but not in silence: the line is refused."),
            ("it stays", "`w` does stay as it was, but not in silence: the line is refused."),
        ],
        otherwise="No numbers: the line is refused, because `w` is a leaf that requires grad.",
        also=["it fails", "it is refused", "RuntimeError"],
    ),
    Prediction(
        "detached",
        right="With the second factor a constant, 9, the slope of 9b² is 18b.",
        typical=[
            (108, "108 is the slope of both factors. One of them is a constant now."),
            (81, "81 is the value. Its slope is wanted, with one of the factors a constant."),
            (6, "6 is the slope of the first factor. The second one still multiplies it, by 9."),
            (27, "27 is 3 · 9. But the first factor is b², and its slope at 3 is 2b = 6."),
            (0, "The first factor, `b * b`, is still tracked, and moves."),
            (None, "Not cut off altogether: the first factor, `b * b`, is still tracked."),
            ("error", "No error: the first factor, `b * b`, is still tracked."),
        ],
        otherwise="The detached factor is the number 9. The slope of 9b² at 3 is 2 · 3 · 9.",
        also=["half", "half of it", "a half", "the half"],
    ),
    Prediction(
        "cut",
        right="The only way from the result back to `w1` led through the cut.",
        typical=[
            (40, "40 came through the frozen layer. Nothing comes through a `detach()`."),
            (0, "Zero would say that a gradient arrived. None did: the way is cut."),
            (24, "24 is `w3.grad`: `w3` comes after the cut. `w1` lies before it."),
            (30, "30 would be `w2.grad` without the cut. `w1` and `w2` both lie before it."),
            ("error", "No error: `w3` still learns. What lies before the cut is left out."),
        ],
        otherwise="`w1` lies before the cut, and no way leads back to it: nothing arrives.",
        also=["nothing", "no gradient"],
    ),
    Prediction(
        "data",
        right="A change through `.data` is not counted, so nobody noticed the zeros.",
        typical=[
            ("error", "`detach()` led to the error. A change through `.data` is not counted."),
            ([18, 36], "Those are the true slopes. They need the values that were written over."),
            ([6, 12], "That is 2y for y = 3 and 6: overwritten, and the factor 3 was to follow."),
            ([3, 3], "3 is the slope of `y`. The node of `y * y` multiplies it by what it saved."),
        ],
        otherwise="`y * y` saved `y`, which now reads 0, and multiplies by it.",
        also=["zeros", [0]],
    ),
    Prediction(
        "forced",
        right="The sum became a leaf of its own. Behind it there is still no way to `x`.",
        typical=[
            ([1, 1], "Those are the slopes of the sum, but from the sum no way leads back to `x`."),
            ([0, 0], "Zeros would say that a gradient arrived. None did."),
            ("zeros", "Zeros would say that a gradient arrived. None did."),
            ("error", "The flag silences the error, and does nothing else."),
        ],
        otherwise="Nothing arrived at `x`: from the forced sum, no way leads back to it.",
        also=["nothing", "no gradient"],
    ),
)
