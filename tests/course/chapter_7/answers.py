import minigrad as mg
from minigrad.autograd import grad
from minigrad.course.chapters import load
from tests.course.answers import Answers, Guesses
from tests.course.keeps import leaf, same, verifies
from tests.course.keeps import slope as slope_at


def slope(result: str) -> str:
    return f"def slope(f, x, h):\n    return {result}"


def rule(result: str) -> str:
    return f"def rule(saved, g):\n    return {result}"


def rules(result: str, first: str = "g / y") -> str:
    return f"def rules(x, y, g):\n    return {first}, {result}"


def rounded(result: str) -> str:
    return f"def rounded(x):\n    return {result}"


def softplus(
    value: str = "m + (-x.abs()).exp().log1p()",
    share: str = "g * (x - result).exp()",
    m: str = "x.clamp(min=0)",
) -> str:
    return f"""
def forward(x):
    m = {m}
    return {value}


def backward(x, result, g):
    return {share}
"""


OVERFLOW_CURED = "m + ((-m).exp() + (x - m).exp()).log()"
STRAIGHT_CLASS = """
class Own(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, g):
        return g


def rounded(x):
    return Own.apply(x)
"""

ANSWERS = {
    "central": Answers(
        right=[
            slope("(f(x + h) - f(x - h)) / 2 / h"),
            slope("((f(x + h) - f(x)) / h + (f(x) - f(x - h)) / h) / 2"),
        ],
        wrong=[
            (slope("(f(x + h) - f(x - h)) / h"), "That's twice as much as it should be. From `x -"),
            (
                slope("(f(x + h) - f(x - h)) / 2 * h"),
                "`/ 2 * h` divides by 2 and multiplies by `h`.",
            ),
            (slope("(f(x + h) - f(x)) / h"), "You nudged only to the right."),
            (slope("(f(x) - f(x - h)) / h"), "You nudged only to the left."),
            (
                slope("(f(x + h) - f(x)) / (2 * h)"),
                "Your rise is from `x` to `x + h`, but your run",
            ),
            (slope("(f(x + h) + f(x - h)) / (2 * h)"), "You added the two values. A rise is a"),
            (
                slope("(f(x - h) - f(x + h)) / (2 * h)"),
                "the rise is the value on the right minus the value on the left",
            ),
            (slope("f(x + h) - f(x - h)"), "That's only the rise. Divide it by the run."),
            (
                slope("(8 * (f(x + h) - f(x - h)) - f(x + 2 * h) + f(x - 2 * h)) / (12 * h)"),
                "It uses four values, so it's even more accurate",
            ),
            (slope("(f(x + h / 2) - f(x - h / 2)) / h"), "its nudges are half as long"),
            (slope("(f(x + 2 * h) - f(x - 2 * h)) / (4 * h)"), "its nudges are twice as long"),
            (slope("(f(x + h) - f(x - h)) / (2 * h) + h"), "the central difference is 12.015625"),
            (slope("(cube(x + h) - cube(x - h)) / (2 * h)"), "only one of the curves"),
            (slope("f(x + h) - f(x - h) / 2 * h"), "Division comes before subtraction"),
            (slope("f.grad"), "Only tensors have a `grad`"),
            (slope("abs(f(x + h) - f(x - h)) / (2 * h)"), "For 3x² − x at −1.5 with h = 0.25"),
            (
                slope("f(x + h) - f(x - h) / (2 * h)"),
                "You divided only `f(x - h)`. Put the rise in",
            ),
            (
                "def slope(f, x, h):\n    (f(x + h) - f(x - h)) / (2 * h)",
                "Your function returned nothing.",
            ),
            (
                """
def slope(f, x, h):
    x = mg.tensor(x, requires_grad=True)
    f(x).backward()
    return x.grad
""",
                "Those are the true slopes",
            ),
        ],
    ),
    "chance": Answers(
        right=["number = 2", "number = mg.tensor(2.0)", "number = 2.0001"],
        wrong=[
            ("number = 0", "At 0, both slopes are 0 and the check passes, but we"),
            ("number = 1e-9", "This close to 0"),
            ("number = 1e-4", "This close to 0"),
            ("number = float('inf')", "has to be finite"),
            ("number = 1.9989", "the true slope is 11.9868, but the rule says 11.9934"),
            ("number = 0.01", "the true slope is 0.0003, but the rule says 0.06"),
            ("number = 1.0", "the true slope is 3, but the rule says 6"),
            ("number = -2.0", "the true slope is 12, but the rule says -12"),
            ("number = 'two'", "Write a single number, without quotes or brackets"),
            ("number = [0, 2]", "Write a single number, without quotes or brackets"),
            ("number = 0.5", "the true slope is 0.75"),
            ("number = 2.01", "the true slope is 12.1203, but the rule says 12.06"),
            ("number = 2.1", "the true slope is 13.23, but the rule says 12.6"),
        ],
    ),
    "rule": Answers(
        right=[rule("3 * saved**2 * g"), rule("g * (saved * saved + 2 * saved**2)")],
        wrong=[
            (rule("3 * saved * saved"), "Your rule doesn't use `g`"),
            (rule("g + 3 * saved * saved"), "Along a path, slopes multiply, but you added `g`."),
            (rule("3 * g"), "it depends on `saved`"),
            (rule("g * saved**3"), "`g` times the value"),
            (rule("g * saved * saved"), "its factor is missing"),
            (
                rule("g * 3 * saved"),
                "3x grows at a steady rate, but the slope of x³, 3x², grows faster and faster",
            ),
            (
                rule("g * 2 * saved"),
                "2x grows at a steady rate, but the slope of x³, 3x², grows faster and faster",
            ),
            (rule("g"), "You pass `g` on unchanged, which is the rule"),
            (rule("g * g * 3 * saved * saved"), "You used `g` twice. The gradient that"),
            (rule("3 * g * g * saved"), "it's `saved` that's squared"),
            (rule("g @ (3 * saved * saved)"), "multiply with `*`"),
            (rule("(g * 3 * saved * saved).sum()"), "Three numbers were saved and three gradients"),
            (rule("5 * 3 * saved * saved + g"), "Yours passes on 61"),
            (rule("3 * (g * saved) ** 2 / g"), "Yours passes on [9, nan, 0]"),
            (rule("g * 6 * saved"), "only at 0 and 2"),
            (rule("-g * 3 * saved * saved"), "The sign is reversed"),
            (rule("g * 3 * saved * saved, None"), "There's one input, so return one gradient,"),
            (rule("5 * 3 * saved * saved"), "5 is the gradient that arrived in that one"),
            (rule("3 * x * x * g"), "`x` is defined in the cell above, but the rule"),
            (
                "def rule(saved, g):\n    g * 3 * saved * saved",
                "Your function returned nothing.",
            ),
            (rule("3 * saved.saved_tensors[0] ** 2 * g"), "is the tensor itself, so you don't"),
            ("rule = mg.autograd.Function", "You passed a class"),
            (
                "def rule(saved, g):\n    saved *= saved\n    return g * 3 * saved",
                "`rule` changes `saved`",
            ),
            (
                "def rule(saved, g):\n    g *= 3 * saved * saved\n    return g",
                "`rule` changes `g`",
            ),
            (rule("g * 3 * ctx.saved_tensors[0] ** 2"), "name 'ctx' is not defined"),
        ],
    ),
    "quotient": Answers(
        right=[rules("-g * x / y**2"), rules("-(x / y) * (g / y)")],
        wrong=[
            (
                rules("-g * x / y"),
                "Your rule does the same thing as before. It's missing a division",
            ),
            (rules("g * x / (y * y)"), "The sign is wrong, because x / y falls as `y` grows"),
            (rules("-g / (y * y)"), "That's right only if x = 1. Where is `x`?"),
            (rules("-g * x / y * y"), "from left to right"),
            (rules("-g * x * y**2"), "You multiplied by `y * y`"),
            (rules("-x / (y * y)"), "Your rule doesn't use `g`"),
            (rules("-g * x / (2 * y)"), "You divided by `2 * y`, the slope of y²"),
            (rules("-g * x / y**3"), "You divided by `y` one time too many."),
            (rules("g / y"), "That's the gradient of `x`. For the gradient of `y`, use the slope"),
            (rules("g * x"), "That's the rule for a product, but this is a"),
            (rules("-g * y / (x * x)"), "The one that's squared is `y`, below the line"),
            (rules("g / x"), "look at the slope of 1 / y, and leave"),
            (rules("-g * x / (y * y)", first="g * y"), "The first gradient was right before: the"),
            (rules("-g * x - y"), "Yours is -5"),
            (rules("-0.75 + 0 * y"), "Yours is -0.75"),
            (rules("-((g * x / y) ** 2) / (g * x)"), "nan"),
            (
                "def rules(x, y, g):\n    first = g / y\n    g *= -x\n    g /= y\n    g /= y\n"
                "    return first, g",
                "`rules` changes `g`",
            ),
            ("def rules(x, y, g):\n    return -g * x / (y * y)", "Return two gradients"),
        ],
    ),
    "straight": Answers(
        right=[
            rounded("x + (x.detach().clone().round_() - x.detach())"),
            rounded("x + (x.round() - x).data"),
            rounded("(x.round() - x).detach() + x"),
            rounded("x.round().detach() + x - x.detach()"),
        ],
        wrong=[
            (rounded("x"), "In the forward pass, your function returns `x`"),
            (rounded("(x.round() - x).detach()"), "Add it to `x`"),
            (rounded("x.floor()"), "should be rounded to"),
            (rounded("x + ((x + 0.5).floor() - x).detach()"), "to [0.0, 5.0, 2.0], as `x.round()`"),
            (rounded("x.detach().round()"), "the result is cut off from `x`"),
            (rounded("x.detach() + (x.round() - x)"), "you cut off the wrong `x`"),
            (rounded("x.round().detach().requires_grad_()"), "your result begins a new graph"),
            (rounded("x.round()"), "The value is right, but the gradient that"),
            (rounded("x.round().detach() + 2 * (x - x.detach())"), "the check sent back"),
            (
                "def rounded(x):\n    x + (x.round() - x).detach()",
                "Your function returned nothing.",
            ),
            (
                "def rounded(x):\n    y = x * 1\n    y.data = x.round()\n    return y",
                "You overwrote a result's data with the",
            ),
            (
                "def rounded(x):\n    y = x * 1\n    y.data.copy_(x.round().data)\n    return y",
                "You overwrote a result's data with the",
            ),
            (
                "def rounded(x):\n    with mg.no_grad():\n        x.round_()\n    return x",
                "`rounded` changes `x`",
            ),
            (STRAIGHT_CLASS, "That's how the chapter does it, with a class."),
        ],
    ),
    "softplus": Answers(
        right=[
            softplus("m + mg.log1p((-(x - 2 * x.clamp(max=0))).exp())"),
            softplus(share="g * mg.sigmoid(x)"),
            softplus(share="g / (1 + (-x).exp())"),
        ],
        wrong=[
            (softplus("x.exp()"), "At [0, 1, -2], softplus is"),
            (softplus("x.relu() + 0.5"), "At [0, 1, -2], softplus is"),
            (softplus("(1 + x.exp()).log()"), "So take out the larger exponent"),
            (softplus("(x + 1).log()"), "Yours is [0, 0.6931, nan]"),
            (softplus("x.exp().clamp(max=1e30).log1p()"), "At [1000], softplus is [1000]"),
            (softplus(OVERFLOW_CURED), "Let `log1p` add the 1"),
            (
                softplus("mg.nn.functional.softplus(x)"),
                "`softplus` is part of the library. Write your own, with",
            ),
            (
                softplus("-mg.nn.functional.logsigmoid(-x)"),
                "`logsigmoid` is part of the library. Write your own,",
            ),
            (softplus("mg.logaddexp(x, 0 * x)"), "`log1p`."),
            (softplus(OVERFLOW_CURED, m="x"), "Is `m` the larger of 0 and `x`"),
            (
                softplus(OVERFLOW_CURED, m="x.max()"),
                "All your results are −inf except the largest,",
            ),
            (softplus("x.clamp(min=0)"), "That's `relu`"),
            (softplus("(-x.abs()).exp().log1p()"), "what's left after you take out `m`"),
            (softplus("m + (-x.abs()).exp()"), "softplus is [0.6931, 1.313, 0.1269]. Yours is"),
            (softplus("m.sum()"), "Each entry has its own softplus, so return as"),
            (softplus("print(m)"), "Your function returned nothing from `forward`"),
            (softplus(share="(x - result).exp()"), "`backward` doesn't use `g`"),
            (softplus(share="g * (-result).exp()"), "`forward` is right, but your slope is the"),
            (softplus(share="g * (1 - (-result).exp())"), "two numbers near 1 loses digits"),
            (
                softplus(share="g * (result - x).exp()"),
                "`backward` divides by the fraction that comes from eˣ. Multiply by it",
            ),
            (softplus(share="g"), "`forward` is right, but `backward` passes on"),
            (softplus(share="(g * (x - result).exp()).sum()"), "Each entry has its own slope"),
            (softplus(share="(g * (x - result).exp(), None)"), "return one gradient, without"),
            (
                softplus(share="g * x.exp() / (1 + x.exp())"),
                "at 1000, `backward` passes on nan. Does an exponential overflow there, or is something divided by 0? The exponent `x - result` is never above 0",
            ),
            (softplus(share="g * x / result"), "at −1000, `backward` passes on -inf"),
            (softplus(share="g * result"), "`forward` is right, but for x ="),
            (
                softplus(m="x.relu(); x.abs_().neg_()", value="m.exp().log1p() + x.relu()"),
                "`forward` changes `x`",
            ),
            (
                softplus(share="(x.sub_(result)).exp() * g"),
                "`backward` changes `x`",
            ),
            (softplus(share="..."), "Now write `backward`"),
            (
                softplus().replace("(x, result, g)", "(g, x, result)"),
                "`x`, the result, and `g`, in this order",
            ),
            (softplus(share="print(g)"), "Your function returned nothing from `backward`"),
        ],
    ),
}

