from typing import Any

import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import leaf, same, slope, verifies


def heat(result: str) -> str:
    return f"def heated(logits, temperature):\n    return {result}"


def masked(
    result: str = 'scores.masked_fill(future, -float("inf")).softmax(dim=1)',
    scores: str = "q @ k.T / q.shape[1] ** 0.5",
    future: str = "mg.ones(len(q), len(k)).triu(1) == 1",
) -> str:
    return f"""
def masked(q, k):
    scores = {scores}
    future = {future}
    return {result}
"""


def shares(result: str) -> str:
    return f"""
def shares(scores):
    future = mg.ones(scores.shape).triu(1) == 1
    hidden = scores.masked_fill(future, -float("inf"))
    return {result}
"""


def attention(
    result: str = "hidden.softmax(dim=1) @ v", scores: str = "q @ k.T / q.shape[1] ** 0.5"
) -> str:
    return f"""
def attention(q, k, v):
    scores = {scores}
    hidden = scores.masked_fill(mg.ones(scores.shape).triu(1) == 1, -float("inf"))
    return {result}
"""


def convolved(result: str) -> str:
    return f"""
def convolved(x, w):
    n = len(x) - 2
    rows = mg.stack([x[:n], x[1 : n + 1], x[2 : n + 2]])
    return {result}
"""


