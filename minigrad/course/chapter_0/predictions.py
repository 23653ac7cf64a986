"""Typical guesses for the predictions in chapter 0, with a reply to each."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "step",
        within=1.02,  # 0.1001 is exact
        reason=(
            "If you move one factor, you get 5 · 5.01, which is 0.05 more than 25. Moving the "
            "other factor as well adds about 0.05 more."
        ),
        typical=[
            (0.01, "0.01 is the step itself. But each factor of 5 · 5 takes that step."),
            (0.02, "0.02 would fit `x + x`. In `x * x`, each step meets the other factor."),
            (0.05, "That's one factor's share. The other factor takes the step as well."),
            (0.0001, "0.0001 is 0.01 squared. Square 5.01 instead of the step."),
            (
                0.25,
                ("0.25 is 25 times the step. But 25 is where `f` is. How fast does it move?"),
            ),
            (1, "1 would fit a step of 0.1. Look at the step again."),
            (
                -0.1,
                "The size is fine. But the square of 5.01 is more than 25.",
            ),
            (
                10,
                "10 is how many times as far as the step `f` moves. How far is that, for 0.01?",
            ),
            (
                25.01,
                ("You added the step to 25. But 5 takes the step, and then it's squared."),
            ),
            (25.1, "25.1 is where `f` ends. The question is how far it moved."),
        ],
    ),
    Prediction(
        "down",
        truth=-1.9,
        also=["right", "to the right", "larger"],
        reason=(
            "A negative slope means that the result falls as the input grows, here from −2 to −1.9."
        ),
        typical=[
            *(
                (
                    guess,
                    ("That's uphill, because 2.1 · 2.1 = 4.41."),
                )
                for guess in (-2.1, "left", "to the left")
            ),
            (1.9, "That's on the other side of 0. Did you lose a minus sign?"),
            (3.61, "3.61 is the square at −1.9. The question is where to step."),
            (2.1, "That's on the other side of 0. Did you lose a minus sign?"),
        ],
    ),
    Prediction(
        "chain",
        within=1.01,
        also=["50 times", "50x"],
        reason="Each stage multiplies the movement that it receives: 5 · 10 = 50.",
        typical=[
            (
                15,
                (
                    "You added the factors. But `y` moves ten times as far as `u`, which moves "
                    "five times as far as `x`."
                ),
            ),
            (
                10,
                (
                    "10 is only the factor from `u` to `y`. But `u` itself moves five times as far "
                    "as `x`."
                ),
            ),
            (5, "5 is only the factor from `x` to `u`. But `y` moves ten times as far as `u`."),
            (
                2,
                (
                    "You divided the factors. But each stage takes a movement and makes a multiple "
                    "of it."
                ),
            ),
            (
                0.05,
                (
                    "0.05 is how far `y` moves when `x` moves by 0.001. How many times as far as "
                    "`x` is that?"
                ),
            ),
            (25, "25 is the value of `y`. How fast does that value change?"),
        ],
    ),
)
