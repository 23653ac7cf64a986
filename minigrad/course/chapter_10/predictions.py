"""Typical guesses about slopes of slopes, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "diagonal",
        truth="no",
        also=["it grows", "it rises", "false"],
        right=(
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
        otherwise="The answer is no. The loss grows in a direction between the two axes.",
    ),
    Prediction(
        "fourth",
        right=(
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
        otherwise="The slope divided by the curvature is 108/108, which is 1, and 3 − 1 = 2.",
    ),
    Prediction(
        "hill",
        truth="the top",
        also=["top", "to the top", "the top at 0", 0],
        right=(
            "The parabola opens downward there, so the step leads to its highest point, close to "
            "the curve's top."
        ),
        typical=[
            (
                "the bottom at 1",
                (
                    "The curve does have a bottom there, but the parabola at this point opens "
                    "downward."
                ),
            ),
            ("the bottom at -1", "A step from 0.5 leads there, but a step from 0.15 doesn't."),
        ],
        otherwise="The step leads to the top at 0, because the parabola opens downward at 0.15.",
    ),
    Prediction(
        "silent",
        within=1.01,
        right="The slope was a plain number, so the penalty didn't move `w`.",
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
        otherwise=(
            "The answer is 4, because the penalty is a plain number, and only the first part "
            "moves `w`."
        ),
    ),
    Prediction(
        "columns",
        right="There are ten passes, one for each input, and each takes nine multiplications.",
        typical=[
            (9, "That's one pass, which finds the slopes along one input. There are ten inputs."),
            (10, "There are ten passes. Each of them multiplies nine times."),
            (18, "Ten inputs take ten passes, and each pass takes nine multiplications."),
            (
                100,
                (
                    "There are ten passes, but a product of ten numbers takes only nine "
                    "multiplications."
                ),
            ),
            (
                270,
                (
                    "You counted the multiplications inside each `*`. Here, each `*` between two "
                    "dual numbers counts as one."
                ),
            ),
        ],
        otherwise=(
            "There are ten passes, one for each input. With nine multiplications each, that "
            "makes 90."
        ),
    ),
)
