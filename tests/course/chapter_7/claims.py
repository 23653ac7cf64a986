"""What chapter 7 says, and what computes it."""

from collections.abc import Callable
from typing import Any

import numpy as np

import minigrad as mg
from tests.course.claims import Claim, Given

FLOAT32 = (
    "(lambda w: (w.simplefilter('ignore'), mg.autograd.gradcheck(f, mg.tensor([2.0, -1.0, 0.5], "
    "requires_grad=True), raise_exception=False))[1])(__import__('warnings'))"
)
ALIKE = (
    "1e-4 <= min([d * 10.0**-k for k in range(1, 8) for d in (1, 3)], "
    "key=lambda h: abs(((cube(mg.tensor(5.0) + h) - 125) / h).item() - 75)) <= 1e-3"
)
SMALL = (
    "mg.autograd.gradcheck(Chance.apply, mg.tensor(1e-7, dtype=mg.float64, requires_grad=True), "
    "raise_exception=False)"
)
MOVED = (
    "(lambda w: ((Mean.apply((w - 1) ** 2) + ((w + 1) ** 2).mean()).backward(),"
    " w.grad.abs().max() < 1e-6)[1])(mg.tensor([0.5, 0.5, 0.5], requires_grad=True))"
)
MEANS = "[Mean.apply, mg.mean]"


def gradient(f: Callable[[Any], Any], value: Any) -> Any:
    """Return the gradient of the sum of f at a value, as a number or a list."""
    x = mg.tensor(value, requires_grad=True)
    return mg.autograd.grad(f(x).sum(), x)[0].tolist()


def digits_of_the_largest(x: Any) -> int:
    """Return how many digits the largest number has before its point."""
    return len(str(int(np.finfo(x.detach().numpy().dtype).max)))


def last_loss(mean: Callable[[Any], Any], lr: float) -> float:
    """Return the chapter's loss after four steps with a different learning rate."""
    w = mg.tensor([3.0, -2.0, 1.0], requires_grad=True)
    for _ in range(4):
        w.grad = None
        mean(w * w).backward()
        with mg.no_grad():
            w -= lr * w.grad
    return round((w * w).mean().item(), 3)


# Whether a step makes a weight larger, for the faulty and the correct rule, below 1, from 1 to 3,
# and above.
DIVERGES = (
    "[abs(1 - lr * mg.autograd.grad(m((one := mg.ones(3, requires_grad=True)) ** 2), one)[0][0])"
    " > 1 for lr in (0.99, 1.01, 2.99, 3.01) for m in (Mean.apply, mg.mean)]"
    " == [False, False, True, False, True, False, True, True]"
)


def smallest_step(dtype: Any) -> float:
    """Return the smallest power of 2 that still changes 1."""
    one = mg.tensor(1.0, dtype=dtype)
    return min(2.0**-k for k in range(60) if (one + mg.tensor(2.0**-k, dtype=dtype) != one).item())


