"""Test functions that record the inputs a learner's code passes, and appear as `g` in errors."""

from collections.abc import Callable, Sequence
from typing import Any

from minigrad.course.checking import same

Function = Callable[..., Any]


def called_g(function: Function) -> Function:
    """Rename the function to `g`, as in the exercises, so that errors show that name."""
    function.__name__ = function.__qualname__ = "g"
    return function


def g_of(formula: str, inputs: str = "x") -> Function:
    """Return the function with a formula, which is also its docstring, so that replies show it."""
    g = eval(f"lambda {inputs}: {formula}")
    g.__doc__ = formula
    return called_g(g)


def recorded(g: Function, asked: list[list[Any]]) -> Function:
    """Wrap `g` so that each call adds its input, a value or a tuple, to a new list in `asked`."""
    points: list[Any] = []
    asked.append(points)

    def recording(*inputs: Any, **named: Any) -> Any:
        points.append(inputs[0] if len(inputs) == 1 else inputs)
        return g(*inputs, **named)

    return called_g(recording)


def is_number(value: Any) -> bool:
    return isinstance(value, float | int)


IN_QUOTES = (
    "You returned a string. Is the formula in quotes? Remove the quotes, so that Python "
    "evaluates the formula."
)
NO_BRACKETS = (
    "Division comes before subtraction, so the rise needs parentheses: `(... - ...) / ...`."
)


def unfit(results: Sequence[Any], nothing: str) -> str | None:
    """Return a hint about the first non-numeric result, or `nothing` if that result is None."""
    odd = next((value for value in results if not is_number(value)), 0)
    if odd is None:
        return nothing
    if isinstance(odd, str):
        return IN_QUOTES
    if is_number(odd):
        return None
    came = "a list" if isinstance(odd, list) else f"a `{type(odd).__name__}`"
    return f"Your function returned {came}. Return one number."


def first_off(
    names: Sequence[Any], right: Sequence[float], results: Sequence[float], relative: float
) -> tuple[Any, float, float]:
    """Return the first input with a wrong result, along with the correct and the wrong result."""
    cases = zip(names, right, results, strict=True)
    return next(case for case in cases if not same(case[2], case[1], relative=relative))
