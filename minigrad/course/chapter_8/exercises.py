"""The exercises for chapter 8, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from minigrad.course.checking import (
    call,
    exercise,
    library_of,
    numbers,
    of_the_notebook,
    same,
    short,
)

Array: TypeAlias = np.ndarray

# Tables with more rows than columns, and with fewer, without ties; some of the labels are right.
TABLES = (
    ([[0.5, 1.5, 5.5], [0.5, 3.5, 1.5], [1.5, 0.5, -1.5], [0.5, 1.5, 2.5]], [2, 1, 2, 2]),
    ([[-1.5, 4.5, 0.5, 2.5], [3.5, -2.5, 5.5, 1.5]], [3, 2]),
)

SHARES = [  # what wrong functions return for the two tables, and what they did
    (
        [3.0, 1.0],
        (
            "That's the number of correct answers. To get their share, take the mean of the ones "
            "and zeros."
        ),
    ),
    ([0.25, 0.5], "That's the share of wrong answers."),
    ([0.25, 0.0], "`argmin` finds the smallest logit in each row."),
    ([0.75, 0.0], "Without `dim`, you get a single answer for the whole table."),
    (
        [0.0, 0.0],
        (
            "Your share is 0 each time. Did you compare the largest logits themselves, `max`, and "
            "not their positions, `argmax`? Or does `//` round the share down?"
        ),
    ),
    ([75.0, 50.0], "That's a percentage. A share is between 0 and 1."),
    ([1.0, 0.25], "You divided by the number of columns. Divide by the number of rows."),
    (
        [0.75, 0.25],
        "That's right for only one of the tables. How many rows a table has is `len(labels)`.",
    ),
]


@exercise(
    "share",
    keep="A model's answer is the column of the largest logit in each row: `argmax(dim=1)`.",
    hints=[
        "Where is the largest logit of each digit?",
        "Which dimension do the logits of one row run along?",
        "`logits.argmax(dim=1)`.",
    ],
    meanings=[
        (r"size of tensor a", "Return one answer for each row. A row's logits run along `dim=1`."),
        (
            r"'bool' object has no attribute",
            (
                "`logits.max(dim=1)` returns a pair: the largest logits and their columns. Compare "
                "the columns with `labels`: `argmax(dim=1)` returns only them."
            ),
        ),
    ],
)
def share(share_right: Callable[..., Any]) -> str | None:
    mg = library_of(share_right)
    results = [call(share_right, mg.tensor(logits), mg.tensor(labels)) for logits, labels in TABLES]
    if results[0] is None:
        return "Your function returned nothing. Is there a `return`?"
    if isinstance(numbers(results[0]), bool):
        return "`all` only says whether every row is right. Take the mean of the ones and zeros."
    for returned, reply in SHARES:
        if same(results, returned):
            return reply
    if np.shape(numbers(results[0])) == (len(TABLES[0][1]),):
        return "You returned one value for each row. Return the share of the rows that are right."
    for (logits, labels), result in zip(TABLES, results, strict=True):
        right = sum(row.index(max(row)) == y for row, y in zip(logits, labels, strict=True))
        if not same(result, right / len(labels)):
            return (
                f"For logits {short(logits)} and labels {labels}, the share is "
                f"{right / len(labels)}. Your function returns {short(result)}."
            )
    return None


def _probabilities(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _costs(logits: Array, labels: list[int]) -> Array:
    with np.errstate(divide="ignore"):
        return -np.log(_probabilities(logits)[np.arange(len(labels)), labels])


def _large_cost(row: list[float], label: int) -> float:
    """Return a log-sum-exp minus the label's logit, in a form that never overflows."""
    return max(row) + np.log(sum(np.exp(z - max(row)) for z in row)) - row[label]


def _losses(cost: Callable[..., Any]) -> list[Any]:
    mg = library_of(cost)
    return [
        call(cost, mg.tensor(logits, requires_grad=True), mg.tensor(labels))
        for logits, labels in (*TABLES, LARGE)
    ]


