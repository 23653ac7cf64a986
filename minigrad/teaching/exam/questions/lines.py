"""Programs in which students write a missing line: chapters 0, 3, 4, 5, 6, 8, and 10b."""

from ..question import OTHER, SMALL, Line, leaf

# A graph for chapter 6, in which each rule passes on the very array that arrived.
ENGINE = """
class Node:
    def __init__(self, *inputs):
        self.inputs = [(x, lambda g: g) for x in inputs]

def arrived(backward):
    x = Node()
    a, b = Node(x), Node(x)
    s = Node(a, b)
    z = Node(s, a)
    order = [z, s, b, a, x]
    backward(order, {z: np.array([1.0])})
    return [t.grad.item() for t in order]
"""

QUESTIONS = (
    Line(
        "0",
        {"h": (0.1, 0.2), "a": SMALL},
        "def slope(f, x):\n    h = {h}\n    return ____\n",
        "`slope` should return the central difference of `f` at `x`. Write what goes in the gap.",
        "abs(slope(lambda x: x**2, {a}) - 2 * {a}) < 1e-6 and "
        "abs(slope(lambda x: x**3, {a}) - 3 * {a} ** 2 - {h} ** 2) < 1e-6",
        "The rise goes from `x - h` to `x + h`, so the run is `2 * h`.",
        (
            "(f(x + h) - f(x - h)) / (2 * h)",
            "(f(x + h) - f(x - h)) / 2 / h",
        ),
        {
            "(f(x + h) - f(x)) / h": "a one-sided difference",
            "(f(x + h) - f(x - h)) / h": "the run is h",
            "(f(x + h) - f(x - h)) / 2 * h": "a division applies to everything after it",
        },
        ideas=("difference",),
    ),
    Line(
        "3",
        {"a": OTHER, "lr": (0.1, 0.2)},
        leaf("w") + "(w * w).backward()\nwith mg.no_grad():\n    ____\n",
        (
            "A gradient descent step with a learning rate of {lr} is missing. `w` has to stay "
            "the same leaf. Write the missing line."
        ),
        "abs(w.item() - ({a} - {lr} * 2 * {a})) < 1e-6 and w.is_leaf and w.requires_grad",
        "`-=` writes into `w` itself. Recording is off, so a leaf may be changed in place.",
        ("w -= {lr} * w.grad", "w.sub_({lr} * w.grad)", "w += -{lr} * w.grad"),
        {
            "w = w - {lr} * w.grad": "it's the same as `-=`, although it makes a new tensor, "
            "which isn't tracked",
            "w += {lr} * w.grad": "uphill",
            "w -= {lr} * w": "the value instead of the slope",
        },
    ),
    Line(
        "4",
        {"a": (1, 3, 5), "b": (2, 7, 9), "c": (4, 6), "d": (8, 10)},
        leaf("w", "3.0")
        + "x = mg.tensor([{a}.0, {b}.0, {c}.0, {d}.0])\n"
        + "for piece in [x[:2], x[2:]]:\n    loss = ____\n"
        + "    loss.backward()\n",
        (
            "At the end, `w.grad` should be the slope of `(w * x).mean()`, over all four "
            "numbers. Write what goes in the gap."
        ),
        "abs(w.grad.item() - ({a} + {b} + {c} + {d}) / 4) < 1e-5",
        "The gradients of the pieces add up, so divide each sum by the total count, 4.",
        (
            "(w * piece).sum() / 4",
            "(w * piece).mean() / 2",
            "(w * piece).sum() / len(x)",
        ),
        {
            "(w * piece).mean()": ("the means of the pieces add up to the mean of all the numbers"),
            "(w * piece).sum()": "nothing has to be divided",
            "(w * piece).mean() / 4": "a mean still has to be divided by the total count",
        },
        ideas=("pieces", "passes add up"),
    ),
    Line(
        "5",
        {"a": (2, 3, 4), "b": (7, 8, 9), "c": (1, 2), "d": (4, 5)},
        "x = mg.tensor([[{a}.0], [{b}.0]])\ny = mg.tensor([{a}.0 + {c}, {b}.0 + {d}])\n"
        "loss = ____\n",
        (
            "`x` is a column, and `y` is flat. `loss` should be the mean of the two squared "
            "differences. Write what goes in the gap."
        ),
        "loss.shape == shape() and loss.item() == ({c} ** 2 + {d} ** 2) / 2",
        "A column minus a flat row broadcasts to a 2-by-2 table. Change the shape of one of them, "
        "so that each number of `x` is next to its own number of `y`.",
        (
            "((x[:, 0] - y) ** 2).mean()",
            "((x - y.reshape(2, 1)) ** 2).mean()",
            "((x.reshape(2) - y) ** 2).mean()",
            "((x.T - y) ** 2).mean()",
        ),
        {
            "((x - y) ** 2).mean()": "if two shapes broadcast, they're compatible",
            "F.mse_loss(x, y)": "a loss function compares the numbers in order, whatever "
            "their shapes are. In fact, it warns, and then broadcasts",
            "(x - y).mean() ** 2": "the square may come last",
            "(x[:, 0] - y) ** 2": "a loss may consist of several numbers",
        },
        ideas=("column minus flat",),
    ),
    Line(
        "6",
        {"flying": ("in_flight", "waiting"), "d": ("d", "share")},
        "def backward(order, {flying}):\n    for t in order:\n        t.grad = {flying}.pop(t)\n"
        "        for x, rule in t.inputs:\n            {d} = rule(t.grad)\n"
        "            if x in {flying}:\n                ____\n"
        "            else:\n                {flying}[x] = {d}\n",
        (
            "`order` lists the tensors of a graph from the root back, and `{flying}` holds the "
            "arrays that have arrived so far. A rule may return the same array that it received. "
            "Write the missing line."
        ),
        "arrived(backward) == [1.0, 1.0, 1.0, 2.0, 3.0]",
        "The shares along several paths add up. `+` makes a new array, so no other tensor's "
        "share changes.",
        ("{flying}[x] = {flying}[x] + {d}", "{flying}[x] = {d} + {flying}[x]"),
        {
            "{flying}[x] += {d}": "`+=` makes a new array, as `+` does",
            "{flying}[x] = {d}": "a second share replaces the first",
            "{flying}[x] = {flying}[x] * {d}": "the shares along several paths are multiplied",
        },
        before=ENGINE,
    ),
    Line(
        "8",
        {"a": (0, 1), "b": (0, 1), "k": (3, 5)},
        "logits = mg.tensor([[{k}.0, -1.0, 0.5],\n                    [0.0, {k}.5, 1.0],\n"
        "                    [2.0, 7.0, -3.0]])\nlabels = mg.tensor([{a}, {b}, 1])\nshare = ____\n",
        (
            "`share` should be the fraction of rows in which the largest logit is at the label. "
            "It also has to work for other logits of the same shape. Write what goes in the gap."
        ),
        "abs(float(share) - ((0 == {a}) + (1 == {b}) + 1) / 3) < 1e-6",
        "`argmax` gives the positions, `==` compares them with the labels, and "
        "the mean is the fraction of matches.",
        (
            "(logits.argmax(dim=1) == labels).float().mean()",
            "(logits.argmax(dim=1) == labels).sum() / 3",
        ),
        {
            "(logits.max(dim=1)[0] == labels).float().mean()": "the answer is the largest "
            "logit instead of its position",
            "logits.argmax(dim=1) == labels": "a comparison is already a fraction",
            "(logits.argmax(dim=1) == labels).mean()": "`mean` also takes True and False, "
            "as in NumPy",
            "(logits.argmax() == labels).float().mean()": "`argmax` treats each row by itself",
            "logits[labels].mean()": "the mean of the selected logits is a fraction",
        },
        ideas=("argmax",),
    ),
    Line(
        "10b",
        {"n": (3, 4, 5)},
        "def hidden(scores):\n    n = {n}\n    future = mg.ones(n, n).triu(1) == 1\n"
        "    return ____\n\n"
        "weights = hidden(\n    mg.zeros(3, {n}, {n})).softmax(dim=2)\n",
        (
            "`hidden` should return the scores, masked so that no letter can see a later one. "
            "Write what goes in the gap."
        ),
        "[round(n, 4) for row in weights[0].tolist() for n in row] == "
        "[round((j <= i) / (1 + i), 4) for i in range({n}) for j in range({n})]",
        "`e` to the power of minus infinity is 0, so hidden letters get no weight.",
        (
            "scores.masked_fill(future, -float('inf'))",
            "scores.masked_fill(future, float('-inf'))",
        ),
        {
            "scores.masked_fill(future, 0.0)": "a score of 0 means no attention",
            "scores.masked_fill(future, float('inf'))": "infinity hides",
            "scores.masked_fill(future.T, -float('inf'))": "the mask hides the past",
        },
    ),
)
