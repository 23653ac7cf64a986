"""Typical guesses in chapter 9, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "deep",
        within=2.0,
        right="It guesses: nothing has been learned.",
        typical=[
            (285, "That's what depth is hoped to do. But these layers learn nothing: it guesses."),
            (261, "As many as with one layer. The nineteen others get in the way: it guesses."),
            (0, "To be wrong every time, it would have to know the digits. It guesses."),
            (150, "Half is far more than it gets. It guesses, one in ten or fewer."),
        ],
        otherwise="More layers could do more, but these learn nothing: it guesses.",
    ),
    Prediction(
        "sum",
        within=1.5,
        right="The root of 100: most of it cancels, not all.",
        typical=[
            (100, "It would be, if all had one sign. They have both, and most of it cancels."),
            (0, "The mean of many such sums is 0. Each of them misses 0, by about 10."),
            (50, "Half of them are below 0: they don't count as nothing, they take away."),
            (1, "One of them has that size. A hundred don't cancel so well."),
        ],
        otherwise="About 10, the root of 100: most of it cancels, not all.",
    ),
    Prediction(
        "relu",
        truth=0.14,
        within=1.05,
        right="$\\sqrt{2}$ times 0.1: half of the squares have to be made good.",
        typical=[
            (0.1, "That keeps sizes without an activation. relu takes half of the squares."),
            (
                0.2,
                (
                    "Twice the scale makes four times the squares. Half are gone, so you need "
                    "twice as much."
                ),
            ),
            (0.05, "Half as much makes it worse: relu takes away, so the weights have to give."),
            (0.07, "0.1 divided by $\\sqrt{2}$. relu takes away: the weights have to be larger."),
            (1.4, "$\\sqrt{2}$ is the factor. It multiplies the 0.1."),
        ],
        otherwise="Half of the squares are gone, so the scale has to be $\\sqrt{2}$ times 0.1.",
    ),
    Prediction(
        "rescue",
        truth="no",
        also=["false", "it doesn't", "fewer"],
        right="All weights move now, but the output still hardly depends on the picture.",
        typical=[
            (
                "yes",
                (
                    "Every weight moves far enough now. But to the last layer, all pictures look "
                    "alike, and longer steps alone don't change that."
                ),
            ),
        ],
        otherwise="No. All weights move, but the output still hardly depends on the picture.",
    ),
    Prediction(
        "dead",
        right="Not one of them gives anything, for any digit.",
        typical=[
            (61, "That's how many were alive before training."),
            (64, "Even before training three gave nothing. Now no unit does anything."),
            (32, "Half of them would be enough to learn. It learns nothing at all."),
        ],
        otherwise="None: each of them gives 0 for every digit.",
    ),
    Prediction(
        "around",
        within=1.02,
        right="$1.05^{10}$: each layer multiplies by $1 + 0.05$.",
        typical=[
            (0, "That's the plain chain. Here each layer hands on all of it, and adds a share."),
            (0.5, "Ten shares of 0.05. The 1 that's passed on is missing."),
            (
                1.5,
                (
                    "Nearly: 1 and ten shares of 0.05. But each share is also taken of "
                    "everything before it."
                ),
            ),
            (1, "The shares of 0.05 are added as well: each layer multiplies by 1.05."),
            (1.05, "That's one layer. There are ten."),
            (10.5, "That's 10 · 1.05, a sum. Along a chain rates multiply."),
        ],
        otherwise="Each layer multiplies by $1 + 0.05$, and ten of them by $1.05^{10}$.",
    ),
)
