"""The exercises of chapter 3: each judge runs the answer and finds the hint that fits."""

from collections.abc import Callable, Sequence
from typing import Any

from minigrad.course.checking import call, exercise, library_of, precise, same

from ..checking.attempt import WrongKind

POINTS = ([1.0, 2.0, 6.0], [-2.0, 0.5, 3.0, 0.0], [4.0, -1.0])


def cubed(x: Sequence[float], m: float) -> list[float]:
    """The gradient of the sum of (x − m)³, with m a constant."""
    return [3 * (value - m) ** 2 for value in x]


def mean(x: Sequence[float]) -> float:
    return sum(x) / len(x)


# The gradient that is wanted, and those that come out where something else is a constant.
CONSTANT: list[tuple[Callable[[Sequence[float]], Any], str]] = [
    (lambda x: cubed(x, mean(x)), ""),
    (
        lambda x: [g - mean(cubed(x, mean(x))) for g in cubed(x, mean(x))],
        (
            "The gradient still flows back through `m` as well, and subtracts something "
            "everywhere. (`m.detach()` leaves `m` as it is and gives a new tensor: `m = ...`.)"
        ),
    ),
    (
        lambda x: [-mean(cubed(x, mean(x)))] * len(x),
        "That is what flows back through `m` alone: the constant was to be `m`, not `x`.",
    ),
    (lambda x: cubed(x, 3.0), "Right where the mean is 3. Other numbers have another mean."),
    (
        lambda x: cubed(x, sum(x) / 3),
        "Right for three numbers. The check gives two and four as well: `mean()` counts them.",
    ),
    (lambda x: cubed(x, sum(x)), "A constant it is, but it is the sum. The mean is wanted."),
    (lambda x: cubed(x, 0.0), "A constant it is, but it is 0. The mean is wanted."),
    (lambda x: cubed(x, x[0]), "A constant it is, but it is the first number, not the mean."),
    (lambda x: [0.0] * len(x), "Zeros: `x - m` is 0 everywhere. `m` is one number, the mean."),
    (lambda x: sum((v - mean(x)) ** 3 for v in x), "That is the value. `return x.grad`."),
]


BY_HAND = "The right numbers, by a formula of your own. Let `backward()` find them: fill the blank."


@exercise(
    "constant",
    keep="A value without its past is a constant in the gradient. `detach()` gives it as a tensor, "
    "`item()` as a number, and what is computed under `no_grad()` never had a past.",
    hints=[
        "`m` has to be the mean of `x`, as a number that remembers nothing of `x`.",
        "Compute the mean as usual, and take the detached tensor of it.",
        "`x.mean().detach()`.",
    ],
    meanings=[
        (
            r"flags of leaf variables",
            "`x.mean()` is no leaf, and only a leaf is switched off. One tensor is detached.",
        ),
        (
            r"does not require grad",
            "Nothing is tracked any more: is `x` off, or does a block reach too far?",
        ),
        (
            r"'Tensor' and '(function|no_grad|type)'",
            "`no_grad()` takes no value: `with mg.no_grad():`, and `m = x.mean()` indented below.",
        ),
        (
            r"could not infer output dtype",
            "These are whole numbers, and typed in. The check gives other `x`: ask `x` itself.",
        ),
        (
            r"^IndexError",
            "The check also gives an `x` of two numbers, and one of four: `mean()` takes them all.",
        ),
    ],
)
def constant(gradient: Callable[..., Any]) -> str | None:
    mg = library_of(gradient)
    leaves = [mg.tensor(x, requires_grad=True) for x in POINTS]
    arrived: list[Any] = []
    leaves[0].register_hook(arrived.append)
    results = [call(gradient, leaf) for leaf in leaves]
    if results[0] is None:
        return "`None` came back: does a backward pass reach `x`, and is `x.grad` returned?"
    for gives, hint in CONSTANT:
        if same(results, [gives(x) for x in POINTS]):
            return hint or (None if arrived else BY_HAND)
    rights = [cubed(x, mean(x)) for x in POINTS]
    x, comes, right = next(t for t in zip(POINTS, results, rights, strict=True) if not same(*t[1:]))
    return f"From {x} comes {precise(comes)}; with m = {mean(x):g}, 3(x − m)² is {precise(right)}."


