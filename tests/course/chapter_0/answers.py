import minigrad as mg
from minigrad.autograd.functional import jacobian
from tests.course.answers import Answers, Guesses
from tests.course.keeps import accepts, leaf, same, verifies
from tests.course.keeps import slope as slope_at


def cube(formula: str) -> str:
    return f"def slope_of_cube(x):\n    return {formula}"


def slope(formula: str) -> str:
    return f"def slope_of(g, x):\n    return {formula}"


def held(along_b: str, along_a: str = "(g(a + 0.001, b) - g(a, b)) / 0.001") -> str:
    return f"""
def gradient(g, a, b):
    along_a = {along_a}
    along_b = {along_b}
    return along_a, along_b
"""


def walk(
    slope: str, x: str, steps: int | str = 10, back: str = "return x", before: str = "pass"
) -> str:
    return f"""
def downhill(g, x):
    {before}
    for step in range({steps}):
        slope = {slope}
        x = {x}
    {back}
"""


NUDGED = "(g(x + 0.001) - g(x)) / 0.001"
DOWN = "x - 0.1 * slope"

ANSWERS = {
    "cubes": Answers(
        right=[
            cube("x * x + x * x + x * x"),
            cube("3 * x ** 2"),
            cube("3.0 * abs(x) ** 2"),
            cube("3 * pow(x, 2.0)"),
            cube("sum(x * x / 1000 for _ in range(3000))"),
        ],
        wrong=[
            ("def slope_of_cube(x):\n    return 7.5 * x * x", "but the slope there is"),
            (
                "def slope_of_cube(x):\n    rises = [(x + h) ** 3 - (x - h) ** 3 for h in (1e-4, 2e-4)]"
                "\n    return (8 * rises[0] - rises[1]) / 12e-4",
                "A slope found by nudging",
            ),
            (cube("((x + 1e-6) ** 3 - (x - 1e-6) ** 3) / 2e-6"), "A slope found by nudging"),
            (cube("((x + 0.001) ** 3 - x ** 3) / 0.001"), "A slope found by nudging"),
            (cube("round(3 * x * x)"), "At 0.5, your function returns 1"),
            (cube("3 * int(x) ** 2"), "At 0.5, your function returns 0"),
            (cube("2 * x * x * x"), "on each of them, two factors are held fixed."),
            (
                cube("x * x * x / x"),
                (
                    "The check also tries x = 0, where you can't divide by x. You don't need to, "
                    "because the slope is a product"
                ),
            ),
            (cube("(x * x, x * x, x * x)"), "Your function returned a list"),
            (cube("x * x * x"), "the cubes themselves"),
            (cube("2 * x"), "But x³ has one more factor"),
            (cube("3 * x"), "the slope of x³ grows faster and faster"),
            (cube("x ** 2"), "The square is right, because you hold two"),
            (cube("2 * x * x"), "How many factors"),
            (cube("3 * x * 2"), "the two factors that you hold fixed is `x * x`."),
            (cube("3 * x ** 3"), "The 3 is right. But when one factor moves, only two factors"),
            (cube("-3 * x * x"), "the wrong sign"),
            (cube("(3 * x) ** 2"), "squares the 3 as well"),
            (cube("x ** (2 * 3)"), "That's a power, not a multiplication. We want"),
            (cube("3 * x ^ 2"), "isn't a power. Use `**`"),
            (cube("3 * (x ^ 2)"), "isn't a power. Use `**`"),
            (cube("x ^ 2 * 3"), "isn't a power. Use `**`"),
            (cube("3.0 * x ^ 2"), "For a power, write `**`"),
            (cube("'3 * x * x'"), "Is the formula in quotes?"),
            (cube("(x + 0.001) ** 3 - x ** 3"), "That's a rise. A slope is a rise divided by its"),
            (cube("12"), "returns 12 wherever it's called. But the curve gets steeper"),
            (cube("3 * x * x + 1"), "At 1, your function returns 4, but the slope there is 3."),
            (cube("print(3 * x * x)"), "Your function returned nothing."),
            (cube("x.backward()"), "has no attribute 'backward'"),
        ],
    ),
    "difference": Answers(
        right=[
            slope("(g(x + 1e-4) - g(x)) / 1e-4"),
            slope("(g(x + 0.01) - g(x)) / 0.01"),
            slope("mg.tensor((g(x) - g(x - 1e-5)) / 1e-5)"),
            """
def slope_of(g, x):
    x = mg.tensor(x, requires_grad=True)
    g(x).backward()
    return x.grad
""",
        ],
        wrong=[
            (
                "def slope_of(g, x):\n    return (g(x + 0.001) - g(x)) / 0.001 - 0.5",
                "your function returns",
            ),
            (slope("round((g(x + 0.001) - g(x)) / 0.001)"), "Don't round"),
            (slope("round(g(x + 0.001) - g(x), 2) / 0.001"), "Don't round"),
            (slope("(g(x + 0.001) - g(x)) // 0.001"), "`//` drops what's behind the decimal"),
            (slope("g(x + 1) - g(x)"), "The two points are 1 apart. That's too far"),
            (slope("(g(x + 1) - g(x - 1)) / 2"), "The two points are 2 apart. That's too far"),
            (slope("(g(x + 0.001) - g(x)) * 0.001"), "You multiplied the rise by the run"),
            (slope("(g(x + 0.001) - g(x)) / x"), "You divided the rise by `x`. Divide"),
            (slope("(g(x + 0.001) - g(x)) / x + 0.001"), "by `x` and then adds 0.001. The run is"),
            (slope("(g(0.001) - g(x)) / 0.001"), "at 0.001 and 2, which are too far apart"),
            (slope("(g(x + (x / 1000 or 0.3)) - g(x)) / (x / 1000 or 0.3)"), "multiple of `x`"),
            (
                slope("(g(x) - g(0)) / x"),
                "Either the run is 0, or you evaluated `g` at 0, where `g` may divide",
            ),
            (slope("(g(x + 0.2) - g(x)) / 0.2"), "closer together, and divide by the smaller run"),
            (
                slope("(g(x + 0.001) - g(x - 0.001)) / 0.001"),
                "the run is 2h",
            ),
            (slope("(g(x + 0.001) - g(x)) / 0.002"), "the run is only h"),
            (
                slope("(g(x - 0.001) - g(x + 0.001)) / 0.002"),
                "Subtract the value at the left point from the value at the right point.",
            ),
            (slope("g(x + 0.001) - g(x - 0.001)"), "only the rise. You still have to divide"),
            (slope("g(x + 1) - g(x - 1)"), "only the rise. You still have to divide"),
            (slope("(g(x + 1e-20) - g(x)) / 1e-20"), "A nudge of 0.001 works well."),
            (slope("(g(x + 1e-15) - g(x)) / 1e-15"), "A nudge of 0.001 works well."),
            (slope("(g(x) + 0.001 - g(x)) / 0.001"), "A nudge of 0.001 works well."),
            (slope("g(x)"), "That's the value of `g`"),
            (slope("[(g(x + 1e-4) - g(x)) / 1e-4]"), "Your function returned a list"),
            (slope("print((g(x + 1e-4) - g(x)) / 1e-4)"), "Your function returned nothing."),
            (slope("2 * x - 3 / x**2"), "You never called"),
            (slope("g(x) / x"), "One value of `g`"),
            (slope("(g(x * 1.001) - g(x)) / (x * 0.001)"), "If your nudge is a multiple of `x`"),
            (
                (
                    "def slope_of(g, x):\n    h = abs(x) / 1000\n    return (g(x + h) - g(x)) / h "
                    "if h else 0.0"
                ),
                "If your nudge is a multiple of `x`",
            ),
            (
                slope("0.02 / (g(x + 0.01) - g(x - 0.01))"),
                "Your fraction is upside down. It should be rise",
            ),
            (slope("(g(2.01) - g(1.99)) / 0.02"), "evaluated `g` at 1.99 and 2.01"),
            (slope("(g(x + 0.01) - g(x - 0.01)) / 0.05"), "but you divided the rise by 0.05"),
            (slope("(g(x + 0.001) - g(x)) / 0.01"), "but you divided the rise by 0.01"),
            (
                slope("g(x + 0.001) - g(x) / 0.001"),
                "Division comes before subtraction, so the rise",
            ),
            (slope("g(x + 0.01) - g(x) + 5"), "your function returns 5.0"),
            (slope("'(g(x + 0.001) - g(x)) / 0.001'"), "Is the formula in quotes?"),
            (slope("(g(x, 0.001) - g(x)) / 0.001"), "g() takes 1 positional argument"),
        ],
    ),
    "hold": Answers(
        right=[
            held("(g(a, b + 0.001) - g(a, b - 0.001)) / 0.002"),
            held("(g(a, b) - g(a, b - 0.0001)) / 0.0001"),
            """
def gradient(g, a, b):
    start = g(a, b)
    return [(g(a + 1e-5, b) - start) / 1e-5, (g(a, b + 1e-5) - start) / 1e-5]
""",
            """
def gradient(g, a, b):
    a, b = mg.tensor(a, requires_grad=True), mg.tensor(b, requires_grad=True)
    g(a, b).backward()
    return a.grad, b.grad
""",
        ],
        wrong=[
            (
                "def gradient(g, a, b):\n    along_b = (g(a, b + 0.001) - g(a, b)) / 0.002\n    along_a = (g(a + 0.001, b) - g(a, b)) / 0.001\n    return along_a, along_b",
                "The first slope is right. The second",
            ),
            (
                held("(g(a + 0.001, b + 0.001) - g(a, b)) / 0.001"),
                "In the second line, both inputs still move.",
            ),
            (
                held("(g(a, b + 0.001) - g(a + 0.001, b)) / 0.001"),
                "In the second line, you moved `a` or subtracted",
            ),
            (
                held("(g(a, b + 0.001) - g(a, b)) * 0.001"),
                "You multiplied the second rise by the run.",
            ),
            (
                held("(g(a + 0.001, b + 0.001) - g(a, b)) / 0.001 - along_a"),
                "in one of your calls both inputs moved",
            ),
            (
                held("(g(a, b * 1.001) - g(a, b)) / (b * 0.001)"),
                "If a nudge is a multiple of its input",
            ),
            (held("(g(a, b + 1) - g(a, b)) / 1"), "moves `b` by 1. That's too far"),
            (held("(g(a, b + 0.1) - g(a, b)) / 0.1"), "moves `b` by 0.1. That's too far"),
            (held("(g(a, 0.001) - g(a, b)) / 0.001"), "replaces `b` with 0.001. Start from `b`"),
            (held("(g(a + 0.001, b) - g(a, b)) / 0.001"), "Both of your slopes are along `a`."),
            (
                held("(g(a + 0.002, b) - g(a, b)) / 0.001"),
                "In the second line, `a` moves twice and `b`",
            ),
            (
                held("(g(a, b) - g(a, b + 0.001)) / 0.001"),
                "you nudge `b` down? In that case, the run is negative",
            ),
            (
                held("(g(a, b - 0.001) - g(a, b)) / 0.001"),
                "you nudge `b` down? In that case, the run is negative",
            ),
            (held("g(a, b + 0.001) - g(a, b)"), "The second result is only the rise. You still"),
            (held("(g(a, b) - g(a, b)) / 0.001"), "Neither input moved"),
            (
                held("(g(a, b) + 0.001 - g(a, b)) / 0.001"),
                "You added the nudge to the result. Add it to",
            ),
            (held("(g(b, a + 0.001) - g(b, a)) / 0.001"), "you swapped `a` and `b`"),
            (held("(g(a, b + 0.001) - g(b, a)) / 0.001"), "you swapped `a` and `b`"),
            (
                held("(g(a + 0.001, b) - g(a, b)) / 0.001", "(g(a, b + 0.001) - g(a, b)) / 0.001"),
                "but they're swapped",
            ),
            (held("9.0"), "doesn't call `g`"),
            (
                held("g(a, b + 0.001) - g(a, b) / 0.001"),
                "Division comes before subtraction, so the rise",
            ),
            (held("(g(a, b + 0.001) - g(a, b)) / 0.1"), "divided the second rise by 0.1, but `b`"),
            (held("(g(a, b + 0.001) - g(a, b)) / 0.001 + 1"), "should be 9, but yours is 10"),
            (held("9 + 0 * g(a, b)"), "Your code works for `a * a * b` at (3, 2), but"),
            (held("'(g(a, b + 0.001) - g(a, b)) / 0.001'"), "Is the formula in quotes?"),
            (held("0", "0"), "yours are 0 and 0"),
            (
                "def gradient(g, a, b):\n    return (g(a, b + 1e-3) - g(a, b)) / 1e-3",
                "Return two numbers",
            ),
            ("def gradient(g, a, b):\n    g(a, b)", "Your function returned nothing."),
            (held("(g(b + 0.001) - g(b)) / 0.001"), "g() missing 1 required"),
        ],
        tried=[held("...")],
    ),
    "downhill": Answers(
        right=[
            walk("(g(x + 0.001) - g(x - 0.001)) / 0.002", DOWN),
            walk("(g(x) - g(x + 1e-4)) / 1e-4", "x + 0.1 * slope"),
            walk(NUDGED, "x + -slope / 10"),
            """
def downhill(g, x, left=10):
    return downhill(g, x - 0.1 * (g(x + 0.001) - g(x)) / 0.001, left - 1) if left else x
""",
        ],
        wrong=[
            (walk(NUDGED, "x * (1 - 0.1 * slope)"), "Your step is also multiplied by `x`"),
            (walk(NUDGED, "x + 0.1 * slope"), "That's uphill"),
            (
                walk(NUDGED, "x - slope"),
                "Each step subtracts the whole slope. To make the step small, multiply the slope",
            ),
            (walk(NUDGED, "x - 0.01 * slope"), "ten times too small"),
            (walk("(g(x + 0.001) - g(x)) / 0.01", DOWN), "ten times too small"),
            (walk(NUDGED, "x - 0.1 / slope"), "You divided the learning rate by the slope."),
            (walk(NUDGED, "x - 0.5 * slope"), "Your steps are 5 times as long as they should be"),
            (walk("(g(x) - g(x - 1)) / 1", DOWN), "points that are 1 apart"),
            (walk("g(x)", DOWN), "`x` moves farther away"),
            (walk("2 * (x - 3)", DOWN), "You never called"),
            (walk("(g(3.001) - g(3)) / 0.001", DOWN), "`g` at 3.001 and 3 at every"),
            (walk(NUDGED, "0.1 * slope"), "step itself. The new `x` should be the old"),
            (walk(NUDGED, "x - 0.1"), "0.1 to the left, whatever the slope is"),
            (walk(NUDGED, "x + 0.1"), "0.1 to the right, whatever the slope is"),
            (
                walk("g(x + 0.001) - g(x) / 0.001", DOWN),
                "Division comes before subtraction, so the rise",
            ),
            (walk("(g(x + 0.001) - g(x)) / 1e-6", DOWN), "`x` moves farther away"),
            (walk("'(g(x + 0.001) - g(x)) / 0.001'", "slope"), "Is the formula in quotes?"),
            (walk(NUDGED, DOWN + "\n        return x"), "You took one step, not 10"),
            (walk(NUDGED, DOWN, steps=9), "You took one step too few"),
            (walk(NUDGED, DOWN, steps=11), "You took one step too many"),
            (
                walk("first", DOWN, before=f"first = {NUDGED}"),
                "You used the slope at the start for all 10 steps",
            ),
            (walk(NUDGED, "x"), "`x` hasn't moved"),
            (walk(NUDGED, "x - 0.001 * slope"), "`x` hardly moves. Did you divide the rise by"),
            (walk(NUDGED, "x - 0.25 * slope"), "as we did earlier on this page."),
            (walk(NUDGED, DOWN, back="return slope"), "That's the last slope"),
            (
                walk("(g(step + 0.001) - g(step)) / 0.001", DOWN),
                "Either the run is 0, or you evaluated `g` at 0, where `g` may divide",
            ),
            (walk(NUDGED, DOWN, back="return x, g(x)"), "Your function returned a list"),
            (walk("(g(x + 0.1) - g(x)) / 0.1", DOWN), "A nudge of 0.1 is too large"),
            (walk("g(x + 1) - g(x)", DOWN), "A nudge of 1 is too large"),
            (
                walk("(g(x + 0.001) - g(x)) / 0.002", DOWN),
                "Your steps are half as long as they should be.",
            ),
            (
                walk("(g(x + 0.01) - g(x - 0.01)) / 0.01", DOWN),
                "Your steps are twice as long as they should be.",
            ),
            (walk(NUDGED, DOWN, steps=1000), "That's the bottom itself"),
            (
                walk(NUDGED, DOWN, back="return g(x)"),
                "That's the value of `g` at the end. We want to",
            ),
            (walk(NUDGED, DOWN, back="print(x)"), "Your function returned nothing."),
            (
                walk(NUDGED, "0.5 * x - 0.1 * slope"),
                "10 steps should lead to 2.678, but yours end at",
            ),
            (walk("(f(x + 0.001) - f(x)) / 0.001", DOWN), "NameError"),
            (walk(NUDGED, "x - 0.1 if slope > 0 else x + 0.1"), "Only the sign of `slope` counts"),
            (walk(NUDGED, "0.1 * slope - x"), "You subtracted `x` from the step"),
            (walk(NUDGED, "x - 0.1 * g"), "`g` is the function itself, so it stays as it is"),
        ],
        tried=[walk(NUDGED, "..."), walk("...", DOWN)],
    ),
}

