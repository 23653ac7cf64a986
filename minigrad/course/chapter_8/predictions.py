"""Typical guesses in chapter 8, and the reasoning behind them."""

from minigrad.course.checking import Prediction

SIGN = "The size is fine. But this is the correct answer, so a step should raise its logit."
WRONG = "That's the slope along $z_0$, the logit of a wrong answer. We count from 0."
FIRST = "You took $z_0$ for the correct answer. But the label is 1, and we count from 0."

PREDICTIONS = (
    Prediction(
        "read",
        also=[7853, ["7", "8", "5", "3"]],
        reason="The network that we choose in the end misreads each of them.",
        typical=[
            ([7, 8, 5, 5], "The digit at the end was meant as a 3."),
            ([7, 1, 5, 3], "The 1 was meant as an 8."),
            ([7, 8, 5, 9], "The digit at the end was meant as a 3."),
            ([1, 8, 5, 3], "The 1 was meant as a 7."),
            ([7, 1, 5, 5], "The 1 was meant as an 8, and the 5 at the end as a 3."),
            *(
                (three, "One of the pictures is missing from your list.")
                for three in ([7, 8, 5], [7, 8, 3], [7, 5, 3], [8, 5, 3], 785)
            ),
        ],
    ),
    Prediction(
        "slope",
        within=1.01,
        also=["p1-1", "p_1-1"],
        reason="It's the probability that the model gave, 0.2447, minus the true one, 1.",
        typical=[
            (0.2447, "That's only the probability. And the −z₁ in the loss?"),
            (0.24, "That's only the probability. And the −z₁ in the loss?"),
            (0.76, SIGN),
            (-0.2447, "That's the probability with a minus sign."),
            (-0.24, "That's the probability with a minus sign."),
            (0.7553, SIGN),
            (1.4076, "That's the loss. Its slope along $z_1$ is $p_1 - 1$."),
            (-1, "−1 is only the share of the logit itself. The logarithm moves as well."),
            (0.6652, WRONG),
            (0.665, WRONG),
            (-0.3348, FIRST),
            (-0.335, FIRST),
        ],
    ),
    Prediction(
        "hole",
        truth="below 0",
        also=["below", "negative", -1],
        reason="Ink in the middle counts against a 0, because other digits have ink there.",
        typical=[
            *((guess, "A 0 has its hole there.") for guess in ("above 0", "positive", 1)),
            *(
                (guess, "That's true of points without any ink.")
                for guess in ("nearly 0", "nearly zero", "about 0", "zero", 0)
            ),
        ],
    ),
    Prediction(
        "parameters",
        reason="Each layer has a weight matrix, and each output also has a bias.",
        typical=[
            (4, "That's the number of tensors. How many numbers do they hold?"),
            (2368, "Those are the weights, without the biases."),
            (2048, "Those are the weights of one layer. There's another, and there are biases."),
            (2400, "The biases of the second layer are missing."),
            (2080, "That's one layer. There's another."),
            (2112, "A layer has a bias for each output, not for each input, and there's another."),
            (330, "That's the second layer. There's another."),
            (2378, "The biases of the first layer are missing."),
            (
                106,
                "You added the sizes. But a weight belongs to a pair of numbers, one on each side.",
            ),
            (20480, "You multiplied all the sizes. But each layer has a matrix of its own."),
        ],
    ),
    Prediction(
        "adam",
        reason="Each slope divided by its own size is 1, and a tenth of that is 0.1.",
        typical=[
            ([-9, 0.9999], "That's SGD, where the slope sets the size of the step."),
            ([-9, 1], "That's SGD, where the slope sets the size of the step."),
            ([-99, 0.999], "That's SGD, and without the rate."),
            ([0.1, 0.1], "That's how far they go. But each begins at 1."),
            ([1.1, 1.1], "The sizes are fine, but a step goes against the slope."),
            ([0.684, 0.684], "That's without the bias correction."),
            ([0, 0], "That's without the rate."),
            ([0.9, 1], "0.001 divided by 0.001 is also 1."),
        ],
    ),
    Prediction(
        "heart",
        truth="falls, then rises",
        also=[
            "falls then rises",
            "falls, and then rises",
            "goes down, then up",
            "down, then up",
            "first down, then up",
        ],
        reason=(
            "First the model learns what digits of a kind have in common. Then it goes on to fit "
            "its sixty digits."
        ),
        typical=[
            ("rises", "That's how it ends. But at the start, the model does learn something."),
            ("falls", "It does at first. But then the model begins to memorize its digits."),
            ("falls to 0", "That's the loss on the digits that the model sees."),
            (
                "falls and stays",
                (
                    "That would happen if the model stopped learning, but its sixty digits still "
                    "give it a slope."
                ),
            ),
        ],
    ),
)