GUESSES = {
    "one side": Guesses(
        truth="-8",
        right=["-8", "'-8'"],
        wrong=[
            ("-14", "Nearly all the digits are lost there"),
            ("-11", "Too many digits are lost there"),
            ("-5", "All of its error comes from the bend"),
            ("-2", "bends away from its tangent"),
            ("1e-5", "We asked for just the power, that is, a number"),
            ("10**-8", "That's the size. Write just its power, −8"),
            ("'1e-8'", "That's the size. Write just its power, −8"),
            ("'10^-8'", "That's the size. Write just its power, −8"),
            ("1e-11", "We asked for just the power, that is, a number"),
            ("0", "We asked for just the power, that is, a number"),
            ("8", "without its minus"),
        ],
        other=["3"],
    ),
    "both sides": Guesses(
        truth="-5",
        right=["-5"],
        wrong=[
            ("-8", "That was for a one-sided difference"),
            ("-11", "Too many digits are lost there"),
            ("-2", "The error from the bend, h², still dominates there"),
            ("1e-5", "That's the step, but we asked for the power, which is −5"),
            ("0.01", "We asked for just the power, that is, a number"),
            ("10**-8", "We asked for just the power, that is, a number"),
            ("5", "without its minus"),
        ],
        other=["0.5"],
    ),
    "corner": Guesses(
        truth="0.5",
        right=["0.5", "1 / 2"],
        wrong=[
            ("0", "what `backward()` returns"),
            ("5e-07", "That still has to be divided by `h`"),
            ("1", "That's the slope on one side"),
            ("'error'", "It runs, even at a corner"),
            ("'inf'", "The rise is no larger than the run"),
            ("float('inf')", "The rise is no larger than the run"),
            ("'there is none'", "the check compares values, so it gets a number"),
            ("None", "the check compares values, so it gets a number"),
            ("'nan'", "the check compares values, so it gets a number"),
        ],
        other=["2"],
    ),
    "overflow": Guesses(
        truth="inf",
        right=["'inf'", "'infinity'", "float('inf')", "'∞'", "'it overflows'"],
        wrong=[
            ("1000", "That's close to the true value"),
            ("1000.3133", "That's the true value"),
            ("1999", "if the exponentials were multiplied"),
            ("'nan'", "That's the gradient at `x`"),
            ("float('nan')", "That's the gradient at `x`"),
            ("'an error'", "Python's `math.exp` would raise one. But a tensor can hold infinity"),
        ],
        other=["3"],
    ),
    "factor": Guesses(
        truth="yes",
        right=["'yes'", "'Yes'"],
        wrong=[
            ("'yes, slower'", "It's the other way around"),
            ("'no'", "The steps still lead downhill"),
            ("'yes, but slower'", "It's the other way around"),
        ],
        other=["3"],
    ),
    "rounded": Guesses(
        truth="tensor([0., 0.])",
        right=["[0, 0]", "0"],
        wrong=[
            ("[1, 1]", "the slope of a line"),
            ("[0, 2]", "the rounded values"),
            ("None", "There is a path back, through a node"),
            ("'None'", "There is a path back, through a node"),
            ("'error'", "It runs"),
            ("'nan'", "are on flat steps"),
            ("'undefined'", "are on flat steps"),
        ],
        other=["[0.4, 1.6]"],
    ),
}


