"""Questions about the order of a backward pass (chapter 1), and by-hand momentum (chapter 5)."""

from ..question import OTHER, SMALL, Question, leaf

# A node can run only after all nodes that use its result, because each of them sends it a share.
FITTING = """
def fits(order):
    nodes = [globals()[name].grad_fn for name in order.split(', ')]
    uses = [(user, used) for user in nodes for used, _ in user.next_functions if used in nodes]
    return all(nodes.index(user) < nodes.index(used) for user, used in uses)

def first(orders):
    return next(order for order in orders if fits(order))
"""


RULE = "In each step, SGD computes `v = {m} * v + w.grad`, where `v` begins at 0. "

# Two ways to find `v` and `w` after each of two steps. `in_turn` starts from the program's final
# values, and `steps` takes the steps.
BOTH_STEPS = """
def in_turn(second, slope):
    first = (second - slope) / {m}
    return tuple(round(n, 4) for n in (first, {a} - 0.1 * first, second, w.item()))

def steps(slope_at, velocity):
    v, w, taken = 0.0, {a}.0, []
    for step in range(2):
        v = velocity(v, slope_at(w))
        w -= 0.1 * v
        taken += [round(v, 4), round(w, 4)]
    return tuple(taken)
"""


def _order(code: str, right: str, wrong: dict[str, str], because: str) -> Question:
    orders = [right, *wrong]
    *names, last = (f"`{name}`" for name in sorted(right.split(", ")))
    return Question(
        "1",
        {"k": (2, 3, 4, 5), "a": SMALL},
        leaf() + code,
        f"In which order can a backward pass visit the nodes of {', '.join(names)}, and {last}?",
        # The wrong orders are tried first, so the right one is found only if all others fail.
        f"first({orders[::-1]!r})",
        repr(right),
        because,
        {repr(order): belief for order, belief in wrong.items()},
        kind="order",
        before=FITTING,
        choose=True,
    )


QUESTIONS = (
    _order(
        "a = {k} * x\nb = a * a\nc = a + b\nz = c * c\n",
        "z, c, b, a",
        {
            "z, c, a, b": "a node can run as soon as one share has arrived",
            "a, b, c, z": "the pass runs the way the program did",
            "z, b, c, a": "the order between the ends doesn't matter",
        },
        "`a` has two users, `b` and `c`, so it has to wait until both have run.",
    ),
    _order(
        "a = x * x\nb = {k} * x\nc = a * b\nz = c + a\n",
        "z, c, a, b",
        {
            "z, a, c, b": "`a` can run right after `z`, which uses it",
            "a, b, c, z": "leaves come first",
            "z, a, b, c": "the inputs run in the order of the program",
        },
        "`a` is used by `c` and by `z`, so it comes after both. `b` may run before or after `a`, "
        "as long as `c` has run.",
    ),
    _order(
        "b = {k} * x\nc = b * x\na = b + c\nz = a * c\n",
        "z, a, c, b",
        {
            "z, c, a, b": "the names decide: `c` is the last letter, so it runs first",
            "z, c, b, a": "`c` has its share from `z`, so it doesn't have to wait for `a`",
            "b, c, a, z": "the backward pass runs in the order of the forward pass",
        },
        (
            "`c` is used by `a` and by `z`, so it comes after both. `b` is used by `c` and by "
            "`a`, so it comes last."
        ),
    ),
    Question(
        "5",
        {"a": (4, 5, 10), "m": (0.5, 0.9), "c": (2, 3)},
        leaf("w")
        + "optimizer = mg.optim.SGD(\n    [w], lr=0.1, momentum={m})\n"
        + "for step in range(2):\n    loss = {c} * w**2\n    optimizer.zero_grad()\n"
        + "    loss.backward()\n    optimizer.step()\n",
        RULE + "Write down `v` and `w` after the first step, and again after the second step.",
        "in_turn(optimizer.state[w]['momentum_buffer'].item(), w.grad.item())",
        "steps(lambda w: 2 * {c} * w, lambda v, slope: {m} * v + slope)",
        "First `v` is the slope at {a}. Then it's {m} times that, plus the slope at the new `w`. "
        "Each step is 0.1 times `v`, downhill.",
        {
            "steps(lambda w: 2 * {c} * w, lambda v, slope: slope)": "momentum is left out",
            "steps(lambda w: 2 * {c} * {a}, lambda v, slope: {m} * v + slope)": "the second step "
            "uses the slope at the start",
            "steps(lambda w: 2 * {c} * w, lambda v, slope: {m} * v if v else slope)": "the second "
            "step has only the old velocity",
        },
        kind="momentum",
        before=BOTH_STEPS,
        marks={
            "the four numbers, `v` and `w` in each step, with one point for each": 4,
        },
        ideas=("momentum",),
    ),
    Question(
        "5",
        {"a": OTHER, "s": (2, 4, 5), "m": (0.5, 0.9)},
        leaf("w")
        + "optimizer = mg.optim.SGD(\n    [w], lr=0.1, momentum={m})\n"
        + "({s} * w).backward()\noptimizer.step()\n"
        + "optimizer.zero_grad()\n(-{s} * w).backward()\noptimizer.step()\n",
        RULE + "Write down `v` after each of the two steps, and `w` at the end.",
        "{s}.0, round(optimizer.state[w]['momentum_buffer'].item(), 4), round(w.item(), 4)",
        "{s}.0, round({m} * {s} - {s}, 4), round({a} - 0.1 * {m} * {s}, 4)",
        "`v` is {s}, and then {m} · {s} − {s}. So `w` doesn't get all the way back.",
        {
            "{s}.0, -{s}.0, {a}.0": "two opposite steps cancel each other",
            "{s}.0, round({m} * {s} + {s}, 4), round({a} - 0.1 * {s} - 0.1 * ({m} * {s} + {s}), "
            "4)": "the second step continues in the same direction, and the slope is added",
            "{s}.0, round({m} * {s}, 4), round({a} - 0.1 * {s} - 0.1 * {m} * {s}, 4)": "the new "
            "slope doesn't count",
        },
        kind="momentum",
        marks={
            "the two values of `v`, with one point for each": 2,
            "`w` at the end": 2,
        },
        ideas=("momentum",),
    ),
)
