from typing import Any

import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import leaf as a_leaf
from tests.course.keeps import same, slope, verifies

ARRIVES = """
def arrives(x):
    s = x * x
    p = s * s
    z = 3 * p + 5 * s
    dz = 1.0
    dp = 3 * dz
    ds = {}
    dx = {}
    return ds, dx
"""


def arrives(ds: str, dx: str = "ds * x + ds * x") -> str:
    return ARRIVES.format(ds, dx)


def leaf(body: str) -> str:
    return f"def weights(values):\n{body}"


WHILE = """
def g(x):
    while x < 100:
        x = x * 2
    return x
"""
SHARES = """for value in reversed(record):
            for earlier, slope in value.inputs:
                earlier.grad = earlier.grad + slope * value.grad"""
SEND = """
    def send(self, share):
        self.grad = self.grad + share
        for earlier, slope in self.inputs:
            earlier.send(slope * share)
"""


def own_value(
    *lines: str, product: str = "[(self, other.data), (other, self.data)]", more: str = ""
) -> str:
    body = "\n        ".join(lines)
    start = "" if more == SEND else "        self.grad = 1.0\n"
    return f"""
record = []


class Value:
    def __init__(self, data, inputs):
        self.data = data
        self.inputs = inputs
        self.grad = 0.0
        record.append(self)

    def __add__(self, other):
        return Value(self.data + other.data, [(self, 1.0), (other, 1.0)])

    def __mul__(self, other):
        return Value(self.data * other.data, {product})

    def backward(self):
        for value in record:
            value.grad = 0.0
{start}        {body}
{more}"""


