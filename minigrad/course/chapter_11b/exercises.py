"""The exercises for chapter 11b, each with a judge that runs the answer and picks a hint."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from minigrad.course.checking import (
    call,
    call_in_place,
    exercise,
    library_of,
    numbers,
    same,
    short,
)
from minigrad.course.checking.values import RELATIVE

# Gradients left over in `.grad`, and the state that is lost with an optimizer

# Both programs begin at w = 1. The loss of the first is w * w, and that of the second is 3 * w.
BEGIN, LR, KEPT = 1.0, 0.1, 0.9
OLD, SLOPE = 2 * BEGIN, 3.0
VELOCITY = KEPT * SLOPE + SLOPE


def _after(*steps: float) -> float:
    return BEGIN - LR * sum(steps)


ENDS = [_after(OLD, OLD), _after(SLOPE, SLOPE), _after(SLOPE, VELOCITY)]
FIRST = (
    (
        _after(OLD),
        (
            "That's where `w` is after the first step, but the old gradient is still there, so "
            "the second step also moves `w`."
        ),
    ),
    (
        _after(OLD, 2 * _after(OLD)),
        f"There was no second backward pass, so the old gradient, {OLD:g}, is used again.",
    ),
    (BEGIN, "The weight was frozen only after the first step, which had already moved it."),
    (_after(-OLD, -OLD), "A step goes against the gradient, so `w` falls."),
)
SECOND = (
    (
        _after(SLOPE),
        (
            "That's where `w` is after one step. The new optimizer also takes a "
            "step, with the same gradient."
        ),
    ),
    (
        _after(SLOPE, VELOCITY),
        "That's where `w` ends up without the fifth line. A new optimizer has no velocity.",
    ),
    (
        _after(SLOPE, KEPT * SLOPE),
        (
            f"The new optimizer begins with the gradient itself: its velocity is {SLOPE:g}, not "
            f"{KEPT:g} · {SLOPE:g}."
        ),
    ),
)
THIRD = (
    (
        _after(SLOPE, SLOPE),
        f"The velocity carries over: it's {KEPT} times {SLOPE:g}, plus {SLOPE:g}.",
    ),
    (
        _after(SLOPE, KEPT * SLOPE),
        f"The second step uses {KEPT} times the old velocity *plus* the gradient.",
    ),
    (_after(SLOPE), "That's after one step."),
    (
        _after(SLOPE, SLOPE + SLOPE),
        f"The old velocity is multiplied by {KEPT} before the gradient is added.",
    ),
    (
        BEGIN - VELOCITY,
        "You subtracted the velocity, but the step is the learning rate times the velocity.",
    ),
)


@exercise(
    "leftovers",
    keep="Clear `.grad` when you freeze a weight, and save the optimizer's state with the weights.",
    hints=[
        (
            "Does an optimizer check whether a weight is tracked? What does a new optimizer "
            "remember?"
        ),
        "Which gradients are still there at the second step?",
        "The answers are 0.6, 0.4, and 1 − 0.3 − 0.57.",
    ],
)
def leftovers(ends: Any) -> str | None:
    ends = numbers(ends)
    if not isinstance(ends, list | tuple) or len(ends) != 3:
        return "Write three numbers."
    tables = (FIRST, SECOND, THIRD)
    for place, (given, right, table) in enumerate(zip(ends, ENDS, tables, strict=True)):
        try:
            end = float(given)
        except (TypeError, ValueError):
            if "error" in str(given).casefold():
                return "Neither program raises an error. Where does `w` end up?"
            return f"Entry {place + 1} should be a number."
        if same(end, right):
            continue
        name = ("first program", "second program", "second program without its fifth line")[place]
        reason = next((hint for wrong, hint in table if same(end, wrong)), "")
        otherwise = (
            f"{short(end)} is not where `w` ends up. Write down `w`, its gradient, and any "
            "velocity after each line."
        )
        return f"The {name}: {reason or otherwise}"
    return None


# A result that is carried from round to round


def _rounds(w: float, numbers: list[float], reach: int | None = None) -> list[float]:
    """Return the gradient of each round's loss, traced through at most `reach` earlier rounds."""
    states, slopes = [0.0], []
    for at, x in enumerate(numbers):
        states.append(math.tanh(w * states[-1] + x))
        first = 0 if reach is None else max(0, at - reach)
        along = 0.0  # the slope of h along w
        for n in range(first, at + 1):
            along = (1 - states[n + 1] ** 2) * (states[n] + w * along)
        slopes.append(2 * (states[-1] - 1) * along)
    return slopes


