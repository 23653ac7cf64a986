"""Judges for the backward passes of steps 6 to 8: the gradients, and how often the rules run."""

import sys
from typing import Any

import numpy as np

from ..checking import exercise, same, short
from ..checking.attempt import LearnerError
from .earlier_steps import first_mistake
from .engine import Tensor, backward, operation
from .error_location import call, error_in
from .traced_graph import TracedGraph
from .varied import varied

OLDEST = "zaba"  # the tensors that run if you always take the oldest one in flight
SHARES = {
    32: "Where two shares meet, you added the new one to itself. Add it to `in_flight[x]`.",
    4: "`g` is the gradient that arrived at `t`. The share for `x` is `d`.",
    24: "Where two shares meet, you added `g` to the new one. Add what's in flight for `x`.",
    0: "Where two shares meet, you subtracted. Add them.",
    1600: "Where two shares meet, you multiplied. Add them.",
    27: "Where two shares meet, you added `g`. But the share for `x` is `d`.",
    6: "Where nothing was in flight, you stored `g`. But the share for `x` is `d`.",
}
NO_T = (
    r"UnboundLocalError.*'t'",
    "`t` has no value yet at that point. A function has a `t` of its own: `key=lambda t: ...`.",
)
NO_LENGTH = (
    r"'Tensor' has no len",
    "A tensor has no length. Which attribute of a tensor says how new it is?",
)
NO_ORDER = (
    r"name 'order' is not defined",
    (
        "`order` isn't a variable. Each tensor has its own `order`, and `lambda t: t.order` "
        "looks up the `order` of `t`."
    ),
)
USUAL_LIMIT = 3000  # the limit on nested calls that Python and Jupyter set
DOUBLINGS = 8
CHAIN = 5000  # longer than that limit; the cost of nested calls grows with the square


def _tracked(data: Any) -> Any:
    return Tensor(data, requires_grad=True)


@exercise(
    "step 6",
    keep=(
        "A tensor may pass its gradient on only after it has received a share "
        "from everything that used it. Running the newest tensor first "
        "guarantees that."
    ),
    hints=[
        (
            "Which order turned out to be safe in chapter 1, and which attribute of a tensor "
            "gives you that order?"
        ),
        "`sorted(behind(root, []), key=lambda t: -t.order)`.",
    ],
    meanings=[
        NO_ORDER,
        NO_T,
        NO_LENGTH,
        (
            r"'(Tensor|function|int)' object is not iterable|behind\(\) missing",
            "You need a list of tensors here, such as `behind(root, [])`.",
        ),
        (
            "'NoneType' object is not iterable",
            (
                "`.sort(...)` and `.reverse()` change a list in place and return None. "
                "`sorted(...)` returns the sorted list."
            ),
        ),
        (
            r"'NoneType' object has no attribute 'ndim'",
            (
                "A tensor ran before any share had reached it. Which attribute of a tensor says "
                "when it was made?"
            ),
        ),
        (
            r"unary -: 'NoneType'",
            "Only the root has a gradient so far, so you can't sort by `grad`.",
        ),
        (
            "not supported between instances of 'Tensor'",
            (
                "Python doesn't know which of two tensors is smaller. `key=` takes a function that "
                "returns a number for each."
            ),
        ),
    ],
)
def in_order(mine: Any) -> str | None:
    return first_mistake(mine, _order)


def _order(mine: Any) -> str | None:
    ran = []
    for b_first in (False, True):
        graph, published = TracedGraph(b_first), TracedGraph(b_first)
        if mistake := graph.run(mine):
            return mistake
        published.run(backward)
        ran.append("".join(graph.ran))
        x, right = graph.x, short(published.x.grad)
        instead = f"The gradient at `x` is {short(x.grad)}, not {right}"
        if same(x.grad, 20):
            return (
                f"{instead}, because `a` passed on its gradient before the share from `b` had "
                "arrived."
            )
        if same(x.grad, 8):
            return f"{instead}. Where two shares meet, the second one replaced the first. Add them."
        if (number := next((n for n in SHARES if same(x.grad, n)), None)) is not None:
            return f"{instead}. {SHARES[number]}"
        if same(x.grad, 10):
            return f"{instead}. Where two shares meet, you kept only the first. Add them."
        if not same(x.grad, published.x.grad):
            product = "b * a" if b_first else "a * b"
            return f"`z = {product}` from chapter 1 should give {right} at x, but gives {x.grad}."
    return _once(mine, ran == [OLDEST, OLDEST]) or _shared(mine) or _any_graph(mine) or _start(mine)