GUESSES = {
    "step": Guesses(
        truth="0.1",
        right=["0.1", '"0.1"', "[0.1]", "0.10"],
        wrong=[
            ("0.01", "0.01 is the step itself"),
            ("0.02", "0.02 would fit `x + x`"),
            ("0.05", "That's one factor's share"),
            ("0.0001", "0.01 squared"),
            ("10", "10 is how many times as far as the step"),
            ("25.01", "You added the step to 25"),
            ("25.1", "25.1 is where `f` ends"),
            ("1", "Look at the step again"),
            ("0.25", "25 times the step"),
            ("-0.1", "But the square of 5.01 is more than 25"),
        ],
        other=["0.5"],
    ),
    "down": Guesses(
        truth="-1.9",
        right=["-1.9", '"-1.9"', '"right"', '"to the right"', '"larger"', '"make it larger"'],
        wrong=[
            ("3.61", "The question is where to step"),
            ("1.9", "That's on the other side of 0. Did you lose a"),
            ("2.1", "That's on the other side of 0. Did you lose a"),
            ("-2.1", "That's uphill, because 2.1 · 2.1 = 4.41"),
            ("'left'", "That's uphill, because 2.1 · 2.1 = 4.41"),
        ],
        other=["4"],
    ),
    "chain": Guesses(
        truth="50",
        right=["50.025", "'50x'", "50", "50.0", "'50 times'", "'5 * 10'"],
        wrong=[
            ("15", "You added the factors. But `y` moves"),
            ("10", "10 is only the factor from `u` to `y`."),
            ("5", "5 is only the factor from `x` to `u`."),
            ("2", "makes a multiple of it"),
            ("0.05", "how far `y` moves"),
            ("25", "25 is the value of `y`"),
        ],
        other=["100"],
    ),
}


@verifies("0", "cubes", "one moves two fixed")
def what_is_kept_of_cubes() -> bool:
    each = jacobian(lambda a, b, c: a * b * c, (mg.tensor(5.0),) * 3)
    return [one.item() for one in each] == [25, 25, 25] and same(
        slope_at(lambda x: x**3, leaf(5)), 75
    )


@verifies("0", "difference", "rise over run")
def rise_over_run() -> bool:
    return accepts("0", "difference", lambda g, x: (g(x + 1e-3) - g(x)) / 1e-3)


@verifies("0", "hold", "one input others fixed only that input result")
def one_input_moves() -> bool:
    a, b, h = 3.0, 5.0, 1e-3
    return abs(((a + h) * b - a * b) / h - b) < 1e-6 < ((a + h) * (b + h) - a * b) / h - b


@verifies("0", "downhill", "small step against")
def downhill() -> bool:
    small, large, along = ((3 + factor * 2 * 3) ** 2 for factor in (-0.1, -1.1, 0.1))
    return small < 3**2 < min(large, along)
