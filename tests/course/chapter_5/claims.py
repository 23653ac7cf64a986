"""Check chapter 5's claims about experiments that aren't run in the notebook."""

from functools import cache
from statistics import fmean, pstdev, stdev
from typing import Any

import minigrad as mg
from minigrad.course.chapter_5 import best_share_of_a_line

SEEDS = range(1, 6)
HERE = "__import__('tests.course.chapter_5.claims', fromlist=['_'])"
VALLEY = "mg.explore.valley"
BEST = f"{VALLEY}.least_squares(xs, ys)"  # the lowest loss, its position, and the curvatures
CURVATURES = f"{VALLEY}.np.linalg.eigvalsh({BEST}[2]).tolist()"
LIMIT = f"2 / {CURVATURES}[1]"
AT_THE_END = "boundary(points, labels).frame('these points', {}, 300).sentence"


SPREAD = """(lambda seen: max(seen) - min(seen))([
    train(
        lambda: (lambda pair: F.mse_loss(led[0] * xs[pair] + led[1], ys[pair]))(mg.randperm(8)[:2]),
        mg.optim.SGD([led], lr={}),
        1,
    ) * 0 + led[0].item()
    for _ in [mg.manual_seed(0)]
    for led in [mg.tensor([1.99, -1.08], requires_grad=True)]
    for step in range(100)
])"""
TENS = f"[b - a for a, b in zip(sorted({VALLEY}.POWERS), sorted({VALLEY}.POWERS)[1:])]"

STUCK = "(1e4 * mg.tensor([-1.0, 1.0])).tanh().tolist() == [-1, 1]"
BROUGHT_BACK = (
    f"{VALLEY}.manner({VALLEY}.SHARES[89] * {LIMIT}, 0.1, {CURVATURES})[0] < 1"
    f" < {VALLEY}.manner({VALLEY}.SHARES[89] * {LIMIT}, 0.0, {CURVATURES})[0]"
)


def with_momentum(momentum: float) -> str:
    """Return code that computes the first model's position after three steps."""
    return (
        "([led := mg.tensor(1.0, requires_grad=True), train(lambda: (led * 2 - 6) ** 2, "
        f"mg.optim.SGD([led], lr=0.05, momentum={momentum}), 3)] and round(led.item(), 3))"
    )


def left_over(momentum: float) -> str:
    """Return code for the fraction of the distance left after each late step, at rate 0.6/L."""
    slowest = f"{VALLEY}.manner(0.3 * {LIMIT}, {momentum}, {CURVATURES})[0]"
    return f"f'{{{slowest}:.3f}}'"


def rate_says(lr: str, words: str) -> str:
    return (
        f"any('lr = {lr},' in frame.sentence and '{words}' in frame.sentence "
        "for frame in learning_rate().frames.values())"
    )


def factor_is(lr: str, factor: float) -> str:
    return f"round(1 - 8 * ({lr}), 9) == {factor}"


def descend(loss_of: Any, tensors: list[Any], steps: int, lr: float, momentum: float = 0) -> None:
    optimizer = mg.optim.SGD(tensors, lr=lr, momentum=momentum)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of().backward()
        optimizer.step()


@cache
def right(units: int, steps: int = 300) -> list[int]:
    """Return how many of the 80 points are classified correctly after training, for each seed."""
    points, labels = points_of_two_kinds(1)
    counts = []
    for seed in SEEDS:
        mg.manual_seed(seed)
        A = (mg.randn(2, units) * 0.5).requires_grad_()
        a = mg.zeros(units, requires_grad=True)
        u = (mg.randn(units) * 0.5).requires_grad_()
        e = mg.zeros(1, requires_grad=True)

        def logits(A: Any = A, a: Any = a, u: Any = u, e: Any = e) -> Any:
            return (points @ A + a).tanh() @ u + e

        def loss(logits: Any = logits) -> Any:
            return mg.nn.functional.binary_cross_entropy_with_logits(logits(), labels)

        descend(loss, [A, a, u, e], steps, 0.3, 0.9)
        counts.append(int(((logits() > 0) == (labels > 0)).sum().item()))
    return counts