ANSWERS = {
    "shares": Answers(
        right=[
            arrives("5 * dz + 2 * s * dp", "2 * x * ds"),
            arrives("sum((5 * dz + 2 * s * dp) / 30000 for _ in range(30000))"),
            "def arrives(x):\n    ds = 6 * x**2 + 5\n    return [ds, -(-2 * x * ds)]",
            "def arrives(x):\n    return 6 * x * x + 5, (12 * x**3 + 10 * x or -0.0)",
        ],
        wrong=[
            (
                "def arrives(x):\n    ds = 6 * x * x + 5\n    return 2 * x * ds, 0.0",
                "arrive at `s`",
            ),
            (
                "def arrives(x):\n    ds = 6 * x * x + 5\n    return 2 * x * ds, ds",
                "Both numbers are right, but they're swapped.",
            ),
            (
                "def arrives(x):\n    ds = 3 * x + 3 * x + 5\n    return ds, 2 * x * ds",
                "are `s`, not `x`",
            ),
            (arrives("dp * s + dz * 5"), "Both factors of `s * s` send a share"),
            (arrives("dp * s + dp * s"), "sends one more share"),
            (arrives("dz * 5"), "s`. Should that share replace the other two?"),
            (arrives("dp * s"), "Your `ds` is only one share. But `s` is"),
            (
                arrives("2 * s"),
                "That's the slope of `s * s`. Multiply it by the gradient that has arrived at `p`",
            ),
            (arrives("29"), "right only if x is 2"),
            (arrives("dp * s * dp * s * dz * 5"), "You multiplied the shares that arrive at `s`."),
            (
                arrives("dp * s + dp * s + 5 * s"),
                "`5 * s` passes on five times the gradient that",
            ),
            (arrives("dp * s * dz * 5"), "by the share from `5 * s`."),
            (
                arrives("(dp * s + dp * s) * dz * 5"),
                "You added the two shares from `s * s` and then",
            ),
            (arrives("dp * p + dz * 5"), "not the product itself. Two shares like that"),
            (arrives("dp * p + dp * p + dz * 5"), "the *other* factor to each of its inputs"),
            (arrives("dz * s + dz * s + dz * 5"), "forgot the gradient that arrived at `p`"),
            (
                arrives("dp * s + dp * s + dz"),
                "`5 * s` passes on five times the gradient that",
            ),
            (arrives("dp + dp + dz * 5"), "Don't just count the arrows"),
            (arrives("2 * dp * 2 * s + dz * 5"), "You counted a 2 twice"),
            (arrives("dp * s + dp * s - dz * 5"), "so add the share from `5 * s`"),
            (arrives("dp * s + dp * s + dz * 5", "2 * dp * x"), "and not by `dp`"),
            (arrives("dp * s + dp * s + dp * 5"), "five times `dz`, not five times `dp`"),
            (arrives("z"), "That's `z` itself"),
            (
                """
def arrives(x):
    x = mg.tensor(x, requires_grad=True)
    s = x * x
    s.retain_grad()
    (3 * s * s + 5 * s).backward()
    return s.grad.item(), x.grad.item()
""",
                "Don't use the engine here",
            ),
            (
                arrives("dp * s, dp * s, dz * 5"),
                "Add up the shares with `+`, without commas or quotes.",
            ),
            (
                arrives("z / s"),
                (
                    "The check also tries x = 0, so you can't divide by `x` or `s`. You don't "
                    "need to, because every share is a product."
                ),
            ),
            (arrives("6 * s + 5", "ds * x * x"), "`ds` is right. A product passes the *other*"),
            (arrives("6 * s + 5", "2 * ds"), "depends on `x`"),
            (arrives("6 * s + 5", "ds * x + x"), "each of the two shares is `x` times"),
            (arrives("6 * s + 5", "x * x"), "your `dx` is the value of `s`"),
            (
                arrives("6 * s * dp + 5 * dz"),
                "You counted the 3 twice. It's already part of `dp * s`, because `dp` is 3.",
            ),
            ("def arrives(x, s):\n    return 6 * s + 5, 0.0", "missing 1 required positional"),
            (arrives("6 * s + 5", "ds * x"), "both factors of `x * x` send"),
            (arrives("6 * s + 5", "ds"), "multiplies it by its own slope"),
            (arrives("6 * s + 5", "2 * x"), "That's the slope of `x * x`. Multiply it by the"),
            (
                arrives("6 * s + 5", "ds + x + x"),
                "For `dx`, remember that slopes multiply along a path, and that",
            ),
            (arrives("6 * s + 5", "z"), "`dx` is `z` itself"),
            (
                arrives("6 * s + 5", "116.0"),
                "At x = -1.5, the shares that arrive at `x` add up to -55.5; your",
            ),
            (arrives("6 * s + 4"), "that arrive at `s` add up to 29; your function returns 28."),
            (arrives("6 * s + 5").replace("return ", ""), "Your function returned nothing."),
            (arrives("6 * s + 5", "[2 * x * ds]"), "your function returns [116.0]"),
            (
                arrives("6 * s + 5", "..."),
                "`ds` is right. `dx`, the gradient that arrives",
            ),
            (arrives("dp * s + dz * 5", "..."), "Both factors of `s * s` send a share"),
            (
                arrives("dp.grad"),
                (
                    "Everything here is a plain number, and there's no engine to do the work. "
                    "You write down"
                ),
            ),
            (
                "def arrives(x):\n    return 12 * x**3 + 10 * x",
                "A formula gives you the slope along",
            ),
            (
                """
def arrives(x):
    def f(x):
        return 3 * x**4 + 5 * x**2
    return 6 * x * x + 5, (f(x + 0.001) - f(x - 0.001)) / 0.002
""",
                "as if you had found them by nudging",
            ),
            (
                """
def arrives(x):
    def z(s):
        return 3 * s * s + 5 * s
    ds = (z(x * x + 1e-6) - z(x * x - 1e-6)) / 2e-6
    return ds, 12 * x**3 + 10 * x
""",
                "as if you had found them by nudging",
            ),
            (
                """
def arrives(x):
    def rise(h):
        return 3 * ((x + h) ** 4 - (x - h) ** 4) + 5 * ((x + h) ** 2 - (x - h) ** 2)
    return 6 * x * x + 5, (8 * rise(1e-6) - rise(2e-6)) / 12e-6
""",
                "as if you had found them by nudging",
            ),
            ("arrives = 116.0", "of type `float`"),
        ],
        tried=[arrives("...", "2 * x"), arrives("...", "...")],
    ),
    "leaf": Answers(
        right=[
            leaf("    return mg.tensor([v * 0.01 for v in values], requires_grad=True)"),
            leaf("    w = mg.tensor(values) / 100\n    w.requires_grad = True\n    return w"),
            leaf(
                "    w = mg.tensor(values, dtype=mg.float64) * 0.01\n    return w.requires_grad_()"
            ),
            leaf(
                "    w = mg.tensor(values, requires_grad=True) * 0.01\n"
                "    return w.detach().requires_grad_()"
            ),
            leaf(
                "    w = mg.tensor(values, requires_grad=True)\n    with mg.no_grad():\n"
                "        w *= 0.01\n    return w"
            ),
        ],
        wrong=[
            (
                leaf("    w = mg.tensor(values, requires_grad=True)\n    w *= 0.01\n    return w"),
                "Scale it first and start tracking",
            ),
            (
                leaf(
                    "    w = mg.tensor(values, requires_grad=True) * 0.01\n"
                    "    w.grad_fn = None\n    return w"
                ),
                "`grad_fn` only shows the node, so you can't take it away. Don't",
            ),
            (
                leaf("    return (mg.tensor(values) * 0.01).is_leaf"),
                "You returned `True` or `False`",
            ),
            (
                leaf("    w = mg.tensor(values) * 0.01\n    w.is_leaf = True\n    return w"),
                "`is_leaf` only reports whether an operation made the tensor, so you can't",
            ),
            (
                leaf("    w = mg.tensor(values) * 0.01\n    w.requires_grad_()"),
                "It should return the tensor itself",
            ),
            (
                leaf("    return mg.tensor(values, requires_grad=True) * 0.01"),
                "still the result of an operation. Its node is `MulBackward0`",
            ),
            (
                leaf(
                    "    w = mg.tensor(values, requires_grad=True) * 0.01\n"
                    "    w.retain_grad()\n    return w"
                ),
                "will be kept now, but `w` is still the result of an operation,",
            ),
            (leaf("    return mg.tensor(values) * 0.01"), "isn't tracked"),
            (
                leaf("    return (mg.tensor(values) * 0.01).requires_grad"),
                "You returned `True` or `False`",
            ),
            (
                leaf("    return (mg.tensor(values) * 0.01).requires_grad_"),
                "Put `()` after its name",
            ),
            (
                leaf("    return mg.tensor(values, requires_grad=True)"),
                "Multiply each of them by 0.01",
            ),
            (
                leaf("    return mg.tensor([0.01, 0.02], requires_grad=True)"),
                "Your code fails for other numbers.",
            ),
            (leaf("    return [v * 0.01 for v in values]"), "Your function returned `list`"),
            (
                leaf("    return (mg.tensor(values) * 0.01).retain_grad()"),
                "can't retain_grad on Tensor that has requires_grad=False",
            ),
            (leaf("    return mg.tensor(values) * 0.1"), "it should return [0.01, 0.02]"),
            (
                leaf("    return (mg.tensor([values[0], values[1]]) * 0.01).requires_grad_()"),
                "your function returns [-0.03, 0.0], but it should return [-0.03, 0.0, 0.5]",
            ),
            (
                leaf("    return mg.tensor(values) * 0.01.requires_grad_()"),
                (
                    "Python applies the dot first, to the number right before it. Put "
                    "parentheses around the product:"
                ),
            ),
            (
                leaf(
                    "    w = mg.tensor(values, requires_grad=True) * 0.01\n"
                    "    w.requires_grad = False\n    return w"
                ),
                (
                    "This tensor is the result of an operation, and it's tracked because one of "
                    "the inputs was. Compute first,"
                ),
            ),
            (leaf("    return mg.tensor(values, requires_grad=True) + 0.01"), "`AddBackward0`"),
            (
                leaf("    return mg.tensor(values[0] * 0.01, requires_grad=True)"),
                "returns 0.01, but it",
            ),
            (leaf("    return values * 0.01"), "`values` is a list. Turn it into a tensor first:"),
            (
                leaf("    return (mg.tensor(values) * 0.01).require_grad_()"),
                "The attribute is called `requires_grad`, and",
            ),
        ],
    ),
    "disproof": Answers(
        right=[
            WHILE + "one, other = [1.0], [60.0]",
            WHILE + "one, other = mg.tensor(1.0), mg.tensor(60.0, requires_grad=True)",
            WHILE + "one, other = 1, 60",
            (
                "def g(x):\n    return x * 2 if x.sum() > 0 else x\none, other = (1.0, 2.0), "
                "(-3.0, 0.0)"
            ),
            "def g(x):\n    return g(x * x) if x < 5 else x\none, other = 3.0, 4.0e5",
            (
                "def g(x):\n    for i in range(int(x)):\n        x = x * 2\n    return x\none, "
                "other = 1, 3"
            ),
        ],
        wrong=[
            (
                "def g(x):\n    return x * 2\none, other = 1.0, 60.0",
                "Both graphs have 2 nodes, including the mailbox. What",
            ),
            (
                """
def g(x):
    for i in range(2):
        if x < 10:
            x = x * x
        else:
            x = x + 1
    return x
one, other = 2.0, 5.0
""",
                (
                    "Different operations ran, but the claim is about the number of operations. "
                    "Both graphs have 3"
                ),
            ),
            (
                "def g(x):\n    return mg.where(x > 0, x * 2, x)\none, other = 1.0, -1.0",
                "more operations run for one input than for the other?",
            ),
            (
                "def g(x):\n    y = x\n    for _ in range(len(x)):\n        y = y * 2\n    return "
                "y\n"
                "one, other = [1.0], [1.0, 2.0]",
                "`one` and `other` don't have the same number of",
            ),
            (WHILE + "one, other = 1.0, 1.0", "The two inputs are the same"),
            (
                "def g(x):\n    while x < 100:\n        x = x.detach() * 2\n    return x\n"
                "one, other = 1.0, 60.0",
                "Neither result has a graph",
            ),
            (
                "calls = []\ndef g(x):\n    calls.append(x)\n    for _ in calls:\n        x = x * "
                "2\n"
                "    return x\none, other = 1.0, 60.0",
                "different graphs for the same input",
            ),
            (
                "def g(x):\n    return x * 2 if mg.rand(1) > 0.5 else x * 2 + 1\n"
                "mg.manual_seed(0)\none, other = 1.0, 2.0",
                "different graphs for the same input",
            ),
            (WHILE + "one, other = 'small', 'large'", "have to be numbers."),
            (
                (
                    "def g(x):\n    for i in range(x):\n        x = x * 2\n    return x\none, "
                    "other = 1, 3"
                ),
                "`x` is a tensor that holds a float. To",
            ),
            (
                "def g(x):\n    return x * x if x > 0 else -0.0\none, other = 1.0, -1.0",
                "For `other`, the result has no graph at all",
            ),
            (
                "def g(x):\n    return 3 if x < 10 else x * 2\none, other = 1.0, 60.0",
                "For `one`, the result has no graph at all",
            ),
            (
                "def g(x):\n    return x.item() * 2 if x < 10 else x * 2\none, other = 1.0, 60.0",
                "For `one`, the result has no graph at all",
            ),
            (
                "def g(x):\n    n = 0\n    while x < 100:\n        x, n = x * 2, n + 1\n    return "
                "n\n"
                "one, other = 1.0, 60.0",
                "Neither result has a graph",
            ),
            (
                "def g(x):\n    if x > 0:\n        return x * x * x\none, other = 1.0, -1.0",
                "For `other`, your function returned nothing",
            ),
            (
                "def g(x):\n    while x < 100:\n        x = x * 2\none, other = 1.0, 60.0",
                "Your function returned nothing.",
            ),
            (
                "def g(x):\n    while x < 100:\n        x = x * 2\n    return x\n"
                "one, other = [1.0, 2.0], [60.0, 70.0]",
                "while x < 100:\nRuntimeError",
            ),
        ],
        tried=[WHILE + "one, other = ..., ..."],
    ),
    "value": Answers(
        right=[
            own_value(SHARES.replace("slope * value.grad", "value.grad * slope")),
            own_value(
                "nodes = [self]",
                "for value in nodes:",
                "    nodes += [earlier for earlier, _ in value.inputs if earlier not in nodes]",
                "for value in [value for value in record[::-1] if value in nodes]:",
                "    for earlier, slope in value.inputs:",
                "        earlier.grad += slope * value.grad",
            ),
            # as in PyTorch, gradients add up in the leaves from pass to pass
            own_value(SHARES).replace(
                "value.grad = 0.0", "value.grad = 0.0 if value.inputs else value.grad"
            ),
        ],
        wrong=[
            (own_value("..."), "go through the values from the newest to the oldest"),
            (
                own_value(SHARES, product="[(self, self.data), (other, other.data)]"),
                "*other* factor",
            ),
            (own_value(SHARES, product="[(self, 1.0), (other, 1.0)]"), "Both inputs received 1"),
            (
                own_value(SHARES + "\n            value.grad = 0.0"),
                "the `grad` of the result is also 0",
            ),
            (own_value(SHARES.replace("earlier.grad + ", "")), "Add a share to what has already"),
            (
                own_value(SHARES.replace("value.inputs", "self.inputs")),
                "the share of `self` again for each value in the record",
            ),
            (
                own_value(
                    SHARES.replace("value.inputs", "self.inputs").replace("value.g", "self.g")
                ),
                "the share of `self` again for each value in the record",
            ),
            (
                own_value(SHARES.replace("slope *", "slope +")),
                "You added the slope to the gradient",
            ),
            (own_value(SHARES.replace("slope *", "earlier.data *")), "by an input's `data`"),
            (
                own_value(
                    SHARES,
                    product="[(self, self.data * other.data), (other, self.data * other.data)]",
                ),
                "Both slopes are the product itself",
            ),
            (own_value(SHARES.replace("value.grad", "value.data")), "by the `data` of a value"),
            (own_value(SHARES.replace(" * value.grad", "")), "You added up the slopes"),
            (
                own_value(SHARES.replace("value.grad", "self.grad")),
                "You added up the slopes",
            ),
            (own_value(SHARES.replace("reversed(record)", "record")), "hasn't passed it on to `x`"),
            (
                own_value(
                    "for inp, slope in self.inputs:",
                    "    inp.grad += slope * self.grad",
                    "    inp.backward()",
                ),
                "Does your `backward` call itself?",
            ),
            (
                own_value(
                    "for value in reversed(record):",
                    "    for earlier, slope in value.inputs:",
                    "        value.grad += slope * earlier.grad",
                ),
                "adds to the `grad` of the value itself",
            ),
            (
                own_value(SHARES, product="[(self, other.grad), (other, self.grad)]"),
                "So the slopes in your product are 0",
            ),
            (
                own_value(SHARES, product="[(self, other), (other, self)]"),
                "A slope is one, so write `other.data`",
            ),
            (
                own_value(
                    "for value in reversed(record):",
                    "    for pair in value.inputs:",
                    "        pair[0] += value.grad * pair[1]",
                ),
                "A share is also one, so add it to the `grad` of an input",
            ),
            (
                own_value(
                    "for value in reversed(record):",
                    "    value.inputs.grad += value.grad",
                ),
                "each value's `inputs` are lists",
            ),
            (
                own_value(SHARES.replace("reversed(record)", "record.reversed()")),
                "`reversed` is a function",
            ),
            (
                own_value("for value in reversed(record):", "    self.grad += value.grad * slope"),
                "Each pair in `value.inputs` has a slope",
            ),
            (
                own_value(SHARES.replace("earlier.grad + slope", "earlier.grad * slope")),
                "you only multiply it, so it stays 0",
            ),
            (
                own_value(SHARES.replace("reversed(record)", "record.reverse()")),
                "turns the list itself around and returns nothing,",
            ),
            (
                own_value(
                    "for value in reversed(record):",
                    "    for i in value.inputs:",
                    "        i.grad += value.grad",
                ),
                "Each element of `inputs` is a pair",
            ),
            (
                own_value(
                    SHARES.replace("reversed(record)", "self.behind()"),
                    more="""
    def behind(self):
        found = [self]
        for value in found:
            found += [e for e, _ in value.inputs if e not in found]
        return found
""",
                ),
                "`a` passed on its gradient before",
            ),
            (
                own_value(SHARES).replace(
                    "        for value in record:\n            value.grad = 0.0\n", ""
                ),
                "Did the first one change `record`",
            ),
            *(
                (own_value(f"{SHARES}\n        {after}"), "Did the first one change `record`")
                for after in (
                    "record.clear()",
                    "record.reverse()",
                    "for value in record: value.inputs = []",
                )
            ),
            (
                own_value(SHARES.replace("slope * value.grad", "int(slope * value.grad)")),
                "the slopes are -1.5 and 0, but yours are -1 and 0",
            ),
            (
                own_value(
                    "stack = [self]",
                    "while stack:",
                    "    value = stack.pop()",
                    "    for earlier, slope in value.inputs:",
                    "        earlier.grad = earlier.grad + slope * value.grad",
                    "        stack.append(earlier)",
                ),
                "runs `a` again for each share that arrives",
            ),
            (
                own_value("self.send(1.0)", more=SEND),
                "changed `x.grad` 4,096 times, because it follows each path on its own",
            ),
            (
                own_value(SHARES.replace("slope * value.grad", "slope * value")),
                "Slopes and gradients are plain numbers",
            ),
            (own_value(SHARES, product="(self, other)"), "`inputs` is a list of pairs"),
            (
                own_value(
                    "for value in reversed(record):",
                    "    value.inputs[0][0].grad += value.inputs[0][1] * value.grad",
                ),
                "has no inputs, so its list is empty",
            ),
            (own_value(SHARES.replace("value.inputs", "inputs")), "Each value has its own inputs"),
            (
                own_value(SHARES).replace("return Value(self.data * ", "Value(self.data * "),
                "`x * y` should return a `Value`",
            ),
            (
                own_value(SHARES).replace("self.data * other.data", "self.data + other.data"),
                "the `data` of `x * y` should be 15",
            ),
            (
                own_value(SHARES.replace("slope * value.grad", "-slope * value.grad")),
                "but yours are -1",
            ),
        ],
        tried=[own_value(SHARES, product="[(self, ...), (other, ...)]")],
    ),
}

