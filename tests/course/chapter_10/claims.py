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
        "(r := warmed_up(5.7, 61, 30)[1], max(r) == r[0])[-1]",
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
    Claim(
        "prediction hill",
        "From 0.15, it's shorter, and ends near the top",
        f"0 < 0.15 - newton({WELLS}, 0.15) < 0.5 - newton({WELLS}, 0.5)",
    ),
    Claim(
        "prediction hill",
        "opens downward there, so the step leads to its highest point",
        f"mg.autograd.functional.hessian({WELLS}, mg.tensor(0.15)) < 0",
    ),
    Claim("prediction fourth", "108", "108 * (3 - newton(lambda w: w**4, 3.0))"),
    Claim("curve-19", "six", "(H @ mg.tensor([2.0, 1.0]))[1]"),
    Claim(
        "curve-88 5",
        "create_graph=True slope",
        "(q := mg.tensor(3.0, requires_grad=True), [mg.autograd.grad(q**3, q, create_graph=on)[0].requires_grad for on in (True, False)] == [True, False])[-1]",
    ),
    Claim(
        "curve-03",
        "the operations that compute a gradient are recorded",
        "(q := mg.tensor(5.0, requires_grad=True), mg.autograd.grad(q**3, q, create_graph=True)[0].requires_grad and not mg.autograd.grad(q**3, q)[0].requires_grad)[-1]",
        after="curve-04",
    ),
    Claim("curve-07", "Both calls differentiate y, and .grad adds them up", "x.grad == 75 + 75"),
    Claim(
        "curve-07",
        "it's the slope that you have to differentiate",
        "mg.autograd.grad(mg.autograd.grad(x**3, x, create_graph=True)[0], x)[0] == 30",
    ),
    Claim(
        "curve-two",
        "The first slope is right. But ctx.slope has no way back to x, because forward isn't recorded, so the second slope is lost",
        "once and not twice",
    ),
    Claim(
        "curve-13",
        "In row $i$ and column $j$ you find the slope along $w_j$ of the slope along $w_i$",
        "mg.autograd.grad(slopes[0], w, retain_graph=True)[0].tolist() == H[0].tolist()",
    ),
    Claim("curve-13", "it doesn't matter which of the two weights comes first", "mg.equal(H, H.T)"),
    Claim(
        "curve-13",
        "The diagonal has the curvature along each weight by itself",
        "H.diagonal().tolist() == [5, 2]",
    ),
    Claim(
        "curve-19",
        "The first comes out six times as long, and the second unchanged",
        "(H @ mg.tensor([2.0, 1.0])).tolist() == [12, 6] and (H @ mg.tensor([1.0, -2.0])).tolist() == [1, -2]",
    ),
    Claim(
        "curve-19",
        "turns most vectors, but it only scales these two",
        "(H @ mg.tensor([1.0, 0.0])).tolist() == [5, 2]",
    ),
    Claim(
        "curve-19",
        "A step multiplies each part by its own factor",
        "(step := lambda v: v - 0.36 * (H @ v), (step(mg.tensor([2.0, 1.0])) + 1.16 * mg.tensor([2.0, 1.0])).abs().max() < 1e-5 and (step(mg.tensor([1.0, -2.0])) - 0.64 * mg.tensor([1.0, -2.0])).abs().max() < 1e-5)[-1]",
    ),
    Claim(
        "curve-19",
        "in a bowl the largest eigenvalue is the largest curvature",
        "all((v := mg.randn(2), v := v / v.norm(), v @ H @ v <= 6.0001)[-1] for _ in range(50))",
    ),
    Claim(
        "curve-21",
        "you get it by differentiating, multiplying, and differentiating again",
        "mg.equal(hessian_times(mg.tensor([1.0, -1.0]), bowl, w), H @ mg.tensor([1.0, -1.0]))",
        after="curve-22",
    ),
    Claim(
        "curve-23",
        "if v is as long as 1, then v @ Hv is the curvature along it",
        "(v := mg.tensor([0.6, 0.8]), abs(v @ H @ v - (bowl(w + 0.1 * v) - 2 * bowl(w) + bowl(w - 0.1 * v)) / 0.01) < 0.05)[-1]",
    ),
    Claim(
        "curve-25",
        "Each round multiplies the first part by 6 and the second by 1. After six rounds the first part has grown",
        "(H @ mg.tensor([0.4, 0.2]) - mg.tensor([2.4, 1.2])).abs().max() < 1e-5",
    ),
    Claim(
        "curve-25",
        "A start without any first part would stay where it is",
        "(H @ mg.tensor([1.0, -2.0])).tolist() == [1, -2]",
    ),
    Claim(
        "curve-25",
        "the curvature that wins is the largest in size",
        "(A := mg.tensor([[6.0, 0.0], [0.0, -9.0]]), v := mg.ones(2), [v := (A @ v) / (A @ v).norm() for _ in range(30)], abs(v @ A @ v + 9) < 1e-3)[-1]",
    ),
    Claim(
        "curve-33",
        "At half the limit, the loss goes down in every step. At three times the limit it goes down twice",
        "(a := losses(digits_loss, mg.zeros(640), 0.95, 6), b := losses(digits_loss, mg.zeros(640), 5.7, 6), a == sorted(a, reverse=True) and b[0] > b[1] > b[2] < b[3])[-1]",
    ),
    Claim(
        "curve-33",
        "But sixty steps later, 5.7 is lower than 0.95",
        "losses(digits_loss, mg.zeros(640), 5.7, 61)[-1] < losses(digits_loss, mg.zeros(640), 0.95, 61)[-1]",
    ),
    Claim(
        "curve-33",
        "the rate grows to its full size over the first steps",
        "max(warmed_up(5.7, 61, 30)[1]) < max(warmed_up(5.7, 61, 1)[1])",
        after="curve-warm-up",
    ),
    Claim(
        "curve-by-itself",
        "Both runs end at about 0.1, where the curvature has fallen so far that the full rate is below the limit",
        "all((r := warmed_up(5.7, 61, n), 2 / largest_curvature(digits_loss, r[0], 10) > 5.7 and abs(r[1][-1] - 0.1) < 0.02)[-1] for n in (30, 1))",
    ),
    Claim(
        "curve-36",
        "goes to the place where the parabola with this value, this slope, and this curvature turns",
        "abs(newton(lambda w: 5 * (w - 2) ** 2 + 1, 7.0) - 2) < 1e-5",
    ),
    Claim(
        "curve-40",
        "From 0.5 one step leads to −1, which is a bottom, but the wrong one",
        "abs(newton(lambda x: x**4 - 2 * x**2, 0.5) + 1) < 1e-5",
    ),
    Claim(
        "curve-42",
        "The step leads to the lowest loss",
        "line(there) <= min(losses(line, mg.zeros(2), 0.1, 101)) + 1e-3",
    ),
    Claim(
        "curve-44",
        "Where the loss isn't a bowl, a step may lead to a top",
        "abs(newton(lambda x: x**4 - 2 * x**2, 0.15)) < 0.15",
    ),
    Claim(
        "curve-44",
        "Without create_graph, the loss's own backward pass would fail",
        "(q := mg.tensor(1.0, requires_grad=True), y := w[0] * q**2, s := mg.autograd.grad(y, q)[0], fails(lambda: (y + s).backward()))[-1]",
    ),
    Claim(
        "curve-47",
        "Whenever a slope goes into a loss, write create_graph=True",
        "fit(True) == 0.8 != fit(False)",
    ),
    Claim(
        "curve-49",
        "one of them gets the 1.0 and the others get zeros, and what comes out is a column of the Jacobian, while backward(v), with a one-hot v, gives you a row",
        "(p := Dual(2.0, 1.0), q := Dual(3.0, 0.0), outs := (p * q, p * p), [o.slope for o in outs] == [3, 4])[-1]",
    ),
    Claim(
        "curve-49",
        "So forward takes a pass for each input, and backward takes a pass for each output",
        "(p := lambda a, b: [(Dual(2.0, a) * Dual(3.0, b)).slope, (Dual(2.0, a) * Dual(2.0, a)).slope], p(1.0, 0.0) == [3, 4] and p(0.0, 1.0) == [2, 0])[-1]",
    ),
    Claim(
        "curve-60",
        "The first call is recorded, so that the second has something to go back through",
        "second(lambda t: t**3, mg.tensor(5.0, requires_grad=True)) == 30",
    ),
    Claim(
        "curve-66",
        "Each round made v about six times as long",
        "faulty(times, mg.tensor([0.0, 1.0]), 4) / faulty(times, mg.tensor([0.0, 1.0]), 3) > 30",
    ),
    Claim(
        "curve-66",
        "is a curvature only for a v of length 1. The length of Hv would be right for 6, but a length has no sign",
        "abs(largest(times, mg.tensor([0.0, 1.0]), 30) - 6) < 1e-3 and largest(lambda v: -times(v), mg.tensor([0.0, 1.0]), 30) < -5.9",
    ),
    Claim(
        "curve-78",
        "If the product of both is strong enough, the loss falls when both move, here in opposite directions",
        "f([0.1, -0.1]) < f([0.0, 0.0]) < f([0.1, 0.1])",
    ),
    Claim(
        "curve-23",
        "For many v at the same place, take the slopes once",
        "all(mg.allclose(mg.autograd.grad(slopes, w, v, retain_graph=True)[0], hessian_times(v, bowl, w)) for v in mg.eye(2))",
    ),
    Claim(
        "curve-23",
        "For a model, slopes, w, and v are lists, and you leave out the [0]",
        "(ps := list(mg.nn.Linear(2, 1).parameters()), g := mg.autograd.grad((ps[0].sum() + ps[1].sum()) ** 2, ps, create_graph=True), Hv := mg.autograd.grad(g, ps, [mg.ones(1, 2), mg.ones(1)], retain_graph=True), [p.flatten().tolist() for p in Hv] == [[6, 6], [6]])[-1]",
    ),
]
