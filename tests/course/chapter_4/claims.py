"""Check chapter 4's claims about experiments that aren't run in the notebook."""

from itertools import pairwise
from typing import Any

import minigrad as mg

HERE = "__import__('tests.course.chapter_4.claims', fromlist=['_'])"
HELD = "__import__('minigrad.explore.accumulation', fromlist=['_']).every(6)"
RUNS = "two_runs(lr=0.02).frames"
FITTED = "__import__('minigrad.course.chapter_4.fitting', fromlist=['_']).slope_after"
AT_THE_END = (
    "(lambda w, sgd: [[loss := (w - 1) ** 2, loss.backward(), sgd.step(), sgd.zero_grad()]"
    " for _ in range(36)][-1][0].item())(*(lambda w: (w, mg.optim.SGD([w], lr=0.02)))("
    "mg.zeros((), requires_grad=True)))"
)

SECOND = (
    "(lambda losses: losses[59] < fit(60, {0}, True)[59] and 0.9 < max(losses[20:50])"
    " and min(losses[:30]) < 0.02)(fit(60, {0}, False))"
)


def last(lr: str, *, zeroing: bool) -> str:
    return f"fit(60, {lr}, zeroing={zeroing})[-1]"


SLOW = f"{last('0.0003', zeroing=False)}, {last('0.0003', zeroing=True)}"
SHARES = "(lambda x, y: 2 * x * (0.5 * x - y))(mg.arange(6.0), mg.tensor([1.0, 3, 2, 5, 4, 6]))"
FIVE = "mg.arange(5.0)"
BY_SHARES = f"{FIVE}.mean() == 2 / 5 * {FIVE}[0:2].mean() + 3 / 5 * {FIVE}[2:5].mean()"
# The size of the largest array saved in a graph.
LARGEST = (
    "(lambda walk: lambda node: walk(walk, node))(lambda walk, node: max("
    "[saved.size for saved in getattr(node, 'saved', None) or () if hasattr(saved, 'size')]"
    " + [walk(walk, other) for other, _ in node.next_functions if other], default=0))"
)


def losses_of_the_shrinking_rate() -> list[float]:
    """Return exercise 3's losses if gradients are never zeroed and the learning rate decays."""
    x = mg.tensor([1.0, 2.0, 3.0])
    w: Any = mg.tensor(0.0, requires_grad=True)
    losses, lr = [], 0.05
    for _ in range(60):
        loss = ((w * x - 2 * x) ** 2).mean()
        loss.backward()
        losses.append(loss.item())
        with mg.no_grad():
            w -= lr * w.grad
        lr *= 0.9
    return losses


def skipped() -> list[float]:
    """Take a step with weights 1 and 2, of which only the first has a gradient; return both."""
    v, w = mg.tensor(1.0, requires_grad=True), mg.tensor(2.0, requires_grad=True)
    (v * v).backward()
    mg.optim.SGD([v, w], lr=0.1).step()
    return [round(v.item(), 6), w.item()]


def arrivals(*, passes: int) -> list[float]:
    """Return the gradients that reach a weight used twice, in one pass or two, and its `.grad`."""
    w, arrived = mg.tensor(2.0, requires_grad=True), []
    w.register_hook(lambda g: arrived.append(g.item()))
    losses = [2 * w + 5 * w] if passes == 1 else [2 * w, 5 * w]
    for loss in losses:
        loss.backward()
    assert w.grad is not None
    return [*arrived, w.grad.item()]


def climbs(losses: list[float]) -> list[int]:
    """Return the steps after which the loss is higher than before."""
    return [k for k, (a, b) in enumerate(pairwise(losses), 1) if b > a]


def early_step(*, none: bool) -> str:
    """Return the result of a handwritten step on a weight of 2 whose gradient is None or zero."""
    w: Any = mg.tensor(2.0, requires_grad=True)
    w.grad = None if none else mg.tensor(0.0)
    try:
        with mg.no_grad():
            w -= 0.1 * w.grad
    except TypeError as error:
        return type(error).__name__
    return f"{w.item():g}"


