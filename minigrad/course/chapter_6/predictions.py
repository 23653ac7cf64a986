"""Typical guesses in chapter 6, and the reasoning behind them."""

from ..checking import Prediction

PREDICTIONS = (
    Prediction(
        "twice",
        right="The tensor kept a list, and twice a list is a longer list.",
        typical=[
            ([2, 6], "That's what an array does. The tensor kept what it was given: a list."),
            (
                "error",
                "There's no error: Python multiplies lists by whole numbers, in its own way.",
            ),
        ],
        otherwise="The tensor kept a list, and Python puts two copies of it one after the other.",
    ),
    Prediction(
        "arrives",
        right="Two shares of 3 came, and the second took the place of the first.",
        typical=[
            (6, "6 is the slope. Two shares of 3 came; the second took the place of the first."),
            (9, "9 is the value of x². Two shares of 3 came, and one was replaced."),
            (1, "1 is where the pass begins. Two shares of 3 came, and one was replaced."),
        ],
        otherwise="`x` was used twice and was sent 3 each time. The second replaced the first.",
    ),
    Prediction(
        "found first",
        right="`a` ran before `b` had reported, as in chapter 1.",
        typical=[
            (36, "36 is the slope. But `a` is found before `b`, and ran without its share."),
            (16, "16 would be only the share of `b`. `a` ran when it had only the share of `z`."),
            (60, "60 was the wrong answer at x = 3, in chapter 1. Here x is 2."),
            (114, "114 is the slope at x = 3, in chapter 1. Here x is 2, and `a` runs too early."),
            (56, "`a` runs once, with what it has at that time: 5. It's found before `b`."),
        ],
        otherwise="`a` is found, and runs, before `b` has reported to it, so it passes on 4 · 5.",
    ),
)
