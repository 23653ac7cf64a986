"""What chapter 4 says, and what computes it."""

from itertools import pairwise
from typing import Any

from tests.course.claims import Claim


def climbs(losses: list[float]) -> list[int]:
    """Return the steps after which the loss is higher than before."""
    return [k for k, (a, b) in enumerate(pairwise(losses), 1) if b > a]


def zeroed_before(own: Any, part: str) -> float:
    """Return where a loop ends that zeroes right before one of its other four parts."""
    w = own.tensor(1.0, requires_grad=True)
    optimizer = own.optim.SGD([w], lr=0.1)
    for _ in range(3):
        for now in ("predict", "compare", "backward", "step"):
            if now == part:
                optimizer.zero_grad()
            if now == "predict":
                predicted = 2 * w
            elif now == "compare":
                loss = (predicted - 6) ** 2
            elif now == "backward":
                loss.backward()
            else:
                optimizer.step()
    return float(w.item())


def saved(node: Any) -> int:
    """Return the size of the largest array that a graph has saved."""
    arrays = [a.size for a in getattr(node, "saved", None) or () if hasattr(a, "size")]
    return max([0, *arrays, *(saved(n) for n, _ in node.next_functions if n)])


BUGGY = "[(fit_factor(inputs, 2 * inputs, 0.05, k).item() - 2) ** 2 for k in range(60)]"
AT_3 = "numbers_said(shown('accumulation-30'), {'step': 7})[::2]"


def gradients_down(lr: float) -> list[float]:
    """Return the gradients of (w - 1)² on the way from 0 to 1, if nothing is zeroed."""
    w, gradients = 0.0, [-2.0]
    while (w := w - lr * sum(gradients)) < 1:
        gradients.append(2 * (w - 1))
    return gradients