CLAIMS = [
    (
        "The shares were added within the pass, before they reached the mailbox.",
        f"{HERE}.arrivals(passes=1) == [7, 7]",
    ),
    (
        "The mailbox then adds what arrives to what `.grad` holds already",
        f"{HERE}.arrivals(passes=2) == [2, 5, 7]",
    ),
    (
        "Will that keep the loss from climbing back within 48 steps?",
        "min(max(losses[losses.index(min(losses[:24])) :]) for losses in (half, quarter)) > 0.99",
    ),
    (
        "For the first 44 steps the loss still goes up and down.",
        f"max({HERE}.climbs({HERE}.losses_of_the_shrinking_rate())) == 44",
    ),
    (
        "By the end the loss doesn't climb any more",
        f"max({HERE}.climbs({HERE}.losses_of_the_shrinking_rate())) < 45",
    ),
    (
        "With zeros, the step runs and moves nothing. With `None` you find out",
        f"[{HERE}.early_step(none=n) for n in (False, True)] == ['2', 'TypeError']",
    ),
    (
        "`step()` takes it for each parameter, and skips those that have no gradient",
        f"{HERE}.skipped() == [0.8, 2]",
    ),
    (
        "Call `backward()` three times, and `.grad` is 9.",
        f"{HELD}[('backward()',) * 3][-1] == 9",
    ),
    *(
        (piece, f"{HELD}[(*['backward()'] * 3, 'zero_grad()', *['backward()'] * 2)][-1] == 6")
        for piece in (
            "Now get to 6. How many more calls does it take?",
            "Three: `zero_grad()`, then `backward()` twice.",
        )
    ),
    (
        "Without a zeroing, `.grad` grows by 3 with each call",
        f"all({HELD}[('backward()',) * n][-1] == 3 * n for n in range(1, 7))",
    ),
    (
        "With 0.02 the rate is too low, and learning takes long.",
        "fit(12, 0.02, zeroing=True)[-1] > 0.4",
    ),
    (
        "each step goes past 1, and ends a little farther from it than it began",
        "all(b > a for a, b in zip(high, high[1:])) and 1 - 2 * 1.02 < -1",
    ),
    (
        "For seven steps the loss falls, and it falls fast.",
        "all(bad[k + 1] < bad[k] for k in range(7))",
    ),
    *(
        (piece, f"'.grad holds −10.05' in {RUNS}[7,].sentence")
        for piece in (
            "`.grad` holds the sum of all the gradients on the way down. At step 7 that's −10.05.",
        )
    ),
    ("At step 7 the true", "min(range(16), key=bad.__getitem__) == 7"),
    (
        "At step 7 the true gradient is −0.14, and `.grad` is near −10",
        f"'gradient is −0.14, and .grad holds −10.05' in {RUNS}[7,].sentence",
    ),
    (
        "until at step 15 the weight turns around, about as high as it started",
        "max(range(7, 24), key=bad.__getitem__) == 15 and abs(bad[15] - 1) < 0.01",
    ),
    (
        "The waves get slower, but they don't get lower",
        "abs(max(half[8:]) - 1) < 0.01 > abs(max(quarter[16:]) - 1)",
    ),
    (
        "if you zero before `backward()` or after `step()`",
        f"round({AT_THE_END}, 4) == 0.0574",
    ),
    (
        "The first loss brings 12, and the second brings 30.",
        "[c * mg.autograd.grad(w * w, w)[0].item() for c in (2, 5)] == [12, 30]",
    ),
    (
        "The six shares are 0, −5, −4, −21, −16, and −35.",
        f"{SHARES}.tolist() == [0, -5, -4, -21, -16, -35]",
    ),
    (
        "no graph held more than two of the examples",
        f"[{LARGEST}(((w * mg.ones(6)[0:n]) ** 2).sum().grad_fn) for n in (2, 6)] == [2, 6]",
    ),
    (
        "now as the sum of −5, −25, and −51",
        f"[{SHARES}[k : k + 2].sum().item() for k in (0, 2, 4)] == [-5, -25, -51]",
    ),
    (
        "Find a rate below 0.02 for which it's false",
        f"{last('0.003', zeroing=False)} < {last('0.003', zeroing=True)}",
    ),
    (
        "`fit_factor(x, 2 * x, 0.05, 60)` is 2",
        f"abs({FITTED}([1.0, 2.0, 3.0], [2.0, 4.0, 6.0], 0.05, 60) - 2) < 1e-5",
    ),
    *(
        (
            "That's true of the rates in the waves above, 0.02, 0.01, and 0.005.",
            f"{last(lr, zeroing=False)} > {last(lr, zeroing=True)}",
        )
        for lr in ("0.02", "0.01", "0.005")
    ),
    (
        "still on its first way down after 60 steps",
        "(lambda losses: all(b < a for a, b in zip(losses, losses[1:])))(fit(60, 0.0003, False))",
    ),
    (
        "with a loss of 0.01, while the other one is at 0.93",
        f"[round(loss, 2) for loss in ({SLOW})] == [0.01, 0.93]",
    ),
    (
        "Every rate from 0.00001 to 0.001 is right",
        "all(fit(60, k / 1e5, False)[-1] < fit(60, k / 1e5, True)[-1] for k in range(1, 101))",
    ),
    (
        "So are 0.003 and 0.004, because there the second wave is near the bottom.",
        f"{SECOND.format(0.003)} and {SECOND.format(0.004)}",
    ),
    (
        "the run without zeroing hasn't reached the bottom yet after 60 steps",
        "fit(61, 0.0003, False)[-1] > 0",
    ),
    ("If a piece has 2 of the 5 numbers, its mean has a weight of 2 / 5.", BY_SHARES),
    ("`range(0, 5, 2)` counts in steps of 2, that is 0, 2, 4", "list(range(0, 5, 2)) == [0, 2, 4]"),
]
