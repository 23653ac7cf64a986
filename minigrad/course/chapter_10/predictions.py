"""Typical guesses about slopes of slopes, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "diagonal",
        truth="no",
        also=["it grows", "it rises", "false"],
        right="Between the two weights there's a direction that is more curved than either.",
        typical=[
            (
                "yes",
                (
                    "The curvatures along each single weight suggest that. But there are "
                    "other directions."
                ),
            ),
        ],
        otherwise="No, the loss grows, in a direction that lies between the two weights.",
    ),
    Prediction(
        "fourth",
        right="The step is slope divided by curvature, 108/108, which is 1.",
        typical=[
            (
                0,
                (
                    "You'd be at the bottom if the curve were a parabola. It isn't, because "
                    "its curvature shrinks."
                ),
            ),
            (1, "That's the size of the step. Starting from 3, it takes you to 2."),
            (4, "The sign is wrong: the slope is above 0, and down is to the left."),
            (1.5, "That's only half the way. The step is slope divided by curvature, which is 1."),
            (-105, "That's 3 minus the slope. Divide the slope by the curvature first."),
        ],
        otherwise="Slope divided by curvature is 108/108, which is 1, and 3 − 1 = 2.",
    ),
    Prediction(
        "hill",
        truth="the top",
        also=["top", "to the top", "the top at 0", 0],
        right="The parabola opens downward there, so the step leads to its highest point.",
        typical=[
            (
                "the bottom at 1",
                (
                    "The curve does have its bottom there. But the parabola at this point "
                    "opens downward."
                ),
            ),
            ("the bottom at -1", "From 0.5 a step jumps there. From 0.15 no step does."),
        ],
        otherwise="That leads to the top at 0, because the parabola opens downward there.",
    ),
    Prediction(
        "silent",
        within=1.01,
        right="The slope was a plain number, so the penalty moved nothing.",
        typical=[
            (
                0.8,
                (
                    "That would be the result with the penalty. But an unrecorded slope has no "
                    "connection to `w`."
                ),
            ),
            (
                "an error",
                (
                    "There's no error, because `retain_graph=True` prevented it. So nothing "
                    "tells you that the slope wasn't recorded."
                ),
            ),
            (0, "Only the penalty would have its bottom there. But here it moves nothing."),
            (
                2,
                (
                    "That would be halfway. But the penalty moves nothing, because it's a plain "
                    "number."
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
            (9, "That's one pass, with the slopes along one input. There are ten inputs."),
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
                    "You counted the multiplications inside each `*`. Here each `*` of two "
                    "dual numbers counts once."
                ),
            ),
        ],
        otherwise="Ten passes, one for each input, with nine multiplications each, make 90.",
    ),
)
