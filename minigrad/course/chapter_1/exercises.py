"""The exercises for chapter 1, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable, Sequence
from typing import Any

from minigrad.course.checking import (
    NotAttempted,
    call,
    exercise,
    hint_for,
    library_of,
    numbers,
    of_the_notebook,
    same,
)

from .graphs import node_names
from .own_value import value

POINTS = (2.0, -1.5, 0.5, 0.0)
EXACTLY = 1e-11
SCALE = 0.01

MULTIPLIED = "You multiplied the shares that arrive at `s`. Where paths meet, add the shares."
PRODUCT = "A product passes the *other* factor to each of its inputs, not the product itself."
COUNTED = (
    "Don't just count the arrows. The gradient of `p` is `dp`, and `s * s` multiplies it "
    "by `s` before passing it on."
)

# The gradient at s and then at x: first the right sum, then the answers people give instead.
# The factors 3 and 5 differ, and aren't a count of arrows, so each mistake gives its own number.
AT_S: list[tuple[Callable[[float], float], str]] = [
    (lambda s: 6 * s + 5, ""),
    (
        lambda s: 3 * s + 5,
        "Both factors of `s * s` send a share to `s`. One of them is missing from your `ds`.",
    ),
    (
        lambda s: 6 * s,
        "You have both shares from `s * s`. But `5 * s` also uses `s` and sends one more share.",
    ),
    (
        lambda s: 5.0,
        ("Your `ds` is only the share from `5 * s`. Should that share replace the other two?"),
    ),
    (
        lambda s: 3 * s,
        (
            "Your `ds` is only one share. But `s` is used three times. Count the arrows that "
            "leave `s`."
        ),
    ),
    (
        lambda s: 2 * s,
        (
            "That's the slope of `s * s`. Multiply it by the gradient that has arrived at `p`, and "
            "don't forget `5 * s`."
        ),
    ),
    (
        lambda s: 6 * 2**2 + 5,
        "That's right only if x is 2. Write the shares with `dp`, `dz`, and `s`.",
    ),
    (lambda s: 45 * s * s, MULTIPLIED),
    (
        lambda s: 15 * s,
        (
            "You multiplied one share from `s * s` by the share from `5 * s`. Three shares "
            "arrive at `s`, so add them up."
        ),
    ),
    (
        lambda s: 30 * s,
        (
            "You added the two shares from `s * s` and then multiplied the sum by the third "
            "share. Add all three shares instead."
        ),
    ),
    (
        lambda s: 11 * s,
        (
            "`5 * s` passes on five times the gradient that it receives, whatever `s` is, so the "
            "factor is 5."
        ),
    ),
    (lambda s: 3 * s * s + 5, PRODUCT + " Two shares like that arrive at `s`."),
    (lambda s: 6 * s * s + 5, PRODUCT),
    (
        lambda s: 2 * s + 5,
        ("You forgot the gradient that arrived at `p`: `s * s` passes on `s` times `dp`."),
    ),
    (
        lambda s: 12 * s + 5,
        (
            "You counted a 2 twice. `s * s` sends two shares, and each of them is `dp * s`. "
            "Together they're `2 * dp * s`."
        ),
    ),
    (lambda s: 6 * s - 5, "Where paths meet, shares add up, so add the share from `5 * s`."),
    (
        lambda s: 2 * 3 * 3 * s + 5,
        "You counted the 3 twice. It's already part of `dp * s`, because `dp` is 3.",
    ),
    (
        lambda s: 6 * s + 1,
        "`5 * s` passes on five times the gradient that it receives. You passed it on unchanged.",
    ),
    (
        lambda s: 6 * s + 15,
        ("`5 * s` is part of `z`, so its share is five times `dz`, not five times `dp`."),
    ),
    (lambda s: 3 * s * s + 5 * s, "That's `z` itself. We want the gradient that arrives at `s`."),
    *((lambda s, counted=counted: counted, COUNTED) for counted in (7.0, 11.0, 8.0, 3.0)),
]
AT_X: list[tuple[Callable[[float, float], float], str]] = [
    (lambda x, ds: 2 * x * ds, ""),
    (lambda x, ds: x * ds, "`ds` is right. But both factors of `x * x` send a share to `x`."),
    (
        lambda x, ds: ds,
        (
            "`ds` is right. But on the way to `x`, the node that made `s` multiplies it by its "
            "own slope."
        ),
    ),
    (
        lambda x, ds: 2 * x,
        ("That's the slope of `x * x`. Multiply it by the gradient that has arrived at `s`."),
    ),
    (
        lambda x, ds: 6 * x,
        "Multiply by `ds`, which has arrived at `s`, and not by `dp`.",
    ),
    (
        lambda x, ds: 2 * ds,
        ("`ds` is right, and so is the 2. But the slope of `x * x` also depends on `x`."),
    ),
    (
        lambda x, ds: x * ds + x,
        "`ds` is right. But each of the two shares is `x` times what has arrived at `s`.",
    ),
    (
        lambda x, ds: x * x,
        "`ds` is right, but your `dx` is the value of `s`. What does `x * x` pass on to `x`?",
    ),
    (lambda x, ds: x * x * ds, "`ds` is right. " + PRODUCT),
    (lambda x, ds: 2 * x * x * ds, "`ds` is right. " + PRODUCT),
    (
        lambda x, ds: ds + 2 * x,
        (
            "`ds` is right. For `dx`, remember that slopes multiply along a path, and that "
            "shares add up where paths meet."
        ),
    ),
    (
        lambda x, ds: 3 * x**4 + 5 * x**2,
        "`ds` is right, but `dx` is `z` itself. We want the gradient that arrives at `x`.",
    ),
]
USED_THE_ENGINE = "Don't use the engine here. Use plain numbers, and write down each share."
NUDGED = (
    "Your numbers are almost right, as if you had found them by nudging. To get the exact "
    "gradients, write down every share instead."
)


@exercise(
    "shares",
    keep="Every use of a value sends one share back to it, and the shares add up.",
    hints=[
        "Count the arrows that leave `s`. A share comes back along each of them.",
        "A share is what has arrived at the node, times the slope. What has arrived at `p`?",
        "`ds = dp * s + dp * s + dz * 5`. Then do the same for `x`.",
    ],
    meanings=[
        (
            r"'(int|float)' object has no attribute 'grad'",
            (
                "Everything here is a plain number, and there's no engine to do the work. You "
                "write down the shares yourself."
            ),
        ),
        (
            r"can't multiply sequence",
            "`ds` is one number. Add up the shares with `+`, without commas or quotes.",
        ),
        (
            "division by zero",
            (
                "The check also tries x = 0, so you can't divide by `x` or `s`. You don't need "
                "to, because every share is a product."
            ),
        ),
    ],
)
def shares(arrives: Callable[..., Any]) -> str | None:
    if of_the_notebook(arrives, "backward", "autograd"):
        return USED_THE_ENGINE
    try:
        results = [call(arrives, x) for x in POINTS]
    except NotAttempted:
        at_s = [call(lambda x: arrives(x)[0], x) for x in POINTS]  # raises again if `ds` is open
        return _wrong_at_s(at_s) or (
            "`ds` is right. `dx`, the gradient that arrives at `x`, is still missing."
        )
    if results[0] is None:
        return "Your function returned nothing. End it with `return ds, dx`."
    if any(not isinstance(pair, list | tuple) or len(pair) != 2 for pair in results):
        return (
            "A formula gives you the slope along `x` without a graph, but here we want the "
            "gradients along the way. Return two numbers: `return ds, dx`."
        )
    if any(hasattr(part, "grad_fn") for pair in results for part in pair):
        return USED_THE_ENGINE
    at_s, at_x = [pair[0] for pair in results], [pair[1] for pair in results]
    right_s, right_x = [6 * x * x + 5 for x in POINTS], [12 * x**3 + 10 * x for x in POINTS]
    if same(at_s, right_x) and same(at_x, right_s):
        return "Both numbers are right, but they're swapped. Return `ds` first and then `dx`."
    return _wrong_at_s(at_s) or _wrong_at_x(at_x)


def _wrong_at_s(results: Sequence[Any]) -> str:
    typical = [([made(x * x) for x in POINTS], says) for made, says in AT_S]
    if same(results, [6 * x + 5 for x in POINTS]):
        return (
            "Both factors of `s * s` are `s`, not `x`. A product passes the other factor to each "
            "of its inputs."
        )
    says = hint_for(results, typical, relative=EXACTLY)
    return says if says is not None else _other("s", results, [6 * x * x + 5 for x in POINTS])


def _wrong_at_x(results: Sequence[Any]) -> str | None:
    typical = [([made(x, 6 * x * x + 5) for x in POINTS], says) for made, says in AT_X]
    says = hint_for(results, typical, relative=EXACTLY)
    return (
        (says or None)
        if says is not None
        else _other("x", results, [12 * x**3 + 10 * x for x in POINTS])
    )


def _other(name: str, results: Sequence[Any], wanted: Sequence[float]) -> str:
    if same(results, wanted, relative=0.02):
        return NUDGED
    x, gave, sum_ = next(
        p for p in zip(POINTS, results, wanted, strict=True) if not same(p[1], p[2])
    )
    expected = f"At x = {x:g}, the shares that arrive at `{name}` add up to {sum_:g}"
    return f"{expected}; your function returns {_short(numbers(gave))}."


@exercise(
    "leaf",
    keep=(
        "A leaf is a tensor that no recorded operation made, so compute first and track afterward."
    ),
    hints=[
        (
            "Inspect the tensor that you return: look at its `is_leaf`, `requires_grad`, and "
            "`grad_fn`."
        ),
        "When does tracking have to begin?",
        "`requires_grad_()` at the end starts tracking a tensor that already exists.",
    ],
    meanings=[
        (
            r"can't multiply sequence",
            "`values` is a list. Turn it into a tensor first: `mg.tensor(values)`.",
        ),
        (
            r"'Tensor' object has no attribute 'require",
            (
                "The attribute is called `requires_grad`, and the method that sets it is "
                "`requires_grad_()`."
            ),
        ),
        (
            r"'float' object has no attribute '(requires_grad_?|retain_grad|detach)'",
            (
                "Python applies the dot first, to the number right before it. Put parentheses "
                "around the product: `(... * 0.01)`."
            ),
        ),
        (
            r"is_leaf.*(no setter|not writable)",
            "`is_leaf` only reports whether an operation made the tensor, so you can't set it.",
        ),
        (
            r"grad_fn.*(no setter|not writable)",
            "`grad_fn` only shows the node, so you can't take it away. Don't let it be made.",
        ),
        (
            r"a leaf Variable",
            (
                "You changed a tensor that's already tracked. Scale it first and start "
                "tracking afterward."
            ),
        ),
        (
            r"change requires_grad flags of leaf",
            (
                "This tensor is the result of an operation, and it's tracked because one of the "
                "inputs was. Compute first, and then start tracking."
            ),
        ),
    ],
)
def leaf(weights: Callable[..., Any]) -> str | None:
    for values in ([1.0, 2.0], [-3.0, 0.0, 50.0]):
        w = call(weights, list(values))
        if w is None:
            return "Your function returned nothing. It should return the tensor itself."
        if isinstance(w, bool):
            return (
                "You returned `True` or `False`, because `requires_grad` and `is_leaf` only report "
                "what a tensor is. The method that starts tracking and returns the tensor is "
                "`requires_grad_()`."
            )
        if callable(w):
            return "You returned the method without calling it. Put `()` after its name."
        if not hasattr(w, "is_leaf"):
            return f"Return a tensor. Your function returned `{type(w).__name__}`."
        if not w.is_leaf:
            if w.retains_grad:
                return (
                    "`w.grad` will be kept now, but `w` is still the result of an operation, not "
                    "a leaf. Which operation made `w`?"
                )
            return f"`w` is still the result of an operation. Its node is `{w.grad_fn.name()}`."
        expected = [SCALE * value for value in values]
        if not same(w, expected):
            if same(w, values):
                return f"You returned the numbers unchanged. Multiply each of them by {SCALE}."
            first = "" if values == [1.0, 2.0] else "Your code fails for other numbers. "
            return (
                f"{first}For {values}, your function returns {_short(numbers(w))}, but it "
                f"should return {expected}."
            )
        if not w.requires_grad:
            return (
                "`w` is a leaf with the right values, but it isn't tracked: "
                "`requires_grad` is `False`."
            )
    return None


BOX = "including the mailbox"


@exercise(
    "disproof",
    keep=(
        "A value can decide which operations run, and a graph records only the operations that "
        "did run."
    ),
    hints=[
        "Which Python statement runs its body more times for one value than for another?",
        "`while x < 100: x = x * 2`, with 1 and 60.",
    ],
    meanings=[
        (
            r"converted to an index|interpreted as an integer",
            "`x` is a tensor that holds a float. To get a Python integer, write `int(x)`.",
        ),
    ],
)
def disproof(g: Callable[..., Any], one: Any, other: Any) -> str | None:
    mg = library_of(g, one, other)
    try:
        first, second = (mg.tensor(numbers(v), dtype=mg.get_default_dtype()) for v in (one, other))
    except (TypeError, ValueError, RuntimeError):
        return "`one` and `other` have to be numbers."
    if first.shape != second.shape:
        return (
            "`one` and `other` don't have the same number of values. Make each of them a single "
            "number."
        )
    if same(first, second):
        return "The two inputs are the same. Choose two inputs for which `g` does different things."

    results = [call(g, x.clone().requires_grad_()) for x in (first, second)]
    if all(result is None for result in results):
        return (
            "Your function returned nothing. It should return a tensor that was computed from `x`."
        )
    if any(result is None for result in results):
        which = "one" if results[0] is None else "other"
        return (
            f"For `{which}`, your function returned nothing. Does every way through `g` end with a "
            "`return`?"
        )
    graphless = [not getattr(result, "requires_grad", False) for result in results]
    if all(graphless):
        return "Neither result has a graph. Return a tensor that was computed from `x`."
    if any(graphless):
        which = "one" if graphless[0] else "other"
        return (
            f"For `{which}`, the result has no graph at all. Compute the result from `x` "
            "in both cases."
        )

    def graph(x: Any) -> list[str]:
        return node_names(call(g, x.clone().requires_grad_()))

    sizes = len(graph(first)), len(graph(second))
    if any(len(graph(first)) != sizes[0] or len(graph(second)) != sizes[1] for _ in range(5)):
        return (
            "Your `g` builds different graphs for the same input, so it isn't the value that makes "
            "the difference."
        )
    if sizes[0] == sizes[1]:
        one_more = "What would make more operations run for one input than for the other?"
        if sorted(graph(first)) != sorted(graph(second)):
            return (
                "Different operations ran, but the claim is about the number of operations. Both "
                f"graphs have {sizes[0]} nodes, {BOX}. {one_more}"
            )
        return f"Both graphs have {sizes[0]} nodes, {BOX}. {one_more}"
    return None


def _short(value: Any) -> str:
    if isinstance(value, list):
        value = [round(v, 6) if isinstance(v, float) else v for v in value]
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else text[:59] + "…"


EXERCISES = (shares, leaf, disproof, value)
