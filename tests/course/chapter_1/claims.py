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
    Claim(
        "prediction slope",
        "For every input near 2, `f` runs the same operations",
        "{nodes(f(mg.tensor(v, requires_grad=True)).grad_fn) for v in (1.9, 2.0, 2.1)} == {3}",
    ),
    Claim(
        "prediction paths",
        "You added up the powers of 2. But each addition multiplies the paths by 2",
        "x.grad == 2**20 == 1 + sum(2**k for k in range(20))",
    ),
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
    Claim("graphs-38", "Together that's 6 times", "2 * x == 6"),
    Claim(
        "graphs-08",
        "It began with 1, the slope of a result along itself, and both of its factors are #1, which is 4. It has sent 4 along each of its two arrows, and #1 has received 8 so far",
        "x * x == 4 and slope_at(lambda first: first * first, 4.0) == 8",
        after="graphs-05",
    ),
    Claim("graphs-48", "21", "nodes(y.grad_fn)"),
    Claim(
        "graphs-53",
        "Where its outcome changes, at √10 and 10, f jumps",
        "all(f(at + 1e-9) < f(at - 1e-9) - 80 for at in (10**0.5, 10.0))",
    ),
    Claim(
        "graphs-53", "the slope of x + 1, because that's the branch it took", f"{TEN}[0].grad == 1"
    ),
    Claim(
        "graphs-13",
        "If you add or multiply a tracked tensor, the result is tracked as well. The result of a comparison isn't",
        "(x + 1).requires_grad and (x * 2).requires_grad and not (x < 2).requires_grad",
    ),
    Claim(
        "graphs-23",
        "no recorded operation made. Such a tensor is a leaf, and it has no grad_fn. Tensors that aren't tracked count as leaves",
        "x.is_leaf and x.grad_fn is None and not y.is_leaf and x.detach().is_leaf",
    ),
    Claim(
        "graphs-25",
        "Only x has a mailbox, because it's a leaf that requires grad",
        "[t.is_leaf and t.requires_grad for t in (x, y, mg.tensor(2.0))] == [True, False, False]",
    ),
    Claim(
        "graphs-81",
        "Now y has kept a copy of the gradient that passed through it",
        "mg.equal(y.grad, x.grad) and z.grad_fn is not None",
    ),
    Claim(
        "graphs-83",
        "mg.tensor only gets the numbers. mg.stack is an operation, so it leaves a node",
        "copied.grad_fn is None and stacked.grad_fn is not None",
        after="graphs-84",
    ),
    Claim(
        "graphs-36",
        "later is a leaf, because its record begins with it",
        "later.is_leaf and later.grad_fn is None",
    ),
    Claim(
        "graphs-36",
        "ran before anyone kept a record, so no gradient gets past it",
        "start.grad is None and later.grad is not None",
    ),
    Claim(
        "graphs-38",
        "passes 10 to a, because that's the value of b. It passes 9 to b, because that's the value of a",
        "(p := a.detach().requires_grad_(), q := b.detach().requires_grad_(), (p * q).backward(), (p.grad, q.grad) == (b, a) == (10, 9))[-1]",
    ),
    Claim(
        "graphs-38",
        "Each node multiplies what it has received by its own slope, and passes the product on to its inputs",
        "mg.autograd.grad(z, x, retain_graph=True)[0] == (a + b) * 2 * x",
    ),
    Claim(
        "graphs-88",
        "By the time the share of b reached a, a had already passed its gradient on. We have to swap the last two steps",
        "dx == 6 * (da - db) != 6 * da",
    ),
    Claim(
        "graphs-42",
        "Gradients add up where paths meet. And a node has to wait for every node that used its result on the way to z",
        "dx == 6 * (a + b) and round((z_at(3.001) - z_at(2.999)) / 0.002) == dx",
    ),
    Claim(
        "graphs-46",
        "The order that worked was the newest node first. That always works: a result has to exist before anything can use it, so whatever used it is newer, and has already run",
        "z.grad_fn.order < b.grad_fn.order < a.grad_fn.order",
    ),
    Claim(
        "graphs-51",
        "You won't find the loop or the condition in the graph, only the operations that ran",
        "[f(mg.tensor(at, requires_grad=True)).grad_fn.name() for at in (2.0, 5.0)] == ['MulBackward0', 'AddBackward0']",
    ),
    Claim(
        "graphs-53",
        "The graph comes into being as the code runs, and again in each run",
        "f(x).grad_fn is not None and f(x).grad_fn is not f(x).grad_fn",
    ),
    Claim("graphs-53", "The condition x < 10 has no gradient", "not (x < 10).requires_grad"),
    Claim(
        "graphs-58",
        "compute first, and start tracking afterward",
        "weights([1.0]).is_leaf and not (mg.ones(1, requires_grad=True) * 0.01).is_leaf",
    ),
    Claim(
        "graphs-61",
        "a condition on the value that decides how many operations run. In f it only decides which ones",
        "(count := lambda h, at: nodes(h(mg.tensor(at, requires_grad=True)).grad_fn), count(g, 1.0) > count(g, 60.0) and count(f, 2.0) == count(f, 5.0))[-1]",
    ),
    Claim(
        "graphs-62",
        "record lists all values, the oldest first, and reversed(record) begins with the newest",
        "(p := Value(3.0, []), p * p, record.index(p) < len(record) - 1 and record[-1].data == 9)[-1]",
        after="graphs-80",
    ),
    Claim(
        "graphs-64",
        "A product passes the other factor to each of its inputs",
        "(p := Value(3.0, []), q := Value(5.0, []), (p * q).backward(), (p.grad, q.grad) == (5, 3))[-1]",
    ),
    Claim(
        "graphs-64",
        "newest first means that every value waits for its shares, and the sum means that none of them is lost",
        "(p := Value(3.0, []), q := p * p, (q * q).backward(), p.grad == 4 * 3**3)[-1]",
    ),
    Claim(
        "lecture",
        "Are the dashed 2s in the picture leaves? No. They're Python numbers",
        "y.grad_fn.next_functions[1][0] is None",
        after="graphs-16",
    ),
    Claim(
        "lecture",
        "both of its shares are sent at the same time",
        "a.grad_fn.next_functions[0][0] is a.grad_fn.next_functions[1][0]",
        after="graphs-37",
    ),
    Claim(
        "graphs-21",
        "The links between nodes are edges, which y.grad_fn.next_functions lists",
        "[i for _, i in z.grad_fn.next_functions] == [0, 0] and z.grad_fn.next_functions[0][0].next_functions[0][0] is y.grad_fn",
    ),
]