CLAIMS = [
    Claim(
        "prediction kept", "so the second pass added its 3 to both", "kept is w.grad and kept == 6"
    ),
    Claim("prediction kept", "Slopes add up. They don't multiply", "kept == 3 + 3 != 3 * 3"),
    Claim(
        "prediction held",
        "`.grad` is the sum of all the gradients so far, and all but the last, tiny one are negative",
        f"max(down := gradients_down(0.1)) < 0 < {AT_3}[0] < 0.1"
        f" and round(sum(down) + {AT_3}[0], 2) == {AT_3}[1]",
    ),
    Claim(
        "prediction held",
        "Only three gradients bring `w` to the bottom: −2, −1.6, and −0.88",
        f"[round(g, 2) for g in gradients_down(0.1)] == [-2, -1.6, -0.88] and {AT_3}[0] > 0",
    ),
    Claim(
        "prediction held",
        "The first gradient alone is −2",
        f"gradients_down(0.1)[0] == -2 > {AT_3}[1]",
    ),
    Claim(
        "prediction held",
        "On the way to the bottom, the slopes are negative",
        f"max(gradients_down(0.1)) < 0 < {AT_3}[0]",
    ),
    Claim(
        "prediction held",
        "−3.6 is the sum of only two gradients",
        f"round(sum(gradients_down(0.1)[:2]), 2) == -3.6 > {AT_3}[1]",
    ),
    Claim(
        "prediction order",
        "The gradient is gone before `step()` sees it",
        "w == 0 and w.grad is None",
    ),
    Claim("prediction order", "0 − 1", "w - 1 == -1"),
    Claim(
        "prediction means",
        "Each piece's mean divides by 2, but the mean of the whole batch divides by 6",
        "round((w.grad / whole).item(), 3) == 6 / 2",
    ),
    Claim(
        "prediction means",
        "That's a gradient",
        'same(guesses("means", "a gradient"), '
        "[g.item() for g in (len(x) * whole, w.grad, len(x) * whole / 3, whole)])",
    ),
    Claim(
        "accumulation-52 1",
        "adds in place second second",
        "(q := mg.tensor(2.0, requires_grad=True), (3 * q).backward(), g := q.grad, (3 * q).backward(), g.item() == 6)[-1]",
    ),
    Claim(
        "accumulation-52 2",
        "Not lower stretches",
        "min(bad) < 0.1 < bad[-1] and bad.index(min(bad)) < half.index(min(half))",
    ),
    Claim(
        "accumulation-52 4",
        "divide 4 once not once",
        "(r := mg.rand(8), abs(sum(r[k : k + 2].mean().item() / 4 for k in range(0, 8, 2)) - r.mean().item()) < 1e-6)[-1]",
    ),
    Claim(
        "accumulation-52 5",
        "One sum",
        "(q := mg.tensor(1.0, requires_grad=True), s := q * q, (s + 3 * s).backward(), q.grad.item() == 8)[-1]",
    ),
    Claim("exercise pieces", "6", "len(x)", after="accumulation-38"),
    Claim(
        "accumulation-103", "the rate is too low, and learning takes a long time", "low[-1] > 0.4"
    ),
    Claim(
        "accumulation-103",
        "too high: each step goes past 1, and ends a little farther from it than it began",
        "climbs(high) == list(range(1, len(high)))",
    ),
    Claim(
        "accumulation-103",
        "half of that, and half again keep the loss from climbing back within 48 steps",
        "min(max(run[run.index(min(run[:24])) :]) for run in (half, quarter)) > 0.99",
        after="accumulation-28",
    ),
    Claim(
        "accumulation-seen", "three", "climbs(fit(8, 0.1, False))[0] - 1", after="accumulation-22"
    ),
    Claim(
        "accumulation-seen", "3", "(r := fit(8, 0.1, False)).index(min(r))", after="accumulation-22"
    ),
    Claim(
        "accumulation-seen",
        "6",
        "(r := fit(8, 0.1, False)).index(max(r[3:]))",
        after="accumulation-22",
    ),
    Claim("accumulation-seen", "0.02 −4.46", AT_3),
    Claim(
        "accumulation-seen",
        "the weight turns around about as high as it started",
        "abs(fit(8, 0.1, False)[6] - 1) < 0.01",
        after="accumulation-22",
    ),
    Claim(
        "prediction rate",
        "The waves get slower, but they don't get lower",
        "abs(max(half[8:]) - 1) < 0.01 > abs(max(quarter[16:]) - 1)",
    ),
    Claim("accumulation-39", "0 −5 −4 −21 −16 −35", "2 * x * (w * x - y)"),
    Claim("accumulation-39", "−81", "w.grad"),
    Claim("accumulation-41", "two", "saved((error**2).sum().grad_fn)"),
    Claim("accumulation-41", "six", "len(x)"),
    Claim("accumulation-41", "−5 −25 −51", "(2 * x * (w * x - y)).reshape(3, 2).sum(1)"),
    Claim(
        "accumulation-convolution",
        "12 30",
        "[2 * w * part / shared for part in (first, second)]",
    ),
    Claim(
        "accumulation-windows",
        "kernel.grad, their sum",
        "(kernel.grad[0, 0] == rows[:3].sum(0)).all()",
        after="accumulation-places",
    ),
    Claim("accumulation-79", "0 2 4", "[k for k in range(len(x)) if k < 5 and k % 2 == 0]"),
    Claim(
        "accumulation-83",
        "by the end the loss doesn't climb any more",
        f"climbs({BUGGY})[-1] < 60",
        after="accumulation-84",
    ),
    Claim(
        "accumulation-88",
        "In the end, the loss stops climbing",
        f"climbs({BUGGY})[-1] < 59",
        after="accumulation-84",
    ),
    Claim(
        "accumulation-89",
        "0.02 0.01 0.005",
        "all(fit(60, lr, False)[-1] > fit(60, lr, True)[-1] for lr in (0.02, 0.01, 0.005))",
    ),
    Claim("accumulation-92", "0.01 0.93", "[fit(60, lr, False)[-1], fit(60, lr, True)[-1]]"),
    Claim("accumulation-92", "60", "60 - len(climbs(fit(60, lr, False)))"),
    Claim("prediction means", "3", "w.grad / whole"),
    Claim(
        "accumulation-no-signature",
        "when we zero, it never rises",
        "not any(climbs(network_losses(True, seed, 0.05)) for seed in range(12))",
    ),
    Claim(
        "accumulation-no-signature",
        "the loss rises at about every other step",
        "all(0.4 < len(climbs(run)) / len(run) < 0.6"
        " for run in (network_losses(False, seed, 0.05) for seed in range(12)))",
    ),
    Claim(
        "accumulation-no-signature",
        "0.003 1.77 3.63",
        "[0.003, *(network_losses(zeroing, 0, 0.003)[-1] for zeroing in (False, True))]",
    ),
    Claim(
        "accumulation-no-signature",
        "at a very low rate, nothing rises for a long time",
        "not climbs(fit(60, 0.0003, False))",
    ),
    Claim(
        "accumulation-52 3",
        "after step before backward",
        "len({zeroed_before(mg, part) for part in ('predict', 'compare', 'backward')}) == 1 and zeroed_before(mg, 'step') not in (zeroed_before(mg, 'predict'),)",
    ),
    Claim(
        "accumulation-06",
        "The gradient points uphill, so each step() goes the other way: it subtracts the whole sum, times the learning rate",
        "(q := mg.tensor(0.0, requires_grad=True), ((q - 1) ** 2).backward(), ((q - 1) ** 2).backward(), mg.optim.SGD([q], lr=0.1).step(), q > 0 and abs(q - 0.4) < 1e-6)[-1]",
    ),
    Claim(
        "accumulation-seen",
        "For three steps the loss falls",
        "climbs(fit(8, 0.1, False))[0] == 4",
        after="accumulation-22",
    ),
    Claim(
        "accumulation-seen",
        "There the gradients have the opposite sign, so they use up the sum",
        "(q := mg.tensor(1.01, requires_grad=True), ((q - 1) ** 2).backward(), q.grad > 0 > gradients_down(0.1)[0])[-1]",
        after="accumulation-22",
    ),
    Claim(
        "accumulation-adds",
        "A backward pass adds its result to what it finds in .grad. And it usually doesn't make a new tensor for the sum: it writes the sum into the tensor that's already there",
        "kept is w.grad and kept == 6 and copied == 3",
        after="accumulation-07",
    ),
    Claim(
        "accumulation-14",
        "The second way is to drop the old tensor altogether, with w.grad = None. The next pass then makes a fresh one",
        "(old := w.grad, setattr(w, 'grad', None), (3 * w).backward(), w.grad is not old and w.grad == 3)[-1]",
    ),
    Claim(
        "accumulation-14",
        "zeros let it run, and it moves nothing",
        "(q := w.detach().clone().requires_grad_(), setattr(q, 'grad', mg.tensor(0.0)), mg.optim.SGD([q], lr=0.1).step(), q == w)[-1]",
    ),
    Claim(
        "accumulation-18",
        "It keeps the tensors themselves, and changes them in place",
        "(o := mg.optim.SGD([w], lr=0.1)).param_groups[0]['params'][0] is w",
    ),
    Claim(
        "accumulation-99",
        "It doesn't zero anything",
        "(optimizer.step(), w.grad is not None)[-1]",
        after="accumulation-98",
    ),
    Claim(
        "accumulation-99",
        "step() takes it for each parameter, and skips those that have no gradient",
        "(q := mg.ones(1, requires_grad=True), optimizer.add_param_group({'params': [q]}), optimizer.step(), q == 1, optimizer.param_groups.pop())[-2]",
        after="accumulation-13",
    ),
    Claim(
        "accumulation-37",
        "call zero_grad() between each step() and the next backward(), and never between backward() and step()",
        "(last := lambda part: zeroed_before(mg, part), last('predict') == last('compare') == last('backward') != last('step') == 1.0)[-1]",
    ),
    Claim(
        "accumulation-no-signature",
        "a loop that never zeroes has no signature that you could rely on",
        "not climbs(fit(60, 0.0003, False)) and climbs(fit(60, 0.02, False)) and climbs(never)",
    ),
    Claim(
        "accumulation-no-signature",
        "print .grad before and after backward(). If it isn't None or 0 before, the old sum is still there",
        "(q := mg.tensor(2.0, requires_grad=True), (3 * q).backward(), before := q.grad.item(), (3 * q).backward(), before == 3 and q.grad == 6)[-1]",
    ),
    Claim(
        "accumulation-41",
        "no graph held more than two of the examples",
        "saved((error**2).sum().grad_fn) == 2",
    ),
    Claim(
        "accumulation-41",
        "zero once per step, not once per piece",
        "w.grad == -81 != (2 * x * (w * x - y))[4:].sum()",
    ),
    Claim(
        "accumulation-44",
        "So divide each loss by that factor",
        "abs((w.grad / whole).item() - 3) < 1e-4",
    ),
    Claim(
        "accumulation-44",
        "Gradients add up anyway, so add the losses, and go backward once",
        "w.grad == 7 * 2 * w",
        after="accumulation-49",
    ),
    Claim(
        "accumulation-44",
        "If that part saved values, as `w * w` does",
        "(q := mg.tensor(3.0, requires_grad=True), s := q + 1, (2 * s).backward(), (5 * s).backward(), q.grad == 7)[-1]",
        after="accumulation-49",
    ),
    Claim(
        "accumulation-convolution",
        "slides a few weights, its kernel, along its input, and uses the same weights at every place",
        "slid.shape[-1] == row.shape[-1] - kernel.shape[-1] + 1 and slid[0, 0, 1] == (row[0, 0, 1:3] * kernel[0, 0]).sum()",
        after="accumulation-kernel",
    ),
    Claim(
        "accumulation-78",
        "would only be a second name for the tensor that backward() writes into. detach() doesn't help either, because it shares the memory",
        "(q := mg.tensor(1.0, requires_grad=True), (3 * q).backward(), a := q.grad, d := q.grad.detach(), c := q.grad.clone(), (3 * q).backward(), (a.item(), d.item(), c.item(), share(q, lambda q: 3 * q).item()) == (6, 6, 3, 3))[-1]",
    ),
    Claim(
        "accumulation-82",
        "The mean of the whole batch is the mean of the pieces, each weighted by its share of the batch",
        "(q := mg.tensor(0.5, requires_grad=True), abs(in_pieces(q, x[:5], y[:5], 2) - mg.autograd.grad(((q * x[:5] - y[:5]) ** 2).mean(), q)[0]) < 1e-4)[-1]",
    ),
    Claim(
        "accumulation-88",
        "each step follows the sum of all gradients so far. The schedule doesn't cure that",
        "abs(fit_factor(inputs, 2 * inputs, 0.05, 60) - 2) < 1e-3",
    ),
    Claim(
        "accumulation-92",
        "the unzeroed run is still on its first way down",
        "not climbs(fit(60, 0.0003, False))",
    ),
    Claim(
        "lecture",
        "How do I keep the 3? With clone: a copy has memory of its own",
        "copied == 3 and kept == 6",
        after="accumulation-07",
    ),
    Claim(
        "lecture",
        "creeps grows waves flat",
        "fit(40, 0.005, True)[-1] > 0.4 and climbs(fit(11, 1.02, True)) == list(range(1, 11)) and 0 < len(climbs(fit(40, 0.02, False))) < 30",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "raise the rate lower the rate zeroed after backward before step",
        "fit(40, 0.05, True)[-1] < fit(40, 0.005, True)[-1] and fit(11, 0.9, True)[-1] < fit(11, 1.02, True)[-1] and zeroed_before(mg, 'step') == 1",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "goes past the bottom at 1 and ends a little farther away than it began so the loss grows from round to round",
        "climbs(fit(11, 1.02, True)) == list(range(1, 11))",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "So w moves farther than it should",
        "fit(3, 0.1, False)[2] < fit(3, 0.1, True)[2]",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "at a lower rate 0 02 it takes more steps",
        "fit(48, 0.02, False).index(min(fit(48, 0.02, False))) > fit(48, 0.1, False)[:9].index(min(fit(48, 0.1, False)[:9]))",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "This one falls for many steps and then climbs as high as it was",
        "(r := fit(48, 0.02, False), len(climbs(r)) > 5 and max(r[15:]) > 0.95 and not climbs(r[:8]))[-1]",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "A lower rate only takes more steps",
        "climbs(fit(48, 0.01, False))[0] > climbs(fit(48, 0.02, False))[0]",
        after="accumulation-28",
    ),
    Claim(
        "lecture",
        "You can use fewer at a time But a smaller batch gives you a different gradient",
        "(2 * x * (w * x - y))[:2].sum() != (2 * x * (w * x - y)).sum()",
        after="accumulation-38",
    ),
    Claim(
        "lecture",
        "No graph held more than two examples",
        "saved(((w * x[:2] - y[:2]) ** 2).sum().grad_fn) == 2 < saved(((w * x - y) ** 2).sum().grad_fn)",
        after="accumulation-38",
    ),
    Claim(
        "lecture",
        "Each piece divides by 2 but the whole batch divides by 6",
        "(x[:2].mean() == x[:2].sum() / 2) and (x.mean() == x.sum() / 6)",
        after="accumulation-38",
    ),
    Claim(
        "lecture",
        "divide each loss by the number of pieces",
        "abs(sum(x[k : k + 2].mean() / 3 for k in (0, 2, 4)) - x.mean()) < 1e-6",
        after="accumulation-38",
    ),
    Claim(
        "lecture",
        "before backward for the third count it as right and add the other place",
        "zeroed_before(mg, 'backward') == zeroed_before(mg, 'predict')",
    ),
]