CLAIMS = [
    Claim(
        "prediction one side",
        "both errors are small. With a larger nudge, the bend costs more, and with a smaller one, rounding does",
        "(off := lambda p: abs((cube(5 + 10.0**p) - cube(5)) / 10.0**p - 75), off(-5) > off(-8) < off(-11) and abs(off(-5) - 15 * 10**-5) < 1e-6)[-1]",
    ),
    Claim(
        "prediction both sides",
        "becomes negligible at a larger nudge, so you lose fewer digits",
        "(one := lambda p: abs((cube(5 + 10.0**p) - cube(5)) / 10.0**p - 75), two := lambda p: abs((cube(5 + 10.0**p) - cube(5 - 10.0**p)) / (2 * 10.0**p) - 75), min(range(-11, -1), key=two) > min(range(-11, -1), key=one))[-1]",
    ),
    Claim(
        "prediction factor",
        "The direction is right, and the learning rate hides the wrong length",
        "(v := mg.tensor([3.0, -2.0, 1.0], requires_grad=True), q := mg.autograd.grad(Mean.apply(v * v), v)[0] / mg.autograd.grad((v * v).mean(), v)[0], q.min() == q.max() > 1)[-1]",
    ),
    Claim(
        "prediction rounded",
        "and no small step reaches a jump",
        "all((x.detach() + h).round().equal(x.detach().round()) for h in (-0.05, 0.05))",
    ),
    Claim(
        "own-56 2",
        "10^{-8} seven 0.001 0.0001",
        "0.0001 < smallest_step(mg.float32) ** 0.5 < 0.001 and 1e-8 < smallest_step(mg.float64) ** 0.5 < 2e-8",
    ),
    Claim("own-56 3", "2", "asked(3)[0] / asked(3)[3]"),
    Claim(
        "own-56 6",
        "One isn't five none",
        "LogSumExp.apply(mg.ones(2, requires_grad=True)).grad_fn.next_functions[0][0].name().endswith('AccumulateGrad')",
    ),
    Claim("own-03", "125", "cube(5)", after="own-05"),
    Claim("own-07", "125", "cube(5)"),
    Claim(
        "own-07",
        "From one side, a thousandth of the nudge gives about a thousandth of the error",
        "[round((cube(5 + h) - 125) / h - 75, 5) for h in (1e-2, 1e-5)] == [0.1501, 0.00015]",
    ),
    Claim("own-09", "125", "cube(5)"),
    Claim("own-09", "0.001 0.0001", ALIKE),
    Claim("own-09", "7.5000", "f'{rise:.5e}'.startswith('7.5000')"),
    Claim("own-16", "There gradcheck warns you, and this function fails", f"not {FLOAT32}"),
    Claim("own-16", "or a hundred-thousandth where slopes are small", SMALL, after="own-62"),
    Claim("own-25", "1", "gradient(lambda x: mg.clamp(x, min=0), 0.0)"),
    Claim("own-25", "0.5", "gradient(lambda x: mg.maximum(x, mg.zeros(())), 0.0)"),
    Claim("own-25", "0.5 0.5", "gradient(mg.max, [1.0, 1.0])"),
    Claim("own-29", "12", "3 * x[1] ** 2"),
    Claim(
        "own-38",
        "a graph with one node instead of many",
        "[f(mg.ones(2, requires_grad=True)).grad_fn.next_functions[0][0].name()"
        " == 'minigrad::autograd::AccumulateGrad' for f in (LogSumExp.apply, log_sum_exp)]"
        " == [True, False] and (1, 0)",
        after="own-39",
    ),
    Claim("prediction overflow", "435", "int(x[0].item() / mg.tensor(10.0).log().item()) + 1"),
    Claim("prediction overflow", "39", "digits_of_the_largest(x)"),
    Claim("own-45", "0.8 0.010 0.078", f"[0.8, *(last_loss(mean, 0.8) for mean in {MEANS}[::-1])]"),
    Claim(
        "own-45",
        "next to a second loss, this one counts three times",
        MOVED,
    ),
    Claim("own-45", "Between 1 and 3, only the faulty one diverges", DIVERGES),
    Claim("own-54", "3", "fit(Rounded.apply)[0]"),
    Claim("own-56", "0.001 0.0001", ALIKE),
    Claim(
        "own-66",
        "12 60",
        "(s := mg.autograd.functional.jacobian(cube, mg.tensor(2.0)), [s, 5 * s])[1]",
    ),
    Claim(
        "own-72",
        "−0.75 −1.5",
        "round((3 / 2.001 - 3 / 1.999) / 0.002, 3) == -0.75 and faulty(3.0, 2.0, 1.0)[1] == -1.5",
        after="own-73",
    ),
    Claim("own-77", "2", "-1.5 / rules(3.0, 2.0, 1.0)[1]"),
    Claim("own-82", "−17 4.14e-08", "[-17, forward(mg.tensor(-17.0))]", after="own-84"),
    Claim(
        "own-82",
        "1000 −1000",
        "[forward(mg.tensor(1000.0)), forward(mg.tensor(-1000.0)) - 1000]",
        after="own-84",
    ),
    Claim(
        "own-45",
        "three",
        "mg.autograd.grad(Mean.apply(x), x)[0] / mg.autograd.grad(x.mean(), x)[0] @ mg.ones(3, dtype=x.dtype) / 3",
        after="own-46",
    ),
    Claim(
        "own-56 1",
        "small hardly rise left after",
        "abs((cube(5.0 + 1e-14) - cube(5.0)) / 1e-14 - 75) > 1",
    ),
    Claim("own-56 1", "large bends", "(cube(5.0 + 0.1) - cube(5.0)) / 0.1 - 75 > 1"),
    Claim(
        "own-56 4",
        "corner no slope",
        "[(mg.tensor(h).relu() / h).item() for h in (0.1, -0.1)] == [1, 0]",
    ),
    Claim(
        "own-56 5",
        "gradient tensor None",
        "(T := type('T', (mg.autograd.Function,), {'forward': staticmethod(lambda ctx, x, n: x * n), 'backward': staticmethod(lambda ctx, g: (g * 3, None))}), q := mg.tensor(1.0, requires_grad=True), T.apply(q, 3).backward(), q.grad.item() == 3)[-1]",
    ),
]

GIVEN = [Given("own-72", "3 2")]
