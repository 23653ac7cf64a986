"""What chapter 3 says, and what computes it."""

from tests.course.claims import Claim

# What the explorer says in the end, with a switch at a line.
AFTER = "said(tracking(), '{}', {}, n, 6).partition(' Off')[0]"
NO_GRAD, DETACH = AFTER.format("no_grad()", "n - 1"), AFTER.format("detach()", "n")

CLAIMS = [
    Claim("prediction detached", "6", "2 * b"),
    Claim("tracking-18", "33", "3 * b * b + 2 * b", after="tracking-73"),
    Claim(
        "tracking-44",
        "It lies after the cut, so it keeps its 24",
        "(w2.grad, w3.grad.item()) == (None, 24)",
    ),
    Claim(
        "tracking-109",
        "no_grad() around a line leaves the same gradients as detach() after it",
        f"all({NO_GRAD} == {DETACH} for n in (1, 2))",
    ),
    Claim(
        "tracking-109",
        "it stops only its own weight, and gradients still pass through the line",
        "said(tracking(), 'requires_grad_(False)', 2, 2, 6).count('instead of') == 1",
    ),
    Claim("tracking-35", "18 36", "18 * x"),
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
    Claim("prediction detached", "2 4", "[2, b + 1]"),
]