class _Counted(list[Any]):
    """A list that counts how many of its entries a loop has consumed."""

    taken = 0

    def __iter__(self) -> Iterator[Any]:
        for entry in super().__iter__():
            self.taken += 1
            yield entry


CARRIED = [(0.5, [0.5, 0.2, 0.1]), (-1.5, [1.0, -0.3, 0.4, 0.2])]


@exercise(
    "carried",
    keep=(
        "Detach any value that you carry from one round into the next, or the graph grows forever."
    ),
    hints=[
        "Which tensor from round 1 is still used in round 2?",
        (
            "That tensor should count as a constant. Which method returns a tensor without its "
            "history?"
        ),
        "Write `h.detach()` where a new round uses the old `h`.",
    ],
    meanings=[
        (
            r"second time",
            (
                "The graph still leads back into the previous round, through `h`. If you cut `h` "
                "off, use the result: `h.detach()` returns a new tensor, and leaves `h` "
                "unchanged."
            ),
        ),
        (
            r"does not require grad",
            (
                "You cut too much, so no path leads from the loss to `w`. Cut off only the `h` "
                "that comes from the round before."
            ),
        ),
    ],
)
def carried(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    for start, inputs in CARRIED:
        w = mg.tensor(start, requires_grad=True)
        result = call(answer, w, given := _Counted(inputs))
        own = _rounds(start, inputs, reach=0)
        if result is None and w.grad is None:
            return "`w` received no gradient, and your function returned nothing."
        if result is None:
            return "Your function returned nothing. Return `w.grad`."
        if same(result, sum(own)):
            continue
        if given.taken == 1:
            return "Your `return` is inside the loop, so the function ends after the first round."
        for wrong, hint in (
            (
                sum(_rounds(start, inputs)),
                (
                    "The gradient of each loss flows back through all previous rounds. It should "
                    "flow back only through its own round."
                ),
            ),
            (
                _rounds(start, inputs)[-1],
                "That's the gradient of the last loss, through all rounds.",
            ),
            (own[-1], "That's the gradient of the last round. Return the sum over all rounds."),
            (
                sum(_rounds(start, [x])[0] for x in inputs),
                (
                    "In your code, every round starts from 0, but the value of `h` should still "
                    "be carried over."
                ),
            ),
            (start, "That's `w` itself. Return `w.grad`."),
            (sum(own) / len(inputs), "That's the mean over the rounds. Return the sum."),
        ):
            if same(result, wrong):
                return hint
        return (
            f"For w = {start}, your function returns {short(result)}. It should return "
            f"{sum(own):.4f}."
        )
    return None


# A branch that isn't taken

PLACES = [-4.0, -1.0, 0.0, 0.25, 1.0, 4.0, 1e-8]
ROOTS = [0.0, 0.0, 0.0, 0.5, 1.0, 2.0, 1e-4]
SLOPES = [0.0, 0.0, 0.0, 1.0, 0.5, 0.25, 5000.0]


def _near(values: Any, expected: list[float]) -> bool:
    """Return whether the values are right to within 0.001, the error of small square roots."""
    return all(abs(a - b) < 1e-3 for a, b in zip(numbers(values), expected, strict=True))


@exercise(
    "root",
    keep=(
        "Repair the input to a dangerous operation. By the time you fix its output, it's too late."
    ),
    hints=[
        "Which numbers has `sqrt` already seen when `where` picks?",
        "Write `safe = mg.where(x > 0, x, 1.0)`, and then take the square root of `safe`.",
    ],
    meanings=[
        (
            r"ambiguous",
            "`if` decides once, for the whole tensor. `mg.where` decides for each number.",
        ),
    ],
)
def root(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    x = mg.tensor(PLACES, requires_grad=True)
    result = call(answer, x)
    if result is None:
        return "Your function returned nothing. Is there a `return`?"
    if not hasattr(result, "shape") or tuple(result.shape) != (len(PLACES),):
        return (
            f"For {len(PLACES)} numbers, your function returns {short(result)}. Return a square "
            "root for each number."
        )
    if bool(mg.isnan(result).any()):
        return "There's a nan among your values now. Keep the `where` after `sqrt` as well."
    if same(result, [abs(place) ** 0.5 for place in PLACES]):
        return "That's the square root of the distance from 0. Below 0, the values have to be 0."
    if same(result, [1.0 if place <= 0 else place**0.5 for place in PLACES]):
        return (
            "Where `x` isn't positive, your function returns 1. Use a second "
            "`where` to put a 0 there. It has to test the original `x`, so give the "
            "repaired tensor a different name."
        )
    if not _near(result, ROOTS):
        return f"At {PLACES}, your function returns {short(result)}. It should return {ROOTS}."
    if not math.isclose(result[-1].item(), ROOTS[-1], rel_tol=1e-2):
        return (
            f"At {PLACES[-1]}, your function returns {short(result[-1])}, but the square root is "
            f"{ROOTS[-1]}. Don't change values that are positive, and don't add anything to them."
        )
    if not result.requires_grad:
        return (
            "The values are right, but they're cut off from `x`, so no gradient can reach `x`. "
            "Leave out `detach()` and `no_grad()`."
        )
    result.sum().backward()
    if same(x.grad, SLOPES):
        return _late_repair(mg, answer, x) or _root_far_out(mg, answer)
    if bool(mg.isnan(x.grad).any()):
        return (
            f"The values are right, but the gradient still contains nan: {short(x.grad)}. Which "
            "values does `sqrt` see?"
        )
    if bool(mg.isinf(x.grad).any()):
        return (
            f"The values are right, but the gradient is {short(x.grad)}. `sqrt` still sees 0, "
            "where its slope is infinite."
        )
    if same(x.grad[:-1], SLOPES[:-1]):
        return (
            f"At {PLACES[-1]}, the gradient is {short(x.grad[-1])}. It should be {SLOPES[-1]:g}. "
            "Replace only values that aren't positive."
        )
    return f"At {PLACES}, the gradient is {short(x.grad)}. It should be {SLOPES}."


def _late_repair(mg: Any, answer: Callable[..., Any], x: Any) -> str | None:
    """Return a hint if the backward pass computes a nan that something takes away afterward."""
    x.grad = None
    (x * float("nan")).sum().backward()
    if not bool(mg.isnan(x.grad).all()):
        return (
            "Your hook stays on the caller's `x`, and hides every later nan, also one that has "
            "nothing to do with your function. Repair what `sqrt` sees instead."
        )
    result = call(answer, mg.tensor(PLACES, requires_grad=True))
    try:
        with mg.autograd.detect_anomaly():
            result.sum().backward()
    except RuntimeError:
        return (
            "The gradient is right, but there's a nan on its way, which anomaly mode finds: `sqrt` "
            "still sees 0, and 0 times an infinite slope is nan. Put a positive number there."
        )
    return None


def _root_far_out(mg: Any, answer: Callable[..., Any]) -> str | None:
    """Check the root of a tiny and of a huge number, in a table instead of a list."""
    for place in (1e-36, 1e20):
        x = mg.tensor([[place]], requires_grad=True)
        result = call(answer, x)
        result.sum().backward()
        for what, got, right in (
            ("value", result.item(), place**0.5),
            ("gradient", x.grad.item(), 0.5 / place**0.5),
        ):
            if not math.isclose(got, right, rel_tol=RELATIVE):
                return (
                    f"At {place:g}, the {what} is {got:.3g}, and it should be {right:.3g}. "
                    "Change only values that aren't positive."
                )
    return None


# Two optimizers

G, D, FORGER_RATE, CRITIC_RATE = 1.0, 2.0, 0.1, 0.15
NUMBERS = [(3.0, 1.0), (2.0, -1.0), (0.5, 2.0)]  # each round's two numbers


def _game(lines: str) -> list[float]:
    """Play some rounds; return the final `g` and `d`.

    Each letter stands for a line of the round. C and F are the passes of the critic and the forger,
    c and f are their steps, and s is the critic's step at the forger's rate. L is the critic's pass
    without the cut, O is the forger's pass with the critic's number, G is the forger's pass with
    `d` cut off, and X is the one with `g` cut off. + and - are passes with the wrong sign, and g
    and d clear a gradient.
    """
    g, d, at_g, at_d = G, D, 0.0, 0.0
    for one, other in NUMBERS:
        for line in lines:
            match line:
                case "C" | "L" | "+":
                    sign = -1 if line == "+" else 1
                    at_d += sign * g * one
                    at_g += d * one if line == "L" else 0.0
                case "F" | "G" | "O" | "X" | "-":
                    z, sign = (one if line == "O" else other), (1 if line == "-" else -1)
                    at_g += sign * d * z if line != "X" else 0.0
                    at_d += sign * g * z if line != "G" else 0.0
                case "c":
                    d -= CRITIC_RATE * at_d
                case "s":
                    d -= FORGER_RATE * at_d
                case "f":
                    g -= FORGER_RATE * at_g
                case "g":
                    at_g = 0.0
                case "d":
                    at_d = 0.0
    return [g, d]


GAMES = (
    ("LcFfgd", "The critic's loss still reaches `g`, as in `faulty`."),
    ("LcdFfg", "The critic's loss still reaches `g`. `critic.zero_grad()` clears only `d`."),
    ("LcFf", "The critic's loss still reaches `g`, and no gradient is ever cleared."),
    ("CcGf", "No gradient is ever cleared. Cutting off `d` doesn't clear the gradient of `g`."),
    ("CcFf", "No gradient is ever cleared, so each round adds to the previous one."),
    *(
        (
            lines,
            "The forger's pass also gives `d` a gradient, which is still there in the next round.",
        )
        for lines in ("CcFfg", "CcdFfg")
    ),
    ("CcFfd", "`g` isn't cleared, so each round adds to the old gradient."),
    (
        "CFcfgd",
        "The critic's step comes too late. By then, the forger's pass has added to `d.grad`.",
    ),
    (
        "CFcfg",
        "The critic's step comes too late. By then, the forger's pass has added to `d.grad`.",
    ),
    *(
        (lines, "Both passes come before the critic's step, so the forger sees the old `d`.")
        for lines in ("LFcfgd", "CGcfgd", "LGcfgd")
    ),
    ("FfgdCcgd", "The forger went first, but the critic should."),
    ("FfgdCcd", "The forger went first, but the critic should."),
    ("FfCcgd", "The critic should go first, before the forger's pass gives `d` a gradient."),
    (
        "CsFfgd",
        (
            f"`d` moves at the forger's rate, {FORGER_RATE:g}. The critic's rate is "
            f"{CRITIC_RATE:g}, and `critic.step()` uses it."
        ),
    ),
    ("CcOfgd", "The forger used `one`. It should start from `other`."),
    ("+c-fgd", "The signs are swapped: the critic *lowers* the score."),
    ("Cc-fgd", "In your code, both lower the score, but the forger should raise it."),
    (
        "LcXfgd",
        "You cut the forger's pass, which has to reach `g`. Cut the critic's pass instead.",
    ),
)


@exercise(
    "turn",
    keep=(
        "A backward pass adds a gradient to every leaf that it reaches. An optimizer moves only "
        "its own parameters."
    ),
    hints=[
        "Which of the two passes leaves a gradient where it doesn't belong?",
        "Where can you cut the graph, so that only `d` gets a gradient?",
        "`(d * (g * one).detach()).backward()`.",
    ],
)
def turn(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    g, d = (mg.tensor(start, requires_grad=True) for start in (G, D))
    forger = mg.optim.SGD([g], lr=FORGER_RATE)
    critic = mg.optim.SGD([d], lr=CRITIC_RATE)
    for one, other in NUMBERS:
        call_in_place(answer, g, d, one, other, forger, critic)
    ended, right = [g.item(), d.item()], _game("CcFfgd")
    if same(ended, right):
        return None
    for lines, hint in GAMES:
        if same(ended, _game(lines)):
            return hint
    unmoved = [name for name, at, start in zip("gd", ended, (G, D), strict=True) if at == start]
    if len(unmoved) == 2:
        return "Neither of them has moved."
    if unmoved:
        return (
            f"`{unmoved[0]}` hasn't moved. Is its path cut, is its backward pass or its step "
            "missing, or is its gradient cleared before the step?"
        )
    return (
        f"After three rounds, `g` is {ended[0]:.4f} and `d` is {ended[1]:.4f}. They should be "
        f"{right[0]:.4f} and {right[1]:.4f}."
    )


# An epoch in the wrong order

START, RATE, GAMMA, MOST = [1.0, -0.5, 0.3], 0.2, 0.5, 1.0  # two weights and a bias
BATCHES = [
    ([[1.0, 0.5], [2.0, -1.0]], [0.9, 2.9]),
    ([[0.5, 1.0]], [0.4]),
    ([[2.0, 0.5]], [5.0]),
]
EPOCHS = 2
TIMES = {
    "last": "",
    "first": "The scheduler still comes first, so the first rate is skipped.",
    "each": "The rate changes after each batch. It should change once, at the end.",
    "early": "The rate changes before each step. It should change once, after the loop.",
    "never": "The rate never changes. Where's the scheduler?",
}
CLIPS = {  # if the gradients are cleared in time, clipping after the step has no effect
    "before": "",
    "never": "The step doesn't use clipped gradients. Clip right after the backward pass.",
    "after": "Clipping still comes after the step, which is too late.",
    "each": (
        "You clip each value separately, which changes the direction of the step. "
        "`clip_grad_norm_` scales all the gradients by the same factor."
    ),
    "apart": (
        "You clip each parameter separately, so each gets a factor of its own, which changes the "
        "direction of the step. Pass all of them to one call: `model.parameters()`."
    ),
}
ZEROS = {
    "each": "",
    "once": "`zero_grad()` is called only once, so the gradients of all batches add up.",
    "never": "No gradient is ever cleared.",
}


def _trained(time: str, clip: str, zero: str) -> list[float]:
    """Train y = w x + b with the lines in the given order; return the parameters and the rate."""
    w, rate, grad = np.array(START), RATE, np.zeros(3)
    for _ in range(EPOCHS):
        rate *= GAMMA if time == "first" else 1
        grad *= zero != "once"
        for xs, ys in BATCHES:
            grad *= zero != "each"
            x, y = np.array([[*row, 1.0] for row in xs]), np.array(ys)
            grad += 2 * (x @ w - y) @ x / len(xs)
            factor = min(1.0, MOST / (np.sqrt((grad**2).sum()) + 1e-6))
            grad *= factor if clip == "before" else 1
            grad = grad.clip(-MOST, MOST) if clip == "each" else grad
            if clip == "apart":
                for part in (grad[:2], grad[2:]):
                    part *= min(1.0, MOST / (np.sqrt((part**2).sum()) + 1e-6))
            rate *= GAMMA if time == "early" else 1
            w -= rate * grad
            grad *= factor if clip == "after" else 1
            rate *= GAMMA if time == "each" else 1
        rate *= GAMMA if time == "last" else 1
    return [*w.tolist(), rate]


def _orders() -> Iterator[tuple[list[float], str]]:
    """Yield the outcome and the first mistake of each order, starting with the fewest mistakes."""
    orders = product(TIMES.items(), CLIPS.items(), ZEROS.items())
    for order in sorted(orders, key=lambda order: sum(bool(hint) for _, hint in order)):
        names, hints = zip(*order, strict=True)
        yield _trained(*names), next((hint for hint in hints if hint), "")


@exercise(
    "epoch",
    keep=(
        "Each batch needs `zero_grad()`, `backward()`, clipping, and `step()`. The scheduler "
        "comes at the end of each epoch."
    ),
    hints=[
        (
            "What does each step need to find in `.grad`? And which learning rate should the "
            "first step use?"
        ),
        (
            "In this order: `optimizer.zero_grad()`, `loss.backward()`, "
            "`mg.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)`, "
            "`optimizer.step()`, and outside the loop `scheduler.step()`."
        ),
    ],
    meanings=[
        (
            r"object is not iterable",
            "`clip_grad_norm_` needs the parameters, and not the model: `model.parameters()`.",
        ),
        (
            r"clip_grad_value_",
            (
                "That would clip each value separately. In this exercise, clip the norm, with "
                "`clip_grad_norm_`."
            ),
        ),
    ],
)
def epoch(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    model = mg.nn.Linear(2, 1)
    with mg.no_grad():
        model.weight.copy_(mg.tensor([START[:2]]))
        model.bias.copy_(mg.tensor(START[2:]))
    optimizer = mg.optim.SGD(model.parameters(), lr=RATE)
    scheduler = mg.optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=GAMMA)
    batches = [(mg.tensor(xs), mg.tensor(ys).reshape(-1, 1)) for xs, ys in BATCHES]
    step, steps = optimizer.step, 0

    def counted(*arguments: Any) -> Any:
        nonlocal steps
        steps += 1
        return step(*arguments)

    optimizer.step = counted
    for _ in range(EPOCHS):
        call(answer, model, optimizer, scheduler, given := _Counted(batches))
    if not model.training:
        return "After your function, the model is in evaluation mode. Leave out `model.eval()`."
    ended = [*numbers(model.weight)[0], *numbers(model.bias), optimizer.param_groups[0]["lr"]]
    for outcome, hint in _orders():
        if same(ended, outcome):
            return hint or None
    right = _trained("last", "before", "each")
    if given.taken == 1:
        return "Your loop ends after the first batch. Is there a `return` inside it?"
    if same(ended[:3], START):
        if not steps:
            return "Nothing moves, because `optimizer.step()` is missing."
        return "The gradients are cleared before the step, so nothing moves."
    if steps == EPOCHS:
        return "You take just one step in each epoch. Each batch needs a step, inside the loop."
    if not same(ended[3], right[3]):
        return (
            f"After {EPOCHS} epochs, the rate is {short(ended[3])}. It should be "
            f"{short(right[3])}, because the scheduler takes one step at the end of each epoch."
        )
    return (
        f"After {EPOCHS} epochs, the weights, the bias, and the rate are {short(ended)}. They "
        f"should be {short(right)}. Move lines of `faulty`, and leave their numbers as they are."
    )


# A tool


def _patients(mg: Any) -> Iterator[tuple[Any, Any, list[str], list[str], list[str]]]:
    """Yield models after a backward pass, each with its optimizer and three lists of names.

    The lists contain the right answer, the parameters without a gradient, and the parameters that
    the optimizer doesn't have.
    """

    def three() -> Any:
        mg.manual_seed(0)
        return mg.nn.Sequential(*(mg.nn.Linear(1, 1) for _ in range(3)))

    x, every = mg.ones(1, 1), [f"{n}.{kind}" for n in range(3) for kind in ("weight", "bias")]
    # The first layer gets no gradient, and the optimizer doesn't have the second one's bias.
    model = three()
    model[2](model[1](x)).sum().backward()
    held = [*model[0].parameters(), model[1].weight]
    groups = [{"params": held}, {"params": list(model[2].parameters()), "lr": 0.3}]
    yield model, mg.optim.SGD(groups, lr=0.1), [*every[:2], every[3]], every[:2], [every[3]]

    model = three()
    model(x).sum().backward()
    yield model, mg.optim.SGD(model.parameters(), lr=0.1), [], [], []

    model, older = three(), three()
    model[2](model[1](x).detach()).sum().backward()
    yield model, mg.optim.SGD(older.parameters(), lr=0.1), every, every[:4], every

    model = three()
    model(x).sum().backward()
    with mg.no_grad():
        model[1].bias.grad.zero_()
        model[2].bias.grad.fill_(float("nan"))
    model[0].requires_grad_(False)
    yield model, mg.optim.SGD(model.parameters(), lr=0.1), [], [], []


def _later_groups(model: Any, optimizer: Any) -> set[str]:
    """Return the names of the parameters in all groups except the first."""
    _, *later = optimizer.param_groups
    held = [p for group in later for p in group["params"]]
    return {name for name, p in model.named_parameters() if any(p is other for other in held)}


def _state_of(model: Any) -> str:
    """Return the values and gradients of the parameters as text, in which nan equals nan."""
    return str([(numbers(p), numbers(p.grad)) for p in model.parameters()])


def _why_they_move(parameters: dict[str, Any], names: Sequence[str]) -> str:
    """Return a reply for parameters that were named although a step moves them."""
    named = [parameters[name] for name in names if name in parameters]
    said = [
        f"You named {', '.join(f'`{name}`' for name in names)}, but the optimizer has that "
        "parameter, and it has a gradient."
        if len(names) == 1
        else f"You named {', '.join(f'`{name}`' for name in names)}, but the optimizer has all of "
        "them, and each has a gradient."
    ]
    if any(not p.grad.any() for p in named):
        said += ["A gradient of 0 counts: with momentum, the weight can still move."]
    if not all(p.requires_grad for p in named):
        said += ["A frozen weight moves as well if its old gradient is still there."]
    return " ".join(said)


@exercise(
    "stuck",
    keep="A step doesn't move a parameter that has no gradient or isn't in the optimizer.",
    hints=[
        "Loop over `named_parameters()`, and check two things for each parameter.",
        (
            "Collect the optimizer's parameters in a list, `held`. Then check `any(p is "
            "other for other in held)`."
        ),
        (
            '`held = [p for group in optimizer.param_groups for p in group["params"]]`, and '
            "then `if p.grad is None or not any(p is other for other in held)`."
        ),
    ],
    meanings=[
        (
            r"size of tensor a|only one element|ambiguous",
            (
                "`in` compares the values of two tensors. Use `is`, which checks whether they're "
                "the same object."
            ),
        ),
    ],
)
def stuck(answer: Callable[..., Any]) -> str | None:
    mg = library_of(answer)
    for model, optimizer, right, without, outside in _patients(mg):
        before = _state_of(model)
        names = call(answer, model, optimizer)
        if _state_of(model) != before:
            return (
                "Your function changes the parameters or their gradients. It should only look at "
                "them, without `step()` and `zero_grad()`."
            )
        if names is None:
            return "Your function returned nothing. Return a list of names."
        if not isinstance(names, list | tuple) or not all(isinstance(n, str) for n in names):
            return f"Return a list of names, such as ['0.weight']. You returned {short(names)}."
        if list(names) == right:
            continue
        every = [name for name, _ in model.named_parameters()]
        both = [name for name in without if name in outside]
        for wrong, hint in (
            (
                without if outside == every else None,
                (
                    "The optimizer holds another model's tensors, with the same values. Neither "
                    "`==`, `in`, nor names can tell the two apart. Use `is` to check for the same "
                    "object."
                ),
            ),
            (
                both if both != right else None,
                (
                    f"You named {short(both) if both else 'none'}, but you should get "
                    f"{short(right)}. Either of the two reasons is enough."
                ),
            ),
            (
                every,
                (
                    "You named all the parameters, including those that *do* move. A tensor is in "
                    'the optimizer if it *is* one of the tensors under `"params"`.'
                ),
            ),
            (
                [name for name in every if name not in right],
                "Those are the parameters that *do* move.",
            ),
            (
                without,
                (
                    "You've found the parameters without a gradient, but there are others that "
                    "aren't in the optimizer."
                ),
            ),
            (
                outside,
                (
                    "You've found the parameters outside the optimizer, but there are others that "
                    "have no gradient."
                ),
            ),
            (
                [n for n in every if n in right or n in _later_groups(model, optimizer)],
                "`param_groups` may have several groups, but you looked only in the first one.",
            ),
        ):
            if list(names) == wrong:
                return hint
        if sorted(names) == sorted(right):
            return "The names are right. Return them in the order of `named_parameters()`."
        if sorted(set(names)) == sorted(right):
            return "Return each name once, in the order of `named_parameters()`."
        if not right:
            return _why_they_move(dict(model.named_parameters()), names)
        return f"You returned {short(list(names))}. It should be {short(right)}."
    return None


EXERCISES = (leftovers, carried, root, turn, epoch, stuck)
