"""Functions that a learner's code is handed: called `g` in its errors, and asked where it looks."""

from collections.abc import Callable, Sequence
from typing import Any

from minigrad.course.checking import same

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


IN_QUOTES = "You returned a string. Is the formula in quotes? Without them, Python computes it."
NO_BRACKETS = "Division comes before minus: the rise needs brackets, `(... - ...) / ...`."


def unfit(results: Sequence[Any], nothing: str) -> str | None:
    """What to say of results that are not one number each; `nothing`, if a `return` is missing."""
    odd = next((value for value in results if not is_number(value)), 0)
    if odd is None:
        return nothing
    if isinstance(odd, str):
        return IN_QUOTES
    if is_number(odd):
        return None
    came = "a list came" if isinstance(odd, list) else f"`{type(odd).__name__}` came"
    return f"One number is wanted, and {came} back."


def first_off(
    names: Sequence[Any], right: Sequence[float], results: Sequence[float], relative: float
) -> tuple[Any, float, float]:
    """The first result that is not right: what it is for, what it should be, and what it is."""
    cases = zip(names, right, results, strict=True)
    return next(case for case in cases if not same(case[2], case[1], relative=relative))