def points_of_the_line() -> tuple[Any, Any]:
    mg.manual_seed(0)
    xs = mg.linspace(0.0, 3.5, 8)
    return xs, 2 * xs - 1 + 0.5 * mg.randn(8)


def loss_after(lr: float, steps: int) -> float:
    """Return the loss of the line through the eight points after the given number of steps."""
    xs, ys = points_of_the_line()
    w, b = mg.zeros((), requires_grad=True), mg.zeros((), requires_grad=True)
    descend(lambda: mg.nn.functional.mse_loss(w * xs + b, ys), [w, b], steps, lr)
    return round(mg.nn.functional.mse_loss(w * xs + b, ys).item(), 2)


@cache
def spread(size: int) -> tuple[float, float]:
    """Return how much w fluctuates with this batch size, as a mean and spread over five seeds."""
    xs, ys = points_of_the_line()
    deviations = []
    for seed in SEEDS:
        mg.manual_seed(seed)
        w, b = mg.zeros((), requires_grad=True), mg.zeros((), requires_grad=True)
        seen = []
        for epoch in range(200):
            for part in mg.randperm(8).reshape(8 // size, size):
                batch = (xs[part], ys[part])
                descend(
                    lambda b=b, w=w, at=batch: ((w * at[0] + b - at[1]) ** 2).mean(), [w, b], 1, 0.1
                )
            if epoch >= 100:
                seen.append(w.item())
        deviations.append(pstdev(seen))
    return round(fmean(deviations), 2), round(pstdev(deviations), 2)


def points_of_two_kinds(seed: int) -> tuple[Any, Any]:
    mg.manual_seed(seed)
    points = mg.rand(80, 2) * 2 - 1
    return points, (points[:, 0] * points[:, 1] > 0).float()


@cache
def lines() -> list[tuple[float, float, float]]:
    """Return three accuracies for each of five sets of points.

    They're the accuracies of the trained line, of always predicting the more common class, and of
    the best line.
    """
    shares = []
    for seed in SEEDS:
        points, labels = points_of_two_kinds(seed)
        w, b = mg.zeros(2, requires_grad=True), mg.zeros((), requires_grad=True)

        def logits(points: Any = points, w: Any = w, b: Any = b) -> Any:
            return points @ w + b

        def loss(logits: Any = logits, labels: Any = labels) -> Any:
            return mg.nn.functional.binary_cross_entropy_with_logits(logits(), labels)

        descend(loss, [w, b], 400, 0.3, 0.9)
        trained = ((logits() > 0) == (labels > 0)).float().mean().item()
        yes = labels.mean().item()
        shares.append((trained, max(yes, 1 - yes), best_share_of_a_line(points, labels)))
    return shares


def mean_and_spread(shares: list[float]) -> tuple[float, float]:
    return round(fmean(shares), 2), round(stdev(shares), 2)


CLAIMS = [
    *(
        (piece, f"{HERE}.spread({size}) == {numbers}")
        for piece, size, numbers in (
            ("is 0.39 ± 0.03 with one point per step", 1, (0.39, 0.03)),
            ("0.19 ± 0.02 with two", 2, (0.19, 0.02)),
            ("0.09 ± 0.01 with four", 4, (0.09, 0.01)),
        )
    ),
    (
        "with a loss of 0.94 against 1.09",
        f"[{HERE}.loss_after(lr, 3) for lr in (0.1, 0.15)] == [0.94, 1.09]",
    ),
    (
        "with 0.45 against 0.38",
        f"[{HERE}.loss_after(lr, 20) for lr in (0.1, 0.15)] == [0.45, 0.38]",
    ),
    (
        "a rate of 0.1 is ahead of 0.15 after three steps",
        f"{HERE}.loss_after(0.1, 3) < {HERE}.loss_after(0.15, 3)",
    ),
    (
        "from each of five other random starts, the network also gets all 80 points right",
        f"{HERE}.right(8, 400) == [80] * 5",
    ),
    *(
        (piece, f"(min(c := {HERE}.right({units})), max(c)) == {ends}")
        for piece, units, ends in (
            ("one unit gets 52 to 58", 1, (52, 58)),
            ("two get 60 to 70", 2, (60, 70)),
            ("four get 78 to 80", 4, (78, 80)),
        )
    ),
    ("With 0.125, which is 1/curvature, it's 0", rate_says("0.125", "after a single step")),
    ("With a rate of 0.05 it's 0.6.", factor_is("0.05", 0.6)),
    ("So −2 becomes −1.2, and `w` is 1.8", "round(0.6 * (1 - 3), 3) == -1.2 and 3 - 1.2 == 1.8"),
    (
        "each grid line is a loss a hundred times as large",
        f"{TENS} == [2, 2, 2, 2, 2]",
    ),
    ("10⁻⁴ is 0.0001", f"{VALLEY}.POWERS[-4.0] == '10⁻⁴' and 10**-4 == 0.0001"),
    ("`w` jumps from 1 to 5 and back forever", "1 - 0.25 * 8 * (1 - 3) == 5"),
    ("`w` jumps from 1 to 5 and back forever", "5 - 0.25 * 8 * (5 - 3) == 1"),
    ("With 0.25, which is 2/curvature, it's −1", rate_says("0.25", "back and forth forever")),
    ("The twin is 0.22. The factors are 0.76 and −0.76", rate_says("0.22", "w − 3 by −0.76")),
    ("The twin is 0.22. The factors are 0.76 and −0.76", rate_says("0.03", "w − 3 by 0.76")),
    ("Up to 0.125 the path stays on its side", rate_says("0.11", "stays on its side")),
    ("From there on it crosses with every step", rate_says("0.14", "changes sides")),
    ("from 0.25 on it no longer comes closer", rate_says("0.255", "gets farther away")),
    (
        "The factors are 0.76 and −0.76, so one run",
        factor_is("0.03", 0.76) + " and " + factor_is("0.22", -0.76),
    ),
    ("1 − 8 · 0.03 = 0.76", factor_is("0.03", 0.76)),
    (
        "the other side at the same speed, you need the factor −0.76, so 8 lr = 1.76",
        factor_is("1.76 / 8", -0.76),
    ),
    ("With 0.25, the factor is −1, so the loss stays", factor_is("0.25", -1)),
    ("With 0.125, the factor is 0, so a single step", factor_is("0.125", 0)),
    ("The factor would be −1.4, so the run would explode", factor_is("10 * 0.03", -1.4)),
    ("Twice the rate gives a factor of 0.52", factor_is("2 * 0.03", 0.52)),
    (
        "has moved the line a little away from $2x - 1$",
        "0.001 < abs(((xs - xs.mean()) * ys).sum() / ((xs - xs.mean()) ** 2).sum() - 2) < 0.02",
    ),
    (
        "No line has a lower loss than this 0.3501",
        f"round({BEST}[0], 4) == 0.3501 and [round(v, 2) for v in {BEST}[1]] == [1.99, -1.08]",
    ),
    (
        "`F.mse_loss` does the same, but at least it warns you",
        (
            "__import__('pytest').warns(UserWarning, F.mse_loss, column * 2.0, ys).item()"
            " == ((column * 2.0 - ys) ** 2).mean().item()"
        ),
    ),
    ("$\\ln$ of 0.368 is −1", "round(mg.tensor(0.368).log().item(), 2) == -1"),
    ("$\\exp(-1)$ is 0.368", "round(mg.tensor(-1.0).exp().item(), 3) == 0.368"),
    (
        "$p$ is 1/1.368 = 0.731",
        "round(1 / 1.368, 3) == round(mg.sigmoid(mg.tensor(1.0)).item(), 3)",
    ),
    (
        "with the probability 0.1 · 0.1 = 0.01",
        "[round(v, 4) for v in (-mg.tensor([0.1, 0.01]).log()).tolist()] == [2.3026, 4.6052]",
    ),
    (
        "the slope of $\\ln p$ along $p$ is $1/p$",
        (
            "all(abs(mg.autograd.grad(q.log(), q)[0].item() - 1 / q.item()) < 1e-4 "
            "for q in [mg.tensor(v, requires_grad=True) for v in (0.1, 0.5, 0.9)])"
        ),
    ),
    (
        "the slope of the sigmoid along $z$ is $p(1 - p)$",
        (
            "all(abs(mg.autograd.grad(q.sigmoid(), q)[0] - q.sigmoid() * (1 - q.sigmoid())) < 1e-6 "
            "for q in [mg.tensor(v, requires_grad=True) for v in (-2.0, 0.5, 1.0)])"
        ),
    ),
    ("the first slope is 1/0.269 = 3.72", "round(p.grad.item(), 2) == round(1 / 0.269, 2) == 3.72"),
    ("0.731 · 0.269 = 0.197", "round((p * (1 - p)).item(), 3) == round(0.731 * 0.269, 3)"),
    (
        "The first is the loss from above, and the second is wrong.",
        "mg.allclose(F.binary_cross_entropy_with_logits(z, mg.tensor(0.0)), -(1 - p).log())",
    ),
    (
        "The best line for such data is a flat one, at the mean of the targets",
        (
            f"[round(v, 3) for v in {VALLEY}.least_squares(column.repeat(1, 8).flatten(), "
            "ys.repeat(8))[1]] == [0, round(ys.mean().item(), 3)]"
        ),
    ),
    ("shuffles the numbers 0 to 7", "sorted(mg.randperm(8).tolist()) == list(range(8))"),
    ("64 pairs, every point with every target", "(column * 1.0 + b - xs).numel() == 64"),
    ("every prediction met every target, 64 pairs", "(column * 1.0 + b - xs).numel() == 64"),
    (
        "a long valley, steep across and nearly flat along",
        f"{CURVATURES}[1] > 10 * {CURVATURES}[0]",
    ),
    (
        "At 0.1, `w` stays near 1.99 but keeps moving",
        f"abs({BEST}[1][0] - 1.99) < 0.005 < 0.1 < {SPREAD.format(0.1)} < 1",
    ),
    ("The smaller rate calms it.", f"{SPREAD.format(0.01)} < {SPREAD.format(0.1)} / 3"),
    ("while plain steps had only reached 2.28", "f'{3 - 2 * 0.6**2:.2f}' == '2.28'"),
    (
        "`optim.SGD([w], lr=0.05, momentum=0.5)` makes exactly these steps",
        f"{with_momentum(0.5)} == 3.248",
    ),
    ("above 0.195, which is 2/curvature across the valley", f"round({LIMIT}, 3) == 0.195"),
    ("the number $e$, about 2.718, to the power $z$", "abs(2.718**-1 - 0.368) < 1e-3"),
    ("A momentum of 0.1 brings it back", BROUGHT_BACK),
    ("Does a momentum of 0.1 bring the path back?", BROUGHT_BACK),
    ("by 0.970 without momentum", f"{left_over(0.0)} == '0.970'"),
    ("by 0.935 with 0.5", f"{left_over(0.5)} == '0.935'"),
    ("by 0.949 with 0.9", f"{left_over(0.9)} == '0.949'"),
    ("gets 59 of the 80 points right", "best_share_of_a_line(points, labels) * 80 == 59"),
    (
        "In the trained model, $z$ is above 0 everywhere, so it says *yes* to all of them.",
        "(line(points) > 0).all()",
    ),
    ("The model ends with a logit above 0 at every point", "(line(points) > 0).all()"),
    (
        "the trained line gets a share of 0.56 ± 0.09",
        f"{HERE}.mean_and_spread([t for t, _, _ in {HERE}.lines()]) == (0.56, 0.09)",
    ),
    (
        "for two of them it would do better to always give the more common answer",
        f"[trained < common for trained, common, _ in {HERE}.lines()].count(True) == 2",
    ),
    (
        "The best line always gets more: 0.73 ± 0.02",
        (
            f"{HERE}.mean_and_spread([b for _, _, b in {HERE}.lines()]) == (0.73, 0.02)"
            f" and all(b > max(t, c) for t, c, b in {HERE}.lines())"
        ),
    ),
    (
        "and 45 of the 80 are yes",
        "(labels.sum(), labels.numel()) == (45, 80)",
    ),
    ("With 0.12, the factor is 0.04", factor_is("0.12", 0.04)),
    ("With 0.2, the factor is −0.6", factor_is("0.2", -0.6)),
    ("the factor is 1.24, so `w` moves away", factor_is("-0.03", 1.24)),
    ("2 · 8 + 8 + 8 + 1 = 33 numbers, moved", "sum(t.numel() for t in (W, c, v, d)) == 33"),
    ("At step 300, one unit has 56 of the 80", f"'56 of 80' in {AT_THE_END.format(1)}"),
    ("while the trained line had 45", "accuracy(line) * 80 == 45"),
    (
        "a sum of lines is a line again",
        "mg.allclose((points @ W + c) @ v + d, points @ (W @ v) + (c @ v + d), atol=1e-4)",
    ),
    (
        "With $\\mu = 1$ nothing is ever forgotten",
        (
            f"abs({with_momentum(1.0)} - mg.course.chapter_5.runs.descended("
            "[2.0], [6.0], 3, 0.05, zero=False, start=1.0)) < 1e-3"
        ),
    ),
    ("Two units have 69", f"'69 of 80' in {AT_THE_END.format(2)}"),
    ("four have 79", f"'79 of 80' in {AT_THE_END.format(4)}"),
    (
        "With eight, all are right within the first hundred steps",
        (
            "'after 100 steps' in boundary(points, labels).frame('these points', 8, 100).sentence "
            "and '80 of 80' in boundary(points, labels).frame('these points', 8, 100).sentence"
        ),
    ),
    ("can be written in 120 orders", "len(orders.outcomes) == 120"),
    ("the loss ends below 0.01", "mg.course.chapter_5.orders.TRAINED == 0.01"),
    ("Half of −16 and −9.6, which together are −17.6", "round(0.5 * -16 - 9.6, 3) == -17.6"),
    (
        "100 orders use a name before it exists, and 13 more",
        "orders.count('learns nothing') + orders.count('RuntimeError') == 13",
    ),
    ("The check trains them for 300 steps", "mg.course.chapter_5.runs.STEPS == 300"),
    ("the units shouldn't be stuck at −1 or 1 from the first", STUCK),
    ("push each unit to −1 or 1", STUCK),
    ("Here the curvature is 2, so the factor is 1 − 2 lr", "2 * 1.0**2 == 2"),
    ("Which rate gives a factor of −0.8, and which gives 0.8", "round(1 - 2 * 0.9, 3) == -0.8"),
    ("The factors are 0.8 and −0.8", "[round(1 - 2 * lr, 3) for lr in (0.1, 0.9)] == [0.8, -0.8]"),
    ("We'll run them all, fifty rounds each", "mg.course.chapter_5.orders.ROUNDS == 50"),
    (
        "with $x = 1$ and $y = 2$, starting from $v = w = 0.5$",
        "[getattr(mg.course.chapter_5.orders, n) for n in ('X', 'Y', 'START')] == [1, 2, 0.5]",
    ),
    (
        "even 0 and 1, because then the losses stay at 9",
        "[(1 - 2 * lr) ** 2 * 9 for lr in (0, 1)] == [9, 9]",
    ),
    (
        "now with $x = 1$ and $y = 3$",
        "[round((0 * 1 - 3) ** 2 * (1 - 2 * lr) ** 2, 6) for lr in (0.1, 0.9)] == [5.76] * 2",
    ),
    ("Ten learn nothing", "orders.count('learns nothing') == 10"),
    ("Three raise a `RuntimeError`", "orders.count('RuntimeError') == 3"),
    (
        "Then these three also train, each step one round late",
        (
            "mg.course.chapter_5.every_order(['prediction = w * x', *five[1:]], mg)"
            ".count('trains') == 7 + 3"
        ),
    ),
    ("spreads eight numbers evenly from 0 to 3.5", "mg.linspace(0.0, 3.5, 8)[1].item() == 0.5"),
    ("1.8 came from a rate of 0.05", "1 + 0.05 * 16 == 1.8"),
    ("they have to add up to 0.25.", "0.03 + 0.22 == 0.25"),
    ("A hundred orders use a name before it exists", "orders.count('NameError') == 100"),
    (
        "a step follows the gradient plus $\\mu$ times the *new* velocity",
        (
            "(t := mg.tensor(1.0, requires_grad=True), "
            "o := mg.optim.SGD([t], lr=0.05, momentum=0.5, nesterov=True), "
            "(4 * (t - 3) ** 2).backward(), o.step(), "
            "abs(t.item() - (1 - 0.05 * (-16 + 0.5 * -16))) < 1e-6)[-1]"
        ),
    ),
]
