from typing import Any

import numpy as np

import minigrad as mg
from minigrad.nn import functional as F
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, leaf, same, slope, verifies

BEFORE = ""


def tensors(
    x: str = "mg.tensor(table, dtype=mg.float32)",
    y: str = "mg.tensor(classes, dtype=mg.int64)",
    back: str = "x, y",
) -> str:
    return f"def tensors_of(table, classes):\n    x = {x}\n    y = {y}\n    return {back}"


def asked(
    before: str = "mode = model.training; model.eval()",
    mode: str = "mg.no_grad()",
    after: str = "model.train(mode)",
    back: str = "right.item(), loss.item()",
    right: str = "(answers.argmax(dim=1) == labels).to(mg.float32).mean()",
    loss: str = "mg.nn.functional.cross_entropy(answers, labels)",
) -> str:
    return f"""
def asked(model, x, labels):
    {before}
    with {mode}:
        answers = model(x)
        right = {right}
        loss = {loss}
    {after}
    return {back}
"""


def trained(
    loss: str = "(r * r).mean()",
    zero: str = "optimizer.zero_grad()",
    step: str = "optimizer.step()",
    optimizer: str = "mg.optim.SGD([w, b], lr=lr)",
    back: str = "w.item(), b.item()",
    leaf: str = "mg.tensor(0.0, requires_grad=True)",
) -> str:
    return f"""
def trained(x, y, steps, lr):
    w = mg.tensor(0.0, requires_grad=True)
    b = {leaf}
    optimizer = {optimizer}
    for i in range(steps):
        r = w * x + b - y
        loss = {loss}
        {zero}
        loss.backward()
        {step}
    return {back}
"""


