"""What chapter 3 says, and what computes it."""

from typing import Any

from tests.course.claims import Claim

# What the explorer says in the end, with a switch at a line.
AFTER = "said(tracking(), {{'switch': '{}', 'from': {}, 'to': n, 'step': 6}}).partition(' backward()')[0]"
NO_GRAD, DETACH = AFTER.format("no_grad()", "n - 1"), AFTER.format("detach()", "n")


def overwritten(own: Any, way: str) -> list[float] | None:
    """Return a gradient after a saved value was overwritten, or None if that's an error."""
    x = own.tensor([1.0, 2.0], requires_grad=True)
    y = 3 * x
    loss = (y * y).sum()
    if way:
        (y.detach() if way == "detach" else y.data).zero_()
    try:
        loss.backward()
    except RuntimeError:
        return None
    return list(x.grad.tolist())


def earlier_layer_learns(own: Any, way: str) -> bool:
    first, second = (own.tensor(2.0, requires_grad=True) for _ in range(2))
    second.requires_grad_(way != "freeze")
    third = own.tensor(3.0, requires_grad=True)
    h = first * second
    ((h.detach() if way == "detach" else h) * third).backward()
    return first.grad is not None


CLAIMS = [
    Claim(
        "prediction step",
        "Recording the step would turn the leaf into a result, so the line raises an error",
        "w.is_leaf and not (w - 0.1 * w.grad).is_leaf and fails(lambda: w.sub_(0.1 * w.grad))",
    ),
    Claim(
        "prediction detached",
        "The second factor is a constant, 4",
        "b + 1 == 4 and b.grad == 8 * b",
    ),
    Claim(
        "prediction cut",
        "The only path from the result back to `w1` led through the cut",
        "w1.grad is w2.grad is None and w3.grad == 24",
    ),
    Claim(
        "prediction forced",
        "The sum is a tracked leaf now, and no path leads from that leaf back to `pair`",
        "forced.is_leaf and forced.requires_grad and forced == pair.sum() and pair.grad is None",
    ),
    Claim(
        "prediction data",
        "A change made through `.data` isn't counted",
        "(y == 0).all() and overwritten(mg, 'data') is not None and overwritten(mg, 'detach') is None",
    ),
    Claim(
        "tracking-59 1",
        "leaf result mg.no_grad()",
        "(q := mg.tensor(1.0, requires_grad=True), fails(lambda: q.sub_(1.0)) and not mg.no_grad()(lambda: fails(lambda: q.sub_(1.0)))())[-1]",
    ),
    Claim(
        "tracking-59 2",
        "detach() error .data wrong gradient no warning",
        "overwritten(mg, 'detach') is None and overwritten(mg, 'data') not in (None, overwritten(mg, ''))",
    ),
    Claim(
        "tracking-59 3",
        "freeze",
        "earlier_layer_learns(mg, 'freeze') and not earlier_layer_learns(mg, 'detach')",
    ),
    Claim(
        "tracking-59 4",
        "True cut",
        "(q := mg.tensor(1.0, requires_grad=True), q.requires_grad and not q.detach().requires_grad and not mg.tensor(q.item()).requires_grad)[-1]",
    ),
    Claim("prediction detached", "6", "2 * b"),
    Claim("tracking-18", "33", "3 * b * b + 2 * b", after="tracking-73"),
    Claim(
        "tracking-109",
        "no_grad() around a line leaves the same gradients as detach() after it",
        f"all({NO_GRAD} == {DETACH} for n in (1, 2))",
    ),
    Claim(
        "tracking-109",
        "it stops only its own weight, and gradients still pass through the line",
        "said(tracking(), {'switch': 'requires_grad_(False)', 'from': 2, 'step': 6}).count('instead of') == 1",
    ),
    Claim("tracking-110", "2 4", "2 * x", after="tracking-28"),
    Claim(
        "tracking-105",
        "clone() is an operation like any other, so it's recorded",
        "(1, x.clone().grad_fn is not None) == (1, True)",
    ),
    Claim(
        "tracking-82",
        "6 12 3 27 14",
        "(g := gradient(mg.tensor([1.0, 2.0, 6.0], requires_grad=True)), [6, g, g.mean()])[1]",
    ),
    Claim("prediction detached", "4 24 33 9", "[b + 1, b.grad, 3 * b * b + 2 * b, b * b]"),
]
