"""Typical guesses about nudges and rules, and the reasoning behind them."""

from minigrad.course.checking import Prediction

NO_MINUS = "That's without its minus."

PREDICTIONS = (
    Prediction(
        "one side",
        truth=-8,
        reason=(
            "At 10⁻⁸, both errors are small. With a larger nudge, the bend costs more, and "
            "with a smaller one, rounding does."
        ),
        typical=[
            *(
                (guess, "We asked for just the power, that is, a number such as −2 for $10^{-2}$.")
                for guess in (0, 1e-14, 1e-11, 1e-5, 1e-2)
            ),
            (1e-8, "That's the size. Write just its power, −8."),
            *((-power, NO_MINUS) for power in (-2, -5, -8, -11, -14)),
            (-14, "Nearly all the digits are lost there."),
            (-11, "Too many digits are lost there."),
            (-5, "All of its error comes from the bend."),
            (-2, "The curve bends away from its tangent there."),
        ],
    ),
    Prediction(
        "both sides",
        truth=-5,
        reason=(
            "The error from the bend becomes negligible at a "
            "larger nudge, so you lose fewer digits."
        ),
        typical=[
            *(
                (guess, "We asked for just the power, that is, a number such as −2 for $10^{-2}$.")
                for guess in (0, 1e-2)
            ),
            (1e-5, "That's the step, but we asked for the power, which is −5."),
            *((-power, NO_MINUS) for power in (-2, -5, -8, -11)),
            (-8, "That was for a one-sided difference."),
            (-11, "Too many digits are lost there."),
            (-2, "The error from the bend, h², still dominates there."),
        ],
    ),
    Prediction(
        "corner",
        reason="The slope is 0 along half of the run, and 1 along the other half.",
        typical=[
            (5e-7, "That still has to be divided by `h`."),
            (0, "That's what `backward()` returns. But nudges only see values."),
            (1, "That's the slope on one side. The other side is flat."),
            ("error", "It runs, even at a corner, because the values are there."),
            *(
                (guess, "The rise is no larger than the run, so their quotient is at most 1.")
                for guess in ("inf", float("inf"))
            ),
            *(
                (
                    guess,
                    "That's true of the slope. But the check compares values, so it gets a number.",
                )
                for guess in (None, "nothing", "no slope", "undefined", "nan", float("nan"))
            ),
        ],
    ),
    Prediction(
        "overflow",
        truth="inf",
        also=["infinity", "infinite", "∞", "overflow", "it overflows", float("inf")],
        reason=(
            "e to the power of 1000 has 435 digits, but float32 tops out at 39. "
            "So it overflows to infinity, and the logarithm of that is also infinite."
        ),
        typical=[
            (1000, "That's close to the true value. But the formula goes through `exp(1000)`."),
            (1000.3133, "That's the true value. But the formula goes through `exp(1000)`."),
            (1999, "1999 would be the logarithm if the exponentials were multiplied."),
            ("nan", "That's the gradient at `x`. The value gets as far as infinity."),
            (float("nan"), "That's the gradient at `x`. The value gets as far as infinity."),
            ("an error", "Python's `math.exp` would raise one. But a tensor can hold infinity."),
        ],
    ),
    Prediction(
        "factor",
        truth="yes",
        reason="The direction is right, and the learning rate hides the wrong length.",
        typical=[
            ("no", "The steps still lead downhill."),
            *(
                (guess, "It's the other way around: the gradient arrives undivided.")
                for guess in (
                    *("yes but slower", "yes slower", "yes but more slowly", "yes more slowly"),
                    *("slower", "more slowly"),
                )
            ),
        ],
    ),
    Prediction(
        "rounded",
        reason=(
            "Rounding is a staircase. It's flat except at its jumps, and no small step reaches a "
            "jump."
        ),
        typical=[
            ([1, 1], "That's the slope of a line, but a staircase is flat where you stand on it."),
            ([0, 2], "Those are the rounded values. A gradient says how they move."),
            (None, "There is a path back, through a node."),
            ("error", "It runs, because `round` has a rule."),
            *(
                (guess, "0.4 and 1.6 are on flat steps.")
                for guess in ("nan", float("nan"), "undefined")
            ),
        ],
    ),
)