GUESSES = {
    "slope": Guesses(
        truth="tensor(32.)",
        right=["32", "32.0", "[32]", "mg.tensor([32.0])", "32.0008"],
        wrong=[
            ("'4x**3'", "The formula is fine. Evaluate it at 2"),
            ("'4x^3'", "The formula is fine. Evaluate it at 2"),
            ("16", "is the value of `f`"),
            ("4.0", "4 is the slope of one squaring"),
            ("8", "8 is the slope of one squaring"),
            ("12", "You added the slopes, 4 + 8"),
            ("10", "the slope at 5"),
            ("0", "`f` would stand still when `x` moves a little"),
            *((none, "For every input near 2") for none in ("None", "'error'", "'no slope'")),
            ("'it has no slope'", "For every input near 2"),
        ],
        other=["1024"],
    ),
    "inner": Guesses(
        truth="None",
        right=[
            "None",
            "'None'",
            "'nothing'",
            "'no grad'",
            "'No gradient'",
            "'it is deleted'",
            "'gone'",
        ],
        wrong=[
            ("[6.0, 10.0]", "That gradient did arrive at `y`"),
            ("'tensor([6., 10.])'", "That gradient did arrive at `y`"),
            ("mg.tensor([6.0, 10.0])", "That gradient did arrive at `y`"),
            ("[6, 6]", "is 6 and 10, as at `x`"),
            ("[12, 20]", "is 6 and 10, as at `x`"),
            ("(0, 0)", "Zeros are a gradient, too"),
            ("[3, 5]", "Those are the values of `y`"),
            ("'Error'", "It runs, with a warning"),
            ("'warning'", "It runs, with a warning"),
        ],
        other=["[18, 50]"],
    ),
    "paths": Guesses(
        truth="tensor(1048576.)",
        right=[
            "2**20",
            "'2**20'",
            "'2^20'",
            "'2 to the 20'",
            "'2 to the power of 20'",
            "'2²⁰'",
            "'1,048,576'",
            "1048576.0",
            "1_048_576",
            "1000000",
            "'1000000'",
            "'a million'",
            "'about a million'",
            "'More than a million'",
        ],
        wrong=[
            ("20", "20 is the number of additions"),
            ("21", "21 is the number of nodes, including the mailbox"),
            ("22", "is bitwise XOR."),
            ("2**20 - 1", "each addition multiplies"),
            ("40", "40 is the number of arrows"),
            ("400", "400 would be 20 choices, made 2 times"),
            ("524288", "one doubling is missing"),
            ("2**21", "there are only 20 additions"),
            ("2", "for one addition"),
            ("8", "in the picture, with 3 additions"),
        ],
        other=["1000"],
    ),
}


@verifies("1", "shares", "every add up")
def what_is_kept_of_shares() -> bool:
    return same(slope(lambda s: s * s + 5 * s, a_leaf(3)), 3 + 3 + 5)


@verifies("1", "leaf", "leaf no compute first track afterward")
def what_is_kept_of_leaf() -> bool:
    return (mg.ones(2) * 3).requires_grad_().is_leaf and not (a_leaf(1) * 3).is_leaf


@verifies("1", "disproof", "decide operations records operations")
def what_is_kept_of_disproof() -> bool:
    def f(x: Any) -> Any:
        return x * 2 if x > 0 else x * 3 + 1

    return [f(a_leaf(v)).grad_fn.name() for v in (1, -1)] == ["MulBackward0", "AddBackward0"]
