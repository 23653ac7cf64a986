"""What the text of chapter 3 says about runs that none of its cells makes."""

SAVED = "[v is not None for v in (mg.ones(2) * mg.ones(2, requires_grad=True)).grad_fn.saved]"
CHAIN = "tracking().frames"

CLAIMS = [
    (
        "(It does not keep `w`: only a slope along `x` would need that.)",
        f"{SAVED} == [True, False]",
    ),
    ("the derivative is $4b^3 = 108$", "4 * 3**3 == 108"),
    ("The second factor is the number 9", "3 * 3 == 9"),
    ("The value is 81 both times", "3 * 3 * (3 * 3) == 81"),
    (
        "about $(2.72, 7.39)$",
        "[round(v, 2) for v in mg.tensor([1.0, 2.0]).exp().tolist()] == [2.72, 7.39]",
    ),
    (
        "the only way from `y` to `w2` is cut: its `.grad` stays `None`",
        f"'w2.grad = None' in {CHAIN}[0, 2].sentence",
    ),
    ("keeps its 72", f"all('w3.grad = 72' in {CHAIN}[0, cut].sentence for cut in (0, 2))"),
    (
        "so 120 in place of 240",
        f"'w1.grad = 120 instead of 240' in {CHAIN}[0, 2].sentence",
    ),
    (
        "`no_grad()` around the layer gives the same gradients",
        f"{CHAIN}[0, 2].sentence.split()[4:14] == {CHAIN}[1, 2].sentence.split()[4:14]",
    ),
    ("For `[1, 2, 6]` the result is then `[12, 3, 27]`", "(1 + 2 + 6) / 3 == 3"),
    ("it subtracts 14 everywhere", "(12 + 3 + 27) / 3 == 14"),
    ("is multiplied by 10 in place", "[10 * v for v in (3, 4)] == [30, 40]"),
    ("With the second factor a constant, 9, the slope of 9b² is 18b.", "(3 * 3, 2 * 9) == (9, 18)"),
    ("The detached factor is the number 9. The slope of 9b² at 3 is 2 · 3 · 9.", "2 * 3 * 9 == 54"),
    ("The second one still multiplies it, by 9.", "3 * 3 == 9"),
    ("27 is 3 · 9.", "3 * 9 == 27"),
]
