"""Typical guesses in chapter 9, and the reasoning behind them."""

from minigrad.course.checking import Prediction

BELOW = "A count starts at 0."
SHALLOW = "One layer gets that many. But what comes through a tower of them?"
FACTOR = "√2 is only the factor. Without relu, the scale was 0.1."

PREDICTIONS = (
    Prediction(
        "deep",
        within=2.0,
        reason="It takes all 300 digits for a 5, and 26 of them are. It has learned nothing.",
        typical=[
            *[
                (digits, "That's what we'd hope from depth.")
                for digits in (270, 280, 285, 290, 295, 300)
            ],
            *[(digits, SHALLOW) for digits in (250, 254, 260, 261)],
            (0, "To miss all of them, the model would have to know the digits."),
            (150, "That's a coin toss. But a guess has 10 digits to choose from."),
            (-1, BELOW),
            (-5, BELOW),
            (0.1, "As a fraction, that's what guessing gives. We asked for the count, about 30."),
        ],
    ),
    Prediction(
        "sum",
        within=1.5,
        reason="It's the square root of 100: most of the sum cancels, but not all.",
        typical=[
            (100, "That would fit if each of them were 1. But their signs differ."),
            (0, "That's the average of many such sums. How far is one of them from it, typically?"),
            (50, "50 would remain if the others dropped out. But they also cancel."),
            (1, "1 is the size of a single one. A hundred of them rarely cancel that well."),
            (-10, "A size is without a sign."),
        ],
    ),
    Prediction(
        "relu",
        truth=0.14,
        within=1.05,
        also=[2**0.5 / 10],
        reason="It's √2 times 0.1, because the weights have to make up for half of the squares.",
        typical=[
            (0.1, "That preserves the sizes without an activation."),
            (0.125, "That preserves the sizes without an activation in a layer of another width."),
            (0.2, "The squares need a factor of 2. But a size is a root of squares."),
            (0.02, "0.02 is the variance. A scale is the root of that."),
            (0.05, "You divided by 2. But the weights have to make up for what relu takes."),
            (0.07, "You divided by √2. But the weights have to make up for what relu takes."),
            (1.4, FACTOR),
            (1.41, FACTOR),
            (1.414, FACTOR),
            (1.4142, FACTOR),
        ],
    ),
    Prediction(
        "rescue",
        truth="no",
        also=["false", "it doesn't", "fewer"],
        reason=(
            "All weights move now, but the network only ever answers one or two of the ten digits."
        ),
        typical=[
            ("yes", "At first, hardly anything of the picture reaches the last layer."),
        ],
    ),
    Prediction(
        "dead",
        also=["none", "all dead", "no unit"],
        reason=(
            "None of the units responds to any digit. Steps that were too long have pushed them "
            "below 0."
        ),
        typical=[
            (61, "That's how many units were alive at the start."),
            (64, "64 is the number of all units. With those, it would read digits."),
            (32, "With 32 units, it could still learn."),
        ],
    ),
    Prediction(
        "around",
        within=1.02,
        also=[1.05**10],
        reason="Each layer multiplies by 1 + 0.05, so the factor is 1.05 to the power of 10.",
        typical=[
            (
                0,
                (
                    "That's the plain chain, 0.05 to the power of 10. Here, `h` itself goes on as "
                    "well."
                ),
            ),
            (0.5, "You added 10 shares of 0.05. But `h` itself goes on as well."),
            (
                1.5,
                (
                    "You added 10 equal shares. But as with compound interest, each is of all "
                    "there is so far."
                ),
            ),
            (1, "Each layer also contributes 0.05."),
            (1.05, "That's the factor for one layer. How many layers are there?"),
            (
                10.5,
                "You added 10 factors of 1.05. But each layer multiplied what another had made.",
            ),
        ],
    ),
)