def _shared(mine: Any) -> str | None:
    x = _tracked([1.0, 2.0])
    of_a, of_b = 2, 3
    a, b = x * of_a, x * of_b
    s = a + b
    call(mine, (s + a).sum())
    right = of_a + of_b + of_a
    if same(x.grad, [right + of_b] * 2):
        return (
            f"With a = {of_a}x and b = {of_b}x, (a + b) + a has slope {right}, but yours is "
            f"{short(x.grad[0])}. A sum passes the same array to both its inputs, and `+=` changes "
            "that array for both. Write `in_flight[x] = in_flight[x] + d`, which makes a new array."
        )
    if same(x.grad, [right] * 2):
        return None
    return f"({of_a}x + {of_b}x) + {of_a}x should give {[right] * 2}, not {x.grad}."


def _once(mine: Any, oldest: bool) -> str | None:
    """Check that each rule runs only once. Extra runs give the right gradient but take forever."""
    return _doubled(mine, oldest, 1.0) or _doubled(mine, oldest, -10.0)


def _doubled(mine: Any, oldest: bool, by: float) -> str | None:
    """Check a graph whose values grow or fall with their age, depending on the sign of `by`."""
    runs = []

    def rule(g: Any, x: Any, y: Any) -> Any:
        runs.append(1)
        return g

    add = operation(np.add, rule, rule)
    x = y = _tracked(1.0)
    for i in range(DOUBLINGS):
        y = add(y, add(y, by)) if i % 2 else add(add(y, by), y)
    call(mine, y)
    fewest = 3 * DOUBLINGS  # one for each tracked input
    if len(runs) > fewest:
        why = (
            (
                "`a` ran before the share from `b` had arrived, and then `a` had to run again. "
                "The newest tensor in flight should run first. Here that's `b`, which is newer "
                "than `a`."
            )
            if oldest
            else "some tensors run again and again, but each should run only once. The newest is "
            "the one with the highest `order`, not the one that was reached last."
            if by > 0
            else "the values decide which tensor runs, but its age should, that is, its `order`."
        )
        return (
            f"The gradients are right, but on a graph that needs only {fewest} rule calls, the "
            f"rules ran {len(runs)} times: {why}"
        )
    right = 2**DOUBLINGS
    if same(x.grad, right):
        return None
    return f"{DOUBLINGS} doublings should give {right}, but yours give {x.grad}."


def _any_graph(mine: Any) -> str | None:
    random = np.random.default_rng(6)
    for _ in range(5):
        choices = random.integers(0, 1000, (12, 2))
        use_product = random.integers(0, 2, 12)
        grads = []
        for pass_ in (mine, backward):
            leaves = [_tracked(varied(2, 3) / 8), _tracked(varied(3, start=4) / 8), _tracked(0.75)]
            tensors = [*leaves, Tensor(2.0)]
            for (i, j), product in zip(choices, use_product, strict=True):
                first, second = tensors[i % len(tensors)], tensors[j % len(tensors)]
                tensors.append(first * second if product else first + second)
            end = tensors[0] + tensors[1]
            for t in tensors[-6:]:
                end = end + t
            call(pass_, end.sum())
            grads.append([leaf.grad for leaf in leaves])
        if not same(grads[0], grads[1]):
            return "On a graph of random operations, the gradients are wrong."
    return None


def _start(mine: Any) -> str | None:
    x = _tracked(varied(2))
    v, second = varied(2, start=3), varied(2, start=5)
    passed = v.copy()
    call(mine, x * x, passed)
    first = 2 * x.data * v
    if not same(x.grad, first):
        return (
            f"`backward(x * x, v)` with v = {short(v)} should give {short(first)} at "
            f"x = {short(x.data)}."
        )
    if not same(passed, v):
        return "Your code changed the vector that was passed to `backward`."
    call(mine, (x * second).sum())
    if not same(x.grad, first + second):
        return (
            f"A second graph should add {short(second)} to {short(first)}, but the gradient at x "
            f"is {x.grad}."
        )
    try:
        call(mine, _tracked([1.0, 2.0]) * 2)
    except LearnerError:
        return None
    return (
        "`backward(x * 2)` ran without a v, although `x * 2` holds two numbers. Begin with "
        "`first_gradient(root, v)`, which raises an error in that case."
    )


@exercise(
    "step 7",
    keep="Gradients in flight belong to one pass. Only leaves keep their gradients.",
    hints=[
        "What's in flight for `t`? And is a gradient for `x` already in flight?",
        "Use `in_flight.pop(t)`, then `in_flight[x] + d` if `x` is in flight, and `d` otherwise.",
    ],
    meanings=[
        (
            r"UnboundLocalError.*'x'",
            (
                "`x` is defined only in the loop below. Here, you want `t`, the tensor whose "
                "turn it is."
            ),
        ),
        (r"pop expected", "`pop` needs a key. Which tensor's gradient do you want to take out?"),
        (
            r"has no attribute 'pop'|name 'pop' is not defined",
            "Only the dict has a `pop` method: `in_flight.pop(...)`.",
        ),
        (r"KeyError: -?\d", "The keys of `in_flight` are tensors, not numbers."),
        (r"KeyError: '", "With the quotes, that's a string. The key is the tensor itself: `t`."),
        (
            r"no attribute 'ndim'",
            (
                "A gradient isn't an array here. `in_flight.pop(t)` takes one out, and what you "
                "put in should be `d`, or a sum that includes `d`."
            ),
        ),
        (
            r"'dict' and|and 'dict'",
            (
                "`in_flight` is the whole dict. You need only one entry of the dict, the "
                "gradient of `t`."
            ),
        ),
    ],
)
def in_flight(mine: Any) -> str | None:
    return first_mistake(mine, _order, _in_flight)


