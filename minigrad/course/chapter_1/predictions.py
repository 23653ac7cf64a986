"""Typical guesses for the predictions in chapter 1, with a reply to each."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "slope",
        within=1.001,  # a nudge gives 32.0008
        reason=(
            "At 2, the loop squares twice. The slopes of the squarings are 4 and 8, and 4 · 8 = 32."
        ),
        typical=[
            (16, "16 is the value of `f` at 2. The slope is how fast that value moves."),
            (4, "4 is the slope of one squaring, at 2. But the loop squares again."),
            (8, "8 is the slope of one squaring, at 4. But how did `x` get from 2 to 4?"),
            *(
                (
                    formula,
                    "The formula is fine. Evaluate it at 2.",
                )
                for formula in ("4x**3", "4*x**3", "4 * x**3", "4 * x ** 3", "4x^3", "4x³")
            ),
            (12, "You added the slopes, 4 + 8. That's for paths that meet, but this is a chain."),
            (10, "10 is the slope at 5, where `f` also goes through `else`."),
            *(
                (none, "For every input near 2, `f` runs the same operations, so it has a slope.")
                for none in (None, "undefined", "no slope", "nothing", "nan", "error")
            ),
            (
                0,
                (
                    "With a slope of 0, `f` would stand still when `x` moves a little. But it does "
                    "move."
                ),
            ),
        ],
    ),
    Prediction(
        "inner",
        reason="The gradient of `y` was passed on to `x` and then forgotten.",
        also=["nothing", "no grad", "no gradient", "gone", "empty", "forgotten", "deleted"],
        typical=[
            ([6, 10], "That gradient did arrive at `y`."),
            ("tensor([6., 10.])", "That gradient did arrive at `y`."),
            *(
                (slopes, "What did arrive at `y` is 6 and 10, as at `x`.")
                for slopes in ([6, 6], [12, 20])
            ),
            ([0, 0], "Zeros are a gradient, too: that of a `y` without any effect."),
            ([3, 5], "Those are the values of `y`. We asked for its gradient."),
            *(
                (word, "It runs, with a warning, and returns `None`.")
                for word in ("error", "warning")
            ),
        ],
    ),
    Prediction(
        "paths",
        reason=(
            "Each addition doubles the number of paths. That makes 2²⁰ paths, which is more than "
            "a million."
        ),
        also=[
            "2^20",
            "2 to the 20",
            "2 to the power of 20",
            "a million",
            "about a million",
            "more than a million",
        ],
        within=1.1,
        typical=[
            (20, "20 is the number of additions. At each of them, a path has a choice."),
            (21, "21 is the number of nodes, including the mailbox. But many paths share a node."),
            (
                40,
                (
                    "40 is the number of arrows. A path is a sequence of arrows, one for each "
                    "addition."
                ),
            ),
            (400, "400 would be 20 choices, made 2 times. Here it's 2 choices, made 20 times."),
            (8, "8 is the number of paths in the picture, with 3 additions. Here there are 20."),
            (1048575, "You added up the powers of 2. But each addition multiplies the paths by 2."),
            (524288, "That's 2¹⁹, so one doubling is missing."),
            (2097152, "That's 2²¹, but there are only 20 additions."),
            (
                22,
                (
                    "In Python, `2 ^ 20` is 22, because `^` is bitwise XOR. The power is written "
                    "`2 ** 20`."
                ),
            ),
            (2, "2 is the number of paths for one addition. The others also offer a choice."),
        ],
    ),
)
