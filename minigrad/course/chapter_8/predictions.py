"""Typical guesses about ten answers and sixty digits, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "slope",
        within=1.01,
        right="What was said, 0.2447, minus what was, 1.",
        typical=[
            (0.2447, "That's only the share. The second part of the loss subtracts 1."),
            (
                0.7553,
                "The sign is wrong: a larger logit of the right answer makes the loss smaller.",
            ),
            (1.4076, "That's the loss. Its slope along $z_1$ is $p_1 - 1$."),
            (-1, "That's only the second part. The log-sum-exp also has a slope: the share."),
            (0.6652, "That's the slope along $z_0$, of an answer that it wasn't."),
        ],
        otherwise="The slope is $p_1 - 1$, and $p_1$ is 0.2447.",
    ),
    Prediction(
        "untrained",
        within=2.0,
        right="Random weights guess, and one in ten is right by chance.",
        typical=[
            (0, "To be wrong every time, it would also have to know the digits. It guesses."),
            (150, "That would be chance with two answers. There are ten."),
        ],
        otherwise="Random weights guess: one in ten is right by chance.",
    ),
    Prediction(
        "hole",
        truth="below 0",
        also=["below", "negative"],
        right="Ink in the middle speaks against a 0: that is where it has its hole.",
        typical=[
            ("above 0", "Ink in the middle would speak *for* a 0 then. It has a hole there."),
            (
                "nearly 0",
                "So are points where there is never ink. In a hole, other digits have ink.",
            ),
        ],
        otherwise="Below 0: other digits have ink there, and a 0 has its hole.",
    ),
    Prediction(
        "parameters",
        right="Two tables of weights, and a bias for each number that comes out.",
        typical=[
            (2368, "Those are the weights. Each of the 32 and of the 10 also has a bias."),
            (2048, "That's the first table of weights. There's a second one, and biases."),
            (2080, "That's the first layer. The second one has 32 · 10 weights and 10 biases."),
            (106, "The sizes aren't added: each of 64 numbers has a weight to each of 32."),
            (20480, "The layers aren't multiplied: each has a table of its own, and they add."),
        ],
        otherwise="64 · 32 weights and 32 biases, then 32 · 10 weights and 10 biases.",
    ),
    Prediction(
        "adam",
        right="Divided by its own size, each slope is 1.",
        typical=[
            ([-9, 0.9999], "That is SGD. Adam divides each slope by its own size first."),
            ([-9, 1], "That is SGD. Adam divides each slope by its own size first."),
            ([1.1, 1.1], "The sign is wrong: both slopes are above 0, and down is the other way."),
            ([0.9, 1], "The small one goes just as far: 0.001 divided by 0.001 is also 1."),
        ],
        otherwise="Each slope, divided by its own size, is 1, and a tenth of it is 0.1.",
    ),
    Prediction(
        "heart",
        truth="falls, then rises",
        also=["falls then rises", "falls, and then rises"],
        right="First it learns what digits have in common, then what these sixty have.",
        typical=[
            ("rises", "In the end. First it falls: the digits have much in common."),
            ("falls to 0", "That's what the *training* loss does. These digits it never sees."),
            (
                "falls and stays",
                "It would, if it stopped learning. But it continues, and becomes too sure.",
            ),
        ],
        otherwise=(
            "It falls and then rises, because the model starts to memorize the sixty digits "
            "themselves."
        ),
    ),
)