ANSWERS = {
    "heat": Answers(
        right=[
            heat("(logits / temperature).softmax(dim=-1)"),
            heat("mg.nn.functional.softmax(logits * (1 / temperature), dim=1)"),
        ],
        wrong=[
            (heat("(logits / temperature).softmax(dim=1)[:, 0]"), "For logits"),
            (heat("logits.softmax(dim=1)"), "no effect yet"),
            (
                heat(
                    "logits.softmax(dim=1) ** (1 / temperature)"
                    " / (logits.softmax(dim=1) ** (1 / temperature)).sum(dim=1, keepdim=True)"
                ),
                "Your first row is [1, 0, 0]",
            ),
            (
                "def heated(logits, temperature):\n    e = (logits / temperature).exp()\n"
                "    return e / e.sum(dim=1, keepdim=True)",
                "The exponentials overflow",
            ),
            (heat("logits.softmax(dim=1) / temperature"), "Divide the logits"),
            (heat("(logits.softmax(dim=1) / temperature).softmax(dim=1)"), "One softmax is enough"),
            (heat("(logits // temperature).softmax(dim=1)"), "For logits [[2, -1, 0, 0.5]]"),
            (
                heat("(logits * temperature).softmax(dim=1)"),
                "a *low* temperature has to make the differences larger",
            ),
            (heat("logits / temperature"), "Those are logits"),
            (heat("(logits / temperature).softmax(dim=0)"), "Your columns add up to 1"),
            (heat("(logits / temperature).log_softmax(dim=1)"), "logarithms of the probabilities."),
            (heat("(logits / 2).softmax(dim=1)"), "no effect yet"),
            (
                heat("(logits / temperature).exp() / (logits / temperature).exp().sum()"),
                "All the numbers in your table together add up to 1",
            ),
            (heat("logits.softmax(dim=1) ** (1 / temperature)"), "no longer add up to 1"),
            (heat("(logits / temperature).argmax(dim=1)"), "Those are letters"),
            (heat("(logits / temperature).exp()"), "your rows add up to [413.5, 21.1]"),
            (heat("(logits / temperature).softmax()"), "Say which dimension you mean"),
            (
                heat("(logits[:, -1] / temperature).softmax(dim=1)"),
                "row for each name, and the letters run along `dim=1`.",
            ),
            (heat("(logits / temperature**2).softmax(dim=1)"), "It should return"),
            (heat("(logits / temperature).softmax(dim=1).detach()"), "cut off from `logits`"),
            (
                "def heated(logits, temperature):\n"
                "    logits /= temperature\n"
                "    return logits.softmax(dim=1)",
                "changes the caller's `logits`",
            ),
            (heat("(logits / temperature).sigmoid()"), "your rows add up to"),
            (heat("(logits / temperature).softmax(dim=1).softmax(dim=1)"), "One softmax is enough"),
            (
                "def heated(logits, temperature):\n    logits / temperature",
                "Your function returned nothing.",
            ),
        ],
    ),
    "future": Answers(
        right=[
            masked('scores.masked_fill(future, float("-inf")).softmax(dim=-1)'),
            masked("(scores + hidden).softmax(dim=1)").replace(
                "    return",
                '    hidden = mg.zeros(len(q), len(k)).masked_fill(future, -float("inf"))\n    return',
            ),
            masked('mg.where(future, -float("inf"), scores).softmax(dim=1)'),
        ],
        wrong=[
            (
                masked("kept / kept.sum(dim=1, keepdim=True)").replace(
                    "    return", "    kept = scores.softmax(dim=1).tril()\n    return"
                ),
                "Your first row is [nan, nan]",
            ),
            (
                masked("scores.masked_fill(future, -10.0).softmax(dim=1)"),
                "A finite score still gets a little weight",
            ),
            (masked("scores.softmax(dim=1)"), "The first letter still sees the second"),
            (
                masked('(scores + mg.ones(len(q), len(k)).triu(1) * -float("inf")).softmax(dim=1)'),
                "0 times infinity",
            ),
            (
                masked('scores.masked_fill(future, float("inf")).softmax(dim=1)'),
                "The sign is wrong",
            ),
            (masked("scores.masked_fill(future, -1000.0).softmax(dim=1)"), "with minus infinity"),
            (masked(future="mg.ones(3, 3).triu(1) == 1"), "works only for three letters"),
            (
                masked('scores.masked_fill(future, -float("inf")).softmax(dim=1).detach()'),
                "cut off from `q`",
            ),
            (masked(scores="q.detach() @ k.T / q.shape[1] ** 0.5"), "cut off from `q`"),
            (masked(scores="q @ k.T.detach() / q.shape[1] ** 0.5"), "cut off from `k`"),
            (
                masked(future="mg.ones(len(q), len(k)).triu(0) == 1"),
                "hides each letter from itself",
            ),
            (
                masked("scores.masked_fill(future, 0.0).softmax(dim=1)"),
                "of 0 still gets some weight, because `exp(0)` is 1.",
            ),
            (
                masked("scores.softmax(dim=1).masked_fill(future, 0.0)"),
                "Mask the scores before the softmax",
            ),
            (masked(future="mg.ones(len(q), len(k)).tril(-1) == 1"), "You've hidden the past."),
            (
                masked(future="mg.ones(len(q), len(k)).tril(0) == 1"),
                "the past and the letter itself",
            ),
            (masked(scores="q @ k.T"), "the division is missing"),
            (masked(scores="q @ k.T / q.shape[1]"), "Divide by its square root"),
            (
                masked('scores.masked_fill(future, -float("inf")).softmax(dim=0)'),
                "the columns add up to 1 instead of the rows",
            ),
            (masked('scores.masked_fill(future, -float("inf"))'), "The softmax is still missing"),
            (masked(scores="k @ q.T / q.shape[1] ** 0.5"), "You've swapped `q` and `k`"),
            (masked(scores="q @ k.T / 2"), "2 is right only for the example's width"),
            (masked(scores="q @ k.T / len(q) ** 0.5"), "is the number of letters"),
            (masked("(scores * 2).softmax(dim=1)"), "It should return [[1, 0, 0]"),
            (masked().replace("    return ", "    "), "Your function returned nothing."),
        ],
    ),
    "along": Answers(
        right=[
            shares("hidden.softmax(dim=-1)"),
            shares("scores.masked_fill(future, -1e9).softmax(dim=1)"),
        ],
        wrong=[
            (
                shares("kept / kept.sum(dim=1, keepdim=True)").replace(
                    "    return", "    kept = scores.softmax(dim=1).tril()\n    return"
                ),
                "Your first row is [nan, nan]",
            ),
            (shares("hidden.softmax(dim=0)"), "The mistake is still"),
            (
                shares("hidden.softmax(dim=1)").replace("triu(1)", "triu()"),
                "hides each letter from itself",
            ),
            (
                shares("scores.masked_fill(future, -1000.0).softmax(dim=1)"),
                "Mask the scores first, with minus infinity",
            ),
            (shares("scores.tril().softmax(dim=1)"), "because `exp(0)` is 1"),
            (shares("scores.masked_fill(future, -10.0).softmax(dim=1)"), "A finite score"),
            (
                shares('scores.masked_fill(future, float("inf")).softmax(dim=1)'),
                "The sign is wrong",
            ),
            (shares("hidden"), "The softmax is still missing"),
            (shares("hidden.softmax(dim=1).detach()"), "cut off from `scores`"),
            (
                shares("hidden.softmax(dim=1)").replace("triu(1)", "tril(-1)"),
                "You've hidden the past",
            ),
            (shares("hidden.softmax(dim=0).T"), "transposes the mask. Take"),
            (shares("scores.softmax(dim=1)"), "the mask is gone"),
            (
                shares("scores.softmax(dim=1).masked_fill(future, 0.0)"),
                "Mask the scores before the softmax",
            ),
            (
                shares('scores.T.masked_fill(future, -float("inf")).softmax(dim=1)'),
                "You've swapped the letter that's doing the looking with the letter that's being",
            ),
            (
                shares("hidden.softmax(dim=0) / hidden.softmax(dim=0).sum(dim=1, keepdim=True)"),
                "after a softmax along the columns. Take the softmax along the rows",
            ),
            (shares("hidden.exp()"), "It should return"),
            (shares("print(hidden)"), "Your function returned nothing."),
        ],
    ),
    "attention": Answers(
        right=[
            attention(scores="(q / q.shape[1] ** 0.5) @ k.T"),
            attention(
                "mg.stack([(q[i] @ k[: i + 1].T / q.shape[1] ** 0.5).softmax(dim=0) @ v[: i + 1] "
                "for i in range(len(q))])"
            ),
        ],
        wrong=[
            (
                attention("kept / kept.sum(dim=1, keepdim=True) @ v").replace(
                    "    return", "    kept = scores.softmax(dim=1).tril()\n    return"
                ),
                "Your first row is [nan, nan, nan]",
            ),
            (attention(scores="q @ k.T"), "The scores are too large"),
            (attention(scores="q @ k.T / q.shape[1]"), "You divided by the width itself"),
            (attention(scores="q @ k.T / len(q) ** 0.5"), "is the number of letters"),
            (attention(scores="q @ k.T / v.shape[1] ** 0.5"), "The width of `v` doesn't matter"),
            (attention(scores="q @ k.T * q.shape[1] ** 0.5"), "You multiplied by the square root"),
            (attention("scores.softmax(dim=1) @ v"), "The mask is missing"),
            (attention("hidden.softmax(dim=0) @ v"), "runs down the columns"),
            (attention(scores="k @ q.T / q.shape[1] ** 0.5"), "You've swapped `q` and `k`"),
            (attention("hidden.softmax(dim=1)"), "Those are the weights"),
            (
                attention(
                    "scores.softmax(dim=1).masked_fill(mg.ones(scores.shape).triu(1) == 1, 0.0) @ v"
                ),
                "Mask the scores before the softmax",
            ),
            (attention("hidden.softmax(dim=1) @ v + 1"), "It should return"),
            (attention("(hidden.softmax(dim=1) @ v).detach()"), "cut off from `q`"),
            (
                attention(
                    scores="mg.tensor([[sum(a * b for a, b in zip(r, s)) for s in k.tolist()] "
                    "for r in q.tolist()]) / q.shape[1] ** 0.5"
                ),
                "cut off from `q`",
            ),
            (attention(scores="q @ k.detach().T / q.shape[1] ** 0.5"), "cut off from `k`"),
            (attention("hidden.softmax(dim=1) @ v.detach()"), "cut off from `v`"),
            (
                attention().replace('-float("inf")', "0.0"),
                "because `exp(0)` is 1",
            ),
            (attention().replace("-float", "float"), "The sign is wrong"),
            (attention(scores="q @ k / q.shape[1] ** 0.5"), "Is a `.T` missing?"),
            (attention("hidden.softmax(dim=1) @ k"), "You added up the keys"),
            (attention("hidden.softmax(dim=1) @ q"), "You added up the queries"),
            (
                attention("hidden.softmax(dim=1).T @ v"),
                "so each letter receives from itself and later letters",
            ),
            (attention("hidden.softmax(dim=1) @ v + v"), "You also added `v` itself"),
            (attention("hidden @ v"), "The softmax is still missing"),
            (attention().replace("triu(1)", "triu(0)"), "also hides each letter from itself"),
            (attention().replace("triu(1)", "tril(-1)"), "You've hidden the past"),
            (attention(scores="q @ k.T / 8**0.5"), "8 is the width of a head in this chapter"),
            (attention("(scores @ v).softmax(dim=1)"), "The softmax comes too late"),
            (
                attention("hidden.softmax(dim=1) / q.shape[1] ** 0.5 @ v", "q @ k.T"),
                "Divide the scores instead",
            ),
            (
                attention("mg.nn.functional.scaled_dot_product_attention(q, k, v)"),
                "doesn't have that function. In this exercise, you write it yourself.",
            ),
            (attention("print(scores)"), "Your function returned nothing."),
        ],
    ),
    "convolution": Answers(
        right=[
            convolved("w[0] * x[:n] + w[1] * x[1 : n + 1] + w[2] * x[2 : n + 2]"),
            convolved("(w.reshape(3, 1) * rows).sum(dim=0)"),
            "def convolved(x, w):\n    return w[0] * x[:-2] + w[1] * x[1:-1] + w[2] * x[2:]",
        ],
        wrong=[
            (convolved("w[2] * rows[0] + w[1] * rows[1] + w[0] * rows[2]"), "the weight of"),
            (
                convolved("rows.sum(dim=0)"),
                "three slices. First, multiply each one by its own weight.",
            ),
            (convolved("rows.T * w"), "Add up the three products at each place."),
            (convolved("w.reshape(3, 1) * rows"), "Add up the three rows"),
            (convolved("(w @ rows).sum()"), "a single number"),
            (convolved("w @ mg.stack([x[:n], x[1:], x[2:]])"), "The three slices have different"),
            (convolved("w * x"), "Multiply each slice by one weight, such as `w[0]`. All three"),
            (convolved("w @ rows + 1"), "It should return"),
            (convolved("(w @ rows).detach()"), "cut off from `x` and `w`"),
            (convolved("w.detach() @ rows"), "no gradient reaches `w`"),
            (convolved("(w + w.detach()) @ rows / 2"), "but the gradient of `w` isn't"),
            (convolved("w[1] * rows[0] + w[2] * rows[1] + w[3] * rows[2]"), "We count from 0"),
            (convolved("[w @ x[i : i + 3] for i in range(n)]"), "they're in a list"),
            (
                convolved("mg.stack([w @ x[i : i + 3] for i in range(n)])"),
                "looping over `i`",
            ),
            (convolved("print(rows)"), "Your function returned nothing."),
        ],
    ),
}

