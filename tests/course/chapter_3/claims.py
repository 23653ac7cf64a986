"""Check chapter 3's claims about experiments that aren't run in the notebook."""

from collections.abc import Callable
from typing import Any

import minigrad as mg

HERE = "__import__('tests.course.chapter_3.claims', fromlist=['_'])"


def after_writing(f: Callable[[Any], Any], *, through_data: bool = False) -> Any:
    """Return `x.grad` after zeros are written into `x.detach()` or `x.data`, or "error"."""
    x = mg.tensor([1.0, 2.0], requires_grad=True)
    y = f(x).sum()
    (x.data if through_data else x.detach()).zero_()
    try:
        y.backward()
    except RuntimeError as error:
        return "error" if "modified by an inplace operation" in str(error) else str(error)
    return x.grad.tolist()


def write_one(x: Any) -> str:
    """Return the error raised by writing into one element, or an empty string."""
    try:
        x[0] = 0.0
    except RuntimeError as error:
        return str(error)
    return ""


def frozen_step(*, cleared: bool) -> float:
    """Freeze a weight of 4, take a step with a learning rate of 0.1, and return the weight."""
    w = mg.tensor(4.0, requires_grad=True)
    (w * 10).backward()
    w.requires_grad_(False)
    if cleared:
        w.grad = None
    mg.optim.SGD([w], lr=0.1).step()
    return float(w.item())


def kinds_of_total() -> list[str]:
    """Return the type of a running total of losses, before and after each of three additions."""
    w = mg.tensor(1.0, requires_grad=True)
    total: Any = 0.0
    kinds = []
    for k in range(4):
        kinds.append("float" if isinstance(total, float) else "leaf" if total.is_leaf else "result")
        total += (w - k) ** 2
    return kinds


def after_a_recorded_step() -> tuple[bool, Any]:
    """Take a recorded step; return whether the old weight has a gradient, and the new `.grad`."""
    old = mg.tensor([1.0, 2.0], requires_grad=True)
    new = old - 0.1 * mg.tensor([2.0, 4.0])
    (new * new).sum().backward()
    return old.grad is not None, new.grad if new.retains_grad else None


SAVED = "(mg.tensor([3.0, 4.0]) * mg.ones(2, requires_grad=True)).grad_fn.saved"
# One cut. The position is in base 3, with a digit for each layer: nothing, detach(), or no_grad().
GRADS = (
    "tuple(tracking().frames[{} * n, 0].sentence.partition(', ')[2].split('. ')[0]"
    " for n in (9, 3, 1))"
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
    (
        "`v[0] = 0.0` is an error, because `v[0]` has no memory of its own",
        f"'leaf' in {HERE}.write_one(mg.ones(2, requires_grad=True))",
    ),
    (
        "the next step would use it and move `w2` anyway",
        f"[{HERE}.frozen_step(cleared=c) for c in (False, True)] == [3, 4]",
    ),
    (
        "The one through `detach()`: it's an error, if the graph had saved the values",
        f"{HERE}.after_writing(lambda x: x**2) == 'error' != {HERE}.after_writing(lambda x: 3 * x)",
    ),
    (
        "The one through `.data` gives a wrong gradient, with no warning",
        f"{HERE}.after_writing(lambda x: x**2, through_data=True) == [0, 0] != [2 * 1, 2 * 2]",
    ),
    ("| `x ** 2` | `x` | you get the error |", f"{HERE}.after_writing(lambda x: x**2) == 'error'"),
    (
        "| `x.exp()` | its own result | nothing happens |",
        f"{HERE}.after_writing(mg.exp) == mg.tensor([1.0, 2.0]).exp().tolist()",
    ),
    (
        "| `3 * x` | only the 3 | nothing happens |",
        f"{HERE}.after_writing(lambda x: 3 * x) == [3, 3]",
    ),
    ("Its node has to keep `x` in memory", f"{SAVED}[0].tolist() == [3, 4]"),
    ("the derivative is $3b^2 + 2b = 33$", "3 * 3**2 + 2 * 3 == 33"),
    ("Here the second factor is just the number 4", "3 + 1 == 4"),
    ("a result after that", f"{HERE}.kinds_of_total() == ['float', 'result', 'result', 'result']"),
    (
        "would pass through it to the old `w`, and `w.grad` would receive nothing new",
        f"{HERE}.after_a_recorded_step() == (True, None)",
    ),
    ("It lies after the cut, so it keeps its 24", "(w2.grad, w3.grad.item()) == (None, 24)"),
    (
        "`no_grad()` around a layer leaves the same gradients as `detach()` after it",
        f"len({{{GRADS.format(1)}, {GRADS.format(2)}}}) == 1",
    ),
    (
        (
            "Under `no_grad()` the node is never made. Before a `detach()` it's made, and then "
            "cut off."
        ),
        f"({LAYER.format(NO_GRAD)}, {LAYER.format(DETACH)}) == ((False, False), (True, False))",
    ),
    (
        "it stops only its own weight, and gradients still pass through the layer",
        "tracking().frames[0, 2].sentence.count('instead of') == 1",
    ),
    ("needs the old values, `[3, 6]`", f"{TRIPLED}.tolist() == [3, 6]"),
    ("the true gradient is $18x = (18, 36)$", "[2 * 3 * 3 * v for v in (1, 2)] == [18, 36]"),
    (
        "the gradient, which should be 2 and 4",
        "[2 * v for v in (1, 2)] == [2, 4]",
    ),
    (
        "`clone()` is an operation like any other, so it's recorded",
        "(1, x.clone().grad_fn is not None) == (1, True)",
    ),
    ("with three operations each", f"repr({ROUNDS}).startswith('Graph of 9 operations')"),
    ("For `[1, 2, 6]` the result is then `[12, 3, 27]`", "(1 + 2 + 6) / 3 == 3"),
    ("subtract 14 everywhere", "(12 + 3 + 27) / 3 == 14"),
    (
        "The second factor is a constant, 4, and the slope of 4b² is 8b, which is 24 here.",
        "(3 + 1, 2 * 4, 2 * 4 * 3) == (4, 8, 24)",
    ),
    ("The detached factor is the number 4. The slope of 4b² at 3 is 2 · 3 · 4.", "2 * 3 * 4 == 24"),
    ("But the second factor, 4, still multiplies it.", "3 + 1 == 4"),
    ("12 is 3 · 4.", "3 * 4 == 12"),
    (
        "`b * b` contributes 6 · 4 = 24, and `b + 1` contributes 9.",
        "(6 * 4, 24 + 9) == (24, 3 * 3**2 + 2 * 3)",
    ),
]
