"""Typical guesses for the predictions in chapter 5, with a reply to each."""

from minigrad.course.checking import Prediction

CORNER = (
    "The best line gets about that many right. But training minimizes the loss, which isn't the "
    "same as putting as many points as possible on the right side."
)

PREDICTIONS = (
    Prediction(
        "leap",
        reason=(
            "The step leads to 1 + 0.25 · 16, which is past the answer, 3, and as far from it "
            "as before."
        ),
        typical=[
            (
                3,
                (
                    "3 is where the loss is lowest, and half of this step would get you there. But "
                    "a quarter of 16 is 4, so the step is 4."
                ),
            ),
            (-3, "Step against the slope. The slope is negative, so `w` grows."),
            (17, "You left out the rate. The step is a quarter of 16."),
            (-15, "You left out the rate, and stepped along the slope instead of against it."),
            (4, "4 is the step, but `w` starts at 1."),
            (
                1.8,
                (
                    "1.8 came from a rate of 0.05. This rate is five times as large, so the step "
                    "is 4."
                ),
            ),
            (1.25, "1 + 0.25 leaves out the slope. The step is 0.25 · 16 = 4."),
            (2.6, "2.6 would be right for a rate of 0.1."),
            (16, "16 is the loss, both before and after the step. The question was about `w`."),
            (
                [5, 16],
                (
                    "`w` is 5, which is right. The loss is 16, as before, but the question "
                    "was only about `w`."
                ),
            ),
            (1, "1 is where `w` started. It takes one more step to get back there."),
        ],
    ),
    Prediction(
        "twin",
        truth=0.22,
        reason=(
            "1 − 8 · 0.03 = 0.76. To approach from the other side at the same speed, you need "
            "the factor −0.76, so 8 lr = 1.76."
        ),
        typical=[
            (0.25, "With 0.25, the factor is −1, so the loss stays the same."),
            (0.125, "With 0.125, the factor is 0, so a single step is enough."),
            (
                0.3,
                (
                    "Ten times the rate isn't the mirror image of 0.03. The factor would be "
                    "−1.4, so the run would explode."
                ),
            ),
            (
                0.97,
                (
                    "0.03 + 0.97 is 1. But the rates are mirror images around 0.125, so they "
                    "have to add up to 0.25."
                ),
            ),
            (0.06, "Twice the rate gives a factor of 0.52, which is faster."),
            (0.12, "With 0.12, the factor is 0.04, so a single step is almost enough."),
            (0.2, "With 0.2, the factor is −0.6. That zigzags, but it's faster than 0.76."),
            (
                -0.03,
                (
                    "A negative rate climbs: the factor is 1.24, so `w` moves away. It's "
                    "the factor that has to change its sign, not the rate."
                ),
            ),
        ],
    ),
    Prediction(
        "x in a column",
        reason=(
            "There are 64 pairs, every point with every target. So every `x` is drawn toward the "
            "mean of all targets."
        ),
        typical=[
            (
                2,
                (
                    "2 is the slope of the rule behind the points. But here each `x` was compared "
                    "with every `y`."
                ),
            ),
            (1.99, "That's the line from above. But here, each `x` was compared with every `y`."),
            (
                16,
                (
                    "There are eight times as many residuals as points, but the loss is their "
                    "mean, so the line doesn't get eight times as steep."
                ),
            ),
            (2.4, "2.4 is the final bias. The line is flat, so its slope is 0."),
            ("error", "There's no error, because [8, 1] and [8] broadcast to [8, 8]."),
        ],
    ),
    Prediction(
        "one line",
        within=1.04,
        also=(45, 56, 57, 56.25, "56%", "57%", "56.25%"),
        reason=(
            "The model ends with a logit above 0 at every point, so it says yes to all of them, "
            "and 45 of the 80 are yes."
        ),
        typical=[
            (
                0.5,
                (
                    "A coin toss would get half of them right. Here the model says yes to every "
                    "point, and 56 percent are yes."
                ),
            ),
            (0.7, CORNER),
            (0.7375, CORNER),
            (0.75, CORNER),
            (0.74, CORNER),
            (0.8, CORNER),
            (59, CORNER),
            (75, CORNER),
            (1, "Each class fills opposite corners, so no line has one class on each side."),
            (
                0,
                (
                    "If a line got all of them wrong, its opposite would get all of them right. "
                    "But no line does that."
                ),
            ),
        ],
    ),
    Prediction(
        "orders",
        reason=(
            "Around the loop, the order has to be backward, step, zero, with no step between "
            "predict and backward."
        ),
        typical=[
            (
                1,
                (
                    "More than one order trains the model, although some of these orders are the "
                    "same loop started at a different line."
                ),
            ),
            (
                2,
                (
                    "The zeroing can go in several places, and the loop can start with a "
                    "line other than predict."
                ),
            ),
            (
                5,
                (
                    "You may have counted the rotations of one order. But in some of those "
                    "rotations, a name is used before it exists."
                ),
            ),
            (3, "Three orders end with a `RuntimeError`. More of them train the model."),
            (
                10,
                (
                    "Ten orders run without an error but don't learn anything. The question is how "
                    "many train the model."
                ),
            ),
            (100, "A hundred orders end immediately with a `NameError`."),
            (20, "20 orders get past the `NameError`, but not all of those learn."),
            (
                120,
                (
                    "120 is the number of all possible orders. In most of them, a name is used "
                    "before it exists."
                ),
            ),
        ],
    ),
)
