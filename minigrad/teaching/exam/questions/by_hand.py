"""Questions of ten minutes, in which students derive gradients by hand: chapters 2 and 8."""

from ..question import Question

QUESTIONS = (
    Question(
        "2",
        {"a": (2, 3, 5), "b": (2, 3, 4), "c": (-1, 3, 4), "d": (2, 3, 10)},
        "x = mg.tensor([1.0, {a}.0],\n              requires_grad=True)\n"
        "A = mg.tensor([[1.0, {b}.0], [{c}.0, 2.0]])\n"
        "h = A @ x\ny = h * h\nz = {d} * y[0] - y[1]\n",
        "Do both passes by hand. Write down `h`, `y`, and `z`, and then the gradients of `z` with "
        "respect to `y`, `h`, and `x`. Next to each of the three gradients, write where it "
        "comes from, as a formula or as a vector times a matrix.",
        "(h, y, z, *mg.autograd.grad(z, [y, h, x]))",
        "passes(lambda g, h: [2 * g[0] * h[0], 2 * g[1] * h[1]], lambda g: over(g, ROWS))",
        "Each step backward multiplies the gradient so far by the Jacobian of one operation. `z` "
        "sends {d} and −1 to `y`. The square multiplies each of them by 2h. The Jacobian of "
        "`A @ x` is `A`, so the last product is `g @ A`, with the gradient at `h` on the left. In "
        "each gradient, correct numbers are worth one point, and where they come from another.",
        {
            "passes(lambda g, h: [2 * g[0] * h[0], 2 * g[1] * h[1]], lambda g: over(g, COLUMNS))": (
                "the way back is `A @ g`, like the way there"
            ),
            "passes(lambda g, h: [2.0 * h[0], 2.0 * h[1]], lambda g: over(g, ROWS))": (
                "the slope of the square is all that arrives at `h`, whatever comes after it"
            ),
            "passes(lambda g, h: [2.0 * g[0], 2.0 * g[1]], lambda g: over(g, ROWS))": (
                "the slope of a square is 2, wherever it's taken"
            ),
        },
        kind="by hand",
        before=(
            "ROWS = (1, {b}), ({c}, 2)\n"
            "COLUMNS = (1, {c}), ({b}, 2)\n"
            "def over(g, rows):\n"
            "    (p, q), (r, s) = rows\n"
            "    return [g[0] * p + g[1] * r, g[0] * q + g[1] * s]\n"
            "def passes(square, product):\n"
            "    h = [1.0 + {a} * {b}, {c} + 2.0 * {a}]\n"
            "    y = [h[0] * h[0], h[1] * h[1]]\n"
            "    at_y = [{d}.0, -1.0]\n"
            "    at_h = square(at_y, h)\n"
            "    return h, y, {d} * y[0] - y[1], at_y, at_h, product(at_h)\n"
        ),
        marks={
            "the two numbers of `h`, with one point for each": 2,
            "`y`": 1,
            "`z`": 1,
            "the gradient at `y`. It comes from the factors {d} and −1.": 2,
            "the gradient at `h`. It's the gradient at `y` times 2h, element by element.": 2,
            "the gradient at `x`. It's `g @ A` or `Aᵀ @ g`, where `g` is the gradient at `h`. "
            "`A @ g` gets 0 of these points.": 2,
        },
    ),
    Question(
        "8",
        {"r": (2, 3, 4), "q": (5, 6, 10), "label": (0, 1, 2)},
        "z = mg.tensor([0.0, s, t],\n              requires_grad=True)\n"
        "loss = F.cross_entropy(\n    z, mg.tensor({label}))\nloss.backward()\n",
        "The loss is minus the logarithm of the probability of the right answer, `z[{label}]`'s. "
        "First, write the loss as a sum of logits and a log-sum-exp. Then derive its slope along "
        "`z[{label}]`, and along one of the others, for any logits. Finally, compute "
        "`z.grad`. `s` and `t` are the natural logarithms of {r} and {q}.",
        "z.grad",
        "slopes(lambda p, right: p - right)",
        "The probabilities are 1, {r}, and {q}, divided by their sum. The gradient is said minus "
        "true: the probabilities, with 1 subtracted at index {label}.",
        {
            "slopes(lambda p, right: right - p)": "true minus said",
            "slopes(lambda p, right: p)": (
                "the right answer's logit counts only in the log-sum-exp"
            ),
            "slopes(lambda p, right: right * (p - 1))": (
                "only the right answer's logit has a slope"
            ),
        },
        kind="by hand",
        before=(
            "s, t = mg.tensor({r}.0).log().item(), mg.tensor({q}.0).log().item()\n"
            "def slopes(rule):\n"
            "    said = [n / (1 + {r} + {q}) for n in (1, {r}, {q})]\n"
            "    return [float(rule(p, i == {label})) for i, p in enumerate(said)]\n"
        ),
        marks={
            "the loss: log(e<sup>z₀</sup> + e<sup>z₁</sup> + e<sup>z₂</sup>) minus one logit": 2,
            "along any logit z, the log-sum-exp has the slope e<sup>z</sup> / sum, its "
            "probability": 2,
            "along the right answer's logit, 1 less, because that logit is also subtracted": 2,
            "the three probabilities: 1, {r}, and {q}, divided by 1 + {r} + {q}": 2,
            "a gradient that follows from these formulas": 2,
        },
        ideas=("said minus true",),
    ),
)
