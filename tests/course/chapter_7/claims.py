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


def evaluated(own: Any, n: int) -> list[int]:
    """Return how often `gradcheck` and a backward pass evaluate a function of n numbers."""
    counts = []
    for check in (lambda f, x: own.autograd.gradcheck(f, x), lambda f, x: f(x).backward()):
        calls: list[Any] = []
        check(
            lambda x, calls=calls: (calls.append(x), (x**3).sum())[1],
            own.ones(n, dtype=own.float64, requires_grad=True),
        )
        counts.append(len(calls))
    return counts


CLAIMS = [
    Claim(
        "prediction corner",
        "The rise is no larger than the run, so their quotient is at most 1",
        "0 < central.item() <= 1",
    ),
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
    Claim(
        "own-07",
        "From both sides, the $15h$ is gone, and it's a millionth",
        "[round((cube(5 + h) - cube(5 - h)) / (2 * h) - 75, 9) for h in (1e-1, 1e-4)] == [1e-2, 1e-8]",
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
    Claim(
        "own-07",
        "Two things go wrong, and they pull in opposite directions",
        "(off := lambda p: abs((cube(5 + 10.0**p) - cube(5)) / 10.0**p - 75), off(-2) > off(-8) < off(-14))[-1]",
    ),
    Claim(
        "own-14",
        "the error falls by one power of ten from one side, and by two from both sides",
        "(one := lambda h: abs((cube(5 + h) - cube(5)) / h - 75), two := lambda h: abs((cube(5 + h) - cube(5 - h)) / (2 * h) - 75), 9 < one(0.01) / one(0.001) < 11 and 90 < two(0.1) / two(0.01) < 110)[-1]",
    ),
    Claim(
        "own-09",
        "The smaller the nudge, the fewer are left",
        "(right := lambda h: abs((cube(5 + h) - cube(5)) / h / 75 - 1), right(1e-11) < right(1e-13) < right(1e-14))[-1]",
    ),
    Claim(
        "own-whole",
        "you nudge each of them in turn, and compare each slope with the one from backward()",
        "mg.autograd.gradcheck(f, x)",
        after="own-15",
    ),
    Claim(
        "own-19",
        "It takes two calls for each number",
        "90 <= len(calls) <= 110 and x.numel() == 50",
    ),
    Claim(
        "exercise chance",
        "The true slope of x³ is 3x², but the rule says 6x",
        "all(mg.allclose(mg.autograd.grad(of(q), q)[0], told(q)) for of, told in "
        "((Chance.apply, lambda q: 6 * q), (lambda q: q**3, lambda q: 3 * q**2)) "
        "for q in (mg.tensor(v, requires_grad=True) for v in (0.5, 3.0)))",
        after="own-62",
    ),
    Claim(
        "own-23",
        "Such an error shows two Jacobians: the numerical one, which was found by nudging, and the analytical one, which comes from backward()",
        "central == 0.5 and mg.autograd.grad(mg.relu(corner).sum(), corner)[0][0] == 0",
    ),
    Claim(
        "own-23",
        "at a corner there is no slope. So check next to the corner",
        "mg.autograd.gradcheck(mg.relu, mg.tensor([0.1, 1.0], dtype=mg.float64, requires_grad=True)) and not mg.autograd.gradcheck(mg.relu, corner, raise_exception=False)",
    ),
    Claim(
        "own-25",
        "It nudges a and holds b. But if b is computed from a, backward() also follows the path through b",
        "(a := mg.tensor([0.5], dtype=mg.float64, requires_grad=True), b := 3 * a, mg.autograd.grad(mg.dot(a, b), a, retain_graph=True)[0] == 6 * a)[-1]",
    ),
    Claim(
        "own-rest",
        "forward computes the result, and isn't recorded. backward is the rule: it receives g, the gradient that arrived, and returns the gradient to pass on",
        "(q := mg.tensor([2.0], requires_grad=True), r := Cube.apply(q), r.backward(mg.tensor([10.0])), q.grad == 120 and len(r.grad_fn.next_functions) == 1)[-1]",
        after="own-28",
    ),
    Claim(
        "own-27",
        "saved_tensors is always a tuple, even for one tensor",
        "type(Cube.apply(mg.tensor([2.0], requires_grad=True)).grad_fn.saved_tensors) is tuple",
        after="own-28",
    ),
    Claim(
        "own-31",
        "backward returns one gradient for each of them, in the same order, and None for inputs that aren't tensors",
        "x.grad == 5 and Scaled.backward(type('ctx', (), {'factor': 5.0}), 1.0) == (5.0, None)",
        after="own-32",
    ),
    Claim(
        "own-35",
        "The result is a little above 5, and hardly above 9",
        "5 < log_sum_exp(mg.tensor([1.0, 5.0])) < 5.1 and 9 < log_sum_exp(mg.tensor([1.0, 9.0])) < 9.001",
    ),
    Claim(
        "own-38",
        "because on the way back 0 meets infinity",
        "str(y.item()) == 'inf' and (x.grad != x.grad).all()",
    ),
    Claim(
        "own-38",
        "the logarithm of a product is a sum",
        "abs((mg.tensor(2.0) * 3).log() - mg.tensor(2.0).log() - mg.tensor(3.0).log()) < 1e-6",
    ),
    Claim(
        "own-38",
        "each slope is the share that its entry has in the sum",
        "(q := mg.tensor([1.0, 2.0, 3.0], requires_grad=True), log_sum_exp(q).backward(), (q.grad - q.detach().exp() / q.detach().exp().sum()).abs().max() < 1e-6)[-1]",
    ),
    Claim(
        "own-41",
        "each entry receives g, as in a sum. It should be a third of it",
        "(q := mg.ones(3, requires_grad=True), abs(mg.autograd.grad(q.mean(), q)[0][0] - 1 / 3) < 1e-6 and (mg.autograd.grad(Mean.apply(q), q)[0] == 1).all())[-1]",
        after="own-42",
    ),
    Claim(
        "own-47",
        "Every entry is off, by the same factor, 3, and there are three entries. That's what a forgotten mean looks like",
        "(q := mg.ones(3, requires_grad=True), wrong := mg.autograd.grad(Mean.apply(q), q)[0], good := mg.autograd.grad(q.mean(), q)[0], ((wrong / good - 3).abs() < 1e-5).all())[-1]",
    ),
    Claim(
        "own-50",
        "On the way forward you round, and on the way back you act as if you hadn't: the gradient goes straight through",
        "(q := mg.tensor([0.4, 1.6], requires_grad=True), r := Rounded.apply(q), r.backward(mg.ones(2)), r.tolist() == [0, 2] and q.grad.tolist() == [1, 1])[-1]",
        after="own-53",
    ),
    Claim(
        "own-54",
        "With the true slope, w stays at 0.4 forever. Straight through, it comes to 2.8, which rounds to 3, and the loss is 0",
        "abs(fit(mg.round)[0] - 0.4) < 1e-6 and abs(fit(Rounded.apply)[0] - 2.8) < 1e-6 and fit(Rounded.apply)[1] == 0",
    ),
    Claim(
        "own-60",
        "The rise goes from $x - h$ to $x + h$, and so does the run",
        "slope(lambda x: x * x, 3.0, 0.5) == 6",
    ),
    Claim(
        "own-65",
        "The true slope is $3x^2$. It equals $6x$ where $x$ is 2, so there the rule is right by chance",
        "3 * number**2 == 6 * number and number == 2",
    ),
    Claim(
        "own-71",
        "A rule passes on the slope times the gradient that arrived",
        "rule(mg.tensor(2.0), mg.tensor(5.0)) == 5 * 12",
    ),
    Claim(
        "own-77",
        "The analytical number was too large by a factor of 2, which is $y$",
        "faulty(3.0, 2.0, 1.0)[1] == 2 * rules(3.0, 2.0, 1.0)[1]",
    ),
    Claim(
        "own-81",
        "what's missing to the rounded value is a constant, so it sees only the x in front",
        "(q := mg.tensor([0.4, 1.6], requires_grad=True), r := rounded(q), r.sum().backward(), r.tolist() == [0, 2] and q.grad.tolist() == [1, 1])[-1]",
    ),
    Claim(
        "own-85",
        "One of the two exponents is then 0, and the other is $-|x|$",
        "(forward(mg.tensor(-3.0)) - mg.tensor(-3.0).exp().log1p()).abs() < 1e-6",
    ),
    Claim(
        "own-85",
        "The slope is the share of $e^x$",
        "(backward(mg.tensor(1.0), forward(mg.tensor(1.0)), 1.0) - mg.tensor(1.0).sigmoid()).abs() < 1e-6",
    ),
    Claim(
        "lecture",
        "Is 0 the right slope at the corner? There is no right one",
        "central == 0.5 and mg.autograd.grad(mg.relu(corner).sum(), corner)[0][0] == 0",
        after="own-23",
    ),
    Claim(
        "lecture",
        "Not for these numbers, because it also ends long before e to the 1000",
        "(log_sum_exp(mg.tensor([1000.0], dtype=mg.float64))).item() == float('inf')",
        after="own-37",
    ),
    Claim(
        "lecture",
        "one gradient is just a multiple of the other",
        "(q := mg.ones(3, requires_grad=True), (mg.autograd.grad(Mean.apply(q), q)[0] - 3 * mg.autograd.grad(q.mean(), q)[0]).abs().max() < 1e-5)[-1]",
        after="own-44",
    ),
    Claim(
        "lecture", "gradcheck 1 a backward pass and 100 nudged", "evaluated(mg, 50) == [1 + 100, 1]"
    ),
    Claim(
        "lecture",
        "apply which leaves the record Cube apply",
        "Cube.apply(mg.tensor(2.0, requires_grad=True)).grad_fn is not None",
    ),
]

GIVEN = [Given("own-72", "3 2")]
