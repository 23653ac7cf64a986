"""Questions about tracking, accumulation, and training: chapters 3, 4, and 5."""

from ..question import OTHER, SMALL, Question, either, leaf

QUESTIONS = (
    Question(
        "3",
        {"a": SMALL, "b": OTHER},
        leaf() + "y = {b} * x * x.detach()\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "1.0 * {a} * {b}",
        "`detach()` turns one factor into a constant, so only the other factor counts.",
        {
            "2.0 * {a} * {b}": "`detach()` changes nothing",
            "{b}.0": "a detached factor no longer counts as a factor",
            "0.0": "once `x` is detached anywhere, it's gone from the graph",
        },
        ideas=("constant",),
    ),
    Question(
        "3",
        {"a": SMALL, "lr": (0.1, 0.2, 0.25)},
        leaf("w") + "(w * w).backward()\n{begin}w -= {lr} * w.grad\n",
        "Does the last line raise an error? If it doesn't, what is `w` at the end?",
        "w",
        "{a} - {lr} * 2 * {a} if '''{begin}''' else ERROR",
        {
            "'''{begin}'''": "Recording is off, so a leaf may be changed in place. The slope is "
            "2 · {a}, and the step is {lr} times that, downhill.",
            "True": "While recording is on, a leaf that requires grad can't be changed in place.",
        },
        {
            "ERROR if '''{begin}''' else None": "`no_grad()` forbids it",
            "None if '''{begin}''' else {a} - {lr} * 2 * {a}": "a leaf may be changed at any time",
            "{a}.0": "the leaf silently stays as it is",
            "{a} + {lr} * 2 * {a}": "uphill",
        },
        variants=either("begin", "", "with mg.no_grad():\n    "),
    ),
    Question(
        "3",
        {"a": SMALL, "b": OTHER},
        leaf() + "with mg.no_grad():\n    c = {b} * x\ny = x * c\ny.backward()\n",
        "What is `x.grad`?",
        "x.grad",
        "1.0 * {a} * {b}",
        "`c` is {b} · {a}, with no record of where it came from, so it's a constant.",
        {
            "2.0 * {a} * {b}": "`c` remembers `x`",
            "{b}.0": "`c` counts as {b}",
            "ERROR": "a value that was computed without recording can't be used",
        },
        ideas=("constant",),
    ),
    Question(
        "4",
        {"a": SMALL, "c": (7, 11, 13), "k": (2, 3, 4, 5)},
        leaf("w", "{c}.0") + "for step in range({k}):\n    ({a} * w).backward()\n",
        "What is `w.grad`?",
        "w.grad",
        "1.0 * {a} * {k}",
        "Each pass adds its slope of {a}, because the gradient is never zeroed.",
        {
            "{a}.0": "each pass replaces the previous one",
            "1.0 * {c} * {k}": "the slope is the value of `w`",
            "{a}.0 ** {k}": "passes multiply",
        },
        ideas=("passes add up",),
    ),
    Question(
        "4",
        {"a": OTHER, "s": (2, 3, 4)},
        leaf("w")
        + "optimizer = mg.optim.SGD([w], lr=0.1)\n"
        + "for step in range(3):\n    loss = {s} * w\n    {lines}\n",
        "What is `w` at the end?",
        "w",
        "{a} - 0.1 * {s} * (3 if 'zero' in '''{lines}''' else 6)",
        {
            "'zero' not in '''{lines}'''": "The slope is {s}. Without zeroing, gradients add up, "
            "and the steps are 1, 2, and 3 times 0.1 · {s}.",
            "True": "The slope is {s}. With zeroing before each pass, `w` goes down by 0.1 · {s} "
            "three times.",
        },
        {
            "{a} - 0.1 * {s} * 6 if 'zero' in '''{lines}''' else None": "passes always add up",
            "None if 'zero' in '''{lines}''' else {a} - 0.1 * {s} * 3": "each step uses the "
            "slope of its own pass",
            "{a} - 0.1 * {s}": "one step",
            "{a}.0 + 0.3 * {s}": "uphill",
        },
        kind="longer",
        variants=either(
            "lines",
            "optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()",
            "loss.backward()\n    optimizer.step()",
        ),
    ),
    Question(
        "4",
        {"a": (1, 3, 5), "b": (1, 3, 7), "c": (2, 4, 6), "d": (20, 30, 40)},
        leaf("w", "3.0")
        + "x = mg.tensor([{a}.0, {b}.0, {c}.0, {d}.0])\n"
        + "for piece in [x[:2], x[2:]]:\n    (w * piece).mean().backward()\n",
        "What is `w.grad`?",
        "w.grad",
        "({a} + {b}) / 2 + ({c} + {d}) / 2",
        (
            "Each mean divides by the length of its piece, 2, so the gradients add up to twice "
            "the mean of all four numbers."
        ),
        {
            "({a} + {b} + {c} + {d}) / 4": (
                "the means of the pieces add up to the mean of all the numbers"
            ),
            "({c} + {d}) / 2": "only the last piece counts",
            "{a}.0 + {b} + {c} + {d}": "nothing is divided",
            "3 * ({a} + {b} + {c} + {d}) / 2": "the values",
        },
        ideas=("pieces", "passes add up"),
    ),
    Question(
        "5",
        {"a": OTHER, "lr": (0.1, 0.2, 0.25)},
        leaf("w")
        + "optimizer = mg.optim.SGD([w], lr={lr})\n((w - 1) ** 2).backward()\noptimizer.step()\n",
        "What is `w` at the end?",
        "w",
        "{a} - {lr} * 2 * ({a} - 1)",
        "The slope is 2 · ({a} − 1). The step is {lr} times that, downhill.",
        {
            "{a} + {lr} * 2 * ({a} - 1)": "uphill",
            "{a} - {lr} * ({a} - 1)": "the slope without its 2",
            "{a} - {lr} * ({a} - 1) ** 2": "the value instead of the slope",
            "{a} - {lr}": "the learning rate is the step",
        },
    ),
    Question(
        "5",
        {"c": (2, 4, 5, 8, 10, 20)},
        "def loss(w):\n    return {c} * w**2\n",
        "What is the smallest learning rate at which gradient descent no longer gets closer to 0?",
        "2 / round((loss(1.001) - 2 * loss(1.0) + loss(0.999)) / 1e-6)",
        "1 / {c}",
        (
            "A step multiplies `w` by 1 − 2 · {c} · lr. At a learning rate of 1 / {c}, that "
            "factor is −1."
        ),
        {
            "2 / {c}": "the slope is {c} · w",
            "1 / (2 * {c})": "that's the learning rate at which one step leads to 0",
            "1.0": "the limit is the same for all losses",
        },
        kind="longer",
        ideas=("limit",),
    ),
    Question(
        "5",
        {"a": SMALL, "s": (2, 3, 5), "m": (0.5, 0.9)},
        leaf("w")
        + "optimizer = mg.optim.SGD(\n    [w], lr=0.1, momentum={m})\n"
        + "for step in range(2):\n    loss = {s} * w\n    optimizer.zero_grad()\n"
        + "    loss.backward()\n    optimizer.step()\n",
        "What is `w` at the end?",
        "w",
        "{a} - 0.1 * {s} * (2 + {m})",
        "The velocity is first {s}, and then {m} · {s} + {s}, so the second step is longer.",
        {
            "{a} - 0.1 * {s} * 2": "momentum is left out",
            "{a} - 0.1 * {s} * (1 + {m})": "the second step is shorter",
            "{a} - 0.1 * {s} * 2 * (1 + {m})": "the first step already has momentum",
        },
        kind="longer",
        ideas=("momentum",),
    ),
)
