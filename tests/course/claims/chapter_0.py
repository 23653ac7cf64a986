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
]
