"""What chapter 5 says, and what computes it."""

from typing import Any

import minigrad as mg
from minigrad.course.chapter_5.runs import network_judged
from tests.course.claims import Claim, Given

SEEDS = range(1, 6)
VALLEY = "mg.explore.valley"
BEST = f"{VALLEY}.least_squares(xs, ys)"  # the lowest loss, its position, and the curvatures
CURVATURES = f"{VALLEY}.np.linalg.eigvalsh({BEST}[2]).tolist()"
LIMIT = f"2 / {CURVATURES}[1]"
LOOP = "__import__('minigrad.explore.loop', fromlist=['Loop']).Loop(xs, ys)"
BEYOND = f"next(lr for lr in {LOOP}.rates if lr > {LIMIT})"
AT_THE_END = "boundary(points, labels).at({{'hidden units': {}, 'step': 300}}).sentence"


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
POWERS = "sorted(mg.explore.descent.POWERS)"
TENS = f"{{b - a for a, b in zip({POWERS}, {POWERS}[1:])}}"

BROUGHT_BACK = (
    f"{VALLEY}.manner({BEYOND}, 0.5, {CURVATURES})[0] < 1"
    f" < {VALLEY}.manner({BEYOND}, 0.0, {CURVATURES})[0]"
)


def with_momentum(momentum: float) -> str:
    """Return code that computes the first model's position after three steps."""
    return (
        "([led := mg.tensor(1.0, requires_grad=True), train(lambda: (led * 2 - 6) ** 2, "
        f"mg.optim.SGD([led], lr=0.05, momentum={momentum}), 3)] and round(led.item(), 3))"
    )


def rate_says(lr: str, words: str) -> str:
    return f"'{words}' in learning_rate().at(lr={lr}).sentence"


def factor(x: float, lr: float) -> float:
    """Return what a step of the first model multiplies the distance to the answer by."""
    return 1 - lr * 2 * x**2


def descend(loss_of: Any, tensors: list[Any], steps: int, lr: float, momentum: float = 0) -> None:
    optimizer = mg.optim.SGD(tensors, lr=lr, momentum=momentum)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of().backward()
        optimizer.step()


def right(points: Any, labels: Any, units: int, steps: int = 300) -> list[int]:
    """Return how many of the 80 points are classified correctly after training, for each seed."""
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


def loss_after(xs: Any, ys: Any, lr: float, steps: int) -> float:
    """Return the loss of the line through the eight points after the given number of steps."""
    w, b = mg.zeros((), requires_grad=True), mg.zeros((), requires_grad=True)
    descend(lambda: mg.nn.functional.mse_loss(w * xs + b, ys), [w, b], steps, lr)
    return round(mg.nn.functional.mse_loss(w * xs + b, ys).item(), 2)


