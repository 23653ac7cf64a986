"""Typical guesses about letters and attention, and the reasoning behind them."""

from minigrad.course.checking import Prediction

SHARES = [n / 100 for n in (*range(1, 11), 12, 15, *range(20, 100, 5))]
BELOW = ("below", "under", "less than", "lower than", "smaller than")
ABOVE = ("above", "over", "more than", "higher than", "larger than", "greater than", "bigger than")
PREDICTIONS = (
    Prediction(
        "real",
        truth="Yuonne",
        reason="It's Yuonne. The other three were made up by the network of this chapter.",
        typical=[
            (
                name,
                (
                    f"The network of this chapter made up {name}. Yuonne is in the census, and "
                    "you weren't meant to find that easy."
                ),
            )
            for name in ("Trysell", "Tadee", "Leessa")
        ],
    ),
    Prediction(
        "table",
        truth="the same",
        also=["same", "about the same", "at about the same value", 2.34],
        reason="The true counts are already the best that a table of pairs can do.",
        typical=[
            (
                "lower",
                (
                    "Our counts began at 1, which costs a little, and that's all the loss can "
                    "drop by. It's too little to see. The true counts are the best "
                    "that a table of pairs can do."
                ),
            ),
            (
                "higher",
                (
                    "The loss would be higher after fewer steps, but if you train long enough, "
                    "you end up with the counts."
                ),
            ),
        ],
    ),
    Prediction(
        "mix",
        within=1.03,
        reason="It's 0.2447 · 10 + 0.6652 · 20 + 0.0900 · 60 = 21.15.",
        typical=[
            (20, "The second letter gets most of the weight, but not all of it."),
            (30, "That's their mean, but the weights differ."),
            (
                90,
                (
                    "That's the sum of the values. The weights add up to 1, so the result lies "
                    "between the values."
                ),
            ),
            *(
                (
                    guess,
                    "You divided the scores by their sum. The softmax applies `exp` to them first.",
                )
                for guess in (16.67, 16.7, 50 / 3)
            ),
            *(
                (guess, "Those are the terms. The letter receives their sum.")
                for guess in ([2.447, 13.304, 5.402], [2.4, 13.3, 5.4])
            ),
            (50, "You multiplied by the scores. The softmax turns them into weights first."),
        ],
    ),
    Prediction(
        "mask",
        reason="The first letter sees only itself, so it puts all its weight on itself.",
        typical=[
            (
                [0, 1, 1],
                "It's the other way around. The future is hidden, but the letter itself isn't.",
            ),
            (
                [0.787, 0, 0],
                "The mask comes before the softmax, not after it, so the row adds up to 1.",
            ),
            ([0, 0, 0], "A softmax always adds up to 1. The first letter can still see itself."),
            (
                [0.3333, 0.3333, 0.3333],
                "That would be right if the scores were equal. Most of them are minus infinity.",
            ),
            *(
                (guess, "That's the row without a mask.")
                for guess in ([0.7870, 0.1065, 0.1065], [0.787, 0.107, 0.107])
            ),
            *(
                (guess, "The second letter also comes later, so it's hidden as well.")
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
            (
                64,
                "That's the variance. The standard deviation is its square root, √64.",
            ),
            (
                1,
                (
                    "That's the standard deviation of a single product. A sum of n random "
                    "products grows like √n."
                ),
            ),
            (
                6.4,
                "That's its mean absolute value. The standard deviation is √64.",
            ),
            (0, "That's the mean of the sum. Its standard deviation is √64."),
            (
                32,
                (
                    "You canceled half of the products. But the signs are random, so nearly all of "
                    "them cancel, and √64 is left."
                ),
            ),
        ],
    ),
    Prediction(
        "shape",
        reason=(
            "For each of 5 names and 4 heads, there's a weight for each pair of the 12 letters."
        ),
        typical=[
            (
                [5, 4, 12, 8],
                "That's the shape of the queries. A weight belongs to a pair of letters.",
            ),
            (
                [5, 12, 12, 4],
                "The heads come second, so that the last dimensions form a table.",
            ),
            (
                [5, 12, 12],
                ("That would be right for a single head. Each head has its own weights."),
            ),
            ([5, 4, 8, 8], "A weight belongs to a pair of letters, not to numbers in a head."),
            ([5, 12, 32], "That's the shape of the output. The weights are tables."),
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
                    "Both see a single letter, but the network also knows the letter's place.",
                )
                for guess in ("above", "higher", "over")
            ),
            (
                "the same",
                (
                    "That would be true if the network didn't know its letter's place in the "
                    "name, but it does."
                ),
            ),
        ],
    ),
    Prediction(
        "reach",
        reason=(
            "Only places 0 to 4 count, which is five of the 12. The mask excludes the other seven."
        ),
        typical=[
            (8, "Place 4 itself also counts, because a letter sees itself."),
            (
                5,
                (
                    "That's how many places have a nonzero gradient. At the other seven, "
                    "the gradient is 0."
                ),
            ),
            (11, "All the letters before it contribute to this loss, not only place 4."),
            (
                0,
                (
                    "Later letters contribute nothing to this loss, because their weights "
                    "are exactly 0."
                ),
            ),
            (3, "The name has nine places with its period, but the input has 12."),
            (
                4,
                (
                    "The name has nine places with its period, but the input has 12. And if you "
                    "counted the letters whose gradient isn't 0, you left out the first period."
                ),
            ),
            (
                [5, 6, 7, 8, 9, 10, 11],
                "Those are the places themselves. How many of them are there?",
            ),
            ([5, 6, 7, 8], "The name has nine places with its period, but the input has 12."),
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
                    (
                        "If the gradient were positive, a step would lower the score, and the n "
                        "would look at that letter less."
                    ),
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
            (
                1000,
                "That would mean that it had memorized the list, but most of its names are new.",
            ),
            (0, "Some patterns of letters are so common that it happens to write real names."),
            (500, "It's fewer, because most of the network's names aren't in the list."),
            *(
                (share, "That's a fraction. The question asks how many of the 1,000.")
                for share in (*SHARES, 0.075, 0.077, 0.078)
            ),
        ],
    ),
)
