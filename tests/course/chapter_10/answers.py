from typing import Any

import numpy as np
import pytest

import minigrad as mg
from minigrad.autograd import grad
from tests.course.answers import Answers, Guesses
from tests.course.keeps import fails, leaf, same, slope, verifies


def second(slope: str, result: str = "mg.autograd.grad(slope, x)[0]") -> str:
    return f"def second(f, x):\n    slope = {slope}\n    return {result}"


SLOPE = "mg.autograd.grad(f(x), x, create_graph=True)[0]"


def largest(
    *lines: str, result: str = "curvature", before: str = "pass", after: str = "pass"
) -> str:
    body = "\n        ".join(lines)
    return f"""
def largest(times, v, rounds):
    {before}
    for i in range(rounds):
        {body}
    {after}
    return {result}
"""


UNIT = "v = v / (v @ v).sqrt()"


def nudged(result: str) -> str:
    return f"def nudged(slopes, w, v, h):\n    return {result}"


FIT = "((values - y) ** 2).mean()"


def penalized(
    slopes: str = "mg.autograd.grad(values.sum(), x, create_graph=True)[0]",
    result: str = f"{FIT} + strength * (slopes**2).mean()",
    tracked: str = "x = x.clone().requires_grad_()",
) -> str:
    return f"""
def penalized(model, w, x, y, strength):
    {tracked}
    values = model(w, x)
    slopes = {slopes}
    return {result}
"""


ONE_BY_ONE = """
def penalized(model, w, x, y, strength):
    total = 0
    for xi, yi in zip(x, y):
        xi = xi.detach().clone().requires_grad_()
        value = model(w, xi)
        slope = mg.autograd.grad(value, xi, create_graph=True)[0]
        total = total + (value - yi) ** 2 + strength * slope**2
    return total / len(x)
"""


def saddle(f: str, point: str = "[0.0, 0.0]") -> str:
    return f"def f(w):\n    return {f}\n\n\npoint = {point}"