GUESSES = {
    "real": Guesses(
        truth="Yuonne",
        right=["'Yuonne'", "'yuonne'"],
        wrong=[
            ("'Trysell'", "Trysell is an invention"),
            ("'Tadee'", "Tadee is an invention"),
            ("'leessa'", "Leessa is an invention"),
        ],
        other=["4"],
    ),
    "table": Guesses(
        truth="the same",
        right=[
            "'the same'",
            "'same'",
            "'the same, because counts are optimal'",
            "'the same as counting'",
            "'it ends the same'",
            "'it will be the same'",
            "'equal'",
            "'no difference'",
            "2.34",
        ],
        wrong=[
            ("'lower'", "Our counts began at 1, which costs too little to see"),
            (
                "'lower, training is smarter'",
                "Our counts began at 1, which costs too little to see",
            ),
            (
                "'slightly lower, since counting added one'",
                "Our counts began at 1, which costs too little to see",
            ),
            ("'higher'", "That would fit too few steps"),
        ],
        other=["3"],
    ),
    "mix": Guesses(
        truth="tensor(21.1539)",
        right=["21.15", "21", "'about 21'"],
        wrong=[
            ("20", "20 is a single value"),
            ("30", "That's the plain average"),
            ("90", "That's their total"),
            ("60", "That's its own value"),
            ("50", "Turn the scores into weights with a softmax"),
            ("50 / 3", "But a softmax goes through `exp`"),
            ("16.67", "But a softmax goes through `exp`"),
            ("[2.4, 13.3, 5.4]", "Those are the terms"),
        ],
        other=["10"],
    ),
    "mask": Guesses(
        truth="tensor([1., 0., 0.])",
        right=["[1, 0, 0]", "(1.0, 0.0, 0.0)", "'[1 0 0]'", "'1, 0, and 0'"],
        wrong=[
            ("[0, 1, 1]", "It's the other way around: what is hidden"),
            ("[0, 0, 0]", "The letter can see itself"),
            ("[2, 0, 0]", "Those are the scores"),
            ("[0.5, 0.5, 0]", "That's the second row"),
            ("[0.3333, 0.3333, 0.3333]", "That would fit equal scores"),
            ("[0.787, 0.1065, 0.1065]", "That's without a mask"),
            ("[0.787, 0.107, 0.107]", "That's without a mask"),
            ("[0.787, 0, 0]", "You masked the weights. Mask the scores"),
            ("[0.88, 0.12, 0]", "The letter next to it is hidden as well"),
        ],
        other=["[1, 1, 1]"],
        unclear=["'all on itself'"],
    ),
    "size": Guesses(
        truth="8.1",
        right=["8", "7.9"],
        wrong=[
            ("64", "That's the variance"),
            ("4096", "4096 is 64²"),
            ("1", "1 is for a single one"),
            ("6.4", "That's the average absolute value"),
            ("0", "That's the average"),
            ("32", "random signs cancel"),
        ],
        other=["500"],
    ),
    "shape": Guesses(
        truth="[5, 4, 12, 12]",
        right=["[5, 4, 12, 12]", "(5, 4, 12, 12)", "'5 4 12 12'"],
        wrong=[
            ("[5, 4, 12, 8]", "the shape of the queries"),
            ("[5, 12, 12, 4]", "Is that a table of letters for each head?"),
            ("[4, 5, 12, 12]", "The names come first"),
            ("[5, 12, 12]", "a single head"),
            ("[5, 4, 8, 8]", "A weight belongs to a pair of letters"),
            ("[5, 12, 32]", "That's the shape of what attention returns"),
        ],
        other=["[12, 12]"],
    ),
    "alone": Guesses(
        truth="below",
        right=["'below'", "'lower'", "'under the table'"],
        wrong=[
            ("'above'", "The network sees a letter and its place"),
            ("'higher'", "The network sees a letter and its place"),
            ("'the same'", "That would be true without the letter's place"),
        ],
        other=["2.2"],
    ),
    "reach": Guesses(
        truth="tensor(7)",
        right=["7"],
        wrong=[
            ("8", "Place 4 itself also counts,"),
            ("5", "That's how many places have a gradient other than 0"),
            ("11", "11 would fit if place 4"),
            ("0", "Hidden letters have weights of exactly 0"),
            ("3", "There are 12 places"),
            ("4", "There are 12 places"),
            ("[5, 6, 7, 8, 9, 10, 11]", "Those are the places"),
            ("[5, 6, 7, 8]", "There are 12 places"),
        ],
        other=["9", "1"],
    ),
    "push": Guesses(
        truth="negative",
        right=[
            "'negative'",
            "'minus'",
            "'less than zero'",
            "'smaller than 0'",
            "'below 0'",
            "-0.07",
            "'-1'",
        ],
        wrong=[
            ("'positive'", "Then a step would make the n look away from that letter"),
            ("'more than zero'", "Then a step would make the n look away from that letter"),
            ("'greater than 0'", "Then a step would make the n look away from that letter"),
            ("0.5", "Then a step would make the n look away from that letter"),
            ("'zero'", "wouldn't move the score"),
            ("0", "wouldn't move the score"),
        ],
        other=["[1, 2]"],
    ),
    "memory": Guesses(
        truth="78",
        right=["78", "50", "120"],
        wrong=[
            ("1000", "Then it would have memorized the list"),
            ("0", "it happens to write real names."),
            ("500", "That's a coin toss"),
            ("0.2", "That's a fraction. The question asks how many of the 1,000."),
            ("0.078", "That's a fraction. The question asks how many of the 1,000."),
            ("'8%'", "That's a fraction. The question asks how many of the 1,000."),
        ],
        other=["400"],
    ),
}


