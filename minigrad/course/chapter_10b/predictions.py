"""Typical guesses about letters, attention, and temperature, and the reasoning behind them."""

from minigrad.course.checking import Prediction

PREDICTIONS = (
    Prediction(
        "ends",
        right="A third of all names end with an a: Emma, Maria, Linda.",
        typical=[
            ("e", "That's the second most frequent one. More than a third end with an a."),
            ("n", "Many do: Susan, John, Kevin. But a and e are both ahead of it."),
            ("y", "Mary, Amy, Jeffrey: many do. But a, e, and n are ahead of it."),
        ],
        otherwise="More than a third of all names end with an a, and then come e and n.",
    ),
    Prediction(
        "nothing",
        within=1.03,
        right="Minus the logarithm of 1/27 is the logarithm of 27.",
        typical=[
            (0.037, "That's the probability itself, 1/27. The loss is minus its logarithm."),
            (2.3, "That's ten answers, as for digits. Here there are 27."),
            (2.34, "That's the loss of counting. Knowing nothing costs more."),
            (1.43, "That's the logarithm to the base 10. The loss takes the natural one."),
            (4.75, "That's the logarithm to the base 2. The loss takes the natural one."),
            (-3.3, "The sign: 1/27 has a negative logarithm, and the loss is minus that."),
        ],
        otherwise="It's minus the logarithm of 1/27, so the logarithm of 27: 3.3.",
    ),
    Prediction(
        "table",
        truth="the same",
        also=["same", "about the same", "at about the same value"],
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
        right="A sum of 64 products of size 1 has the size of the root of 64.",
        typical=[
            (64, "If all of them had the same sign. About half are negative: the root of 64."),
            (1, "Each product has the size 1. Their sum grows, with the root of their number."),
            (0, "On average, with its sign. Without the sign it's the root of 64."),
            (32, "They don't cancel by half. The sum grows like the root of their number."),
        ],
        otherwise="The root of 64 is 8: sums of random products grow like the root.",
    ),
    Prediction(
        "race",
        right="All five: looking back pays from the beginning.",
        typical=[
            (0, "After only 100 steps? Yes, it has learned to look back by then."),
            (4, "One more: no seed goes the other way."),
            (3, "More than that: no seed goes the other way."),
        ],
        otherwise="All five. With a single letter and its place, less can be known.",
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
        "cold",
        truth="all alike",
        also=["alike", "similar", "the same"],
        right="Dividing by 0.1 makes each lead ten times as long: the favorite nearly always wins.",
        typical=[
            ("wilder", "That's a high temperature. 0.1 makes the differences ten times as large."),
            ("as before", "That's temperature 1. 0.1 makes the differences ten times as large."),
        ],
        otherwise="All alike: divided by 0.1, the differences between logits are ten times larger.",
    ),
    Prediction(
        "memory",
        within=1.6,
        right="About one in seven. Most names that it writes are its own.",
        typical=[
            (500, "Then it would have memorized. Most of its names are new."),
            (0, "The most frequent patterns are real names, so it meets some of them."),
            (250, "Fewer: most of its names are in no list."),
        ],
        otherwise="About one in seven. It has learned how names are made, and makes its own.",
    ),
)