def after_epochs(xs: Any, ys: Any, size: int, lr: float, seed: int) -> float:
    """Return the loss of the line after ten epochs in batches of the given size."""
    mg.manual_seed(seed)
    w, b = mg.zeros((), requires_grad=True), mg.zeros((), requires_grad=True)
    for _ in range(10):
        for part in mg.randperm(8).reshape(8 // size, size):
            batch = (xs[part], ys[part])
            descend(lambda at=batch: ((w * at[0] + b - at[1]) ** 2).mean(), [w, b], 1, lr)
    return ((w * xs + b - ys) ** 2).mean().item()


def equal_weights(library: Any, seed: int, weight: float) -> float:
    """Return the share that's right after training, if all numbers in W are equal at first."""
    library.manual_seed(seed)
    W = (library.ones(2, 8) * weight).requires_grad_()
    c = library.zeros(8, requires_grad=True)
    v = (library.randn(8) * 0.5).requires_grad_()
    return network_judged(library, (W, c, v, library.zeros(1, requires_grad=True))).after


LOSSES = "mg.stack([F.mse_loss(s * xs, ys) for s in mg.linspace(0, 4, 41)])"


CLAIMS = [
    Claim(
        "prediction orders",
        "Three 10",
        "[orders.count('RuntimeError'), orders.count('learns nothing')]",
    ),
    Claim(
        "prediction orders",
        "20 7",
        "[len(orders.outcomes) - orders.count('NameError'), orders.count('trains')]",
    ),
    Claim("sgd-110", "−1", "[(1 - (p + 0.001) - (1 - p)) / 0.001]", after="sgd-slopes"),
    Claim(
        "prediction leap",
        "which is past the answer, 3, and as far from it as before",
        "1.0 - 0.25 * slope - y / x == y / x - w",
    ),
    Claim(
        "prediction x in a column",
        "every `x` is drawn toward the mean of all targets",
        "bool(((column * w + b).detach() - ys.mean()).abs().max() < 0.01)",
        "sgd-26",
    ),
    Claim(
        "prediction x in a column",
        "There are 64 pairs, every point with every target",
        "tuple((column * 1.0 - ys).shape) == (8, 8)",
    ),
    Claim(
        "prediction orders",
        "the order around the loop is backward, step, zero, with no step between predict and backward",
        "all((2 * o)[o.index('P') :].index('B') < (2 * o)[o.index('P') :].index('S') and (2 * o)[o.index('B') :].index('S') < (2 * o)[o.index('B') :].index('Z') for o, does in orders.outcomes.items() if does == 'trains')",
    ),
    Claim(
        "sgd-57 2", "2/curvature 2/curvature", "1 - 2 / (2 * x * x) * (2 * x * x) == -1", "sgd-07"
    ),
    Claim(
        "sgd-57",
        "RuntimeError: the step comes after predict and before backward, and a gradient is left",
        "all((outcome == 'RuntimeError') == ([*'PSZB'] == [c for c in order if c in 'PSZB'])"
        " for order, outcome in orders.outcomes.items() if outcome != 'NameError')",
    ),
    Claim("sgd-57 1", "Predict compare zero backward step", "'PCZBS' in str(orders)"),
    Claim("sgd-57 3", "−16 −9.6 −17.6", "(a := asked(3), [a[1], a[2], a[0] * a[1] + a[2]])[-1]"),
    Claim(
        "sgd-57 5",
        "p y 0 ½ −½",
        "(z := mg.tensor(0.0, requires_grad=True), logit_loss(z, mg.tensor(1.0)).backward(), (z.sigmoid().item(), z.grad.item()) == (0.5, -0.5))[-1]",
    ),
    Claim(
        "sgd-57 6",
        "twice no error wrong loss",
        "logit_loss(mg.tensor(1.0).sigmoid(), mg.tensor(1.0)).item() > logit_loss(mg.tensor(1.0), mg.tensor(1.0)).item()",
    ),
    Claim(
        "sgd-52",
        "far points on the wrong side cost it no more than near ones",
        "(100 * points).tanh().abs().max() == (200 * points).tanh().abs().max() == 1",
        after="sgd-111",
    ),
    Claim("prediction leap", "0.5", "(9 - 1.0) / -slope"),
    Claim("prediction leap", "3", "y / x"),
    Claim(
        "prediction leap",
        "where the loss is lowest",
        "all((3 * x - y) ** 2 < (v * x - y) ** 2 for v in (2.9, 3.1))",
    ),
    Claim("prediction leap", "4", "-0.25 * slope"),
    Claim(
        "prediction twin",
        "0.125",
        "1 / (2 * x * x)",
    ),
    Claim("prediction orders", "100", "orders.count('NameError')"),
    Claim("sgd-06", "16", "(w * x - y) ** 2"),
    Claim("sgd-96", "0.125 0.25 −1", "[1 / (2 * x**2), 1 / x**2, factor(x, 1 / x**2)]"),
    Claim("sgd-96", "0.05 0.6", "[(w - nearer) / slope, factor(x, 0.05)]", "sgd-05"),
    Claim("sgd-96", "−2 −1.2 1.8", "[w - 3, factor(x, 0.05) * (w - 3), nearer]", "sgd-05"),
    Claim("sgd-96", "8", "2 * x**2"),
    Claim("sgd-96", "2", "0.25 * 2 * x**2"),
    Claim(
        "sgd-twin",
        "from each grid line to the next one, the loss is multiplied by the same number",
        f"shown('sgd-15') and {TENS} == {{4}}",
        after="sgd-15",
    ),
    Claim("sgd-16", "Above 0.125 it crosses with every step", rate_says("0.16", "changes sides")),
    Claim("sgd-16", "0.22 0.76 −0.76", "[1 / x**2 - 0.03, factor(x, 0.03), factor(x, 0.22)]"),
    Claim("sgd-16", "0.125 0.25", "[1 / (2 * x**2), 1 / x**2]"),
    Claim(
        "sgd-96",
        "0.1 0.15",
        "[loss_after(xs, ys, 0.1, k) < loss_after(xs, ys, 0.15, k) for k in (3, 20)] "
        "== [True, False]",
        "sgd-18",
    ),
    Claim(
        "sgd-25",
        "No line has a lower loss than this 0.3501",
        f"round({BEST}[0], 4) == 0.3501 and [round(v, 2) for v in {BEST}[1]] == [1.99, -1.08]",
    ),
    Claim(
        "sgd-29",
        "F.mse_loss does the same, but at least it warns you",
        "__import__('pytest').warns(UserWarning, F.mse_loss, column * 2.0, ys).item()"
        " == ((column * 2.0 - ys) ** 2).mean().item()",
    ),
    Claim("sgd-29", "64", "(column * 1.0 + b - xs).numel()"),
    Claim("sgd-29", "7", "len(xs) - 1"),
    Claim(
        "sgd-batch-text",
        "half as many steps per epoch. Doubling the rate makes up for that",
        "all(abs(after_epochs(xs, ys, size, 0.01 * size, seed)"
        " - after_epochs(xs, ys, 2, 0.02, seed)) < 0.02 for size in (4, 8) for seed in range(5))",
    ),
    Claim(
        "sgd-batch-text",
        "beyond it, the full batch fails",
        f"loss_after(xs, ys, 1.1 * {LIMIT}, 200) > 1e4 > 1 > loss_after(xs, ys, 0.9 * {LIMIT}, 200)",
    ),
    Claim(
        "sgd-momentum",
        "a long valley, steep across and nearly flat along",
        f"{CURVATURES}[1] > 10 * {CURVATURES}[0]",
    ),
    Claim(
        "sgd-31",
        "At 0.1, w keeps moving around 1.99",
        f"abs({BEST}[1][0] - 1.99) < 0.005 < 0.1 < {SPREAD.format(0.1)} < 1",
    ),
    Claim(
        "sgd-31",
        "At the smaller rate, each pull moves it less far, so it calms down",
        f"{SPREAD.format(0.01)} < {SPREAD.format(0.1)} / 3",
    ),
    Claim(
        "sgd-101",
        "optim.SGD([w], lr=0.05, momentum=0.5) makes exactly these steps",
        f"{with_momentum(0.5)} == 3.248",
    ),
    Claim(
        "sgd-101",
        "0.9 10",
        "(q := mg.tensor(0.0, requires_grad=True), o := mg.optim.SGD([q], lr=1.0, momentum=0.9), "
        "at := [(setattr(q, 'grad', mg.tensor(1.0)), o.step(), q.item())[-1] for _ in range(200)], "
        "[o.param_groups[0]['momentum'], round((at[-1] - at[-2]) / at[0], 2)])[-1]",
    ),
    Claim("sgd-valley", "Does a momentum of 0.5 bring the path back?", BROUGHT_BACK),
    Claim("sgd-68", "0.1954 2", f"[{LIMIT}, round({LIMIT} * max({CURVATURES}), 6)]"),
    Claim("sgd-68", "0.2 throws the path out", f"{BEYOND} == 0.2 > {LIMIT}"),
    Claim("sgd-68", "a momentum of 0.5 makes them cancel, and brings the path back", BROUGHT_BACK),
    Claim("sgd-68", "0.731 0.269", "[p, 1 - p]", "sgd-35"),
    Claim("sgd-68", "2.718", "z.exp()", "sgd-35"),
    Claim(
        "sgd-agrees",
        "the same steps give p - 1",
        "mg.allclose(mg.autograd.grad(-(q := mg.tensor(1.0, requires_grad=True)).sigmoid().log(), q)[0], p - 1)",
        after="sgd-35",
    ),
    Claim("sgd-40", "−1", "points.min()", "sgd-41"),
    Claim("sgd-46", "80", "len(labels)"),
    Claim("sgd-107", "59 80", "best_share_of_a_line(points, labels) * 80 == 59"),
    Claim(
        "sgd-107",
        "In the trained model, $z$ is above 0 everywhere, so it says *yes* to all of them",
        "(line(points) > 0).all()",
    ),
    Claim(
        "sgd-107",
        "a sum of lines is a line again",
        "mg.allclose((points @ W + c) @ v + d, points @ (W @ v) + (c @ v + d), atol=1e-4)",
        after="sgd-49",
    ),
    Claim("sgd-69", "33", "sum(t.numel() for t in (W, c, v, d))"),
    Claim(
        "sgd-69",
        "From five other random starts, it's the same",
        "right(points, labels, 8, 400) == [len(labels)] * 5",
    ),
    Claim(
        "sgd-52", "At step 300, one unit has 56 of the 80", f"'56 of 80' in {AT_THE_END.format(1)}"
    ),
    Claim("sgd-52", "69", f"'69 of 80' in {AT_THE_END.format(2)}"),
    Claim("sgd-52", "79", f"'79 of 80' in {AT_THE_END.format(4)}"),
    Claim(
        "sgd-52",
        "From some others, four units get all 80",
        "80 in right(points, labels, 4)",
    ),
    Claim(
        "sgd-52",
        "With eight, all are right",
        f"'80 of 80' in {AT_THE_END.format(8)}",
    ),
    Claim("sgd-orders", "120", "len(orders.outcomes)", after="sgd-55"),
    Claim("sgd-orders", "fifty", "mg.course.chapter_5.orders.ROUNDS"),
    Claim("sgd-orders", "0.5", "mg.course.chapter_5.orders.START"),
    Claim("sgd-orders", "0.01", "mg.course.chapter_5.orders.TRAINED"),
    Claim("sgd-90", "0.8 −0.8", "[factor(1, one), factor(1, other)]"),
    Claim("sgd-90", "2", "(1 - factor(1, one)) / one"),
    Claim("sgd-91", "300", "mg.course.chapter_5.runs.STEPS"),
    Claim("sgd-91", "−1 1", "[(1e4 * W).tanh().min(), (1e4 * W).tanh().max()]"),
    Claim("sgd-94", "−1 1", "[(1e4 * W).tanh().min(), (1e4 * W).tanh().max()]"),
    Claim(
        "prediction x in a column",
        "Nothing overflows: the rate of 0.1 is low enough",
        "bool(((column * w + b).detach() - ys.mean()).abs().max() < 0.01)",
        "sgd-26",
    ),
    Claim("prediction x in a column", "64", "(column * 1.0 + b - xs).numel()"),
    Claim(
        "prediction one line",
        "The model ends with a logit above 0 at every point",
        "(line(points) > 0).all()",
    ),
    Claim("prediction one line", "45 80", "(labels.sum(), labels.numel())"),
    Claim("prediction twin", "0.76 −0.76", "[factor(x, 0.03), factor(x, 0.22)]"),
    Claim("prediction twin", "with 0.97, the losses grow", "factor(x, 0.97) < -1"),
    Claim(
        "prediction twin",
        "each step multiplies w − 3 by 0.76. With 0.22, it's −0.76, so `w` comes closer equally fast, but it changes sides with every step",
        "-1 < factor(x, 0.22) < 0 and abs(factor(x, 0.03) + factor(x, 0.22)) < 1e-9",
    ),
    Claim(
        "prediction twin",
        "a single step is enough. Go farther, so that `w` changes sides",
        "factor(x, 0.22) < 0 == round(factor(x, 0.125), 9)",
    ),
    Claim(
        "prediction twin",
        "It doesn't change sides",
        "all(factor(x, lr) > 0 for lr in (0.01, 0.06, 0.09, 0.095))",
    ),
    Claim(
        "prediction twin",
        "Its twin comes closer from both sides in turn",
        "-1 < factor(x, 0.22) < 0",
    ),
    Claim(
        "prediction twin",
        "−1 0.2 0.92 0.52 0.28 0.24 −0.28 −0.52 −0.6 −0.92 −1.08 −1.16 −1.24 −1.4 −0.68 0.04 1.24",
        "[factor(x, lr) for lr in (0.25, 0.1, 0.01, 0.06, 0.09, 0.095, 0.16, 0.19, 0.2, 0.24, 0.26, 0.27, 0.28, 0.3, 0.21, 0.12, -0.03)]",
    ),
    Claim(
        "prediction twin",
        "the losses fall much faster",
        "10 * factor(x, 0.1) ** 20 < factor(x, 0.03) ** 20",
    ),
    Claim(
        "prediction x in a column",
        "if a loss is 8 times as large, its minimum doesn't move",
        f"(8 * {LOSSES}).argmin() == {LOSSES}.argmin()",
    ),
    Claim(
        "prediction x in a column",
        "if you divide a loss by 8, its minimum doesn't move",
        f"({LOSSES} / 8).argmin() == {LOSSES}.argmin()",
    ),
    Claim(
        "exercise twins",
        "the factor is 1 − 2 lr",
        "all(abs(factor(1, lr) - (1 - 2 * lr)) < 1e-6 for lr in (one, other))",
    ),
    Claim("exercise twins", "−0.8 0.8", "[factor(1, other), factor(1, one)]"),
    Claim(
        "sgd-batch-text", "twice half", "[len(xs[:4]) / len(xs[:2]), (len(xs) / 4) / (len(xs) / 2)]"
    ),
    Claim("prediction x in a column", "8", "(column - ys).numel() / len(xs)"),
    Claim(
        "sgd-57 2",
        "grows beyond",
        "abs(1 - 1.01 * 2 / (2 * x * x) * (2 * x * x)) > 1",
        after="sgd-07",
    ),
    Claim(
        "sgd-57 2",
        "never zeroed between backward step",
        "(p := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([p], lr=0.1), (p * p).backward(), o.zero_grad(), o.step(), p.item() == 1)[-1]",
    ),
    Claim(
        "sgd-57 2",
        "never doesn't",
        "(p := mg.tensor(1.0, requires_grad=True), q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([p], lr=0.1), (p * q).backward(), o.step(), (p.item() < 1, q.item() == 1) == (True, True))[-1]",
    ),
    Claim(
        "sgd-57 3",
        "Half multiplies subtracts",
        "(a := asked(3), p := mg.tensor(0.0, requires_grad=True), o := mg.optim.SGD([p], lr=0.1, momentum=a[0]), [(setattr(p, 'grad', mg.tensor(g)), o.step()) for g in a[1:]], abs(p.item() - (-0.1 * a[1] - 0.1 * (a[1] / 2 + a[2]))) < 1e-5)[-1]",
    ),
    Claim("sgd-57 4", "Every every N × N", "list((mg.ones(5, 1) - mg.ones(5)).shape) == [5, 5]"),
    Claim("sgd-57 7", "result not leaf no", "not (mg.randn(2, requires_grad=True) * 0.5).is_leaf"),
    Claim(
        "sgd-04",
        "A gradient points uphill, so we step against it",
        "nearer > w and slope < 0 and (nearer * x - y) ** 2 < loss",
        after="sgd-05",
    ),
    Claim(
        "sgd-96",
        "grows by 8 when w grows by 1, so the curvature is 8 everywhere",
        "(s := lambda w: 2 * (w * x - y) * x, [s(k + 1) - s(k) for k in range(5)] == [8] * 5)[-1]",
    ),
    Claim(
        "sgd-96",
        "is 1/curvature, it's 0, so a single step arrives",
        "1 - 0.125 * slope == 3 and w == 1",
    ),
    Claim(
        "sgd-96",
        "you end up as far away as before. Beyond that, each step leads farther away",
        "(after := lambda lr: abs(1 - lr * slope - 3), after(0.25) == 2 == abs(w - 3) and after(0.26) > 2 > after(0.24))[-1]",
    ),
    Claim(
        "sgd-12",
        "predict, compare, zero, backward, step",
        "'PCZBS' in str(every_order(five, mg))",
        after="sgd-56",
    ),
    Claim(
        "sgd-17",
        "moves the whole line up or down, is called the bias",
        "((w * xs + (b + 1)) - (w * xs + b) - 1).abs().max() < 1e-5",
        after="sgd-21",
    ),
    Claim(
        "sgd-19",
        "What train returns is the loss before the last step",
        "(q := mg.tensor(1.0, requires_grad=True), train(lambda: q * q, mg.optim.SGD([q], lr=0.25), 1) == 1 and q == 0.5)[-1]",
        after="sgd-20",
    ),
    Claim(
        "sgd-97",
        "mse_loss is the mean of the squared residuals",
        "abs(loss_of_line() - ((w * xs + b - ys) ** 2).mean()) < 1e-6",
        after="sgd-21",
    ),
    Claim(
        "sgd-25",
        "No line has a lower loss than this",
        "all(loss_of_line() <= F.mse_loss((w + dw) * xs + b + db, ys) + 1e-6 for dw in (-0.1, 0, 0.1) for db in (-0.1, 0, 0.1))",
    ),
    Claim(
        "sgd-29",
        "Broadcasting paired every prediction with every target",
        "(column * w + b - ys).numel() == len(xs) * len(ys)",
    ),
    Claim(
        "sgd-29",
        "multiplies it by 0.1 after every 100 epochs",
        "abs(optimizer.param_groups[0]['lr'] - 0.1 * 0.1 * 0.1) < 1e-9",
        after="sgd-30",
    ),
    Claim(
        "sgd-momentum",
        r"Each step adds a fraction $\mu$ (mu) of the old velocity to the gradient, and follows the sum instead of the gradient",
        "(q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([q], lr=0.05, momentum=0.5), [(o.zero_grad(), (4 * (q - 3) ** 2).backward(), o.step()) for _ in range(3)], abs(q - weight) < 1e-5)[-1]",
        after="sgd-100",
    ),
    Claim(
        "sgd-101",
        "Where gradients agree, the steps build up, and where they alternate, they cancel",
        "(moved := lambda *gs: (q := mg.tensor(0.0, requires_grad=True), o := mg.optim.SGD([q], lr=1.0, momentum=0.5), [(setattr(q, 'grad', mg.tensor(g)), o.step()) for g in gs], -q.item())[-1], moved(1.0, 1.0) - moved(1.0) > 1 > moved(1.0) - moved(1.0, -1.0))[-1]",
    ),
    Claim(
        "sgd-101",
        "grad holds only the newest gradient, and the old ones fade in the velocity",
        "abs(velocity - (0.5 * (0.5 * -16 + -9.6) + -2.56)) < 1e-9 and abs(gradient + 2.56) < 1e-9",
    ),
    Claim(
        "sgd-68",
        "The loss should punish a model that's sure and wrong much more than one that's sure and right",
        "loss_if_no(0.99) > 100 * loss_if_no(0.01)",
        after="sgd-slopes",
    ),
    Claim(
        "sgd-110",
        "If two answers have nothing to do with each other, their probabilities multiply, but we want to add up losses",
        "abs(loss_if_no(0.5) + loss_if_no(0.9) - -log(0.5 * (1 - 0.9))) < 1e-9",
        after="sgd-slopes",
    ),
    Claim(
        "sgd-36",
        "in the middle is the slope along $p$, and then comes the slope along $z$",
        "abs(p.grad - 1 / (1 - p)) < 1e-4 and abs(z.grad - p) < 1e-4",
    ),
    Claim(
        "sgd-36",
        "If you give it a probability instead of the logit, it applies the sigmoid a second time",
        "abs(F.binary_cross_entropy_with_logits(p.detach(), mg.tensor(0.0)) - -(1 - p.detach().sigmoid()).log()) < 1e-5",
    ),
    Claim(
        "sgd-40",
        "you get the mean of their losses",
        "abs(F.binary_cross_entropy_with_logits(mg.stack([z, p]), mg.zeros(2)) - sum(logit_loss(t, mg.tensor(0.0)) for t in (z, p)) / 2) < 1e-5",
    ),
    Claim(
        "sgd-42",
        "where the probability is above ½, which is where $z > 0$",
        "sigmoid(0.01) > 0.5 > sigmoid(-0.01)",
    ),
    Claim(
        "sgd-107",
        "Training doesn't look for the line with the most right answers. It makes the cross-entropy small",
        "accuracy(line) < best_share_of_a_line(points, labels) and loss_of_labels() < 0.6931",
    ),
    Claim(
        "sgd-112",
        "It's flat far out, where slopes are nearly 0, so the weights of the hidden layer should start small",
        "(t := lambda at: mg.autograd.grad((q := mg.tensor(at, requires_grad=True)).tanh(), q)[0], t(10.0) < 1e-6 < 0.9 < t(0.1))[-1]",
    ),
    Claim(
        "sgd-48",
        "An optimizer accepts only leaves. So scale first, and track afterward",
        "not W.is_leaf and (mg.randn(2, 8) * 0.5).requires_grad_().is_leaf",
    ),
    Claim(
        "sgd-decay-text",
        "a step also pulls each weight toward 0, in proportion to its size",
        "(move := lambda at: (q := mg.tensor(at, requires_grad=True), o := mg.optim.SGD([q], lr=0.1, weight_decay=0.5), setattr(q, 'grad', mg.tensor(0.0)), o.step(), q.item() - at)[-1], abs(move(4.0) - 2 * move(2.0)) < 1e-6 and move(2.0) < 0 < move(-2.0))[-1]",
        after="sgd-decay",
    ),
    Claim(
        "sgd-zero-text",
        "If the optimizer holds only some of them, the others go on adding",
        "(optimizer.zero_grad(), model(mg.ones(1, 1)).sum().backward(), first := model.weight.grad.item(), optimizer.zero_grad(), model(mg.ones(1, 1)).sum().backward(), model.weight.grad == 2 * first, model.zero_grad())[-2]",
        after="sgd-zero",
    ),
    Claim("sgd-57", "Most orders use a name before it exists", "orders.count('NameError') > 60"),
    Claim(
        "sgd-57",
        "backward, step, and zero come in this order, and no step comes between predict and backward",
        "(good := lambda o: [c for c in o[o.index('B'):] + o[:o.index('B')] if c in 'BSZ'] == ['B', 'S', 'Z'] and not o.index('P') < o.index('S') < o.index('B'), all((end == 'trains') == good(o) for o, end in orders.outcomes.items() if end != 'NameError'))[-1]",
    ),
    Claim(
        "sgd-57",
        "zero comes between backward and step, so every gradient is thrown away",
        "(q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([q], lr=0.1), (q * q).backward(), o.zero_grad(), o.step(), q == 1)[-1]",
    ),
    Claim(
        "sgd-61",
        "Bring one of the two into the shape of the other",
        "abs(loss(xs.reshape(8, 1), 2.0, 1.0, ys) - ((2 * xs + 1 - ys) ** 2).mean()) < 1e-5",
    ),
    Claim(
        "sgd-valley",
        "nothing would fade, and the velocity would be the sum",
        "(q := mg.tensor(1.0, requires_grad=True), o := mg.optim.SGD([q], lr=0.05, momentum=1.0), gs := [], [(setattr(q, 'grad', None), ((q * x - y) ** 2).backward(), gs.append(q.grad.item()), o.step()) for _ in range(3)], abs(o.state[q]['momentum_buffer'].item() - sum(gs)) < 1e-4)[-1]",
    ),
    Claim(
        "sgd-94",
        "if W starts at 0: each unit gets its own gradient, because its own number in v is a factor",
        "(W0 := mg.zeros(2, 8, requires_grad=True), v0 := mg.linspace(-1, 1, 8), F.binary_cross_entropy_with_logits((points @ W0).tanh() @ v0, labels).backward(), shares := W0.grad / v0, (shares - shares[:, :1]).abs().max() < 1e-6 and W0.grad.abs().min() > 0)[-1]",
    ),
    Claim(
        "sgd-94",
        "If W is 0.5 everywhere and c is 0, a random v is too little",
        "sum(equal_weights(mg, seed, 0.5) < 0.9 for seed in range(5)) > 1",
    ),
    Claim(
        "sgd-94",
        "neither v nor W gets a gradient, because each one's passes through the other. If W, c, and v each start with all numbers equal, all units stay equal",
        "(W0 := mg.zeros(2, 8, requires_grad=True), v0 := mg.zeros(8, requires_grad=True), F.binary_cross_entropy_with_logits((points @ W0).tanh() @ v0, labels).backward(), W0.grad.abs().max() == 0 == v0.grad.abs().max())[-1]",
    ),
    Claim(
        "sgd-decay-text",
        "with SGD it's as if that were added to the loss",
        "(q := mg.tensor(2.0, requires_grad=True), (3 * q + 0.5 * q**2 / 2).backward(), mg.optim.SGD([q], lr=0.1).step(), abs(q.item() - weight.item()) < 1e-6)[-1]",
        after="sgd-decay",
    ),
]

GIVEN = [Given("sgd-87", "3"), Given("sgd-91", "nine ten")]
