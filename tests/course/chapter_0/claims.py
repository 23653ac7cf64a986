"""What chapter 0 says, and what computes it."""

from tests.course.claims import Claim, Given

ERROR = "lambda h: abs(((f(mg.tensor(3.0) + h) - f(mg.tensor(3.0))) / h).item() - 6)"

# Computes the loss after n steps from (w, b) with a given learning rate, using slopes from nudges.
DESCEND = (
    "(go := lambda rate, w, b, n: loss(w, b) if not n else (lambda s: "
    "go(rate, w - rate * s[0], b - rate * s[1], n - 1))(slopes(w, b)))"
)


CLAIMS = [
    Claim(
        "prediction step",
        "which is 0.05 more than 25. Moving the other factor as well adds about 0.05 more",
        "round(5 * 5.01 - f(5), 2) == 0.05 == round(f(5.01) - 5 * 5.01, 2)",
    ),
    Claim(
        "prediction down",
        "A negative slope means that the result falls as the input grows, here from −2 to −1.9",
        "f(-2) > f(-1.9) and mg.autograd.functional.jacobian(f, mg.tensor(-2.0)) < 0",
    ),
    Claim(
        "prediction chain",
        "Each stage multiplies the movement that it receives: 5 · 10 = 50",
        "round((y - 25) / 0.001) == 5 * 10 == 50",
    ),
    Claim("prediction step", "the square of 5.01 is more than 25", "f(5.01) > 25 == f(5)"),
    *(
        Claim(
            "prediction chain",
            fact,
            "round((u - 5) / 0.001) == 5 and round((y - 25) / (u - 5)) == 10",
        )
        for fact in (
            "`y` moves ten times as far as `u`, which moves five times as far as `x`",
            "`u` itself moves five times as far as `x`",
        )
    ),
    Claim("prediction down", "the result falls as the input grows", "f(-2.1) > f(-2) > f(-1.9)"),
    Claim("prediction step", "5 · 5", "5 * 5 == f(5)"),
    Claim("prediction down", "2.1 · 2.1", "2.1 * 2.1 == f(-2.1)"),
    Claim(
        "start-63 1",
        "7 0.3 6.7",
        "(a := asked(1), d := a[2] * (a[3] - a[1]), [a[0], -d, a[0] + d])[-1]",
    ),
    Claim("start-63 1", "Down right negative", "asked(1)[2] < 0"),
    Claim(
        "start-63 2",
        "4 0.5 3 5 0.05",
        "(a := asked(2), s := a[0] * a[1] + a[2], [*a[:3], s, s * a[3]])[-1]",
    ),
    Claim("start-63 3", "1 −1", "[(abs(h) - abs(0)) / h for h in (asked(4)[3], -asked(4)[3])]"),
    Claim("start-63 4", "6.001", "(a := asked(4), ((a[0] + a[3]) ** 2 - a[0] ** 2) / a[3])[-1]"),
    Claim(
        "start-63 5", "2 0.1 5 1.5", "(a := asked(5), [a[0], a[2], a[1], a[0] - a[2] * a[1]])[-1]"
    ),
    Claim("prediction step", "0.05", "5 * 5.01 - f(5)"),
    Claim("prediction step", "5 · 5.01", "f(5) < 5 * 5.01 < f(5.01)"),
    Claim("prediction step", "10 0.01", "abs(f(5.01) - f(5) - 10 * 0.01) < 0.001"),
    Claim("prediction down", "2.1", "f(-2.1) == 2.1 * 2.1"),
    Claim(
        "start-01",
        "33",
        "sum(p.numel() for p in network.parameters())",
        after="start-ring",
    ),
    Claim("start-30", "6", "mg.autograd.functional.jacobian(f, mg.tensor(3.0))"),
    Claim(
        "start-30",
        "We got 0.01 too much because our step wasn't tiny",
        "[round((f(3 + h) - f(3)) / h - 6, 9) for h in (0.01, 0.001)] == [0.01, 0.001]",
    ),
    Claim(
        "start-30",
        "at 3 the result moves about six times as far as the input",
        "round((f(3.01) - f(3)) / 0.01) == 6",
    ),
    Claim(
        "start-32", "−4", "f(-2) == 4 and mg.autograd.functional.jacobian(f, mg.tensor(-2.0)) == -4"
    ),
    Claim(
        "start-58",
        "−8 −12 0.002",
        "[round(s, 6) for s in slopes(0, 0)] == [-8 + 0.002, -12 + 0.002]",
    ),
    Claim("start-60", "2 3", "[w, b]"),
    Claim(
        "start-47",
        "0.6 0.1",
        f"{DESCEND}(0.1, 0, 0, 10) < 0.01 and {DESCEND}(0.6, 0, 0, 1) > 26 "
        f"and {DESCEND}(0.6, 0, 0, 10) > {DESCEND}(0.6, 0, 0, 9) > 2600",
    ),
    Claim(
        "start-06",
        "it calls every point outside",
        "(mg.manual_seed(0), mg.rand(200, 2), line := mg.nn.Sequential(mg.nn.Linear(2, 1), mg.nn.Tanh(), mg.nn.Linear(1, 1)), o := mg.optim.SGD(line.parameters(), lr=0.2), "
        "[(o.zero_grad(), mg.nn.functional.mse_loss(line(points).flatten(), inside).backward(), o.step()) for _ in range(500)], (line(points) < 0.5).all())[-1]",
        after="start-ring",
    ),
    Claim(
        "start-41",
        "for abs(x) at 0 is 0",
        "mg.autograd.functional.jacobian(lambda x: x.abs(), mg.tensor(0.0)) == 0",
    ),
    Claim("start-04", "0.001 is a good nudge", "abs((f(3.001) - f(3)) / 0.001 - 6) < 0.0011"),
    Claim(
        "start-04",
        "At first, a smaller h gives a smaller error. Around 0.001 that stops, and below it the error grows",
        f"(lambda e: e(1) > e(0.1) > e(0.01) > e(0.001) < e(1e-5) < e(1e-6) < e(5e-8))({ERROR})",
    ),
    Claim(
        "start-04",
        "Python's own numbers have about sixteen digits. With them, the same h still gives a good slope",
        "3 + 1e-15 != 3 == 3 + 1e-16 and abs((f(3 + 5e-8) - f(3)) / 5e-8 - 6) < 1e-6",
    ),
    Claim(
        "start-04",
        "0.00000001",
        "(lambda e: e(1e-6) > e(1e-8) < e(1e-10) < e(1e-12))"
        "(lambda h: abs((f(3 + h) - f(3)) / h - 6))",
    ),
    Claim(
        "start-04",
        "6.01 6",
        "[(f(3.01) - f(3)) / 0.01, mg.autograd.functional.jacobian(f, mg.tensor(3.0))]",
    ),
    Claim("start-04", "3.00000005 3", "f(mg.tensor(3.00000005)) == f(mg.tensor(3))"),
    Claim(
        "start-04",
        "5·10⁻⁷",
        "f(mg.tensor(3.0) + 5e-7) != f(mg.tensor(3.0)) == f(mg.tensor(3.0) + 1e-7)",
    ),
    Claim("start-47", "10", "(f(5.001) - f(5)) / 0.001", after="start-61"),
    Claim("start-46", "0.015 15", "[u * v - 10, (u * v - 10) / (x - 1)]"),
    Claim(
        "start-04", "−8", "mg.autograd.functional.jacobian(lambda w: loss(w, 0), mg.tensor(0.0))"
    ),
    Claim("start-63", "1 −1", "[abs(s * x) / (s * x) for s in (1, -1)]"),
    Claim("start-63", "6.001", "(f(3.001) - f(3)) / 0.001"),
    Claim("start-16", "12 2", "[slope_of(lambda x: x**3, 2), 2]", after="start-23"),
    Claim("start-19", "12.006 12", "[slope_of(lambda x: x**3, 2), 3 * 2**2]"),
    Claim("start-64", "5", "round(faulty(area, 3, 2)[1], 2)", after="start-65"),
    Claim("start-70", "2.68 3", "[downhill(lambda x: (x - 3) ** 2, 0), 3]", after="start-72"),
    Claim("start-47", "5", "u / x", after="start-43"),
    Claim("start-46", "2 5 5 5", "[v, u / x, u / x, u]", after="start-45"),
    Claim("prediction chain", "5 10", "[u / x, (y - 25) / (u - 5)]"),
    Claim(
        "start-32",
        "The slope predicts a small step well, and a large step badly",
        "abs(9 + 6 * 0.01 - f(3.01)) < 0.001 < 1 < abs(9 + 6 * 2 - f(5))",
    ),
    Claim(
        "start-37",
        "If the slope is positive, the result rises as the input grows, so make the input smaller. If the slope is negative, make it larger",
        "f(3.1) > f(3) > f(2.9) and f(-2.1) > f(-2) > f(-1.9)",
    ),
    Claim(
        "start-37",
        "Subtracting the slope does both. So down is against the slope",
        "f(3 - 0.25 * 6) < f(3) and f(-2 - 0.25 * -4) < f(-2)",
    ),
    Claim(
        "start-39",
        "it points uphill, so to go down we step against it",
        "g(3 - 0.01 * 12, 2 - 0.01 * 9) < g(3, 2) < g(3 + 0.01 * 12, 2 + 0.01 * 9)",
    ),
    Claim(
        "start-76",
        "too much and too little count alike",
        "loss(2, 3 + 1) == loss(2, 3 - 1)",
        after="start-55",
    ),
    Claim(
        "start-58",
        "Both slopes are negative, so both weights should grow",
        "max(slopes(0, 0)) < 0 and loss(0.1, 0.1) < loss(0, 0)",
    ),
    Claim(
        "start-58",
        "Ours are 0.002 too high",
        "all(abs(ours - exact - 0.002) < 0.0001 for ours, exact in zip(slopes(0, 0), (-8, -12)))",
    ),
    Claim(
        "start-47",
        "Each step then goes too far, and the loss grows",
        "(go := lambda w, b: [n - 0.6 * s for n, s in zip((w, b), slopes(w, b))], loss(0, 0) < loss(*go(0, 0)) and go(0, 0)[0] > 2)[-1]",
    ),
    Claim(
        "start-46",
        "Along a path rates multiply, and where paths meet they add",
        "round((u * v - 10) / (x - 1)) == 2 * 5 + 5 * 1",
    ),
    Claim(
        "start-69",
        "While you move one input, hold the other",
        "abs(gradient(area, 3, 2)[1] - 3) < 0.01 < 1 < abs(faulty(area, 3, 2)[1] - 3)",
    ),
    Claim(
        "lecture",
        "appears twice, so g bends along a. b appears once, so along b it's a straight line",
        "(bend := lambda h: h(1) - 2 * h(2) + h(3), bend(lambda t: g(t, 2)) > 0 == bend(lambda t: g(3, t)))[-1]",
        after="start-38",
    ),
]

GIVEN = [Given("start-70", "0.1")]
