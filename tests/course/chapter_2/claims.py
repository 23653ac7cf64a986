"""What chapter 2 says, and what computes it."""

from math import atan2, cos, degrees, radians, sin
from typing import Any

import minigrad as mg
from tests.course.claims import Claim, Given

LOSSES = """(lambda seed: (
    mg.manual_seed(seed),
    parts := [mg.randn(8, requires_grad=True) for _ in range(3)],
    optimizer := mg.optim.SGD(parts, lr=0.05),
    [(
        loss := ((mg.tanh(x * parts[0] + parts[1]) @ parts[2] - target) ** 2).mean(),
        optimizer.zero_grad(),
        loss.backward(),
        optimizer.step(),
    )[0].item() for _ in range(1000)],
)[-1])"""

BENDS = "(lambda ys: max(abs(a - 2 * b + c) for a, b, c in zip(ys, ys[1:], ys[2:])))"


def angle(gradient: Any) -> float:
    """Return the direction of a gradient's first two numbers, in degrees."""
    return degrees(atan2(gradient[1].item(), gradient[0].item()))


def steepest(f: Any, x: Any, v: list[float]) -> float:
    """Return the direction in which v · f(x) grows fastest if only x₀ and x₁ change, in degrees."""

    def moved(turn: int) -> float:
        step = 1e-3 * mg.tensor([cos(radians(turn)), sin(radians(turn)), 0.0]).double()
        return float((mg.tensor(v).double() @ f(x.double() + step)).item())

    return max(range(-180, 180), key=moved)


