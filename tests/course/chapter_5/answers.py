import minigrad as mg
from tests.course.answers import Answers, Guesses
from tests.course.keeps import leaf, same, verifies


def loss(*lines: str) -> str:
    return "\n    ".join(["def loss(column, w, b, y):", *lines])


def start(
    W: str = "(mg.randn(2, 8) * 0.5).requires_grad_()",
    c: str = "mg.zeros(8, requires_grad=True)",
    v: str = "(mg.randn(8) * 0.5).requires_grad_()",
    d: str = "mg.zeros(1, requires_grad=True)",
    result: str = "W, c, v, d",
) -> str:
    return f"""
def parameters():
    W = {W}
    c = {c}
    v = {v}
    d = {d}
    return {result}
"""


TRAINED = """
def trained():
    global W, c, v, d
    mg.manual_seed(1)
    points = mg.rand(80, 2) * 2 - 1
    labels = (points[:, 0] * points[:, 1] > 0).float()
    W = (mg.randn(2, 8) * 0.5).requires_grad_()
    c = mg.zeros(8, requires_grad=True)
    v = (mg.randn(8) * 0.5).requires_grad_()
    d = mg.zeros(1, requires_grad=True)
    optimizer = mg.optim.SGD([W, c, v, d], lr=0.3, momentum=0.9)
    for _ in range(300):
        z = (points @ W + c).tanh() @ v + d
        loss = mg.nn.functional.binary_cross_entropy_with_logits(z, labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


trained()


def parameters():
    return {}
"""

