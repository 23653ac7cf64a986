"""What chapter 1 says about runs where no cell beside the sentence shows it."""

CUT = "(v := mg.tensor([1.0, 3.0], requires_grad=True) + 2)"
BOTH = "(v := mg.tensor(2.0, requires_grad=True), (v**2 * (v**2 + 1)).backward())"
SQUARES = "(v := mg.tensor(2.0, requires_grad=True), (3 * v**4 + 5 * v**2).backward())"
USED = "(v := mg.tensor(2.0, requires_grad=True), u := v * v, w := u + 1, u * w)"
NAMES = f"({USED}[3].grad_fn.name() + u.grad_fn.name()).count('Mul') == 2"
DOUBLED = "[1 * 2**times for times in (6, 7)] == [64, 128] and 60 * 2 > 100"

CLAIMS = [
    (
        "`mg.tensor([y[0], y[1]])` loses the record too",
        f"{CUT}.requires_grad and mg.tensor([v[0], v[1]]).grad_fn is None",
    ),
    ("with slope $4x^3 + 2x = 36$ at $x = 2$. So 20 is wrong", f"{BOTH}[0].grad == 36"),
    ("At 2 it was $(x^2)^2$, with slope $4x^3 = 32$", "f(2.0) == 16 == 2**4 and 4 * 2**3 == 32"),
    ("$2^{20}$, more than a million. The backward pass ran 20 nodes", "2**20 == 1048576 > 10**6"),
    ("$12x^3 + 10x$, which is 116 at $x = 2$", f"{SQUARES}[0].grad == 116"),
    ("At 1 it multiplies seven times, at 60 once. The slopes are 128 and 2", DOUBLED),
    ("there are four names: two of `MulBackward0`, one of `AddBackward0`", NAMES),
]
