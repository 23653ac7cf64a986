from tests.course.answers import Answers, Guesses


def gradient(m: str) -> str:
    return f"""
def gradient(x):
    m = {m}
    ((x - m) ** 3).sum().backward()
    return x.grad
"""


def function(head: str, *lines: str) -> str:
    return "\n    ".join([f"def {head}:", *lines])


def step(*lines: str) -> str:
    return function("step(w, lr)", *lines)


def unrecorded(*lines: str) -> str:
    return step("with mg.no_grad():", *(f"    {line}" for line in lines), "return w")


def loss(*lines: str) -> str:
    return function("loss(w, s, b, x)", *lines)


def ended(scaled: str) -> str:
    return loss(f"scaled = {scaled}", "return ((scaled + b) ** 2).sum()")


def disproof(value: str, *lines: str) -> str:
    return "\n\n\n".join([f"def loss(x):\n    return {value}", function("disturb(y)", *lines)])


SQUARES = "(x * x).sum()"
BOTH_CUT = "Which is the last line that is not recorded"

ANSWERS = {
    "constant": Answers(
        right=[
            gradient("x.detach().mean()"),
            gradient("x.mean().item()"),
            gradient("x.data.sum() / len(x)"),
            gradient("sum(x.tolist()) / len(x)"),
            gradient("x.mean(dtype=mg.float64).detach()"),
            gradient("mg.no_grad()(lambda: x.mean())()"),
            function(
                "gradient(x)",
                "m = x.mean().detach()",
                "return mg.autograd.grad(((x - m) ** 3).sum(), x)[0]",
            ),
            gradient("x.mean().detach()").replace("x.grad", "[g - 0.0 for g in x.grad.tolist()]"),
        ],
        wrong=[
            (gradient("x.mean()"), "flows back through `m` as well"),
            (gradient("x.mean().clone()"), "flows back through `m` as well"),
            (gradient("x.mean()\n    m.detach()"), "flows back through `m` as well"),
            (gradient("((x[0] + x[1] + x[2]) / 3).detach()"), "an `x` of two numbers"),
            (
                function(
                    "gradient(x)",
                    "((x.detach() - x.mean()) ** 3).sum().backward()",
                    "return x.grad",
                ),
                "through `m` alone",
            ),
            (gradient("3.0"), "Other numbers have another mean"),
            (
                function("gradient(x)", "return 3 * (x - x.mean()).detach() ** 2"),
                "by a formula of your own",
            ),
            (gradient("x.sum().detach()"), "it is the sum"),
            (gradient("0"), "it is 0"),
            (gradient("x[0].detach()"), "the first number"),
            (gradient("x.detach()"), "Zeros"),
            (
                gradient("x.max().detach()"),
                "comes [75, 48, 0]",
            ),
            (gradient("x.detach().sum() / 3"), "Right for three numbers"),
            (gradient("x.sum().detach() / 3"), "Right for three numbers"),
            (gradient("mg.no_grad(x.mean())"), "`no_grad()` takes no value"),
            (gradient("mg.no_grad()"), "`no_grad()` takes no value"),
            (gradient("mg.no_grad"), "`no_grad()` takes no value"),
            (
                function(
                    "gradient(x)",
                    "with mg.no_grad():",
                    "    m = x.mean()",
                    "    ((x - m) ** 3).sum().backward()",
                    "return x.grad",
                ),
                "element 0 of tensors does not require",
            ),
            (function("gradient(x)", "m = x.mean()", "return x.grad"), "is `x.grad` returned"),
            (gradient("mg.tensor([1, 2, 6]).mean()"), "ask `x` itself"),
            (gradient("mg.tensor([1.0, 2.0, 6.0]).mean()"), "Other numbers have another mean"),
            (gradient("x.mean"), "A call lacks its `()`"),
            (gradient("x.mean().requires_grad_(False)"), "m = x.mean().requires_grad_(False)\nRu"),
            (gradient("x.mean().numpy()"), "Can't call numpy()"),
            (gradient("x.requires_grad_(False).mean()"), "element 0 of tensors does not require"),
            (
                function("gradient(x)", "return ((x - x.mean().detach()) ** 3).sum()"),
                "That is the value",
            ),
            (
                function("gradient(x)", "((x - x.mean().detach()) ** 3).sum().backward()"),
                "is `x.grad` returned",
            ),
        ],
    ),
    "step": Answers(
        right=[
            unrecorded("w.sub_(lr * w.grad)"),
            unrecorded("w.add_(w.grad, alpha=-lr)"),
            unrecorded("w.copy_(w - lr * w.grad)"),
            unrecorded("w -= lr * w.grad", "w.grad = None"),
            unrecorded("w -= (lr * w.grad.double()).float()"),
            step("w.detach().sub_(lr * w.grad)", "return w"),
            step("mg.optim.SGD([w], lr=lr).step()", "return w"),
            step("w.requires_grad_(False)", "w -= lr * w.grad", "return w.requires_grad_()"),
            "@mg.no_grad()\n" + step("w += -lr * w.grad", "return w"),
        ],
        wrong=[
            (unrecorded("w = w - lr * w.grad"), "A new tensor came back, which is not tracked"),
            (step("return w.detach() - lr * w.grad"), "A new tensor came back"),
            (step("w = w - lr * w.grad", "return w"), "came back, SubBackward0: no leaf"),
            (
                step("w -= lr * w.grad", "return w"),
                "w -= lr * w.grad\nRuntimeError: a leaf Variable",
            ),
            (
                step("return (w - lr * w.grad).detach().requires_grad_()"),
                "A new leaf came back",
            ),
            (
                step("return mg.tensor((w - lr * w.grad).tolist(), requires_grad=True)"),
                "A new leaf came back",
            ),
            (step("w.data -= lr * w.grad", "return w"), "`.data` does that"),
            (unrecorded("w.data.sub_(lr * w.grad)"), "`.data` does that"),
            (step("w.data = w.data - lr * w.grad", "return w"), "`.data` does that"),
            (
                step("mg.set_grad_enabled(False)", "w -= lr * w.grad", "return w"),
                "Recording stays off",
            ),
            (unrecorded("w - lr * w.grad"), "`w` is where it was"),
            (unrecorded("w += lr * w.grad"), "Uphill"),
            (
                step("with no_grad():", "    w -= lr * w.grad", "return w"),
                "It is the package's",
            ),
            (
                step("with w.no_grad():", "    w -= lr * w.grad", "return w"),
                "It is the package's",
            ),
            (unrecorded("w =- lr * w.grad"), "To take it away is `-=`"),
            (unrecorded("w.grad -= lr * w.grad"), "goes by the gradient it finds"),
            (
                step("with mg.no_grad():", "    w -= lr * w.grad", "return w.grad"),
                "That is the gradient",
            ),
            (
                step("w = w.clone()", "with mg.no_grad():", "    w -= lr * w.grad", "return w"),
                "Only `w` has the gradient",
            ),
            (unrecorded("w -= w.grad"), "where is `lr`"),
            (unrecorded("w -= 0.1 * w.grad"), "whatever `lr` says"),
            (
                step("w = w.detach()", "w -= lr * w.grad", "return w"),
                "Only `w` has the gradient",
            ),
            (
                unrecorded("w -= lr * 2 * w.grad"),
                "With lr = 0.1 a step leads to 2.8; yours leads to 4.6",
            ),
            (step("w.requires_grad_(False)", "w -= lr * w.grad", "return w"), "not on again"),
            (step("with mg.no_grad():", "    w -= lr * w.grad"), "Nothing came back"),
            (
                step("with mg.no_grad():", "    w -= lr * w.grad", "return w.detach()"),
                "another tensor came back",
            ),
            (unrecorded("w -= lr * w.grad").replace("return w", "return w.tolist()"), "`float`"),
        ],
    ),
    "parts": Answers(
        right=[
            loss("scores = w * x", "scaled = s * scores", "return ((scaled + b) ** 2).sum()"),
            loss("return ((s * w * x + b) ** 2).sum()"),
            loss("return sum((s * w * v + b) ** 2 for v in x)"),
            loss("out = b.double() + (w * s).double() * x", "return -(-out.square()).sum()"),
            loss("return mg.stack([(s * w * v + b) ** 2 for v in x.tolist()]).sum()"),
        ],
        wrong=[
            (
                loss(
                    "scores = (w * x).data",
                    "with mg.no_grad():",
                    "    scaled = s * scores",
                    "return ((scaled + b) ** 2).sum()",
                ),
                BOTH_CUT,
            ),
            (
                loss(
                    "with mg.no_grad():",
                    "    scaled = s * w * x",
                    "return ((scaled + b) ** 2).sum()",
                ),
                BOTH_CUT,
            ),
            (ended("(s * w * x).detach().requires_grad_()"), BOTH_CUT),
            (ended("mg.tensor((s * w * x).tolist(), requires_grad=True)"), BOTH_CUT),
            (ended("s * (w * x).data"), "`s` learns again"),
            (ended("s * (w * x).detach()"), "`s` learns again"),
            (ended("s * (w * x).detach().requires_grad_()"), "`s` learns again"),
            (ended("s.item() * w * x"), "`w` learns again"),
            (
                loss("return ((s * w * x + b.detach()) ** 2).sum()"),
                "`b` has lost its gradient",
            ),
            (
                loss("return ((s * w * x + b) ** 2).sum().detach().requires_grad_()"),
                "None of the three",
            ),
            (loss("return ((s.detach() * w * x + b.detach()) ** 2).sum()"), "Only `w`"),
            (loss("return ((s * w.detach() * x + b.detach()) ** 2).sum()"), "Only `s`"),
            (
                loss("out = s * w * x + b", "return (out * out.detach()).sum()"),
                "`w.grad` is 28, and by differences 56",
            ),
            (loss("return ((s * w * x + b) ** 2).mean()"), "another one now"),
            (loss("return (s * w * x + b).sum()"), "another one now: 6, where it was 20"),
            (loss("return (s * w * x + b).sum() ** 2"), "another one now: 36, where it was 20"),
            (loss("return ((s * w * x + b) ** 2).sum().item()"), "no graph"),
            (loss("((s * w * x + b) ** 2).sum().backward()"), "Nothing came back"),
            (
                loss("y = ((s * w * x + b) ** 2).sum()", "y.backward()", "return y"),
                "Trying to backward through the graph a second time",
            ),
        ],
    ),
    "disproof": Answers(
        right=[
            disproof(SQUARES, "y.zero_()"),
            disproof("(x ** 3).sum()", "y[0] = -0.0"),
            disproof("x.sin().sum()", "y.mul_(2)"),
            disproof(SQUARES, "y.data.add_(1)"),
            disproof("x[0] * x[1]", "y *= -1", "return y"),
        ],
        wrong=[
            (disproof(SQUARES, "return y + 1"), "does `disturb` make a new tensor"),
            (disproof(SQUARES, "y = y * 0"), "does `disturb` make a new tensor"),
            (disproof(SQUARES, "y = y.clone()", "y += 1"), "does `disturb` make a new tensor"),
            (disproof("(3 * x).sum()", "y += 1"), "this loss had not saved `x`"),
            (disproof("x.exp().sum()", "y.zero_()"), "this loss had not saved `x`"),
            (disproof("(x.clone() ** 2).sum()", "y.zero_()"), "this loss had not saved `x`"),
            (disproof("(x.detach() ** 2).sum()", "y.zero_()"), "is not tracked"),
            (disproof("None", "y.zero_()"), "Nothing came back"),
            (
                "def loss(x):\n    (x * x).sum()\n\n\ndef disturb(y):\n    y += 1",
                "Nothing came back: `return` the loss",
            ),
            (
                disproof("(x.detach().requires_grad_() ** 2).sum()", "y.zero_()"),
                "does not depend on the `x`",
            ),
            (disproof("x * x", "y += 1"), "a loss is one: add `.sum()`"),
            (disproof(SQUARES, "y.backward()"), "y.backward()\nRuntimeError"),
            (
                "def loss(x):\n    y = x * x\n    y.sum().backward()\n    return y.sum()\n\n\n"
                "def disturb(y):\n    y += 1",
                "even undisturbed",
            ),
        ],
        tried=[disproof("...", "y += 1"), disproof(SQUARES, "return ...")],
    ),
}

