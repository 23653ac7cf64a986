"""The exercises for chapter 10b, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from minigrad.course.chapter_11.counting import nodes_behind
from minigrad.course.checking import call, exercise, library_of, numbers, same, short

Array: TypeAlias = np.ndarray
Formulas: TypeAlias = list[tuple[Callable[..., Any], str]]

NOTHING = "Your function returned nothing. Is there a `return`?"


def _softmax(x: Array, axis: int = 1) -> Array:
    powers = np.exp(x - x.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def _hidden(scores: Array, diagonal: int = 1, with_: float = -np.inf) -> Array:
    """Return the scores, with every score above a diagonal replaced."""
    return np.where(np.triu(np.ones(scores.shape), diagonal) == 1, with_, scores)


def _leaves(mg: Any, *arrays: Array) -> tuple[Any, ...]:
    return tuple(mg.tensor(array.tolist(), requires_grad=True) for array in arrays)


def _cut(result: Any, leaves: tuple[Any, ...], names: str) -> str | None:
    """Return a hint if the gradient of the result doesn't reach one of the inputs."""
    if getattr(result, "requires_grad", False):
        (result * result).sum().backward()
    for leaf, name in zip(leaves, names.split(), strict=True):
        if leaf.grad is None:
            return (
                f"The numbers are right, but they're cut off from `{name}`, so the layer that "
                f"computes `{name}` couldn't learn. Use tracked tensors throughout."
            )
    return None


def _told(results: list[Any], inputs: list[tuple], formulas: Formulas) -> str | None:
    """Return the hint for the wrong formula that matches all of the learner's results."""
    with np.errstate(all="ignore"):
        for formula, hint in formulas:
            if same(results, [numbers(formula(*arguments)) for arguments in inputs]):
                return hint
    return None


def _otherwise(which: list[str], results: list[Any], right: list[Array]) -> str:
    """Compare the first wrong result with the right one. `which` names the inputs."""
    place = next(i for i, one in enumerate(right) if not same(results[i], one.tolist()))
    return (
        f"For {which[place]}, your function returns {short(results[place])}. It should return "
        f"{short(right[place].tolist())}."
    )


def _steady(
    answer: Callable[..., Any], inputs: tuple[Any, ...], right: Array, why: str
) -> str | None:
    """Return a hint if an answer that's right for small scores is wrong for large ones."""
    result = call(answer, *inputs)
    if same(result, right.tolist()):
        return None
    return (
        f"That's right for small numbers, but not for large ones. Your first row is "
        f"{short(numbers(result)[0])}, and it should be {short(right[0])}. {why}"
    )


# Temperature

HEAD = 8  # the width of a head in the chapter
TABLES = [
    (np.array([[1.0, 3.0, 0.5], [0.0, -2.0, 1.5]]), 0.5),
    (np.array([[2.0, -1.0, 0.0, 0.5]]), 2.0),
]
FAR = np.array([[200.0, 0.0, -200.0]])
HIGH_LOGITS = np.array([[9.0, 8.9, -3.0]])
HEATS: Formulas = [
    (lambda z, t: _softmax(z), "The temperature has no effect yet."),
    (
        lambda z, t: _softmax(z) / t,
        "If you divide probabilities, they no longer add up to 1. Divide the logits.",
    ),
    (
        lambda z, t: _softmax(z * t),
        "You multiplied, but a *low* temperature has to make the differences larger.",
    ),
    (
        lambda z, t: np.exp(z / t) / np.exp(z / t).sum(),
        (
            "All the numbers in your table together add up to 1. Each row is a name, so each row "
            "should add up to 1."
        ),
    ),
    (
        lambda z, t: _softmax(z) ** (1 / t),
        "If you take powers of probabilities, they no longer add up to 1. Divide the logits.",
    ),
    *(
        (twice, "One softmax is enough. The second one evens out the probabilities.")
        for twice in (
            lambda z, t: _softmax(_softmax(z / t)),
            lambda z, t: _softmax(_softmax(z) / t),
        )
    ),
    (lambda z, t: z / t, "Those are logits. What turns logits into probabilities?"),
    (
        lambda z, t: _softmax(z / t, 0),
        "Your columns add up to 1. Each row is a name, so the rows should add up to 1 instead.",
    ),
    (lambda z, t: np.log(_softmax(z / t)), "Those are the logarithms of the probabilities."),
]