@verifies("10b", "heat", "low more")
def a_temperature() -> bool:
    logits = mg.tensor([2.0, 1.0, 0.5])
    return bool((logits / 0.5).softmax(dim=0)[0] > logits.softmax(dim=0)[0])


def attended(values: Any, mask: bool) -> Any:
    scores = mg.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, 3.0], [2.0, 2.0, 1.0]])
    if mask:
        scores = scores.masked_fill(mg.ones(3, 3).triu(1) == 1, -float("inf"))
    return scores.softmax(dim=1) @ values


@verifies("10b", "future", "without network answers input")
def a_mask() -> bool:
    """Return whether the first output depends on the second letter only without a mask."""
    masked = slope(lambda v: attended(v, True)[0], leaf(1, 2, 3))
    unmasked = slope(lambda v: attended(v, False)[0], leaf(1, 2, 3))
    return bool(masked[1] == 0 and unmasked[1] > 0.5)


@verifies("10b", "along", "divides row")
def a_row_of_weights() -> bool:
    return same(attended(mg.ones(3), True), [1, 1, 1])


@verifies("10b", "attention", "weights returns weighted sum")
def attention_is_three_steps() -> bool:
    scores = mg.tensor([[0.0, 1.0], [2.0, 0.0]]) @ mg.tensor([1.0, 2.0])
    return same(scores.softmax(dim=0) @ mg.tensor([1.0, 3.0]), [2.0])


@verifies("10b", "convolution", "convolution weighted sum neighbors")
def a_convolution() -> bool:
    x, w = mg.tensor([1.0, 3.0, -2.0, 0.5]), [2.0, -1.0, 0.5]
    weights = mg.tensor([[*w, 0.0], [0.0, *w]])
    return same(weights @ x, w[0] * x[:2] + w[1] * x[1:3] + w[2] * x[2:])