ANSWERS = {
    "dtypes": Answers(
        right=[
            'printed = ["torch.float64", "torch.float32", "torch.int64", "false"]',
            'printed = ("float64", "float32", "int64", False)',
            'printed = ["double", "float", "long", "False"]',
            "printed = [mg.float64, mg.float32, mg.int64, False]",
        ],
        wrong=[
            (
                'printed = ["float32", "float32", "int64", "False"]',
                "`*` converts to the larger dtype",
            ),
            (
                'printed = ["float64", "float64", "int64", "False"]',
                "The gradient that flows back is",
            ),
            (
                'printed = ["float64", "float32", "int32", "False"]',
                "By default, an integer has 64 bits",
            ),
            (
                'printed = ["float64", "float32", "float32", "False"]',
                "Neither number has a decimal point, so both are",
            ),
            (
                'printed = ["float64", "float32", "int64", "True"]',
                "`detach()` returns a tensor that no gradient flows",
            ),
            (
                'printed = ["half", "float32", "int64", "False"]',
                "`z` is the product: the answer isn't `half`. The other answers",
            ),
            (
                'printed = ["float64", "float32", "int64"]',
                "Your answer should be a list of four words",
            ),
            (
                'printed = ["error", "float32", "int64", "False"]',
                "`*` converts to the larger dtype",
            ),
            ('printed = ["float64", None, "int64", "False"]', "`x.grad` isn't `None`"),
            (
                'printed = ["an error", "float32", "int64", "False"]',
                "`*` converts to the larger dtype",
            ),
            (
                'printed = ["float64", "it raises an error", "int64", "False"]',
                "no line of this program raises an error.",
            ),
            ('printed = ["float64", "float32", "int", "False"]', "By default, an integer has 64"),
            ("printed = [64, 32, 64, False]", "and not a number"),
        ],
        tried=['printed = ["float64", ..., ..., "False"]'],
    ),
    "tensors": Answers(
        right=[
            tensors("mg.tensor(table).to(mg.float32)", "mg.tensor(classes).to(mg.int64)"),
            tensors(
                "mg.from_numpy(table).to(mg.float32).clone()",
                "mg.from_numpy(classes).to(mg.int64).clone()",
            ),
            tensors("mg.tensor(table.tolist())", "mg.tensor(classes.tolist())"),
        ],
        wrong=[
            (
                tensors("mg.tensor(table)"),
                "`x` is float64, like the array, but a `Linear` needs float32",
            ),
            (tensors("mg.tensor(table, dtype=mg.int64)"), "`x` is int64"),
            (
                tensors(y="mg.tensor(classes, dtype=mg.float32)"),
                "but class labels are integers: `cross_entropy` needs",
            ),
            (tensors(y="mg.tensor(classes)"), "for an int32 array"),
            (
                tensors("mg.from_numpy(table).to(mg.float32)"),
                "`x` changed along with the array",
            ),
            (
                tensors(y="mg.from_numpy(classes).to(mg.int64)"),
                "`y` changed along with the array",
            ),
            (tensors("table", "classes"), "an array"),
            (tensors(back="x"), "Return two tensors"),
            (tensors(back="y, x"), "You've swapped the two"),
            (
                tensors("mg.tensor(table[0], dtype=mg.float32)"),
                "For [[[0.5, 1.5], [2.5, -3.5]], [1, 0]] you returned",
            ),
            (
                tensors("mg.tensor(table, dtype=mg.float32, requires_grad=True)"),
                "`x` requires grad, but the data doesn't change. Only the",
            ),
        ],
    ),
    "asked": Answers(
        right=[
            asked(mode="mg.inference_mode()"),
            asked(after="model.train(mode)", before="mode = model.training; model.train(False)"),
            asked(before="import copy; model = copy.deepcopy(model).eval()", after="pass"),
        ],
        wrong=[
            (asked(before="mode = model.training; model.training = False"), "still in training"),
            (
                asked(before="mode = model.training; [m.eval() for m in model.children()]"),
                "still in training",
            ),
            (
                asked(after="model.train()"),
                "in evaluation mode before, your function leaves it in training mode",
            ),
            (asked(before="mode = model.training"), "still in training"),
            (
                asked(before="mode = model.training; model.eval()(x); model.train(mode)"),
                "still in training",
            ),
            (asked(after="model.training = mode"), "but not its submodules"),
            (asked(back="right.item().item(), loss.item()"), "Calling `.item()` once is enough"),
            (asked(back="loss.item(), right.item()"), "You returned the loss first"),
            (
                asked(mode="model.eval(), mg.no_grad()"),
                "isn't a context manager. Call it on a line of its own,",
            ),
            (asked(mode="mg.no_grad"), "including the `()`"),
            (asked(back="round(right.item(), 2), loss.item()"), "Don't round"),
            (asked(back="right.item(), round(loss.item(), 2)"), "Don't round"),
            (
                asked(after="return right.item(), loss.item()"),
                "leaves the model in evaluation mode, so training would continue",
            ),
            (
                asked(mode="mg.enable_grad()", back="right, loss"),
                "You also returned a tensor",
            ),
            (asked(mode="mg.enable_grad()"), "doesn't turn it off"),
            (
                asked(
                    before="mode = model.training; model.eval().requires_grad_(False)",
                    mode="mg.enable_grad()",
                ),
                "freezes the model for good",
            ),
            (
                asked(after="model.eval()"),
                "leaves the model in evaluation mode, so training would continue",
            ),
            (asked(back="right.item(), loss"), "turns a tensor into a number"),
            (asked(back="right.item()"), "Return two numbers"),
            (
                asked(right="(answers.argmax(dim=1) == labels).sum() * 2"),
                "Two of the model's three answers are right, but your function returned",
            ),
            (
                asked(right="(answers.argmax(dim=1) == labels).sum()"),
                "how many answers are right",
            ),
            (asked(back="100 * right.item(), loss.item()"), "That's a percentage"),
            (asked(back="1 - right.item(), loss.item()"), "the fraction of wrong answers"),
            (
                asked(loss='mg.nn.functional.cross_entropy(answers, labels, reduction="sum")'),
                "You added up the losses",
            ),
            (
                asked(loss="mg.nn.functional.cross_entropy(answers.softmax(dim=1), labels)"),
                "`cross_entropy` takes a softmax itself",
            ),
            (asked(loss="-mg.nn.functional.cross_entropy(answers, labels)"), "The loss is"),
            ("def asked(model, x, labels):\n    return 1.0, 0.0", "You never called the model."),
        ],
    ),
    "device": Answers(
        right=[
            'line, name = "8", "Y"',
            "line, name = 8.0, 'y'",
            "line, name = 'line 8', 'y'",
            "line, name = 'eight', 'y'",
            "line, name = 8, 'y.to(device)'",
            "line, name = 8, 'y = y.to(device)'",
            'line, name = [8], ["y"]',
        ],
        wrong=[
            ('line, name = 2, "model"', "Line 2 moves all parameters"),
            ('line, name = 3, "model"', "The optimizer holds the parameters"),
            ('line, name = 6, "y"', "Line 6 moves only"),
            ('line, name = 7, "y"', "The name is right, but not the line. On that line"),
            ('line, name = 8, "the labels"', "the labels are called `y`"),
            ('line, name = 7, "x"', "the model is applied to `x`. Both are on the GPU by"),
            ('line, name = 10, "loss"', "The backward pass uses only tensors that are already on"),
            ('line, name = 11, "loss"', "Parameters and their gradients"),
            ('line, name = 12, "total"', "already copies the value"),
            ('line, name = 4, "total"', "doesn't combine tensors from two devices."),
            ('line, name = 8, "x"', "`x` is moved on line 6"),
            ('line, name = 8, "logits"', "come from the model"),
            ('line, name = 8, "model"', "The model is moved on line 2"),
            (
                'line, name = 8, "total"',
                "`total` is a Python number, and those aren't on any device.",
            ),
            ('line, name = 8, "loss"', "There's no loss yet"),
            ('line, name = 8, "labels"', "the labels are called `y`"),
            ('line, name = 8, "logits"', "come from the model"),
            ('line, name = 8, "x, y"', "Only one of the two"),
            ('line, name = 8, "device"', "The line is right, but `device` doesn't have to be"),
            ('line, name = None, "y"', "as in the comments of the program"),
            ('line, name = 8, ""', "as a word in quotation marks"),
            ('line, name = "y", 8', "Give the line first, and then the name"),
        ],
        tried=["line, name = 8, ..."],
    ),
    "translate": Answers(
        right=[
            trained("mg.nn.functional.mse_loss(w * x + b, y)"),
            """
def trained(x, y, steps, lr):
    w, b = mg.tensor(0.0, requires_grad=True), mg.tensor(0.0, requires_grad=True)
    optimizer = mg.optim.SGD([w, b], lr=lr)

    def once():
        optimizer.zero_grad()
        ((w * x + b - y) ** 2).mean().backward()
        optimizer.step()

    for i in range(steps):
        once()
    return w.item(), b.item()
""",
            """
def trained(x, y, steps, lr):
    w, b = mg.tensor(0.0, requires_grad=True), mg.tensor(0.0, requires_grad=True)
    for i in range(steps):
        along_w, along_b = mg.autograd.grad(((w * x + b - y) ** 2).mean(), [w, b])
        with mg.no_grad():
            w -= lr * along_w
            b -= lr * along_b
    return w.item(), b.item()
""",
        ],
        wrong=[
            (trained(zero="pass"), "don't zero"),
            (
                trained("(r * r).sum()"),
                (
                    "That's the sum over the points, but the slopes worked out by hand are for the "
                    "mean"
                ),
            ),
            (trained("0.5 * (r * r).mean()"), "That's half of each slope"),
            (trained("-(r * r).mean()"), "Your step goes uphill"),
            (
                trained(optimizer="mg.optim.SGD([w, b], lr=lr, momentum=0.9)"),
                "You used momentum. The handwritten loop",
            ),
            (trained(optimizer="mg.optim.SGD([w], lr=lr)"), "`b` hasn't moved"),
            (trained("((w * x - y) ** 2).mean()"), "`b` hasn't moved. Is it in the loss"),
            (trained().replace("range(steps)", "range(steps + 1)"), "one step too many"),
            (trained().replace("range(steps)", "range(steps - 1)"), "one step too few"),
            (trained(optimizer="mg.optim.SGD([w, b], lr=0.1)"), "Your rate is always 0.1"),
            (trained(back="round(w.item(), 2), round(b.item(), 2)"), "Don't round"),
            (
                "def trained(x, y, steps, lr):\n    w = mg.tensor(0.0, requires_grad=True)\n"
                "    b = mg.tensor(0.0, requires_grad=True)\n"
                "    optimizer = mg.optim.SGD([w, b], lr=lr)\n"
                "    loss = ((w * x + b - y) ** 2).mean()\n    for step in range(steps):\n"
                "        optimizer.zero_grad()\n        loss.backward(retain_graph=True)\n"
                "        optimizer.step()\n    return w.item(), b.item()",
                "Every step uses the slopes at the first",
            ),
            (trained(step="pass"), "end up where they started"),
            (trained(optimizer="mg.optim.Adam([w, b], lr=lr)"), "That's Adam's first step"),
            (trained("r.mean()"), "The square is missing"),
            (
                trained(step="optimizer.step()\n        return w.item(), b.item()"),
                "Your `return` is inside the loop",
            ),
            (trained("((w * x + b).reshape(-1, 1) - y).square().mean()"), "every `y`"),
            (trained().replace("range(steps)", "range(3)"), "You always take 3 steps"),
            (trained(back="b.item(), w.item()"), "in the wrong order"),
            (trained(back="w, b"), "The values are right, but they're still tracked"),
            (trained(back="w.item()"), "Return two numbers"),
            (trained("r.abs().mean()"), "After one step"),
            (trained("(2 * r * x).mean()"), "You differentiated a slope."),
            (
                "def trained(x, y, steps, lr):\n    model = mg.nn.Linear(1, 1)\n"
                "    optimizer = mg.optim.SGD(model.parameters(), lr=lr)\n"
                "    for step in range(steps):\n"
                "        loss = ((model(x[:, None])[:, 0] - y) ** 2).mean()\n"
                "        optimizer.zero_grad()\n        loss.backward()\n"
                "        optimizer.step()\n"
                "    return model.weight.item(), model.bias.item()",
                "By hand, both begin at 0.",
            ),
            (
                "def trained(x, y, steps, lr):\n    w, b = mg.zeros(()), mg.zeros(())\n"
                "    for step in range(steps):\n        for p in [w, b]:\n"
                "            p.requires_grad_()\n"
                "            ((w * x + b - y) ** 2).mean().backward()\n"
                "            p.requires_grad_(False)\n            p -= lr * p.grad\n"
                "            p.grad = None\n    return w.item(), b.item()",
                "already uses the new `w`",
            ),
            (
                trained(optimizer="mg.optim.SGD([w, b], lr=lr, weight_decay=0.1)"),
                "The first step is right, but after",
            ),
            (
                trained(step="w = w - lr * w.grad"),
                "is None, because `w` isn't a leaf anymore. `w = w - ...` creates a new tensor",
            ),
            (
                """
def trained(x, y, steps, lr):
    w, b = 0.0, 0.0
    for i in range(steps):
        r = w * x + b - y
        w, b = w - lr * (2 * r * x).mean(), b - lr * (2 * r).mean()
    return w, b
""",
                "You never called `backward()`, so you're still using the slopes",
            ),
            (
                trained().replace("requires_grad=True", "requires_grad=False"),
                "Nothing was recorded. Create `w` and `b` with `requires_grad=True`, and change them "
                "in place. Under `no_grad()`, `w = w - ...` creates a new tensor that isn't tracked.",
            ),
        ],
    ),
}

