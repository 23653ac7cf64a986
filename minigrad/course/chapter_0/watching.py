"""Functions that a learner's code is handed: called `g` in its errors, and asked where it looks."""

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def called_g(function: Function) -> Function:
    """The same, with the name that the exercises use: an error speaks of `g()`, not of a lambda."""
    function.__name__ = function.__qualname__ = "g"
    return function


def watched(g: Function, asked: list[list[Any]]) -> Function:
    """`g`, and one more list in `asked`: the inputs of each call, a single one without a tuple."""
    points: list[Any] = []
    asked.append(points)

    def watching(*inputs: Any, **named: Any) -> Any:
        points.append(inputs[0] if len(inputs) == 1 else inputs)
        return g(*inputs, **named)

    return called_g(watching)


def is_number(value: Any) -> bool:
    return isinstance(value, float | int)


IN_QUOTES = "A text came back: is the formula in quotes? Without them Python computes it."
NO_BRACKETS = "Division comes before minus: the rise needs brackets, `(... - ...) / ...`."


def not_one_number(value: Any) -> str:
    if isinstance(value, str):
        return IN_QUOTES
    return f"One number is wanted, and `{type(value).__name__}` came back."
