"""Typical guesses for the predictions in chapter 1, with a reply to each."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "slope",
        reason=(
            "At 2, the loop squares twice. The slopes of the squarings are 4 and 8, and 4 · 8 = 32."
        ),
        typical=[
            (16, "16 is the value of `f` at 2. The slope tells you how fast that value changes."),
            (
                4,
                (
                    "4 is the slope of the first squaring, 2 · 2. The second squaring also "
                    "has a slope, 8."
                ),
            ),
            (
                8,
                (
                    "8 is the slope of the second squaring, 2 · 4. The first squaring also "
                    "has a slope, 4."
                ),
            ),
            *(
                (
                    formula,
                    (
                        "The formula is right. Evaluate it at 2: you get 32, and that's the slope "
                        "we want."
                    ),
                )
                for formula in ("4x**3", "4*x**3", "4 * x**3", "4 * x ** 3", "4x^3", "4x³")
            ),
            (12, "4 and 8 are the slopes of the squarings. Along a chain, slopes multiply."),
            (10, "10 is the slope at 5, where `f` squares once and then adds one."),
            (
                0,
                (
                    "A slope of 0 would mean that `f` stays put when `x` moves a little. But `f` "
                    "does move."
                ),
            ),
        ],
    ),
    Prediction(
        "inner",
        reason="The gradient of `y` was passed on to `x` and then forgotten.",
        also=["nothing", "no grad", "no gradient", "gone", "empty", "forgotten", "deleted"],
        typical=[
            (
                [6, 10],
                (
                    "That gradient did pass through `y` on its way to `x`, but it wasn't kept in "
                    "`y.grad`."
                ),
            ),
            (
                [0, 0],
                (
                    "Zeros would mean that a small change of `y` doesn't move `out`. `None` means "
                    "that the gradient wasn't kept."
                ),
            ),
            ("error", "There's no error. You can read `y.grad`, but you get `None` and a warning."),
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
            (
                20,
                ("20 is the number of additions. At each addition, a path can take either arrow."),
            ),
            (
                21,
                (
                    "21 is the number of nodes, including the mailbox. But at each "
                    "addition, a path chooses between arrows."
                ),
            ),
            (
                40,
                (
                    "20 additions with 2 arrows each have 40 arrows. But choices multiply: 2 · 2 "
                    "· 2 ..."
                ),
            ),
            (400, "400 is 20². It's the other way around: 2 choices, 20 times over, make 2²⁰."),
            (8, "8 is the number of paths in the picture, with 3 additions. Here there are 20."),
            (
                524288,
                (
                    "That's 2¹⁹, so one doubling is missing: each of the 20 additions doubles the "
                    "number of paths."
                ),
            ),
            (
                2097152,
                (
                    "That's 2²¹, but there are only 20 additions, and the mailbox at the end "
                    "doesn't double anything."
                ),
            ),
            (
                22,
                (
                    "In Python, `2 ^ 20` is 22, because `^` is bitwise XOR. The power is written "
                    "`2 ** 20`, and that's the right answer."
                ),
            ),
            (
                2,
                (
                    "2 is the number of paths for one addition. The next addition doubles that "
                    "number, and so does the addition after that."
                ),
            ),
        ],
    ),
)
