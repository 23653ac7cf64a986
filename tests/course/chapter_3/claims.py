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
        "tracking-compared",
        "no_grad() around a layer leaves the same gradients as detach() after it",
        f"all({NO_GRAD} == {DETACH} for n in (1, 2))",
    ),
    Claim(
        "tracking-109",
        "it stops only its own weight, and gradients still pass through the layer",
        "said(tracking(), {'switch': 'requires_grad_(False)', 'from': 2, 'step': 6}).count('instead of') == 1",
    ),
    Claim("tracking-110", "2 4", "2 * x", after="tracking-28"),
    Claim(
        "tracking-105",
        "clone() recorded like any other operation",
        "(1, x.clone().grad_fn is not None) == (1, True)",
    ),
    Claim(
        "tracking-82",
        "6 12 3 27 14",
        "(g := gradient(mg.tensor([1.0, 2.0, 6.0], requires_grad=True)), [6, g, g.mean()])[1]",
    ),
    Claim("prediction detached", "4 24 33 9", "[b + 1, b.grad, 3 * b * b + 2 * b, b * b]"),
    Claim(
        "tracking-04",
        "makes a new tensor and gives it the name w. w -= ... writes the new numbers into the memory that w already occupies",
        "(q := w.detach().clone(), same := q, same := (same - 1), q.sub_(1.0) is q and same is not q)[-1]",
    ),
    Claim(
        "tracking-08",
        "y is tracked because one of its inputs is. x isn't",
        "y.requires_grad and w.requires_grad and not x.requires_grad",
    ),
    Claim(
        "tracking-08",
        "the node of y has to keep it in memory, because the slope along w will need it",
        "mg.equal(mg.autograd.grad(y.sum(), w, retain_graph=True)[0], x)",
    ),
    Claim(
        "tracking-08",
        "Inside the block, no_grad() switches recording off, and at its end everything is as it was before",
        "not mg.no_grad()(lambda: (x * w).requires_grad)() and (x * w).requires_grad",
    ),
    Claim(
        "tracking-10",
        "The values are the same, but there's no grad_fn",
        "mg.equal(y, (x * w).detach()) and y.grad_fn is None",
    ),
    Claim(
        "tracking-10",
        "If it were recorded, w would become the result of an operation. It would no longer be a leaf",
        "fails(lambda: w.sub_(0.1 * w.grad)) and not (w - 0.1 * w.grad).is_leaf",
    ),
    Claim(
        "tracking-12",
        "Both weights moved downhill, and w is still a leaf that requires grad",
        "w.is_leaf and w.requires_grad and (w * w).sum() < 5 and (w < mg.tensor([1.0, 2.0])).all()",
    ),
    Claim(
        "tracking-12",
        "its memory is the memory of v. So outside a block, v[0] = 0.0 would write into the tracked leaf, and it's an error",
        "(v := w.detach().clone().requires_grad_(), fails(lambda: v.__setitem__(0, 0.0)) and mg.no_grad()(lambda: (v.__setitem__(0, 7.0), v[0] == 7)[-1])())[-1]",
    ),
    Claim(
        "tracking-113",
        "A leaf that you make inside the block with requires_grad=True is tracked all the same",
        "mg.no_grad()(lambda: mg.ones(1, requires_grad=True))().requires_grad",
    ),
    Claim(
        "tracking-51",
        "It may also be an operation without a gradient, such as x > 0",
        "not any(r.requires_grad for r in (pair > 0, pair.argmax(), pair.long()))",
    ),
    Claim(
        "tracking-detach",
        "a tensor with the same values and no past",
        "mg.equal(y.detach(), mg.tensor(y.tolist())) and y.detach().grad_fn is None",
        after="tracking-17",
    ),
    Claim(
        "tracking-18",
        "y itself keeps its graph. The second tensor isn't part of it, but it shares its numbers",
        "(before := y[0].item(), y.detach().mul_(2.0), y[0].item() == 2 * before, y.detach().mul_(0.5), y.grad_fn is not None and y.detach().grad_fn is None)[2::2] == (True, True)",
        after="tracking-17",
    ),
    Claim(
        "tracking-20",
        "A detached factor still multiplies, but it no longer changes with b",
        "b.grad == 2 * b * (b + 1) and b.grad < 3 * b * b + 2 * b",
    ),
    Claim(
        "tracking-42",
        "The slope along a weight is whatever the weight is multiplied by",
        "(w1.grad, w3.grad) == (x * w2 * w3, x * w1 * w2)",
    ),
    Claim(
        "tracking-42",
        "the frozen layer doesn't learn, but the gradient passes through it to the layer before",
        "w2.grad is None and w1.grad == 40 == x * w2 * w3",
    ),
    Claim(
        "tracking-42",
        "Freezing only stops new gradients. The next step would still use an old one, so clear it",
        "(q := mg.tensor(1.0, requires_grad=True), (q * w3).backward(), q.requires_grad_(False), q.grad == w3)[-1]",
    ),
    Claim(
        "tracking-42", "Only leaves can be frozen", "fails(lambda: (x * w1).requires_grad_(False))"
    ),
    Claim(
        "tracking-compared",
        "Under no_grad() the node is never made. Before a detach() it's made, and then cut off",
        "mg.no_grad()(lambda: (w1 * 2).grad_fn)() is None and (w1 * 2).grad_fn is not None and (w1 * 2).detach().grad_fn is None",
    ),
    Claim(
        "tracking-45",
        "stack keeps the record, while mg.tensor drops it",
        "stacked.grad_fn is not None and rebuilt.grad_fn is None",
        after="tracking-46",
    ),
    Claim(
        "tracking-57",
        "you got a graph of all the rounds, which stays in memory as long as total does. To get just the number and leave the graph behind, use item()",
        "total.grad_fn.next_functions[0][0].next_functions[0][0] is not None and isinstance(total.item(), float)",
    ),
    Claim(
        "tracking-29",
        "y and y.detach() share the same memory, so now y is zero as well. But the node of y * y needs the old values",
        "(y == 0).all() and fails(lambda: loss.backward())",
    ),
    Claim(
        "tracking-31",
        "The node saved y at version 0, but now finds it at version 1",
        "y._version == 1 and (x * 3)._version == 0",
    ),
    Claim("tracking-42", "2 4 5 40", "[x, w2, w3, x * w2 * w3]"),
    Claim("tracking-42", "2 3 4 24", "[x, w1, w2, x * w1 * w2]"),
    Claim(
        "tracking-31",
        "x ** 2 | x | you get the error",
        "fails(lambda: (q := x.detach().clone().requires_grad_(), r := q**2, q.detach().fill_(9), r.sum().backward()))",
    ),
    Claim(
        "tracking-31",
        "x.exp() | its own result | nothing happens",
        "(q := x.detach().clone().requires_grad_(), r := q.exp(), q.detach().fill_(9), r.sum().backward(), (q.grad == r).all())[-1]",
    ),
    Claim(
        "tracking-31",
        "3 * x | only the 3 | nothing happens",
        "(q := x.detach().clone().requires_grad_(), r := 3 * q, q.detach().fill_(9), r.sum().backward(), (q.grad == 3).all())[-1]",
    ),
    Claim(
        "tracking-31",
        "Older code uses .data instead of detach(). It shares the memory as well",
        "(q := x.detach().clone(), q.data.zero_(), q.sum() == 0)[-1]",
    ),
    Claim(
        "tracking-110",
        "NumPy doesn't count changes, so after a single write, the gradient, which should be 2 and 4, is wrong",
        "x.grad.tolist() == [200, 4]",
        after="tracking-111",
    ),
    Claim(
        "tracking-105",
        "clone() puts the same values into memory of their own",
        "(q := x.detach().clone(), q.zero_(), x[0] != 0)[-1]",
    ),
    Claim(
        "tracking-own",
        "x += b wrote into the caller's x, so the result was compared with itself. And x is part of a graph now",
        "b.grad == 0 and x.requires_grad and x.tolist() == [4, 5]",
    ),
    Claim(
        "tracking-82",
        "If m were tracked, part of the gradient would flow back through the mean and subtract 14 everywhere",
        "(q := mg.tensor([1.0, 2.0, 6.0], requires_grad=True), own := gradient(q.detach().requires_grad_()), full := mg.autograd.grad(((q - q.mean()) ** 3).sum(), q)[0], ((own - full) - 14).abs().max() < 1e-4)[-1]",
    ),
    Claim(
        "tracking-88",
        "gives the name w to a new tensor. That tensor was made under no_grad(), so it isn't tracked, and the second loss has no graph. We have to change the leaf itself",
        "(q := mg.tensor(1.0, requires_grad=True), (q * q).backward(), step(q, 0.1) is q and q.requires_grad and not mg.no_grad()(lambda: q - q.grad)().requires_grad)[-1]",
    ),
    Claim(
        "tracking-94",
        "Nothing reaches w through detach(). And nothing that's computed under no_grad() is recorded, which cuts off s, and w a second time",
        "(q := mg.ones(1, requires_grad=True), not (q * 2).detach().requires_grad and not mg.no_grad()(lambda: q * 2)().requires_grad and loss(q, q, q, q.detach()).requires_grad)[-1]",
    ),
    Claim(
        "tracking-98",
        "The product had saved x, and y is the same memory",
        "(q := mg.tensor([1.0, 2.0], requires_grad=True), l := loss(q), disturb(q.detach()), fails(l.backward))[-1]",
    ),
    Claim(
        "lecture",
        "The result of argmax or of a comparison has no slope, so it's never tracked",
        "not w.argmax().requires_grad and not (w > 0).requires_grad",
        after="tracking-07",
    ),
    Claim(
        "tracking-103",
        "The loss falls nearly to 0, and then it climbs back to where it began",
        "losses[0] == 1 and min(losses) == losses[3] < 1e-3 and abs(losses[6] - 1) < 0.01",
    ),
]
