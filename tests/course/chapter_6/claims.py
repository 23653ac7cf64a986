"""What chapter 6 says, and what computes it."""

from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.course.chapter_6 import engine
from tests.course.claims import Claim, Given

PROGRAMS = "mg.course.chapter_6.PROGRAMS"
MINIGRADS = "(m := mg.tensor(3.0, requires_grad=True), square := m * m)"
CHANGED = "mg.no_grad()(lambda: m.sub_(1.0))()"
OWN = "(m := Tensor(3.0, True), square := m * m, setattr(m, 'data', m.data - 1), square.backward())"
WRONG = "('no error', 4.0)"
SQUARED = "(m := Tensor(3.0, True), (m * m).backward())"
USED = "(m := Tensor(2.0, True), (m * m * (m * m + 1)).backward())"
KEPT = "(pass_ := mg.course.chapter_6.step_6.backward)"  # sets .grad on every tensor
TWO_PASSES = f"{KEPT}, m := Tensor(1.0, True), n := m * 2, o := n * 3, pass_(o), pass_(o)"


def paths(own: Any, shares: Callable[..., Any], additions: int) -> int:
    """Return how many paths lead back to x if it's added to itself again and again."""
    x = y = own(1.0, True)
    for _ in range(additions):
        y = y + y

    def count(t: Any) -> int:
        return sum(count(each) for each, _ in shares(t, np.array(1.0))) if t is not x else 1

    return count(y)


def at(value: float, backward: Callable[..., Any], own: Any) -> float:
    """Return the gradient of a · b at a value, with a = x² and b = a + 1, from a backward pass."""
    x = own(value, True)
    a = x * x
    backward(a * (a + 1))
    return float(x.grad)


def twice(backward: Callable[..., Any], own: Any) -> float:
    """Return the gradient after two passes through the graph of 3 · 2x."""
    x = own(1.0, True)
    z = x * 2 * 3
    backward(z)
    backward(z)
    return float(x.grad)


def rounds(choice: Callable[..., Any], own: Any) -> tuple[int, float]:
    """Repeat `y = y + (y + 1)` ten times; return the backward pass's rounds and x's gradient."""
    x: Any = own(1.0, True)
    y = x
    for _ in range(10):
        y = y + (y + 1)
    return passed(y, choice), float(x.grad)


def passed(root: Any, choice: Callable[..., Any] = min) -> int:
    in_flight, n = {root: np.array(1.0)}, 0
    while in_flight:
        t = choice(in_flight, key=lambda t: t.order)
        g, n = in_flight.pop(t), n + 1
        if not t.inputs:
            engine.accumulate(t, g)
        for x, d in engine.shares(t, g):
            in_flight[x] = in_flight[x] + d if x in in_flight else d
    return n


ACCUMULATE_ADDS = (
    "(p := Tensor(3.0, True), backward(multiply(p, 3.0)), backward(multiply(p, 3.0)), "
    "float(p.grad) == 3 + 3)[-1]"
)


