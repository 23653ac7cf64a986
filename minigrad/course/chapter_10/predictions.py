"""Typical guesses about slopes of slopes, and the reasoning behind them."""

from minigrad.course.checking import Prediction

BEYOND = "The curve does have a bottom there, but the parabola at this point opens downward."

PREDICTIONS = (
    Prediction(
        "third",
        reason="The slope of x³ is 3x², the slope of that is 6x, and 6 · 5 is 30.",
        typical=[
            (0, "75 looks like a constant, but it was recorded as a function of `x`: 3x²."),
            (15, "The slope of x² is 2x, not x, so 3x² has the slope 6x."),
            (10, "That's the slope of x². Here it's 3x², whose slope is 6x."),
            (6, "That's the fourth number, the slope of 6x."),
            (75, "That's the second number. Take the slope of 3x², and put in 5."),
            (150, "That's twice the slope. Differentiate the slope itself."),
        ],
    ),
    Prediction(
        "diagonal",
        truth="no",
        also=["it grows", "it rises", "false"],
        reason=(
            "There's a direction between the two axes in which the curvature is larger than "
            "along either axis."
        ),
        typical=[
            (
                "yes",
                (
                    "The curvatures along the individual weights suggest that, but there are "
                    "other directions."
                ),
            ),
        ],
    ),
    Prediction(
        "fourth",
        reason=(
            "The slope divided by the curvature is 108/108, which is 1, so the step leads to 3 − "
            "1 = 2."
        ),
        typical=[
            (
                0,
                (
                    "You'd be at the bottom if the curve were a parabola. It isn't, because "
                    "its curvature shrinks."
                ),
            ),
            (
                "closer to 0",
                "It does come closer. By how much? The slope divided by the curvature is 1.",
            ),
            (1, "That's the size of the step. Starting from 3, it takes you to 2."),
            (4, "The sign is wrong: the slope is positive, so downhill is to the left."),
            (
                1.5,
                (
                    "That's only halfway. The step is the slope divided by the "
                    "curvature, which is 1."
                ),
            ),
            (-105, "That's 3 minus the slope. Divide the slope by the curvature first."),
        ],
    ),
    Prediction(
        "hill",
        truth="the top",
        also=["top", "to the top", "the top at 0", "maximum", "local max", 0],
        reason=(
            "The parabola opens downward there, so the step leads to its highest point, close to "
            "the curve's top."
        ),
        typical=[
            (
                "the bottom at 1",
                BEYOND,
            ),
            (1, BEYOND),
            *(
                (guess, "A step from 0.5 leads there, but a step from 0.15 doesn't.")
                for guess in ("the bottom at -1", -1)
            ),
        ],
    ),
    Prediction(
        "silent",
        within=1.01,
        reason="The slope was a plain number, so the penalty didn't move `w`.",
        typical=[
            (
                0.8,
                (
                    "That would be the result with the penalty, but an unrecorded slope has no "
                    "connection to `w`."
                ),
            ),
            (
                "an error",
                (
                    "There's no error, because `retain_graph=True` prevented one, so nothing "
                    "tells you that the slope wasn't recorded."
                ),
            ),
            (
                0,
                (
                    "That's the minimum of the penalty by itself, but here the penalty "
                    "doesn't move `w`."
                ),
            ),
            (
                2,
                (
                    "That's the halfway point, but the penalty doesn't move `w`, because the "
                    "penalty is a plain number."
                ),
            ),
        ],
    ),
)