GUESSES = {
    "step": Guesses(
        truth="error",
        right=[
            "'error'",
            "'Error '",
            "'it fails'",
            "'an error'",
        ],
        wrong=[
            ("mg.tensor([1.0, 2.0])", "but not in silence"),
            ("[1, 2]", "but not in silence"),
            ("'nothing'", "but not in silence"),
            ("'it stays'", "but not in silence"),
            ("[0.8, 1.6]", "where the step should lead"),
            ("[1.2, 2.4]", "In either direction"),
            ("[2, 4]", "a leaf that requires grad"),
        ],
    ),
    "detached": Guesses(
        truth="tensor(54.)",
        right=["54", "[54.0]", "'half'", "'half of it'"],
        wrong=[
            ("108", "One of them is a constant"),
            ("81", "81 is the value"),
            ("6", "by 9"),
            ("27", "27 is 3 · 9"),
            ("0", "is still tracked, and moves"),
            ("None", "Not cut off altogether"),
            ("'error'", "No error"),
            ("18", "2 · 3 · 9"),
        ],
    ),
    "cut": Guesses(
        truth="None",
        right=["None", "'None'", "'none'", "'nothing'", "'no gradient'"],
        wrong=[
            ("40", "through the frozen layer"),
            ("0", "would say that a gradient arrived"),
            ("24", "24 is `w3.grad`"),
            ("30", "both lie before it"),
            ("'error'", "`w3` still learns"),
            ("20", "no way leads back to it"),
        ],
    ),
    "data": Guesses(
        truth="tensor([0., 0.])",
        right=["[0, 0]", "[-0.0, 0.0]", "0", "[0]", "'zeros'"],
        wrong=[
            ("'error'", "is not counted"),
            ("'RuntimeError'", "is not counted"),
            ("[18, 36]", "the true slopes"),
            ("[6, 12]", "the factor 3 was to follow"),
            ("[3, 3]", "multiplies it by what it saved"),
            ("None", "which now reads 0"),
        ],
    ),
    "forced": Guesses(
        truth="None",
        right=["None", "'nothing'"],
        wrong=[
            ("[1, 1]", "from the sum no way"),
            ("[0, 0]", "that a gradient arrived"),
            ("'zeros'", "that a gradient arrived"),
            ("'error'", "silences the error"),
            ("[2, 1]", "Nothing arrived at `x`"),
        ],
    ),
}