@exercise(
    "heat",
    keep=(
        "The logits are divided by the temperature, so a low temperature makes the favorite win "
        "more often."
    ),
    hints=[
        "What goes into the softmax, and what should you do to it first?",
        "Which dimension do the letters run along?",
        "Write `(logits / temperature).softmax(dim=1)`.",
    ],
    meanings=[
        (
            r"Dimension out of range",
            "`logits` is a table with a row for each name, and the letters run along `dim=1`.",
        ),
        (
            r"leaf Variable",
            "`/=` changes the caller's `logits`. `logits / temperature` creates a new tensor.",
        ),
    ],
)
def heat(heated: Callable[..., Any]) -> str | None:
    mg = library_of(heated)
    inputs = [_leaves(mg, z) for z, _ in TABLES]
    results = [call(heated, z, t) for (z,), (_, t) in zip(inputs, TABLES, strict=True)]
    if results[0] is None:
        return NOTHING
    if same(results, [_softmax(z / t) for z, t in TABLES]):
        return (
            _cut(results[0], inputs[0], "logits")
            or _steady(
                heated,
                (mg.tensor(FAR.tolist()), 100.0),
                _softmax(FAR / 100.0),
                "After a softmax, the small probabilities are 0, and no power brings them back. "
                "Divide the logits.",
            )
            or _steady(
                heated,
                (mg.tensor(HIGH_LOGITS.tolist()), 0.1),
                _softmax(HIGH_LOGITS / 0.1),
                "The exponentials overflow, as in chapter 7, so take out the largest logit first. "
                "`softmax` does.",
            )
        )
    if hint := _told(results, TABLES, HEATS):
        return hint
    if hasattr(results[0], "is_floating_point") and not results[0].is_floating_point():
        return "Those are letters. Return the probability of each letter instead."
    if same(results[0], call(heated, *inputs[0], 4.0)):
        return "The temperature has no effect yet."
    given = [f"logits {short(z.tolist())} and temperature {t:g}" for z, t in TABLES]
    table = np.array(numbers(results[0]))
    if table.shape == TABLES[0][0].shape and not same(table.sum(axis=1), [1.0, 1.0]):
        return (
            "Each row is a name, so its probabilities should add up to 1. For "
            f"{given[0]}, your rows add up to {short(table.sum(axis=1))}."
        )
    return _otherwise(given, results, [_softmax(z / t) for z, t in TABLES])


# The mask. Widths differ from numbers of letters, so that mixing them up gives an error.

QK = [
    (
        np.array([[1.0, 0.0, 2.0, -1.0], [0.5, 1.0, 0.0, 1.0], [-1.0, 2.0, 1.0, 0.0]]),
        np.array([[0.0, 1.0, 1.0, 2.0], [2.0, 0.0, -1.0, 0.5], [1.0, 1.0, 0.0, 1.0]]),
    ),
    (np.array([[1.0, 2.0, 3.0], [2.0, 0.0, -1.0]]), np.array([[0.0, 1.0, 0.5], [1.5, 0.0, 1.0]])),
]


# The scores are near -20,000 and 20,000.
FAR_QK = (np.array([[120.0, 120.0], [120.0, 0.0]]), np.array([[-120.0, -120.0], [120.0, 120.0]]))
FIRST = (
    "There, the later letter has by far the highest score. Mask the scores first, with minus "
    "infinity, because a score may be as low as any other number, and then take a single softmax."
)


def _scores(q: Array, k: Array) -> Array:
    return q @ k.T / q.shape[1] ** 0.5


