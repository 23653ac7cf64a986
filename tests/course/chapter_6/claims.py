"""Check chapter 6's claims about experiments that no nearby cell runs."""

from collections.abc import Callable
from typing import Any

import numpy as np

from minigrad.course.chapter_6 import engine

ENGINE = "__import__('inspect').getsource(mg.course.chapter_6.engine)"
LINES = f"len([line for line in {ENGINE}.splitlines() if line.strip()])"
PROGRAMS = "mg.course.chapter_6.PROGRAMS"
SQUARE = "(A := np.array([[1.0, 2.0], [3.0, 4.0]]), u := np.array([5.0, 6.0]), h := np.ones(2))"
MINIGRADS = "(m := mg.tensor(3.0, requires_grad=True), square := m * m)"
CHANGED = "mg.no_grad()(lambda: m.sub_(1.0))()"
OWN = "(m := Tensor(3.0, True), square := m * m, setattr(m, 'data', m.data - 1), square.backward())"
WRONG = "('no error', 4.0)"
SQUARED = "(m := Tensor(3.0, True), (m * m).backward())"
DIVIDED = "(m := Tensor(3.0, True), n := Tensor(5.0, True), (m / n).backward())"
USED = "(m := Tensor(2.0, True), (m * m * (m * m + 1)).backward())"
KEPT = "(pass_ := mg.course.chapter_6.step_6.backward)"  # sets .grad on every tensor
TWO_PASSES = f"{KEPT}, m := Tensor(1.0, True), n := m * 2, o := n * 3, pass_(o), pass_(o)"
HERE = "__import__('tests.course.chapter_6.claims', fromlist=['rounds'])"


def rounds(choice: Callable[..., Any]) -> tuple[int, float]:
    """Repeat `y = y + (y + 1)` ten times; return the backward pass's rounds and x's gradient."""
    x: Any = engine.Tensor(1.0, True)
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


