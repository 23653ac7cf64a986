"""Typical guesses about nudges and rules, and the reasoning behind them."""

from minigrad.course.checking import Prediction

NO_MINUS = "That's without its minus. A positive power would be a huge nudge."

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
            (1e-8, "That's the right size. Write just its power, −8."),
            *((-power, NO_MINUS) for power in (-2, -5, -8, -11, -14)),
            (
                -14,
                (
                    "The curve bends least over such a small step, but nearly all the digits are "
                    "lost, so the slope is far off."
                ),
            ),
            (
                -11,
                (
                    "The curve bends less over this step than over 10⁻⁸, but you lose more "
                    "digits to rounding than you gain."
                ),
            ),
            (
                -5,
                (
                    "That's a good nudge, but all of its error comes from the bend, and "
                    "10⁻⁸ still has digits to spare."
                ),
            ),
            (-2, "No digits are lost here, but the curve bends away from its tangent."),
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
            (1e-5, "That's the right step, but we asked for the power, which is −5."),
            *((-power, NO_MINUS) for power in (-2, -5, -8, -11)),
            (
                -8,
                (
                    "That was the best step for a one-sided difference. Here, the error from the "
                    "bend is gone long before that."
                ),
            ),
            (-11, "Too few digits of the rise are left, as before."),
            (
                -2,
                (
                    "The error from the bend, h², is smaller than for a one-sided difference, "
                    "but it's still larger than the rounding error."
                ),
            ),
        ],
    ),
    Prediction(
        "corner",
        reason="The slope is 0 along half of the run, and 1 along the other half.",
        typical=[
            (5e-7, "That's half of the rise. Its run is `2 * h`, so divide by `h` as well."),
            (0, "That's what `backward()` returns, but the nudge to the right finds a rise."),
            (1, "That's the slope to the right, but the nudge to the left finds no rise."),
            (
                "error",
                (
                    "There's no error, because the check just divides a rise by a run, "
                    "corner or not."
                ),
            ),
            *(
                (
                    guess,
                    (
                        "A corner has no slope, but the check still gives a number. The rise is "
                        "`h`, and the run is `2 * h`."
                    ),
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
            "So it overflows to infinity, and so does its logarithm."
        ),
        typical=[
            (
                1000,
                (
                    "The result should be a little more, 1000.3133, but on the way there, `exp` "
                    "becomes too large for 32 bits."
                ),
            ),
            (1000.3133, "That's the true value, but on the way there, `exp` becomes infinite."),
            (
                1999,
                "You're adding exponentials here, not exponents. And `exp` is already infinite.",
            ),
            ("nan", "That's the gradient at `x`. The value itself is infinite."),
            (float("nan"), "That's the gradient at `x`. The value itself is infinite."),
            (
                "an error",
                (
                    "Python's `math.exp` would raise one. But a tensor can hold infinity, so "
                    "there's no error, and not even a warning."
                ),
            ),
        ],
    ),
    Prediction(
        "factor",
        truth="yes",
        reason="The direction is right, and the learning rate hides the wrong length.",
        typical=[
            (
                "no",
                (
                    "The direction is right, and even a step that's three times as long leads "
                    "downhill here."
                ),
            ),
            *(
                (guess, "It does fall, and faster, because the steps are three times as long.")
                for guess in ("yes but slower", "yes but more slowly", "slower", "more slowly")
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
            (
                [0, 2],
                (
                    "Those are the rounded values, but the slope is how fast they change, and "
                    "they don't change at all."
                ),
            ),
            (
                None,
                (
                    "There is a path back, through a node, but the gradient that arrives along "
                    "it is zero."
                ),
            ),
            (
                "error",
                (
                    "There's no error, because a staircase does have a slope, 0, everywhere "
                    "except at its jumps."
                ),
            ),
            *(
                (guess, "There's no slope at a jump, but 0.4 and 1.6 are on flat steps.")
                for guess in ("nan", float("nan"), "undefined")
            ),
        ],
    ),
)