CLAIMS = [
    Claim(
        "prediction vanish",
        "Both rows have a 1 along x₁",
        "mg.autograd.functional.jacobian(f, x.detach())[:, 1].tolist() == [1, 1]",
    ),
    Claim(
        "prediction again",
        "Both passes run, because an addition has slope 1 whatever the values are, so it doesn't save any values",
        "x.grad.tolist() == [1, 1]",
    ),
    Claim(
        "prediction row",
        "The first row counts 1 and the second counts 0, so the sum is just the first row",
        "x.grad.tolist() == mg.autograd.functional.jacobian(f, x.detach())[0].tolist()",
    ),
    Claim(
        "vjp-51 1",
        "[4, 7] [4] [7]",
        "(A := mg.rand(4, 7), x := mg.ones(7, requires_grad=True), v := mg.ones(4), (A @ x).backward(v), [list(t.shape) for t in (mg.autograd.functional.jacobian(lambda x: A @ x, x), v, x.grad)] == [[4, 7], [4], [7]])[-1]",
    ),
    Claim(
        "vjp-51 2",
        "v 1 index 2 0 elsewhere",
        "(A := mg.rand(4, 7), x := mg.ones(7, requires_grad=True), v := mg.eye(4)[2], v.tolist() == [0, 0, 1, 0] and mg.allclose(mg.autograd.grad(A @ x, x, v)[0], A[2]))[-1]",
    ),
    Claim(
        "vjp-51 4",
        "1 5 0.2",
        "(L := mg.tensor(2.0, requires_grad=True) * 1, [mg.autograd.grad(L, L)[0], asked(4)[0], 1 / asked(4)[0]])[-1]",
    ),
    Claim(
        "vjp-51 5",
        "saved values earlier pass freed",
        "fails(lambda: (q := mg.tensor(1.0, requires_grad=True), t := q * q, t.backward(), t.backward()))",
    ),
    Claim(
        "vjp-51 6",
        "empties x.grad sum",
        "(q := mg.tensor(1.0, requires_grad=True), (3 * q).backward(), setattr(q, 'grad', None), (3 * q).backward(), q.grad.item() == 3)[-1]",
    ),
    Claim("prediction again", "`.grad` adds them", "x.grad.tolist() == [1 + 0, 0 + 1]"),
    *(
        Claim(
            "prediction row",
            fact,
            f"mg.autograd.functional.jacobian(f, x.detach()){place}.tolist() == {its}",
        )
        for fact, place, its in (
            ("[2, 0] is the first column", "[:, 0]", [2, 0]),
            ("the second row", "[1]", [0, 1, 6]),
        )
    ),
    Claim(
        "prediction row",
        "The rows are added up, so only three numbers are left",
        "len(x.grad) == 3",
    ),
    Claim("prediction orders", "27 9", "[len(x) ** 3, len(x) ** 2]", after="vjp-27"),
    Claim("vjp-17", "2", "J[0, 0]", after="vjp-27"),
    Claim("vjp-17", "6", "J[1, 2]", after="vjp-27"),
    Claim("vjp-23", "2 0 −6", "(mg.tensor([1.0, -1.0]) @ J).tolist()", after="vjp-27"),
    Claim("vjp-34", "6", "J[1, 2]"),
    Claim(
        "vjp-97",
        "Each of the 3 rows of `J2` is multiplied by `J1`, which is three times the work of a single row",
        "(J @ J.T == mg.stack([J[0] @ J.T, J[1] @ J.T])).all()",
    ),
    Claim(
        "vjp-92",
        "Without it, the network could only draw a straight line",
        f"{BENDS}(((mg.linspace(-2, 2, 21).reshape(21, 1) * w + b) @ u).tolist()) < 1e-5",
        after="vjp-91",
    ),
    Claim("vjp-92", "−1", "(-9 * x).tanh().min()", after="vjp-91"),
    Claim("vjp-92", "After 1,000 steps, they're nearly right", f"{LOSSES}(0)[-1] < 0.006"),
    Claim(
        "vjp-first",
        "That's close, but not perfect",
        "abs(network(mg.tensor([[1.5]])).item() - 2.25) < 0.15",
    ),
    Claim(
        "vjp-first",
        "Change the 0 in manual_seed(0), and the network still learns to square",
        "(lambda runs: max(r[-1] for r in runs) < 0.02 and min(r[0] for r in runs) > 1)"
        f"([{LOSSES}(seed) for seed in range(8)])",
    ),
    Claim("vjp-first", "−2 2", "[x.min(), x.max()]"),
    Claim("vjp-first", "5", "abs(network(mg.tensor([[5.0]])).item() - 25) > 15"),
    Claim("vjp-92", "8", "w.numel()", after="vjp-91"),
    Claim("vjp-01", "21 −2 2", "[len(x), x.min(), x.max()]", after="vjp-91"),
    Claim("vjp-96", "21", "len(before)"),
    Claim(
        "vjp-end",
        "They roughly follow $2x$, and near the ends they fall short",
        "(lambda short: max(map(abs, short[2:-2])) < 0.5 < 1 < min(short[0], short[-1]))"
        "((2 * x.abs() - slopes.abs()).reshape(21).tolist())",
    ),
    Claim("vjp-59", "6", "sum(point)"),
    Claim("vjp-59", "7 8 9", "mg.autograd.functional.jacobian(h, mg.tensor(point)).diagonal()"),
    Claim("vjp-59", "12 12 12", "mg.autograd.functional.jacobian(h, mg.tensor(point)).sum(0)"),
    Claim(
        "vjp-51 2",
        "adds x.grad",
        "(A := mg.rand(4, 7), x := mg.ones(7, requires_grad=True), v := mg.eye(4)[2], [(A @ x).backward(v) for k in range(2)], mg.allclose(x.grad, 2 * A[2]))[-1]",
    ),
    Claim(
        "vjp-51 3",
        "gradient loss y output",
        "(q := mg.rand(3, requires_grad=True), r := 2 * q, loss := (r * r).sum(), v := mg.autograd.grad(loss, r, retain_graph=True)[0], mg.allclose(mg.autograd.grad(r, q, v, retain_graph=True)[0], mg.autograd.grad(loss, q)[0]))[-1]",
    ),
    Claim(
        "vjp-51 4",
        "one number mean",
        "(q := mg.rand(int(asked(4)[0]), requires_grad=True), mg.allclose(mg.autograd.grad(q.mean(), q)[0], mg.autograd.grad(q, q, 0 * q + 1 / asked(4)[0])[0]))[-1]",
    ),
    Claim("prediction row", "one for `x[2]`: it's 0", "x.grad[2] == 0"),
    Claim(
        "prediction row",
        "`y[0]` is x₀ · x₁, so it also has a slope along x₁, which is x₀ = 1",
        "f(x)[0] == x[0] * x[1] and x[0] == 1",
    ),
    Claim(
        "prediction row",
        "The 6 belongs to `y[1]`",
        "mg.autograd.functional.jacobian(f, x.detach())[:, 2].tolist() == [0, 6]",
    ),
    Claim(
        "prediction row",
        "x₀ and x₁ are swapped: the slope of x₀ · x₁ along x₀ is x₁, which is 2",
        "x[1] == 2 == x.grad[0]",
    ),
    Claim(
        "prediction vanish",
        "6 is a slope along x₂",
        "mg.autograd.functional.jacobian(f, x.detach())[:, 2].tolist() == [0, 6]",
    ),
    Claim(
        "vjp-17",
        "If you nudge $x_0$ and hold the others, it moves $x_1$ times as far",
        "mg.autograd.functional.jacobian(f, x.detach())[0, 0] == x[1]",
    ),
    Claim(
        "vjp-17",
        "If you nudge $x_2$, it moves $2 x_2$ times as far",
        "mg.autograd.functional.jacobian(f, x.detach())[1, 2] == 2 * x[2]",
    ),
    Claim(
        "vjp-17",
        "with one row for each output and one column for each input",
        "mg.autograd.functional.jacobian(f, x.detach()).shape == (len(y), len(x)) != (len(x), len(y))",
    ),
    Claim(
        "vjp-17",
        "adding up the rows, and you say how much each row counts. That's what v is for: one number for each output",
        "mg.equal(mg.autograd.grad(f(x), x, mg.ones(len(y)))[0], mg.autograd.functional.jacobian(f, x.detach()).sum(0))",
    ),
    Claim(
        "vjp-21",
        "ten times the first row, plus the second",
        "mg.equal(x.grad, 10 * mg.autograd.functional.jacobian(f, x.detach())[0] + mg.autograd.functional.jacobian(f, x.detach())[1])",
    ),
    Claim(
        "vjp-23",
        "with v on the left",
        "mg.equal(x.grad, mg.tensor([10.0, 1.0]) @ mg.autograd.functional.jacobian(f, x.detach()))",
    ),
    Claim(
        "vjp-23",
        "the product has 3 numbers, one for each input",
        "x.grad.shape == x.shape != y.shape",
    ),
    Claim(
        "vjp-21",
        "the thick arrow is its first two numbers: if $x_2$ stays, $v_0 y_0 + v_1 y_1$ grows fastest in that direction",
        "abs(steepest(f, x.detach(), [10.0, 1.0]) - angle(x.grad)) < 1",
    ),
    Claim(
        "vjp-23",
        "The slope along $x_0$ follows only $v_0$, because the second row has a 0 there",
        "mg.autograd.functional.jacobian(f, x.detach())[1, 0] == 0 != mg.autograd.functional.jacobian(f, x.detach())[0, 0]",
    ),
    Claim(
        "vjp-26",
        "If v is 1 in one place and 0 everywhere else, it picks out a single row",
        "mg.equal(mg.autograd.grad(f(x), x, mg.tensor([1.0, 0.0]))[0], mg.autograd.functional.jacobian(f, x.detach())[0])",
    ),
    Claim("vjp-30", "The whole $J$ took one backward pass for each output", "len(rows) == len(y)"),
    Claim(
        "vjp-32", "In a product, each factor gets the other one", "y.grad.tolist() == [y[1], y[0]]"
    ),
    Claim(
        "vjp-34",
        "for each output, it says how fast the loss moves when that output moves",
        "(y[0] + 1) * y[1] - y[0] * y[1] == y.grad[0]",
    ),
    Claim(
        "vjp-34",
        "It receives a v, with one number for each of its outputs, and it passes on the product, with one number for each of its inputs",
        "x.grad.shape == x.shape and y.grad.shape == y.shape",
    ),
    Claim(
        "vjp-34",
        "Output $i$ depends only on input $i$, so all other slopes are 0",
        "mg.equal(mg.autograd.functional.jacobian(lambda t: t**2, x.detach()), 2 * x.detach() * mg.eye(3))",
    ),
    Claim(
        "vjp-40",
        "It makes every row count once. So it gives the gradient of the sum of the outputs",
        "mg.equal(from_ones, mg.autograd.grad((x * x).sum(), x)[0])",
        after="vjp-41",
    ),
    Claim(
        "vjp-42",
        "only because output $i$ depends on nothing but input $i$. In other functions it mixes them",
        "(t := x.detach(), D := mg.autograd.functional.jacobian(lambda t: t * t.sum(), t), not mg.equal(D.sum(0), D.diagonal()))[-1]",
    ),
    Claim(
        "vjp-44",
        "the node saved them during the forward pass. A backward pass frees the saved values to make room. If you don't want that, say retain_graph=True in the first call",
        "(p := x * x, p.sum().backward(retain_graph=True), p.sum().backward(), fails(lambda: p.sum().backward()) and fails(lambda: (s := (x * x).sum(), s.backward(), s.backward(retain_graph=True))))[-1]",
        after="vjp-84",
    ),
    Claim(
        "vjp-97",
        "a vector times a matrix is a vector again. From the inputs, you start with J2 @ J1",
        "(J[0] @ J.T).shape == (2,) and (J @ J.T).shape == (2, 2)",
    ),
    Claim(
        "vjp-38",
        "if many numbers end in one, backward is the cheap order. If one number goes in and many come out, the other order is",
        "(back := lambda into, out: out * n * n + out * n * into, forth := lambda into, out: n * n * into + out * n * into, back(n, 1) < forth(n, 1) and forth(1, n) < back(1, n))[-1]",
    ),
    Claim(
        "vjp-96",
        "Each output depends only on its own input",
        "(D := mg.autograd.functional.jacobian(network, x.detach()).reshape(21, 21), (D - D.diagonal() * mg.eye(21)).abs().max() < 1e-6)[-1]",
        after="vjp-slopes",
    ),
    Claim(
        "vjp-53",
        "The Jacobian is A itself, no matter what x is",
        "all(mg.equal(mg.autograd.functional.jacobian(lambda t: J @ t, at), J) for at in (mg.ones(3), mg.randn(3)))",
    ),
    Claim(
        "vjp-62",
        "in the second line, or go back only once, for both losses together",
        "(q := mg.ones(2, requires_grad=True), mg.equal(both(q), mg.full((2,), 8.0)))[-1]",
    ),
    Claim(
        "vjp-59",
        "Each of these is the sum of a column, so it's the effect of $x_i$ on all outputs together",
        "(D := mg.autograd.functional.jacobian(h, mg.tensor(point)), D[:, 0].sum() == 12 != D[0].sum())[-1]",
    ),
    Claim(
        "lecture",
        "11 row y_0 22 11 0",
        "(y.grad[0] * J[0]).tolist() == [22, 11, 0]",
        after="vjp-31",
    ),
    Claim(
        "lecture", "2 row y_1 0 2 12", "(y.grad[1] * J[1]).tolist() == [0, 2, 12]", after="vjp-31"
    ),
    Claim(
        "lecture",
        "first product multiplications",
        "3 * row_times_matrix == 3e6 and 2 * matrix_times_matrix + row_times_matrix == 2.001e9",
        after="vjp-87",
    ),
    Claim(
        "lecture",
        "Multiply J two times J one first and that's a matrix",
        "3 * row_times_matrix < matrix_times_matrix",
        after="vjp-87",
    ),
]

GIVEN = [Given("vjp-51", "2 3")]
