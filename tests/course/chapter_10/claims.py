"""What chapter 10 says, and what computes it."""

from typing import Any

import minigrad as mg
from tests.course.claims import Claim


def along(H: Any, direction: list[float]) -> Any:
    """Return how many times as long the table makes a vector along a direction."""
    v = mg.tensor(direction)
    return (v @ (H @ v)) / (v @ v)


def parts(H: Any, start: list[float]) -> tuple[Any, Any]:
    """Return the parts of a vector along two eigenvectors, whose eigenvalues are 6 and 1."""
    v = mg.tensor(start)
    return (H @ v - v) / 5, (6 * v - H @ v) / 5


def descended(own: Any, loss_of: Any, size: int, lr: float, steps: int) -> Any:
    """Return the weights after gradient descent from 0."""
    w = own.zeros(size, requires_grad=True)
    optimizer = own.optim.SGD([w], lr=lr)
    for _ in range(steps):
        optimizer.zero_grad()
        loss_of(w).backward()
        optimizer.step()
    return w


WELLS = "(lambda x: x**4 - 2 * x**2)"
TOWARD = f"[round(newton({WELLS}, x), 2) for x in (0.9, 1.2)] == [1.02, 1.04]"
# The error after each step from 1.2, divided by the square of the previous error.
DOUBLES = (
    "(lambda e: all(0.5 * a * a < b < 2 * a * a for a, b in zip(e, e[1:])))"
    "((lambda n: [0.2, n(1.2) - 1, n(n(1.2)) - 1])"
    "(lambda x: newton(lambda z: z**4 - 2 * z**2, x)))"
)
FLATTER = (
    "(lambda w: (lambda g: 2 * (g @ g) / (g @ hessian_times(g, digits_loss, w)) > 5.7)"
    "(mg.autograd.grad(digits_loss(w), w)[0]))(mg.zeros(640, requires_grad=True))"
)

