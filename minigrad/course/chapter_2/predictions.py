"""Typical guesses in chapter 2, and the reasoning behind them."""

from minigrad.course.checking import Prediction

ROW = "The result has one number per *input*, three: with weights 1 and 0 it's the first row of J."
FAILS = "The error is about saved values. An addition saves none."

PREDICTIONS = (
    Prediction(
        "row",
        right="With weights 1 and 0 the sum over rows is the first row.",
        typical=[
            ([2, 0], "[2, 0] is the first *column* of J. " + ROW),
            ([1, 0], "`v` goes in, and something with the shape of `x` comes out. " + ROW),
            ([2, 11], "These are the outputs. " + ROW),
            ([2, 0, 0], "`y[0]` is x₀ · x₁: it has a slope along x₁ as well, which is x₀ = 1."),
            ([0, 1, 6], "That's the *second* row, and its weight is 0. " + ROW),
            ([2, 1, 6], "The 6 belongs to the second row, which weighs 0. " + ROW),
            ([2, 2, 6], "That's the sum of both rows, for v = (1, 1). Here the second weighs 0."),
            ([1, 2, 0], "x₀ and x₁ are swapped: the slope of x₀ · x₁ along x₀ is x₁, which is 2."),
            ("error", "There's no error: two outputs need a `v` of two numbers."),
        ],
        otherwise=ROW,
    ),
    Prediction(
        "vanish",
        truth=-1,
        right="Both rows have a 1 along x₁, so opposite weights cancel there.",
        typical=[
            (0, "With 0 only the first row is left, and its slope along x₁ is 1."),
            (1, "With 1 the two rows add up: the slope along x₁ is 2."),
            (-2, "With −2 the slope along x₁ is 1 − 2 = −1. The rows have 1 and 1 there."),
            (-0.5, "With −0.5 it's 1 − 0.5 = 0.5. The rows have 1 and 1 there."),
            (-6, "6 is the second row's slope along x₂. Along x₁, in the middle, it has 1."),
            ([1, -1], "Both weights are right, but the question was only about v₁."),
            (
                [2, 0, -6],
                "That's the product, and it's right. But the question was about the weight v₁.",
            ),
            ("none", "There's one: both rows have a 1 along x₁, and weights may be negative."),
        ],
        otherwise="Along x₁ the rows have 1 and 1: the slope is v₀ + v₁, so −1 makes it 0.",
    ),
    Prediction(
        "factor",
        within=1.5,
        right="3n² against 2n³ + n²: two products of matrices are what the other order costs.",
        typical=[
            (
                1,
                (
                    "The result is the same, but the work isn't: a row stays a row, while a "
                    "product of matrices stays a matrix."
                ),
            ),
            (3, "3 is the number of products. What counts is their size: n² against n³."),
            (1000, "One n³ against one n² is 1000. But it's two of the large against three."),
            (2001, "That's the cost against one of the small products; there are three of those."),
            (
                2000,
                "Two of the large against one of the small is 2000. But there are three of those.",
            ),
            (
                333,
                "One of the large against three of the small is 333. But there are two of those.",
            ),
            (2 / 3, "A ratio of products; each of the two large ones costs n times as much."),
            (1000000, "A million is n². One matrix times a matrix takes n times as many, not n²."),
        ],
        otherwise="A row times a matrix takes n² multiplications, a matrix times a matrix n³: "
        "2n³ + n² against 3n².",
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
            ([2, 2], "Each pass has one weight of 1 and one of 0, so each place gets 1 once."),
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