@exercise(
    "step",
    keep="A step changes the leaf itself, in place and unrecorded: "
    "`with mg.no_grad(): w -= lr * w.grad`.",
    hints=[
        "Ask what comes back: is it `w` itself, `is_leaf`, `requires_grad`?",
        "`w = w - ...` gives the name `w` to a new tensor. Which line changes the old one?",
        "`w -= lr * w.grad`, inside the block; then `return w`.",
    ],
    meanings=[
        (
            r"a leaf Variable that requires grad",
            "The right line, but recorded. Which block keeps it out of the record?",
        ),
        (r"(attribute|name) 'no_grad'", "It is the package's: `with mg.no_grad():`."),
        (
            r"'NoneType'",
            "What `detach()` or `clone()` gives is another tensor. Only `w` has the gradient.",
        ),
    ],
)
def step(move: Callable[..., Any]) -> str | None:
    mg = library_of(move)
    for start, lr in ((1.0, 0.1), ([3.0, -2.0], 0.5)):
        w = mg.tensor(start, requires_grad=True)
        earlier = (w * w).sum()  # which saved `w` as it is now
        ((w - 10) ** 2).sum().backward()
        old, g = w.detach().clone(), w.grad.clone()
        result = call(move, w, lr)
        if result is None:
            return "Nothing came back, and the program goes on with what `step` returns."
        if not hasattr(result, "is_leaf"):
            return f"A tensor is wanted, and `{type(result).__name__}` came back."
        right = old - lr * g
        if not same(result, right):
            if not same(w.grad, g):
                return "`w.grad` has changed. A step goes by the gradient it finds, and moves `w`."
            for wrong, why in (
                (g, "That is the gradient. `return w`."),
                (-lr * g, "`=-` gives `w` that value, with a minus. To take it away is `-=`."),
                (old, "`w` is where it was. `w - ...` computes a new tensor; who keeps it?"),
                (old + lr * g, "Uphill: a gradient points to where the loss rises."),
                (old - g, "A step of the whole gradient: where is `lr`?"),
                (old - 0.1 * g, "A step of 0.1 times the gradient, whatever `lr` says."),
            ):
                if same(result, wrong):
                    return why
            return (
                f"At w = {precise(old)} the gradient is {precise(g)}. With lr = {lr} a step leads "
                f"to {precise(right)}; yours leads to {precise(result)}."
            )
        if hint := what_came_back(w, result, moved=not same(w, old)):
            return hint
        w.grad = None
        try:
            earlier.backward()
        except RuntimeError:
            continue  # noticed
        return (
            "The step is right, and hidden: a graph that had saved `w` goes backward as if nothing "
            "had happened. `.data` does that."
        )
    return None


def what_came_back(w: Any, result: Any, *, moved: bool) -> str | None:
    """What is wrong with a tensor that has the right numbers."""
    if result is w:
        off = "`w` has moved, but is not tracked any more: switched off, and not on again."
        return None if w.requires_grad else off
    if moved:
        return "`w` has moved, but another tensor came back: `return w` itself."
    if result.requires_grad and not result.is_leaf:
        return f"The result of an operation came back, {result.grad_fn.name()}: no leaf any more."
    if not result.requires_grad:
        return "A new tensor came back, which is not tracked: the next loss has no graph."
    return "A new leaf came back. The given one has not moved, and whoever holds it sees no step."


SETTINGS = ((0.5, 2.0, 1.0, [1.0, 3.0]), (-1.5, 0.5, 0.25, [2.0, 0.0, -1.0]))


