"""Typical guesses in chapter 8, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "read",
        also=[7853, ["7", "8", "5", "3"]],
        reason="The network that we choose in the end misreads each of them.",
        typical=[
            (
                [7, 8, 5, 5],
                "The last one was meant as a 3. The network of this chapter also reads it as a 5.",
            ),
            (
                [7, 1, 5, 3],
                "The second was meant as an 8. The network of this chapter also reads it as a 1.",
            ),
            (
                [7, 1, 5, 5],
                (
                    "The 1 was meant as an 8, and the last 5 as a 3. The network of this chapter "
                    "reads both as you do."
                ),
            ),
        ],
    ),
    Prediction(
        "slope",
        within=1.01,
        reason="It's the probability that the model gave, 0.2447, minus the true one, 1.",
        typical=[
            (0.2447, "That's only the probability. The second part of the loss subtracts 1."),
            (
                0.24,
                "That's only the probability, rounded. The second part of the loss subtracts 1.",
            ),
            (0.76, "The size is right, but a larger logit for the right answer lowers the loss."),
            (
                -0.2447,
                (
                    "That's the probability with a minus sign. The second part of the loss "
                    "subtracts 1."
                ),
            ),
            (
                -0.24,
                (
                    "That's the probability with a minus sign, rounded. The second part of "
                    "the loss subtracts 1."
                ),
            ),
            (
                0.7553,
                "The sign is wrong. A larger logit for the right answer makes the loss smaller.",
            ),
            (1.4076, "That's the loss. Its slope along $z_1$ is $p_1 - 1$."),
            (
                -1,
                (
                    "That's only the second part. The log-sum-exp also has a slope, which "
                    "is the probability."
                ),
            ),
            (0.6652, "That's the slope along $z_0$, the logit of a wrong answer."),
        ],
    ),
    Prediction(
        "hole",
        truth="below 0",
        also=["below", "negative"],
        reason="Ink in the middle counts against a 0, because other digits have ink there.",
        typical=[
            (
                "above 0",
                (
                    "If the weight were above 0, ink in the middle would count *for* a 0, but a "
                    "0 has its hole there."
                ),
            ),
            (
                "nearly 0",
                (
                    "That's true of points that never have any ink, but other digits have ink in "
                    "the hole of a 0."
                ),
            ),
        ],
    ),
    Prediction(
        "parameters",
        reason="Each layer has a weight matrix, and each output also has a bias.",
        typical=[
            (2368, "Those are the weights. Each of the 32 units and 10 outputs also has a bias."),
            (
                2048,
                (
                    "Those are the weights of the first layer. There's a second layer, and "
                    "there are biases."
                ),
            ),
            (2400, "The second layer also has a bias for each of its 10 outputs."),
            (2080, "That's the first layer. The second one has 32 · 10 weights and 10 biases."),
            (
                106,
                (
                    "You don't add the sizes. Each of the 64 inputs has a weight for each "
                    "of the 32 units."
                ),
            ),
            (
                20480,
                "You don't multiply the layers. Each has its own weights, so you add the counts.",
            ),
        ],
    ),
    Prediction(
        "adam",
        reason="Each slope divided by its own size is 1, and a tenth of that is 0.1.",
        typical=[
            ([-9, 0.9999], "That's SGD. Adam divides each slope by its own size first."),
            ([-9, 1], "That's SGD. Adam divides each slope by its own size first."),
            (
                [1.1, 1.1],
                "The sign is wrong. Both slopes are positive, so downhill is the other way.",
            ),
            (
                [0.9, 1],
                (
                    "The weight with the small slope moves just as far, because 0.001 divided by "
                    "0.001 is also 1."
                ),
            ),
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
            "First the model learns what all digits have in common. Then it only becomes surer, "
            "even where it's wrong."
        ),
        typical=[
            (
                "rises",
                (
                    "The loss does rise in the end, but first it falls, because the digits have "
                    "a lot in common."
                ),
            ),
            (
                "falls to 0",
                "That's what the *training* loss does, but the model never sees these digits.",
            ),
            (
                "falls and stays",
                (
                    "That would happen if the model stopped learning, but it continues and "
                    "becomes overconfident."
                ),
            ),
        ],
    ),
)