def _in_flight(mine: Any) -> str | None:
    x = _tracked(1.0)
    of_x, of_y = 2, 3
    y = x * of_x
    z = y * of_y
    call(mine, z)
    call(mine, z)
    right, held = 2 * of_x * of_y, 2 * of_y
    if same(x.grad, of_x * (of_y + held)):
        return (
            f"The gradient at `x` is {short(x.grad)}, not {right}, because `y` kept the {of_y} "
            f"from the first pass, held {held} in the second, and passed on {of_x * held}."
        )
    if not same(x.grad, right):
        return (
            f"Two passes through `z = {of_y} * ({of_x} * x)` should give {right} at x, but give "
            f"{x.grad}."
        )
    if y.grad is not None or z.grad is not None:
        return "`y.grad` or `z.grad` is set. But only leaves keep gradients."
    call(mine, x)
    if not same(x.grad, right + 1):
        return (
            "A leaf can also be the root of a pass. `backward(x)` should add 1 to x.grad, which "
            f"was {right}, but now x.grad is {x.grad}."
        )
    return None


@exercise(
    "step 8",
    keep=(
        "Of the tensors that have received a share, run the newest. You don't need nested calls "
        "for that, however deep the graph is."
    ),
    hints=[
        "Which tensors are in the dict at the start? And which of them may run?",
        "`max(in_flight, key=lambda t: t.order)`.",
    ],
    meanings=[
        (
            "not supported between instances of 'Tensor'",
            (
                "Python doesn't know which of two tensors is larger. Use `key=` to tell it what "
                "to compare."
            ),
        ),
        NO_ORDER,
        NO_T,
        NO_LENGTH,
        (
            r"'dict' object has no attribute 'max'",
            "`max` is a function, not a method of the dict: `max(in_flight, key=...)`.",
        ),
        (
            "not supported between instances of 'function' and 'dict'",
            "Without `key=`, the function is one more thing to compare: `max(in_flight, key=...)`.",
        ),
        (
            r"unhashable type: 'list'",
            "That's a list, but you need a tensor from `in_flight`. `max` returns just one.",
        ),
        (
            r"unhashable type: 'numpy|'(numpy\.\w+|tuple)' object has no attribute 'order'",
            (
                "The tensors are the keys of `in_flight`. Its values are gradients, and its "
                "`items()` are pairs of both."
            ),
        ),
        (
            r"KeyError: [1-9]",
            (
                "Your code gives a number, perhaps the `order` of the newest tensor. You need "
                "the tensor itself."
            ),
        ),
        (
            r"'dict' object is not an iterator|KeyError: [-0]",
            (
                "You can't take a dict's entries by position. `max` looks through the keys, and "
                "`key=` tells it what to compare."
            ),
        ),
        (
            r"'dict' object has no attribute 'order'",
            (
                "The keys have an `order`, but the dict doesn't. Use `key=` to tell `max` what "
                "to look up for each key."
            ),
        ),
        (r"'str' object is not callable", "`key=` takes a function: `key=lambda t: ...`."),
        (
            r"pop expected",
            "`pop` needs a key. Find it first with `max`, which looks through the keys.",
        ),
    ],
)
def no_recursion(mine: Any) -> str | None:
    limit = sys.getrecursionlimit()
    try:
        return first_mistake(mine, _order, _in_flight, _deep)
    finally:
        sys.setrecursionlimit(limit)


def _deep(mine: Any) -> str | None:
    x = y = _tracked(1.0)
    for _ in range(CHAIN):
        y = y + 1
    usual = min(sys.getrecursionlimit(), USUAL_LIMIT)  # an earlier call may have raised it
    sys.setrecursionlimit(usual)
    try:
        call(mine, y)
    except LearnerError as stumbled:
        if isinstance(error_in(stumbled), RecursionError):
            return (
                f"A chain of {CHAIN:,} operations is still a call inside a call inside a "
                "call, so you get a RecursionError."
            )
        if not isinstance(error_in(stumbled), KeyError):
            raise
    if sys.getrecursionlimit() > usual:
        return (
            "You raised Python's limit, but the calls inside calls are still there. A "
            "longer chain reaches the next limit or crashes Python. Don't use `behind`."
        )
    if x.grad is not None and not same(x.grad, 1):
        return f"A chain of {CHAIN:,} additions should give 1 at x, but gives {x.grad}."
    return None


STEPS_6_TO_8 = (in_order, in_flight, no_recursion)
