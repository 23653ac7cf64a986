"""Typical guesses in the last chapter, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "raw",
        truth="nan",  # as the cell also computes it
        also=["not a number", float("nan"), "inf then nan", "first inf then nan", "it diverges"],
        reason=(
            "The steps overshoot further and further, beyond what 32 bits hold. Then infinity "
            "minus infinity is `nan`."
        ),
        typical=[
            (
                "small",
                (
                    "Training would work if the numbers were near 1. With these columns, each "
                    "step overshoots."
                ),
            ),
            (
                "large",
                "The loss was infinite along the way, but then it became infinity minus infinity.",
            ),
            (
                "huge",
                "The loss was infinite along the way, but then it became infinity minus infinity.",
            ),
            (
                float("inf"),
                (
                    "Almost: the loss was infinite along the way, but infinity minus infinity "
                    "isn't defined, so you get `nan`."
                ),
            ),
            (
                "inf",
                (
                    "Almost: the loss was infinite along the way, but infinity minus infinity "
                    "isn't defined, so you get `nan`."
                ),
            ),
            ("error", "There's no error and no warning, because `nan` spreads silently."),
        ],
    ),
)
