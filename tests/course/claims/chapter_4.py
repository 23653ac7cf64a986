"""What the text of chapter 4 says about runs that none of its cells makes."""

HELD = "__import__('minigrad.explore.accumulation', fromlist=['_']).every(6)"
RUNS = "two_runs(lr=0.02).frames"
FITTED = "__import__('minigrad.course.chapter_4.fitting', fromlist=['_']).slope_after"
AT_THE_END = (
    "(lambda w, sgd: [[loss := (w - 1) ** 2, loss.backward(), sgd.step(), sgd.zero_grad()]"
    " for _ in range(36)][-1][0].item())(*(lambda w: (w, mg.optim.SGD([w], lr=0.02)))("
    "mg.zeros((), requires_grad=True)))"
)

SECOND = (
    "(lambda losses: losses[59] < 0.02 < 0.9 < max(losses[30:50]) and min(losses[:30]) < 0.02)"
    "(fit(60, 0.003, False))"
)


def last(lr: str, *, zeroing: bool) -> str:
    return f"fit(60, {lr}, zeroing={zeroing})[-1]"


SLOW = f"{last('0.0003', zeroing=False)}, {last('0.0003', zeroing=True)}"
SHARES = "(lambda x, y: 2 * x * (0.5 * x - y))(mg.arange(6.0), mg.tensor([1.0, 3, 2, 5, 4, 6]))"
FIVE = "mg.arange(5.0)"
BY_SHARES = f"{FIVE}.mean() == 2 / 5 * {FIVE}[0:2].mean() + 3 / 5 * {FIVE}[2:5].mean()"
# The most numbers in one array that a graph has saved.
LARGEST = (
    "(lambda walk: lambda node: walk(walk, node))(lambda walk, node: max("
    "[saved.size for saved in getattr(node, 'saved', None) or () if hasattr(saved, 'size')]"
    " + [walk(walk, other) for other, _ in node.next_functions if other], default=0))"
)
CLAIMS = [
    (
        "Call `backward()` three times, and `.grad` is 9.",
        f"{HELD}[('backward()',) * 3][-1] == 9",
    ),
    *(
        (piece, f"{HELD}[(*['backward()'] * 3, 'zero_grad()', *['backward()'] * 2)][-1] == 6")
        for piece in (
            "How many calls lead from there to 6?",
            "Three: `zero_grad()`, then `backward()` twice.",
        )
    ),
    (
        "without a zeroing, `.grad` grows by 3 with each call",
        f"all({HELD}[('backward()',) * n][-1] == 3 * n for n in range(1, 7))",
    ),
    ("0.02 is too low: it takes long.", "fit(12, 0.02, zeroing=True)[-1] > 0.4"),
    (
        "each step goes past 1, and ends a little farther from it than it began",
        "all(b > a for a, b in zip(high, high[1:])) and 1 - 2 * 1.02 < -1",
    ),
    ("For seven steps the loss falls, and fast.", "all(bad[k + 1] < bad[k] for k in range(7))"),
    ("At step 7 the true", "min(range(16), key=bad.__getitem__) == 7"),
    (
        "At step 7 the true gradient is −0.14, and `.grad` is near −10",
        f"'gradient is −0.14, .grad holds −10.05' in {RUNS}[7,].sentence",
    ),
    (
        "until at step 15 the weight turns around, about as high as it started",
        "max(range(7, 24), key=bad.__getitem__) == 15 and abs(bad[15] - 1) < 0.01",
    ),
    (
        "Slower waves, about as high as before",
        "abs(max(half[8:]) - 1) < 0.01 > abs(max(quarter[16:]) - 1)",
    ),
    (
        "with the zeroing before `backward()`, or after `step()`",
        f"round({AT_THE_END}, 4) == 0.0574",
    ),
    (
        "12 from the first loss, and 30 from the second.",
        "[c * mg.autograd.grad(w * w, w)[0].item() for c in (2, 5)] == [12, 30]",
    ),
    (
        "`2 * x * (w * x - y)`: 0, −5, −4, −21, −16 and −35",
        f"{SHARES}.tolist() == [0, -5, -4, -21, -16, -35]",
    ),
    (
        "no graph held more than two of the examples",
        f"[{LARGEST}(((w * mg.ones(6)[0:n]) ** 2).sum().grad_fn) for n in (2, 6)] == [2, 6]",
    ),
    (
        "now from −5, −25 and −51",
        f"[{SHARES}[k : k + 2].sum().item() for k in (0, 2, 4)] == [-5, -25, -51]",
    ),
    (
        "Find a rate below 0.02 for which it is false",
        f"{last('0.003', zeroing=False)} < {last('0.003', zeroing=True)}",
    ),
    (
        "`fit_factor(x, 2 * x, 0.05, 60)` is 2",
        f"abs({FITTED}([1.0, 2.0, 3.0], [2.0, 4.0, 6.0], 0.05, 60) - 2) < 1e-5",
    ),
    *(
        (
            "0.02, 0.01 and 0.005, that is so",
            f"{last(lr, zeroing=False)} > {last(lr, zeroing=True)}",
        )
        for lr in ("0.02", "0.01", "0.005")
    ),
    (
        "still on its first way down after 60 steps",
        "(lambda losses: all(b < a for a, b in zip(losses, losses[1:])))(fit(60, 0.0003, False))",
    ),
    (
        "with a loss of 0.01, and the other one has 0.93",
        f"[round(loss, 2) for loss in ({SLOW})] == [0.01, 0.93]",
    ),
    (
        "Every rate from 0.00001 to 0.001 is right",
        "all(fit(60, k / 1e5, False)[-1] < fit(60, k / 1e5, True)[-1] for k in range(1, 101))",
    ),
    (
        "(0.003 is right as well: there the second wave is near the bottom.",
        SECOND,
    ),
    (
        "after 60 steps the unzeroed run hasn't reached the bottom",
        "fit(61, 0.0003, False)[-1] > 0",
    ),
    ("If a piece has 2 of 5 numbers, its mean counts 2 / 5.", BY_SHARES),
    ("`range(0, 5, 2)` counts in steps of 2: 0, 2, 4", "list(range(0, 5, 2)) == [0, 2, 4]"),
]