@verifies("7", "central", "rise divided 2h")
def what_is_kept_of_central() -> bool:
    h = 1e-3
    return abs(((2 + h) ** 3 - (2 - h) ** 3) / (2 * h) - 12) < 1e-5


@verifies("7", "rule", "passes gradient arrived")
def what_is_kept_of_rule() -> bool:
    x = leaf(2)
    return same(grad(x**3, x, mg.tensor([7.0]))[0], 12 * 7)


@verifies("7", "straight", "forward backward")
def what_is_kept_of_straight() -> bool:
    x = leaf(1.4)
    out = x + (x.round() - x).detach()
    return same(out, 1) and same(slope_at(lambda x: x + (x.round() - x).detach(), x), 1)


@verifies("7", "softplus", "largest before nothing")
def what_is_kept_of_softplus() -> bool:
    x = mg.tensor([1000.0, 0.0])
    without = {taken: (x - taken).exp().sum().log() + taken for taken in (1000.0, 0.0)}
    return without[1000.0].item() == 1000 and without[0.0].item() == mg.inf


@verifies("7", "chance", "one point can pass several")
def by_chance() -> bool:
    return 2 * 2.0 == 2.0**2 and 2 * 3.0 != 3.0**2


@verifies("7", "quotient", "which gradient off factor")
def which_gradient() -> bool:
    judge = load("7").exercises["quotient"].judge
    return "`y`" in str(judge(lambda x, y, g: (g / y, g * x / (y * y))))
