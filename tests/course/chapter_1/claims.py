"""What chapter 1 says, and what computes it."""

from typing import Any

import minigrad as mg
from tests.course.claims import Claim


def nodes(node: Any) -> int:
    """Return the number of nodes in a graph."""
    found = [node]
    for each in found:
        for other, _ in each.next_functions:
            if other and other not in found:
                found.append(other)
    return len(found)


TEN = "(v := mg.tensor(10.0, requires_grad=True), f(v).backward())"


def slope_at(f: Any, value: float) -> float:
    x = mg.tensor(value, requires_grad=True)
    f(x).backward()
    return x.grad.item()


CLAIMS = [
    Claim("prediction paths", "which is more than a million", "x.grad == 2**20 > 10**6"),
    Claim(
        "graphs-53 1",
        "node operation None leaves",
        "(s := mg.tensor(2.0, requires_grad=True), s.grad_fn is None and (s * s).grad_fn.name() == 'MulBackward0')[-1]",
    ),
    Claim(
        "graphs-53 2",
        "leaves require grad retain_grad()",
        "(s := mg.tensor(1.0, requires_grad=True), c := mg.tensor(1.0), k := s * c, k.retain_grad(), (2 * k).backward(), None not in (s.grad, k.grad) and c.grad is None)[-1]",
    ),
    Claim(
        "graphs-53 3",
        "Three two product one sum",
        "(s := mg.tensor(3.0, requires_grad=True) * 1, p := s * s, z := p + s, n := lambda t: sum(node == s.grad_fn for node, _ in t.grad_fn.next_functions), (n(p) + n(z), n(p), n(z)) == (3, 2, 1))[-1]",
    ),
    Claim(
        "graphs-53 4",
        "No only ran",
        "[f(mg.tensor(at, requires_grad=True)).grad_fn.name() for at in (2.0, 50.0)] == ['MulBackward0', 'AddBackward0']",
    ),
    Claim(
        "graphs-53 5",
        "y * 2 item() number no record",
        "(y := mg.tensor(1.0, requires_grad=True) * 1, (y * 2).requires_grad and not mg.is_tensor(y.item() * 2) and not mg.tensor([y.item()]).requires_grad)[-1]",
    ),
    Claim("prediction slope", "4 8", "[slope_at(f, 2.0) / slope_at(f, 4.0), slope_at(f, 4.0)]"),
    Claim("prediction paths", "1000000", "y.item() == 2**3 and 2**20 > 1000000", after="graphs-89"),
    Claim("graphs-44", "10 60 19 57 114", "[b, 2 * x * b, a + b, (a + b) * x, 2 * (a + b) * x]"),
    Claim("graphs-48", "21", "nodes(y.grad_fn)"),
    Claim(
        "graphs-53",
        "Where its outcome changes, as at 10, the function jumps",
        "f(10.0) < f(10.0 - 1e-9) - 80",
    ),
    Claim(
        "graphs-53",
        "f also jumps wherever x * x is 10",
        "f(10**0.5 + 1e-9) < 12 and f(10**0.5 - 1e-9) > 99 "
        "and f(-(10**0.5) - 1e-9) < 12 and f(-(10**0.5) + 1e-9) > 99",
    ),
    Claim(
        "graphs-53", "the slope of x + 1, because that's the branch it took", f"{TEN}[0].grad == 1"
    ),
    Claim(
        "graphs-61",
        "128 2",
        "[mg.autograd.functional.jacobian(g, mg.tensor(v)) for v in (one, other)]",
    ),
]