LARGE = ([[1000.0, 0.0, 998.0], [-5.0, 900.0, 2.0]], [1, 0])
COSTS: list[tuple[Callable[[Array, list[int]], Any], str]] = [
    (
        lambda z, y: _costs(_probabilities(z), y).mean(),
        "The logits go through two softmaxes. Your loss has to start from the logits themselves.",
    ),
    (
        lambda z, y: _costs(_probabilities(z.T).T, y).mean(),
        "You applied a softmax down each column. Start from the logits themselves.",
    ),
    (
        lambda z, y: _costs(1 / (1 + np.exp(-z)), y).mean(),
        "You applied a sigmoid. Start from the logits themselves.",
    ),
    (
        lambda z, y: _costs(z, y).sum(),
        "That's the sum over the rows. The loss of a batch is the mean.",
    ),
    (lambda z, y: _costs(z, y), "You returned one number for each row. Return their mean."),
    (
        lambda z, y: -_costs(z, y).mean(),
        "Check the sign. A loss is large when the model is wrong.",
    ),
    (
        lambda z, y: -_probabilities(z)[np.arange(len(y)), y].mean(),
        "You averaged the negative probabilities. Take the logarithm of each probability first.",
    ),
    (
        lambda z, y: _probabilities(z)[np.arange(len(y)), y].mean(),
        (
            "That's the mean probability of the labels. Before you take the mean, take minus the "
            "logarithm of each."
        ),
    ),
    (
        lambda z, y: -z[np.arange(len(y)), y].mean(),
        "You have the logit of the label, but the log-sum-exp of each row is missing.",
    ),
    (
        lambda z, y: (z.sum(axis=1) - z[np.arange(len(y)), y]).mean(),
        "You added up the logits themselves. A log-sum-exp adds up their exponentials.",
    ),
    (
        lambda z, y: (z.max(axis=1) - z[np.arange(len(y)), y]).mean(),
        "You took the largest logit of each row. The log-sum-exp counts the others as well.",
    ),
    (
        lambda z, y: _costs(z, z.argmax(axis=1).tolist()).mean(),
        "You took the largest logit of each row, the model's answer, for the logit of the label.",
    ),
    (
        lambda z, y: (np.log(np.exp(z - z.max()).sum(axis=1)) + z.max() - np.array(y)).mean(),
        "You subtracted the labels themselves. Subtract the logits at those positions.",
    ),
    (
        lambda z, y: np.log(np.exp(z - z.max()).sum(axis=1)).mean() + z.max(),
        "You have the log-sum-exp of each row, but the logit of the label is missing.",
    ),
    (
        lambda z, y: np.log(np.exp(z - z.max()).sum(axis=1)).mean() + z.max() - z[:, y].mean(),
        "`logits[:, labels]` takes whole columns. Take one entry from each row.",
    ),
]


def _cost(losses: list[Any]) -> str | None:
    """Return the hint for the losses on `TABLES` and `LARGE`, or None if they're right."""
    tables = [(np.array(z), y) for z, y in TABLES]
    if losses[0] is None:
        return "Your function returned nothing. Is there a `return`?"
    for formula, hint in COSTS:
        if same(losses[:2], [numbers(formula(*table)) for table in tables]):
            return hint
    if not same(losses[:2], [_costs(*table).mean() for table in tables]):
        logits, labels = TABLES[0]
        return (
            f"For logits {short(logits)} and labels {labels}, your loss is "
            f"{short(losses[0])}, but it should be {_costs(*tables[0]).mean():.4g}."
        )
    if not np.isfinite(np.array(numbers(losses[2]), float)).all():
        return (
            f"Your loss is right for small logits, but for large ones, it's {short(losses[2])}. "
            "Either `exp` overflows, or a probability becomes 0 before its logarithm. A "
            "log-sum-exp of the logits avoids both."
        )
    logits, labels = LARGE
    right = np.mean([_large_cost(row, y) for row, y in zip(logits, labels, strict=True)])
    if not same(losses[2], right):
        return (
            f"For logits {short(logits)}, your loss is {short(losses[2])}, but it should be "
            f"{short(right)}."
        )
    if not getattr(losses[0], "requires_grad", False):
        return "The number is right, but it's cut off from the logits, so you can't train with it."
    return None


