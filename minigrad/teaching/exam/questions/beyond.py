"""Questions about deeper networks, slopes of slopes, attention, and PyTorch: chapters 8 to 11b."""

from ..question import ODD, OTHER, SMALL, Question, either, leaf

SLOPE = "(slope,) = mg.autograd.grad(\n    y, x, create_graph=True)\n"

# The size of a relu layer's outputs, if its inputs are of size 1.
RELU_SIZE = """
def size(s, n):
    mg.manual_seed(0)
    y = (mg.randn(2000, n) @ (s * mg.randn(n, n))).relu()
    return (y * y).mean().sqrt().item()
"""

# The curvature of the loss in the direction of each weight.
CURVATURES = """
def curvatures():
    (slope,) = mg.autograd.grad(loss, w, create_graph=True)
    return [mg.autograd.grad(s, w, retain_graph=True)[0][i].item() for i, s in enumerate(slope)]
"""

QUESTIONS = (
    Question(
        "8",
        {"k": (2, 4, 5, 10, 20)},
        "z = mg.zeros({k}, requires_grad=True)\n"
        "loss = F.cross_entropy(z, mg.tensor({label}))\n"
        "loss.backward()\n",
        "What is `z.grad[0]`?",
        "z.grad[0]",
        "1 / {k} - (1 - {label})",
        "It's the probability, 1 / {k}, minus the target, which is 1 for the right class and 0 for "
        "the others.",
        {
            "1 / {k} - {label}": "labels count from 1",
            "1 - {label} - 1 / {k}": "the target minus the probability",
            "1.0 - {label}": "the target itself",
        },
        ideas=("said minus true",),
        variants=either("label", 0, 1),
    ),
    Question(
        "8",
        {"a": (0, 3), "b": (1, 4), "c": (2, 5), "d": (-1, 6)},
        "logits = mg.tensor([[{a}.0, {b}.0, 2.0],\n"
        "                    [{c}.0, 3.0, {d}.0],\n"
        "                    [0.0, -9.0, {b}.0]])\n",
        "Which class does each row choose?",
        "logits.argmax(dim=1)",
        "[row.index(max(row)) for row in logits.tolist()]",
        "It's the index of the row's largest logit, counted from 0, whatever the other logits are.",
        {
            "[row.index(max(row)) + 1 for row in logits.tolist()]": "indices count from 1",
            "logits.argmin(dim=1)": "the smallest logit is chosen",
            "logits.max(dim=1).values": "the logit itself",
            "logits.abs().argmax(dim=1)": "signs don't matter",
        },
        ideas=("argmax",),
    ),
    Question(
        "8",
        {"n": (32, 64, 10), "h": (4, 5, 8), "k": (2, 3, 10)},
        "first = mg.nn.Linear({n}, {h})\nlast = mg.nn.Linear({h}, {k})\n",
        "How many parameters do the two layers have in total?",
        "sum(p.numel() for layer in (first, last) for p in layer.parameters())",
        "{n} * {h} + {h} + {h} * {k} + {k}",
        "Each layer has one weight for each pair of an input and an output, and "
        "one bias for each output.",
        {
            "{n} * {h} + {h} * {k}": "no biases",
            "{n} + {h} + {h} + {k}": "a weight for each input and output instead of each pair",
            "{n} * {h} * {k}": "the layers multiply",
        },
        kind="longer",
    ),
    Question(
        "9",
        {"a": (6, 7), "w": (0.5, 2.0, 3.0, 4.0), "n": (2, 3, 4, 5)},
        leaf() + "y = x\nfor layer in range({n}):\n    y = {w} * y\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "{w} ** {n}",
        "Along a chain, rates multiply, and {w} appears {n} times.",
        {
            "{w} * {n}": "rates add up",
            "{w}": "only the last layer counts",
            "{a} * {w} ** {n}": "the value",
        },
        also="{w}<sup>{n}</sup>",
        ideas=("chain",),
    ),
    Question(
        "9",
        {"a": (6, 7), "w": (0.5, 2.0, 3.0, 4.0), "n": (2, 3, 4)},
        leaf() + "y = x\nfor layer in range({n}):\n    y = y + {w} * y\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "(1 + {w}) ** {n}",
        "A layer with a residual connection has the rate 1 + {w}. Along a chain, rates multiply.",
        {
            "{w} ** {n}": "the connection is left out",
            "1 + {w} ** {n}": "one connection around all layers",
            "1 + {w} * {n}": "rates add up",
            "{a} * (1 + {w}) ** {n}": "the value",
        },
        also="(1 + {w})<sup>{n}</sup>",
        ideas=("chain",),
    ),
    Question(
        "9",
        {"a": (-3, 2), "b": (-1, 4), "c": (-2, 5), "k": (2, 3, 10)},
        leaf("x", "[{a}.0, {b}.0, {c}.0]") + "({k} * mg.relu(x)).sum().backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "[{k}.0 * (number > 0) for number in ({a}, {b}, {c})]",
        "Where relu gives 0, its slope is 0, so nothing gets through. Elsewhere its slope "
        "is 1, times the {k} in front.",
        {
            "[{k}.0] * 3": "the slope of relu is 1 everywhere",
            "[{k}.0 * max(number, 0) for number in ({a}, {b}, {c})]": "the value",
            "[{k}.0 if number > 0 else -{k}.0 for number in ({a}, {b}, {c})]": "left of 0 it falls",
        },
        ideas=("relu",),
    ),
    Question(
        "9",
        {"n": (8, 50, 200, 800)},
        "x = mg.randn(1000, {n})\nW = s * mg.randn({n}, {n})\ny = (x @ W).relu()\n",
        "For which `s` is the root of the mean square of `y` about 1, as it is for `x`?",
        "round((2 / {n}) ** 0.5, 4)",
        "min((0.05, 0.1, 0.2, 0.5, 1.0), key=lambda s: abs(size(s, {n}) - 1))",
        "Each sum has {n} terms, so its mean square is {n} · s². The relu keeps half of that, so "
        "s² is 2 / {n}.",
        {
            "round({n} ** -0.5, 4)": "relu doesn't change the size",
            "2 / {n}": "that's the mean square of the weights, but s is its root",
            "1.0": "a sum is as large as each of its terms",
        },
        kind="longer",
        before="s = 1.0\n" + RELU_SIZE,
    ),
    Question(
        "10",
        {"x": SMALL, "a": (2, 3), "b": (4, 5, 8, 10)},
        leaf("w", "[{x}.0, {x}.0]") + "loss = {a} * w[0]**2 + {b} * w[1]**2\n",
        "Below which learning rate does gradient descent get to the minimum in the end?",
        "2 / max(curvatures())",
        "1 / {b}",
        "The limit is 2 divided by the largest curvature, which is {b} · 2, along `w[1]`.",
        {
            "1 / {a}": "the smallest curvature decides",
            "1 / ({a} + {b})": "the curvatures add up",
            "2 / {b}": "the curvature is the factor in front of the square, without the 2",
        },
        kind="longer",
        before=CURVATURES,
        ideas=("limit",),
    ),
    Question(
        "10",
        {"a": SMALL, "c": (2, 3, 4)},
        leaf() + "y = {c} * x**3\n" + SLOPE + "slope.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "6.0 * {c} * {a}",
        "The slope is {c} · 3x², and the slope of that is {c} · 6x.",
        {
            "3.0 * {c} * {a} ** 2": "the first slope",
            "6.0 * {c}": "one slope too far",
            "3.0 * {c} * {a} ** 2 + 6 * {c} * {a}": "the first slope is also added to `x.grad`",
        },
        kind="longer",
        ideas=("slope of a slope", "cube"),
    ),
    Question(
        "10",
        {"a": SMALL, "b": ODD},
        leaf() + leaf("w", "{b}.0") + "y = x * x * w\n" + SLOPE + "slope.backward()\n",
        "What is `w.grad`?",
        "w.grad",
        "2.0 * {a}",
        "The slope along x is 2xw, which changes with w at a rate of 2x.",
        {
            "{a}.0 ** 2": "the slope along w",
            "2.0 * {a} * {b}": "the slope along x",
            "2.0 * {b}": "how the slope along x changes with x",
            "2.0 * {a} + {a} ** 2": "`grad` also adds to `w.grad`",
        },
        kind="longer",
        ideas=("slope of a slope",),
    ),
    Question(
        "10",
        {"a": OTHER, "b": (4, 12, 20), "c": (2, 5, 10)},
        leaf() + "y = {c} * x * x - {b} * x\n" + SLOPE + "(bend,) = mg.autograd.grad(slope, x)\n",
        "What is `x` after one Newton step toward the lowest point of `y`?",
        "x - slope / bend",
        "{b} / (2 * {c})",
        (
            "The step is `x - slope / bend`. For a parabola, the step leads straight to the "
            "lowest point, where the slope 2 · {c} · x − {b} is 0."
        ),
        {
            "{a} - (2.0 * {c} * {a} - {b})": "a gradient descent step with a learning rate of 1",
            "x - y / slope": "the value divided by the slope, which looks for where `y` is 0",
            "2 * {a} - {b} / (2 * {c})": "uphill",
            "0.0": "the lowest point of x²",
        },
        kind="longer",
    ),
    Question(
        "10b",
        {"a": (2, 4, 6), "b": (8, 10, 20)},
        "future = mg.ones(2, 2).triu(1) == 1\n"
        "s = mg.zeros(2, 2)\n"
        "s = s.masked_fill(future, -float('inf'))\n"
        "values = mg.tensor([{a}.0, {b}.0])\n"
        "out = s.softmax(dim=1) @ values\n",
        "What is `out`?",
        "out",
        "[{a}.0, ({a} + {b}) / 2]",
        (
            "The first letter sees only itself, so it receives {a}. The second letter sees both, "
            "with equal weights."
        ),
        {
            "[({a} + {b}) / 2, ({a} + {b}) / 2]": "the mask changes nothing",
            "[{b}.0, ({a} + {b}) / 2]": "the letter itself is hidden instead of the later one",
            "[{a}.0, {a}.0 + {b}]": "the weights are 1 where nothing is hidden",
            "[{a} / 2, {a} / 2 + {b}]": "each column of the weights adds up to 1",
        },
        kind="longer",
        ideas=("mask",),
    ),
    Question(
        "10b",
        {"a": (3, 6), "b": (0, 9), "c": (24, 30)},
        "scores = mg.zeros(3)\n"
        "values = mg.tensor([{a}.0, {b}.0, {c}.0])\n"
        "out = scores.softmax(dim=0) @ values\n",
        "What is `out`?",
        "out",
        "({a} + {b} + {c}) / 3",
        "Equal scores give equal weights, so `out` is the mean of the values.",
        {
            "0.0": "a score of 0 gets no weight",
            "{a}.0 + {b} + {c}": "each weight is 1",
            "{c}.0": "the largest value gets all the weight",
        },
        ideas=("equal scores",),
    ),
    Question(
        "10b",
        {"i": (0, 2), "k": (2, 3, 5)},
        "table = mg.zeros(3, requires_grad=True)\n"
        "found = table[mg.tensor([{i}, 1, {i}])]\n"
        "({k} * found).sum().backward()\n",
        "What is `table.grad`?",
        "table.grad",
        "[{k}.0 * [{i}, 1, {i}].count(n) for n in range(3)]",
        "Each entry receives {k} for each time it's looked up, and 0 if it's never looked up.",
        {
            "[{k}.0 * (n in [{i}, 1]) for n in range(3)]": (
                "the second look-up's share replaces the first look-up's"
            ),
            "[{k}.0] * 3": "every entry gets a gradient",
            "[1.0 * [{i}, 1, {i}].count(n) for n in range(3)]": "the factor doesn't count",
        },
    ),
    Question(
        "11",
        {"a": SMALL},
        "x = mg.ones({a})\ny = mg.ones({a}, dtype={kind})\nresult = x @ y\n",
        "Does the last line raise an error? If it doesn't, what is `result`?",
        "result",
        "{a}.0 if '{kind}' == 'mg.float32' else ERROR",
        {
            "'{kind}' == 'mg.float32'": "`ones` makes float32, so both dtypes are the same, and "
            "{a} products of ones are added up.",
            "True": "`x` is float32 and `y` is float64. A sum would convert the smaller dtype, but "
            "a matrix product refuses to mix the two.",
        },
        {
            "ERROR if '{kind}' == 'mg.float32' else None": "`ones` is float64, as in NumPy",
            "{a}.0 if '{kind}' == 'mg.float64' else None": "dtypes are promoted as in a sum",
            "[1.0] * {a}": "`@` multiplies elementwise",
            "1.0": "one product, without a sum",
        },
        variants=either("kind", "mg.float64", "mg.float32"),
    ),
    Question(
        "11",
        {"a": SMALL, "b": (10, 20, 50)},
        "table = np.array([{a}.0, 1.0])\nx = {made}\ntable[0] = {b}.0\n",
        "What is `x[0]`?",
        "x[0]",
        "{b}.0 if 'from' in '{made}' else {a}.0",
        {
            "'from' in '{made}'": (
                "`from_numpy` shares the table's memory, so any change to the table also shows "
                "up in `x`."
            ),
            "True": "`tensor` copies the table, so later changes to the table don't reach `x`.",
        },
        {
            "{a}.0 if 'from' in '{made}' else None": "`from_numpy` copies the table",
            "None if 'from' in '{made}' else {b}.0": "`tensor` shares the memory of the table",
        },
        variants=either("made", "mg.from_numpy(table)", "mg.tensor(table)"),
    ),
    Question(
        "11",
        {"a": (2, 3, 4), "b": (5, 6, 7)},
        "x = mg.tensor({x})\n",
        "What is `x.dtype`?",
        "str(x.dtype).split('.')[1]",
        "'float64' if 'np.' in '{x}' else 'bool' if 'True' in '{x}' else "
        "'float32' if '.' in '{x}' else 'int64'",
        {
            "'np.' in '{x}'": "A NumPy array keeps its own dtype, and NumPy's default is float64.",
            "'True' in '{x}'": "All the values are True or False, so the dtype is bool.",
            "'.' in '{x}'": "A number with a decimal point makes the dtype float32, the default.",
            "True": "If all the numbers are integers, the dtype is int64.",
        },
        {
            "None if x.dtype in (mg.float32, mg.bool) else 'float32'": "a tensor is always float32",
            "'float64' if x.dtype == mg.float32 else None": "as NumPy would",
            "'int64' if '{x}' == '[{a}, {b}.0]' else None": "the first element decides the dtype",
            "'int64' if x.dtype == mg.bool else None": "True is 1",
        },
        variants=(
            *either(
                "x", "[{a}, {b}]", "[{a}.0, {b}.0]", "[{a}, {b}.0]", "np.array([{a}.0, {b}.0])"
            ),
            {"x": ("[True, False]", "[False, True]", "[True, True, False]")},
        ),
    ),
    Question(
        "11b",
        {"a": (2, 3, 4), "b": (5, 6, 8)},
        "w = mg.tensor({b}.0, requires_grad=True)\n"
        "optimizer = mg.optim.SGD([w], lr=0.1)\n"
        "({a} * w).backward()\n"
        "optimizer.step()\n"
        "w.requires_grad_(False)\n"
        "optimizer.step()\n",
        "What is `w` at the end?",
        "w",
        "{b} - 0.2 * {a}",
        "The old gradient, {a}, is still in `.grad`, so the second step moves `w` as well.",
        {
            "{b} - 0.1 * {a}": "an optimizer leaves a frozen weight alone",
            "{b} + 0.2 * {a}": "a step goes along the gradient",
            "{b}.0": "freezing undoes the first step",
        },
        kind="longer",
    ),
    Question(
        "11b",
        {"m": (1, 2, 4, 5, 10)},
        "w = mg.zeros(2, requires_grad=True)\n"
        "slopes = mg.tensor([30.0, 40.0])\n"
        "(slopes * w).sum().backward()\n"
        "mg.nn.utils.clip_grad_norm_([w], {m}.0)\n",
        "What is `w.grad`?",
        "w.grad",
        "[0.6 * {m}, 0.8 * {m}]",
        (
            "The norm is 50, so both elements are multiplied by the same factor, and the norm "
            "becomes {m}."
        ),
        {
            "[30.0, 40.0]": "clipping changes only the step",
            "[{m}.0, {m}.0]": "each element is clipped at the limit",
            "[30.0 / {m}, 40.0 / {m}]": "all elements are divided by the limit",
        },
    ),
    Question(
        "11b",
        {"a": (2, 4, 5), "b": (1, 3, 6)},
        "w = mg.tensor({a}.0, requires_grad=True)\n"
        "optimizer = mg.optim.SGD([w], lr=0.1)\n"
        "loss = (w - {b}) ** 2\n"
        "for step in range(2):\n"
        "    optimizer.zero_grad()\n"
        "    loss.backward(retain_graph=True)\n"
        "    optimizer.step()\n",
        "What is `w` at the end?",
        "w",
        "{a} - 0.4 * ({a} - {b})",
        "The graph remembers the first `w`, so both passes give 2 · ({a} − {b}).",
        {
            "{a} - 0.36 * ({a} - {b})": "the loss is computed again in each round",
            "{a} - 0.2 * ({a} - {b})": "the second pass finds no gradient",
            "{a} + 0.4 * ({a} - {b})": "a step goes along the gradient",
        },
        kind="longer",
    ),
)
