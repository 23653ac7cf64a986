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
            ("small", "That would fit numbers near 1."),
            ("large", "The loss was infinite along the way."),
            ("huge", "The loss was infinite along the way."),
            (float("inf"), "Almost: the loss was infinite along the way."),
            ("inf", "Almost: the loss was infinite along the way."),
            ("error", "It runs, because `nan` spreads silently."),
        ],
    ),
)
