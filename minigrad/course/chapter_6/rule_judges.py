"""Judges that check derivative rules with finite differences at inputs new to the learner."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..checking import same
from ..checking.attempt import LearnerError, WrongKind
from .engine import Tensor
from .error_location import call
from .varied import varied

_PAIRS = [[varied(*shape), varied(*shape, start=4)] for shape in ((2,), (2, 3))]
INPUTS = {
    np.subtract: _PAIRS,
    np.divide: _PAIRS,
    np.mean: [[varied(3, 2)], [varied(4)]],
    np.exp: [[varied(2)], [varied(1, 2, start=9)]],
}
NAMES = "xy"


def rules_of(mine: Any, forward: Callable[..., Any], values: Sequence[np.ndarray]) -> Any:
    """Return the rules that an operation leaves on its result, or a hint if either is wrong."""
    name = forward.__name__
    if not callable(mine):
        raise WrongKind(
            f"Your entry for np.{name} isn't an operation. Write `operation(np.{name}, ...)`."
        )
    if not hasattr(mine, "__globals__"):
        return (
            f"np.{name} leaves no record. Turn it into an operation: `operation(np.{name}, ...)`."
        )
    cls = mine.__globals__.get("Tensor", Tensor)
    try:
        out = call(mine, *[cls(v, True) for v in values])
    except LearnerError:
        return f"np.{name} takes {_inputs(len(values))}, but yours can't be called with that many."
    if not hasattr(out, "rules"):
        return (
            f"np.{name}: the result has no `rules`. Make the operation with "
            f"`operation(np.{name}, ...)`."
        )
    if not same(out.data, forward(*values)):
        return (
            f"Your operation computes {np.round(out.data, 4).tolist()}. Pass `np.{name}` "
            "first to `operation`."
        )
    rules = out.rules
    if len(rules) == 1 and isinstance(rules[0], tuple | list):
        return (
            f"For np.{name}, you passed the rules in a tuple. Pass them as separate "
            "arguments, without parentheses."
        )
    if len(rules) != len(values):
        return (
            f"np.{name} has {_inputs(len(values))}, so it needs the same number of rules, but "
            f"yours has {len(rules)}."
        )
    return rules


def _inputs(n: int) -> str:
    return "one input" if n == 1 else f"{n} inputs"


def wrong_rule(forward: Callable[..., Any], rules: Any) -> str | None:
    """Return the hint for the first wrong rule of an operation."""
    return next(
        filter(None, (_wrong_at(values, forward, rules) for values in INPUTS[forward])), None
    )


def arriving(forward: Callable[..., Any], values: Sequence[np.ndarray]) -> np.ndarray:
    """Return a gradient of the same shape as the operation's result."""
    return varied(*np.shape(forward(*values)), start=11)


def _wrong_at(values: list, forward: Callable[..., Any], rules: Any) -> str | None:
    name = f"`{forward.__name__}`"
    g = arriving(forward, values)
    for i, rule in enumerate(rules):
        if not callable(rule):
            takes = ", ".join(["g", *NAMES[: len(values)]])
            return f"{name}: a rule is a function, `lambda {takes}: ...`, but yours is {rule!r}."
        gradient = call(rule, g, *values)
        if not same(gradient, differences(forward, values, i, g)):
            return _why(name, forward, i, rule, g, values, gradient)
    return None


