"""What people guess on the start page, and how they come to it."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "slope",
        right="The slope of a² is 2a, that of 2a is 2: at 3 together 8.",
        typical=[
            (15, "15 is `b` itself. `a.grad` says how fast `b` changes when `a` does."),
            (6, "6 is the slope of a² at 3. The second part, 2a, has the slope 2."),
            (2, "2 is the slope of 2a. The first part, a², has the slope 2a, which is 6 at 3."),
            (12, "The two slopes, 6 and 2, belong to parts of a sum, and are added."),
            (9, "9 is a². Its slope is 2a, and 2a has the slope 2."),
        ],
        otherwise="The slope of a² + 2a is 2a + 2, which is 8 at a = 3.",
    ),
)
