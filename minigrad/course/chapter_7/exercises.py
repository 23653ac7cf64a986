"""The exercises for chapter 7, each with a judge that runs the answer and picks a hint."""

import dis
from collections.abc import Callable
from math import exp, log1p
from typing import Any, TypeAlias

import numpy as np

from minigrad.course.checking import (
    call,
    exercise,
    library_of,
    numbers,
    of_the_notebook,
    same,
    short,
    with_minus,
)
from minigrad.course.checking.attempt import NotAttempted

Array: TypeAlias = np.ndarray

CURVES: list[tuple[Callable[[Any], Any], float, float]] = [
    (lambda x: x * x * x, 2.0, 0.125),
    (lambda x: 3 * x * x - x, -1.5, 0.25),
    (lambda x: 1 / x, 3.0, 1.0),
]
NAMES = ("x³", "3x² − x", "1/x")
# Typical answers for the quotient: the rise, and the number that it's divided by.
QUOTIENTS: list[tuple[Callable[[Any, float, float], float], str]] = [
    (lambda f, x, h: (f(x + h) - f(x - h)) / (2 * h), ""),
    (
        lambda f, x, h: (f(x + h) - f(x - h)) / h,
        "That's twice as much as it should be. From `x - h` to `x + h`, the run is `2 * h`.",
    ),
    (
        lambda f, x, h: (f(x + h) - f(x - h)) / 2 * h,
        "`/ 2 * h` divides by 2 and multiplies by `h`. Put the run in parentheses: `(2 * h)`.",
    ),
    (
        lambda f, x, h: f(x + h) - f(x - h) / (2 * h),
        "You divided only `f(x - h)`. Put the rise in parentheses as well.",
    ),
    (
        lambda f, x, h: f(x + h) - f(x - h) / 2 * h,
        "Division comes before subtraction. Put the rise and the run in parentheses.",
    ),
    (lambda f, x, h: (f(x + h) - f(x)) / h, "You nudged only to the right."),
    (lambda f, x, h: (f(x) - f(x - h)) / h, "You nudged only to the left."),
    (
        lambda f, x, h: (f(x + h) - f(x)) / (2 * h),
        "Your rise is from `x` to `x + h`, but your run is twice as long.",
    ),
    (
        lambda f, x, h: (f(x + h) + f(x - h)) / (2 * h),
        "You added the two values. A rise is a difference.",
    ),
    (
        lambda f, x, h: (f(x - h) - f(x + h)) / (2 * h),
        "The sign is reversed: the rise is the value on the right minus the value on the left.",
    ),
    (lambda f, x, h: f(x + h) - f(x - h), "That's only the rise. Divide it by the run."),
    (
        lambda f, x, h: (8 * (f(x + h) - f(x - h)) - f(x + 2 * h) + f(x - 2 * h)) / (12 * h),
        (
            "That's a good formula. It uses four values, so it's even more accurate. But here, we "
            "want the one that uses two values, at `x - h` and `x + h`."
        ),
    ),
    (
        lambda f, x, h: (f(x + h / 2) - f(x - h / 2)) / h,
        "That's a central difference, but its nudges are half as long. Here, each nudge is `h`.",
    ),
    (
        lambda f, x, h: (f(x + 2 * h) - f(x - 2 * h)) / (4 * h),
        "That's a central difference, but its nudges are twice as long. Here, each nudge is `h`.",
    ),
]


@exercise(
    "central",
    keep="A central difference is the rise from x − h to x + h, divided by 2h.",
    hints=[
        "Draw one point at `x - h` and one at `x + h`. How far apart are they?",
        "Start with `f(x + h) - f(x - h)`.",
        "`(f(x + h) - f(x - h)) / (2 * h)`.",
    ],
    meanings=[
        (
            r"'function' object has no attribute 'grad'",
            "Only tensors have a `grad`. `f` is a function, and it may even be one of numbers.",
        ),
    ],
)
def central(slope: Callable[..., Any]) -> str | None:
    if of_the_notebook(slope, "cube"):
        return "`cube` is only one of the curves. Call `f`, the function that's passed in."
    results = [call(slope, *curve) for curve in CURVES]
    if results[0] is None:
        return "Your function returned nothing. Is there a `return`?"
    for formula, hint in QUOTIENTS:
        if same(results, [formula(*curve) for curve in CURVES]):
            return hint or None
    if same(results, [12.0, -10.0, -1 / 9]):
        return (
            "Those are the true slopes, or very close to them. Return the quotient for the given "
            "`h`."
        )
    for name, curve, result in zip(NAMES, CURVES, results, strict=True):
        right = QUOTIENTS[0][0](*curve)
        if not same(result, right):
            return (
                f"For {name} at {with_minus(curve[1])} with h = {curve[2]}, the central difference "
                f"is {right:.6f}. Your function returns {short(result, 8)}."
            )
    return None


