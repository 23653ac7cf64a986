"""What the text of the start page says about runs that none of its cells makes."""

ERROR = "lambda h: abs(((f(mg.tensor(3.0) + h) - f(mg.tensor(3.0))) / h).item() - 6)"

# The loss after so many steps from (w, b) at a learning rate, slopes by nudging.
DESCEND = (
    "(go := lambda rate, w, b, n: loss(w, b) if not n else (lambda s: "
    "go(rate, w - rate * s[0], b - rate * s[1], n - 1))(slopes(w, b)))"
)

CLAIMS = [
    ("at 3 exactly 6", "mg.autograd.functional.jacobian(f, mg.tensor(3.0)) == 6"),
    (
        "The extra 0.01 is the step itself: a smaller one adds less",
        "[round((f(3 + h) - f(3)) / h - 6, 9) for h in (0.01, 0.001)] == [0.01, 0.001]",
    ),
    (
        "At −2 the slope of `f` is 2 · (−2), or −4",
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
        "At first a smaller `h` errs less. Near 0.001 that ends, then it gets worse",
        f"(lambda e: e(1) > e(0.1) > e(0.01) > e(0.001) < e(1e-5) < e(1e-6) < e(5e-8))({ERROR})",
    ),
    (
        "With seven digits, 3.00000005 is 3: nothing rises, and the slope reads 0",
        "mg.tensor(3.0) + 0.00000005 == 3",
    ),
    ("Nearly 2 and 3", "losses[-1] < 0.002 and loss(2, 3) == 0"),
    (
        "−7.998 for −8",
        "(round(slopes(0, 0)[0], 3), w.grad.item()) == (-7.998, -8)",
    ),
    ("2 · 1 + 3 is 5, 2 · (−1) + 3 is 1", "loss(2, 3) == 0"),
    (
        "From 9 and from 4, both came down",
        "f(3 - 0.25 * 6) < f(3) == 9 and f(-2 + 1) < f(-2) == 4",
    ),
    (
        "at `u = 5`, 2 · 5 = 10 times as far as `u`",
        "round((f(5.001) - f(5)) / 0.001) == 10",
    ),
    (
        "the product moves 2 times as far as `u`",
        "round((5.001 * 2 - 5 * 2) / 0.001) == 2",
    ),
    ("it moves 5 times as far as `v`", "round((5 * 2.001 - 5 * 2) / 0.001) == 5"),
    ("Together 15.", "5 * 2 + 1 * 5 == 15"),
    (
        (
            "Try 0.6 in place of 0.1 in both lines of the loop, and run the picture again: "
            "each step goes too far, and the loss grows"
        ),
        (
            f"{DESCEND}(0.1, 0, 0, 10) < 0.01 and {DESCEND}(0.6, 0, 0, 1) > 26 "
            f"and {DESCEND}(0.6, 0, 0, 10) > {DESCEND}(0.6, 0, 0, 9) > 2600"
        ),
    ),
    (
        "Python keeps about sixteen",
        "3 + 1e-15 != 3 == 3 + 1e-16 and (f(3 + 5e-8) - f(3)) / 5e-8 > 5.9",
    ),
    (
        "Exactly −8 and −12",
        "mg.autograd.functional.jacobian(lambda w: loss(w, 0), mg.tensor(0.0)) == -8",
    ),
    ("5 times as far, 0.05", "round((4 * 0.5 + 3) * 0.01, 9) == 0.05"),
    (
        "About 7 − 0.3 = 6.7. Down is to the right",
        "(lambda f: (round(f(2.1), 6), f(2)) == (6.7, 7) and f(2.1) < f(2))(lambda x: 13 - 3 * x)",
    ),
    ("Two one-sided ones: 1 and −1", "(abs(0.1) / 0.1, abs(-0.1) / -0.1) == (1, -1)"),
    ("About 6.001: what is too much is the step", "round((f(3.001) - f(3)) / 0.001, 6) == 6.001"),
    (
        "$3x^2$, which is 12 at 2",
        "mg.autograd.functional.jacobian(lambda x: x**3, mg.tensor(2.0)) == 12",
    ),
    (
        "For $x^3$ at 2 it gives about 12.006. By formula the slope is $3x^2$, which is 12",
        "round((2.001**3 - 2**3) / 0.001, 3) == 12.006",
    ),
    ("about 5 for the second", "round(faulty(area, 3, 2)[1], 2) == 5"),
    (
        "For $(x - 3)^2$ from 0 that is about 2.68, on the way to the bottom at 3",
        "round(3 - 3 * (1 - 2 * 0.1) ** 10, 2) == 2.68",
    ),
    ("3.01 · 3.01 is 9.0601", "round(f(3.01), 6) == 9.0601"),
]
