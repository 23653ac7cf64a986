"""What the text of chapter 4 says about runs that none of its cells makes."""

CALLS, RUNS = "backward_calls().frames", "two_runs(lr=0.02).frames"
MEAN = "((w * mg.arange(6.0)[{0}] - y[{0}]) ** 2).mean()"
UNEVEN = " + ".join(MEAN.format(part) for part in ("0:5", "5:6"))
FITTED = "__import__('minigrad.course.chapter_4.fitting', fromlist=['_']).slope_after"


def last(lr: str, *, zeroing: bool) -> str:
    return f"fit(60, {lr}, zeroing={zeroing})[-1]"


ZEROED = "mg.optim.SGD([w], lr=0.1).zero_grad(set_to_none=False)"
SLOW = f"{last('0.0005', zeroing=False)}, {last('0.0005', zeroing=True)}"
FORGETS = "[w := mg.ones((), requires_grad=True), (3 * w).backward(), (3 * w).backward()][0]"
FIVE = "mg.arange(5.0)"
BY_SHARES = f"{FIVE}.mean() == 2 / 5 * {FIVE}[0:2].mean() + 3 / 5 * {FIVE}[2:5].mean()"
CLAIMS = [
    ("Never zeroed, `.grad` holds 30.", f"'w.grad = 30,' in {CALLS}[0, 10].sentence"),
    (
        "Zeroed before each call, it holds the true gradient, 3.",
        f"all('w.grad = 3,' in {CALLS}[2, n].sentence for n in range(1, 21))",
    ),
    (
        "`None`, not zeros, which would be `zero_grad(set_to_none=False)`",
        f"({ZEROED}, w.grad.item())[1] == 0",
    ),
    ("Too low, and it takes long.", "fit(12, 0.02, zeroing=True)[-1] > 0.4"),
    (
        "each step lands on the other side of the valley, higher up than before",
        "all(b > a for a, b in zip(high, high[1:]))",
    ),
    ("For eight steps the loss falls", "all(bad[k + 1] < bad[k] for k in range(7))"),
    ("the loss climbs back to where it began", "max(bad[8:24]) >= bad[0]"),
    (
        "Slower waves, as high as before",
        "abs(max(half[8:]) - 1) < 0.01 > abs(max(quarter[16:]) - 1)",
    ),
    (
        "At step 7 the true gradient is −0.14, and `.grad` is near −10",
        f"'gradient is −0.14, .grad holds −10.05' in {RUNS}[7,].sentence",
    ),
    ("At step 7", "min(range(16), key=bad.__getitem__) == 7"),
    ("across the bottom, to 1.13", f"'Never zeroed: w = 1.13' in {RUNS}[8,].sentence"),
    (
        "until at step 15 the weight turns around, as high as it started",
        "max(range(31), key=bad.__getitem__) in (15, 0) and abs(bad[15] - 1) < 0.01",
    ),
    ("after 40 rounds it looks better than the right loop", "bad[39] < good[39]"),
    (
        "no single factor is right for all batches",
        f"abs(mg.autograd.grad({UNEVEN}, w)[0] / whole - 2) > 0.1",
    ),
    ("the slopes add up to $1 + 2w + 3w^2$", "1 + 2 * 0.5 + 3 * 0.5**2 == 2.75"),
    ("with the past held still, to $1 + w + w^2$", "1 + 0.5 + 0.5**2 == 1.75"),
    (
        "`fit_slope(x, 2 * x, 0.05, 60)` is 2",
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
        "with a loss of 0.09, and the other one has 0.89",
        f"[round(loss, 2) for loss in ({SLOW})] == [0.09, 0.89]",
    ),
    (
        "(0.003 is right as well: there the first wave is near the bottom.",
        f"{last('0.003', zeroing=False)} < 0.02 < {last('0.003', zeroing=True)}",
    ),
    (
        "at a rate of 1.2 the zeroed run explodes, while the other one only swings",
        f"{last('1.2', zeroing=True)} > 1e6 and max(fit(60, 1.2, zeroing=False)) < 4",
    ),
    ("hold after 10 calls?", f"'w.grad = 6,' in {CALLS}[1, 10].sentence"),
    ("10 calls, 3 each.", f"'w.grad = 30,' in {CALLS}[0, 10].sentence"),
    ("the same run after 40 rounds", "len(bad[:40]) == 40 and round(bad[39], 4) == 0.0035"),
    ("and 6 if it forgets", f"{FORGETS}.grad.item() == 6"),
    ("one that forgets 6.", f"{FORGETS}.grad.item() == 6"),
    ("If a piece has 2 of 5 numbers, its mean counts 2 / 5.", BY_SHARES),
]