CLAIMS = [
    Claim(
        "prediction twice",
        "if you double a list, you get a longer list",
        "len(FirstTensor([1, 3]).data * 2) > len(FirstTensor([1, 3]).data)",
    ),
    Claim(
        "prediction arrives",
        "Two shares of 3 arrived, and the second share replaced the first",
        "x.grad == 3 and len((x * x).inputs) == 2",
    ),
    Claim(
        "prediction found first",
        "`a` ran before the share from `b` had arrived",
        "used_twice(as_found) == 4 * 5",
    ),
    Claim(
        "build-104 3",
        "3 first 6 second 12",
        "(x := Tensor(1.0, True), y := x * 2, z := y * 3, newest_first(z), k := float(y.grad), newest_first(z), (k, y.grad, 2 * y.grad) == (3, 6, 12))[-1]",
    ),
    Claim(
        "build-15",
        "0.1",
        "error_of(lambda: np.array([1, 3]).__isub__(0.1)) != 'no error'",
        after="step-8-too-deep",
    ),
    Claim(
        "build-28",
        "−1",
        "(n := Tensor(5.0, True), (1 / n).backward())[0].grad == -1 / 5**2",
        after="build-82",
    ),
    Claim(
        "build-52",
        "In x + y, both inputs are sent the same array",
        "(lambda sent: sent[0][1] is sent[1][1])"
        "(shares(Tensor([1.0, 2.0], True) + Tensor([3.0, 4.0], True), np.ones(2)))",
    ),
    Claim(
        "build-121",
        "If it is several, you pass a v",
        "error_of((Tensor([1.0, 2.0], True) * 2).backward) == 'RuntimeError'",
        after="build-82",
    ),
    Claim("build-60", "36", f"{USED}[0].grad", after="build-82"),
    Claim(
        "build-68",
        "6",
        "(m := Tensor(1.0, True), (m * 2 * 3).backward())[0].grad",
        after="build-82",
    ),
    Claim("build-68", "12", "twice(backward, Tensor)", after="build-72"),
    Claim("build-70", "12", "twice(backward, Tensor)", after="build-72"),
    Claim("build-81", "Oldest first gives the same numbers", "used_twice(passed) == 36"),
    Claim("build-81", "21 3,070", "[rounds(choice, Tensor)[0] for choice in (max, min)]"),
    Claim(
        "build-81",
        "oldest first gives the same numbers",
        "rounds(max, Tensor)[1] == rounds(min, Tensor)[1] == 2**10",
    ),
    Claim(
        "build-141",
        "product refuses vectors",
        "error_of(lambda: Tensor([1.0]) @ Tensor([1.0])) == 'ValueError'",
        after="build-117",
    ),
    Claim(
        "build-63",
        "x, a, and b are each used twice",
        "[[i.data for t in (a, b, c, z) for i in t.inputs].count(v.data) for v in (x, a, b)]"
        " == [2] * 3",
        after="build-142",
    ),
    Claim(
        "build-92",
        "In your engine, every tensor stays in memory as long as the result does",
        "(m := Tensor(3.0, True), n := m * m + 1, n.backward(), held(n, []))[-1] == 4",
        after="cost-memory",
    ),
    Claim(
        "build-92",
        "minigrad and PyTorch keep only the values that a rule reads",
        "[[sum(v is not None for v in t.grad_fn.saved) for t in (m + 1, m * m)]"
        " for m in [mg.tensor(W.data, requires_grad=True)]] == [[0, 2]]",
    ),
    Claim(
        "build-92",
        "only until the backward pass",
        "(m := mg.tensor(3.0, requires_grad=True), n := m * m, n.backward(), error_of(n.backward))"
        "[-1] == 'RuntimeError'",
    ),
    Claim("build-92", "33", "sum(p.data.size for p in (W, c, v, d))"),
    Claim(
        "cost-memory-read",
        "if you halve the batch, you halve nearly all of it",
        "(lambda whole, half: whole / 2 < half < 0.51 * whole)("
        "*(held(loss_of(points[:n], labels[:n]), []) for n in (80, 40)))",
    ),
    Claim(
        "cost-memory-read",
        "So here the graph holds far more than the weights",
        "held(loss_of(points, labels), []) > 70 * 33",
    ),
    Claim("cost-memory-read", "80 8", "list((points @ W).data.shape)"),
    Claim(
        "cost-memory-read",
        "mostly in three tensors",
        "3 * (points @ W).data.size > held(loss_of(points, labels), []) / 2",
    ),
    Claim(
        "cost-work-read",
        "a training step three times as much as a prediction",
        "(lambda x, y, g: sum(multiplications(*two) for two in ((x, y), (g, y.T), (x.T, g)))"
        " == 3 * multiplications(x, y))"
        "(np.ones((80, 100)), np.ones((100, 50)), np.ones((80, 50)))",
    ),
    Claim(
        "cost-work-read",
        "twice",
        "(lambda x, y, g: 1 + multiplications(x.T, g) / multiplications(x, y))"
        "(np.ones((80, 100)), np.ones((100, 50)), np.ones((80, 50)))",
    ),
    Claim(
        "cost-work-read",
        "so only the second rule is needed",
        "len(shares(Tensor([[1.0, 2.0]]) @ Tensor([[1.0], [2.0]], True), np.ones((1, 1)))) == 1",
    ),
    Claim("build-104", "6 12", f"({TWO_PASSES}, n.grad == 6 and m.grad == 6 + 12)[-1]"),
    Claim("build-107", "6", f"{SQUARED}[0].grad"),
    Claim(
        "build-109",
        "minigrad refuses",
        f"({MINIGRADS}, {CHANGED}, error_of(square.backward))[-1] == 'RuntimeError'",
    ),
    Claim(
        "build-109",
        "Your engine says 4",
        f"({MINIGRADS}, m.data.sub_(1.0), error_of(square.backward), m.grad)[2:] == {WRONG}",
    ),
    Claim("build-109", "4", f"{OWN}[0].grad"),
    Claim("prediction found first", "60 3", "[at(3.0, as_found, Tensor), 3]"),
    Claim("prediction found first", "114", "at(3.0, backward, Tensor)", after="build-65"),
    Claim(
        "prediction found first",
        "18 10",
        "[at(2.0, order, Tensor) / 2 for order in (newest_first, as_found)]",
        after="build-67",
    ),
    Claim("prediction found first", "5", "used_twice(as_found) / 4"),
    Claim(
        "build-104 1",
        "inputs rule leaves nothing no input",
        "(x := Tensor(2.0, True), y := x * 3, z := Tensor(2.0) * 3, y.inputs[0] is x and len(y.inputs) == len(y.rules) and not z.inputs)[-1]",
    ),
    Claim(
        "build-104 2",
        "sum broadcasting added stretched",
        "(b := mg.zeros(3, requires_grad=True), r := mg.rand(4, 3), (r * (r + b)).sum().backward(), mg.allclose(b.grad, r.sum(0)))[-1]",
    ),
    Claim(
        "build-104 4",
        "newer older",
        "(x := Tensor(2.0, True), a := x * x, b := a + 1, all(i.order < t.order for t in (a, b) for i in t.inputs))[-1]",
    ),
    Claim(
        "build-09",
        "so the newer of two tensors has the higher one",
        "Tensor(1.0).order < Tensor(1.0).order",
        after="build-14",
    ),
    Claim(
        "build-15",
        "np.array copies, so a step doesn't change the data that you made the tensor from. And no step of 0.1 fits into whole numbers",
        "(own := np.array([1.0]), t := Tensor(own), t.data.__isub__(0.5), own[0] == 1 and np.array([1]).dtype.kind == 'i')[-1]",
    ),
    Claim(
        "build-22",
        "If no input is tracked, the result isn't either, and nothing is kept in memory",
        "(out := operation(np.add)(Tensor(1.0), Tensor(2.0)), not out.requires_grad and len(out.inputs) == 0)[-1]",
    ),
    Claim(
        "step-2-way-back",
        "There's no list of all tensors: the way back leads from record to record",
        "z.inputs[0] is y and y.inputs[0] is x",
    ),
    Claim(
        "build-28",
        "The rules are swapped, and a square can't show it. So test rules on inputs that differ",
        "rules[0](1.0, 3.0, 3.0) == 3 and rules[0](1.0, 3.0, 5.0) == 3 != 5",
    ),
    Claim(
        "build-28",
        "has only one input, so it has only one rule, which has to return one number for every entry of x",
        "len(mean(Tensor([1.0, 2.0], True)).rules) == 1 and mean(Tensor([1.0, 2.0], True)).rules[0](1.0, np.ones(2)).shape == (2,)",
        after="build-30",
    ),
    Claim(
        "build-31",
        "If you raise y by a little, x − y falls by as much",
        "float(subtract(Tensor(3.0, True), Tensor(1.0, True)).rules[1](1.0, 3.0, 1.0)) == -1",
    ),
    Claim(
        "build-39",
        "Broadcasting used each number of b three times, so three slopes have to be added up",
        "g.sum(axis=0).tolist() == [3, 3] and x.data.shape[0] == 3",
    ),
    Claim(
        "build-39",
        "Dimensions that were put in front are summed away, as here. Dimensions that were stretched, because they have size 1 in shape, are summed to size 1 again",
        "sum_to(np.ones((3, 2)), (2,)).shape == (2,) and sum_to(np.ones((3, 2)), (3, 1)).tolist() == [[2], [2], [2]]",
        after="build-41",
    ),
    Claim(
        "build-44",
        "each with the tracked input that it's for",
        "[each is b for each, _ in shares(out, g)] == [True]",
        after="build-46",
    ),
    Claim(
        "build-52",
        "Where a gradient arrives, it has to be added. The first time there's nothing to add to, so keep a copy",
        "(t := Tensor(1.0, True), sent := np.array(2.0), accumulate(t, sent), accumulate(t, sent), t.grad == 4 and sent == 2)[-1]",
        after="build-54",
    ),
    Claim(
        "build-55",
        "backward adds, and zeroing is up to you",
        "(t := Tensor(1.0, True), accumulate(t, np.array(2.0)), accumulate(t, np.array(3.0)), t.grad == 5)[-1]",
    ),
    Claim(
        "build-60",
        "It finds z, then a, then x, and b last",
        "(q := Tensor(2.0, True), a := q * q, b := a + 1, r := a * b, [id(t) for t in behind(r, [])] == [id(r), id(a), id(q), id(b)])[-1]",
    ),
    Claim(
        "build-143",
        "In a right order, no tensor runs before all the tensors that used it",
        "used_twice(lambda root: backward(root)) == 36",
        after="build-66",
    ),
    Claim(
        "build-66",
        "A result is always newer than what it was made from, so newest first is a topological order",
        "(q := Tensor(2.0, True), r := q * q, r.order > q.order and used_twice(backward) == 36)[-1]",
    ),
    Claim(
        "build-70",
        "So only leaves should keep gradients",
        "(q := Tensor(1.0, True), r := q * 2, backward(r * 3), r.grad is None and q.grad == 6)[-1]",
        after="build-72",
    ),
    Claim(
        "build-73",
        "Only leaves ever have a .grad, so nothing can be left over from an earlier pass",
        "(q := Tensor(1.0, True), r := q * 2, s := r * 3, backward(s), backward(s), r.grad is None and q.grad == 12)[-1]",
    ),
    Claim(
        "cost-work-read",
        "fourteen",
        "len(run_in_both.__globals__['PROGRAMS'])",
        after="build-95",
    ),
    Claim(
        "build-77",
        "Every tensor that was sent a share is in in_flight, and only newer tensors send it any. So the newest in flight has all its shares",
        "used_twice(backward) == 36",
        after="build-80",
    ),
    Claim(
        "build-141",
        "The 2 gets g times row 1. Together that's g @ y.T, because the columns of y.T are the rows of y",
        "(h := np.array([[1.0, 10.0, 100.0]]), (h @ y.data.T)[0, 1] == (h[0] * y.data[1]).sum() and (y.data.T[:, 0] == y.data[0]).all())[-1]",
    ),
    Claim(
        "build-88",
        "The weights v are a column, because @ takes only matrices here. And the step is the plain one, without momentum, so it takes a higher rate",
        "v.data.shape == (8, 1)",
        after="build-91",
    ),
    Claim(
        "build-92",
        "It didn't need no_grad, because nothing that you do to an array is recorded",
        "W.inputs == () and isinstance(W.data, np.ndarray)",
    ),
    Claim(
        "build-109",
        "because it looks up w.data in the backward pass, when that has already changed",
        "(m := Tensor(3.0, True), l := m * m, setattr(m, 'data', m.data - 1), l.backward(), m.grad == 4)[-1]",
    ),
    Claim(
        "build-130",
        "recording would be switched on when an inner block ends, although the outer one is still running",
        "(a := no_grad(), b := no_grad(), a.__enter__(), b.__enter__(), b.__exit__(), still := Tensor.recording, a.__exit__(), still is False and Tensor.recording is True)[-1]",
    ),
    Claim(
        "lecture",
        "if a is 0, z is 0 for every b",
        "float((Tensor(0.0) * Tensor(7.0)).data) == 0",
        after="build-82",
    ),
    Claim(
        "lecture",
        "What if a dimension of size 1 wasn't stretched? Then the sum has one term, and nothing changes",
        "sum_to(np.ones((1, 2)), (1, 2)).tolist() == [[1, 1]]",
        after="build-82",
    ),
    Claim(
        "lecture",
        "a pass sets the root's gradient instead of adding to it",
        "(q := Tensor(1.0, True), r := q * 3, newest_first(r), newest_first(r), r.grad == 1)[-1]",
        after="build-67",
    ),
    Claim(
        "lecture",
        "its inputs a b knows where to go",
        "(p := Tensor(2.0, True), q := Tensor(3.0, True), r := multiply(p, q), r.inputs[0] is p and r.inputs[1] is q)[-1]",
        after="build-82",
    ),
    Claim(
        "lecture",
        "1 x x __radd__ 1 from the right",
        "Tensor.__radd__ and float((1 + Tensor(2.0)).data) == 3 and not hasattr(int, '__matmul__')",
        after="build-82",
    ),
    Claim(
        "lecture",
        "operation stores the inputs and rules on its result",
        "(p := Tensor(2.0, True), q := Tensor(3.0, True), r := multiply(p, q), len(r.inputs) == len(r.rules) == 2)[-1]",
        after="build-82",
    ),
    Claim(
        "lecture",
        "shares finds the share of each input",
        "(p := Tensor(2.0, True), q := Tensor(3.0, True), r := multiply(p, q), [float(g) for _, g in shares(r, 1.0)] == [3, 2])[-1]",
        after="build-82",
    ),
    Claim(
        "lecture",
        "mean np full x shape g x size",
        "(p := Tensor([1.0, 2.0, 3.0, 6.0], True), backward(mean(p)), p.grad.tolist() == [0.25] * 4)[-1]",
        after="build-91",
    ),
    Claim(
        "lecture",
        "if a number is used three times three shares come back and they add up",
        "(p := Tensor(3.0, True), backward(add(add(p, p), p)), float(p.grad) == 3)[-1]",
    ),
    Claim(
        "lecture",
        "the equal sign replaces the first one",
        "(p := Tensor(3.0, True), backward(add(multiply(p, 5.0), p)), float(p.grad) == 5 + 1)[-1]",
    ),
    Claim(
        "lecture",
        "backward adds",
        ACCUMULATE_ADDS,
    ),
    Claim(
        "lecture",
        "if you add a value to itself 20 times in a row there are a million paths",
        "(p := Tensor(1.0, True), r := p, [r := add(r, r) for _ in range(20)], backward(r), float(p.grad) == 2**20 > 1e6)[-1]",
    ),
    Claim(
        "lecture",
        "behind adds it and then calls itself",
        "(p := Tensor(1.0, True), r := multiply(p, p), {*map(id, behind(r, []) or [])} <= {id(p), id(r)})[-1]",
    ),
]

GIVEN = [Given("build-77", "thousand", "CPython's limit before sys.setrecursionlimit")]
