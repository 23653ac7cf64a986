"""Typical guesses about letters and attention, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "table",
        truth="the same",
        also=["same", "about the same", "at about the same value", 2.34],
        right="The counts are already the best that a table of pairs can say.",
        typical=[
            ("lower", "The counts are the best that a table of pairs can say about these pairs."),
            ("higher", "It would, with fewer steps. In the end it arrives at the counts."),
        ],
        otherwise="The same: a table of pairs can't do better than the counts.",
    ),
    Prediction(
        "mix",
        within=1.03,
        right="Mostly the 20 of the second letter, with some 10 and a little 30.",
        typical=[
            (
                20,
                (
                    "That's the mean of all three. But the weights differ. (Or only the second "
                    "letter: it gets most of the weight, and not all.)"
                ),
            ),
            (60, "That's the sum of the values. The weights add up to 1, so it lies between them."),
            (50, "You multiplied by the scores. The softmax turns them into weights first."),
        ],
        otherwise="0.2447 · 10 + 0.6652 · 20 + 0.0900 · 30 = 18.45.",
    ),
    Prediction(
        "mask",
        right="The first letter sees itself and nothing else, so all its weight goes there.",
        typical=[
            ([0, 1, 1], "The other way around: the future is hidden, and the letter itself isn't."),
            (
                [0.787, 0, 0],
                "The mask comes before the softmax, not after it, so the row adds up to 1.",
            ),
            ([0, 0, 0], "A softmax always adds up to 1, so there's something left: itself."),
            (
                [0.3333, 0.3333, 0.3333],
                "That would be equal scores. Two of them are minus infinity.",
            ),
            ([0.7870, 0.1065, 0.1065], "That's the row without a mask."),
        ],
        otherwise="The first letter sees only itself: 1, 0, 0.",
    ),
    Prediction(
        "size",
        within=1.1,
        right="Each product has a standard deviation of 1, so a sum of 64 has √64.",
        typical=[
            (
                64,
                "Only if all had the same sign. About half are negative, so it's √64.",
            ),
            (1, "That's a single product. A sum of n grows like √n."),
            (
                6.4,
                "That's its mean size, without the sign. The standard deviation is √64.",
            ),
            (0, "That's the mean of the sum. Its standard deviation is √64."),
            (32, "Half of it doesn't just cancel. A sum of n grows like √n."),
        ],
        otherwise="It's the square root of 64: a sum of n random products grows like √n.",
    ),
    Prediction(
        "reach",
        right="Places 0 to 4 count, which are five of 12. The mask keeps the other seven out.",
        typical=[
            (8, "Place 4 itself counts as well: a letter sees itself."),
            (5, "That's how many have a gradient. For the other seven it is 0."),
            (11, "All the letters before it have a share in this loss, not only place 4."),
            (0, "The future had no share in this loss: its weights are exactly 0."),
            (3, "The name has nine places with its period, but the input has 12."),
            (4, "The name has nine places with its period, but the input has 12."),
        ],
        otherwise="Places 0 to 4 have a share in this loss. The other seven have none.",
    ),
    Prediction(
        "memory",
        within=1.6,
        right="About one in thirteen. Most names that it writes are its own.",
        typical=[
            (1000, "Then it would have memorized. Most of its names are new."),
            (0, "Some patterns of letters are so frequent that it runs into real names."),
            (500, "Fewer: most of its names are in no list."),
        ],
        otherwise="About one in thirteen. It has learned how names are made, and makes its own.",
    ),
)
