"""Typical guesses in chapter 5, and the reasoning behind them."""

from minigrad.course.checking import Prediction

CORNER = (
    "The best line comes about that far. But training makes the loss small. It doesn't "
    "maximize the number of right points."
)

PREDICTIONS = (
    Prediction(
        "leap",
        right="1 + 0.25 · 16: over the answer, 3, and as far from it as before.",
        typical=[
            (3, "3 is the answer, and half this step would reach it. A quarter of 16 is 4."),
            (-3, "Against the slope: it's negative, so `w` grows."),
            (4, "4 is the step. It starts from 1."),
            (1.8, "1.8 came from the rate 0.05. This one is five times as large: a step of 4."),
            (1.25, "1 + 0.25 leaves the slope out. The step is 0.25 · 16 = 4."),
            (2.6, "2.6 would be a step of a tenth of 16."),
            (16, "16 is the loss there, and was the loss before. Asked for was `w`."),
            (
                [5, 16],
                "`w` is 5. 16 is the loss there, as before. The question was only about `w`.",
            ),
            (1, "1 is where it started, and where the next step leads again."),
        ],
        otherwise="The slope is −16, so the step is +0.25 · 16 = 4, from 1 to 5.",
    ),
    Prediction(
        "twin",
        truth=0.22,
        right="The factors are 0.76 and −0.76: one comes from one side, the other zigzags.",
        typical=[
            (0.25, "With 0.25 the factor is −1: the loss stays as it was."),
            (0.125, "With 0.125 the factor is 0: a single step arrives."),
            (
                0.3,
                (
                    "Ten times the rate isn't the mirror image. The factor would be −1.4, and "
                    "it explodes."
                ),
            ),
            (0.97, "0.03 + 0.97 is 1, but the mirror is at 0.125: the two add up to 0.25."),
            (0.06, "Twice the rate, and a factor of 0.52: that is faster."),
        ],
        otherwise="1 − 8 · 0.03 = 0.76. The same speed from the other side, −0.76, needs "
        "8 lr = 1.76.",
    ),
    Prediction(
        "flat",
        right=(
            "There are 64 pairs, every point with every target, so no `x` is matched with its "
            "own `y`."
        ),
        typical=[
            (2, "2 is the rule behind the points. But here each `x` met every `y`."),
            (1.99, "That's the line from above. But here each `x` met every `y`."),
            (1, "Half right would be a slope of 1. But each `x` met every `y`, alike."),
            (2.4, "2.4 is the bias it ends with. The line is flat: its slope is 0."),
            ("error", "There's no error: [8, 1] and [8] broadcast, to [8, 8]."),
        ],
        otherwise="Each `x` met all the targets. A flat line, at their mean, is best.",
    ),
    Prediction(
        "one line",
        within=1.01,
        right="It ends with a logit above 0 at every point: yes to all of them.",
        typical=[
            (0.5, "Half is a coin. To say yes to every point is better: 56 percent are yes."),
            (0.7, CORNER),
            (0.7375, CORNER),
            (0.75, CORNER),
            (0.74, CORNER),
            (0.8, CORNER),
            (59, CORNER),
            (45, "45 points: you had it. As a share, that is 0.5625."),
            (56, "56 percent: you had it. As a share, that is 0.56."),
            ("56%", "56 percent: you had it. As a share, that is 0.56."),
            ("56.25%", "56.25 percent: you had it. As a share, that is 0.5625."),
            (56.25, "56.25 percent: you had it. As a share, that is 0.5625."),
            (1, "The kinds lie in opposite corners: no line has one kind on each side."),
            (0, "Then the opposite answer would be all right. No line is."),
        ],
        otherwise="It ends by saying yes to every point, and is right where the label is 1.",
    ),
    Prediction(
        "orders",
        right="Around the loop: backward, then step, then zero.",
        typical=[
            (1, "More than one: going around the loop, some orders are the same."),
            (2, "The zeroing has more places than two, and the loop has no first line."),
            (5, "The five rotations of one order? In some, a name is used before it exists."),
            (3, "Three end with a `RuntimeError`. Those that train are more."),
            (10, "Ten run without an error and learn nothing: that is another ten."),
            (100, "A hundred end with a `NameError`, at once."),
            (20, "20 get past the `NameError`. Not all of them learn."),
            (120, "120 is all of them. In most, a name is used before it exists."),
        ],
        otherwise="100 orders use a name too early, and 13 more fail in other ways.",
    ),
)