@exercise(
    "twice",
    keep="`cross_entropy` needs logits, because it already includes the softmax.",
    hints=[
        "What does `cross_entropy` do with the logits?",
        "The loss applies the softmax itself. What does the faulty loss pass to it?",
        "`F.cross_entropy(logits, labels)`.",
    ],
    meanings=[
        (
            "log_softmax.*Long",
            "You passed the labels first. Pass the logits first, then the labels.",
        ),
        (
            "target with class prob",
            (
                "Your first argument has one number for each row. `cross_entropy` needs logits, "
                "that is, one number for each class."
            ),
        ),
    ],
)
def twice(loss_of: Callable[..., Any]) -> str | None:
    return _cost(_losses(loss_of))


@exercise(
    "cross",
    keep="Cross-entropy is a log-sum-exp minus one logit.",
    hints=[
        "What are the two parts of the loss, for one digit?",
        (
            "`picked = logits[mg.arange(len(labels)), labels]`, and then "
            "`(logits.logsumexp(dim=1) - picked).mean()`."
        ),
    ],
    meanings=[
        (
            r"out of bounds for dimension 1",
            "In `logits[row, column]`, the column is the label, and the row is a digit's place.",
        ),
        (
            r"size of tensor a",
            "Each row has one log-sum-exp, along `dim=1`, and one logit that belongs to its label.",
        ),
    ],
)
def cross(own: Callable[..., Any]) -> str | None:
    if of_the_notebook(own, "cross_entropy", "CrossEntropyLoss"):
        return (
            "That's the library's own loss. Write it by hand, as the mean of a difference of two "
            "parts."
        )
    return _cost(_losses(own)) or _every_pair(own)


def _every_pair(own: Callable[..., Any]) -> str | None:
    """Return a hint if each log-sum-exp minus every row's logit is computed, a table of N × N.

    The mean of that table is the same, unless the difference of two rows overflows.
    """
    mg = library_of(own)
    huge = mg.tensor([[3e38, 0.0], [-3e38, -3e38]], requires_grad=True)
    if not np.isnan(numbers(call(own, huge, mg.tensor([0, 0])))):
        return None
    return (
        "The mean is right, but only by luck. You subtract a column of shape `[N, 1]` from the "
        "shape `[N]`, which gives `[N, N]`: each log-sum-exp minus the logit of *every* row. "
        "Turn the column into the shape `[N]`."
    )


SCORES = (
    {0.001: (0.91, 0.93), 0.003: (0.95, 0.976), 0.01: (0.97, 0.966), 0.03: (0.96, 0.97)},
    {0.1: (0.8, 0.5), 0.2: (0.6, 0.8)},
    {0.1: (0.9, 0.94), 0.2: (0.8, 0.7), 0.3: (0.5, 0.95)},
)
VALIDATION, TEST = 0, 1  # the places of the two shares
# The validation shares are equal, so the choice must not depend on the test shares.
TIES = ({0.1: (0.8, 0.5), 0.2: (0.8, 0.9)}, {0.1: (0.8, 0.9), 0.2: (0.8, 0.5)})


def _best(scores: dict[float, tuple[float, float]], on: int) -> float:
    return max(scores, key=lambda rate: scores[rate][on])


