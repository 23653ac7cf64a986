"""Typical guesses for the predictions in chapter 2, with a reply to each."""

from minigrad.course.checking import Prediction

ROW = "The result has one number per *input*, like `x`. With 1 and 0, it's the first row of J."
FAILS = (
    "That error is raised if saved values have been freed, but an addition doesn't save any values."
)

PREDICTIONS = (
    Prediction(
        "row",
        reason=(
            "The first row counts 1 and the second counts 0, so the sum is just the first row."
        ),
        typical=[
            ([2, 0], "[2, 0] is the first *column* of J. " + ROW),
            ([1, 0], "You pass in `v`, but what you get back has the shape of `x`. " + ROW),
            ([2, 1], "These are only some of its numbers. " + ROW),
            (
                [[2], [1], [0]],
                "The numbers are right. But `x.grad` is a vector like `x`, which isn't a column.",
            ),
            ([2, 11], "These are the outputs. " + ROW),
            ([2, 0, 0], "`y[0]` is x₀ · x₁, so it also has a slope along x₁, which is x₀ = 1."),
            (
                [0, 1, 6],
                "That's the *second* row, which counts 0. The first row counts 1.",
            ),
            (
                [2, 1, 6],
                "The 6 belongs to the second row, which counts 0.",
            ),
            (
                [2, 2, 6],
                ("That's the sum of both rows, for v = (1, 1). Here, the second row counts 0."),
            ),
            ([1, 2, 0], "x₀ and x₁ are swapped: the slope of x₀ · x₁ along x₀ is x₁, which is 2."),
            (
                [20, 11, 6],
                "That's for the `v` of the next cell. Here, only the first row counts.",
            ),
            ("error", "There's no error, because `v` has a number for each output."),
        ],
        also=["the first row"],
    ),
    Prediction(
        "vanish",
        truth=-1,
        reason="Both rows have a 1 along x₁, so 1 and −1 cancel there.",
        typical=[
            (0, "With 0, only the first row is left, and its slope along x₁ is 1."),
            (1, "With 1, the rows add up: the slope along x₁ is 2."),
            (-2, "With −2, the slope along x₁ is 1 − 2 = −1, because both rows have a 1 there."),
            (
                -0.5,
                (
                    "With −0.5, the slope along x₁ is 1 − 0.5 = 0.5, because both rows "
                    "have a 1 there."
                ),
            ),
            (-6, "6 is the second row's slope along x₂. Along x₁, in the middle, its slope is 1."),
            ([1, -1], "Both numbers are right, but the question was only about v₁."),
            (
                [2, 0, -6],
                "That's the product, which is right. But the question was only about v₁.",
            ),
            (
                "none",
                (
                    "There is a number that works. Both rows have a 1 along x₁, and the numbers in "
                    "v can be negative."
                ),
            ),
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
            ([0, 1], "The second product didn't replace the first: `x.grad` holds their sum."),
            ([1, 0], "The second pass ran as well, and its product was added to the first."),
            ([2, 4], "That would be right for `x * x`. The slope of `x + 2` is 1 everywhere."),
            *(
                (values, "Those are values of `x`. The slope of `x + 2` is 1 everywhere.")
                for values in ([1, 2], [0, 2])
            ),
            ([2, 2], "Each `v` has one 1 and one 0, so each entry receives a 1 exactly once."),
        ],
        also=[
            "no",
            "it runs",
            "they run",
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
            (
                27,
                (
                    "27 is the number of multiplications in the other order. Here, a row comes "
                    "only in the last product."
                ),
            ),
            (
                36,
                (
                    "One product of matrices and one of a row and a matrix take 36. But there's "
                    "another product of matrices."
                ),
            ),
            (
                54,
                (
                    "That's right for the products of matrices. You still have to multiply the row "
                    "`v` by the result."
                ),
            ),
            (
                81,
                (
                    "Products of matrices only would take 81 multiplications. But the last product "
                    "has a row on the left."
                ),
            ),
            (
                45,
                (
                    "You counted only the first product as a matrix product: 27 + 9 + 9. "
                    "But the second product also multiplies matrices."
                ),
            ),
            (
                18,
                (
                    "A matrix times a matrix is each of its rows times a matrix, so it takes 27 "
                    "multiplications, not 9."
                ),
            ),
            (3, "3 is the number of products. How many multiplications does each product take?"),
            *(
                (factor, "How many multiplications are there, not how many times as many?")
                for factor in (2, "three times", "3 times", "3x")
            ),
        ],
    ),
)