ANSWERS = {
    "column": Answers(
        right=[
            loss("return ((column[:, 0] * w + b - y) ** 2).mean()"),
            loss("return mg.nn.functional.mse_loss((column * w + b).flatten(), y)"),
            loss("e = y - (w * column + b).squeeze()", "return (e * e).sum() / len(y)"),
            loss("e = y[:, None] - b - w * column", "return (e**2).mean().double()"),
            loss("e = (column * w + b).T - y", "return (e**2).mean()"),
        ],
        wrong=[
            (loss("return ((column[0] * w + b - y) ** 2).mean()"), "only the first point"),
            (loss("return ((w * xs + b - ys) ** 2).mean()"), "`xs` has the points of the notebook"),
            (
                loss("e = column[:, 0] * w + b - y", "return (e * e).mean() + w - w.detach()"),
                "but the gradients aren't",
            ),
            (
                loss("e = column[:, 0] * w + b.detach() - y", "return (e * e).mean()"),
                "detached",
            ),
            (
                loss("return ((column * w + b - y) ** 2).mean()"),
                "mean over 9 pairs, not over 3 points",
            ),
            (
                loss("return ((column * w + b - y) ** 2).sum() / len(y)"),
                "pairs but divided by 3",
            ),
            (
                loss("return ((column * w + b - y) ** 2).mean() / len(y)"),
                "the mean over 9 pairs, divided by 3 once more",
            ),
            (
                loss("return ((column.mean() * w + b - y) ** 2).mean()"),
                "all points at the mean of `column`",
            ),
            (loss("return ((column * w + b - y) ** 2).sum()"), "a sum over 9 pairs"),
            (loss("return ((column[:, 0] * w + b - y) ** 2).sum()"), "the sum of the squares"),
            (loss("return (column[:, 0] * w + b - y).abs().mean()"), "the mean distance"),
            (loss("return (column[:, 0] * w + b - y).mean() ** 2"), "mean of the residuals"),
            (
                loss("return (column[:, 0] * w + b - y).mean()"),
                "opposite signs cancel each other out",
            ),
            (
                loss("return ((column[:, 0] * w + b - y) ** 2).mean() ** 0.5"),
                "the square root of the mean",
            ),
            (loss("return (column[:, 0] * w + b - y) ** 2"), "has shape [3]"),
            (loss("return ((column[:, 0] * w - y) ** 2).mean()"), "leaves out `b`"),
            (loss("return ((column[:, 0] * w - b - y) ** 2).mean()"), "subtracts `b`"),
            (loss("return ((column[:, 0] * w + b + y) ** 2).mean()"), "added the target"),
            (loss("return ((column[:, 0] * w + b - y) ** 2).max()"), "the largest square"),
            (loss("return ((column[:, 0] * w + b) ** 2 - y**2).mean()"), "subtracted squares"),
            (loss("return ((column[:, 0] * b + w - y) ** 2).mean()"), "swapped `w` and `b`"),
            (
                loss("return ((column[:, 0] * w + b - y) ** 2).sum() / 8"),
                "by 8, but the check passes 3 points",
            ),
            (loss("return ((column[:, 0] * w + b - y) ** 2).mean() / 2"), "half the mean"),
            (loss("return ((column[:, 0] * w + b - y) ** 4).mean()"), "but it should be"),
            (loss("return ((column[:, 0] * w.detach() + b - y) ** 2).mean()"), "detached"),
            (
                loss("return mg.tensor(((column[:, 0] * w + b - y) ** 2).mean().item())"),
                "The value is right, but it isn't tracked.",
            ),
            (
                loss("return ((column[:, 0] * w + b - y) ** 2).mean().item()"),
                "You returned a `float`",
            ),
            (
                loss("e = column * w + b - y.reshape(1, 1)", "return e.mean()"),
                (
                    "This error means that the new shape would hold a different number of "
                    "values. A column of `y` has `len(y)` rows,"
                ),
            ),
            (
                loss("((column * w + b - y[:, None]) ** 2).mean()"),
                "Your function returned nothing.",
            ),
        ],
    ),
    "twins": Answers(
        right=[
            "one = 0.9\nother = 0.1",
            "one, other = 0.25, 0.75",
            "one = mg.tensor(0.3)\nother = 1 - one",
            "one, other = mg.tensor([0.4, 0.6], dtype=mg.float64)",
            "one, other = 0.499999, 0.500001",
            "one, other = 0.001, 0.999",
            "one, other = 0.1, 0.9000005",
        ],
        wrong=[
            ("one, other = 1.2, -0.2", "The losses do agree. But a learning rate isn't"),
            ("one, other = 0.03, 0.22", "That pair would be right for x = 2, where the"),
            ("one, other = 0.1, 0.1", "the same"),
            ("one, other = 0.5, 0.5000002", "the same"),
            ("one, other = 0.1, 0.90001", "the factors 1 − 2 lr are 0.8 and −0.80002"),
            ("one, other = 1e-7, 1 - 1e-7", "it learns nothing"),
            ("one, other = 0.5, -0.5000002", "Which two rates give you factors like that?"),
            ("one, other = 0.5, -0.50001", "A learning rate isn't negative."),
            ("one, other = 0, 0", "the same"),
            ("one, other = 0.1, 0.2", "the factors 1 − 2 lr are 0.8 and 0.6"),
            ("one, other = -0.1, 1.1", "The losses do agree. But a learning rate isn't"),
            ("one, other = -0.1, 0.3", "A learning rate isn't negative."),
            ("one, other = 0.8, -0.8", "Which two rates give you factors like that?"),
            ("one, other = 0.5, 0.6", "the losses are 0 and"),
            ("one, other = 0.1, 0.899943", "the losses are 5.76 and 5.758"),
            ("one, other = 0.0, 1", "The losses do agree. But with a rate of 0, `w` doesn't move"),
            ("one, other = 1, 1e-9", "a rate of 1e-09, `w` doesn't move"),
            ("one, other = 1e-5, 2e-5", "the losses are 9 and 8.999"),
            ("one, other = 1e-18, 2e-18", "`w` doesn't move, so it learns nothing"),
            ("one, other = 0.1, 1.1", "With a rate of 1.1, each step leads farther away"),
            ("one, other = 1e300, 0.1", "each step leads farther away"),
            ("one, other = 0.25, 0", "With a rate of 0, `w` doesn't move"),
            ("one, other = 'low', 'high'", "Those aren't numbers. Set `one`"),
            ("one, other = [0.1, 0.9], 0.1", "a single number."),
            ("one, other = float('inf'), 0.1", "or infinity"),
        ],
        tried=["one = 0.1\nother = ..."],
    ),
    "start": Answers(
        right=[
            start(result="[W, c, v, d]"),
            start(W="mg.zeros(2, 8, requires_grad=True)"),
            start(v="mg.zeros(8, requires_grad=True)"),
            start(W="mg.rand(2, 8, requires_grad=True)", c="mg.rand(8, requires_grad=True)"),
            start(W="(mg.randn(2, 8) * 5.5).requires_grad_()"),
            start(
                W="(mg.randn(2, 8) * 1.5).requires_grad_()",
                c="(mg.ones(8) * -0.5).requires_grad_()",
                v="(mg.randn(8) * -0.5).requires_grad_()",
            ),
            start(W="mg.randn(2, 8, requires_grad=True)", d="mg.ones(1, requires_grad=True)"),
        ],
        wrong=[
            (
                start("mg.zeros(2, 8, requires_grad=True)", v="mg.zeros(8, requires_grad=True)"),
                "each one passes through the other",
            ),
            (
                start("mg.ones(2, 8, requires_grad=True)", v="mg.ones(8, requires_grad=True)"),
                "they started out alike",
            ),
            (
                start("mg.ones(2, 8, requires_grad=True)"),
                "All numbers in `W` started out the same, and",
            ),
            (
                start("mg.randn(2, 8, requires_grad=True) * 0.5"),
                "`W` is the result of an operation, not a leaf, so no",
            ),
            (start(v="mg.randn(8) * 0.5"), "`v` isn't tracked"),
            (start("mg.randn(8, 2, requires_grad=True)"), "`W` has shape [8, 2]"),
            (start(v="mg.randn(8, 1, requires_grad=True)"), "`v` has shape [8, 1]"),
            (start(result="W, c, v"), "Return four tensors"),
            (start(result="W, c, d, v"), "`v` has shape [1]"),
            (start(W="0"), "`W` has the type `int`, but"),
            (
                start("(mg.ones(2, 8) * 0.5).requires_grad_()"),
                "and only `v` made the units different",
            ),
            (start(d="0.0"), "`d` has the type `float`"),
            (start(d="mg.tensor(0.0, requires_grad=True)"), "`d` has shape [], but it should have"),
            (
                start("(mg.randn(2, 8) * 1e4).requires_grad_()"),
                "100% of the hidden units' outputs",
            ),
            (start("(mg.randn(2, 8) * 0.5 * 20).requires_grad_()"), "far too large"),
            (start(v="(mg.randn(8) * 1e4).requires_grad_()"), "`v` is too large"),
            (
                start(
                    "(mg.randn(2, 8) * 0.01).requires_grad_()",
                    v="(mg.randn(8) * 0.01).requires_grad_()",
                ),
                "values far too small?",
            ),
            (start("mg.rand(2, 8, require_grad=True)"), "an option. The option is called"),
            (TRAINED.format("W, c, v, d"), "You return the same tensors on every call. Make"),
            (
                TRAINED.format("[t.detach().clone().requires_grad_() for t in (W, c, v, d)]"),
                "Before the first step",
            ),
        ],
    ),
}

