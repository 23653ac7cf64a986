"""Typical guesses for the predictions in chapter 6, with a reply to each."""

from ..checking import Prediction

PREDICTIONS = (
    Prediction(
        "twice",
        also=["the list twice"],
        reason="The tensor kept a list, and if you double a list, you get a longer list.",
        typical=[
            (
                [2, 6],
                ("An array would do that. But the tensor kept what it was given, which is a list."),
            ),
            (
                "error",
                (
                    "There's no error, because Python can multiply a list by an integer, which "
                    "repeats the list."
                ),
            ),
        ],
    ),
    Prediction(
        "arrives",
        reason="Two shares of 3 arrived, and the second share replaced the first.",
        typical=[
            (
                6,
                (
                    "6 is the true slope. But the second share of 3 replaced the first share "
                    "instead of being added to it."
                ),
            ),
            (
                9,
                (
                    "9 is the value of x². Two shares of 3 arrived, and the second replaced the "
                    "first."
                ),
            ),
            (
                1,
                (
                    "1 is where the pass begins. Two shares of 3 arrived, and the second replaced "
                    "the first."
                ),
            ),
            (
                "error",
                (
                    "There's no error. The second share of 3 just replaced the first, and nothing "
                    "tells you."
                ),
            ),
        ],
    ),
    Prediction(
        "found first",
        reason="`a` ran before the share from `b` had arrived, as in chapter 1.",
        typical=[
            (
                36,
                (
                    "36 is the true slope. But `a` is found before `b`, so it ran without "
                    "the share from `b`."
                ),
            ),
            (
                16,
                (
                    "16 would come from the share from `b` alone. But `a` ran when it had only "
                    "the share from `z`."
                ),
            ),
            (
                18,
                (
                    "18 is what each path to `x` would get in a right order. But `a` ran with only "
                    "5, so each got 10."
                ),
            ),
            (60, "60 was the wrong answer in chapter 1, where x was 3. Here x is 2."),
            (
                114,
                (
                    "114 was the slope in chapter 1, where x was 3. Here x is 2, and `a` runs too "
                    "early."
                ),
            ),
            (
                56,
                (
                    "`a` is found before `b`, so it runs only once, with the gradient that it "
                    "has at that point, which is 5."
                ),
            ),
            (
                "error",
                "There's no error. `a` just runs too early, with a gradient that's too small.",
            ),
        ],
    ),
)
