"""The exercises for chapter 0, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable
from math import isfinite
from typing import Any

from minigrad.course.checking import call, exercise, hint_for, numbers, precise, same, with_minus

from ..checking.attempt import LearnerError
from .descents import RATE, STEPS, descend
from .recording_functions import (
    IN_QUOTES,
    NO_BRACKETS,
    Function,
    called_g,
    first_off,
    g_of,
    is_number,
    recorded,
    unfit,
)

ENOUGH = 2e-2  # the largest error that a sensible nudge causes
WALKED = ENOUGH / 4  # the largest tolerated error in an end point
EXACTLY = 1e-12
NUDGE = 0.001  # the nudge of the chapter
MOST_OF_A_RUN = 0.2  # the largest nudge that people try
POWER = "In Python, `^` isn't a power. Use `**` instead."

# Whole numbers, for which `^` gives a number as well.
POINTS = (1, 2, -3, 0, 5)
BETWEEN = 0.5


def slope_of_x_cubed(x: float) -> float:
    return 3 * x * x


CUBES: list[tuple[Callable[[int], float], str]] = [
    (lambda x: x**3, "Those are the cubes themselves. We want their slopes."),
    (
        lambda x: 2 * x,
        ("That's the slope of x². But x³ has one more factor, and that factor moves as well."),
    ),
    (
        lambda x: 3 * x,
        "3x grows at a steady rate. But the slope of x³ grows faster and faster.",
    ),
    (
        lambda x: x**2,
        (
            "The square is right, because you hold two factors fixed and move the third. "
            "But in how many ways can you choose the factor that moves?"
        ),
    ),
    (lambda x: 2 * x**2, "Close. How many factors does x · x · x have? Each of them moves."),
    (
        lambda x: 3 * (2 * x),
        "You doubled `x`. But the product of the two factors that you hold fixed is `x * x`.",
    ),
    (lambda x: 2 * x**3, "There are three paths, and on each of them, two factors are held fixed."),
    (
        lambda x: 3 * x**3,
        (
            "The 3 is right. But when one factor moves, only two factors are held fixed. What's "
            "their product?"
        ),
    ),
    (
        lambda x: -3 * x**2,
        (
            "You have the right number but the wrong sign. The slope can't be negative, because "
            "x³ never falls."
        ),
    ),
    (lambda x: 9 * x**2, "Square only `x`. As it is, `(3 * x) ** 2` squares the 3 as well."),
    (
        lambda x: x ** (3 * 2),
        (
            "That's a power, not a multiplication. We want three times x², not x to the power "
            "of 3 · 2."
        ),
    ),
    (lambda x: 3 * x ^ 2, POWER),
    (lambda x: 3 * (x ^ 2), POWER),
    (lambda x: x ^ 2 * 3, POWER),
]
NUDGED = (
    "Almost. A slope found by nudging is a little off, and we want the exact slope. What's the "
    "product of the two factors that are held fixed, and how many paths are there?"
)


@exercise(
    "cubes",
    keep=(
        "x reaches x · x · x on three paths. On each, one factor moves and two are held "
        "fixed: x² + x² + x² = 3x²."
    ),
    hints=[
        "Move one factor, and hold the others. What's the rate?",
        "How many factors can move?",
        "`3 * x * x`, or `3 * x ** 2`.",
    ],
    meanings=[
        (
            "division by zero",
            (
                "The check also tries x = 0, where you can't divide by x. You don't need to, "
                "because the slope is a product of factors."
            ),
        )
    ],
)
def cubes(slope_of_cube: Callable[..., Any]) -> str | None:
    results = [numbers(call(slope_of_cube, x)) for x in POINTS]
    right = [slope_of_x_cubed(x) for x in POINTS]
    if odd := unfit(results, "Your function returned nothing. It should return the slope."):
        return odd
    if same(results, right, relative=EXACTLY):
        between = numbers(call(slope_of_cube, BETWEEN))
        return (
            None
            if same(between, slope_of_x_cubed(BETWEEN))
            else f"At {BETWEEN}, your function returns {precise(between)}, but the slope there is "
            f"{slope_of_x_cubed(BETWEEN)}. Don't round."
        )
    if hint := hint_for(results, [([wrong(x) for x in POINTS], hint) for wrong, hint in CUBES]):
        return hint
    if same(results, right, relative=ENOUGH):
        return NUDGED
    x, there, gave = first_off(POINTS, right, results, ENOUGH)
    rises = [gave / slope for gave, slope in zip(results, right, strict=True) if slope]
    if 0 < rises[0] < MOST_OF_A_RUN and same(rises, [rises[0]] * len(rises), relative=ENOUGH):
        return (
            "That's a rise. A slope is a rise divided by its run, and here you can find it exactly."
        )
    if same(results, [results[0]] * len(POINTS)):
        return (
            f"Your function returns {gave:.6g} wherever it's called. But the curve gets steeper, "
            "so its slope depends on `x`."
        )
    return f"At {x}, your function returns {gave:.6g}, but the slope there is {there}."


CURVES: list[tuple[Function, float, float]] = [
    (g_of("x * x + 3 / x"), 2.0, 3.25),
    (g_of("x * x * x"), -1.0, 3.0),
    (g_of("5 - 4 * x"), 0.5, -4.0),
]
ASKED_AT_0 = (
    "division by zero",
    (
        "Either the run is 0, or you evaluated `g` at 0, where `g` may divide by zero. Evaluate "
        "`g` close to `x` instead."
    ),
)
RUN_OF_0 = (
    "Your code is right at the other points, but the check also tries x = 0. If your nudge is a "
    f"multiple of `x`, it's 0 there. Use the same nudge for every `x`, for example {NUDGE}."
)
NAMES = [f"`{g.__doc__}` at {with_minus(x)}" for g, x, _ in CURVES]
TOO_CLOSE, FAR_APART = 1e-10, 0.05
FACTORS = {
    2.0: "Your slope is twice as steep as it should be. From x − h to x + h, the run is 2h.",
    0.5: "Your slope is half as steep as it should be. From x to x + h, the run is only h.",
    -1.0: (
        "Your slope has the wrong sign. Subtract the value at the left point from the value at "
        "the right point."
    ),
}


@exercise(
    "difference",
    keep=(
        "You can check any slope without theory, also one that `backward()` found: compute rise "
        "over run between two nearby points."
    ),
    hints=[
        "How much does `g` rise between `x` and a point slightly to its right?",
        "`(g(x + 0.001) - g(x)) / 0.001`.",
    ],
    meanings=[ASKED_AT_0],
)
def difference(slope_of: Callable[..., Any]) -> str | None:
    asked: list[list[Any]] = []  # the points at which the answer evaluated g, for each curve
    results = [numbers(call(slope_of, recorded(g, asked), x)) for g, x, _ in CURVES]
    right = [slope for _, _, slope in CURVES]
    if odd := unfit(
        results, "Your function returned nothing. It should return the rise divided by the run."
    ):
        return odd
    if same(results, right, relative=ENOUGH):
        return _of_a_run_at_0(slope_of)
    if not any(asked):
        return (
            "You never called `g`. Your function should find the slope of whatever `g` is passed "
            "in, not just of one particular function."
        )
    if same(results, [g(x) for g, x, _ in CURVES]):
        return (
            "That's the value of `g` at `x`. How much does that value change if you move `x` a "
            "little?"
        )
    if all(len(points) == 1 for points in asked):
        return (
            "One value of `g` can't tell you how `g` changes. Evaluate `g` at two points "
            "that are close together."
        )
    curve, there, gave = first_off(NAMES, right, results, ENOUGH)
    plain = f"For {curve}, your function returns {gave:.6g}, but the slope is {there:g}."
    return _of_two_points(results, asked) or plain


def _of_a_run_at_0(slope_of: Callable[..., Any]) -> str | None:
    """Return a hint if the answer works elsewhere, but not at 0, where a multiple of `x` is 0."""
    g, slope = g_of("x * x + 2 * x"), 2.0
    try:
        at_0 = numbers(call(slope_of, g, 0.0))
    except LearnerError as stumbled:
        if "ZeroDivisionError" in stumbled.shown:
            return RUN_OF_0
        raise
    return None if same(at_0, slope, relative=ENOUGH) else RUN_OF_0


def _of_two_points(results: list[float], asked: list[list[Any]]) -> str | None:
    """Return a hint about how the answer combined the values of `g` at two points."""
    if not all(len(points) == 2 and all(map(is_number, points)) for points in asked):
        return None
    pairs = [(min(points), max(points)) for points in asked]
    runs = [right - left for left, right in pairs]
    if max(runs) < TOO_CLOSE:
        return (
            "The two points are the same, or they're so close together that rounding wipes out "
            f"their difference. A nudge of {NUDGE} works well. Add the nudge inside the call: "
            f"`g(x + {NUDGE})`."
        )
    if not all(
        left - 1e-9 <= x <= right + 1e-9
        for (left, right), (_, x, _) in zip(pairs, CURVES, strict=True)
    ):
        left, right = pairs[1]
        return (
            f"For x = {with_minus(CURVES[1][1])}, your function evaluated `g` at {left:g} and "
            f"{right:g}. Choose points close to `x`."
        )
    rises = [g(right) - g(left) for (left, right), (g, _, _) in zip(pairs, CURVES, strict=True)]
    secants = [rise / run for rise, run in zip(rises, runs, strict=True)]
    if same(results, secants):
        return (
            f"The two points are {runs[0]:.3g} apart. That's too far, because the curve bends "
            "between them and its slope changes. Move the points closer together, and divide by "
            "the smaller run."
        )
    below = [secant - gave for secant, gave in zip(secants, results, strict=True)]
    if all(gave % 1 == 0 for gave in results) and all(-1e-9 < off < 1.01 for off in below):
        return "`//` drops what's behind the decimal point. Divide with `/`."
    if same(results, [round(secant) for secant in secants]) or not any(results):
        return "Don't round. A small rise has only digits far behind the decimal point."
    if same(results, rises):
        return "That's only the rise. You still have to divide it by the run."
    if same(results, [1 / secant for secant in secants]):
        return "Your fraction is upside down. It should be rise over run, not run over rise."
    if same(results, [rise * run for rise, run in zip(rises, runs, strict=True)], relative=1e-9):
        return "You multiplied the rise by the run. Divide instead."
    over_x = [r / x for r, (_, x, _) in zip(rises, CURVES, strict=True)]
    if same(results, [o + run for o, run in zip(over_x, runs, strict=True)], relative=1e-9):
        return (
            f"Your code divides the rise by `x` and then adds {runs[0]:.3g}. The run is "
            f"just {runs[0]:.3g}, so divide by that."
        )
    if same(results, over_x, relative=ENOUGH):
        return (
            "You divided the rise by `x`. Divide by the run, which is the distance "
            "between the two points."
        )
    if hint := hint_for(results, [([f * s for s in secants], hint) for f, hint in FACTORS.items()]):
        return hint
    if same(results, [_unbracketed(g, *at) for (g, *_), at in zip(CURVES, asked, strict=True)]):
        return NO_BRACKETS
    factor = results[0] / secants[0]
    if factor and same(results, [factor * secant for secant in secants]):
        return (
            f"The points are {runs[0]:.3g} apart, but you divided the rise by "
            f"{runs[0] / factor:.3g}. Divide the rise by the distance between the points."
        )
    if max(runs) > FAR_APART:
        return (
            f"For {NAMES[0]}, your function evaluated `g` at {pairs[0][0]:g} and "
            f"{pairs[0][1]:g}, which are too far apart."
        )
    return None


def _unbracketed(g: Function, to: float, start: float) -> float:
    """Return the result of `g(to) - g(start) / run`, in which parentheses are missing."""
    return g(to) - g(start) / (to - start)


SURFACES: list[tuple[Function, tuple[float, float], tuple[float, float]]] = [
    (g_of("a * a * b", "a, b"), (3.0, 2.0), (12.0, 9.0)),
    (g_of("5 * a - b * b", "a, b"), (1.0, 3.0), (5.0, -6.0)),
    (g_of("a / b", "a, b"), (2.0, 4.0), (0.25, -0.125)),
]
SURFACE = "`{}` at ({:g}, {:g})".format(SURFACES[0][0].__doc__, *SURFACES[0][1])
ONLY_THERE = f"Your code works for {SURFACE}, but not for other functions and points."
HELD: list[tuple[Callable[[float, float], float], str]] = [
    (
        lambda a, b: a + b,
        ("In the second line, both inputs still move. Which input should be held fixed?"),
    ),
    (
        lambda a, b: b - a,
        (
            "In the second line, you moved `a` or subtracted the slope along `a`. Hold `a` fixed "
            "in both calls."
        ),
    ),
    (lambda a, b: a, "Both of your slopes are along `a`. In the second line, move `b` instead."),
    (lambda a, b: 2 * a, "In the second line, `a` moves twice and `b` doesn't move at all."),
    (
        lambda a, b: -b,
        (
            "The second slope has the wrong sign. Subtract the value before the nudge from "
            "the value after it. Or did you nudge `b` down? In that case, the run is negative."
        ),
    ),
    (
        lambda a, b: NUDGE * b,
        ("The second result is only the rise. You still have to divide it by the run."),
    ),
    (lambda a, b: 1.0, "You added the nudge to the result. Add it to `b`, inside the call."),
    (lambda a, b: NUDGE**2 * b, "You multiplied the second rise by the run. Divide instead."),
]


RUNS_OF_0 = (
    "Your code is right at the other points, but the check also tries (0, 0). If a nudge is a "
    f"multiple of its input, it's 0 there. Use {NUDGE} for every input."
)
BOTH_MOVED = (
    "The numbers are close, but in one of your calls both inputs moved. Hold `a` at its value "
    "in both calls while you nudge `b`."
)


@exercise(
    "hold",
    keep="Move one input and hold all the others fixed. Then only that input changes the result.",
    hints=[
        "In the second line, how much of the change comes from `a`?",
        "Compare the two lines. Which input has `+ 0.001`, and in which call?",
        "`along_b = (g(a, b + 0.001) - g(a, b)) / 0.001`.",
    ],
)
def hold(gradient: Callable[..., Any]) -> str | None:
    asked: list[list[Any]] = []
    results = [numbers(call(gradient, recorded(g, asked), a, b)) for g, (a, b), _ in SURFACES]
    right = [list(slopes) for _, _, slopes in SURFACES]
    if results[0] is None:
        return "Your function returned nothing. End it with `return along_a, along_b`."
    if not all(isinstance(pair, list) and len(pair) == 2 for pair in results):
        return "Return two numbers: first the slope along `a`, then the slope along `b`."
    if any(isinstance(slope, str) for pair in results for slope in pair):
        return IN_QUOTES
    if not all(is_number(slope) for pair in results for slope in pair):
        return "Each of the two results should be a single number."
    if same(results, right, relative=ENOUGH):
        return BOTH_MOVED if _both_moved(asked) else _of_runs_at_0(gradient)
    if same(results, [[b, a] for a, b in right], relative=ENOUGH):
        return "Both slopes are right, but they're swapped. Return the slope along `a` first."
    if same([a for a, _ in results], [a for a, _ in right], relative=ENOUGH):
        return _of_the_second([b for _, b in results], asked)
    if not same(results[0], right[0], relative=ENOUGH):
        return (
            f"For {SURFACE}, the slopes are {right[0][0]:g} and {right[0][1]:g}, but yours are "
            f"{results[0][0]:.5g} and {results[0][1]:.5g}."
        )
    return ONLY_THERE


def _of_the_second(results: list[float], asked: list[list[Any]]) -> str:
    """Return a hint about wrong slopes along b, given that the slopes along a are right."""
    right = [slopes for _, _, slopes in SURFACES]
    if not any(results):
        return "The second rise is 0, because you subtract two equal values. Neither input moved."
    wrongs = [([wrong(*slopes) for slopes in right], hint) for wrong, hint in HELD]
    if hint := hint_for(results, wrongs, relative=ENOUGH):
        return hint
    if all(len(points) <= 2 for points in asked):
        return (
            "The second line doesn't call `g`. That line should find the slope of whatever "
            "function is passed in as `g`."
        )
    if all(map(_changed_places, SURFACES, asked)):
        return "In the second line, you swapped `a` and `b`. Pass `a` first."
    runs = [_run_b(points) for points in asked]
    if replaced := _replaced_b(asked):
        return (
            f"The second line replaces `b` with {replaced:g}. Start from `b` and nudge it a little."
        )
    if min(runs) > FAR_APART:
        return (
            f"The second line moves `b` by {runs[0]:.3g}. That's too far. A nudge of {NUDGE} is "
            "enough."
        )
    if same(results, [_unbracketed_b(g, at) for (g, *_), at in zip(SURFACES, asked, strict=True)]):
        return NO_BRACKETS
    if same(results[0], right[0][1], relative=ENOUGH):
        return ONLY_THERE
    factor = results[0] / right[0][1]
    if runs[0] and same(results, [factor * b for _, b in right], relative=ENOUGH):
        return (
            f"You divided the second rise by {runs[0] / factor:.3g}, but `b` moved by "
            f"{runs[0]:.3g}. Divide by the distance that it moved."
        )
    return (
        f"The first slope is right. The second, for {SURFACE}, should be {right[0][1]:g}, but "
        f"yours is {results[0]:.5g}."
    )


def _unbracketed_b(g: Function, asked: list[Any]) -> float | None:
    """Return `g(a, b + h) - g(a, b) / h`, using the last two points where `g` was evaluated."""
    *_, to, start = asked
    run = _run_b(asked)
    return g(*to) - g(*start) / run if run else None


def _of_runs_at_0(gradient: Callable[..., Any]) -> str | None:
    """Return a hint if the answer works elsewhere, but not at (0, 0)."""
    try:
        at_0 = numbers(call(gradient, called_g(lambda a, b: a * b + 3 * a - 2 * b), 0.0, 0.0))
    except LearnerError as stumbled:
        if "ZeroDivisionError" in stumbled.shown:
            return RUNS_OF_0
        raise
    return None if same(at_0, [3.0, -2.0]) else RUNS_OF_0


def _both_moved(asked: list[list[Any]]) -> bool:
    """Return whether `g` was evaluated at a point that differs from the start in both inputs."""
    return any(
        isinstance(point, tuple)
        and all(map(is_number, point))
        and all(one != at for one, at in zip(point, start, strict=False))
        for (_, start, _), points in zip(SURFACES, asked, strict=True)
        for point in points
    )


def _changed_places(surface: Any, asked: list[Any]) -> bool:
    _, (a, b), _ = surface
    return any(same(point, [b, a], relative=ENOUGH) for point in asked[-2:])


def _replaced_b(asked: list[list[Any]]) -> float | None:
    """If every surface was evaluated at the same number instead of `b`, return that number."""
    passed = [points[-2][1] for points in asked if isinstance(points[-2], tuple)]
    same_everywhere = len(passed) == len(asked) and len(set(map(str, passed))) == 1
    return float(passed[0]) if same_everywhere and is_number(passed[0]) else None


def _run_b(asked: list[Any]) -> float:
    """Return the distance along `b` between the last two points where `g` was evaluated."""
    last = asked[-2:]
    if not all(isinstance(point, tuple) and all(map(is_number, point)) for point in last):
        return 0.0
    return float(abs(last[0][1] - last[1][1]))


VALLEYS: list[tuple[Function, Callable[[float], float], float, float]] = [
    # the function, its slope, the starting point, and the location of the minimum
    (g_of("(x - 3) * (x - 3)"), lambda x: 2 * (x - 3), 0.0, 3.0),
    (g_of("2 * (x + 2) * (x + 2)"), lambda x: 4 * (x + 2), 2.0, -2.0),
    (g_of("x + 4 / x"), lambda x: 1 - 4 / (x * x), 4.0, 2.0),
]
WALK_NAMES = [f"`{g.__doc__}` from {x:g}" for g, _, x, _ in VALLEYS]
TOO_SHORT = (
    f"The steps are ten times too small. Is the learning rate {RATE}, and did you divide the "
    "rise by the nudge that caused it?"
)
WALKS: list[tuple[dict[str, Any], str]] = [
    (
        {"rate": -RATE},
        (
            "That's uphill. Either you added the slope, or your slope has the wrong sign. To go "
            "down, step against the slope."
        ),
    ),
    (
        {"rate": 1.0},
        (
            "Each step subtracts the whole slope. To make the step small, multiply the slope by "
            f"the learning rate, {RATE}."
        ),
    ),
    ({"rate": RATE / 10}, TOO_SHORT),
    (
        {"steps": 1},
        (
            f"You took one step, not {STEPS}. Is the `return` inside the loop, or does `x` keep "
            "its old value?"
        ),
    ),
    ({"steps": STEPS - 1}, f"You took one step too few. Take exactly {STEPS}."),
    ({"steps": STEPS + 1}, f"You took one step too many. Take exactly {STEPS}."),
    (
        {"once": True},
        f"You used the slope at the start for all {STEPS} steps. Recompute it before each step.",
    ),
    *(
        (
            {"nudge": nudge},
            (
                f"A nudge of {nudge:g} is too large, because the curve bends along the way. "
                f"Use {NUDGE}."
            ),
        )
        for nudge in (0.1, 1.0)
    ),
    (
        {"rate": RATE / 2},
        (
            f"Your steps are half as long as they should be. Is the learning rate {RATE}? And the "
            f"run "
            "is 2h only if you go from x − h to x + h."
        ),
    ),
    (
        {"rate": 1 / 4},
        (
            "Each step subtracts a quarter of the slope, as we did earlier on this page. Here, "
            f"the learning rate is {RATE}."
        ),
    ),
    (
        {"rate": 2 * RATE},
        (
            f"Your steps are twice as long as they should be. Is the learning rate {RATE}? And "
            f"from "
            "x − h to x + h, the run is 2h."
        ),
    ),
    *(
        (
            {"slope": lambda _, slope=slope: slope},
            (
                f"Each step moves {RATE} to the {'left' if slope > 0 else 'right'}, whatever the "
                f"slope is. Multiply the slope by {RATE}."
            ),
        )
        for slope in (1.0, -1.0)
    ),
]
ANOTHER_RATE = [
    (
        {"rate": rate},
        (
            f"Your steps are {rate / RATE:g} times as long as they should be. Is the learning rate "
            f"{RATE}?"
        ),
    )
    for rate in (0.02, 0.3, 0.5, 0.6)
]
OVER_SLOPE = "You divided the learning rate by the slope. A steep slope should make a long step."
SIGN_ONLY = (
    "Only the sign of `slope` counts in your steps. Its size should count, too: multiply by it."
)
TIMES_X = (
    "Your step is also multiplied by `x`. How far to go depends only on the slope and the rate."
)
FAR = 1e6
# On x + 4/x, even a tiny nudge changes the end point, so the first two valleys identify these.
FORGETFUL = (
    "Your new `x` is just the step itself. The new `x` should be the old `x` minus the step."
)
LOSING_X: list[dict[str, Any]] = [{"kept": 0.0, "rate": rate} for rate in (0.1, -0.1)]


@exercise(
    "downhill",
    keep="Find the slope, take a small step against it, and repeat. That's how a program learns.",
    hints=[
        "The loop needs a line for the slope and a line for the new `x`.",
        "`slope = (g(x + 0.001) - g(x)) / 0.001`, and then `x = x - 0.1 * slope`.",
    ],
    meanings=[
        ASKED_AT_0,
        (
            r"unsupported operand.*'function'",
            (
                "`g` is the function itself, so it stays as it is. `g(x)` is its value at `x`, and "
                "each step changes `x`, by the learning rate times `slope`."
            ),
        ),
    ],
)
def downhill(walking: Callable[..., Any]) -> str | None:
    asked: list[list[Any]] = []
    results = [numbers(call(walking, recorded(g, asked), x)) for g, _, x, _ in VALLEYS]
    if odd := unfit(results, "Your function returned nothing. Put `return x` after the loop."):
        return odd
    if same(results, _ends(), relative=WALKED):
        return None
    if same(results, _ends(steps=0), relative=EXACTLY):
        return "`x` hasn't moved. Does the loop assign a new value to `x` each time?"
    wrongs = [(_ends(**way), hint) for way, hint in (*WALKS, *ANOTHER_RATE)]
    forgetful = [(_ends(**way)[:2], FORGETFUL) for way in LOSING_X]
    return (
        hint_for(results, wrongs, relative=WALKED)
        or hint_for(results[:2], forgetful, relative=WALKED)
        or hint_for(results, [(_ends_by(_times_x), TIMES_X)], relative=WALKED)
        or hint_for(results, [(_ends_by(_inverse), OVER_SLOPE)], relative=WALKED)
        or hint_for(results, [(_ends_by(_sign), SIGN_ONLY)], relative=WALKED)
        or _of_the_slope(results, asked)
        or _of_the_end(results)
    )


def _ends(**way: Any) -> list[float]:
    """Return the points where `descend` ends, one for each valley, given these options."""
    return [descend(**{"g": g, "slope": slope, "x": x, **way}) for g, slope, x, _ in VALLEYS]


def _ends_by(change: Callable[[Callable], Callable]) -> list[float]:
    """Return the points where `descend` ends if each slope is changed first."""
    return [descend(g, change(slope), x) for g, slope, x, _ in VALLEYS]


def _inverse(slope: Callable) -> Callable:
    return lambda x: 1 / (slope(x) or 1)


def _sign(slope: Callable) -> Callable:
    return lambda x: 1 if slope(x) > 0 else -1


def _times_x(slope: Callable) -> Callable:
    return lambda x: x * slope(x)


def _of_the_slope(results: list[float], asked: list[list[Any]]) -> str | None:
    """Return a hint about the points at which `g` was evaluated."""
    if not any(asked):
        return (
            "You never called `g`. Find the slope of `g` by nudging its input, so that your code "
            "works for any `g`."
        )
    if all(len(set(map(str, points))) <= 2 < len(points) for points in asked):
        first, second = asked[0][:2]
        return (
            f"You evaluated `g` at {first} and {second} at every step. But `x` moves from step to "
            "step, so nudge the current `x` instead."
        )
    plain = all(len(points) == 20 and all(map(is_number, points)) for points in asked)
    if plain and (run := abs(asked[0][1] - asked[0][0])) > FAR_APART:
        return f"You evaluate `g` at points that are {run:.3g} apart. Take points close to `x`."
    if plain and all(map(_alike, results, map(_without_brackets, VALLEYS, asked))):
        return NO_BRACKETS
    return None


def _without_brackets(valley: Any, asked: list[float]) -> float:
    g, _, x, _ = valley
    to, start = (point - x for point in asked[:2])
    return descend(g, lambda at: g(at + to) - g(at + start) / (to - start), x)


def _alike(one: float, other: float) -> bool:
    """Return whether two results are equal. If both diverged, they count as equal."""
    return not (isfinite(one) or isfinite(other)) or same(one, other, relative=ENOUGH)


def _from_the_wrong_side(valley: Any) -> float:
    """Return where `x = 0.1 * slope - x` ends."""
    _, slope, x, _ = valley
    for _ in range(STEPS):
        x = RATE * slope(x) - x
    return float(x)


def _of_the_end(results: list[float]) -> str:
    if not all(abs(end) < FAR for end in results):  # this is also true for nan
        g, slope_of_first, x, _ = VALLEYS[0]
        slope = slope_of_first(x)
        return (
            f"`x` moves farther away with each step. Print `slope` and the new `x` to check them: "
            f"at {x:g}, the slope of `{g.__doc__}` is {with_minus(slope)}, so the first step leads "
            f"to {x - RATE * slope:g}."
        )
    right = _ends()
    if same(results, [lowest for *_, lowest in VALLEYS], relative=WALKED):
        return (
            f"That's the bottom itself. You get close to it in {STEPS} steps, but not all the way."
        )
    if same(
        results, [g(end) for (g, *_), end in zip(VALLEYS, right, strict=True)], relative=ENOUGH
    ):
        return "That's the value of `g` at the end. We want to know where you ended up: `return x`."
    before = zip(VALLEYS, _ends(steps=STEPS - 1), strict=True)
    if same(results, [slope(x) for (_, slope, *_), x in before], relative=ENOUGH):
        return "That's the last slope. We want to know where you ended up: `return x`."
    turned = zip(VALLEYS, results, strict=True)
    if all(same(end, _from_the_wrong_side(valley), relative=ENOUGH) for valley, end in turned):
        return "You subtracted `x` from the step. Subtract the step from `x` instead."
    moved = zip(results, _ends(steps=0), right, strict=True)
    if all(abs(end - start) < 0.05 * abs(there - start) for end, start, there in moved):
        return (
            "`x` hardly moves. Did you divide the rise by the run, and is the learning rate "
            f"{RATE}?"
        )
    name, there, end = first_off(WALK_NAMES, right, results, WALKED)
    return f"For {name}, {STEPS} steps should lead to {there:.4g}, but yours end at {end:.4g}."


EXERCISES = (cubes, difference, hold, downhill)
