"""Typical guesses about broken programs, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "placed",
        truth="it stays the same",
        also=["stays the same", "same", "the same", "stays", "nothing", "nothing moves", 0.903],
        reason="The gradients are cleared before the step can use them.",
        typical=[
            ("it falls", "At the step, the gradients are gone."),
            ("it grows", "Then a weight would have to move."),
            ("an error", "It runs, because a step silently skips parameters without a gradient."),
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
            ("yes", "All layers run, but only some learn."),
            ("an error", "It runs, because `forward` does use the list."),
        ],
    ),
    Prediction(
        "round",
        reason="The first backward pass freed the graph, and there's only one graph.",
        typical=[
            (1, "That pass still finds the graph."),
            (4, "A pass frees the graph. Does the loop build another?"),
            (3, "A pass frees the graph. Does the loop build another?"),
        ],
    ),
    Prediction(
        "retained",
        reason="The loss was computed once, from the first `w`, and never again.",
        typical=[
            (0, "Even a loss that's computed in each round wouldn't be 0 yet."),
            *(
                (
                    guess,
                    "It runs, because the pass needs only `w - 3`.",
                )
                for guess in ("an error", "it fails")
            ),
            (3, "3 is the `w` at which the loss would be 0. `w` doesn't stop there."),
            *(
                (guess, "That would fit a loss that's computed in each round.")
                for guess in (0.18, 0.176, 0.113, 0.11)
            ),
            *(
                (guess, "That's (w − 3)² for a later `w`. But `loss` isn't computed again.")
                for guess in (1.44, 0.64)
            ),
        ],
    ),
    Prediction(
        "between",
        truth="no",
        also=["an error", "it fails"],
        reason="The step changed `b` in place, and the second pass needs the old `b`.",
        typical=[
            ("yes", "`retain_graph=True` keeps only the graph."),
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
            (1, "That's the slope of the branch that was picked."),
            (0, "The other branch spoils it."),
            (101, "That's the value. The question is about the gradient."),
            *(
                (guess, "That's the slope of the other branch. Then it meets a 0.")
                for guess in ("inf", float("inf"))
            ),
        ],
    ),
    Prediction(
        "spoiled",
        also=["all", "all three", "all of them"],
        reason="The norm is nan, so the factor is nan, and each gradient is multiplied by it.",
        typical=[
            (1, "Clipping applies one factor to all."),
            (0, "Clipping can only scale."),
            (2, "The factor is the same for each gradient."),
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
            ("it grows", "It should grow, but something else is in `g.grad`."),
            ("it stays the same", "The gradients in `g.grad` would have to cancel."),
        ],
    ),
    Prediction(
        "neighbor",
        reason="The mean is 0 now, and the 1 is one standard deviation above it.",
        typical=[
            (-1, "−1 was the answer with a 3 next to it."),
            (0, "0 is the average now. How far is the 1 from it?"),
            (2, "2 is the distance to the neighbor. The layer measures from the average."),
        ],
    ),
    Prediction(
        "first rate",
        reason="The scheduler came first, so it lowered the rate before the rate was ever used.",
        typical=[
            (1, "That would fit if the scheduler came at the end of the loop."),
            (0.01, "That's the rate of another epoch."),
        ],
    ),
)