@exercise(
    "parts",
    keep="A parameter whose `.grad` stays `None` is cut off: follow its value to the loss.",
    hints=[
        "Follow the value of `w` through the lines. After which of them is there no `grad_fn`?",
        "There are two cuts. The last one cuts off `s`, and `w` with it.",
        "Neither `.data` nor the block with `no_grad()` belongs between a parameter and its loss.",
    ],
)
def parts(loss: Callable[..., Any]) -> str | None:
    mg = library_of(loss)
    for w, s, b, x in SETTINGS:
        parameters = {
            n: mg.tensor(v, requires_grad=True) for n, v in zip("wsb", (w, s, b), strict=True)
        }
        result = call(loss, *parameters.values(), mg.tensor(x))
        out = [s * w * value + b for value in x]
        if result is None:
            return "Nothing came back: `return` the loss."
        if not same(result, sum(o * o for o in out)):
            was = f"{sum(o * o for o in out):g}"
            return f"The loss itself is another one now: {precise(result)}, where it was {was}."
        if not getattr(result, "requires_grad", False):
            return "What came back has the right value, and no graph: nothing can learn from it."
        call(result.backward)
        right = {
            "w": sum(2 * o * s * value for o, value in zip(out, x, strict=True)),
            "s": sum(2 * o * w * value for o, value in zip(out, x, strict=True)),
            "b": sum(2 * o for o in out),
        }
        grads = {name: parameter.grad for name, parameter in parameters.items()}
        if hint := PARTS.get("".join(name for name, g in grads.items() if g is None)):
            return hint
        for name, gradient in grads.items():
            if not same(gradient, right[name]):
                case = f"`{name}.grad` is {precise(gradient)}, and by differences {right[name]:g}"
                return f"All three learn, but {case}: is there a part of the way that is cut?"
    return None


# By the parameters without a gradient.
PARTS = {
    "ws": "`b` learns, `w` and `s` do not. Which is the last line that is not recorded?",
    "w": "`s` learns again. `w` does not: what does the first line hand on?",
    "s": "`w` learns again, and `s` does not: is `s` itself taken as a plain number?",
    "b": "`w` and `s` learn, and `b` has lost its gradient.",
    "wsb": "None of the three has a gradient: a forced flag makes a leaf of a loss.",
    "sb": "Only `w` learns now.",
    "wb": "Only `s` learns now.",
}


@exercise(
    "disproof",
    keep="`detach()` shares memory. `x.detach().clone()` has its own, and nothing you do to it "
    "reaches `x`.",
    hints=[
        "`y` and `x` are the same memory. Which change of `y` is one of `x`, too?",
        "The gradient is disturbed only if its node had saved `x`: which operations do?",
        "`(x * x).sum()` saves `x`, and `y += 1` changes it.",
    ],
)
def disproof(loss: Callable[..., Any], disturb: Callable[..., Any]) -> str | None:
    mg = library_of(loss, disturb)

    def run(*, disturbed: bool) -> tuple[Any, Any]:
        x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
        result = call(loss, x)
        if result is None:
            raise WrongKind("Nothing came back: `return` the loss.")
        if not getattr(result, "requires_grad", False):
            raise WrongKind("`loss(x)` is not tracked: compute it from `x`, and return it.")
        if result.numel() != 1:
            raise WrongKind("`loss(x)` is several numbers, and a loss is one: add `.sum()`.")
        if disturbed:
            call(disturb, x.detach())
        try:
            result.sum().backward()
        except RuntimeError as error:
            return str(error), x
        return x.grad, x

    calm, x = run(disturbed=False)
    if isinstance(calm, str):
        return f"`loss(x)` cannot go backward, even undisturbed: {calm.splitlines()[0]}"
    if calm is None:
        return "The loss does not depend on the `x` it is given: no gradient reaches it."
    after, changed = run(disturbed=True)
    if isinstance(after, str) or not same(after, calm):
        return None
    if same(changed, x):
        return "`y` was not changed: does `disturb` make a new tensor? A name with `_` writes."
    return "`x` has changed with `y`, and the gradient is right: this loss had not saved `x`."


EXERCISES = (constant, step, parts, disproof)
