"""Typical guesses in chapter 2, and the reasoning behind them."""

from minigrad.course.checking import Prediction

ROW = "The result has one number per *input*, three: and with 1 and 0 it's the first row of J."
FAILS = "The error is about saved values. An addition saves none."

PREDICTIONS = (
    Prediction(
        "row",
        right=(
            "The first row counts once, and the second doesn't count, so the sum is the first row."
        ),
        typical=[
            ([2, 0], "[2, 0] is the first *column* of J. " + ROW),
            ([1, 0], "`v` goes in, and something with the shape of `x` comes out. " + ROW),
            ([2, 11], "These are the outputs. " + ROW),
            ([2, 0, 0], "`y[0]` is x₀ · x₁: it has a slope along x₁ as well, which is x₀ = 1."),
            ([0, 1, 6], "That's the *second* row, and it counts 0 times. " + ROW),
            ([2, 1, 6], "The 6 belongs to the second row, which counts 0 times. " + ROW),
            (
                [2, 2, 6],
                "That's the sum of both rows, for v = (1, 1). Here the second counts 0 times.",
            ),
            ([1, 2, 0], "x₀ and x₁ are swapped: the slope of x₀ · x₁ along x₀ is x₁, which is 2."),
            ("error", "There's no error: two outputs need a `v` of two numbers."),
        ],
        otherwise=ROW,
    ),
    Prediction(
        "vanish",
        truth=-1,
        right="Both rows have a 1 along x₁, so opposite numbers cancel there.",
        typical=[
            (0, "With 0 only the first row is left, and its slope along x₁ is 1."),
            (1, "With 1 the two rows add up: the slope along x₁ is 2."),
            (-2, "With −2 the slope along x₁ is 1 − 2 = −1. The rows have 1 and 1 there."),
            (-0.5, "With −0.5 it's 1 − 0.5 = 0.5. The rows have 1 and 1 there."),
            (-6, "6 is the second row's slope along x₂. Along x₁, in the middle, it has 1."),
            ([1, -1], "Both numbers are right, but the question was only about v₁."),
            (
                [2, 0, -6],
                "That's the product, and it's right. But the question was about v₁.",
            ),
            ("none", "There's one: both rows have a 1 along x₁, and v may be negative."),
        ],
        otherwise="Along x₁ the rows have 1 and 1: the slope is v₀ + v₁, so −1 makes it 0.",
    ),
    Prediction(
        "orders",
        right="Two products of matrices take 27 each, and then the row takes 9: 27 + 27 + 9 = 63.",
        typical=[
            (27, "27 is what the other order takes. Here the first two products are matrices."),
            (36, "One product of matrices and one row make 36. But there are two such products."),
            (54, "That's the two products of matrices. The row `v` still has to meet the result."),
            (81, "Three products of matrices would be 81. But the last one has a row on the left."),
            (45, "Only the first product would be one of matrices: 27 + 9 + 9. The second is too."),
            (18, "A matrix times a matrix is three rows times a matrix, so 27 and not 9."),
            (3, "3 is the number of products. How many multiplications does each of them take?"),
        ],
        otherwise=(
            "Count the three products: `J2 @ J1` takes 3 · 9, `J3` times that takes 3 · 9, and the "
            "row takes 9. Together that's 63."
        ),
    ),
    Prediction(
        "again",
        right="They run: an addition has the slope 1 whatever the values, and saves nothing.",
        typical=[
            ("error", FAILS),
            ("yes", FAILS),
            ("it fails", FAILS),
            ("fails", FAILS),
            ("they fail", FAILS),
            ([0, 1], "The second product didn't replace the first: `x.grad` holds their sum."),
            ([1, 0], "The second pass ran as well, and its product was added."),
            ([2, 4], "That was `x * x`. The slope of `x + 2` is 1 at each place."),
            ([2, 2], "Each `v` has one 1 and one 0, so each place gets 1 once."),
        ],
        otherwise="It runs: an addition saves nothing. Each pass adds one row, to [1, 1].",
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
)
