"""Typical guesses about slopes of slopes, and the reasoning behind them."""

from minigrad.course.checking import Prediction

BEYOND = "The curve does have a bottom there."

PREDICTIONS = (
    Prediction(
        "third",
        reason="The slope of x³ is 3x², the slope of that is 6x, and 6 · 5 is 30.",
        typical=[
            (0, "75 looks like a constant, but it was recorded as a function of `x`: 3x²."),
            (15, "15 is 3x at 5. But when you differentiate x², you get 2x."),
            (10, "That's the slope of x². Here you differentiate 3x²."),
            (6, "That's the fourth number, the slope of 6x."),
            (75, "75 is 3x² at 5, the slope. We ask for the slope of that."),
            (150, "150 is 2 · 75. Differentiate the slope itself."),
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
            (0, "That would fit a parabola. But here the curvature changes on the way."),
            ("closer to 0", "By how much?"),
            (1, "That's the size of the step, and it begins at 3."),
            (4, "The size of the step is fine. But it goes against the slope."),
            (1.5, "That's halfway. A step is the slope divided by the curvature."),
            (-105, "You took off the whole slope, without the curvature."),
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
            ("the bottom at 1", BEYOND),
            (1, BEYOND),
            *(
                (
                    guess,
                    "A step from 0.5 leads there. From 0.15, it's shorter, and ends near the top.",
                )
                for guess in ("the bottom at -1", -1)
            ),
        ],
    ),
    Prediction(
        "silent",
        within=1.01,
        reason="The slope was a plain number, so the penalty didn't move `w`.",
        typical=[
            (0.8, "That would fit a recorded slope."),
            ("an error", "It runs, because of `retain_graph=True`."),
            (0, "That's the minimum of the penalty by itself."),
            (2, "That's halfway to 4. But the penalty was silent."),
        ],
    ),
)
