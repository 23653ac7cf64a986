"""The exercises for chapter 10, each with a judge that runs the answer and picks a hint."""

from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.course.checking import call, exercise, hint_for, library_of, numbers, same, short
from minigrad.course.checking.attempt import LearnerError

NOTHING = "Your function returned nothing. Is there a `return`?"
A_TUPLE = (
    "You returned a tuple, because `autograd.grad` returns one. Use `[0]` to get the tensor out "
    "of the tuple."
)

# A function, its first three derivatives, and the points at which they're evaluated.
CURVES: tuple[tuple[Callable[[Any], Any], list[Callable[[float], float]], float], ...] = (
    (lambda x: x**3, [lambda x: 3 * x**2, lambda x: 6 * x, lambda x: 6.0], 2.5),
    (
        lambda x: x.sin() + 2 * x**2,
        [lambda x: np.cos(x) + 4 * x, lambda x: 4 - np.sin(x), lambda x: -np.cos(x)],
        -0.7,
    ),
)


NUDGED = (
    "That's close, but you nudged `x`, and a nudge isn't exact for every curve. "
    "Differentiate the recorded slope instead."
)


def _noting(f: Callable[..., Any]) -> tuple[set[float], Callable[..., Any]]:
    """Return an empty set, and a version of `f` that adds each entry of its last input to it."""
    places: set[float] = set()

    def noting(*inputs: Any) -> Any:
        places.update(numbers(inputs[-1].reshape(-1)))
        return f(*inputs)

    return places, noting


