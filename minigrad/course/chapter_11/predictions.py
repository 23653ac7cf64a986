"""Typical guesses about programs that move to PyTorch, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "shapes",
        truth="an error",
        also=["error", "ValueError"],
        right="This loss refuses two shapes that differ. `mse_loss` warns, and broadcasts.",
        typical=[
            ("a number", "It could: 80 times 80 pairs. `mse_loss` does that, with only a warning."),
        ],
        otherwise="It's an error: this loss refuses two different shapes.",
    ),
    Prediction(
        "arrive",
        truth=3,
        right="One from each round in which it was used. The mailbox adds them up.",
        typical=[
            (
                1,
                "One `.grad` is written. What arrives is one share from each use, and they add up.",
            ),
            (2, "There are three rounds. In the first, `h` is a constant, and `w` is none."),
            (9, "That's the number of operations. Only the products of each round use `w`."),
        ],
        otherwise="One from each of the three rounds: a value used three times gets three shares.",
    ),
    Prediction(
        "table",
        truth="an error",
        also=["error", "RuntimeError"],
        right="A matrix product needs both to have one dtype.",
        typical=[
            (
                "float64",
                (
                    "That would be true of `x * y`, but a matrix "
                    "product refuses to mix the two dtypes."
                ),
            ),
            (
                "float32",
                (
                    "Nothing is converted to a smaller type on its own: digits would be lost "
                    "without notice."
                ),
            ),
        ],
        otherwise="It's an error: a matrix product needs both to have one dtype.",
    ),
    Prediction(
        "behind",
        truth="tensor([100.,   2.])",
        also=[[100, 2], "100 and 2"],
        right="The slope of $w_0 x_0$ is $x_0$, and that memory holds 100 by then.",
        typical=[
            ([1, 2], "Those were there in the forward pass. The node saved the memory, no copy."),
            ("an error", "It ought to be. NumPy knows nothing of PyTorch's version counters."),
            ("error", "It ought to be. NumPy knows nothing of PyTorch's version counters."),
            ([3, 4], "That's `w` itself. The slopes along `w` are what it is multiplied with."),
        ],
        otherwise="The rule of a product reads `x` in the backward pass, and there's 100 by then.",
    ),
    Prediction(
        "alive",
        truth=301,
        within=1.2,
        right="Three from each batch, and the mailbox of `w`.",
        typical=[
            (1, "That one leads to the sum before, that one to the sum before it, and so on."),
            (3, "That's one batch. The sum leads back to all of them."),
            (4, "That's one batch, and the mailbox. The sum leads back to all of them."),
            (100, "Those are the sums. Each also leads to its batch's loss, with two nodes."),
            (200, "Those are the losses, two nodes each. The sums are nodes as well."),
            (0, "A sum of tracked tensors is tracked: it has a node, and everything behind it."),
        ],
        otherwise="Three from each of 100 batches, and the mailbox of `w`.",
    ),
    Prediction(
        "dropout",
        truth="0 and 2",
        also=["0, 2", "2 and 0", [0, 2]],
        right="Half are gone, and the others doubled: the mean stays about 1.",
        typical=[
            ("0 and 1", "Then the mean would be half of what it is in evaluation mode."),
            (
                0.5,
                "That's the mean of zeros and ones. Each number is kept or dropped as a whole.",
            ),
        ],
        otherwise="What is dropped is 0. What stays is doubled, so that the mean stays about 1.",
    ),
)