@exercise(
    "chance",
    keep="A check at one point can pass by chance, so use several unusual points.",
    hints=[
        "The true slope of x³ is 3x², but the rule says 6x.",
        "For which x are 3x² and 6x equal?",
        "It's x = 2.",
    ],
)
def chance(number: Any) -> str | None:
    number = numbers(number)
    if isinstance(number, bool) or not isinstance(number, int | float):
        return "`number` has to be a number. Write a single number, without quotes or brackets."
    if not np.isfinite(number):
        return "`number` has to be finite."
    if number == 0:
        return (
            "At 0, both slopes are 0 and the check passes, but we left out 0. There's another "
            "such point."
        )
    if abs(number) < 1e-3:
        return (
            "This close to 0, both slopes are nearly 0, just as at 0 itself. There's another "
            "such point."
        )
    if abs(number - 2) <= 1e-3:  # within the tolerance of the check itself
        return None
    return (
        f"At {number:g}, the true slope is {3 * number**2:.6g}, but the rule says {6 * number:.6g}."
    )


AT_THE_CUBE = 5  # the gradient that arrives there in the chapter
RULES: list[tuple[Callable[[Array, Array], Array], str]] = [
    (lambda x, g: 3 * x**2 + 0 * g, "Your rule doesn't use `g`, the gradient that arrived."),
    (
        lambda x, g: AT_THE_CUBE * 3 * x**2 + 0 * g,
        f"{AT_THE_CUBE} is the gradient that arrived in that one program. In general, it's `g`.",
    ),
    (lambda x, g: g + 3 * x**2, "Along a path, slopes multiply, but you added `g`."),
    (lambda x, g: 3 * g, "The slope of x³ isn't 3 everywhere: it depends on `saved`."),
    (lambda x, g: g * x**3, "That's `g` times the value. The rule needs the slope of x³, 3x²."),
    (lambda x, g: g * x**2, "That isn't the slope of x³: its factor is missing."),
    (lambda x, g: -3 * g * x**2, "The sign is reversed. The slope of x³ is never below 0."),
    (
        lambda x, g: 6 * g * x,
        f"6x agrees with the slope of x³, 3x², only at 0 and {6 / 3:g}.",
    ),
    *(
        (
            lambda x, g, k=k: k * g * x,
            f"{k}x grows at a steady rate, but the slope of x³, 3x², grows faster and faster.",
        )
        for k in (2, 3)
    ),
    (lambda x, g: 1 * g, "You pass `g` on unchanged, which is the rule for an addition."),
    (
        lambda x, g: 3 * x**2 * g**2,
        "You used `g` twice. The gradient that arrived belongs in the product only once.",
    ),
    (
        lambda x, g: 3 * x * g**2,
        "You used `g` twice and `saved` once. In the slope, 3x², it's `saved` that's squared.",
    ),
]


@exercise(
    "rule",
    keep="A rule passes on the slope times the gradient that arrived.",
    hints=[
        "What arrives at the cube node in the second program?",
        "A rule receives `g`, the gradient that arrived. Where does the faulty rule use it?",
        "The slope is `3 * saved * saved`, and `g` is the other factor.",
    ],
    meanings=[
        (
            r"0-d|saved_tensors",
            "Here, `saved` is the tensor itself, so you don't have to unpack it.",
        ),
        (
            r"matmul",
            "Each slope meets only its own gradient, so multiply with `*`, number by number.",
        ),
    ],
)
def rule(answer: Callable[..., Any]) -> str | None:
    if isinstance(answer, type):
        return "You passed a class. Pass your function: `rule`."
    if name := of_the_notebook(answer, "x", "factor"):
        return (
            f"`{name}` is defined in the cell above, but the rule should use only `saved` and `g`."
        )
    mg = library_of(answer)
    results, cases = [], [(2.0, 1.0), (2.0, 5.0), (-1.5, 0.5), ([1.0, -2.0, 0.0], [3.0, 0.0, 2.0])]
    for x, g in cases:
        result = call(answer, mg.tensor(x), mg.tensor(g))
        if result is None:
            return "Your function returned nothing. A rule has to return the gradient it passes on."
        if isinstance(result, list | tuple):
            return "There's one input, so return one gradient, without a tuple and without `None`."
        results.append(numbers(result))
    pairs = [(np.array(x), np.array(g)) for x, g in cases]
    for formula, hint in RULES:
        if same(results, [numbers(formula(x, g)) for x, g in pairs]):
            return hint
    if np.shape(results[3]) != (3,):
        return (
            "Three numbers were saved and three gradients arrived, so return three gradients, "
            "one for each number."
        )
    for result, (x, g) in zip(results, pairs, strict=True):
        if not same(result, numbers(wanted := 3 * x**2 * g)):
            return (
                f"For saved = {short(x)} and g = {short(g)}, the rule should pass on "
                f"{short(wanted)}. Yours passes on {short(result)}."
            )
    return None


