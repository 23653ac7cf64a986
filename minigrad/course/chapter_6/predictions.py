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
                "An array would do that. But the tensor kept what it was given, which is a list.",
            ),
            ("error", "It runs, because a list has a `*`."),
        ],
    ),
    Prediction(
        "arrives",
        reason="Two shares of 3 arrived, and the second share replaced the first.",
        typical=[
            (6, "6 is the true slope. But look at the line that stores what arrives."),
            (9, "9 is the value of x². A gradient is a slope."),
            (1, "1 is what arrives at `y`. Its rules turn that into shares of 3."),
            ("error", "It runs, silently. A wrong gradient is a number like any other."),
        ],
    ),
    Prediction(
        "found first",
        reason="`a` ran before the share from `b` had arrived, as in chapter 1.",
        typical=[
            (36, "36 is the true slope. For that, `a` would have to wait for the share from `b`."),
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
                    "18 is what each path to `x` would get if `a` had waited. But `a` ran with "
                    "only 5, so each got 10."
                ),
            ),
            (4, "4 is the slope of `a` along `x`. It's multiplied by what `a` had, which was 5."),
            (40, "That's too much, because `x` gets 10 along each arrow from `a`."),
            (5, "5 is what `a` had when it ran. It still passes on its shares."),
            (10, "10 is a single share that `a` sends to `x`."),
            (60, "60 was the wrong answer in chapter 1, where x was 3. Here x is 2."),
            (114, "114 was the slope in chapter 1, where x was 3. Here x is 2."),
            (
                56,
                (
                    "56 would fit if `a` ran again when the share of `b` arrives. But it has had "
                    "its turn."
                ),
            ),
            ("error", "It runs, silently. A wrong gradient is a number like any other."),
        ],
    ),
)
