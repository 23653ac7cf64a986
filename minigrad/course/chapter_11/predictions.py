"""Typical guesses about moving programs to PyTorch, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "passes",
        truth=[3.6, 7.2],
        reason="Each gradient is in there: 2 + 1.6 and 4 + 3.2.",
        typical=[
            ([1.6, 3.2], "That's only one of the gradients. `.grad` keeps what was there."),
            ([2, 4], "That's only one of the gradients. `.grad` takes in the other one as well."),
            ([4, 8], "You took the same gradient again. But `w` has moved in between."),
            ([0.8, 1.6], "That's `w` itself. The question is about `w.grad`."),
            (
                "error",
                "It runs: the step is under `no_grad()`, and each loss has a graph of its own.",
            ),
        ],
    ),
    Prediction(
        "shapes",
        truth="an error",
        also=["error", "ValueError"],
        reason=(
            "This loss raises an error if the shapes differ. `mse_loss` only warns you, and then "
            "broadcasts."
        ),
        typical=[
            ("a number", "Broadcasting could do that, with 80 times 80 pairs."),
        ],
    ),
    Prediction(
        "arrive",
        truth=3,
        reason="Each round that uses `w` sends one share.",
        typical=[
            (1, "There's only one `.grad`, but several shares."),
            (2, "`w` is tracked in each round, even where `h` begins as a constant."),
            (9, "That's the number of operations. But only some of them use `w`."),
        ],
    ),
    Prediction(
        "table",
        truth="an error",
        also=["error", "RuntimeError"],
        reason="`@` needs tensors of the same dtype.",
        typical=[
            ("float64", "That would be true of `x * y`."),
            ("float32", "You'd lose digits without noticing."),
        ],
    ),
    Prediction(
        "dropout",
        truth="0 and 2",
        also=["0, 2", "2 and 0", [0, 2], [2, 0]],
        reason="A number is dropped or doubled, with the same chance.",
        typical=[
            *(
                (
                    guess,
                    "Then the average would be off.",
                )
                for guess in ("0 and 1", [0, 1], [1, 0])
            ),
            *(
                (
                    guess,
                    "The others have to grow, so that the average stays.",
                )
                for guess in ("0 and 0.5", [0, 0.5], [0.5, 0])
            ),
            (0.5, "That's an average. But dropout decides number by number."),
        ],
    ),
)