# x, y, and the upstream gradient; and typical answers for the second gradient.
FRACTIONS = (
    (3.0, 2.0, 1.0),
    (-1.0, 0.5, 4.0),
    ([1.0, 5.0, 0.0], [4.0, -2.0, 3.0], [2.0, 3.0, 0.0]),
)
SECONDS: list[tuple[Callable[[Array, Array, Array], Array], str]] = [
    (lambda x, y, g: -g * x / y**2, ""),
    (
        lambda x, y, g: -g * x / y,
        "Your rule does the same thing as before. It's missing a division by `y`.",
    ),
    (lambda x, y, g: g * x / y**2, "The sign is wrong, because x / y falls as `y` grows."),
    (lambda x, y, g: -g / y**2, "That's right only if x = 1. Where is `x`?"),
    (lambda x, y, g: -g * x * y**2, "You multiplied by `y * y`. Divide by it."),
    (
        lambda x, y, g: -g * x + 0 * y,
        (
            "That's just `-g * x`. Divide it by `(y * y)`, with the parentheses: `/ y * y` goes "
            "from left to right, so it multiplies by `y` again."
        ),
    ),
    (
        lambda x, y, g: -x / y**2 + 0 * g,
        "Your rule doesn't use `g`, the gradient that arrived.",
    ),
    (
        lambda x, y, g: -g * x / (2 * y),
        "You divided by `2 * y`, the slope of y². Divide by y² itself.",
    ),
    (lambda x, y, g: -g * x / y**3, "You divided by `y` one time too many."),
    (
        lambda x, y, g: g / y,
        "That's the gradient of `x`. For the gradient of `y`, use the slope along `y`.",
    ),
    (lambda x, y, g: g * x, "That's the rule for a product, but this is a quotient."),
    (
        lambda x, y, g: -g * y / x**2,
        "You swapped `x` and `y`. The one that's squared is `y`, below the line.",
    ),
    (
        lambda x, y, g: g / x,
        "x / y is x times 1 / y, so look at the slope of 1 / y, and leave `x` as a factor.",
    ),
]


@exercise(
    "quotient",
    keep="The check says which gradient is off and by what factor.",
    hints=[
        "By what factor is −1.5 off from −0.75? And what's `y`?",
        "Write `-g * x / (y * y)`, with the parentheses.",
    ],
)
def quotient(rules: Callable[..., Any]) -> str | None:
    mg = library_of(rules)
    pairs = []
    for case in FRACTIONS:
        pair = call(rules, *(mg.tensor(value) for value in case))
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            return "Return two gradients: one for `x` and one for `y`."
        pairs.append((numbers(pair[0]), numbers(pair[1])))
    cases = [tuple(np.array(value) for value in case) for case in FRACTIONS]
    firsts = [numbers(g / y) for _, y, g in cases]
    if not same([first for first, _ in pairs], firsts):
        return "The first gradient was right before: the gradient of `x` is `g / y`."
    for formula, hint in SECONDS:
        if same([second for _, second in pairs], [numbers(formula(*case)) for case in cases]):
            return hint or None
    for (_, second), (x, y, g) in zip(pairs, cases, strict=True):
        if not same(second, numbers(wanted := -g * x / y**2)):
            return (
                f"For x = {short(x)}, y = {short(y)}, and g = {short(g)}, the "
                f"gradient of `y` should be {short(wanted)}. Yours is {short(second)}."
            )
    return None


POINTS = ([0.4, 1.6, -2.7], [0.2, 5.0, 2.5])  # 2.5 rounds to 2, the even neighbor
ARRIVED = ([1.0, 10.0, -2.0], [3.0, 0.5, 1.0])


