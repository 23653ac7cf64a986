"""The exercises for chapter 3, each with a judge that runs the answer and picks a hint."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from minigrad.course.checking import call, call_in_place, exercise, library_of, precise, same

from ..checking.attempt import LearnerError, WrongKind

POINTS = ([1.0, 2.0, 6.0], [-2.0, 0.5, -3.0, 0.0], [4.0, -1.0])  # one has a negative mean


def cubed(x: Sequence[float], m: float) -> list[float]:
    """Return the gradient of the sum of (x − m)³, with m held constant."""
    return [3 * (value - m) ** 2 for value in x]


def mean(x: Sequence[float]) -> float:
    return sum(x) / len(x)


# The correct gradient, then those you get when something else is held constant.
CONSTANT: list[tuple[Callable[[Sequence[float]], Any], str]] = [
    (lambda x: cubed(x, mean(x)), ""),
    (
        lambda x: [g - mean(cubed(x, mean(x))) for g in cubed(x, mean(x))],
        (
            "Part of the gradient still flows back through `m`, and that part subtracts the same "
            "amount from every entry. If you did call `m.detach()`, use what it returns, because "
            "`m` itself stays tracked."
        ),
    ),
    *(
        (
            lambda x, share=share: [
                g - share * sum(cubed(x, share * sum(x))) for g in cubed(x, share * sum(x))
            ],
            (
                "Part of the gradient still flows back through `m`, because `m` is computed from "
                f"`x`, which is tracked. Besides, {instead}"
            ),
        )
        for share, instead in (
            (1 / 3, "3 is right only for three numbers: `mean()` counts them for you."),
            (1.0, "`m` should be the mean, and not the sum."),
        )
    ),
    (
        lambda x: [-mean(cubed(x, mean(x)))] * len(x),
        (
            "That's only the part of the gradient that flows back through `m`. Hold `m` "
            "constant, not `x`."
        ),
    ),
    (
        lambda x: cubed(x, mean(POINTS[0])),
        f"That's right only if the mean is {mean(POINTS[0]):g}. Other numbers have another mean.",
    ),
    (
        lambda x: cubed(x, sum(x) / 3),
        (
            "That's right only for three numbers. The check also passes two numbers and "
            "four: `mean()` counts them for you."
        ),
    ),
    (
        lambda x: cubed(x, sum(x)),
        ("You do subtract a constant, but that constant is the sum. Subtract the mean."),
    ),
    (
        lambda x: cubed(x, 0.0),
        ("You do subtract a constant, but that constant is 0. Subtract the mean."),
    ),
    (
        lambda x: cubed(x, x[0]),
        ("You do subtract a constant, but that constant is the first number. Subtract the mean."),
    ),
    (
        lambda x: [0.0] * len(x),
        "You get zeros, because `x - m` is 0 everywhere. `m` should be a single number, the mean.",
    ),
    (
        lambda x: sum((v - mean(x)) ** 3 for v in x),
        "That's the value of the sum. Return its gradient: `return x.grad`.",
    ),
]


BY_HAND = (
    "The numbers are right, but nothing arrived at the `x` that was passed in. Did you use a "
    "formula of your own, or make another leaf? Let `backward()` find the gradient of this `x`."
)


@exercise(
    "constant",
    keep=(
        "A value without a history counts as a constant in the backward pass. `detach()` "
        "returns it as a tensor, `item()` returns it as a number, and under `no_grad()` it "
        "never gets a history in the first place."
    ),
    hints=[
        "The gradient reaches `x` along two paths. Which one leads through `m`?",
        "Which method cuts a tensor off from its graph?",
        "`x.mean().detach()`.",
    ],
    meanings=[
        (
            r"flags of leaf variables",
            (
                "`x.mean()` isn't a leaf, and you can turn off tracking only for leaves. Detach it "
                "instead."
            ),
        ),
        (
            r"does not require grad",
            (
                "Nothing is tracked anymore. Did you turn off tracking for `x`, or does "
                "your `with` block cover too many lines?"
            ),
        ),
        (
            r"'Tensor' object has no attribute 'no_grad'",
            (
                "`no_grad` isn't a tensor method. Use it to open a block, `with mg.no_grad():`. "
                "For a single value, use `.detach()`."
            ),
        ),
        (
            r"'Tensor' and '(function|no_grad|type)'",
            (
                "`no_grad()` doesn't take a value. Write `with mg.no_grad():`, and indent "
                "`m = x.mean()` below it."
            ),
        ),
        (
            r"could not infer output dtype",
            (
                "You typed in the numbers yourself, as integers. But the check calls your "
                "function with other values, so use `x`."
            ),
        ),
        (
            r"0-dim tensor",
            "The mean is already a single number, so leave out the `[0]`.",
        ),
        (
            r"Can't call numpy\(\) on Tensor",
            "`x` is tracked, so it can't meet an array. Use `detach()` without `numpy()`.",
        ),
        (
            r"'Tensor' object has no attribute",
            "A tensor has no such method. Which one in this chapter makes a constant?",
        ),
        (
            r"^IndexError",
            ("The check also passes an `x` of another length. `mean()` handles any length."),
        ),
    ],
)
def constant(gradient: Callable[..., Any]) -> str | None:
    mg = library_of(gradient)
    leaves = [mg.tensor(x, requires_grad=True) for x in POINTS]
    arrived: list[Any] = []
    leaves[0].register_hook(arrived.append)
    try:
        results = [call(gradient, leaf) for leaf in leaves]
    except LearnerError as stumbled:
        line, _, error = stumbled.shown.partition("\n")
        if "does not require grad" in error and re.search(r"[x)]\.detach\(\)", line):
            return "You detached `x` as well, so nothing is tracked anymore. Detach only `m`."
        raise
    if results[0] is None:
        return (
            "Your function returned `None`. Does a backward pass reach `x`, and do you return "
            "`x.grad`?"
        )
    for gives, hint in CONSTANT:
        if same(results, [gives(x) for x in POINTS]):
            return hint or (None if arrived else BY_HAND)
    rights = [cubed(x, mean(x)) for x in POINTS]
    x, comes, right = next(t for t in zip(POINTS, results, rights, strict=True) if not same(*t[1:]))
    return (
        f"For {x}, your function returns {precise(comes)}, but with {mean(x):g} held constant, "
        f"the gradient is {precise(right)}."
    )


@exercise(
    "step",
    keep="A step changes the leaf itself, in place and unrecorded: "
    "`with mg.no_grad(): w -= lr * w.grad`.",
    hints=[
        "Look at what `step` returns. Is it `w` itself? Is it a leaf? Does it require grad?",
        (
            "`w = w - ...` gives the name `w` to a new tensor. Which line changes the old tensor "
            "instead?"
        ),
        "Write `w -= lr * w.grad` inside the block, and then `return w`.",
    ],
    meanings=[
        (
            r"a leaf Variable that requires grad",
            (
                "That's the right line, but it's being recorded. Which block keeps it out of "
                "the record?"
            ),
        ),
        (
            r"(attribute|name) 'no_grad'",
            "`no_grad` is part of minigrad, so write `with mg.no_grad():`.",
        ),
        (
            r"'NoneType'",
            (
                "Did you clear `w.grad` before the step? Or is this another tensor, from "
                "`detach()` or `clone()`? Only the `w` that was passed in has the gradient."
            ),
        ),
    ],
)
def step(move: Callable[..., Any]) -> str | None:
    mg = library_of(move)
    # The second loss has other slopes than the chapter's, so that a formula for those is found out.
    for start, lr, power in ((1.0, 0.1, 2), ([3.0, -2.0], 0.5, 3)):
        w = mg.tensor(start, requires_grad=True)
        earlier = (w * w).sum()  # a node that saved the current value of `w`
        ((w - 10) ** power).sum().backward()
        old, g = w.detach().clone(), w.grad.clone()
        result = call_in_place(move, w, lr)
        if result is None:
            return (
                "Your `step` returned nothing, but the program needs its return value to continue."
            )
        if not hasattr(result, "is_leaf"):
            return f"Return a tensor. Your function returned `{type(result).__name__}`."
        right = old - lr * g
        cleared = w.grad is None or not w.grad.any()
        if not cleared and not same(w.grad, g):
            return "`w.grad` has changed. A step should only read the gradient and move `w`."
        if not same(result, right):
            for wrong, why in (
                (g, "That's the gradient. Return the weight: `return w`."),
                (
                    -lr * g,
                    (
                        "`=-` sets `w` to the negative of the value on the right. To subtract "
                        "that value, write `-=`."
                    ),
                ),
                (
                    old,
                    (
                        "`w` hasn't moved. `w - ...` computes a new tensor, but that tensor "
                        "isn't stored anywhere."
                    ),
                ),
                (
                    old + lr * g,
                    ("That's uphill: a gradient points in the direction in which the loss rises."),
                ),
                (old - g, "You subtracted the whole gradient. Where does `lr` come in?"),
                (
                    old - lr * 2 * (old - 10),
                    (
                        "You worked out the slope of one loss by hand. Use `w.grad`, which has "
                        "the slope of any loss."
                    ),
                ),
                (old - 0.1 * g, "You subtracted 0.1 times the gradient, whatever `lr` is."),
            ):
                if same(result, wrong):
                    return why
            return (
                f"At w = {precise(old)}, the gradient is {precise(g)}. With lr = {lr}, a "
                f"step leads to {precise(right)}, but yours leads to {precise(result)}."
            )
        if hint := result_hint(w, result, moved=not same(w, old)):
            return hint
        w.grad = None
        try:
            earlier.backward()
        except RuntimeError:
            continue  # an error reported the change
        return (
            "The step is right, but autograd can't see it: a graph that had saved `w` "
            "would run its backward pass as if nothing had changed. That's the danger of "
            "`.data`, and of NumPy arrays."
        )
    return None


def result_hint(w: Any, result: Any, *, moved: bool) -> str | None:
    """Return a hint about a tensor that has the right values but is wrong in some other way."""
    if result is w:
        off = (
            "`w` has moved, but it isn't tracked anymore. You switched tracking off and didn't "
            "switch it back on."
        )
        return None if w.requires_grad else off
    if moved:
        return "`w` has moved, but you returned another tensor. Return `w` itself."
    if not result.is_leaf:
        return (
            f"You returned the result of an operation, {result.grad_fn.name()}. It isn't a "
            "leaf anymore."
        )
    if not result.requires_grad:
        return "You returned a new tensor that isn't tracked, so the next loss has no graph."
    return (
        "You returned a new leaf. The leaf that was passed in hasn't moved. Under `no_grad()`, "
        "`w -= ...` moves it."
    )


SETTINGS = ((0.5, 2.0, 1.0, [1.0, 3.0]), (-1.5, -0.5, -0.25, [2.0, 0.0, -1.0]))


@exercise(
    "parts",
    keep=(
        "If a parameter's `.grad` stays `None`, the parameter is cut off from the loss. To "
        "find the cut, follow its value to the loss."
    ),
    hints=[
        "Follow the value of `w` line by line. After which line has it lost its `grad_fn`?",
        "There are two cuts. Which parameters does each of them cut off?",
        "Leave out `detach()` and `no_grad()`.",
    ],
    meanings=[
        (
            r"unsupported operand.*'NoneType'",
            "One side is `None`. A method such as `retain_grad()` returns nothing.",
        ),
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
        if result is None and any(p.grad is not None for p in parameters.values()):
            return (
                "Your function returned `None`, which is what `backward()` returns. "
                "Return the loss itself, because the check calls `backward()` on it."
            )
        if isinstance(result, tuple):
            return "You returned several values. Return only the loss: the check goes backward."
        if result is None:
            return "Your function returned nothing. It should return the loss."
        if not same(result, sum(o * o for o in out)):
            was = f"{sum(o * o for o in out):g}"
            changed = f"The loss itself has changed. It was {was}, and now it's {precise(result)}."
            return f"{changed} {hint_about_loss(loss, mg)}".rstrip()
        if not getattr(result, "requires_grad", False):
            return "Your loss has the right value but no graph, so nothing can learn from it."
        call(result.backward)
        right = {
            "w": sum(2 * o * s * value for o, value in zip(out, x, strict=True)),
            "s": sum(2 * o * w * value for o, value in zip(out, x, strict=True)),
            "b": sum(2 * o for o in out),
        }
        grads = {name: parameter.grad for name, parameter in parameters.items()}
        without = "".join(name for name, g in grads.items() if g is None)
        if "w" in without and has_other_leaf(result, parameters.values()):
            return FORCED
        if hint := PARTS.get(without):
            return hint
        for name, gradient in grads.items():
            if not same(gradient, right[name]):
                case = f"`{name}.grad` is {precise(gradient)} instead of {right[name]:g}"
                return f"All three learn, but {case}. Is part of the path still cut?"
    return None


# Losses that miss a part of the original, each with a hint.
LOSSES: list[tuple[Callable[[float, float, float, list[float]], Any], str]] = [
    (lambda w, s, b, x: [(s * w * v + b) ** 2 for v in x], "Where is `.sum()`?"),
    (
        lambda w, s, b, x: sum((s * w * v + b) ** 2 for v in x) / len(x),
        "It should be the sum, not the mean.",
    ),
    (lambda w, s, b, x: sum(s * w * v + b for v in x), "Where is the square?"),
    (lambda w, s, b, x: sum((w * v + b) ** 2 for v in x), "Where is `s`?"),
    (lambda w, s, b, x: sum((s * v + b) ** 2 for v in x), "Where is `w`?"),
    (lambda w, s, b, x: sum((s * w * v) ** 2 for v in x), "Where is `b`?"),
]


def hint_about_loss(loss: Callable[..., Any], mg: Any) -> str:
    """Return a hint about the missing part of a loss, or an empty string."""
    results = [call(loss, *(mg.tensor(value) for value in setting)) for setting in SETTINGS]
    for gives, hint in LOSSES:
        if same(results, [gives(*setting) for setting in SETTINGS]):
            return hint
    return ""


FORCED = (
    "`requires_grad_()` only starts a new record. It turns the tensor into a leaf, which "
    "collects the gradient itself, but the path from that leaf back to `w` is still cut. Don't "
    "make the cut in the first place."
)


def has_other_leaf(result: Any, parameters: Iterable[Any]) -> bool:
    """Return whether the graph of a result leads to a leaf other than the parameters."""
    known = {id(parameter) for parameter in parameters}
    nodes = [result.grad_fn] if result.grad_fn is not None else []
    for node in nodes:  # the list grows during the loop
        leaf = getattr(node, "variable", None)
        if leaf is not None and id(leaf) not in known:
            return True
        nodes += [n for n, _ in node.next_functions if n is not None]
    return False


# Keyed by the parameters that have no gradient.
PARTS = {
    "ws": "`b` learns, but `w` and `s` don't. What's the last line that isn't recorded?",
    "w": (
        "`s` learns again, but `w` doesn't. What does the first line pass on to the rest of the "
        "code?"
    ),
    "s": "`w` learns again, but `s` doesn't. Do you use `s` as a plain number?",
    "b": "`w` and `s` learn, but `b` has lost its gradient.",
    "wsb": (
        "None of the three parameters has a gradient. If you force `requires_grad` to `True`, the "
        "loss becomes a leaf."
    ),
    "sb": "Now only `w` learns.",
    "wb": "Now only `s` learns.",
}


UNCHANGED = (
    "The values in `y` haven't changed. Does `disturb` make a new tensor? To write into "
    "`y`, use `y += 1`, or a method such as `y.zero_()`."
)
OWN_ERROR = (
    "An error that your own code raises doesn't count. Have `disturb` change `y`, so that "
    "the backward pass raises an error or gives different numbers."
)
IN_DISTURB = (
    "That error is raised in `disturb` itself, before the backward pass, so it doesn't count. Have "
    "`disturb` change the values in `y`."
)
IN_PLACE = "The names of in-place methods end with an underscore, as in `y.zero_()`."


def meaning(error: str) -> str:
    """Explain an error that `disturb` raises."""
    return f"{IN_PLACE} {IN_DISTURB}" if "has no attribute" in error else IN_DISTURB


FLAG = (
    "`requires_grad_()` changes a flag of `y`, but none of its values. To write into `y`, "
    "use `y += 1`, or a method such as `y.zero_()`."
)


@exercise(
    "disproof",
    keep=(
        "`x.detach()` shares memory with `x`. `x.detach().clone()` has memory of its own, so "
        "nothing you do to it reaches `x`."
    ),
    hints=[
        "`y` and `x` share the same memory. Which kind of change to `y` also changes `x`?",
        "The gradient is affected only if a node has saved `x`. Which operations save it?",
        "`(x * x).sum()` saves `x`, and `y += 1` changes it.",
    ],
)
def disproof(loss: Callable[..., Any], disturb: Callable[..., Any]) -> str | None:
    mg = library_of(loss, disturb)

    flagged = written = False

    def run(*, disturbed: bool) -> tuple[Any, Any]:
        nonlocal flagged, written
        x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
        result = call(loss, x)
        if result is None:
            raise WrongKind("Your function returned nothing. It should return the loss.")
        if not getattr(result, "requires_grad", False):
            raise WrongKind("`loss(x)` isn't tracked. Compute the loss from `x` and return it.")
        if result.numel() != 1:
            raise WrongKind(
                "`loss(x)` returns more than one number, but a loss is a single number. Add "
                "`.sum()`."
            )
        if disturbed:
            y = x.detach()
            try:
                call_in_place(disturb, y)
            except LearnerError as stumbled:
                if stumbled.shown.lstrip().startswith("raise"):
                    raise WrongKind(OWN_ERROR) from None
                raise WrongKind(f"{stumbled.shown}\n{meaning(stumbled.error)}") from None
            flagged, written = y.requires_grad, y._version > 0
        try:
            result.sum().backward()
        except RuntimeError as error:
            return str(error), x
        return x.grad, x

    calm, x = run(disturbed=False)
    if isinstance(calm, str):
        return (
            f"The backward pass from `loss(x)` fails even without `disturb`: {calm.splitlines()[0]}"
        )
    if calm is None:
        return "The loss doesn't depend on its argument `x`, so no gradient reaches it."
    after, changed = run(disturbed=True)
    untouched = same(changed, x) and not written
    if not untouched and (isinstance(after, str) or not same(after, calm)):
        return None
    if isinstance(after, str):
        return "The backward pass fails, but not because of `y`, whose values haven't changed."
    if untouched:
        return FLAG if flagged else UNCHANGED
    return (
        "`x` has changed along with `y`, but the gradient is still right, because no node had "
        "saved `x`."
    )


EXERCISES = (constant, step, parts, disproof)
