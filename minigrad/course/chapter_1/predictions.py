"""What people guess in chapter 1, and how they come to it."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "slope",
        right="At 2 the loop squares twice and then adds one: x⁴ + 1, with slope 4x³.",
        typical=[
            (17, "17 is the value of `f` at 2. The slope says how fast that value changes."),
            (4, "4 is the slope of one squaring, x². At 2 the loop squares twice before it adds."),
            (8, "8 is the slope of the second squaring alone, 2 · 4. The first has one too, 4."),
            (33, "The one that is added does not depend on `x`, so it adds nothing to a slope."),
            (1024, "That would be three squarings. After two, 16 is too large, and 1 is added."),
            (0, "A slope of 0 would say that `f` stays put when `x` moves a little. It moves."),
        ],
        otherwise="At 2 the loop runs 2 → 4 → 16 → 17: it squares twice and adds one. That is "
        "x⁴ + 1, and its slope is 4x³.",
    ),
    Prediction(
        "inner",
        right="The gradient of `y` was handed on to `x` and then forgotten.",
        typical=[
            ([6, 10], "That gradient did pass through `y`, on its way to `x`. Nothing kept it."),
            ([0, 0], "Zeros would say that `out` does not depend on `y`. `None` says: not kept."),
            ("error", "No error: asking is allowed, and is answered by `None` and a warning."),
        ],
        otherwise="A gradient passed through `y`, on its way to `x`, and was not kept.",
    ),
    Prediction(
        "second",
        truth="b",
        right="`a` has one of its two shares, and has to wait for the other, from `b`.",
        typical=[
            ("a", "`a` has 5, the share from `z`. The share from `b` is missing, so `a` waits."),
            ("x", "`x` is where the walk ends: it receives, when `a` has run."),
            ("z", "`z` has run: that was the first step."),
        ],
        otherwise="Two nodes are left, `a` and `b`, and `a` still waits for the share of `b`.",
    ),
    Prediction(
        "paths",
        right="Each addition doubles the number of ways: 2 · 2 · ... · 2, twenty times.",
        typical=[
            (20, "20 is the number of nodes. At each of them a path may take either arrow."),
            (21, "A graph of 20 nodes and a leaf, but the paths through it choose an arrow each."),
            (40, "20 nodes with 2 arrows each have 40 arrows. Choices multiply: 2 · 2 · 2 ..."),
            (400, "400 is 20². It is the other way round: 2 choices, 20 times over, 2²⁰."),
            (2, "2 is the number for one addition. The next one doubles it, and so does the next."),
        ],
        otherwise="At each of 20 additions a path takes one of two arrows: 2 · 2 · ... · 2 ways.",
    ),
)
