import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import leaf, same, slope, verifies


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
BOTH_CUT = "What's the last line that isn't recorded"

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
            (gradient("x.mean()"), "flows back through `m`, and that part"),
            (gradient("x.sum() / 3"), "Part of the gradient still flows back through `m`"),
            (gradient("x.sum()"), "`m` should be the mean, and not the sum"),
            (gradient("((x[0] + x[1] + x[2]) / 3).detach()"), "an `x` of another length"),
            (
                function(
                    "gradient(x)",
                    "((x.detach() - x.mean()) ** 3).sum().backward()",
                    "return x.grad",
                ),
                "only the part of the gradient that flows back through `m`",
            ),
            (gradient("3.0"), "Other numbers have another mean"),
            (
                function("gradient(x)", "return 3 * (x - x.mean()).detach() ** 2"),
                "nothing arrived at the `x`",
            ),
            (
                function(
                    "gradient(x)",
                    "x = x.detach().requires_grad_()",
                    "((x - x.mean().detach()) ** 3).sum().backward()",
                    "return x.grad",
                ),
                "nothing arrived at the `x`",
            ),
            *(
                (gradient(m), "For [-2.0, 0.5, -3.0, 0.0], your function")
                for m in ("x.mean().detach().abs()", "max(x.mean().item(), 0.0)")
            ),
            (gradient("x.sum().detach()"), "that constant is the sum"),
            (gradient("0"), "that constant is 0"),
            (gradient("x[0].detach()"), "the first number"),
            (gradient("x.detach()"), "You get zeros"),
            (
                gradient("x.max().detach()"),
                "your function returns [75, 48, 0]",
            ),
            (gradient("x.detach().sum() / 3"), "That's right only for three numbers"),
            (
                gradient("mg.no_grad(x.mean())"),
                (
                    "`no_grad()` doesn't take a value. Write `with mg.no_grad():`, and indent `m "
                    "= x.mean()` below"
                ),
            ),
            (function("gradient(x)", "m = x.mean()", "return x.grad"), "do you return `x.grad`"),
            (gradient("mg.tensor([1, 2, 6]).mean()"), "so use `x`"),
            (gradient("x.mean"), "A call is missing its `()`"),
            (
                function(
                    "gradient(x)",
                    "m = x.mean()",
                    "((x - m).detach() ** 3).sum().backward()",
                    "return x.grad",
                ),
                "Detach only `m`",
            ),
            (
                gradient("x.mean().requires_grad_(False)"),
                "isn't a leaf, and you can turn off tracking only for leaves.",
            ),
            (
                gradient("x.mean().detach().numpy()"),
                "can't meet an array. Use `detach()` without `numpy()`.",
            ),
            (gradient("x.mean()[0]"), "mean is already a single number, so leave out the `[0]`."),
            (
                gradient("x.mean().copy()"),
                "no such method. Which one in this chapter makes a constant?",
            ),
            (gradient("x.mean().no_grad()"), "isn't a tensor method"),
            (gradient("x.requires_grad_(False).mean()"), "Nothing is tracked anymore."),
            (
                function("gradient(x)", "return ((x - x.mean().detach()) ** 3).sum()"),
                "That's the value",
            ),
        ],
    ),
    "step": Answers(
        right=[
            unrecorded("w.sub_(lr * w.grad)"),
            unrecorded("w.add_(w.grad, alpha=-lr)"),
            unrecorded("w.copy_(w - lr * w.grad)"),
            unrecorded("w -= lr * w.grad", "w.grad = None"),
            unrecorded("w -= lr * w.grad", "w.grad.zero_()"),
            unrecorded("w -= (lr * w.grad.double()).float()"),
            step("w.detach().sub_(lr * w.grad)", "return w"),
            step("mg.optim.SGD([w], lr=lr).step()", "return w"),
            step("w.requires_grad_(False)", "w -= lr * w.grad", "return w.requires_grad_()"),
            "@mg.no_grad()\n" + step("w += -lr * w.grad", "return w"),
        ],
        wrong=[
            (unrecorded("w = w - lr * w.grad"), "You returned a new tensor that isn't tracked"),
            (step("w = w - lr * w.grad", "return w"), "the result of an operation, SubBackward0"),
            (
                step("w -= lr * w.grad", "return w"),
                "That's the right line, but it's being recorded.",
            ),
            (
                step("return (w - lr * w.grad).detach().requires_grad_()"),
                "You returned a new leaf",
            ),
            (step("w.data -= lr * w.grad", "return w"), "the danger of `.data`"),
            (
                step("mg.set_grad_enabled(False)", "w -= lr * w.grad", "return w"),
                "Your code leaves recording turned off for everything",
            ),
            (unrecorded("w - lr * w.grad"), "`w` hasn't moved"),
            (unrecorded("w += lr * w.grad"), "uphill"),
            (
                step("with no_grad():", "    w -= lr * w.grad", "return w"),
                "`no_grad` is part of minigrad,",
            ),
            (unrecorded("w =- lr * w.grad"), "To subtract that value, write `-=`."),
            (
                step("w.grad = None", "with mg.no_grad():", "    w -= lr * w.grad", "return w"),
                "before the step? Or is this another tensor,",
            ),
            (unrecorded("w.grad -= lr * w.grad"), "only read the gradient"),
            (unrecorded("w.grad *= lr", "w -= w.grad"), "only read the gradient"),
            (
                step("w.detach().numpy()[...] -= lr * w.grad.numpy()", "return w"),
                "the danger of `.data`",
            ),
            (
                step("with mg.no_grad():", "    w -= lr * w.grad", "return w.grad"),
                "That's the gradient",
            ),
            (
                step("w = w.clone()", "with mg.no_grad():", "    w -= lr * w.grad", "return w"),
                "Or is this another tensor",
            ),
            (unrecorded("w -= lr * (2 * (w - 10))"), "the slope of one loss by hand"),
            (unrecorded("w -= w.grad"), "Where does `lr` come in?"),
            (unrecorded("w -= 0.1 * w.grad"), "whatever `lr` is"),
            (
                step("w = w.detach()", "w -= lr * w.grad", "return w"),
                "Or is this another tensor",
            ),
            (
                unrecorded("w -= lr * 2 * w.grad"),
                "With lr = 0.1, a step leads to 2.8, but yours leads to 4.6",
            ),
            (
                step("w.requires_grad_(False)", "w -= lr * w.grad", "return w"),
                "didn't switch it back on",
            ),
            (step("with mg.no_grad():", "    w -= lr * w.grad"), "returned nothing"),
            (
                step("with mg.no_grad():", "    w -= lr * w.grad", "return w.detach()"),
                "you returned another tensor",
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
                loss("b = b.detach().requires_grad_()", "return ((s * w * x + b) ** 2).sum()"),
                "`b` has lost",
            ),
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
            (ended("(s * w * x).detach().requires_grad_()"), "only starts a new record."),
            (
                ended("mg.tensor((s * w * x).tolist(), requires_grad=True)"),
                "only starts a new record.",
            ),
            (ended("s * (w * x).data"), "`s` learns again"),
            (ended("s * (w * x).detach()"), "`s` learns again"),
            (ended("s * (w * x).detach().requires_grad_()"), "only starts a new record."),
            (ended("s.item() * w * x"), "`w` learns again"),
            (
                loss("return ((s * w * x + b) ** 2).sum().detach().requires_grad_()"),
                "None of the three",  # the loss itself is the leaf
            ),
            (loss("return ((s.detach() * w * x + b.detach()) ** 2).sum()"), "Now only `w` learns"),
            (loss("return ((s * w.detach() * x + b.detach()) ** 2).sum()"), "Now only `s` learns"),
            (
                loss("out = s * w * x + b", "return (out * out.detach()).sum()"),
                "`w.grad` is 28 instead of 56",
            ),
            *(
                (
                    loss(f"return ((s * w * x + b{end}) ** 2).sum()").replace("s *", f"s{start} *"),
                    "changed",
                )
                for start, end in (("", ".abs()"), (".abs()", ""))
            ),
            (loss("return ((s * w * x + b) ** 2).mean()"), "the sum, not the mean"),
            (loss("return (s * w * x + b) ** 2"), "Where is `.sum()`?"),
            (loss("return ((w * x + b) ** 2).sum()"), "Where is `s`?"),
            (loss("return ((s * x + b) ** 2).sum()"), "Where is `w`?"),
            (loss("return ((s * w * x) ** 2).sum()"), "Where is `b`?"),
            (loss("return (s * w * x + b).sum()"), "now it's 6. Where is the square?"),
            (loss("return (s * w * x + b).sum() ** 2"), "It was 20, and now it's 36"),
            (loss("return ((s * w * x + b) ** 2).sum().item()"), "but no graph"),
            (loss("((s * w * x + b) ** 2).sum().backward()"), "what `backward()` returns"),
            (
                loss("((s * w * x + b) ** 2).sum().backward()", "return w.grad, s.grad, b.grad"),
                "You returned several values",
            ),
            (ended("s * (w * x).retain_grad()"), "such as `retain_grad()` returns nothing"),
            (loss("out = s * w * x + b", "(out * out).sum()"), "returned nothing"),
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
            disproof(SQUARES, "y.mul_(1)"),
            disproof("x[0] * x[1]", "y *= -1", "return y"),
        ],
        wrong=[
            (disproof(SQUARES, "return y + 1"), "Does `disturb` make a new tensor"),
            (disproof(SQUARES, "y.requires_grad_()"), "changes a flag of `y`"),
            (disproof("(3 * x).sum()", "y += 1"), "no node had saved `x`"),
            (disproof("(x.detach() ** 2).sum()", "y.zero_()"), "isn't tracked"),
            (disproof("None", "y.zero_()"), "returned nothing"),
            (
                disproof("(x.detach().requires_grad_() ** 2).sum()", "y.zero_()"),
                "doesn't depend on its argument `x`",
            ),
            (disproof("x * x", "y += 1"), "returns more than one number"),
            (disproof(SQUARES, "y.backward()"), "That error is raised in `disturb` itself"),
            (disproof(SQUARES, "1 / 0"), "That error is raised in `disturb` itself"),
            (
                disproof(SQUARES, "y.requires_grad_()", "y += 1"),
                "That error is raised in `disturb` itself",
            ),
            (
                "def loss(x):\n    global kept\n    kept = (x * x).sum()\n    return kept\n\n\n"
                "def disturb(y):\n    kept.backward()",
                "but not because of `y`",
            ),
            (disproof(SQUARES, "y.zero()"), "The names of in-place methods end with an underscore"),
            (disproof(SQUARES, "raise ValueError"), "your own code raises doesn't count"),
            (
                "def loss(x):\n    y = x * x\n    y.sum().backward()\n    return y.sum()\n\n\n"
                "def disturb(y):\n    y += 1",
                "even without `disturb`:",
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
            ("mg.tensor([1.0, 2.0])", "`w` does stay, but you get an error"),
            ("[1, 2]", "`w` does stay, but you get an error"),
            ("'nothing'", "`w` does stay, but you get an error"),
            ("'unchanged'", "`w` does stay, but you get an error"),
            ("[0.9, 1.9]", "That's a step of 0.1"),
            ("'it stays'", "`w` does stay, but you get an error"),
            ("[0.8, 1.6]", "where the step should lead"),
            ("[1.2, 2.4]", "That would be uphill"),
        ],
        other=["[2, 4]"],
    ),
    "detached": Guesses(
        truth="tensor(24.)",
        right=["24", "[24.0]", "'8b = 24'", "'24 (8b)'"],
        wrong=[
            ("33", "33 is the slope if each factor moves"),
            ("36", "36 is a value, and we want a slope"),
            ("6", "6 is the slope of `b * b` only"),
            ("9", "9 is the share from `b + 1`, which was detached"),
            ("12", "The slope of b² is 2b"),
            ("27", "27 is 3b², the slope of b³"),
            ("16.5", "`b + 1` contributes 9, and that's all that's cut off"),
            ("'half'", "`b + 1` contributes 9, and that's all that's cut off"),
            ("0", "`b * b` is still tracked"),
            ("None", "`b * b` is still tracked"),
            ("'error'", "It runs, because `b * b` is still tracked"),
        ],
        other=["18"],
    ),
    "cut": Guesses(
        truth="None",
        right=["None", "'None'", "'none'", "'nothing'", "'no gradient'"],
        wrong=[
            ("40", "40 is what you got with a frozen layer. A gradient can pass through it"),
            ("0", "Zero would be a gradient"),
            ("24", "24 is `w3.grad`"),
            ("[None, None, 24]", "The question was only about `w1`"),
            ("30", "30 would be `w2.grad` without the cut"),
            ("'error'", "`w3` still learns"),
        ],
        other=["20"],
    ),
    "forced": Guesses(
        truth="None",
        right=["None", "'nothing'"],
        wrong=[
            ("[1, 1]", "Those would arrive if the path were there"),
            ("[0, 0]", "Zeros would be a gradient"),
            ("'zeros'", "Zeros would be a gradient"),
            ("'error'", "silences the error"),
        ],
        other=["[2, 1]"],
    ),
    "data": Guesses(
        truth="tensor([0., 0.])",
        right=["[0, 0]", "[-0.0, 0.0]", "0", "[0]", "'zeros'"],
        wrong=[
            ("'error'", "You got the error with `detach()`"),
            ("'RuntimeError'", "You got the error with `detach()`"),
            ("'no error'", "It does run, with a wrong gradient"),
            ("[18, 36]", "the true slopes"),
            ("[9, 18]", "`y` is overwritten in each factor"),
            ("[6, 12]", "the factor 3 is missing"),
            ("[3, 3]", "3 is the slope of `y` itself"),
            ("None", "The pass runs, so a gradient arrives"),
        ],
        other=["[1, 1]"],
    ),
}


@verifies("3", "constant", "backward never first")
def what_is_kept_of_constant() -> bool:
    ways = [
        lambda x: x.detach() * x,
        lambda x: x.item() * x,
        lambda x: mg.no_grad()(mg.clone)(x) * x,
    ]
    return all(same(slope(way, leaf(3)), 3) for way in ways)


@verifies("3", "step", "changes leaf itself unrecorded")
def what_is_kept_of_step() -> bool:
    w = same_w = leaf(2)
    with mg.no_grad():
        w -= 0.5
    return w is same_w and w.is_leaf and w.item() == 1.5 and w.requires_grad


@verifies("3", "disproof", "shares memory memory nothing")
def what_is_kept_of_disproof() -> bool:
    x = leaf(1)
    x.detach().clone().add_(1)
    untouched = x.item() == 1
    x.detach().add_(1)
    return untouched and x.item() == 2


@verifies("3", "parts", "stays `None` cut off from the loss")
def a_cut() -> bool:
    w, b = leaf(1), leaf(2)
    (w.detach() * b).sum().backward()
    return w.grad is None and b.grad is not None
