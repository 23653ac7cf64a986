"""Typical guesses for the predictions in chapter 0, with a reply to each."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "step",
        within=1.02,  # 0.0601 is exact
        right=(
            "If you move one factor, you get 3 · 3.01, which is 0.03 more than 9. Moving the "
            "other factor as well adds about 0.03 more."
        ),
        typical=[
            (
                0.01,
                (
                    "0.01 is how far the input moves. But 3.01 · 3.01 is 9.0601, so the result "
                    "moves about six times as far."
                ),
            ),
            (0.03, "Moving one of the two factors adds 0.03. But the other factor moves as well."),
            (
                0.0001,
                (
                    "0.0001 is 0.01 squared. But you have to add the step to 3 first, and then "
                    "square 3.01."
                ),
            ),
            (
                0.09,
                (
                    "0.09 is 9 times the step. But the value, 9, doesn't tell you how fast the "
                    "square changes. Each of the two factors of 3 · 3 moves by 0.01."
                ),
            ),
            (0.6, "0.6 would be right for a step of 0.1, but the step here is only 0.01."),
            (
                -0.06,
                (
                    "You have the right number but the wrong sign. 3.01 · 3.01 is more than 9, so "
                    "the result grows."
                ),
            ),
            (6, "The result moves 6 times as far as the input, so multiply: 6 · 0.01."),
            (
                9.01,
                (
                    "9.01 adds the step to 9. Instead, square 3.01 and see how far the square is "
                    "from 9."
                ),
            ),
            (
                9.06,
                (
                    "9.06 is where the result ends up. The result started at 9, so how far did it "
                    "move?"
                ),
            ),
        ],
        otherwise=(
            "Work it out: 3.01 · 3.01 is 9.0601, and 3 · 3 is 9, so the result moves by "
            "about 0.06. Each of the two factors contributes half of that."
        ),
    ),
    Prediction(
        "down",
        truth=-1.9,
        also=["right", "to the right"],
        right=(
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
        otherwise=(
            "−1.9 has a smaller square than −2.1. A slope of −4 means that the result falls as "
            "the input grows."
        ),
    ),
    Prediction(
        "chain",
        within=1.01,
        also=["50 times"],
        right="Each stage multiplies the movement that it receives: 5 · 10 = 50.",
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
        otherwise=(
            "`u` moves 5 times as far as `x`, and `y` moves 10 times as far as `u`: 5 · 10 = 50."
        ),
    ),
)
