"""Check chapter 1's claims about experiments that no nearby cell shows."""

CUT = "(v := mg.tensor([1.0, 3.0], requires_grad=True) + 2)"
USED = "(v := mg.tensor(2.0, requires_grad=True), u := v * v, w := u + 1, u * w)"
NAMES = f"({USED}[3].grad_fn.name() + u.grad_fn.name()).count('Mul') == 2"
DOUBLED = "[1 * 2**times for times in (6, 7)] == [64, 128] and 60 * 2 > 100"

ORDER = (
    "(order := [], v := mg.tensor(2.0, requires_grad=True), u := v * v, w := u + 1, r := u * w, "
    "r.register_hook(lambda g: order.append('z')), w.register_hook(lambda g: order.append('b')), "
    "u.register_hook(lambda g: order.append('a')), r.backward())"
)
# A chain with the given number of results, each with a hook that counts how often its node runs.
ADDITIONS = (
    "(ran := [], v := [mg.tensor(1.0, requires_grad=True)], "
    "[(v.append(v[-1] + v[-1]), v[-1].register_hook(lambda g, i=i: ran.append(i))) "
    "for i in range(20)], v[-1].backward())"
)
AT_3 = (
    "(v := mg.tensor(3.0, requires_grad=True), u := v * v, u.retain_grad(), w := u + 1, "
    "(u * w).backward())"
)
MEAN_AT_3_5 = "mg.autograd.functional.jacobian(lambda y: (y * y * 2).mean(), mg.tensor([3.0, 5.0]))"
TEN = "(v := mg.tensor(10.0, requires_grad=True), f(v).backward())"

CLAIMS = [
    ("it raises `a` from 10 to 19", f"{AT_3} and w.item() == 10 and u.grad.item() == 19"),
    ("passes 57 to `x` along each of its two arrows", f"{AT_3} and v.grad.item() == 2 * 57"),
    (
        "`mg.tensor([y[0], y[1]])` loses the record as well",
        f"{CUT}.requires_grad and mg.tensor([v[0], v[1]]).grad_fn is None",
    ),
    (
        "The order that worked was `z`, `b`, `a`: the newest node first. minigrad goes that way",
        f"{ORDER}[0] == ['z', 'b', 'a']",
    ),
    ("2²⁰, which is more than a million", "2**20 == 1048576 > 10**6"),
    (
        "the graph has only 21 nodes, 20 additions and the mailbox, and each ran exactly once",
        f"({ADDITIONS}, ran)[1] == list(range(20))[::-1] and v[0].grad == 2**20",
    ),
    ("21 is the number of nodes, including the mailbox.", "20 + 1 == 21"),
    ("At 10 itself the function jumps", "f(10.0) < f(10.0 - 1e-9) - 80"),
    (
        "`f` also jumps wherever `x * x` is 10",
        (
            "f(10**0.5 + 1e-9) < 12 and f(10**0.5 - 1e-9) > 99 "
            "and f(-(10**0.5) - 1e-9) < 12 and f(-(10**0.5) + 1e-9) > 99"
        ),
    ),
    ("its slope along $y_0$ is $2y_0$, which is 2 · 3 = 6", f"{MEAN_AT_3_5}[0] == 2 * 3 == 6"),
    ("its slope along $y_1$ is 2 · 5 = 10", f"{MEAN_AT_3_5}[1] == 2 * 5 == 10"),
    ("In Python, `2 ^ 20` is 22,", "2 ^ 20 == 22"),
    ("the slope of `x + 1`, because that's the branch it took", f"{TEN}[0].grad == 1"),
    ("At 1 this multiplies seven times, and at 60 once. The slopes are 128 and 2", DOUBLED),
    ("there are four names: two of `MulBackward0`, one of `AddBackward0`", NAMES),
]
