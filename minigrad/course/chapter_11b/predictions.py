"""Typical guesses about broken programs, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "placed",
        truth="it stays the same",
        also=["stays the same", "same", "the same", "stays", "nothing", "nothing moves", 0.903],
        reason="The gradients are cleared before the step can use them.",
        typical=[
            (
                "it falls",
                (
                    "When the step runs, there are no gradients, because they were cleared "
                    "right before it."
                ),
            ),
            (
                "it grows",
                (
                    "For the loss to grow, a weight would have to move, but there are no "
                    "gradients when the step runs."
                ),
            ),
            (
                "an error",
                "There's no error, because a step silently skips parameters without a gradient.",
            ),
        ],
    ),
    Prediction(
        "listed",
        truth="no",
        also=["it falls slowly"],
        reason=(
            "The two layers in the list aren't among the model's parameters, so learning is slow. "
            "Only the names tell you."
        ),
        typical=[
            (
                "yes",
                (
                    "All layers run, but those in the list don't learn, so it mostly takes more "
                    "than 301 steps. The names tell you, and not the loss."
                ),
            ),
            (
                "an error",
                "There's no error: the layers in the list run, but they aren't registered.",
            ),
        ],
    ),
    Prediction(
        "round",
        reason="The first backward pass freed the graph, and there's only one graph.",
        typical=[
            (1, "The first pass finds the graph and frees it. It's the next pass that fails."),
            (4, "The first pass frees the graph, and the second pass already needs it again."),
            (3, "The first pass frees the graph, and the second pass already needs it again."),
        ],
    ),
    Prediction(
        "retained",
        reason="The loss was computed once, from the first `w`, and never again.",
        typical=[
            (
                0,
                (
                    "The loss would be near 0 if it were computed in each round, but its value "
                    "is from before the loop."
                ),
            ),
            *(
                (
                    guess,
                    (
                        "There's no error: the pass needs only `w - 3`, which no step changes. "
                        "`w * w` would have saved `w` itself, and the second pass would fail."
                    ),
                )
                for guess in ("an error", "it fails")
            ),
            (3, "3 is where `w` should end up. The value of the loss is from before the loop."),
            (
                0.18,
                (
                    "That would be right if the loss were computed inside the loop. Here, it's "
                    "never computed again."
                ),
            ),
        ],
    ),
    Prediction(
        "between",
        truth="no",
        also=["an error", "it fails"],
        reason="The step changed `b` in place, and the second pass needs the old `b`.",
        typical=[
            (
                "yes",
                (
                    "`retain_graph=True` keeps the graph, but the product saved `b` itself, and "
                    "the step changes it."
                ),
            ),
        ],
    ),
    Prediction(
        "branch",
        truth="nan",
        also=[float("nan")],
        reason=(
            "`exp` of 100 is infinity in float32, and so is its slope. Backward sends 0 into the "
            "branch that wasn't picked, and 0 times infinity is nan."
        ),
        typical=[
            (1, "That's the slope of the branch that was picked. The other one adds 0 · infinity."),
            (0, "The branch that was picked has a slope of 1, but the other one spoils it."),
            (
                101,
                "That's the value. Its slope would be 1 if it weren't for the other branch.",
            ),
            *(
                (guess, "The slope of the other branch is infinite, but 0 times infinity is nan.")
                for guess in ("inf", float("inf"))
            ),
        ],
    ),
    Prediction(
        "spoiled",
        also=["all", "all three", "all of them"],
        reason=("The norm is nan, so the factor is nan, and each gradient is multiplied by it."),
        typical=[
            (1, "The norm is nan, and then each gradient is multiplied by a factor of nan."),
            (
                0,
                (
                    "Clipping doesn't repair anything. The norm is nan, and so is the factor for "
                    "each gradient."
                ),
            ),
            (2, "The factor is the same for each gradient, and it's nan."),
        ],
    ),
    Prediction(
        "forger",
        truth="it shrinks",
        also=["shrinks", 0.91],
        reason=(
            "The critic's backward pass left its own gradient in `g.grad`, and that gradient is "
            "larger, so the sum has the wrong sign."
        ),
        typical=[
            (
                "it grows",
                (
                    "It should grow, but the critic's backward pass has left a gradient in "
                    "`g.grad` as well."
                ),
            ),
            (
                "it stays the same",
                "The gradients are added up in `g.grad`, and they don't cancel exactly.",
            ),
        ],
    ),
    Prediction(
        "neighbor",
        reason="The mean is 0 now, and the 1 is one standard deviation above it.",
        typical=[
            (
                -1,
                (
                    "That was right when there was a 3 next to it. Now the mean is 0, and the 1 is "
                    "above it."
                ),
            ),
            (0, "0 is the mean now. The 1 is one standard deviation above it."),
            (
                2,
                "2 is the distance to the neighbor. The distance to the mean counts, and that's 1.",
            ),
        ],
    ),
    Prediction(
        "first rate",
        reason="The scheduler came first, so it lowered the rate before the rate was ever used.",
        typical=[
            (
                1,
                (
                    "It would be 1 if the scheduler came last, but it lowered the rate before "
                    "the step."
                ),
            ),
            (0.01, "That's the rate after another epoch, but the scheduler has run only once."),
        ],
    ),
)