GUESSES = {
    "passes": Guesses(
        truth="[3.6, 7.2]",
        right=["[3.6, 7.2]", "'3.6 and 7.2'", "(2 + 1.6, 4 + 3.2)"],
        wrong=[
            ("[1.6, 3.2]", "That's only one of the gradients"),
            ("[2, 4]", "That's only one of the gradients"),
            ("[4, 8]", "You took the same gradient again"),
            ("[0.8, 1.6]", "That's `w` itself"),
            ("'error'", "each loss has a graph of its own"),
        ],
        other=["[0, 0]"],
    ),
    "shapes": Guesses(
        truth="an error",
        right=[
            "'an error'",
            "'error'",
            "ValueError",
            "'it raises an error'",
            "'an error, because shapes differ'",
            "'error!'",
            "'a ValueError'",
            "'raises ValueError'",
            "'raises an exception'",
            "'it crashes'",
        ],
        wrong=[
            ("'a number'", "Broadcasting could do that, with 80 times 80"),
        ],
        other=["3"],
        unclear=["'no error'", "'a warning'"],
    ),
    "arrive": Guesses(
        truth="3",
        right=["3", "'3'", "'three'", "'3 gradients'"],
        wrong=[
            ("1", "There's only one `.grad`, but several shares"),
            ("2", "`w` is tracked in each round"),
            ("9", "the number of operations"),
        ],
        other=["5"],
    ),
    "table": Guesses(
        truth="an error",
        right=[
            "'an error'",
            "RuntimeError",
            "'it raises an error'",
            "'an error, the dtypes differ'",
        ],
        wrong=[
            ("'float64'", "That would be true of"),
            ("'float 64'", "That would be true of"),
            ("'float64, the larger one'", "That would be true of"),
            ("'float32'", "You'd lose digits without noticing"),
        ],
        other=["7"],
    ),
    "dropout": Guesses(
        truth="0 and 2",
        right=[
            "'0 and 2'",
            "'2 and 0'",
            "[0, 2]",
            "'0 or 2'",
            "'2 or 0'",
            "'half 0, half 2'",
            "'zeros and twos'",
            "{0, 2}",
        ],
        wrong=[
            ("'0 and 1'", "Then the average would be off"),
            ("0.5", "dropout decides number by number"),
            ("'0.5'", "dropout decides number by number"),
            ("'0 or 1'", "Then the average would be off"),
            ("'0 and 0.5'", "The others have to grow"),
        ],
        other=["7"],
    ),
}


