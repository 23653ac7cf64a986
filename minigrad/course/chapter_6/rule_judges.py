"""Judging a derivative rule: by what finite differences say, on inputs nobody saw."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ..checking import call, same

INPUTS = {
    np.add: ([1.5, -2.0], [4.0, 3.0]),
    np.subtract: ([1.5, -2.0], [4.0, 3.0]),
    np.multiply: ([1.5, -2.0], [4.0, 3.0]),
    np.divide: ([1.5, -2.0], [4.0, 3.0]),
    np.mean: ([[1.5, -2.0], [4.0, 3.0], [0.5, 1.0]],),
}
NAMES = "xy"


def wrong_rule(forward: Callable[..., Any], rules: Any) -> str | None:
    """The hint for the first of the operation's rules that is wrong."""
    values = [np.array(v) for v in INPUTS[forward]]
    name = f"np.{forward.__name__}"
    if not isinstance(rules, tuple | list):
        return f"{name}: its rules stand in a tuple. With one rule, mind the comma: `(rule,)`."
    if len(rules) != len(values):
        return f"{name} has {len(values)} inputs, and as many rules; here are {len(rules)}."
    g = np.array(2.0) if forward is np.mean else np.array([1.0, 2.5])
    for i, rule in enumerate(rules):
        given = call(rule, g, *values)
        if not same(given, differences(forward, values, i, g)):
            return _why(forward, i, rule, g, values, given)
    return None


def _why(forward: Callable[..., Any], i: int, rule: Any, g: Any, values: list, given: Any) -> str:
    name, which = f"np.{forward.__name__}", f"the rule for {NAMES[i]}"
    right = differences(forward, values, i, g)
    if given is None:
        return f"{name}: {which} gives None."
    given = np.asarray(given)
    if same(given, call(rule, 2 * g, *values)):
        return f"{name}: {which} does not use `g`. What arrived is multiplied by the slope."
    if same(-given, right):
        return f"{name}: {which} has the wrong sign."
    if len(values) == 2 and same(given, differences(forward, values, 1 - i, g)):
        return f"{name}: {which} is that for {NAMES[1 - i]}. Are the two swapped?"
    if given.shape != right.shape:
        return (
            f"{name}: {which} gives shape {given.shape} for an input of shape {right.shape}. "
            "Every entry of the input gets a number."
        )
    if name == "np.mean" and same(given, right * right.size):
        return f"{name}: {which} is that of a sum. One entry moves the mean by a share."
    shown = (np.round(v, 4).tolist() for v in (given, right))
    return "{}: {} gives {}, and differences between two close points {}.".format(
        name, which, *shown
    )


def differences(forward: Callable[..., Any], values: list, i: int, g: Any) -> np.ndarray:
    """What should be handed to input i: how g·forward changes with each of its entries."""
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