@exercise(
    "straight",
    keep=(
        "In `x + (something - x).detach()`, the forward pass sees `something`, and the backward "
        "pass sees only `x`."
    ),
    hints=[
        "Which constant do you have to add to `x` to get `x.round()`?",
        "The difference is `x.round() - x`. Which method hides it?",
        "Write `x + (x.round() - x).detach()`.",
    ],
)
def straight(rounded: Callable[..., Any]) -> str | None:
    mg = library_of(rounded)
    for values, arrived in zip(POINTS, ARRIVED, strict=True):
        x = mg.tensor(values, requires_grad=True)
        y = call(rounded, x)
        if y is None:
            return "Your function returned nothing. Is there a `return`?"
        if same(y, values):
            return (
                "In the forward pass, your function returns `x` unchanged. Return the rounded "
                "value."
            )
        wanted = np.round(values)
        if same(y, (wanted - values).tolist()):
            return "That's the difference between `x` and the rounded value. Add it to `x`."
        if not same(y, wanted.tolist()):
            return (
                f"{values} should be rounded to {wanted.tolist()}, as `x.round()` does, but you "
                f"returned {short(y)}."
            )
        if not getattr(y, "requires_grad", False):
            return (
                "The value is right, but no gradient flows back, because the result is cut off "
                "from `x`."
            )
        y.backward(mg.tensor(arrived))
        if x.grad is None:
            return (
                "The value is right, but no gradient arrives at `x`, because your result begins a "
                "new graph. Only a result that's computed from `x` leads back to `x`."
            )
        if same(x.grad, [-g for g in arrived]):
            return (
                "The value is right, but the gradient's sign is reversed, because you cut off the "
                "wrong `x`. Cut off the one that's subtracted."
            )
        if same(x.grad, [0.0] * len(values)):
            return (
                "The value is right, but the gradient that arrives is zero. Does the backward "
                "pass still see the rounding, or do two `x` terms cancel?"
            )
        if not same(x.grad, arrived):
            return (
                f"The gradient should pass through unchanged, but the check sent back {arrived}, "
                f"and {short(x.grad)} arrived at `x`."
            )
        if _writes_data(rounded):
            return (
                "You overwrote a result's data with the rounded value, but the record doesn't "
                "show that change. Write one line, with `detach()`, in which the value and the "
                "record agree."
            )
        if _makes_a_class(y):
            return (
                "That's how the chapter does it, with a class. Here, we want one line, with "
                "`detach()`."
            )
    return None


def _writes_data(function: Any) -> bool:
    """Return whether a function assigns to a `data` attribute or modifies one in place."""
    steps = list(dis.get_instructions(function))
    names = function.__code__.co_names
    writes = any(i.opname.startswith(("STORE_ATTR", "STORE_SUBSCR")) for i in steps)
    return "data" in names and (writes or any(name.endswith("_") for name in names))


def _makes_a_class(y: Any) -> bool:
    """Return whether the result comes from an operation that the learner wrote."""
    node = getattr(y, "grad_fn", None)
    return node is not None and not type(node).__name__[-1].isdigit()


ENTRIES = [0.0, 1.0, -2.0, 1000.0, -1000.0, 30.0, -17.0]
SENT = [1.0, 2.0, -1.0, 1.0, 1.0, 3.0, 1.0]
READY_MADE = ("softplus", "logsumexp", "logaddexp", "logsigmoid", "Softplus", "LogSigmoid")


def _share(x: float) -> float:
    return exp(min(x, 0.0)) / (1 + exp(-abs(x)))


