"""What the text of the start page says about runs that none of its cells makes."""

ERROR = "lambda h: abs(((f(mg.tensor(3.0) + h) - f(mg.tensor(3.0))) / h).item() - 6)"

CLAIMS = [
    ("at 3 exactly 6", "mg.autograd.functional.jacobian(f, mg.tensor(3.0)) == 6"),
    ("We come to the extra 0.01", "round((f(3.01) - f(3)) / 0.01 - 6, 4) == 0.01"),
    (
        "At −2 the value of `f` is 4, and its slope, 2 · (−2), is −4",
        "f(-2) == 4 and mg.autograd.functional.jacobian(f, mg.tensor(-2.0)) == -4",
    ),
    ("The result moved six times as far as the input", "round((f(3.01) - f(3)) / 0.01) == 6"),
    (
        "`x` moved by 0.001, `u` by 0.005, `y` by 0.050",
        "(round(5 * 1.001 - 5, 6), round((5 * 1.001) ** 2 - 25, 3)) == (0.005, 0.05)",
    ),
    (
        "It moved by 0.015, 15 times as far as `x`",
        "round(5 * 1.001 * (1.001 + 1) - 10, 3) == 0.015",
    ),
    (
        "minigrad and PyTorch say 0 here",
        "mg.autograd.functional.jacobian(abs, mg.tensor(0.0)) == 0",
    ),
    (
        "At first a smaller `h` errs less. Near 0.001 that ends, then it gets worse",
        f"(lambda e: e(1) > e(0.1) > e(0.01) > e(0.001) < e(1e-5) < e(1e-6) < e(5e-8))({ERROR})",
    ),
    (
        "At 0.00000005 the slope reads 0: with seven digits 3.00000005 is 3",
        "mg.tensor(3.0) + 0.00000005 == 3",
    ),
    ("Nearly 2 and 3", "losses[-1] < 0.002 and loss(2, 3) == 0"),
    (
        "−7.998 for −8",
        "(round(slopes(0, 0)[0], 3), w.grad.item()) == (-7.998, -8)",
    ),
    ("2 · 1 + 3 is 5, and 2 · (−1) + 3 is 1", "loss(2, 3) == 0"),
    (
        "From 9 and from 4, both came down",
        "f(3 - 0.1 * 6) < f(3) == 9 and f(-2 + 0.4) < f(-2) == 4",
    ),
    (
        "`y`, the square of `u`, 10 times as far as `u` when that is 5",
        "round((f(5.001) - f(5)) / 0.001) == 10",
    ),
    ("| both | | | 15 |", "5 * 2 + 1 * 5 == 15"),
    ("5 times as far, 0.05", "round((4 * 0.5 + 3) * 0.01, 9) == 0.05"),
    ("Two one-sided ones: 1 and −1", "(abs(0.1) / 0.1, abs(-0.1) / -0.1) == (1, -1)"),
    ("3.00000005 is rounded to 3", "mg.tensor(3.00000005) == 3"),
    (
        "$3x^2$, which is 12 at 2",
        "mg.autograd.functional.jacobian(lambda x: x**3, mg.tensor(2.0)) == 12",
    ),
    (
        "For $x^2 + 3/x$ at 2 it gives about 3.24998",
        "round((lambda g: (g(2.01) - g(1.99)) / 0.02)(lambda x: x * x + 3 / x), 5) == 3.24998",
    ),
    ("$2x - 3/x^2$, which is 3.25", "2 * 2 - 3 / 2**2 == 3.25"),
    ("gives 5 for the second", "round(faulty(area, 3, 2)[1], 2) == 5"),
    (
        "For $(x - 3)^2$ from 0 that is about 2.68, on the way to the bottom at 3",
        "round(3 - 3 * (1 - 2 * 0.1) ** 10, 2) == 2.68",
    ),
    ("3.01 · 3.01 is 9.0601", "round(f(3.01), 6) == 9.0601"),
]
