"""Typical guesses for the predictions in chapter 5, with a reply to each."""

from minigrad.course.checking import Prediction

CORNER = "Some line gets about that many, but this model only minimizes its loss."
TOO_MANY = (
    "No line gets that many: each class fills opposite corners, so any line has points on the "
    "wrong side."
)


def _factor(lr: float) -> str:
    """Return what a step with this rate does in the first model, and what's wrong with it."""
    factor = 1 - 8 * lr
    if factor < -1:
        then = ", so the losses grow."
    else:
        then = ". The sign is fine." if factor < 0 else ". It doesn't change sides."
    return f"With {lr}, each step is (w − 3) × {factor:.3g}{then}".replace("× -", "× −")


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
            "With 0.03, each step multiplies w − 3 by 0.76. With 0.22, it's −0.76, so `w` comes "
            "closer equally fast, but it changes sides with every step."
        ),
        typical=[
            (0.25, "With 0.25, each step is (w − 3) × −1, so the loss stays the same."),
            (0.125, "With 0.125, a single step is enough. Go farther, so that `w` changes sides."),
            (0.1, "With 0.1, each step is (w − 3) × 0.2, so the losses fall much faster."),
            *(
                (lr, _factor(lr))
                for lr in (0.01, 0.06, 0.09, 0.095, 0.16, 0.19, 0.2, 0.24, 0.26, 0.27, 0.28, 0.3)
            ),
            (0.21, "With 0.21, each step is (w − 3) × −0.68, so you were close."),
            (0.97, "0.03 + 0.97 is 1. But with 0.97, the losses grow."),
            (0.12, "With 0.12, each step is (w − 3) × 0.04, which is almost enough."),
            (0.03, "That's the rate itself. Its twin comes closer from both sides in turn."),
            (-0.03, "With −0.03, each step is (w − 3) × 1.24, so it goes uphill."),
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
            *((guess, CORNER) for guess in (0.6, 0.65, 0.7, 0.7375, 0.74, 59)),
            *((guess, TOO_MANY) for guess in (0.75, 0.78, 0.8, 0.85, 0.9, 0.95, 1, 75, 80)),
            (0, "If a line missed all of them, its opposite would get them all."),
        ],
    ),
    Prediction(
        "orders",
        reason=(
            "20 orders define their names in time. In 7 of them, the order around the loop is "
            "backward, step, zero, with no step between predict and backward."
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
