"""Typical guesses about slopes of slopes, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "diagonal",
        truth="no",
        also=["it grows", "it rises", "false"],
        right="Between the two weights there's a direction that is steeper than either.",
        typical=[
            (
                "yes",
                (
                    "By the curvatures along each single weight it would. But there are other "
                    "directions."
                ),
            ),
        ],
        otherwise="No, it grows, in a direction that is neither weight's own.",
    ),
    Prediction(
        "fourth",
        right="The step is slope divided by curvature, 108/108, which is 1.",
        typical=[
            (
                0,
                "A parabola would be at its bottom. This curve is none, and its curvature shrinks.",
            ),
            (1, "That's the size of the step. Starting from 3, it takes you to 2."),
            (4, "The sign is wrong: the slope is above 0, and down is to the left."),
            (1.5, "That's half of the way. The step is slope divided by curvature, 1."),
            (-105, "That's 3 minus the slope. It's divided by the curvature first."),
        ],
        otherwise="Slope divided by curvature is 108/108, which is 1, and 3 − 1 = 2.",
    ),
    Prediction(
        "hill",
        truth="the top",
        also=["top", "to the top", "the top at 0"],
        right="The parabola opens downward there, and turns at its highest point.",
        typical=[
            (
                "the bottom at 1",
                "That's where it goes down to. But the parabola opens downward there.",
            ),
            ("the bottom at -1", "From 0.5 a step jumps there. From 0.15 none."),
        ],
        otherwise="That leads to the top at 0: the parabola opens downward there.",
    ),
    Prediction(
        "silent",
        within=1.01,
        right="The slope was a number, and the penalty moved nothing.",
        typical=[
            (0.8, "That's with the penalty. Unrecorded, the slope doesn't know of `w`."),
            (
                "an error",
                "`retain_graph=True` prevented it, and nothing else says what is missing.",
            ),
            (0, "Only the penalty would have its bottom there. It moves nothing here."),
            (2, "That would be halfway. The penalty moves nothing: it's a number."),
        ],
        otherwise="4: the penalty is a number like any other, and only the first part moves `w`.",
    ),
    Prediction(
        "columns",
        right="Ten passes, one for each input, of nine multiplications.",
        typical=[
            (9, "That's one pass, with the slopes along one input. There are ten inputs."),
            (10, "There are ten passes. Each of them multiplies nine times."),
            (18, "Ten inputs take ten passes, of nine multiplications each."),
            (100, "Ten passes, but a product of ten numbers takes nine multiplications."),
            (270, "With those inside each, yes. What counts here is the `*` of two dual numbers."),
        ],
        otherwise="Ten passes, one for each input, of nine multiplications: 90.",
    ),
)
