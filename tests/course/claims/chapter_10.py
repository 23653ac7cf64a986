"""What the text of chapter 10 says about runs that none of its cells makes."""

WELLS = "(lambda x: x**4 - 2 * x**2)"
TOWARD = f"[round(newton({WELLS}, x), 2) for x in (0.9, 1.2)] == [1.02, 1.04]"
# The error of each step from 1.2, against the square of the one before.
DOUBLES = (
    "(lambda e: all(0.5 * a * a < b < 2 * a * a for a, b in zip(e, e[1:])))"
    "((lambda n: [0.2, n(1.2) - 1, n(n(1.2)) - 1])"
    "(lambda x: x - (4 * x**3 - 4 * x) / (12 * x**2 - 4)))"
)
FLATTER = (
    "(lambda w: (lambda g: 2 * (g @ g) / (g @ hessian_times(g, digits_loss, w)) > 5.7)"
    "(mg.autograd.grad(digits_loss(w), w)[0]))(mg.zeros(640, requires_grad=True))"
)
SADDLE = "(lambda w: mg.autograd.functional.hessian(lambda w: (w**2).sum() + 3 * w[0] * w[1], w))"
BOWL = "(lambda v: (mg.tensor([[5.0, 2.0], [2.0, 2.0]]) @ mg.tensor(v)).tolist())"

CLAIMS = [
    (
        "1, 1 is a sum of such ways: 1.2, 0.6 lies along the first, and −0.2, 0.4 along the second",
        "(1.2 - 0.2, 0.6 + 0.4) == (1, 1) and 1.2 == 2 * 0.6 and 0.4 == 2 * 0.2",
    ),
    ("2 divided by the curvature", "2 / (2 * 2**2) == 0.25"),
    ("a step of 0.1 along `x` moves the slope by about 3", "round(3 * 5.1**2 - 3 * 5.0**2) == 3"),
    ("from 75 to 78", "[round(3 * x**2) for x in (5.0, 5.1)] == [75, 78]"),
    ("At 0.36 the first is −1.16", "round(1 - 0.36 * 6, 2) == -1.16"),
    ("The limit is $2/6 = 0.333$", "round(2 / 6, 3) == 0.333"),
    ("Somebody gave us 2, 1.", f"{BOWL}([2.0, 1.0]) == [12, 6]"),
    ("Who finds it for 640 weights", "mg.zeros(64, 10).numel() == 640"),
    ("The table has 640 · 640 = 409600 numbers, from 640 backward passes", "64 * 10 == 640"),
    (
        "The 0, 1 is 0.4, 0.2, which lies along 2, 1, plus −0.4, 0.8, which lies along 1, −2",
        "([0.4 - 0.4, 0.2 + 0.8], 0.4 / 0.2, 0.8 / -0.4) == ([0, 1], 2, -2)",
    ),
    ("6^6 = 46656", "6**6 == 46656"),
    ("If a curvature of −9 were among them, it would win", "abs(-9) > 6"),
    ("the first slopes lie along flatter directions", FLATTER),
    (
        "the slope is −16 at 1, and it changes by 8 with each 1 that `w` goes",
        "(2 * (2 * 1 - 6) * 2, 2 * 2 * 2) == (-16, 8)",
    ),
    ("So it is 0 after 16/8 = 2, at 3", "newton(lambda w: (2 * w - 6) ** 2, 1.0) == 3"),
    (
        "at 3 its slope is $4 \\cdot 3^3 = 108$, and the curvature is $12 \\cdot 3^2 = 108$",
        "(4 * 3**3, 12 * 3**2) == (108, 108)",
    ),
    ("divided by curvature, 108/108", "(4 * 3**3, 12 * 3**2) == (108, 108)"),
    ("divided by curvature is 108/108", "(4 * 3**3, 12 * 3**2) == (108, 108)"),
    ("That of $w^4$ is still 32", "4 * 2**3 == 32"),
    ("From 0.9 or 1.2 they come to 1", TOWARD),
    ("each step about doubles the number of right digits", DOUBLES),
    (
        "At 0.6 there is hardly any curvature, and the step leads to 5.4",
        f"round(newton({WELLS}, 0.6), 1) == 5.4",
    ),
    ("From 0.5 one step leads to −1", f"newton({WELLS}, 0.5) == -1"),
    (
        "From 0.5 a step jumps there. From 0.15 none",
        f"newton({WELLS}, 0.5) == -1 and abs(newton({WELLS}, 0.15)) < 0.01",
    ),
    ("For 640 weights *one* step takes 640 passes, and then 640 equations", "64 * 10 == 640"),
    ("it changes by −2 · 0.5 = −1", "-2 * 0.5 == -1"),
    ("2/10 = 0.2", "2 / 10 == 0.2"),
    ("For the bowl of this chapter it should give 6", f"{BOWL}([2.0, 1.0]) == [12, 6]"),
    ("The length of `Hv` would do for 6", f"{BOWL}([2.0, 1.0]) == [12, 6]"),
    (
        "Its eigenvalues are 5 along 1, 1, and −1 along 1, −1",
        f"{SADDLE}(mg.zeros(2)).tolist() == [[2, 3], [3, 2]] and [2 + 3, 2 - 3] == [5, -1]",
    ),
    (
        "Sixty steps on, 5.7 has even come lower than 0.95",
        "min(0.95, 5.7, key=lambda lr: losses(digits_loss, mg.zeros(640), lr, 61)[-1]) == 5.7",
    ),
]