@exercise(
    "second",
    keep="A gradient that was recorded with `create_graph=True` can be differentiated again.",
    hints=[
        "You need two calls: one for the slope of `f`, and one for the slope of that slope.",
        "Which of the calls has to be recorded?",
        (
            "Write `slope = mg.autograd.grad(f(x), x, create_graph=True)[0]`, and then "
            "differentiate `slope` in the same way."
        ),
    ],
    meanings=[
        (
            r"does not require grad",
            "The slope wasn't recorded. Pass `create_graph=True` to the first call.",
        ),
        (
            r"a second time",
            (
                "The first call freed the graph. `create_graph=True` keeps the graph and records "
                "the slope."
            ),
        ),
        (
            r"'tuple' object",
            "`autograd.grad` returns a tuple. Use `[0]` to get the slope out of it.",
        ),
    ],
)
def second(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    results = []
    nudged = False
    for f, _, at in CURVES:
        places, noting = _noting(f)
        results.append(call(answer, noting, mg.tensor(at, requires_grad=True)))
        nudged = nudged or 0 < max(places, default=at) - min(places, default=at) < 1
    if any(each is None for each in results):
        return NOTHING
    if any(isinstance(each, tuple | list) for each in results):
        return A_TUPLE
    for k, hint in (
        (0, "That's the slope. We want the slope of that slope."),
        (2, "That's the third derivative. You made one call too many."),
    ):
        if same(results, [slopes[k](at) for _, slopes, at in CURVES]):
            return hint
    squares = [slopes[0](at) ** 2 for _, slopes, at in CURVES]
    if same(results, squares):
        return "You squared the slope. We want the slope *of the slope*."
    if same(results, [slopes[0](at) + slopes[1](at) for _, slopes, at in CURVES]):
        return (
            "That's the slope plus the slope of the slope, because `.grad` adds up. "
            "`autograd.grad` leaves `.grad` alone."
        )
    if same(results, [2 / slopes[1](at) for _, slopes, at in CURVES]):
        return "That's the limit of the learning rate. We want the curvature itself."
    if same(results, [2 * slopes[0](at) for _, slopes, at in CURVES]):
        return "That's twice the slope, because you went through the same graph twice."
    for (_, slopes, at), each in zip(CURVES, results, strict=True):
        right = slopes[1](at)
        if same(each, right, relative=0.02) if nudged else same(each, right):
            continue
        if nudged:
            return (
                f"At {at:g}, you get {short(each)} instead of {slopes[1](at):.4g}, because you "
                "nudged `x`, and rounding ruins a small difference (chapter 7). Differentiate the "
                "recorded slope instead."
            )
        return (
            f"At {at:g}, your function returns {short(each)}, but it should return "
            f"{slopes[1](at):.4g}."
        )
    return NUDGED if nudged else None


# Hessians, a starting vector, rounds, and the eigenvalue with the largest absolute value.
TABLES = (
    ([[5.0, 2.0], [2.0, 2.0]], [0.0, 1.0], 60, 6.0),
    ([[-4.0, 1.0], [1.0, 2.0]], [1.0, 0.3], 80, -1 - 10**0.5),
    ([[3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -0.5]], [0.5, 0.5, 0.5], 60, 3.0),
    ([[2.0, -1.0], [-1.0, 2.0]], [1.0, 0.3], 60, 3.0),  # the entries of v cancel each other out
    ([[5.0, 0.0], [0.0, 2.0]], [-1.0, 0.0], 60, 5.0),  # the largest entry of v is 0
)


def _scaled(scale: Callable[[np.ndarray], float]) -> list[float]:
    """Return what power iteration gives if `v` is divided by another number than its length."""
    found = []
    for table, start, rounds, _ in TABLES:
        v, curvature = np.array(start), np.nan
        for _ in range(rounds):
            v = v / scale(v)
            Hv = np.array(table) @ v
            curvature, v = float(v @ Hv), Hv
        found.append(curvature)
    return found


@exercise(
    "largest",
    keep="If you scale `v` to length 1 in every round, $v \\cdot Hv$ is the curvature along `v`.",
    hints=[
        "How does the length of `v` change from round to round?",
        "`v / (v @ v).sqrt()` has length 1.",
        (
            "Each round takes four steps: `v = v / (v @ v).sqrt()`, `Hv = times(v)`, "
            "`curvature = v @ Hv`, and `v = Hv`."
        ),
    ],
)
def largest(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    results: list[Any] = []
    for table, start, rounds, _ in TABLES:
        H = mg.tensor(table)
        results.append(call(answer, lambda v, H=H: H @ v, mg.tensor(start), rounds))
    right = [value for *_, value in TABLES]
    if any(each is None for each in results):
        return NOTHING
    if any(isinstance(numbers(each), list) for each in results):
        return "That's a vector. The curvature along a vector is one number."
    curvatures = [float(numbers(each)) for each in results]
    if not np.isfinite(curvatures).all():
        first = int(np.isfinite(curvatures).argmin())
        table, start, rounds, _ = TABLES[first]
        few = 5
        after_few = call(answer, lambda v: mg.tensor(table) @ v, mg.tensor(start), few)
        if np.isfinite(float(numbers(after_few))):
            return (
                f"Your result is {short(after_few)} after {few} rounds, but infinite or nan after "
                f"{rounds}, because `v` grows from round to round. Scale it to length 1 in every "
                "round."
            )
        return (
            f"For H = {short(table)}, starting from {short(start)}, your result is "
            f"{short(curvatures[first])}. Do you divide by a number that can be 0? The length of "
            "`v`, `(v @ v).sqrt()`, isn't 0."
        )
    typical = [
        (
            [abs(value) for value in right],
            "The length of $Hv$ is never negative, but one of these curvatures is.",
        ),
        (
            [value**2 for value in right],
            "That's the curvature squared, because you used `v` or $Hv$ twice.",
        ),
        (
            [value**3 for value in right],
            "You computed $v \\cdot Hv$ with a `v` whose length is no longer 1.",
        ),
        (
            [2 / value for value in right],
            (
                "That's the largest learning rate, 2 divided by the curvature. We want the "
                "curvature itself."
            ),
        ),
        (
            [2 / abs(value) for value in right],
            (
                "That's the largest learning rate, 2 divided by the curvature. We want the "
                "curvature itself."
            ),
        ),
        (
            [1 / value for value in right],
            "That's 1 divided by the curvature. Is `v @ v` in the numerator?",
        ),
        (
            _scaled(lambda v: v @ v),
            "`v @ v` is the squared length of `v`. Divide `v` by the root of it.",
        ),
        *(
            (_scaled(scale), "A curvature is $v \\cdot Hv$ only if `v` has length 1.")
            for scale in (lambda v: np.abs(v).sum(), lambda v: np.abs(v).max())
        ),
    ]
    if hint := hint_for(curvatures, typical):
        return hint
    for (table, start, rounds, value), each in zip(TABLES, curvatures, strict=True):
        if not same(each, value):
            return (
                f"For H = {short(table)}, starting from {short(start)}, your result "
                f"after {rounds} rounds is {each:.4g}, but it should be {value:.4g}."
            )
    # One round may return the curvature along v, Hv, or HHv, by the order of its lines.
    table, start, rounds, value = TABLES[0]
    one = float(numbers(call(answer, lambda v: mg.tensor(table) @ v, mg.tensor(start), 1)))
    if same(one, value):
        return (
            f"After one round that starts from {short(start)}, your result is already {one:.4g}. "
            "Take exactly `rounds` rounds."
        )
    ways = [np.linalg.matrix_power(table, n) @ start for n in range(3)]
    if not any(same(one, way @ table @ way / (way @ way)) for way in ways):
        return (
            f"After {rounds} rounds, your result is right, but after one round that starts from "
            f"{short(start)}, it's {one:.4g}. Do you divide by an entry of `v`? An entry can be 0."
        )
    return None


def _cubes(w: Any) -> Any:
    """Return the slopes of Σ w⁴/4 + w₀w₁w₂: each wᵢ³ plus the product of the other two entries."""
    mg = library_of(w)
    product = mg.stack([w[1] * w[2], w[0] * w[2], w[0] * w[1]])
    return w**3 + product


PLACE, ALONG, NUDGE = [1.0, -2.0, 0.5], [0.5, 1.0, -1.0], 0.25


def _differences() -> dict[str, np.ndarray]:
    w, v, h = np.array(PLACE), np.array(ALONG), NUDGE

    norm = np.linalg.norm(v)
    u = v / norm

    def g(w: np.ndarray) -> np.ndarray:
        return w**3 + np.array([w[1] * w[2], w[0] * w[2], w[0] * w[1]])

    table = np.stack([(g(w + h * e) - g(w - h * e)) / (2 * h) for e in np.eye(3)], axis=1)

    return {
        "right": (g(w + h * v) - g(w - h * v)) / (2 * h),
        "right side": (g(w + h * v) - g(w)) / h,
        "left side": (g(w) - g(w - h * v)) / h,
        "run": (g(w + h * v) - g(w - h * v)) / h,
        "brackets": (g(w + h * v) - g(w - h * v)) / 2 * h,
        "rise": g(w + h * v) - g(w - h * v),
        "sign": (g(w - h * v) - g(w + h * v)) / (2 * h),
        "all": (g(w + h) - g(w - h)) / (2 * h),
        "all, one side": (g(w + h) - g(w)) / h,
        "one place": g(w + h * v),
        "sum": (g(w + h * v) + g(w - h * v)) / (2 * h),
        "run squared": (g(w + h * v) - g(w - h * v)) / (2 * h**2),
        "times v": v * (g(w + h * v) - g(w - h * v)) / (2 * h),
        "all times v": v * (g(w + h) - g(w - h)) / (2 * h),
        "unit": (g(w + h * u) - g(w - h * u)) / (2 * h),
        "unit, made long again": norm * (g(w + h * u) - g(w - h * u)) / (2 * h),
        "far": (g(w + v) - g(w - v)) / 2,
        "far, by h": (g(w + v) - g(w - v)) / (2 * h),
        "dot": v @ (g(w + h * v) - g(w - h * v)) / (2 * h),
        "by v": (g(w + h * v) - g(w - h * v)) / (2 * h * v),
        "half": (g(w + h / 2 * v) - g(w - h / 2 * v)) / h,
        "table": table,
        "table times v": table @ v,
        "exact": 3 * w**2 * v
        + np.array(
            [w[2] * v[1] + w[1] * v[2], w[2] * v[0] + w[0] * v[2], w[1] * v[0] + w[0] * v[1]]
        ),
    }


NUDGES = (
    (
        "right side",
        "That's a one-sided difference. A central difference has a smaller error.",
    ),
    (
        "left side",
        "That's a one-sided difference. A central difference has a smaller error.",
    ),
    ("run", "The run is $2h$, from one side to the other."),
    (
        "brackets",
        "`/ 2 * h` divides by 2 and then multiplies by `h`. Put parentheses around `2 * h`.",
    ),
    ("rise", "That's only the rise. Divide it by the run, $2h$."),
    (
        "sign",
        "The sign is wrong. Subtract the slopes at `w - h * v` from the slopes at `w + h * v`.",
    ),
    ("all", "You nudged all weights equally, as if `v` were all ones."),
    ("all, one side", "You nudged all weights equally, as if `v` were all ones."),
    ("one place", "Those are the slopes at `w + h * v`. How much do they change on the way?"),
    ("sum", "You added the slopes at the two points. Subtract them to get the rise."),
    ("run squared", "You divided by the square of `h`. The run is $2h$."),
    ("times v", "You also multiplied by `v`. It's already in the nudge."),
    ("all times v", "You nudged all weights equally. Use `v` in the nudge: `h * v`."),
    (
        "unit",
        (
            "Your nudge has the length `h`, so you found the change along a `v` of length 1. Here "
            "the nudge is `h * v`, whatever the length of `v`."
        ),
    ),
    (
        "unit, made long again",
        "That's a good $Hv$, from a nudge of the length `h`. Here the nudge is `h * v`.",
    ),
    ("far", "You nudged by `v` itself. Scale it by `h` first: `h * v`."),
    ("far, by h", "You nudged by `v` itself, and used `h` only in the run."),
    ("dot", "That's $v \\cdot Hv$, which is a single number. Return $Hv$."),
    (
        "half",
        (
            "You nudged by only half of `h` in each direction. Nudge by `h * v`, so that the run "
            "is $2h$."
        ),
    ),
    ("table", "That's the whole table, a column for each axis. Nudge `w` only once, along `v`."),
    ("table times v", "You nudged along each axis. Nudge `w` only once, along `v`."),
    ("by v", "You also divided by `v`. The run is $2h$, a single number."),
    (
        "exact",
        (
            "That's the exact $Hv$, or very close to it. This time, we want the approximation "
            "that uses the slopes at two points, with the `h` that's passed to your function."
        ),
    ),
)


@exercise(
    "nudged",
    keep=(
        "$Hv$ says how the slopes change along `v`. You can find it approximately by nudging "
        "`w` along `v`."
    ),
    hints=[
        (
            "Where does `w` end up if you nudge it by `h` along `v`? And where does it end up if "
            "you nudge it the other way?"
        ),
        (
            "The slopes at these two points are `slopes(w + h * v)` and `slopes(w - h * v)`. The "
            "run is $2h$."
        ),
        "Return `(slopes(w + h * v) - slopes(w - h * v)) / (2 * h)`.",
    ],
)
def nudged(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    result = call(answer, _cubes, mg.tensor(PLACE), mg.tensor(ALONG), NUDGE)
    if result is None:
        return NOTHING
    ways = _differences()
    if same(result, ways["right"].tolist()):
        return None
    if same(result, numbers(_cubes(mg.tensor(PLACE)))):
        return "Those are the slopes at `w`. We want to know how the slopes change along `v`."
    typical = [(numbers(ways[name]), says) for name, says in NUDGES]
    # An `h` of the learner's own comes close to the exact result.
    return (
        hint_for(result, typical)
        or hint_for(result, typical[-1:], relative=1e-3)
        or (
            f"For one of the tests, with h = {NUDGE:g}, your function returns {short(result)}, but "
            f"it should return {short(ways['right'])}."
        )
    )


XS, YS, WEIGHTS, STRENGTH = [1.0, -2.0, 0.5, 3.0], [0.5, 1.0, -1.0, 2.0], [0.5, -1.5], 0.7
# The same loss for other curves: their names, and their models, which get other weights and inputs.
OTHERS: tuple[tuple[str, Callable[[Any, Any], Any]], ...] = (
    ("w[1] * exp(w[0] * x)", lambda w, x: w[1] * (w[0] * x).exp()),
    ("sin(w[0] * x) + w[1] * x**3", lambda w, x: (w[0] * x).sin() + w[1] * x**3),
)
OTHER_XS, OTHER_YS, OTHER_WEIGHTS, OTHER_STRENGTH = (
    [0.3, -1.1, 0.8],
    [1.0, 0.2, -0.4],
    [0.9, 1.4],
    0.3,
)


def _model(w: Any, x: Any) -> Any:
    return w[0] * x**2 + w[1] * x


def _penalties() -> dict[str, tuple[float, list[float]]]:
    """Return the loss and its gradient along w in closed form, without and with each mistake."""
    x, y, (a, b), s = np.array(XS), np.array(YS), WEIGHTS, STRENGTH
    residual, slope = a * x**2 + b * x - y, 2 * a * x + b
    inputs, turns = np.stack([x**2, x]), np.stack([2 * x, np.ones_like(x)])
    fit = (residual**2).mean(), 2 * (inputs * residual).mean(axis=1)
    flat = (slope**2).mean(), 2 * (turns * slope).mean(axis=1)
    n = len(x)

    def plus(one: Any, factor: float, other: Any) -> tuple[float, list[float]]:
        return float(one[0] + factor * other[0]), (one[1] + factor * other[1]).tolist()

    bare = slope.mean(), turns.mean(axis=1)
    size = np.abs(slope).mean(), (turns * np.sign(slope)).mean(axis=1)
    one = slope.mean() ** 2, 2 * slope.mean() * turns.mean(axis=1)
    return {
        "right": plus(fit, s, flat),
        "silent": (float(fit[0] + s * flat[0]), fit[1].tolist()),
        "without": plus(fit, 0.0, flat),
        "decay": plus(fit, s, ((a**2 + b**2) / 2, np.array([a, b]))),
        "decay, summed": plus(fit, s, (a**2 + b**2, 2 * np.array([a, b]))),
        "alone": plus((0.0, np.zeros(2)), s, flat),
        "full strength": plus(fit, 1.0, flat),
        "of the mean": plus(fit, s / n**2, flat),
        "sums": plus((n * fit[0], n * fit[1]), s * n, flat),
        "sum of slopes": plus(fit, s * n, flat),
        "not squared": plus(fit, s, bare),
        "sizes": plus(fit, s, size),
        "mean squared": plus(fit, s, one),
        "subtracted": plus(fit, -s, flat),
        "strength inside": plus(fit, s**2, flat),
        "strength in front": plus((s * fit[0], s * fit[1]), 1.0, flat),
        "strength on both": plus((s * fit[0], s * fit[1]), s, flat),
        "residuals summed": plus((n * fit[0], n * fit[1]), s, flat),
        "fit cut off": (float(fit[0] + s * flat[0]), (s * flat[1]).tolist()),
        "along w": (float(fit[0] + s * (inputs.sum(axis=1) ** 2).mean()), []),
        "of the loss": (float(fit[0] + s * ((2 * residual * slope / n) ** 2).mean()), []),
        "of the error": (float(fit[0] + s * ((2 * residual * slope) ** 2).mean()), []),
    }


WEIGHT_DECAY = (
    "You penalized the weights, which is weight decay. We want the model's slopes along `x`."
)
PENALTIES = (
    ("without", "The penalty is missing. That's only the mean of the squared residuals."),
    ("decay", WEIGHT_DECAY),
    ("decay, summed", WEIGHT_DECAY),
    ("alone", "That's only the penalty. The squared residuals are also part of the loss."),
    ("full strength", "You added the penalty at full strength. Multiply it by `strength`."),
    (
        "of the mean",
        (
            "You used the slopes of the *mean*, so each slope is divided by the number of "
            "values. Use `values.sum()`."
        ),
    ),
    ("sums", "You returned sums. Take the mean of the residuals and of the slopes."),
    ("sum of slopes", "Take the mean of the squared slopes, not the sum."),
    ("not squared", "You didn't square the slopes, so positive and negative slopes cancel."),
    ("sizes", "You took the mean of the slopes' absolute values. Square the slopes instead."),
    ("mean squared", "You squared the mean of the slopes. Square each slope first."),
    ("subtracted", "You subtracted the penalty, so training would make the slopes steep. Add it."),
    ("strength inside", "You also squared `strength`. It belongs outside the square."),
    (
        "strength in front",
        "You multiplied the residuals by `strength`. Multiply the penalty instead.",
    ),
    (
        "strength on both",
        "You multiplied both parts by `strength`. Multiply only the penalty.",
    ),
    ("residuals summed", "You added up the squared residuals. Take their mean instead."),
    ("along w", "Your penalty uses the slopes along `w`. We want the model's slopes along `x`."),
    (
        "of the error",
        "Your penalty uses the slopes of the squared residuals. Use the model's slopes instead.",
    ),
    ("of the loss", "Your penalty uses the slopes of the loss. Use the model's slopes instead."),
)
NUDGED_SLOPES = (
    "You nudged `x`. A nudge isn't exact for every curve, and its rounding error can ruin the "
    "gradient. Use `autograd.grad` to find the slopes, and record them."
)
LEFT_BEHIND = (
    "The number is right, but your own backward pass also left a gradient in `w.grad`, and the "
    "backward pass of the loss will be added to it. `autograd.grad` leaves nothing behind."
)
SILENT = (
    "The number is right, but no gradient flows from the penalty to `w`. The penalty's slopes "
    "weren't recorded, so they're plain numbers. A wrong gradient is the only sign of this "
    "mistake."
)


@exercise(
    "penalty",
    keep="A slope that's part of a loss has to be recorded, with `create_graph=True`.",
    hints=[
        "Slopes along `x` need a tracked `x`: `x.clone().requires_grad_()`.",
        "`mg.autograd.grad(values.sum(), x, ...)[0]` holds the slope at each point.",
        (
            "Record the slopes with `create_graph=True`. The loss is `((values - y) ** "
            "2).mean() + strength * (slopes**2).mean()`."
        ),
    ],
    meanings=[
        (
            r"does not require grad",
            (
                "Along which input do you want the slope? Remember that `x` isn't tracked when "
                "your function receives it."
            ),
        ),
        (
            r"not have been used",
            "The values weren't computed from the `x` that you passed to `autograd.grad`.",
        ),
        (
            r"a second time",
            "The slopes' graph was freed, but the backward pass of the loss needs it again.",
        ),
        (
            r"implicitly created",
            (
                "There are several values. If you differentiate their sum, you get the slope of "
                "each value."
            ),
        ),
    ],
)
def penalty(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    w, x = mg.tensor(WEIGHTS, requires_grad=True), mg.tensor(XS)
    places, noting = _noting(_model)
    loss = call(answer, noting, w, x, mg.tensor(YS), STRENGTH)
    ways = _penalties()
    if x.requires_grad:
        return "`x.requires_grad_()` also tracks the caller's `x`. Track a copy, `x.clone()`."
    if loss is None:
        return NOTHING
    if not hasattr(loss, "backward"):
        return f"A loss is a tensor with a single number. Yours is {short(loss)}."
    if loss.numel() != 1:
        return "Return a single number, the mean. Your function returned a number for each input."
    value = numbers(loss.reshape(()))
    hint = hint_for(value, [(ways[name][0], says) for name, says in PENALTIES])
    if hint:
        return hint
    if any(_is_next_to_an_input(place) for place in places):
        return NUDGED_SLOPES
    if not same(value, ways["right"][0]):
        fit, flat = ways["without"][0], ways["alone"][0]
        return (
            f"Your loss is {value:.4g}. The residual part should be {fit:.4g} and the "
            f"penalty {flat:.4g}. Print your two parts to see which one is off."
        )
    if not loss.requires_grad:
        return "The number is right, but it's cut off from `w`, so you can't train with it."
    left = w.grad is not None
    try:
        (along,) = mg.autograd.grad(loss, w)
    except RuntimeError as error:
        if "a second time" in str(error):
            return "The backward pass of the loss fails, because the slopes' graph was freed."
        raise
    if same(along, ways["silent"][1]):
        return SILENT
    if same(along, ways["fit cut off"][1]):
        return (
            "The number is right, but no gradient flows from the residuals to `w`, so something "
            "must have cut the residuals off."
        )
    if not same(along, ways["right"][1]):
        return f"The number is right, but its gradient is wrong. Your gradient is {short(along)}."
    return LEFT_BEHIND if left else _penalty_of_others(mg, answer)


def _is_next_to_an_input(place: float) -> bool:
    return 0 < min(abs(place - x) for x in XS) < 0.3


def _penalty_of_others(mg: Any, answer: Callable[..., Any]) -> str | None:
    """Compare the loss and its gradient with what the right program gives for other models."""
    for name, model in OTHERS:
        w = mg.tensor(OTHER_WEIGHTS, requires_grad=True)
        x, y = mg.tensor(OTHER_XS), mg.tensor(OTHER_YS)
        loss = call(answer, model, w, x, y, OTHER_STRENGTH)
        tracked = x.clone().requires_grad_()
        values = model(w, tracked)
        slopes = mg.autograd.grad(values.sum(), tracked, create_graph=True)[0]
        right = ((values - y) ** 2).mean() + OTHER_STRENGTH * (slopes**2).mean()
        for what, given, wanted in (
            ("loss", loss, right),
            ("gradient", mg.autograd.grad(loss, w)[0], mg.autograd.grad(right, w)[0]),
        ):
            if not same(numbers(given.reshape(-1)), numbers(wanted.reshape(-1))):
                return (
                    f"That's right for a parabola, but for `{name}`, your {what} is "
                    f"{short(given)}, and it should be {short(wanted)}."
                )
    return None


@exercise(
    "saddle",
    keep=(
        "A Hessian's diagonal describes one weight at a time. An eigenvalue below 0 is a way "
        "down between them, and an eigenvalue of 0 leaves it open."
    ),
    hints=[
        "What would make the surface curve downward in a direction between the axes?",
        "Which product of the weights does the diagonal leave out?",
        "`w[0] ** 2 + w[1] ** 2 + 3 * w[0] * w[1]`, at 0, 0.",
    ],
)
def saddle(f: Callable[..., Any], point: Any) -> str | None:
    mg = library_of(f, point)
    try:
        at = [float(each) for each in numbers(point)]
    except (TypeError, ValueError):
        return "The point has to be a list of two numbers."
    if len(at) != 2:
        return f"The point has {len(at)} numbers, but there are two weights. Return two numbers."
    w = mg.tensor(at, dtype=mg.float64, requires_grad=True)
    try:
        y = call(f, w)
    except LearnerError:  # perhaps a matrix of its own, which is float32
        w = mg.tensor(at, requires_grad=True)
        y = call(f, w)
    if y is None:
        return NOTHING
    if not getattr(y, "requires_grad", False):
        return (
            "The result of `f` wasn't computed from `w`, or its link to `w` was cut along the way."
        )
    if y.numel() != 1:
        return "`f` has to return a single number, the loss."
    slopes = np.array(mg.autograd.grad(y.sum(), w)[0].tolist())
    H = np.array(mg.autograd.functional.hessian(lambda w: call(f, w).sum(), w).tolist())
    if not np.isfinite([*slopes, *H.ravel()]).all():
        return "At this point, a slope or a curvature is infinite or nan. Choose another point."
    scale = float(np.abs(H).max())  # a small surface is judged like a large one
    if np.abs(slopes).max() > 1e-6 * min(1.0, scale or 1.0):
        return f"The slopes at this point are {short(slopes.tolist())}. Both have to be 0."
    if H.diagonal().min() <= 0:
        diagonal = short(H.diagonal().tolist())
        return (
            "The surface has to curve upward along each individual weight. The diagonal is "
            f"{diagonal}."
        )
    eigenvalues, ways = np.linalg.eigh(H)
    least = float(eigenvalues[0])
    rounding = scale * (1e-6 if w.dtype == mg.float32 else 1e-12)
    if abs(least) <= rounding:
        beside = (mg.tensor(np.add(at, t * ways[:, 0]).tolist()) for t in (-0.1, 0.1))
        if min(call(f, w).item() for w in beside) < y.item() - rounding:
            return None  # flat at the point, and downward next to it
        return (
            "The surface is flat in one direction, because the smallest eigenvalue is 0. "
            "We want a direction that goes *down*."
        )
    if least > 0:
        if H[0, 1] == 0:
            return (
                "That's a minimum, because at this point, neither slope changes with the other "
                "weight. Add a product of the two weights."
            )
        return (
            f"That's a minimum, because the smallest eigenvalue is {least:.3g}. Give the product "
            "of the two weights a larger factor."
        )
    return None


EXERCISES = (second, largest, nudged, penalty, saddle)
