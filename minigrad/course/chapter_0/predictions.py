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
            (
                0.01,
                (
                    "0.01 is how far the input moves. But 5.01 · 5.01 is 25.1001, so the result "
                    "moves about ten times as far."
                ),
            ),
            (0.05, "Moving one of the factors adds 0.05. But the other factor moves as well."),
            (
                0.0001,
                (
                    "0.0001 is 0.01 squared. But you have to add the step to 5 first, and then "
                    "square 5.01."
                ),
            ),
            (
                0.25,
                (
                    "0.25 is 25 times the step. But the value, 25, doesn't tell you how fast the "
                    "square changes. Each factor of 5 · 5 moves by 0.01."
                ),
            ),
            (1, "1 would be right for a step of 0.1, but the step here is only 0.01."),
            (
                -0.1,
                (
                    "You have the right number but the wrong sign. 5.01 · 5.01 is more than 25, so "
                    "the result grows."
                ),
            ),
            (10, "The result moves 10 times as far as the input, so multiply: 10 · 0.01."),
            (
                25.01,
                (
                    "25.01 adds the step to 25. Instead, square 5.01 and see how far the square is "
                    "from 25."
                ),
            ),
            (
                25.1,
                (
                    "25.1 is where the result ends up. The result started at 25, so how far did it "
                    "move?"
                ),
            ),
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
                    (
                        "The slope is negative, so the result falls as the input grows. "
                        "Step to the right. At −2.1, the square is larger: 2.1 · 2.1."
                    ),
                )
                for guess in (-2.1, "left", "to the left")
            ),
            (1.9, "That's on the other side of 0. Did you lose a minus sign?"),
            (3.61, "3.61 is the result at −1.9. The question is where to step."),
            (2.1, "That's on the other side of 0. Did you lose a minus sign?"),
        ],
    ),
    Prediction(
        "chain",
        within=1.01,
        also=["50 times"],
        reason="Each stage multiplies the movement that it receives: 5 · 10 = 50.",
        typical=[
            (
                15,
                (
                    "15 is 5 + 10. But `y` moves ten times as far as `u`, which moves five times "
                    "as far as `x`."
                ),
            ),
            (
                10,
                (
                    "10 is only the factor from `u` to `y`. But `u` itself moves five times as "
                    "far as `x`."
                ),
            ),
            (
                5,
                ("5 is only the factor from `x` to `u`. But `y` moves ten times as far as `u`."),
            ),
            (
                2,
                (
                    "2 is 10 / 5. But the second stage multiplies the output of the first stage, "
                    "so the factors multiply."
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
