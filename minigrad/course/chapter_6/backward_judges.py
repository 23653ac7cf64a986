"""Judges for the backward passes of steps 6 to 8: the gradients, and how often the rules run."""

import sys
from typing import Any

import numpy as np

from ..checking import exercise, same
from ..checking.attempt import LearnerError
from .engine import Tensor, backward, operation
from .error_location import call, error_in
from .traced_graph import TracedGraph

OLDEST = "zaba"  # the tensors that run if you always take the oldest one in flight
SHARES = {
    32: "Where two shares meet, you added the new one to itself. Add it to `in_flight[x]`.",
    4: "`g` is the gradient that arrived at `t`. The share for `x` is `d`.",
    27: "Where two shares meet, you added `g`. But the share for `x` is `d`.",
    6: "Where nothing was in flight, you stored `g`. But the share for `x` is `d`.",
}
NO_ORDER = (
    r"name 'order' is not defined",
    (
        "`order` isn't a variable. Each tensor has its own `order`, and `lambda t: t.order` "
        "looks up the `order` of `t`."
    ),
)
USUAL_LIMIT = 3000  # the limit on nested calls that Python and Jupyter set
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
    hints=(
        (
            "The pass runs every tensor once, but in the wrong order. Which order turned out to "
            "be safe in chapter 1, and which attribute of a tensor gives you that order?"
        ),
        "`sorted(behind(root, []), key=lambda t: -t.order)` puts the newest tensor first.",
    ),
    meanings=[
        NO_ORDER,
        (
            r"UnboundLocalError.*'t'|'Tensor' has no len",
            (
                "`key=` takes a function that takes one tensor and returns a number: "
                "`key=lambda t: ...`."
            ),
        ),
        (
            r"'(Tensor|function|int)' object is not iterable|behind\(\) missing",
            "You need a list of tensors here, such as `behind(root, [])`.",
        ),
        (
            "'NoneType' object is not iterable",
            (
                "`.sort(...)` sorts a list in place and returns None. `sorted(...)` returns "
                "the sorted list."
            ),
        ),
        (
            "not supported between instances of 'Tensor'",
            (
                "Python doesn't know which of two tensors is smaller. Use `key=` to tell it what "
                "to compare."
            ),
        ),
    ],
)
def in_order(mine: Any) -> str | None:
    return _order(mine)


def _order(mine: Any) -> str | None:
    ran = []
    for b_first in (False, True):
        graph = TracedGraph(b_first)
        if mistake := graph.run(mine):
            return mistake
        ran.append("".join(graph.ran))
        x = graph.x
        if same(x.grad, 20):
            return (
                "The gradient at `x` is 20, not 36, because `a` passed on its gradient "
                "before the share from `b` had arrived."
            )
        if same(x.grad, 8) or same(x.grad, 16):
            return (
                f"The gradient at `x` is {x.grad:.0f}, not 36. Where two shares meet, the second "
                "one replaced the first. Add them."
            )
        if not b_first and (number := next((n for n in SHARES if same(x.grad, n)), None)):
            return f"The gradient at `x` is {number}, not 36. {SHARES[number]}"
        if same(x.grad, 10):
            return (
                "The gradient at `x` is 10, not 36. Where two shares meet, you kept only the "
                "first. Add them."
            )
        if not same(x.grad, 36):
            product = "b * a" if b_first else "a * b"
            return f"`z = {product}` from chapter 1 should give 36 at x, but gives {x.grad}."
    return _once(mine, ran == [OLDEST, OLDEST]) or _shared(mine) or _any_graph(mine) or _start(mine)


def _shared(mine: Any) -> str | None:
    x = _tracked([1.0, 2.0])
    a, b = x * 2, x * 3
    s = a + b
    call(mine, (s + a).sum())
    if same(x.grad, [10, 10]):
        return (
            "With a = 2x and b = 3x, (a + b) + a has slope 7, but yours is 10. A sum passes the "
            "same array to both its inputs, and `+=` changes that array for both. Write "
            "`in_flight[x] = in_flight[x] + d`, which makes a new array."
        )
    return None if same(x.grad, [7, 7]) else f"(2x + 3x) + 2x should give [7, 7], not {x.grad}."


def _once(mine: Any, oldest: bool) -> str | None:
    """Check that each rule runs only once. Extra runs give the right gradient but take forever."""
    runs = []

    def rule(g: Any, x: Any, y: Any) -> Any:
        runs.append(1)
        return g

    add = operation(np.add, rule, rule)
    x = y = _tracked(1.0)
    for i in range(8):
        y = add(y, add(y, 1.0)) if i % 2 else add(add(y, 1.0), y)
    call(mine, y)
    if len(runs) > 24:
        why = (
            (
                "`a` ran before the share from `b` had arrived, and then `a` had to run again. "
                "The newest tensor in flight should run first. Here that's `b`, which is newer "
                "than `a`."
            )
            if oldest
            else "some tensors run again and again, but each should run only once."
        )
        return (
            "The gradients are right, but on a graph that needs only 24 rule calls, the "
            f"rules ran {len(runs)} times: {why}"
        )
    return None if same(x.grad, 256) else f"8 doublings should give 256, but yours give {x.grad}."


