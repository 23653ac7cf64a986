"""Typical guesses for the predictions in chapter 5, with a reply to each."""

from minigrad.course.checking import Prediction

CORNER = "Some line gets about that many, but this model only minimizes its loss."

PREDICTIONS = (
    Prediction(
        "leap",
        reason=(
            "The step leads to 1 + 0.25 · 16, which is past the answer, 3, and as far from it "
            "as before."
        ),
        typical=[
            (3, "3 is where the loss is lowest. But a step goes wherever rate times slope leads."),
            (-3, "That step goes along the slope, uphill. Go against it."),
            (17, "You took the whole slope as the step. The rate is missing."),
            (-15, "You took the whole slope as the step, without the rate, and uphill."),
            (4, "4 is the step, but `w` starts at 1."),
            (1.8, "1.8 came from a rate of 0.05. Now the rate is 0.25."),
            (1.25, "You added the rate alone. A step is the rate times the slope."),
            (-4, "−4 is the rate times the slope. Take that away from `w`, which is 1."),
            (9, "9 would fit a rate of 0.5."),
            (2.6, "2.6 would fit a rate of 0.1."),
            (16, "16 is the loss. The question was about `w`."),
            ([5, 16], "The question was only about `w`."),
            (1, "1 is where `w` started. But the slope there is far from 0, so `w` moves."),
        ],
    ),
    Prediction(
        "twin",
        truth=0.22,
        reason=(
            "1 − 8 · 0.03 = 0.76. To approach from the other side at the same speed, you need "
            "the factor −0.76, so 8 lr = 1.76."
        ),
        typical=[
            (0.25, "With 0.25, the factor is −1, so the loss stays the same."),
            (0.125, "With 0.125, the factor is 0, so a single step is enough."),
            (0.1, "With 0.1, the factor is 0.2, so the losses fall much faster."),
            (0.3, "With 0.3, the factor is −1.4, so the run explodes."),
            (0.97, "0.03 + 0.97 is 1. But the rates are mirror images around 0.125."),
            (
                0.06,
                "With 0.06, the factor is 0.52. The same losses need a factor of the same size.",
            ),
            (0.12, "With 0.12, the factor is 0.04, so a single step is almost enough."),
            (0.2, "With 0.2, the factor is −0.6. The sign is fine, but the size has to be 0.76."),
            (0.03, "That's the rate itself, with the factor 0.76. Its twin has the factor −0.76."),
            (
                -0.03,
                (
                    "With −0.03, the factor is 1.24. Change the sign of the factor instead of the "
                    "rate's."
                ),
            ),
        ],
    ),
    Prediction(
        "x in a column",
        reason=(
            "There are 64 pairs, every point with every target. So every `x` is drawn toward the "
            "mean of all targets."
        ),
        typical=[
            (
                2,
                (
                    "2 is the slope of the rule that made the points. But each `x` meets all "
                    "targets here."
                ),
            ),
            (1.99, "That's the line that fits the points. But each `x` meets all targets here."),
            (16, "You multiplied by the number of points. But the loss averages over all pairs."),
            (
                15.92,
                "15.92 is 8 · 1.99. But if a loss is 8 times as large, its minimum doesn't move.",
            ),
            (
                0.25,
                "You divided 1.99 by 8. But if you divide a loss by 8, its minimum doesn't move.",
            ),
            (2.4, "2.4 is the final bias. The slope is `w`."),
            *(
                (guess, "Nothing overflows: the rate of 0.1 is low enough for these pairs as well.")
                for guess in ("nan", float("nan"), "inf", float("inf"))
            ),
            ("error", "It runs, because [8, 1] and [8] broadcast to [8, 8]."),
            *(
                (guess, "`F.mse_loss` would warn, but this loss is written out.")
                for guess in ("warning", "a warning", "it warns")
            ),
        ],
    ),
    Prediction(
        "one line",
        within=1.04,
        also=(45, 56, 57, 56.25, "56%", "57%", "56.25%"),
        reason=(
            "The model ends with a logit above 0 at every point, so it says yes to all of them, "
            "and 45 of the 80 are yes."
        ),
        typical=[
            (50, "That's a coin toss. But the bias learns which answer is common."),
            (0.5, "That's a coin toss. But the bias learns which answer is common."),
            (0.7, CORNER),
            (0.7375, CORNER),
            (0.75, CORNER),
            (0.74, CORNER),
            (0.8, CORNER),
            (59, CORNER),
            (75, CORNER),
            (1, "Each class fills opposite corners, so any line has points on the wrong side."),
            (0, "If a line missed all of them, its opposite would get them all."),
        ],
    ),
    Prediction(
        "orders",
        reason=(
            "Around the loop, the order has to be backward, step, zero, with no step between "
            "predict and backward."
        ),
        typical=[
            (1, "Several orders train the model. The loop may start at another line, for example."),
            (2, "The zeroing can go in several places."),
            (
                5,
                (
                    "You may have counted the rotations of one order. Some of them use a name too "
                    "early."
                ),
            ),
            (3, "Three orders end with a `RuntimeError`. The question is how many train."),
            (10, "Ten orders run without learning anything."),
            (60, "There are that many if one pair of lines has to keep its order."),
            (24, "There are that many if one line has its place and the others are free."),
            (100, "A hundred orders end immediately with a `NameError`."),
            (
                20,
                "20 orders get past the `NameError`. But some of them throw their gradients away.",
            ),
            (120, "120 is the number of all orders. A hundred of them use a name too early."),
        ],
    ),
)
