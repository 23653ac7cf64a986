"""Typical guesses in chapter 9, and the reasoning behind them."""

from minigrad.course.checking import Prediction

BELOW = "A count can't be negative. The model only guesses, so a few are right, by luck."
FACTOR = "√2 is only the factor. Multiply 0.1 by it."

PREDICTIONS = (
    Prediction(
        "deep",
        within=2.0,
        reason="It takes all 300 digits for a 5, and 26 of them are. It has learned nothing.",
        typical=[
            (
                285,
                (
                    "That's what we'd hope from depth, but these layers have learned nothing, so "
                    "the model guesses."
                ),
            ),
            (
                261,
                (
                    "One layer gets that many right, but the nineteen others get in the way, so "
                    "the model guesses."
                ),
            ),
            (
                0,
                (
                    "To be wrong every time, the model would have to know the digits, but it "
                    "only guesses."
                ),
            ),
            (
                150,
                (
                    "Half is far more than the model gets right. It only guesses, so a few are "
                    "right, by luck."
                ),
            ),
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
            (
                100,
                (
                    "That would be right if each of them were 1, but their signs differ, and most "
                    "of the sum cancels."
                ),
            ),
            (0, "The mean of many such sums is 0, but each individual sum is off by about 10."),
            (
                50,
                (
                    "Half of the products are negative, but those don't just drop out. They're "
                    "subtracted."
                ),
            ),
            (1, "A single product has that size, but a hundred products don't cancel that well."),
            (-10, "10 is right, but a size has no sign. About half of the sums are negative."),
        ],
    ),
    Prediction(
        "relu",
        truth=0.14,
        within=1.05,
        also=[2**0.5 / 10],
        reason=("It's √2 times 0.1, because the weights have to make up for half of the squares."),
        typical=[
            (
                0.1,
                (
                    "That preserves the sizes without an activation, but relu removes half of "
                    "the squares."
                ),
            ),
            (
                0.2,
                (
                    "Twice the scale makes the squares four times as large. Half of them are "
                    "gone, so making them twice as large is enough."
                ),
            ),
            (
                0.05,
                (
                    "Halving the scale makes it worse. relu removes something, so the weights "
                    "have to make up for it."
                ),
            ),
            (
                0.07,
                (
                    "That's 0.1 divided by √2, but relu removes something, so the weights have "
                    "to be larger."
                ),
            ),
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
        reason=("All weights move now, but the output still hardly depends on the picture."),
        typical=[
            (
                "yes",
                (
                    "Every weight moves far enough now, but to the last layer, all pictures look "
                    "alike, and longer steps can't change that. A good scale comes first."
                ),
            ),
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
            (61, "That's how many units were alive before training."),
            (64, "Even before training, three units never responded. Now no unit does."),
            (
                32,
                ("With 32 units, it could still learn, but this model learns nothing at all."),
            ),
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
                    "That's the plain chain. Here, each layer passes the gradient on unchanged "
                    "and adds a contribution of its own."
                ),
            ),
            (0.5, "You added 0.05 for each layer, but you left out the 1 that's passed on."),
            (
                1.5,
                (
                    "That's close: you added 0.05 to 1 for each layer, but each layer also "
                    "multiplies what the layers before it added."
                ),
            ),
            (
                1,
                "The 0.05 is added to the 1 that's passed on, so each layer multiplies by 1.05.",
            ),
            (1.05, "That's the factor for one layer. How many layers are there?"),
            (10.5, "That's 10 · 1.05, so you added the rates. Along a chain, rates multiply."),
        ],
    ),
)
