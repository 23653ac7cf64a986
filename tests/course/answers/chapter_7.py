from tests.course.answers import Answers, Guesses


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
            (slope("(f(x + h) - f(x - h)) / h"), "Twice too much"),
            (slope("(f(x + h) - f(x - h)) / 2 * h"), "the run needs parentheses"),
            (slope("(f(x + h) - f(x)) / h"), "from one side, to the right"),
            (slope("(f(x) - f(x - h)) / h"), "from one side, to the left"),
            (slope("(f(x + h) - f(x)) / (2 * h)"), "the run is twice as long"),
            (slope("(f(x + h) + f(x - h)) / (2 * h)"), "The two values are added"),
            (slope("(f(x - h) - f(x + h)) / (2 * h)"), "The sign is reversed"),
            (slope("f(x + h) - f(x - h)"), "That's the rise"),
            (
                slope("(8 * (f(x + h) - f(x - h)) - f(x + 2 * h) + f(x - 2 * h)) / (12 * h)"),
                "a good formula, of four values",
            ),
            (slope("(f(x + h) - f(x - h)) / (2 * h) + h"), "the central difference is 12.015625"),
            (slope("f(x + h) - f(x - h) / (2 * h)"), "the rise needs its own parentheses"),
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
            ("number = 0", "0 was left out"),
            ("number = 1e-9", "So close to 0"),
            ("number = 1.0", "the true slope is 3, and the rule says 6"),
            ("number = -2.0", "the true slope is 12, and the rule says -12"),
            ("number = 'two'", "has to be a number"),
            ("number = 0.5", "the true slope is 0.75"),
        ],
    ),
    "rule": Answers(
        right=[rule("3 * saved**2 * g"), rule("g * (saved * saved + 2 * saved**2)")],
        wrong=[
            (rule("3 * saved * saved"), "plays no part"),
            (rule("g + 3 * saved * saved"), "Here `g` was added"),
            (rule("3 * g"), "it depends on `saved`"),
            (rule("g * saved**3"), "`g` times the value"),
            (rule("g * saved * saved"), "The 3 of 3x² is missing"),
            (rule("g * 3 * saved"), "3x is the slope of 1.5x²"),
            (rule("g * 2 * saved"), "2x is the slope of x²"),
            (rule("g"), "the rule of an addition"),
            (rule("g * g * 3 * saved * saved"), "`g` is in it twice"),
            (rule("(g * 3 * saved * saved).sum()"), "so three go on"),
            (rule("5 * 3 * saved * saved + g"), "has to go on. Yours gives 61"),
            (rule("g * 6 * saved"), "only at 2"),
            (rule("g * 3 * saved * saved, None"), "no tuple, and no `None`"),
            (rule("5 * 3 * saved * saved"), "5 is what arrived in that one program"),
            (rule("3 * x * x * g"), "`x` is a name of the cell above"),
            (
                "def rule(saved, g):\n    g * 3 * saved * saved",
                "Your function returned nothing.",
            ),
            (rule("g * 3 * ctx.saved_tensors[0] ** 2"), "name 'ctx' is not defined"),
        ],
    ),
    "quotient": Answers(
        right=[rules("-g * x / y**2"), rules("-(x / y) * (g / y)")],
        wrong=[
            (rules("-g * x / y"), "This does what it did"),
            (rules("g * x / (y * y)"), "The sign: as `y` grows"),
            (rules("-g / (y * y)"), "where is `x`?"),
            (rules("-g * x / y * y"), "from left to right"),
            (rules("-x / (y * y)"), "plays no part"),
            (rules("-g * x / (2 * y)"), "`2 * y` is the slope of y²"),
            (rules("-g * x / y**3"), "One division by `y` too many"),
            (rules("g / y"), "That's what goes to `x`"),
            (rules("g * x"), "the rule of a product"),
            (rules("-g * x / (y * y)", first="g * y"), "The first one was right before"),
            (rules("-g * x - y"), "Yours gives -5"),
            (rules("-0.75 + 0 * y"), "goes to `y`. Yours gives -0.75"),
            ("def rules(x, y, g):\n    return -g * x / (y * y)", "Return two gradients"),
        ],
    ),
    "straight": Answers(
        right=[
            rounded("(x.round() - x).detach() + x"),
            rounded("x.round().detach() + x - x.detach()"),
        ],
        wrong=[
            (rounded("x"), "gives `x` as it is"),
            (rounded("(x.round() - x).detach()"), "Add it to `x`"),
            (rounded("x.floor()"), "should be rounded to"),
            (rounded("x.detach().round()"), "the result is cut off from `x`"),
            (rounded("x.round()"), "is rounding still seen"),
            (rounded("x.round().detach() + 2 * (x - x.detach())"), "It should go through"),
            (
                "def rounded(x):\n    x + (x.round() - x).detach()",
                "Your function returned nothing.",
            ),
            (
                "def rounded(x):\n    y = x * 1\n    y.data = x.round()\n    return y",
                "behind the back",
            ),
            (
                "def rounded(x):\n    y = x * 1\n    y.data.copy_(x.round().data)\n    return y",
                "behind the back",
            ),
            (STRAIGHT_CLASS, "the way of the chapter, with a class"),
        ],
    ),
    "softplus": Answers(
        right=[
            softplus("m + mg.log1p((-(x - 2 * x.clamp(max=0))).exp())"),
            softplus(share="g * mg.sigmoid(x)"),
            softplus(share="g / (1 + (-x).exp())"),
        ],
        wrong=[
            (softplus("(1 + x.exp()).log()"), "At 1000 it overflows"),
            (softplus(OVERFLOW_CURED), "Let `log1p` add the 1"),
            (softplus("m + (1 + (-x.abs()).exp()).log()"), "Let `log1p` add the 1"),
            (softplus("mg.nn.functional.softplus(x)"), "`softplus` is the library's own"),
            (softplus("-mg.nn.functional.logsigmoid(-x)"), "`logsigmoid` is the library's own"),
            (softplus(OVERFLOW_CURED, m="x"), "At −1000 it gives"),
            (softplus(OVERFLOW_CURED, m="x.max()"), "each entry needs its own"),
            (softplus("x.clamp(min=0)"), "That's `relu`"),
            (softplus("(-x.abs()).exp().log1p()"), "Yours gives"),
            (softplus("m.sum()"), "as many come back as went in"),
            (softplus("print(m)"), "Your function returned nothing from `forward`"),
            (softplus(share="(x - result).exp()"), "plays no part"),
            (softplus(share="g * (-result).exp()"), "That slope is the share of the 1"),
            (softplus(share="g"), "slope 1 everywhere"),
            (softplus(share="g * x.exp() / (1 + x.exp())"), "`backward` overflows"),
            (softplus(share="g * result"), "have to go on. Yours gives"),
            (softplus(share="print(g)"), "Your function returned nothing from `backward`"),
        ],
    ),
}