def _why(
    name: str, forward: Callable[..., Any], i: int, rule: Any, g: Any, values: list, gradient: Any
) -> str:
    which = "the rule" if len(values) == 1 else f"the rule for {NAMES[i]}"
    right = differences(forward, values, i, g)
    if gradient is None:
        return f"{name}: {which} returns None."
    if hasattr(gradient, "requires_grad"):
        return (
            f"{name}: {which} returns a `Tensor`. Rules compute with arrays, using NumPy's "
            "functions."
        )
    gradient = np.asarray(gradient)
    if same(gradient, call(rule, 2 * g, *values)):
        return (
            f"{name}: {which} doesn't use `g`. Multiply the slope by the gradient that arrived, "
            "which is the first argument, whatever you call it."
        )
    if same(-gradient, right):
        return f"{name}: {which} has the wrong sign."
    if len(values) == 2 and same(gradient, differences(forward, values, 1 - i, g)):
        return f"{name}: {which} belongs to {NAMES[1 - i]}. Did you swap the two rules?"
    if gradient.shape != right.shape:
        return (
            f"{name}: {which} returns shape {gradient.shape} for an input of shape "
            f"{right.shape}. Every entry of the input needs its own gradient."
        )
    if forward is np.subtract and any(same(abs(gradient), abs(g * v)) for v in values):
        return (
            f"{name}: {which} would suit a product. But if {NAMES[i]} moves, the difference moves "
            "just as far, whatever x and y are."
        )
    if forward is np.mean:
        if same(gradient, right * right.size**2):
            return f"{name}: {which} multiplies by the number of entries. Divide by it."
        if same(gradient, right * right.size):
            return (
                f"{name}: {which} would be right for a sum. But a single entry moves the "
                "mean by only a fraction of that."
            )
        if same(gradient, g * np.full_like(values[0], values[0].mean())):
            return (
                f"{name}: {which} has the value of the mean in it. But how far an entry moves the "
                "mean depends only on how many entries there are."
            )
        rows = len(values[0])
        if same(gradient, right * right.size / rows):
            return (
                f"{name}: {which} divides only by {rows}, but x has {right.size} entries. `x.size` "
                "counts all of them."
            )
        if same(gradient, right * values[0]):
            return (
                f"{name}: {which} depends on x. But each entry moves a mean equally far, whatever "
                "it is."
            )
    if forward is np.divide and i == 0:
        if same(gradient, g / values[0]):
            return f"{name}: {which} divides by x. But if x grows by 1, x / y grows by 1 / y."
        if same(gradient, g * values[1]):
            return f"{name}: {which} multiplies by y. But x / y is x times 1 / y, and y is held."
    if forward is np.divide and i == 1:
        x, y = values
        for formula, hint in (
            (-g / y, "The slope of `1 / y` is `-1 / y**2`, and x is a factor of it."),
            (
                g / x,
                "x / y is x times 1 / y, so look at the slope of 1 / y, and leave x as a factor.",
            ),
            (-g * (x / y) ** 2, "Only y is squared."),
            (-g * x * y**2, "The square belongs below the line: divide by it."),
            (-g * y / x**2, "You swapped x and y: the slope of `1 / y` is `-1 / y**2`."),
            (-g / y**2, "The x is missing. If x doubles, so does the slope."),
            (-g * x / y, "The slope of `1 / y` is `-1 / y**2`. You forgot the square."),
            (-g * x, "It's `-g * x`. If you wrote `/ y * y`, that divides and multiplies again."),
            (
                -2 * g * x / y,
                "`/ y*2` divides by y, and then multiplies by 2. The square is `y**2`.",
            ),
            (-g * x / (2 * y), "`y * 2` is twice y. The square is `y**2`."),
        ):
            if same(gradient, formula):
                return f"{name}: {which} isn't right. {hint}"
    gradient, right, g, *at = (np.round(v, 4).tolist() for v in (gradient, right, g, *values))
    there = ", ".join(f"{x} = {v}" for x, v in zip(NAMES, at, strict=False))
    return (
        f"{name} at {there}, g = {g}: {which} returns {gradient}, but trying out a small "
        f"change of {'x' if len(values) == 1 else NAMES[i]} gives {right}."
    )


def differences(forward: Callable[..., Any], values: list, i: int, g: Any) -> np.ndarray:
    """Return the gradient of g · forward with respect to input i, from finite differences."""
    h = 1e-5
    slopes = np.empty_like(values[i])
    for place in np.ndindex(slopes.shape):
        ends = []
        for sign in (1, -1):
            moved = [v.copy() for v in values]
            moved[i][place] += sign * h
            ends.append(np.sum(g * forward(*moved)))
        slopes[place] = (ends[0] - ends[1]) / (2 * h)
    return slopes