ANSWERS = {
    "second": Answers(
        right=[
            second(SLOPE, "mg.autograd.grad(slope, x, create_graph=True)[0]"),
            second("mg.autograd.grad(f(x), x, create_graph=True)"),
            second(
                "mg.autograd.grad(f(x), [x], create_graph=True)", "mg.autograd.grad(*slope, x)[0]"
            ),
            (
                "def second(f, x):\n"
                "    f(x).backward(create_graph=True)\n"
                "    return mg.autograd.grad(x.grad, x)[0]"
            ),
        ],
        wrong=[
            (
                second("mg.autograd.grad(y := f(x), x)[0]", "mg.autograd.grad(y, x)[0]"),
                "The first call freed the graph",
            ),
            (second("mg.autograd.grad(f(x), x)[0]"), "to the first call"),
            (second(SLOPE, "slope"), "That's the slope. We want the slope of that slope."),
            (
                second(SLOPE, "2 / mg.autograd.grad(slope, x)[0]"),
                "That's the limit of the learning rate.",
            ),
            (second(SLOPE, "slope**2"), "You squared the slope. We want the slope *of the slope*."),
            (second(SLOPE, "mg.autograd.grad(slope, x)"), "You returned a tuple"),
            (
                second(
                    SLOPE,
                    "mg.autograd.grad(mg.autograd.grad(slope, x, create_graph=True)[0], x)[0]",
                ),
                "third derivative",
            ),
            (
                "def second(f, x):\n    y = f(x)\n    y.backward(retain_graph=True)\n"
                "    y.backward()\n    return x.grad",
                "twice the slope",
            ),
            (
                "def second(f, x):\n    f(x).backward(create_graph=True)\n"
                "    x.grad.backward()\n    return x.grad",
                "That's the slope plus the slope of the slope",
            ),
            (second(SLOPE, "f(x)"), "but it should"),
            (
                second(SLOPE, "mg.autograd.grad(f(slope), slope)[0]"),
                "At 2.5, your function returns 1055, but it should",
            ),
            (
                second("0.01", "(f(x + slope) - 2 * f(x) + f(x - slope)) / slope**2"),
                "isn't exact for every curve. Differentiate the recorded slope instead.",
            ),
            (
                second("1e-3", "(f(x + slope) - 2 * f(x) + f(x - slope)) / slope**2"),
                "rounding ruins a small difference",
            ),
            (
                "def second(f, x):\n    mg.autograd.grad(f(x), x)",
                "Your function returned nothing.",
            ),
        ],
        tried=[second(SLOPE, "...")],
    ),
    "largest": Answers(
        right=[
            largest("v = times(v)", "v = v / (v @ v).sqrt()", result="v @ times(v)", before=UNIT),
            largest(UNIT, "v = times(v)", after=UNIT, result="v @ times(v)"),
            largest(UNIT, "v = times(v)", result="v @ times(v) / (v @ v)"),
            largest("v = times(v / v.norm())", result="(v / v.norm()) @ times(v / v.norm())"),
            largest("v = times(v) / (v @ v).sqrt()", result="v @ times(v) / (v @ v)"),
        ],
        wrong=[
            (largest("v = times(v)", result="v @ times(v)"), "1 in every round."),
            (
                largest("v = times(v)", after=UNIT, result="v @ times(v)"),
                "Scale it to length 1 in every round.",
            ),
            (
                largest("v = v / v[0]", "v = times(v)", after=UNIT, result="v @ times(v)"),
                "Do you divide by a number that can be 0?",
            ),
            (largest(UNIT, "v = times(v)", result="(v @ v).sqrt()"), "is never negative"),
            (
                largest(UNIT, "v = times(v)", result="v @ times(v)"),
                "You computed $v \\cdot Hv$ with a `v` whose length is no longer",
            ),
            (largest(UNIT, "v = times(v)", result="v @ v"), "the curvature squared"),
            (largest(UNIT, "v = times(v)", result="v"), "That's a vector"),
            (
                largest(UNIT, "v = times(v)", after=UNIT, result="2 / (v @ times(v))"),
                "That's the largest learning rate,",
            ),
            (
                largest(UNIT, "v = times(v)", after=UNIT, result="(v @ v) / (v @ times(v))"),
                "1 divided by the curvature",
            ),
            (
                largest("v = times(v)", "v = v / v.abs().max()", result="v @ times(v)"),
                "only if `v` has length 1",
            ),
            (
                largest("v = v / v.abs().sum()", "v = times(v)", "curvature = v @ v"),
                "but it should",
            ),
            (
                largest("v = v / v.abs().sum()", "u, v = v, times(v)", result="u @ v"),
                "only if `v` has length 1",
            ),
            (
                largest("v = v / (v @ v)", "u, v = v, times(v)", result="u @ v"),
                "the squared length of `v`",
            ),
            ("def largest(times, v, rounds):\n    return 6.0", "it should be -4.162."),
            (
                largest("v = times(v)", "v = v / v.max()", result="(v @ times(v)) / (v @ v)"),
                "Do you divide by a number that can be 0?",
            ),
            (
                largest("u = v", "v = times(v)", "c = (v / u)[0]", UNIT, result="c"),
                "Do you divide by an entry of `v`?",
            ),
            (
                "def largest(times, v, rounds):\n    for i in range(100):\n"
                "        v = times(v)\n        v = v / v.norm()\n    return v @ times(v)",
                "is already 6. Take exactly `rounds` rounds.",
            ),
            (
                "def largest(times, v, rounds):\n    import numpy as np\n"
                "    H = mg.stack([times(e) for e in mg.eye(len(v))]).numpy()\n"
                "    return max(np.linalg.eigvalsh(H), key=abs)",
                "is already 6. Take exactly `rounds` rounds.",
            ),
            (largest(UNIT, "v = times(v)", result="None"), "Your function returned nothing."),
            (
                largest("v = v / v.sum()", "v = times(v)", after=UNIT, result="v @ times(v)"),
                "Scale it to length 1 in every round.",
            ),
        ],
    ),
    "nudged": Answers(
        right=[
            nudged("(slopes(w + v * h) - slopes(w - v * h)) / h / 2"),
            (
                "def nudged(slopes, w, v, h):\n"
                "    ahead, back = slopes(w + h * v), slopes(w - h * v)\n"
                "    return (ahead - back) / (2 * h)"
            ),
        ],
        wrong=[
            (
                nudged("(slopes(w + h * v) - slopes(w)) / h"),
                "A central difference has a smaller error",
            ),
            (
                nudged("(slopes(w) - slopes(w - h * v)) / h"),
                "A central difference has a smaller error",
            ),
            (nudged("(slopes(w + h * v) - slopes(w - h * v)) / h"), "from one side to the other."),
            (
                nudged("(slopes(w + h * v) - slopes(w - h * v)) / 2 * h"),
                "Put parentheses around `2 * h`",
            ),
            (
                nudged("slopes(w + h * v) - slopes(w - h * v)"),
                "That's only the rise. Divide it by the run,",
            ),
            (nudged("(slopes(w - h * v) - slopes(w + h * v)) / (2 * h)"), "The sign"),
            (
                nudged("(slopes(w + h) - slopes(w - h)) / (2 * h)"),
                "You nudged all weights equally, as if `v` were all ones.",
            ),
            (nudged("v * (slopes(w + h) - slopes(w - h)) / (2 * h)"), "in the nudge"),
            (
                nudged("(slopes(w + h * v / v.norm()) - slopes(w - h * v / v.norm())) / (2 * h)"),
                "Your nudge has the length `h`",
            ),
            (
                nudged(
                    "(slopes(w + h * v / v.norm()) - slopes(w - h * v / v.norm())) / (2 * h)"
                    " * v.norm()"
                ),
                "from a nudge of the length `h`",
            ),
            (nudged("(slopes(w + v) - slopes(w - v)) / 2"), "Scale it by `h` first: `h * v`"),
            (
                nudged("(slopes(w + v) - slopes(w - v)) / (2 * h)"),
                "You nudged by `v` itself, and used `h` only in the",
            ),
            (nudged("v @ (slopes(w + h * v) - slopes(w - h * v)) / (2 * h)"), "a single number"),
            (
                nudged(
                    "mg.stack([(slopes(w + h * e) - slopes(w - h * e)) / (2 * h) "
                    "for e in mg.eye(3)], dim=1)"
                ),
                "That's the whole table",
            ),
            (
                nudged(
                    "sum(v[i] * (slopes(w + h * e) - slopes(w - h * e)) / (2 * h) "
                    "for i, e in enumerate(mg.eye(3)))"
                ),
                "You nudged along each axis.",
            ),
            (nudged("slopes(w)"), "the slopes at `w`"),
            (nudged("(slopes(w + h / 2 * v) - slopes(w - h / 2 * v)) / h"), "by only half of `h`"),
            (nudged("mg.autograd.functional.jvp(slopes, w, v)[1]"), "That's the exact $Hv$"),
            (
                nudged("(slopes(w + h * v) - slopes(w - h * v)) / (2 * h * v)"),
                "You also divided by `v`.",
            ),
            (nudged("slopes(v)"), "but it should"),
            (nudged("(slopes(w + h) - slopes(w)) / h"), "as if `v` were all ones."),
            (nudged("slopes(w + h * v)"), "Those are the slopes at `w + h * v`"),
            (
                nudged("(slopes(w + h * v) + slopes(w - h * v)) / (2 * h)"),
                "You added the slopes at the two points. Subtract",
            ),
            (
                nudged("(slopes(w + h * v) - slopes(w - h * v)) / (2 * h**2)"),
                "You divided by the square of `h`",
            ),
            (
                nudged("v * (slopes(w + h * v) - slopes(w - h * v)) / (2 * h)"),
                "You also multiplied by `v`",
            ),
            (
                nudged("(slopes(w + 1e-4 * v) - slopes(w - 1e-4 * v)) / 2e-4"),
                "That's the exact $Hv$, or very close to it",
            ),
            (
                "def nudged(slopes, w, v, h):\n    w -= h * v\n    before = slopes(w)\n"
                "    return (slopes(w + 2 * h * v) - before) / (2 * h)",
                "`nudged` changes `w`",
            ),
            (
                "def nudged(slopes, w, v, h):\n    slopes(w + h * v)",
                "Your function returned nothing.",
            ),
        ],
    ),
    "penalty": Answers(
        right=[
            penalized(tracked="x = x.detach().requires_grad_()"),
            penalized("mg.autograd.grad(values, x, mg.ones_like(x), create_graph=True)[0]"),
            penalized(result=f"{FIT} + (strength * slopes**2).mean()"),
            ONE_BY_ONE,
            penalized(
                "mg.autograd.functional.jacobian("
                "lambda x: model(w, x), x, create_graph=True).diagonal()"
            ),
            penalized("values.sum().backward(create_graph=True, inputs=[x]) or x.grad"),
        ],
        wrong=[
            (
                penalized("mg.autograd.grad(values.sum(), x, retain_graph=True)[0]"),
                "no gradient flows from the penalty",
            ),
            (penalized("mg.autograd.grad(values.sum(), x)[0]"), "the slopes' graph was freed"),
            (
                penalized(tracked="pass"),
                "Along which input do you want the slope? Remember that `x` isn't tracked when",
            ),
            (
                penalized(
                    "mg.autograd.grad(values.sum(), x)[0]",
                    result=f"[loss := {FIT}, loss.backward()]",
                ),
                "but the backward pass of the loss needs it again",
            ),
            (penalized(result=FIT), "The penalty is missing"),
            (penalized(result=f"{FIT} + strength * (w**2).mean()"), "weight decay"),
            (penalized(result=f"{FIT} + strength * (w**2).sum()"), "weight decay"),
            (penalized(tracked="x.requires_grad_()"), "Track a copy, `x.clone()`."),
            (penalized(result="strength * (slopes**2).mean()"), "the penalty"),
            (penalized(result=f"{FIT} + (slopes**2).mean()"), "at full strength"),
            (
                penalized("mg.autograd.grad(values.mean(), x, create_graph=True)[0]"),
                "the slopes of the *mean*",
            ),
            (
                penalized(result="((values - y) ** 2).sum() + strength * (slopes**2).sum()"),
                "You returned sums. Take the mean of the residuals and",
            ),
            (
                penalized(result=f"{FIT} + strength * (slopes**2).sum()"),
                "Take the mean of the squared slopes, not the sum",
            ),
            (
                penalized(result=f"{FIT} + strength * slopes.mean()"),
                "You didn't square the slopes, so positive and negative",
            ),
            (
                penalized("mg.autograd.grad(values, x, create_graph=True)[0]"),
                "There are several values. If you differentiate their sum,",
            ),
            (
                penalized(result="(values - y) ** 2 + strength * slopes**2"),
                "Return a single number, the mean. Your function returned a number",
            ),
            (
                penalized(result=f"({FIT} + strength * (slopes**2).mean()).detach()"),
                "cut off from `w`",
            ),
            (
                penalized(result=f"({FIT} + strength * (slopes**2).mean()).item()"),
                "A loss is a tensor",
            ),
            (
                penalized("mg.autograd.grad(values.sum(), w, create_graph=True)[0]"),
                "Your penalty uses the slopes along `w`",
            ),
            (
                penalized("mg.autograd.grad(((values - y) ** 2).sum(), x, create_graph=True)[0]"),
                "the slopes of the squared residuals",
            ),
            (
                penalized("mg.autograd.grad(((values - y) ** 2).mean(), x, create_graph=True)[0]"),
                "Your penalty uses the slopes of the loss",
            ),
            (penalized("3 * x"), "The residual part should be"),
            (penalized("(model(w, x + 0.25) - model(w, x - 0.25)) / 0.5"), "You nudged `x`"),
            (
                penalized("(model(w, x + 0.85) - model(w, x - 0.85)) / 1.7"),
                "That's right for a parabola, but for",
            ),
            (penalized("(model(w, x + 0.1) - model(w, x - 0.1)) / 0.2"), "You nudged `x`"),
            (penalized("(model(w, x + 1e-3) - model(w, x - 1e-3)) / 2e-3"), "You nudged `x`"),
            (penalized("(model(w, x + 1) - model(w, x - 1)) / 2"), "your loss is"),
            (
                penalized(
                    "mg.autograd.grad(values.sum(), x, retain_graph=True)[0]",
                    f"{FIT} + strength * ((slopes - wide).detach() + wide).square().mean()",
                    "x = x.clone().requires_grad_(); "
                    "wide = (model(w, x + 1) - model(w, x - 1)) / 2",
                ),
                "your gradient is",
            ),
            (
                penalized("values.sum().backward(create_graph=True) or x.grad"),
                "left a gradient in `w.grad`",
            ),
            (
                penalized(result=f"{FIT}.detach() + strength * (slopes**2).mean()"),
                "the residuals to `w`",
            ),
            (
                penalized(result=f"{FIT} + strength * slopes.abs().mean()"),
                "You took the mean of the slopes' absolute values.",
            ),
            (penalized(result=f"{FIT} + strength * slopes.mean() ** 2"), "the mean of the slopes."),
            (
                penalized(result=f"{FIT} - strength * (slopes**2).mean()"),
                "You subtracted the penalty, so training would make the",
            ),
            (
                penalized(result=f"{FIT} + ((strength * slopes) ** 2).mean()"),
                "You also squared `strength`. It belongs outside the",
            ),
            (
                penalized(result=f"strength * {FIT} + (slopes**2).mean()"),
                "You multiplied the residuals by `strength`. Multiply",
            ),
            (
                penalized(result=f"strength * ({FIT} + (slopes**2).mean())"),
                "You multiplied both parts by `strength`. Multiply",
            ),
            (
                penalized(result="((values - y) ** 2).sum() + strength * (slopes**2).mean()"),
                "You added up the squared residuals. Take their mean instead.",
            ),
            (
                penalized(
                    result=f"{FIT} + strength * (slopes**2).mean() + 0 * w[0] + w[1] - w[1].detach()"
                ),
                "its gradient is",
            ),
            (penalized(result="print(slopes)"), "Your function returned nothing."),
        ],
    ),
    "saddle": Answers(
        right=[
            saddle("(w * w).sum() - 5 * w[0] * w[1]"),
            saddle("w @ mg.tensor([[1.0, 3.0], [3.0, 1.0]]) @ w"),
            saddle(
                "w[0] ** 2 + w[1] ** 2 + 3 * (w[0] - 1) * (w[1] - 2) + 0 * w[0] - 2 * w[0] "
                "- 4 * w[1]",
                "[1.0, 2.0]",
            ),
            saddle("w[0] ** 2 + w[1] ** 2 - 4 * w[0].sin() * w[1]", "mg.zeros(2)"),
            saddle("(w[0] - w[1]) ** 2 - w[0] ** 4"),
            saddle("(w[0] + w[1]) ** 2 - (w[0] - w[1]) ** 4"),
            saddle("1e-10 * (w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1])"),
            saddle("w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1]", "[1e-7, 0.0]"),
            saddle("1e-10 * w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1]"),
            saddle("(w[0] + w[1]) ** 2 - 1e-8 * (w[0] - w[1]) ** 2"),
            saddle("1e10 * (w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1])"),
        ],
        wrong=[
            (
                saddle("w[0] ** 2 - w[1] ** 2"),
                "The surface has to curve upward along each individual",
            ),
            (saddle("w[0] ** 4 + w[1] ** 4"), "The diagonal is [0, 0]"),
            (
                saddle("w[0] ** 2 + w[1] ** 2"),
                "That's a minimum, because at this point, neither slope changes",
            ),
            (
                saddle("w[0] ** 2 + w[1] ** 2 + (w[0] * w[1]) ** 2"),
                "That's a minimum, because at this point, neither slope changes",
            ),
            (
                saddle("w[0] ** 2 + w[1] ** 2 + w[0] * w[1]"),
                "the product of the two weights a larger factor",
            ),
            (saddle("1e-10 * (w[0] ** 2 + w[1] ** 2)", "[1.0, 1.0]"), "Both have to be 0"),
            (
                saddle("w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1]", "[3e-6, 0.0]"),
                "The slopes at this point are [6e-06, 9e-06]. Both",
            ),
            (
                saddle("w[0] ** 2 + w[1] ** 2 + 1e-9 * w[0] * w[1]"),
                "the smallest eigenvalue is 2. Give the product of the two weights a larger factor",
            ),
            (
                saddle("w @ mg.tensor([[1.0, 0.1], [0.1, 0.01]]) @ w"),
                "The surface is flat in one direction, because the",
            ),
            (saddle("(w[0] + w[1]) ** 2"), "The surface is flat in one direction, because the"),
            (saddle("w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1]", "[1.0, 1.0]"), "Both have to be 0"),
            (
                saddle("w[0] ** 2 + w[1] ** 2", "[0.0, 0.0, 0.0]"),
                "numbers, but there are two weights. Return two numbers.",
            ),
            (saddle("w[0] ** 2 + w[1] ** 2", "0"), "a list of two numbers"),
            (saddle("w * w"), "a single number, the loss"),
            (saddle("3.0"), "The result of `f` wasn't computed from `w`, or its"),
            (
                saddle("(w * w).sum().sqrt()"),
                "or a curvature is infinite or nan. Choose another point.",
            ),
            (saddle("print(w)"), "Your function returned nothing."),
        ],
    ),
}