@verifies("11", "dtypes", "float32 float64 gradient")
def what_is_kept_of_dtypes() -> bool:
    x, y = leaf(1), mg.tensor(np.ones(1))
    return (x.dtype, y.dtype, slope(lambda x: x * y, x).dtype) == (
        mg.float32,
        mg.float64,
        mg.float32,
    )


@verifies("11", "tensors", "float32 inputs int64 class labels")
def dtypes_of_data() -> bool:
    x, y = mg.zeros(1, 2), mg.tensor([0])
    return x.dtype == mg.float32 and y.dtype == mg.int64 and F.cross_entropy(x, y).item() > 0


@verifies("11", "asked", "`eval()` `no_grad()` restore mode plain numbers")
def what_is_kept_of_asked() -> bool:
    def answer(model: Any, x: Any, labels: Any) -> Any:
        before = model.training
        model.train(not off)
        with mg.no_grad():
            said = model(x)
        model.train(before)
        share = (said.argmax(dim=1) == labels).to(mg.float32).mean()
        return share.item(), F.cross_entropy(said, labels).item()

    off = True
    right = accepts("11", "asked", answer)
    off = False
    return right and not accepts("11", "asked", answer)


@verifies("11", "device", "move everything loader inputs and labels")
def everything_is_moved() -> bool:
    return accepts("11", "device", 8, "y") and not accepts("11", "device", 8, "x")


@verifies("11", "translate", "loss slopes `backward()` compute")
def slopes_of_a_loss() -> bool:
    w, x, y = leaf(2), mg.tensor([1.0, 3.0]), mg.tensor([4.0, 5.0])
    ((w * x - y) ** 2).mean().backward()
    return same(w.grad, (2 * (w * x - y) * x).mean().reshape(1))
