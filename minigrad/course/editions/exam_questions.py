"""The questions of the exam: programs with drawn numbers, what is asked, and why it is so.

`answer` is evaluated where the program has run, `holds` comes to it another way: by the formula.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Question:
    chapter: str
    draws: dict[str, Sequence[Any]]  # what the numbers in braces are drawn from
    code: str
    asks: str
    answer: str
    holds: str
    because: str


def leaf(name: str = "x", value: str = "{a}.0") -> str:
    return f"{name} = mg.tensor({value}, requires_grad=True)\n"


SMALL = range(2, 8)
OTHER = range(3, 10)
CALLS = """\
try:
    {call}
    result = "no error"
except Exception as error:
    result = type(error).__name__
"""

QUESTIONS = (
    Question(
        "0",
        {"a": SMALL},
        "def f(x):\n    return x * x\n",
        "By about how much does the value of `f` grow from {a} to {a}.01?",
        "round(f({a}.01) - f({a}), 2)",
        "round(2 * {a} * 0.01, 2)",
        "The slope of x² at {a} is 2 · {a}; times the step of 0.01.",
    ),
    Question(
        "1",
        {"a": SMALL, "b": OTHER},
        leaf() + "y = x * x + {b} * x\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad.item()",
        "2.0 * {a} + {b}",
        "Three uses of `x` send a share: {a}, {a} and {b}; they add up.",
    ),
    Question(
        "1",
        {"a": SMALL},
        leaf() + "y = x * 2\nz = mg.tensor({a}.0)\n",
        "Which of `x`, `y`, `z` are leaves? (three times True or False)",
        "[x.is_leaf, y.is_leaf, z.is_leaf]",
        "[x.grad_fn is None, y.grad_fn is None, z.grad_fn is None]",
        "A leaf was made by no recorded operation; it need not require grad.",
    ),
    Question(
        "1b",
        {"m": SMALL, "n": OTHER},
        "p = mg.zeros({m}, 1)\nt = mg.zeros({n})\n",
        "What is the shape of `p - t`?",
        "list((p - t).shape)",
        "[{m}, {n}]",
        "Lined up from the right, 1 meets {n}, and nothing meets {m}: both are repeated.",
    ),
    Question(
        "1b",
        {"m": SMALL},
        "A = mg.ones({m}, 2)\n" + leaf("b", "[0.0, 0.0]") + "(A + b).sum().backward()\n",
        "What is `b.grad`?",
        "b.grad.tolist()",
        "[{m}.0, {m}.0]",
        "Each number of `b` was used in {m} rows, and gets a share of 1 from each.",
    ),
    Question(
        "2",
        {"a": SMALL, "b": OTHER, "v": (2, 3, 10)},
        leaf("x", "[1.0, 1.0]")
        + "A = mg.tensor([[{a}.0, 0.0], [1.0, {b}.0]])\n"
        + "(A @ x).backward(mg.tensor([{v}.0, 1.0]))\n",
        "What is `x.grad`?",
        "x.grad.tolist()",
        "[{v}.0 * {a} + 1, 1.0 * {b}]",
        "It is vᵀJ, and J is A: {v} times the first row plus the second.",
    ),
    Question(
        "2",
        {"a": SMALL},
        leaf() + "y = x * x\ny.backward()\n" + CALLS.format(call="y.backward()"),
        "What is `result`?",
        "result",
        "'RuntimeError'",
        "The first pass freed what the graph had saved, and x · x needs it.",
    ),
    Question(
        "3",
        {"a": SMALL},
        leaf() + "y = x * x.detach()\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad.item()",
        "float({a})",
        "`detach()` makes a constant of one factor; only the other one counts.",
    ),
    Question(
        "3",
        {"a": SMALL},
        leaf("w") + CALLS.format(call="w -= 0.1"),
        "What is `result`?",
        "result",
        "'RuntimeError'",
        "A leaf that requires grad may not be changed in place while recording is on.",
    ),
    Question(
        "4",
        {"a": SMALL, "k": (2, 3, 4, 5)},
        leaf("w") + "for _ in range({k}):\n    ({a} * w).backward()\n",
        "What is `w.grad`?",
        "w.grad.item()",
        "1.0 * {a} * {k}",
        "Each pass adds its slope of {a}; nobody zeroes.",
    ),
    Question(
        "4",
        {"a": SMALL},
        leaf("w")
        + "optimizer = mg.optim.SGD([w], lr=0.1)\n"
        + "for _ in range(3):\n    (w * w).backward()\n"
        + "    optimizer.zero_grad()\n    optimizer.step()\n",
        "What is `w` at the end?",
        "w.item()",
        "float({a})",
        "The gradient is gone before `step()` sees it: nothing moves, and nobody says so.",
    ),
    Question(
        "4",
        {"n": (8, 12, 20), "k": (2, 4)},
        leaf("w", "1.0")
        + "x = mg.ones({n})\n"
        + "for part in x.split({n} // {k}):\n    (w * part).mean().backward()\n",
        "How many times too large is `w.grad`, as the gradient of `(w * x).mean()`?",
        "w.grad.item()",
        "float({k})",
        "Each of the {k} pieces divides by its own size, and not by {n}.",
    ),
    Question(
        "5",
        {"a": SMALL, "lr": (0.1, 0.25, 0.5)},
        leaf("w")
        + "optimizer = mg.optim.SGD([w], lr={lr})\n((w - 1) ** 2).backward()\noptimizer.step()\n",
        "What is `w` now?",
        "round(w.item(), 4)",
        "round({a} - {lr} * 2 * ({a} - 1), 4)",
        "The slope is 2 · ({a} − 1); the step is {lr} times that, downhill.",
    ),
    Question(
        "5",
        {"c": (2, 4, 5, 8, 10)},
        "def loss(w):\n    return {c} * w**2\n",
        "From which learning rate on does gradient descent no longer come nearer to 0?",
        "2 / round((loss(1.001) - 2 * loss(1.0) + loss(0.999)) / 1e-6)",
        "1 / {c}",
        "A step multiplies w by 1 − 2 · {c} · lr; at 1 / {c} that is −1.",
    ),
    Question(
        "6",
        {"m": SMALL, "n": OTHER},
        leaf("x", "mg.ones({n}).tolist()") + "y = mg.ones({m}, {n}) * x\n",
        "A gradient of which shape arrives at the product, and which shape has `x.grad`?",
        "[list(y.shape), list(x.shape)]",
        "[[{m}, {n}], [{n}]]",
        "An upstream gradient has the shape of the result; it is summed to the shape of `x`.",
    ),
    Question(
        "7",
        {"a": SMALL, "h": (0.1, 0.5)},
        "def f(x):\n    return x**3\n",
        "The central difference `(f(x + h) - f(x - h)) / (2 * h)` for x = {a}, h = {h}: "
        "how far is it from the slope?",
        "round((f({a} + {h}) - f({a} - {h})) / (2 * {h}) - 3 * {a} ** 2, 4)",
        "round({h} ** 2, 4)",
        "For x³ it is 3x² + h²: the error shrinks with the square of h.",
    ),
    Question(
        "8",
        {"k": (2, 4, 5, 10)},
        leaf("z", "mg.zeros(1, {k}).tolist()")
        + "mg.nn.functional.cross_entropy(z, mg.tensor([0])).backward()\n",
        "What is the first number of `z.grad`?",
        "round(z.grad[0, 0].item(), 4)",
        "round(1 / {k} - 1, 4)",
        "The gradient is p minus the one-hot label, and all {k} classes have p = 1 / {k}.",
    ),
    Question(
        "9",
        {"w": (0.5, 1.5, 2.0)},
        leaf("x", "1.0") + "y = x\nfor _ in range(10):\n    y = {w} * y\ny.backward()\n",
        "Ten layers with one weight each. What is `x.grad`, as a power?",
        "x.grad.item()",
        "{w} ** 10",
        "Along a chain rates multiply: {w} to the power of 10.",
    ),
    Question(
        "10",
        {"a": SMALL},
        leaf() + "(slope,) = mg.autograd.grad(x**3, x, create_graph=True)\nslope.backward()\n",
        "What is `x.grad`?",
        "x.grad.item()",
        "6.0 * {a}",
        "The slope is 3x², and its slope is 6x.",
    ),
    Question(
        "11",
        {"a": SMALL},
        "x = mg.ones({a})\ny = mg.ones({a}, dtype=mg.float64)\n" + CALLS.format(call="x @ y"),
        "What is `result`?",
        "result",
        "'RuntimeError'",
        "A sum promotes the smaller kind of number; a matrix product refuses to mix the two.",
    ),
)