@exercise(
    "honest",
    keep="Use the validation set to choose, and report the result on the test set, whatever it is.",
    hints=[
        "Which of the two shares should you use to choose the rate?",
        (
            "Use `best = max(scores, key=lambda rate: scores[rate][0])`, and report "
            "`scores[best][1]`."
        ),
    ],
    meanings=[
        (
            r"KeyError",
            "`scores[...]` takes one of the rates it has. `max(scores, key=...)` finds a rate.",
        ),
        (
            r"name 'rate' is not defined",
            "`rate` has a value only inside `lambda rate: ...`. Afterward, the rate is `best`.",
        ),
        (
            r"'float' object is not subscriptable",
            "`key=` passes a rate to your function, and `scores[rate]` has its two shares.",
        ),
        (r"instances of 'function' and 'dict'", "Pass the function by name: `key=...`."),
    ],
)
def honest(answer: Callable[..., Any]) -> str | None:
    pairs = [call(answer, dict(scores)) for scores in SCORES]
    if any(not isinstance(pair, list | tuple) or len(pair) != 2 for pair in pairs):
        return "Return two numbers: the rate, and the share to report."
    rates, reports = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    best = [_best(scores, VALIDATION) for scores in SCORES]
    on_test = [scores[rate][TEST] for scores, rate in zip(SCORES, best, strict=True)]
    if same(rates, [_best(scores, TEST) for scores in SCORES]):
        return "You still chose that rate by its share on the test set."
    if same(rates, [0.01, 0.2, 0.1]):
        return "You used the test set to make the choice."
    if same(rates, [max(scores) for scores in SCORES]):
        return "`max(scores)` finds the highest rate. Give it a `key` that looks up a share."
    for scores, right, rate in zip(SCORES, best, rates, strict=True):
        if not same(rate, right):
            return (
                f"For {scores}, the best rate on the validation set is {right}. Yours is "
                f"{short(rate)}."
            )
    if same(reports, [scores[r][VALIDATION] for scores, r in zip(SCORES, best, strict=True)]):
        return (
            "The rate is right, but don't report its share on the validation set: it was "
            "picked for being high."
        )
    if same(reports, [0.976, 0.8, 0.95]):
        return "The rate is right, but the share that you report belongs to a different rate."
    if any(isinstance(numbers(report), list | tuple) for report in reports):
        return "The rate is right, but you report both of its shares. Report one of them."
    for rate, right, report in zip(best, on_test, reports, strict=True):
        if not same(report, right):
            return (
                f"The rate {rate} is right, but its share on the test set is {right}, not "
                f"{short(report)}."
            )
    first, second = (call(answer, dict(scores))[0] for scores in TIES)
    if not same(first, second):
        return (
            "When two rates are equally good on the validation set, your function uses the "
            "test set to decide."
        )
    return None


# Losses, a patience, and the hint for each wrong answer.
RUNS = (
    ([1.0, 0.8, 0.9, 0.85, 0.7, 0.75, 0.74, 0.72, 0.6], 3),
    ([1.0, 0.9, 0.8, 0.7], 2),
    ([0.5, 0.6, 0.4, 0.45, 0.46, 0.47, 0.3], 2),
    ([0.5, 0.5, 0.5, 0.4], 2),
    ([0.9, 0.8, 0.85], 3),
    ([1.0, 0.9, 0.95, 0.8, 0.85, 0.7], 3),
    ([0.5, 0.4999999, 0.6, 0.7], 2),
)
STOPS = [(4, 7), (3, 3), (2, 4), (0, 2), (1, 2), (5, 5), (1, 3)]


def _wait(losses: list[float], patience: int, late: int = 0, strict: bool = True) -> tuple:
    best = 0
    for epoch, loss in enumerate(losses):
        if loss < losses[best] or (not strict and loss == losses[best]):
            best = epoch
        if epoch - best == patience + late:
            return best, epoch
    return best, len(losses) - 1


def _rises(losses: list[float], patience: int) -> tuple:
    """Return the best and last epoch if patience counts epochs worse than the one before."""
    best = waiting = 0
    for epoch in range(1, len(losses)):
        best = epoch if losses[epoch] < losses[best] else best
        waiting = waiting + 1 if losses[epoch] > losses[epoch - 1] else 0
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1


def _since_a_fall(losses: list[float], patience: int, first: int = 1) -> tuple:
    """Return the best and last epoch if each loss below the one before counts as the best."""
    best = 0
    for epoch in range(first, len(losses)):
        best = epoch if losses[epoch] < losses[epoch - 1] else best
        if epoch - best == patience:
            return best, epoch
    return best, len(losses) - 1


def _total(losses: list[float], patience: int, first: int = 1) -> tuple:
    """Return the best and last epoch if the count of epochs without a new best never restarts."""
    best = waiting = 0
    for epoch in range(first, len(losses)):
        if losses[epoch] < losses[best]:
            best = epoch
        else:
            waiting += 1
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1


def _counting_the_first(losses: list[float], patience: int) -> tuple:
    """Return the best and last epoch if epoch 0 counts as one without a new best."""
    best = waiting = 0
    for epoch, loss in enumerate(losses):
        best, waiting = (epoch, 0) if loss < losses[best] else (best, waiting + 1)
        if waiting == patience:
            return best, epoch
    return best, len(losses) - 1


