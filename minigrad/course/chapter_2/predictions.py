"""Typical guesses for the predictions in chapter 2, with a reply to each."""

from minigrad.course.checking import Prediction

FAILS = "That error is raised if saved values have been freed."

PREDICTIONS = (
    Prediction(
        "row",
        reason="The first row counts 1 and the second counts 0, so the sum is just the first row.",
        typical=[
            ([2, 0], "[2, 0] is the first column. But `x.grad` has the shape of `x`."),
            ([1, 0], "That's `v` itself. But `x.grad` has the shape of `x`."),
            ([2, 1], "`x` has three numbers, so `x.grad` also needs one for `x[2]`: it's 0."),
            *(
                (table, "The rows are added up, so only three numbers are left.")
                for table in (
                    [[2, 1, 0], [0, 1, 6]],
                    [2, 1, 0, 0, 1, 6],
                    [2, 1, 0, 0, 0, 0],
                    [[2, 1, 0], [0, 0, 0]],
                )
            ),
            ([[2], [1], [0]], "The numbers are fine, but `x.grad` has one dimension."),
            ([2, 11], "That's `y` itself. But `x.grad` has the shape of `x`."),
            *((few, "`x.grad` has three numbers, one for each input.") for few in (2, [2], [2, 6])),
            ([2, 0, 6], "The 6 is in the second row, and the first has a slope along x₁."),
            ([2, 0, 0], "`y[0]` is x₀ · x₁, so it also has a slope along x₁, which is x₀ = 1."),
            ([0, 1, 6], "That's the second row."),
            ([1, 2, 3], "That's `x` itself. We asked for its gradient."),
            ([2, 1, 6], "The 6 belongs to `y[1]`."),
            ([2, 2, 6], "That's for v = (1, 1)."),
            ([1, 2, 0], "x₀ and x₁ are swapped: the slope of x₀ · x₁ along x₀ is x₁, which is 2."),
            ([20, 11, 6], "That's for the `v` of the next cell."),
            ("error", "It runs, because `v` has the shape of `y`."),
        ],
        also=["the first row"],
    ),
    Prediction(
        "vanish",
        truth=-1,
        reason="Both rows have a 1 along x₁, so 1 and −1 cancel there.",
        typical=[
            (0, "With 0, the slope along x₁ is 1 + 0 = 1."),
            (1, "With 1, the slope along x₁ is 1 + 1 = 2."),
            (2, "With 2, the slope along x₁ is 1 + 2 = 3."),
            (-2, "With −2, the slope along x₁ is 1 − 2 = −1."),
            (-0.5, "With −0.5, the slope along x₁ is 1 − 0.5 = 0.5."),
            (-6, "6 is a slope along x₂."),
            ([1, -1], "The question asks for one number."),
            ([2, 0, -6], "The question asks for one number."),
            ("none", "There is a number that works."),
        ],
    ),
    Prediction(
        "again",
        reason=(
            "Both passes run, because an addition has slope 1 whatever the values are, so it "
            "doesn't save any values."
        ),
        typical=[
            ("error", FAILS),
            ("yes", FAILS),
            ("it fails", FAILS),
            ("fails", FAILS),
            ("they fail", FAILS),
            *(
                (share, "That's only one of the passes, and `.grad` adds them.")
                for share in ([0, 1], [1, 0])
            ),
            ([2, 4], "That would fit `x * x`."),
            ([1, 2], "Those are values of `x`."),
            ([0, 2], "You multiplied `v` by `x`, and kept only the pass with `v` = [0, 1]."),
            ([3, 4], "That's `y` itself."),
            *(
                (both, "Each place gets one 1 from `v`, and the slope of `x + 2` is 1.")
                for both in ([4, 4], [5, 5])
            ),
            ([2, 2], "Each `v` has a single 1, so each place gets one 1."),
        ],
        also=[
            "no",
            "it runs",
            "they run",
            "works",
            "it works",
            "runs",
            "no error",
            "does not fail",
            "it does not fail",
            "they do not fail",
            "ok",
        ],
    ),
    Prediction(
        "orders",
        truth=63,
        reason=(
            "The products of matrices take 27 multiplications each, and the one with `v` takes 9: "
            "27 + 27 + 9 = 63."
        ),
        typical=[
            (27, "27 is the number of multiplications in the other order."),
            (36, "One of the products of matrices is missing."),
            (54, "The 9 multiplications with `v` are missing."),
            (81, "That would fit if `v` were also a matrix."),
            (45, "You counted one of the products of matrices as 9."),
            (18, "You counted products of matrices as 9."),
            (3, "3 is the number of products."),
            *(
                (factor, "How many multiplications are there?")
                for factor in (2, "three times", "3 times", "3x")
            ),
        ],
    ),
)