@exercise(
    "softplus",
    keep=(
        "Take out the largest exponent before you exponentiate, so that nothing overflows. And "
        "use `log1p`, which keeps the digits that 1 + y loses."
    ),
    hints=[
        "Which of 0 and `x` is the larger one, `m`?",
        "Take out `m`. Then one exponent is 0, and the other is `-x.abs()`.",
        "The slope is `(x - result).exp()`.",
    ],
    meanings=[(r"no attribute 'logaddexp'", "Write it with `clamp` and `log1p`.")],
)
def softplus(forward: Callable[..., Any], backward: Callable[..., Any]) -> str | None:
    mg = library_of(forward)
    values = [max(x, 0.0) + log1p(exp(-abs(x))) for x in ENTRIES]
    slopes = [_share(x) * g for x, g in zip(ENTRIES, SENT, strict=True)]
    x = mg.tensor(ENTRIES)
    result = call(forward, x)
    if result is None:
        return "Your function returned nothing from `forward`."
    entries = numbers(result)
    if np.shape(entries) != (len(ENTRIES),):
        return "Each entry has its own softplus, so return as many numbers as you received."
    entries = [float(value) for value in entries]
    if name := of_the_notebook(forward, *READY_MADE):
        return f"`{name}` is part of the library. Write your own, with `exp` and `log1p`."
    if same(entries[:3], values[:3]) and not np.isfinite(entries[3]):
        return (
            f"Your code is right for small numbers, but at {ENTRIES[3]:g}, it returns "
            f"{entries[3]}, because an exponential overflows or becomes 0. So take out the larger "
            "exponent."
        )
    if same(entries[:3], values[:3]) and not np.isfinite(entries[4]):
        return (
            f"At {with_minus(ENTRIES[4])}, your code returns {entries[4]}. Is `m` the larger of 0 "
            "and `x`, even when `x` is below 0?"
        )
    if np.isneginf([*entries[:3], *entries[4:]]).all() and np.isfinite(entries[3]):
        return (
            "All your results are −inf except the largest, because your `m` is a single number. "
            "Each entry needs its own `m`."
        )
    if same(entries, [max(x, 0.0) for x in ENTRIES]):
        return f"That's `relu`, which has a corner. At {ENTRIES[0]:g}, softplus is {values[0]:.3g}."
    if same(entries, [log1p(exp(-abs(x))) for x in ENTRIES]):
        return (
            "That's what's left after you take out `m`. Its logarithm, `m` itself, comes back on "
            "top."
        )
    if same(entries[:6], values[:6]) and not same(entries[6] * 1e8, values[6] * 1e8):
        return (
            f"Nothing overflows anymore, but at {with_minus(ENTRIES[6])}, softplus is "
            f"{values[6]:.3g}, and yours is {entries[6]:.3g}, because in seven digits, 1 plus such "
            "a small number is 1. Let `log1p` add the 1."
        )
    if not same(entries, values):
        off = [i for i, value in enumerate(values) if not same(entries[i], value)][:3]
        at, right, yours = ([each[i] for i in off] for each in (ENTRIES, values, entries))
        return f"At {short(at)}, softplus is {short(right)}. Yours is {short(yours)}."
    names = getattr(getattr(backward, "__code__", None), "co_varnames", ())
    if names[:1] == ("g",):
        return "`forward` is right. `backward` receives `x`, the result, and `g`, in this order."
    try:
        gradients = call(backward, x, mg.tensor(values), mg.tensor(SENT))
    except NotAttempted:
        return "`forward` is right. Now write `backward`."
    if gradients is None:
        return "`forward` is right. Your function returned nothing from `backward`."
    if isinstance(gradients, list | tuple):
        return "`forward` is right. There's one input, so return one gradient, without a tuple."
    gradients = numbers(gradients)
    if np.shape(gradients) != (len(ENTRIES),):
        return (
            "`forward` is right. Each entry has its own slope, so `backward` should return as many "
            "numbers as `x` has."
        )
    if same(gradients, slopes):
        if same(gradients[6] * 1e8, slopes[6] * 1e8):
            return None
        return (
            f"`forward` is right, but at {with_minus(ENTRIES[6])}, the slope is {slopes[6]:.3g}, "
            f"and yours is {gradients[6]:.3g}, because subtracting two numbers near 1 loses "
            "digits. Subtracting the exponents doesn't."
        )
    if same(gradients[:3], [g / _share(x) for x, g in zip(ENTRIES[:3], SENT[:3], strict=True)]):
        return (
            "`forward` is right, but `backward` divides by the fraction that comes from eˣ. "
            "Multiply by it: its exponent is `x - result`."
        )
    if same(gradients, [_share(x) for x in ENTRIES]):
        return "`forward` is right, but `backward` doesn't use `g`, the gradient that arrived."
    if same(gradients, [(1 - _share(x)) * g for x, g in zip(ENTRIES, SENT, strict=True)]):
        return (
            "`forward` is right, but your slope is the fraction that comes from the 1. Return "
            "the fraction that comes from eˣ."
        )
    if same(gradients, SENT):
        return (
            "`forward` is right, but `backward` passes on `g` unchanged, which would be right if "
            "the slope were 1 everywhere."
        )
    for entry, gradient in zip(ENTRIES, gradients, strict=True):
        if not np.isfinite(gradient):
            return (
                f"`forward` is right, but at {with_minus(entry)}, `backward` passes on {gradient}. "
                "Does an exponential overflow there, or is something divided by 0? The exponent "
                "`x - result` is never above 0."
            )
    return (
        f"`forward` is right, but for x = {short(ENTRIES)} and g = {short(SENT)}, "
        f"`backward` should pass on {short(slopes)}. Yours passes on {short(gradients)}."
    )


EXERCISES = (central, chance, rule, quotient, straight, softplus)