GUESSES = {
    "one side": Guesses(
        truth="-8",
        right=["-8", "'-8'"],
        wrong=[
            ("-14", "has lost nearly all its digits"),
            ("-11", "has lost more digits"),
            ("-5", "Its error is all bend"),
            ("-2", "bends away from its tangent"),
            ("3", "One of the five"),
            ("10**-8", "The power itself is asked for"),
        ],
    ),
    "both sides": Guesses(
        truth="-5",
        right=["-5"],
        wrong=[
            ("-8", "the best from one side"),
            ("-11", "Too few digits"),
            ("-2", "still the larger error"),
            ("1e-5", "its power is asked for"),
            ("0.5", "One of the four"),
            ("10**-8", "The power itself is asked for"),
        ],
    ),
    "corner": Guesses(
        truth="0.5",
        right=["0.5", "1 / 2"],
        wrong=[
            ("0", "what `backward()` says"),
            ("1", "the slope to the right"),
            ("'error'", "corner or not"),
            ("2", "the run is `2 * h`"),
        ],
    ),
    "overflow": Guesses(
        truth="inf",
        right=["'inf'", "'infinity'", "float('inf')"],
        wrong=[
            ("1000", "`exp` leaves what 32 bits can hold"),
            ("1000.3133", "That's the true value"),
            ("1999", "Exponentials are added here"),
            ("'nan'", "what arrives at `x`"),
            ("float('nan')", "what arrives at `x`"),
            ("'an error'", "no error"),
            ("3", "infinite, and so is its logarithm"),
        ],
    ),
    "factor": Guesses(
        truth="yes",
        right=["'yes'", "'Yes'"],
        wrong=[
            ("'no'", "three times the step still leads down"),
            ("3", "only the length is wrong"),
        ],
    ),
    "rounded": Guesses(
        truth="tensor([0., 0.])",
        right=["[0, 0]", "0"],
        wrong=[
            ("[1, 1]", "the slope of a line"),
            ("[0, 2]", "the rounded values"),
            ("None", "The way back is there"),
            ("'None'", "The way back is there"),
            ("'error'", "a staircase has a slope"),
            ("[0.4, 1.6]", "still rounded to 0"),
        ],
    ),
}
