"""What the text of chapter 3 says about runs that none of its cells makes."""

SAVED = "(mg.tensor([3.0, 4.0]) * mg.ones(2, requires_grad=True)).grad_fn.saved"
# One cut: the position counts in threes, nothing, detach() or no_grad() for each layer.
GRADS = (
    "tuple(tracking().frames[{} * n, 0].sentence.split(': ')[1].split(';')[0] for n in (9, 3, 1))"
)
RUN = "__import__('minigrad.explore.tracking', fromlist=['_']).run"
LAYER = (
    f"(lambda layer: (layer.recorded, layer.reached))({RUN}"
    "(2.0, (3.0, 4.0, 5.0), ('', {!r}, ''), (False,) * 3).layers[1])"
)
NO_GRAD, DETACH = "no_grad()", "detach()"
TRIPLED = "(mg.tensor([1.0, 2.0], requires_grad=True) * 3)"
ROUNDS = "mg.draw.draw_graph(sum((mg.ones((), requires_grad=True) - k) ** 2 for k in range(3)))"

CLAIMS = [
    ("its node keeps `x` in memory", f"{SAVED}[0].tolist() == [3, 4]"),
    ("the derivative is $4b^3 = 108$", "4 * 3**3 == 108"),
    ("The second factor is the number 9", "3 * 3 == 9"),
    ("`w3` comes after the cut, and keeps its 24", "(w2.grad, w3.grad.item()) == (None, 24)"),
    (
        "`no_grad()` around a layer leaves the same gradients as `detach()` after it",
        f"len({{{GRADS.format(1)}, {GRADS.format(2)}}}) == 1",
    ),
    (
        "Under `no_grad()` the node is not made; before a `detach()` it is made, and cut off.",
        f"({LAYER.format(NO_GRAD)}, {LAYER.format(DETACH)}) == ((False, False), (True, False))",
    ),
    (
        "Freezing stops one weight alone: gradients still pass.",
        "tracking().frames[0, 2].sentence.count('instead of') == 1",
    ),
    ("needs the old `[3, 6]`", f"{TRIPLED}.tolist() == [3, 6]"),
    ("its gradient is $18x = (18, 36)$", "[2 * 3 * 3 * v for v in (1, 2)] == [18, 36]"),
    (
        "the gradient, which should be 2 and 4",
        "[2 * v for v in (1, 2)] == [2, 4]",
    ),
    ("It is recorded, as operations are", "(1, x.clone().grad_fn is not None) == (1, True)"),
    ("three operations each", f"repr({ROUNDS}).startswith('Graph of 9 operations')"),
    ("For `[1, 2, 6]` the result is then `[12, 3, 27]`", "(1 + 2 + 6) / 3 == 3"),
    ("it subtracts 14 everywhere", "(12 + 3 + 27) / 3 == 14"),
    ("With the second factor a constant, 9, the slope of 9b² is 18b.", "(3 * 3, 2 * 9) == (9, 18)"),
    ("The detached factor is the number 9. The slope of 9b² at 3 is 2 · 3 · 9.", "2 * 3 * 9 == 54"),
    ("The second one still multiplies it, by 9.", "3 * 3 == 9"),
    ("27 is 3 · 9.", "3 * 9 == 27"),
]
