"""Questions about slopes, graphs, shapes, and vector-Jacobian products: chapters 0 to 2."""

from ..question import ODD, OTHER, SMALL, Question, leaf


def those(which: str) -> str:
    listed = "zip(('{p}', '{q}', '{r}'), ({p}, {q}, {r}))"
    return f"', '.join(name for name, t in {listed} if {which}) or 'none'"


QUESTIONS = (
    Question(
        "0",
        {"a": SMALL, "k": (2, 3, 4)},
        "def f(x):\n    return {k} * x * x\n",
        "By about how much does `f(x)` grow when `x` goes from {a} to {a}.01? (two decimal places)",
        "round(f({a}.01) - f({a}), 2)",
        "2 * {k} * {a} * 0.01",
        "It grows by about 0.01, the step, times the slope of {k}x² at {a}, which is 2 · {k} · "
        "{a}. The exact increase is also correct.",
        {
            "{k} * {a} * {a} * 0.01": "it's a hundredth of the value, not of the slope",
            "0.01": "`f` grows as `x` does",
            "2 * {k} * {a}": "the slope, without the step",
        },
    ),
    Question(
        "0",
        {"a": SMALL, "b": ODD},
        leaf() + "y = x * x + {b}\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "2.0 * {a}",
        "The slope of x² is 2x. {b} is added at every x, so it doesn't make the curve steeper.",
        {"2.0 * {a} + {b}": "the constant counts", "{a}.0 ** 2 + {b}": "the value"},
        ideas=("square",),
    ),
    Question(
        "0",
        {},
        leaf() + "y = (x - {b}) * (x - {b})\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "2.0 * ({a} - {b})",
        "The slope of (x − {b})² is 2 · (x − {b}). It's negative to the left of {b}, and 0 at {b}.",
        {
            "2.0 * {a}": "the slope of x², wherever its lowest point is",
            "2.0 * ({b} - {a})": "the difference is reversed",
            "({a}.0 - {b}) ** 2": "the value",
        },
        ideas=("square",),
        variants=({"a": (2, 3), "b": (7, 8)}, {"a": (9, 11), "b": (3, 4)}),  # left, right
    ),
    Question(
        "1",
        {"a": SMALL, "b": ODD},
        leaf() + "y = x * x + {b} * x\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "2.0 * {a} + {b}",
        "Each of the three uses of `x` sends a share: {a}, {a}, and {b}. The shares add up.",
        {
            "{a}.0 + {b}": "`x * x` uses `x` once",
            "2.0 * {a} * {b}": "the slopes of the two terms, 2 · {a} and {b}, are multiplied",
            "{b}.0": "only the last use counts",
        },
        ideas=("shares", "square"),
    ),
    Question(
        "1",
        {"a": (4, 5), "p": "xa", "q": "yb", "r": "zc", "n": (2, 3)},
        leaf("{p}") + "{q} = {second}\n{r} = {third}\n",
        "Which of `{p}`, `{q}`, `{r}` are leaves?",
        those("t.is_leaf"),
        "'{p}' + ', {q}' * ('*' not in '{second}') + ', {r}' * ('*' not in '{third}')",
        {
            "'*' in '{second}' and '*' in '{third}'": "Recorded operations made `{q}` and `{r}`, "
            "and none made `{p}`.",
            "'*' in '{second}'": "A recorded operation made `{q}`, but none made `{p}` or `{r}`.",
            "'*' in '{third}'": "A recorded operation made `{r}`, but none made `{p}` or `{q}`. A "
            "leaf doesn't have to require grad, and `{q}` doesn't.",
            "True": "No recorded operation made any of them. A leaf doesn't have to require grad, "
            "and `{q}` doesn't.",
        },
        {
            those("not t.is_leaf"): "leaves are the results",
            those("t.requires_grad"): "every tensor that requires grad is a leaf",
        },
        variants=tuple(
            {"second": (second,), "third": (third,)}
            for second in ("{p} * {n}", "mg.tensor({n}.0)")
            for third in ("{p} * {q}", "mg.tensor(3.0, requires_grad=True)")
        ),
    ),
    Question(
        "1",
        {"a": SMALL, "b": OTHER},
        leaf() + "s = x * x\ny = s + {b} * s\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "2.0 * {a} * (1 + {b})",
        "`s` is used twice, so it receives 1 + {b}. It passes on 2 · {a} times that.",
        {
            "2.0 * {a}": "`s` receives the share of one use",
            "2.0 * {a} * {b}": "the shares of `s` are multiplied",
            "2.0 * {a} + {b}": "the {b} arrives at `x`, not at `s`",
        },
        ideas=("shares", "square"),
    ),
    Question(
        "1b",
        {"m": SMALL, "n": OTHER},
        "difference = p - t\n",
        "`p` has shape ({m}, 1), and `t` has shape ({n},). What is the shape of `difference`?",
        "difference.shape",
        "shape({m}, {n})",
        (
            "Lined up from the right, 1 meets {n}, and {m} meets nothing, so both tensors are "
            "repeated."
        ),
        {
            "shape({m})": "a number for each row",
            "shape({n})": "a number for each column",
            "shape({n}, {m})": "lined up from the left",
        },
        before="p, t = mg.zeros({m}, 1), mg.zeros({n})\n",
        ideas=("column minus flat",),
    ),
    Question(
        "1b",
        {"m": (2, 4, 5, 6, 7)},
        leaf("b", "[0.0, 0.0, 0.0]") + "(A + b).sum().backward()\n",
        "`A` has shape ({m}, 3). What is `b.grad`?",
        "b.grad",
        "[{m}.0] * 3",
        "Each element of `b` was used in {m} rows, and it receives a share of 1 from each row.",
        {
            "[3.0] * {m}": "summed over the wrong dimension",
            "[1.0] * 3": "each number is used once",
            "'a table with {m} rows of [1, 1, 1]'": "a gradient has the shape of the result",
        },
        before="A = mg.ones({m}, 3)\n",
        ideas=("repeated",),
    ),
    Question(
        "1b",
        {"m": SMALL, "k": SMALL, "n": OTHER},
        "C = A @ B\n",
        "`A` has shape ({m}, {k}), `B` has shape ({k}, {n}), and all their elements are 1. "
        "What is the shape of `C`, and what number does it contain?",
        "C.shape, C[0, 0]",
        "shape({m}, {n}), {k}.0",
        "Each element combines a row of `A` with a column of `B`, adding up {k} products of ones.",
        {
            "shape({m}, {n}), 1.0": "one product, without a sum",
            "shape({k}, {k}), {k}.0": "the inner sizes remain",
            "shape({n}, {m}), {k}.0": "columns first",
        },
        marks={"the shape": 1, "the number": 1},
        before="A, B = mg.ones({m}, {k}), mg.ones({k}, {n})\n",
    ),
    Question(
        "2",
        {"a": SMALL, "b": OTHER, "v": (2, 3, 10)},
        leaf("x", "[1.0, 1.0]")
        + "A = mg.tensor([[{a}.0, 0.0], [1.0, {b}.0]])\n"
        + "v = mg.tensor([{v}.0, 1.0])\n(A @ x).backward(v)\n",
        "What is `x.grad`?",
        "x.grad",
        "[{v}.0 * {a} + 1, 1.0 * {b}]",
        (
            "The gradient is vᵀJ, and J is A, so the gradient is {v} times the first row of A "
            "plus the second row."
        ),
        {
            "A @ v": "A times v: rows and columns are mixed up",
            "[{a} + 1.0, {b}.0]": "`v` is left out",
            "[{a} + {v}.0, {v}.0 * {b}]": "{v} weights the second row",
        },
        kind="longer",
    ),
    Question(
        "2",
        {"a": ODD},
        leaf() + "y = {y}\ny.backward()\ny.backward()\n",
        "Does the second pass raise an error? If it doesn't, what is `x.grad` at the end?",
        "x.grad",
        "ERROR if '*' in '{y}' else 2.0 * '{y}'.count('x')",
        {
            "'*' in '{y}'": "The first pass frees the values that the graph saved. `x * x` saved "
            "its factors, so the second pass can't find them anymore.",
            "True": (
                "A sum doesn't save anything for the first pass to free, so a second pass still "
                "works, and its gradient is added to the first pass's gradient."
            ),
        },
        {
            "None if '*' in '{y}' else ERROR": "a second pass always raises",
            "2.0 * x.grad if '*' in '{y}' else None": "passes add up, even if values were saved",
            "None if '*' in '{y}' else x.grad / 2": "the second pass replaces the first",
        },
        variants=({"y": ("x * x", "x * x + x")}, {"y": ("x + x", "x + x + x", "x + 3")}),
    ),
    Question(
        "2",
        {"a": SMALL, "b": OTHER, "v": (3, 5, 10)},
        leaf("x", "[{a}.0, {b}.0]") + "y = x * x\nv = mg.tensor([{v}.0, 1.0])\ny.backward(v)\n",
        "What is `x.grad`?",
        "x.grad",
        "[2.0 * {a} * {v}, 2.0 * {b}]",
        "The slopes, 2 · {a} and 2 · {b}, are each multiplied by the matching element of `v`.",
        {
            "[2.0 * {a}, 2.0 * {b}]": "`v` is left out",
            "[{v}.0, 1.0]": "the upstream gradient, without the slopes",
            "2.0 * {a} * {v} + 2 * {b}": "one number",
        },
        ideas=("weighted",),
    ),
)
