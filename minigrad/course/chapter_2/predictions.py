"""What people guess in chapter 2, and how they come to it."""

from minigrad.course.checking import Prediction

ROW = "The result has one number per *input*, three: with weights 1 and 0 it is the first row of J."

PREDICTIONS = (
    Prediction(
        "step",
        truth=0.0001,
        right="Small enough to lie on the curve, and large enough to change the digits of `x`.",
        typical=[
            (5e-8, "A float32 rounds 1 + 0.00000005 to 1: nothing rises, and the slope reads 0."),
            (
                0.01,
                "0.01 loses few digits, but the line still cuts the curve: it is 0.01 too steep.",
            ),
        ],
        otherwise="Of the three, 0.0001 comes closest: larger ones cut the curve, smaller ones "
        "drown in rounding.",
    ),
    Prediction(
        "row",
        right="With weights 1 and 0 the sum over rows is the first row.",
        typical=[
            ([2, 0], "[2, 0] is the first *column* of J. " + ROW),
            ([1, 0], "`v` goes in, and something with the shape of `x` comes out. " + ROW),
            ([2, 11], "These are the outputs. " + ROW),
            ([2, 0, 0], "`y[0]` is x₀ · x₁: it has a slope along x₁ as well, which is x₀ = 1."),
            ([2, 2, 6], "That is the sum of both rows, for v = (1, 1). Here the second weighs 0."),
            ("error", "No error: a `v` of two numbers is what two outputs ask for."),
        ],
        otherwise=ROW,
    ),
    Prediction(
        "angle",
        truth=90,
        right="Only the first row reaches x₀, and at 90° its weight is 0.",
        typical=[
            (0, "At 0° all weight is on the first row, the only one that reaches x₀."),
            (45, "At 45° both rows have weight. The second has 0 along x₀, so nothing cancels."),
            (135, "There the weights have opposite signs, but the second row has 0 along x₀."),
            (180, "At 180° the first row has the weight −1: the slope along x₀ is −2."),
        ],
        otherwise="Only the first row has anything along x₀. Its weight vanishes at 90°.",
    ),
    Prediction(
        "factor",
        right="3n² against 2n³ + n²: two products of matrices are what the other order costs.",
        typical=[
            (1, "The result is the same, the work is not: a row stays a row, a product a matrix."),
            (3, "3 is the number of products. What counts is their size: n² against n³."),
            (1000, "One n³ against one n² is 1000. But it is two of the large against three."),
            (2 / 3, "A ratio of products; each of the two large ones costs n times as much."),
        ],
        otherwise="A row times a matrix takes n² multiplications, a matrix times a matrix n³: "
        "2n³ + n² against 3n².",
    ),
    Prediction(
        "again",
        right="The slope of an addition is 1 whatever the values: nothing was saved, or freed.",
        typical=[
            ("error", "The error is about saved values. An addition saves none."),
            ([0, 1], "The second product did not replace the first: `x.grad` holds their sum."),
            ([1, 0], "The second pass ran as well, and its product was added."),
            ([2, 4], "That was `x * x`. The slope of `x + 2` is 1 at each place."),
            ([2, 2], "Each pass has one weight of 1 and one of 0, so each place gets 1 once."),
        ],
        otherwise="It runs: an addition saves nothing. Each pass adds one row, to [1, 1].",
    ),
)
