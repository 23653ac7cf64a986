"""Questions on chapter 10b, in which students compute attention by hand with small numbers."""

from ..question import Question

QUESTIONS = (
    Question(
        "10b",
        {"r": (3, 4, 9), "v": (8, 12, 20, 40)},
        "query = mg.tensor([1.0, 1.0])\n"
        "keys = mg.tensor([[0.0, 0.0], [0.0, s]])\n"
        "scores = keys @ query\n"
        "weights = scores.softmax(dim=0)\n"
        "values = mg.tensor([0.0, {v}.0])\nout = weights @ values\n",
        "`s` is the natural logarithm of {r}, so `e` to the power of `s` is {r}. What are the two "
        "weights, and what is `out`?",
        "(weights, out)",
        "([1 / (1 + {r}), {r} / (1 + {r})], {v} * {r} / (1 + {r}))",
        "The scores are 0 and `s`. The softmax divides 1 and {r} by their sum, 1 + {r}. `out` is "
        "the second weight times {v}.",
        {
            "([0.0, 1.0], {v}.0)": "a score of 0 gets no weight",
            "([0.5, 0.5], {v} / 2)": "each key gets the same weight",
            "([1 / {r}, 1 - 1 / {r}], {v} - {v} / {r})": "1 is divided by {r}, not by the sum",
        },
        kind="attention",
        marks={
            "the two weights, with one point for each": 2,
            "`out`": 2,
        },
        before="s = mg.tensor({r}.0).log().item()\n",
    ),
    Question(
        "10b",
        {"a": (6, 12, 24), "b": (3, 30, 36), "c": (9, 60, 90)},
        "scores = mg.zeros(3, 3)\nfuture = mg.ones(3, 3).triu(1) == 1\n"
        "scores = scores.masked_fill(\n    future, -float('inf'))\n"
        "weights = scores.softmax(dim=1)\n"
        "values = mg.tensor([{a}.0, {b}.0, {c}.0])\nout = weights @ values\n",
        "What is `out`?",
        "out",
        "[float({a}), ({a} + {b}) / 2, ({a} + {b} + {c}) / 3]",
        "The mask leaves one, two, and three letters to look at. Their scores are equal, so the "
        "rows are (1, 0, 0), (1/2, 1/2, 0), and (1/3, 1/3, 1/3).",
        {
            "[({a} + {b} + {c}) / 3] * 3": "the mask changes nothing",
            "[({a} + {b} + {c}) / 3, ({b} + {c}) / 2, {c}.0]": "the mask hides the past",
            "[{a} / 3, ({a} + {b}) / 3, ({a} + {b} + {c}) / 3]": "the mask comes after the "
            "softmax, so the rows no longer add up to 1",
        },
        kind="attention",
        marks={"each number, and another point for all of them": 4},
        ideas=("mask", "equal scores"),
    ),
)
