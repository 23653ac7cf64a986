"""The exercises of the start page: each judge runs the answer and finds the hint that fits."""

from collections.abc import Callable
from typing import Any

from minigrad.course.checking import call, exercise, library_of, numbers, same

POINTS = ([1.0, 2.0, 3.0], [-2.0, 0.0, 0.5])
CUBES: list[tuple[Callable[[float], float], str]] = [
    (lambda x: x**3, "Those are the cubes themselves. Their slopes are wanted."),
    (lambda x: 2 * x, "That is the slope of x². One more factor changes it."),
    (lambda x: 3 * x, "3x grows evenly. The slope of x³ grows faster: at 2 it is 12."),
    (lambda x: x**2, "The square is right. A product of three factors has three of them to move."),
    (lambda x: 2 * x**2, "Close: how many factors has x · x · x? Each of them moves."),
    (lambda x: 6 * x, "That is the slope of the slope. One step less."),
    (lambda x: 3 * x**3, "The 3 is right. The slope has one factor of x less."),
    (lambda x: -3 * x**2, "The numbers are right, and the sign is not: x³ never falls."),
]


@exercise(
    "cubes",
    keep="The slope of x³ is 3x²: each of the three factors moves once.",
    hints=["The slope of xⁿ is n · xⁿ⁻¹.", "With n = 3 that is `3 * x * x`."],
)
def cubes(gradient: Callable[..., Any]) -> str | None:
    mg = library_of(gradient)
    given = [call(gradient, mg.tensor(values)) for values in POINTS]

    def gives(slope: Callable[[float], float]) -> bool:
        return same(given, [[slope(x) for x in values] for values in POINTS])

    if gives(lambda x: 3 * x * x):
        return None
    if given[0] is None:
        return "Nothing came back: `return` the gradient."
    for wrong, hint in CUBES:
        if gives(wrong):
            return hint
    at, gave = next(
        pair
        for pair in zip(POINTS, given, strict=True)
        if not same(pair[1], [3 * x * x for x in pair[0]])
    )
    return f"At {at} it gives {numbers(gave)}. The slope at {at[-1]:g} is {3 * at[-1] ** 2:g}."


CURVES: list[tuple[Callable[[Any], Any], float, float]] = [
    (lambda x: x * x + 3 / x, 2.0, 3.25),
    (lambda x: x * x * x, -1.0, 3.0),
    (lambda x: 5 - 4 * x, 0.5, -4.0),
]
NAMES = ("x² + 3/x at 2", "x³ at −1", "5 − 4x at 0.5")


@exercise(
    "difference",
    keep="A gradient can be checked without any theory: rise over run, between points close by.",
    hints=[
        "How far does `g` rise from a little left of `x` to a little right of it?",
        "Divide the rise by the distance of the two points, say 0.02.",
        "`(g(x + 0.01) - g(x - 0.01)) / 0.02`.",
    ],
)
def difference(slope: Callable[..., Any]) -> str | None:
    steps: list[float] = []
    calls: list[Any] = []

    def watched(g: Callable[[Any], Any], x: float) -> Callable[[Any], Any]:
        def at(point: Any) -> Any:
            calls.append(point)
            if isinstance(point, float):
                steps.append(abs(point - x))
            return g(point)

        return at

    given = [numbers(call(slope, watched(g, x), x)) for g, x, _ in CURVES]
    right = [slope_there for _, _, slope_there in CURVES]
    if not all(isinstance(value, float | int) for value in given):
        return f"One number is wanted, and `{type(given[0]).__name__}` came back."
    if same(given, right, relative=ENOUGH):
        return None
    if not calls:
        return "`g` was never called, and the slope of any `g` is wanted, not that of one."
    if same(given, [g(x) for g, x, _ in CURVES]):
        return "That is the value of `g`. How much does it change close by?"
    for factor, hint in FACTORS.items():
        if same(given, [factor * value for value in right], relative=ENOUGH):
            return hint
    if same(given, [1 / value for value in right], relative=ENOUGH):
        return "Upside down: rise over run, not run over rise."
    if len(calls) == len(CURVES):
        return "From one value of `g` nobody knows how it changes. Take two, close together."
    widest = max(steps, default=0.0)
    if steps and widest < TOO_CLOSE:
        return "The points are so close that the difference is lost in rounding: 0.01 is enough."
    if all(abs(value) < widest * 20 < 1 for value in given):
        return "That is about the rise. It still has to be divided by the run."
    if same(given, right, relative=0.5):
        return "On the way: a curve bends between points that far apart. Take them closer."
    curve, there, gave = next(
        found
        for found in zip(NAMES, right, given, strict=True)
        if not same(found[2], found[1], relative=ENOUGH)
    )
    return f"For {curve}, whose slope is {there:g}, it gives {gave:.6g}."


ENOUGH = 2e-2
TOO_CLOSE = 1e-10
FACTORS = {
    2.0: "Twice too steep: from x − h to x + h the run is 2h.",
    0.5: "Half as steep as it is: from x to x + h the run is h.",
    -1.0: "The sign is turned around: later value minus earlier value.",
}


EXERCISES = (cubes, difference)