CLAIMS = [
    ("the weights are only 33 numbers", "sum(p.data.size for p in (W, c, v, d)) == 33"),
    (
        "if you halve the batch, you halve nearly all of it",
        (
            "(lambda whole, half: whole / 2 < half < 0.51 * whole)("
            "*(held(loss_of(points[:n], labels[:n]), []) for n in (80, 40)))"
        ),
    ),
    (
        "So the graph holds far more numbers than the model has weights",
        "held(loss_of(points, labels), []) > 70 * 33",
    ),
    (
        "a training step three times as much as a prediction",
        (
            "(lambda x, y, g: sum(multiplications(*two) for two in ((x, y), (g, y.T), (x.T, g)))"
            " == 3 * multiplications(x, y))"
            "(np.ones((80, 100)), np.ones((100, 50)), np.ones((80, 50)))"
        ),
    ),
    (
        "then only the second rule is needed, and your `shares` skips the first",
        "len(shares(Tensor([[1.0, 2.0]]) @ Tensor([[1.0], [2.0]], True), np.ones((1, 1)))) == 1",
    ),
    ("Less than a hundred lines from here", f"{LINES} < 100"),
    ("agrees with minigrad on fourteen programs", f"len({PROGRAMS}) == 14"),
    (
        "one of them a chain of 100,000 operations",
        f"'100_000' in __import__('inspect').getsource({PROGRAMS}['long chain'])",
    ),
    (
        "`np.array` copies, so a step on the tensor doesn't change the data",
        "(n := np.array([1.0, 3.0]), not np.shares_memory(np.array(n, dtype=float), n))[1]",
    ),
    (
        "no step of 0.1 fits into whole numbers",
        "error_of(lambda: np.array([1, 3]).__isub__(0.1)) != 'no error'",
    ),
    ("The slope of x² at 3 is 6", f"{SQUARED}[0].grad == 6"),
    (
        "In `x + y`, both inputs are sent the same array.",
        (
            "(lambda sent: sent[0][1] is sent[1][1])"
            "(shares(Tensor([1.0, 2.0], True) + Tensor([3.0, 4.0], True), np.ones(2)))"
        ),
    ),
    ("There should be no error, and a gradient that isn't 6.", f"{SQUARED}[0].grad == 6"),
    ("x / y has slopes 1/y and -x/y²", f"({DIVIDED}, m.grad, n.grad)[1:] == (1 / 5, -3 / 25)"),
    (
        "the mean moves 1/n",
        "(Tensor([5.0, 3.0]).mean().data, Tensor([7.0, 3.0]).mean().data) == (4, 5)",
    ),
    ("the 4 that `b` sends it later never reaches `x`", "2.0**2 == 4"),
    (
        "would make an array of tensors, one for each entry",
        "(np.array([1.0, 2.0]) + type('T', (), {'__radd__': lambda x, y: x})()).shape == (2,)",
    ),
    (
        "For a 2 × 2 `x`, `y` = [5, 6] and `g` = [1, 1] it gives 11",
        f"({SQUARE}, h @ u.T)[1] == 11 and A.shape == (2, 2)",
    ),
    ("one number instead of four", f"({SQUARE}, A.size)[1] == 4"),
    ("with the gradient that it has at that point, which is 5", "2.0**2 + 1 == 5"),
    ("so `a` passes on 4 · 5", "2 * 2.0 * 5 == 20"),
    ("5 and 3, the slopes", "(3 * 5.0 - 2 * 5.0, 3 * 5.0 - 3 * 4.0) == (5, 3)"),
    ("20 additions had a million paths", "2**20 > 1_000_000"),
    ("z = a · b, with a = x² and b = a + 1, has slope 36 at x = 2", f"{USED}[0].grad == 36"),
    ("passes on the 5 that it has", "(a_ := 2.0**2) + 1 == 5 and a_ == 4 and 5 * 2 * 2 == 20"),
    (
        "a thousand deep, or a few thousand",
        "1000 <= __import__('sys').getrecursionlimit() < 10_000",
    ),
    (
        "the first rule can be wrong without an error",
        f"({SQUARE}, (h @ u.T).shape == () and (np.outer(h, u) != h @ u.T).all())[1]",
    ),
    (
        "So `product` refuses vectors",
        "error_of(lambda: Tensor([1.0]) @ Tensor([1.0])) == 'ValueError'",
    ),
    (
        "If it is several, you say how much each counts: a `v`",
        "error_of((Tensor([1.0, 2.0], True) * 2).backward) == 'RuntimeError'",
    ),
    ("is 1 · 3 + 10 · 4 + 100 · 5 = 543", "1 * 3 + 10 * 4 + 100 * 5 == 543"),
    (
        "held 6 in the second, and passed on 12",
        f"({TWO_PASSES}, n.grad == 6 and m.grad == 6 + 12)[-1]",
    ),
    (
        "z = 3 · 2x has slope 6",
        "(m := Tensor(1.0, True), (m * 2 * 3).backward())[0].grad == 6",
    ),
    ("Oldest first gives the same numbers", f"used_twice({HERE}.passed) == 36"),
    (
        "Oldest first gives the same numbers",
        f"{HERE}.rounds(min)[1] == {HERE}.rounds(max)[1] == 2**10",
    ),
    ("newest first takes 21 rounds, and oldest first 3,070", f"{HERE}.rounds(max)[0] == 21"),
    ("newest first takes 21 rounds, and oldest first 3,070", f"{HERE}.rounds(min)[0] == 3070"),
    ("in chapter 1 it gave 60, at x = 3", "2 * 3 * (3**2 + 1) == 60"),
    ("60 was the wrong answer in chapter 1, where x was 3", "2 * 3 * (3**2 + 1) == 60"),
    (
        "114 was the slope in chapter 1, where x was 3",
        f"{USED.replace('2.0', '3.0')}[0].grad == 114",
    ),
    (
        "the slope of 1/y is −1/y²",
        "(n := Tensor(5.0, True), (1 / n).backward())[0].grad == -1 / 5**2",
    ),
    ("The slope at 3 is 6, and your engine says 4", f"{OWN}[0].grad == 4"),
    (
        "minigrad counts the change and refuses",
        f"({MINIGRADS}, {CHANGED}, error_of(square.backward))[-1] == 'RuntimeError'",
    ),
    (
        "With `w.data -= 1.0` it doesn't count either",
        f"({MINIGRADS}, m.data.sub_(1.0), error_of(square.backward), m.grad)[2:] == {WRONG}",
    ),
    (
        "minigrad's rule is given the result as well",
        "'lambda g, out: g * out' in __import__('inspect').getsource(mg.ops.powers)",
    ),
]