# Mistakes after the scores, which three exercises share.
HIDDEN: Formulas = [
    (
        lambda s: _softmax(_hidden(s, with_=np.inf)),
        "The sign is wrong: the softmax of a row with plus infinity is nan. Use minus infinity.",
    ),
    (
        lambda s: _softmax(_hidden(s, 0)),
        (
            "Your mask also hides each letter from itself, so the first letter sees nothing. "
            "`triu(1)` leaves the diagonal out."
        ),
    ),
    (
        lambda s: _softmax(_hidden(s, with_=0.0)),
        "A score of 0 still gets some weight, because `exp(0)` is 1. Use minus infinity.",
    ),
    (
        lambda s: _softmax(_hidden(s, with_=-10.0)),
        "A finite score still gets a little weight. Use minus infinity.",
    ),
    (
        lambda s: _hidden(_softmax(s), with_=0.0),
        "The future is hidden, but the rows don't add up to 1. Mask the scores before the softmax.",
    ),
    (
        lambda s: _softmax(np.where(np.tril(np.ones((len(s), len(s)))) == 1, -np.inf, s)),
        "You've hidden the past and the letter itself. Hide what's above the diagonal.",
    ),
    (
        lambda s: _softmax(_hidden(s.T).T),
        (
            "You've hidden the past. Each row belongs to the letter that's doing the looking, so "
            "hide what's above the diagonal."
        ),
    ),
    (
        lambda s: _hidden(s),
        "You masked the scores. The softmax is still missing.",
    ),
]
MASKS: Formulas = [
    *((lambda q, k, way=way: way(_scores(q, k)), hint) for way, hint in HIDDEN),
    (
        lambda q, k: _softmax(_scores(q, k)),
        (
            "The first letter still sees the second. Did you mask the scores? `masked_fill` "
            "returns a new tensor, and leaves `scores` unchanged."
        ),
    ),
    (
        lambda q, k: _softmax(_hidden(_scores(k, q))),
        (
            "You've swapped `q` and `k`. Each row belongs to the letter that's doing the "
            "looking, so `q` comes first."
        ),
    ),
    (
        lambda q, k: _softmax(_hidden(q @ k.T / 2)),
        "2 is right only for the example's width. Divide by the square root of `q.shape[1]`.",
    ),
    (
        lambda q, k: _softmax(_hidden(q @ k.T / len(q) ** 0.5)),
        "`len(q)` is the number of letters. The width is `q.shape[1]`, as in `faulty`.",
    ),
    (
        lambda q, k: _softmax(_hidden(q @ k.T)),
        "The mask is right, but now the division is missing.",
    ),
    (
        lambda q, k: _softmax(_hidden(q @ k.T / q.shape[1])),
        "The mask is right, but you divided by the width. Divide by its square root.",
    ),
    (
        lambda q, k: _softmax(_hidden(_scores(q, k)), 0),
        "The mask is right, but now the columns add up to 1 instead of the rows.",
    ),
]


@exercise(
    "future",
    keep="Without a mask, a network copies its answers from the input.",
    hints=[
        "For which letters does the input contain the answer?",
        "Where is `triu(1) == 1` true?",
        (
            'Use `scores.masked_fill(future, -float("inf"))`, and then take the softmax '
            "along `dim=1`."
        ),
    ],
    meanings=[
        (r"triu", "`triu` is a tensor method: `mg.ones(n, n).triu(1)`."),
        (
            r"size of tensor|expand|broadcast",
            (
                "A name may have any number of letters. If your mask works only for three letters, "
                "take its size from `len(q)`."
            ),
        ),
    ],
)
def future(masked: Callable[..., Any]) -> str | None:
    mg = library_of(masked)
    inputs = [_leaves(mg, *pair) for pair in QK]
    results = [call(masked, *pair) for pair in inputs]
    if results[0] is None:
        return NOTHING
    if same(results, [_softmax(_hidden(_scores(*pair))) for pair in QK]):
        far = tuple(mg.tensor(part.tolist()) for part in FAR_QK)
        steady = _steady(masked, far, _softmax(_hidden(_scores(*FAR_QK))), FIRST)
        return _cut(results[0], inputs[0], "q k") or steady
    if hint := _told(results, QK, MASKS):
        return hint
    if np.isnan(np.array(numbers(results[1]), dtype=float)).any():
        return (
            "Your table has a nan. 0 times infinity is nan, and so is the softmax of a row in "
            "which everything is hidden. Hide just the future, with `masked_fill`."
        )
    right = [_softmax(_hidden(_scores(*pair))) for pair in QK]
    return _otherwise(["three letters", "two letters"], results, right)


SCORES = [
    (np.array([[1.0, 5.0, -1.0], [0.5, 2.0, 3.0], [-1.0, 0.0, 1.5]]),),
    (np.array([[0.0, 4.0], [1.0, -1.0]]),),
]
HIGH = np.array([[-2e4, 2e4], [0.0, 2e4]])
ALONG: Formulas = [
    (lambda s: _softmax(_hidden(s), 0), "The mistake is still there: your columns add up to 1."),
    (
        lambda s: _softmax(_hidden(s), 0).T,
        "Transposing the table also transposes the mask. Take the softmax along the rows instead.",
    ),
    (lambda s: _softmax(s), "The rows add up to 1 now, but the mask is gone."),
    (
        lambda s: _softmax(_hidden(s.T)),
        (
            "You've swapped the letter that's doing the looking with the letter that's being "
            "looked at. Each row of `scores` belongs to the letter that's doing the looking."
        ),
    ),
    (
        lambda s: _softmax(_hidden(s), 0) / _softmax(_hidden(s), 0).sum(axis=1, keepdims=True),
        (
            "The rows add up to 1, but only because you scaled them after a softmax along the "
            "columns. Take the softmax along the rows instead."
        ),
    ),
]


