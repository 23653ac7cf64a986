"""Check chapter 10's claims about experiments that aren't run in the notebook."""

WELLS = "(lambda x: x**4 - 2 * x**2)"
TOWARD = f"[round(newton({WELLS}, x), 2) for x in (0.9, 1.2)] == [1.02, 1.04]"
# The error after each step from 1.2, divided by the square of the previous error.
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
# 80 products, which cost as much as two steps each, compared with 240 steps at either rate.
LOWER = (
    "2 * 80 < 240 and newtons[-1] < 0.25 * min("
    "[losses(digits_loss, mg.zeros(640), lr, 241)[-1] for lr in (0.95, 5.7)])"
)

MOMENTUM = (
    "(lambda w: (lambda o: ([(o.zero_grad(), digits_loss(w).backward(), o.step()) "
    "for _ in range(160)], digits_loss(w).item() < 0.75 * newtons[-1])[1])"
    "(mg.optim.SGD([w], lr=5.7, momentum=0.9)))(mg.zeros(640, requires_grad=True))"
)

# Each new `p` in conjugate gradients is perpendicular to H times the previous one.
UNDISTURBED = (
    "(lambda H, g, ps: (solve_without_table(lambda p: (ps.append(p), H @ p)[1], g, 3), "
    "all(abs((ps[k + 1] @ (H @ ps[k])).item()) < 1e-4 for k in range(2)))[1])"
    "(mg.tensor([[5.0, 2.0, 0.0], [2.0, 3.0, 1.0], [0.0, 1.0, 2.0]]), "
    "mg.tensor([1.0, 3.0, 2.0]), [])"
)

CLAIMS = [
    ("the next `p` is at a right angle to `Hp`", UNDISTURBED),
    (
        "1, 1 is 1.2, 0.6 along the first line plus −0.2, 0.4 along the second",
        "(1.2 - 0.2, 0.6 + 0.4) == (1, 1) and 1.2 == 2 * 0.6 and 0.4 == 2 * 0.2",
    ),
    ("2 divided by the curvature", "2 / (2 * 2**2) == 0.25"),
    ("If `x` moves by 0.1, the slope moves by about 3", "round(3 * 5.1**2 - 3 * 5.0**2) == 3"),
    ("ten rounds of two passes, and the table would have taken 641", "640 + 1 == 641"),
    ("for more than 320 products, the table would be cheaper", "2 * 320 < 641 < 2 * 321"),
    (
        "starts at 16 and ends at 64 instead of 12.8",
        "[round((w - 4) ** 2 + 4 * w**2, 2) for w in (0, fit(False), fit(True))] == [16, 64, 12.8]",
    ),
    ("from 75 to 78", "[round(3 * x**2) for x in (5.0, 5.1)] == [75, 78]"),
    ("At 0.36 the first factor is −1.16", "round(1 - 0.36 * 6, 2) == -1.16"),
    ("The limit is $2/6 = 0.333$", "round(2 / 6, 3) == 0.333"),
    ("We were given 2, 1.", f"{BOWL}([2.0, 1.0]) == [12, 6]"),
    ("How would you find it for 640 weights", "mg.zeros(64, 10).numel() == 640"),
    (
        "The table has 640 · 640 = 409600 numbers, and it takes 640 backward passes",
        "64 * 10 == 640",
    ),
    (
        "Our start 0, 1 is 0.4, 0.2, which lies along 2, 1, plus −0.4, 0.8, which lies along 1, −2",
        "([0.4 - 0.4, 0.2 + 0.8], 0.4 / 0.2, 0.8 / -0.4) == ([0, 1], 2, -2)",
    ),
    ("6^6 = 46656", "6**6 == 46656"),
    ("if there were one of −9, it would beat the 6", "abs(-9) > 6"),
    ("the first slopes lie along flatter directions", FLATTER),
    (
        "the slope is −16 at 1, and it changes by 8 with each 1 that `w` goes",
        "(2 * (2 * 1 - 6) * 2, 2 * 2 * 2) == (-16, 8)",
    ),
    ("So it's 0 after 16/8 = 2, at 3", "newton(lambda w: (2 * w - 6) ** 2, 1.0) == 3"),
    (
        "At 3 its slope is $4 \\cdot 3^3 = 108$, and the curvature is $12 \\cdot 3^2 = 108$",
        "(4 * 3**3, 12 * 3**2) == (108, 108)",
    ),
    ("which is 1, so the step leads to 3 − 1 = 2", "(108 / 108, 3 - 1) == (1, 2)"),
    ("divided by the curvature is 108/108", "(4 * 3**3, 12 * 3**2) == (108, 108)"),
    ("The slope of $w^4$ is still 32", "4 * 2**3 == 32"),
    ("From 0.9 or 1.2 the steps come to 1", TOWARD),
    ("each step about doubles the number of right digits", DOUBLES),
    (
        "At 0.6 there's hardly any curvature, and the step leads to 5.4",
        f"round(newton({WELLS}, 0.6), 1) == 5.4",
    ),
    ("From 0.5 one step leads to −1", f"newton({WELLS}, 0.5) == -1"),
    (
        "A step from 0.5 leads there, but a step from 0.15 doesn't",
        f"newton({WELLS}, 0.5) == -1 and abs(newton({WELLS}, 0.15)) < 0.01",
    ),
    (
        "For 640 weights, the table takes 641 passes, and then you have 640 equations",
        "64 * 10 + 1 == 641",
    ),
    ("the limit is a curvature of 20", "2 / 0.1 == 20"),
    ("In this run, the curvature grows until it reaches the limit", LIMIT),
    ("where the limit is 10", "2 / 0.2 == 10"),
    ("After 100 steps it's above the limit, and there it stays, a little above 10", TWICE),
    ("the loss goes up and down, and in the long run it still falls", FALLS),
    ("one hidden layer of 16 units", "1184 == 64 * 16 + 16 * 10"),
    (
        "which makes 80 products. Next to them is the loss after 240 steps",
        "4 * 20 == 80 and 240 == 241 - 1",
    ),
    ("so 80 of them cost less than 240 steps, and they come much lower", LOWER),
    ("with a momentum of 0.9, the rate 5.7 comes lower still after 160 steps", MOMENTUM),
    (
        "at 0.19, just below the limit, sixty steps only came to 0.362",
        "losses(line, mg.zeros(2), 0.19, 61)[-1] == 0.362 and 0.19 < 0.1954",
    ),
    ("For 640 we needn't go all the way", "digits_loss(w).item() > 0.001"),
    ("gradient descent gets along with a batch of 32", "32 < len(labels) == 1200"),
    ("it changes by −2 · 0.5 = −1", "-2 * 0.5 == -1"),
    ("2/10 = 0.2", "2 / 10 == 0.2"),
    ("For this chapter's bowl it should give 6", f"{BOWL}([2.0, 1.0]) == [12, 6]"),
    ("The length of `Hv` would be right for 6", f"{BOWL}([2.0, 1.0]) == [12, 6]"),
    (
        "Its eigenvalues are 5 along 1, 1, and −1 along 1, −1",
        f"{SADDLE}(mg.zeros(2)).tolist() == [[2, 3], [3, 2]] and [2 + 3, 2 - 3] == [5, -1]",
    ),
    (
        "Sixty steps on, 5.7 has come lower than 0.95",
        "min(0.95, 5.7, key=lambda lr: losses(digits_loss, mg.zeros(640), lr, 61)[-1]) == 5.7",
    ),
    (
        "the loss never gets higher than it was at the start, although it still has a bump",
        "max(warm) == warm[0] and any(a < b for a, b in zip(warm, warm[1:]))",
    ),
]
