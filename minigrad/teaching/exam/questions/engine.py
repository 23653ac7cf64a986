"""Questions about an engine and how to check it: chapters 6 and 7."""

from ..question import OTHER, SMALL, Question, leaf

CUBE = """\
class Cube(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 3 * x * x

"""

QUESTIONS = (
    Question(
        "6",
        {"m": SMALL, "n": OTHER},
        "x = mg.ones({n}, requires_grad=True)\ny = mg.ones({m}, {n}) * x\ny.sum().backward()\n",
        "What is the shape of the gradient that arrives at `y`, and of `x.grad`?",
        "y.shape, x.grad.shape",
        "shape({m}, {n}), shape({n})",
        "An upstream gradient has the shape of the result. It's summed down to the shape of `x`.",
        {
            "shape({m}, {n}), shape({m}, {n})": "gradients keep the shape of the result",
            "shape({n}), shape({n})": "the sum comes before the product",
            "shape({m}, {n}), shape({m})": "summed over the wrong dimension",
        },
        marks={"the shape at `y`": 1, "the shape of `x.grad`": 1},
        ideas=("repeated",),
    ),
    Question(
        "6",
        {"a": SMALL, "b": OTHER, "g": (5, 10, 20)},
        leaf() + leaf("y", "{b}.0") + "(x * y).backward(mg.tensor({g}.0))\n",
        "What are `x.grad` and `y.grad`?",
        "x.grad, y.grad",
        "1.0 * {g} * {b}, 1.0 * {g} * {a}",
        "By the rule for multiplication, it's the upstream gradient, {g}, times the other factor.",
        {
            "1.0 * {g} * {a}, 1.0 * {g} * {b}": (
                "each factor receives its own value instead of the other's"
            ),
            "{b}.0, {a}.0": "the slope without the upstream gradient",
            "{g}.0, {g}.0": "the rule for addition",
        },
        marks={"`x.grad`": 1, "`y.grad`": 1},
    ),
    Question(
        "6",
        {"a": SMALL, "b": OTHER, "c": (1, 4, 9)},
        "x = mg.tensor([{a}.0, {b}.0, {c}.0])\n"
        + leaf("w", "2.0")
        + "y = w * x + w\ny.sum().backward()\n",
        "What is `w.grad`?",
        "w.grad",
        "{a} + {b} + {c} + 3.0",
        (
            "`w` was repeated for three numbers in each use. The rule adds up the shares that "
            "come back, {a} + {b} + {c} and 1 + 1 + 1."
        ),
        {
            "{a} + {b} + {c} + 1.0": "the second `w` counts only once",
            "[{a} + 1.0, {b} + 1.0, {c} + 1.0]": "a gradient has the shape of the result",
            "2.0 * ({a} + {b} + {c}) + 6": "the value",
        },
        ideas=("repeated",),
    ),
    Question(
        "7",
        {"a": SMALL, "c": (2, 3, 4, 5), "h": (0.1,)},
        "def f(x):\n    return {c} * x**3\n\nh = {h}\nnear = (f({a} + h) - f({a} - h)) / (2 * h)\n",
        "How far is `near`, a central difference, from the slope of `f` at {a}? Round only at the "
        "end.",
        "near - 3 * {c} * {a} ** 2",
        "{c} * {h} ** 2",
        (
            "For {c}x³, the central difference is {c} · (3x² + h²), so the error shrinks with "
            "the square of h."
        ),
        {
            "0.0": "a central difference is exact",
            "{h}": "the error is h",
            "{c} * (3 * {a} * {h} + {h} ** 2)": "it's the error of a one-sided difference",
        },
        kind="longer",
        ideas=("difference", "cube"),
    ),
    Question(
        "7",
        {"a": (2, 4, 5, 7), "k": (3, 6, 10)},
        CUBE + leaf() + "({k} * Cube.apply(x)).backward()\n",
        "What is `x.grad`, with this rule?",
        "x.grad",
        "3.0 * {a} ** 2",
        "{k} arrives at `Cube`. The rule should multiply by it, but doesn't, so the result is only "
        "the slope of the cube, 3 · {a}².",
        {
            "3.0 * {k} * {a} ** 2": "the rule uses `g`, as it should",
            "3.0 * {a}": "the slope of x³ is 3x",
            "1.0 * {k} * {a} ** 3": "the value",
            "3.0 * {a} ** 2 + {k}": "the upstream gradient is added",
        },
        kind="longer",
        ideas=("cube",),
    ),
    Question(
        "7",
        {"a": SMALL, "c": (2, 3, 4, 5), "h": (0.1,)},
        "def f(x):\n    return {c} * x**2\n\nh = {h}\nnear = (f({a} + h) - f({a})) / h\n",
        "How far is `near`, a one-sided difference, from the slope of `f` at {a}? Round only at "
        "the end.",
        "near - 2 * {c} * {a}",
        "{c} * {h}",
        (
            "For {c}x², the one-sided difference is {c} · (2x + h), so the error shrinks in "
            "proportion to h."
        ),
        {
            "0.0": "it's exact for a parabola, like a central difference",
            "{c} * {h} ** 2": "the error shrinks with the square of h",
            "{h}": "the error is h, whatever the curve",
        },
        kind="longer",
        ideas=("difference",),
    ),
)