@exercise(
    "along",
    keep="Each letter divides its own attention, so the softmax runs along its row.",
    hints=[
        "What has to add up to 1?",
        "Which dimension runs along a row?",
        "Write `softmax(dim=1)`, and leave everything else as it was.",
    ],
)
def along(shares: Callable[..., Any]) -> str | None:
    mg = library_of(shares)
    inputs = [_leaves(mg, *scores) for scores in SCORES]
    results = [call(shares, *scores) for scores in inputs]
    if results[0] is None:
        return NOTHING
    if same(results, [_softmax(_hidden(scores)) for (scores,) in SCORES]):
        steady = _steady(shares, (mg.tensor(HIGH.tolist()),), _softmax(_hidden(HIGH)), FIRST)
        return _cut(results[0], inputs[0], "scores") or steady
    return _told(results, SCORES, [*ALONG, *HIDDEN]) or _otherwise(
        [f"scores {short(scores.tolist())}" for (scores,) in SCORES],
        results,
        [_softmax(_hidden(scores)) for (scores,) in SCORES],
    )


QKV = [
    (q, k, np.array([[float(3 * i + j * j) for j in range(5)] for i in range(len(q))]))
    for q, k in QK
]
RECEIVED: Formulas = [
    *((lambda q, k, v, way=way: way(_scores(q, k)) @ v, hint) for way, hint in HIDDEN),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T)) @ v,
        "The scores are too large. Divide them by the square root of the width of `q`.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T / q.shape[1])) @ v,
        "You divided by the width itself. Divide by its square root.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T / len(q) ** 0.5)) @ v,
        "`len(q)` is the number of letters. Divide by the square root of `q.shape[1]`, the width.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T / v.shape[1] ** 0.5)) @ v,
        "The width of `v` doesn't matter, because `v` isn't in the scores. Use the width of `q`.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T * q.shape[1] ** 0.5)) @ v,
        "You multiplied by the square root. Divide by it instead.",
    ),
    (
        lambda q, k, v: _softmax(_scores(q, k)) @ v,
        "The mask is missing, so the first letter receives values from later ones.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k)), 0) @ v,
        "The softmax runs down the columns. Each row has to add up to 1.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(k, q))) @ v,
        (
            "You've swapped `q` and `k`. Each row belongs to the letter that's doing the "
            "looking, so `q` comes first."
        ),
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k))),
        "Those are the weights. Use them to return a weighted sum of the values.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T / HEAD**0.5)) @ v,
        (
            f"{HEAD} is the width of a head in this chapter. Divide by the square root of "
            "`q.shape[1]`."
        ),
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k))) @ k,
        "You added up the keys. What a letter passes on is its value, in `v`.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k))) @ q,
        "You added up the queries. What a letter passes on is its value, in `v`.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k))).T @ v,
        "You transposed the weights, so each letter receives from itself and later letters.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k))) @ v + v,
        "You also added `v` itself. Return only the weighted sum.",
    ),
    (
        lambda q, k, v: _softmax(_scores(q, k) @ v),
        "The softmax comes too late. Apply it to the scores, before `@ v`.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(_scores(q, k)) @ v),
        "The softmax comes too late. Apply it to the masked scores, before `@ v`.",
    ),
    (
        lambda q, k, v: _softmax(_hidden(q @ k.T)) / q.shape[1] ** 0.5 @ v,
        "Your weights no longer add up to 1. Divide the scores instead, before the softmax.",
    ),
]


