"""Check chapter 7's claims about experiments that aren't run in the notebook."""

import warnings
from collections.abc import Callable
from typing import Any

import minigrad as mg

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
SOFTPLUS = (
    "(lambda x: (y := mg.nn.functional.softplus(x), y.sum().backward(), y.tolist(),"
    " x.grad.tolist())[2:] == ([1000, 0], [1, 0]))"
    "(mg.tensor([1000.0, -1000.0], requires_grad=True))"
)
HERE = "__import__('tests.course.chapter_7.claims', fromlist=['_'])"
MEANS = "[Mean.apply, mg.mean]"


def passes_in_float32(value: float) -> bool:
    x = mg.tensor(value, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bool(mg.autograd.gradcheck(lambda x: 3 * x, x, raise_exception=False))


def gradient(f: Callable[[Any], Any], value: Any) -> Any:
    """Return the gradient of the sum of f at a value, as a number or a list."""
    x = mg.tensor(value, requires_grad=True)
    return mg.autograd.grad(f(x).sum(), x)[0].tolist()


def last_loss(mean: Callable[[Any], Any], lr: float) -> float:
    """Return the chapter's loss after four steps with a different learning rate."""
    w = mg.tensor([3.0, -2.0, 1.0], requires_grad=True)
    for _ in range(4):
        w.grad = None
        mean(w * w).backward()
        with mg.no_grad():
            w -= lr * w.grad
    return round((w * w).mean().item(), 3)


def log_sum_exp_at(value: float) -> list[float]:
    """Return the value and the gradient of the formula with the largest entry subtracted."""
    x: Any = mg.tensor([value, value - 1], requires_grad=True)
    m = x.max()
    y = m + (x - m).exp().sum().log()
    y.backward()
    return [round(v, 3) for v in (y.item() - value, *x.grad.tolist())]


# The factor by which a step with rate 1.2 multiplies a weight, with the faulty and correct rules.
FLIES_OUT = (
    "[abs(1 - 1.2 * mg.autograd.grad(m((one := mg.ones(3, requires_grad=True)) ** 2), one)[0][0])"
    " > 1 for m in (Mean.apply, mg.mean)] == [True, False]"
)

CLAIMS = [
    (
        "| `mg.relu(x)` at 0 | 0 |",
        f"{HERE}.gradient(mg.relu, 0.0) == 0",
    ),
    (
        "| `x.abs()` at 0 | 0 |",
        f"{HERE}.gradient(mg.abs, 0.0) == 0",
    ),
    (
        "| `x.clamp(min=0)` at 0 | 1 |",
        f"{HERE}.gradient(lambda x: x.clamp(min=0), 0.0) == 1",
    ),
    (
        "| `mg.maximum(x, zero)` at 0 | 0.5, half for each input |",
        f"{HERE}.gradient(lambda x: mg.maximum(x, mg.zeros(())), 0.0) == 0.5",
    ),
    (
        "| `x.max()` of two equal entries | 0.5 for each |",
        f"{HERE}.gradient(lambda x: x.max(), [1.0, 1.0]) == [0.5, 0.5]",
    ),
    (
        "| `x.max(0).values` of two equal entries | 1 for the first, 0 for the other |",
        f"{HERE}.gradient(lambda x: x.max(0).values, [1.0, 1.0]) == [1, 0]",
    ),
    (
        "| `x.norm()` at zeros | 0 |",
        f"{HERE}.gradient(lambda x: x.norm(), [0.0, 0.0]) == [0.0, 0.0]",
    ),
    (
        "at zeros, `(x * x).sum().sqrt()` gives `nan`",
        f"str({HERE}.gradient(lambda x: (x * x).sum().sqrt(), [0.0])) == '[nan]'",
    ),
    (
        "| `x.sqrt()` at 0 | inf |",
        f"{HERE}.gradient(mg.sqrt, 0.0) == float('inf')",
    ),
    (
        "the right rule is ahead after four steps, with a loss of 0.010 against 0.078",
        f"[{HERE}.last_loss(mean, 0.8) for mean in {MEANS}] == [0.078, 0.01]",
    ),
    (
        "neither the value nor the gradient overflows",
        f"{HERE}.log_sum_exp_at(1000.0) == [0.313, 0.731, 0.269]",
    ),
    (
        "a graph with one node instead of many",
        (
            "[f(mg.ones(2, requires_grad=True)).grad_fn.next_functions[0][0].name()"
            " == 'minigrad::autograd::AccumulateGrad' for f in (LogSumExp.apply, log_sum_exp)]"
            " == [True, False] and (1, 0)"
        ),
    ),
    (
        "At −17 the true value is 4.14e-08",
        "(lambda m: f'{m.log1p(m.exp(-17)):.2e}' == '4.14e-08')(__import__('math'))",
    ),
    (
        "in seven digits 1 + 4.14e-08 is just 1",
        "(1 + mg.tensor(4.14e-8)).item() == 1 < 1 + 4.14e-8",
    ),
    ("where the value is 125", "cube(5) == 125"),
    ("have to hold the 125", "cube(5) == 125"),
    ("hold the 125 and its zeros", "cube(5) == 125"),
    (
        "it falls from 0.15 to 0.00015",
        "[round((cube(5 + h) - 125) / h - 75, 5) for h in (1e-2, 1e-5)] == [0.1501, 0.00015]",
    ),
    (
        "The rise has five right digits left, 7.5000 and no more",
        "f'{cube(5 + 1e-11) - 125:.5e}' == '7.50006e-10'",
    ),
    ("they are alike between 0.001 and 0.0001", ALIKE),
    ("There `gradcheck` warns you, and this function fails", f"not {FLOAT32}"),
    (
        "`3 * x` passes at 0, and fails at 2",
        f"[{HERE}.passes_in_float32(v) for v in (0.0, 2.0)] == [True, False]",
    ),
    (
        "has 435 digits before the point",
        "int(1000 / __import__('math').log(10)) + 1 == 435",
    ),
    ("float32 ends at 39", "len(str(int(__import__('numpy').finfo('float32').max))) == 39"),
    ("At 2 the slope is 12", "3 * 2 * 2 == 12"),
    (
        "next to a second loss this one counts three times, so that the weights end elsewhere",
        MOVED,
    ),
    ("At a higher rate it flies out where the right rule does not", FLIES_OUT),
    ("which rounds to 3", "round(fit(Rounded.apply)[0]) == 3"),
    ("With seven, between 0.001 and 0.0001", ALIKE),
    ("or a hundred-thousandth where slopes are small", SMALL),
    ("where it should be 60", "5 * 3 * 2 * 2 == 60"),
    (
        "*numerical* −0.75 next to *analytical* −1.5",
        "round((3 / 2.001 - 3 / 1.999) / 0.002, 3) == -0.75 and faulty(3.0, 2.0, 1.0)[1] == -1.5",
    ),
    (
        "so that 1000 gives 1000 and −1000 gives 0, with slopes 1 and 0",
        SOFTPLUS,
    ),
]