def _any_graph(mine: Any) -> str | None:
    random = np.random.default_rng(6)
    for _ in range(5):
        choices = random.integers(0, 1000, (12, 2))
        use_product = random.integers(0, 2, 12)
        grads = []
        for pass_ in (mine, backward):
            leaves = [_tracked([0.5, -1.5]), _tracked(0.75)]
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
            return "On a graph of 20 random operations, the gradients are wrong."
    return None


def _start(mine: Any) -> str | None:
    x = _tracked([1.0, 2.0])
    v = np.array([1.0, 10.0])
    call(mine, x * x, v)
    if not same(x.grad, [2, 40]):
        return "`backward(x * x, v)` with v = [1, 10] should give [2, 40] at x = [1, 2]."
    if not same(v, [1, 10]):
        return "Your code changed the vector that was passed to `backward`."
    call(mine, (x * 3).sum())
    if not same(x.grad, [5, 43]):
        return f"A second graph should add [3, 3] to [2, 40], but the gradient at x is {x.grad}."
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
    hints=(
        (
            "The first blank takes the gradient of `t` out of the dict. The other two blanks are "
            "for two cases: a gradient for `x` may already be in flight, or it may not."
        ),
        ("Use `in_flight.pop(t)`, then `in_flight[x] + d` if x is in flight, and `d` if it isn't."),
    ),
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
                "You put something into `in_flight` that isn't an array. It should hold "
                "gradients, so put in `d`, or a sum that includes `d`."
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
    return _order(mine) or _in_flight(mine)


def _in_flight(mine: Any) -> str | None:
    x = _tracked(1.0)
    y = x * 2
    z = y * 3
    call(mine, z)
    call(mine, z)
    if same(x.grad, 18):
        return (
            "The gradient at `x` is 18, not 12, because `y` kept the 3 from the first pass, held "
            "6 in the second, and passed on 12."
        )
    if not same(x.grad, 12):
        return f"Two passes through `z = 3 * (2 * x)` should give 12 at x, but give {x.grad}."
    if y.grad is not None or z.grad is not None:
        return "`y.grad` or `z.grad` is set. But only leaves keep gradients."
    x = _tracked(1.0)
    y = x * 2
    call(mine, y * 3)
    call(mine, y * 5)
    if not same(x.grad, 16):
        return (
            "Two results computed from the same `y`, 3y and 5y, should give 6 + 10 at x, but "
            f"give {x.grad}."
        )
    call(mine, x)
    if not same(x.grad, 17):
        return (
            "A leaf can also be the root of a pass. `backward(x)` should add 1 to x.grad, which "
            f"was 16, but now x.grad is {x.grad}."
        )
    return None


@exercise(
    "step 8",
    keep=(
        "Of the tensors that have received a share, run the newest. You don't need nested calls "
        "for that, however deep the graph is."
    ),
    hints=(
        (
            "You don't need to know the whole graph before you start, because every "
            "tensor that has received a share is in the dict."
        ),
        ("The newest of the tensors in flight is `max(in_flight, key=lambda t: t.order)`."),
    ),
    meanings=[
        (
            "not supported between instances of 'Tensor'",
            (
                "Python doesn't know which of two tensors is larger. Use `key=` to tell it what "
                "to compare."
            ),
        ),
        NO_ORDER,
        (
            r"UnboundLocalError.*'t'|'Tensor' has no len",
            (
                "`key=` takes a function that takes one tensor and returns a number: "
                "`key=lambda t: ...`."
            ),
        ),
        (
            r"'dict' object has no attribute 'max'",
            "`max` is a function, not a method of the dict: `max(in_flight, key=...)`.",
        ),
        (
            r"unhashable type: 'list'",
            "`sorted` returns a list of all the tensors. You need only one tensor, so use `max`.",
        ),
        (
            r"unhashable type: 'numpy",
            "The values of `in_flight` are gradients. The tensors are its keys.",
        ),
        (
            r"truth value of an array",
            (
                "You compared arrays of several numbers. The age of a tensor is a single "
                "number, its `order`."
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
        (
            r"pop expected",
            "`pop` needs a key. Find it first with `max`, which looks through the keys.",
        ),
    ],
)
def no_recursion(mine: Any) -> str | None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(min(limit, USUAL_LIMIT))
    try:
        return _order(mine) or _in_flight(mine) or _deep(mine)
    finally:
        sys.setrecursionlimit(limit)


def _deep(mine: Any) -> str | None:
    x = y = _tracked(1.0)
    for _ in range(CHAIN):
        y = y + 1
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
    if sys.getrecursionlimit() > USUAL_LIMIT:
        return (
            "You raised Python's limit, but the calls inside calls are still there. A "
            "longer chain reaches the next limit or crashes Python. Don't use `behind`."
        )
    if x.grad is not None and not same(x.grad, 1):
        return f"A chain of {CHAIN:,} additions should give 1 at x, but gives {x.grad}."
    return None


STEPS_6_TO_8 = (in_order, in_flight, no_recursion)