@exercise(
    "attention",
    keep=(
        "Attention turns scores into weights with a softmax, and returns a weighted sum of the "
        "values."
    ),
    hints=[
        "Start from exercise 2. What's left to do with the weights?",
        "Which operation weights the rows of `v`?",
        (
            "Compute `scores = q @ k.T / q.shape[1] ** 0.5`, mask the scores, take "
            "`.softmax(dim=1)`, and finish with `@ v`."
        ),
    ],
    meanings=[
        (
            r"scaled_dot_product_attention",
            "minigrad doesn't have that function. In this exercise, you write it yourself.",
        ),
    ],
)
def attention(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    inputs = [_leaves(mg, *parts) for parts in QKV]
    results = [call(answer, *parts) for parts in inputs]
    if results[0] is None:
        return NOTHING
    sums = [_softmax(_hidden(_scores(q, k))) @ v for q, k, v in QKV]
    if not same(results, sums):
        return _told(results, QKV, RECEIVED) or _otherwise(
            ["three letters", "two letters"], results, sums
        )
    far = (*FAR_QK, np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    right = _softmax(_hidden(_scores(*FAR_QK))) @ far[2]
    steady = _steady(answer, tuple(mg.tensor(part.tolist()) for part in far), right, FIRST)
    return _cut(results[0], inputs[0], "q k v") or steady


XW = [
    (np.array([1.0, 3.0, -2.0, 0.5, 4.0]), np.array([2.0, -1.0, 0.5])),
    (np.array([0.0, 1.0, 5.0]), np.array([1.0, 10.0, 100.0])),
]


def _windows(x: Array) -> Array:
    return np.stack([x[:-2], x[1:-1], x[2:]])


CONVOLUTIONS: Formulas = [
    (
        lambda x, w: w[::-1] @ _windows(x),
        "Your weights are in reverse order: `w[0]` is the weight of `x[i]`.",
    ),
    (
        lambda x, w: _windows(x).sum(axis=0),
        "You just added the three slices. First, multiply each one by its own weight.",
    ),
    (
        lambda x, w: (w[:, None] * _windows(x)).T,
        "The products are right. Add up the three products at each place.",
    ),
    (lambda x, w: w[:, None] * _windows(x), "The products are right. Add up the three rows."),
    (
        lambda x, w: (w @ _windows(x)).sum(),
        "That's a single number. Return a number for each place.",
    ),
]


def _differences(x: Array, w: Array) -> list[list[float]]:
    """Return the slopes of the convolution's summed squares, found by nudging each entry."""

    def loss(x: Array, w: Array) -> float:
        return float(((w @ _windows(x)) ** 2).sum())

    h = 1e-5
    along_x = [(loss(x + d, w) - loss(x - d, w)) / (2 * h) for d in h * np.eye(len(x))]
    along_w = [(loss(x, w + d) - loss(x, w - d)) / (2 * h) for d in h * np.eye(3)]
    return [along_x, along_w]


@exercise(
    "convolution",
    keep=(
        "A convolution is a weighted sum of neighbors, with weights that depend only on their "
        "relative position."
    ),
    hints=[
        "Which slice of `x` holds the numbers that `w[0]` is multiplied by, for all `i` at once?",
        "The slices are `x[:n]`, `x[1 : n + 1]`, and `x[2 : n + 2]`. What's `n`?",
        "With `n = len(x) - 2`, return `w @ mg.stack([x[:n], x[1 : n + 1], x[2 : n + 2]])`.",
    ],
    meanings=[
        (
            r"stack expects each tensor to be equal size",
            "The three slices have different lengths. Each should have `len(x) - 2` elements.",
        ),
        (
            r"size of tensor a",
            (
                "These two don't have the same length. Multiply each slice by one weight, such as "
                "`w[0]`. All three slices should have `len(x) - 2` elements."
            ),
        ),
    ],
)
def convolution(convolved: Callable[..., Any]) -> str | None:
    mg = library_of(convolved)
    results = [call(convolved, *(mg.tensor(part.tolist()) for part in pair)) for pair in XW]
    if results[0] is None:
        return NOTHING
    if not same(results, [w @ _windows(x) for x, w in XW]):
        return _told(results, XW, CONVOLUTIONS) or _otherwise(
            [f"x = {short(x.tolist())} and w = {short(w.tolist())}" for x, w in XW],
            results,
            [w @ _windows(x) for x, w in XW],
        )
    x, w = (mg.tensor(part.tolist(), requires_grad=True) for part in XW[0])
    out = call(convolved, x, w)
    if isinstance(out, list | tuple):
        return (
            "The numbers are right, but they're in a list. Return one tensor: three slices of `x` "
            "can handle every `i` at once, without a loop."
        )
    if not getattr(out, "requires_grad", False):
        return (
            "The numbers are right, but they're cut off from `x` and `w`, so no gradient can reach "
            "them. Use tracked tensors throughout, without `detach()`, `tolist()`, or `no_grad()`."
        )
    (out**2).sum().backward()
    expected = _differences(*XW[0])
    for name, tensor, slopes in zip("xw", (x, w), expected, strict=True):
        if tensor.grad is None:
            return (
                f"The numbers are right, but no gradient reaches `{name}`. Use `{name}` as it is, "
                "without `detach()` or `item()`."
            )
        if not same(tensor.grad, slopes):
            return (
                f"The numbers are right, but the gradient of `{name}` isn't. Nudging gives "
                f"{short(slopes)}, but `backward()` gives {short(tensor.grad)}."
            )
    longer = call(convolved, *_leaves(mg, np.ones(12), XW[0][1]))
    if nodes_behind(longer) > nodes_behind(call(convolved, x, w)):
        return (
            "The numbers are right, but the graph grows with the length of `x`, so you must be "
            "looping over `i`. Three slices can handle every `i` at once."
        )
    return None


EXERCISES = (heat, future, along, attention, convolution)
