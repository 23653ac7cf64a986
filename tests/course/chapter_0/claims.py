"""Check chapter 0's claims about experiments that aren't run in the notebook."""

ERROR = "lambda h: abs(((f(mg.tensor(3.0) + h) - f(mg.tensor(3.0))) / h).item() - 6)"

# Computes the loss after n steps from (w, b) with a given learning rate, using slopes from nudges.
DESCEND = (
    "(go := lambda rate, w, b, n: loss(w, b) if not n else (lambda s: "
    "go(rate, w - rate * s[0], b - rate * s[1], n - 1))(slopes(w, b)))"
)

CLAIMS = [
    ("which at 3 is exactly 6", "mg.autograd.functional.jacobian(f, mg.tensor(3.0)) == 6"),
    (
        "We got 0.01 too much because our step wasn't tiny, and a smaller step adds less",
        "[round((f(3 + h) - f(3)) / h - 6, 9) for h in (0.01, 0.001)] == [0.01, 0.001]",
    ),
    (
        "At −2 the slope of `f` is 2 · (−2), which is −4",
        "f(-2) == 4 and mg.autograd.functional.jacobian(f, mg.tensor(-2.0)) == -4",
    ),
    ("the result moved about six times as far as the input", "round((f(3.01) - f(3)) / 0.01) == 6"),
    (
        "`x` moved by 0.001, `u` by 0.005, and `y` by 0.050",
        "(round(5 * 1.001 - 5, 6), round((5 * 1.001) ** 2 - 25, 3)) == (0.005, 0.05)",
    ),
    (
        "It moved by 0.015, which is 15 times as far as `x`",
        "round(5 * 1.001 * (1.001 + 1) - 10, 3) == 0.015",
    ),
    (
        (
            "At first, a smaller `h` gives a smaller error. Around 0.001 "
            "that stops, and below it the error grows"
        ),
        f"(lambda e: e(1) > e(0.1) > e(0.01) > e(0.001) < e(1e-5) < e(1e-6) < e(5e-8))({ERROR})",
    ),
    (
        "5·10⁻⁸ is short for 0.00000005",
        "abs(5 * 10**-8 / 0.00000005 - 1) < 1e-12",
    ),
    (
        "With seven digits, 3.00000005 is 3, so nothing rises, and the slope comes out as 0",
        "mg.tensor(3.0) + 0.00000005 == 3",
    ),
    (
        "The program found the weights 2 and 3 nearly exactly",
        "losses[-1] < 0.002 and loss(2, 3) == 0",
    ),
    (
        "as −7.998 was for −8",
        "(round(slopes(0, 0)[0], 3), w.grad.item()) == (-7.998, -8)",
    ),
    ("2 · 1 + 3 is 5, and 2 · (−1) + 3 is 1", "loss(2, 3) == 0"),
    (
        "`f` was 9 at 3, and it's 2.25 now. It was 4 at −2, and it's 1 now",
        "(f(3), f(3 - 0.25 * 6), f(-2), f(-2 + 1)) == (9, 2.25, 4, 1)",
    ),
    (
        "at `u = 5`, 2 · 5 = 10 times as far as `u`",
        "round((f(5.001) - f(5)) / 0.001) == 10",
    ),
    (
        "the product moves 2 times as far as `u`",
        "round((5.001 * 2 - 5 * 2) / 0.001) == 2",
    ),
    ("the product moves 5 times as far as `v`", "round((5 * 2.001 - 5 * 2) / 0.001) == 5"),
    ("together it's 15", "5 * 2 + 1 * 5 == 15"),
    (
        (
            "Try 0.6 instead of 0.1 in both lines of the loop, and run both cells again. "
            "Each step then goes too far, and the loss grows"
        ),
        (
            f"{DESCEND}(0.1, 0, 0, 10) < 0.01 and {DESCEND}(0.6, 0, 0, 1) > 26 "
            f"and {DESCEND}(0.6, 0, 0, 10) > {DESCEND}(0.6, 0, 0, 9) > 2600"
        ),
    ),
    (
        (
            "Python's own numbers have about sixteen digits. With "
            "them, the same `h` still gives a good slope"
        ),
        "3 + 1e-15 != 3 == 3 + 1e-16 and abs((f(3 + 5e-8) - f(3)) / 5e-8 - 6) < 1e-6",
    ),
    (
        "the trouble starts later, below about 0.00000001",
        (
            "(lambda e: e(1e-6) > e(1e-8) < e(1e-10) < e(1e-12))"
            "(lambda h: abs((f(3 + h) - f(3)) / h - 6))"
        ),
    ),
    (
        "PyTorch uses unless you ask for others",
        (
            "mg.tensor([1.5]).dtype is mg.float32 and mg.tensor(3.0) "
            "+ 1e-6 != 3 == mg.tensor(3.0) + 1e-7"
        ),
    ),
    (
        "The exact slopes are −8 and −12. Ours are 0.002 too high",
        "[round(s, 6) for s in slopes(0, 0)] == [-8 + 0.002, -12 + 0.002]",
    ),
    (
        "0.001 is a good nudge",
        "abs((f(3.001) - f(3)) / 0.001 - 6) < 0.0011",
    ),
    (
        "These are exactly −8 and −12",
        "mg.autograd.functional.jacobian(lambda w: loss(w, 0), mg.tensor(0.0)) == -8",
    ),
    ("5 times as far, which is 0.05", "round((4 * 0.5 + 3) * 0.01, 9) == 0.05"),
    (
        "About 7 − 0.3 = 6.7. Down is to the right",
        "(lambda f: (round(f(2.1), 6), f(2)) == (6.7, 7) and f(2.1) < f(2))(lambda x: 13 - 3 * x)",
    ),
    ("Two one-sided slopes: 1 and −1", "(abs(0.1) / 0.1, abs(-0.1) / -0.1) == (1, -1)"),
    (
        "About 6.001. It's off by as much as the step",
        "round((f(3.001) - f(3)) / 0.001, 6) == 6.001",
    ),
    (
        "$3x^2$, which is 12 at 2",
        "mg.autograd.functional.jacobian(lambda x: x**3, mg.tensor(2.0)) == 12",
    ),
    (
        "For $x^3$ at 2 this gives about 12.006. By the formula, the slope is $3x^2$, which is 12",
        "round((2.001**3 - 2**3) / 0.001, 3) == 12.006",
    ),
    ("for the second it finds about 5", "round(faulty(area, 3, 2)[1], 2) == 5"),
    (
        "For $(x - 3)^2$ from 0 that's about 2.68, on the way to the bottom at 3",
        "round(3 - 3 * (1 - 2 * 0.1) ** 10, 2) == 2.68",
    ),
    ("3.01 · 3.01 is 9.0601", "round(f(3.01), 6) == 9.0601"),
]