# At 0.1, the curvature grows for 300 steps until it reaches 2 / lr, and then stays near it.
LIMIT = (
    "(lambda c: c[:4] == sorted(c[:4]) and max(abs(each / 20 - 1) for each in c[3:]) < 0.15)"
    "(curvatures(0.1, 501))"
)
TWICE = "(lambda c: c[0] < 10 and all(10 < each < 13 for each in c[1:]))(curvatures(0.2, 501))"
FALLS = (
    "(lambda c: any(a < b for a, b in zip(c, c[1:])) and c[-1] < 0.5 * c[100])"
    "((mg.manual_seed(0), losses(small_loss, 0.1 * mg.randn(1184), 0.2, 501))[1])"
)
CLAIMS = [
    Claim(
        "prediction diagonal",
        "There's a direction between the two axes in which the curvature is larger than along either axis",
        "(v := mg.ones(2) / 2**0.5, v @ H @ v > max(H[0, 0], H[1, 1]))[-1]",
    ),
    Claim(
        "curve-88 1",
        "2 −2 0.5 −1",
        "(a := asked(1), [a[0] + a[1] * a[2], a[1], a[2], a[1] * a[2]])[-1]",
    ),
    Claim("curve-88 2", "2/10 0.2", "2 / max(asked(2)) == 2 / 10 == 0.2"),
    Claim(
        "curve-88 3", "One slopes 100 rows Hv one and one", "len(mg.eye(int(asked(3)[0]))) == 100"
    ),
    Claim(
        "curve-88 4",
        "1 2 −1 1 2 3",
        "(a := asked(4), [a[2], a[0] / a[1], a[2] - a[0] / a[1], a[2], -a[0] / a[3], a[2] - a[0] / a[3]])[-1]",
    ),
    Claim(
        "curve-88 4",
        "−1 3 uphill",
        "(a := asked(4), a[0] * -a[0] / a[3] > 0 > a[0] * -a[0] / a[1])[-1]",
    ),
    Claim("curve-88 6", "Forward 3 fewer 1000", "asked(6) == [3, 1000] and 3 < 1000"),
    Claim("curve-07", "75", "x.grad / 2"),
    Claim("curve-19", "1.2 0.6 −0.2 0.4", "parts(H, [1.0, 1.0])"),
    Claim(
        "curve-19",
        "0.36 −1.16 0.333",
        "[0.36, 1 - 0.36 * along(H, [2.0, 1.0]), 2 / along(H, [2.0, 1.0])]",
    ),
    Claim("curve-21", "640", "images.shape[1] * 10", after="curve-30"),
    Claim("curve-25", "0.4 0.2 −0.4 0.8", "parts(H, [0.0, 1.0])"),
    Claim("curve-25", "−2", "(p := parts(H, [0.0, 1.0])[1], p[1] / p[0])[1]"),
    Claim("curve-25", "46656", "along(H, [2.0, 1.0]) ** 6"),
    Claim("curve-25", "−9", "abs(-9) > along(H, [2.0, 1.0])"),
    Claim("curve-31", "641", "images.shape[1] * 10 + 1"),
    Claim("curve-33", "the first slopes lie along flatter directions", FLATTER),
    Claim(
        "curve-33",
        "5.7",
        "min(0.95, 5.7, key=lambda lr: losses(digits_loss, mg.zeros(640), lr, 61)[-1])",
    ),
    Claim(
        "curve-by-itself",
        "the loss never gets higher than it was at the start",
        "max(warm) == warm[0]",
    ),
    Claim("curve-80", "In this run, the curvature grows until it reaches the limit", LIMIT),
    Claim("curve-82", "the loss goes up and down, and in the long run it still falls", FALLS),
    Claim("curve-82", "it stays a little above 10", TWICE),
    Claim(
        "curve-82",
        "−16 8 16",
        "[-8 * (newton(lambda w: (2 * w - 6) ** 2, 1.0) - 1), 8, 8 * (newton(lambda w: (2 * w - 6) ** 2, 1.0) - 1)]",
        after="curve-35",
    ),
    Claim("curve-82", "108", "108 * (3 - newton(lambda w: w**4, 3.0))", after="curve-35"),
    Claim("curve-40", "0.9 1.2", TOWARD),
    Claim("curve-40", "each step about doubles the number of right digits", DOUBLES),
    Claim("curve-40", "0.6 5.4", f"round(newton({WELLS}, 0.6), 1) == 5.4"),
    Claim("curve-40", "0.5", f"newton({WELLS}, 0.5) == -1"),
    Claim(
        "curve-44",
        "60",
        "losses(line, mg.zeros(2), 0.1, 61)[60] < 1.01 * losses(line, there, 0.0, 1)[0]"
        " < 0.99 * losses(line, mg.zeros(2), 0.1, 61)[40]",
    ),
    Claim("curve-44", "32", "32 < len(labels) == 1200"),
    Claim("curve-44", "640 641", "[images.shape[1] * 10, images.shape[1] * 10 + 1]"),
    Claim("curve-61", "6", "along(mg.autograd.functional.hessian(bowl, mg.zeros(2)), [2.0, 1.0])"),
    Claim("curve-66", "6", "along(mg.autograd.functional.hessian(bowl, mg.zeros(2)), [2.0, 1.0])"),
    Claim(
        "curve-78",
        "5 −1",
        "[along(mg.autograd.functional.hessian(f, mg.tensor(point)), v) for v in ([1.0, 1.0], [1.0, -1.0])]",
    ),
    Claim(
        "prediction hill",
        "0.5",
        f"newton({WELLS}, 0.5) == -1 and abs(newton({WELLS}, 0.15)) < 0.01",
    ),
    Claim("prediction fourth", "108", "108 * (3 - newton(lambda w: w**4, 3.0))"),
    Claim("curve-19", "six", "(H @ mg.tensor([2.0, 1.0]))[1]"),
    Claim(
        "curve-88 5",
        "create_graph=True slope",
        "(q := mg.tensor(3.0, requires_grad=True), [mg.autograd.grad(q**3, q, create_graph=on)[0].requires_grad for on in (True, False)] == [True, False])[-1]",
    ),
]
