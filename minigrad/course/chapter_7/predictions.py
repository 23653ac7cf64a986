"""Typical guesses about nudges and rules, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "one side",
        truth=-8,
        right="Half of the sixteen digits go to the bend, half to the rounding.",
        typical=[
            (0, "The power itself is asked for: a number such as −2 for $10^{-2}$."),
            (-14, "It bends least, and has lost nearly all its digits: the slope is off by far."),
            (-11, "It bends less than $10^{-8}$, but has lost more digits than it gains."),
            (-5, "A good nudge. Its error is all bend, though, and $10^{-8}$ has digits left."),
            (-2, "No digits are lost here, but the curve bends away from its tangent."),
        ],
        otherwise="One of the five was asked for. The least error is that of $10^{-8}$.",
    ),
    Prediction(
        "both sides",
        truth=-5,
        right=(
            "The error from the curvature becomes negligible at a "
            "larger step, so you lose fewer digits."
        ),
        typical=[
            (0, "The power itself is asked for: a number such as −2 for $10^{-2}$."),
            (1e-5, "That's it, and its power is asked for: −5."),
            (-8, "That was the best from one side. Here the bend is gone long before."),
            (-11, "Too few digits are left of the rise, as before."),
            (-2, "The bend is smaller than from one side, $h^2$, and still the larger error."),
        ],
        otherwise="One of the four was asked for. The least error is that of $10^{-5}$.",
    ),
    Prediction(
        "corner",
        right="Half of the run goes along slope 0, half along slope 1.",
        typical=[
            (0, "That's what `backward()` says. The nudge to the right sees a rise."),
            (1, "That's the slope to the right. The nudge to the left sees no rise."),
            ("error", "There's no error: it divides a rise by a run, corner or not."),
        ],
        otherwise="The rise is `h`, and the run is `2 * h`.",
    ),
    Prediction(
        "overflow",
        truth="inf",
        also=["infinity", "infinite", float("inf")],
        right="The exponential is infinite long before the logarithm could bring it back.",
        typical=[
            (1000, "So it should. On the way there `exp` leaves what 32 bits can hold."),
            (1000.3133, "That's the true value. On the way there `exp` is infinite."),
            (1999, "Exponentials are added here, not exponents. And `exp` is infinite already."),
            ("nan", "That's what arrives at `x`. The value itself is infinite."),
            (float("nan"), "That's what arrives at `x`. The value itself is infinite."),
            ("an error", "There's no error and no warning: infinity is a number to the machine."),
        ],
        otherwise="`exp` of 1000 is more than 32 bits hold: infinite, and so is its logarithm.",
    ),
    Prediction(
        "factor",
        truth="yes",
        right="The direction is right, and a wrong length is what learning rates hide.",
        typical=[("no", "The direction is right, and three times the step still leads down here.")],
        otherwise="yes or no was asked for, and it's yes: only the length is wrong.",
    ),
    Prediction(
        "rounded",
        right="Rounding is a staircase: flat, but for the jumps, which no small step meets.",
        typical=[
            ([1, 1], "That's the slope of a line. A staircase is flat where you stand on it."),
            ([0, 2], "Those are the rounded values. The slope asks how they change: not at all."),
            (None, "The way back is there, with a node. What arrives on it is zero."),
            ("error", "There's no error: a staircase has a slope, 0, everywhere but at its jumps."),
        ],
        otherwise="Move 0.4 a little, and it's still rounded to 0: the slope is 0.",
    ),
)
