"""The exercise in which learners write a record of numbers, and a backward pass through it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from minigrad.course.checking import NotAttempted, call, exercise, numbers, precise, same

from ..checking.attempt import WrongKind, has_blank

DOUBLINGS = 12  # there are 4096 paths
PATHS_AT_MOST = 100
OTHER_FACTOR = "A product passes the *other* factor to each of its inputs, not the factor itself."
SWAPPED = (
    "Nothing has arrived at `x`, because your `backward` adds to the `grad` of the value itself. "
    "Each value should add a share to the `grad` of its inputs."
)
NO_SLOPE = (
    "Nothing has arrived at `x`, although `x + y` was right. So the slopes in your product are 0, "
    "as every `grad` is while the program runs. Which number of the other factor is the slope?"
)
NO_FACTOR = (
    "Both inputs received 1. Either the slopes in your product are 1, or `backward` leaves out the "
    "slope: a share is the slope times the value's `grad`."
)
CLEARED = (
    "Nothing is left at `x`, and after your `backward`, the `grad` of the result is also 0. Set "
    "every `grad` to 0 only once, before the loop."
)
ITSELF = (
    "Only one input has a gradient. Does your `backward` call itself? Each call sets every `grad` "
    "to 0, so what had arrived is lost. One loop through the record is enough."
)
OF_SELF = (
    "You add the share of `self` again for each value in the record. Each value has inputs and a "
    "`grad` of its own."
)
ADDED = "You added the slope to the gradient. Along a path, slopes multiply."
BY_DATA = "You multiplied by an input's `data`. The slope is in the pair, next to the input."
BY_OWN_DATA = (
    "You multiplied the slope by the `data` of a value. It has to be multiplied by that value's "
    "`grad`, which is what has arrived there."
)
NOT_THE_PRODUCT = (
    "Both slopes are the product itself. Along one factor, the slope is the other one."
)
NOTHING = (
    "Nothing has arrived at `x`. In `backward`, go through the values from the newest to the "
    "oldest. Each one adds a share to the `grad` of each of its inputs: the slope times its own "
    "`grad`."
)
ONLY_MULTIPLIED = (
    "The `grad` of an input begins at 0, and you only multiply it, so it stays 0. Add a share "
    "to it."
)
REPLACED = (
    "Both factors of `x * x` send a share to `x`, but your `x.grad` holds only one of them. Add a "
    "share to what has already arrived."
)
SLOPE_ONLY = (
    "You added up the slopes, perhaps multiplied by `self.grad`, which is 1. What a value passes "
    "on is the slope times what has arrived at that value, its own `grad`."
)
STOPPED = (
    "`x * y` has received a gradient but hasn't passed it on to `x`. Either your `backward` goes "
    "only from the result to its inputs, or it comes to `x * y` too early. It should go through "
    "the whole record, the newest values first."
)
TOO_EARLY = (
    "`a` passed on its gradient before the share of `b` had arrived. A value has "
    "to wait until all values that use it have run."
)
AGAIN = (
    "Your `backward` runs `a` again for each share that arrives, so it passes on the earlier share "
    "again. Let each value run only once, after all of its shares have arrived."
)
KEPT = (
    "The first `backward()` is right, but a second one isn't. Did the first one change `record` or "
    "`inputs`, or leave something in a `grad`? A pass should only read the record, and at its "
    "start, it should set the `grad` of every value to 0."
)
PATHS = (
    f"For {DOUBLINGS} additions in a row, your `backward` changed `x.grad` {{:,}} times, because "
    "it follows each path on its own. Let each value run only once, after all of its shares have "
    "arrived."
)


@dataclass(frozen=True)
class Program:
    shown: str
    inputs: Sequence[float]
    run: Callable[..., Any]  # takes the class, and a value for each input
    data: float
    slopes: Sequence[float]
    mistakes: Sequence[tuple[Sequence[float], str]] = ()  # wrong gradients and their hints


def _used_twice(new: Callable[[float], Any], x: Any) -> Any:
    a = x * x
    return a * (a + new(1.0))


PROGRAMS = (
    Program(
        "x + y",
        (3.0, 5.0),
        lambda _, x, y: x + y,
        8.0,
        (1.0, 1.0),
        [
            ((0.0, 1.0), ITSELF),
            ((4.0, 6.0), OF_SELF),
            ((2.0, 2.0), ADDED),
            ((3.0, 5.0), BY_DATA),
            ((8.0, 8.0), BY_OWN_DATA),
        ],
    ),
    Program(
        "x * y",
        (3.0, 5.0),
        lambda _, x, y: x * y,
        15.0,
        (5.0, 3.0),
        [
            ((3.0, 5.0), OTHER_FACTOR),
            ((1.0, 1.0), NO_FACTOR),
            ((0.0, 0.0), NO_SLOPE),
            ((15.0, 15.0), NOT_THE_PRODUCT),
        ],
    ),
    Program("x * x", (3.0,), lambda _, x: x * x, 9.0, (6.0,), [((3.0,), REPLACED)]),
    Program(
        "(x * y) * y",
        (2.0, 5.0),
        lambda _, x, y: (x * y) * y,
        50.0,
        (25.0, 20.0),
        [((0.0, 10.0), STOPPED), ((5.0, 12.0), SLOPE_ONLY)],
    ),
    Program(
        "a * (a + 1), where a = x * x",
        (3.0,),
        _used_twice,
        90.0,
        (114.0,),
        [((60.0,), TOO_EARLY), ((174.0,), AGAIN), ((228.0,), AGAIN)],
    ),
    Program("x * y + x", (0.0, -2.5), lambda _, x, y: x * y + x, 0.0, (-1.5, 0.0)),
)


@exercise(
    "value",
    keep=(
        "Keep a record while the program runs, read it from the newest value to the oldest, and "
        "add each share to what has already arrived."
    ),
    hints=[
        "What's the slope of `a * b` along `a`?",
        (
            "In `backward`, an outer loop goes through `reversed(record)`, and an inner loop "
            "goes through the pairs in `value.inputs`."
        ),
        "Inside the loops: `earlier.grad = earlier.grad + slope * value.grad`.",
    ],
    meanings=[
        (
            r"'NoneType' object is not (iterable|reversible)",
            (
                "Something here is `None`. For example, `record.reverse()` turns the list itself "
                "around and returns nothing, but `reversed(record)` returns the values."
            ),
        ),
        (
            r"'(int|float)' object has no attribute 'data'",
            (
                "A plain number is used as a value here. A slope is one, so write `other.data`, "
                "not `other`. A share is also one, so add it to the `grad` of an input."
            ),
        ),
        (
            r"'tuple' object has no attribute",
            "Each element of `inputs` is a pair, and a loop can give each part of it a name.",
        ),
        (
            r"unsupported operand type\(s\) for [-+*/].*'Value'",
            (
                "Slopes and gradients are plain numbers. Take them from a value: its number is "
                "`data`, and what has arrived at it is `grad`."
            ),
        ),
        (
            r"cannot unpack|not enough values to unpack|object is not iterable",
            "`inputs` is a list of pairs, such as `[(self, 1.0), (other, 1.0)]`.",
        ),
        (r"name 'inputs' is not defined", "Each value has its own inputs: `value.inputs`."),
        (
            r"list index out of range",
            "A value such as `x` has no inputs, so its list is empty. Loop over the pairs instead.",
        ),
        (
            r"'list' object has no attribute 'reversed'",
            "`reversed` is a function, so it's `reversed(record)`.",
        ),
        (
            r"'list' object has no attribute",
            "`record` and each value's `inputs` are lists. Loop through their elements.",
        ),
        (
            r"name 'slope' is not defined",
            "Each pair in `value.inputs` has a slope. Give it this name in your loop.",
        ),
    ],
)
def value(Value: Any) -> str | None:
    if not isinstance(Value, type):
        raise WrongKind('Pass the class itself, without calling it: `check("value", Value)`.')
    if has_blank(getattr(call(lambda: Value(3.0, []) * Value(5.0, [])), "inputs", [])):
        raise NotAttempted
    for program in PROGRAMS:
        if hint := _of_one(Value, program):
            return hint
    return _of_two_passes(Value) or _of_many_paths(Value)


def _of_one(Value: Any, program: Program) -> str | None:
    def run() -> Any:
        inputs = [Value(number, []) for number in program.inputs]
        return program.run(lambda number: Value(number, []), *inputs), inputs

    result, inputs = call(run)
    if not isinstance(result, Value):
        return f"`{program.shown}` should return a `Value`. Does the method end with `return`?"
    if not same(result.data, program.data):
        return f"For {_at(program)}, the `data` of `{program.shown}` should be {program.data:g}."
    call(result.backward)
    found = [numbers(each.grad) for each in inputs]
    if same(found, program.slopes):
        return None
    if program is PROGRAMS[0] and not any(found):
        left, arrived = _left_in_the_result(Value)
        if 7.0 in arrived:
            return ONLY_MULTIPLIED
        return NOTHING if same(left, 1.0) else CLEARED if same(left, 0.0) else SWAPPED
    if program is PROGRAMS[0] and found[0] == found[1] and found[0] > 2 and found[0] != 8:
        return OF_SELF
    for wrong, hint in program.mistakes:
        if same(found, wrong):
            return hint
    expected = " and ".join(f"{slope:g}" for slope in program.slopes)
    gave = " and ".join(map(precise, found))
    return (
        f"For `{program.shown}` with {_at(program)}, the slopes are {expected}, but yours are "
        f"{gave}."
    )


def _left_in_the_result(Value: Any) -> tuple[Any, list[Any]]:
    """Return the result's gradient after a pass, and what its inputs were given.

    The inputs always have a gradient of 7.
    """
    arrived: list[Any] = []

    class Full(Value):  # type: ignore[misc]
        grad = property(lambda self: 7.0, lambda self, new: arrived.append(new))

    def run() -> Any:
        result = Full(3.0, []) + Full(5.0, [])
        result.backward()
        return numbers(result.grad)

    return call(run), arrived


def _of_two_passes(Value: Any) -> str | None:
    """Return a hint if a second pass goes wrong. It may begin anew, or add to the leaves."""

    def run() -> Any:
        x = Value(2.0, [])
        squared = x * x
        fourth = squared * squared
        fourth.backward()
        fourth.backward()
        again = numbers(x.grad)
        other = x + x
        other.backward()
        return again, numbers(x.grad)

    again, other = call(run)
    begins_anew, accumulates = (32.0, 2.0), (64.0, 66.0)
    return None if (again, other) in (begins_anew, accumulates) else KEPT


def _of_many_paths(Value: Any) -> str | None:
    """Return a hint if the pass follows each path on its own, and so arrives at `x` many times."""
    arrivals: list[float] = []

    class Counted(Value):  # type: ignore[misc]
        @property
        def grad(self) -> float:
            return arrivals[-1]

        @grad.setter
        def grad(self, new: float) -> None:
            arrivals.append(new)

    def run() -> Any:
        x = y = Counted(1.0, [])
        for _ in range(DOUBLINGS):
            y = y + y
        y.backward()
        return x.grad

    slope = numbers(call(run))
    changes = sum(new != old for old, new in pairwise(arrivals))  # not those that set it to 0 again
    if changes > PATHS_AT_MOST:
        return PATHS.format(changes)
    if not same(slope, 2.0**DOUBLINGS):
        return f"After {DOUBLINGS} doublings, the slope should be {2**DOUBLINGS}, not {slope:g}."
    return None


def _at(program: Program) -> str:
    return " and ".join(
        f"{name} = {number:g}" for name, number in zip("xy", program.inputs, strict=False)
    )