GUESSES = {
    "third": Guesses(
        truth="30.0",
        right=["30", "30.0", "'6 * 5'"],
        wrong=[
            ("0", "recorded as a function of `x`"),
            ("15", "15 is 3x at 5"),
            ("10", "That's the slope of x²"),
            ("6", "the fourth number"),
            ("75", "75 is 3x² at 5"),
            ("150", "Differentiate the slope itself"),
        ],
        other=["7"],
    ),
    "diagonal": Guesses(
        truth="no",
        right=["'no'", "'No'", "'it grows'", "False"],
        wrong=[
            ("'yes'", "that, but there are other directions"),
        ],
        other=["3"],
    ),
    "fourth": Guesses(
        truth="2.0",
        right=["2", "2.0"],
        wrong=[
            ("0", "That would fit a parabola"),
            ("'a bit closer to 0'", "By how much?"),
            ("1", "That's the size of the step"),
            ("4", "it goes against the slope"),
            ("1.5", "That's halfway. A step"),
            ("-105", "without the curvature"),
        ],
        other=["7"],
    ),
    "hill": Guesses(
        truth="the top",
        right=["'the top'", "'Top'", "0", "'the local max'", "'the maximum'"],
        wrong=[
            ("'the bottom at 1'", "The curve does have a bottom there"),
            ("'the bottom at -1'", "leads there"),
            ("'the bottom at −1'", "leads there"),
            ("-1", "leads there"),
            ("1", "The curve does have a bottom there"),
        ],
        other=["3"],
    ),
    "silent": Guesses(
        truth="4.0",
        right=["4", "4.0", "3.99"],
        wrong=[
            ("0.8", "That would fit a recorded slope"),
            ("'an error'", "It runs, because of `retain_graph=True`"),
            ("0", "That's the minimum of the penalty"),
            ("2", "halfway"),
        ],
        other=["9"],
    ),
}


