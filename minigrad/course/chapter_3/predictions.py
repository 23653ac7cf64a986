"""What people guess in chapter 3, and how they come to it."""

from minigrad.course.checking import Prediction

E = "Those are the true slopes, which need the values that were written over."

PREDICTIONS = (
    Prediction(
        "step",
        truth="error",
        right="Recorded, the step would turn the leaf into a result; so it is refused.",
        typical=[
            (
                [0.8, 1.6],
                "That is where the step should lead. But to change a tracked leaf is refused.",
            ),
            (
                [1.2, 2.4],
                "That would be uphill. In either direction, to change a tracked leaf is refused.",
            ),
            ([1, 2], "Not even that: the line is refused, with an error."),
        ],
        otherwise="No numbers: the line is refused, because `w` is a leaf that requires grad.",
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
            ("error", "No error: the first factor, `b * b`, is still tracked."),
        ],
        otherwise="The detached factor is the number 9. The slope of 9b² at 3 is 2 · 3 · 9.",
    ),
    Prediction(
        "harmless",
        right="The slopes of `x * 3` and `y + 1` do not depend on `y`: nobody had saved it.",
        typical=[
            ("error", "`y` has changed, but nobody had saved it: the slope of `y + 1` is 1."),
            ([4, 4], "`y += 1` adds a constant, and adds nothing to a slope."),
            (
                [1, 1],
                "1 is the slope of `y + 1` along `y`. From `x` to `y` there is a factor of 3.",
            ),
            ([3, 6], "These are the values of `y`, before it changed. `x.grad` holds slopes."),
        ],
        otherwise="`z` is 3x + 1, with slope 3 at each place, whatever became of `y` since.",
    ),
    Prediction(
        "data",
        right="A change through `.data` is not counted, so nobody noticed the zeros.",
        typical=[
            ("error", "`detach()` led to the error. A change through `.data` is not counted."),
            ([2.72, 7.39], E),
            ([2.718, 7.389], E),
            ([2.7, 7.4], E),
            (
                [1, 1],
                "1 is the slope of the sum. The node of `exp` multiplies it by what it saved.",
            ),
        ],
        otherwise="`exp` saved its result, which now reads 0, and multiplies by it.",
    ),
    Prediction(
        "cut",
        truth="w2",
        right="All ways from `y` back to `w2` lead through the cut.",
        typical=[
            ("w1", "`w1` is used twice, and only one of its two ways is cut: 120 of 240 are left."),
            ("w3", "`w3` comes after the cut: its way back to `y` is whole."),
        ],
        otherwise="Layers 1 and 2 lie before the cut. `w1` is used again after it, `w2` is not.",
    ),
    Prediction(
        "forced",
        right="The sum became a leaf of its own. Behind it there is still no way to `x`.",
        typical=[
            ([1, 1], "Those are the slopes of the sum, but from the sum no way leads back to `x`."),
            ([0, 0], "Zeros would say that a gradient arrived. None did."),
            ("error", "The flag silences the error, and does nothing else."),
        ],
        otherwise="Nothing arrived at `x`: from the forced sum, no way leads back to it.",
    ),
)