THE_PREVIOUS = "You compare each loss with the previous one. Compare it with the best loss so far."
NEVER_RESET = (
    "You count all epochs without a new best, but the count has to start over after each new best."
)
WAITS: list[tuple[Callable[[list[float], int], tuple], str]] = [
    (
        lambda losses, p: (min(range(len(losses)), key=losses.__getitem__), len(losses) - 1),
        (
            "Your loop never stops early, because it looks at all the losses, including those "
            "after the stop."
        ),
    ),
    (
        lambda losses, p: (0, len(losses) - 1),
        (
            "Your first number is always 0. When should `best` change? And does a `return` end the "
            "first round of the loop?"
        ),
    ),
    (
        _counting_the_first,
        "You count epoch 0 as one without a new best. But it has nothing before it to beat.",
    ),
    (
        lambda losses, p: _wait([-loss for loss in losses], p),
        "You keep the highest loss. The best loss is the lowest one.",
    ),
    (
        lambda losses, p: tuple(epoch + 1 for epoch in _wait(losses, p)),
        "Both of your numbers are one too high, because epochs count from 0.",
    ),
    (lambda losses, p: _wait(losses, p, late=1), "Your loop stops one epoch late."),
    (lambda losses, p: _wait(losses, p, late=-1), "Your loop stops one epoch early."),
    (
        lambda losses, p: _wait(losses, p, strict=False),
        "A loss equal to the best isn't an improvement. Use `<`, not `<=`.",
    ),
    (_rises, THE_PREVIOUS),
    (_since_a_fall, THE_PREVIOUS),
    (lambda losses, p: _since_a_fall(losses, p, first=0), THE_PREVIOUS),
    (_total, NEVER_RESET),
    (lambda losses, p: _total(losses, p, first=0), NEVER_RESET),
    (lambda losses, p: _wait(losses, p)[::-1], "You returned the two results in the wrong order."),
    (
        lambda losses, p: (_wait(losses, p)[1],) * 2,
        "Return the epoch of the best loss first, and then the epoch at which training stops.",
    ),
    (
        lambda losses, p: (losses[_wait(losses, p)[0]], _wait(losses, p)[1]),
        "Return the epoch of the best loss first, not that loss itself.",
    ),
    (
        lambda losses, p: (
            _wait(losses, p)[0],
            _wait(losses, p)[1] + (_wait(losses, p)[1] - _wait(losses, p)[0] < p),
        ),
        "Epochs count from 0, so the last of them is `len(losses) - 1`.",
    ),
]


@exercise(
    "patience",
    keep="Stop when the loss hasn't improved for a while, and go back to the best weights.",
    hints=[
        "`best` is the epoch with the smallest loss so far. When does it change?",
        "What does `epoch - best` count?",
        "Write `if epoch - best == patience:`, and then `return best, epoch`.",
    ],
)
def patience(stop_early: Callable[..., Any]) -> str | None:
    pairs = [call(stop_early, list(losses), wait) for losses, wait in RUNS]
    if None in pairs and pairs.count(None) < len(pairs):
        return (
            "If it's never time to stop, your function returns nothing. Add a `return` after "
            "the loop."
        )
    if any(not isinstance(pair, list | tuple) or len(pair) != 2 for pair in pairs):
        return (
            "Return two numbers: the epoch of the best loss, and the epoch at which training stops."
        )
    if same(pairs, STOPS):
        larger = [call(stop_early, [1e6 * loss for loss in losses], wait) for losses, wait in RUNS]
        if same(larger, STOPS):
            return None
        return (
            "That's right for losses up to 1, but not if all losses are larger. What does your "
            "best loss start from?"
        )
    for formula, hint in WAITS:
        if same(pairs, [formula(*run) for run in RUNS]):
            return hint
    for (losses, wait), pair, (best, stop) in zip(RUNS, pairs, STOPS, strict=True):
        if not same(pair, (best, stop)):
            return (
                f"For {losses} and a patience of {wait}, the best is epoch {best}, and "
                f"training stops at {stop}. Your function returns {short(pair)}."
            )
    return None


EXERCISES = (share, twice, cross, honest, patience)
