"""Typical guesses about letters and attention, and the reasoning behind them."""

from minigrad.course.checking import Prediction

SHARES = [n / 100 for n in (*range(1, 11), 12, 15, *range(20, 100, 5))]
BELOW = ("below", "under", "less than", "lower than", "smaller than")
ABOVE = ("above", "over", "more than", "higher than", "larger than", "greater than", "bigger than")
MORE_PLACES = "There are 12 places. The figure shows only some of them."
PREDICTIONS = (
    Prediction(
        "real",
        truth="Yuonne",
        reason="It's Yuonne. The other three were made up by the network of this chapter.",
        typical=[(name, f"{name} is an invention.") for name in ("Trysell", "Tadee", "Leessa")],
    ),
    Prediction(
        "table",
        truth="the same",
        also=["same", "about the same", "at about the same value", 2.34],
        reason="The true counts are already the best that a table of pairs can do.",
        typical=[
            ("lower", "Our counts began at 1, which costs too little to see."),
            ("higher", "That would fit too few steps."),
        ],
    ),
    Prediction(
        "mix",
        within=1.03,
        reason="It's 0.2447 · 10 + 0.6652 · 20 + 0.0900 · 60 = 21.15.",
        typical=[
            (20, "20 is a single value. The other letters also have weights."),
            (30, "That's the plain average. But the weights differ."),
            (90, "That's their total. But each value has a weight."),
            (60, "That's its own value. But the weight for that is only 0.09."),
            *(
                (
                    guess,
                    "You divided the scores by their total. But a softmax goes through `exp`.",
                )
                for guess in (16.67, 16.7, 50 / 3)
            ),
            *(
                (guess, "Those are the terms, still to be summed.")
                for guess in ([2.447, 13.304, 5.402], [2.4, 13.3, 5.4])
            ),
            (50, "Turn the scores into weights with a softmax."),
        ],
    ),
    Prediction(
        "mask",
        reason="The first letter sees only itself, so it puts all its weight on itself.",
        typical=[
            ([0, 1, 1], "It's the other way around: what is hidden gets 0."),
            (
                [0.787, 0, 0],
                "You masked the weights. Mask the scores, and the softmax shares out all of 1.",
            ),
            ([0, 0, 0], "The letter can see itself."),
            ([2, 0, 0], "Those are the scores. A softmax turns them into weights."),
            ([0.5, 0.5, 0], "That's the second row. Its letter also sees the one before it."),
            ([0.3333, 0.3333, 0.3333], "That would fit equal scores."),
            *(
                (guess, "That's without a mask.")
                for guess in ([0.7870, 0.1065, 0.1065], [0.787, 0.107, 0.107])
            ),
            *(
                (guess, "The letter next to it is hidden as well.")
                for guess in ([0.8808, 0.1192, 0], [0.881, 0.119, 0], [0.88, 0.12, 0])
            ),
        ],
    ),
    Prediction(
        "size",
        also=[8],
        within=1.1,
        reason=(
            "The products are independent, and each has a standard deviation of 1, so a sum of 64 "
            "has a standard deviation of √64."
        ),
        typical=[
            (64, "That's the variance. The standard deviation is its root."),
            (4096, "4096 is 64². The variances add up to 64, and a size is the root of that."),
            (1, "1 is for a single one. A score is made of 64 of them."),
            (6.4, "That's the average absolute value."),
            (0, "That's the average. How far from it are scores, typically?"),
            (32, "32 is 64 / 2. But random signs cancel, as in chapter 9."),
        ],
    ),
    Prediction(
        "shape",
        reason="For each of 5 names and 4 heads, there's a weight for each pair of the 12 letters.",
        typical=[
            (
                [5, 4, 12, 8],
                "That's the shape of the queries. A weight belongs to a pair of letters.",
            ),
            ([5, 12, 12, 4], "Is that a table of letters for each head?"),
            ([4, 5, 12, 12], "The names come first. Each of them has 4 heads."),
            ([5, 12, 12], "That would fit a single head."),
            ([5, 4, 8, 8], "A weight belongs to a pair of letters."),
            ([5, 12, 32], "That's the shape of what attention returns."),
        ],
    ),
    Prediction(
        "alone",
        truth="below",
        also=["lower", "below it", "under"],
        reason="The network also knows its letter's place in the name.",
        typical=[
            *(
                (
                    guess,
                    "The network sees a letter and its place.",
                )
                for guess in ("above", "higher", "over")
            ),
            ("the same", "That would be true without the letter's place."),
        ],
    ),
    Prediction(
        "reach",
        reason=(
            "Only places 0 to 4 count, which is five of the 12. The mask excludes the other seven."
        ),
        typical=[
            (8, "Place 4 itself also counts, because a letter sees itself."),
            (5, "That's how many places have a gradient other than 0."),
            (11, "11 would fit if place 4 looked only at itself."),
            (0, "Hidden letters have weights of exactly 0."),
            (3, MORE_PLACES),
            (4, MORE_PLACES),
            (
                [5, 6, 7, 8, 9, 10, 11],
                "Those are the places themselves. How many of them are there?",
            ),
            ([5, 6, 7, 8], MORE_PLACES),
        ],
    ),
    Prediction(
        "push",
        truth="negative",
        also=["minus", *(f"{word} {zero}" for word in BELOW for zero in ("0", "zero"))],
        reason="A step moves a score against its gradient, so this score rises.",
        typical=[
            *(
                (
                    guess,
                    "Then a step would make the n look away from that letter.",
                )
                for guess in ("positive", *(f"{w} {zero}" for w in ABOVE for zero in ("0", "zero")))
            ),
            ("zero", "If the gradient were 0, this letter wouldn't move the score at all."),
        ],
    ),
    Prediction(
        "memory",
        within=1.6,
        reason=(
            "In this run, it's about one name in thirteen. Most of the names that the network "
            "writes are its own inventions."
        ),
        typical=[
            (1000, "Then it would have memorized the list."),
            (0, "Some patterns of letters are so common that it happens to write real names."),
            (500, "That's a coin toss."),
            *(
                (share, "That's a fraction. The question asks how many of the 1,000.")
                for share in (*SHARES, 0.075, 0.077, 0.078)
            ),
        ],
    ),
)