GUESSES = {
    "leap": Guesses(
        truth="5.0",
        right=["5", "[5.0]", "mg.tensor(5.0)"],
        wrong=[
            ("3", "3 is where the loss is lowest"),
            ("17", "The rate is missing"),
            ("-15", "without the rate, and uphill"),
            ("-3", "That step goes along the slope, uphill"),
            ("4", "4 is the step"),
            ("2.6", "2.6 would fit a rate of 0.1"),
            ("9", "9 would fit a rate of 0.5"),
            ("-4", "−4 is the rate times the slope"),
            ("1.8", "came from a rate of 0.05"),
            ("1.25", "You added the rate alone"),
            ("1", "where `w` started"),
            ("16", "16 is the loss"),
            ("5, 16", "only about `w`"),
        ],
        other=["7"],
    ),
    "twin": Guesses(
        truth="0.22",
        right=["0.22", "0.25 - 0.03"],
        wrong=[
            ("0.25", "× −1, so the loss stays"),
            ("0.125", "a single step is enough"),
            ("0.1", "× 0.2, so the losses fall much faster"),
            ("0.125 - 0.03", "× 0.24. It doesn't change sides"),
            ("0.3", "× −1.4, so the losses grow"),
            ("0.27", "× −1.16, so the losses grow"),
            ("0.24", "× −0.92. The sign is fine"),
            ("0.21", "× −0.68, so you were close"),
            ("0.06", "× 0.52"),
            ("0.97", "0.03 + 0.97 is 1. But with 0.97, the losses grow"),
            ("0.12", "× 0.04"),
            ("0.01", "× 0.92. It doesn't change sides"),
            ("0.09", "× 0.28. It doesn't change sides"),
            ("0.16", "× −0.28. The sign is fine"),
            ("0.19", "× −0.52. The sign is fine"),
            ("0.26", "× −1.08, so the losses grow"),
            ("0.28", "× −1.24, so the losses grow"),
            ("0.2", "× −0.6."),
            ("0.03", "That's the rate itself"),
            ("-0.03", "× 1.24"),
        ],
        other=["15.92"],
    ),
    "x in a column": Guesses(
        truth="0.0",
        right=["0", "-0.0"],
        wrong=[
            ("2", "2 is the slope of the rule that made the points"),
            ("1.99", "That's the line that fits the points"),
            ("16", "the loss averages over all pairs"),
            ("'error'", "broadcast"),
            ("'a warning'", "this loss is written out"),
            ("2.4", "2.4 is the final bias"),
            ("'nan'", "the rate of 0.1 is low enough for these pairs"),
            ("float('inf')", "the rate of 0.1 is low enough for these pairs"),
            ("15.92", "if a loss is 8 times as large, its minimum doesn't move"),
            ("0.25", "if you divide a loss by 8, its minimum doesn't move"),
        ],
        other=["-1"],
    ),
    "one line": Guesses(
        truth="tensor(0.5625)",
        right=[
            *("0.5625", "45 / 80", "0.56", "0.575", "0.55", "45"),
            *("56", "57", "56.25", "'56%'", "'57%'", "'56.25%'"),
        ],
        wrong=[
            ("0.5", "That's a coin toss"),
            ("50", "That's a coin toss"),
            ("'half'", "That's a coin toss"),
            ("'59/80'", "Some line gets about that many, but this model only minimizes its loss"),
            ("0.7", "Some line gets about that many, but this model only minimizes its loss"),
            ("0.7375", "Some line gets about that many, but this model only minimizes its loss"),
            ("0.6", "Some line gets about that many"),
            ("0.65", "Some line gets about that many"),
            ("0.75", "No line gets that many"),
            ("0.78", "No line gets that many"),
            ("0.85", "No line gets that many"),
            ("0.9", "No line gets that many"),
            ("0.95", "No line gets that many"),
            ("75", "No line gets that many"),
            ("80", "No line gets that many"),
            ("0.74", "Some line gets about that many, but this model only minimizes its loss"),
            ("0.8", "No line gets that many"),
            ("59", "Some line gets about that many, but this model only minimizes its loss"),
            ("1", "each class fills opposite corners"),
            ("0", "its opposite would get"),
        ],
        other=["0.3"],
    ),
    "orders": Guesses(
        truth="7",
        right=["7", "7.0"],
        wrong=[
            ("1", "Several orders train the model"),
            ("2", "The zeroing can go in several places"),
            ("5", "rotations"),
            ("3", "Three orders end with a `RuntimeError`"),
            ("10", "Ten orders run without learning anything"),
            ("100", "A hundred orders end immediately with a `NameError`."),
            ("20", "20 orders get past the `NameError`"),
            ("120", "the number of all orders"),
            ("60", "if one pair of lines"),
            ("24", "if one line has its place"),
        ],
        other=["12"],
    ),
}


@verifies("5", "twins", "not negative")
def what_is_kept_of_twins() -> bool:
    x, y = mg.tensor([1.0, 2.0]), mg.tensor([4.0, 16.0])
    at = [((w**2 * x**2 - y) ** 2).mean().item() for w in (3.0, -3.0)]
    return at[0] == at[1] > 0


@verifies("5", "start", "alike alike either different")
def what_is_kept_of_start() -> bool:
    def are_alike_after_a_step(v: list[float]) -> bool:
        W, out = mg.zeros(2, 2, requires_grad=True), leaf(*v)
        optimizer = mg.optim.SGD([W, out], lr=0.1)
        for _ in range(2):
            optimizer.zero_grad()
            ((mg.tensor([1.0, 2.0]) @ W).tanh() @ out - 1.0).square().backward()
            optimizer.step()
        return same(W[:, 0], W[:, 1])

    return are_alike_after_a_step([0.5, 0.5]) and not are_alike_after_a_step([0.5, -0.3])
