"""What people guess about slopes of slopes, and how they come to it."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "diagonal",
        truth="no",
        also=["it grows", "it rises", "false"],
        right="Between the two weights there is a direction that is steeper than either.",
        typical=[
            ("yes", "By the curvatures of each weight alone it would. But there are other ways."),
        ],
        otherwise="No: it grows, along a way that is neither the first weight's nor the second's.",
    ),
    Prediction(
        "fourth",
        right="The step is slope divided by curvature, 108/108, which is 1.",
        typical=[
            (
                0,
                "A parabola would be at its bottom. This curve is none, and its curvature shrinks.",
            ),
            (1, "That is how far it goes. From 3 it leads to 2."),
            (4, "The sign: the slope is above 0, and down is to the left."),
            (1.5, "That is half of the way. The step is slope divided by curvature, 1."),
            (-105, "That is 3 minus the slope. It is divided by the curvature first."),
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
                "That is where it goes down to. But the parabola opens downward there.",
            ),
            ("the bottom at -1", "From 0.5 a step jumps there. From 0.15 none."),
        ],
        otherwise="To the top at 0: the parabola opens downward there.",
    ),
    Prediction(
        "silent",
        within=1.01,
        right="The slope was a number, and the penalty moved nothing.",
        typical=[
            (0.8, "That is with the penalty. Unrecorded, the slope does not know of `w`."),
            (
                "an error",
                "`retain_graph=True` prevented it, and nothing else says what is missing.",
            ),
            (0, "Only the penalty would have its bottom there. It moves nothing here."),
            (2, "That would be halfway. The penalty moves nothing: it is a number."),
        ],
        otherwise="4: the penalty is a number like any other, and only the first part moves `w`.",
    ),
    Prediction(
        "columns",
        right="Ten passes, one for each input, of nine multiplications.",
        typical=[
            (9, "That is one pass, with the slopes along one input. There are ten inputs."),
            (10, "There are ten passes. Each of them multiplies nine times."),
            (18, "Ten inputs take ten passes, of nine multiplications each."),
            (100, "Ten passes, but a product of ten numbers takes nine multiplications."),
            (270, "With those inside each, yes. What counts here is the `*` of two dual numbers."),
        ],
        otherwise="Ten passes, one for each input, of nine multiplications: 90.",
    ),
)