@verifies("10", "second", "recorded create_graph=True differentiated")
@verifies("10", "penalty", "recorded create_graph=True")
def what_is_kept_of_second() -> bool:
    x = leaf(2)
    (recorded,) = grad(x**3, x, mg.ones(1), create_graph=True)
    (plain,) = grad(x**3, x, mg.ones(1))
    return same(slope(lambda _: recorded, x), 12) and fails(lambda: grad(plain.sum(), x))


H = mg.tensor([[2.0, 1.0], [1.0, 3.0]])


@verifies("10", "saddle", "below down leaves")
def what_is_kept_of_saddle() -> bool:
    H = np.array([[2.0, 3.0], [3.0, 2.0]])  # the Hessian of w₀² + w₁² + 3 w₀ w₁
    down = bool((np.diag(H) > 0).all()) and float(np.linalg.eigvalsh(H)[0]) == pytest.approx(-1)
    flat = mg.autograd.functional.hessian(lambda w: (w[0] + w[1]) ** 2, leaf(0, 0))  # never down
    bent = mg.autograd.functional.hessian(  # down along 1, -1
        lambda w: (w[0] + w[1]) ** 2 - (w[0] - w[1]) ** 4, leaf(0, 0)
    )
    return down and same(flat, bent) and float(np.linalg.eigvalsh(bent)[0]) == 0


@verifies("10", "largest", "length 1 every curvature along")
@verifies("10", "nudged", "slopes change along nudging along")
def along_v() -> bool:
    def slopes(w: Any) -> Any:
        return H @ w

    w, v = mg.tensor([0.3, -0.2]), mg.tensor([0.6, 0.8])
    nudged = (slopes(w + 0.1 * v) - slopes(w - 0.1 * v)) / 0.2
    curvature = (((0.1 * v) @ H @ (0.1 * v)) / 0.01).item()  # the loss's second difference
    return same(nudged, H @ v) and same(v @ H @ v, curvature) and same(v @ v, 1.0)
